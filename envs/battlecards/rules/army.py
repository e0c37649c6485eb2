"""The two sides of a battle: who is called, what they have, what they are worth together."""

from __future__ import annotations

from ...core.jit import rule
from ..conflict import ALL_CLASSES, BATTLE_ON, INVASION
from ..state import SIDES, State
from ..units import KIND, LEADS, LINES, SPECIAL, Class, Special
from .rounds import partner

# Who is called


@rule
def invades(s: State) -> bool:
    """BC-62, BC-63, BC-R82: the battle is for the homeland of the defender."""
    side = s.commander[0] & 1
    return not s.raid and BATTLE_ON[s.card] == INVASION[side]


@rule
def frees(s: State) -> bool:
    """BC-101: a battle that eliminated a player can only be fought again from his own side to liberate him."""
    side = s.commander[0] & 1
    return s.refight == 1 and BATTLE_ON[s.card] == INVASION[1 - side]


@rule
def may_fight(seat: int, line: int, theatre: int) -> bool:
    """BC-87, BC-R71, BC-R95: Generals and Admirals fight in the theatre they are deployed in."""
    return seat >> 1 == theatre or not LEADS[line] or SPECIAL[line] == Special.LEADER


@rule
def deployed(s: State, seat: int, classes: int, theatre: int) -> int:
    """BC-16, BC-29: cards of the seat in these stacks that may fight in this theatre: in its own one all."""
    n = 0
    for line in range(LINES):
        if s.stacks[seat, line] > 0 and classes >> KIND[line] & 1 and may_fight(seat, line, theatre):
            n += int(s.stacks[seat, line])
    return n


@rule
def has_army(s: State, side: int) -> int:
    """BC-30, BC-75: units of this side that are called and may take part."""
    theatre = s.commander[1] >> 1
    seat = s.commander[side]
    n = deployed(s, seat, s.called[side], theatre)
    if s.joint[side]:
        n += deployed(s, partner(seat), s.called[side], theatre)
    return n


# What stands in the battle


@rule
def member(s: State, side: int, k: int) -> int:
    """The commander of this side (0) or his partner (1)."""
    return s.commander[side] ^ (2 * k)


@rule
def standing(s: State, side: int, classes: int) -> int:
    """BC-42, BC-44: units of these classes that this side has in the battle."""
    n = 0
    for k in range(1 + s.joint[side]):
        seat = member(s, side, k)
        for line in range(LINES):
            if classes >> KIND[line] & 1:
                n += int(s.standing[seat, line])
    return n


@rule
def winner_yet(s: State) -> int:
    """BC-42, BC-R12, BC-R14: the side that has won the battle, -1 for none."""
    for side in range(SIDES):
        if standing(s, side, ALL_CLASSES) == 0:
            return 1 - side
    return 0 if s.ground and standing(s, 1, 1 << Class.GROUND) == 0 else -1
