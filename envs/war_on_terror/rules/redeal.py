"""What a seat cannot know, sampled anew.

After a shuffle a card shown since is taken for one that was in it, if it may be for all that the table knows. The
record does not hold every draw and play: a player who kept them all in mind could rule out some of the hands dealt.
"""

from __future__ import annotations

import numpy as np

from ...core.jit import rule
from ...core.luck import below
from ..state import CARDS, DECK_SIZE, NOWHERE, SEATS, State
from .knowledge import owner_before, sure
from .piles import limit_recent

TRIES = 400  # swaps that mix hands and deck after a shuffle


@rule
def redeal(s: State, seat: int) -> None:
    """WT-12, WT-R31: other hands and the deck, from all that the seat's knowledge and the last shuffle allow."""
    pool = np.zeros(DECK_SIZE, np.int8)
    fresh = np.zeros(DECK_SIZE, np.int8)
    owner = np.full(DECK_SIZE, NOWHERE, np.int8)
    n = lay_out(s, seat, pool, fresh)
    share_out(s, seat, n, pool, fresh, owner)
    if s.shuffled:
        mix(s, n, pool, fresh, owner)
    gather(s, seat, n, pool, fresh, owner)
    for holder in range(s.players):
        imagine(s, seat, holder)


@rule
def lay_out(s: State, seat: int, pool: np.ndarray, fresh: np.ndarray) -> int:
    """The cards whose place the seat does not know, in random order, and which of them were in the last shuffle."""
    n = 0
    for card in range(1, CARDS):
        placed = s.hand[seat, card]
        placed_fresh = s.recent[seat, card]
        for holder in range(SEATS):
            placed += s.known[seat, holder, card]
            placed_fresh += maybe_fresh(s, seat, holder, card)
        unseen = s.hidden[card] - placed
        old = unseen - max(0, s.fresh[card] - placed_fresh)
        for copy in range(unseen):
            pool[n] = card
            fresh[n] = copy >= old
            n += 1
    for place in range(n - 1):
        exchange(pool, fresh, place, place + below(s, n - place))
    return n


@rule
def maybe_fresh(s: State, seat: int, holder: int, card: int) -> int:
    """Copies known to be in another hand that may be of the last shuffle: it drew them, and then the seat owned it."""
    drawn = max(0, s.drawn_fresh[holder] - s.since[seat, holder])
    return min(s.known[seat, holder, card], s.fresh_most[holder], drawn)


@rule
def exchange(pool: np.ndarray, fresh: np.ndarray, i: int, j: int) -> None:
    pool[i], pool[j] = pool[j], pool[i]
    fresh[i], fresh[j] = fresh[j], fresh[i]


@rule
def unknown_cards(s: State, seat: int, holder: int) -> int:
    """Cards in that hand that the seat knows nothing of."""
    count = s.hand_n[holder] + 0
    for card in range(1, CARDS):
        count -= s.known[seat, holder, card]
    return count


@rule
def share_out(s: State, seat: int, n: int, pool: np.ndarray, fresh: np.ndarray, owner: np.ndarray) -> None:
    """WT-32: every other hand gets as many cards as it holds: the old ones that it must hold, then what it may.

    Old cards go first even then, for a deck made of the last shuffle holds none.
    """
    place = 0
    for fresh_too in (False, True):
        for holder in range(s.players):
            if holder != seat:
                unknown = unknown_cards(s, seat, holder)
                may = min(unknown, s.fresh_most[holder])
                for _ in range(may if fresh_too else unknown - may):
                    bring_old(n, place, pool, fresh)
                    owner[place] = holder
                    place += 1


@rule
def bring_old(n: int, place: int, pool: np.ndarray, fresh: np.ndarray) -> None:
    """The next card that was not in the last shuffle comes to this place."""
    for later in range(place, n):
        if not fresh[later]:
            exchange(pool, fresh, place, later)
            return


@rule
def mix(s: State, n: int, pool: np.ndarray, fresh: np.ndarray, owner: np.ndarray) -> None:
    """WT-32: two cards change places as long as no hand gets more fresh cards than it drew, and the deck no old one."""
    if n == 0:
        return
    held = np.zeros(SEATS + 1, np.int16)  # fresh cards by owner, the deck last
    for place in range(n):
        held[owner[place]] += fresh[place]
    for _ in range(TRIES):
        i, j = below(s, n), below(s, n)
        change = fresh[j] - fresh[i]
        if may_change(s, held, owner[i], change) and may_change(s, held, owner[j], -change):
            held[owner[i]] += change
            held[owner[j]] -= change
            exchange(pool, fresh, i, j)


@rule
def may_change(s: State, held: np.ndarray, holder: int, change: int) -> bool:
    if holder == NOWHERE:
        return change >= 0
    return change <= 0 or held[holder] + change <= s.fresh_most[holder]


@rule
def gather(s: State, seat: int, n: int, pool: np.ndarray, fresh: np.ndarray, owner: np.ndarray) -> None:
    """What the seat knows of a hand stays in it; the other cards go to their owners."""
    for holder in range(s.players):
        if holder != seat:
            for card in range(CARDS):
                s.hand[holder, card] = s.known[seat, holder, card]
                s.recent[holder, card] = maybe_fresh(s, seat, holder, card)
    drawn = 0
    for place in range(n):
        if owner[place] == NOWHERE:
            s.draw[drawn] = pool[place]
            drawn += 1
        else:
            s.hand[owner[place], pool[place]] += 1
            s.recent[owner[place], pool[place]] += fresh[place]
    for holder in range(s.players):
        limit_recent(s, holder)


@rule
def imagine(s: State, seat: int, holder: int) -> None:
    """WT-R31: what others know of a hand: what the seat is sure of, and any other cards that the next owner knew.

    The cards drawn between the two owners are taken to be still there; whether they are, the seat cannot always tell.
    """
    rest = s.hand[holder].copy()
    observer, drawn = holder, 0
    for _ in range(s.players - 1):
        observer = owner_before(s, holder, observer)
        known = s.known[observer, holder]
        if observer != seat:
            sure(s, seat, observer, holder, known[1:])
            left = 0
            for card in range(1, CARDS):
                rest[card] -= known[card]
                left += rest[card]
            learn(s, known, rest, left, s.since[observer, holder] - drawn)
        rest[:] = known
        drawn = s.since[observer, holder]


@rule
def learn(s: State, known: np.ndarray, rest: np.ndarray, left: int, unseen: int) -> None:
    """Any cards of the rest are known as well, until so many are left."""
    for size in range(left, unseen, -1):
        nth = below(s, size)
        for card in range(CARDS):
            nth -= rest[card]
            if nth < 0:
                known[card] += 1
                rest[card] -= 1
                break
