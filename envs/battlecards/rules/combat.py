"""A battle from its first round on: firing phases, shots, withdrawals."""

from __future__ import annotations

from ...core.jit import rule
from ..conflict import BOOST, HIGHEST, NUMBER
from ..state import MOST_ROUNDS, Phase, Place, State
from ..units import FIRE_PHASES, KIND, LINES, PHASE, Class
from .aftermath import conclude
from .army import member, winner_yet
from .piles import give_up, kept, turn_up
from .shots import able, any_victim, attack, defense, idle_carriers, is_target, may_fire

# Rounds and phases


@rule
def open_combat(s: State) -> None:
    """BC-33, BC-R10: the first round, unless it is a Stalemate."""
    if stalemate(s):
        conclude(s, 1)
    else:
        open_round(s)


@rule
def stalemate(s: State) -> bool:
    """BC-58, BC-59, BC-60, BC-R10, BC-R11, BC-R61: nobody can hit anybody, or ten rounds are over."""
    return s.rounds == MOST_ROUNDS or not (able(s, 0) or able(s, 1))


@rule
def open_round(s: State) -> None:
    """BC-34, BC-35, BC-41: a round begins with phase 1, and carriers can lend their point again."""
    s.rounds += 1
    s.fire_phase = 1
    open_fire(s, 0)
    next_shot(s)


@rule
def open_fire(s: State, side: int) -> None:
    """BC-36, BC-38: the units of this side that bear the number of the phase are ready to fire."""
    s.side = side
    s.ready[:] = 0
    for k in range(1 + s.joint[side]):
        seat = member(s, side, k)
        for line in range(LINES):
            if PHASE[line] == s.fire_phase:
                s.ready[seat, line] = s.standing[seat, line]


@rule
def next_shot(s: State) -> None:
    """BC-35, BC-37, BC-38, BC-R06: the next unit to fire, of the aggressor, then of the other side, phase by phase."""
    while not can_fire(s):
        if s.side == 0:
            open_fire(s, 1)
        elif s.fire_phase < FIRE_PHASES:
            s.fire_phase += 1
            open_fire(s, 0)
        else:
            end_round(s)
            return
    s.phase = Phase.SHOOTER
    s.turn = s.commander[s.side]


@rule
def can_fire(s: State) -> bool:
    """BC-R80: as far as all can tell, a unit of the side may have something to fire at."""
    for k in range(1 + s.joint[s.side]):
        seat = member(s, s.side, k)
        for line in range(LINES):
            if s.ready[seat, line] > 0 and may_fire(s, line, True):
                return True
    return False


# A shot


@rule
def hold(s: State) -> None:
    """BC-R06, BC-R66: the side fires no more in this phase."""
    s.ready[:] = 0
    next_shot(s)


@rule
def choose_shooter(s: State, seat: int, line: int) -> None:
    """BC-36, BC-45, BC-R06, BC-R80: this unit fires; a lone target, as far as all can tell, is not asked for."""
    s.shooter_seat = seat
    s.shooter = line
    s.ready[seat, line] -= 1
    number = 2 * any_victim(s, s.side, line)
    for k in range(1 + s.joint[1 - s.side]):
        foe = member(s, 1 - s.side, k)
        for target in range(LINES):
            if is_target(s, line, foe, target, True):
                number += 1
                s.target_seat = foe
                s.target = target
    if number == 1:
        choose_target(s, s.target_seat, s.target)
    else:
        s.phase = Phase.TARGET


@rule
def choose_target(s: State, seat: int, line: int) -> None:
    """BC-45, BC-R09: the shooter's side may support the shot first, then the other side may answer."""
    s.target_seat = seat
    s.target = line
    s.boost = s.guard = 0
    ask_boost(s)


@rule
def ask_boost(s: State) -> None:
    """BC-R63, BC-R80: asked as long as there is a carrier to support it, or any Kept Card."""
    if s.kept_n[s.commander[s.side]] > 0 or (KIND[s.shooter] == Class.AIR and idle_carriers(s, s.side) > 0):
        s.phase = Phase.BOOST
    else:
        ask_guard(s)


@rule
def lend(s: State, seat: int, line: int) -> None:
    """BC-52, BC-R64: a carrier gives its point."""
    s.lent[seat, line] += 1
    s.boost += 1
    ask_boost(s)


@rule
def ask_guard(s: State) -> None:
    """BC-R63, BC-R80: asked as long as the other commander has any Kept Card."""
    foe = s.commander[1 - s.side]
    if s.kept_n[foe] > 0:
        s.phase = Phase.GUARD
        s.turn = foe
    else:
        fire(s)


@rule
def play(s: State, kind: int) -> None:
    """BC-53, BC-R09, BC-R63: a Kept Card for the shot, or against it; of equal cards the lowest number."""
    give_up(s, s.turn, kept(s, s.turn, kind))
    if s.phase == Phase.BOOST:
        s.boost += BOOST[kind]
        ask_boost(s)
    else:
        s.guard += BOOST[kind]
        ask_guard(s)


@rule
def total_attack(s: State) -> int:
    """BC-54: the Attack of the shot."""
    return min(HIGHEST, attack(s, s.side, s.shooter, KIND[s.target]) + s.boost)


@rule
def total_defense(s: State) -> int:
    """BC-54: the Defense against it."""
    return defense(s, 1 - s.side, s.target, KIND[s.shooter]) + s.guard


@rule
def fire(s: State) -> None:
    """BC-48, BC-49, BC-50, BC-54, BC-R68: the top Conflict card of the firing side's deck decides by its number."""
    deck = s.commander[s.side] >> 1
    card = turn_up(s, deck)
    s.place[deck, card] = Place.DISCARD
    if total_defense(s) < NUMBER[card] <= total_attack(s):
        destroy(s, s.target_seat, s.target)
    after_shot(s)


@rule
def destroy(s: State, seat: int, line: int) -> None:
    """BC-37, BC-51, BC-R64, BC-R76: a unit in battle goes to its holder's discard pile; of carriers, an unused one."""
    s.standing[seat, line] -= 1
    s.discard[seat, line] += 1
    s.lent[seat, line] = min(s.lent[seat, line], s.standing[seat, line])


@rule
def after_shot(s: State) -> None:
    """BC-42, BC-44, BC-R12, BC-R14: the battle may be over."""
    s.shooter = s.shooter_seat = s.target = s.target_seat = s.boost = s.guard = 0
    side = winner_yet(s)
    if side >= 0:
        conclude(s, side)
    else:
        next_shot(s)


# Withdrawals


@rule
def end_round(s: State) -> None:
    """BC-39, BC-R61, BC-R64: after phase 4 a Stalemate ends the battle; else the aggressor may withdraw first."""
    s.ready[:] = 0
    s.lent[:] = 0
    if stalemate(s):
        conclude(s, 1)
    else:
        ask_withdrawal(s, 0)


@rule
def ask_withdrawal(s: State, side: int) -> None:
    """BC-39: this side may withdraw units."""
    s.side = side
    s.phase = Phase.WITHDRAW
    s.turn = s.commander[side]


@rule
def withdraw(s: State, seat: int, line: int) -> None:
    """BC-39, BC-40, BC-42, BC-R12, BC-R13: a unit leaves the battle."""
    s.standing[seat, line] -= 1
    s.withdrawn[seat, line] += 1
    side = winner_yet(s)
    if side >= 0:
        conclude(s, side)


@rule
def stay(s: State) -> None:
    """BC-39, BC-41: the side withdraws no more; behind the other side's withdrawals comes a new round."""
    if s.side == 0:
        ask_withdrawal(s, 1)
    else:
        open_round(s)
