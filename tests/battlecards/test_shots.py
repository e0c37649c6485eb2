"""Firing phases, shots, and the bonuses that units give each other."""

from __future__ import annotations

import pytest

from warzoo.envs.battlecards.state import Place

from .table import (
    battle,
    cards_in,
    chance,
    choices,
    discards,
    hold_fire,
    phase,
    play,
    shoot,
    shorts,
    standing,
    stay,
    to_phase,
    turn,
    where,
)


def dies(s, shooter, number, target=None):
    """Whether the shot destroys a unit."""
    before = len(discards(s, 0)) + len(discards(s, 1))
    shoot(s, shooter, number, target)
    return len(discards(s, 0)) + len(discards(s, 1)) > before


# Rounds and phases


@pytest.mark.rule("BC-33", "BC-34", "BC-35", "BC-36", "BC-38")
def test_units_fire_by_phase_the_aggressor_first():
    army = ["Hellcat Fighters", "Destroyers", "Cruisers", "Fleet Carrier"]
    foe = ["Zero Fighters", "Destroyers", "Cruisers", "Fleet Carrier"]
    s = battle(foe, army)
    order = []
    while phase(s) == "SHOOTER":
        order.append((int(s[0].fire_phase), turn(s), choices(s)[:-1]))
        play(s, "hold fire")
    assert [(k, seat) for k, seat, _ in order] == [(k, seat) for k in range(1, 5) for seat in (1, 0)]
    assert [units for _, seat, units in order if seat == 1] == [[f"fire {name}"] for name in army]
    assert phase(s) == "WITHDRAW" and turn(s) == 1


@pytest.mark.rule("BC-34", "BC-36", "BC-R06")
def test_each_unit_fires_once_a_round_in_its_commanders_order():
    s = battle(["4 Destroyers"], ["2 Destroyers", "Dauntless Dive Bombers"])
    assert choices(s) == ["fire Dauntless Dive Bombers", "fire Destroyers", "hold fire"]
    shoot(s, "Destroyers", 9)
    shoot(s, "Dauntless Dive Bombers", 9)
    assert choices(s) == ["fire Destroyers", "hold fire"] and turn(s) == 1
    shoot(s, "Destroyers", 9)
    assert turn(s) == 0 and s[0].fire_phase == 2
    hold_fire(s)
    stay(s)
    assert s[0].rounds == 2 and choices(s) == ["fire Dauntless Dive Bombers", "fire Destroyers", "hold fire"]


@pytest.mark.rule("BC-R06")
def test_each_unit_sees_what_came_of_those_before_it():
    s = battle(["Cruisers", "Destroyers"], ["2 Destroyers"])
    shoot(s, "Destroyers", 6, "player_0's Cruisers")
    assert standing(s, 0) == ["Destroyers"]
    chance(s, 9)
    play(s, "fire Destroyers")
    assert turn(s) == 0


@pytest.mark.rule("BC-37")
def test_what_the_aggressor_destroys_does_not_fire_in_that_phase():
    s = battle(["2 Destroyers"], ["2 Destroyers"])
    shoot(s, "Destroyers", 6)
    play(s, "hold fire")
    assert turn(s) == 0 and s[0].ready[0].sum() == 1
    shoot(s, "Destroyers", 6)
    assert standing(s, 1) == ["Destroyers"] and phase(s) == "WITHDRAW"


@pytest.mark.rule("BC-38")
def test_what_the_defender_destroys_is_gone_in_the_next_phase():
    s = battle(["2 Destroyers"], ["Cruisers", "Battleships"])
    to_phase(s, 2, side=1)
    assert turn(s) == 0
    shoot(s, "Destroyers", 6, "player_1's Cruisers")
    play(s, "hold fire")
    assert turn(s) == 1 and choices(s) == ["fire Battleships", "hold fire"]


@pytest.mark.rule("BC-R66", "BC-R06")
def test_to_hold_ends_the_firing_of_the_side_for_the_phase():
    s = battle(["2 Destroyers"], ["2 Destroyers", "Gato Submarines"])
    assert s[0].fire_phase == 1
    play(s, "hold fire")
    assert s[0].fire_phase == 2 and turn(s) == 1
    shoot(s, "Destroyers", 9)
    play(s, "hold fire")
    assert turn(s) == 0 and s[0].fire_phase == 2


# A shot


@pytest.mark.rule("BC-48", "BC-49", "BC-50")
@pytest.mark.parametrize("number", range(1, 10))
def test_the_number_must_be_over_the_defense_and_not_over_the_attack(number):
    s = battle(["2 Destroyers"], ["2 Cruisers"])
    to_phase(s, 3)
    assert dies(s, "Cruisers", number) == (3 < number <= 7)


