"""Blocks: an action space as named blocks, so that a size is a sum and an offset is never typed."""

from __future__ import annotations

from math import prod
from typing import NamedTuple


class Block(NamedTuple):
    """One kind of action: `start` is its first number, `shape` its axes."""

    name: str
    start: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return prod(self.shape)

    def encode(self, *index: int) -> int:
        """The action at these coordinates."""
        offset = 0
        for i, n in zip(index, self.shape, strict=True):
            if not 0 <= i < n:
                raise IndexError(f"{self.name} takes coordinates below {self.shape}, not {index}")
            offset = offset * n + i
        return self.start + offset

    def decode(self, action: int) -> tuple[int, ...]:
        """The coordinates of an action of this block."""
        rest, index = action - self.start, []
        for n in reversed(self.shape):
            rest, i = divmod(rest, n)
            index.append(i)
        return tuple(reversed(index))


class Blocks:
    """The whole action space: `Blocks(("deploy", 3, 44), ("wait",))`; a name gives its block."""

    def __init__(self, *blocks: tuple[str | int, ...]) -> None:
        self.all: list[Block] = []
        start = 0
        for name, *shape in blocks:
            block = Block(str(name), start, tuple(int(n) for n in shape))
            self.all.append(block)
            start += block.size
        self.size = start

    def __getitem__(self, name: str) -> Block:
        return next(block for block in self.all if block.name == name)

    def decode(self, action: int) -> tuple[str, tuple[int, ...]]:
        """The block's name and the coordinates inside it."""
        block = next(b for b in reversed(self.all) if b.start <= action)
        return block.name, block.decode(action)

    def layout(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """Name, first number and axes of each block: what a checkpoint remembers."""
        return [(b.name, b.start, b.shape) for b in self.all]
