"""Draw pile, discards and hands, and what of them is public."""

from __future__ import annotations

import numpy as np

from ...core.dealing import pick
from ...core.jit import rule
from ..cards import KINDS, SCORE, THEATRE
from ..state import CARDS, State


@rule
def deck_of(s: State, seat: int) -> int:
    """CW-19, CW-52, CW-53: one common deck and discard pile, or each his own."""
    return seat if s.two_decks else 0


@rule
def draw(s: State, seat: int) -> int:
    """CW-24, CW-R11, CW-R12: a card from the draw pile to the hand; returns it, or 0 if there is none."""
    deck = deck_of(s, seat)
    shuffle(s, deck)
    if s.draw_n[deck] == 0:
        return 0
    card = pick(s, s.draw[deck], s.draw_n[deck])
    s.draw_n[deck] -= 1
    s.hand[seat, card] += 1
    s.hand_n[seat] += 1
    shuffle(s, deck)
    return card


@rule
def shuffle(s: State, deck: int) -> None:
    """CW-24, CW-31, CW-R11: only when at most one card is left to draw do the discards join it."""
    if s.draw_n[deck] > 1 or s.discard_n[deck] == 0:
        return
    for place in range(s.discard_n[deck]):
        s.draw[deck, s.draw_n[deck] + place] = s.discard[deck, place]
    s.draw_n[deck] += s.discard_n[deck]
    s.discard_n[deck] = 0
    for card in range(CARDS):
        s.hidden[deck, card] += s.discarded[deck, card]
        s.discarded[deck, card] = 0


@rule
def discard(s: State, owner: int, card: int) -> None:
    """CW-R30: onto the discard pile of its owner's deck."""
    deck = deck_of(s, owner)
    s.discard[deck, s.discard_n[deck]] = card
    s.discard_n[deck] += 1
    s.discarded[deck, card] += 1


@rule
def discard_pile(s: State, seat: int, battle: int) -> None:
    """CW-R40: a pile goes bottom to top."""
    for place in range(s.pile_n[seat, battle]):
        discard(s, seat, s.pile[seat, battle, place])
    s.pile_n[seat, battle] = 0


@rule
def refill(s: State, seat: int) -> None:
    """CW-23, CW-45, CW-R12, CW-R20: up to the hand size, as far as there are cards."""
    while s.hand_n[seat] < s.limit[seat] and draw(s, seat) != 0:
        pass


@rule
def reveal(s: State, seat: int, card: int) -> None:
    """CW-R31: a card leaves the hand for all to see."""
    s.hand[seat, card] -= 1
    s.hand_n[seat] -= 1
    s.hidden[deck_of(s, seat), card] -= 1


@rule
def count_unseen(s: State, seat: int, out: np.ndarray) -> None:
    """CW-R31, CW-52: copies of each kind that, as far as this seat can tell, the other holds or may draw."""
    if s.two_decks:
        for k in range(KINDS):
            out[k] = s.hidden[1 - seat, k + 1]
    else:
        for k in range(KINDS):
            out[k] = s.hidden[0, k + 1] - s.hand[seat, k + 1]


@rule
def top_discard(s: State, deck: int) -> int:
    """CW-35: the card that was discarded last, or 0 if there is none."""
    n = s.discard_n[deck]
    return s.discard[deck, n - 1] if n > 0 else 0


@rule
def worth(s: State, battle: int, card: int) -> int:
    """CW-37, CW-39: the score; nothing in a battle of another theatre."""
    if s.theatre[battle] != 0 and s.theatre[battle] != THEATRE[card]:
        return 0
    return SCORE[card]
