"""Intervals and ratings, from shares of wins deal by deal: all uncertainty is that of the deals, by bootstrap."""

from __future__ import annotations

import numpy as np

from warzoo.envs.core.arrays import Array

RESAMPLES = 2000
TAIL = 0.025  # outside a 95 % interval, on either side
ELO = 400 / np.log(10)
STEPS, TINY = 200, 1e-9  # of the fit


def resample(scores: Array, seed: int = 0) -> Array:
    """Means of each row of `scores` over bootstrapped deals: [row, resample]."""
    rng = np.random.default_rng(seed)
    count = scores.shape[1]
    step = max(1, (1 << 22) // count)
    means = np.empty((len(scores), RESAMPLES))
    for start in range(0, RESAMPLES, step):
        n = min(step, RESAMPLES - start)
        drawn = rng.integers(count, size=(n, count)) + count * np.arange(n)[:, None]
        times = np.bincount(drawn.ravel(), minlength=n * count).reshape(n, count)
        means[:, start : start + n] = scores @ times.T / count
    return means


def interval(shares: Array) -> tuple[float, float]:
    """The 95 % interval of the mean, by bootstrap; a clean sweep gets the exact bound, which no resample can show."""
    low, high = bounds(shares)
    sweep = TAIL ** (1 / len(shares))
    if shares.min() == 1:
        low = sweep
    if shares.max() == 0:
        high = 1 - sweep
    return low, high


def bounds(values: Array) -> tuple[float, float]:
    """The ends of the 95 % interval of the mean, by bootstrap."""
    low, high = np.quantile(resample(values[None, :]), (TAIL, 1 - TAIL))
    return float(low), float(high)


def strengths(places: Array, shares: Array, entrants: int, seed: int) -> tuple[Array, Array, Array]:
    """Plackett-Luce strengths on the scale of Elo (Bradley-Terry with two sides), and the ends of their intervals.

    `places` says who sits where at each table, `shares` what each place won deal by deal; deals are resampled.
    """
    count, sides, deals = shares.shape
    drawn = resample(shares.reshape(count * sides, deals), seed).T.reshape(RESAMPLES, count, sides)
    won = np.concatenate([shares.mean(axis=2)[None], drawn])
    won = (won * deals + 1 / sides) / (deals + 1)  # one even game a table keeps the strength of a sweep finite
    found = ELO * fit(places, won, entrants)
    low, high = np.quantile(found[1:], (TAIL, 1 - TAIL), axis=0)
    return found[0], low, high


def fit(places: Array, won: Array, entrants: int) -> Array:
    """The strengths that explain each sample of shares best: [sample, entrant].

    Newton's method; a step of range r is cut to ln(1 + r), with which this convex loss is reached from any start.
    """
    sits = np.eye(entrants)[places]  # [table, place, entrant]
    strength = np.zeros((len(won), entrants))
    for _ in range(STEPS):
        chance = np.exp(strength[:, places])
        chance /= chance.sum(axis=2, keepdims=True)
        slope = np.einsum("ntp,tpe->ne", won - chance, sits)
        taken = np.einsum("ntp,tpe->nte", chance, sits)
        bend = np.eye(entrants) * taken.sum(axis=1)[:, None] - taken.swapaxes(1, 2) @ taken
        step = np.linalg.solve(bend + 1 / entrants, slope[..., None])[..., 0]  # added: the mean stays what it is
        spread = np.ptp(step, axis=1, keepdims=True)
        strength += step * np.log1p(spread) / np.maximum(spread, TINY)
        if spread.max() < TINY:
            break
    centred: Array = strength - strength.mean(axis=1, keepdims=True)
    return centred
