"""Kuhn poker in words."""

from __future__ import annotations

from typing import Any

from ..core.drawing import WIDTH, Drawing
from ..core.shapes import Keys
from ..core.text import Cell, agent_name

CARD_NAMES = ("jack", "queen", "king")
ACTION_NAMES = ("pass", "bet")
DEEDS = ("passed", "bet")
LEGEND = "The king beats the queen, the queen the jack; ? is a card that you do not see."


def describe(action: int, s: Any = None) -> str:
    """An action in a word."""
    return ACTION_NAMES[action]


def tell(before: Any, action: int, after: Any, seat: int | None) -> str:
    """What was done."""
    return f"{agent_name(before.turn)} {DEEDS[action]}"


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
    return {"Cards": [{"card": name} for name in CARD_NAMES]}


def situation(s: Any) -> str:
    """One line: where the game stands."""
    return "over" if s.over else f"{agent_name(s.turn)} to act"


def draw(s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
    """The table as this seat sees it (None: with both cards open)."""
    d = Drawing(width)
    d.headline("Kuhn poker", situation(s), bool(s.over))
    for who in range(2):
        d.write(1, 1 + who, f"{agent_name(who)}: {CARD_NAMES[s.card[who]] if seat in (None, who) else '?'}")
    d.write(1, 3, "moves: " + " ".join(describe(int(a)) for a in s.moves[: s.moves_n]))
    return d
