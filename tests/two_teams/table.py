"""The table of two teams as data."""

from __future__ import annotations

from typing import Any

from warzoo.envs.core.data import Part
from warzoo.envs.core.text import agent_name

from .state import SEATS


class Table(Part):
    hands: dict[str, list[int] | None]  # by player; null for a hidden one


def table(s: Any, seat: int | None) -> Table:
    """The table as this seat may know it; with all hands open for None."""
    return Table(hands={agent_name(k): s.card[k].tolist() if seat in (None, k) else None for k in range(SEATS)})
