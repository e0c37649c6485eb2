"""The expansion packs."""

from __future__ import annotations

import pytest

from warzoo.envs import UsageError
from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.conflict import BY_THEATRE, NUMBER, PACIFIC, PACK
from warzoo.envs.battlecards.rules.shots import defense
from warzoo.envs.battlecards.state import Place
from warzoo.envs.battlecards.units import UNITS

from .table import (
    arsenal,
    battle_names,
    cards_in,
    dealt,
    fight,
    lines,
    new_game,
    place,
    standing,
    turn_of,
    vp,
    win,
)

ALL = ("E1", "E2", "E3", "E4", "E5")
UNITS_OF = {
    "E1": {"Elite Infantry": 2, "Heavy Tanks": 2, "Rocket Artillery": 2, "General MacArthur": 1},
    "E2": {"Night Fighters": 3, "Dauntless Dive Bombers": 2, "Avenger Torpedo Bombers": 1, "Liberator Bombers": 1},
    "E3": {"Super-Battleship": 2, "Armored Carrier": 1, "Destroyers": 2, "Gato Submarines": 1, "Admiral Nimitz": 1},
    "E4": {"Marines": 3, "Anti-Aircraft Guns": 2, "Rocket Artillery": 1, "Leader": 1},
    "E5": {"Night Fighters": 2, "Super-Battleship": 1, "Heavy Tanks": 1, "B-29 Superfortress": 2, "Leader": 1},
}
CARDS_OF = {
    "E1": ["Dug In", "Luzon", "Malaya", "Rapid Deployment", "Reinforcements", "Salvage"],
    "E2": ["Air Raid", "Air Support", "Darwin Raid", "Evasive Action", "Reinforcements", "Truk Raid"],
    "E3": ["Cape Esperance", "Evasive Action", "Naval Gunfire", "Reinforcements", "Savo Island", "Torpedo Ambush"],
    "E4": ["Aerial Reconnaissance", "Dug In", "Mobilisation", "Peleliu", "Sabotage", "Tulagi"],
    "E5": ["Air Support", "Bougainville", "Counterattack", "General Mobilisation", "Imphal", "Spy Ring"],
}


def more(cards, base):
    """What there is beyond the starter set."""
    found = list(cards)
    for name in base:
        found.remove(name)
    return sorted(found)


@pytest.mark.rule("BC-69", "BC-70", "BC-73")
@pytest.mark.parametrize("pack", ALL)
def test_a_pack_adds_seven_units_a_side_and_six_conflict_cards(pack):
    s, plain = new_game(expansions=(pack,)), new_game()
    added = more(arsenal(s, 1), arsenal(plain, 1))
    assert {name: added.count(name) for name in set(added)} == UNITS_OF[pack] and len(added) == 7
    assert len(arsenal(s, 0)) == 57 and s[0].pile_n[0] == 60
    assert more(cards_in(s, Place.DECK, 0), cards_in(plain, Place.DECK, 0)) == CARDS_OF[pack]


@pytest.mark.rule("BC-69")
def test_the_numbers_of_a_pack():
    for pack in range(1, 6):
        assert NUMBER[pack == PACK].tolist() == [2, 8, 3, 7, 4, 6]


@pytest.mark.rule("BC-69", "BC-70")
def test_the_units_of_the_packs():
    rows = {row.code: (row.kind.name[0], row.phase, row.attack, row.defense) for row in UNITS if row.code[0] == "X"}
    assert rows == {
        "X1": ("G", 3, (6, 0, 0), (3, 3, 4)),
        "X2": ("G", 2, (8, 0, 0), (5, 3, 4)),
        "X3": ("G", 1, (7, 0, 6), (2, 3, 3)),
        "X4": ("A", 1, (4, 7, 4), (3, 4, 3)),
        "X5": ("S", 4, (0, 6, 4), (6, 5, 5)),
        "X6": ("S", 3, (9, 4, 9), (7, 4, 6)),
        "X7": ("G", 4, (0, 0, 0), (3, 3, 3)),
    }


