"""What a seat of Battlecards may know."""

from __future__ import annotations

from typing import Any

from ..core.jit import rule
from ..core.record import Record, i8
from .state import State
from .units import LINES


class Observation(Record):
    """Stub."""

    reserve: Any = i8(LINES, most=8)  # own


@rule
def observe(s: State, seat: int, o: Observation) -> None:
    for line in range(LINES):
        o.reserve[line] = min(8, s.reserve[seat, line])
