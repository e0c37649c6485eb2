"""Battles that call the partners: one army, one commander."""

from __future__ import annotations

import pytest

from warzoo.envs.battlecards.conflict import EUROPEAN, PACIFIC_BATTLES

from .table import (
    BRITAIN,
    GERMANY,
    JAPAN,
    US,
    chance,
    choices,
    combined,
    conquer,
    discards,
    draw,
    fight,
    hold_fire,
    keep,
    kept,
    known,
    phase,
    place,
    play,
    shoot,
    shorts,
    stacks,
    standing,
    to_phase,
    turn,
    turn_of,
    vp,
    where,
    win,
    withdrawn,
    won,
)


def battle(name, *armies, keeps=(), seat=None):
    """Germany, Britain, Japan, the US: their stacks; then the battle, up to its first decision."""
    s = combined()
    for k, units in enumerate(armies):
        place(s, k, *units)
    for k, cards in keeps:
        keep(s, k, *cards)
    turn_of(s, {"Leyte Gulf": US, "Okinawa": US}.get(name, GERMANY) if seat is None else seat)
    fight(s, name)
    return s


# Who is called


@pytest.mark.rule("BC-78", "BC-85", "BC-R43", "BC-29")
def test_a_battle_marked_for_allies_calls_both_partners_of_both_sides():
    fleet = ["Destroyers", "Cruisers"]
    s = battle("Battle of the Atlantic", fleet, fleet, [*fleet, "Zero Fighters"], [*fleet, "Hellcat Fighters"])
    assert [standing(s, seat) for seat in range(3)] == [["Cruisers", "Destroyers"]] * 3
    assert standing(s, US) == ["Cruisers", "Destroyers", "Hellcat Fighters"] and stacks(s, JAPAN) == ["Zero Fighters"]


@pytest.mark.rule("BC-R43", "BC-78")
def test_the_battles_marked_for_allies():
    marked = {row.name for row in EUROPEAN + PACIFIC_BATTLES if row.ally}
    assert marked == {
        "Battle of the Atlantic",
        "Battle of the Bulge",
        "Invasion of Britain",
        "Invasion of Normandy",
        "Invasion of Germany",
        "Invasion of Australia",
        "Leyte Gulf",
        "Okinawa",
        "Invasion of Japan",
    }


@pytest.mark.rule("BC-87", "BC-R95", "BC-R71")
def test_a_partners_generals_and_admirals_stay_at_home():
    us = ["Admiral Nimitz", "Hellcat Fighters", "Fleet Carrier"]
    s = battle("Battle of the Atlantic", ["U-Boats"], ["Admiral Cunningham"], ["Admiral Yamamoto", "Destroyers"], us)
    assert standing(s, US) == ["Fleet Carrier", "Hellcat Fighters"] and stacks(s, US) == ["Admiral Nimitz"]
    assert standing(s, BRITAIN) == ["Admiral Cunningham"]
    assert standing(s, JAPAN) == ["Destroyers"] and stacks(s, JAPAN) == ["Admiral Yamamoto"]


@pytest.mark.rule("BC-R95", "BC-87")
def test_a_leader_fights_in_both_theatres():
    s = combined(expansions=("E4",))
    place(s, GERMANY, "Grenadiers")
    place(s, BRITAIN, "Commandos")
    place(s, JAPAN, "Leader", "General Yamashita")
    fight(s, "Battle of the Bulge")
    assert standing(s, JAPAN) == ["Leader"] and stacks(s, JAPAN) == ["General Yamashita"]


@pytest.mark.rule("BC-87", "BC-R71")
def test_a_general_that_was_transferred_fights_in_his_new_theatre():
    s = combined()
    place(s, JAPAN, "General Yamashita")
    place(s, GERMANY, "Grenadiers")
    place(s, BRITAIN, "2 Commandos")
    turn_of(s, JAPAN)
    play(s, "aid 1", "move General Yamashita")
    turn_of(s, GERMANY)
    fight(s, "Battle of the Bulge")
    assert standing(s, GERMANY) == ["General Guderian", "Grenadiers"]


# One army, one commander


@pytest.mark.rule("BC-R44", "BC-85", "BC-36")
def test_the_nation_on_the_card_and_its_opponent_command_both_partners_units():
    s = battle("Leyte Gulf", ["Destroyers"], ["Destroyers"], ["Destroyers"], ["Destroyers"])
    assert turn(s) == US and choices(s) == ["fire Destroyers", "fire player_1's Destroyers", "hold fire"]
    play(s, "fire player_1's Destroyers")
    assert phase(s) == "TARGET" and choices(s) == ["aim at player_2's Destroyers", "aim at player_0's Destroyers"]
    play(s, "aim at player_0's Destroyers")
    assert turn(s) == US and choices(s) == ["fire Destroyers", "hold fire"]