@pytest.mark.rule("BC-70", "BC-29")
def test_the_battles_of_the_packs():
    rows = {row.name: (row.vp, row.aggressor, row.attackers, row.defenders) for row in BY_THEATRE[PACIFIC][20:]}
    assert rows == {
        "Malaya": (2, 0, "GA", "GA"),
        "Luzon": (2, 1, "GA", "GA"),
        "Darwin Raid": (2, 0, "A", "AS"),
        "Truk Raid": (2, 1, "A", "AS"),
        "Savo Island": (2, 0, "S", "S"),
        "Cape Esperance": (2, 1, "S", "S"),
        "Tulagi": (2, 0, "GS", "GS"),
        "Peleliu": (2, 1, "GAS", "G"),
        "Imphal": (2, 0, "GA", "GA"),
        "Bougainville": (2, 1, "GAS", "GA"),
    }


@pytest.mark.rule("BC-71")
@pytest.mark.parametrize("packs, leaders", [(("E4",), 1), (("E5",), 1), (("E4", "E5"), 1), (("E1",), 0)])
def test_the_leader_is_in_an_arsenal_at_most_once(packs, leaders):
    s = new_game(expansions=packs)
    for seat in range(2):
        assert arsenal(s, seat).count("Leader") == leaders
    assert len(arsenal(s, 0)) == 50 + 7 * len(packs) - (len(packs) == 2)


@pytest.mark.rule("BC-72")
def test_no_battle_is_twice_in_the_deck():
    s = new_game(expansions=ALL)
    battles = [name for name in cards_in(s, Place.DECK, 0) if name in battle_names(s, 0)]
    assert len(battles) == len(set(battles)) == 30 and s[0].pile_n[0] == 84


@pytest.mark.rule("BC-73", "BC-R77")
def test_packs_are_for_the_pacific():
    with pytest.raises(UsageError, match="Pacific"):
        dealt("europe", expansions=("E1",))
    s = new_game("combined", expansions=("E1",))
    assert s[0].pile_n.tolist() == [54, 60] and [len(arsenal(s, seat)) for seat in range(4)] == [50, 50, 57, 57]


@pytest.mark.rule("BC-R77", "BC-R83")
def test_the_second_commanders_are_second_cards_of_their_line():
    s = new_game(expansions=("E1", "E3"))
    place(s, 1, "2 General MacArthur", "2 Admiral Nimitz", "Marines")
    place(s, 0, "2 General Yamashita", "2 Admiral Yamamoto")
    words = GAME.text.draw(s[0], 1).ansi()
    for name in ("MacArthur and Krueger", "Nimitz and Halsey"):
        assert name.partition(" and ")[0] in words and name.partition(" and ")[2] in words
    assert "Homma" not in words
    assert "Homma" in GAME.text.draw(s[0], None).ansi() and "Kurita" in GAME.text.draw(s[0], None).ansi()


@pytest.mark.rule("BC-R77", "BC-R21")
@pytest.mark.parametrize("packs, goal", [((), 40), (("E1",), 42), (ALL, 50)])
def test_each_pack_adds_two_points_to_the_goal(packs, goal):
    s = new_game(expansions=packs)
    names = ["Pearl Harbor", "Bataan", "Midway", "Coral Sea", "Port Moresby", "Guadalcanal", "Philippine Sea"]
    names += ["Saipan", "Java Sea"]
    win(s, 0, *names)
    rest = {40: [], 42: ["Tarawa"], 50: ["Iwo Jima", "Bismarck Sea", "Attu", "Doolittle Raid"]}[goal]
    win(s, 0, *rest)
    assert vp(s)[0] == goal
    place(s, 0, "Imperial Infantry")
    s2 = s.copy()
    win(s, 1, "Saipan")
    fight(s, "Guam")
    assert not s[0].over
    fight(s2, "Guam")
    assert s2[0].over


@pytest.mark.rule("BC-70", "BC-52", "BC-F4")
def test_the_leader_gives_every_other_friendly_unit_defense():
    s = new_game(expansions=("E4",))
    army = ["Leader", "Imperial Infantry", "Zero Fighters", "Destroyers"]
    place(s, 0, *army)
    place(s, 1, "Marines")
    turn_of(s, 1)
    fight(s, "Guadalcanal")
    found = [defense(s[0], 1, line, 0) for line in lines(s, 0, *army)]
    assert found == [3, 3, 4, 4] and standing(s, 0) == sorted(army)


@pytest.mark.rule("BC-69", "BC-R22")
def test_a_game_with_all_packs_can_be_dealt():
    s = dealt(expansions=ALL)
    assert s[0].reserve[:2].sum() == 12 and s[0].deck[0].sum() == 50 + 34 - 6
