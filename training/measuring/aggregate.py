"""What several runs of an algorithm come to: the interquartile mean, with an interval by stratified bootstrap.

Both as rliable defines them: a quarter of all runs is left out at either end, and runs are drawn anew within each game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from warzoo.envs.core.arrays import Array

from .statistics import TAIL

RESAMPLES = 10_000


class Estimate(NamedTuple):
    """An interquartile mean and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float


def interquartile_mean(scores: Array) -> Array:
    """Over the last axis, of what is left without the lowest and the highest quarter, each rounded down."""
    count = scores.shape[-1]
    cut = count // 4
    mean: Array = np.sort(scores, axis=-1)[..., cut : count - cut].mean(axis=-1)
    return mean


def estimate(games: Sequence[Sequence[float]], seed: int = 0) -> Estimate:
    """Of all runs of all games together; each game's runs are resampled among themselves."""
    rng = np.random.default_rng(seed)
    runs = [np.array(scores, float) for scores in games if len(scores)]
    drawn = [scores[rng.integers(len(scores), size=(RESAMPLES, len(scores)))] for scores in runs]
    low, high = np.quantile(interquartile_mean(np.concatenate(drawn, axis=1)), (TAIL, 1 - TAIL))
    return Estimate(float(interquartile_mean(np.concatenate(runs))), float(low), float(high))
