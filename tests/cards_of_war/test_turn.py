"""A turn: its order, the common deck, the refill."""

from __future__ import annotations

import numpy as np
import pytest

from .table import (
    CENTRE,
    LEFT,
    PLAIN,
    RIGHT,
    award,
    choices,
    discard,
    discards,
    end_round,
    hand,
    hold,
    leave,
    may,
    new_game,
    pile,
    place,
    play,
    shrink,
    stack,
)


@pytest.mark.rule("CW-19")
def test_both_players_draw_from_one_pile():
    s = new_game()
    hold(s, 0, "Sea Mines", *PLAIN)
    hold(s, 1, "Tanks", "Infantry", "Carrier", "Radar", "Snipers", "Minefield", "Pillbox", "Fighters")
    stack(s, "Marines", "Spy")
    before = int(s[0].draw_n[0])
    play(s, "Sea Mines > battle 1", "Tanks > battle 1")
    assert "Marines" in hand(s, 0) and "Spy" in hand(s, 1)
    assert s[0].draw_n.tolist() == [before - 2, 0]


@pytest.mark.rule("CW-19")
def test_both_players_discard_to_one_pile():
    s = new_game()
    place(s, 0, CENTRE, "Bunker")
    place(s, 1, LEFT, "Gliders")
    hold(s, 0, "Fighters")
    hold(s, 1, "Artillery")
    play(s, "Fighters > battle 1", "Artillery > battle 2")
    assert discards(s) == ["Gliders", "Bunker"]
    assert s[0].discard_n.tolist() == [2, 0]


@pytest.mark.rule("CW-20")
def test_players_alternate_a_card_a_turn():
    s = new_game()
    hold(s, 0, "Bunker", "Cruiser")
    hold(s, 1, "Gliders", "Convoy")
    turns = []
    for words in ("Bunker > battle 1", "Gliders > battle 1", "Cruiser > battle 1", "Convoy > battle 1"):
        turns.append(int(s[0].turn))
        play(s, words)
    assert turns == [0, 1, 0, 1]
    assert pile(s, 0, LEFT) == ["Bunker", "Cruiser"] and pile(s, 1, LEFT) == ["Gliders", "Convoy"]
    assert s[0].deployed == 4


@pytest.mark.rule("CW-21")
def test_any_card_of_the_hand_goes_on_any_own_pile():
    s = new_game()
    hold(s, 0, "Bunker", "Cruiser", "Tanks", "Tanks")
    assert sorted(choices(s)) == sorted(f"{c} > battle {b}" for c in ("Bunker", "Cruiser", "Tanks") for b in (1, 2, 3))
    play(s, "Tanks > battle 3")
    assert pile(s, 0, RIGHT) == ["Tanks"] and pile(s, 1, RIGHT) == []
    assert "Tanks" in hand(s, 0)


@pytest.mark.rule("CW-23")
def test_after_deploying_the_hand_is_refilled_to_eight():
    s = new_game()
    hold(s, 0, "Bunker", "Cruiser")
    stack(s, "Marines")
    play(s, "Bunker > battle 1")
    assert s[0].hand_n[0] == 8
    assert {"Cruiser", "Marines"} <= set(hand(s, 0))


@pytest.mark.rule("CW-24")
def test_a_draw_pile_down_to_one_card_takes_in_the_discards():
    s = new_game()
    discard(s, "Spy", "Tanks", "Amphib")
    hold(s, 0, "Sea Mines", *PLAIN)
    shrink(s, 2)
    play(s, "Sea Mines > battle 1")
    assert discards(s) == [] and s[0].draw_n[0] == 1 + 3


@pytest.mark.rule("CW-24")
def test_a_draw_pile_of_two_cards_does_not():
    s = new_game()
    discard(s, "Spy", "Tanks", "Amphib")
    hold(s, 0, "Sea Mines", *PLAIN)
    shrink(s, 3)
    play(s, "Sea Mines > battle 1")
    assert discards(s) == ["Spy", "Tanks", "Amphib"] and s[0].draw_n[0] == 2


@pytest.mark.rule("CW-R11")
def test_the_discards_join_the_last_card_before_it_is_drawn():
    drawn = set()
    for luck in range(1, 200, 5):
        s = new_game()
        place(s, 1, LEFT, "Infantry")
        hold(s, 0, "Snipers", *PLAIN)
        leave(s, "Marines")
        s[0].rng = np.uint64(luck * 0x9E3779B97F4A7C15 % 2**64)
        play(s, "Snipers > battle 1")
        assert s[0].draw_n[0] == 1 and discards(s) == []
        drawn |= set(hand(s, 0)) - set(PLAIN)
    assert drawn == {"Marines", "Infantry"}


@pytest.mark.rule("CW-R11")
def test_without_discards_the_last_card_is_drawn():
    s = new_game()
    hold(s, 0, "Sea Mines", *PLAIN)
    shrink(s, 1)
    play(s, "Sea Mines > battle 1")
    assert s[0].draw_n[0] == 0 and s[0].hand_n[0] == 8


@pytest.mark.rule("CW-R12")
def test_with_nothing_to_draw_the_hand_stays_short():
    s = new_game()
    hold(s, 0, "Bunker", "Cruiser")
    shrink(s, 0)
    play(s, "Bunker > battle 1")
    assert hand(s, 0) == ["Cruiser"] and s[0].turn == 1


@pytest.mark.rule("CW-R12")
def test_a_later_round_fills_the_hands_up_the_starters_first():
    s = new_game()
    award(s, left=0, centre=0)
    place(s, 1, RIGHT, "Heavy Bomber Wing", "War Industry")
    hold(s, 0, "Bunker", "Cruiser", "Gliders", "Tanks")
    hold(s, 1, "Marines", "Spy", "Amphib")
    shrink(s, 0)
    s[0].turn = 1
    play(s, "Marines > battle 3")
    assert s[0].round_no == 2 and s[0].starter == 0
    assert s[0].hand_n.tolist() == [7, 2]


@pytest.mark.rule("CW-R12")
@pytest.mark.parametrize("short", [0, 1])
def test_a_later_round_fills_up_a_short_hand_of_either_player(short):
    s = new_game()
    hold(s, short, "Bunker")
    end_round(s, 1, 1, 1 - short)
    assert s[0].hand_n.tolist() == [8, 8]


@pytest.mark.rule("CW-R07")
def test_only_an_empty_hand_passes():
    s = new_game()
    assert not may(s, "wait")
    hold(s, 0)
    assert choices(s) == ["wait"]


@pytest.mark.rule("CW-R07")
def test_a_pass_is_refilled_and_is_no_deployment():
    s = new_game()
    hold(s, 0)
    play(s, "wait")
    assert s[0].turn == 1 and s[0].deployed == 0 and s[0].hand_n[0] == 8
