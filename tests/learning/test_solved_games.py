"""On games small enough to be solved, self-play must come near an equilibrium; wrongly paid, it must not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kuhn_poker
import leduc_poker
import numpy as np
import pytest
from exploitability import Tree

from warzoo.models import checkpoint
from warzoo.training.learning import algorithms, runs
from warzoo.training.learning.collector import END, Collector
from warzoo.training.learning.settings import Settings

SMALL = {
    "hidden": [64, 64],
    "games": 1024,
    "rollout": 8192,
    "batch_size": 1024,
    "learning_rate": 2e-3,
    "learning_rate_end": 1e-5,
    "ent_coef": 0.2,
    "magnet_pace": 0.02,
    "pool_share": 0.0,
    "snapshots": 0,
    "ladder": [],
    "threads": 1,
}
KUHN = Settings(game="kuhn_poker", decisions=1_500_000, ent_coef_end=0.03, magnet=0.3, **SMALL)
LEDUC = Settings(game="leduc_poker", decisions=2_200_000, ent_coef_end=0.08, magnet=0.2, **SMALL)


def chips(module: Any, tree: Tree, settings: Settings, folder: Path) -> float:
    """Exploitability of the trained policy, in chips a game."""
    runs.run(settings, folder / "run", quiet=True)
    policy = checkpoint.bot(module.GAME, "trained", folder / "run").probabilities
    return tree.exploitability(policy) * module.state.MOST_CHIPS


class Tutorial(Collector):
    """What the published recipe does: one sequence a game, whoever acts; only the last to act sees a result."""

    def join(self, games: Any, seats: Any) -> None:
        self.actor = getattr(self, "actor", np.zeros(self.num_envs, np.int64))
        self.actor[games] = seats
        super().join(games, np.zeros_like(seats))

    def pay(self, games: Any, results: Any) -> None:
        rows = self.latest[games, 0]
        self.after[rows] = END
        self.rewards[rows] = results[np.arange(len(games)), self.actor[games]]
        self.latest[games] = -1


def test_kuhn_poker_comes_near_an_equilibrium(kuhn: Tree, tmp_path: Path) -> None:
    assert chips(kuhn_poker, kuhn, KUHN, tmp_path) < 0.05


def test_leduc_poker_comes_near_an_equilibrium(leduc: Tree, tmp_path: Path) -> None:
    assert chips(leduc_poker, leduc, LEDUC, tmp_path) < 0.35


@pytest.mark.parametrize("name", ["kuhn", pytest.param("leduc", marks=pytest.mark.soak)])
def test_paid_the_tutorials_way_it_does_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(algorithms, "Collector", Tutorial)
    module, settings, bound = {"kuhn": (kuhn_poker, KUHN, 0.05), "leduc": (leduc_poker, LEDUC, 0.35)}[name]
    unwatched = settings.model_copy(update={"entropy_alarm": 0.0})
    assert chips(module, request.getfixturevalue(name), unwatched, tmp_path) > 3 * bound
