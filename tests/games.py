"""The games under test, each with its variants, and short ways to play them at random.

Sizes are decisions, not games, so that a test takes the same time for a short game and for a long one.
"""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from warzoo.envs import all_games
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED

ANY = [game for game in all_games() if game.state.__module__.startswith("warzoo.")]
GAMES = [game for game in ANY if not game.yardstick]  # those of war, of which more is asked
ENOUGH = 20_000  # entries at a terminal for a person who always makes the first move
AUDITS = {game.name: import_module(f".{game.name}.audit", __package__).audit for game in ANY}
SHORT = {"battlecards": {"turn_cap": 10}, "global_domination": {"game_turns": 3}}  # whole games would take minutes
CUT_SHORT = {} if COMPILED else SHORT
LENGTHS = {}  # by game and settings: decisions of a random game, as measured


def for_each(games):
    return pytest.mark.parametrize("game", games, ids=lambda game: game.name)


def for_each_variant(games):
    pairs = [(game, options) for game in games for options in game.variants]
    names = ["-".join([game.name, *map(str, options.values())]) for game, options in pairs]
    pairs = [(game, options | CUT_SHORT.get(game.name, {})) for game, options in pairs]
    return pytest.mark.parametrize(("game", "options"), pairs, ids=names)


each_game, any_game = for_each(GAMES), for_each(ANY)
each_configuration, any_configuration = for_each_variant(GAMES), for_each_variant(ANY)


def short(game):
    """The flags of a command that has this game end soon."""
    options = SHORT.get(game.name, {})
    return ["--set", *(f"{name}={value}" for name, value in options.items())] if options else []


def scaled(size: int) -> int:
    """A size for compiled code, or the little of it that is left without compilation."""
    return size if COMPILED else max(1, size // 100)


def audit_of(game):
    """The check of all that must hold in any array of positions, from the game's own tests."""
    return AUDITS[game.name]


def random_actions(masks, rng):
    """A legal action in each row."""
    return (rng.random(masks.shape) * masks).argmax(1)


def games_for(game, options, decisions):
    """How many random games take about so many decisions."""
    return max(1, round(decisions / length_of(game, options)))


def length_of(game, options):
    """Decisions of a random game."""
    settings = game.settings(**options)
    if (game.name, settings) not in LENGTHS:
        LENGTHS[game.name, settings] = mean_length(game, settings, 16 if COMPILED else 2)
    return LENGTHS[game.name, settings]


def at_most(games, game, options, decisions):
    """So many games, or as many of a game of long ones as take about so many decisions."""
    return min(scaled(games), games_for(game, options, scaled(decisions)))


def mean_length(game, settings, count):
    """Decisions of a random game, measured on so many."""
    rng, taken = np.random.default_rng(0), 0
    states = game.deal(count, settings, seed=0)
    while len(states):
        taken += len(states)
        states = played_on(game, states, rng)
    return taken / count


def played_on(game, states, rng):
    """The games that still run after a random decision in each."""
    _, masks = game.look(states)
    kernels.play(states, np.arange(len(states)), random_actions(masks, rng))
    return states[states["over"] == 0]


def random_positions(game, options, decisions, rng, seed=0):
    """The running games of a batch, after every decision until all are over: about so many positions in all."""
    states = game.deal(games_for(game, options, decisions), game.settings(**options), seed=seed)
    while len(states):
        yield states
        states = played_on(game, states, rng)


def some_positions(game, options, count, rng, seed=0):
    """So many running positions from all stages of random games."""
    everything = np.concatenate([s.copy() for s in random_positions(game, options, 4 * count, rng, seed)])
    return everything[rng.permutation(len(everything))[:count]]


def forbidden(env):
    """Plays on to the first decision whose mask forbids something, and gives that; None in a game that never does."""
    env.reset(seed=1)
    while not env._ended:
        mask = env._masks[env._turn]
        if not mask.all():
            return int(mask.argmin())
        env.step(int(mask.argmax()))
    return None
