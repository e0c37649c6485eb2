"""A decision: what may be done, and doing it."""

from __future__ import annotations

import numpy as np

from ...core.blocks import at, parts
from ...core.jit import rule
from ..actions import AREA, CARD, DONE, SEAT, WAY
from ..board import PLACES
from ..cards import AIRBORNE, FOG, KINDS
from ..state import WAYS, Phase, State, Way
from .decks import lift, may_take, take
from .rounds import advance, end_turn, left_of, open_window
from .texts import aims, reach, strike
from .uses import begin, end_use, lay_down, may_stop, places, spend, use, way_open

# What may be done


@rule
def legal(s: State, mask: np.ndarray) -> None:
    """GD-R14, GD-R15: the actions of the decision that is asked."""
    if s.phase == Phase.TURN:
        legal_cards(s, mask)
    elif s.phase == Phase.WAY:
        for way in range(WAYS):
            mask[at(WAY, way)] = way_open(s, s.turn, s.card, way)
    elif s.phase == Phase.AREA:
        areas = places(s)
        for area in range(PLACES):
            mask[at(AREA, area)] = areas >> area & 1
        mask[DONE] = may_stop(s)
    elif s.phase == Phase.SECOND:
        for card in range(KINDS):
            mask[at(CARD, card)] = s.hand[s.turn, card] > 0
    elif s.phase == Phase.TAKE:
        for card in range(KINDS):
            mask[at(CARD, card)] = may_take(s, s.turn, card)
    elif s.phase == Phase.VICTIM:
        legal_victims(s, mask)
    else:
        legal_interrupts(s, mask)


@rule
def legal_cards(s: State, mask: np.ndarray) -> None:
    """GD-43, GD-R07, GD-R46: the cards that can be used in some way, or the end of the turn."""
    seat = s.turn
    anyway = way_open(s, seat, 0, Way.BUILD) or way_open(s, seat, 0, Way.ATTACK) or way_open(s, seat, 0, Way.DISCARD_1)
    for card in range(KINDS):
        mask[at(CARD, card)] = s.hand[seat, card] > 0 and (anyway or reach(s, seat, card) != 0)
    mask[DONE] = 1


@rule
def legal_victims(s: State, mask: np.ndarray) -> None:
    """GD-R15, GD-R29: the opponents whom the card changes."""
    seat = s.turn
    for k in range(s.players - 1):
        seat = left_of(s, seat)
        mask[at(SEAT, k)] = aims(s, seat) != 0


@rule
def legal_interrupts(s: State, mask: np.ndarray) -> None:
    """GD-73, GD-83, GD-R15, GD-R22, GD-R23, GD-R25: Airborne Forces; Fog of War in the scoring step; or neither."""
    seat = s.turn
    mask[at(CARD, AIRBORNE)] = s.hand[seat, AIRBORNE] > 0 and reach(s, seat, AIRBORNE) != 0
    if s.scoring and s.hand[seat, FOG] > 0:
        for other in range(s.players):
            if other != seat and not s.blocked[other]:
                mask[at(CARD, FOG)] = 1
    mask[DONE] = 1


# Doing it


@rule
def step(s: State, action: int) -> None:
    """One decision, and all that follows from it up to the next."""
    if action == DONE:
        finish(s)
    elif s.phase == Phase.TURN:
        use(s, parts(CARD, action))
    elif s.phase == Phase.WAY:
        begin(s, parts(WAY, action))
    elif s.phase == Phase.AREA:
        spend(s, parts(AREA, action))
    elif s.phase == Phase.SECOND:
        discard_second(s, parts(CARD, action))
    elif s.phase == Phase.TAKE:
        take(s, s.turn, parts(CARD, action), s.way == Way.DISCARD_2)
        open_window(s)
        advance(s)
    elif s.phase == Phase.VICTIM:
        strike(s, (s.turn + 1 + parts(SEAT, action)) % s.players)
        end_use(s)
    else:
        interrupt(s, parts(CARD, action))


@rule
def finish(s: State) -> None:
    """GD-55, GD-79, GD-R07, GD-R14, GD-R21: the turn ends, the use stops, or the card out of turn is declined."""
    if s.phase == Phase.AREA:
        end_use(s)
        return
    if s.phase == Phase.TURN:
        end_turn(s)
    advance(s)


@rule
def discard_second(s: State, card: int) -> None:
    """GD-50, GD-R10: the second of two discarded cards."""
    lift(s, s.turn, card)
    s.discard[s.turn, card] += 1
    s.phase = Phase.TAKE


@rule
def interrupt(s: State, card: int) -> None:
    """GD-73, GD-83, GD-R22: out of turn a card is used for its text alone."""
    lay_down(s, card)
    begin(s, Way.TEXT)
