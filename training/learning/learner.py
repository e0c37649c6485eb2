"""The learner: PPO by self-play, with a pull towards a slowly moving copy of its own policy."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from warzoo.envs.core.arrays import Array

from . import frozen
from .collector import Collector, Rollout
from .crew import Crew
from .frozen import Part, Tree
from .selfplay import ALONE, Diverged, SelfPlay

NEVER = -1e9  # logit of an action that is not legal


class SelfPlayPPO(SelfPlay):
    """PPO with masked entropy and a divergence term."""

    terms = ("policy_loss", "value_loss", "entropy", "drift", "clip_fraction", "imitation")

    def __init__(
        self,
        policy: Any,
        env: Any,
        *,
        imitation: float = 0.0,
        imitation_until: float = 0.25,
        imitation_doubt: float = 0.0,
        magnet: float = 0.05,
        magnet_pace: float = 0.05,
        ent_coef_end: float | None = None,
        entropy_alarm: float = 0.0,
        **loop: Any,
    ) -> None:
        self.imitation, self.imitation_until, self.imitation_doubt = imitation, imitation_until, imitation_doubt
        self.magnet_weight, self.magnet_pace = magnet, magnet_pace
        self.ent_coef_end, self.entropy_alarm = ent_coef_end, entropy_alarm
        super().__init__(policy, env, **loop)

    def _setup_model(self) -> None:
        super()._setup_model()
        self.magnet = copy.deepcopy(self.policy)

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "magnet"]

    def _get_torch_save_params(self) -> tuple[list[str], list[str]]:
        return ["policy", "policy.optimizer", "magnet"], []

    def networks(self) -> list[nn.Module]:
        return [*super().networks(), self.magnet]

    def taught(self) -> bool:
        return self.imitation_weight() > 0

    def loss(self, batch: dict[str, Tensor]) -> tuple[Tensor, list[Tensor]]:
        """PPO's clipped gain, the error of the values, the entropy, the pull of the magnet and of the strong
        hand-written player; and its parts."""
        clip = self.clip_range(self._current_progress_remaining)
        logits, values = self.outputs(self.policy, batch["columns"], self.places)
        logs = masked_logs(logits, batch["masks"])
        likely = functional.softmax(logs, 1)  # `logs.exp()` takes ten times as long where it comes to nothing
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

    @torch.no_grad()
    def follow(self) -> None:
        """The magnet moves a small share of the way to the policy."""
        for slow, fast in zip(self.magnet.parameters(), self.policy.parameters(), strict=True):
            slow.lerp_(fast, self.magnet_pace)

    def tensors(self, rollout: Rollout) -> dict[str, Tensor]:
        """The rollout for torch, with normalised advantages and what the magnet thinks."""
        assert isinstance(self.env, Collector)
        advantages = normalised(rollout.advantages, rollout.variants, self.env.variants, self.crew)
        batch = super().tensors(rollout)
        batch["logs"] = torch.from_numpy(rollout.logs.astype(np.float32))
        batch["advantages"] = torch.from_numpy(advantages.astype(np.float32))
        if self.imitation_weight():
            batch["lessons"] = torch.from_numpy(rollout.lessons)
        if self.magnet_weight:
            batch["magnet"] = self.magnet_logs(batch["columns"], batch["masks"])
        return batch

    @torch.no_grad()
    def magnet_logs(self, columns: Tensor, masks: Tensor) -> Tensor:
        """What the magnet thinks of every row; the last stretch overlaps the one before, so that all are as long."""
        size = min(self.batch_size, len(masks))
        logs = torch.empty(masks.shape)
        for start in range(0, len(masks), size):
            rows = slice(min(start, len(masks) - size), min(start, len(masks) - size) + size)
            logits, _ = self.outputs(self.magnet, columns[rows], self.places)
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

    def report(self, means: Tensor, batch: dict[str, Tensor]) -> dict[str, float]:
        """Tells of the entropy besides, and stops a run whose policy has collapsed."""
        told = super().report(means, batch)
        entropy, spread = told["entropy"], self.crew.average(batch["masks"].sum(1).float().log().mean()).item()
        self.logger.record("train/entropy_share", entropy / spread)  # of that of uniform play
        self.logger.record("train/entropy_weight", self.entropy_weight())
        if entropy < self.entropy_alarm * spread:
            raise Diverged(
                f"the policy's entropy has collapsed to {entropy:.4f} of at most {spread:.2f}: "
                "raise ent_coef or magnet, or lower learning_rate"
            )
        return told

    def freeze(self) -> Tree:
        return {**super().freeze(), "magnet": frozen.of_module(self.magnet)}

    def thaw(self, part: Part) -> None:
        super().thaw(part)
        part.module("magnet", self.magnet)


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
