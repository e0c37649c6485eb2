"""Two hand-written players of War on Terror; both see only what `observe` shows."""

from __future__ import annotations

import numpy as np

from ..core.blocks import parts, within
from ..core.jit import rule
from .actions import ALLOW, PASS, PLAY, PREVENT, STOP, SWAP, TAKE, TURN, YIELD
from .board import INSTRUCTION, TRIGGER, Instruction
from .cards import ABILITY, POINTS, PREVENTS, TYPE, Ability
from .forecast import (
    BONUS,
    CARD,
    FORCE,
    FORECAST,
    HOLD,
    KEEP,
    LEADER,
    OPEN,
    PLAYS,
    RISE,
    TRADER,
    appraise,
    best_chance,
    drawn_by,
    forecast,
    plays_left,
    unseen,
)
from .rules.contest import clockwise
from .rules.effects import may_fall
from .state import ROW, SEATS, Phase, State

# The simple player


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    """Most force points now: the strongest card, and the strongest card of another turned down or taken."""
    best, most = 0, -100
    for action in range(mask.size):
        if mask[action]:
            points = points_of(s, action)
            if points > most:
                best, most = action, points
    return best


@rule
def points_of(s: State, action: int) -> int:
    """Force points won or kept, taken alone."""
    if s.phase == Phase.PLAY:
        return 0 if within(PASS, action) else POINTS[parts(PLAY, action) + 1]
    if s.phase == Phase.YIELD:
        return -POINTS[s.row[s.turn, parts(YIELD, action)]]
    if s.phase == Phase.PREVENT:
        return 0 if within(ALLOW, action) else 1
    if s.phase == Phase.SWAP:
        return s.hand_n[clockwise(s, s.turn, parts(SWAP, action) + 1)]
    if within(STOP, action):
        return 0
    other, slot = parts(TAKE if s.phase == Phase.TAKE else TURN, action)
    seat = clockwise(s, s.turn, other + 1)
    return POINTS[s.row[seat, slot]] if s.up[seat, slot] else -1


# The strong player: the action with the best chance to win the game, by a rough forecast


@rule
def choose(s: State, mask: np.ndarray) -> int:
    """The action after which the forecast gives the best chance to win the game."""
    base = np.zeros((FORECAST, SEATS))
    forecast(s, base)
    f = np.zeros((FORECAST, SEATS))
    best, most = 0, -1e9
    for action in range(mask.size):
        if mask[action]:
            f[:] = base
            chance = chance_after(s, action, f)
            if chance > most:
                best, most = action, chance
    return best


@rule
def chance_after(s: State, action: int, f: np.ndarray) -> float:
    """The chance to win the game after this action."""
    me = s.turn
    if s.phase == Phase.PLAY:
        if within(PASS, action):
            return best_chance(s, f, 0)
        return chance_of_play(s, parts(PLAY, action) + 1, f)
    if s.phase == Phase.YIELD:
        f[FORCE, me] -= POINTS[s.row[me, parts(YIELD, action)]]
    elif s.phase == Phase.PREVENT:
        if within(ALLOW, action):
            f[FORCE, me] -= POINTS[s.row[me, s.target % ROW]]
        else:
            f[HOLD, me] -= KEEP[PREVENTS[parts(PREVENT, action)]]
    elif s.phase == Phase.SWAP:
        return chance_of_swap(s, clockwise(s, me, parts(SWAP, action) + 1), f)
    elif not within(STOP, action):
        other, slot = parts(TAKE if s.phase == Phase.TAKE else TURN, action)
        seat = clockwise(s, me, other + 1)
        card = s.row[seat, slot]
        if s.phase == Phase.TAKE:
            f[FORCE, seat] += POINTS[s.card] - POINTS[card]
            f[HOLD, me] += KEEP[card]
        elif s.up[seat, slot]:
            f[FORCE, seat] -= POINTS[card] * f[OPEN, seat]
        else:
            f[FORCE, seat] += POINTS[card]
    return best_chance(s, f, 0)


