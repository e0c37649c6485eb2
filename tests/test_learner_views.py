"""The views of one learner: Gymnasium, its VectorEnv, and the VecEnv of Stable-Baselines3."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from warzoo.envs import IllegalAction, UsageError
from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.gym import make_gym
from warzoo.envs.core.parallel import TurnParallelEnv
from warzoo.envs.core.sb3 import LearnerVecEnv
from warzoo.envs.core.vector import LearnerVectorEnv

from .games import any_configuration, any_game, at_most, each_game, length_of, random_actions, scaled


@any_configuration
def test_a_learner_sees_its_own_decisions_and_its_own_payoff(game, options):
    env = make_gym(game, "random", **options)
    rng = np.random.default_rng(1)
    seats, rewards = set(), []
    for seed in range(at_most(100, game, options, 80_000)):
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
    count = 16
    env = kind(game, count, "random", **options)
    lasting = 2 * length_of(game, options) / game.settings(**options).players  # of the learner's decisions
    steps = scaled(max(300, round(lasting)))
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


@each_game
@pytest.mark.parametrize("opponents", ["random", "heuristic"])
def test_equal_seeds_give_equal_games_whatever_the_batch(game, opponents):
    """The deal, the seat and the opponents' luck of a game come from its own seed."""

    def courses(seeds, as_number=None):
        env = LearnerVectorEnv(game, len(seeds), opponents)
        seen, infos = env.reset(seed=seeds if as_number is None else as_number)
        steps = [seen]
        for _ in range(scaled(100)):
            seen, rewards, _, _, infos = env.step(infos["action_mask"].argmax(axis=1))
            steps.append(np.column_stack([seen, rewards]))
        return [b"".join(step[row].tobytes() for step in steps) for row in range(len(seeds))]

    five, again, nine, five_more = courses([5, 5, 9, 5])
    assert five == again == five_more != nine
    assert courses((9, 5)) == courses(np.array([9, 5])) == [nine, five]
    assert courses([0, 0], as_number=8) == [*courses([8]), nine]


@each_game
def test_one_game_is_that_of_the_batch(game):
    single, batch = make_gym(game, "random"), LearnerVectorEnv(game, 2, "random")
    seen, infos = batch.reset(seed=[3, 7])
    alone, info = single.reset(seed=7)
    over = False
    while not over:
        assert (seen[1] == alone).all() and (infos["action_mask"][1] == info["action_mask"]).all()
        alone, _, over, _, info = single.step(info["action_mask"].argmax())
        seen, _, _, _, infos = batch.step(infos["action_mask"].argmax(axis=1))


@each_game
def test_make_vec_gives_the_fast_batch(game):
    env = gymnasium.make_vec(game.identity, num_envs=16, opponents="random", seat=1)
    assert isinstance(env, LearnerVectorEnv) and env.num_envs == 16
    seen, infos = env.reset(seed=7)
    assert env.observation_space.contains(seen)
    env.step(infos["action_mask"].argmax(axis=1))
    env.close()


@each_game
def test_sb3_contribs_documented_loop_runs(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make(game.identity, opponents="random")
        model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, n_epochs=1, seed=32)
        model.learn(16)
        obs, _ = env.reset(seed=1)
        terminated = False
        while not terminated:
            action_masks = get_action_masks(env)
            action, _states = model.predict(obs, action_masks=action_masks)
            obs, reward, terminated, _truncated, _info = env.step(action)
        assert abs(reward) <= 1


@each_game
@pytest.mark.parametrize(
    "as_kind", [int, np.int8, np.int64, np.uint16, np.array, torch.tensor], ids=lambda kind: kind.__name__
)
def test_step_takes_every_kind_of_whole_number(game, as_kind):
    aec, parallel, single, batch = SafeEnv(game), TurnParallelEnv(game), make_gym(game), LearnerVectorEnv(game, 1)
    for env in (RawEnv(game), aec, parallel, single, batch):
        env.reset(seed=1)
        masks = env.action_masks() if env in (single, batch) else env.position()[1]
        action = int(masks.reshape(-1)[:100].argmax())
        assert masks.reshape(-1)[action] and env.unwrapped is env
        given = as_kind(action)
        if env is parallel:
            env.step({parallel.aec_env.agent_selection: given})
        else:
            env.step([given] if env is batch else given)
        if env is aec:
            assert env.transcript().actions == [action] and not any(env.terminations.values())


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
