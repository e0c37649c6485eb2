"""The two sides of a battle: who is called, what they have, what they are worth together."""

from __future__ import annotations

from ...core.jit import rule
from ..conflict import AGGRESSOR, BATTLE_ON, INVASION
from ..state import SIDES, State
from ..units import KIND, LINES, SPECIAL, Class, Special
from .rounds import cards_of, partner

# Who is called


@rule
def battle(s: State) -> int:
    """The battle of the card being resolved."""
    return BATTLE_ON[s.card]


@rule
def invades(s: State) -> bool:
    """BC-62, BC-63, BC-R82: the battle is for the homeland of the defender."""
    side = s.commander[0] & 1
    return not s.raid and battle(s) == INVASION[side]


@rule
def frees(s: State) -> bool:
    """BC-101: a battle that eliminated a player can only be fought again from his own side to liberate him."""
    side = s.commander[0] & 1
    return s.refight and battle(s) == INVASION[1 - side]


@rule
def aggressor_of(s: State) -> int:
    """BC-26, BC-R44: the nation that the card on the table names."""
    return 2 * s.front + AGGRESSOR[cards_of(s, s.front), battle(s)]


@rule
def may_fight(s: State, seat: int, line: int, theatre: int) -> bool:
    """BC-87, BC-R71, BC-R95: Generals and Admirals fight in the theatre they are deployed in."""
    special = SPECIAL[line]
    return seat >> 1 == theatre or special == Special.NONE or special == Special.CARRIER or special == Special.LEADER


@rule
def callable_units(s: State, seat: int, classes: int, theatre: int) -> int:
    """BC-16, BC-29: deployed units of the seat in the called stacks that may take part."""
    n = 0
    for line in range(LINES):
        if s.stacks[seat, line] > 0 and classes >> KIND[line] & 1 and may_fight(s, seat, line, theatre):
            n += int(s.stacks[seat, line])
    return n


@rule
def in_stacks(s: State, seat: int, classes: int) -> int:
    """BC-R78: cards in these stacks, as all can count."""
    n = 0
    for line in range(LINES):
        if classes >> KIND[line] & 1:
            n += int(s.stacks[seat, line])
    return n


@rule
def has_army(s: State, side: int) -> int:
    """BC-30, BC-75: units of this side that are called and may take part."""
    theatre = s.commander[1] >> 1
    seat = s.commander[side]
    n = callable_units(s, seat, s.called[side], theatre)
    if s.joint[side]:
        n += callable_units(s, partner(s, seat), s.called[side], theatre)
    return n


# What stands in the battle


@rule
def member(s: State, side: int, k: int) -> int:
    """The commander of this side (0) or his partner (1)."""
    return s.commander[side] ^ (2 * k)


@rule
def standing(s: State, side: int) -> int:
    """BC-42: units of this side in the battle."""
    n = 0
    for k in range(1 + s.joint[side]):
        seat = member(s, side, k)
        for line in range(LINES):
            n += int(s.standing[seat, line])
    return n


@rule
def ground_units(s: State, side: int) -> int:
    """BC-44: Ground units of this side in the battle."""
    n = 0
    for k in range(1 + s.joint[side]):
        seat = member(s, side, k)
        for line in range(LINES):
            if KIND[line] == Class.GROUND:
                n += int(s.standing[seat, line])
    return n


@rule
def winner_yet(s: State) -> int:
    """BC-42, BC-R12, BC-R14: the side that has won the battle, -1 for none."""
    for side in range(SIDES):
        if standing(s, side) == 0:
            return 1 - side
    return 0 if s.ground and ground_units(s, 1) == 0 else -1
