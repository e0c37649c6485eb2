"""What a seat cannot know is dealt anew: never against what it knows, and never certain of what is false."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from warzoo.envs.war_on_terror.cards import COPIES

from .audit import audit
from .games import any_action, carry_out, each_count, positions, scaled
from .table import (
    deal_to,
    discard_deck,
    hand,
    hold,
    known,
    lay,
    lose_discards,
    new_game,
    play,
    redealt,
    sight,
    trade_hands,
)

pytestmark = pytest.mark.rule("WT-R31")


def chi_square(counts, expected):
    return ((np.array(counts) - expected) ** 2 / expected).sum()


@pytest.mark.rule("WT-12")
def test_every_hand_the_seat_allows_is_equally_likely():
    s = new_game(players=3)
    hold(s, 1, "Frigate")
    hold(s, 2, "Destroyer")
    counts = np.zeros(len(COPIES))
    for k in range(2000):
        counts += redealt(s, 0, k)[0].hand[1]
    assert chi_square(counts[1:], 20.0 * COPIES[1:]) < 80


def test_all_ways_to_deal_the_pool_to_hands_and_deck_are_equally_likely():
    """One card each to seat 1 and the deck, two to seat 2: twelve ways."""
    s = new_game(players=3)
    hold(s, 1, "Frigate")
    hold(s, 2, "Destroyer", "Leaflet Drop")
    discard_deck(s, keep=["Air Bridge"])
    lose_discards(s)
    ways = Counter()
    for k in range(2400):
        copy = redealt(s, 0, k)
        ways[*hand(copy, 1), *hand(copy, 2)] += 1
        assert copy[0].draw_n == 1 and not copy[0].draw[1:].any()
    assert len(ways) == 12 and chi_square(list(ways.values()), 200) < 32


def test_what_the_seat_knows_of_a_hand_stays_and_the_rest_is_drawn():
    s = new_game(players=3)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    play(s, "Infiltrators", "take next 1")
    hands = {tuple(hand(redealt(s, 1, k), 0)) for k in range(60)}
    assert len(hands) > 15 and all("Destroyer" in cards and len(cards) == 2 for cards in hands)


def test_a_card_played_before_or_after_a_shuffle_rules_no_hand_out():
    """Seat 1 may hold a Frigate, the Leaflet Drop or any other card as before, though seat 0's own Frigate was old."""
    s = new_game(country="Cuba")
    hold(s, 0, "Infantry Division", "Frigate")
    hold(s, 1, "Armored Division", "Leaflet Drop")
    discard_deck(s)
    play(s, "Infantry Division", "Armored Division")
    for _ in range(2):
        hands = [hand(redealt(s, 0, k), 1) for k in range(400)]
        assert 4 < sum("Frigate" in cards for cards in hands) < 40
        assert 10 < sum("Leaflet Drop" in cards for cards in hands) < 70
        play(s, "Frigate" if s[0].turn == 0 else "pass")


def test_what_others_know_of_the_own_hand_is_what_the_seat_is_sure_of():
    s = new_game(players=3)
    hold(s, 0, "Secret Deal", "Frigate", "Frigate")
    hold(s, 1, "Destroyer", "World Opinion")
    play(s, "Secret Deal", "swap next")
    trade_hands(s, 1, 2)
    copy = redealt(s, 2, 5)
    assert known(copy, 1, 2) == ["Frigate", "Frigate"] and known(copy, 0, 2) == []
    assert known(s, 0, 2) == ["Frigate", "Frigate"]


def test_who_gave_a_hand_knows_of_it_what_a_third_seat_knows_and_others_what_all_saw():
    """Seat 0 gave a hand to seat 1, and he to seat 2, who drew a card and took one for all to see."""
    s = new_game(players=4)
    hold(s, 0, "Frigate", "Destroyer")
    trade_hands(s, 0, 1)
    trade_hands(s, 1, 2)
    deal_to(s, 2, "Infiltrators")
    lay(s, 3, "Leaflet Drop")
    play(s, "pass", "pass", "Infiltrators", "take next 1")
    copy = redealt(s, 0, 5)
    assert known(copy, 0, 2) == known(copy, 1, 2) == ["Destroyer", "Frigate", "Leaflet Drop"]
    assert known(copy, 3, 2) == ["Leaflet Drop"]


