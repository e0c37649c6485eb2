"""Unit cards and Conflict cards: where they lie, how they are drawn and put away."""

from __future__ import annotations

import numpy as np

from ...core.blocks import at, parts
from ...core.jit import rule
from ...core.luck import below
from ..conflict import ALIKE, ALIKE_N, CARDS
from ..state import MOST_UNITS, RESERVE, UNDER, Place, State
from ..units import CLASSES, KIND, LINES
from .knowledge import follow, forget, lost

ANY_LINE = np.ones(LINES, np.int8)
OF_CLASS = np.array([kind == KIND for kind in range(CLASSES)], np.int8)  # [class, line] 1 for those of the class
NONE = CARDS

# Unit cards


@rule
def total(cards: np.ndarray) -> int:
    """Cards in these counts of lines."""
    n = 0
    for line in range(LINES):
        n += int(cards[line])
    return n


@rule
def of_class(cards: np.ndarray, kind: int) -> int:
    """Cards of this class in these counts of lines."""
    n = 0
    for line in range(LINES):
        n += int(cards[line] * OF_CLASS[kind, line])
    return n


@rule
def to_draw(s: State, seat: int) -> int:
    """BC-56, BC-R18: cards that the seat can still draw."""
    return total(s.deck[seat]) + total(s.discard[seat])


@rule
def take(s: State, seat: int, count: int, hand: np.ndarray) -> None:
    """BC-R18: so many cards from the top of the seat's Arsenal deck, as far as there are any."""
    for _ in range(min(count, to_draw(s, seat))):
        hand[draw(s, seat)] += 1


@rule
def draw(s: State, seat: int) -> int:
    """BC-56, BC-R60, BC-R92: the line of the top card; those of Aid 3 come last, the oldest first."""
    if total(s.deck[seat]) == 0:
        for line in range(LINES):
            s.deck[seat, line] = s.discard[seat, line]
            s.discard[seat, line] = 0
    above, oldest = s.deck[seat].copy(), MOST_UNITS
    for k in range(MOST_UNITS):
        if s.under[k] == 0:
            break
        owner, line = parts(UNDER, s.under[k])
        if owner == seat:
            above[line] -= 1
            oldest = min(oldest, k)
    line = random_line(s, above, ANY_LINE) if total(above) > 0 else pull_out(s, oldest)
    s.deck[seat, line] -= 1
    return line


@rule
def pull_out(s: State, k: int) -> int:
    """The line of this card in the row of those under decks, which closes up."""
    _, line = parts(UNDER, s.under[k])
    for later in range(k + 1, MOST_UNITS):
        s.under[later - 1] = s.under[later]
    s.under[MOST_UNITS - 1] = 0
    return line


@rule
def lay_under(s: State, seat: int, line: int) -> None:
    """BC-83, BC-R92: a card goes under the seat's Arsenal deck."""
    s.deck[seat, line] += 1
    for k in range(MOST_UNITS):
        if s.under[k] == 0:
            s.under[k] = at(UNDER, seat, line)
            return


@rule
def deploy(s: State, seat: int, line: int) -> None:
    """BC-13, BC-14, BC-17, BC-R93: a card of the Reserve goes face down to the stack of its class."""
    s.reserve[seat, line] -= 1
    s.stacks[seat, line] += 1
    for observer in range(s.players):
        forget(s, observer, seat, RESERVE, KIND[line])


@rule
def deploy_all(s: State, seat: int) -> None:
    """BC-66, BC-68, BC-R16, BC-R93: the whole Reserve is deployed."""
    for line in range(LINES):
        s.stacks[seat, line] += s.reserve[seat, line]
        s.reserve[seat, line] = 0
    follow(s, seat)


@rule
def lose(s: State, seat: int, zone: int, line: int) -> None:
    """BC-51, BC-R76, BC-R84: a card of this zone goes face up to the Arsenal discard pile of its holder."""
    cards = s.reserve[seat] if zone == RESERVE else s.stacks[seat]
    cards[line] -= 1
    s.discard[seat, line] += 1
    lost(s, seat, zone, line)


@rule
def random_line(s: State, cards: np.ndarray, fits: np.ndarray) -> int:
    """The line of a random card of those that fit, each card equally likely."""
    n = 0
    for line in range(LINES):
        n += int(cards[line] * fits[line])
    nth = below(s, n)
    for line in range(LINES):
        nth -= int(cards[line] * fits[line])
        if nth < 0:
            return line
    return 0


# Conflict cards


@rule
def turn_up(s: State, deck: int) -> int:
    """BC-55, BC-R19, BC-R60: the top card of a Conflict deck, which the caller puts somewhere."""
    if s.pile_n[deck] == 0:
        for card in range(CARDS):
            if s.place[deck, card] == Place.DISCARD:
                s.place[deck, card] = Place.DECK
                s.pile_n[deck] += 1
    nth = below(s, s.pile_n[deck])
    s.pile_n[deck] -= 1
    for card in range(CARDS):
        nth -= s.place[deck, card] == Place.DECK
        if nth < 0:
            return card
    return 0


@rule
def kept(s: State, seat: int, kind: int) -> int:
    """BC-R63: the seat's Kept Card of this kind with the lowest number, or NONE."""
    for k in range(ALIKE_N[kind]):
        card = ALIKE[kind, k]
        if s.place[seat >> 1, card] == Place.KEPT + seat:
            return card
    return NONE


@rule
def number_kept(s: State, seat: int, kind: int) -> int:
    """How many Kept Cards of this kind the seat has."""
    n = 0
    for k in range(ALIKE_N[kind]):
        n += s.place[seat >> 1, ALIKE[kind, k]] == Place.KEPT + seat
    return n


@rule
def random_kept(s: State, seat: int) -> int:
    """A random Kept Card of the seat."""
    nth = below(s, s.kept_n[seat])
    for card in range(CARDS):
        nth -= s.place[seat >> 1, card] == Place.KEPT + seat
        if nth < 0:
            return card
    return 0


@rule
def give_up(s: State, seat: int, card: int) -> None:
    """BC-R63, BC-R84: a Kept Card is played or lost, and discarded."""
    s.place[seat >> 1, card] = Place.DISCARD
    s.seen[seat >> 1, card] = 0
    s.kept_n[seat] -= 1
