"""`warzoo benchmark`: what it runs, keeps and shows, also when it is killed or a run fails."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from warzoo.envs import find
from warzoo.training.learning import algorithms, benchmark, outcome, scoreboard, suite
from warzoo.training.learning import settings as settings_of
from warzoo.training.learning.catalogue import CATALOGUE
from warzoo.training.learning.settings import DECISIONS_MOST, Settings
from warzoo.training.shell.cli import main

from ..games import ANY

TEXT = """
seeds = [1, 2]
decisions = 2_000
ladder = ["random", "heuristic"]
deals = 32
points = 2

[settings]
hidden = [8]
games = 32
rollout = 256
batch_size = 64
learning_rate = 0.01

[games.kuhn_poker]

[algorithms.selfplay-ppo]

[algorithms.stock]
algorithm = "maskable-ppo"
opponents = "random"
"""
FAILING = """
from dataclasses import replace
from warzoo.training.learning import algorithms

def build(game, variants, settings):
    if settings.seed == 2:
        raise ArithmeticError("too hard\\nfor me")
    return usual.build(game, variants, settings)

usual = algorithms.find("maskable-ppo")
algorithms.register("failing", replace(usual, build=build))
"""
DOCS = Path(__file__).parents[2] / "docs"
PROGRAM = [sys.executable, "-m", "warzoo.training.shell", "benchmark", "suite.toml"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(algorithms, "ALGORITHMS", dict(algorithms.ALGORITHMS))  # plugins register theirs
    Path("suite.toml").write_text(TEXT)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite's folder after an unbroken run."""
    place = tmp_path_factory.mktemp("whole")
    (place / "suite.toml").write_text(TEXT)
    done = subprocess.run(
        [*PROGRAM, "--out", "out", "--jobs", "2"], cwd=place, capture_output=True, text=True, check=True
    )
    assert "4 runs, 0 of them there already" in done.stdout
    return place / "out"


def rows(out: str | Path) -> list[dict[str, str]]:
    return list(csv.DictReader(Path(out, "benchmark", "runs.csv").read_text().splitlines()))


def points(out: str | Path) -> dict[str, Any]:
    """All that was measured, by run."""
    found = sorted(Path(out).rglob(outcome.RESULT))
    return {str(path.relative_to(out)): json.loads(path.read_text())["points"] for path in found}


def line(page: str, algorithm: str) -> list[str]:
    """The cells of an algorithm's line in the game's own table."""
    own = page.partition("### Kuhn poker")[2].splitlines()
    return next(words for words in own if words.startswith(f"| {algorithm} |")).strip("| ").split(" | ")


def wait_until(there: Callable[[], object]) -> None:
    end = time.monotonic() + 500
    while not there():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_suite_becomes_runs_and_a_page(whole: Path) -> None:
    page = (whole / "benchmark.md").read_text()
    assert "## 2,000 decisions each" in page and "not there yet" not in page
    algorithm, runs, _, strong, loss, decisions, *_ = line(page, "stock")
    assert (algorithm, runs, decisions) == ("stock", "2", "2,048") and line(page, "selfplay-ppo")[5] == "2,000"
    own = [row for row in rows(whole) if row["algorithm"] == "stock"]
    shares, losses = ([float(row[name]) for row in own] for name in ("won against heuristic", "exploitability"))
    assert strong == f"{sum(shares) / 2:.1%} ({min(shares):.1%} to {max(shares):.1%})".replace("%", " %")
    assert loss == f"{sum(losses) / 2:.3f} ({min(losses):.3f} to {max(losses):.3f})" and losses[0] != losses[1]
    assert "warzoo benchmark suite.toml --games kuhn_poker --algorithms stock\n" in page
    assert "(benchmark/kuhn_poker.svg)" in page and "<svg" in (whole / "benchmark/kuhn_poker.svg").read_text()
    [case, *_] = suite.read(Path("suite.toml")).cases()
    assert settings_of.read(whole / case.folder) == case.settings
    assert [len(found) for found in points(whole).values()] == [3, 3, 3, 3]
    assert {row["decisions"] for row in rows(whole)} == {"2000", "2048"}


