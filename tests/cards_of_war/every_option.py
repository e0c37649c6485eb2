"""Games of every combination of options, side by side in one batch, played by a bot or at random."""

from __future__ import annotations

from itertools import product

import numpy as np

from warzoo.envs import UsageError
from warzoo.envs.cards_of_war import GAME
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED

from ..games import random_actions

SWITCHES = [name for name in GAME.options.model_fields if name not in ("players", "length")]


def combinations():
    """The settings that the rulebook allows."""
    for length, *on in product(("short", "normal", "long"), *[(False, True)] * len(SWITCHES)):
        try:
            yield GAME.settings(length=length, **dict(zip(SWITCHES, on, strict=True)))
        except UsageError:
            continue


COMBINATIONS = list(combinations())
THINNED = COMBINATIONS[:: 1 if COMPILED else 15]


def dealt(seed):
    """One game of each combination; without compilation of a few."""
    return np.concatenate([GAME.deal(1, settings, seed=seed + i) for i, settings in enumerate(THINNED)])


def bot_actions(states, masks):
    out = np.zeros(len(states), np.int64)
    kernels.bot_moves(states, np.arange(len(states)), masks, True, out)
    return out


def positions(rng, decisions, *, heuristic=False, seed=0):
    """The games still running, after each of so many decisions; the last ones have come to an end by then, or not."""
    states = dealt(seed)
    for _ in range(decisions if COMPILED else decisions // 4):
        yield states
        _, masks = GAME.look(states)
        actions = bot_actions(states, masks) if heuristic else random_actions(masks, rng)
        kernels.play(states, np.arange(len(states)), actions)
        states = states[states["over"] == 0]
        if not len(states):
            return
