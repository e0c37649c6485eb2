"""What is known of hands, and how the rest is dealt anew."""

from __future__ import annotations

from collections import Counter
from math import comb, prod, sqrt

import numpy as np
import pytest

from .audit import audit
from .games import STYLES, any_action, carry_out, each_count, positions, scaled, witnessed
from .table import deck, everybody_passes, hand, hold, known, logistics, new_game, place, play, redealt, sight, stock

pytestmark = pytest.mark.rule("GD-R43", "GD-R41")


# What is known


def test_a_card_bought_to_the_hand_is_known_to_be_there():
    s = new_game()
    hold(s, 0, "Insurgents", "Surrender", "Domination")
    deck(s, 0, "Domination", "Megastorm")
    stock(s, Military_Base=6)
    assert known(s, 0) == []
    play(s, "Domination", "discard 2", "Surrender", "Military Base")
    assert known(s, 0) == ["Military Base"] and len(hand(s, 0)) == 2
    hands = [hand(redealt(s, 1, k), 0) for k in range(20)]
    assert all("Military Base" in cards and len(cards) == 2 for cards in hands)


def test_a_card_that_leaves_the_hand_takes_one_known_copy_with_it():
    s = new_game()
    hold(s, 0, "Insurgents", "Domination", "Domination", "Domination")
    deck(s, 0, "Insurgents", "Domination")
    stock(s, Insurgents=4)
    play(s, "Domination", "discard 2", "Domination", "Insurgents")
    assert known(s, 0) == ["Insurgents"] and hand(s, 0).count("Insurgents") == 2
    play(s, "Insurgents", "build", "Andes", "done")
    assert known(s, 0) == [] and hand(s, 0).count("Insurgents") == 1


def test_an_unknown_card_that_leaves_changes_nothing_known():
    s = new_game()
    hold(s, 0, "Surrender", "Domination", "Domination", "Insurgents")
    deck(s, 0, "Megastorm")
    stock(s, Military_Base=6)
    play(s, "Domination", "discard 2", "Domination", "Military Base", "Surrender", "build", "Andes", "done")
    assert known(s, 0) == ["Military Base"]


def test_before_a_reshuffle_the_whole_hand_is_known():
    s = new_game()
    logistics(s, 3, 1)
    hold(s, 0, "Surrender")
    deck(s, 0, "Megastorm", "Insurgents")
    everybody_passes(s)
    assert known(s, 0) == ["Insurgents", "Megastorm", "Surrender"]
    assert hand(s, 0) == ["Domination", "Insurgents", "Megastorm", "Surrender"]


def test_a_deck_drawn_out_tells_the_whole_hand():
    s = new_game()
    logistics(s, 2, 1)
    hold(s, 0, "Surrender")
    deck(s, 0, "Megastorm", "Insurgents")
    everybody_passes(s)
    assert known(s, 0) == hand(s, 0) == ["Insurgents", "Megastorm", "Surrender"]


def test_nothing_else_is_remembered():
    """Not even of a deck of one kind."""
    s = new_game()
    logistics(s, 2, 1)
    hold(s, 0)
    deck(s, 0, "Domination", "Domination", "Domination")
    everybody_passes(s)
    assert known(s, 0) == [] and hand(s, 0) == ["Domination"] * 2
    assert hand(redealt(s, 1, 1), 0) == ["Domination"] * 2


# How it is dealt anew


def test_every_draw_of_the_rest_is_equally_likely():
    """Two unknown cards of the five in hand and deck: each pair as often as it can be drawn."""
    s = new_game()
    hold(s, 0, "Surrender", "Domination")
    deck(s, 0, "Domination", "Domination", "Megastorm")
    draws = Counter(tuple(hand(redealt(s, 1, k), 0)) for k in range(2000))
    expected = {
        ("Domination", "Domination"): comb(3, 2),
        ("Domination", "Surrender"): 3,
        ("Domination", "Megastorm"): 3,
        ("Megastorm", "Surrender"): 1,
    }
    assert set(draws) == set(expected)
    assert sum((draws[pair] - 200 * n) ** 2 / (200 * n) for pair, n in expected.items()) < 16


