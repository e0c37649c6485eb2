"""Random play beside the figures of an independent program: `python -m tests.global_domination.trials` prints both.

There a use is one choice, a card in a way, and all choices are equally likely; so a card is drawn here as often as it
has legal ways.
"""

from __future__ import annotations

import numpy as np

from warzoo.envs.core import kernels
from warzoo.envs.core.page import markdown
from warzoo.envs.global_domination import GAME
from warzoo.envs.global_domination.actions import ACTIONS
from warzoo.envs.global_domination.state import Phase

CARD = ACTIONS["card"]
GAMES, SEED = 1000, 1
HEADS = ("decisions with a choice", "uses", "VP, mean", "VP, winner", "cards owned", "wins from the First Player on, %")
THEIRS = {  # by players
    2: (254, 57, 88, 134, 17, (41, 59)),
    3: (379, 84, 52, 87, 16, (20, 30, 49)),
    4: (490, 108, 38, 70, 16, (11, 17, 28, 44)),
    5: (615, 135, 31, 60, 16, (7, 9, 19, 24, 41)),
    6: (737, 162, 25, 49, 16, (4, 7, 12, 16, 25, 37)),
}


def masks_of(states, which):
    masks, records = np.zeros((len(states), GAME.actions.size), np.int8), GAME.observation.zeros(len(states))
    kernels.look(states, which, records, masks)
    return masks[which]


def likely(states, running):
    """Weights of the actions: 1 for each legal one, but for a card to use as many as it has ways."""
    weights = masks_of(states, running).astype(np.int64)
    turn = states["phase"][running] == Phase.TURN
    for card in range(CARD.size):
        having = np.flatnonzero(turn & (weights[:, card] > 0))
        tried = states[running[having]]
        kernels.play(tried, np.arange(len(tried)), np.full(len(tried), card))
        asked = tried["phase"] == Phase.WAY
        weights[having[asked], card] = masks_of(tried, np.flatnonzero(asked)).sum(axis=1)
    return weights


def ours(players, games=GAMES):
    """The same figures of so many random games."""
    options = GAME.settings(players=players)
    states = GAME.deal(games, options, SEED)
    first, rows = states["first"].copy(), np.arange(games)
    luck = np.random.default_rng(SEED)
    uses, choices = np.zeros((2, games), np.int64)
    running = rows
    while len(running):
        weights = likely(states, running)
        bar = luck.random(len(running)) * weights.sum(axis=1)
        moves = (weights.cumsum(axis=1) <= bar[:, None]).sum(axis=1)
        choices[running] += (weights > 0).sum(axis=1) > 1
        asked = np.isin(states["phase"][running], (Phase.TURN, Phase.INTERRUPT))
        uses[running] += asked & (moves < CARD.start + CARD.size)
        kernels.play(states, running, moves)
        running = running[states["over"][running] == 0]
    vp = states["vp"][:, :players]
    owned = sum(states[zone][:, :players].sum(-1, dtype=np.int64) for zone in ("hand", "deck", "discard"))
    seats = (first[:, None] + np.arange(players)) % players
    wins = np.take_along_axis(GAME.shares(states, options), seats, axis=1).mean(axis=0)
    return choices.mean(), uses.mean(), vp.mean(), vp.max(axis=1).mean(), owned.mean(), tuple(100 * wins)


def in_words(figures):
    *numbers, wins = figures
    return [*(f"{number:.0f}" for number in numbers), " ".join(f"{share:.0f}" for share in wins)]


def row(players, figures):
    """Both programs' figures side by side."""
    both = zip(HEADS, in_words(figures), in_words(THEIRS[players]), strict=True)
    return {"players": players} | {head: f"{here} / {there}" for head, here, there in both}


if __name__ == "__main__":
    print(markdown(row(players, ours(players)) for players in THEIRS))
