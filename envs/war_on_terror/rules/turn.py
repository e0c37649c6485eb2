"""A decision: what may be done, and doing it."""

from __future__ import annotations

import numpy as np

from ...core.blocks import at, parts, within
from ...core.jit import rule
from ..actions import (
    ALLOW,
    PASS,
    PLAY,
    PREVENT,
    STOP,
    SWAP,
    TAKE,
    TURN,
    YIELD,
)
from ..cards import ABILITY, KINDS, PREVENTS, Ability
from ..state import ROW, Effect, Phase, Stage, State
from .contest import clockwise, next_turn
from .effects import (
    aim,
    any_to_take,
    end_aim,
    follow_text,
    hit,
    lay,
    may_fall,
    may_turn,
    resolve,
    swap_with,
    take,
    turn_one,
)
from .piles import discard, reveal

# What may be done


@rule
def legal(s: State, mask: np.ndarray) -> None:
    """WT-14, WT-R22, WT-R43: the actions of the decision that is asked."""
    if s.phase == Phase.PLAY:
        legal_plays(s, mask)
    elif s.phase == Phase.PREVENT:
        legal_prevents(s, mask)
    elif s.phase == Phase.YIELD:
        for slot in range(s.row_n[s.turn]):
            mask[at(YIELD, slot)] = may_fall(s, s.turn, slot)
    elif s.phase == Phase.SWAP:
        for steps in range(1, s.players):
            mask[at(SWAP, steps - 1)] = 1
    else:
        legal_places(s, mask)


@rule
def legal_plays(s: State, mask: np.ndarray) -> None:
    """WT-14, WT-18, WT-41, WT-56, WT-R08, WT-R09: any card of the hand, or a pass."""
    hand = s.hand[s.turn]
    for k in range(KINDS):
        mask[at(PLAY, k)] = hand[k + 1] > 0
    mask[at(PASS)] = 1


@rule
def legal_prevents(s: State, mask: np.ndarray) -> None:
    """WT-42, WT-R47: any prevent card of the hand, or none."""
    for k in range(len(PREVENTS)):
        mask[at(PREVENT, k)] = s.hand[s.turn, PREVENTS[k]] > 0
    mask[at(ALLOW)] = 1


@rule
def legal_places(s: State, mask: np.ndarray) -> None:
    """WT-35, WT-R11, WT-R12, WT-R13, WT-R19, WT-R41: cards of other players; only a card's own text may be declined."""
    block = TAKE if s.phase == Phase.TAKE else TURN
    for steps in range(1, s.players):
        seat = clockwise(s, s.turn, steps)
        for slot in range(s.row_n[seat]):
            mask[at(block, steps - 1, slot)] = suits(s, seat, slot)
    if s.phase == Phase.TURN:
        mask[at(STOP)] = 1


@rule
def suits(s: State, seat: int, slot: int) -> bool:
    """WT-R12, WT-R13, WT-R19, WT-R42: a place that the decision allows."""
    if s.phase == Phase.TAKE:
        return s.up[seat, slot] != 0
    if s.phase == Phase.STRIKE:
        return may_fall(s, seat, slot)
    return may_turn(s, seat, slot) and s.spent != seat * ROW + slot


# Doing it


@rule
def step(s: State, action: int) -> None:
    """One decision, and all that follows from it up to the next."""
    if s.phase == Phase.PLAY:
        if within(PASS, action):
            next_turn(s)
        else:
            play(s, parts(PLAY, action) + 1)
    elif s.phase == Phase.PREVENT:
        answer(s, action)
    elif s.phase == Phase.YIELD:
        aim(s, s.turn, parts(YIELD, action))
    elif s.phase == Phase.SWAP:
        swap_with(s, clockwise(s, s.turn, parts(SWAP, action) + 1))
    elif s.phase == Phase.TAKE:
        other, slot = parts(TAKE, action)
        take(s, clockwise(s, s.turn, other + 1), slot)
    elif within(STOP, action):
        s.turns_left = 0
        resolve(s)
    else:
        other, slot = parts(TURN, action)
        point_at(s, clockwise(s, s.turn, other + 1), slot)


@rule
def play(s: State, card: int) -> None:
    """WT-14, WT-46, WT-R20, WT-R41, WT-R45: before the player, or traded for another's face-up card."""
    s.actor = s.turn
    s.card = card
    reveal(s, s.turn, card)
    if ABILITY[card] == Ability.TRADE1 and any_to_take(s):
        s.stage = Stage.TEXT
        s.effect = Effect.TAKE
        s.phase = Phase.TAKE
        return
    lay(s, s.turn, card)
    follow_text(s)
    resolve(s)


@rule
def point_at(s: State, seat: int, slot: int) -> None:
    """WT-34, WT-53: by the card's own words, or by the country's instruction."""
    if s.effect == Effect.STRIKE:
        aim(s, seat, slot)
    else:
        turn_one(s, seat, slot)


@rule
def answer(s: State, action: int) -> None:
    """WT-42, WT-43, WT-44, WT-R30: a prevent card goes to the discards and saves the card; or it is turned down."""
    if within(ALLOW, action):
        hit(s)
        return
    card = PREVENTS[parts(PREVENT, action)]
    reveal(s, s.turn, card)
    discard(s, card)
    end_aim(s)
