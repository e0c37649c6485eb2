"""What a game looks like in the terminal: as wide as it is, in colour if it wants any, moves as grids and lists."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from textwrap import fill, wrap
from typing import Any

from warzoo.envs import Game
from warzoo.envs.core.drawing import LEAST_WIDTH, fit
from warzoo.envs.core.text import Cell, addressed

MOST_WIDTH = 120  # columns that are used of a wide terminal
GAP = 2  # columns between two moves
ENTRY_MOST = 1 << 12  # letters of an entry that is read
LEAST_COLUMN = 6  # columns of a grid of moves: a number and the beginning of a note


def columns() -> int:
    """How many columns to lay out for."""
    return min(MOST_WIDTH, max(LEAST_WIDTH, shutil.get_terminal_size().columns))


def coloured() -> bool:
    """Whether to print colours: into a terminal that knows them, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def entered(prompt: str) -> str:
    """A line from who plays; a program that writes one without end is not listened to."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline(ENTRY_MOST)
    if not line or len(line) == ENTRY_MOST:
        raise EOFError
    return line


def clear() -> None:
    """Takes what one person saw off the screen before another one looks."""
    if sys.stdout.isatty():
        print("\033[2J\033[3J\033[H", end="")


def paragraph(words: str, indent: str = "") -> str:
    """Words in lines as wide as the terminal; later lines are set in."""
    return fill(words, columns(), initial_indent=indent, subsequent_indent=indent + "  ")


def table(game: Game, s: Any, seat: int | None) -> str:
    """The table as a seat sees it, or with all hands open."""
    return game.text.draw(s, seat, columns()).ansi(coloured())


def in_order(game: Game, s: Any, moves: Sequence[int]) -> list[tuple[int, Cell | None]]:
    """Moves with their places, as they are numbered: a grid row by row, then those without a place."""
    cells = [(action, game.text.grid(action, s)) for action in moves]
    placed = [(action, cell) for action, cell in cells if cell]
    rows = [*dict.fromkeys(cell.row for _, cell in placed)]
    heads = [*dict.fromkeys(cell.column for _, cell in placed)]
    placed.sort(key=lambda move: (rows.index(move[1].row), heads.index(move[1].column)))
    return [*placed, *(move for move in cells if not move[1])]


def listing(game: Game, s: Any, order: Sequence[tuple[int, Cell | None]], width: int) -> str:
    """All moves with their numbers."""
    placed = [(number, cell) for number, (_, cell) in enumerate(order, start=1) if cell]
    words = [addressed(game.text.describe(action, s), int(s.turn)) for action, _ in order]
    loose = [f"{number:3d} {words[number - 1]}" for number, (_, cell) in enumerate(order, start=1) if not cell]
    return "\n".join([*(grid(placed, width) if placed else []), *side_by_side(loose, width)])


def grid(placed: Sequence[tuple[int, Cell]], width: int) -> Iterator[str]:
    """The head and rows of a table of moves; what does not fit its column is cut."""
    heads = [*dict.fromkeys(cell.column for _, cell in placed)]
    rows = {cell.row: dict.fromkeys(heads, "") for _, cell in placed}
    for number, cell in placed:
        rows[cell.row][cell.column] = f"{number:3d} {cell.note}".rstrip()
    label = min(max(map(len, rows)), width - len(heads) * (LEAST_COLUMN + GAP))
    wide = max(len(text) for row in rows.values() for text in [*row.values(), *heads])
    wide = min(wide, (width - label) // len(heads) - GAP)
    lines = [wrap(head, wide) for head in heads]
    for k in range(max(map(len, lines))):
        yield in_columns([" " * label, *(line[k] if k < len(line) else "" for line in lines)], wide)
    for name, row in rows.items():
        yield in_columns([f"{fit(name, label):{label}}", *(text[:wide] for text in row.values())], wide)


def in_columns(texts: Sequence[str], wide: int) -> str:
    return (" " * GAP).join([texts[0], *(f"{text:{wide}}" for text in texts[1:])]).rstrip()


def side_by_side(texts: Sequence[str], width: int) -> Iterator[str]:
    """Texts in as many columns as fit, one too long for any in several lines."""
    wide = max(map(len, texts), default=0) + GAP
    across = max(1, (width + GAP) // wide)
    for start in range(0, len(texts), across):
        line = "".join(f"{text:{wide}}" for text in texts[start : start + across]).rstrip()
        yield from wrap(line, width, subsequent_indent="    ") if len(line) > width else [line]
