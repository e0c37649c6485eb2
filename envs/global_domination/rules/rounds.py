"""The course of the game: set-up, game turns, turns, the windows for cards out of turn, scoring, the end."""

from __future__ import annotations

import numpy as np

from ...core.dealing import pick
from ...core.jit import rule
from ...core.luck import below
from ..board import IN_REGION, LAND, SEAS, WITH_RESOURCE
from ..cards import AIRBORNE, DOMINATION, FOG
from ..state import (
    FULL,
    MORE_COPIES,
    MOST_LOGISTICS,
    NOT_IN_PLAY,
    STACKS,
    START_CARDS,
    START_LOGISTICS,
    STRUGGLING,
    TYPES,
    Phase,
    State,
)
from .areas import count, held, monopolies
from .decks import draw, in_reserve


@rule
def left_of(s: State, seat: int) -> int:
    """GD-52: the seat on the left."""
    return seat + 1 if seat + 1 < s.players else 0


# Set-up


@rule
def deal(s: State) -> None:
    """GD-01, GD-02, GD-03, GD-04, GD-05, GD-06, GD-07, GD-08, GD-09, GD-10, GD-R01, GD-R02: the table is set.

    The map is empty, each has four Domination cards and stands on square 4 with 0 VP, a First Player is drawn.
    """
    set_out_stacks(s)
    for seat in range(s.players):
        s.logistics[seat] = START_LOGISTICS
        s.deck[seat, DOMINATION] = START_CARDS
        s.deck_n[seat] = START_CARDS
    s.first = below(s, s.players)
    open_game_turn(s)
    advance(s)


@rule
def set_out_stacks(s: State) -> None:
    """GD-11, GD-12, GD-13, GD-14: ten types of Action card, those chosen or any."""
    s.stock[:] = NOT_IN_PLAY
    copies = s.players + MORE_COPIES
    if s.stacks.any():
        for k in range(TYPES):
            if s.stacks[k]:
                s.stock[k + 1] = copies
    else:
        types = np.arange(1, TYPES + 1)
        for k in range(STACKS):
            s.stock[pick(s, types, TYPES - k)] = copies


# Game turns and turns


@rule
def advance(s: State) -> None:
    """GD-R07, GD-R08, GD-R19: the next decision: of who may play out of turn, then of the mover; else the scoring."""
    while not ask_next(s):
        if s.scoring:
            score(s)
            open_game_turn(s)
            if s.over:
                return
        elif s.hand_n[s.mover] == 0:
            end_turn(s)
        else:
            s.phase = Phase.TURN
            s.turn = s.mover
            return


@rule
def open_game_turn(s: State) -> None:
    """GD-38, GD-39, GD-40, GD-41, GD-42, GD-R03, GD-R05: the Turn token moves; the game ends, or all draw."""
    s.passed[:] = 0
    s.blocked[:] = 0
    if s.game_turn == s.game_turns:
        s.over = 1
        return
    s.game_turn += 1
    if s.rotate_first and s.game_turn > 1:
        s.first = left_of(s, s.first)
    seat = s.first
    for _ in range(s.players):
        draw(s, seat, s.logistics[seat])
        seat = left_of(s, seat)
    open_turn(s, s.first)


@rule
def open_turn(s: State, seat: int) -> None:
    """GD-43, GD-52, GD-53, GD-55, GD-56: the turn of this seat or of the next that has not passed; else the scoring."""
    for _ in range(s.players):
        if not s.passed[seat]:
            s.mover = seat
            s.used = 0
            return
        seat = left_of(s, seat)
    open_scoring(s)


@rule
def end_turn(s: State) -> None:
    """GD-52, GD-54, GD-55, GD-R07: who has used no card passes for the rest of the game turn."""
    if not s.used:
        s.passed[s.mover] = 1
    open_turn(s, left_of(s, s.mover))


# Windows for cards out of turn


@rule
def open_window(s: State) -> None:
    """GD-73, GD-R21, GD-R23: every use is followed by a window; in the scoring step that goes on to the left."""
    if s.scoring:
        s.to_ask = s.players
    else:
        s.asking = left_of(s, s.mover)
        s.to_ask = s.players - 1


@rule
def ask_next(s: State) -> bool:
    """GD-R21, GD-R23, GD-R44: the next seat that may hold such a card, as all can tell, is asked, if there is one."""
    while s.to_ask > 0:
        seat = s.asking
        s.asking = left_of(s, seat)
        s.to_ask -= 1
        if in_reserve(s, seat, AIRBORNE) or (s.scoring and in_reserve(s, seat, FOG)):
            s.phase = Phase.INTERRUPT
            s.turn = seat
            return True
    return False


# Scoring


@rule
def open_scoring(s: State) -> None:
    """GD-83, GD-R19, GD-R23: first the cards of the scoring step, from the First Player on."""
    s.scoring = 1
    s.asking = s.first
    s.to_ask = s.players


@rule
def score(s: State) -> None:
    """GD-57, GD-64, GD-R04, GD-R19, GD-R20: victory points, then the Logistical tokens."""
    for seat in range(s.players):
        s.vp[seat] += income(s, seat, not s.blocked[seat])
        gain = count(monopolies(held(s, seat, STRUGGLING), WITH_RESOURCE))
        s.logistics[seat] = min(s.logistics[seat] + gain, MOST_LOGISTICS)
    s.scoring = 0


@rule
def income(s: State, seat: int, with_regions: bool) -> int:
    """GD-58, GD-59, GD-60, GD-61, GD-62, GD-84, GD-R18, GD-R25: what the map scores for the seat."""
    mine, full = held(s, seat, STRUGGLING), held(s, seat, FULL)
    points = count(mine & LAND) + count(full & LAND) + 2 * (count(mine & SEAS) + count(full & SEAS))
    if with_regions:
        points += 6 * count(monopolies(mine, IN_REGION))
    return points


@rule
def payoff(s: State, seat: int) -> float:
    """GD-65, GD-R38: most victory points win; who are equal share the win."""
    best, winners = s.vp[0], 0
    for other in range(s.players):
        best = max(best, s.vp[other])
    for other in range(s.players):
        winners += s.vp[other] == best
    share = 1.0 / winners if s.vp[seat] == best else 0.0
    return (share * s.players - 1) / (s.players - 1)
