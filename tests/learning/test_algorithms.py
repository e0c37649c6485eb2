"""Every registered algorithm trains, resumes and leaves a checkpoint that plays."""

from __future__ import annotations

from pathlib import Path

import kuhn_poker
import numpy as np
import pytest
import torch
from runner import TINY

from warzoo.models.opponents import opponent
from warzoo.training.learning import algorithms, runs, speed
from warzoo.training.learning.settings import Settings
from warzoo.training.measuring.ladder import match

GAME = kuhn_poker.GAME


@pytest.mark.parametrize("name", sorted(algorithms.ALGORITHMS))
def test_trains_resumes_and_plays(name: str, tmp_path: Path) -> None:
    settings = Settings(**{**TINY, "algorithm": name, "decisions": 8192, "opponents": "random", "batch_size": 128})
    runs.run(settings, tmp_path / "run", quiet=True)
    runs.resume(tmp_path / "run", decisions=12288, trust=algorithms.find(name).pickles, quiet=True)
    player = opponent(str(tmp_path / "run"), GAME)
    score = match(GAME, GAME.settings(), player, opponent("random", GAME), deals=2000, seed=1)
    assert score.mean - score.margin > 0.5


def test_dqn_never_wants_what_is_not_legal() -> None:
    settings = Settings(**{**TINY, "algorithm": "dqn", "opponents": "random"})
    model = algorithms.find("dqn").build(GAME, [GAME.settings()], settings)
    observation = np.zeros((4, GAME.observation.width() + 2), np.float32)
    observation[:, -1] = 1.0
    model._last_obs = observation
    for start in (0, 10**9):  # by its values, and exploring
        assert (model._sample_action(start, n_envs=4)[0] == 1).all()
    values = model.q_net(torch.from_numpy(observation))
    assert (values.argmax(1) == 1).all()


def test_the_registry_takes_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(algorithms, "ALGORITHMS", dict(algorithms.ALGORITHMS))
    algorithms.register("mine", algorithms.ALGORITHMS["selfplay-ppo"])
    runs.run(Settings(**{**TINY, "algorithm": "mine", "decisions": 2048}), tmp_path / "run", quiet=True)
    assert opponent(str(tmp_path / "run"), GAME).name.endswith("run")


def test_the_shares_of_the_time_add_up() -> None:
    row = speed.measure(GAME, "selfplay-ppo", Settings(**TINY), 3)
    assert row.rate > 0 and 0.5 < row.games + row.network + row.update <= 1.01
