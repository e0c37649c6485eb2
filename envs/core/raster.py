"""Pictures as pixels: SVG through resvg with the font beside this file, so that they are the same everywhere."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import Pixels
from .errors import UsageError

FONT = Path(__file__).parent / "fonts" / "DejaVuSansMono.ttf"
CELL_W, CELL_H = 10, 20  # pixels of a character
FONT_SIZE = 16.61  # at which a character is as wide as its cell
BASELINE = 16  # pixels below the top of a cell


def document(x: int, y: int, width: int, height: int, body: str) -> str:
    """What SVG shows between these edges; it shrinks with the page that it stands on."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{x} {y} {width} {height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
        f'font-size="{FONT_SIZE}" xml:space="preserve" style="max-width:100%;height:auto">{body}</svg>'
    )


def rectangle(x: int, y: int, width: int, height: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'


@lru_cache(maxsize=512)
def rendered(svg: str, mode: str = "RGB") -> Pixels:
    """SVG as an image, height x width x 3; as RGBA with a fourth number for how much it covers."""
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ImportError:
        raise UsageError("pictures need resvg-py and pillow: pip install 'warzoo[render]'") from None
    png = svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)])
    return np.asarray(Image.open(BytesIO(png)).convert(mode))


@cache
def glyph(char: str) -> Pixels:
    """How much of the pixels of its cell a character covers, up to 255."""
    text = f'<text y="{BASELINE}" fill="white">{escape(char)}</text>'
    return rendered(document(0, 0, CELL_W, CELL_H, rectangle(0, 0, CELL_W, CELL_H, "black") + text))[:, :, :1]


@lru_cache(maxsize=1024)
def cover(text: str) -> NDArray[np.uint16]:
    """The same for a line of text."""
    return np.concatenate([glyph(char) for char in text], axis=1).astype(np.uint16)


def paste(picture: Pixels, image: Pixels, x: int, y: int) -> None:
    """An image into a picture, clipped at its edges."""
    part = picture[max(y, 0) : max(y + image.shape[0], 0), max(x, 0) : max(x + image.shape[1], 0)]
    part[...] = image[max(-y, 0) :, max(-x, 0) :][: part.shape[0], : part.shape[1]]


def blend(picture: Pixels, image: Pixels, x: int, y: int) -> None:
    """An image that covers some of each pixel, over what a picture shows there; it lies inside the edges."""
    part = picture[y : y + image.shape[0], x : x + image.shape[1]]
    image = image[: part.shape[0], : part.shape[1]]
    share = image[:, :, 3:].astype(np.uint16)
    part[...] = (part * (255 - share) + image[:, :, :3] * share + 127) // 255


def stamp(picture: Pixels, text: str, x: int, y: int, colour: tuple[int, ...]) -> None:
    """Text over what a picture shows."""
    part, share = picture[y : y + CELL_H, x : x + len(text) * CELL_W], cover(text)
    part[...] = (part * (255 - share) + np.array(colour, np.uint16) * share + 127) // 255


def rgb(colour: str) -> tuple[int, ...]:
    """`#rrggbb` as numbers."""
    return tuple(bytes.fromhex(colour[1:]))


class Window:
    """A window that shows one picture after the other."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.screen: Any = None

    def show(self, picture: Pixels) -> None:
        pygame = _pygame()
        size = picture.shape[1::-1]
        if self.screen is None:
            pygame.display.init()
            pygame.display.set_caption(self.title)
            self.screen = pygame.display.set_mode(size)
        pygame.event.pump()
        self.screen.blit(pygame.image.frombuffer(picture.tobytes(), size, "RGB"), (0, 0))
        pygame.display.flip()

    def close(self) -> None:
        if self.screen is not None:
            _pygame().display.quit()
            self.screen = None


def _pygame() -> Any:
    try:
        import pygame
    except ImportError:
        raise UsageError("a window needs pygame: pip install 'warzoo[render]'") from None
    return pygame
