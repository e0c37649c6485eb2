"""Blocks: an action space as named blocks, so that a size is a sum and an offset is never typed.

Compiled code takes a block by its key: `at(DEPLOY, battle, card)` is the action there, `parts(DEPLOY, action)` are the
coordinates again (one plain number for a block of one axis), `within(DEPLOY, action)` tells whether it is of the block.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

from .jit import overload

Key = tuple[int, ...]


def at(key: Key, *index: int) -> int:
    """The action at these coordinates of the block, which the caller vouches for."""
    offset = 0
    for size, i in zip(key[1:], index, strict=True):
        offset = offset * size + int(i)
    return key[0] + offset


def parts(key: Key, action: int) -> Any:
    """The coordinates of an action of the block: a number for one axis, else a tuple."""
    rest, index = action - key[0], []
    for size in reversed(key[1:]):
        rest, i = divmod(rest, size)
        index.append(i)
    return index[0] if len(index) == 1 else tuple(reversed(index))


def within(key: Key, action: int) -> bool:
    """Whether the action is one of the block."""
    return key[0] <= action < key[0] + prod(key[1:])


# For compiled code one expression for each number of axes: Numba has no loop over coordinates of several types.
AT = (
    lambda key, *index: key[0],
    lambda key, *index: key[0] + index[0],
    lambda key, *index: key[0] + index[0] * key[2] + index[1],
    lambda key, *index: key[0] + (index[0] * key[2] + index[1]) * key[3] + index[2],
)
PARTS = (
    lambda key, action: (),
    lambda key, action: action - key[0],
    lambda key, action: ((action - key[0]) // key[2], (action - key[0]) % key[2]),
    lambda key, action: (
        (action - key[0]) // (key[2] * key[3]),
        (action - key[0]) // key[3] % key[2],
        (action - key[0]) % key[3],
    ),
)
WITHIN = (
    lambda key, action: action == key[0],
    lambda key, action: key[0] <= action < key[0] + key[1],
    lambda key, action: key[0] <= action < key[0] + key[1] * key[2],
    lambda key, action: key[0] <= action < key[0] + key[1] * key[2] * key[3],
)
MOST_AXES = len(AT) - 1
overload(at)(lambda key, *index: AT[len(key) - 1])
overload(parts)(lambda key, action: PARTS[len(key) - 1])
overload(within)(lambda key, action: WITHIN[len(key) - 1])


class Block(NamedTuple):
    """One kind of action: `start` is its first number, `shape` its axes."""

    name: str
    start: int
    shape: tuple[int, ...]

    @property
    def key(self) -> Key:
        """The block as compiled code takes it: its first number, then its axes."""
        return self.start, *self.shape

    @property
    def size(self) -> int:
        return prod(self.shape)

    def encode(self, *index: int) -> int:
        """The action at these coordinates, which are checked."""
        if len(index) != len(self.shape) or not all(0 <= i < n for i, n in zip(index, self.shape, strict=True)):
            raise IndexError(f"{self.name} takes coordinates below {self.shape}, not {index}")
        return at(self.key, *index)

    def decode(self, action: int) -> tuple[int, ...]:
        """The coordinates of an action of this block, whatever the number of its axes."""
        index = parts(self.key, action) if self.shape else ()
        return index if isinstance(index, tuple) else (index,)


class Blocks:
    """The whole action space: `Blocks(("deploy", 3, 44), ("wait",))`; a name gives its block."""

    def __init__(self, *blocks: tuple[str | int, ...]) -> None:
        self.all: list[Block] = []
        start = 0
        for name, *shape in blocks:
            block = Block(str(name), start, tuple(int(n) for n in shape))
            if len(block.shape) > MOST_AXES:
                raise TypeError(f"block {name!r} has {len(block.shape)} axes; compiled code takes {MOST_AXES} at most")
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
