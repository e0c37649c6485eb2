"""DQN of Stable-Baselines3, with illegal actions masked wherever a value is used."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from stable_baselines3 import DQN
from stable_baselines3.dqn.policies import DQNPolicy, QNetwork
from torch import Tensor, nn

from warzoo.envs.core.arrays import Array, Masks

from .policy import NEVER, Trunk


class MaskBehind(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Puts the action mask behind the observation, so that it goes wherever the observation goes."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        width = env.observation_space.shape[0] + env.action_space.n
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (width,), np.float32)

    def observation(self, observation: Any) -> Any:
        mask = self.env.get_wrapper_attr("action_masks")()
        return np.concatenate([observation, np.asarray(mask, np.float32)])


class TrunkBeforeMask(Trunk):
    """The hidden layers on the observation alone; the mask is passed through."""

    def __init__(self, observation_space: gymnasium.spaces.Box, hidden: list[int], actions: int) -> None:
        width = observation_space.shape[0] - actions
        super().__init__(gymnasium.spaces.Box(0.0, 1.0, (width,), np.float32), hidden)
        self.width, self._features_dim = width, hidden[-1] + actions

    def forward(self, x: Tensor) -> Tensor:
        return torch.cat([self.layers(x[:, : self.width]), x[:, self.width :]], dim=1)


class MaskedHead(nn.Linear):
    """A number for each action; those that are not legal are far below all others."""

    def forward(self, x: Tensor) -> Tensor:
        hidden, mask = x[:, : self.in_features], x[:, self.in_features :]
        return super().forward(hidden) + (1.0 - mask) * NEVER


class MaskedQNetwork(QNetwork):
    """SB3's network for DQN, with the mask applied wherever a value is used: choices and targets."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        actions = int(self.action_space.n)
        self.q_net = nn.Sequential(MaskedHead(self.features_dim - actions, actions))


class MaskedDQNPolicy(DQNPolicy):
    def make_q_net(self) -> QNetwork:
        arguments = self._update_features_extractor(self.net_args, features_extractor=None)
        return MaskedQNetwork(**arguments).to(self.device)


class MaskedDQN(DQN):
    """DQN that explores among the legal actions only."""

    def _sample_action(self, learning_starts: int, action_noise: Any = None, n_envs: int = 1) -> tuple[Array, Array]:
        network: Any = self.q_net
        assert isinstance(self._last_obs, np.ndarray)
        masks: Masks = self._last_obs[:, -network.q_net[0].out_features :]
        explore = np.random.rand(n_envs) < (1.0 if self.num_timesteps < learning_starts else self.exploration_rate)
        chosen, _ = self.policy.predict(self._last_obs, deterministic=True)
        anything = (masks * np.random.rand(*masks.shape)).argmax(1)
        actions = np.where(explore, anything, chosen)
        return actions, actions
