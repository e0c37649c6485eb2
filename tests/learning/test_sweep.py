"""`warzoo sweep`: what it draws, makes, keeps and shows, also when it is killed or a trial fails."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from warzoo.training.learning import algorithms, folder, leaderboard, outcome, space
from warzoo.training.learning import settings as settings_of
from warzoo.training.learning.space import Trial
from warzoo.training.shell.cli import main

from ..test_docs import ROOT

TEXT = """
[settings]
hidden = [8]
games = 32
rollout = 256
batch_size = 64
decisions = 4_600
ladder = ["random", "heuristic"]
ladder_deals = 32
pool_bots = ["random"]

[space]
learning_rate = { low = 1e-5, high = 1e-1, log = true }
gae_lambda = { low = 0.5, high = 1 }
n_epochs = { low = 1, high = 4 }
shared = [true, false]
"""
FEW = TEXT.partition("[space]")[0] + "[space]\n"
FAILING = """
from dataclasses import replace
from warzoo.training.learning import algorithms

def build(game, variants, settings):
    if settings.n_epochs == 3:
        raise ArithmeticError("too hard\\nfor me")
    if settings.n_epochs == 5:
        import os; os._exit(3)
    return usual.build(game, variants, settings)

usual = algorithms.find("selfplay-ppo")
algorithms.register("failing", replace(usual, build=build))
"""
PROGRAM = [sys.executable, "-m", "warzoo.training.shell", "sweep", "kuhn_poker", "space.toml", "--out", "out"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(algorithms, "ALGORITHMS", dict(algorithms.ALGORITHMS))  # plugins register theirs
    Path("space.toml").write_text(TEXT)


def drawn(count: int, text: str = TEXT) -> list[Trial]:
    Path("space.toml").write_text(text)
    return space.read(Path("space.toml")).trials("kuhn_poker", count, "space.toml")


# Drawing


def test_trials_are_drawn_from_the_space_and_the_first_is_what_is_there_already() -> None:
    trials = drawn(60)
    first = trials[0].settings
    assert first.learning_rate == settings_of.load("kuhn_poker").learning_rate and first.hidden == [8]
    settings = [trial.settings for trial in trials[1:]]
    assert all(1e-5 <= one.learning_rate <= 0.1 and 0.5 <= one.gae_lambda <= 1 for one in settings)
    assert {one.n_epochs for one in settings} == {1, 2, 3, 4} and {one.shared for one in settings} == {True, False}
    assert 15 < sum(one.learning_rate < 1e-3 for one in settings) < 45  # as many below as above
    assert len({trial.settings.model_dump_json() for trial in trials}) == 60
    assert {(one.ladder_every, one.seed, one.workers) for one in settings} == {(512, 1, 1)}


def test_more_trials_begin_with_the_same() -> None:
    assert drawn(5) == drawn(30)[:5]


def test_a_space_that_is_used_up_gives_all_it_has_once() -> None:
    found = [trial.drawn for trial in drawn(100, FEW + "n_epochs = [1, 2]\nshared = [true, false]")]
    every = [{"n_epochs": n, "shared": shared} for n in (1, 2) for shared in (True, False)]
    assert found[0] == {} and sorted(map(str, found[1:])) == sorted(map(str, every))


def test_the_kept_example_can_be_drawn_from() -> None:
    [path] = (ROOT / "configs" / "sweeps").glob("*.toml")
    assert len(space.read(path).trials(path.stem, 16, "")) == 16


def mistakes() -> Any:
    yield TEXT.replace("n_epochs", "n_epoch"), "settings (space.toml): n_epoch: Extra inputs are not permitted"
    yield TEXT.replace("hidden = [8]", "hiden = [8]"), "hiden: Extra inputs are not permitted"
    yield TEXT.replace("high = 1e-1", "high = 2"), "settings (space.toml): learning_rate: Input should be less"
    yield TEXT.replace("[true, false]", '[true, "no idea"]'), "settings (space.toml): shared: Input should be"
    yield TEXT.replace("low = 1, high = 4", "low = 0.5, high = 4"), "n_epochs: Input should be"
    yield TEXT.replace("low = 1, high = 4", "low = 4, high = 4"), "low must be below high"
    yield TEXT.replace("low = 1e-5", "low = 0"), "above 0 where log is true"
    yield TEXT.replace("low = 1, high = 4", "low = 1, hihg = 4"), "hihg"
    yield TEXT.replace("[true, false]", "[]"), "shared has no choices"
    yield FEW.replace("[space]", ""), "space: Field required"
    yield TEXT.replace("[settings]", "[setings]"), "setings: Extra inputs"
    yield TEXT + "rollout = [128]", "rollout is both fixed and drawn"
    yield TEXT + "decisions = [128]", "decisions must be the same for all trials"
    yield TEXT + "workers = [1, 2]", "the sweep itself says what its trials have as workers"
    yield TEXT.replace('["random", "heuristic"]', "[]"), "a sweep needs a ladder"
    yield TEXT.replace('["random", "heuristic"]', '["hal"]'), "there is no opponent 'hal'"
    yield TEXT + 'algorithm = ["magic"]', "there is no algorithm 'magic'"
    yield TEXT + 'learning_rate_end = [0.0]\nschedule = ["geometric"]', "learning_rate_end must be above 0"
    yield "[space", "space.toml cannot be read"


@pytest.mark.parametrize(("text", "complaint"), list(mistakes()), ids=lambda x: x[-40:])
def test_a_mistake_is_one_sentence_before_the_first_trial(
    text: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("space.toml").write_text(text)
    assert main(["sweep", "kuhn_poker", "space.toml", "--out", "out"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("warzoo: ") and complaint in err and err.count("\n") == 1
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess", "space.toml"], "there is no game 'chess'"),
        (["kuhn_poker", "none.toml"], "cannot read none.toml"),
        (["kuhn_poker", "space.toml", "--jobs", "0"], "a job at least"),
        (["kuhn_poker", "space.toml", "--trials", "0"], "1 to 1,000 trials"),
    ],
)
def test_so_is_one_on_the_command_line(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", *words, "--out", "out"]) == 2
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1 and not Path("out").exists()


def test_without_ray_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "warzoo.training.learning.sweep", raising=False)
    assert main(["sweep", "kuhn_poker", "space.toml", "--out", "out"]) == 1
    assert capsys.readouterr().err == "warzoo: this needs ray: pip install 'warzoo[ray]'\n"
    assert not Path("out").exists()


# Showing


def made(trial: Trial, scores: list[float], failure: str | None = None) -> outcome.Outcome:
    """A trial's folder as a run would have left it, measured so often."""
    place = Path("out", trial.folder)
    place.mkdir(parents=True)
    rows = [f"{512 * k},{score},0.03,{score + 0.2},0.04" for k, score in enumerate([0.1, *scores])]
    head = "decisions,ladder/heuristic,ladder/heuristic_margin,ladder/random,ladder/random_margin"
    (place / folder.METRICS).write_text("\n".join([head, *rows]) + "\n")
    return outcome.Outcome(settings=trial.settings.model_dump(), versions={}, failure=failure)


