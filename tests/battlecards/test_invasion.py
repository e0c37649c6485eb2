"""The homelands: invasions, elimination, and emergency deployment before them."""

from __future__ import annotations

import pytest

from .table import (
    choices,
    ending,
    fight,
    hold,
    hold_fire,
    known,
    knows,
    new_game,
    payoffs,
    phase,
    place,
    play,
    reserve,
    shoot,
    stacks,
    standing,
    turn,
    turn_of,
    vp,
    win,
    won,
)

FOR_AUSTRALIA = ("Coral Sea", "Port Moresby", "Bataan", "Java Sea")
FOR_JAPAN = ("Iwo Jima", "Okinawa", "Saipan", "Leyte Gulf")


def invasion(japan, us, name="Invasion of Australia", hand=()):
    """The aggressor has drawn the card and attacks."""
    s = new_game()
    place(s, 0, *japan)
    place(s, 1, *us)
    seat = 0 if name == "Invasion of Australia" else 1
    win(s, seat, *(FOR_AUSTRALIA if seat == 0 else FOR_JAPAN))
    hold(s, 1 - seat, *hand)
    turn_of(s, seat)
    fight(s, name)
    return s


@pytest.mark.rule("BC-62", "BC-61", "BC-06", "BC-R05")
def test_who_wins_the_invasion_of_australia_has_won_the_war():
    s = invasion(["Field Artillery"], ["Marines"])
    shoot(s, "Field Artillery", 6)
    assert s[0].over and payoffs(s) == [1, -1] and s[0].exiled[1] and "Invasion of Australia" in won(s, 0)
    assert ending(s) == "player_0 wins in a Total Victory"


@pytest.mark.rule("BC-63", "BC-61", "BC-06")
def test_who_wins_the_invasion_of_japan_has_won_the_war():
    s = invasion(["Imperial Infantry"], ["Howitzers"], "Invasion of Japan")
    shoot(s, "Howitzers", 5)
    assert s[0].over and payoffs(s) == [-1, 1] and s[0].exiled[0]


@pytest.mark.rule("BC-R82", "BC-61")
@pytest.mark.parametrize("seat, name", [(0, "Invasion of Britain"), (1, "Invasion of Germany")])
def test_the_homelands_of_western_europe(seat, name):
    s = new_game("europe")
    needs = {
        0: ("Battle of France", "Dunkirk", "Battle of Britain", "Battle of the Atlantic"),
        1: ("Invasion of Normandy", "Operation Market Garden", "Rhine Crossing", "Bombing of the Ruhr"),
    }
    place(s, seat, "Destroyers")
    win(s, seat, *needs[seat])
    turn_of(s, seat)
    fight(s, name)
    assert s[0].over and payoffs(s)[seat] == 1


@pytest.mark.rule("BC-R05", "BC-30", "BC-61")
def test_an_invasion_without_a_defender_counts_in_full():
    s = invasion(["Destroyers"], [])
    assert s[0].over and payoffs(s) == [1, -1]


@pytest.mark.rule("BC-62", "BC-43")
def test_a_failed_invasion_gives_the_defender_the_card_and_eliminates_nobody():
    s = invasion(["Imperial Infantry"], ["Marines", "Howitzers"])
    hold_fire(s)
    play(s, "withdraw Imperial Infantry")
    assert not s[0].over and won(s, 1) == ["Invasion of Australia"] and vp(s) == [16, 8] and not s[0].exiled.any()


@pytest.mark.rule("BC-67", "BC-R15", "BC-R16", "BC-68")
def test_the_defender_of_his_homeland_may_deploy_his_reserve_first():
    s = invasion(["Imperial Infantry"], [], hand=["Marines", "Cruisers"])
    assert phase(s) == "HOMELAND" and turn(s) == 1 and not s[0].fighting
    assert choices(s) == ["deploy the whole Reserve", "keep the Reserve"]
    play(s, "emergency")
    assert standing(s, 1) == ["Cruisers", "Marines"] and reserve(s, 1) == [] and s[0].fighting
    hold_fire(s)
    play(s, "withdraw")
    assert turn(s) == 1 and phase(s) == "TURN" and s[0].turns == 1


@pytest.mark.rule("BC-67", "BC-R15", "BC-30")
def test_or_he_may_not():
    s = invasion(["Imperial Infantry"], [], hand=["Marines", "Cruisers"])
    play(s, "keep the Reserve")
    assert s[0].over and payoffs(s) == [1, -1]


@pytest.mark.rule("BC-67", "BC-R26")
def test_without_a_reserve_he_is_not_asked():
    s = invasion(["Imperial Infantry"], ["Marines"])
    assert phase(s) == "SHOOTER"


@pytest.mark.rule("BC-67")
def test_other_battles_and_the_aggressor_have_no_emergency_deployment():
    s = new_game()
    place(s, 0, "Imperial Infantry")
    place(s, 1, "Marines")
    hold(s, 0, "Destroyers")
    hold(s, 1, "Destroyers")
    fight(s, "Port Moresby")
    assert phase(s) == "SHOOTER"


@pytest.mark.rule("BC-R93", "BC-67")
def test_what_was_known_of_his_reserve_is_known_of_what_is_not_flipped():
    s = invasion(["Imperial Infantry"], ["Marines"], "Invasion of Japan", hand=["2 Destroyers"])
    knows(s, 1, 0, "reserve", "Destroyers")
    play(s, "emergency")
    assert known(s, 1, 0, "stacks") == [] and "Destroyers" in standing(s, 0) and stacks(s, 0) == []


@pytest.mark.rule("BC-R14", "BC-44")
def test_an_invasion_is_won_with_the_last_ground_unit():
    s = invasion(["Field Artillery"], ["Army Infantry", "4 Destroyers", "3 Cruisers"])
    shoot(s, "Field Artillery", 6, "player_1's Army Infantry")
    assert s[0].over and payoffs(s) == [1, -1]
