"""One drawing of a table, shown as text, as an image or in a window."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import groupby
from textwrap import wrap
from typing import Any, NamedTuple

import numpy as np

from .arrays import Pixels
from .errors import UsageError

WIDTH, LEAST_WIDTH = 100, 40  # columns of a picture, and the fewest that are laid out for
CELL_W, CELL_H = 10, 20  # pixels of a character
PAPER = (24, 28, 36)
PANEL = (36, 42, 54)


class Ink(Enum):
    """Colours as (red, green, blue) and as a terminal's code: plain and bold, or one to be read on black and white."""

    PLAIN = (200, 204, 212), ""
    BRIGHT = (255, 255, 255), "1"
    GREEN = (140, 200, 120), "38;5;28"
    BLUE = (110, 160, 240), "38;5;33"
    CYAN = (110, 205, 215), "38;5;30"
    VIOLET = (200, 150, 235), "38;5;133"
    YELLOW = (240, 205, 110), "38;5;136"
    RED = (235, 120, 110), "38;5;167"


class Label(NamedTuple):
    x: int
    y: int
    text: str
    ink: Ink


class Panel(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    ink: Ink


class Drawing:
    """Labels and framed panels on a grid of characters, as high as what is put there."""

    def __init__(self, width: int = WIDTH) -> None:
        self.width = width
        self.labels: list[Label] = []
        self.panels: list[Panel] = []

    @property
    def height(self) -> int:
        return max([1, *(label.y + 1 for label in self.labels), *(p.y + p.height for p in self.panels)])

    def write(self, x: int, y: int, text: str, ink: Ink = Ink.PLAIN) -> None:
        """Text from here on; what goes beyond the edges is not shown."""
        self.labels.append(Label(x, y, text, ink))

    def paragraph(self, x: int, y: int, width: int, text: str, ink: Ink = Ink.PLAIN) -> int:
        """Text in lines of this width; returns their number."""
        lines = wrap(text, width)
        for k, line in enumerate(lines):
            self.write(x, y + k, line, ink)
        return len(lines)

    def flow(self, x: int, y: int, width: int, lines: int, words: Sequence[tuple[str, Ink]]) -> int:
        """Words along at most so many lines, none broken; the last word tells how many are missing.

        Returns the number of lines written.
        """
        places = in_lines([text for text, _ in words], width)
        shown = sum(line < lines for _, line in places)
        if shown < len(places):
            more = f"and {len(places)} more"
            while shown and in_lines([text for text, _ in words[:shown]] + [more], width)[-1][1] >= lines:
                shown -= 1
            words = [*words[:shown], (f"and {len(places) - shown} more", Ink.PLAIN)]
            places = in_lines([text for text, _ in words], width)
        for (text, ink), (column, line) in zip(words, places, strict=True):
            self.write(x + column, y + line, fit(text, width), ink)
        return places[-1][1] + 1 if places else 0

    def panel(self, x: int, y: int, width: int, height: int, title: str = "", ink: Ink = Ink.PLAIN) -> None:
        """A frame with a title on its upper edge."""
        self.panels.append(Panel(x, y, width, height, ink))
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

    def surface(self) -> Any:
        """The drawing as a pygame surface."""
        pygame = _pygame()
        pygame.font.init()
        font = pygame.font.Font(None, CELL_H + 2)
        surface = pygame.Surface((self.width * CELL_W, self.height * CELL_H))
        surface.fill(PAPER)
        for p in self.panels:
            box = pygame.Rect(p.x * CELL_W, p.y * CELL_H + CELL_H // 2, p.width * CELL_W, (p.height - 1) * CELL_H)
            pygame.draw.rect(surface, PANEL, box, border_radius=6)
            pygame.draw.rect(surface, p.ink.value[0], box, width=1, border_radius=6)
        for label in self.labels:
            image = font.render(label.text, True, label.ink.value[0], self._ground(label))
            room = len(label.text) * CELL_W + CELL_W // 2
            if image.get_width() > room:
                image = pygame.transform.smoothscale(image, (room, image.get_height()))
            surface.blit(image, (label.x * CELL_W, label.y * CELL_H + 2))
        return surface

    def _ground(self, label: Label) -> tuple[int, int, int]:
        """The colour behind a label; a title so covers its frame."""
        inside = any(p.x <= label.x < p.x + p.width and p.y <= label.y < p.y + p.height for p in self.panels)
        return PANEL if inside else PAPER

    def pixels(self) -> Pixels:
        """The drawing as an image, height x width x 3."""
        array: Pixels = _pygame().surfarray.array3d(self.surface()).transpose(1, 0, 2)
        return np.ascontiguousarray(array)


def fit(text: str, width: int) -> str:
    """The text, or as much of it as fits into so many columns."""
    return text if len(text) <= width else text[: max(0, width - 2)] + ".."


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
        text if ink is Ink.PLAIN or text.isspace() else f"\033[{ink.value[1]}m{text}\033[0m" for ink, text in runs
    )


class Window:
    """A window that shows one drawing after the other."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.screen: Any = None

    def show(self, drawing: Drawing) -> None:
        pygame = _pygame()
        if self.screen is None:
            pygame.display.init()
            pygame.display.set_caption(self.title)
            self.screen = pygame.display.set_mode((drawing.width * CELL_W, drawing.height * CELL_H))
        pygame.event.pump()
        self.screen.blit(drawing.surface(), (0, 0))
        pygame.display.flip()

    def close(self) -> None:
        if self.screen is not None:
            _pygame().display.quit()
            self.screen = None


def _pygame() -> Any:
    try:
        import pygame
    except ImportError:
        raise UsageError("pictures need pygame: pip install 'warzoo[render]'") from None
    return pygame
