"""The learner: MaskablePPO of sb3-contrib on self-play, with a pull towards a slowly moving copy of its own policy."""

from __future__ import annotations

import copy
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

from warzoo.envs.core.arrays import Array
from warzoo.envs.core.errors import UsageError
from warzoo.models.network import padded

from . import frozen
from .collector import Collector, Rollout
from .crew import Crew
from .frozen import Count, Part, Seconds, Share, Tree

NEVER = -1e9  # logit of an action that is not legal
STEP = 128  # rows in a call of the network are padded to a multiple of it
ALONE = Crew()


class Diverged(UsageError):
    """Training has broken down; the last checkpoint is the last good one."""


class NoBuffer(BaseBuffer):
    """Stands where Stable-Baselines3 wants a buffer: the collector keeps the rows."""

    def __init__(self, buffer_size: int, *args: Any, n_envs: int = 1, **kwargs: Any) -> None:
        self.buffer_size, self.n_envs = buffer_size, n_envs

    def _get_samples(self, batch_inds: Any, env: Any = None) -> Any:
        raise NotImplementedError("the collector keeps the rows")


class SelfPlayPPO(MaskablePPO):  # type: ignore[misc]  # untyped library
    """PPO with masked entropy and a divergence term; one `Collector` is its environment."""

    def __init__(
        self,
        policy: str | type[MaskableActorCriticPolicy],
        env: Any,
        *,
        value_lambda: float | None = None,
        imitation: float = 0.0,
        imitation_until: float = 0.25,
        imitation_doubt: float = 0.0,
        magnet: float = 0.05,
        magnet_pace: float = 0.05,
        ent_coef_end: float | None = None,
        entropy_alarm: float = 0.0,
        minutes: float = 0.0,
        threads: int = 1,
        crew: Crew = ALONE,
        **ppo: Any,
    ) -> None:
        self.value_lambda = value_lambda
        self.imitation, self.imitation_until, self.imitation_doubt = imitation, imitation_until, imitation_doubt
        self.magnet_weight, self.magnet_pace = magnet, magnet_pace
        self.ent_coef_end, self.entropy_alarm = ent_coef_end, entropy_alarm
        self.minutes, self.threads, self.crew = minutes, threads, crew
        self.spent = 0.0  # seconds of training before this process
        self.stopping = False
        self.seconds = {"games": 0.0, "network": 0.0, "update": 0.0}
        super().__init__(policy, env, rollout_buffer_class=NoBuffer, **ppo)

    def _setup_model(self) -> None:
        super()._setup_model()
        self.magnet = copy.deepcopy(self.policy)
        self.luck = np.random.default_rng(np.random.SeedSequence([self.seed or 0, 3, self.crew.rank]))

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "magnet", "rollout", "scale"]

    def _get_torch_save_params(self) -> tuple[list[str], list[str]]:
        return ["policy", "policy.optimizer", "magnet"], []

    # Playing

    def learn(self, *args: Any, **kwargs: Any) -> Any:
        """As Stable-Baselines3 has it, with products in reduced precision where the processor gains by it."""
        before = torch.get_float32_matmul_precision()
        threads = torch.get_num_threads()
        torch.set_float32_matmul_precision("medium")
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
        if not env.collect(self.evaluate, mine, callback.on_step, taught=self.imitation_weight() > 0):
            return False
        self.num_timesteps += decisions
        further = self.gae_lambda if self.value_lambda is None else self.value_lambda
        self.rollout = env.rollout(self.gamma, self.gae_lambda, further)
        self.seconds["games"] += env.seconds["games"]
        self.seconds["network"] += env.seconds["network"]
        self.logger.record("rollout/games", int(self.crew.total(np.array(env.finished))))
        callback.on_rollout_end()
        return True

    def evaluate(self, observations: Array) -> tuple[Array, Array]:
        """Logits and values of int8 observations."""
        with torch.inference_mode():
            logits, values = self.outputs(self.policy, torch.from_numpy(padded(observations, STEP, np.int8)))
        count = len(observations)
        return logits.numpy()[:count], values.numpy()[:count]

    def outputs(self, policy: MaskableActorCriticPolicy, observations: Tensor) -> tuple[Tensor, Tensor]:
        x = observations.float() * self.scale
        latent = policy.pi_features_extractor(x)
        other = latent if policy.share_features_extractor else policy.vf_features_extractor(x)
        return policy.action_net(latent), policy.value_net(other).squeeze(1)

    def ending(self) -> bool:
        """The run ends at this boundary."""
        return self.stopping or (self.minutes > 0 and self.elapsed() >= 60 * self.minutes)

    def elapsed(self) -> float:
        """Seconds of training, those before a resume included."""
        now: float = self.spent + (time.time_ns() - self.start_time) / 1e9
        return now

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
        batch = self.tensors(self.rollout)
        terms, size = [], min(self.batch_size, rows)
        for _ in range(self.n_epochs):
            order = torch.from_numpy(self.luck.permutation(len(self.rollout.actions)))
            for chosen in order[: rows // size * size].view(-1, size):
                loss, parts = self.loss({name: column[chosen] for name, column in batch.items()})
                terms.append(torch.stack([*parts, self.descend(loss)]).detach())
        self.move_magnet()
        self._n_updates += self.n_epochs
        self.seconds["update"] += time.perf_counter() - started
        self.report(torch.stack(terms).mean(0), batch)

    def loss(self, batch: dict[str, Tensor]) -> tuple[Tensor, list[Tensor]]:
        """PPO's clipped gain, the error of the values, the entropy, the pull of the magnet and of the strong
        hand-written player; and its parts."""
        clip = self.clip_range(self._current_progress_remaining)
        logits, values = self.outputs(self.policy, batch["observations"])
        logs = masked_logs(logits, batch["masks"])
        likely = logs.exp()
        ratio = (logs.gather(1, batch["actions"][:, None]).squeeze(1) - batch["logs"]).exp()
        gain = batch["advantages"]
        policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - clip, 1 + clip)).mean()
        value_loss = functional.mse_loss(values, batch["returns"])
        entropy = -(likely * logs).sum(1).mean()
        drift = (likely * (logs - batch["magnet"])).sum(1).mean() if self.magnet_weight else torch.zeros(())
        clipped = ((ratio - 1).abs() > clip).float().mean()
        unlike = self.unlike(logs, batch) if "lessons" in batch else torch.zeros(())
        loss = policy_loss + self.vf_coef * value_loss - self.entropy_weight() * entropy
        loss = loss + self.magnet_weight * drift + self.imitation_weight() * unlike
        return loss, [policy_loss, value_loss, entropy, drift, clipped, unlike]

    def unlike(self, logs: Tensor, batch: dict[str, Tensor]) -> Tensor:
        """How little the policy does what the lessons say, and with doubt what is legal at all."""
        taught = logs.gather(1, batch["lessons"][:, None]).squeeze(1)
        legal = batch["masks"]
        any_one = logs.masked_fill(~legal, 0.0).sum(1) / legal.sum(1)
        return -taught.lerp(any_one, self.imitation_doubt).mean()

    def descend(self, loss: Tensor) -> Tensor:
        """One step of the optimiser; returns the gradient's norm."""
        self.policy.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.crew.average_gradients(self.policy.parameters())
        norm = nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm, foreach=True)
        if not torch.isfinite(norm):
            raise Diverged("a gradient is not finite: lower learning_rate, or resume with another seed")
        self.policy.optimizer.step()
        return norm

    @torch.no_grad()
    def move_magnet(self) -> None:
        """The copy moves a small share of the way to the policy."""
        for slow, fast in zip(self.magnet.parameters(), self.policy.parameters(), strict=True):
            slow.lerp_(fast, self.magnet_pace)

    def tensors(self, rollout: Rollout) -> dict[str, Tensor]:
        """The rollout for torch, with normalised advantages and what the magnet thinks."""
        assert isinstance(self.env, Collector)
        advantages = normalised(rollout.advantages, rollout.variants, self.env.variants, self.crew)
        batch = {
            "observations": torch.from_numpy(rollout.observations),
            "masks": torch.from_numpy(rollout.masks).bool(),
            "actions": torch.from_numpy(rollout.actions),
            "logs": torch.from_numpy(rollout.logs.astype(np.float32)),
            "advantages": torch.from_numpy(advantages.astype(np.float32)),
            "returns": torch.from_numpy(rollout.returns.astype(np.float32)),
        }
        if self.imitation_weight():
            batch["lessons"] = torch.from_numpy(rollout.lessons)
        if self.magnet_weight:
            batch["magnet"] = self.magnet_logs(batch["observations"], batch["masks"])
        return batch

    @torch.no_grad()
    def magnet_logs(self, observations: Tensor, masks: Tensor) -> Tensor:
        """What the magnet thinks of every row; the last stretch overlaps the one before, so that all are as long."""
        size = min(self.batch_size, len(masks))
        logs = torch.empty(masks.shape)
        for start in range(0, len(masks), size):
            rows = slice(min(start, len(masks) - size), min(start, len(masks) - size) + size)
            logits, _ = self.outputs(self.magnet, observations[rows])
            logs[rows] = masked_logs(logits, masks[rows])
        return logs

    def entropy_weight(self) -> float:
        """Linear from start to end."""
        end = self.ent_coef if self.ent_coef_end is None else self.ent_coef_end
        left = self._current_progress_remaining
        return float(end + (self.ent_coef - end) * left)

    def imitation_weight(self) -> float:
        """Linear from the start to 0, which it reaches long before the end."""
        return self.imitation * max(0.0, 1.0 - (1.0 - self._current_progress_remaining) / self.imitation_until)

    def report(self, means: Tensor, batch: dict[str, Tensor]) -> None:
        """Logs the update and stops a run that has broken down."""
        uniform = batch["masks"].sum(1).float().log().mean()  # the entropy of uniform play
        numbers = torch.cat([means, torch.stack([uniform, batch["returns"].var()])])
        *told, spread, variance = self.crew.average(numbers).tolist()
        names = ("policy_loss", "value_loss", "entropy", "drift", "clip_fraction", "imitation", "gradient")
        for name, mean in zip(names, told, strict=True):
            self.logger.record(f"train/{name}", mean)
        _, errors, entropy, *_ = told
        self.logger.record("train/entropy_share", entropy / spread)
        self.logger.record("train/explained", 1.0 - errors / max(variance, 1e-8))
        self.logger.record("train/entropy_weight", self.entropy_weight())
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
        if not all(torch.isfinite(p).all() for p in self.policy.parameters()):
            raise Diverged("a weight is not finite: lower learning_rate, or resume with another seed")
        if entropy < self.entropy_alarm * spread:
            raise Diverged(
                f"the policy's entropy has collapsed to {entropy:.4f} of at most {spread:.2f}: "
                "raise ent_coef or magnet, or lower learning_rate"
            )

    # The state between two rollouts

    def freeze(self) -> Tree:
        """All that the next update depends on, the collector apart."""
        return {
            "policy": frozen.of_module(self.policy),
            "optimizer": frozen.of_adam(self.policy.optimizer),
            "magnet": frozen.of_module(self.magnet),
            "luck": self.luck.bit_generator.state,
            "decisions": self.num_timesteps,
            "updates": self._n_updates,
            "left": self._current_progress_remaining,
            "spent": self.elapsed() if hasattr(self, "start_time") else 0.0,
        }

    def thaw(self, part: Part) -> None:
        """Goes on from a frozen state."""
        part.module("policy", self.policy)
        part.adam("optimizer", self.policy.optimizer)
        part.module("magnet", self.magnet)
        part.generator("luck", self.luck)
        self.num_timesteps, self._n_updates = part.value("decisions", Count), part.value("updates", Count)
        self._current_progress_remaining, self.spent = part.value("left", Share), part.value("spent", Seconds)


def masked_logs(logits: Tensor, masks: Tensor) -> Tensor:
    """Log probabilities of the legal actions; those of the others are so low that they weigh nothing."""
    return functional.log_softmax(logits.masked_fill(~masks, NEVER), dim=1)


def normalised(advantages: Array, variants: Array, kinds: int, crew: Crew = ALONE) -> Array:
    """Mean 0 and deviation 1 within each variant, over all workers: one whose results spread wider weighs no more."""
    parts = [advantages[variants == kind] for kind in range(kinds)]
    counts = np.maximum(crew.total(np.array([len(part) for part in parts])), 1)
    means = crew.total(np.array([part.sum() for part in parts])) / counts
    squares = [((part - mean) ** 2).sum() for part, mean in zip(parts, means, strict=True)]
    spreads = np.sqrt(crew.total(np.array(squares)) / counts)
    even: Array = (advantages - means[variants]) / (spreads[variants] + 1e-8)
    return even
