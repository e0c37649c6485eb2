"""A game as RLlib's MultiAgentEnv, for its new API stack: `PPOConfig().environment(TurnMultiAgentEnv, env_config=...)`.

An observation is a Dict whose keys are those of RLlib's `ActionMaskingRLModule`. Imported by nobody else, for it needs
RLlib: `pip install 'ray[rllib]'`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from .aec import SafeEnv
from .arrays import Array
from .errors import OutOfOrder, UsageError, shown
from .game import find
from .spaces import observation_space

Seen = dict[str, dict[str, Array]]


class TurnMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]  # untyped library
    """One decision a step, that of the only agent that has been shown something; an illegal one loses.

    `config` is RLlib's env_config: the name of the `game`, its options, `render_mode` and `max_cycles`. When the game
    ends, every agent is shown the table and gets its payoff.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__()
        if not isinstance(config, Mapping) or "game" not in config or "mask" in config:
            raise UsageError(
                "env_config holds a game, by its name, and its options; the mask stands in what is observed"
            )
        game = find(config["game"])
        self.aec_env = SafeEnv(**{**config, "game": game})
        self.metadata = dict(self.aec_env.metadata)
        self.render_mode = self.aec_env.render_mode
        self.possible_agents = self.aec_env.possible_agents[:]
        self.agents = self.possible_agents[:]
        self.action_spaces = self.aec_env.action_spaces
        self.observation_spaces = {agent: spaces.Dict(renamed(observation_space(game))) for agent in self.agents}

    @property
    def agent_selection(self) -> str:
        """The agent to act."""
        return str(self.aec_env.agent_selection)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, dict[str, Any]]]:
        self.aec_env.reset(seed, options)
        return self._seen([self.agent_selection]), {}

    def step(
        self, action_dict: Mapping[str, Any]
    ) -> tuple[Seen, dict[str, float], dict[str, bool], dict[str, bool], Any]:
        env, agent = self.aec_env, self.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            raise OutOfOrder("call reset() before step(), and after the end of a game")
        if not isinstance(action_dict, Mapping) or list(action_dict) != [agent]:
            raise UsageError(
                f"{agent} is to act, and nobody else: step() takes a dict of its action, not {shown(action_dict)}"
            )
        env.step(action_dict[agent])
        over, cut_off = env.terminations[agent], env.truncations[agent]
        shown_to = self.agents if over or cut_off else [self.agent_selection]
        rewards = {agent: env.rewards[agent] for agent in shown_to}
        return self._seen(shown_to), rewards, flags(shown_to, over), flags(shown_to, cut_off), {}

    def _seen(self, agents: Iterable[str]) -> Seen:
        return {agent: renamed(self.aec_env.observe(agent)) for agent in agents}

    def render(self) -> str | Array | None:
        return self.aec_env.render()

    def close(self) -> None:
        self.aec_env.close()


def renamed(seen: Mapping[str, Any]) -> dict[str, Any]:
    """An observation, or the space of one, by the keys of RLlib's module."""
    return {"observations": seen["observation"], "action_mask": seen["action_mask"]}


def flags(agents: Iterable[str], value: bool) -> dict[str, bool]:
    """The same for each of them, and for all."""
    return dict.fromkeys([*agents, "__all__"], value)
