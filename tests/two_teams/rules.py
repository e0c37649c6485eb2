"""The rules of two teams."""

from __future__ import annotations

import numpy as np

from warzoo.envs.core.jit import rule
from warzoo.envs.core.luck import below

from .state import HIGHER, LOWER, SEATS, VALUES, Observation, State

TEAM = (0, 1, 0, 1)


@rule
def draw_hand(s: State, seat: int) -> None:
    """Two cards of any value."""
    one, other = below(s, VALUES), below(s, VALUES)
    s.card[seat, LOWER] = min(one, other)
    s.card[seat, HIGHER] = max(one, other)


@rule
def deal(s: State) -> None:
    for seat in range(SEATS):
        draw_hand(s, seat)


@rule
def legal(s: State, mask: np.ndarray) -> None:
    mask[LOWER] = 1
    mask[HIGHER] = 1


@rule
def step(s: State, action: int) -> None:
    """One card each, in the order of the seats."""
    s.choice[s.turn] = action
    s.turn += 1
    if s.turn == SEATS:
        s.turn = 0
        s.over = 1


@rule
def payoff(s: State, seat: int) -> float:
    """Partners win and lose together."""
    lead = 0
    for other in range(SEATS):
        value = s.card[other, s.choice[other]]
        lead += value if TEAM[other] == TEAM[seat] else -value
    return float(np.sign(lead))


@rule
def redeal(s: State, seat: int) -> None:
    """All cards lie face down."""
    for other in range(SEATS):
        if other != seat:
            draw_hand(s, other)


@rule
def observe(s: State, seat: int, o: Observation) -> None:
    o.card[LOWER] = s.card[seat, LOWER]
    o.card[HIGHER] = s.card[seat, HIGHER]
    o.seat[seat] = 1


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    return LOWER


@rule
def choose(s: State, mask: np.ndarray) -> int:
    return HIGHER
