"""The views of one learner: Gymnasium, its VectorEnv, and the VecEnv of Stable-Baselines3."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from warzoo.envs import IllegalAction, UsageError
from warzoo.envs.core.gym import make_gym
from warzoo.envs.core.sb3 import LearnerVecEnv
from warzoo.envs.core.vector import LearnerVectorEnv

from .games import any_configuration, any_game, random_actions, scaled


@any_configuration
def test_a_learner_sees_its_own_decisions_and_its_own_payoff(game, options):
    env = make_gym(game, "random", **options)
    rng = np.random.default_rng(1)
    seats, rewards = set(), []
    for seed in range(scaled(100)):
        observation, info = env.reset(seed=seed)
        seat, over = info["seat"], False
        seats.add(seat)
        while not over:
            assert env._games.states["turn"][0] == seat
            assert env.observation_space.contains(observation)
            assert (info["action_mask"].astype(bool) == env.action_masks()).all()
            action = rng.choice(info["action_mask"].nonzero()[0])
            observation, reward, over, cut_off, info = env.step(action)
            assert not cut_off and (over or reward == 0)
        rewards.append(reward)
    assert len(seats) == min(len(rewards), env._games.options.players)
    assert len(set(rewards)) > 1 or len(rewards) < 10


@any_configuration
@pytest.mark.parametrize("kind", [LearnerVectorEnv, LearnerVecEnv])
def test_a_batch_gives_every_learner_its_course(game, options, kind):
    """Rewards come with the end of a game only, and every game goes on after it."""
    count, steps = 16, scaled(300)
    env = kind(game, count, "random", **options)
    env.seed(3) if kind is LearnerVecEnv else env._games.seed(3)
    env.reset()
    rng, ends = np.random.default_rng(1), 0
    for _ in range(steps):
        masks = env.action_masks()
        assert masks.shape == (count, game.actions.size)
        _, rewards, over, *_ = env.step(random_actions(masks.astype(np.int8), rng))
        assert (rewards[~over] == 0).all()
        assert np.abs(rewards).max() <= 1
        ends += over.sum()
    assert ends > 0 or steps < 100


@any_game
def test_next_step_autoreset_deals_on_the_step_after_the_end(game):
    env = LearnerVectorEnv(game, 8, "random")
    env.reset(seed=1)
    rng, before = np.random.default_rng(1), np.zeros(8, bool)
    for _ in range(scaled(400)):
        observations, rewards, over, _, infos = env.step(random_actions(infos_or_masks(env), rng))
        assert (rewards[before] == 0).all() and not over[before].any()
        assert (infos["action_mask"][~over].any(1)).all()
        assert env.observation_space.contains(observations)
        before = over


def infos_or_masks(env):
    """The masks, with any action for a game that is over."""
    masks = env._games.masks.copy()
    masks[~masks.any(1), 0] = 1
    return masks


@any_game
def test_same_step_autoreset_keeps_the_last_view(game):
    env = LearnerVecEnv(game, 8, "random")
    env.seed(1)
    env.reset()
    rng, seen = np.random.default_rng(1), 0
    for _ in range(scaled(400)):
        observations, _, over, infos = env.step(random_actions(env.action_masks().astype(np.int8), rng))
        for row in np.flatnonzero(over):
            last = infos[row]["terminal_observation"]
            assert last.shape == observations[row].shape and (last != observations[row]).any()
            seen += 1
    assert seen or scaled(400) < 100


@any_game
def test_one_seed_gives_one_course(game):
    def course():
        env = LearnerVectorEnv(game, 4, "random")
        env.reset(seed=9)
        rng = np.random.default_rng(2)
        steps = [env.step(random_actions(infos_or_masks(env), rng)) for _ in range(scaled(150))]
        return [(obs.tobytes(), rewards.tobytes()) for obs, rewards, *_ in steps]

    assert course() == course()


@any_game
def test_sb3_contrib_finds_the_masks(game):
    env = LearnerVecEnv(game, 3, "random")
    env.reset()
    assert is_masking_supported(env)
    assert (get_action_masks(env) == env.action_masks()).all()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, n_epochs=1).learn(24)


@any_game
def test_what_the_mask_forbids_loses_and_what_is_no_action_is_an_error(game):
    env = make_gym(game, "random")
    _, info = env.reset(seed=1)
    for wrong in (-1, game.actions.size, 1.5, None, True):
        with pytest.raises(IllegalAction):
            env.step(wrong)
    if not info["action_mask"].all():
        _, reward, over, _, _ = env.step(int(info["action_mask"].argmin()))
        assert reward == -1 and over
    batch = LearnerVecEnv(game, 2, "random")
    batch.reset()
    for wrong in ([0], [0.5, 0.5], [0, 99999], [-1, 0]):
        with pytest.raises(IllegalAction):
            batch.step(np.array(wrong))


@any_game
def test_seats_and_opponents_are_checked(game):
    for keys, word in (
        ({"seat": 17}, "seat"),
        ({"opponents": ["random"] * 9}, "opponent"),
        ({"opponents": "hal"}, "hal"),
    ):
        with pytest.raises(UsageError, match=word):
            make_gym(game, **keys)
    with pytest.raises(UsageError, match="reset"):
        make_gym(game, "random").step(0)


@any_game
def test_a_fixed_seat_is_kept(game):
    env = make_gym(game, "random", seat=1)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}
