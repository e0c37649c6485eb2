"""`warzoo train` and `warzoo resume`: what they take, what they refuse, and what they leave behind."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from warzoo.envs import find
from warzoo.envs.core.gym import make_gym
from warzoo.models import checkpoint
from warzoo.models.opponents import OpponentWarning, opponent
from warzoo.training.learning import algorithms, folder, runs
from warzoo.training.learning import settings as settings_of
from warzoo.training.learning.catalogue import CATALOGUE
from warzoo.training.learning.settings import Settings
from warzoo.training.shell import train as command
from warzoo.training.shell.cli import main

from .. import teams

SMALL = ["--hidden", "8", "--games", "32", "--rollout", "512", "--batch-size", "64"]
SMALL += ["--ladder", "random", "--ladder-deals", "4", "--pool-bots", "random"]
TEAMS = str(teams.FOLDER)
TEXT = """
game = "kuhn_poker"
hidden = [16]
games = 32
rollout = 512
batch_size = 128
ladder = ["random"]
ladder_deals = 4
pool_bots = ["random"]
decisions = 1000
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(algorithms, "ALGORITHMS", dict(algorithms.ALGORITHMS))


def asked(monkeypatch: pytest.MonkeyPatch, *words: str) -> Settings:
    """The settings that a command line comes to."""
    seen: list[Settings] = []
    monkeypatch.setattr(command.Train, "run", lambda self: seen.append(self.settings))
    assert main(["train", *words]) == 0
    return seen[0]


def manifest(run: str) -> checkpoint.Manifest:
    found = checkpoint.newest(Path(run))
    assert found is not None
    return checkpoint.read_manifest(found)


# What is taken


