"""What others' test suites and libraries say of the views."""

from __future__ import annotations

import warnings
from types import SimpleNamespace

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from gymnasium.utils.env_checker import data_equivalence
from stable_baselines3.common.env_checker import check_env as sb3_check

from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.gym import make_gym
from warzoo.envs.core.parallel import TurnParallelEnv
from warzoo.envs.core.spaces import Actions

from .games import any_configuration, any_game, at_most, each_game, random_actions, scaled

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # on import it makes an environment the old way
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.state_test import state_test

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),  # it is a Dict, as with any mask
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),  # the same
]


@any_configuration
@pytest.mark.parametrize("kind", [RawEnv, SafeEnv])
def test_pettingzoo_accepts_the_aec_view(game, options, kind):
    api_test(kind(game, **options), num_cycles=scaled(1000))
    seed_test(lambda: kind(game, **options), num_cycles=scaled(500))


@any_configuration
def test_pettingzoo_accepts_the_parallel_view(game, options):
    parallel_api_test(TurnParallelEnv(game, **options), num_cycles=scaled(1000))


@any_configuration
def test_pettingzoo_accepts_state_and_rendering(game, options):
    state_test(SafeEnv(game, **options), TurnParallelEnv(game, **options), num_cycles=scaled(50))
    render_test(lambda render_mode: SafeEnv(game, render_mode, **options))


class Lawful(Actions):
    """PettingZoo's test of `max_cycles` draws without a mask: this draws what the environment allows."""

    def __init__(self, env, agent):
        super().__init__(env.game.actions.size, seed=1)
        self.env, self.agent = env, agent

    def sample(self, mask=None, probability=None):
        return super().sample(self.env.infos[self.agent]["action_mask"] if mask is None else mask, probability)


class Dealt(SafeEnv):
    """A game that is always dealt the same way, played with lawful draws."""

    def __init__(self, game, seed, max_cycles=None):
        super().__init__(game, max_cycles=max_cycles)
        self.action_spaces = {agent: Lawful(self, agent) for agent in self.possible_agents}
        self.deal_seed = seed

    def reset(self, seed=None, options=None):
        super().reset(self.deal_seed, options)


def decisions(env):
    """How often each agent acts until the game is over or cut off."""
    env.reset()
    counts = dict.fromkeys(env.possible_agents, 0)
    while not any((*env.truncations.values(), *env.terminations.values())):
        agent = env.agent_selection
        env.step(int(env.action_space(agent).sample()))
        counts[agent] += 1
    return list(counts.values())


@any_game
def test_max_cycles_cuts_a_game_off(game):
    """PettingZoo's test plays four cycles and supposes strict turns: it gets a deal in which agents take them."""
    if not any(min(decisions(Dealt(game, seed))) > 4 for seed in range(20)):
        pytest.skip("its games end before the fourth cycle does")
    seed = next(seed for seed in range(1000) if set(decisions(Dealt(game, seed, 4))) == {4})

    def parallel(max_cycles):
        env = TurnParallelEnv(game, max_cycles=max_cycles)
        env.aec_env = Dealt(game, seed)
        return env

    max_cycles_test(SimpleNamespace(env=lambda max_cycles: Dealt(game, seed, max_cycles), parallel_env=parallel))


@any_game
@pytest.mark.parametrize("max_cycles", [1, 3])
def test_max_cycles_counts_a_decision_for_each_agent(game, max_cycles):
    for seed in range(at_most(20, game, {}, 10_000)):
        whole = sum(decisions(Dealt(game, seed)))
        assert sum(decisions(Dealt(game, seed, max_cycles))) == min(whole, max_cycles * game.settings().players)


@any_configuration
def test_gymnasium_and_sb3_accept_the_learner_view(game, options):
    for opponents in ("random", "heuristic"):
        env = make_gym(game, opponents, **options)
        gymnasium_check(env, skip_render_check=True)
        sb3_check(env)


@each_game
def test_registries_make_every_view(game):
    assert str(pettingzoo.make("aec", game.identity)) == f"{game.name}_v{game.version}"
    assert pettingzoo.make("parallel", game.identity).possible_agents
    env = gymnasium.make(game.identity, opponents="random")
    env.reset(seed=1)
    assert env.get_wrapper_attr("action_masks")().any()


