"""The pool: past selves with whims are the learner's own past but for what they like."""

from __future__ import annotations

from typing import Any

import numpy as np

from warzoo.envs import kuhn_poker
from warzoo.models.network import Shape
from warzoo.training.learning import algorithms
from warzoo.training.learning.frozen import Part
from warzoo.training.learning.league import Pool
from warzoo.training.learning.settings import Settings

GAME = kuhn_poker.GAME
SHAPE = Shape(inputs=GAME.observation.width(), actions=GAME.actions.size, hidden=[8], shared=True)
ZEROS = {name: np.zeros(size, np.float32) for name, size in SHAPE.tensors().items()}


def pool(whims: float, seed: int = 5) -> Pool:
    return Pool(GAME, SHAPE, [], snapshots=400, rivals=1, bot_share=1.0, seed=seed, whims=whims)


def likings(one: Pool) -> Any:
    return np.array([past["policy.bias"] for past in one.past])


def filled(whims: float, seed: int = 5) -> Pool:
    one = pool(whims, seed)
    for _ in range(400):
        one.add(ZEROS)
    return one


def test_without_whims_a_past_self_is_what_the_learner_was() -> None:
    one = filled(0.0)
    assert all((past[name] == ZEROS[name]).all() for past in one.past for name in ZEROS)


def test_whims_are_likings_for_actions_as_far_apart_as_is_said_and_nothing_else() -> None:
    one = filled(2.0)
    spread = likings(one).std(axis=1)
    assert abs(np.sqrt((likings(one) ** 2).mean()) - 2.0 / np.sqrt(3)) < 0.15  # the root mean square of 2 u
    assert spread.min() < 0.2 and spread.max() > 1.5
    assert not any(ZEROS["policy.bias"])
    assert all((past[name] == 0).all() for past in one.past for name in set(ZEROS) - {"policy.bias"})
    assert (one.players[7].tensors["policy.bias"] == one.past[7]["policy.bias"]).all()


def test_all_workers_give_the_same_whims_and_another_seed_gives_others() -> None:
    assert (likings(filled(2.0)) == likings(filled(2.0))).all()
    assert (likings(filled(2.0)) != likings(filled(2.0, seed=6))).any()


def test_whims_are_those_of_the_settings_but_for_action_values_which_they_would_drown() -> None:
    for name, whims in {"selfplay-ppo": 2.5, "dmc": 0.0}.items():
        settings = Settings(game="kuhn_poker", hidden=[8], games=8, whims=2.5)
        model = algorithms.find(name).build(GAME, [GAME.settings()], settings)
        assert model.env.pool.whims == whims


def test_a_resumed_pool_keeps_the_whims_it_had_and_goes_on_with_the_same_ones() -> None:
    one, again = filled(2.0), pool(2.0)
    again.thaw(Part(one.freeze(), "pool"))
    assert (likings(again) == likings(one)).all()
    one.add(ZEROS), again.add(ZEROS)
    assert (likings(again) == likings(one)).all()
