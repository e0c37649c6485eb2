"""What can hit what: Attack, Defense, support."""

from __future__ import annotations

from ...core.jit import rule
from ..conflict import BOOST, HIGHEST, Kind
from ..state import State
from ..units import ATTACK, AUTOKILL, DEFENSE, KIND, LINE, LINES, SPECIAL, Class, Special
from .army import member
from .piles import number_kept
from .rounds import partner

GENERAL_A, GENERAL_B, ADMIRAL, LEADER = LINE["L16"], LINE["L17"], LINE["L18"], LINE["X7"]
CARRIER, ARMORED_CARRIER = LINE["L15"], LINE["X5"]
MOST_BOOST = int(BOOST.max())

# Values


@rule
def count(s: State, side: int, line: int) -> int:
    """BC-R64: units of this line on a side, both partners' together."""
    seat = s.commander[side]
    n = s.standing[seat, line]
    return n + s.standing[partner(seat), line] if s.joint[side] else n


@rule
def others(s: State, side: int, line: int, me: int) -> int:
    """BC-F4: so many, without the unit that looks for support."""
    return count(s, side, line) - (line == me)


@rule
def attack(s: State, side: int, line: int, kind: int) -> int:
    """BC-46: Attack against a class with the bonuses of presence; 0 for N/A."""
    value = ATTACK[line, kind]
    return value + lead(s, side, line) if value > 0 else 0


@rule
def lead(s: State, side: int, line: int) -> int:
    """BC-52, BC-F1, BC-R62: what those present add to a line's Attack."""
    if KIND[line] == Class.GROUND:
        return others(s, side, GENERAL_A, line)
    return others(s, side, ADMIRAL, line) if KIND[line] == Class.SEA else 0


@rule
def defense(s: State, side: int, line: int, kind: int) -> int:
    """BC-46: Defense against shots of a class with the bonuses of presence."""
    return DEFENSE[line, kind] + cover(s, side, line)


@rule
def cover(s: State, side: int, line: int) -> int:
    """BC-52, BC-F1: what those present add to a line's Defense."""
    value = others(s, side, LEADER, line)
    if KIND[line] == Class.GROUND:
        value += 2 * others(s, side, GENERAL_B, line)
    elif KIND[line] == Class.SEA:
        value += others(s, side, ADMIRAL, line)
    return value


# Support


@rule
def idle(s: State, seat: int, line: int) -> int:
    """BC-R64: carriers of this line that have not lent their point in this round."""
    return s.standing[seat, line] - s.lent[seat, line] if SPECIAL[line] == Special.CARRIER else 0


@rule
def idle_carriers(s: State, side: int) -> int:
    n = 0
    for k in range(1 + s.joint[side]):
        seat = member(s, side, k)
        n += idle(s, seat, CARRIER) + idle(s, seat, ARMORED_CARRIER)
    return n


@rule
def support(s: State, side: int, line: int, kind: int, openly: bool) -> int:
    """BC-R62: what may be added to a shot at this class: as the side itself knows, or at most, as all may think."""
    n = idle_carriers(s, side) if KIND[line] == Class.AIR else 0
    seat = s.commander[side]
    if s.kept_n[seat] > 0:
        if openly:
            return n + MOST_BOOST * s.kept_n[seat]
        n += BOOST[Kind.AIR_SUPPORT] * number_kept(s, seat, Kind.AIR_SUPPORT)
        if kind == Class.GROUND:
            n += BOOST[Kind.NAVAL_GUNFIRE] * number_kept(s, seat, Kind.NAVAL_GUNFIRE)
    return n


# What can be hit


@rule
def in_reach(s: State, side: int, line: int, target: int, more: int) -> bool:
    """BC-47, BC-R08, BC-R62: with so much more Attack the shot could hit."""
    value = attack(s, side, line, KIND[target])
    return value > 0 and min(HIGHEST, value + more) > defense(s, 1 - side, target, KIND[line])


@rule
def is_target(s: State, line: int, seat: int, target: int, openly: bool) -> bool:
    """BC-R07, BC-R62: an enemy unit that this line could hit."""
    if s.standing[seat, target] == 0:
        return False
    return in_reach(s, s.side, line, target, support(s, s.side, line, KIND[target], openly))


@rule
def is_victim(s: State, side: int, line: int, seat: int, target: int) -> bool:
    """BC-F2, BC-F3: an enemy unit that this line can kill without a shot."""
    if s.standing[seat, target] == 0 or KIND[target] != KIND[line]:
        return False
    return defense(s, 1 - side, target, KIND[line]) <= AUTOKILL[line]


@rule
def any_victim(s: State, side: int, line: int) -> bool:
    """BC-F3: there is such a unit."""
    if AUTOKILL[line] > 0:
        for k in range(1 + s.joint[1 - side]):
            seat = member(s, 1 - side, k)
            for target in range(LINES):
                if is_victim(s, side, line, seat, target):
                    return True
    return False


@rule
def may_fire(s: State, line: int, openly: bool) -> bool:
    """BC-R62, BC-R80: this line has something to do, as its side knows or as all may think."""
    for k in range(1 + s.joint[1 - s.side]):
        seat = member(s, 1 - s.side, k)
        for target in range(LINES):
            if is_target(s, line, seat, target, openly):
                return True
    return any_victim(s, s.side, line)


@rule
def able(s: State, side: int) -> bool:
    """BC-58, BC-R10, BC-R85: some unit of the side could hit some enemy, without Kept Cards."""
    for k in range(1 + s.joint[side]):
        seat = member(s, side, k)
        for line in range(LINES):
            if s.standing[seat, line] > 0 and (reaches(s, side, line) or any_victim(s, side, line)):
                return True
    return False


@rule
def reaches(s: State, side: int, line: int) -> bool:
    """BC-R85: the line could hit some enemy with all own carriers, used or not."""
    more = 0
    if KIND[line] == Class.AIR:
        more = count(s, side, CARRIER) + count(s, side, ARMORED_CARRIER)
    for k in range(1 + s.joint[1 - side]):
        seat = member(s, 1 - side, k)
        for target in range(LINES):
            if s.standing[seat, target] > 0 and in_reach(s, side, line, target, more):
                return True
    return False
