"""What a seat cannot know, sampled anew: known counts stay, and one pool is dealt out."""

from __future__ import annotations

import numpy as np

from ...core.dealing import deal_out
from ...core.jit import rule
from ..state import CARDS, SEATS, State
from .knowledge import aware

ANY = np.ones(CARDS, np.int8)  # every card fits into every hand


@rule
def redeal(s: State, seat: int) -> None:
    """WT-12, WT-R31: other hands are what the seat knows of them and cards of the pool; the rest of it is the deck."""
    pool = np.zeros(CARDS, np.int8)
    for card in range(CARDS):
        pool[card] = s.hidden[card] - s.hand[seat, card]
        for holder in range(SEATS):
            pool[card] -= s.known[seat, holder, card]
    for holder in range(s.players):
        if holder != seat:
            hand, unknown = s.hand[holder], s.hand_n[holder] + 0
            for card in range(CARDS):
                hand[card] = s.known[seat, holder, card]
                unknown -= hand[card]
            deal_out(s, pool, ANY, unknown, hand)
    lay_deck(s, pool)
    for holder in range(s.players):
        suppose(s, seat, holder)


@rule
def lay_deck(s: State, pool: np.ndarray) -> None:
    """WT-R31: the cards of the pool that no hand got are the deck, which has no order."""
    place = 0
    for card in range(CARDS):
        for _ in range(pool[card]):
            s.draw[place] = card
            place += 1
    s.draw[place:] = 0


@rule
def suppose(s: State, seat: int, holder: int) -> None:
    """WT-R31: what others know of a hand is what the seat knows that they know, and no more.

    Who gave a hand away knows of it all that a third seat does; of the others the seat is sure of what all saw.
    """
    for observer in range(s.players):
        if observer != seat and observer != holder:
            third = holder != seat and s.giver[holder] == observer
            known = s.known[seat, holder] if third else aware(s, holder, observer)
            for card in range(CARDS):
                s.known[observer, holder, card] = known[card]
