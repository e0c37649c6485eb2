"""A game of Leduc poker as one record."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from ..core.record import Record, i8, u64
from .actions import ACTIONS

SEATS = 2
RANKS = 3  # jack, queen, king
CARDS = 2 * RANKS  # two of each rank
ROUNDS = 2
MOST_RAISES = 2  # in a round
MOST_MOVES = 4  # in a round: check, raise, raise, call
ANTE = 1
RAISES = (2, 4)  # chips, by round
MOST_CHIPS = ANTE + MOST_RAISES * sum(RAISES)  # that a seat can win; payoffs are in this unit
DEALS = tuple(permutations(range(CARDS), SEATS + 1))
HANDS, BOARDS = [deal[:SEATS] for deal in DEALS], [deal[SEATS] for deal in DEALS]


class State(Record):
    rng: int = u64()
    players: int = i8(most=SEATS)
    turn: int = i8()
    over: int = i8()
    card: Any = i8(SEATS, most=CARDS - 1)  # [seat] the card held, 0 to 5; its rank is the half
    board: int = i8(most=CARDS - 1)  # the common card, open from the second round on
    part: int = i8(most=ROUNDS - 1)  # round of betting, from 0
    raises: int = i8(most=MOST_RAISES)  # in this round
    calls: int = i8(most=SEATS)  # in a row
    stake: Any = i8(SEATS, most=MOST_CHIPS)  # [seat] chips in the pot
    folded: int = i8(most=SEATS)  # seat + 1 of who gave up
    moves: Any = i8(ROUNDS, MOST_MOVES, most=ACTIONS.size)  # [round, move] action + 1, in order
