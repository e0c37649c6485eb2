"""A game of Kuhn poker as one record, its actions, and what a seat may know."""

from __future__ import annotations

from typing import Any

from warzoo.envs.core.blocks import Blocks
from warzoo.envs.core.record import Record, i8, u64

SEATS = 2
CARDS = 3  # jack, queen, king
MOVES = 2  # moves that another move can follow
MOST_CHIPS = 2  # that a seat can win; payoffs are in this unit

ACTIONS = Blocks(("pass",), ("bet",))
PASS, BET = ACTIONS["pass"].start, ACTIONS["bet"].start


class State(Record):
    rng: int = u64()
    players: int = i8(most=SEATS)
    turn: int = i8()
    over: int = i8()
    card: Any = i8(SEATS, most=CARDS - 1)  # the card each holds
    moves: Any = i8(MOVES + 1)  # what was done, in order
    moves_n: int = i8(most=MOVES + 1)


class Observation(Record):
    card: Any = i8(CARDS)  # own card
    moves: Any = i8(MOVES, ACTIONS.size)