def test_the_own_hand_and_deck_stay():
    s = new_game(3)
    hold(s, 0, "Surrender", "Domination")
    deck(s, 0, "Domination", "Domination", "Megastorm")
    for k in range(20):
        copy = redealt(s, 0, k)
        assert hand(copy, 0) == hand(s, 0) and copy[0].deck[0].tolist() == s[0].deck[0].tolist()


def test_other_hands_do_not_show():
    s = new_game()
    hold(s, 1, "Surrender", "Domination")
    deck(s, 1, "Domination", "Domination", "Megastorm")
    place(s, 1, "Andes")
    copies = [redealt(s, 0, k) for k in range(30)]
    assert {sight(copy, 0).tobytes() for copy in copies} == {sight(s, 0).tobytes()}
    assert len({tuple(hand(copy, 1)) for copy in copies}) == 4


# At every position of games as dealt


@each_count
@pytest.mark.parametrize("style", STYLES)
def test_the_truth_is_always_possible(players, style):
    """Known cards are in the hand, and hand and deck together are what a redeal deals from."""
    for seed in range(scaled(2)):
        for s, witness in witnessed(players, 10 + seed, style):
            for seat in range(players):
                assert (s[0].known[seat] <= s[0].hand[seat]).all()
                copy = redealt(s, (seat + 1) % players, seed)[0]
                assert (copy.hand[seat] + copy.deck[seat] == s[0].hand[seat] + s[0].deck[seat]).all()
                assert copy.hand[seat].sum() == s[0].hand[seat].sum()
                assert (s[0].known[seat] == [witness.known[seat][k] for k in range(25)]).all()


def chance_to_stay(s, seat):
    """How likely it is that all other hands are dealt as they are."""
    r, chance = s[0], 1.0
    for other in range(r.players):
        if other != seat:
            hidden = (r.hand[other] - r.known[other]).tolist()
            pool = (r.hand[other] - r.known[other] + r.deck[other]).tolist()
            chance *= prod(map(comb, pool, hidden)) / comb(sum(pool), sum(hidden))
    return chance


@each_count
def test_a_redeal_changes_nothing_that_the_seat_sees_and_other_hands_as_often_as_chance_has_it(players):
    changed = expected = variance = 0.0
    for seed in range(scaled(2)):
        for turn, s in enumerate(positions(players, 20 + seed, "heuristic")):
            seat = turn % players
            copy = redealt(s, seat, turn)
            audit(copy)
            assert sight(copy, seat).tobytes() == sight(s, seat).tobytes()
            assert (copy[0].turn, copy[0].phase) == (s[0].turn, s[0].phase)
            stay = chance_to_stay(s, seat)
            changed += (copy[0].hand != s[0].hand).any()
            expected += 1 - stay
            variance += stay * (1 - stay)
    assert abs(changed - expected) < 4 * sqrt(variance)


@each_count
def test_positions_that_a_seat_cannot_tell_apart_are_redealt_alike(players):
    for seed in range(scaled(2)):
        for turn, s in enumerate(positions(players, 30 + seed)):
            seat = turn % players
            other = redealt(s, seat, turn)
            assert redealt(other, seat, 1 + turn).tobytes() == redealt(s, seat, 1 + turn).tobytes()


@each_count
def test_a_redeal_of_a_redeal_is_a_game_that_can_be_played(players):
    rng = np.random.default_rng(players)
    for turn, s in enumerate(positions(players, 40)):
        if turn % 60 != 3:
            continue
        copy = s
        for _ in range(4):
            copy = redealt(copy, int(rng.integers(players)), int(rng.integers(1 << 40)))
            audit(copy)
        for _ in range(40):
            if not copy[0].over:
                carry_out(copy, any_action(copy, rng))
                audit(copy)
