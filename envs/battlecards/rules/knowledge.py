"""What the seats know of each other's hidden cards: BC-R27, BC-R93.

`known[observer, owner]` counts cards that this observer knows for certain. The row of the owner himself is what all
know: so a seat can tell what others know at least of a third one.
"""

from __future__ import annotations

from ...core.jit import rule
from ..actions import KEPT_ZONE, RESERVE_ZONE
from ..conflict import CARDS
from ..state import RESERVE, STACKS, Place, State
from ..units import KIND, LINES


@rule
def entered(s: State, owner: int, zone: int, line: int, count: int) -> None:
    """BC-R93: all saw so many cards come into this zone."""
    for observer in range(s.players):
        s.known[observer, owner, zone, line] += count


@rule
def lost(s: State, owner: int, zone: int, line: int) -> None:
    """BC-R93: a card left this zone face up."""
    for observer in range(s.players):
        if s.known[observer, owner, zone, line] > 0:
            s.known[observer, owner, zone, line] -= 1


@rule
def forget(s: State, observer: int, owner: int, zone: int, kind: int) -> None:
    """BC-R93: a card of this class left the zone unseen."""
    for line in range(LINES):
        if KIND[line] == kind:
            s.known[observer, owner, zone, line] = 0


@rule
def follow(s: State, owner: int) -> None:
    """BC-R93: the whole Reserve went to the stacks, and with it what was known of it."""
    for observer in range(s.players):
        for line in range(LINES):
            s.known[observer, owner, STACKS, line] += s.known[observer, owner, RESERVE, line]
            s.known[observer, owner, RESERVE, line] = 0


@rule
def look(s: State, observer: int, owner: int, zone: int) -> None:
    """BC-R93: a stack, the Reserve or the Kept Cards are wholly known to the one who looked."""
    deck = owner >> 1
    if zone == KEPT_ZONE:
        for card in range(CARDS):
            if s.place[deck, card] == Place.KEPT + owner:
                s.seen[deck, card] |= 1 << observer
        return
    for line in range(LINES):
        if zone == RESERVE_ZONE:
            s.known[observer, owner, RESERVE, line] = s.reserve[owner, line]
        elif zone == KIND[line]:
            s.known[observer, owner, STACKS, line] = s.stacks[owner, line]
