"""Every registered algorithm trains, resumes and leaves a checkpoint that plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from warzoo.envs import kuhn_poker
from warzoo.models.opponents import opponent
from warzoo.training.learning import algorithms, runs, speed
from warzoo.training.learning.settings import Settings
from warzoo.training.measuring.ladder import match

from .runner import TINY

GAME = kuhn_poker.GAME


@pytest.mark.parametrize("name", sorted(algorithms.ALGORITHMS))
def test_trains_resumes_and_plays(name: str, tmp_path: Path) -> None:
    settings = Settings(**{**TINY, "algorithm": name, "decisions": 8192, "opponents": "random", "batch_size": 128})
    runs.run(settings, tmp_path / "run", quiet=True)
    runs.resume(tmp_path / "run", decisions=12288, trust=algorithms.find(name).pickles, quiet=True)
    player = opponent(str(tmp_path / "run"), GAME)
    score = match(GAME, GAME.settings(), player, opponent("random", GAME), deals=2000, seed=1)
    assert score.mean - score.margin > 0.5


def test_who_imitates_the_strong_player_soon_plays_like_it(tmp_path: Path) -> None:
    pupil = {
        **TINY,
        "decisions": 8192,
        "pool_share": 0.0,
        "imitation": 5.0,
        "imitation_until": 1.0,
        "learning_rate": 0.01,
    }
    runs.run(Settings(**pupil), tmp_path / "run", quiet=True)
    player, strong = opponent(str(tmp_path / "run"), GAME), opponent("heuristic", GAME)
    states = GAME.deal(256, GAME.settings(), seed=2)
    (_, masks), rows, rng = GAME.look(states), np.arange(256), np.random.default_rng(0)
    assert (player.act(states, rows, masks, rng) == strong.act(states, rows, masks, rng)).mean() > 0.9


def test_imitation_fades_and_is_over_when_the_settings_say() -> None:
    settings = Settings(**TINY, imitation_until=0.4)
    model = algorithms.find("selfplay-ppo").build(GAME, [GAME.settings()], settings)
    weights = []
    for left in (1.0, 0.8, 0.6, 0.59, 0.0):
        model._current_progress_remaining = left
        weights.append(model.imitation_weight())
    assert weights == pytest.approx([0.5, 0.25, 0.0, 0.0, 0.0])


@pytest.mark.parametrize(("name", "heat"), [("selfplay-ppo", 1.0), ("dmc", 0.0)])
def test_past_selves_play_as_checkpoints_do(name: str, heat: float) -> None:
    settings, algorithm = Settings(**TINY), algorithms.find(name)
    model = algorithm.build(GAME, [GAME.settings()], settings)
    model.env.pool.add(algorithm.tensors(model, algorithms.network_of(GAME, settings)))
    assert [player.heat for player in model.env.pool.players] == [heat]


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


@pytest.mark.parametrize(("schedule", "halfway"), [("linear", 0.505e-2), ("geometric", 1e-3)])
def test_learning_rates_fall_as_asked(schedule: str, halfway: float) -> None:
    settings = Settings(game="kuhn_poker", learning_rate=1e-2, learning_rate_end=1e-4, schedule=schedule)
    rate = algorithms.falling(settings)
    assert [rate(left) for left in (1.0, 0.5, 0.0)] == pytest.approx([1e-2, halfway, 1e-4])


def test_ratios_never_reach_nothing() -> None:
    Settings(game="kuhn_poker", learning_rate_end=0)
    with pytest.raises(ValueError, match="learning_rate_end must be above 0"):
        Settings(game="kuhn_poker", learning_rate_end=0, schedule="geometric")


class Told(Settings):
    """Settings that remember which of them were asked for."""

    def __getattribute__(self, name: str) -> Any:
        if name in Settings.model_fields:
            ASKED.add(name)
        return super().__getattribute__(name)


ASKED: set[str] = set()
OF_EVERY_RUN = {"game", "options", "variants", "algorithm", "seed", "decisions", "minutes", "threads", "workers"}
OF_EVERY_RUN |= {"hidden", "rollout", "ladder", "ladder_deals", "ladder_every"}
OF_EVERY_RUN |= {"checkpoint_every", "checkpoints", "snapshot_every"}


@pytest.mark.parametrize("name", sorted(algorithms.ALGORITHMS))
def test_an_algorithm_makes_use_of_just_the_settings_that_it_does_not_disclaim(name: str) -> None:
    settings = Told(**{**TINY, "algorithm": name, "opponents": "random"})
    ASKED.clear()
    algorithms.find(name).build(GAME, [GAME.settings()], settings)
    assert set(Settings.model_fields) - OF_EVERY_RUN - set(algorithms.find(name).ignores) == ASKED - OF_EVERY_RUN


def test_settings_that_are_set_in_vain_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(**{**TINY, "algorithm": "nfsp", "decisions": 1024, "eta": 0.2, "magnet": 0.1})
    runs.run(settings, tmp_path / "run", quiet=True)
    unused = "magnet, imitation, pool_share, pool_bots, snapshots, snapshot_every"
    assert f"nfsp makes no use of {unused}\n" in capsys.readouterr().err
