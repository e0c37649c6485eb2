"""Leduc poker in words."""

from __future__ import annotations

from typing import Any

from ..core.drawing import WIDTH, Drawing
from ..core.shapes import Keys
from ..core.text import Cell, agent_name

RANK_NAMES = ("jack", "queen", "king")
ACTION_NAMES = ("fold", "call", "raise")
DEEDS = ("folded", "called", "raised")
LEGEND = "A pair with the common card wins, else the higher rank; ? is a card that you do not see."


def describe(action: int, s: Any = None) -> str:
    """An action in a word."""
    return ACTION_NAMES[action]


def tell(before: Any, action: int, after: Any, seat: int | None) -> str:
    """What was done, and the common card when it opens."""
    opened = f"; the common card is a {RANK_NAMES[after.board // 2]}" if after.part > before.part else ""
    return f"{agent_name(before.turn)} {DEEDS[action]}{opened}"


def grid(action: int, s: Any) -> Cell | None:
    """No move stands on the table."""
    return None


def elements(action: int, s: Any) -> Keys:
    """Nothing but the line that asks."""
    return ()


def label(s: Any, action: int) -> str:
    """What kind of thing an action is, for statistics."""
    return ACTION_NAMES[action]


def tables() -> dict[str, list[dict[str, Any]]]:
    """The cards."""
    return {"Cards": [{"card": name, "copies": 2} for name in RANK_NAMES]}


def situation(s: Any) -> str:
    """One line: where the game stands."""
    where = f"round {s.part + 1}, stakes {s.stake[0]} and {s.stake[1]}"
    return f"{where}, over" if s.over else f"{where}, {agent_name(s.turn)} to act"


def draw(s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
    """The table as this seat sees it (None: with both cards open)."""
    d = Drawing(width)
    d.headline("Leduc poker", situation(s), bool(s.over))
    for who in range(2):
        d.write(1, 2 + who, f"{agent_name(who)}: {RANK_NAMES[s.card[who] // 2] if seat in (None, who) else '?'}")
    d.write(1, 4, f"common card: {RANK_NAMES[s.board // 2] if s.part > 0 else '?'}")
    return d
