"""What pictures are made of besides text: frames, cards, tokens and tracks, as SVG with its colours."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from .arrays import Pixels
from .raster import CELL_H, CELL_W, document, rectangle, rendered

RISE = 4  # pixels that a frame may use above its lines
BAND = 0.14  # of the ink in the band behind a title, and in a card
DISC = 0.35  # ... in a token that is a disc
Keys = tuple[str, ...]


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


class Panel(NamedTuple):
    """A frame; lit for who is to act, and in the end for who has won."""

    x: int
    y: int
    width: int
    height: int
    ink: Ink
    titled: bool
    lit: bool
    keys: Keys

    def svg(self, dark: bool) -> str:
        """Round its title and down to the middle of its lowest line."""
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


class Card(NamedTuple):
    """A card, a unit, an Area: the ground of its text, with an edge in its ink; lit if it is new or has changed."""

    x: float
    y: float
    width: float
    height: float
    ink: Ink
    says: str  # the words on it, by which a change is noticed
    down: bool = False  # face down, or nobody's
    lit: bool = False
    keys: Keys = ()

    def svg(self, dark: bool) -> str:
        ink, width, height = self.ink.value.on(dark), int(self.width * CELL_W) - 2, int(self.height * CELL_H) - 2
        line = Ink.YELLOW.value.on(dark) if self.lit else ink
        stroke = 'stroke-width="2"' if self.lit else 'stroke-opacity="0.4"'
        face = f'<rect x="1" y="1" width="{width}" height="{height}" rx="4"'
        edge = f'<path d="M1 5a4 4 0 0 1 4-4v{height}a4 4 0 0 1-4-4z" fill="{ink}"/>'
        return (
            "" if self.down else f'{face} fill="{ink}" fill-opacity="{BAND}"/>{edge}'
        ) + f'{face} fill="none" stroke="{line}" {stroke}/>'


class Token(NamedTuple):
    """A counter of a player, two columns wide: a disc, or a ring."""

    x: float
    y: int
    ink: Ink
    full: bool
    keys: Keys = ()
    width: int = 2
    height: int = 1

    def svg(self, dark: bool) -> str:
        ink, filled = self.ink.value.on(dark), DISC if self.full else 0
        middle = f'cx="{CELL_W}" cy="{CELL_H // 2}" r="{CELL_H // 2 - 2}"'
        return f'<circle {middle} fill="{ink}" fill-opacity="{filled}" stroke="{ink}" stroke-width="2"/>'


class Track(NamedTuple):
    """How much of a goal is reached: a bar in the upper half of its line."""

    x: int
    y: int
    width: int
    ink: Ink
    done: int
    goal: int
    keys: Keys = ()
    height: int = 1

    def svg(self, dark: bool) -> str:
        ink, width = self.ink.value.on(dark), self.width * CELL_W
        done = width * min(self.done, self.goal) // self.goal
        bar = '<rect y="1" width="{}" height="5" rx="2.5" fill="{}" fill-opacity="{}"/>'
        return bar.format(width, ink, BAND + 0.06) + (bar.format(max(done, 5), ink, 1) if done else "")


Shape = Panel | Card | Token | Track


def image(shape: Shape, dark: bool) -> Pixels:
    """A frame on the paper, with the pixels that it rises above its lines; another shape with its cover."""
    width, height = int(shape.width * CELL_W), int(shape.height * CELL_H)
    if isinstance(shape, Panel):
        edges = (0, -RISE, width, height + RISE)
        return rendered(document(*edges, rectangle(*edges, PAPER.on(dark)) + shape.svg(dark)))
    return rendered(document(0, 0, width, height, shape.svg(dark)), "RGBA")
