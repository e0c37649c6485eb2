"""One drawing of a table, shown as text, as an image or in a window."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from .errors import UsageError

CELL_W, CELL_H = 10, 20  # pixels of a character
PAPER = (24, 28, 36)
PANEL = (36, 42, 54)


class Ink(Enum):
    """Colours as (red, green, blue) and as a terminal's number."""

    PLAIN = (200, 204, 212), 37
    BRIGHT = (255, 255, 255), 97
    GREEN = (140, 200, 120), 32
    BLUE = (110, 160, 240), 94
    CYAN = (110, 205, 215), 36
    VIOLET = (200, 150, 235), 35
    YELLOW = (240, 205, 110), 33
    RED = (235, 120, 110), 31


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
    """Labels and framed panels on a grid of characters."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.labels: list[Label] = []
        self.panels: list[Panel] = []

    def write(self, x: int, y: int, text: str, ink: Ink = Ink.PLAIN) -> None:
        self.labels.append(Label(x, y, text[: max(0, self.width - x)], ink))

    def panel(self, x: int, y: int, width: int, height: int, title: str = "", ink: Ink = Ink.PLAIN) -> None:
        """A frame with a title on its upper edge."""
        self.panels.append(Panel(x, y, width, height, ink))
        if title:
            self.write(x + 1, y, f" {title} "[: width - 2], ink)

    def ansi(self, colour: bool = False) -> str:
        """The drawing as lines of text, with terminal colours if asked for."""
        chars = [[" "] * self.width for _ in range(self.height)]
        inks: list[list[Ink]] = [[Ink.PLAIN] * self.width for _ in range(self.height)]
        for p in self.panels:
            edge = "+" + "-" * (p.width - 2) + "+"
            rows = [edge] + ["|" + " " * (p.width - 2) + "|"] * (p.height - 2) + [edge]
            for dy, line in enumerate(rows):
                for dx, char in enumerate(line):
                    chars[p.y + dy][p.x + dx] = char
        for label in self.labels:
            for dx, char in enumerate(label.text):
                chars[label.y][label.x + dx] = char
                inks[label.y][label.x + dx] = label.ink
        if not colour:
            return "\n".join("".join(row).rstrip() for row in chars).rstrip() + "\n"
        lines = []
        for row, row_inks in zip(chars, inks, strict=True):
            text = "".join(row).rstrip()
            coloured = ""
            last: Ink | None = None
            for char, ink in zip(text, row_inks, strict=False):
                if ink is not last:
                    coloured += f"\033[{ink.value[1]}m"
                    last = ink
                coloured += char
            lines.append(coloured + ("\033[0m" if coloured else ""))
        return "\n".join(lines).rstrip() + "\n"

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

    def pixels(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The drawing as an image, height x width x 3."""
        array: np.ndarray[Any, np.dtype[np.uint8]] = _pygame().surfarray.array3d(self.surface()).transpose(1, 0, 2)
        return np.ascontiguousarray(array)


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
