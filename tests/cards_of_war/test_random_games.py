"""Games of all options as dealt, at random and by the heuristic: the truth is possible, and redeals keep to it."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.cards_of_war import GAME
from warzoo.envs.cards_of_war.state import CARDS, DECK_SIZE, Phase
from warzoo.envs.core import kernels

from ..games import random_actions
from .audit import audit
from .every_option import positions

DECISIONS = 400  # of each game
PLAYOUT = 40  # decisions that a redealt game is played on
HIDDEN = {"rng", "hand", "draw", "drawn"}  # what a redeal may change; of `hand` the other's row, `drawn` if it chooses
KNOWN = [name for name in GAME.state.fields if name not in HIDDEN]

each_player = pytest.mark.parametrize("heuristic", [False, True], ids=["random", "heuristic"])


def redealt(states, seat, rng):
    """The same games with all that the seat cannot know dealt anew."""
    dealt = states.copy()
    for i, luck in enumerate(rng.integers(1, 2**63, len(dealt), dtype=np.uint64)):
        kernels.redeal_one(dealt, i, seat, luck)
    return dealt


def stirred(states, rng):
    """The same games with draw piles in another order, and other cards left in the places that no longer count."""
    for which in zip(*states["draw_n"].nonzero(), strict=True):
        row, n = states["draw"][which], states["draw_n"][which]
        row[:n] = rng.permutation(row[:n])
        row[n:] = rng.integers(1, CARDS, DECK_SIZE - n)
    return states


@pytest.mark.rule("CW-18", "CW-R31")
@each_player
def test_the_truth_is_always_possible(heuristic):
    for states in positions(np.random.default_rng(1), DECISIONS, heuristic=heuristic):
        audit(states)


@pytest.mark.rule("CW-R31")
@each_player
def test_a_redeal_of_a_redeal_keeps_all_that_is_known(heuristic):
    rng = np.random.default_rng(2)
    for states in positions(rng, DECISIONS, heuristic=heuristic, seed=100):
        other = states
        for seat in rng.permutation([0, 0, 1, 1]):
            before, other = other, redealt(other, seat, rng)
            audit(other)
            assert all((states[name] == other[name]).all() for name in KNOWN)
            assert (before["hand"][:, seat] == other["hand"][:, seat]).all()
            chooses = (states["phase"] == Phase.CHOOSE) & (states["turn"] == seat)
            assert (before["drawn"] == other["drawn"])[chooses].all()


@pytest.mark.rule("CW-R31")
@each_player
def test_positions_that_a_seat_cannot_tell_apart_are_redealt_alike(heuristic):
    rng = np.random.default_rng(3)
    for states in positions(rng, DECISIONS, heuristic=heuristic, seed=200):
        for seat in range(2):
            twin = stirred(redealt(states, seat, rng), rng)
            again = [redealt(like, seat, np.random.default_rng(4)).tobytes() for like in (states, twin)]
            assert again[0] == again[1] != twin.tobytes()


@pytest.mark.rule("CW-R31")
def test_a_redealt_game_plays_on():
    rng = np.random.default_rng(5)
    for step, states in enumerate(positions(rng, DECISIONS, seed=300)):
        if step % 40 == 0:
            other = redealt(states, step // 40 % 2, rng)
            for _ in range(PLAYOUT):
                other = other[other["over"] == 0]
                _, masks = GAME.look(other)
                assert masks.any(1).all()
                kernels.play(other, np.arange(len(other)), random_actions(masks, rng))
                audit(other)
