"""What a seat cannot know, dealt anew."""

from __future__ import annotations

import numpy as np

from ...core.dealing import deal_out, pick
from ...core.jit import rule
from ..cards import THEATRE
from ..state import CARDS, THEATRES, Phase, State
from .piles import count_unseen, deck_of

FITS = (np.arange(THEATRES)[:, None] == THEATRE).astype(np.int8)  # [theatre, card]
FITS[0] = 1  # any card


@rule
def redeal(s: State, seat: int) -> None:
    """CW-18, CW-R31: the other's hand out of all cards unseen, first those that its report tells of for certain."""
    other = 1 - seat
    choosing = s.phase == Phase.CHOOSE and s.turn == other
    pool = np.zeros(CARDS, np.int8)
    count_unseen(s, seat, pool[1:])
    s.hand[other, :] = 0
    left = s.hand_n[other] - choosing
    for theatre in range(1, THEATRES):
        deal_out(s, pool, FITS[theatre], s.reported[other, theatre], s.hand[other])
        left -= s.reported[other, theatre]
    deal_out(s, pool, FITS[0], left, s.hand[other])
    deck = deck_of(s, other)
    count = lay_down(s, deck, pool)
    if choosing:
        s.drawn = pick(s, s.draw[deck], count)
        s.hand[other, s.drawn] += 1
    if s.two_decks:
        lay_down(s, seat, s.hidden[seat] - s.hand[seat])


@rule
def lay_down(s: State, deck: int, cards: np.ndarray) -> int:
    """CW-R31: these cards are the draw pile, kind by kind since it has no order; returns how many they are."""
    s.draw[deck, :] = 0
    count = 0
    for card in range(1, CARDS):
        for _ in range(cards[card]):
            s.draw[deck, count] = card
            count += 1
    return count
