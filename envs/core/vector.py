"""Many games of one learner as a Gymnasium VectorEnv, in one batch of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .arguments import whole
from .arrays import Array, Flags
from .errors import OutOfOrder
from .game import Game, find
from .learner import LearnerGames, Player
from .spaces import Actions, observation_box


class LearnerVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games; a finished one is dealt again on the step after (Gymnasium's next-step autoreset).

    The infos hold `action_mask`, one row a game; an action for a game about to be dealt again is not looked at.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        opponents: str | Player | Sequence[str | Player] = "heuristic",
        seat: int | None = None,
        **options: Any,
    ) -> None:
        self.game = find(game)
        self._games = LearnerGames(self.game, num_envs, opponents, seat, **options)
        self.num_envs = self._games.count
        self.single_observation_space = observation_box(self.game)
        self.single_action_space = Actions(self.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._over: Array | None = None

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals all games; `seed` is one for each, or a number that counts up from game to game."""
        if seed is not None:
            self._games.seed(seed)
        super().reset(seed=whole(seed))
        self._games.deal(self._games.everyone)
        self._over = np.zeros(self.num_envs, bool)
        return self._games.observations(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if self._over is None:
            raise OutOfOrder("call reset() before step()")
        running = np.flatnonzero(~self._over)
        rewards = np.zeros(self.num_envs, np.float32)
        over = np.zeros(self.num_envs, bool)
        rewards[running], over[running] = self._games.step_some(running, actions)
        self._games.deal(np.flatnonzero(self._over))
        self._over = over
        return self._games.observations(), rewards, over, np.zeros(self.num_envs, bool), self._info()

    def action_masks(self) -> Flags:
        """What each learner may do now."""
        return self._games.action_masks()

    def _info(self) -> dict[str, Any]:
        everyone = np.ones(self.num_envs, bool)
        return {"action_mask": self._games.masks.copy(), "_action_mask": everyone}
