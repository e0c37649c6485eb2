"""Intervals and ratings, from shares of wins deal by deal: all uncertainty is that of the deals, by bootstrap."""

from __future__ import annotations

import numpy as np

from warzoo.models.opponents import Array

RESAMPLES = 2000
TAIL = 0.025  # outside a 95 % interval, on either side
ELO = 400 / np.log(10)


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
    low, high = np.quantile(resample(shares[None, :]), (TAIL, 1 - TAIL))
    sweep = TAIL ** (1 / len(shares))
    if shares.min() == 1:
        low = sweep
    if shares.max() == 0:
        high = 1 - sweep
    return float(low), float(high)


def strengths(places: Array, shares: Array, entrants: int, seed: int) -> tuple[Array, Array, Array]:
    """Plackett-Luce strengths on the scale of Elo (Bradley-Terry with two seats), and the ends of their intervals.

    `places` says who sits where at each table, `shares` what each place won deal by deal; deals are resampled.
    """
    count, seats, deals = shares.shape
    drawn = resample(shares.reshape(count * seats, deals), seed).T.reshape(RESAMPLES, count, seats)
    won = np.concatenate([shares.mean(axis=2)[None], drawn])
    won = (won * deals + 1 / seats) / (deals + 1)  # one even game a table keeps the strength of a sweep finite
    found = ELO * fit(places, won, entrants)
    low, high = np.quantile(found[1:], (TAIL, 1 - TAIL), axis=0)
    return found[0], low, high


def fit(places: Array, won: Array, entrants: int) -> Array:
    """The strengths that explain each sample of shares best, in one convex problem: [sample, entrant]."""
    import torch

    index = torch.from_numpy(places)
    target = torch.from_numpy(won)
    strength = torch.zeros((len(won), entrants), dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([strength], max_iter=200, tolerance_grad=1e-9, line_search_fn="strong_wolfe")

    def loss() -> float:
        optimiser.zero_grad()
        missed = -(target * torch.log_softmax(strength[:, index], dim=2)).sum()
        missed.backward()  # type: ignore[no-untyped-call]
        return missed.item()

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    found: Array = (strength - strength.mean(dim=1, keepdim=True)).detach().numpy()
    return found
