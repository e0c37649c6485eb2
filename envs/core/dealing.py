"""Cards drawn by luck: off a pile without an order, or from counts of what is left, as `redeal` deals hidden cards out.

What a seat knows of hidden cards is known counts and, for the rest, one pool: `deal_out` fills the places that can
take the fewest kinds first.
"""

from __future__ import annotations

from typing import Any

from .arrays import Array
from .jit import rule
from .luck import below


@rule
def pick(s: Any, cards: Array, count: int) -> int:
    """One of the first `count` cards, each equally likely; the last of them takes its place."""
    place = below(s, count)
    card = cards[place]
    cards[place] = cards[count - 1]
    return card


@rule
def deal_out(s: Any, pool: Array, fits: Array, count: int, hand: Array) -> int:
    """Moves `count` cards of the kinds that fit from the pool's counts to the hand's, each copy equally likely.

    Returns how many there were none for: 0 as long as the truth is possible.
    """
    left = 0
    for kind in range(pool.size):
        left += pool[kind] * fits[kind]
    for dealt in range(count):
        if left == 0:
            return count - dealt
        nth = below(s, left)
        for kind in range(pool.size):
            nth -= pool[kind] * fits[kind]
            if nth < 0:
                pool[kind] -= 1
                hand[kind] += 1
                break
        left -= 1
    return 0
