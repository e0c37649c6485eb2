"""What a seat cannot know is dealt anew, and nothing else."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from warzoo.envs.battlecards.conflict import KINDS, Kind
from warzoo.envs.battlecards.state import UNDER, Place
from warzoo.envs.core.blocks import parts

from .audit import ZONES, audit
from .games import STYLES, any_actions, carry_out, each_game, positions, scaled
from .table import (
    choices,
    fight,
    hold,
    keep,
    kept,
    known,
    knows,
    leave,
    new_game,
    phase,
    place,
    play,
    redealt,
    reserve,
    sight,
    stacks,
)

pytestmark = pytest.mark.rule("BC-R93", "BC-R84")

HIDDEN = ("deck", "reserve", "stacks")
STRIDE = 5  # of the positions looked at


def looked_at(options, seed, style="random"):
    for turn, s in enumerate(positions(options, seed, style)):
        if turn % STRIDE == 0:
            yield turn, s


# At every position of games as dealt


@each_game
@pytest.mark.parametrize("style", STYLES)
def test_a_redeal_changes_nothing_that_the_seat_sees_and_not_who_acts(options, style):
    changed = count = 0
    for seed in range(scaled(2)):
        for turn, s in looked_at(options, 20 + seed, style):
            seat = turn % int(s[0].players)
            copy = redealt(s, seat, turn)
            audit(copy)
            assert sight(copy, seat).tobytes() == sight(s, seat).tobytes()
            assert (copy[0].turn, copy[0].phase) == (s[0].turn, s[0].phase)
            changed += any((copy[0][name] != s[0][name]).any() for name in HIDDEN)
            count += 1
    assert changed > 0.3 * count  # with an empty Reserve and all stacks known nothing is hidden


@each_game
def test_positions_that_a_seat_cannot_tell_apart_are_redealt_alike(options):
    for seed in range(scaled(2)):
        for turn, s in looked_at(options, 30 + seed):
            seat = turn % int(s[0].players)
            other = redealt(s, seat, turn)
            assert redealt(other, seat, 1 + turn).tobytes() == redealt(s, seat, 1 + turn).tobytes()


@each_game
@pytest.mark.parametrize("style", STYLES)
def test_the_truth_is_always_possible(options, style):
    """Own cards, sizes and known cards stay; each nation has its cards, or the alliance once an Aid has mixed them."""
    for seed in range(scaled(2)):
        for turn, s in looked_at(options, 40 + seed, style):
            seat, r = turn % int(s[0].players), s[0]
            copy = redealt(s, seat, turn)[0]
            for name in ("reserve", "stacks"):
                assert (copy[name][seat] == r[name][seat]).all()
            for name in HIDDEN:
                assert (copy[name].sum(1) == r[name].sum(1)).all()
            assert (copy.known[seat] == r.known[seat]).all() and (copy.known[:, seat] == r.known[:, seat]).all()
            assert (copy.kept_n == r.kept_n).all() and (copy.pile_n == r.pile_n).all()
            assert (decks_of(copy.under) == decks_of(r.under)).all()
            mine = r.place == Place.KEPT + seat
            assert (copy.place[mine] == r.place[mine]).all() and (copy.seen[mine] == r.seen[mine]).all()
            total = sum(r[name].astype(int) - copy[name] for name in HIDDEN)
            for side in (0, 1):
                assert not total[side::2].sum(0).any()
                assert r.crossed[side] or not total[side::2].any()


def decks_of(laid):
    """Under whose deck each card lies; -1 for no card."""
    return np.where(laid > 0, parts(UNDER, laid.astype(int))[0], -1)


@each_game
def test_a_redeal_of_a_redeal_is_a_game_that_can_be_played(options):
    rng = np.random.default_rng(1)
    for turn, s in enumerate(positions(options, 50, "fighter")):
        if turn % 60 != 3:
            continue
        copy = s
        for _ in range(4):
            copy = redealt(copy, int(rng.integers(s[0].players)), int(rng.integers(1, 1 << 40)))
            audit(copy)
        for _ in range(40):
            if not copy[0].over:
                carry_out(copy, any_actions(copy, rng))
                audit(copy)


# How it is dealt anew


def test_every_draw_of_the_rest_is_equally_likely():
    """Two Reserve cards of which one is known; the other is any of 49, and a stack has its class."""
    s = new_game("pacific")
    hold(s, 1, "Marines", "Gato Submarines")
    knows(s, 0, 1, "reserve", "Marines")
    place(s, 1, "Battleships")
    draws, ships = Counter(), Counter()
    for k in range(1000):
        copy = redealt(s, 0, k + 1)
        rest = Counter(reserve(copy, 1)) - Counter(["Marines"])
        draws.update(rest)
        ships.update(stacks(copy, 1))
    assert sum(draws.values()) == 1000 and abs(draws["Army Infantry"] - 1000 * 6 / 49) < 50
    assert set(ships) == {"Destroyers", "Gato Submarines", "Cruisers", "Battleships", "Fleet Carrier", "Admiral Nimitz"}
    assert abs(ships["Destroyers"] - 1000 * 4 / 15) < 70


def test_kept_cards_are_keep_cards_and_seen_ones_stay():
    s = new_game("pacific")
    keep(s, 1, "Sabotage", "Dug In")
    mine = np.flatnonzero(s[0].place[0] == Place.KEPT + 1)
    s[0].seen[0, mine[1]] = 1
    pairs = Counter()
    for k in range(900):
        copy = redealt(s, 0, k + 1)[0]
        cards = np.flatnonzero(copy.place[0] == Place.KEPT + 1)
        assert mine[1] in cards and len(cards) == 2
        assert all(Kind.AIR_SUPPORT <= KINDS[card] <= Kind.COUNTERATTACK for card in cards)
        pairs.update(set(cards.tolist()) - {int(mine[1])})
    assert len(pairs) == 9 and comb(10, 1) == 10
    assert all(abs(n - 900 / 9) < 45 for n in pairs.values())


@pytest.mark.rule("BC-R62")
@pytest.mark.parametrize("ships, asked", [(["Cruisers"], "BOOST"), (["Cruisers", "Fleet Carrier"], "TARGET")])
def test_who_has_begun_a_shot_that_needs_a_kept_card_still_has_one(ships, asked):
    s = new_game("pacific")
    place(s, 0, *ships)
    place(s, 1, "Hellcat Fighters")
    keep(s, 1, "Air Support", "Dug In")
    fight(s, "Bismarck Sea")
    leave(s, 0, np.flatnonzero(s[0].place[0] == Place.DISCARD).tolist())
    play(s, "fire Hellcat Fighters")
    assert phase(s) == asked
    hands = set()
    for k in range(100):
        copy = redealt(s, 0, k + 1)
        assert choices(copy) == choices(s)
        hands.add(tuple(kept(copy, 1)))
    assert all("Air Support" in hand for hand in hands) and len(hands) == 6


def test_what_others_know_of_a_third_seat_is_what_all_know():
    s = new_game("combined")
    place(s, 2, "2 Zero Fighters")
    knows(s, 1, 2, "stacks", "Zero Fighters")
    knows(s, 0, 2, "stacks", "2 Zero Fighters")
    copy = redealt(s, 3, 7)
    assert known(copy, 1, 2, "stacks") == known(copy, 0, 2, "stacks") == []
    assert known(redealt(s, 1, 7), 1, 2, "stacks") == ["Zero Fighters"]
    assert known(redealt(s, 2, 7), 1, 2, "stacks") == ["Zero Fighters"]


def test_zones_that_a_redeal_deals_are_those_of_the_audit():
    assert set(HIDDEN) < set(ZONES)
