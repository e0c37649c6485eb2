"""Two hand-written players of Leduc poker; both see only what `observe` shows."""

from __future__ import annotations

import numpy as np

from ..core.jit import rule
from .actions import CALL, FOLD, RAISE
from .state import RANKS, State

JACK, KING = 0, RANKS - 1


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    """Raises whatever it holds."""
    return RAISE if mask[RAISE] else CALL


@rule
def choose(s: State, mask: np.ndarray) -> int:
    """Raises with a king or a pair, gives up a jack."""
    rank = s.card[s.turn] // 2
    paired = s.part > 0 and rank == s.board // 2
    if (paired or rank == KING) and mask[RAISE]:
        return RAISE
    return FOLD if rank == JACK and not paired and mask[FOLD] else CALL
