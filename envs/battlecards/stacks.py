"""The three stacks of a player in Battlecards, drawn."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import Any

import numpy as np

from ..core.drawing import Drawing
from ..core.shapes import Ink, Keys
from ..core.text import agent_name
from .conflict import HIGHEST
from .names import CLASS_NAMES, army, nation, of_class, several
from .rules.shots import attack, defense
from .state import STACKS, Phase
from .units import ATTACK, CLASSES, COPIES, DEFENSE, KIND, LINES, PACK_COPIES, PHASE, UNITS

INKS = (Ink.RED, Ink.BLUE, Ink.YELLOW, Ink.GREEN)  # of the nations
ABREAST = 78  # columns from which the stacks lie side by side
FIRING = (Phase.TARGET, Phase.KILL, Phase.BOOST, Phase.GUARD)  # there is a shooter
AIMED = (Phase.BOOST, Phase.GUARD)  # ... and a target
Lines = list[tuple[str, str, Ink, Keys]]  # at the left, at the right


def draw_stacks(d: Drawing, s: Any, seat: int, viewer: int | None, x: int, y: int, width: int) -> int:
    """BC-13: Ground, Air and Sea from left to right; in a narrow place one after the other."""
    ink, across = INKS[nation(s, seat)], CLASSES if width >= ABREAST else 1
    edges = [x + width * k // across for k in range(across + 1)]
    least = width - 4 if across == 1 else width // across - 2
    rooms = [sum(len(lines) for lines in longest(s, kind, least)) for kind in range(CLASSES)]
    lit = bool(s.winner == 1 + (seat & 1) if s.over else s.turn == seat)
    if across == 1:
        d.panel(x, y, width, sum(rooms) + CLASSES + 2, f"stacks of {agent_name(seat)}", ink, lit)
        row = y + 1
        for kind in range(CLASSES):
            d.write(x + 2, row, stack_title(s, seat, kind, viewer), Ink.YELLOW, (f"stack {seat} {kind}",))
            row += 1 + draw_lines(d, stack(s, seat, kind, viewer, least), x + 2, row + 1, least, rooms[kind])
        return y + sum(rooms) + CLASSES + 2
    room = 1 + max(rooms)
    for kind in range(CLASSES):
        inside = edges[kind + 1] - edges[kind] - 2
        title, keys = stack_title(s, seat, kind, viewer), (f"stack {seat} {kind}",)
        d.panel(edges[kind], y, inside + 2, room + 2, title, ink, lit, keys)
        draw_lines(d, stack(s, seat, kind, viewer, inside), edges[kind] + 1, y + 1, inside, room)
    return y + room + 2


def draw_lines(d: Drawing, lines: Lines, x: int, y: int, width: int, room: int) -> int:
    """So many lines at most; returns their number."""
    if len(lines) > room:
        missing = tuple(key for line in lines[room - 1 :] for key in line[-1])
        lines = [*lines[: room - 1], ("and more", "", Ink.PLAIN, missing)]
    row = y
    for keys, same in groupby(lines, key=lambda line: line[-1]):
        unit = list(same)
        d.card(x - 0.5, row, width + 1, len(unit), unit[0][2], unit[0][0], unit[0][2] is Ink.PLAIN, keys)
        row += len(unit)
    for row, (left, right, ink, keys) in enumerate(lines, y):
        d.write(x, row, left, ink, keys)
        d.write(x + width - len(right), row, right, ink, keys)
    return len(lines)


def stack_title(s: Any, seat: int, kind: int, viewer: int | None) -> str:
    """The stack's class and size, and how many of it the viewer does not know."""
    if in_secret(s, seat, viewer):
        return f"{CLASS_NAMES[kind]}: not open yet"
    size = of_class(kind, s.stacks[seat])
    unknown = size - of_class(kind, lying(s, seat, viewer))
    return f"{CLASS_NAMES[kind]} {size + of_class(kind, s.standing[seat])}{f': {unknown} unknown' if unknown else ''}"