def test_what_is_there_is_not_made_again(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (whole / "benchmark.md").read_text()
    written = {path: path.stat().st_mtime_ns for path in whole.rglob(outcome.RESULT)}
    assert main(["benchmark", "suite.toml", "--out", str(whole)]) == 0
    assert "4 runs, 4 of them there already" in capsys.readouterr().out
    assert written == {path: path.stat().st_mtime_ns for path in whole.rglob(outcome.RESULT)}
    assert (whole / "benchmark.md").read_text() == page


def test_a_line_is_repeated_by_its_command(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["benchmark", "suite.toml", "--games", "kuhn_poker", "--algorithms", "stock"]
    assert main([*words, "--out", "again", "--page", "line.md"]) == 0
    assert "2 runs, 0 of them there already" in capsys.readouterr().out
    lines = [line(page.read_text(), "stock") for page in (whole / "benchmark.md", Path("line.md"))]
    assert lines[0][:6] == lines[1][:6]


@pytest.mark.soak
def test_killed_in_the_middle_it_goes_on_to_the_same_figures(whole: Path) -> None:
    killed = subprocess.Popen([*PROGRAM, "--out", "out"], stdout=subprocess.DEVNULL)
    begun = Path("out/kuhn_poker/selfplay-ppo/decisions/seed-2")
    wait_until(lambda: list(begun.glob("checkpoints/*")))
    killed.kill()
    killed.wait()
    assert 0 < len(points("out")) < 4
    done = subprocess.run([*PROGRAM, "--out", "out"], capture_output=True, text=True, check=True)
    assert f"4 runs, {len(points('out')) - done.stdout.count(' of 4: ')} of them there already" in done.stdout
    assert points("out") == points(whole)


def test_stopped_it_tells_what_is_missing_and_goes_on() -> None:
    stopped = subprocess.Popen([*PROGRAM, "--out", "out"], stderr=subprocess.PIPE, text=True)
    wait_until(lambda: list(Path("out").rglob(outcome.RESULT)))
    stopped.send_signal(signal.SIGTERM)
    _, said = stopped.communicate()
    assert stopped.returncode == 128 + signal.SIGTERM and "the same command goes on" in said
    missing = 4 - len(points("out"))
    assert 0 < missing < 4 and f"**{missing} of 4 runs are not there yet**" in Path("out/benchmark.md").read_text()
    assert [row["failure"] for row in rows("out")].count("not there yet") == missing
    assert main(["benchmark", "suite.toml", "--out", "out"]) == 0
    assert "not there yet" not in Path("out/benchmark.md").read_text() and len(points("out")) == 4


def test_a_run_that_fails_is_shown_and_counts_as_one_that_wins_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("failing_own.py").write_text(FAILING)
    Path("suite.toml").write_text(TEXT.replace('"maskable-ppo"', '"failing"'))
    words = ["benchmark", "suite.toml", "--plugin", "failing_own.py", "--out", "out"]
    assert main(words) == 0
    assert "stock, equal decisions, seed 2: failed: ArithmeticError: too hard for me" in capsys.readouterr().out
    page = Path("out/benchmark.md").read_text()
    assert "stock, seed 2, failed: ArithmeticError: too hard for me" in page
    _, runs, chance, *_ = line(page, "stock")
    assert runs == "2, 1 failed" and "(0.0 % to " in chance
    assert [row["failure"] for row in rows("out") if row["failure"]] == ["ArithmeticError: too hard for me"]
    assert main(words) == 0
    assert "4 of them there already" in capsys.readouterr().out


def test_a_process_that_is_lost_is_a_run_that_failed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("lost_own.py").write_text(FAILING.replace("raise ArithmeticError", "import os; os._exit(3); print"))
    Path("suite.toml").write_text(TEXT.replace('"maskable-ppo"', '"failing"'))
    words = ["benchmark", "suite.toml", "--plugin", "lost_own.py", "--algorithms", "stock", "--out", "out"]
    assert main(words) == 0
    assert "seed 2: failed: its process ended with 3" in capsys.readouterr().out


@pytest.mark.parametrize("stopping", [False, True])
def test_one_that_a_stop_ends_before_it_knows_of_stops_has_not_failed(stopping: bool) -> None:
    asked = suite.read(Path("suite.toml"))
    case = asked.cases()[0]
    (Path("out") / case.folder).mkdir(parents=True)
    result = benchmark.ended(asked, case, Path("out"), 1, stopping)
    assert result is None if stopping else result and result.failure == "its process ended with 1"


def test_a_lost_run_has_cost_what_it_noted() -> None:
    asked = suite.read(Path("suite.toml"))
    place = Path("out") / asked.cases()[0].folder
    place.mkdir(parents=True)
    (place / outcome.COST).write_text(outcome.Cost(wall=7.0, processor=5.0).model_dump_json())
    result = benchmark.ended(asked, asked.cases()[0], Path("out"), -9, False)
    assert result and result.cost == outcome.Cost(wall=7.0, processor=5.0)


def test_a_curve_has_all_its_points_where_they_do_not_divide_the_decisions(whole: Path) -> None:
    asked = suite.read(Path("suite.toml")).model_copy(update={"decisions": 1000, "points": 3})
    case = asked.cases()[0]
    result = benchmark.blank(asked, case)
    result.points = [benchmark.Point(decisions=at, won={"random": at / 1000}) for at in (0, 334, 668, 1000)]
    [measure] = [one for one in scoreboard.measures(asked, find(case.game)) if "random" in one.title]
    curve = scoreboard.Line("selfplay-ppo", 1, [result]).curve(asked, measure)
    assert {mark: at[0] for mark, at in curve.items()} == {0: 0, 1: 334, 2: 668, 3: 1000}


def test_a_part_of_a_suite_says_so() -> None:
    assert main(["benchmark", "suite.toml", "--algorithms", "stock", "--out", "out"]) == 0
    page = Path("out/benchmark.md").read_text()
    assert "\nwarzoo benchmark suite.toml --algorithms stock\n" in page
    assert "\nwarzoo benchmark suite.toml --games kuhn_poker --algorithms stock\n" in page


def test_equal_time_ends_by_the_clock() -> None:
    timed = TEXT.replace("decisions = 2_000", "minutes = 0.02").replace("seeds = [1, 2]", "seeds = [1]")
    Path("suite.toml").write_text(timed)
    assert main(["benchmark", "suite.toml", "--out", "out"]) == 0
    assert all(1.2 <= float(row["seconds"]) < 30 for row in rows("out"))
    assert "## 0.02 minutes each" in Path("out/benchmark.md").read_text()


def test_equal_time_is_cut_off_by_no_decisions_but_those_that_a_schedule_goes_by() -> None:
    cases = [case.settings for case in suite.read(suite.SHIPPED).cases() if case.budget == "minutes"]
    plain = Settings(game="kuhn_poker").decisions
    for settings in cases:
        timed = settings.algorithm in ("selfplay-ppo", "dmc", "nfsp")
        assert settings.decisions == (DECISIONS_MOST if timed else plain), settings.algorithm


def mistakes() -> Any:
    yield TEXT.replace("points", "pionts"), "suite.toml: pionts: Extra inputs are not permitted"
    yield TEXT.replace("decisions = 2_000", ""), "needs decisions or minutes"
    yield TEXT.replace("[1, 2]", "[1, 1]"), "nothing twice"
    yield TEXT.replace("[1, 2]", "[]"), "seeds: "
    yield TEXT.replace("[algorithms.stock]", '[algorithms."../stock"]'), "algorithms.../stock"
    yield TEXT.replace("hidden = [8]", "hiden = [8]"), "hiden: Extra inputs"
    yield TEXT.replace("hidden = [8]", "seed = 8"), "says for all runs at once what selfplay-ppo shall have as seed"
    yield TEXT.replace("kuhn_poker]", "chess]"), "there is no game 'chess'"
    yield TEXT.replace("kuhn_poker]", "kuhn_poker]\nlength = 3"), "has no option 'length'"
    yield TEXT.replace('"maskable-ppo"', '"magic"'), "there is no algorithm 'magic'"
    yield TEXT.replace('"random", ', '"hal", '), "there is no opponent 'hal'"
    yield "seeds = [", "suite.toml cannot be read"


@pytest.mark.parametrize(("text", "complaint"), list(mistakes()), ids=lambda x: x[-40:])
def test_a_mistake_is_one_sentence_before_the_first_run(
    text: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("suite.toml").write_text(text)
    assert main(["benchmark", "suite.toml", "--out", "out"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("warzoo: ") and complaint in err and err.count("\n") == 1
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["none.toml"], "cannot read none.toml"),
        (["suite.toml", "--games", "chess"], "the suite has no 'chess': it has kuhn_poker"),
        (["suite.toml", "--jobs", "0"], "a job at least"),
        (["suite.toml", "--page", "page.html"], "something.md"),
        (["suite.toml", "--page", "none/page.md"], "cannot write none/page.md"),
    ],
)
def test_so_is_one_on_the_command_line(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", *words, "--out", "out"]) == 2
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1 and not Path("out").exists()


def test_a_folder_of_other_runs_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("suite.toml").write_text(TEXT.replace("seeds = [1, 2]", "seeds = [1]"))
    assert main(["benchmark", "suite.toml", "--out", "out", "--algorithms", "stock"]) == 0
    for change in (("hidden = [8]", "hidden = [9]"), ("deals = 32", "deals = 33"), ("2_000", "3_000")):
        Path("suite.toml").write_text(TEXT.replace(*change))
        assert main(["benchmark", "suite.toml", "--out", "out"]) == 2
        assert "name another folder" in capsys.readouterr().err


def test_the_shipped_suite_covers_every_algorithm_and_game() -> None:
    shipped = suite.read(suite.SHIPPED)
    assert len(shipped.seeds) >= 5 and set(shipped.games) == {game.name for game in ANY}
    assert {case.settings.algorithm for case in shipped.cases()} == set(CATALOGUE)


def test_the_shipped_page_has_every_run_of_the_shipped_suite() -> None:
    shipped = [[*case[:3], str(case.settings.seed)] for case in suite.read(suite.SHIPPED).cases()]
    assert [[*row.values()][:4] for row in rows(DOCS)] == shipped
    assert "not there yet" not in (DOCS / "benchmark.md").read_text()