@pytest.mark.rule("BC-48")
def test_the_card_turned_goes_to_the_discard_pile_and_its_words_do_nothing():
    s = battle(["2 Destroyers"], ["2 Destroyers"])
    hands = s[0].reserve.copy()
    shoot(s, "Destroyers", 3)
    assert s[0].pile_n[0] + len(cards_in(s, Place.DISCARD, 0)) == 53 and (s[0].reserve == hands).all()
    assert where(s, "Guadalcanal") == "ASIDE" and turn(s) == 1


@pytest.mark.rule("BC-46", "BC-49")
@pytest.mark.parametrize(
    "shooter, target, kind, hits",
    [
        ("Hellcat Fighters", "2 Imperial Infantry", 1, (3 + 1, 4)),
        ("Hellcat Fighters", "2 Zero Fighters", 1, (4, 6)),
        ("Hellcat Fighters", "2 Destroyers", 1, (4, 4)),
        ("Dauntless Dive Bombers", "2 I-Boats", 2, (6, 7)),
        ("Howitzers", "2 Destroyers", 1, (4, 5)),
        ("Liberator Bombers", "2 Type 97 Tanks", 2, (4, 7)),
        ("Gato Submarines", "2 Battleships", 1, (6, 7)),
        ("Battleships", "2 Imperial Infantry", 3, (4, 8)),
    ],
)
def test_attack_and_defense_go_by_the_classes_of_target_and_shooter(shooter, target, kind, hits):
    found = []
    for number in range(1, 10):
        s = battle([target], [shooter])
        to_phase(s, kind)
        if dies(s, shooter, number):
            found.append(number)
    assert found == list(range(hits[0], hits[1] + 1))


@pytest.mark.rule("BC-51", "BC-37")
def test_destroyed_units_go_face_up_to_their_owners_discard_pile():
    s = battle(["2 Destroyers"], ["2 Destroyers"])
    shoot(s, "Destroyers", 5)
    assert discards(s, 0) == ["Destroyers"] and discards(s, 1) == [] and standing(s, 0) == ["Destroyers"]


@pytest.mark.rule("BC-45", "BC-R07", "BC-47")
def test_targets_are_the_involved_enemy_units_that_can_be_hit():
    foe = ["Zero Fighters", "Destroyers", "Imperial Infantry", "I-Boats", "Battleships", "Naval Landing Force"]
    s = battle(foe, ["Howitzers", "Marines"])
    play(s, "fire Howitzers")
    names = ("Imperial Infantry", "Naval Landing Force", "Destroyers")
    assert choices(s) == [f"aim at player_0's {name}" for name in names]
    s = battle(foe, ["Howitzers", "Marines"], "Saipan")
    play(s, "fire Howitzers")
    assert choices(s) == [f"aim at player_0's {name}" for name in names[:2]]


@pytest.mark.rule("BC-45", "BC-R81")
def test_a_lone_target_is_not_asked_for():
    s = battle(["Zero Fighters", "2 Imperial Infantry"], ["Howitzers", "Marines"])
    chance(s, 6)
    play(s, "fire Howitzers")
    assert discards(s, 0) == ["Imperial Infantry"]


@pytest.mark.rule("BC-47", "BC-R08", "BC-R62")
@pytest.mark.parametrize(
    "shooter, target, legal",
    [
        ("Marines", "Destroyers", False),  # N/A
        ("Gato Submarines", "Zero Fighters", False),  # N/A
        ("Liberator Bombers", "Betty Bombers", False),  # 4 against 4
        ("Destroyers", "Battleships", True),  # 6 against 5
        ("Anti-Aircraft Guns", "Type 97 Tanks", False),  # 3 against 4
        ("Army Infantry", "Type 97 Tanks", True),  # 5 against 4
    ],
)
def test_no_shot_without_a_number_that_hits(shooter, target, legal):
    """The bombers are hit by whatever hits Air units, both or neither, so a lone target is the other one."""
    s = battle([target, "Kate Torpedo Bombers", "Val Dive Bombers"], [shooter, "Cruisers"])
    offered = set()
    while phase(s) == "SHOOTER":
        if turn(s) == 1 and f"fire {shooter}" in choices(s):
            other = s.copy()
            play(other, f"fire {shooter}")
            offered |= set(choices(other)) if phase(other) == "TARGET" else {target}
        play(s, "hold fire")
    assert any(target in words for words in offered) == legal


# Bonuses of presence


@pytest.mark.rule("BC-52", "BC-54", "BC-F1", "BC-F4", "BC-R64")
def test_a_general_gives_every_other_ground_unit_attack():
    for general, hits in (([], (4, 6)), (["General MacArthur"], (4, 7))):
        found = []
        for number in range(1, 10):
            s = battle(["2 Naval Landing Force"], ["Marines", *general])
            to_phase(s, 3)
            if dies(s, "Marines", number):
                found.append(number)
        assert found == list(range(hits[0], hits[1] + 1))


