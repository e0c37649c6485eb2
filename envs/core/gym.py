"""A game as a Gymnasium environment: one learner, the other seats taken by opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium

from .aec import RENDER_MODES
from .arguments import number
from .arrays import Flags, Masks, States
from .drawing import Drawing
from .errors import OutOfOrder, UsageError
from .game import Game, find
from .learner import LearnerGames, Player
from .raster import Window
from .spaces import Actions, observation_box


class LearnerEnv(gymnasium.Env[Any, Any]):
    """The learner's decisions as steps; `action_masks()` and the infos hold what it may do.

    `opponents` names one opponent for all other seats or one for each, clockwise; `seat` is the learner's, None
    draws it for every game. The reward is the game's payoff, on the last step.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        opponents: str | Player | Sequence[str | Player] = "heuristic",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise UsageError(f"there is no render mode {render_mode!r}; there is {', '.join(RENDER_MODES)}")
        self.game = find(game)
        self._games = LearnerGames(self.game, 1, opponents, seat, **options)
        self.render_mode = render_mode
        self.observation_space = observation_box(self.game)
        self.action_space = Actions(self.game.actions.size)
        self._window: Window | None = None
        self._running = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        if seed is not None:
            seed = number("a seed", seed, 0)
            self._games.seed(seed)
        super().reset(seed=seed)
        self._games.deal(self._games.everyone)
        self._running = True
        return self._games.observations()[0], self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._running:
            raise OutOfOrder("call reset() before step(), and after the end of a game")
        rewards, over = self._games.step([self.game.exists(action)])
        self._running = not over[0]
        if self.render_mode == "human":
            self.render()
        return self._games.observations()[0], float(rewards[0]), bool(over[0]), False, self._info()

    def action_masks(self) -> Flags:
        """What the learner may do now, as sb3-contrib asks for it."""
        return self._games.action_masks()[0]

    def position(self) -> tuple[States, Masks]:
        """A copy of the game's record and of the learner's mask, as opponents take them: a row each."""
        if not self._running:
            raise OutOfOrder("no game is running: call reset() first, and after the end of a game")
        return self._games.states.copy(), self._games.masks.copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._games.masks[0].copy(), "seat": int(self._games.seats[0])}

    def drawing(self) -> Drawing:
        """The table as the learner sees it."""
        self._games.ready()
        return self.game.drawing(self._games.states, int(self._games.seats[0]), going=self._running)

    def render(self) -> Any:
        if self.render_mode is None:
            raise UsageError(f"make the environment with a render_mode to render it: {', '.join(RENDER_MODES)}")
        if self.render_mode == "ansi":
            return self.drawing().ansi()
        if self.render_mode == "rgb_array":
            return self.drawing().pixels()
        if self._window is None:
            self._window = Window(self.game.title)
        self._window.show(self.drawing().pixels())
        return None

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window = None


def make_gym(game: str | Game, opponents: Any = "heuristic", seat: int | None = None, **options: Any) -> LearnerEnv:
    """The environment without the wrappers that `gymnasium.make` puts around it."""
    return LearnerEnv(game, opponents, seat, **options)
