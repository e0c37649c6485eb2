"""What the views of every game must do, in every variant; how its rules are run makes no difference to them."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from warzoo.envs import IllegalAction, UsageError
from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.gym import make_gym
from warzoo.envs.core.parallel import TurnParallelEnv
from warzoo.envs.core.sb3 import LearnerVecEnv
from warzoo.envs.core.vector import LearnerVectorEnv

from .games import any_configuration, any_game, at_most, forbidden, some_positions

WRONG_KINDS = (-1, 3.0, "0", None, True, np.float64(1), np.bool_(True), [1], np.array([1]), np.array(1.0), 1 << 70)


@any_configuration
def test_illegal_actions_are_refused_and_change_nothing(game, options):
    rng = np.random.default_rng(4)
    states = some_positions(game, options, 1000, rng)
    env = RawEnv(game, **options)
    env.reset(seed=1)
    for i in range(len(states)):
        env._states[:] = states[i]
        env._go_on(-1)
        before = env._states.tobytes()
        mask = env._masks[env._turn]
        masked = np.flatnonzero(mask == 0)
        tried = masked if i < 20 else rng.permutation(masked)[:3]
        for action in [*tried.tolist(), game.actions.size, *WRONG_KINDS]:
            with pytest.raises(IllegalAction, match=game.name):
                env.step(action)
        assert env._states.tobytes() == before


@any_configuration
def test_an_illegal_action_loses_in_env_and_wrong_kinds_are_errors(game, options):
    env = SafeEnv(game, **options)
    env.reset(seed=1)
    for action in (game.actions.size, *WRONG_KINDS):
        with pytest.raises(IllegalAction, match=game.name):
            env.step(action)
    action = forbidden(env)
    if action is None:
        return
    offender = env.agent_selection
    env.step(action)
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def play_on(env, seed):
    """Plays to the end; what was seen on the way."""
    rng, seen = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        observation, reward, over, cut_off, _ = env.last()
        seen.append((agent, reward, over, observation["observation"].tobytes()))
        env.step(None if over or cut_off else int(rng.choice(observation["action_mask"].nonzero()[0])))
    return seen


@any_configuration
@pytest.mark.parametrize("kind", [RawEnv, SafeEnv])
def test_copies_in_mid_game_play_on_alike_and_apart(game, options, kind):
    for seed in range(at_most(20, game, options, 4_000)):
        env = kind(game, **options)
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(int(rng.integers(1, 12))):
            if env._ended:
                break
            env.step(int(rng.choice(env.infos[env.agent_selection]["action_mask"].nonzero()[0])))
        twin, thawed = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
        loaded = kind(game, **options)
        loaded.load_state(env.save_state())
        before = [e.state().tobytes() for e in (twin, thawed, loaded)]
        course = play_on(env, seed)
        assert [e.state().tobytes() for e in (twin, thawed, loaded)] == before
        for other in (twin, thawed, loaded):
            assert play_on(other, seed) == course
            assert other._states.tobytes() == env._states.tobytes()


@any_configuration
def test_last_tells_of_the_agent_to_act_what_the_whole_view_tells(game, options):
    env, rng = RawEnv(game, **options), np.random.default_rng(11)
    env.reset(seed=11)
    for agent in env.agent_iter():
        seen, reward, over, cut_off, info = env.last()
        assert env.last(observe=False)[0] is None
        whole = env.observe(agent)
        assert all((seen[name] == whole[name]).all() for name in whole)
        assert (reward, over, cut_off) == (env._cumulative_rewards[agent], env.terminations[agent], False)
        assert info is env.infos[agent] is env.last()[4] and list(env.infos) == env.agents
        assert (info["action_mask"] == whole["action_mask"]).all()
        env.step(None if over else int(rng.choice(info["action_mask"].nonzero()[0])))


def arrays_in(thing):
    """Every array in what a view hands out."""
    if isinstance(thing, np.ndarray):
        yield thing
    elif isinstance(thing, dict | list | tuple):
        for part in thing.values() if isinstance(thing, dict) else thing:
            yield from arrays_in(part)


def handed_out(game, options):
    """For each view: what it hands out at reset and at a step, and the memory that it checks and plays with."""
    aec, parallel, single = (
        SafeEnv(game, **options),
        TurnParallelEnv(game, **options),
        make_gym(game, "random", **options),
    )
    batch, sb3 = LearnerVectorEnv(game, 3, "random", **options), LearnerVecEnv(game, 3, "random", **options)
    for env in (aec, parallel, single, batch, sb3):
        inner = getattr(env, "aec_env", env)
        for _ in range(2):
            given = [env.reset()]
            if inner in (aec, parallel.aec_env):
                given += [inner.infos, inner.last(), inner.observe(inner.agent_selection), env.state()]
                action = int(inner._masks[inner._turn].argmax())
                given.append(env.step(action if env is aec else {inner.agent_selection: action}))
                yield given, [inner._masks, inner._states, inner._record, inner._scale]
            else:
                masks = env.action_masks()
                given += [masks, env.step(masks.argmax(-1))]
                games = env._games
                yield given, [games.masks, games.states, games.records, games.scale, games.seats]


@any_configuration
def test_nothing_handed_out_is_memory_that_the_checker_or_a_kernel_reads(game, options):
    for given, kept in handed_out(game, options):
        arrays = list(arrays_in(given))
        assert arrays
        for array in arrays:
            assert not any(np.shares_memory(array, own) for own in kept)


@any_game
def test_a_mask_written_on_by_its_owner_lets_nothing_illegal_through(game):
    env = RawEnv(game)
    action = forbidden(env)
    if action is not None:
        for mask in arrays_in(env.infos):
            mask[:] = 1
        with pytest.raises(IllegalAction, match="not allowed"):
            env.step(action)


@any_configuration
@pytest.mark.parametrize("kind", [RawEnv, SafeEnv, TurnParallelEnv])
def test_a_mask_in_the_infos_alone_leaves_a_plain_box(game, options, kind):
    full, plain = kind(game, **options), kind(game, mask="info", **options)
    agent = full.possible_agents[0]
    assert plain.observation_space(agent) == full.observation_space(agent)["observation"]
    full.reset(seed=1), plain.reset(seed=1)
    inner, other = getattr(full, "aec_env", full), getattr(plain, "aec_env", plain)
    for _ in range(1_000):
        if inner._ended:
            break
        agent = full.agent_selection
        assert (other.observe(agent) == inner.observe(agent)["observation"]).all()
        assert (other.infos[agent]["action_mask"] == inner.observe(agent)["action_mask"]).all()
        assert (plain.state() == full.state()).all()
        action = int(other.infos[agent]["action_mask"].argmax())
        for env in (full, plain):
            env.step({agent: action} if kind is TurnParallelEnv else action)


@any_game
@pytest.mark.parametrize("mask", [None, "observations", "both", 1, ["info"]])
def test_a_mask_stands_in_the_observation_or_the_info(game, mask):
    for kind in (RawEnv, SafeEnv, TurnParallelEnv):
        with pytest.raises(UsageError, match="the mask stands in"):
            kind(game, mask=mask)


@any_configuration
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_who_is_not_to_act_may_do_one_thing_which_is_ignored(game, options, mask):
    env, lone = TurnParallelEnv(game, mask=mask, **options), TurnParallelEnv(game, **options)
    rng = np.random.default_rng(1)
    (seen, infos), (_, others) = env.reset(seed=1), lone.reset(seed=1)
    for _ in range(1_000):
        if not env.agents:
            break
        actor = env.agent_selection
        for agent in env.agents:
            allowed = infos[agent]["action_mask"]
            if mask == "observation":
                assert (seen[agent]["action_mask"] == allowed).all()
            if agent == actor:
                assert (allowed == env.position()[1][0]).all()
            else:
                assert allowed.nonzero()[0].tolist() == [0]
        action = int(rng.choice(infos[actor]["action_mask"].nonzero()[0]))
        idle = {agent: rng.choice([None, 0, game.actions.size - 1]) for agent in env.agents if agent != actor}
        seen, rewards, _, _, infos = env.step({**idle, actor: action})
        _, alone, _, _, others = lone.step({actor: action})
        assert rewards == alone and env.state().tobytes() == lone.state().tobytes()
    if not env.agents:
        for agent in env.possible_agents:
            assert infos[agent]["action_mask"].sum() == others[agent]["action_mask"].sum() == 1


@any_game
def test_what_is_no_action_or_no_agent_is_refused_by_the_parallel_view_and_changes_nothing(game):
    env = TurnParallelEnv(game)
    _, infos = env.reset(seed=1)
    actor, before = env.agent_selection, env.state().tobytes()
    action = int(infos[actor]["action_mask"].argmax())
    idle = next(agent for agent in env.agents if agent != actor)
    for wrong in (game.actions.size, *(kind for kind in WRONG_KINDS if kind is not None)):
        with pytest.raises(IllegalAction, match=game.name):
            env.step({actor: action, idle: wrong})
    for wrong in ({actor: action, "player_9": 0}, {actor: action, 0: 0}, {idle: 0}, {}, [action], None):
        with pytest.raises(UsageError):
            env.step(wrong)
    assert env.state().tobytes() == before and env.agent_selection == actor
