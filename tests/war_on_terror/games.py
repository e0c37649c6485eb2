"""Whole games, decision by decision."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.core.jit import COMPILED
from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.state import Phase

from ..verbs import any_action as any_action
from ..verbs import bot_action as bot_action
from ..verbs import carry_out as carry_out
from .reading import Witness
from .table import trade_hands

ROW = np.zeros(1, np.int64)

each_count = pytest.mark.parametrize("players", [2, 3, 4])


def scaled(games):
    """So many games, or the few that there is time for without compilation."""
    return games if COMPILED else 1 + games // 10


def witnessed(players, seed, style="random", deck=None):
    """The table before each decision and at the end, and who saw what; both change in place.

    Styles: all act at random, `heuristic`: the strong player in two of three decisions, `trades`: at random, and
    hands are traded again and again. With `deck` the deck dealt from is cut down to so many cards, the rest discarded.
    """
    rng = np.random.default_rng(seed)
    s = GAME.deal(1, GAME.settings(players=players), seed=seed)
    if deck is not None:
        cut_deck(s, deck)
    witness = Witness(s)
    yield s, witness
    while not s[0].over:
        if style == "trades" and s[0].phase == Phase.PLAY and rng.random() < 0.2:
            pair = rng.choice(players, 2, replace=False).tolist()
            witness.trade(s, *pair)
            trade_hands(s, *pair)
            yield s, witness
        action = bot_action(s) if style == "heuristic" and rng.random() < 0.67 else any_action(s, rng)
        witness.before(s, action)
        carry_out(s, action)
        witness.after(s)
        yield s, witness


def positions(players, seed, style="random", deck=None):
    """The tables alone."""
    return (s for s, _ in witnessed(players, seed, style, deck))


def cut_deck(s, size):
    """The deck keeps so many cards; the others lie on the discards."""
    r = s[0]
    for card in r.draw[size : r.draw_n].tolist():
        r.discarded[card] += 1
        r.hidden[card] -= 1
    r.discard_n += max(0, r.draw_n - size)
    r.draw_n = min(size, r.draw_n)
