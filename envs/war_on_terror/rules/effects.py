"""What cards and countries do: turning cards over, drawing, trading, preventing."""

from __future__ import annotations

from ...core.jit import rule
from ..board import INSTRUCTION, TRIGGER, Instruction
from ..cards import ABILITY, POINTS, TYPE, Ability
from ..state import NOWHERE, ROW, Effect, Phase, Stage, State
from .contest import clockwise, next_turn
from .piles import draw, pick_up, swap_hands

# Cards on the table


@rule
def lay(s: State, seat: int, card: int) -> None:
    """WT-09, WT-14: a card face up before this seat."""
    slot = s.row_n[seat]
    s.row[seat, slot] = card
    s.up[seat, slot] = 1
    s.row_n[seat] += 1
    s.total[seat] += POINTS[card]


@rule
def may_turn(s: State, seat: int, slot: int) -> bool:
    """WT-40, WT-R12, WT-R17: any card that is not immune."""
    return ABILITY[s.row[seat, slot]] != Ability.IMMUNE


@rule
def may_fall(s: State, seat: int, slot: int) -> bool:
    """WT-40, WT-R13, WT-R17: a face-up card that is not immune."""
    return s.up[seat, slot] != 0 and may_turn(s, seat, slot)


@rule
def turn_over(s: State, seat: int, slot: int) -> None:
    """WT-36, WT-37, WT-38: face down its points do not count, face up they count again."""
    points = POINTS[s.row[seat, slot]]
    s.total[seat] += -points if s.up[seat, slot] else points
    s.up[seat, slot] = 1 - s.up[seat, slot]


@rule
def has_fallible(s: State, seat: int) -> bool:
    """WT-R14: has a card that could be turned down."""
    for slot in range(s.row_n[seat]):
        if may_fall(s, seat, slot):
            return True
    return False


@rule
def any_to_turn(s: State) -> bool:
    """WT-34, WT-35, WT-R12, WT-R42: another player's card, up or down, not tried by the same card before."""
    for steps in range(1, s.players):
        seat = clockwise(s, s.actor, steps)
        for slot in range(s.row_n[seat]):
            if may_turn(s, seat, slot) and s.spent != seat * ROW + slot:
                return True
    return False


@rule
def any_to_strike(s: State) -> bool:
    """WT-R13: another player's card that could be turned down."""
    for steps in range(1, s.players):
        if has_fallible(s, clockwise(s, s.actor, steps)):
            return True
    return False


@rule
def any_to_take(s: State) -> bool:
    """WT-46, WT-R19: another player's face-up card, immune or not."""
    for steps in range(1, s.players):
        seat = clockwise(s, s.actor, steps)
        for slot in range(s.row_n[seat]):
            if s.up[seat, slot]:
                return True
    return False


# From a play to the next decision


@rule
def follow_text(s: State) -> None:
    """WT-34, WT-39, WT-45, WT-47, WT-R10, WT-R28: what the words on the card just put down begin."""
    ability = ABILITY[s.card]
    s.stage = Stage.TEXT
    s.effect = Effect.NONE
    s.laid[s.actor] += 1
    if ability == Ability.TURN1 or ability == Ability.TURN2:
        s.effect = Effect.TURN
        s.turns_left = 1 if ability == Ability.TURN1 else 2
        s.spent = NOWHERE
    elif ability == Ability.EACH1:
        s.effect = Effect.EACH
        s.asked = 0
    elif ability == Ability.SWAP:
        s.effect = Effect.SWAP
    elif ability == Ability.FIRST and s.laid[s.actor] == 1:
        draw(s, s.actor)


@rule
def follow_country(s: State) -> None:
    """WT-51, WT-52, WT-53, WT-R46: what the country's instruction begins, every time a card triggers it."""
    s.stage = Stage.COUNTRY
    s.effect = Effect.NONE
    if TYPE[s.card] != TRIGGER[s.country]:
        return
    instruction = INSTRUCTION[s.country]
    if instruction == Instruction.DRAW:
        draw(s, s.actor)
    elif instruction == Instruction.STRIKE:
        s.effect = Effect.STRIKE
    elif instruction == Instruction.EACH:
        s.effect = Effect.EACH
        s.asked = 0


@rule
def resolve(s: State) -> None:
    """WT-R10: first the card's words, then the country's instruction, up to the next decision."""
    while not asks(s):
        if s.stage == Stage.COUNTRY:
            end_play(s)
            return
        follow_country(s)


@rule
def asks(s: State) -> bool:
    """Whether the effect under way needs a decision; sets whose and which."""
    if s.effect == Effect.EACH:
        return asks_next_owner(s)
    s.turn = s.actor
    if s.effect == Effect.TURN and s.turns_left > 0 and any_to_turn(s):
        s.phase = Phase.TURN
        return True
    if s.effect == Effect.STRIKE and any_to_strike(s):
        s.phase = Phase.STRIKE
        return True
    if s.effect == Effect.SWAP:
        s.phase = Phase.SWAP
        return True
    return False


@rule
def asks_next_owner(s: State) -> bool:
    """WT-39, WT-R14: every other player in turn who has a card that could be turned down."""
    while s.asked < s.players - 1:
        s.asked += 1
        seat = clockwise(s, s.actor, s.asked)
        if has_fallible(s, seat):
            s.turn = seat
            s.phase = Phase.YIELD
            return True
    return False


@rule
def end_play(s: State) -> None:
    """WT-55, WT-R24, WT-R25, WT-R44: a second card may follow in Yemen, but not in the extra inning."""
    second = INSTRUCTION[s.country] == Instruction.PAIR and not s.second and not s.extra
    if second and s.hand_n[s.actor] > 0:
        s.card = 0
        s.second = 1
        s.turn = s.actor
        s.phase = Phase.PLAY
    else:
        next_turn(s)


# Single effects


@rule
def aim(s: State, seat: int, slot: int) -> None:
    """WT-42, WT-44, WT-R15, WT-R43, WT-R47: its owner is asked first, if he holds any card at all."""
    s.target = seat * ROW + slot
    if s.hand_n[seat] > 0:
        s.turn = seat
        s.phase = Phase.PREVENT
    else:
        hit(s)


@rule
def hit(s: State) -> None:
    """WT-36: nobody prevents it."""
    turn_over(s, s.target // ROW, s.target % ROW)
    end_aim(s)


@rule
def end_aim(s: State) -> None:
    """WT-R42: the attempt is spent, successful or not."""
    s.target = NOWHERE
    if s.effect == Effect.STRIKE:
        s.effect = Effect.NONE
    resolve(s)


@rule
def turn_one(s: State, seat: int, slot: int) -> None:
    """WT-34, WT-37, WT-R12, WT-R16, WT-R42: a face-down card comes up without question, a face-up one is aimed at."""
    s.turns_left -= 1
    s.spent = seat * ROW + slot
    if s.up[seat, slot]:
        aim(s, seat, slot)
    else:
        turn_over(s, seat, slot)
        resolve(s)


@rule
def take(s: State, seat: int, slot: int) -> None:
    """WT-46, WT-R18, WT-R19, WT-R45: the card on the table for the trade card, which lies there from now on."""
    taken = s.row[seat, slot]
    s.row[seat, slot] = s.card
    s.total[seat] += POINTS[s.card] - POINTS[taken]
    pick_up(s, s.actor, taken)
    follow_text(s)
    resolve(s)


@rule
def swap_with(s: State, seat: int) -> None:
    """WT-47, WT-49, WT-R21: the hands without the card just played."""
    swap_hands(s, s.actor, seat)
    s.effect = Effect.NONE
    resolve(s)
