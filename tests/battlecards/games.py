"""Whole games, decision by decision."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.actions import DONE
from warzoo.envs.battlecards.state import Phase
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED

PACKS = ("E1", "E2", "E3", "E4", "E5")
STYLES = ("random", "fighter")
DRAW = GAME.actions["kind"].start
AIDS = np.arange(DRAW + 3, DRAW + 6)

each_game = pytest.mark.parametrize(
    "options",
    [
        {"theatre": "pacific"},
        {"theatre": "europe"},
        {"theatre": "pacific", "expansions": PACKS},
        {"theatre": "combined"},
        {"theatre": "combined", "expansions": PACKS},
    ],
    ids=["pacific", "europe", "packs", "combined", "combined-packs"],
)


def scaled(games):
    """So many games, or the few that there is time for without compilation."""
    return games if COMPILED else 1


def any_actions(states, rng):
    """A legal action in each game."""
    return chosen(GAME.look(states)[1], rng)


def fighters_actions(states, rng):
    """At random, but keen: they draw rather than aid, attack, fire, and seldom withdraw."""
    masks, phase, dice = GAME.look(states)[1], states["phase"], rng.random(len(states))
    masks[np.ix_((phase == Phase.TURN) & (dice < 0.9), AIDS)] = 0
    keen = np.isin(phase, (Phase.ATTACK, Phase.SHOOTER, Phase.SABOTAGE)) & (masks.sum(1) > 1)
    masks[keen, DONE] = 0
    masks[(phase == Phase.WITHDRAW) & (dice < 0.95), :DONE] = 0
    return chosen(masks, rng)


def chosen(masks, rng):
    return (rng.random(masks.shape) * masks).argmax(1)


def carry_out(states, actions):
    kernels.play(states, np.arange(len(states)), np.asarray(actions))


def positions(options, seed, style="random", count=1):
    """So many tables before each decision and at the end, those that are over left out from then on."""
    rng = np.random.default_rng(seed)
    choose = any_actions if style == "random" else fighters_actions
    cap = {} if COMPILED else {"turn_cap": 12}
    states = GAME.deal(count, GAME.settings(**{**options, **cap}), seed=seed)
    while len(states):
        yield states
        states = states[states["over"] == 0]
        if len(states):
            carry_out(states, choose(states, rng))
