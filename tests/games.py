"""The games under test, each with its variants, and short ways to play them at random."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from warzoo.envs import all_games
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED

GAMES = [game for game in all_games() if game.state.__module__.startswith("warzoo.")]
CONFIGURATIONS = [(game, options) for game in GAMES for options in game.variants]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_configuration = pytest.mark.parametrize(
    ("game", "options"),
    CONFIGURATIONS,
    ids=[f"{game.name}-{'-'.join(map(str, options.values()))}" for game, options in CONFIGURATIONS],
)


def scaled(size: int) -> int:
    """A size for compiled code, or the little of it that is left without compilation."""
    return size if COMPILED else max(1, size // 50)


def audit_of(game):
    """The check of all that must hold in any array of positions, from the game's own tests."""
    return import_module(f".{game.name}.audit", __package__).audit


def random_actions(masks, rng):
    """A legal action in each row."""
    return (rng.random(masks.shape) * masks).argmax(1)


def random_positions(game, options, count, rng, seed=0):
    """The running games of a batch, after every decision until all are over."""
    states = game.deal(count, game.settings(**options), seed=seed)
    while len(states):
        yield states
        _, masks = game.look(states)
        kernels.play(states, np.arange(len(states)), random_actions(masks, rng))
        states = states[states["over"] == 0]


def some_positions(game, options, count, rng, seed=0):
    """So many running positions from all stages of random games."""
    batch = max(2, count // 8)
    stages = [s.copy() for s in random_positions(game, options, batch, rng, seed)]
    everything = np.concatenate(stages)
    return everything[rng.permutation(len(everything))[:count]]
