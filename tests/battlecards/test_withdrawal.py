"""Withdrawals, Stalemate, and battles without end."""

from __future__ import annotations

import pytest

from .table import (
    battle,
    choices,
    discards,
    fight,
    hold_fire,
    keep,
    new_game,
    phase,
    place,
    play,
    shorts,
    stacks,
    standing,
    stay,
    turn,
    vp,
    withdrawn,
    won,
)


@pytest.mark.rule("BC-39", "BC-35", "BC-41")
def test_after_phase_four_the_aggressor_may_withdraw_first_then_the_defender():
    s = battle(["2 Destroyers"], ["2 Destroyers", "Cruisers"])
    hold_fire(s)
    assert phase(s) == "WITHDRAW" and turn(s) == 1
    assert choices(s) == ["withdraw Destroyers", "withdraw Cruisers", "stay"]
    play(s, "stay")
    assert phase(s) == "WITHDRAW" and turn(s) == 0 and choices(s) == ["withdraw Destroyers", "stay"]
    play(s, "stay")
    assert phase(s) == "SHOOTER" and s[0].rounds == 2 and s[0].fire_phase == 2


@pytest.mark.rule("BC-40", "BC-39", "BC-R81")
def test_some_may_withdraw_while_the_others_fight_on():
    s = battle(["2 Destroyers"], ["2 Destroyers", "Cruisers"])
    hold_fire(s)
    play(s, "withdraw Destroyers", "withdraw Destroyers", "stay")
    assert standing(s, 1) == ["Cruisers"] and withdrawn(s, 1) == ["Destroyers", "Destroyers"] and stacks(s, 1) == []
    play(s, "stay")
    assert s[0].rounds == 2


@pytest.mark.rule("BC-39", "BC-42", "BC-R12")
@pytest.mark.parametrize("side", [0, 1])
def test_who_withdraws_everything_has_lost(side):
    s = battle(["2 Destroyers"], ["2 Destroyers"])
    hold_fire(s)
    if side:
        play(s, "stay")
    play(s, "withdraw Destroyers", "withdraw Destroyers")
    assert won(s, side) == ["Guadalcanal"] and vp(s)[side] == 5 and phase(s) == "TURN"
    assert stacks(s, 0) == stacks(s, 1) == ["Destroyers", "Destroyers"]


@pytest.mark.rule("BC-58", "BC-59", "BC-60", "BC-R10", "BC-R61")
def test_a_stalemate_at_the_start():
    """Submarines against infantry: nobody can hit."""
    s = battle(["Imperial Infantry"], ["Gato Submarines"])
    assert won(s, 0) == ["Guadalcanal"] and vp(s) == [5, 0] and turn(s) == 1
    assert stacks(s, 1) == ["Gato Submarines"] and discards(s, 1) == []


@pytest.mark.rule("BC-58", "BC-R10")
def test_no_stalemate_as_long_as_one_side_can_hit():
    s = battle(["Imperial Infantry"], ["Destroyers"])
    assert phase(s) == "SHOOTER" and turn(s) == 1
    s = battle(["Field Artillery"], ["Gato Submarines", "Cruisers"])
    assert phase(s) == "SHOOTER"


@pytest.mark.rule("BC-R61", "BC-59", "BC-60")
def test_a_stalemate_after_phase_four_comes_before_withdrawals():
    s = battle(["Imperial Infantry"], ["Gato Submarines", "Marines"])
    hold_fire(s)
    play(s, "withdraw Marines", "stay")
    assert phase(s) == "WITHDRAW" and turn(s) == 0
    play(s, "stay")
    assert won(s, 0) == ["Guadalcanal"] and stacks(s, 1) == ["Gato Submarines", "Marines"]


@pytest.mark.rule("BC-R10")
def test_kept_cards_do_not_prevent_a_stalemate():
    s = new_game()
    place(s, 0, "Betty Bombers")
    place(s, 1, "Liberator Bombers")
    keep(s, 1, "Air Support", "Naval Gunfire")
    fight(s, "Guadalcanal")
    assert won(s, 0) == ["Guadalcanal"]


@pytest.mark.rule("BC-R10", "BC-R85")
@pytest.mark.parametrize("helper, stuck", [("Fleet Carrier", False), ("Gato Submarines", True)])
def test_carriers_count_for_air_units(helper, stuck):
    s = battle(["Betty Bombers"], ["Liberator Bombers", helper])
    assert won(s, 0) == (["Guadalcanal"] if stuck else [])


@pytest.mark.rule("BC-R85", "BC-R10")
@pytest.mark.parametrize("general", [False, True])
def test_bonuses_of_presence_count(general):
    """Howitzers of 5 against a carrier of 5, which hits nothing on the ground."""
    s = battle(["Fleet Carrier"], ["Howitzers", *["General MacArthur"] * general])
    assert won(s, 0) == ([] if general else ["Guadalcanal"])


@pytest.mark.rule("BC-R11", "BC-R61", "BC-60")
def test_after_ten_rounds_it_is_a_stalemate():
    s = battle(["2 Destroyers"], ["2 Destroyers"])
    for number in range(1, 10):
        assert s[0].rounds == number
        hold_fire(s)
        stay(s)
    assert s[0].rounds == 10
    while phase(s) == "SHOOTER":
        play(s, "hold fire")
    assert won(s, 0) == ["Guadalcanal"] and phase(s) == "TURN" and turn(s) == 1


@pytest.mark.rule("BC-R13")
def test_the_loser_by_stalemate_keeps_his_units():
    s = battle(["Imperial Infantry", "Battleships"], ["Gato Submarines"], "Tarawa")
    assert won(s, 0) == ["Tarawa"] and stacks(s, 1) == ["Gato Submarines"]
    assert stacks(s, 0) == ["Battleships", "Imperial Infantry"] and "done" not in shorts(s)
