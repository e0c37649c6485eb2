"""The table of Kuhn poker as data."""

from __future__ import annotations

from typing import Any

from ..core.data import Part
from ..core.text import agent_name
from .state import SEATS
from .text import ACTION_NAMES, CARD_NAMES


class Table(Part):
    cards: dict[str, str | None]  # by player; null for a hidden one
    moves: list[str]


def table(s: Any, seat: int | None) -> Table:
    """The table as this seat may know it; with both cards open for None."""
    cards = {agent_name(who): CARD_NAMES[s.card[who]] if seat in (None, who) else None for who in range(SEATS)}
    return Table(cards=cards, moves=[ACTION_NAMES[move] for move in s.moves[: s.moves_n]])
