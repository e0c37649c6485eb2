"""Luck: a xorshift generator whose 64 bits stand in the record, the same with the JIT on and off."""

from __future__ import annotations

from typing import Any

import numpy as np

from .arrays import Words
from .jit import rule

LOW = np.uint64(0xFFFFFFFF)
ODD = np.uint64(0x9E3779B1)
S7, S13, S17, S32 = np.uint64(7), np.uint64(13), np.uint64(17), np.uint64(32)
RANGE = np.uint64(1 << 32)


@rule
def word(x: Any) -> Any:
    """32 bits of the state `x`: its upper half, scrambled by an odd factor (no step overflows 64 bits)."""
    return ((x >> S32) * ODD) & LOW


@rule
def stir(x: Any) -> Any:
    """The state after `x`."""
    x = x ^ (x << S13)
    x = x ^ (x >> S7)
    return x ^ (x << S17)


@rule
def below(s: Any, n: int) -> int:
    """A number from 0 to n-1, each equally likely (Lemire's method); moves `s.rng` on."""
    limit = np.uint64(n)
    s.rng = stir(s.rng)
    product = word(s.rng) * limit
    if product & LOW < limit:
        floor = (RANGE - limit) % limit
        while product & LOW < floor:
            s.rng = stir(s.rng)
            product = word(s.rng) * limit
    return np.int64(product >> S32)  # type: ignore[return-value]


def seeds(sequence: np.random.SeedSequence, count: int) -> Words:
    """`count` starting states for `rng`, none of them zero."""
    return sequence.generate_state(count, np.uint64) | np.uint64(1)
