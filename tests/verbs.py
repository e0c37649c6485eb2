"""Verbs that the tables of all games have; a table is an array of one game.

A game's own tests take them from its `table.py`, beside the verbs that set its table.
"""

from __future__ import annotations

import numpy as np

from warzoo.envs import all_games
from warzoo.envs.core import kernels, luck

FIRST = np.zeros(1, np.int64)


def game_of(s):
    return next(game for game in all_games() if game.state.dtype == s.dtype)


def carry_out(s, action):
    kernels.play(s, FIRST, np.array([action]))


def play(s, *moves):
    """The seats to act do these, in words."""
    game = game_of(s)
    for words in moves:
        carry_out(s, game.check(game.parse(words), game.mask(s)))


def choices(s):
    """All that the seat to act may do, in words."""
    game = game_of(s)
    return [game.text.describe(int(action)) for action in np.flatnonzero(game.mask(s))]


def may(s, words):
    game = game_of(s)
    return bool(game.mask(s)[game.parse(words)])


def any_action(s, rng):
    return int(rng.choice(np.flatnonzero(game_of(s).mask(s))))


def bot_action(s, clever=True):
    """The move of the strong player, or of the simple one."""
    out = np.zeros(1, np.int64)
    kernels.bot_moves(s, FIRST, game_of(s).mask(s)[None], clever, out)
    return int(out[0])


def redealt(s, seat, luck_word):
    """A copy of the table with all that the seat cannot know dealt anew."""
    copy = s.copy()
    kernels.redeal_one(copy, 0, seat, luck.seeds(np.random.SeedSequence(int(luck_word)), 1)[0])
    return copy


def sight(s, seat, i=0):
    """What the seat sees, as a record of small numbers."""
    return game_of(s).sight(s, seat, i)


def shown(s, seat):
    """The table as data for the seat, or with all hands open for None."""
    return game_of(s).table(s[0], seat).model_dump(mode="json")


def payoffs(s):
    return game_of(s).payoffs(s)[0].tolist()


def share_won(game, clever, count, **options):
    """The part that one bot wins of games against others alike: the strong one against simple ones, or one of these
    against luck; it sits in each seat as often."""
    settings = game.settings(**options)
    s = game.deal(count, settings, seed=9)
    masks, records = np.zeros((count, game.actions.size), np.int8), game.observation.zeros(count)
    rng, seats = np.random.default_rng(9), np.arange(count) % settings.players
    live = np.arange(count)
    while len(live):
        kernels.look(s, live, records, masks)
        actions, best = np.zeros(len(live), np.int64), np.zeros(len(live), np.int64)
        if clever:
            kernels.bot_moves(s, live, masks, False, actions)
        else:
            actions = kernels.random_moves(live, masks, rng.integers(1 << 32, size=len(live), dtype=np.uint64))
        kernels.bot_moves(s, live, masks, clever, best)
        kernels.play(s, live, np.where(s["turn"][live] == seats[live], best, actions))
        live = live[s["over"][live] == 0]
    return game.shares(s, settings)[np.arange(count), seats].mean()
