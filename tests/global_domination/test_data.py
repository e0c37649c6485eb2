"""The table of Global Domination as data: all of it is there, and each seat is told what it may know."""

from __future__ import annotations

from collections import Counter

import numpy as np

from warzoo.envs.core.jit import COMPILED
from warzoo.envs.global_domination import GAME
from warzoo.envs.global_domination.state import MORE_COPIES, START_CARDS

from ..games import scaled, some_positions
from ..verbs import shown
from .table import deck, hold, logistics, new_game, place, play, redealt, score, throw_away, turn, weak


def test_every_card_is_somewhere_once():
    for options in GAME.variants if COMPILED else GAME.variants[::5]:
        for s in some_positions(GAME, options, scaled(60), np.random.default_rng(1))[:, None]:
            table, players = shown(s, None), int(s["players"][0])
            cards = Counter(table["stacks"])
            for player in table["players"].values():
                assert not Counter(player["hand"]) - Counter(player["owned"])
                assert not Counter(player["known"]) - Counter(player["hand"])
                assert player["cards"] == len(player["hand"])
                assert player["draw_deck"] == len(player["owned"]) - len(player["hand"])
                cards.update([*player["owned"], *player["discards"]])
            in_use = table["use"] and table["use"]["way"] not in ("discard 1", "discard 2")
            cards.update([table["use"]["card"]] if in_use else [])
            wanted = dict.fromkeys(table["stacks"], players + MORE_COPIES) | {"Domination": players * START_CARDS}
            assert cards == wanted


def test_a_hand_is_for_its_owner_what_is_owned_for_all():
    s = new_game(2)
    deck(s, 1, "Fog of War", "Domination")
    hold(s, 1, "Airborne Forces")
    throw_away(s, 1, "Megastorm")
    score(s, 20, 3)
    logistics(s, 5, 7)
    own, other = (shown(s, seat)["players"]["player_1"] for seat in (1, 0))
    assert own["hand"] == ["Airborne Forces"] and own == other | {"hand": own["hand"]}
    assert (other["hand"], other["known"], other["cards"], other["draw_deck"]) == (None, [], 1, 2)
    assert sorted(other["owned"]) == ["Airborne Forces", "Domination", "Fog of War"]
    assert "Megastorm" in other["discards"] and (other["victory_points"], other["logistics"]) == (3, 7)
    assert shown(redealt(s, 0, 1), 0) == shown(s, 0)


def test_the_map_and_the_card_in_use():
    s = new_game(3)
    hold(s, 0, "Domination")
    place(s, 0, "Andes")
    weak(s, 2, "Pampas", "North Atlantic")
    play(s, "Domination", "attack", "Pampas")
    table = shown(s, 1)
    areas = {area["name"]: area for area in table["areas"]}
    assert [(areas[name]["owner"], areas[name]["strength"]) for name in ("Andes", "Pampas", "North Atlantic")] == [
        ("player_0", "full"),
        (None, None),
        ("player_2", "struggling"),
    ]
    assert areas["Andes"]["region"] == "South America" and areas["Andes"]["resource"] == "Ore"
    assert areas["North Atlantic"]["region"] is None and "MED" in areas["North Atlantic"]["borders"]
    assert table["use"] == {
        "card": "Domination",
        "player": "player_0",
        "way": "attack",
        "builds": 0,
        "reductions": 2,
        "either": 0,
        "regions": [],
        "due": {},
    }
    assert (table["phase"], table["mover"], table["used"]) == ("area", "player_0", True)
    assert table["players"]["player_2"]["map_scores"] == 2
    play(s, "done")
    assert shown(s, 1)["use"] is None


def test_who_is_still_asked_for_a_card_out_of_turn():
    s = new_game(4)
    for seat in (1, 3):
        hold(s, seat, "Airborne Forces")
    play(s, "Domination", "build", "Andes", "done")
    table = shown(s, 0)
    assert turn(s) == 1 and table["phase"] == "interrupt" and table["waiting"] == ["player_2", "player_3"]
