"""Two simple players of Battlecards."""

from __future__ import annotations

import numpy as np

from ..core.jit import rule
from .state import State


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    """The first action that is allowed."""
    for action in range(mask.size):
        if mask[action]:
            return action
    return 0


@rule
def choose(s: State, mask: np.ndarray) -> int:
    """So does the other one."""
    return greedy(s, mask)
