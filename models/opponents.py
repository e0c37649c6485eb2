"""Opponents: the one protocol every player but a person follows, and their names."""

from __future__ import annotations

import os
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, final

import numpy as np

from warzoo.envs.core import data, kernels
from warzoo.envs.core.arrays import Array, Masks, Rows, States, Words
from warzoo.envs.core.errors import IllegalAction, UsageError, shown
from warzoo.envs.core.game import Game, Options
from warzoo.envs.core.luck import S32

FIRST = np.zeros(1, np.int64)
GUIDED = "+mcts:"  # stands between a trained policy and the playouts that it guides
PACKAGE = __name__.rpartition(".")[0]


class OpponentWarning(UserWarning):
    """What a person who names an opponent should know of it."""


class Opponent(ABC):
    """A player of one game, answering many games at once.

    `states` and `masks` hold a row for each game of a batch; `which` are the rows in which the seat to act asks.
    An opponent reads nothing of a state that `observe` would not show to that seat. A new one says in `answer`, and
    perhaps in `answer_one`, what it does; who asks calls `act`, `act_one` or `choose`, which check both sides.
    """

    reads_copies: ClassVar[bool]  # of the games that ask; the package's own, which write into none, read the games

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        for name in ("act", "act_one", "choose"):
            if getattr(cls, name) is not getattr(Opponent, name):
                raise TypeError(
                    f"{cls.__name__} says what it does in `answer` or `answer_one`: `{name}` only checks it"
                )
        cls.reads_copies = not str(cls.answer.__module__).startswith(f"{PACKAGE}.")

    def __init__(self, game: Game, name: str) -> None:
        self.game = game
        self.name = name
        self.luck = np.random.default_rng()  # of `act_one` and `choose`
        self.warnings: list[str] = []
        self.variants: list[dict[str, Any]] = []  # the options it was made for; none said: any

    @abstractmethod
    def answer(self, states: States, which: Rows, masks: Masks, words: Words) -> Array:
        """A legal action for each of `which`, from its row and its own 64-bit word of luck alone."""

    def answer_one(self, numbers: Array, mask: Array) -> int:
        """A legal action from one observation and its mask."""
        raise UsageError(f"{self.name} plays from a game's state, not from a bare observation; use random or a network")

    def odds(self, states: States, masks: Masks) -> Array:
        """How likely each action is in every row, where that is known without playing."""
        raise UsageError(f"{self.name} does not tell how likely its actions are, as {', '.join(BOTS)} and networks do")

    @final
    def act(self, states: States, which: Rows, masks: Masks, luck: np.random.Generator | Words) -> Array:
        """A legal action for each of `which`, as int64; `luck` is a generator, or a 64-bit word for each of them."""
        which = self._askers(states, which, masks)
        if isinstance(luck, np.random.Generator):
            luck = luck.integers(1 << 64, size=len(which), dtype=np.uint64)
        if self.reads_copies:
            answers = self.answer(states[which], np.arange(len(which)), masks[which], luck)
        else:
            answers = self.answer(states, which, masks, luck)
        return self._lawful(answers, which, masks)

    @final
    def act_one(self, observation: Any, mask: Any) -> int:
        """A legal action from one observation and its mask, for programs without our states.

        The observation is a row of numbers in [0, 1], or whole numbers by its parts' names, as in a view's data.
        """
        if isinstance(observation, Mapping):
            observation = data.numbers(self.game, observation)
        numbers = self._row("an observation", observation, self.game.observation.width(), "fiu", "numbers")
        allowed = self._row("a mask", mask, self.game.actions.size, "biu", "whole numbers").astype(np.int8)
        if not allowed.any():
            raise UsageError("this mask allows nothing: ask only a seat that is to act")
        actions = np.array([self.answer_one(numbers.astype(np.float32), allowed)])
        return int(self._lawful(actions, FIRST, allowed[None])[0])

    @final
    def choose(self, env: Any) -> int:
        """A legal action for the seat to act in an AEC, parallel or Gymnasium view, which stays as it is, or for the
        seat whose view is handed in as data."""
        if isinstance(env, Mapping):
            return self.act_one(*data.asked(self.game, env))
        view = getattr(env, "unwrapped", env)
        if not hasattr(view, "position"):
            raise UsageError(f"choose() takes an AEC, parallel or Gymnasium environment, or a view, not {shown(env)}")
        if view.game is not self.game:
            raise UsageError(f"{self.name} plays {self.game.name}, but this environment is one of {view.game.name}")
        states, masks = view.position()
        return int(self.act(states, FIRST, masks, self.luck)[0])

    def _askers(self, states: States, which: Rows, masks: Masks) -> Array:
        """The rows that ask, or a sentence about what was handed in."""
        if getattr(states, "dtype", None) != self.game.state.dtype or states.ndim != 1:
            raise UsageError(f"{self.name} plays {self.game.name}: hand in an array of its states, not {shown(states)}")
        if getattr(masks, "dtype", None) != np.int8 or masks.shape != (len(states), self.game.actions.size):
            raise UsageError(f"{len(states)} games take an int8 array of so many masks, one a row, not {shown(masks)}")
        rows = np.asarray(which)
        if rows.ndim != 1 or rows.dtype.kind not in "iu":
            raise UsageError(f"the games that ask are an array of their numbers, not {shown(which)}")
        rows = rows.astype(np.int64, copy=False)
        k = kernels.first_unasked(rows, masks)
        if k >= 0:
            raise UsageError(f"game {rows[k]} of {len(states)} is not there or its mask allows nothing")
        return rows

    def _lawful(self, actions: Any, which: Rows, masks: Masks) -> Array:
        """What was answered, or a sentence that names the opponent."""
        if getattr(actions, "shape", None) != which.shape or actions.dtype.kind not in "iu":
            raise IllegalAction(
                f"the opponent {self.name} must answer {len(which)} games with an array of {len(which)} "
                f"whole numbers, not {shown(actions)}"
            )
        checked: Array = actions.astype(np.int64, copy=False)
        k = kernels.first_illegal(which, masks, checked)
        if k >= 0:
            try:
                self.game.check(checked[k], masks[which[k]])
            except IllegalAction as error:
                raise IllegalAction(f"the opponent {self.name} answered wrongly: {error}") from None
        return checked

    def _row(self, what: str, given: Any, width: int, kinds: str, named: str) -> Array:
        """So many numbers from 0 to 1, of one of these kinds, and what these are called."""
        try:
            row = np.asarray(given)
        except (TypeError, ValueError, RuntimeError):
            row = np.empty(0)
        wanted = f"{what} of {self.game.name} is {width} {named} from 0 to 1"
        if row.shape != (width,) or row.dtype.kind not in kinds:
            raise UsageError(f"{wanted}, not {shown(given)}")
        for k in np.flatnonzero(~((row >= 0) & (row <= 1))):
            raise UsageError(f"{wanted}, but number {k} is {row[k]}")
        return row

    def strange(self, table: Options) -> list[str]:
        """What this table has that the opponent was not made for, compared with the variant nearest to it."""
        here = table.model_dump(mode="json")
        apart = [{k: v for k, v in here.items() if variant.get(k, v) != v} for variant in self.variants]
        if not all(apart) or not apart:
            return []
        nearest = min(range(len(apart)), key=lambda k: len(apart[k]))
        known = ", ".join(f"{name}={self.variants[nearest][name]}" for name in apart[nearest])
        return [f"trained with {known}, not with {', '.join(f'{k}={v}' for k, v in apart[nearest].items())} as here"]


