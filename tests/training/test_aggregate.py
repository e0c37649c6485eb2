"""The interquartile mean and its interval, against cases worked out by hand and another's formula."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from warzoo.training.measuring.aggregate import Estimate, estimate, interquartile_mean


@pytest.mark.parametrize(
    ("scores", "mean"),
    [
        ([3.0], 3.0),
        ([1.0, 2.0, 9.0], 4.0),  # a quarter of three is none
        ([9.0, 1.0, 2.0, 3.0], 2.5),
        ([100.0, 1.0, 2.0, 3.0, -100.0], 2.0),
        ([0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 50.0, 50.0, 50.0], 12.0),
    ],
)
def test_the_middle_half_counts(scores: list[float], mean: float) -> None:
    assert interquartile_mean(np.array(scores)) == pytest.approx(mean)


def test_it_is_the_trimmed_mean_that_rliable_takes() -> None:
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(3)
    for count in range(1, 40):
        scores = rng.normal(size=(4, count))
        assert interquartile_mean(scores) == pytest.approx(stats.trim_mean(scores, 0.25, axis=1))


def test_the_interval_of_two_runs_reaches_from_one_to_the_other() -> None:
    assert estimate([[0.2, 0.6]]) == pytest.approx(Estimate(0.4, 0.2, 0.6))


def test_the_ends_are_those_of_all_resamples_there_are() -> None:
    scores = np.array([0.1, 0.25, 0.4, 0.45, 0.8])
    everything = interquartile_mean(np.array(list(product(scores, repeat=5))))
    found = estimate([scores.tolist()])
    assert found.mean == pytest.approx((0.25 + 0.4 + 0.45) / 3)
    assert (found.low, found.high) == pytest.approx(np.quantile(everything, (0.025, 0.975)), abs=0.02)
    assert found.high - found.low > 0.3


def test_runs_are_drawn_within_their_game() -> None:
    """Between games there is no chance: four games whose runs agree leave nothing open."""
    assert estimate([[0.0] * 3, [0.2] * 3, [0.6] * 3, [1.0] * 3]) == pytest.approx(Estimate(0.4, 0.4, 0.4))
    apart = estimate([[0.0, 0.0], [0.4, 0.6], [1.0, 1.0]])
    assert (apart.low, apart.high) == pytest.approx((0.45, 0.55))


def test_games_may_have_different_numbers_of_runs() -> None:
    assert estimate([[0.5], [0.5, 0.5, 0.5], []]) == Estimate(0.5, 0.5, 0.5)


def test_the_same_runs_give_the_same_interval() -> None:
    scores = [np.random.default_rng(0).random(12).tolist()]
    assert estimate(scores) == estimate(scores) != estimate(scores, seed=1)
