"""The table of War on Terror as data: all of it is there, and each seat is told what it may know."""

from __future__ import annotations

from collections import Counter

import numpy as np

from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.cards import CARDS
from warzoo.envs.war_on_terror.state import DECK_SIZE

from ..games import scaled, some_positions
from ..verbs import shown
from .table import choices, hold, lay, new_game, play, throw_away, turn_down

POINTS = {card.name: card.points for card in CARDS}
COPIES = Counter({card.name: card.copies for card in CARDS})


def test_every_card_is_somewhere_once():
    for options in GAME.variants:
        for s in some_positions(GAME, options, scaled(100), np.random.default_rng(1))[:, None]:
            table = shown(s, None)
            named = Counter([table["play"]["card"]] if table["phase"] == "take" else [])  # lies nowhere yet
            named.update(table["discards"])
            for player in table["players"].values():
                assert player["cards"] == len(player["hand"])
                assert player["force"] == sum(POINTS[lying["card"]] for lying in player["row"] if lying["up"])
                named.update([*player["hand"], *(lying["card"] for lying in player["row"])])
            assert named <= COPIES and named.total() + table["draw_pile"] == DECK_SIZE


def test_a_card_taken_is_known_to_all_and_its_holder_knows_that():
    s = new_game(players=3)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    hold(s, 2, "Infantry Division")
    play(s, "Infiltrators", "take next 1")
    own, others = shown(s, 0)["players"], [shown(s, seat)["players"]["player_0"] for seat in (1, 2)]
    assert own["player_0"]["hand"] == ["Frigate", "Destroyer"] and own["player_0"]["known"] == []
    assert own["player_0"]["known_to"] == {"player_1": ["Destroyer"], "player_2": ["Destroyer"]}
    assert (own["player_2"]["hand"], own["player_2"]["known"], own["player_2"]["cards"]) == (None, [], 1)
    for player in others:
        assert (player["hand"], player["known"], player["known_to"]) == (None, ["Destroyer"], {})
        assert player["row"] == [] and player["cards"] == 2
    assert own["player_1"]["row"] == [{"card": "Infiltrators", "up": True}]
    everything = shown(s, None)["players"]
    assert everything["player_2"]["hand"] == ["Infantry Division"]
    assert everything["player_0"]["known_to"] == own["player_0"]["known_to"]


def test_a_card_in_play_is_shown_with_what_it_aims_at():
    s = new_game(players=2, country="Libya")
    throw_away(s, "Frigate", "World Opinion")
    lay(s, 1, "Leaflet Drop", "Destroyer")
    turn_down(s, 1, "Leaflet Drop")
    hold(s, 0, "Carpet Bombing")
    hold(s, 1, "Escort Screen")
    assert shown(s, 1)["play"] is None
    play(s, "Carpet Bombing", "turn over next 2")
    table = shown(s, 0)
    target = {"player": "player_1", "place": 1}
    assert table["play"] == {
        "card": "Carpet Bombing",
        "player": "player_0",
        "carries_out": "card",
        "turns_left": 1,
        "target": target,
    }
    assert table["players"]["player_1"]["row"][0] == {"card": "Leaflet Drop", "up": False}
    assert table["phase"] == "prevent" and "prevent with Escort Screen" in choices(s)
    assert table["country"]["name"] == "Libya" and table["country"]["value"] == 3 and "Libya" not in table["to_come"]
    assert sorted(table["discards"]) == ["Frigate", "World Opinion"] and table["waiting"] == ["player_1"]
    assert (table["opened_by"], table["points_to_win"], table["rounds_done"]) == ("player_0", 10, 0)
