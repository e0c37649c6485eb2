"""On games small enough to be solved, self-play must come near an equilibrium; wrongly paid, it must not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from warzoo.models.opponents import opponent
from warzoo.training.learning import algorithms, runs
from warzoo.training.learning import settings as settings_of
from warzoo.training.learning.collector import END, Collector
from warzoo.training.learning.settings import Settings
from warzoo.training.measuring.exploit import Tree


def chips(tree: Tree, settings: Settings, folder: Path) -> float:
    """Exploitability of the trained policy, in chips a game."""
    runs.run(settings, folder / "run", quiet=True)
    trained = opponent(str(folder / "run"), tree.game)
    return tree.answers("trained", trained.odds).exploitability


def settings_for(tree: Tree) -> Settings:
    """Those of the game's file, for a shorter run; nobody looks at the ladder."""
    whole = settings_of.load(tree.game.name, ladder=[])
    return whole.changed(decisions=whole.decisions // 2)


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
    assert chips(kuhn, settings_for(kuhn), tmp_path) < 0.05


def test_leduc_poker_comes_near_an_equilibrium(leduc: Tree, tmp_path: Path) -> None:
    assert chips(leduc, settings_for(leduc), tmp_path) < 0.35


@pytest.mark.parametrize(("name", "bound"), [("kuhn", 0.05), pytest.param("leduc", 0.35, marks=pytest.mark.soak)])
def test_paid_the_tutorials_way_it_does_not(
    name: str, bound: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(algorithms, "Collector", Tutorial)
    tree: Tree = request.getfixturevalue(name)
    assert chips(tree, settings_for(tree).changed(entropy_alarm=0.0), tmp_path) > 3 * bound
