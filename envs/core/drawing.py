"""One drawing of a table, shown as text, as SVG, as an image or in a window.

An element may have keys, names such as `hand 3` or `battle 1` for what it shows; the game says which of them a move is
about (`elements` in its text room), and in the SVG the element then carries that move.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from html import escape
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

import numpy as np

from .arrays import Pixels
from .raster import BASELINE, CELL_H, CELL_W, blend, document, paste, rectangle, rgb, stamp
from .shapes import PAPER, RISE, Card, Ink, Keys, Panel, Shape, Token, Track, image

WIDTH, LEAST_WIDTH = 100, 40  # columns of a picture, and the fewest that are laid out for
MARGIN = 10  # pixels around a picture
NOT_SHOWN = re.compile("[^ -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # steers a terminal, or XML forbids it
PAD = 0.7  # columns of a card before its text
CARD_HEIGHT = 3  # lines of a card in a hand
ASKED = "asked"  # key of the line that says whose decision is asked: it carries the moves that nothing else stands for


class Show(Enum):
    """Where a label stands."""

    ALWAYS = 0
    IN_TEXT = 1  # a picture has a shape for it, or puts it otherwise
    IN_PICTURES = 2


class Word(NamedTuple):
    name: str
    ink: Ink = Ink.PLAIN
    keys: Keys = ()
    card: bool = False  # a picture shows it as one
    foot: str = ""  # what stands at the foot of the card, in text behind the name
    copies: int = 1

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.name, self.foot, f"x{self.copies}" * (self.copies > 1))))


class Label(NamedTuple):
    x: int
    y: int
    text: str
    ink: Ink
    keys: Keys
    show: Show


class Drawing:
    """Labels and framed panels on a grid of characters, as high as what is put there."""

    def __init__(self, width: int = WIDTH) -> None:
        self.width = width
        self.labels: list[Label] = []
        self.panels: list[Panel] = []
        self.shapes: list[Card | Token | Track] = []  # in panels
        self.moves: dict[str, list[int]] = {}  # by key

    @property
    def height(self) -> int:
        return max([1, *(label.y + 1 for label in self.labels), *(p.y + p.height for p in self.panels)])

    def offer(self, move: int, keys: Iterable[str]) -> None:
        """A legal move of who looks, and what it is about."""
        for key in keys:
            self.moves.setdefault(key, []).append(move)

    def write(self, x: int, y: int, text: str, ink: Ink = Ink.PLAIN, keys: Keys = (), show: Show = Show.ALWAYS) -> None:
        """Text from here on; what goes beyond the edges is not shown."""
        self.labels.append(Label(x, y, NOT_SHOWN.sub("\ufffd", text), ink, keys, show))

    def paragraph(self, x: int, y: int, width: int, text: str, ink: Ink = Ink.PLAIN, keys: Keys = ()) -> int:
        """Text in lines of this width; returns their number."""
        lines = wrap(text, width)
        for k, line in enumerate(lines):
            self.write(x, y + k, line, ink, keys)
        return len(lines)

    def spread(self, x: int, y: int, width: int, lines: int, words: Sequence[Word], wide: int) -> int:
        """Cards so many columns wide, each with its foot; in text, or where there is no room for that, they flow.

        Returns the number of lines taken.
        """
        across = max(1, width // wide)
        rows = -(-len(words) // across)
        if rows * CARD_HEIGHT > lines or not all(word.foot for word in words):
            return self.flow(x, y, width, lines, words)
        taken = self.flow(x, y, width, lines, words, Show.IN_TEXT)
        for k, word in enumerate(words):
            left, top, room = x + k % across * wide, y + k // across * CARD_HEIGHT, wide - 2
            name = f"{word.copies} {word.name}" if word.copies > 1 else word.name
            self.card(left - PAD, top, wide - 0.2, CARD_HEIGHT, word.ink, word.text, keys=word.keys)
            for row, line in enumerate(wrap(name, room)[: CARD_HEIGHT - 1]):
                self.write(left, top + row, fit(line, room), word.ink, word.keys, Show.IN_PICTURES)
            foot = fit(word.foot, room)
            place = left + room - len(foot), top + CARD_HEIGHT - 1
            self.write(*place, foot, Ink.BRIGHT, word.keys, Show.IN_PICTURES)
        return max(taken, rows * CARD_HEIGHT)

    def flow(self, x: int, y: int, width: int, lines: int, words: Sequence[Word], show: Show = Show.ALWAYS) -> int:
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
        for word, (column, line) in zip(words, places, strict=True):
            said = fit(word.text, width)
            self.write(x + column, y + line, said, word.ink, word.keys, show)
            if word.card and show is Show.ALWAYS:
                self.card(x + column - PAD, y + line, len(said) + PAD + 0.5, 1, word.ink, word.text, keys=word.keys)
        return places[-1][1] + 1 if places else 0

    def headline(self, title: str, situation: str, over: bool) -> None:
        """The uppermost lines: whose decision is asked, in the end how the game ended."""
        ink = Ink.YELLOW if over else Ink.BRIGHT
        lines = self.paragraph(1, 0, self.width - 2, f"{title}   {situation}", ink, (ASKED,))
        if over:
            self.card(1 - PAD, -0.2, self.width - 1, lines + 0.4, ink, situation)

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
        """A frame with a title on its upper edge."""
        self.panels.append(Panel(x, y, width, height, ink, bool(title), lit, keys))
        if title:
            self.write(x + 1, y, f" {fit(title, width - 4)} ", ink)

    def card(
        self, x: float, y: float, width: float, height: float, ink: Ink, says: str, down: bool = False, keys: Keys = ()
    ) -> None:
        """A card behind what is written there, in pictures alone."""
        self.shapes.append(Card(x, y, width, height, ink, says, down, keys=keys))

    def token(self, x: int, y: int, text: str, ink: Ink, full: bool) -> None:
        """A counter round this one character, in pictures alone."""
        self.shapes.append(Token(x - 0.5, y, ink, full))
        self.write(x, y, text, Ink.BRIGHT)

    def track(self, x: int, y: int, width: int, ink: Ink, done: int, goal: int) -> None:
        """A bar below a line of text or along the lower edge of a panel, in pictures alone."""
        self.shapes.append(Track(x, y, width, ink, done, goal))

    def light(self, before: Drawing) -> None:
        """Lights the cards that an earlier drawing of the same table had not, or otherwise."""
        old = Counter((shape.keys, shape.says) for shape in before.shapes if isinstance(shape, Card))
        for k in reversed(range(len(self.shapes))):  # of twins in a pile the uppermost is the new one
            card = self.shapes[k]
            if isinstance(card, Card):
                if old[card.keys, card.says]:
                    old[card.keys, card.says] -= 1
                else:
                    self.shapes[k] = card._replace(lit=True)

    def ansi(self, colour: bool = False) -> str:
        """The drawing as lines of text, with terminal colours if asked for; lines with nothing written are left out."""
        rows = [[(" ", Ink.PLAIN)] * self.width for _ in range(self.height)]
        for p in self.panels:
            edge = "+" + "-" * (p.width - 2) + "+"
            for y in range(p.height):
                self._put(rows, p.x, p.y + y, edge if y in (0, p.height - 1) else "|" + " " * (p.width - 2) + "|")
        labels = [label for label in self.labels if label.show is not Show.IN_PICTURES]
        for label in labels:
            self._put(rows, label.x, label.y, label.text, label.ink)
        shown = {label.y for label in labels}.union(*((p.y, p.y + p.height - 1) for p in self.panels))
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
            self._carrying(
                shape.keys,
                f'<g transform="translate({int(shape.x * CELL_W)} {int(shape.y * CELL_H)})">{shape.svg(dark)}</g>',
            )
            for shape in self._shapes()
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
        """The SVG as an image, height x width x 3: put together of its shapes and characters, each rendered once."""
        row = np.array([rgb(PAPER.on(dark))] * (self.width * CELL_W + 2 * MARGIN), np.uint8)
        picture = np.stack([row] * (self.height * CELL_H + 2 * MARGIN))
        for shape in self._shapes():
            x, y = MARGIN + int(shape.x * CELL_W), MARGIN + int(shape.y * CELL_H)
            if isinstance(shape, Panel):
                paste(picture, image(shape, dark), x, y - RISE)
            else:
                blend(picture, image(shape, dark), x, y)
        for label in self._visible():
            x, y = MARGIN + label.x * CELL_W, MARGIN + label.y * CELL_H
            stamp(picture, label.text, x, y, rgb(label.ink.value.on(dark)))
        return picture

    def _shapes(self) -> Iterator[Shape]:
        """In the order in which they lie on each other."""
        yield from self.panels
        yield from self.shapes

    def _visible(self) -> Iterator[Label]:
        """Labels of a picture that are not blank, clipped at the edges."""
        for label in self.labels:
            inside = label.text[max(-label.x, 0) : max(self.width - label.x, 0)]
            if label.show is not Show.IN_TEXT and label.y >= 0 and inside.strip():
                yield label._replace(x=max(label.x, 0), text=inside)


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
