"""Games small enough to be solved: what the judge of their players takes for granted."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from warzoo.envs import UsageError
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED
from warzoo.envs.core.page import reference

from .games import ANY, each_game, for_each, random_actions, scaled

each_yardstick = for_each([game for game in ANY if game.yardstick])


def without_luck(states):
    """Records as bytes, but for the luck that is still to come."""
    blank = states.copy()
    blank["rng"] = 0
    return [s.tobytes() for s in blank]


def test_there_are_two_and_they_come_last():
    assert [game.name for game in ANY if game.yardstick] == ["kuhn_poker", "leduc_poker"] == [g.name for g in ANY[-2:]]


@each_yardstick
def test_the_roots_are_the_dealt_positions_each_as_likely_as_another(game):
    roots, count = without_luck(game.roots()), scaled(60_000)
    dealt = Counter(without_luck(game.deal(count, seed=1)))
    assert len(set(roots)) == len(roots) and dealt.keys() <= set(roots)
    even = count / len(roots)
    if COMPILED:
        assert all(abs(dealt[root] - even) < 6 * even**0.5 for root in roots)


@each_yardstick
def test_nothing_is_left_to_luck_after_the_deal_and_no_seat_forgets_what_it_saw_and_did(game):
    states, rng = np.repeat(game.roots(), scaled(50)), np.random.default_rng(0)
    luck, known, past = states["rng"].copy(), {}, [[(), ()] for _ in states]  # past[game][seat]
    while len(states):
        observations, masks = game.look(states)
        actions = random_actions(masks, rng)
        for own, s, seen, action in zip(past, states, observations, actions, strict=True):
            view = int(s.turn), seen.tobytes()
            before = own[s.turn]
            assert known.setdefault(view, before) == before
            own[s.turn] = (*before, view, int(action))
        kernels.play(states, np.arange(len(states)), actions)
        assert (states["rng"] == luck).all()
        going = np.flatnonzero(states["over"] == 0)
        states, luck, past = states[going], luck[going], [past[k] for k in going]
    assert len(known) > len(game.roots())


@each_yardstick
def test_its_page_says_what_is_won(game):
    assert f"the {game.yardstick.unit} that it wins" in reference(game)


@each_game
def test_other_games_are_too_large_in_one_sentence(game):
    with pytest.raises(UsageError, match=f"^{game.name} is too large to be solved; small enough is kuhn_poker, leduc"):
        game.roots()