@pytest.mark.rule("BC-85", "BC-42")
def test_the_battle_goes_on_until_both_partners_are_gone():
    s = battle("Battle of the Atlantic", ["Destroyers"], ["2 Destroyers"], ["Destroyers"], [])
    to_phase(s, 2, side=1)
    shoot(s, "Destroyers", 6, "player_0's Destroyers")
    assert s[0].fighting and standing(s, GERMANY) == [] and discards(s, GERMANY) == ["Destroyers"]
    shoot(s, "Destroyers", 6)
    assert not s[0].fighting and won(s, BRITAIN) == ["Battle of the Atlantic"] and discards(s, JAPAN) == ["Destroyers"]


@pytest.mark.rule("BC-R76", "BC-51")
def test_each_loses_to_his_own_discard_pile():
    s = battle("Leyte Gulf", [], [], ["2 Destroyers"], ["2 Cruisers"])
    to_phase(s, 2, side=1)
    shoot(s, "Destroyers", 6)
    assert discards(s, US) == ["Cruisers"] and discards(s, JAPAN) == []


@pytest.mark.rule("BC-R66", "BC-85")
def test_to_hold_holds_the_whole_army():
    s = battle("Leyte Gulf", ["2 Destroyers"], ["2 Destroyers"], ["2 Destroyers"], ["2 Destroyers"])
    play(s, "hold fire")
    assert turn(s) == JAPAN


@pytest.mark.rule("BC-R64", "BC-52")
def test_bonuses_and_carriers_serve_both_partners():
    us = ["Admiral Nimitz", "Fleet Carrier", "2 Destroyers"]
    s = battle("Leyte Gulf", [], ["Destroyers", "Spitfire Fighters"], ["2 Cruisers", "2 Zero Fighters"], us)
    chance(s, 5, 1)
    play(s, "fire player_1's Spitfire Fighters", "aim at player_2's Cruisers")
    assert phase(s) == "BOOST" and shorts(s) == ["L15"]
    play(s, "support")
    assert discards(s, JAPAN) == ["Cruisers"]
    to_phase(s, 2)
    chance(s, 7, 1)
    play(s, "fire player_1's Destroyers", "aim at player_2's Cruisers")
    assert discards(s, JAPAN) == ["Cruisers", "Cruisers"]


@pytest.mark.rule("BC-R64")
def test_a_partners_carrier_lends_its_point():
    s = battle("Leyte Gulf", [], ["Fleet Carrier"], ["2 Cruisers"], ["2 Hellcat Fighters"])
    play(s, "fire Hellcat Fighters")
    assert choices(s) == ["support it with player_1's Fleet Carrier"]


@pytest.mark.rule("BC-R63", "BC-R80")
def test_only_the_commanders_own_kept_cards_are_played():
    keeps = ((BRITAIN, ["Air Support"]), (GERMANY, ["Evasive Action"]))
    s = battle("Leyte Gulf", ["Destroyers"], ["Destroyers"], ["2 Destroyers"], ["2 Destroyers"], keeps=keeps)
    chance(s, 9, 1)
    play(s, "fire Destroyers", "aim at player_2's Destroyers")
    assert phase(s) == "SHOOTER" and kept(s, BRITAIN) == ["Air Support"]


@pytest.mark.rule("BC-R14", "BC-44", "BC-85")
def test_no_ground_unit_left_counts_both_partners():
    s = combined()
    place(s, BRITAIN, "2 Commandos", "2 25-Pounders")
    place(s, GERMANY, "Grenadiers", "He 111 Bombers")
    place(s, JAPAN, "Imperial Infantry")
    turn_of(s, BRITAIN)
    fight(s, "Invasion of Normandy")
    shoot(s, "25-Pounders", 5, "player_0's Grenadiers")
    assert s[0].fighting
    shoot(s, "25-Pounders", 5)
    assert won(s, BRITAIN) == ["Invasion of Normandy"] and discards(s, JAPAN) == ["Imperial Infantry"]


@pytest.mark.rule("BC-R75", "BC-R04")
def test_a_partners_units_are_enough_to_attack():
    s = combined()
    place(s, JAPAN, "Destroyers")
    place(s, BRITAIN, "2 Destroyers")
    draw(s, "Battle of the Atlantic")
    assert phase(s) == "ATTACK" and turn(s) == GERMANY
    play(s, "attack")
    assert standing(s, JAPAN) == ["Destroyers"]


@pytest.mark.rule("BC-R75", "BC-31", "BC-30")
@pytest.mark.parametrize("defended", [False, True])
def test_an_army_may_prove_to_be_all_generals(defended):
    s = combined()
    place(s, JAPAN, "Admiral Yamamoto")
    if defended:
        place(s, BRITAIN, "Destroyers")
    draw(s, "Battle of the Atlantic")
    play(s, "attack")
    assert turn(s) == BRITAIN and phase(s) == "TURN" and stacks(s, JAPAN) == ["Admiral Yamamoto"]
    assert where(s, "Battle of the Atlantic") == ("WON 1" if defended else "DISCARD")


# After it


