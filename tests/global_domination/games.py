"""Whole games, decision by decision."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.core.jit import COMPILED
from warzoo.envs.global_domination import GAME
from warzoo.envs.global_domination.actions import DONE
from warzoo.envs.global_domination.state import Phase

from ..verbs import any_action as any_action
from ..verbs import bot_action as bot_action
from ..verbs import carry_out as carry_out
from .reading import Witness

ROW = np.zeros(1, np.int64)
STYLES = ("random", "heuristic", "dripping")

each_count = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


def scaled(games):
    """So many games, or the few that there is time for without compilation."""
    return games if COMPILED else 1


def witnessed(players, seed, style="random", **options):
    """The table before each decision and at the end, and who saw what; both change in place.

    Styles: all act at random, `heuristic`: the strong player in two of three decisions, `dripping`: at random, a card a
    turn.
    """
    rng = np.random.default_rng(seed)
    options = {"game_turns": 8 if COMPILED else 3, "rotate_first": bool(seed % 2), **options}
    s = GAME.deal(1, GAME.settings(players=players, **options), seed=seed)
    witness = Witness(s)
    yield s, witness
    while not s[0].over:
        if style == "heuristic" and rng.random() < 0.67:
            action = bot_action(s)
        elif style == "dripping" and s[0].phase == Phase.TURN and s[0].used:
            action = DONE
        else:
            action = any_action(s, rng)
        witness.before(s, action)
        carry_out(s, action)
        witness.after(s)
        yield s, witness


def positions(players, seed, style="random", **options):
    """The tables alone."""
    return (s for s, _ in witnessed(players, seed, style, **options))
