"""The shipped opponents: small, sound, stronger than the simple bot, and honest about it."""

from __future__ import annotations

import json

import pytest

from warzoo.envs.core.jit import COMPILED
from warzoo.models import checkpoint
from warzoo.models.guided import GuidedSearch
from warzoo.models.opponents import opponent
from warzoo.training.measuring.arena import match

from ..games import GAMES

PLAYERS = [(game, path) for game in GAMES for path in sorted((checkpoint.ZOO / game.name).glob("*")) if path.is_dir()]
LEVELS = [(game, path) for game, path in PLAYERS if (path / checkpoint.LEVEL).exists()]
SHIPPED = [entry for entry in PLAYERS if entry not in LEVELS]
GAMES_A_POLICY, FEWEST = 240, 8  # deals from all seats, shared among its variants; deals of one
DEALS_A_LEVEL = 30
each_shipped = pytest.mark.parametrize(("game", "path"), SHIPPED, ids=[f"{g.name}-{p.name}" for g, p in SHIPPED])


def test_a_game_in_the_zoo_has_a_standard_opponent():
    in_the_zoo = {path.name for path in checkpoint.ZOO.iterdir() if path.is_dir()}
    assert in_the_zoo == {game.name for game, path in SHIPPED if path.name == "standard"} != set()


@each_shipped
def test_a_shipped_opponent_is_small_and_loads(game, path):
    assert {file.name for file in path.iterdir()} == {"policy.safetensors", "manifest.json", "README.md"}
    assert sum(file.stat().st_size for file in path.iterdir()) < 3 << 20
    assert checkpoint.load(path, game).manifest.command.startswith(
        (f"warzoo train {game.name}", f"warzoo join {game.name}")
    )


@each_shipped
def test_a_shipped_opponent_is_as_strong_as_its_report_says(game, path):
    """Fresh deals, not those of the report: the score against greedy lies near the reported one."""
    manifest = checkpoint.load(path, game).manifest
    for row in manifest.report["rows"]:
        if row["kind"] != "match" or not row["player"].startswith("zoo:") or row["against"] != "greedy":
            continue
        options = game.settings(**row["options"])
        entrants = [opponent(f"zoo:{path.name}", game), opponent("greedy", game)]
        deals = max(FEWEST, GAMES_A_POLICY // (options.players * len(manifest.variants))) if COMPILED else 3
        fresh = match(game, entrants, deals, 7, options, controls=False).rows[0]
        assert row["low"] > row["even"]
        if COMPILED:
            assert fresh.low - 0.02 < row["score"] < fresh.high + 0.02


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_two_levels_below_the_standard(game):
    levels = {path.name: json.loads((path / checkpoint.LEVEL).read_text()) for g, path in LEVELS if g is game}
    hot = [levels[name]["temperature"] for name in ("medium", "easy") if levels[name]["of"] == "standard"]
    assert len(hot) == 2 and hot == sorted(hot)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("{", "level.json: the whole: Invalid JSON"),
        ('{"of": "standard"}', "level.json: the whole: .* a temperature or a number of playouts"),
        ('{"of": "standard", "playouts": 0}', "level.json: playouts: Input should be greater than or equal to 1"),
        ('{"of": "standard", "temperature": 0}', "level.json: temperature: Input should be greater than 0"),
        ('{"of": "nobody", "temperature": 2}', "has no 'nobody'"),
        ('{"of": "odd", "temperature": 2}', "odd is a level itself"),
    ],
)
def test_a_level_that_cannot_be_used_says_why(level, words, tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "ZOO", tmp_path)
    folder = tmp_path / GAMES[0].name / "odd"
    folder.mkdir(parents=True)
    (folder / checkpoint.LEVEL).write_text(level)
    with pytest.raises(checkpoint.BadCheckpoint, match=words):
        opponent("zoo:odd", GAMES[0])


@pytest.mark.parametrize(("game", "path"), LEVELS, ids=[f"{g.name}-{p.name}" for g, p in LEVELS])
def test_a_level_is_small_and_looks_ahead_or_is_weaker_than_the_policy_that_it_draws_from(game, path):
    assert {file.name for file in path.iterdir()} == {"level.json", "README.md"}
    level, told = opponent(f"zoo:{path.name}", game), checkpoint.read_level(path)
    full = opponent(f"zoo:{told.of}", game)
    if told.playouts:  # what that is worth, tests/models/test_guided.py sees
        assert isinstance(level, GuidedSearch) and level.budget == told.playouts
        return
    options = game.settings(**full.variants[0])
    row = match(game, [level, full], DEALS_A_LEVEL if COMPILED else 1, 7, options, controls=False).rows[0]
    assert not COMPILED or row.high < row.even
