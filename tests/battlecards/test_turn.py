"""A turn: the draw, what may be done instead, and decks that run out."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.battlecards.conflict import STARTERS
from warzoo.envs.battlecards.state import Place

from .table import (
    arsenal,
    cards_in,
    deck,
    discards,
    draw,
    end_turn,
    fight,
    hold,
    keep,
    kept,
    known,
    knows,
    new_game,
    payoffs,
    phase,
    place,
    play,
    put,
    redealt,
    reserve,
    shorts,
    stacks,
    top,
    turn,
    turn_of,
    vp,
    where,
    win,
)


@pytest.mark.rule("BC-18", "BC-R99")
def test_japan_begins_and_turns_alternate():
    s = new_game()
    for number in range(6):
        assert (turn(s), phase(s), s[0].turns) == (number % 2, "TURN", number)
        end_turn(s)


@pytest.mark.rule("BC-18", "BC-R82")
def test_germany_begins_in_western_europe():
    s = new_game("europe")
    assert turn(s) == 0 and "Grenadiers" in arsenal(s, 0)


@pytest.mark.rule("BC-19", "BC-R25", "BC-R02")
def test_a_turn_is_a_draw_unless_there_is_something_else_to_do():
    s = new_game()
    place(s, 0, "2 Destroyers")
    place(s, 1, "2 Destroyers")
    assert shorts(s) == ["draw"]
    hold(s, 0, "Destroyers")
    assert shorts(s) == ["draw", "emergency"]
    keep(s, 0, "Counterattack", "Air Support", "Sabotage")
    assert shorts(s) == ["draw", "emergency"]
    win(s, 1, "Java Sea")
    assert shorts(s) == ["draw", "emergency", "counterattack"]


@pytest.mark.rule("BC-20", "BC-19")
def test_a_card_that_has_been_followed_is_discarded():
    s = new_game()
    hold(s, 0, "Destroyers")
    draw(s, "Rapid Deployment")
    assert where(s, "Rapid Deployment") == "ASIDE" and turn(s) == 0
    play(s, "done")
    assert where(s, "Rapid Deployment") == "DISCARD" and turn(s) == 1


@pytest.mark.rule("BC-21", "BC-20", "BC-R23")
@pytest.mark.parametrize("name", ["Naval Gunfire", "Sabotage"])
def test_a_card_to_be_kept_lies_beside_the_stacks_unseen(name):
    s = new_game()
    draw(s, name)
    assert kept(s, 0) == [name] and s[0].kept_n[0] == 1 and turn(s) == 1
    put(s, 0, 0, Place.DECK)
    for card in range(20, STARTERS):
        put(s, 0, card, int(s[0].place[0, card]) if s[0].place[0, card] == Place.KEPT else Place.DECK)
    assert len({tuple(kept(redealt(s, 1, k), 0)) for k in range(60)}) == 6
    assert kept(redealt(s, 0, 1), 0) == [name]


@pytest.mark.rule("BC-R23")
def test_kept_cards_have_no_limit():
    s = new_game()
    for _ in range(5):
        keep(s, 0, "Air Support" if s[0].kept_n[0] < 2 else "Dug In" if s[0].kept_n[0] < 4 else "Sabotage")
    draw(s, "Naval Gunfire")
    assert len(kept(s, 0)) == 6 and turn(s) == 1


@pytest.mark.rule("BC-23", "BC-17")
def test_a_buildup_card_draws_arsenal_cards_into_the_reserve():
    s = new_game()
    deck(s, 0, "2 Destroyers")
    draw(s, "Reinforcements")
    assert reserve(s, 0) == ["Destroyers", "Destroyers"] and phase(s) == "DEPLOY"


# Emergency deployment


@pytest.mark.rule("BC-66", "BC-68", "BC-R16", "BC-R99")
def test_the_whole_reserve_may_be_deployed_instead_of_a_draw():
    s = new_game()
    hold(s, 0, "2 Destroyers", "Zero Fighters", "Imperial Infantry")
    before = s[0].place.copy()
    play(s, "emergency")
    assert reserve(s, 0) == [] and sorted(stacks(s, 0)) == ["Destroyers"] * 2 + ["Imperial Infantry", "Zero Fighters"]
    assert (s[0].place == before).all() and turn(s) == 1 and s[0].turns == 1
    end_turn(s)
    assert reserve(s, 0) == [] and shorts(s) == ["draw"]


@pytest.mark.rule("BC-68")
def test_later_a_card_brings_a_new_reserve():
    s = new_game()
    hold(s, 0, "2 Destroyers")
    play(s, "emergency")
    turn_of(s, 0)
    draw(s, "General Mobilisation")
    assert len(reserve(s, 0)) == 6


@pytest.mark.rule("BC-R26")
def test_without_a_reserve_there_is_no_emergency_deployment():
    s = new_game()
    assert shorts(s) == ["draw"]


@pytest.mark.rule("BC-R93")
def test_what_was_known_of_the_reserve_is_then_known_of_the_stacks():
    s = new_game()
    hold(s, 0, "2 Destroyers", "Zero Fighters")
    knows(s, 1, 0, "reserve", "Destroyers")
    play(s, "emergency")
    assert known(s, 1, 0, "stacks") == ["Destroyers"] and known(s, 1, 0, "reserve") == []


# Decks that run out


@pytest.mark.rule("BC-55", "BC-R60", "BC-R03")
def test_an_empty_conflict_deck_is_rebuilt_when_a_card_is_drawn():
    s = new_game()
    top(s, "Salvage")
    play(s, "draw")
    assert s[0].pile_n[0] == 0 and len(cards_in(s, Place.DISCARD, 0)) == 54
    put(s, 0, 0, Place.ASIDE)
    play(s, "draw")
    assert s[0].pile_n[0] >= 52 and where(s, "Pearl Harbor") == "ASIDE"


@pytest.mark.rule("BC-R60", "BC-55")
def test_a_card_lying_aside_is_not_in_the_new_deck():
    s = new_game()
    place(s, 0, "3 Destroyers")
    place(s, 1, "3 Destroyers")
    fight(s, "Java Sea")
    assert s[0].pile_n[0] == 0
    play(s, "fire Destroyers")
    assert s[0].pile_n[0] == 52 and where(s, "Java Sea") == "ASIDE" and len(cards_in(s, Place.DISCARD, 0)) == 1


@pytest.mark.rule("BC-R19", "BC-R18")
def test_the_conflict_cards_cannot_run_out():
    s = new_game("pacific", expansions=("E1", "E2", "E3", "E4", "E5"))
    for name in ("Air Support", "Naval Gunfire", "Dug In", "Evasive Action", "Sabotage", "Counterattack"):
        while name in cards_in(s, Place.DECK, 0):
            keep(s, 0, name)
    for card in np.flatnonzero(s[0].place[0] == Place.DECK).tolist():
        put(s, 0, card, Place.WON if card < 20 or (card >= 54 and (card - 54) % 6 < 2) else Place.DISCARD)
    assert s[0].pile_n[0] == 0 and len(cards_in(s, Place.DISCARD, 0)) > 1
    s[0].vp[:] = 0
    play(s, "draw")
    assert s[0].turns == 1 or phase(s) != "TURN"


@pytest.mark.rule("BC-56", "BC-R60")
def test_an_empty_arsenal_deck_is_rebuilt_when_a_card_must_be_taken():
    s = new_game()
    deck(s, 0, "2 Destroyers")
    draw(s, "Reinforcements")
    assert arsenal(s, 0) == [] and len(discards(s, 0)) == 48
    play(s, "done")
    turn_of(s, 0)
    draw(s, "Reinforcements")
    assert len(reserve(s, 0)) == 4 and len(arsenal(s, 0)) == 46 and discards(s, 0) == []


@pytest.mark.rule("BC-56")
def test_it_is_rebuilt_in_the_middle_of_a_draw():
    s = new_game()
    deck(s, 0, "Destroyers")
    draw(s, "Mobilisation")
    assert len(reserve(s, 0)) == 4 and "Destroyers" in reserve(s, 0)
    assert len(arsenal(s, 0)) == 46 and discards(s, 0) == []


@pytest.mark.rule("BC-R18")
def test_with_deck_and_discards_empty_nothing_is_drawn():
    s = new_game()
    place(s, 0, *arsenal(s, 0)[1:])
    draw(s, "Mobilisation")
    assert len(reserve(s, 0)) == 1 and arsenal(s, 0) == [] and phase(s) == "DEPLOY"


# The last turn


@pytest.mark.rule("BC-R22", "BC-R99")
@pytest.mark.parametrize("held, result", [((1, 0), [1, -1]), ((0, 1), [-1, 1]), ((0, 0), [0, 0])])
def test_after_the_last_turn_most_points_win(held, result):
    s = new_game(turn_cap=4)
    for seat, n in enumerate(held):
        win(s, seat, *["Midway"] * n)
    win(s, 0, "Pearl Harbor")
    win(s, 1, "Guadalcanal")
    for number in range(4):
        assert not s[0].over and s[0].turns == number
        end_turn(s)
    assert s[0].over and payoffs(s) == result


@pytest.mark.rule("BC-R22")
def test_the_cap_is_600_turns():
    s = new_game()
    assert s[0].turn_cap == 600
    s[0].turns = 598
    end_turn(s)
    assert not s[0].over
    hold(s, 1, "Destroyers")
    play(s, "emergency")
    assert s[0].over and payoffs(s) == [0, 0]


@pytest.mark.rule("BC-R22")
def test_the_cap_is_tested_at_the_end_of_a_turn():
    s = new_game(turn_cap=1)
    place(s, 0, "Imperial Infantry")
    fight(s, "Guam")
    assert s[0].over and vp(s) == [1, 0] and payoffs(s) == [1, -1]
