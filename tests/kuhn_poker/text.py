"""Kuhn poker in words."""

from __future__ import annotations

from typing import Any

from warzoo.envs.core.drawing import Drawing
from warzoo.envs.core.errors import UsageError

CARD_NAMES = ("jack", "queen", "king")
ACTION_NAMES = ("pass", "bet")
EVENTS = ("moves",)


def describe(action: int) -> str:
    return ACTION_NAMES[action]


def parse(words: str) -> int:
    if words not in ACTION_NAMES:
        raise UsageError(f"no action reads {words!r}; there is pass and bet")
    return ACTION_NAMES.index(words)


def tables() -> dict[str, list[dict[str, Any]]]:
    return {"Cards": [{"card": name} for name in CARD_NAMES]}


def situation(s: Any) -> str:
    return "over" if s.over else f"player_{s.turn} to act"


def draw(s: Any, seat: int | None) -> Drawing:
    d = Drawing(40, 4)
    d.write(1, 0, f"Kuhn poker   {situation(s)}")
    for who in range(2):
        d.write(1, 1 + who, f"player_{who}: {CARD_NAMES[s.card[who]] if seat in (None, who) else '?'}")
    d.write(1, 3, "moves: " + " ".join(describe(int(a)) for a in s.moves[: s.moves_n]))
    return d


def card(name: str) -> int:
    return CARD_NAMES.index(name)