def test_the_best_whole_trial_is_on_top_and_its_settings_are_a_file_to_train_with() -> None:
    trials = drawn(5)
    whole = [0.4] * 8
    ended = [
        (trials[0], made(trials[0], [*whole, 0.5])),
        (trials[1], made(trials[1], [0.9])),
        (trials[2], made(trials[2], [*whole, 0.6])),
        (trials[3], made(trials[3], [0.95], failure="ArithmeticError: too hard")),
        (trials[4], None),
    ]
    best = leaderboard.show(space.read(Path("space.toml")), ended, Path("out"), "warzoo sweep it")
    assert best is not None and best.trial == trials[2]
    page = Path("out/sweep.md").read_text()
    table = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| trial-")]
    assert [(cells[0], cells[2], cells[-1]) for cells in table] == [
        ("trial-002", "4,608", "whole"),
        ("trial-000", "4,608", "whole"),
        ("trial-001", "512", "stopped"),
        ("trial-003", "512", "failed"),
        ("trial-004", "", "not there yet"),
    ]
    assert table[0][1] == "70.0 % ± 2.5 %" and table[1][3] == "0.002"  # the mean of both; the game's own rate
    assert "trial-003 failed: ArithmeticError: too hard" in page and "warzoo sweep it" in page
    assert "<svg" in Path("out/sweep.svg").read_text() and "(sweep.svg)" in page
    again = settings_of.load("kuhn_poker", config=Path("out/best.json"))
    assert again.changed(**{name: getattr(trials[2].settings, name) for name in space.DICTATED}) == trials[2].settings


def test_where_none_has_come_to_its_end_there_is_no_best() -> None:
    trials = drawn(2)
    ended = [(trials[0], made(trials[0], [], failure="no")), (trials[1], None)]
    assert leaderboard.show(space.read(Path("space.toml")), ended, Path("out"), "") is None
    assert not Path("out/best.json").exists() and "trial-000 failed: no" in Path("out/sweep.md").read_text()


# Making


def test_a_trial_tells_what_it_has_measured_once_that_is_saved_and_tells_it_again_when_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from warzoo.training.learning import sweep as making

    told: list[dict[str, float]] = []

    def report(values: dict[str, float]) -> None:
        told.append(values)
        assert Path("out", "checkpoints", f"{values['decisions']:012d}").exists()
        if len(told) == 3:
            raise SystemExit

    monkeypatch.setattr(making.tune, "report", report)
    [trial] = drawn(1)

    def train() -> None:
        outcome.train(trial.settings, Path("out"), [making.Telling(Path("out"), trial.settings.ladder_every)])

    with pytest.raises(SystemExit):
        train()
    assert [one["decisions"] for one in told] == [512, 1024, 1536]
    before = told.copy()
    told.clear()
    monkeypatch.setattr(making.tune, "report", told.append)
    train()
    assert told[:3] == before and told[-1]["decisions"] == 4600 and len(told) == 9


