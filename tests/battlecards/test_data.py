"""The table of Battlecards as data: all of it is there, and each seat is told what it may know."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.state import Place
from warzoo.envs.battlecards.units import NATIONS, UNITS
from warzoo.envs.core.jit import COMPILED

from ..games import scaled, some_positions
from ..verbs import shown
from .table import (
    GERMANY,
    JAPAN,
    US,
    battle,
    choices,
    combined,
    dealt,
    draw,
    hold,
    keep,
    knows,
    new_game,
    place,
    play,
    throw_away,
    to_phase,
    win,
)


def faces(player):
    """All cards that may lie face down before a player, Kept Cards left out."""
    return [player["reserve"], *(stack["down"] for stack in player["stacks"].values())]


def test_units_of_a_nation_differ_in_name():
    for nation in range(len(NATIONS)):
        assert len({unit.name(nation) for unit in UNITS}) == len(UNITS)


def test_every_unit_and_every_card_is_somewhere_once():
    for options in GAME.variants:
        units, cards = set(), set()
        short = options if COMPILED else options | {"turn_cap": 12}
        for s in some_positions(GAME, short, scaled(60), np.random.default_rng(1))[:, None]:
            table = shown(s, None)
            players = table["players"].values()
            loose = [player["discards"] for player in players]
            loose += [part[zone] for p in players for part in p["stacks"].values() for zone in ("up", "withdrawn")]
            for face in (face for player in players for face in [*faces(player), player["kept"]]):
                assert face["cards"] == sum(face["shown"].values())
            down = [face["cards"] for player in players for face in faces(player)]
            units.add(sum(sum(zone.values()) for zone in loose) + sum(down) + sum(p["arsenal"] for p in players))
            lying = sum(deck["draw_pile"] + sum(deck["discards"].values()) for deck in table["decks"])
            mine = sum(player["kept"]["cards"] + len(player["won"]) for player in players)
            cards.add(lying + mine + int((s["place"] == Place.ASIDE).sum()))
            for deck in table["decks"]:
                assert sum(deck["numbers"]) == deck["draw_pile"]
        assert len(units) == len(cards) == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_at_set_up_the_others_show_not_even_how_many_cards_they_have(seat):
    s = dealt()
    for _ in range(2):
        table = shown(s, seat)["players"]
        own, other = faces(table[f"player_{seat}"]), faces(table[f"player_{1 - seat}"])
        assert sum(face["cards"] for face in own) == 6 and all(face["shown"] is not None for face in own)
        assert all(face == {"cards": None, "shown": None, "known": {}, "known_to": {}} for face in other)
        play(s, choices(s)[0])


def test_what_was_seen_is_known_and_its_owner_is_told_of_it():
    s = new_game()
    place(s, 1, "2 Marines", "Howitzers", "Hellcat Fighters")
    hold(s, 1, "Cruisers")
    keep(s, 1, "Air Support")
    draw(s, "Aerial Reconnaissance")
    play(s, "look at player_1's Ground stack")
    knows(s, 0, 1, "reserve", "Cruisers")
    seen, own = (shown(s, seat)["players"]["player_1"] for seat in (0, 1))
    ground = {"Marines": 2, "Howitzers": 1}
    assert seen["stacks"]["Ground"]["down"] == {"cards": 3, "shown": None, "known": ground, "known_to": {}}
    assert seen["stacks"]["Air"]["down"] == {"cards": 1, "shown": None, "known": {}, "known_to": {}}
    assert own["stacks"]["Ground"]["down"]["shown"] == ground
    assert own["stacks"]["Ground"]["down"]["known_to"] == {"player_0": ground}
    assert own["stacks"]["Air"]["down"]["known_to"] == {"player_0": {}}
    assert (seen["reserve"]["known"], own["reserve"]["known_to"]) == ({"Cruisers": 1}, {"player_0": {"Cruisers": 1}})
    assert seen["kept"] == {"cards": 1, "shown": None, "known": {}, "known_to": {}}
    assert own["kept"]["shown"] == {"Air Support": 1}


def test_kept_cards_that_were_seen_are_named():
    s = new_game()
    keep(s, 1, "Air Support", "Sabotage")
    draw(s, "Spy Ring")
    play(s, "look")
    kept = {"Air Support": 1, "Sabotage": 1}
    assert shown(s, 0)["players"]["player_1"]["kept"]["known"] == kept
    assert shown(s, 1)["players"]["player_1"]["kept"]["known_to"] == {"player_0": kept}


def test_a_battle_with_its_shot():
    s = battle(
        ["Admiral Yamamoto", "Destroyers"], ["2 Destroyers", "Fleet Carrier"], us_keeps=["Air Support", "Dug In"]
    )
    table = shown(s, 0)
    assert table["card"]["name"] == "Guadalcanal" and table["card"]["victory_points"] == 5
    assert "Japan" not in table["card"]["words"].partition("against")[0]
    fight = table["battle"]
    assert (fight["aggressor"]["players"], fight["defender"]["players"]) == (["player_1"], ["player_0"])
    assert fight["flipped"] and fight["round"] == 0 and fight["aggressor"]["classes"] == ["Ground", "Air", "Sea"]
    play(s, "no Sabotage")
    to_phase(s, 2)
    play(s, "fire Destroyers")
    assert (shown(s, 0)["shot"]["target"], shown(s, 0)["shot"]["hits"]) == (None, None)
    play(s, "aim at player_0's Destroyers")
    table = shown(s, 0)
    assert table["shot"] == {
        "shooter": {"player": "player_1", "unit": "Destroyers"},
        "target": {"player": "player_0", "unit": "Destroyers"},
        "attack": 6,
        "defense": 4,
        "boost": 0,
        "guard": 0,
        "hits": [5, 6],
    }
    sides = (table["battle"][side]["units"] for side in ("aggressor", "defender"))
    ours, theirs = ({unit["unit"]: unit for unit in units} for units in sides)
    assert theirs["Destroyers"]["attack"] == {"Ground": 5, "Air": 5, "Sea": 7}
    assert (ours["Destroyers"]["copies"], ours["Destroyers"]["ready"], ours["Fleet Carrier"]["phase"]) == (2, 1, 4)
    play(s, "Air Support")
    assert shown(s, 0)["shot"]["boost"] == 2 and shown(s, 0)["shot"]["hits"] == [5, 6, 7, 8]
    assert shown(s, 0)["decks"][0]["discards"]["Air Support"] == 2
    assert table["players"]["player_1"]["stacks"]["Sea"]["up"] == {"Destroyers": 2, "Fleet Carrier": 1}


def test_units_that_withdraw_are_no_longer_in_the_battle():
    s = battle(["2 Destroyers"], ["2 Cruisers"])
    while shown(s, 0)["phase"] != "withdraw":
        play(s, "hold fire")
    play(s, "withdraw Cruisers")
    stack = shown(s, 0)["players"]["player_1"]["stacks"]["Sea"]
    assert (stack["up"], stack["withdrawn"]) == ({"Cruisers": 1}, {"Cruisers": 1})


def test_a_card_on_offer_is_open_to_the_two_allies():
    s = combined()
    hold(s, GERMANY, "Destroyers", "Cruisers")
    hold(s, JAPAN, "Val Dive Bombers")
    play(s, "aid 2", "offer Cruisers")
    assert [shown(s, seat)["offer"] for seat in (None, 0, 1, 2, 3)] == ["Cruisers", "Cruisers", None, "Cruisers", None]
    assert shown(s, JAPAN)["players"]["player_0"]["reserve"]["known"] == {"Cruisers": 1}


def test_victories_and_losses_lie_open():
    s = combined()
    win(s, US, "Saipan")
    throw_away(s, US, "3 Marines")
    table = shown(s, GERMANY)
    player = table["players"]["player_3"]
    assert (player["nation"], player["side"], player["won"], player["discards"]) == (
        "US",
        "Allies",
        {"Saipan": 4},
        {"Marines": 3},
    )
    assert table["victory_points"] == {"Axis": 0, "Allies": 4} and player["victory_points"] == 4
    assert [deck["name"] for deck in table["decks"]] == ["Western Europe", "Pacific"]
    assert "Saipan" not in table["decks"][1]["to_come"] and table["decks"][1]["to_come"]["Okinawa"] == 4
