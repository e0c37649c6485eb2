"""The loop of all learners by self-play: a collector plays, a loss is descended on its rows, and all is frozen."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.buffers import BaseBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor, nn
from torch.nn import functional

from warzoo.envs.core.arrays import Array, Masks, Rows
from warzoo.envs.core.errors import UsageError

from . import frozen
from .collector import Collector
from .crew import Crew
from .frozen import Count, Part, Seconds, Share, Tree
from .policy import factors, telling

STEP = 32  # rows in a call of the network are padded to a multiple of it: few shapes of products, little waste
LARGE = 1 << 16  # weights of a network whose products are long enough to gain by shorter factors
ALONE = Crew()


class Diverged(UsageError):
    """Training has broken down; the last checkpoint is the last good one."""


def padded(rows: Array) -> Array:
    """The rows, with blank ones behind them up to a round number."""
    full = np.zeros((-(-len(rows) // STEP) * STEP, rows.shape[1]), rows.dtype)
    full[: len(rows)] = rows
    return full


class NoBuffer(BaseBuffer):
    """Stands where Stable-Baselines3 wants a buffer: the collector keeps the rows."""

    def __init__(self, buffer_size: int, *args: Any, n_envs: int = 1, **kwargs: Any) -> None:
        self.buffer_size, self.n_envs = buffer_size, n_envs

    def _get_samples(self, batch_inds: Any, env: Any = None) -> Any:
        raise NotImplementedError("the collector keeps the rows")


class SelfPlay(MaskablePPO):  # type: ignore[misc]  # untyped library
    """The loop, the policy and the schedules are MaskablePPO's of sb3-contrib; one `Collector` is its environment.

    A learner says by `loss` what it learns from the rows, by `terms` what the parts of that loss are called (the
    error of the values, `value_loss`, among them), by `study` what it wants to know before, and by `evaluate` how it
    plays meanwhile.
    """

    terms: tuple[str, ...]

    def __init__(
        self,
        policy: str | type[MaskableActorCriticPolicy],
        env: Any,
        *,
        value_lambda: float | None = None,
        minutes: float = 0.0,
        threads: int = 1,
        crew: Crew = ALONE,
        **ppo: Any,
    ) -> None:
        self.value_lambda = value_lambda
        self.minutes, self.threads, self.crew = minutes, threads, crew
        self.spent, self.begun = 0.0, time.monotonic()  # seconds of training before this process, and when it began
        self.stopping = False
        self.seconds = {"games": 0.0, "network": 0.0, "update": 0.0}
        super().__init__(policy, env, rollout_buffer_class=NoBuffer, **ppo)

    def _setup_model(self) -> None:
        super()._setup_model()
        self.luck = np.random.default_rng(np.random.SeedSequence([self.seed or 0, 3, self.crew.rank]))

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "rollout", "scale", "places", "factors"]

    def _get_torch_save_params(self) -> tuple[list[str], list[str]]:
        return ["policy", "policy.optimizer"], []

    def networks(self) -> list[nn.Module]:
        """What all workers have alike."""
        return [self.policy]

    # Playing

    def learn(self, *args: Any, **kwargs: Any) -> Any:
        """As Stable-Baselines3 has it, with products in reduced precision where the processor gains by it; all workers
        begin with the weights of the first, whatever a `warm_start` has meant to each."""
        before = torch.get_float32_matmul_precision()
        threads = torch.get_num_threads()
        torch.set_float32_matmul_precision("medium")
        self.begun = time.monotonic()
        short = sum(weights.numel() for weights in self.policy.parameters()) >= LARGE and factors() == torch.bfloat16
        self.factors = torch.bfloat16 if self.crew.least(short) else torch.float32
        self.crew.first_gives(weights for network in self.networks() for weights in network.parameters())
        try:
            return super().learn(*args, **kwargs)
        finally:
            torch.set_float32_matmul_precision(before)
            torch.set_num_threads(threads)

    def collect_rollouts(
        self, env: VecEnv, callback: BaseCallback, rollout_buffer: Any, n_rollout_steps: int, use_masking: bool = True
    ) -> bool:
        """One rollout of the collector; ends the training at its boundary when that is wanted."""
        callback.on_rollout_start()
        if self.crew.first_says(self.ending()):
            return False
        assert isinstance(env, Collector)
        self.policy.set_training_mode(False)
        self.scale = torch.from_numpy(env.game.observation.scale())
        torch.set_num_threads(1)
        left = self._total_timesteps - self.num_timesteps
        decisions = -(-left // -(-left // n_rollout_steps))  # all that are left, in rollouts of one length
        mine = self.crew.share(decisions)
        if not env.collect(self.evaluate, mine, callback.on_step, taught=self.taught()):
            return False
        self.num_timesteps += decisions
        further = self.gae_lambda if self.value_lambda is None else self.value_lambda
        self.rollout = env.rollout(self.gamma, self.gae_lambda, further)
        self.seconds["games"] += env.seconds["games"]
        self.seconds["network"] += env.seconds["network"]
        self.logger.record("rollout/games", int(self.crew.total(np.array(env.finished))))
        callback.on_rollout_end()
        return True

    def taught(self) -> bool:
        """The loss asks for what the strong hand-written player would have done."""
        return False

    def evaluate(self, observations: Array, masks: Masks) -> tuple[Array, Array]:
        """Logits to draw from and values, for int8 observations."""
        with torch.inference_mode():
            outputs = self.outputs(self.policy, *telling(padded(observations))).numpy()[: len(observations)]
        return np.ascontiguousarray(outputs[:, :-1]), outputs[:, -1]

    def outputs(self, policy: MaskableActorCriticPolicy, columns: Tensor, places: Tensor) -> Tensor:
        """Logits and behind them the value, of rows of observations without what is zero in all of them."""
        heads = policy.action_net, policy.value_net
        latent = policy.pi_features_extractor.of_columns(columns, places, self.scale, self.factors)
        if policy.share_features_extractor:
            weight = torch.cat([head.weight for head in heads])
            return functional.linear(latent, weight, torch.cat([head.bias for head in heads]))
        other = policy.vf_features_extractor.of_columns(columns, places, self.scale, self.factors)
        return torch.cat([head(below) for head, below in zip(heads, (latent, other), strict=True)], 1)

    def ending(self) -> bool:
        """The run ends at this boundary."""
        return self.stopping or (self.minutes > 0 and self.elapsed() >= 60 * self.minutes)

    def elapsed(self) -> float:
        """Seconds of training, those before a resume included."""
        return self.spent + time.monotonic() - self.begun

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        """Schedules follow whichever budget runs out first."""
        super()._update_current_progress_remaining(num_timesteps, total_timesteps)
        if self.minutes:
            left = self.crew.first_says(1.0 - self.elapsed() / (60 * self.minutes))
            self._current_progress_remaining = max(0.0, min(1.0 - num_timesteps / total_timesteps, left))

    # Learning

    def train(self) -> None:
        """Several passes over the rollout in shuffled minibatches of equal size; each pass leaves another rest out.

        Workers make as many steps, as many as the one with the fewest rows can.
        """
        rows = self.crew.least(len(self.rollout.actions))
        if rows == 0:  # no decision has found its successor yet
            return
        started = time.perf_counter()
        torch.set_num_threads(self.threads)
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        columns, self.places = telling(self.rollout.observations)
        self.study(columns)
        terms, size = [], min(self.batch_size, rows)
        for _ in range(self.n_epochs):
            order = torch.from_numpy(self.luck.permutation(len(self.rollout.actions)))
            for chosen in order[: rows // size * size].view(-1, size):
                outputs = self.outputs(self.policy, columns.index_select(0, chosen), self.places)
                loss, told = self.loss(outputs, chosen.numpy())
                norm = self.descend(loss, self.policy, self.policy.optimizer)
                terms.append(torch.cat([told.detach(), norm[None]]))
        self.follow()
        self._n_updates += self.n_epochs
        self.seconds["update"] += time.perf_counter() - started
        self.report(torch.stack(terms).mean(0))

    def study(self, columns: Tensor) -> None:
        """What the loss wants to know of the rollout, whose observations have these columns, before the first step."""

    def loss(self, outputs: Tensor, rows: Rows) -> tuple[Tensor, Tensor]:
        """What is descended, from what the network puts out for these rows of the rollout; and its terms."""
        raise NotImplementedError

    def descend(self, loss: Tensor, network: nn.Module, optimizer: torch.optim.Optimizer) -> Tensor:
        """One step of the optimiser, whose parameters are the network's; returns the gradient's norm."""
        weights = list(network.parameters())
        for weight in weights:
            weight.grad = None
        loss.backward()  # type: ignore[no-untyped-call]
        self.crew.average_gradients(weights)
        norm = nn.utils.get_total_norm([weight.grad for weight in weights if weight.grad is not None], foreach=True)
        if not torch.isfinite(norm):
            raise Diverged("a gradient is not finite: lower learning_rate, or resume with another seed")
        if norm > self.max_grad_norm:
            nn.utils.clip_grads_with_norm_(weights, self.max_grad_norm, norm, foreach=True)
        optimizer.step()
        return norm

    def follow(self) -> None:
        """What moves after the policy, once an update."""

    def report(self, means: Tensor) -> dict[str, float]:
        """Logs the update, returns the terms of its loss by name, and stops a run that has broken down."""
        variance = torch.tensor([self.rollout.returns.var()])
        *told, variety = self.crew.average(torch.cat([means, variance])).tolist()
        named = dict(zip((*self.terms, "gradient"), told, strict=True))
        for name, mean in named.items():
            self.logger.record(f"train/{name}", mean)
        self.logger.record("train/explained", 1.0 - named["value_loss"] / max(variety, 1e-8))
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
        if not all(torch.isfinite(p).all() for p in self.policy.parameters()):
            raise Diverged("a weight is not finite: lower learning_rate, or resume with another seed")
        return named

    # The state between two rollouts

    def freeze(self) -> Tree:
        """All that the next update depends on, the collector apart."""
        return {
            "policy": frozen.of_module(self.policy),
            "optimizer": frozen.of_adam(self.policy.optimizer),
            "luck": self.luck.bit_generator.state,
            "decisions": self.num_timesteps,
            "updates": self._n_updates,
            "left": self._current_progress_remaining,
            "spent": self.elapsed(),
        }

    def thaw(self, part: Part) -> None:
        """Goes on from a frozen state."""
        part.module("policy", self.policy)
        part.adam("optimizer", self.policy.optimizer)
        part.generator("luck", self.luck)
        self.num_timesteps, self._n_updates = part.value("decisions", Count), part.value("updates", Count)
        self._current_progress_remaining, self.spent = part.value("left", Share), part.value("spent", Seconds)
