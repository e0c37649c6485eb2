"""Two teams in words."""

from __future__ import annotations

from typing import Any

from warzoo.envs.core.drawing import WIDTH, Drawing
from warzoo.envs.core.shapes import Keys
from warzoo.envs.core.text import Cell, agent_name

from .state import ACTIONS, SEATS

LEGEND = "Two numbers are the cards of a seat; ? is a hand that you do not see."


def describe(action: int, s: Any = None) -> str:
    return f"play the {ACTIONS.decode(action)[0]} card"


def tell(before: Any, action: int, after: Any, seat: int | None) -> str:
    return f"{agent_name(before.turn)} played a card"


def grid(action: int, s: Any) -> Cell | None:
    return None


def elements(action: int, s: Any) -> Keys:
    return ()


def label(s: Any, action: int) -> str:
    return ACTIONS.decode(action)[0]


def tables() -> dict[str, list[dict[str, Any]]]:
    return {"Actions": [{"action": describe(action)} for action in range(ACTIONS.size)]}


def situation(s: Any) -> str:
    return "over" if s.over else f"{agent_name(s.turn)} to act"


def draw(s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
    d = Drawing(width)
    d.write(1, 0, situation(s))
    for who in range(SEATS):
        hand = " ".join(map(str, s.card[who])) if seat in (None, who) else "?"
        d.write(1, 1 + who, f"{agent_name(who)}: {hand}")
    return d
