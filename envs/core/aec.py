"""A game as a PettingZoo AEC environment.

`RawEnv` refuses an illegal action with an error. `SafeEnv` adds what PettingZoo's three standard wrappers
promise, inside the class: an action that the mask forbids ends the game for the offender, and calls in the wrong
order are named errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable

from . import data, kernels, snapshot
from .arguments import number, sequence
from .arrays import Array, Floats, Masks, States
from .drawing import Drawing
from .errors import OutOfOrder, UsageError, shown
from .game import Game
from .learner import ILLEGAL_REWARD
from .luck import seeds
from .raster import Window
from .spaces import Actions, observation_box, observation_space
from .transcript import Transcript

RenderMode = Literal["ansi", "rgb_array", "human"]
MaskPlace = Literal["observation", "info"]
RENDER_MODES = list(get_args(RenderMode))
MASK_PLACES = get_args(MaskPlace)
AFTER_RESET = {
    "agents",
    "num_agents",
    "agent_selection",
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "_cumulative_rewards",
}
AFTER_RESET |= {"num_agents", "_cycle_end", "_ended", "_infos", "_masks", "_states", "_transcript", "_turn"}
NUMBERS = (int, np.int64)


class RawEnv(AECEnv):  # type: ignore[misc]
    """One game; every array and dict handed out is fresh, so that what a caller keeps never changes.

    The mask of an agent's actions stands in its info, and in its observation, a Dict, unless `mask="info"`: then the
    observation is a plain Box.
    """

    def __init__(
        self,
        game: Game,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        mask: str = "observation",
        **options: Any,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise UsageError(f"there is no render mode {render_mode!r}; there is {', '.join(RENDER_MODES)}")
        if mask not in MASK_PLACES:
            raise UsageError(f"the mask stands in the {' or the '.join(MASK_PLACES)}, not in {shown(mask)}")
        self.game = game
        self.options = game.settings(**options)
        self.render_mode = render_mode
        self.max_cycles = None if max_cycles is None else number("max_cycles", max_cycles, 1)
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = game.agents(self.options.players)
        self._plain = mask == "info"
        self._actions = game.actions.size
        seen = observation_box if self._plain else observation_space
        self.observation_spaces = {agent: seen(game) for agent in self.possible_agents}
        self.action_spaces = {agent: Actions(game.actions.size) for agent in self.possible_agents}
        self.state_space = observation_box(game, self.options.players)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._states: States
        self._infos: dict[str, dict[str, Any]]
        self._window: Window | None = None
        self._ready_buffers()

    def _ready_buffers(self) -> None:
        self._record = self.game.observation.zeros(1)
        self._flat = self.game.flat(self._record)[0]
        self._scale = self.game.observation.scale()

    def observation_space(self, agent: str) -> Any:
        try:
            return self.observation_spaces[agent]
        except (KeyError, TypeError):
            raise self._stranger(agent) from None

    def action_space(self, agent: str) -> Any:
        try:
            return self.action_spaces[agent]
        except (KeyError, TypeError):
            raise self._stranger(agent) from None

    def _seat_of(self, agent: Any) -> int:
        try:
            return self._seat[agent]
        except (KeyError, TypeError):
            raise self._stranger(agent) from None

    def _stranger(self, agent: Any) -> UsageError:
        """The error for an agent that there is not."""
        return UsageError(f"there is no agent {shown(agent)}; there is {', '.join(self.possible_agents)}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; without a seed, from the luck that the last one left.

        `options` is there for the API alone: a game's options are given when the environment is made.
        """
        if seed is not None or "_states" not in self.__dict__:
            luck = seeds(sequence(seed), 1)
            self._states = self.game.blank(1, self.options)
            self._states["rng"] = luck
            self._masks = np.zeros((self.options.players, self._actions), np.int8)
        self._transcript = Transcript(self.game, self.options, int(self._states["rng"][0]))
        self.game.deal_again(self._states)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._cycle_end = self.max_cycles * len(self.agents) if self.max_cycles else self.game.longest + 1
        self._ended = False
        self._go_on(-1)

    def step(self, action: Any) -> None:
        if self._ended:
            self._leave(action)
            return
        if type(action) not in NUMBERS or not 0 <= action < self._actions or not self._masks[self._turn, action]:
            action = self.game.check(action, self._masks[self._turn])
        self._transcript.actions.append(int(action))
        self._go_on(action)
        if self.render_mode == "human":
            self.render()

    def _leave(self, action: Any) -> None:
        """The step of an agent whose game is over."""
        if not self.agents:
            raise OutOfOrder("the game is over and every agent has stepped: call reset() for a new one")
        if action is not None:
            raise OutOfOrder(f"the game is over: the only action left to {self.agent_selection} is None")
        self._was_dead_step(None)

    def _go_on(self, action: int) -> None:
        self._infos = {}
        turn = kernels.advance(self._states, 0, action, self._masks)
        if turn >= 0:
            self._turn = turn
            self.agent_selection = self.agents[turn]
            if len(self._transcript.actions) >= self._cycle_end:
                self._end(self.rewards, truncated=True)
        else:
            results = np.empty((1, len(self.agents)))
            kernels.payoffs(self._states, ZEROTH, results)
            self._end(dict(zip(self.agents, results[0].tolist(), strict=True)))

    def _end(self, rewards: dict[str, float], truncated: bool = False) -> None:
        """Every seat learns its result on the ending step."""
        self._ended = True
        self._masks[:] = 0
        self._infos = {}
        self.rewards = dict(rewards)
        self._cumulative_rewards = dict(rewards)
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.agent_selection = self.agents[0]

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The mask of every agent, blank for those not to act; copied when first asked for after a step."""
        if len(self._infos) < len(self.agents):
            self._infos = {agent: self._info(agent) for agent in self.agents}
        return self._infos

    def _info(self, agent: str) -> dict[str, Any]:
        if agent not in self._infos:
            self._infos[agent] = {"action_mask": self._masks[self._seat[agent]].copy()}
        return self._infos[agent]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """As PettingZoo has it, but the infos of the other agents are not made for it."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        over, cut_off = self.terminations[agent], self.truncations[agent]
        return seen, self._cumulative_rewards[agent], over, cut_off, self._info(agent)

    def observe(self, agent: str) -> Any:
        """What this agent may know, and the mask of its actions: blank unless it is to act."""
        try:
            seat = self._seat[agent]
        except (KeyError, TypeError):
            raise self._stranger(agent) from None
        numbers = np.empty(self._scale.size, np.float32)
        kernels.view(self._states, 0, seat, self._record, self._flat, self._scale, numbers)
        return numbers if self._plain else {"observation": numbers, "action_mask": self._masks[seat].copy()}

    def state(self) -> Floats:
        """Everything: the observations of all seats, one after the other."""
        seen = [self.observe(agent) for agent in self.possible_agents]
        return np.concatenate(seen if self._plain else [numbers["observation"] for numbers in seen])

    def position(self) -> tuple[States, Masks]:
        """A copy of the game's record and of the mask of the seat to act, as opponents take them: a row each."""
        if self._ended:
            raise OutOfOrder("the game is over: call reset() for a new one")
        return self._states.copy(), self._masks[[self._turn]]

    def view(self, agent: str | None = None) -> dict[str, Any]:
        """The table as plain data, as this agent may know it, with the moves it has; all hands open for None."""
        seat = None if agent is None else self._seat_of(agent)
        happened = self._transcript.heard(seat)
        return data.view(self.game, self.options, self._states, seat, happened, going=not self._ended)

    def describe_action(self, action: int) -> str:
        """An action in words."""
        return self.game.text.describe(self.game.exists(action))

    def parse_action(self, words: str) -> int:
        """The action that these words describe."""
        return self.game.parse(words)

    def action_table(self) -> list[tuple[int, str]]:
        """Every action with its words."""
        return [(action, self.describe_action(action)) for action in range(self.game.actions.size)]

    def drawing(self, seat: int | None = None) -> Drawing:
        """The table as a seat sees it, with what has changed since its last move; all hands open for None."""
        seen_from = None if seat is None else number("a seat", seat, 0, len(self.possible_agents) - 1)
        return self.game.drawing(
            self._states, seen_from, going=not self._ended, before=self._transcript.before(seen_from)
        )

    def render(self) -> str | Array | None:
        """The table with all hands open, as text or image, or in a window."""
        if self.render_mode is None:
            raise UsageError(f"make the environment with a render_mode to render it: {', '.join(RENDER_MODES)}")
        drawing = self.drawing()
        if self.render_mode == "ansi":
            return drawing.ansi()
        if self.render_mode == "rgb_array":
            return drawing.pixels()
        if self._window is None:
            self._window = Window(self.game.title)
        self._window.show(drawing.pixels())
        return None

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window = None

    def transcript(self) -> Transcript:
        """The game so far, to print or to write to a replay file."""
        return self._transcript.copy()

    def save_state(self) -> bytes:
        """The whole environment in mid-game, for `load_state` of an environment of the same game and version."""
        return snapshot.pack(self.game, self.options, self._states, self._progress())

    def load_state(self, data: bytes) -> None:
        """Goes back to what `save_state` returned; anything else is refused and changes nothing."""
        options, states, progress = snapshot.unpack(self.game, data)
        if options != self.options:
            raise UsageError(f"this state has the options {options!r}, the environment has {self.options!r}")
        self._transcript = Transcript(self.game, options, progress.luck, progress.actions)
        self._states = states
        self._turn = int(states["turn"][0])
        self._cycle_end, self._ended = progress.cycle_end, progress.ended
        self.agents, self.agent_selection = progress.agents, progress.agent_selection
        self.rewards, self._cumulative_rewards = progress.rewards, progress.cumulative
        self.terminations, self.truncations = progress.terminations, progress.truncations
        self._skip_agent_selection = None
        self._masks = np.zeros((self.options.players, self._actions), np.int8)
        if not self._ended:
            kernels.advance(self._states, 0, -1, self._masks)
        self._infos = {}

    def _progress(self) -> snapshot.Progress:
        return snapshot.Progress(
            luck=self._transcript.luck,
            actions=self._transcript.actions,
            cycle_end=self._cycle_end,
            ended=self._ended,
            agents=self.agents,
            agent_selection=self.agent_selection,
            rewards=self.rewards,
            cumulative=self._cumulative_rewards,
            terminations=self.terminations,
            truncations=self.truncations,
        )

    def __getstate__(self) -> dict[str, Any]:
        """All but the buffers, which share memory, and an open window."""
        return {k: v for k, v in self.__dict__.items() if k not in ("_window", "_record", "_flat", "_scale")}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values, _window=None)
        self._ready_buffers()

    def __getattr__(self, name: str) -> Any:
        if name in AFTER_RESET:
            raise OutOfOrder(f"nothing is dealt before reset(): call reset() first, then look at {name.lstrip('_')}")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")


ZEROTH = np.zeros(1, np.int64)


class SafeEnv(RawEnv):
    """A game that ends with -1 for who takes an action that the mask forbids."""

    def step(self, action: Any) -> None:
        if not self._ended and self._forbidden(action):
            rewards = dict.fromkeys(self.agents, 0.0)
            rewards[self.agent_selection] = ILLEGAL_REWARD
            self._end(rewards)
        else:
            super().step(action)
        self._stepped = True

    def _forbidden(self, action: Any) -> bool:
        """An action that exists but that the mask does not allow; raises for one that does not exist."""
        if type(action) not in NUMBERS or not 0 <= action < self._actions:
            action = self.game.exists(action)
        return not self._masks[self._turn, action]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self._stepped = True

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        return _Turns(self, max_iter if self.agents else 0)


class _Turns(AECIterable):  # type: ignore[misc]
    """The acting agents one by one; forgetting to step in between is an error."""

    def __iter__(self) -> Iterator[str]:
        env = self.env
        env._stepped = True
        for _ in range(self.max_iter):
            if not env.agents:
                return
            if not env._stepped:
                raise OutOfOrder("call step() or reset() once for every agent that agent_iter() gives")
            env._stepped = False
            yield env.agent_selection
