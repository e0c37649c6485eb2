"""The table of Leduc poker as data."""

from __future__ import annotations

from typing import Any

from ..core.data import Part
from ..core.text import agent_name
from .state import SEATS
from .text import RANK_NAMES


class Table(Part):
    part: int  # round of betting, from 1
    cards: dict[str, str | None]  # by player; null for a hidden one
    common: str | None  # the common card, once it is open
    stakes: dict[str, int]  # chips in the pot, by player


def table(s: Any, seat: int | None) -> Table:
    """The table as this seat may know it; with both cards open for None."""
    names = [agent_name(who) for who in range(SEATS)]
    ranks = [RANK_NAMES[card // 2] if seat in (None, who) else None for who, card in enumerate(s.card)]
    return Table(
        part=int(s.part) + 1,
        cards=dict(zip(names, ranks, strict=True)),
        common=RANK_NAMES[s.board // 2] if s.part else None,
        stakes=dict(zip(names, s.stake.tolist(), strict=True)),
    )
