"""What only the combined game has: Aid, and what is done when an enemy is eliminated."""

from __future__ import annotations

import numpy as np

from ...core.jit import rule
from ..actions import Verdict
from ..conflict import flags
from ..state import RESERVE, SEATS, STACKS, Phase, Place, State, Theatre
from ..units import KIND
from .army import deployed
from .battle import muster
from .knowledge import forget
from .piles import draw, lay_under, to_draw, total
from .rounds import end_turn, hand_over, judge, partner, takes_turns

RAIDS = {Verdict.RAID_GA: "GA", Verdict.RAID_AS: "AS"}
RAIDED = np.array([flags(RAIDS.get(verdict, "")) for verdict in Verdict])  # [verdict] set of classes

# Aid


@rule
def may_aid(s: State) -> bool:
    """BC-84, BC-R73: one Aid a turn, to a partner who takes turns."""
    return s.theatre == Theatre.COMBINED and not s.aided and takes_turns(s, partner(s.turn))


@rule
def may_swap(s: State) -> bool:
    """BC-82, BC-R92: both have a Reserve."""
    return may_aid(s) and total(s.reserve[s.turn]) > 0 and total(s.reserve[partner(s.turn)]) > 0


@rule
def may_supply(s: State) -> bool:
    """BC-83, BC-R92: a card can be drawn."""
    return may_aid(s) and to_draw(s, s.turn) > 0


@rule
def transfer(s: State, line: int) -> None:
    """BC-81, BC-R42, BC-R93: a deployed card goes face down to the ally's stack of its class."""
    ally = partner(s.turn)
    s.stacks[s.turn, line] -= 1
    s.stacks[ally, line] += 1
    s.crossed[s.turn & 1] = 1
    if s.known[ally, s.turn, STACKS, line] > 0:
        s.known[ally, s.turn, STACKS, line] -= 1
    s.known[s.turn, ally, STACKS, line] += 1
    for observer in range(s.players):
        if observer != ally:
            forget(s, observer, s.turn, STACKS, KIND[line])
    s.left -= 1
    if s.left == 0 or total(s.stacks[s.turn]) == 0:
        end_turn(s)


@rule
def offer(s: State, line: int) -> None:
    """BC-82, BC-R41, BC-R73, BC-R93: Aid 2; the ally sees the card."""
    ally = partner(s.turn)
    s.offer = line
    s.known[ally, s.turn, RESERVE, line] = max(1, s.known[ally, s.turn, RESERVE, line])
    s.turn = ally
    s.phase = Phase.ANSWER


@rule
def answer(s: State, line: int) -> None:
    """BC-82, BC-R41, BC-R93: the ally gives a card of his for the one offered."""
    giver, taker = s.mover, s.turn
    swap_known(s, giver, taker, s.offer, line)
    s.reserve[giver, s.offer] -= 1
    s.reserve[taker, s.offer] += 1
    s.reserve[taker, line] -= 1
    s.reserve[giver, line] += 1
    s.crossed[giver & 1] = 1
    resume(s)


@rule
def swap_known(s: State, giver: int, taker: int, offered: int, given: int) -> None:
    """BC-R84, BC-R93: the two know both cards; for all others both Reserves are forgotten."""
    for observer in range(SEATS):
        if observer != taker:
            s.known[observer, giver, RESERVE] = 0
        if observer != giver:
            s.known[observer, taker, RESERVE] = 0
    s.known[taker, giver, RESERVE, offered] -= 1
    s.known[taker, giver, RESERVE, given] += 1
    if s.known[giver, taker, RESERVE, given] > 0:
        s.known[giver, taker, RESERVE, given] -= 1
    s.known[giver, taker, RESERVE, offered] += 1


@rule
def resume(s: State) -> None:
    """BC-84, BC-R73: after Aid 2 or 3 the turn goes on."""
    s.aided = 1
    s.offer = 0
    s.turn = s.mover
    s.phase = Phase.TURN


@rule
def supply(s: State) -> None:
    """BC-83, BC-R92: Aid 3; nobody sees the card."""
    lay_under(s, partner(s.turn), draw(s, s.turn))
    s.crossed[s.turn & 1] = 1
    resume(s)


# An enemy is eliminated


@rule
def take_battle(s: State) -> None:
    """BC-97, BC-R20, BC-R51, BC-R89: the battle is taken without a fight."""
    hand_over(s, s.front, s.card, Place.WON + s.turn)
    judge(s)
    if not s.over:
        end_turn(s)


@rule
def may_raid(s: State, verdict: int) -> bool:
    """BC-R71, BC-R89: the raider has a unit that may go."""
    return deployed(s, s.turn, RAIDED[verdict], (s.turn ^ 3) >> 1) > 0


@rule
def raid(s: State, verdict: int) -> None:
    """BC-98, BC-99, BC-100, BC-R52, BC-R71, BC-R90: the card is discarded, the enemy of the other theatre attacked."""
    s.place[s.front, s.card] = Place.DISCARD
    s.raid = 1
    s.commander[0] = s.turn
    s.commander[1] = s.turn ^ 3
    s.called[:] = RAIDED[verdict]
    muster(s)
