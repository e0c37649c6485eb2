"""Buildup cards, Rapid Deployment and Salvage."""

from __future__ import annotations

import pytest

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.state import Place

from .table import (
    cards_in,
    choices,
    deck,
    discards,
    draw,
    hold,
    known,
    knows,
    new_game,
    phase,
    place,
    play,
    reserve,
    shorts,
    stacks,
    throw_away,
    turn,
    where,
)


@pytest.mark.rule("BC-23", "BC-R91")
@pytest.mark.parametrize(
    "name, drawn, deployed",
    [("Reinforcements", 2, 2), ("Mobilisation", 4, 3), ("General Mobilisation", 6, 3), ("Rapid Deployment", 0, 2)],
)
def test_draws_then_up_to_so_many_deployments(name, drawn, deployed):
    s = new_game()
    if not drawn:
        hold(s, 0, "4 Destroyers")
    draw(s, name)
    assert len(reserve(s, 0)) == (drawn or 4)
    for number in range(deployed):
        assert phase(s) == "DEPLOY" and "done" in shorts(s)
        unit = reserve(s, 0)[0]
        play(s, f"deploy {unit}")
        assert len(stacks(s, 0)) == number + 1
    assert turn(s) == 1 and cards_in(s, Place.ASIDE, 0) == []


@pytest.mark.rule("BC-R91")
def test_deployments_may_be_stopped():
    s = new_game()
    deck(s, 0, "4 Destroyers")
    draw(s, "Mobilisation")
    play(s, "deploy Destroyers", "done")
    assert turn(s) == 1 and stacks(s, 0) == ["Destroyers"] and reserve(s, 0) == ["Destroyers"] * 3


@pytest.mark.rule("BC-R91", "BC-R17")
@pytest.mark.parametrize("name", ["Reinforcements", "Mobilisation"])
def test_what_is_over_six_must_be_discarded_one_by_one(name):
    s = new_game()
    hold(s, 0, "3 Destroyers", "3 Cruisers")
    draw(s, name)
    play(s, "done")
    over = len(reserve(s, 0)) - 6
    assert over == (2 if name == "Reinforcements" else 4)
    for _ in range(over):
        assert phase(s) == "TRIM" and "done" not in shorts(s) and turn(s) == 0
        play(s, choices(s)[0])
    assert len(reserve(s, 0)) == 6 and len(discards(s, 0)) == over and turn(s) == 1


@pytest.mark.rule("BC-R91", "BC-R17")
@pytest.mark.parametrize("held, drawn", [(0, 6), (4, 2), (6, 0), (8, 0)])
def test_general_mobilisation_fills_up_to_six_and_never_discards(held, drawn):
    s = new_game()
    hold(s, 0, *["4 Destroyers", "3 Cruisers", "Battleships"][: 1 if held == 4 else 3 if held == 8 else 0])
    if held == 6:
        hold(s, 0, "4 Destroyers", "2 Cruisers")
    draw(s, "General Mobilisation")
    assert len(reserve(s, 0)) == held + drawn and phase(s) == "DEPLOY"
    play(s, "done")
    assert len(reserve(s, 0)) == held + drawn and turn(s) == 1 and discards(s, 0) == []


@pytest.mark.rule("BC-R91")
def test_without_a_reserve_no_deployment_is_asked():
    s = new_game()
    draw(s, "Rapid Deployment")
    assert turn(s) == 1
    hold(s, 1, "Destroyers")
    draw(s, "Rapid Deployment")
    play(s, "deploy Destroyers")
    assert turn(s) == 0


@pytest.mark.rule("BC-R17")
def test_a_reserve_over_six_stays_as_long_as_no_card_says_otherwise():
    s = new_game()
    hold(s, 0, "4 Destroyers", "3 Cruisers")
    throw_away(s, 0, "Battleships")
    draw(s, "Salvage")
    play(s, "take back Battleships")
    assert len(reserve(s, 0)) == 8 and turn(s) == 1


@pytest.mark.rule("BC-R93", "BC-13")
def test_an_unseen_deployment_makes_the_class_forgotten():
    s = new_game()
    hold(s, 0, "2 Destroyers", "Zero Fighters", "Cruisers")
    knows(s, 1, 0, "reserve", "Destroyers", "Zero Fighters", "Cruisers")
    draw(s, "Rapid Deployment")
    play(s, "deploy Destroyers")
    assert known(s, 1, 0, "reserve") == ["Zero Fighters"] and known(s, 1, 0, "stacks") == []
    before = GAME.text.draw(s[0], 1).ansi()
    assert "Sea 1: 1 unknown" in before


@pytest.mark.rule("BC-R84", "BC-R93")
def test_a_card_discarded_down_is_shown_and_struck_off():
    s = new_game()
    hold(s, 0, "4 Destroyers", "3 Cruisers")
    knows(s, 1, 0, "reserve", "2 Destroyers", "Cruisers")
    draw(s, "Reinforcements")
    play(s, "done", "discard Destroyers")
    assert known(s, 1, 0, "reserve") == ["Cruisers", "Destroyers"] and discards(s, 0) == ["Destroyers"]


@pytest.mark.rule("BC-R74", "BC-R93", "BC-R84")
def test_salvage_must_be_carried_out_and_is_seen_by_all():
    s = new_game()
    throw_away(s, 0, "Battleships", "Destroyers")
    draw(s, "Salvage")
    assert phase(s) == "SALVAGE" and "done" not in shorts(s) and len(choices(s)) == 2
    play(s, "take back Battleships")
    assert reserve(s, 0) == ["Battleships"] == known(s, 1, 0, "reserve") and discards(s, 0) == ["Destroyers"]
    assert where(s, "Salvage") == "DISCARD" and turn(s) == 1


@pytest.mark.rule("BC-R74")
def test_salvage_of_an_empty_pile_does_nothing():
    s = new_game()
    throw_away(s, 1, "Battleships")
    draw(s, "Salvage")
    assert turn(s) == 1 and where(s, "Salvage") == "DISCARD" and reserve(s, 0) == []


@pytest.mark.rule("BC-R02", "BC-17")
def test_deployed_cards_come_out_of_the_reserve():
    s = new_game()
    place(s, 0, "Zero Fighters")
    hold(s, 0, "Destroyers")
    draw(s, "Rapid Deployment")
    assert choices(s) == ["deploy Destroyers", "deploy no more"]
