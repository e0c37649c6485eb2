"""The view for RLlib: what its own checker says, what it is played by, and a learner of RLlib on it."""

from __future__ import annotations

import copy
import pickle
import re
import warnings

import numpy as np
import pytest

from warzoo.envs import IllegalAction, OutOfOrder, UsageError
from warzoo.envs.core.aec import SafeEnv

from .games import GAMES, any_configuration, any_game, at_most, forbidden
from .test_docs import ROOT

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pytest.importorskip(
        "ray.rllib.env.multi_agent_env",
        reason="RLlib is not installed: pip install '.[ray,judges]'",
        exc_type=ImportError,
    )
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

    from warzoo.envs.core.rllib import TurnMultiAgentEnv


def made(game, options):
    return TurnMultiAgentEnv({"game": game.name, **options})


@any_configuration
def test_rllib_accepts_the_view(game, options):
    check_multiagent_environments(made(game, options))


@any_configuration
def test_one_agent_acts_at_a_time_and_all_are_paid_as_in_the_aec_view(game, options):
    env, aec = made(game, options), SafeEnv(game, **options)
    assert env.agents == env.possible_agents == aec.possible_agents
    rng = np.random.default_rng(1)
    for seed in range(at_most(5, game, options, 3_000)):
        aec.reset(seed=seed)
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            agent = aec.agent_selection
            assert list(seen) == [agent] == [env.agent_selection]
            there = aec.observe(agent)
            assert env.get_observation_space(agent).contains(seen[agent])
            assert (seen[agent]["observations"] == there["observation"]).all()
            assert (seen[agent]["action_mask"] == there["action_mask"]).all()
            action = rng.choice(there["action_mask"].nonzero()[0])
            aec.step(action)
            seen, rewards, terminateds, truncateds, infos = env.step({agent: action})
            over = terminateds["__all__"]
            assert not any(truncateds.values()) and infos == {}
            if not over:
                assert list(rewards.values()) == [0.0] and list(rewards) == list(seen)
        assert rewards == aec.rewards and list(rewards) == list(seen) == env.possible_agents
        assert terminateds == dict.fromkeys([*env.possible_agents, "__all__"], True)


@any_game
def test_a_game_that_is_cut_off_is_truncated(game):
    env = TurnMultiAgentEnv({"game": game.name, "max_cycles": 1})
    seen, _ = env.reset(seed=1)
    ended = False
    while not ended:
        [(agent, one)] = seen.items()
        seen, _, terminateds, truncateds, _ = env.step({agent: int(one["action_mask"].argmax())})
        ended = terminateds["__all__"] or truncateds["__all__"]
    assert truncateds["__all__"] != terminateds["__all__"] and list(seen) == env.possible_agents


@any_game
def test_an_illegal_action_loses(game):
    env = made(game, {})
    action = forbidden(env.aec_env)
    if action is None:
        pytest.skip("nothing is ever forbidden")
    agent = env.agent_selection
    _, rewards, terminateds, _, _ = env.step({agent: action})
    assert terminateds["__all__"] and rewards == {one: -1.0 if one == agent else 0.0 for one in env.agents}


@any_game
def test_copies_play_on_by_themselves_and_what_is_shown_is_fresh(game):
    env = made(game, {})
    seen, _ = env.reset(seed=1)
    [(agent, one)] = seen.items()
    action = int(one["action_mask"].argmax())
    one["action_mask"][:] = 0
    others = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    [after, *rest] = [each.step({agent: action}) for each in (env, *others)]
    assert all(str(each) == str(after) for each in rest)


def mistakes(env):
    game = GAMES[0].name
    for config in ({}, None, "cards_of_war", {"game": game, "mask": "info"}):
        yield lambda config=config: TurnMultiAgentEnv(config), UsageError, "env_config holds a game"
    for odd in ({"colour": 3}, {"render_mode": "smell"}, {"max_cycles": 0}):
        yield lambda odd=odd: TurnMultiAgentEnv({"game": game, **odd}), UsageError, "."
    yield lambda: TurnMultiAgentEnv({"game": "chess"}), UsageError, "there is no game 'chess'"
    fresh = TurnMultiAgentEnv({"game": game})
    for call in (lambda: fresh.step({"player_0": 0}), fresh.render, lambda: fresh.agent_selection):
        yield call, UsageError, r"reset\(\)|render_mode"
    for odd in (0, {}, None, {"player_1": 0}, {"player_0": 0, "player_1": 0}):
        yield lambda odd=odd: env.step(odd), UsageError, "player_0 is to act, and nobody else"
    for odd in (-1, 1.5, "0", True, None, 10**9):
        yield lambda odd=odd: env.step({"player_0": odd}), IllegalAction, "."


def test_wrong_use_is_one_sentence():
    env = made(GAMES[0], {})
    env.reset(seed=1)
    assert env.agent_selection == "player_0"
    before = env.aec_env.state().tobytes()
    for call, kind, words in mistakes(env):
        with pytest.raises(kind, match=words) as refused:
            call()
        assert "\n" not in str(refused.value)
    assert env.aec_env.state().tobytes() == before
    while not env.aec_env.terminations["player_0"]:
        env.step({env.agent_selection: int(env.aec_env.position()[1][0].argmax())})
    with pytest.raises(OutOfOrder, match=r"reset\(\)"):
        env.step({"player_0": 0})


def test_it_is_drawn_like_the_others():
    env = TurnMultiAgentEnv({"game": GAMES[0].name, "render_mode": "ansi"})
    env.reset(seed=1)
    assert env.render() == env.aec_env.drawing().ansi()
    env.close()


class Counting(TurnMultiAgentEnv):
    """Notes what was played where something was forbidden."""

    played = []

    def step(self, action_dict):
        mask = self.aec_env.position()[1][0]
        if not mask.all():
            self.played.append(mask[action_dict[self.agent_selection]])
        return super().step(action_dict)


def test_rllib_learns_under_its_masking_module_as_documented(monkeypatch):
    """The configuration is that of the page."""
    import ray

    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "rllib.md").read_text(), re.S)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setattr(Counting, "played", [])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        namespace = {}
        exec(code, namespace)
        config = namespace["config"].copy(copy_frozen=False)
        config.environment(Counting, disable_env_checking=True)  # the checker draws without a mask
        config.training(train_batch_size_per_learner=256, minibatch_size=128, num_epochs=1)
        ray.init("local", num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        try:
            algorithm = config.build_algo()
            learnt = algorithm.train()["learners"]["everyone"]
            algorithm.stop()
        finally:
            ray.shutdown()
    assert len(Counting.played) > 50 and all(Counting.played)
    assert np.isfinite(learnt["total_loss"]) and learnt["entropy"] > 0
