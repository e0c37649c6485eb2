"""Leduc poker in words."""

from __future__ import annotations

from typing import Any

from warzoo.envs.core.drawing import ASKED, WIDTH, Drawing
from warzoo.envs.core.shapes import Keys
from warzoo.envs.core.text import Cell, agent_name

RANK_NAMES = ("jack", "queen", "king")
ACTION_NAMES = ("fold", "call", "raise")
DEEDS = ("folded", "called", "raised")
LEGEND = "A pair with the common card wins, else the higher rank; ? is a card that you do not see."


def describe(action: int, s: Any = None) -> str:
    return ACTION_NAMES[action]


def tell(before: Any, action: int, after: Any, seat: int | None) -> str:
    opened = f"; the common card is a {RANK_NAMES[after.board // 2]}" if after.part > before.part else ""
    return f"{agent_name(before.turn)} {DEEDS[action]}{opened}"


def grid(action: int, s: Any) -> Cell | None:
    return None


def elements(action: int, s: Any) -> Keys:
    return ()


def label(s: Any, action: int) -> str:
    return ACTION_NAMES[action]


def tables() -> dict[str, list[dict[str, Any]]]:
    return {"Cards": [{"card": name, "copies": 2} for name in RANK_NAMES]}


def situation(s: Any) -> str:
    where = f"round {s.part + 1}, stakes {s.stake[0]} and {s.stake[1]}"
    return f"{where}, over" if s.over else f"{where}, {agent_name(s.turn)} to act"


def draw(s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
    d = Drawing(width)
    d.paragraph(1, 0, width - 2, f"Leduc poker   {situation(s)}", keys=(ASKED,))
    for who in range(2):
        d.write(1, 2 + who, f"{agent_name(who)}: {RANK_NAMES[s.card[who] // 2] if seat in (None, who) else '?'}")
    d.write(1, 4, f"common card: {RANK_NAMES[s.board // 2] if s.part > 0 else '?'}")
    return d
