"""PPO's loss and its slopes in one pass over the rows. Of a row's actions few are legal; the others cost nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from warzoo.envs.core.arrays import Array, Floats, Masks, Rows
from warzoo.envs.core.jit import kernel, rule

TERMS = ("policy_loss", "value_loss", "entropy", "drift", "clip_fraction", "imitation")
Places = np.ndarray[Any, np.dtype[np.int16]]  # [row, j] numbers of actions

GAIN, ERROR, ENTROPY, DRIFT, CLIPPED, UNLIKE = range(len(TERMS))


class Weights(NamedTuple):
    """How far a ratio may go, and what counts how much."""

    clip: float
    value: float
    entropy: float
    magnet: float
    imitation: float
    doubt: float  # share of a lesson that goes to all that is legal


class Table(NamedTuple):
    """What is known of each row of a rollout."""

    legal: Places  # what may be chosen, in order
    counts: Rows  # how much of it
    actions: Rows
    logs: Floats  # log probability when it was drawn
    gains: Floats
    returns: Floats
    magnet: Floats  # log probabilities as the magnet has them, of the legal actions in order; empty without it
    lessons: Rows


class Known(torch.autograd.Function):
    """A number whose slopes are known already."""

    @staticmethod
    def forward(ctx: Any, outputs: Tensor, number: Tensor, slopes: Tensor) -> Tensor:
        ctx.save_for_backward(slopes)
        return number

    @staticmethod
    def backward(ctx: Any, *grown: Tensor) -> tuple[Tensor, None, None]:
        return ctx.saved_tensors[0] * grown[0], None, None


def weighed(outputs: Tensor, rows: Rows, table: Table, weights: Weights) -> tuple[Tensor, Tensor]:
    """The loss of these rows, for which the network puts out logits and the value behind them; and its terms: PPO's
    clipped gain, the error of the values, the entropy, the pull of the magnet, how often the ratio was clipped, and how
    little the policy does what the lessons say."""
    slopes, terms = torch.zeros_like(outputs), np.zeros(len(TERMS))
    weigh(outputs.detach().numpy(), rows, table, weights, slopes.numpy(), terms)
    loss = terms[GAIN] + weights.value * terms[ERROR] - weights.entropy * terms[ENTROPY]
    loss += weights.magnet * terms[DRIFT] + weights.imitation * terms[UNLIKE]
    known: Tensor = Known.apply(outputs, torch.tensor(loss), slopes)  # type: ignore[no-untyped-call]
    return known, torch.from_numpy(terms)


@kernel
def list_legal(masks: Masks, legal: Places) -> None:
    """Writes down what is legal in each row."""
    for k in range(len(masks)):
        count = 0
        for a in range(masks.shape[1]):
            if masks[k, a]:
                legal[k, count] = a
                count += 1


def legal_of(masks: Masks) -> tuple[Places, Rows]:
    """What is legal in each row, and how much that is."""
    counts = masks.sum(1, dtype=np.int64)
    legal = np.zeros((len(masks), counts.max(initial=0)), np.int16)
    list_legal(masks, legal)
    return legal, counts


@rule
def spread(logits: Floats, legal: Places, likely: Floats) -> float:
    """Finds how likely the legal actions are; returns by how much a logit exceeds its log probability."""
    top = logits[legal[0]]
    for a in legal:
        top = max(top, logits[a])
    total = 0.0
    for j in range(legal.size):
        likely[j] = np.exp(logits[legal[j]] - top)
        total += likely[j]
    for j in range(legal.size):
        likely[j] /= total
    return float(top + np.log(total))


@kernel
def log_odds(logits: Floats, legal: Places, counts: Rows, out: Floats) -> None:
    """Log probabilities of the legal actions in order."""
    likely = np.empty(legal.shape[1], np.float32)
    for k in range(len(logits)):
        few = legal[k, : counts[k]]
        above = spread(logits[k], few, likely)
        for j in range(few.size):
            out[k, j] = logits[k, few[j]] - above


@rule
def learn(
    z: Floats, lesson: int, weights: Weights, share: float, legal: Places, likely: Floats, above: float, slope: Floats
) -> float:
    """How little a row does what its lesson says; what it grows by comes to the slope."""
    sure, doubt = 1.0 - weights.doubt, weights.doubt / legal.size
    unlike = -sure * (z[lesson] - above)
    slope[lesson] -= weights.imitation * sure * share
    for j in range(legal.size):
        slope[legal[j]] += weights.imitation * (likely[j] - doubt) * share
        unlike -= doubt * (z[legal[j]] - above)
    return share * float(unlike)


@kernel
def weigh(outputs: Floats, rows: Rows, table: Table, weights: Weights, slopes: Floats, terms: Array) -> None:
    """Adds to the terms their means, and to the slopes by how much the loss grows with each output."""
    value, share = outputs.shape[1] - 1, 1.0 / rows.size
    likely = np.empty(table.legal.shape[1], np.float32)
    for k in range(rows.size):
        row, z, slope = rows[k], outputs[k], slopes[k]
        legal = table.legal[row, : table.counts[row]]
        above = spread(z, legal, likely)
        entropy, drift = 0.0, 0.0
        for j in range(legal.size):
            log = z[legal[j]] - above
            entropy -= likely[j] * log
            if weights.magnet:
                drift += likely[j] * (log - table.magnet[row, j])
        action, gain = table.actions[row], table.gains[row]
        ratio = np.exp(z[action] - above - table.logs[row])
        free, bounded = gain * ratio, gain * min(max(ratio, 1.0 - weights.clip), 1.0 + weights.clip)
        pull = 0.0 if free > bounded else free
        for j in range(legal.size):
            log = z[legal[j]] - above
            steep = pull + weights.entropy * (log + entropy)
            if weights.magnet:
                steep += weights.magnet * (log - table.magnet[row, j] - drift)
            slope[legal[j]] += likely[j] * steep * share
        slope[action] -= pull * share
        if weights.imitation:
            terms[UNLIKE] += learn(z, table.lessons[row], weights, share, legal, likely, above, slope)
        error = z[value] - table.returns[row]
        slope[value] += 2.0 * weights.value * error * share
        terms[GAIN] -= min(free, bounded) * share
        terms[ERROR] += error * error * share
        terms[ENTROPY] += entropy * share
        terms[DRIFT] += drift * share
        terms[CLIPPED] += (abs(ratio - 1.0) > weights.clip) * share
