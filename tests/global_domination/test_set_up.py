"""The map, the cards, the options, and how a game begins."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import choices as option_choices
from warzoo.envs.global_domination import GAME
from warzoo.envs.global_domination.board import ALL, AREAS, BORDERS, CODES, LAND, LANDS, SEAS, Region, Resource
from warzoo.envs.global_domination.cards import CARDS, IDS, Text
from warzoo.envs.global_domination.state import NOT_IN_PLAY, SEATS

from .audit import audit
from .table import discards, forces, hand, known, new_game, payoffs, play, sight, squares, vp

each_count = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])

CHOSEN = (
    "airborne_forces",
    "bio_weapons",
    "carrier_task_force",
    "fog_of_war",
    "insurgents",
    "megastorm",
    "military_base",
    "nuclear_winter",
    "surrender",
    "tactical_nukes",
)


# The map


@pytest.mark.rule("GD-16", "GD-17", "GD-18")
def test_six_regions_of_three_areas_and_seven_seas():
    assert len(AREAS) == 25 and len({area.name for area in AREAS}) == len(set(CODES)) == 25
    regions = [area.region for area in AREAS]
    assert [regions.count(region) for region in Region] == [3] * 6 + [7]
    assert all(region != Region.NONE for region in regions[:LANDS]) and LANDS == 18


@pytest.mark.rule("GD-19", "GD-20", "GD-21")
def test_each_resource_lies_in_three_regions():
    lands = AREAS[:LANDS]
    for resource in list(Resource)[:6]:
        assert len({area.region for area in lands if area.resource == resource}) == 3
    assert all(area.resource != Resource.NONE for area in lands)
    assert all(area.resource == Resource.NONE for area in AREAS[LANDS:])


@pytest.mark.rule("GD-22")
def test_borders_go_both_ways_and_are_as_many_as_on_the_map():
    pairs = {(a, b) for a in range(25) for b in range(25) if BORDERS[a] >> b & 1}
    assert all((b, a) in pairs and a != b for a, b in pairs)
    land = sum(a < LANDS and b < LANDS for a, b in pairs) // 2
    sea = sum(a >= LANDS and b >= LANDS for a, b in pairs) // 2
    assert (land, len(pairs) // 2 - land - sea, sea) == (23, 31, 8)
    for a in range(LANDS):
        assert BORDERS[a] & SEAS and bin(int(BORDERS[a] & LAND)).count("1") >= 2
    assert LAND | SEAS == ALL and not LAND & SEAS


BRIDGES = "NA1-SA1 EU3-AS1 EU3-AS3 AF2-AS1 AS2-AU3"  # land borders that leave a Region
STRAITS = "ARC-NAT ARC-NPA NAT-SAT NAT-MED SAT-SPA SAT-IND NPA-SPA SPA-IND"
COASTS = {
    "ARC": "NA3 EU2 EU3 AS3",
    "NAT": "NA2 NA3 SA1 EU1 EU2 AF1",
    "SAT": "SA3 AF1 AF3",
    "NPA": "NA1 AS3 AU3",
    "SPA": "SA1 SA2 AU2 AU3",
    "IND": "AF2 AF3 AS1 AS2 AU1 AU3",
    "MED": "EU1 EU3 AF1 AF2 AS1",
}


@pytest.mark.rule("GD-22")
def test_borders_are_those_inside_regions_and_these():
    inside = [(a.code, b.code) for a in AREAS[:LANDS] for b in AREAS[:LANDS] if a.region == b.region and a != b]
    across = [tuple(pair.split("-")) for pair in f"{BRIDGES} {STRAITS}".split()]
    coasts = [(sea, land) for sea, lands in COASTS.items() for land in lands.split()]
    borders = {frozenset(pair) for pair in inside + across + coasts}
    assert {frozenset((area.code, code)) for area in AREAS for code in area.borders.split()} == borders


def test_the_whole_map_hangs_together():
    reached = 1
    for _ in range(25):
        reached |= sum(1 << b for b in range(25) if any(reached >> a & 1 and BORDERS[a] >> b & 1 for a in range(25)))
    assert reached == ALL


# The cards


@pytest.mark.rule("GD-11", "GD-R40")
def test_the_24_types_of_action_card():
    assert len(CARDS) == 25 and CARDS[0].name == "Domination" and len(IDS) == 25
    assert "Strategic Bombers" not in IDS
    options = option_choices(GAME.options.model_fields["stacks"])
    assert [name.lower().replace(" ", "_") for name in list(IDS)[1:]] == list(options)


VALUES = {
    "Domination": (3, 3),
    "Airborne Forces": (6, 6),
    "Amphibious Assault": (5, 5),
    "Attack Helicopters": (5, 5),
    "Bad Leadership": (4, 5),
    "Bio Weapons": (4, 4),
    "Carrier Task Force": (5, 5),
    "Fog of War": (6, 4),
    "Global Disruption": (4, 5),
    "Insurgents": (5, 4),
    "Megastorm": (3, 5),
    "Military Base": (6, 2),
    "Nuclear Winter": (3, 5),
    "Out of Supply": (4, 5),
    "Propaganda War": (4, 4),
    "Show of Force": (4, 6),
    "Supply Depots": (6, 3),
    "Surrender": (4, 5),
    "Tactical Nukes": (3, 6),
}


@pytest.mark.rule("GD-31", "GD-66", "GD-86")
def test_build_and_reduction_values():
    for card in CARDS:
        assert (card.build, card.reduction) == VALUES.get(card.name, (3, 3)), card.name
        assert (card.text == Text.NONE) == (card.name == "Domination") == (card.words == "")
    assert [card.name for card in CARDS if card.price] == ["Show of Force", "Tactical Nukes"]


# How a game begins


@pytest.mark.rule("GD-01", "GD-02", "GD-03", "GD-04", "GD-05", "GD-15", "GD-38", "GD-R02", "GD-R39")
@each_count
def test_an_empty_map_and_tokens_at_their_starts(players):
    s = new_game(players)
    audit(s)
    assert squares(s) == [4] * players and vp(s) == [0] * players
    assert all(not forces(s, seat) for seat in range(players))
    assert s[0].game_turn == 1 and not s[0].over
    play(s, "Domination", "build", "Andes", "done")
    assert forces(s, 0) == {"Andes": 1}


@pytest.mark.rule("GD-06", "GD-07", "GD-42")
@each_count
def test_the_first_player_is_drawn_and_opens(players):
    states = GAME.deal(600, GAME.settings(players=players), seed=4)
    assert (np.bincount(states["first"], minlength=players) > 0.7 * 600 / players).all()
    assert (states["turn"] == states["first"]).all() and (states["mover"] == states["first"]).all()
    assert sight(states[:1], int(states["first"][0])).first.tolist() == [1, 0, 0, 0, 0, 0]


@pytest.mark.rule("GD-08", "GD-09", "GD-10", "GD-40", "GD-41")
@each_count
def test_everybody_draws_his_four_domination_cards(players):
    s = new_game(players)
    for seat in range(players):
        assert hand(s, seat) == known(s, seat) == ["Domination"] * 4 and discards(s, seat) == []
    assert s[0].deck.sum() == 0 and s[0].hand.sum() == 4 * players


@pytest.mark.rule("GD-12", "GD-13", "GD-14")
@each_count
def test_ten_stacks_any_of_them(players):
    states = GAME.deal(300, GAME.settings(players=players), seed=2)
    in_play = states["stock"] != NOT_IN_PLAY
    assert (in_play.sum(1) == 10).all() and not in_play[:, 0].any()
    assert (states["stock"][in_play] == players + 4).all()
    shares = in_play[:, 1:].mean(0)
    assert shares.min() > 0.3 and shares.max() < 0.54


@pytest.mark.rule("GD-12", "GD-13")
def test_ten_stacks_by_name():
    s = new_game(3, stacks=CHOSEN)
    assert sorted(np.flatnonzero(s[0].stock != NOT_IN_PLAY)) == sorted(
        IDS[card.name] for card in CARDS if card.name.lower().replace(" ", "_") in CHOSEN
    )
    assert sight(s, 1).in_play.sum() == 10 and sight(s, 1).stock.max() == 7


def test_ten_stacks_or_none():
    for stacks in (CHOSEN[:9], (*CHOSEN, "ore_control"), ("domination",)):
        with pytest.raises(UsageError, match="stacks"):
            GAME.settings(stacks=stacks)


@pytest.mark.rule("GD-R01")
def test_two_to_six_players():
    assert GAME.settings().players == 4
    for players in range(2, 7):
        s = new_game(players)
        assert sight(s, 0).present.tolist() == [1] * players + [0] * (SEATS - players)
    for players in (1, 7):
        with pytest.raises(UsageError, match="players"):
            GAME.settings(players=players)


@pytest.mark.rule("GD-R03")
def test_three_to_twelve_game_turns():
    assert GAME.settings().game_turns == 8
    for game_turns in (3, 12):
        s = new_game(game_turns=game_turns)
        for _ in range(game_turns):
            assert not s[0].over
            play(s, "done", "done")
        assert s[0].over and payoffs(s) == [0, 0]
    for game_turns in (2, 13):
        with pytest.raises(UsageError, match="game_turns"):
            GAME.settings(game_turns=game_turns)
