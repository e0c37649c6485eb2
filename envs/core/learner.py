"""Many games with one learner each: its decisions surface, everybody else's are answered in batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from . import kernels
from .arguments import number, sequence
from .arrays import Array, Masks, Rows, States, Words
from .errors import IllegalAction, OutOfOrder, UsageError, shown
from .game import Game, Options
from .luck import S32, seeds

ILLEGAL_REWARD = -1.0
MOST_GAMES = 1 << 16


class Player(Protocol):
    """What a seat needs: a legal action for each of `which`; see `warzoo.models.opponents`."""

    def act(self, states: States, which: Rows, masks: Masks, luck: np.random.Generator | Words) -> Array: ...


def player(spec: Any, game: Game, table: Options) -> Player:
    """A player, checked, or the one a string names; the strings belong to the models, which are loaded only here."""
    from warzoo.models.opponents import opponent

    return opponent(spec, game, table)


def seated(opponents: str | Player | Sequence[str | Player], game: Game, table: Options) -> list[Player]:
    """The other players of a table, by their distance from the learner."""
    count = table.players - 1
    specs = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
    if len(specs) not in (1, count):
        raise UsageError(f"{count + 1} players need one opponent for all or {count} of them, not {len(specs)}")
    keys = [spec if isinstance(spec, str) else id(spec) for spec in specs]
    distinct = {key: player(spec, game, table) for key, spec in zip(keys, specs, strict=True)}  # each answers in one go
    return [distinct[keys[k % len(keys)]] for k in range(count)]


class LearnerGames:
    """`count` games; in each one seat is the learner's, fixed or drawn anew for every game."""

    def __init__(
        self,
        game: Game,
        count: int,
        opponents: str | Player | Sequence[str | Player] = "heuristic",
        seat: int | None = None,
        **options: Any,
    ) -> None:
        self.game = game
        self.options = game.settings(**options)
        self.count = number("num_envs", count, 1, MOST_GAMES)
        players = self.options.players
        self.seat = None if seat is None else number("the learner's seat", seat, 0, players - 1)
        self.others = seated(opponents, game, self.options)
        self.dealt = False
        self.seats = np.zeros(self.count, np.int8)
        self.states = game.blank(self.count, self.options)
        self.records = game.observation.zeros(self.count)
        self.masks = np.zeros((self.count, game.actions.size), np.int8)
        self.scale = game.observation.scale()
        self.everyone = np.arange(self.count)
        self.seed(None)

    def seed(self, seed: Any) -> None:
        """Starts luck anew, that of the deals, of the seats and of the opponents: each game's from its own seed.

        A number counts up from game to game, None draws them all.
        """
        if isinstance(seed, list | tuple) or (isinstance(seed, np.ndarray) and seed.ndim):
            sequences = [sequence(one) for one in seed]
        elif seed is None:
            sequences = sequence(None).spawn(self.count)
        else:
            sequences = [sequence(number("a seed", seed, 0) + i) for i in range(self.count)]
        if len(sequences) != self.count:
            raise UsageError(f"{self.count} games take a seed for each, or one number, not {len(sequences)} seeds")
        words = np.array([seeds(one, 2) for one in sequences])
        self.states["rng"], self.dice = words[:, 0], words[:, 1].copy()

    def deal(self, which: Rows) -> None:
        """New games in these rows, played up to the learner's first decision."""
        self.dealt = True
        while len(which):
            self.game.deal_again(self.states, which)
            if self.seat is None:
                lots = kernels.draw_words(self.dice, which) >> S32
                self.seats[which] = lots * np.uint64(self.options.players) >> S32
            else:
                self.seats[which] = self.seat
            self.answer(which)
            which = which[self.states["over"][which] != 0]  # over before the learner was asked: dealt again

    def ready(self) -> None:
        """An error before the first deal."""
        if not self.dealt:
            raise OutOfOrder("no game is dealt before reset(): call reset() first")

    def answer(self, which: Rows) -> None:
        """Plays these games on until the learner is to act or they are over, and looks at them."""
        players = self.options.players
        pending = which
        while True:
            kernels.look(self.states, pending, self.records, self.masks)
            away = (self.states["turn"][pending] - self.seats[pending]) % players
            waiting = (away != 0) & (self.states["over"][pending] == 0)
            pending, away = pending[waiting], away[waiting]
            if len(pending) == 0:
                break
            for other in {id(o): o for o in self.others}.values():
                rows = pending[[self.others[k - 1] is other for k in away]]
                if len(rows):
                    words = kernels.draw_words(self.dice, rows)
                    kernels.play(self.states, rows, other.act(self.states, rows, self.masks, words))

    def step(self, actions: Any) -> tuple[Array, Array]:
        """Carries out the learner's action in every game; returns rewards and which games are over now."""
        return self.step_some(self.everyone, actions)

    def step_some(self, which: Rows, actions: Any) -> tuple[Array, Array]:
        """The same for some games; `actions` has an entry for every game. What the mask forbids loses the game."""
        chosen = self.well_formed(actions)[which]
        forbidden = self.masks[which, chosen] == 0
        fine = which[~forbidden]
        kernels.play(self.states, fine, chosen[~forbidden])
        self.answer(fine)
        over = forbidden | (self.states["over"][which] != 0)
        results = np.empty((len(which), self.options.players))
        kernels.payoffs(self.states, which, results)
        mine = np.where(forbidden, ILLEGAL_REWARD, results[np.arange(len(which)), self.seats[which]])
        return np.where(over, mine, 0.0).astype(np.float32), over

    def well_formed(self, actions: Any) -> Array:
        """The actions as an array of existing ones, or an error for the first that is none; no game has moved then."""
        self.ready()
        array = np.asarray(actions)
        if array.shape != (self.count,) or array.dtype.kind not in "iu":
            raise IllegalAction(f"{self.count} games take {self.count} whole numbers, not {shown(actions)}")
        for action in array[(array < 0) | (array >= self.game.actions.size)]:
            self.game.exists(action)
        return array.astype(np.int64)

    def observations(self) -> Array:
        """Fresh observations of the learners' seats, numbers in [0, 1]."""
        return self.game.flat(self.records) * self.scale

    def action_masks(self) -> Array:
        """Fresh masks, as booleans."""
        self.ready()
        return self.masks.astype(bool)