class RandomBot(Opponent):
    """Each legal action equally likely."""

    def answer(self, states: States, which: Rows, masks: Masks, words: Words) -> Array:
        actions: Array = kernels.random_moves(which, masks, words >> S32)
        return actions

    def answer_one(self, numbers: Array, mask: Array) -> int:
        return int(self.luck.choice(np.flatnonzero(mask)))

    def odds(self, states: States, masks: Masks) -> Array:
        odds: Array = masks / masks.sum(axis=1, keepdims=True)
        return odds


class HandWritten(Opponent):
    """The game's own greedy bot or its heuristic."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        self.clever = name == "heuristic"

    def answer(self, states: States, which: Rows, masks: Masks, words: Words) -> Array:
        actions = np.empty(len(which), np.int64)
        kernels.bot_moves(states, which, masks, self.clever, actions)
        return actions

    def odds(self, states: States, masks: Masks) -> Array:
        everyone = np.arange(len(states))
        return np.eye(self.game.actions.size)[self.answer(states, everyone, masks, np.zeros(len(states), np.uint64))]


ABOUT = {
    "random": "each legal action equally likely",
    "greedy": "the game's simple bot: most points now",
    "heuristic": "the game's hand-written bot",
    "flat:200": "flat Monte Carlo, 200 playouts shared over the legal actions",
    "mcts:1000": "information-set tree search, 1000 playouts",
    "zoo:standard+mcts:200": "a trained policy that looks ahead, 200 playouts; so does any checkpoint",
    "engine:COMMAND": "a program of any language that answers in lines of JSON",
    "runs/first": "the newest checkpoint of a training run, or the folder of any checkpoint",
}
Maker = Callable[[Game, str], Opponent]
BOTS: dict[str, Maker] = {"random": RandomBot, "greedy": HandWritten, "heuristic": HandWritten}


def _from_zoo(game: Game, spec: str) -> Opponent:
    from . import checkpoint

    return checkpoint.from_zoo(game, spec)


def _from_path(game: Game, spec: str) -> Opponent:
    from . import checkpoint

    return checkpoint.from_path(game, spec)


def _search(game: Game, spec: str) -> Opponent:
    from . import search

    return search.from_spec(game, spec)


def _engine(game: Game, spec: str) -> Opponent:
    from . import foreign

    return foreign.EngineBot(game, spec)


def _guided(game: Game, spec: str) -> Opponent:
    from . import guided

    return guided.from_spec(game, spec)


KINDS: dict[str, Maker] = {"zoo": _from_zoo, "flat": _search, "mcts": _search, "engine": _engine}


def opponent(spec: str | Opponent, game: Game, *tables: Options) -> Opponent:
    """The opponent that a spec string names: `random`, `heuristic`, `zoo:standard`, or a checkpoint's path.

    What should be known of it, at these tables if any are named, is said as an `OpponentWarning`.
    """
    found = named(spec, game)
    for words in dict.fromkeys([*found.warnings, *(words for table in tables for words in found.strange(table))]):
        warnings.warn(f"{found.name}: {words}", OpponentWarning, stacklevel=2)
    return found


def named(spec: str | Opponent, game: Game) -> Opponent:
    """The opponent itself, or the one of this name."""
    if isinstance(spec, Opponent):
        if spec.game.state.dtype != game.state.dtype:
            raise UsageError(f"the opponent {spec.name} plays {spec.game.name}, not {game.name}")
        return spec
    if not isinstance(spec, str):
        raise UsageError(f"an opponent is a name such as {', '.join(BOTS)}, or an Opponent, not {shown(spec)}")
    if spec in BOTS:
        return BOTS[spec](game, spec)
    kind = spec.partition(":")[0]
    if GUIDED in spec and kind != "engine":
        return _guided(game, spec)
    if kind in KINDS:
        return KINDS[kind](game, spec)
    try:
        if "/" in spec or os.sep in spec or (spec and Path(spec).is_dir()):
            return _from_path(game, spec)
    except OSError as error:  # a path too long, a folder that may not be read
        raise UsageError(f"the opponent {shown(spec)} cannot be read: {error.strerror}") from None
    known = ", ".join([*BOTS, "zoo:NAME", "flat:N", "mcts:N", f"zoo:NAME{GUIDED}N", "engine:COMMAND"])
    raise UsageError(f"there is no opponent {shown(spec)}; there is {known}, or the path of a checkpoint")
