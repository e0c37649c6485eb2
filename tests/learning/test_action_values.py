"""Deep Monte Carlo learns what actions are worth, neural fictitious self-play the average of those who know it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from warzoo.models import checkpoint
from warzoo.models.network import Shape, forward
from warzoo.training.learning import algorithms, runs
from warzoo.training.learning import settings as settings_of
from warzoo.training.learning.collector import Collector
from warzoo.training.learning.dmc import mostly_best
from warzoo.training.learning.nfsp import Reservoir
from warzoo.training.measuring.exploit import Tree

from .test_solved_games import chips

PLAIN: dict[str, Any] = {"rollout": 4096, "batch_size": 512, "ent_coef_end": 0.01, "magnet": 0.05, "ladder": []}
AGAINST_RANDOM = {"pool_share": 1.0, "pool_bots": ["random"], "epsilon": 0.5}
DMC = settings_of.load("kuhn_poker", **PLAIN, **AGAINST_RANDOM, algorithm="dmc", decisions=200_000)
NFSP = settings_of.load("kuhn_poker", **PLAIN, algorithm="nfsp", decisions=300_000, epsilon=0.1)
ERROR, BOUND = 0.1, 0.08  # of a value, as a share of the most that can be won; of exploitability, in chips


def action_values(tree: Tree, table: Any, seat: int) -> Any:
    """Of each information set, the share of the most that each action wins this seat, if both go on by the table."""
    found: list[Any] = []
    value, moves = np.zeros(0), (np.zeros(0, np.int64),) * 2  # of the layer below, and what leads there
    for layer, odds, reach in reversed(list(zip(tree.layers, table, tree.reached(table, seat), strict=True))):
        worth, sums, total = np.zeros((len(layer.going), 2)), np.zeros(odds.shape), np.zeros((len(odds), 1))
        worth[moves] = value
        np.add.at(sums, layer.info, reach[:, None] * worth)
        np.add.at(total, layer.info, reach[:, None])
        found.append(sums / np.maximum(total, 1e-12))
        value, moves = layer.won / tree.most * (1 - 2 * seat), (layer.parent, layer.action)
        value[layer.going] = (odds[layer.info] * worth).sum(axis=1)
    return np.concatenate(found[::-1])


def error(tree: Tree, folder: Path) -> float:
    """The largest error among the action values of a policy that has learnt against random play."""
    runs.run(DMC, folder / "run", quiet=True)
    bot = checkpoint.bot(tree.game, "trained", folder / "run")
    states, masks = (np.concatenate([getattr(layer, name) for layer in tree.layers]) for name in ("states", "masks"))
    told = forward(bot.layers, (tree.game.look(states)[0] * tree.game.observation.scale()).astype(np.float32))
    logits = mostly_best(told, masks, DMC.epsilon)
    played = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    worst = 0.0
    for seat in (0, 1):
        own = states["turn"] == seat
        rows = np.where(own[:, None], played, 0.5)
        table = tree.table(lambda *_, rows=rows: rows)
        worst = max(worst, float(np.abs(told - action_values(tree, table, seat))[own].max()))
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


def test_fictitious_play_comes_near_an_equilibrium(kuhn: Tree, tmp_path: Path) -> None:
    assert chips(kuhn, NFSP, tmp_path) < BOUND


def test_the_best_response_alone_does_not(kuhn: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = replace(algorithms.find("nfsp"), tensors=algorithms.tensors_of_ppo, plays="best")
    monkeypatch.setitem(algorithms.ALGORITHMS, "nfsp", alone)
    assert chips(kuhn, NFSP, tmp_path) > 2 * BOUND


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
