"""What a seat cannot know, sampled anew: known counts stay, and pools are dealt out: BC-R93.

Each nation's hidden unit cards are one pool, those of two partners together once an Aid may have mixed them: then only
the split between the partners is a little freer than a seat could work out. What a third seat knows of another is taken
to be what all know.
"""

from __future__ import annotations

import numpy as np

from ...core.blocks import at, parts
from ...core.dealing import deal_out
from ...core.jit import rule
from ...core.luck import below
from ..conflict import CARDS, KINDS, Kind
from ..state import MOST_UNITS, RESERVE, SEATS, SIDES, STACKS, UNDER, Phase, Place, State
from ..units import CLASSES, KIND, LINES
from .piles import ANY_LINE, OF_CLASS, random_line, total
from .shots import in_reach, may_fire, support

FACE_DOWN, IN_RESERVE = CLASSES, CLASSES + 1  # slots behind the three stacks
FITS = np.concatenate([OF_CLASS, np.ones((2, LINES), np.int8)])  # [slot, line]
IS_KEEP = np.array([Kind.AIR_SUPPORT <= kind <= Kind.COUNTERATTACK for kind in KINDS], np.int8)


@rule
def redeal(s: State, seat: int) -> None:
    """BC-R84, BC-R92, BC-R93: Arsenals, Kept Cards, a card on offer, and what others know."""
    for side in range(SIDES):
        if s.crossed[side]:
            deal_anew(s, seat, side, side + 2)
        else:
            for owner in range(side, s.players, 2):
                if owner != seat:
                    deal_anew(s, seat, owner, owner)
    for deck in range(s.players // 2):
        keep_anew(s, seat, deck)
    while not can_go_on(s):
        keep_anew(s, seat, s.commander[s.side] >> 1)
    for owner in range(s.players):
        for observer in range(s.players):
            if owner != seat and observer != seat:
                s.known[observer, owner] = s.known[owner, owner]
    if s.phase == Phase.ANSWER and (s.mover ^ seat) & 1:
        s.offer = random_line(s, s.reserve[s.mover], ANY_LINE)
        s.known[s.turn, s.mover, RESERVE, s.offer] = max(1, s.known[s.turn, s.mover, RESERVE, s.offer])


@rule
def deal_anew(s: State, seat: int, first: int, last: int) -> None:
    """The hidden unit cards of these partners are dealt out: stacks, Reserves, decks."""
    pool = np.zeros(LINES, np.int64)
    need = np.zeros((SEATS, IN_RESERVE + 1), np.int64)
    of_first = total(s.deck[first])
    for owner in range(first, last + 1, 2):
        gather(s, seat, owner, pool, need[owner])
    for slot in range(IN_RESERVE + 1):
        for owner in range(first, last + 1, 2):
            cards = s.stacks[owner] if slot <= FACE_DOWN else s.reserve[owner]
            deal_out(s, pool, FITS[slot], need[owner, slot], cards)
    if first != last:
        deal_out(s, pool, ANY_LINE, of_first, s.deck[first])
    for line in range(LINES):
        s.deck[last, line] = pool[line]
    for owner in range(first, last + 1, 2):
        order_anew(s, owner)


@rule
def order_anew(s: State, owner: int) -> None:
    """BC-R92: of the owner's deck any cards are those under it, in any order."""
    deck = s.deck[owner].copy()
    for k in range(MOST_UNITS):
        if s.under[k] == 0:
            break
        if parts(UNDER, s.under[k])[0] == owner:
            line = random_line(s, deck, ANY_LINE)
            deck[line] -= 1
            s.under[k] = at(UNDER, owner, line)


@rule
def gather(s: State, seat: int, owner: int, pool: np.ndarray, need: np.ndarray) -> None:
    """The owner's cards that the seat cannot know go to the pool; `need` counts them by slot."""
    for line in range(LINES):
        pool[line] += s.deck[owner, line]
        s.deck[owner, line] = 0
        if owner != seat:
            known = s.known[seat, owner]
            slot = FACE_DOWN if s.phase == Phase.SETUP else KIND[line]
            need[slot] += s.stacks[owner, line] - known[STACKS, line]
            need[IN_RESERVE] += s.reserve[owner, line] - known[RESERVE, line]
            pool[line] += s.stacks[owner, line] - known[STACKS, line] + s.reserve[owner, line] - known[RESERVE, line]
            s.stacks[owner, line] = known[STACKS, line]
            s.reserve[owner, line] = known[RESERVE, line]


@rule
def keep_anew(s: State, seat: int, deck: int) -> None:
    """BC-R23: Kept Cards that the seat has not seen are drawn again from them and those in the Conflict deck."""
    unseen = 0
    need = np.zeros(SEATS, np.int64)
    for card in range(CARDS):
        owner = s.place[deck, card] - Place.KEPT
        if 0 <= owner < SEATS and owner != seat:
            s.seen[deck, card] &= 1 << seat
            if s.seen[deck, card] == 0:
                s.place[deck, card] = Place.DECK
                need[owner] += 1
        unseen += IS_KEEP[card] and s.place[deck, card] == Place.DECK
    for owner in range(2 * deck, 2 * deck + 2):
        for _ in range(need[owner]):
            nth = below(s, unseen)
            unseen -= 1
            for card in range(CARDS):
                nth -= IS_KEEP[card] and s.place[deck, card] == Place.DECK
                if nth < 0:
                    s.place[deck, card] = Place.KEPT + owner
                    break


@rule
def can_go_on(s: State) -> bool:
    """BC-R62: the side that fires holds the Kept Cards without which it could not have begun this shot."""
    if s.phase == Phase.TARGET:
        return may_fire(s, s.shooter, False)
    if s.phase == Phase.BOOST:
        more = s.boost + support(s, s.side, s.shooter, KIND[s.target], False)
        return in_reach(s, s.side, s.shooter, s.target, more)
    return True
