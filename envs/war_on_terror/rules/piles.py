"""Deck, discards and hands, and who knows what of the hands."""

from __future__ import annotations

from ...core.dealing import pick
from ...core.jit import rule
from ..state import CARDS, SEATS, State


@rule
def turn_up(s: State) -> int:
    """WT-32, WT-R05: a card off the deck; 0 when deck and discards are both empty."""
    if s.draw_n == 0:
        shuffle(s)
    if s.draw_n == 0:
        return 0
    card = pick(s, s.draw, s.draw_n)
    s.draw_n -= 1
    return card


@rule
def shuffle(s: State) -> None:
    """WT-32: the discards become the new deck."""
    for card in range(CARDS):
        for _ in range(s.discarded[card]):
            s.draw[s.draw_n] = card
            s.draw_n += 1
        s.hidden[card] += s.discarded[card]
        s.discarded[card] = 0
    s.discard_n = 0


@rule
def draw(s: State, seat: int) -> None:
    """WT-R27: a card off the deck to the hand, if there is one."""
    card = turn_up(s)
    if card != 0:
        s.hand[seat, card] += 1
        s.hand_n[seat] += 1


@rule
def discard(s: State, card: int) -> None:
    """WT-24, WT-R05: onto the one discard pile."""
    s.discarded[card] += 1
    s.discard_n += 1


@rule
def reveal(s: State, seat: int, card: int) -> None:
    """WT-R31: a card leaves the hand for all to see; who knew of such a card knows of one copy less."""
    s.hand[seat, card] -= 1
    s.hand_n[seat] -= 1
    s.hidden[card] -= 1
    s.shown[seat, card] = max(0, s.shown[seat, card] - 1)
    for observer in range(SEATS):
        s.known[observer, seat, card] = max(0, s.known[observer, seat, card] - 1)


@rule
def pick_up(s: State, seat: int, card: int) -> None:
    """WT-46, WT-R31: a card goes from the table to the hand, and everybody saw it."""
    s.hand[seat, card] += 1
    s.hand_n[seat] += 1
    s.hidden[card] += 1
    s.shown[seat, card] += 1
    for observer in range(s.players):
        if observer != seat:
            s.known[observer, seat, card] += 1


@rule
def swap_hands(s: State, one: int, two: int) -> None:
    """WT-47, WT-48, WT-R31: the hands change owners; each of the two knows what he gave, others what they knew."""
    s.hand_n[one], s.hand_n[two] = s.hand_n[two], s.hand_n[one]
    s.giver[one], s.giver[two] = two, one
    for card in range(CARDS):
        s.shown[one, card], s.shown[two, card] = s.shown[two, card], s.shown[one, card]
        given, got = s.hand[one, card], s.hand[two, card]
        s.hand[one, card], s.hand[two, card] = got, given
        for observer in range(SEATS):
            known_one, known_two = s.known[observer, one, card], s.known[observer, two, card]
            s.known[observer, one, card], s.known[observer, two, card] = known_two, known_one
        s.known[one, one, card] = 0
        s.known[two, two, card] = 0
        s.known[one, two, card] = given
        s.known[two, one, card] = got
