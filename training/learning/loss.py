"""PPO's loss and its slopes in one pass over the rows. Of a row's actions few are legal; the others cost nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from warzoo.envs.core.arrays import Array, Floats, Masks, Rows
from warzoo.envs.core.jit import kernel, rule

TERMS = ("policy_loss", "value_loss", "entropy", "drift", "clip_fraction", "imitation")
Choices = np.ndarray[Any, np.dtype[np.uint16]]  # [row, j] numbers of actions

GAIN, ERROR, ENTROPY, DRIFT, CLIPPED, UNLIKE = range(len(TERMS))


class Pulls(NamedTuple):
    """How far a ratio may go, and how strongly each term pulls."""

    clip: float
    value: float
    entropy: float
    magnet: float
    imitation: float
    doubt: float  # share of a lesson that goes to all that is legal


class Table(NamedTuple):
    """What is known of each row of a rollout."""

    legal: Choices  # what may be chosen, in order
    counts: Rows  # how much of it
    actions: Rows
    logs: Floats  # log probability when it was drawn
    gains: Floats
    returns: Floats
    magnet: Floats  # log probabilities as the magnet has them, of the legal actions in order; empty without it
    lessons: Rows  # what the strong hand-written player would have done; -1 where nobody asked it


class Known(torch.autograd.Function):
    """A number whose slopes are known already."""

    @staticmethod
    def forward(ctx: Any, outputs: Tensor, number: Tensor, slopes: Tensor) -> Tensor:
        ctx.save_for_backward(slopes)
        return number

    @staticmethod
    def backward(ctx: Any, *grown: Tensor) -> tuple[Tensor, None, None]:
        return ctx.saved_tensors[0] * grown[0], None, None


def loss_of(outputs: Tensor, rows: Rows, table: Table, pulls: Pulls) -> tuple[Tensor, Tensor]:
    """The loss of these rows, for which the network puts out logits and the value behind them; and its terms: PPO's
    clipped gain, the error of the values, the entropy, the pull of the magnet, how often the ratio was clipped, and how
    little the policy does what the lessons say."""
    slopes, terms = torch.zeros_like(outputs), np.zeros(len(TERMS))
    weigh(outputs.detach().numpy(), rows, table, pulls, slopes.numpy(), terms)
    loss = terms[GAIN] + pulls.value * terms[ERROR] - pulls.entropy * terms[ENTROPY]
    loss += pulls.magnet * terms[DRIFT] + pulls.imitation * terms[UNLIKE]
    known: Tensor = Known.apply(outputs, torch.tensor(loss), slopes)  # type: ignore[no-untyped-call]
    return known, torch.from_numpy(terms)


@kernel
def list_legal(masks: Masks, legal: Choices) -> None:
    """Writes down what is legal in each row."""
    for k in range(len(masks)):
        count = 0
        for a in range(masks.shape[1]):
            if masks[k, a]:
                legal[k, count] = a
                count += 1


def legal_of(masks: Masks) -> tuple[Choices, Rows]:
    """What is legal in each row, and how much that is."""
    counts = np.count_nonzero(masks, axis=1)
    legal = np.zeros((len(masks), counts.max(initial=0)), np.uint16)
    list_legal(masks, legal)
    return legal, counts


@rule
def odds_of(logits: Floats, legal: Choices, likely: Floats) -> float:
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
def log_odds(logits: Floats, legal: Choices, counts: Rows, out: Floats) -> None:
    """Log probabilities of the legal actions in order."""
    likely = np.empty(legal.shape[1], np.float32)
    for k in range(len(logits)):
        few = legal[k, : counts[k]]
        above = odds_of(logits[k], few, likely)
        for j in range(few.size):
            out[k, j] = logits[k, few[j]] - above


@rule
def follow_lesson(
    z: Floats, lesson: int, pulls: Pulls, share: float, legal: Choices, likely: Floats, above: float, slope: Floats
) -> float:
    """How little a row does what its lesson says; what it grows by comes to the slope."""
    sure, doubt = 1.0 - pulls.doubt, pulls.doubt / legal.size
    unlike = -sure * (z[lesson] - above)
    slope[lesson] -= pulls.imitation * sure * share
    for j in range(legal.size):
        slope[legal[j]] += pulls.imitation * (likely[j] - doubt) * share
        unlike -= doubt * (z[legal[j]] - above)
    return share * float(unlike)


@kernel
def weigh(outputs: Floats, rows: Rows, table: Table, pulls: Pulls, slopes: Floats, terms: Array) -> None:
    """Adds to the terms their means, and to the slopes by how much the loss grows with each output."""
    value, share = outputs.shape[1] - 1, 1.0 / rows.size
    likely = np.empty(table.legal.shape[1], np.float32)
    for k in range(rows.size):
        row, z, slope = rows[k], outputs[k], slopes[k]
        legal = table.legal[row, : table.counts[row]]
        above = odds_of(z, legal, likely)
        entropy, drift = 0.0, 0.0
        for j in range(legal.size):
            log = z[legal[j]] - above
            entropy -= likely[j] * log
            if pulls.magnet:
                drift += likely[j] * (log - table.magnet[row, j])
        action, gain = table.actions[row], table.gains[row]
        ratio = np.exp(z[action] - above - table.logs[row])
        free, bounded = gain * ratio, gain * min(max(ratio, 1.0 - pulls.clip), 1.0 + pulls.clip)
        push = 0.0 if free > bounded else free
        for j in range(legal.size):
            log = z[legal[j]] - above
            steep = push + pulls.entropy * (log + entropy)
            if pulls.magnet:
                steep += pulls.magnet * (log - table.magnet[row, j] - drift)
            slope[legal[j]] += likely[j] * steep * share
        slope[action] -= push * share
        if pulls.imitation and table.lessons[row] >= 0:
            terms[UNLIKE] += follow_lesson(z, table.lessons[row], pulls, share, legal, likely, above, slope)
        error = z[value] - table.returns[row]
        slope[value] += 2.0 * pulls.value * error * share
        terms[GAIN] -= min(free, bounded) * share
        terms[ERROR] += error * error * share
        terms[ENTROPY] += entropy * share
        terms[DRIFT] += drift * share
        terms[CLIPPED] += (abs(ratio - 1.0) > pulls.clip) * share
