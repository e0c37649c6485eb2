"""Many games of one learner as a Stable-Baselines3 VecEnv; the only module of the environments that needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from .arguments import number
from .arrays import Flags
from .game import Game, find
from .learner import LearnerGames, Player
from .spaces import Actions, observation_box


class LearnerVecEnv(VecEnv):
    """`num_envs` games in one batch; a finished one is dealt again at once, its last view in the infos.

    sb3-contrib finds the masks by `env_method("action_masks")`.
    """

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
        self.render_mode = None
        super().__init__(self._games.count, observation_box(self.game), Actions(self.game.actions.size))

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        return super().seed(None if seed is None else number("a seed", seed, 0))

    def reset(self) -> Any:
        if self._seeds[0] is not None:
            self._games.seed(self._seeds)
        self._reset_seeds()
        self._games.deal(self._games.everyone)
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self._games.observations()

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        rewards, over = self._games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        rows = np.flatnonzero(over)
        if len(rows):
            last = self._games.observations()
            for row in rows:
                infos[row] = {"terminal_observation": last[row], "TimeLimit.truncated": False}
            self._games.deal(rows)
        return self._games.observations(), rewards, over, infos

    def action_masks(self) -> Flags:
        """What each learner may do now."""
        return self._games.action_masks()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"the games of a batch have no method {method_name!r}; they have action_masks")
        return list(self._games.action_masks()[list(self._get_indices(indices))])

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks" or super().has_attr(attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is held open."""
