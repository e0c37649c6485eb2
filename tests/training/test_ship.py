"""A policy goes into the zoo under a name by which it is found again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from warzoo.envs import find
from warzoo.envs.core.errors import UsageError
from warzoo.models import checkpoint
from warzoo.models.network import Shape
from warzoo.models.opponents import opponent
from warzoo.training.measuring import arena
from warzoo.training.measuring.arena import silent
from warzoo.training.measuring.ship import level, ship
from warzoo.training.shell.cli import main

GAME = find("cards_of_war")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A policy that nobody trained; the zoo is empty."""
    monkeypatch.setattr(checkpoint, "ZOO", tmp_path / "zoo")
    shape = Shape(inputs=GAME.observation.width(), actions=GAME.actions.size, hidden=[8], shared=True)
    rng = np.random.default_rng(1)
    tensors = {name: rng.normal(size=size).astype(np.float32) for name, size in shape.tensors().items()}
    told = {"variants": [{"length": "short"}], "algorithm": "none", "command": "none", "seed": 0, "decisions": 0}
    checkpoint.save(tmp_path / "run", checkpoint.describe(GAME, shape, **told), tensors)
    return tmp_path / "run"


def test_a_shipped_policy_is_found_by_its_name_with_its_reports(run: Path) -> None:
    folder = ship(GAME, run, "mine-1", "best", 2, "flat:2", 2, silent)
    assert opponent("zoo:mine-1", GAME).name == "zoo:mine-1" and checkpoint.shelf(GAME) == ["mine-1"]
    page = (folder / "README.md").read_text()
    assert "--players zoo:mine-1,heuristic,greedy,random --deals 2 --seed 20000 --set length=short" in page
    assert "--players zoo:mine-1,flat:2 --deals 2" in page


def test_a_search_is_left_out_if_it_is_given_no_deals(run: Path) -> None:
    folder = ship(GAME, run, "mine-1", "best", 2, "flat:2", 0, silent)
    rows = checkpoint.load(folder, GAME).manifest.report["rows"]
    assert {row["against"] for row in rows if row["kind"] == "match"} == {"heuristic", "greedy", "random"}
    assert "flat:2" not in (folder / "README.md").read_text()


def test_a_policy_judged_on_a_cluster_is_the_one_judged_here_byte_for_byte(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "BLOCK", 16)  # games, so that there are many blocks
    monkeypatch.setattr(arena.Clock, "pace", property(lambda clock: clock.decisions))  # time is never the same twice

    def shipped(*more: str) -> dict[str, bytes]:
        words = f"ship cards_of_war {run} --name mine --deals 20 --searcher flat:2 --few 8"
        assert main([*words.split(), *more]) == 0
        return {file.name: file.read_bytes() for file in (checkpoint.ZOO / "cards_of_war" / "mine").iterdir()}

    here = shipped()
    assert shipped("--cluster", "local") == here and set(here) == {"README.md", "manifest.json", "policy.safetensors"}


def test_whoever_stops_it_finds_the_zoo_as_it_was(run: Path) -> None:
    def stop(done: int, games: int) -> None:
        raise KeyboardInterrupt

    def put_in() -> None:
        ship(GAME, run, "mine", "best", 2, "flat:2", 0, stop)

    with pytest.raises(KeyboardInterrupt):
        put_in()
    assert checkpoint.shelf(GAME) == []
    folder = ship(GAME, run, "mine", "sample", 2, "flat:2", 0, silent)
    before = {file: file.read_bytes() for file in folder.parent.rglob("*.*")}
    for work in (put_in, lambda: level(GAME, "mine", "weak", 2.5, None, 2, stop)):
        with pytest.raises(KeyboardInterrupt):
            work()
        assert {file: file.read_bytes() for file in folder.parent.rglob("*.*")} == before


@pytest.mark.parametrize(
    ("searcher", "complaint"), [("hal", "there is no opponent 'hal'"), ("zoo:mine+mcts:5", "not judged against itself")]
)
def test_a_searcher_that_cannot_be_is_refused_before_the_work(searcher: str, complaint: str, run: Path) -> None:
    with pytest.raises(UsageError, match=complaint):
        ship(GAME, run, "mine", "best", 1_000_000, searcher, 2, silent)


