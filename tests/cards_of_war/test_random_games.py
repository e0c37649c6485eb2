"""Random games of every variant: what holds at each step, and what a redeal may and may not change."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.cards_of_war import GAME
from warzoo.envs.cards_of_war.state import Phase
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED

from .audit import audit

GAMES = 100 if COMPILED else 2
REDEALS = 1 if COMPILED else 9  # a redeal every so many steps
PLAYOUT = 40 if COMPILED else 12  # decisions that a redealt game is played on

each_variant = pytest.mark.parametrize("options", GAME.variants, ids=lambda o: "-".join(map(str, o)))


def random_actions(masks, rng):
    return (rng.random(masks.shape) * masks).argmax(1)


def views(states, seat):
    """What the seat sees of each game."""
    record, out = GAME.observation.zeros(1), np.zeros((len(states), GAME.observation.width()), np.float32)
    flat, scale = GAME.flat(record)[0], GAME.observation.scale()
    for i in range(len(states)):
        kernels.view(states, i, seat, record, flat, scale, out[i])
    return out


def redealt(states, seat, rng):
    """The same games with all that the seat cannot know dealt anew."""
    dealt = states.copy()
    for i in range(len(dealt)):
        kernels.redeal_one(dealt, i, seat, rng.integers(1, 2**63, dtype=np.uint64))
    return dealt


def moves_on(states, rng, decisions):
    """The running games, each so many random decisions later."""
    for decision in range(decisions):
        states = states[states["over"] == 0]
        if not len(states):
            return
        _, masks = GAME.look(states)
        assert masks.any(1).all()
        kernels.play(states, np.arange(len(states)), random_actions(masks, rng))
        if decision % 8 == 0:
            audit(states)
    audit(states)


def bot_actions(states, masks, clever):
    out = np.zeros(len(states), np.int64)
    kernels.bot_moves(states, np.arange(len(states)), masks, clever, out)
    return out


def positions(options, rng):
    """The games still running, after every decision of random games played to the end."""
    states = GAME.deal(GAMES, GAME.settings(**options), seed=7)
    for step in range(GAME.longest):
        yield step, states
        _, masks = GAME.look(states)
        kernels.play(states, np.arange(len(states)), random_actions(masks, rng))
        states = states[states["over"] == 0]
        if not len(states):
            return
    pytest.fail("a game lasts longer than the longest")


@pytest.mark.rule("CW-R31")
@each_variant
def test_a_redeal_changes_nothing_that_the_seat_knows(options):
    rng = np.random.default_rng(3)
    known = (
        "turn",
        "phase",
        "hand_n",
        "draw_n",
        "discard",
        "pile",
        "total",
        "reported",
        "hidden",
    )
    for step, states in positions(options, rng):
        audit(states)
        if step % REDEALS:
            continue
        for seat in range(2):
            other = redealt(states, seat, rng)
            audit(other)
            assert (views(states, seat) == views(other, seat)).all()
            assert all((states[name] == other[name]).all() for name in known)
            acts = states["turn"] == seat
            if acts.any():
                same_choices(states[acts], other[acts])
            if step % 20 == 0:
                moves_on(other, rng, PLAYOUT)


def same_choices(states, other):
    """The seat to act may do the same as before, and the bots choose the same."""
    _, masks = GAME.look(states)
    _, again = GAME.look(other)
    assert (masks == again).all()
    for clever in (False, True):
        assert (bot_actions(states, masks, clever) == bot_actions(other, again, clever)).all()
    choosing = states["phase"] == Phase.CHOOSE
    assert (states["drawn"] == other["drawn"])[choosing].all()
