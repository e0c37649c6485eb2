"""The learner: PPO by self-play, with a pull towards a slowly moving copy of its own policy."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from warzoo.envs.core.arrays import Array, Floats, Rows

from . import frozen
from .collector import Collector
from .crew import Crew
from .frozen import Part, Tree
from .loss import TERMS, Choices, Pulls, Table, legal_of, log_odds, loss_of
from .selfplay import ALONE, Diverged, SelfPlay


class SelfPlayPPO(SelfPlay):
    """PPO with masked entropy and a divergence term."""

    terms = TERMS

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
        return [*super()._excluded_save_params(), "magnet", "table", "pulls"]

    def _get_torch_save_params(self) -> tuple[list[str], list[str]]:
        return ["policy", "policy.optimizer", "magnet"], []

    def networks(self) -> list[nn.Module]:
        return [*super().networks(), self.magnet]

    def taught(self) -> bool:
        return self.imitation_weight() > 0

    def study(self, columns: Tensor) -> None:
        """Normalised advantages, what the magnet thinks, and the pulls of this update."""
        assert isinstance(self.env, Collector)
        rollout = self.rollout
        legal, counts = legal_of(rollout.masks)
        gains = normalised(rollout.advantages, rollout.variants, self.env.variants, self.crew)
        self.table = Table(
            legal=legal,
            counts=counts,
            actions=rollout.actions,
            logs=rollout.logs.astype(np.float32),
            gains=gains.astype(np.float32),
            returns=rollout.returns.astype(np.float32),
            magnet=self.magnet_logs(columns, legal, counts) if self.magnet_weight else np.empty((0, 0), np.float32),
            lessons=rollout.lessons,
        )
        self.pulls = Pulls(
            clip=self.clip_range(self._current_progress_remaining),
            value=self.vf_coef,
            entropy=self.entropy_weight(),
            magnet=self.magnet_weight,
            imitation=self.imitation_weight(),
            doubt=self.imitation_doubt,
        )

    def loss(self, outputs: Tensor, rows: Rows) -> tuple[Tensor, Tensor]:
        return loss_of(outputs, rows, self.table, self.pulls)

    @torch.no_grad()
    def follow(self) -> None:
        """The magnet moves a small share of the way to the policy."""
        for slow, fast in zip(self.magnet.parameters(), self.policy.parameters(), strict=True):
            slow.lerp_(fast, self.magnet_pace)

    @torch.no_grad()
    def magnet_logs(self, columns: Tensor, legal: Choices, counts: Rows) -> Floats:
        """What the magnet thinks of every row; the last stretch overlaps the one before, so that all are as long."""
        size, logs = min(self.batch_size, len(counts)), np.zeros(legal.shape, np.float32)
        for start in range(0, len(counts), size):
            stretch = slice(min(start, len(counts) - size), min(start, len(counts) - size) + size)
            outputs = self.outputs(self.magnet, columns[stretch], self.places)
            log_odds(outputs.numpy(), legal[stretch], counts[stretch], logs[stretch])
        return logs

    def entropy_weight(self) -> float:
        """Linear from start to end."""
        end = self.ent_coef if self.ent_coef_end is None else self.ent_coef_end
        left = self._current_progress_remaining
        return float(end + (self.ent_coef - end) * left)

    def imitation_weight(self) -> float:
        """Linear from the start to 0, which it reaches long before the end."""
        return self.imitation * max(0.0, 1.0 - (1.0 - self._current_progress_remaining) / self.imitation_until)

    def report(self, means: Tensor) -> dict[str, float]:
        """Tells of the entropy besides, and stops a run whose policy has collapsed."""
        told = super().report(means)
        mine = torch.from_numpy(np.log(self.table.counts).mean(keepdims=True))
        entropy, spread = told["entropy"], self.crew.average(mine).item()
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


def normalised(advantages: Array, variants: Array, kinds: int, crew: Crew = ALONE) -> Array:
    """Mean 0 and deviation 1 within each variant, over all workers: one whose results spread wider weighs no more."""
    parts = [advantages[variants == kind] for kind in range(kinds)]
    counts = np.maximum(crew.total(np.array([len(part) for part in parts])), 1)
    means = crew.total(np.array([part.sum() for part in parts])) / counts
    squares = [((part - mean) ** 2).sum() for part, mean in zip(parts, means, strict=True)]
    spreads = np.sqrt(crew.total(np.array(squares)) / counts)
    even: Array = (advantages - means[variants]) / (spreads[variants] + 1e-8)
    return even
