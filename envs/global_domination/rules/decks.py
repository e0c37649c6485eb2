"""Hands, Draw Decks, Discard Piles and stacks, and what the table knows of hands."""

from __future__ import annotations

import numpy as np

from ...core.dealing import deal_out
from ...core.jit import rule
from ..cards import KINDS, PRICE
from ..state import State

ANY = np.ones(KINDS, np.int8)


@rule
def draw(s: State, seat: int, count: int) -> None:
    """GD-34, GD-36, GD-37, GD-R06: so many cards to the hand, the Discard Pile shuffled in when the deck is empty."""
    drawn = draw_from_deck(s, seat, count)
    if drawn < count:
        for card in range(KINDS):
            s.deck_n[seat] += s.discard[seat, card]
            s.deck[seat, card] = s.discard[seat, card]
            s.discard[seat, card] = 0
        draw_from_deck(s, seat, count - drawn)


@rule
def draw_from_deck(s: State, seat: int, count: int) -> int:
    """GD-R41, GD-R43: as many as it has; an empty deck tells the whole hand. Returns how many were drawn."""
    drawn = min(count, s.deck_n[seat])
    deal_out(s, s.deck[seat], ANY, drawn, s.hand[seat])
    s.deck_n[seat] -= drawn
    s.hand_n[seat] += drawn
    if s.deck_n[seat] == 0:
        for card in range(KINDS):
            s.known[seat, card] = s.hand[seat, card]
    return drawn


@rule
def lift(s: State, seat: int, card: int) -> None:
    """GD-34, GD-R43: a card leaves the hand; of one known to be there a copy less is known."""
    s.hand[seat, card] -= 1
    s.hand_n[seat] -= 1
    if s.known[seat, card] > 0:
        s.known[seat, card] -= 1


@rule
def in_reserve(s: State, seat: int, card: int) -> bool:
    """GD-R21: the seat holds cards, and this is among those it owns outside its Discard Pile, which all can tell."""
    return s.hand_n[seat] > 0 and s.hand[seat, card] + s.deck[seat, card] > 0


@rule
def may_take(s: State, seat: int, card: int) -> bool:
    """GD-96, GD-97, GD-101, GD-102, GD-R12: the stack has a card left, and the seat can pay its price."""
    return s.stock[card] > 0 and s.logistics[seat] > PRICE[card]


@rule
def any_to_take(s: State, seat: int) -> bool:
    """GD-R12: some stack can be taken from."""
    for card in range(KINDS):
        if may_take(s, seat, card):
            return True
    return False


@rule
def take(s: State, seat: int, card: int, to_hand: bool) -> None:
    """GD-32, GD-49, GD-50, GD-51, GD-R11, GD-R37, GD-R43: off its stack for its price, to the hand or Discard Pile."""
    s.stock[card] -= 1
    s.logistics[seat] -= PRICE[card]
    if to_hand:
        s.hand[seat, card] += 1
        s.hand_n[seat] += 1
        s.known[seat, card] += 1
    else:
        s.discard[seat, card] += 1


@rule
def redeal(s: State, seat: int) -> None:
    """GD-R43: the unknown rest of every other hand is drawn anew from hand and deck."""
    for other in range(s.players):
        if other != seat:
            unknown = s.hand_n[other]
            for card in range(KINDS):
                s.deck[other, card] += s.hand[other, card] - s.known[other, card]
                s.hand[other, card] = s.known[other, card]
                unknown -= s.known[other, card]
            deal_out(s, s.deck[other], ANY, unknown, s.hand[other])
