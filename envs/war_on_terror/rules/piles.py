"""Deck, discards and hands, and who knows what of the hands."""

from __future__ import annotations

from ...core.jit import rule
from ...core.luck import below
from ..state import CARDS, SEATS, State


@rule
def turn_up(s: State) -> int:
    """WT-32, WT-R05: a card off the deck; 0 when deck and discards are both empty."""
    if s.draw_n == 0:
        shuffle(s)
    if s.draw_n == 0:
        return 0
    place = below(s, s.draw_n)
    s.draw_n -= 1
    card = s.draw[place]
    s.draw[place] = s.draw[s.draw_n]
    return card


@rule
def shuffle(s: State) -> None:
    """WT-32, WT-R31: the discards become the new deck."""
    count_out(s)
    for card in range(CARDS):
        for _ in range(s.discarded[card]):
            s.draw[s.draw_n] = card
            s.draw_n += 1
    s.discard_n = 0
    s.shuffled = 1
    for card in range(CARDS):
        s.hidden[card] += s.discarded[card]
        s.fresh[card] = s.discarded[card]
        s.discarded[card] = 0
    for seat in range(SEATS):
        s.fresh_most[seat] = 0
        s.drawn_fresh[seat] = 0
        for card in range(CARDS):
            s.recent[seat, card] = 0


@rule
def count_out(s: State) -> None:
    """WT-R31: with an empty deck each of two players knows the other's hand."""
    if s.players == 2:
        for card in range(CARDS):
            s.known[0, 1, card] = s.hand[1, card]
            s.known[1, 0, card] = s.hand[0, card]


@rule
def draw(s: State, seat: int) -> None:
    """WT-R27: a card off the deck to the hand, if there is one."""
    card = turn_up(s)
    if card != 0:
        s.hand[seat, card] += 1
        s.hand_n[seat] += 1
        s.fresh_most[seat] += s.shuffled
        s.drawn_fresh[seat] += s.shuffled
        s.recent[seat, card] += s.shuffled
        for observer in range(SEATS):
            s.since[observer, seat] += 1
        if s.draw_n == 0:
            count_out(s)


@rule
def discard(s: State, card: int) -> None:
    """WT-24, WT-R05: onto the one discard pile."""
    s.discarded[card] += 1
    s.discard_n += 1


@rule
def uncover(s: State, card: int) -> None:
    """WT-R31: a hidden card is seen by all; it may have been one of those shuffled back."""
    s.hidden[card] -= 1
    if s.fresh[card] > 0:
        s.fresh[card] -= 1


@rule
def reveal(s: State, seat: int, card: int) -> None:
    """WT-R31: a card leaves the hand for all to see; who knew of it knows of one copy less.

    A copy that all saw before is no card of the last shuffle.
    """
    s.hand[seat, card] -= 1
    s.hand_n[seat] -= 1
    old = s.fresh_most[seat] == 0 or s.shown[seat, card] > 0
    if old and s.fresh[card] < s.hidden[card]:
        s.hidden[card] -= 1
    else:
        if s.fresh_most[seat] > 0 and s.fresh[card] == s.hidden[card]:
            s.fresh_most[seat] -= 1
        uncover(s, card)
        s.recent[seat, card] = max(0, s.recent[seat, card] - 1)
    s.fresh_most[seat] = min(s.fresh_most[seat], s.hand_n[seat])
    limit_recent(s, seat)
    s.shown[seat, card] = max(0, s.shown[seat, card] - 1)
    for observer in range(SEATS):
        s.known[observer, seat, card] = max(0, s.known[observer, seat, card] - 1)


@rule
def limit_recent(s: State, seat: int) -> None:
    """WT-R31: what may have been drawn after the shuffle is in the hand, and no more than was drawn."""
    for card in range(CARDS):
        s.recent[seat, card] = min(s.recent[seat, card], s.hand[seat, card], s.fresh_most[seat])


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
    s.fresh_most[one], s.fresh_most[two] = s.fresh_most[two], s.fresh_most[one]
    s.drawn_fresh[one], s.drawn_fresh[two] = s.drawn_fresh[two], s.drawn_fresh[one]
    for observer in range(SEATS):
        since_one, since_two = s.since[observer, one], s.since[observer, two]
        s.since[observer, one], s.since[observer, two] = since_two, since_one
    s.since[one, two] = s.since[two, one] = 0
    for card in range(CARDS):
        s.shown[one, card], s.shown[two, card] = s.shown[two, card], s.shown[one, card]
        given, got = s.hand[one, card], s.hand[two, card]
        s.hand[one, card], s.hand[two, card] = got, given
        s.recent[one, card], s.recent[two, card] = got, given
        for observer in range(SEATS):
            known_one, known_two = s.known[observer, one, card], s.known[observer, two, card]
            s.known[observer, one, card], s.known[observer, two, card] = known_two, known_one
        s.known[one, one, card] = 0
        s.known[two, two, card] = 0
        s.known[one, two, card] = given
        s.known[two, one, card] = got
    limit_recent(s, one)
    limit_recent(s, two)
