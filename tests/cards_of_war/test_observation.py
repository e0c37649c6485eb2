"""What a seat sees."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from warzoo.envs.cards_of_war import GAME
from warzoo.envs.cards_of_war.cards import TYPE_LETTERS

from .every_option import positions
from .reading import reading
from .table import (
    CENTRE,
    LEFT,
    OTHERS,
    PLAIN,
    discard,
    hold,
    names,
    new_game,
    place,
    play,
    seen,
    shrink,
    sight,
    stack,
)

DECISIONS = 150  # of each game, compared part by part


@pytest.mark.rule("CW-R31")
@pytest.mark.parametrize("heuristic", [False, True], ids=["random", "heuristic"])
def test_every_part_of_an_observation_is_what_the_table_shows(heuristic):
    for states in positions(np.random.default_rng(4), DECISIONS, heuristic=heuristic, seed=40):
        for i, seat in product(range(len(states)), range(2)):
            o, expected = sight(states, seat, i), reading(states[i], seat)
            assert set(expected) == set(GAME.observation.fields)
            wrong = [name for name, part in expected.items() if o[name].tolist() != part]
            assert not wrong


@pytest.mark.rule("CW-R31")
def test_a_seat_sees_its_own_hand_and_not_the_others():
    s = new_game()
    hold(s, 0, *PLAIN)
    hold(s, 1, *OTHERS)
    o = sight(s, 0)
    assert seen(o.hand) == sorted(PLAIN)
    drawable = names(s[0].draw[0, : s[0].draw_n[0]])
    assert seen(o.unseen) == sorted([*OTHERS, *drawable])


@pytest.mark.rule("CW-R31", "CW-21")
def test_piles_discards_and_counts_are_public():
    s = new_game()
    place(s, 1, LEFT, "Bunker", "Radar")
    discard(s, "Spy", "Tanks")
    for seat in range(2):
        o = sight(s, seat)
        assert o.top_types[1 - seat, LEFT].all() and o.next_types[1 - seat, LEFT].sum() == 1
        assert o.total[1 - seat].tolist() == [10, 0, 0]
        assert seen(o.discarded[0]) == ["Spy", "Tanks"] and [seen(top) for top in o.top_discard] == [
            ["Tanks"],
            ["Tanks"],
        ]
        assert o.hand_n.tolist() == [8, 8] and o.draw_n[0] == s[0].draw_n[0]


@pytest.mark.rule("CW-R04", "CW-R31", "CW-39")
def test_the_card_below_the_top_is_shown_with_what_it_makes_there():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Bunker", "Tanks", "Submarines")
    place(s, 0, CENTRE, "Gliders", "Spy", "Paratroop")
    o = sight(s, 0)
    assert o.top_worth.tolist() == [[0, 3, 0], [0, 0, 0]]
    assert o.next_worth.tolist() == [[0, 0, 0], [3, 0, 0]]
    assert o.next_types[1, LEFT].tolist() == [letter == "T" for letter in TYPE_LETTERS]
    assert o.next_types[0, CENTRE].tolist() == [letter == "P" for letter in TYPE_LETTERS]


@pytest.mark.rule("CW-R31")
def test_own_counts_stand_before_the_others():
    s = new_game(two_decks=True, length="long", strategic_exhaustion=True)
    hold(s, 0, "Bunker", "Tanks")
    hold(s, 1, "Spy")
    discard(s, "Radar", "Marines", seat=0)
    shrink(s, 5, seat=1)
    s[0].rounds_won[1] = 2
    s[0].hand_size[1] = 7
    s[0].limit[1] = 6
    own, other = sight(s, 0), sight(s, 1)
    assert own.hand_n.tolist() == [2, 1] and own.draw_n.tolist() == [int(s[0].draw_n[0]), 5]
    assert own.rounds_won.tolist() == [0, 2] and own.hand_size.tolist() == [8, 7] and own.limit.tolist() == [8, 6]
    assert [seen(cards) for cards in own.discarded] == [["Marines", "Radar"], []]
    assert own.discard_n.tolist() == [2, 0]
    for name in ("hand_n", "draw_n", "rounds_won", "limit", "hand_size", "discarded", "discard_n"):
        assert other[name].tolist() == own[name].tolist()[::-1]


@pytest.mark.rule("CW-08", "CW-R31")
def test_a_seat_sees_whether_it_opened_the_round_and_whether_it_acts():
    s = new_game()
    hold(s, 0, "Bunker")
    play(s, "Bunker > battle 1")
    own, other = sight(s, 0), sight(s, 1)
    assert (own.started, other.started) == (1, 0)
    assert (own.acting, other.acting) == (0, 1)


@pytest.mark.rule("CW-53", "CW-R31", "CW-R41")
def test_with_two_decks_both_top_discards_are_seen():
    s = new_game(two_decks=True, alternative_reinforce=True)
    discard(s, "Spy", "Tanks", seat=0)
    discard(s, "Marines", seat=1)
    assert [seen(top) for top in sight(s, 0).top_discard] == [["Tanks"], ["Marines"]]
    assert [seen(top) for top in sight(s, 1).top_discard] == [["Marines"], ["Tanks"]]


@pytest.mark.rule("CW-R31", "CW-35")
def test_only_the_seat_that_drew_it_sees_the_drawn_card():
    s = new_game(alternative_reinforce=True)
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert seen(sight(s, 0).drawn) == ["Marines"]
    assert seen(sight(s, 1).drawn) == []


@pytest.mark.rule("CW-18", "CW-R31")
def test_both_seats_see_a_report():
    s = new_game()
    hold(s, 0, "Reconnaissance")
    hold(s, 1, "Gliders", "Bunker", "Tanks")
    play(s, "Reconnaissance > battle 1")
    assert sight(s, 0).reported[1].tolist() == [1, 0, 2, 0]
    assert sight(s, 1).reported[0].tolist() == [1, 0, 2, 0]


@pytest.mark.rule("CW-52", "CW-R31")
def test_with_two_decks_the_own_draw_pile_is_told_apart():
    s = new_game(two_decks=True)
    hold(s, 0, "Radar")
    hold(s, 1, "Tanks")
    o = sight(s, 0)
    assert "Radar" in seen(o.unseen) and "Radar" not in seen(o.own_draw)
    assert o.unseen.sum() == 52 and o.own_draw.sum() == 51
