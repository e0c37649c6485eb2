"""What a seat of Leduc poker may know."""

from __future__ import annotations

from typing import Any

from ..core.jit import rule
from ..core.record import Record, i8
from .actions import ACTIONS
from .state import MOST_CHIPS, MOST_MOVES, RANKS, ROUNDS, SEATS, State

KINDS = ACTIONS.size


class Observation(Record):
    rank: Any = i8(RANKS)  # [rank] own card
    board: Any = i8(RANKS)  # [rank] the common card, once it is open
    moves: Any = i8(ROUNDS, MOST_MOVES, KINDS)  # [round, move, action] what was done, in order
    first: Any = i8()  # own seat opens the rounds
    stake: Any = i8(SEATS, most=MOST_CHIPS)  # [own, the other's] chips in the pot


@rule
def observe(s: State, seat: int, o: Observation) -> None:
    """The own card, the common one once it is open, all moves and the stakes."""
    for rank in range(RANKS):
        o.rank[rank] = s.card[seat] // 2 == rank
        o.board[rank] = s.part > 0 and s.board // 2 == rank
    for part in range(ROUNDS):
        for k in range(MOST_MOVES):
            for action in range(KINDS):
                o.moves[part, k, action] = s.moves[part, k] == action + 1
    o.first = seat == 0
    o.stake[0] = s.stake[seat]
    o.stake[1] = s.stake[1 - seat]
