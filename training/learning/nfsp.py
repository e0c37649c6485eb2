"""Neural fictitious self-play: best responses to an average policy, which learns from all of them so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import update_learning_rate
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor, nn
from torch.nn import functional

from warzoo.envs.core.arrays import Array
from warzoo.models.network import Shape

from . import frozen
from .collector import Collector, Rollout
from .dmc import DeepMonteCarlo
from .frozen import Count, Part, Tree
from .policy import NEVER, Trunk, policy_alone


class FictitiousPlay(DeepMonteCarlo):
    """The simplest sound form: the best response is deep Monte Carlo, and the average policy is whom it meets.

    The collector's pool holds the average alone: in most games one side plays the best response and all others the
    average, in a share `eta` of them all play the best response. What the best response chose, exploration apart, goes
    into a reservoir, from which the average learns by cross entropy, in steps that fall as `falling` says. The best
    response, which has a moving target, learns at one rate.
    """

    def __init__(
        self,
        policy: Any,
        env: Collector,
        *,
        shape: Shape,
        reservoir: int,
        falling: Callable[[float], float],
        **loop: Any,
    ) -> None:
        self.shape, self.falling = shape, falling
        self.reservoir = Reservoir(reservoir, shape)
        super().__init__(policy, env, **loop)

    def _setup_model(self) -> None:
        super()._setup_model()
        self.average = nn.Sequential(
            Trunk(self.observation_space, self.shape.hidden), nn.Linear(self.shape.hidden[-1], self.shape.actions)
        )
        self.optimizer = torch.optim.Adam(self.average.parameters(), **self.policy_kwargs["optimizer_kwargs"])

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "average", "optimizer", "reservoir"]

    def collect_rollouts(
        self, env: VecEnv, callback: BaseCallback, rollout_buffer: Any, n_rollout_steps: int, use_masking: bool = True
    ) -> bool:
        """A rollout against the average as it stands."""
        assert isinstance(env, Collector)
        env.pool.bots = [env.pool.player(self.tensors_of_average())]
        return super().collect_rollouts(env, callback, rollout_buffer, n_rollout_steps, use_masking)

    def follow(self) -> None:
        """The average learns from the reservoir, in as many steps as the best response has made."""
        self.reservoir.add(self.rollout, self.rollout.logs > np.log(self.epsilon), self.luck)
        size = min(self.batch_size, self.reservoir.held)
        steps = self.n_epochs * max(1, len(self.rollout.actions) // self.batch_size)
        update_learning_rate(self.optimizer, self.falling(self._current_progress_remaining))
        losses = []
        for _ in range(steps if size else 0):
            loss = self.unlike(self.reservoir.draw(size, self.luck))
            self.descend(loss, self.average, self.optimizer)
            losses.append(loss.detach())
        if losses:
            self.logger.record("train/average_loss", float(torch.stack(losses).mean()))
        self.logger.record("train/reservoir", self.reservoir.held)

    def unlike(self, choices: tuple[Tensor, Tensor, Tensor]) -> Tensor:
        """The cross entropy between these choices and the average policy."""
        observations, masks, actions = choices
        logits = self.average(observations.float() * self.scale).masked_fill(~masks, NEVER)
        return functional.cross_entropy(logits, actions)

    def tensors_of_average(self) -> dict[str, Array]:
        return policy_alone(self.average, self.shape)

    def freeze(self) -> Tree:
        return {
            **super().freeze(),
            "average": frozen.of_module(self.average),
            "average_optimizer": frozen.of_adam(self.optimizer),
            "reservoir": self.reservoir.freeze(),
        }

    def thaw(self, part: Part) -> None:
        super().thaw(part)
        part.module("average", self.average)
        part.adam("average_optimizer", self.optimizer)
        self.reservoir.thaw(part.part("reservoir"))


class Reservoir:
    """A sample of all choices so far: each of them is in it as likely as any other."""

    def __init__(self, size: int, shape: Shape) -> None:
        self.observations = np.zeros((size, shape.inputs), np.int8)
        self.masks = np.zeros((size, shape.actions), np.int8)
        self.actions = np.zeros(size, np.int64)
        self.seen = 0

    @staticmethod
    def row(shape: Shape) -> int:
        """Bytes of a choice."""
        return shape.inputs + shape.actions + 8

    @property
    def held(self) -> int:
        return min(self.seen, len(self.actions))

    def add(self, rollout: Rollout, chosen: Array, luck: np.random.Generator) -> None:
        """The n-th choice stays with probability size / n, in the place of any of those held."""
        rows = np.flatnonzero(chosen)
        numbers = self.seen + np.arange(len(rows))
        places = np.where(numbers < len(self.actions), numbers, luck.integers(numbers + 1))
        stays = places < len(self.actions)
        rows, places = rows[stays], places[stays]
        self.observations[places] = rollout.observations[rows]
        self.masks[places] = rollout.masks[rows]
        self.actions[places] = rollout.actions[rows]
        self.seen += len(numbers)

    def draw(self, count: int, luck: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """So many of those held: observations, masks and what was chosen."""
        rows = luck.integers(self.held, size=count)
        return (
            torch.from_numpy(self.observations[rows]),
            torch.from_numpy(self.masks[rows]).bool(),
            torch.from_numpy(self.actions[rows]),
        )

    def freeze(self) -> Tree:
        held = slice(self.held)
        return {
            "observations": self.observations[held],
            "masks": self.masks[held],
            "actions": self.actions[held],
            "seen": self.seen,
        }

    def thaw(self, part: Part) -> None:
        """Goes on from a frozen state."""
        self.seen = part.value("seen", Count)
        held, most = self.held, self.masks.shape[1] - 1
        self.observations[:held] = part.array("observations", np.int8, (held, self.observations.shape[1]))
        self.masks[:held] = part.array("masks", np.int8, (held, self.masks.shape[1]), 0, 1)
        self.actions[:held] = part.array("actions", np.int64, (held,), 0, most)
        if not self.masks[np.arange(held), self.actions[:held]].all():
            part.refuse("actions", "holds one that was not legal")