@pytest.mark.rule("BC-F4", "BC-F1")
def test_a_generals_bonus_is_not_for_himself_and_he_may_fire_in_his_phase():
    found = []
    for number in range(1, 10):
        s = battle(["2 Naval Landing Force"], ["General MacArthur"])
        to_phase(s, 3)
        before = len(discards(s, 0))
        chance(s, number)
        play(s, "fire General MacArthur", "aim")
        if len(discards(s, 0)) > before:
            found.append(number)
    assert found == [4, 5, 6]


@pytest.mark.rule("BC-52", "BC-F1", "BC-F4", "BC-54")
def test_a_general_gives_every_other_ground_unit_defense():
    for target, hits in (("Imperial Infantry", [5]), ("General Kuribayashi", [5])):
        found = []
        for number in range(1, 10):
            s = battle(["Imperial Infantry", "General Kuribayashi"], ["Army Infantry"])
            to_phase(s, 3)
            if dies(s, "Army Infantry", number, f"player_0's {target}"):
                found.append(number)
        assert found == hits


@pytest.mark.rule("BC-52", "BC-54")
def test_an_admiral_gives_every_other_sea_unit_attack_and_defense():
    found = {"out": [], "in": []}
    for number in range(1, 10):
        s = battle(["2 Destroyers", "Admiral Yamamoto"], ["Cruisers"])
        to_phase(s, 3)
        if dies(s, "Cruisers", number, "player_0's Destroyers"):
            found["out"].append(number)
        s = battle(["2 Destroyers"], ["Cruisers", "Admiral Nimitz"])
        to_phase(s, 3)
        if dies(s, "Cruisers", number):
            found["in"].append(number)
    assert found == {"out": [5, 6, 7], "in": [4, 5, 6, 7, 8]}


@pytest.mark.rule("BC-R62", "BC-52")
def test_no_bonus_makes_an_attack_of_na():
    s = battle(["2 Destroyers"], ["Marines", "General MacArthur"])
    assert s[0].fire_phase == 2 and turn(s) == 0
    play(s, "hold fire")
    assert phase(s) == "WITHDRAW"


# Carriers


@pytest.mark.rule("BC-52", "BC-R64", "BC-54")
def test_a_carrier_lends_a_point_to_a_shot_of_an_air_unit_once_a_round():
    s = battle(["4 Destroyers"], ["2 Hellcat Fighters", "Fleet Carrier"])
    chance(s, 5)
    play(s, "fire Hellcat Fighters")
    assert phase(s) == "BOOST" and choices(s) == ["support it with Fleet Carrier", "add nothing"]
    play(s, "support")
    assert discards(s, 0) == ["Destroyers"] and turn(s) == 1
    play(s, "fire Hellcat Fighters")
    assert len(standing(s, 0)) in (2, 3) and turn(s) == 0
    hold_fire(s)
    stay(s)
    play(s, "fire Hellcat Fighters")
    assert phase(s) == "BOOST"


@pytest.mark.rule("BC-R64")
def test_several_carriers_may_back_one_shot():
    s = battle(["3 Cruisers"], ["Hellcat Fighters", "2 Fleet Carrier"])
    chance(s, 5)
    play(s, "fire Hellcat Fighters")
    assert phase(s) == "BOOST" and "done" not in shorts(s)
    play(s, "support")
    assert "done" in shorts(s)
    play(s, "support")
    assert discards(s, 0) == ["Cruisers"]


@pytest.mark.rule("BC-R62")
def test_who_cannot_hit_yet_must_add_until_he_can():
    s = battle(["3 Cruisers"], ["Hellcat Fighters", "Fleet Carrier"])
    play(s, "fire Hellcat Fighters")
    assert shorts(s) == ["L15"]
    s = battle(["3 Cruisers"], ["Hellcat Fighters"])
    assert s[0].fire_phase == 3 and turn(s) == 0


@pytest.mark.rule("BC-R64", "BC-52")
def test_a_carrier_supports_air_units_alone():
    s = battle(["4 Destroyers"], ["Cruisers", "Fleet Carrier"])
    to_phase(s, 3)
    chance(s, 8)
    play(s, "fire Cruisers")
    assert phase(s) == "WITHDRAW" and discards(s, 0) == []


@pytest.mark.rule("BC-R64")
def test_of_equal_carriers_an_unused_one_is_hit():
    s = battle(["2 Zero Fighters", "3 I-Boats"], ["2 Hellcat Fighters", "2 Fleet Carrier"])
    chance(s, 1)
    play(s, "fire Hellcat Fighters", "aim Zero", "support", "add nothing", "hold fire")
    assert turn(s) == 0 and s[0].lent[1].sum() == 1
    shoot(s, "I-Boats", 7, "player_1's Fleet Carrier")
    assert standing(s, 1).count("Fleet Carrier") == 1 and s[0].lent[1].sum() == 1
    shoot(s, "I-Boats", 7, "player_1's Fleet Carrier")
    assert s[0].lent[1].sum() == 0
