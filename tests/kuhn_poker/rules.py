"""The rules of Kuhn poker."""

from __future__ import annotations

import numpy as np

from warzoo.envs.core.jit import rule
from warzoo.envs.core.luck import below

from .state import BET, CARDS, MOST_CHIPS, MOVES, PASS, Observation, State


@rule
def deal(s: State) -> None:
    """A card each, one chip each in the pot; seat 0 begins."""
    s.card[0] = below(s, CARDS)
    s.card[1] = (s.card[0] + 1 + below(s, CARDS - 1)) % CARDS


@rule
def legal(s: State, mask: np.ndarray) -> None:
    mask[PASS] = 1
    mask[BET] = 1


@rule
def step(s: State, action: int) -> None:
    """A bet is answered once; two passes, or an answer, end the game."""
    s.moves[s.moves_n] = action
    s.moves_n += 1
    answered = s.moves_n >= 2 and (s.moves[s.moves_n - 2] == BET or action == PASS)
    if answered:
        s.over = 1
    else:
        s.turn = 1 - s.turn


@rule
def payoff(s: State, seat: int) -> float:
    """Chips won, as a share of the two that can be won at most: from -1 to 1, zero-sum."""
    last, before = s.moves[s.moves_n - 1], s.moves[s.moves_n - 2]
    if last == PASS and before == BET:
        chips = -1 if s.turn == seat else 1
    else:
        chips = 2 if last == BET else 1
        if s.card[seat] < s.card[1 - seat]:
            chips = -chips
    return chips / MOST_CHIPS


@rule
def redeal(s: State, seat: int) -> None:
    """The other seat's card is any of the two that this seat does not hold."""
    s.card[1 - seat] = (s.card[seat] + 1 + below(s, CARDS - 1)) % CARDS


@rule
def observe(s: State, seat: int, o: Observation) -> None:
    for card in range(CARDS):
        o.card[card] = s.card[seat] == card
    for k in range(MOVES):
        for action in range(2):
            o.moves[k, action] = k < s.moves_n and s.moves[k] == action


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    """Bets on the king."""
    return BET if s.card[s.turn] == CARDS - 1 else PASS


@rule
def choose(s: State, mask: np.ndarray) -> int:
    """An equilibrium's pure shadow: bets the king, answers a bet with the queen."""
    if s.card[s.turn] == CARDS - 1:
        return BET
    faces_bet = s.moves_n > 0 and s.moves[s.moves_n - 1] == BET
    return BET if faces_bet and s.card[s.turn] == 1 else PASS
