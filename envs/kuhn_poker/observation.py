"""What a seat of Kuhn poker may know."""

from __future__ import annotations

from typing import Any

from ..core.jit import rule
from ..core.record import Record, i8
from .actions import ACTIONS
from .state import CARDS, MOST_MOVES, State

SEEN = MOST_MOVES - 1  # moves that another can follow
KINDS = ACTIONS.size


class Observation(Record):
    card: Any = i8(CARDS)  # [card] own card
    moves: Any = i8(SEEN, KINDS)  # [move, action] what was done, in order


@rule
def observe(s: State, seat: int, o: Observation) -> None:
    """The own card, and all moves."""
    o.card[s.card[seat]] = 1
    for k in range(min(s.moves_n, SEEN)):
        o.moves[k, s.moves[k]] = 1