def in_secret(s: Any, seat: int, viewer: int | None) -> bool:
    """BC-R78: at set-up the sizes of the others are not open yet."""
    return bool(s.phase == Phase.SETUP and viewer not in (None, seat))


def lying(s: Any, seat: int, viewer: int | None) -> Any:
    """Units face down, as far as the viewer knows them."""
    if in_secret(s, seat, viewer):
        return np.zeros(LINES, np.int8)
    return s.stacks[seat] if viewer in (None, seat) else s.known[viewer, seat, STACKS]


def stack(s: Any, seat: int, kind: int, viewer: int | None, width: int) -> Lines:
    """Units of a class, face down and face up, with their numbers."""
    down, lines = lying(s, seat, viewer), []
    for line in np.flatnonzero(kind == KIND).tolist():
        n, back = int(down[line] + s.standing[seat, line]), int(s.withdrawn[seat, line])
        if n or back:
            text = f"{n}+{back} {several(s, seat, line, 1)}" if back else several(s, seat, line, n)
            ink = colour(s, seat, line)
            keys: Keys = (f"unit {seat} {line}",)
            lines += [(*parts, ink, keys) for parts in in_lines(text, figures(s, seat, line), width)]
    return lines


def colour(s: Any, seat: int, line: int) -> Ink:
    """Of a unit: who fires, who is fired at, who lies face up."""
    if s.fighting and s.phase in FIRING and (seat, line) == (s.shooter_seat, s.shooter):
        return Ink.CYAN
    if s.fighting and s.phase in AIMED and (seat, line) == (s.target_seat, s.target):
        return Ink.VIOLET
    return Ink.BRIGHT if s.standing[seat, line] else Ink.PLAIN


def printed(line: int) -> str:
    """What stands on the card: firing phase, Attack and Defense."""
    return in_figures(line, ATTACK[line].tolist(), DEFENSE[line].tolist())


def figures(s: Any, seat: int, line: int) -> str:
    """The same of a deployed unit; in battle with the bonuses of presence."""
    if not (s.fighting and s.standing[seat, line]):
        return printed(line)
    return in_figures(line, *in_battle(s, seat, line))


def in_battle(s: Any, seat: int, line: int) -> tuple[list[int], list[int]]:
    """Attack on, and Defense against each class of a unit in the battle, with the bonuses of presence."""
    side = int(seat not in army(s, 0))
    powers = [min(HIGHEST, attack(s, side, line, kind)) for kind in range(CLASSES)]
    return powers, [min(HIGHEST, defense(s, side, line, kind)) for kind in range(CLASSES)]


def in_figures(line: int, powers: list[int], guards: list[int]) -> str:
    return f"{PHASE[line]} {''.join(str(n or '-') for n in powers)}/{''.join(map(str, guards))}"


def in_play(s: Any, kind: int) -> list[int]:
    """The lines of a class that this game can have."""
    copies = COPIES + s.expansions @ PACK_COPIES
    return [line for line in range(LINES) if KIND[line] == kind and copies[line]]


def longest(s: Any, kind: int, width: int) -> list[list[tuple[str, str]]]:
    """The lines of every unit of a class that this game can have, in the longest words of any nation."""
    names = [[UNITS[line].name(nation(s, seat)) for seat in range(s.players)] for line in in_play(s, kind)]
    return [max((in_lines(f"9 {name}", "9 999/999", width) for name in same), key=len) for same in names]


def in_lines(text: str, numbers: str, width: int) -> list[tuple[str, str]]:
    """A unit with its numbers at the right, below the name where both do not fit."""
    lines = wrap(text, width)
    if len(lines[-1]) + 1 + len(numbers) > width:
        lines.append("")
    return [(line, "") for line in lines[:-1]] + [(lines[-1], numbers)]
