"""What a seat cannot know, dealt anew."""

from __future__ import annotations

import numpy as np

from ...core.jit import rule
from ...core.luck import below
from ..cards import THEATRE
from ..state import CARDS, DECK_SIZE, THEATRES, Phase, State
from .piles import counts_as_reported, deck_of

SWAPS = 10  # tries a held card in a redeal


@rule
def redeal(s: State, seat: int) -> None:
    """CW-18, CW-R31: a new hand for the other seat, as likely as its reports, draws and the last shuffle make it.

    Each place of the hand asks for what is known of the card there: the theatre it was reported as, or that it
    was held before the last shuffle. Swaps that keep to this make all other differences a matter of chance.
    """
    other = 1 - seat
    deck = deck_of(s, other)
    choosing = 1 if s.phase == Phase.CHOOSE and s.turn == other else 0
    held = s.hand_n[other] - choosing
    pool = np.zeros(DECK_SIZE, np.int8)
    fresh = np.zeros(DECK_SIZE, np.int8)
    theatre = np.zeros(DECK_SIZE, np.int8)
    old = np.zeros(DECK_SIZE, np.int8)
    n = lay_out(s, seat, other, pool, fresh)
    fill_first(s, other, held, n, pool, fresh, theatre, old)
    ask_for_old(s, other, held, held - max(0, s.fresh_most[other] - choosing), fresh, old)
    mix(s, held, n, pool, fresh, theatre, old)
    if choosing:
        s.drawn = draw_last(s, other, held, n, pool, fresh)
        held += 1
    s.hand[other, :] = 0
    for place in range(held):
        s.hand[other, pool[place]] += 1
    for place in range(held, n):
        s.draw[deck, place - held] = pool[place]


@rule
def lay_out(s: State, seat: int, other: int, pool: np.ndarray, fresh: np.ndarray) -> int:
    """CW-R31: the cards that the other seat may hold, and which of them were in the last shuffle."""
    deck = deck_of(s, other)
    shared = deck_of(s, seat) == deck
    n = 0
    for card in range(1, CARDS):
        mine = s.hand[seat, card] if shared else 0
        unseen = s.hidden[deck, card] - mine
        old = unseen - max(0, s.fresh[deck, card] - min(mine, s.fresh_most[seat]))
        for copy in range(unseen):
            pool[n] = card
            fresh[n] = copy >= old
            n += 1
    for place in range(n - 1):
        swap(pool, fresh, place, place + below(s, n - place))
    return n


@rule
def swap(pool: np.ndarray, fresh: np.ndarray, i: int, j: int) -> None:
    pool[i], pool[j] = pool[j], pool[i]
    fresh[i], fresh[j] = fresh[j], fresh[i]


@rule
def fill_first(
    s: State,
    other: int,
    held: int,
    n: int,
    pool: np.ndarray,
    fresh: np.ndarray,
    theatre: np.ndarray,
    old: np.ndarray,
) -> None:
    """CW-18, CW-24: brings to the front what the record asks for: reported theatres, then old cards."""
    placed = 0
    for reported in range(1, THEATRES):
        for _ in range(s.reported[other, reported]):
            best = -1
            for place in range(placed, n):
                if THEATRE[pool[place]] == reported and counts_as_reported(s, other, fresh[place]):
                    if best < 0 or fresh[place] < fresh[best]:
                        best = place
            swap(pool, fresh, placed, best)
            theatre[placed] = reported
            old[placed] = s.reported_old[other]
            placed += 1
    for place in range(placed, n):
        if placed < held and not fresh[place]:
            swap(pool, fresh, placed, place)
            placed += 1


@rule
def ask_for_old(s: State, other: int, held: int, kept: int, fresh: np.ndarray, old: np.ndarray) -> None:
    """CW-18, CW-24: as many places as cards were kept since the last shuffle, reported ones before others."""
    told = 0
    for theatre in range(1, THEATRES):
        told += s.reported[other, theatre]
    for place in range(told):
        kept -= old[place]
    kept = mark_old(s, 0, told, kept, fresh, old)
    mark_old(s, told, held, kept, fresh, old)


@rule
def mark_old(s: State, first: int, last: int, kept: int, fresh: np.ndarray, old: np.ndarray) -> int:
    """CW-24: a random choice of the places with old cards; returns how many are still to be marked."""
    open_places = 0
    for place in range(first, last):
        open_places += not fresh[place] and not old[place]
    for place in range(first, last):
        if not fresh[place] and not old[place]:
            if below(s, open_places) < kept:
                old[place] = 1
                kept -= 1
            open_places -= 1
    return kept


@rule
def mix(s: State, held: int, n: int, pool: np.ndarray, fresh: np.ndarray, theatre: np.ndarray, old: np.ndarray) -> None:
    """CW-18, CW-24: swaps held cards with any others as long as each place gets what it asks for."""
    for _ in range(SWAPS):
        for here in range(held):
            there = below(s, n)
            if suits(pool, fresh, theatre, old, here, there) and suits(pool, fresh, theatre, old, there, here):
                swap(pool, fresh, here, there)


@rule
def suits(pool: np.ndarray, fresh: np.ndarray, theatre: np.ndarray, old: np.ndarray, place: int, whence: int) -> bool:
    """CW-18, CW-24: may the card that lies `whence` lie at this place?"""
    if old[place] and fresh[whence]:
        return False
    return theatre[place] == 0 or theatre[place] == THEATRE[pool[whence]]


@rule
def draw_last(s: State, other: int, held: int, n: int, pool: np.ndarray, fresh: np.ndarray) -> int:
    """CW-35, CW-R41: the card just drawn, any that is not held; an old one if a shuffle came after it."""
    start = below(s, n - held)
    for k in range(n - held):
        place = held + (start + k) % (n - held)
        if s.fresh_most[other] > 0 or not fresh[place]:
            swap(pool, fresh, held, place)
            break
    return pool[held]