@any_configuration
def test_parallel_games_of_a_seed_are_the_same_to_the_end(game, options):
    """PettingZoo's own test of this looks at one step only."""
    one, two = TurnParallelEnv(game, **options), TurnParallelEnv(game, **options)
    for seed in range(at_most(100, game, options, 10_000)):
        seen_one, seen_two = one.reset(seed=seed), two.reset(seed=seed)
        draw = np.random.default_rng(seed)
        while one.agents:
            assert data_equivalence(seen_one, seen_two, exact=True)
            agent = one.aec_env.agent_selection
            moves = seen_one[0][agent]["action_mask"].nonzero()[0]
            action = {agent: int(draw.choice(moves))}
            np.random.seed(int(draw.integers(1 << 31)))
            seen_one = one.step(action)
            np.random.random(3)
            seen_two = two.step(action)
        assert not two.agents and data_equivalence(seen_one, seen_two, exact=True)


@pytest.mark.parametrize(
    ("kind", "mask"), [(SafeEnv, "observation"), (TurnParallelEnv, "observation"), (TurnParallelEnv, "info")]
)
@any_configuration
def test_torchrl_plays_full_games(game, options, kind, mask):
    """Its rollouts are slow: games that can be cut off early are."""
    cut = {"turn_cap": 20} if "turn_cap" in game.options.model_fields else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torchrl = pytest.importorskip("torchrl.envs.libs.pettingzoo")
        env = torchrl.PettingZooWrapper(kind(game, mask=mask, **options | cut), use_mask=True, group_map=None)
        for seed in range(at_most(3, game, options, 1_000)):
            env.set_seed(seed)
            rollout = env.rollout(game.longest, break_when_any_done=True)
            assert rollout["next", "done"].any()
            groups = [key for key in rollout["next"].keys() if (key, "reward") in rollout["next"].keys(True)]  # noqa: SIM118
            assert abs(sum(float(rollout["next", group, "reward"].sum()) for group in groups)) < 1e-5


WRAPPERS = {
    "frame_stack_v1": {"stack_size": 3},
    "pad_observations_v0": {},
    "pad_action_space_v0": {},
    "flatten_v0": {},
    "dtype_v0": {"dtype": np.float64},
    "agent_indicator_v0": {},
}


@pytest.mark.parametrize("wrapper", WRAPPERS)
@any_configuration
def test_supersuit_wraps_a_game_whose_mask_is_in_the_infos(game, options, wrapper):
    supersuit = pytest.importorskip("supersuit", reason="SuperSuit is not installed: pip install '.[judges]'")
    wrap = getattr(supersuit, wrapper)
    rng = np.random.default_rng(1)
    aec = wrap(SafeEnv(game, mask="info", **options), **WRAPPERS[wrapper])
    aec.reset(seed=1)
    for agent in aec.agent_iter():
        seen, _, over, _, info = aec.last()
        assert aec.observation_space(agent).contains(seen)
        aec.step(None if over else int(rng.choice(info["action_mask"].nonzero()[0])))
    parallel = wrap(TurnParallelEnv(game, mask="info", **options), **WRAPPERS[wrapper])
    seen, infos = parallel.reset(seed=1)
    while parallel.agents:
        actions = {agent: int(rng.choice(info["action_mask"].nonzero()[0])) for agent, info in infos.items()}
        seen, rewards, terminations, _, infos = parallel.step(actions)
        assert all(parallel.observation_space(agent).contains(numbers) for agent, numbers in seen.items())
    assert not aec.agents and all(terminations.values()) and abs(sum(rewards.values())) < 1e-9


@any_configuration
def test_agilerl_plays_full_games_under_the_masks(game, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        agilerl = pytest.importorskip(
            "agilerl.algorithms", reason="AgileRL is not installed: its tensordict is not the one of TorchRL"
        )
        env = TurnParallelEnv(game, mask="info", **options)
        agents = env.possible_agents
        spaces = [env.observation_space(agent) for agent in agents], [env.action_space(agent) for agent in agents]
        learner = agilerl.MATD3(*spaces, agent_ids=agents, device="cpu")
        seen, infos = env.reset(seed=1)
        while env.agents:
            actions, _ = learner.get_action(obs=seen, infos=infos)
            seen, rewards, *_, infos = env.step({agent: action[0] for agent, action in actions.items()})
    assert abs(sum(rewards.values())) < 1e-6


@any_configuration
def test_tianshou_plays_full_games(game, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tianshou = pytest.importorskip("tianshou.env.pettingzoo_env")
    env = tianshou.PettingZooEnv(SafeEnv(game, **options))
    rng = np.random.default_rng(1)
    for seed in range(scaled(5)):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            action = random_actions(np.array([seen["mask"]], np.int8), rng)[0]
            seen, rewards, over, cut_off, _ = env.step(int(action))
        assert not cut_off and abs(sum(rewards)) < 1e-6
