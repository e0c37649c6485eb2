"""A game of Kuhn poker as one record."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from ..core.record import Record, i8, u64

SEATS = 2
CARDS = 3  # jack, queen, king
MOST_MOVES = 3  # pass, bet, and an answer
MOST_CHIPS = 2  # that a seat can win; payoffs are in this unit
DEALS = tuple(permutations(range(CARDS), SEATS))  # [deal, seat] the card held


class State(Record):
    rng: int = u64()
    players: int = i8(most=SEATS)
    turn: int = i8()
    over: int = i8()
    card: Any = i8(SEATS, most=CARDS - 1)  # [seat] the card held
    moves: Any = i8(MOST_MOVES)  # what was done, in order
    moves_n: int = i8(most=MOST_MOVES)