@pytest.mark.rule("BC-86", "BC-R45", "BC-R67", "BC-R87", "BC-R88", "BC-R13")
def test_owners_send_units_to_their_partners_in_the_order_of_turns():
    s = battle("Battle of the Atlantic", ["2 U-Boats"], ["3 Destroyers"], ["Destroyers"], ["Cruisers"])
    hold_fire(s)
    play(s, "withdraw U-Boats", "withdraw U-Boats", "withdraw player_2's Destroyers")
    assert won(s, BRITAIN) == ["Battle of the Atlantic"] and vp(s) == [0, 4, 0, 0]
    assert phase(s) == "MOVE" and turn(s) == GERMANY and choices(s) == ["send U-Boats to player_2", "send no more"]
    play(s, "send U-Boats", "send no more")
    assert stacks(s, GERMANY) == ["U-Boats"] and stacks(s, JAPAN) == ["I-Boats"]
    assert turn(s) == BRITAIN and phase(s) == "MOVE"
    play(s, "send Destroyers", "send Destroyers", "send Destroyers")
    assert stacks(s, BRITAIN) == [] and stacks(s, US) == ["Destroyers"] * 3 and turn(s) == JAPAN
    play(s, "send no more")
    assert stacks(s, JAPAN) == ["Destroyers", "I-Boats"] and turn(s) == US
    play(s, "send no more")
    assert stacks(s, US) == ["Cruisers", *["Destroyers"] * 3]
    assert turn(s) == BRITAIN and phase(s) == "TURN" and s[0].standing.sum() == s[0].withdrawn.sum() == 0


@pytest.mark.rule("BC-R93", "BC-86")
def test_what_is_sent_and_what_goes_home_is_known_to_all():
    s = battle("Battle of the Atlantic", ["U-Boats"], ["Destroyers"], ["Destroyers"], ["Cruisers"])
    hold_fire(s)
    play(s, "withdraw U-Boats", "withdraw player_2's Destroyers", "send U-Boats")
    assert turn(s) == BRITAIN
    play(s, "send no more", "send no more", "send no more")
    for observer in (GERMANY, BRITAIN, US):
        assert known(s, observer, JAPAN, "stacks") == ["Destroyers", "I-Boats"]


@pytest.mark.rule("BC-86", "BC-R67")
def test_without_a_fight_nobody_sends_anything():
    s = battle("Battle of the Atlantic", ["U-Boats"], [], ["Destroyers"], [])
    assert won(s, GERMANY) == ["Battle of the Atlantic"] and phase(s) == "TURN" and turn(s) == BRITAIN


@pytest.mark.rule("BC-86")
def test_nor_after_a_battle_that_did_not_call_the_partners():
    s = combined()
    place(s, GERMANY, "2 Destroyers")
    place(s, BRITAIN, "Destroyers")
    fight(s, "Norway")
    hold_fire(s)
    play(s, "stay", "withdraw")
    assert won(s, GERMANY) == ["Norway"] and phase(s) == "TURN" and turn(s) == BRITAIN


@pytest.mark.rule("BC-R71", "BC-86")
def test_a_commander_changes_theatre_after_a_joint_battle():
    s = battle("Battle of the Atlantic", ["Admiral Raeder"], ["2 Destroyers"], [], [])
    hold_fire(s)
    play(s, "stay", "withdraw", "withdraw")
    assert turn(s) == GERMANY and phase(s) == "MOVE"
    play(s, "send Admiral Raeder")
    assert stacks(s, JAPAN) == ["Admiral Yamamoto"]


@pytest.mark.rule("BC-R87", "BC-86")
def test_nothing_is_sent_to_a_partner_eliminated_by_the_battle():
    s = combined()
    win(s, BRITAIN, "Invasion of Normandy", "Operation Market Garden", "Rhine Crossing", "Bombing of the Ruhr")
    place(s, BRITAIN, "25-Pounders")
    place(s, GERMANY, "Grenadiers")
    place(s, JAPAN, "Destroyers")
    turn_of(s, BRITAIN)
    fight(s, "Invasion of Germany")
    shoot(s, "25-Pounders", 5, "player_0's Grenadiers")
    assert s[0].exiled[GERMANY] and turn(s) == BRITAIN and phase(s) == "MOVE"
    play(s, "send no more")
    assert phase(s) == "TURN" and turn(s) == JAPAN and stacks(s, JAPAN) == ["Destroyers"]


@pytest.mark.rule("BC-R87", "BC-93", "BC-R48")
def test_units_may_go_to_the_us_in_exile_from_another_battle():
    s = combined()
    conquer(s, US)
    place(s, BRITAIN, "2 Destroyers")
    place(s, US, "Cruisers")
    place(s, GERMANY, "U-Boats")
    fight(s, "Battle of the Atlantic")
    assert standing(s, US) == ["Cruisers"]
    hold_fire(s)
    play(s, "withdraw")
    assert turn(s) == GERMANY and phase(s) == "MOVE"
    play(s, "send no more")
    assert turn(s) == BRITAIN and choices(s) == ["send Destroyers to player_3", "send no more"]
    assert withdrawn(s, GERMANY) == []
