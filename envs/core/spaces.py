"""The spaces of a game's views."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from .game import Game


class Actions(spaces.Discrete):
    """A Discrete space that draws under a mask with two numpy calls; without a mask it is the ordinary one."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None or probability is not None:
            return super().sample(mask, probability)
        allowed = mask.nonzero()[0]
        if len(allowed) == 0:
            return np.int64(self.start)
        return allowed[self.np_random.integers(len(allowed))]


def observation_box(game: Game, seats: int = 1) -> spaces.Box:
    """The numbers of an observation (of several seats, one after the other), each from 0 to 1."""
    return spaces.Box(0.0, 1.0, (seats * game.observation.width(),), np.float32)


def observation_space(game: Game) -> spaces.Dict:
    """An observation with the mask of its actions."""
    mask = spaces.Box(0, 1, (game.actions.size,), np.int8)
    return spaces.Dict({"observation": observation_box(game), "action_mask": mask})
