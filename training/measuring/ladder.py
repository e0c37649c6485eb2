"""The ladder: a player's share of wins against fixed opponents, as a run measures it on the way."""

from __future__ import annotations

from typing import NamedTuple

from warzoo.envs.core.game import Game, Options
from warzoo.models.opponents import Opponent

from .arena import Room, against


class Score(NamedTuple):
    """A share of wins and half the width of its 95 % interval."""

    mean: float
    margin: float


def match(game: Game, options: Options, player: Opponent, rival: Opponent, deals: int, seed: int) -> Score:
    """The player's share of wins against a table of rivals: each deal is played from every side."""
    room = Room(game, options, deals, seed)
    [table] = room.play([player, rival], [("match", against(player, rival, room.sides))])
    row = table.row(0)
    return Score(row.score, (row.high - row.low) / 2)
