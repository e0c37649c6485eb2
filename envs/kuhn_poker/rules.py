"""The rules of Kuhn poker."""

from __future__ import annotations

import numpy as np

from ..core.jit import rule
from ..core.luck import below
from .actions import BET, PASS
from .state import CARDS, MOST_CHIPS, State


@rule
def deal(s: State) -> None:
    """A card each, one chip each in the pot; seat 0 begins."""
    s.card[0] = below(s, CARDS)
    s.card[1] = (s.card[0] + 1 + below(s, CARDS - 1)) % CARDS


@rule
def legal(s: State, mask: np.ndarray) -> None:
    """Always both: a bet is met by betting as well, and who passes gives up."""
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
