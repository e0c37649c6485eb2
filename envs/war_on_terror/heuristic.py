"""Two hand-written players of War on Terror; both see only what `observe` shows."""

from __future__ import annotations

import numpy as np

from ..core.jit import rule
from .state import State


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    for action in range(mask.size):
        if mask[action]:
            return action
    return 0


@rule
def choose(s: State, mask: np.ndarray) -> int:
    return greedy(s, mask)