@pytest.mark.parametrize(("deals", "few"), [(1, 0), (1_000_000, 1), (1_000_000, -5)])
def test_too_few_deals_are_refused_before_the_work(deals: int, few: int, run: Path) -> None:
    with pytest.raises(UsageError, match="the arena needs 2 to"):
        ship(GAME, run, "mine", "best", deals, "flat:2", few, silent)


def test_a_zoo_that_cannot_be_written_to_is_refused_before_the_work(run: Path) -> None:
    (checkpoint.ZOO / GAME.name / "README.md").mkdir(parents=True)
    with pytest.raises(UsageError, match="cannot write"):
        ship(GAME, run, "mine", "best", 1_000_000, "flat:2", 0, silent)


@pytest.mark.parametrize("name", ["", "Mine", "über", "a b", "../mine", "x" * 65])
def test_a_name_that_no_opponent_can_have_is_refused_before_anything_is_written(name: str, run: Path) -> None:
    with pytest.raises(UsageError, match="a name in the zoo"):
        ship(GAME, run, name, "best", 2, "flat:2", 2, silent)
    assert not checkpoint.ZOO.exists()


def test_a_level_is_the_same_policy_hotter(run: Path) -> None:
    ship(GAME, run, "strong", "best", 2, "flat:2", 0, silent)
    folder = level(GAME, "strong", "weak", 2.5, None, 2, silent)
    strong, weak = opponent("zoo:strong", GAME), opponent("zoo:weak", GAME)
    assert (strong.heat, weak.heat, weak.name) == (0.0, 2.5, "zoo:weak") and checkpoint.shelf(GAME) == [
        "strong",
        "weak",
    ]
    states = GAME.deal(1, GAME.settings(length="short"), seed=1)
    observations, masks = GAME.look(states)
    logits = strong.logits_of_raw(observations)[0, masks[0] > 0] / 2.5
    assert weak.probabilities(observations * GAME.observation.scale(), masks)[0, masks[0] > 0] == pytest.approx(
        np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum(), abs=1e-5
    )
    page = (folder / "README.md").read_text()
    assert "at temperature 2.5" in page and "--players zoo:strong,zoo:weak,heuristic,greedy,random --deals 2" in page


def test_a_level_takes_no_trained_policys_place(run: Path) -> None:
    folder = ship(GAME, run, "strong", "best", 2, "flat:2", 0, silent)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with pytest.raises(UsageError, match="zoo:strong is a trained policy"):
        level(GAME, "strong", "strong", 2.0, None, 2, silent)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


@pytest.mark.parametrize("temperature", [0.0, -1.0, 1e9, float("nan")])
def test_a_temperature_is_warm(run: Path, temperature: float) -> None:
    ship(GAME, run, "strong", "best", 2, "flat:2", 0, silent)
    with pytest.raises(UsageError, match="temperature"):
        level(GAME, "strong", "weak", temperature, None, 2, silent)
    assert checkpoint.shelf(GAME) == ["strong"]


def test_a_level_may_look_ahead(run: Path) -> None:
    ship(GAME, run, "plain", "best", 2, "flat:2", 0, silent)
    folder = level(GAME, "plain", "strong", None, 4, 2, silent)
    strong, written_out = opponent("zoo:strong", GAME), opponent("zoo:plain+mcts:4", GAME)
    states = GAME.deal(20, GAME.settings(length="short"), seed=1)
    _, masks = GAME.look(states)
    words, which = np.arange(20, dtype=np.uint64), np.arange(20)
    assert (strong.act(states, which, masks, words) == written_out.act(states, which, masks, words)).all()
    assert strong.name == "zoo:strong" and "looking ahead by 4 playouts" in (folder / "README.md").read_text()


@pytest.mark.parametrize(("temperature", "playouts"), [(None, None), (2.0, 4), (None, 0), (None, 1 << 40)])
def test_a_level_is_one_or_the_other(run: Path, temperature: float | None, playouts: int | None) -> None:
    ship(GAME, run, "plain", "best", 2, "flat:2", 0, silent)
    with pytest.raises(UsageError, match="playouts"):
        level(GAME, "plain", "odd", temperature, playouts, 2, silent)
    assert checkpoint.shelf(GAME) == ["plain"]
