"""One drawing of a table, shown as text, as SVG, as an image or in a window.

An element may have keys, names such as `hand 3` or `battle 1` for what it shows; the game says which of them a move is
about (`elements` in its text room), and in the SVG the element then carries that move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from html import escape
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

import numpy as np

from .arrays import Pixels
from .raster import BASELINE, CELL_H, CELL_W, document, paste, rectangle, rendered, rgb, stamp

WIDTH, LEAST_WIDTH = 100, 40  # columns of a picture, and the fewest that are laid out for
MARGIN, RISE = 10, 4  # pixels around a picture, and those that a frame may use above its lines
NOT_SHOWN = re.compile("[^ -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # steers a terminal, or XML forbids it


class Shade(NamedTuple):
    """A colour on dark, on light, and as a terminal's code: plain and bold, or one to be read on black and white."""

    dark: str
    light: str
    code: str = ""

    def on(self, dark: bool) -> str:
        return self.dark if dark else self.light


class Ink(Enum):
    PLAIN = Shade("#c8ccd4", "#454c5a")
    BRIGHT = Shade("#ffffff", "#0c0f15", "1")
    GREEN = Shade("#8cc878", "#2c6b1c", "38;5;28")
    BLUE = Shade("#7fb4f5", "#1c55b8", "38;5;33")
    CYAN = Shade("#6ecdd7", "#0a6672", "38;5;30")
    VIOLET = Shade("#c896eb", "#7a38a8", "38;5;133")
    YELLOW = Shade("#f0cd6e", "#7a5800", "38;5;136")
    RED = Shade("#f08a7e", "#b3241c", "38;5;167")


PAPER = Shade("#181c24", "#e9ecf1")
PANEL = Shade("#242a36", "#ffffff")
BAND = 0.14  # of the ink in the band behind a title
ASKED = "asked"  # key of the line that says whose decision is asked: it carries the moves that nothing else stands for
Keys = tuple[str, ...]


class Word(NamedTuple):
    text: str
    ink: Ink = Ink.PLAIN
    keys: Keys = ()


class Label(NamedTuple):
    x: int
    y: int
    text: str
    ink: Ink
    keys: Keys


