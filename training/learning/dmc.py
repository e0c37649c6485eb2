"""Deep Monte Carlo: a network learns what each action is worth, and plays the best one almost always."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from warzoo.envs.core.arrays import Array, Masks, Rows

from .selfplay import SelfPlay


class DeepMonteCarlo(SelfPlay):
    """The policy's numbers are action values: each learns the result that its seat had in the end.

    A game that outlasts the rollout counts as the network values the seat's last position there.
    """

    terms = ("action_loss", "value_loss")

    def __init__(self, policy: Any, env: Any, *, epsilon: float, **loop: Any) -> None:
        self.epsilon = epsilon
        super().__init__(policy, env, gae_lambda=1.0, **loop)

    def evaluate(self, observations: Array, masks: Masks) -> tuple[Array, Array]:
        worth, values = super().evaluate(observations, masks)
        return mostly_best(worth, masks, self.epsilon), values

    def loss(self, outputs: Tensor, rows: Rows) -> tuple[Tensor, Tensor]:
        """The squared errors of the chosen action's value and of the position's."""
        actions = torch.from_numpy(self.rollout.actions[rows])
        returns = torch.from_numpy(self.rollout.returns[rows]).float()
        action_loss = functional.mse_loss(outputs.gather(1, actions[:, None]).squeeze(1), returns)
        value_loss = functional.mse_loss(outputs[:, -1], returns)
        return action_loss + self.vf_coef * value_loss, torch.stack([action_loss, value_loss])


def mostly_best(worth: Array, masks: Masks, epsilon: float) -> Array:
    """Logits of the best legal action, or with probability epsilon of any legal one."""
    best = np.where(masks > 0, worth, -np.inf).argmax(1)
    logits = np.zeros(worth.shape, np.float32)
    logits[np.arange(len(best)), best] = np.log1p(masks.sum(1) * (1.0 - epsilon) / epsilon)
    return logits
