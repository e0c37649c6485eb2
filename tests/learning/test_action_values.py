"""Deep Monte Carlo learns what actions are worth, neural fictitious self-play the average of those who know it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import kuhn_poker
import numpy as np
import pytest
from exploitability import Tree
from test_solved_games import SMALL

from warzoo.models import checkpoint
from warzoo.models.network import Shape, forward
from warzoo.training.learning import algorithms, runs
from warzoo.training.learning.collector import Collector
from warzoo.training.learning.dmc import mostly_best
from warzoo.training.learning.nfsp import Reservoir
from warzoo.training.learning.settings import Settings

PLAIN: dict[str, Any] = {**SMALL, "game": "kuhn_poker", "rollout": 4096, "batch_size": 512}
AGAINST_RANDOM = {"pool_share": 1.0, "pool_bots": ["random"], "epsilon": 0.5}
DMC = Settings(**{**PLAIN, **AGAINST_RANDOM, "algorithm": "dmc", "decisions": 200_000})
NFSP = Settings(**{**PLAIN, "algorithm": "nfsp", "decisions": 300_000, "epsilon": 0.1})
ERROR, BOUND = 0.1, 0.08  # of a value, as a share of the most that can be won; of exploitability, in chips


def error(tree: Tree, folder: Path) -> float:
    """The largest error among the action values of a policy that has learnt against random play."""
    runs.run(DMC, folder / "run", quiet=True)
    bot = checkpoint.bot(kuhn_poker.GAME, "trained", folder / "run")
    observations, masks = np.array(tree.observations, np.float32), np.array(tree.masks)
    told = forward(bot.layers, observations)
    logits = mostly_best(told, masks, DMC.epsilon)
    played = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    worst = 0.0
    for seat in (0, 1):
        own = np.unique([info for info, who in zip(tree.info, tree.seat, strict=True) if who == seat])
        table = np.full(played.shape, 0.5)
        table[own] = played[own]
        worst = max(worst, float(np.abs(told - tree.action_values(table, seat))[own].max()))
    return worst


def test_deep_monte_carlo_learns_what_actions_are_worth(kuhn: Tree, tmp_path: Path) -> None:
    assert error(kuhn, tmp_path) < ERROR


def test_paid_the_other_seats_result_it_does_not(kuhn: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Swapped(Collector):
        def pay(self, games: Any, results: Any) -> None:
            super().pay(games, results[:, ::-1].copy())

    monkeypatch.setattr(algorithms, "Collector", Swapped)
    assert error(kuhn, tmp_path) > 3 * ERROR


def test_the_best_is_played_save_for_epsilon() -> None:
    worth, masks = np.array([[0.3, 0.9, -0.5], [0.1, 0.2, -0.3]]), np.array([[1, 0, 1], [1, 1, 1]], np.int8)
    likely = np.exp(mostly_best(worth, masks, 0.3)) * masks
    likely /= likely.sum(1, keepdims=True)
    np.testing.assert_allclose(likely, [[0.85, 0.0, 0.15], [0.1, 0.8, 0.1]], atol=1e-6)


def chips(tree: Tree, folder: Path) -> float:
    runs.run(NFSP, folder / "run", quiet=True)
    policy = checkpoint.bot(kuhn_poker.GAME, "trained", folder / "run").probabilities
    return tree.exploitability(policy) * kuhn_poker.state.MOST_CHIPS


def test_fictitious_play_comes_near_an_equilibrium(kuhn: Tree, tmp_path: Path) -> None:
    assert chips(kuhn, tmp_path) < BOUND


def test_the_best_response_alone_does_not(kuhn: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = replace(algorithms.find("nfsp"), tensors=algorithms.tensors_of_ppo, plays="best")
    monkeypatch.setitem(algorithms.ALGORITHMS, "nfsp", alone)
    assert chips(kuhn, tmp_path) > 2 * BOUND


def test_every_choice_is_in_the_reservoir_as_likely_as_any_other() -> None:
    size, rounds, each = 50, 20, 100
    counts, shape = np.zeros(rounds), Shape(inputs=1, actions=2, hidden=[1], shared=True)
    for seed in range(40):
        luck, reservoir = np.random.default_rng(seed), Reservoir(size, shape)
        for k in range(rounds):
            new: Any = SimpleNamespace(
                observations=np.zeros((each, 1)), masks=np.ones((each, 2)), actions=np.full(each, k)
            )
            reservoir.add(new, np.ones(each, bool), luck)
        assert reservoir.held == size and reservoir.seen == rounds * each
        counts += np.bincount(reservoir.actions, minlength=rounds)
    assert counts.sum() == 40 * size
    assert ((counts - 40 * size / rounds) ** 2 / (40 * size / rounds)).sum() < 45  # chi-squared, 19 degrees: p < 0.001