class Panel(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    ink: Ink
    titled: bool
    lit: bool
    keys: Keys

    def shape(self, dark: bool) -> str:
        """The frame as SVG at the origin, round its title and down to the middle of its lowest line."""
        ink = self.ink.value.on(dark)
        top = -2 if self.titled else CELL_H // 2
        width, height = self.width * CELL_W - 6, self.height * CELL_H - CELL_H // 2 - top
        line = 'stroke-width="2.5"' if self.lit else 'stroke-opacity="0.55"'
        band = f"M3 {CELL_H + 1}V{top + 6}a6 6 0 0 1 6-6h{width - 12}a6 6 0 0 1 6 6V{CELL_H + 1}z"
        return (
            f'<rect x="3" y="{top}" width="{width}" height="{height}" rx="6" fill="{PANEL.on(dark)}"/>'
            + (f'<path d="{band}" fill="{ink}" fill-opacity="{BAND}"/>' if self.titled else "")
            + f'<rect x="3" y="{top}" width="{width}" height="{height}" rx="6" fill="none" stroke="{ink}" {line}/>'
        )

    def image(self, dark: bool) -> Pixels:
        edges = (0, -RISE, self.width * CELL_W, self.height * CELL_H + RISE)
        return rendered(document(*edges, rectangle(*edges, PAPER.on(dark)) + self.shape(dark)))


class Drawing:
    """Labels and framed panels on a grid of characters, as high as what is put there."""

    def __init__(self, width: int = WIDTH) -> None:
        self.width = width
        self.labels: list[Label] = []
        self.panels: list[Panel] = []
        self.moves: dict[str, list[int]] = {}  # by key

    @property
    def height(self) -> int:
        return max([1, *(label.y + 1 for label in self.labels), *(p.y + p.height for p in self.panels)])

    def offer(self, move: int, keys: Iterable[str]) -> None:
        """A legal move of who looks, and what it is about."""
        for key in keys:
            self.moves.setdefault(key, []).append(move)

    def write(self, x: int, y: int, text: str, ink: Ink = Ink.PLAIN, keys: Keys = ()) -> None:
        """Text from here on; what goes beyond the edges is not shown."""
        self.labels.append(Label(x, y, NOT_SHOWN.sub("\ufffd", text), ink, keys))

    def paragraph(self, x: int, y: int, width: int, text: str, ink: Ink = Ink.PLAIN, keys: Keys = ()) -> int:
        """Text in lines of this width; returns their number."""
        lines = wrap(text, width)
        for k, line in enumerate(lines):
            self.write(x, y + k, line, ink, keys)
        return len(lines)

    def flow(self, x: int, y: int, width: int, lines: int, words: Sequence[Word]) -> int:
        """Words along at most so many lines, none broken; the last word tells how many are missing and stands for them.

        Returns the number of lines written.
        """
        places = in_lines([word.text for word in words], width)
        shown = sum(line < lines for _, line in places)
        if shown < len(places):
            more = f"and {len(places)} more"
            while shown and in_lines([word.text for word in words[:shown]] + [more], width)[-1][1] >= lines:
                shown -= 1
            words = [*words[:shown], Word(f"and {len(places) - shown} more", keys=keys_of(words[shown:]))]
            places = in_lines([word.text for word in words], width)
        for (text, ink, keys), (column, line) in zip(words, places, strict=True):
            self.write(x + column, y + line, fit(text, width), ink, keys)
        return places[-1][1] + 1 if places else 0

    def panel(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        title: str = "",
        ink: Ink = Ink.PLAIN,
        lit: bool = False,
        keys: Keys = (),
    ) -> None:
        """A frame with a title on its upper edge; lit for who is to act, and in the end for who has won."""
        self.panels.append(Panel(x, y, width, height, ink, bool(title), lit, keys))
        if title:
            self.write(x + 1, y, f" {fit(title, width - 4)} ", ink)

    def ansi(self, colour: bool = False) -> str:
        """The drawing as lines of text, with terminal colours if asked for; lines with nothing written are left out."""
        rows = [[(" ", Ink.PLAIN)] * self.width for _ in range(self.height)]
        for p in self.panels:
            edge = "+" + "-" * (p.width - 2) + "+"
            for y in range(p.height):
                self._put(rows, p.x, p.y + y, edge if y in (0, p.height - 1) else "|" + " " * (p.width - 2) + "|")
        for label in self.labels:
            self._put(rows, label.x, label.y, label.text, label.ink)
        shown = {label.y for label in self.labels}.union(*((p.y, p.y + p.height - 1) for p in self.panels))
        lines = [
            coloured(row) if colour else "".join(char for char, _ in row) for y, row in enumerate(rows) if y in shown
        ]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def _put(self, rows: list[list[tuple[str, Ink]]], x: int, y: int, text: str, ink: Ink = Ink.PLAIN) -> None:
        """Text over what stands there, clipped at the edges."""
        for dx, char in enumerate(text):
            if 0 <= x + dx < self.width and 0 <= y < len(rows):
                rows[y][x + dx] = char, ink

    def svg(self, dark: bool = True) -> str:
        """The drawing as SVG, for a dark or for a light page; between its edges and a margin."""
        shapes = [
            self._carrying(p.keys, f'<g transform="translate({p.x * CELL_W} {p.y * CELL_H})">{p.shape(dark)}</g>')
            for p in self.panels
        ]
        texts = [
            self._carrying(
                label.keys,
                f'<text x="{label.x * CELL_W}" y="{label.y * CELL_H + BASELINE}" fill="{label.ink.value.on(dark)}" '
                f'textLength="{len(label.text) * CELL_W}" lengthAdjust="spacingAndGlyphs">{escape(label.text)}</text>',
            )
            for label in self._visible()
        ]
        edges = (-MARGIN, -MARGIN, self.width * CELL_W + 2 * MARGIN, self.height * CELL_H + 2 * MARGIN)
        return document(*edges, "".join([rectangle(*edges, PAPER.on(dark)), *shapes, *texts]))

    def _carrying(self, keys: Keys, svg: str) -> str:
        """An element with the moves that it stands for."""
        moves = sorted({move for key in keys for move in self.moves.get(key, ())})
        return f'<g class="move" data-moves="{" ".join(map(str, moves))}">{svg}</g>' if moves else svg

    def _repr_svg_(self) -> str:
        return self.svg()

    def pixels(self, dark: bool = True) -> Pixels:
        """The SVG as an image, height x width x 3: put together of its panels and characters, each rendered once."""
        row = np.array([rgb(PAPER.on(dark))] * (self.width * CELL_W + 2 * MARGIN), np.uint8)
        picture = np.stack([row] * (self.height * CELL_H + 2 * MARGIN))
        for p in self.panels:
            paste(picture, p.image(dark), MARGIN + p.x * CELL_W, MARGIN + p.y * CELL_H - RISE)
        for label in self._visible():
            x, y = MARGIN + label.x * CELL_W, MARGIN + label.y * CELL_H
            stamp(picture, label.text, x, y, rgb(label.ink.value.on(dark)))
        return picture

    def _visible(self) -> Iterator[Label]:
        """Labels that are not blank, clipped at the edges."""
        for x, y, text, ink, keys in self.labels:
            inside = text[max(-x, 0) : max(self.width - x, 0)]
            if y >= 0 and inside.strip():
                yield Label(max(x, 0), y, inside, ink, keys)


def fit(text: str, width: int) -> str:
    """The text, or as much of it as fits into so many columns."""
    return text if len(text) <= width else text[: max(0, width - 2)] + ".."


def keys_of(words: Iterable[Word]) -> Keys:
    """What any of the words stands for."""
    return tuple(key for word in words for key in word.keys)


def in_lines(words: Sequence[str], width: int) -> list[tuple[int, int]]:
    """Column and line of each word, two spaces apart."""
    places, column, line = [], 0, 0
    for word in words:
        if column and column + len(word) > width:
            column, line = 0, line + 1
        places.append((column, line))
        column += len(word) + 2
    return places


def coloured(row: list[tuple[str, Ink]]) -> str:
    """Characters with a terminal's code before each change of ink."""
    runs = ((ink, "".join(char for char, _ in run)) for ink, run in groupby(row, key=lambda cell: cell[1]))
    return "".join(
        text if ink is Ink.PLAIN or text.isspace() else f"\033[{ink.value.code}m{text}\033[0m" for ink, text in runs
    )
