"""A game as a PettingZoo parallel environment: all agents hand in an action, that of the one to act counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from .aec import SafeEnv
from .arguments import number
from .arrays import Array, Floats, Masks, States
from .errors import OutOfOrder, UsageError, shown
from .game import Game

IGNORED = 0  # what an agent that is not to act may do
Dicts = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class TurnParallelEnv(ParallelEnv):  # type: ignore[misc]
    """One decision a step, that of `agent_selection`; `max_cycles` counts steps.

    The mask of every other agent has one entry, an action that is ignored: libraries draw one for each agent.
    """

    def __init__(
        self,
        game: Game,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        mask: str = "observation",
        **options: Any,
    ) -> None:
        self.game = game
        self.aec_env = SafeEnv(game, render_mode, mask=mask, **options)
        self.max_cycles = None if max_cycles is None else number("max_cycles", max_cycles, 1)
        self.metadata = self.aec_env.metadata
        self.render_mode = render_mode
        self.possible_agents = self.aec_env.possible_agents
        self.state_space = self.aec_env.state_space
        self.agents: list[str] = []

    @property
    def unwrapped(self) -> TurnParallelEnv:
        return self

    @property
    def agent_selection(self) -> str:
        """The agent to act."""
        return str(self.aec_env.agent_selection)

    def observation_space(self, agent: str) -> Any:
        return self.aec_env.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        return self.aec_env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.aec_env.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._steps = 0
        return self._seen()

    def step(self, actions: dict[str, Any]) -> Dicts:
        """Carries out the action of the agent to act; the others may hand in any action or none, it is ignored."""
        if not self.agents:
            raise OutOfOrder("call reset() before step(), and after the end of a game")
        agent = self.agent_selection
        if not isinstance(actions, Mapping) or agent not in actions:
            raise UsageError(f"{agent} is to act, but its action is missing; step() takes a dict of them all")
        for other, action in actions.items():
            if other not in self.agents:
                raise UsageError(f"there is no agent {shown(other)}; there is {', '.join(self.agents)}")
            if other != agent and action is not None:
                self.game.exists(action)
        self.aec_env.step(actions[agent])
        self._steps += 1
        env = self.aec_env
        cut_off = self.max_cycles is not None and self._steps >= self.max_cycles and not env.terminations[agent]
        terminations = dict(env.terminations)
        truncations = dict.fromkeys(self.agents, cut_off)
        observations, infos = self._seen()
        result = observations, dict(env.rewards), terminations, truncations, infos
        if cut_off or terminations[agent]:
            self.agents = []
        return result

    def _seen(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Observations and infos; a blank mask gets its one entry."""
        observations = {agent: self.aec_env.observe(agent) for agent in self.agents}
        infos = dict(self.aec_env.infos)
        for holder in (*infos.values(), *observations.values()):
            if isinstance(holder, dict) and not holder["action_mask"].any():
                holder["action_mask"][IGNORED] = 1
        return observations, infos

    def position(self) -> tuple[States, Masks]:
        """A copy of the game's record and of the mask of the agent to act, as opponents take them: a row each."""
        return self.aec_env.position()

    def view(self, agent: str | None = None) -> dict[str, Any]:
        """The table as plain data, as this agent may know it, with the moves it has; all hands open for None."""
        return self.aec_env.view(agent)

    def state(self) -> Floats:
        return self.aec_env.state()

    def render(self) -> str | Array | None:
        return self.aec_env.render()

    def close(self) -> None:
        self.aec_env.close()