def test_what_others_know_is_supposed_without_a_look_at_the_truth():
    """Which of two cards seat 2 gave, and which seat 1 drew and played, seat 0 cannot tell."""
    tables = []
    for given, drawn in ((("Frigate", "Destroyer"), "Supply Column"), (("Frigate", "Supply Column"), "Destroyer")):
        s = new_game(players=3)
        hold(s, 1, "Secret Deal")
        hold(s, 2, *given)
        play(s, "pass", "Secret Deal", "swap next", "pass")
        deal_to(s, 1, drawn)
        hold(s, 0, "Secret Deal")
        play(s, "pass", "Supply Column", "pass", "Secret Deal", "swap next")
        tables.append(s)
    one, two = tables
    assert len(known(one, 2, 0)) == 2 and len(known(two, 2, 0)) == 1
    assert sight(one, 0).tobytes() == sight(two, 0).tobytes()
    assert all(redealt(one, 0, k).tobytes() == redealt(two, 0, k).tobytes() for k in range(20))


# At every position of games as dealt


def truth_is_possible(s, seat):
    """What the redeal takes for certain is so: cards in hands, their number, and what others know."""
    r, copy = s[0], redealt(s, seat, 1)[0]
    assert (copy.hand_n == r.hand_n).all() and copy.draw_n == r.draw_n
    for holder in range(r.players):
        assert (r.known[seat, holder] <= r.hand[holder]).all() or holder == seat
    pool = r.hidden - r.hand[seat] - r.known[seat].sum(0)
    assert (pool >= 0).all()
    rest = r.hand_n.sum() - r.hand_n[seat] - r.known[seat].sum() + r.draw_n
    assert pool.sum() == rest
    others = np.arange(4) != seat
    assert (copy.known[others] <= r.known[others]).all()


@each_count
@pytest.mark.parametrize("style", ["random", "heuristic", "trades"])
@pytest.mark.parametrize("deck", [None, 12])
def test_the_truth_is_always_possible(players, style, deck):
    """Before and after reshuffles, at every seat."""
    for seed in range(scaled(4)):
        for s in positions(players, seed, style, deck):
            for seat in range(players):
                truth_is_possible(s, seat)


def test_games_as_dealt_come_to_a_second_deck():
    """Else the test above says little."""
    shuffled = set()
    for seed in range(5):
        before = 100
        for s in positions(4, seed, "heuristic"):
            if s[0].draw_n > before:
                shuffled.add(seed)
            before = s[0].draw_n
    assert shuffled


@each_count
def test_positions_that_a_seat_cannot_tell_apart_are_redealt_alike(players):
    for seed in range(scaled(6)):
        for turn, s in enumerate(positions(players, seed, "trades", 15)):
            seat = turn % players
            other = redealt(s, seat, turn)
            assert redealt(other, seat, 1 + turn).tobytes() == redealt(s, seat, 1 + turn).tobytes()
            assert sight(other, seat).tobytes() == sight(s, seat).tobytes()


@each_count
def test_a_redeal_of_a_redeal_is_a_game_that_can_be_played(players):
    for seed in range(scaled(4)):
        rng = np.random.default_rng(seed)
        for turn, s in enumerate(positions(players, 50 + seed, "trades")):
            copy = s
            for _ in range(4):
                copy = redealt(copy, int(rng.integers(players)), int(rng.integers(1 << 40)))
                audit(copy)
            if turn % 20 == 3:
                while not copy[0].over:
                    carry_out(copy, any_action(copy, rng))
                    audit(copy)


@each_count
def test_redeals_keep_what_the_table_shows(players):
    for seed in range(scaled(3)):
        for s in positions(players, 80 + seed, "trades"):
            copy = redealt(s, 0, seed)
            for name in ("shown", "hidden", "discarded", "row", "up", "total", "points", "giver", "phase", "turn"):
                assert (copy[name] == s[name]).all()
            assert (copy[0].known[0] == s[0].known[0]).all() and (copy[0].hand[0] == s[0].hand[0]).all()
