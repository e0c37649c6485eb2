"""What a seat knows that another knows of its hand."""

from __future__ import annotations

from typing import Any

from ...core.jit import overload
from ..state import State


def aware(s: State, seat: int, other: int) -> Any:
    """WT-R31: copies by card: what this other gave and may still be there, else what all saw go into the hand."""
    return s.known[other, seat] if s.giver[seat] == other else s.shown[seat]


def compiled_aware(s: State, seat: int, other: int) -> Any:
    """The same for compiled code; the drawing calls it as it stands."""
    return aware


overload(aware)(compiled_aware)
