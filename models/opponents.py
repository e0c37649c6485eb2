"""Opponents: the one protocol every player but a person follows, and their names."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from warzoo.envs.core import kernels
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game

Array = np.ndarray[Any, Any]


class Opponent(ABC):
    """A player of one game, answering many games at once.

    `states` and `masks` hold a row for each game of a batch; `which` are the rows in which the seat to act asks.
    An opponent reads nothing of a state that `observe` would not show to that seat.
    """

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        self.name = name
        self.warnings: list[str] = []

    @abstractmethod
    def act(self, states: Array, which: Array, masks: Array, rng: np.random.Generator) -> Array:
        """A legal action for each of `which`, as int64."""

    def act_one(self, observation: Array, mask: Array) -> int:
        """A legal action from one observation (numbers in [0, 1]) and its mask, for programs without our states."""
        raise UsageError(f"{self.name} plays from a game's state, not from a bare observation; use random or a network")


class RandomBot(Opponent):
    """Each legal action equally likely."""

    def act(self, states: Array, which: Array, masks: Array, rng: np.random.Generator) -> Array:
        actions: Array = kernels.random_moves(which, masks, rng.integers(1 << 32, size=len(which), dtype=np.uint64))
        return actions

    def act_one(self, observation: Array, mask: Array) -> int:
        return int(np.random.default_rng().choice(np.flatnonzero(mask)))


class HandWritten(Opponent):
    """The game's own greedy bot or its heuristic."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        self.clever = name == "heuristic"

    def act(self, states: Array, which: Array, masks: Array, rng: np.random.Generator) -> Array:
        actions = np.empty(len(which), np.int64)
        kernels.bot_moves(states, which, masks, self.clever, actions)
        return actions


Maker = Callable[[Game, str], Opponent]
KINDS: dict[str, Maker] = {"random": RandomBot, "greedy": HandWritten, "heuristic": HandWritten}


def _from_zoo(game: Game, spec: str) -> Opponent:
    from . import checkpoint

    return checkpoint.from_zoo(game, spec)


KINDS["zoo"] = _from_zoo


def _search(game: Game, spec: str) -> Opponent:
    from . import search

    return search.from_spec(game, spec)


KINDS["flat"] = KINDS["mcts"] = _search


def opponent(spec: str, game: Game) -> Opponent:
    """The opponent that a spec string names: `random`, `heuristic`, `zoo:standard`, or a checkpoint's path."""
    kind = spec.split(":", 1)[0]
    if kind in KINDS:
        return KINDS[kind](game, spec)
    if "/" in spec or os.sep in spec or Path(spec).is_dir():
        from . import checkpoint

        return checkpoint.from_path(game, spec)
    raise UsageError(f"there is no opponent {spec!r}; there is {', '.join(KINDS)}, or the path of a checkpoint")
