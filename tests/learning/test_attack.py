"""`warzoo attack`: a best response to a frozen opponent, held against the exact one of a game that is solved."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from warzoo.envs import kuhn_poker
from warzoo.envs.core.errors import UsageError
from warzoo.models import checkpoint
from warzoo.models.opponents import opponent
from warzoo.training.learning import algorithms, attack, runs
from warzoo.training.learning import settings as settings_of
from warzoo.training.learning.settings import DECISIONS_MOST, Settings
from warzoo.training.measuring.exploit import Tree
from warzoo.training.shell import attack as command
from warzoo.training.shell.cli import main

SMALL = ["--hidden", "16", "--games", "128", "--rollout", "2048", "--batch-size", "256"]
SMALL += ["--learning-rate", "0.005", "--ladder-deals", "4"]
SETTINGS = Settings(game="kuhn_poker", hidden=[16], games=32, rollout=512, batch_size=64, decisions=512, ladder=[])


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def victim() -> str:
    """A policy that has learnt next to nothing."""
    return str(runs.run(SETTINGS, Path("victims/one"), quiet=True))


def bounds(place: str) -> list[Any]:
    return list(json.loads((Path(place) / attack.BOUNDS).read_text()))


def test_what_is_won_comes_near_the_exact_best_response_and_never_exceeds_it(
    victim: str, kuhn: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["attack", "kuhn_poker", victim, "--decisions", "60000", "--out", "out", *SMALL]
    assert main(words) == 0
    [bound] = bounds("out")
    chips = kuhn.answers("victim", opponent(victim, kuhn_poker.GAME).odds).exploitability
    exact = chips / kuhn.most / 2  # a share of wins is half a payoff
    assert exact > 0.03 and bound["low"] <= exact * 1.05 and bound["beyond"] > 0.75 * exact
    assert bound["low"] < bound["beyond"] < bound["high"]
    said = capsys.readouterr().out
    assert f"beyond even: {victim} can be exploited by that at least" in " ".join(said.split())
    assert {row["player"].partition(",")[0] for row in bound["report"]["rows"]} == {"scratch", "warm"}
    for name in ("scratch", "warm"):
        settings = settings_of.read(Path("out") / name)
        assert (settings.pool_share, settings.pool_bots, settings.snapshots) == (1.0, [victim], 0)
        assert settings.warm_start == (victim if name == "warm" else None)
        assert (settings.minutes, settings.decisions) == (0, 60_000)


def test_the_warm_one_begins_with_the_victims_weights_and_the_other_does_not(victim: str) -> None:
    ways = attack.ways(SETTINGS, {}, victim)
    known = checkpoint.load(Path(victim), kuhn_poker.GAME).tensors
    for name, settings in ways.items():
        model = algorithms.find("selfplay-ppo").build(kuhn_poker.GAME, [kuhn_poker.GAME.settings()], settings)
        shape = algorithms.network_of(kuhn_poker.GAME, settings)
        tensors = algorithms.tensors_of_ppo(model, shape)
        assert all(np.array_equal(tensors[one], known[one]) for one in known) == (name == "warm")
        likeness = zip(model.policy.parameters(), model.magnet.parameters(), strict=True)
        assert all((fast == slow).all() for fast, slow in likeness)


@pytest.mark.parametrize("way", ["scratch", "warm"])
def test_one_of_the_two_alone_makes_the_same_run_and_is_judged(way: str, victim: str) -> None:
    words = ["attack", "kuhn_poker", victim, "--decisions", "4096", "--deals", "64", "--out", "out", *SMALL]
    assert main([*words, "--way", way]) == 0
    assert [path.name for path in Path("out").iterdir() if path.is_dir()] == [way]
    [bound] = bounds("out")
    assert {row["player"].partition(",")[0] for row in bound["report"]["rows"]} == {way}
    before = checkpoint.load(Path("out") / way, kuhn_poker.GAME).tensors
    assert main(words) == 0
    again = checkpoint.load(Path("out") / way, kuhn_poker.GAME).tensors
    assert all((before[name] == again[name]).all() for name in before)
    assert {path.name for path in Path("out").iterdir() if path.is_dir()} == {"scratch", "warm"}


def test_a_network_of_another_shape_is_attacked_by_one_of_its_own(victim: str) -> None:
    ways = attack.ways(SETTINGS.changed(hidden=[8], shared=False), {}, victim)
    assert (ways["scratch"].hidden, ways["scratch"].shared) == ([8], False)
    assert (ways["warm"].hidden, ways["warm"].shared) == ([16], True)
    runs.run(ways["warm"].changed(decisions=512), Path("run"), quiet=True)


def test_who_is_no_network_is_attacked_from_scratch_alone() -> None:
    assert list(attack.ways(SETTINGS, {}, "random")) == ["scratch"]


@pytest.mark.parametrize("other", ["random", "another shape"])
def test_only_a_network_of_the_same_shape_can_be_begun_with(other: str, victim: str) -> None:
    settings = SETTINGS.changed(warm_start="random") if other == "random" else SETTINGS.changed(hidden=[8])
    with pytest.raises(UsageError, match=r"no trained network|--hidden 16 --shared"):
        runs.run(settings.changed(warm_start=settings.warm_start or victim), Path("run"), quiet=True)
    assert not Path("run").exists()


def test_an_attack_that_was_stopped_goes_on_by_the_same_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["attack", "kuhn_poker", "random", "--decisions", "4096", "--deals", "64", "--out", "out", *SMALL]
    collected = algorithms.Collector.collect

    def signalled(self: Any, *rest: Any, **named: Any) -> bool:
        signal.raise_signal(signal.SIGINT)
        return collected(self, *rest, **named)

    with monkeypatch.context() as patch:
        patch.setattr(algorithms.Collector, "collect", signalled)
        assert main(words) == 130
    assert "stopped at 2,048 decisions; the same command with --out out goes on" in capsys.readouterr().err
    assert main(words) == 0
    assert settings_of.read(Path("out/scratch")).decisions == 4096 and len(bounds("out")) == 1
    assert main([*words, "--seed", "7"]) == 2
    assert "holds another attack" in capsys.readouterr().err


def test_an_attack_sits_at_the_tables_the_victim_was_made_for(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_of.load("war_on_terror")
    two = attack.ways(settings, {"players": 2}, "zoo:standard")["scratch"]
    assert two.option_sets() == [{"players": 2}]
    all_tables = attack.ways(settings.changed(variants=[]), {}, "zoo:standard")["scratch"].option_sets()
    assert [options.get("players", 2) for options in all_tables] == [2, 3, 4]


def test_a_bound_that_bounds_nothing_says_so() -> None:
    report = attack.Report(game="x", version=0, options={}, seed=0, deals=2, rows=[], ratings=[])
    bound = attack.Bound(victim="v", attacker="a", beyond=0.01, low=-0.01, high=0.03, report=report)
    assert "bounds nothing" in str(bound)
    assert "at least" in str(bound.model_copy(update={"low": 0.001}))


@pytest.mark.parametrize(
    ("words", "minutes", "decisions"),
    [
        ("", 30, DECISIONS_MOST),
        ("--preset refine", 27, DECISIONS_MOST),
        ("--preset refine --minutes 40", 40, DECISIONS_MOST),
        ("--preset refine --decisions 5000", 0, 5000),
        ("--minutes 40 --decisions 5000", 40, 5000),
    ],
)
def test_an_attack_is_as_long_as_is_asked_for(
    words: str, minutes: float, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Settings] = []
    monkeypatch.setattr(command.Attack, "run", lambda self: seen.append(self.settings))
    assert main(["attack", "war_on_terror", "random", *words.split()]) == 0
    assert (seen[0].minutes, seen[0].decisions) == (minutes, decisions)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("kuhn_poker hal", "there is no opponent 'hal'"),
        ("kuhn_poker engine:x", "a run starts no commands"),
        ("chess random", "there is no game 'chess'"),
        ("kuhn_poker random --set colour=red", "has no option 'colour'"),
        ("kuhn_poker random --deals 1 --decisions 1", "the arena needs 2 to"),
        ("kuhn_poker random --way warm", "random is no network: it is attacked from scratch alone"),
    ],
)
def test_a_mistake_ends_in_one_sentence(words: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["attack", *words.split()]) == 2
    assert complaint in capsys.readouterr().err and not list(Path().iterdir())
