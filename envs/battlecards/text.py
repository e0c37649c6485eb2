"""Battlecards in words: the room itself; the words are in `words.py`, `telling.py` and `names.py`."""

from __future__ import annotations

from typing import Any

from ..core.text import Cell
from .conflict import (
    BASE_BATTLES,
    BY_THEATRE,
    CARD_OF,
    EUROPE,
    KINDS,
    NUMBER,
    ORDERS,
    PACIFIC,
    PACK,
    PACK_NUMBERS,
    PACK_ORDERS,
    STARTERS,
    Battle,
    Kind,
)
from .names import SIDES, classes
from .picture import LEGEND, draw, elements
from .telling import tell
from .units import NATIONS, PACK_UNITS, UNITS
from .words import describe, label, situation

__all__ = ["LEGEND", "describe", "draw", "elements", "grid", "label", "situation", "tables", "tell"]


def grid(action: int, s: Any) -> Cell | None:
    """A list suits moves that are about one unit or card each."""
    return None


def tables() -> dict[str, list[dict[str, Any]]]:
    """The tables of the game, for pages and the command line."""
    return {
        "Units": [unit_row(line) for line in range(len(UNITS))],
        "Battles of the Pacific": [battle_row(PACIFIC, k, row) for k, row in enumerate(BY_THEATRE[PACIFIC])],
        "Battles of Western Europe": [battle_row(EUROPE, k, row) for k, row in enumerate(BY_THEATRE[EUROPE])],
        "Other Conflict cards, in both decks": [order_row(kind) for kind in ORDERS],
        "Expansion packs": [pack_row(pack) for pack in range(len(PACK_UNITS))],
    }


def unit_row(line: int) -> dict[str, Any]:
    row = UNITS[line]
    return {
        "unit": row.code,
        **{name: row.name(k) for k, name in enumerate(NATIONS)},
        "class": row.kind.name.capitalize(),
        "phase": row.phase,
        "attack on G/A/S": "/".join(str(n or "-") for n in row.attack),
        "defense": "/".join(map(str, row.defense)),
        "copies": row.copies,
        "special": row.special.name.lower().replace("_", " ") if row.special else "-",
        "source": row.source,
    }


def battle_row(theatre: int, number: int, row: Battle) -> dict[str, Any]:
    names = {other.code: other.name for other in BY_THEATRE[theatre]}
    return {
        "battle": row.name,
        "VP": row.vp,
        "aggressor": SIDES[row.aggressor],
        "attacks with": classes(row.attackers),
        "defends with": classes(row.defenders),
        "needs": ", ".join(names[code] for code in row.needs) or "-",
        "won without Ground units": "yes" if row.ground else "-",
        "calls allies": "yes" if row.ally else "-",
        "number": int(NUMBER[CARD_OF[number]]),
        "source": row.source,
    }


def order_row(kind: Kind) -> dict[str, Any]:
    order = ORDERS[kind]
    numbers = [int(NUMBER[card]) for card in range(STARTERS) if KINDS[card] == kind]
    return {
        "card": order.name,
        "group": order.group,
        "copies": order.copies,
        "effect": order.words,
        "numbers": " ".join(map(str, numbers)),
        "source": "ours",
    }


def pack_row(pack: int) -> dict[str, Any]:
    fights = [
        row.name for k, row in enumerate(BY_THEATRE[PACIFIC]) if k >= BASE_BATTLES and PACK[CARD_OF[k]] == pack + 1
    ]
    return {
        "pack": f"E{pack + 1}",
        "units of each side": ", ".join(f"{n} {code}" for code, n in PACK_UNITS[pack].items()),
        "battles": ", ".join(fights),
        "other cards": ", ".join(ORDERS[kind].name for kind in PACK_ORDERS[pack]),
        "numbers": " ".join(map(str, PACK_NUMBERS)),
        "source": "ours",
    }