@rule
def chance_of_swap(s: State, seat: int, f: np.ndarray) -> float:
    """Hands traded: the own plays to come are as good as unknown cards are."""
    me = s.turn
    f[HOLD, me], f[HOLD, seat] = f[HOLD, seat], f[HOLD, me]
    appraise(f, seat)
    mine = min(plays_left(s, me), s.hand_n[seat])
    f[FORCE, me] += unseen(s, me)[0] * mine
    f[PLAYS, me] = 0
    f[HOLD, me] -= CARD * mine
    return best_chance(s, f, 0)


@rule
def chance_of_play(s: State, card: int, f: np.ndarray) -> float:
    """The card put down, its words and the country's instruction as they will probably be used."""
    me = s.turn
    ability = ABILITY[card]
    f[HOLD, me] -= KEEP[card]
    if ability != Ability.TRADE1 or not trade_best(s, f, me):
        f[FORCE, me] += POINTS[card]
    if ability == Ability.TURN1:
        strike_best(s, f, me)
    elif ability == Ability.TURN2:
        strike_best(s, f, me)
        strike_best(s, f, me)
    elif ability == Ability.EACH1:
        strike_each(s, f, me)
    elif ability == Ability.FIRST and s.laid[me] == 0:
        f[HOLD, me] += CARD
    elif ability == Ability.WIN2:
        f[RISE, me] *= BONUS
    follow_instruction(s, card, f, me)
    if INSTRUCTION[s.country] == Instruction.PAIR and s.second == 0 and not s.extra:
        f[PLAYS, me] += 1
    if ability == Ability.SWAP:
        seat = fullest(s, f, me)
        return chance_of_swap(s, seat, f)
    return best_chance(s, f, card)


@rule
def follow_instruction(s: State, card: int, f: np.ndarray, me: int) -> None:
    if drawn_by(s, card):
        f[HOLD, me] += CARD
    elif TYPE[card] == TRIGGER[s.country]:
        if INSTRUCTION[s.country] == Instruction.STRIKE:
            strike_best(s, f, me)
        else:
            strike_each(s, f, me)


@rule
def fullest(s: State, f: np.ndarray, me: int) -> int:
    """The other player whose hand is worth most."""
    best = clockwise(s, me, 1)
    for steps in range(2, s.players):
        seat = clockwise(s, me, steps)
        if f[HOLD, seat] > f[HOLD, best]:
            best = seat
    return best


@rule
def trade_best(s: State, f: np.ndarray, me: int) -> bool:
    """Takes the card that hurts and helps most, if there is one."""
    best, most, from_seat = 0, -1.0, 0
    for seat in range(s.players):
        if seat != me:
            for slot in range(s.row_n[seat]):
                card = s.row[seat, slot]
                gain = 100 + TRADER * f[FORCE, seat] + POINTS[card] + KEEP[card]
                if s.up[seat, slot] and gain > most:
                    best, most, from_seat = card, gain, seat
    if best == 0:
        return False
    f[FORCE, from_seat] -= POINTS[best] - 1
    f[HOLD, me] += KEEP[best]
    return True


@rule
def strike_best(s: State, f: np.ndarray, me: int) -> None:
    """Turns down the strongest card of the strongest player."""
    most, points, at = 0.0, 0, 0
    for seat in range(s.players):
        if seat != me:
            for slot in range(s.row_n[seat]):
                if may_fall(s, seat, slot):
                    gain = 100 + LEADER * f[FORCE, seat] + POINTS[s.row[seat, slot]]
                    if gain > most:
                        most, points, at = gain, POINTS[s.row[seat, slot]], seat
    f[FORCE, at] -= f[OPEN, at] * points


@rule
def strike_each(s: State, f: np.ndarray, me: int) -> None:
    """Every other player turns down his weakest card."""
    for seat in range(s.players):
        if seat != me:
            least = 100
            for slot in range(s.row_n[seat]):
                if may_fall(s, seat, slot):
                    least = min(least, POINTS[s.row[seat, slot]])
            if least < 100:
                f[FORCE, seat] -= f[OPEN, seat] * least
