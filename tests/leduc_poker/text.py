"""Leduc poker in words."""

from __future__ import annotations

from typing import Any

from warzoo.envs.core.drawing import Drawing
from warzoo.envs.core.errors import UsageError

RANK_NAMES = ("jack", "queen", "king")
ACTION_NAMES = ("fold", "call", "raise")
EVENTS = ("stake",)


def describe(action: int) -> str:
    return ACTION_NAMES[action]


def parse(words: str) -> int:
    if words not in ACTION_NAMES:
        raise UsageError(f"no action reads {words!r}; there is fold, call and raise")
    return ACTION_NAMES.index(words)


def tables() -> dict[str, list[dict[str, Any]]]:
    return {"Cards": [{"card": name, "copies": 2} for name in RANK_NAMES]}


def situation(s: Any) -> str:
    where = f"round {s.part + 1}, stakes {s.stake[0]} and {s.stake[1]}"
    return f"{where}, over" if s.over else f"{where}, player_{s.turn} to act"


def draw(s: Any, seat: int | None) -> Drawing:
    d = Drawing(60, 4)
    d.write(1, 0, f"Leduc poker   {situation(s)}")
    for who in range(2):
        d.write(1, 1 + who, f"player_{who}: {RANK_NAMES[s.card[who] // 2] if seat in (None, who) else '?'}")
    d.write(1, 3, f"common card: {RANK_NAMES[s.board // 2] if s.part > 0 else '?'}")
    return d


def card(name: str) -> int:
    return 2 * RANK_NAMES.index(name)
