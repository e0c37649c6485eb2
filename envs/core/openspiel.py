"""Games small enough to be solved, as OpenSpiel's algorithms take them: its solvers, and its judgement of policies.

A chance node picks the deal; after it the decisions are ours. What a seat may know is an information state, so that
these are as distinct as observations are; returns are in the game's own unit. Imported by nobody else, for it needs
OpenSpiel: `pip install 'warzoo[bench]'`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from . import kernels
from .data import observed
from .game import Game, find
from .text import agent_name

ONE = np.zeros(1, np.int64)
SEATS = 2
DEALER, NOBODY = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class SmallGame(pyspiel.Game):  # type: ignore[misc]  # untyped library
    """A game by OpenSpiel's names."""

    def __init__(self, game: str | Game) -> None:
        self.game = find(game)
        self.most = float(self.game.solvable().most)
        self.roots = self.game.roots()
        kind = pyspiel.GameType(
            short_name=f"warzoo_{self.game.name}",
            long_name=self.game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=SEATS,
            min_num_players=SEATS,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions.size,
            max_chance_outcomes=len(self.roots),
            num_players=SEATS,
            min_utility=-self.most,
            max_utility=self.most,
            utility_sum=0.0,
            max_game_length=self.game.longest,
        )
        super().__init__(kind, facts, {})

    def new_initial_state(self) -> SmallState:
        return SmallState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.game)


class SmallState(pyspiel.State):  # type: ignore[misc]  # untyped library
    """One game; before the deal, every position that it may come to."""

    def __init__(self, game: SmallGame) -> None:
        super().__init__(game)
        self.game, self.most, self.states = game.game, game.most, game.roots
        self.player = DEALER

    def current_player(self) -> int:
        return self.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / len(self.states)) for deal in range(len(self.states))]

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = np.flatnonzero(self.game.mask(self.states)).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if self.player == DEALER:
            self.states = self.states[[action]]
        else:
            kernels.play(self.states, ONE, np.array([action]))
        s = self.states[0]
        self.player = NOBODY if s.over else int(s.turn)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == DEALER else self.game.text.describe(action)

    def is_terminal(self) -> bool:
        return self.player == NOBODY

    def returns(self) -> list[float]:
        if self.player != NOBODY:
            return [0.0] * SEATS
        won: list[float] = (self.game.payoffs(self.states)[0] * self.most).tolist()
        return won

    def __str__(self) -> str:
        return "before the deal" if self.player == DEALER else self.game.text.draw(self.states[0], None).ansi()


class Observer:
    """What a seat may know, as a row of numbers in [0, 1] and as words; it holds all that is worth remembering."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tensor = np.zeros(game.observation.width(), np.float32)
        ends = np.cumsum([int(np.prod(field.shape)) for field in game.observation.fields.values()])
        parts = zip(game.observation.fields.items(), np.split(self.tensor, ends[:-1]), strict=True)
        self.dict = {name: part.reshape(field.shape) for (name, field), part in parts}

    def set_from(self, state: SmallState, player: int) -> None:
        self.tensor.fill(0)
        if state.player != DEALER:
            for name, numbers in observed(self.game, state.states, player).items():
                self.dict[name][...] = numbers
            self.tensor *= self.game.observation.scale()

    def string_from(self, state: SmallState, player: int) -> str:
        seen = "" if state.player == DEALER else observed(self.game, state.states, player)
        return f"{agent_name(player)} {seen}"
