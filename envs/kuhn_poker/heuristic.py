"""Two hand-written players of Kuhn poker; both see only what `observe` shows."""

from __future__ import annotations

import numpy as np

from ..core.jit import rule
from .actions import BET, PASS
from .state import CARDS, State

QUEEN, KING = CARDS - 2, CARDS - 1


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    """Bets on the king."""
    return BET if s.card[s.turn] == KING else PASS


@rule
def choose(s: State, mask: np.ndarray) -> int:
    """An equilibrium's pure shadow: bets the king, answers a bet with the queen."""
    if s.card[s.turn] == KING:
        return BET
    faces_bet = s.moves_n > 0 and s.moves[s.moves_n - 1] == BET
    return BET if faces_bet and s.card[s.turn] == QUEEN else PASS
