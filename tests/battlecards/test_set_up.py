"""Decks, Reserves, and the first deployment."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.conflict import (
    BATTLE_ON,
    BATTLES,
    BY_THEATRE,
    KINDS,
    NUMBER,
    ORDERS,
    PACIFIC,
    STARTERS,
    Kind,
)
from warzoo.envs.battlecards.state import Place
from warzoo.envs.battlecards.units import COPIES, KIND, UNITS, Class

from .table import arsenal, choices, dealt, kinds, new_game, payoffs, phase, play, redealt, reserve, stacks, turn


def deploy(s, times):
    """Seats deploy the first card that they may, so many times."""
    for _ in range(times):
        play(s, choices(s)[0])


@pytest.mark.rule("BC-01", "BC-R79")
@pytest.mark.parametrize(
    "theatre, infantry",
    [
        ("pacific", ["Imperial Infantry", "Army Infantry"]),
        ("europe", ["Grenadiers", "Infantry"]),
        ("combined", ["Grenadiers", "Infantry", "Imperial Infantry", "Army Infantry"]),
    ],
)
def test_each_theatre_seats_its_nations(theatre, infantry):
    s = new_game(theatre)
    assert [arsenal(s, seat).count(name) for seat, name in enumerate(infantry)] == [6] * len(infantry)
    assert s[0].players == len(infantry) == len(payoffs(s))


@pytest.mark.rule("BC-02", "BC-05")
def test_a_conflict_deck_has_54_cards_of_five_groups():
    s = dealt()
    assert (s[0].place[0] == Place.DECK).sum() == s[0].pile_n[0] == 54
    assert (s[0].place[1] == Place.DECK).sum() == 0
    groups = [ORDERS[Kind(kind)].group if kind else "Battle" for kind in kinds(s).tolist()]
    assert {group: groups.count(group) for group in set(groups)} == {
        "Battle": 20,
        "Buildup": 14,
        "Intelligence": 4,
        "Keep": 10,
        "Immediate": 6,
    }
    copies = {ORDERS[Kind(kind)].name: n for kind, n in enumerate(np.bincount(KINDS[:STARTERS]).tolist()) if kind}
    assert copies == {
        "Reinforcements": 6,
        "Mobilisation": 4,
        "General Mobilisation": 4,
        "Aerial Reconnaissance": 2,
        "Code Breakers": 1,
        "Spy Ring": 1,
        "Air Support": 2,
        "Naval Gunfire": 1,
        "Dug In": 2,
        "Evasive Action": 2,
        "Sabotage": 1,
        "Counterattack": 2,
        "Air Raid": 1,
        "Torpedo Ambush": 1,
        "Supply Crisis": 1,
        "Lost Orders": 1,
        "Rapid Deployment": 1,
        "Salvage": 1,
    }
    assert np.bincount(NUMBER[:STARTERS]).tolist() == [0] + [6] * 9


@pytest.mark.rule("BC-03", "BC-04", "BC-07")
def test_each_side_has_an_arsenal_of_50_of_its_own():
    s = new_game()
    for seat in range(2):
        assert len(arsenal(s, seat)) == 50
    assert [int(COPIES[kind == KIND].sum()) for kind in Class] == [20, 15, 15]
    assert arsenal(s, 0).count("Zero Fighters") == arsenal(s, 1).count("Hellcat Fighters") == 6
    assert arsenal(s, 0).count("Admiral Yamamoto") == 1 and "Admiral Nimitz" not in arsenal(s, 0)


@pytest.mark.rule("BC-46", "BC-R83")
def test_units_of_all_nations_have_the_same_numbers():
    rows = {row.code: (row.kind.name[0], row.phase, row.attack, row.defense, row.copies) for row in UNITS}
    assert rows["L03"] == ("G", 2, (7, 0, 0), (4, 3, 3), 3)
    assert rows["L06"] == ("A", 1, (4, 6, 4), (3, 3, 3), 6)
    assert rows["L12"] == ("S", 1, (0, 0, 7), (9, 5, 4), 3)
    assert rows["L15"] == ("S", 4, (0, 5, 3), (5, 4, 4), 2)
    assert rows["L18"] == ("S", 3, (5, 4, 6), (4, 4, 4), 1)
    assert [sum(row.copies for row in UNITS if row.phase == k) for k in range(1, 5)] == [15, 16, 17, 2]


@pytest.mark.rule("BC-09", "BC-10")
def test_six_random_cards_each_in_the_reserve():
    states = GAME.deal(600, GAME.settings(), seed=3)
    assert (states["reserve"].sum(2)[:, :2] == 6).all() and (states["deck"].sum(2)[:, :2] == 44).all()
    means = states["reserve"][:, :2].mean((0, 1))
    assert np.abs(means - COPIES * 6 / 50).max() < 0.08
    first, second = states["reserve"][:, 0] * 1.0, states["reserve"][:, 1] * 1.0
    assert abs(np.corrcoef(first[:, 0], second[:, 0])[0, 1]) < 0.15


@pytest.mark.rule("BC-11", "BC-12", "BC-13", "BC-14", "BC-17")
def test_three_of_the_six_are_deployed_to_the_stacks_of_their_types():
    s = dealt()
    dealt_cards = reserve(s, 0)
    assert phase(s) == "SETUP" and turn(s) == 0
    for name in dealt_cards[:3]:
        play(s, f"deploy {name}")
    assert sorted(stacks(s, 0)) == dealt_cards[:3] and reserve(s, 0) == dealt_cards[3:]
    assert sum(len(stacks(s, 0, kind)) for kind in ("ground", "air", "sea")) == 3
    assert turn(s) == 1 and phase(s) == "SETUP"
    deploy(s, 3)
    assert len(stacks(s, 1)) == len(reserve(s, 1)) == 3 and phase(s) == "TURN" and turn(s) == 0


@pytest.mark.rule("BC-14")
def test_a_unit_lies_in_the_stack_of_its_type():
    s = dealt()
    s[0].reserve[0] = 0
    s[0].reserve[0, [0, 5, 10]] = 2
    play(s, "deploy Imperial Infantry", "deploy Zero Fighters", "deploy Destroyers")
    assert stacks(s, 0, "ground") == ["Imperial Infantry"]
    assert stacks(s, 0, "air") == ["Zero Fighters"] and stacks(s, 0, "sea") == ["Destroyers"]


@pytest.mark.rule("BC-15")
def test_all_three_may_be_of_one_type():
    s = dealt()
    s[0].reserve[0] = 0
    s[0].reserve[0, 0] = 6
    deploy(s, 3)
    assert stacks(s, 0) == ["Imperial Infantry"] * 3 and not stacks(s, 0, "air")


@pytest.mark.rule("BC-R01", "BC-R78", "BC-07")
def test_the_second_player_sees_nothing_of_the_first_deployment():
    seen = set()
    for names in (("Imperial Infantry",) * 3, ("Zero Fighters", "Zero Fighters", "Destroyers")):
        s = dealt()
        s[0].deck[0] += s[0].reserve[0]
        s[0].reserve[0] = 0
        s[0].reserve[0, [0, 5, 10]] = 3, 2, 1
        s[0].deck[0, [0, 5, 10]] -= np.array([3, 2, 1], np.int8)
        for name in names:
            play(s, f"deploy {name}")
        assert turn(s) == 1
        seen.add(GAME.text.draw(s[0], 1).ansi())
    assert len(seen) == 1
    sizes = {tuple(len(stacks(redealt(s, 1, k), 0, kind)) for kind in ("ground", "air")) for k in range(40)}
    assert len(sizes) > 3


@pytest.mark.rule("BC-R78")
def test_sizes_are_open_when_all_have_deployed():
    s = dealt()
    deploy(s, 6)
    sizes = [len(stacks(s, 0, kind)) for kind in ("ground", "air", "sea")]
    for k in range(20):
        other = redealt(s, 1, k)
        assert [len(stacks(other, 0, kind)) for kind in ("ground", "air", "sea")] == sizes
        assert len(reserve(other, 0)) == 3


@pytest.mark.rule("BC-29", "BC-24", "BC-65", "BC-R82")
@pytest.mark.parametrize("theatre, total", [(PACIFIC, 80), (1 - PACIFIC, 76)])
def test_twenty_battles_of_which_each_side_attacks_in_ten(theatre, total):
    rows = BY_THEATRE[theatre][:20]
    assert sum(row.vp for row in rows) == total
    for side in range(2):
        own = [row for row in rows if row.aggressor == side]
        assert len(own) == 10 and sum(row.vp for row in own) == total // 2
    assert [row.name for row in rows if row.needs] == [rows[9].name, rows[19].name]
    assert sorted(BATTLE_ON[BATTLE_ON < BATTLES].tolist()) == list(range(BATTLES))