@pytest.mark.parametrize(
    "words",
    [
        "cards_of_war --preset demo --out x",
        "--preset=demo --out=x cards_of_war",
        "--preset demo --seed 1 cards_of_war --out x",
        "--out x --preset demo --set length=short cards_of_war",
    ],
)
def test_words_come_in_any_order(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = asked(monkeypatch, *words.split())
    assert settings.game == "cards_of_war" and settings.minutes == 4 and settings.ladder_every == 500_000


def test_an_option_of_the_game_holds_at_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    several = asked(monkeypatch, "war_on_terror")
    assert [options["players"] for options in several.option_sets()] == [2, 3, 4]
    for players in (2, 3, 4):
        assert asked(monkeypatch, "war_on_terror", "--set", f"players={players}").option_sets() == [
            {"players": players}
        ]


def test_narrowing_keeps_what_still_differs() -> None:
    variants = [{"players": 2, "a": 1}, {"players": 3, "a": 1}, {"players": 3, "a": 2}, {}]
    settings = Settings(game="x", options={"b": 1}, variants=variants).narrowed({"players": 4})
    assert settings.option_sets() == [
        {"b": 1, "players": 4, "a": 1},
        {"b": 1, "players": 4, "a": 2},
        {"b": 1, "players": 4},
    ]


def test_narrowing_keeps_how_often_a_variant_is_named() -> None:
    settings = Settings(game="x", variants=[{"a": 1}, {"a": 1}, {"a": 1, "b": 1}, {"a": 2}])
    assert settings.narrowed({}) == settings
    assert settings.narrowed({"b": 2}).variants == [{"a": 1}, {"a": 1}, {"a": 2}]
    assert settings.narrowed({"a": 3}).variants == [{}, {}, {"b": 1}]
    assert settings.narrowed({"a": 3, "b": 2}).variants == []


def test_a_variant_named_twice_is_learnt_twice_as_much_and_written_down_once(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("my.toml").write_text("variants = [{ players = 2 }, { players = 2 }, { players = 3 }]\ngames = 6")
    settings = asked(monkeypatch, "war_on_terror", "--config", "my.toml")
    job = runs.Run(settings.changed(ladder=[]), Path("run"), quiet=True)
    assert job.model.env.variant.tolist() == [0, 1, 2] * 2
    assert [options.players for options in job.watch.tables.values()] == [2, 3]
    job.model.env.close()


def test_a_file_of_settings_says_it_all_and_flags_depart_from_it() -> None:
    Path("my.toml").write_text(TEXT)
    assert main(["train", "--config", "my.toml", "--seed", "5", "--out", "run"]) == 0
    settings = settings_of.read(Path("run"))
    assert (settings.game, settings.hidden, settings.seed) == ("kuhn_poker", [16], 5)
    assert main(["train", "--config", "run/settings.json", "--out", "again"]) == 0
    assert settings_of.read(Path("again")) == settings


def test_the_command_in_a_manifest_repeats_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for words in (
        "cards_of_war --learning-rate 0.0005 --no-shared --set length=short",  # a default, but not the file's
        "war_on_terror --set players=3 --preset standard",
        "war_on_terror --hidden 64 --ladder random",
    ):
        settings = asked(monkeypatch, *words.split())
        assert asked(monkeypatch, *folder.command(settings).split()[2:]) == settings


@pytest.mark.parametrize(("decisions", "expected"), [(1000, 1000), (1, 1), (513, 513), (50, 50)])
def test_self_play_learns_for_just_so_many_decisions(decisions: int, expected: int) -> None:
    assert main(["train", "kuhn_poker", "--decisions", str(decisions), "--out", "run", *SMALL]) == 0
    assert manifest("run").decisions == expected


@pytest.mark.parametrize(("algorithm", "decisions", "total"), [("maskable-ppo", 700, 1024), ("dqn", 1000, 1024)])
def test_what_others_round_to_is_said(
    algorithm: str, decisions: int, total: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--algo", algorithm, "--opponents", "random", "--decisions", str(decisions), "--out", "run"]
    assert main(["train", "kuhn_poker", *words, *SMALL]) == 0
    assert f"it ends after {total:,}" in capsys.readouterr().err
    assert manifest("run").decisions == total


def test_what_to_do_next_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for game, judged in (("kuhn_poker", True), ("cards_of_war", False)):
        assert main(["train", game, "--decisions", "512", "--out", game, *SMALL]) == 0
        advice = capsys.readouterr().out.rpartition("Next:\n")[2]
        assert f"warzoo play {game} --players human,{game}" in advice
        assert (f"warzoo exploit {game} {game}\n" in advice) == judged


def test_a_run_goes_on_further_than_it_was_meant_to() -> None:
    assert main(["train", "kuhn_poker", "--decisions", "600", "--out", "run", *SMALL]) == 0
    assert main(["resume", "run", "--decisions", "900"]) == 0
    assert manifest("run").decisions == 900
    assert settings_of.read(Path("run")).decisions == 900


def test_a_plugin_brings_an_algorithm_or_a_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine_own.py").write_text(
        "from warzoo.training.learning import algorithms\n"
        "algorithms.register('mine', algorithms.find('selfplay-ppo'))\n"
    )
    others = {name: one for name, one in algorithms.ALGORITHMS.items() if name != "mine"}  # a document has one as well
    monkeypatch.setattr(algorithms, "ALGORITHMS", dict(others))
    words = ["--algo", "mine", "--decisions", "512", "--out", "run", *SMALL]
    assert main(["train", "kuhn_poker", *words]) == 2
    assert "--plugin FILE" in capsys.readouterr().err and not Path("run").exists()
    assert main(["train", "--plugin", "mine_own.py", "kuhn_poker", *words]) == 0
    monkeypatch.setattr(algorithms, "ALGORITHMS", others)
    del sys.modules["mine_own"]
    assert main(["resume", "run", "--decisions", "600"]) == 2
    assert main(["resume", "run", "--decisions", "600", "--plugin", "mine_own.py"]) == 0
    capsys.readouterr()
    assert main(["train", f"--plugin={TEAMS}", "two_teams", "--decisions", "512", "--out", "other", *SMALL]) == 0
    _, *advice = capsys.readouterr().out.rpartition("Next:\n")[2].splitlines()
    assert all(line.endswith(f" --plugin {TEAMS}") for line in advice)


@pytest.mark.parametrize("line", [f"play two_teams --players {','.join(['random'] * 4)}", "arena two_teams --deals 2"])
def test_a_game_of_a_plugin_is_there_for_every_command_that_names_it(line: str) -> None:
    program = [sys.executable, "-m", "warzoo.training.shell", *line.split()]
    done = subprocess.run(program, capture_output=True, text=True)
    assert done.returncode == 2 and "there is no game 'two_teams'" in done.stderr
    done = subprocess.run([*program, "--plugin", TEAMS], capture_output=True, text=True, check=True)
    assert "player" in done.stdout


# What is refused


def mistakes() -> Any:
    yield "chess", "there is no game 'chess'"
    yield "--decisions 5 chess", "there is no game 'chess'"
    yield "kuhn_poker --preset huge", "has no preset 'huge'"
    yield "kuhn_poker --config none.toml", "cannot read none.toml: No such file"
    yield "kuhn_poker --config bad.toml", "bad.toml cannot be read"
    yield "kuhn_poker --config other.toml", "is for cards_of_war, not for kuhn_poker"
    yield "kuhn_poker --config wrong.toml", "wrong.toml): learning_rat:"
    yield "kuhn_poker --plugin none.py", "there is no plugin none.py"
    yield "kuhn_poker --plugin broken.py", "broken.py fails at line 2: ZeroDivisionError"
    yield "kuhn_poker --plugin quits.py", "quits.py fails at line 1: SystemExit: so much"
    yield "kuhn_poker --plugin json.py", "a module of that name"
    yield "kuhn_poker --algo magic", "there is no algorithm 'magic'"
    yield "kuhn_poker --ladder hal", "there is no opponent 'hal'"
    yield "kuhn_poker --pool-bots hal", "there is no opponent 'hal'"
    yield "kuhn_poker --algo dqn --opponents hal", "there is no opponent 'hal'"
    yield "kuhn_poker --set colour=red", "has no option 'colour'"
    yield "kuhn_poker --out file", "file cannot be made"
    yield "kuhn_poker --hidden 4096 4096 4096", "choose smaller layers"
    yield "kuhn_poker --hidden 4096 3072 --snapshots 100", "choose fewer snapshots"
    yield "war_on_terror --games 2", "games must be at least 3"
    for name in ("threads", "games", "rollout", "batch-size", "n-epochs", "snapshots", "seed", "decisions", "minutes"):
        yield f"kuhn_poker --{name} 1000000000000000", f"{name.replace('-', '_')}: Input should be less than"
        yield f"kuhn_poker --{name} -1", f"{name.replace('-', '_')}: Input should be greater than"
    for wrong in ("5000", "0", "8 8 8 8 8 8 8 8 8"):
        yield f"kuhn_poker --hidden {wrong}", "hidden"
    for wrong in ("nan", "inf"):
        yield f"kuhn_poker --learning-rate {wrong}", "learning_rate"


@pytest.mark.parametrize(("words", "complaint"), list(mistakes()), ids=lambda x: x)
def test_a_mistake_ends_in_one_sentence_and_leaves_no_folder(
    words: str, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # or Python puts a folder of its own beside a plugin
    Path("bad.toml").write_text("hidden = [")
    Path("other.toml").write_text('game = "cards_of_war"')
    Path("wrong.toml").write_text("learning_rat = 1")
    Path("broken.py").write_text("x = 1\nx / 0\n")
    Path("quits.py").write_text("raise SystemExit('so\\nmuch')\n")
    Path("json.py").write_text("")
    Path("file").write_text("")
    before = set(Path().iterdir())
    assert main(["train", *words.split()]) == 2
    err = capsys.readouterr().err
    assert err.startswith("warzoo: ") and complaint in err and err.count("\n") == 1
    assert set(Path().iterdir()) == before


def test_a_flag_that_is_none_leaves_no_folder() -> None:
    assert main(["train", "kuhn_poker", "--decisons", "5"]) == 2
    assert not list(Path().iterdir())


def test_every_flag_is_explained(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    for words in (["train", "cards_of_war", "--help"], ["train", "--help"], ["resume", "--help"]):
        assert main(words) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert "│ (default" not in text, "a flag whose only words are its default"
        if words[0] == "train":
            for name, field in Settings.model_fields.items():
                if name not in command.ELSEWHERE:
                    assert f"--{name.replace('_', '-')}" in text, name
                    assert all(word in text for word in str(field.description).split()), name


# What is said


def test_a_stopped_run_says_so_and_ends_as_a_shell_expects(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    collected = algorithms.Collector.collect

    def signalled(self: Any, *rest: Any, **named: Any) -> bool:
        signal.raise_signal(signal.SIGTERM)
        return collected(self, *rest, **named)

    monkeypatch.setattr(algorithms.Collector, "collect", signalled)
    assert main(["train", "kuhn_poker", "--decisions", "5000", "--out", "run", *SMALL]) == 143
    said = capsys.readouterr()
    assert "stopped at 500 decisions" in said.err and "warzoo resume run" in said.err and "Trained" not in said.out
    assert manifest("run").decisions == 500


@pytest.mark.parametrize("algorithm", ["dqn", "maskable-ppo"])
def test_the_advice_after_a_stop_is_a_command_that_goes_on(
    algorithm: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--algo", algorithm, "--opponents", "random", "--decisions", "2048", "--out", "a run", *SMALL]
    with monkeypatch.context() as patch:
        patch.setattr(runs.Watch, "_on_rollout_start", lambda self: self.stop(signal.SIGINT))
        assert main(["train", "kuhn_poker", *words]) == 130
    advice = capsys.readouterr().err.rpartition("go on with: warzoo ")[2]
    assert main(shlex.split(advice)) == 0
    assert manifest("a run").decisions >= 2048


def test_list_names_algorithms_opponents_and_the_zoo(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert all(
        f"  {name} " in out for name in ("random", "greedy", "heuristic", "flat:200", "mcts:1000", "zoo:standard")
    )
    assert all(f"  {name} " in out for name in CATALOGUE)


def test_an_opponent_at_a_table_it_was_not_trained_for_is_pointed_out() -> None:
    words = ["--set", "players=3", "--decisions", "512", "--out", "run", *SMALL]
    assert main(["train", "war_on_terror", *words]) == 0
    assert manifest("run").variants == [{"players": 3}]
    game = find("war_on_terror")
    opponent("./run", game, game.settings(players=3))
    with pytest.warns(OpponentWarning, match="trained with players=3, not with players=4 as here"):
        opponent("./run", game, game.settings(players=4))
    with pytest.warns(OpponentWarning, match="not with players=2 as here"):
        make_gym(game, opponents="./run", players=2)
    for line in (
        "arena war_on_terror --players ./run,random --deals 2 --no-controls --set players=4",
        "play war_on_terror --players ./run,random,random,random --set players=4 --seed 1",
    ):
        program = [sys.executable, "-m", "warzoo.training.shell"]
        done = subprocess.run([*program, *line.split()], capture_output=True, text=True, check=True)
        assert "warzoo: ./run: trained with players=3, not with players=4 as here\n" in done.stderr


def test_algorithms_and_the_catalogue_agree() -> None:
    assert list(CATALOGUE) == list(algorithms.ALGORITHMS)
    assert all(algorithms.ALGORITHMS[name].resumes == entry.resumes for name, entry in CATALOGUE.items())