def test_trials_of_earlier_calls_count() -> None:
    from warzoo.training.learning import sweep as making

    trials = drawn(4)
    ended = [(trial, made(trial, [score, 0.9])) for trial, score in zip(trials, (0.3, 0.4, 0.5, 0.6), strict=True)]
    out = Path("out")
    for score, verdict in ((0.45, "STOP"), (0.75, "CONTINUE")):
        scheduler = making.halving([*ended[:3], (trials[3], None)], out)
        fresh = SimpleNamespace(trial_id="fresh")
        scheduler.on_trial_add(None, fresh)
        assert scheduler.on_trial_result(None, fresh, {"decisions": 256, "score": 0.0}) == "CONTINUE"
        assert scheduler.on_trial_result(None, fresh, {"decisions": 512, "score": score}) == verdict


def sweep(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *words], capture_output=True, text=True, **options)


def rows(out: str | Path = "out") -> dict[str, list[str]]:
    page = Path(out, "sweep.md").read_text()
    cells = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| trial-")]
    return {first: rest for first, *rest in cells}


def wait_until(there: Callable[[], object]) -> None:
    end = time.monotonic() + 500
    while not there():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.soak
def test_trials_run_and_go_on_where_the_sweep_was_killed() -> None:
    """One at a time, so that all happens in one order: the figures are those of an unbroken sweep."""
    done = sweep("--trials", "5", check=True)
    assert done.stdout.startswith("5 trials, 0 of them there already\ntrial-000: ") and done.stderr == ""
    assert len(done.stdout.splitlines()) == 1 + 5 + 3  # and nothing of Ray's
    whole = rows()
    assert {cells[-1] for cells in whole.values()} == {"whole", "stopped"}
    Path("out").rename("whole")
    killed = subprocess.Popen([*PROGRAM, "--trials", "5"], stdout=subprocess.DEVNULL)
    wait_until(lambda: list(Path("out/trial-002").glob("checkpoints/*")))
    killed.kill()
    killed.wait()
    before = len(list(Path("out").glob(f"*/{outcome.RESULT}")))
    done = sweep("--trials", "5", check=True)
    assert f"5 trials, {before} of them there already" in done.stdout and 2 <= before < 5
    assert rows() == whole
    assert Path("out/best.json").read_text() == Path("whole/best.json").read_text()
    written = {path: path.stat().st_mtime_ns for path in Path("out").rglob("*.json")}
    more = sweep("--trials", "6", check=True)
    assert "6 trials, 5 of them there already" in more.stdout and len(rows()) == 6
    del written[Path("out/best.json")]
    assert written == {path: path.stat().st_mtime_ns for path in written}
    Path("space.toml").write_text(TEXT.replace("[8]", "[9]"))
    refused = sweep("--trials", "6")
    assert refused.returncode == 2 and "name another folder" in refused.stderr


@pytest.mark.soak
def test_stopped_it_tells_what_is_missing_and_goes_on() -> None:
    stopped = subprocess.Popen([*PROGRAM, "--trials", "4", "--jobs", "2"], stderr=subprocess.PIPE, text=True)
    wait_until(lambda: list(Path("out").rglob(outcome.RESULT)))
    stopped.send_signal(signal.SIGTERM)
    _, said = stopped.communicate()
    assert stopped.returncode == 128 + signal.SIGTERM and said == "warzoo: stopped; the same command goes on\n"
    assert "not there yet" in {cells[-1] for cells in rows().values()}
    sweep("--trials", "4", "--jobs", "2", check=True)
    assert {cells[-1] for cells in rows().values()} <= {"whole", "stopped"} and len(rows()) == 4


@pytest.mark.soak
def test_a_trial_that_fails_and_one_whose_process_is_lost_are_shown() -> None:
    Path("failing_own.py").write_text(FAILING)
    Path("space.toml").write_text(
        FEW.replace("[settings]", '[settings]\nalgorithm = "failing"') + "n_epochs = [2, 3, 5]"
    )
    done = sweep("--trials", "4", "--plugin", "failing_own.py", check=True)
    by_epochs = {cells[2]: (name, cells[-1]) for name, cells in rows().items() if name != "trial-000"}
    assert by_epochs["2"][1] in ("whole", "stopped") and by_epochs["3"][1] == by_epochs["5"][1] == "failed"
    page = Path("out/sweep.md").read_text()
    assert f"{by_epochs['3'][0]} failed: ArithmeticError: too hard for me" in page
    assert f"{by_epochs['5'][0]} failed: its process was lost" in page
    assert len(re.findall("failed: ", done.stdout)) == 2
    assert json.loads(Path("out", by_epochs["5"][0], outcome.RESULT).read_text())["failure"]
