"""What a seat is sure that another knows of a hand."""

from __future__ import annotations

import numpy as np

from ...core.jit import rule
from ..cards import KINDS
from ..state import NEVER, SEATS, State


@rule
def sure(s: State, seat: int, observer: int, holder: int, out: np.ndarray) -> None:
    """WT-R31: writes how many copies of each kind in that hand the seat is sure that another knows of.

    That is all that the whole table saw; and if the hand was once the observer's, what the seat knows of it (of its own
    hand: what the owner before knows), but for as many cards of each kind as were drawn since it was the observer's.
    """
    witness = seat if holder != seat else owner_before(s, seat, seat)
    drawn = max(0, s.since[observer, holder] - s.since[witness, holder])
    shown, known = s.shown[holder], s.known[witness, holder]
    for k in range(KINDS):
        out[k] = max(shown[k + 1], known[k + 1] - drawn)


@rule
def owner_before(s: State, holder: int, owner: int) -> int:
    """Whose hand this was before it was that owner's, beginning with the holder; those who never had it come last."""
    after = -1 if owner == holder else place_among_owners(s, holder, owner)
    first, least = holder, NEVER * NEVER
    for seat in range(s.players):
        place = place_among_owners(s, holder, seat)
        if seat != holder and after < place < least:
            first, least = seat, place
    return first


@rule
def place_among_owners(s: State, holder: int, seat: int) -> int:
    """Later owners have lower numbers, no two the same one."""
    return s.since[seat, holder] * SEATS + seat
