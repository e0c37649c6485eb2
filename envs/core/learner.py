"""Many games with one learner each: its decisions surface, everybody else's are answered in batches."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from . import kernels
from .errors import IllegalAction, UsageError
from .game import Game
from .luck import seeds

Array = np.ndarray[Any, Any]
ILLEGAL_REWARD = -1.0


class Player(Protocol):
    """What a seat needs: an answer for each of `which`; see `warzoo.models.opponents`."""

    def act(self, states: Array, which: Array, masks: Array, rng: np.random.Generator) -> Array: ...


def player(spec: str | Player, game: Game) -> Player:
    """A player from its spec string; the strings belong to the models, which are loaded only here."""
    if not isinstance(spec, str):
        return spec
    named: Player = import_module("warzoo.models.opponents").opponent(spec, game)
    return named


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
        self.count = count
        players = self.options.players
        if seat is not None and seat not in range(players):
            raise UsageError(f"the seat is a number from 0 to {players - 1}, or None for a random one, not {seat!r}")
        specs = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
        if len(specs) not in (1, players - 1):
            raise UsageError(f"{players} players need one opponent for all or {players - 1} of them, not {len(specs)}")
        distinct = {spec: player(spec, game) for spec in specs}
        self.others = [distinct[specs[k % len(specs)]] for k in range(players - 1)]  # by distance from the learner
        self.seat = seat
        self.seats = np.zeros(count, np.int8)
        self.states = game.blank(count, self.options)
        self.records = game.observation.zeros(count)
        self.masks = np.zeros((count, game.actions.size), np.int8)
        self.scale = game.observation.scale()
        self.everyone = np.arange(count)
        self.seed(None)

    def seed(self, seed: int | None) -> None:
        """Starts luck anew: that of the deals, of the seats and of the opponents."""
        sequence = np.random.SeedSequence(seed)
        self.states["rng"] = seeds(sequence, self.count)
        self.rng = np.random.default_rng(sequence.spawn(1)[0])

    def deal(self, which: Array) -> None:
        """New games in these rows, played up to the learner's first decision."""
        while len(which):
            self.game.deal_again(self.states, which)
            if self.seat is None:
                self.seats[which] = self.rng.integers(self.options.players, size=len(which))
            else:
                self.seats[which] = self.seat
            self.answer(which)
            which = which[self.states["over"][which] != 0]  # over before the learner was asked: dealt again

    def answer(self, which: Array) -> None:
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
                    kernels.play(self.states, rows, self.answers(other, rows))

    def answers(self, other: Player, rows: Array) -> Array:
        """What this player does in these games; a player that does what it may not is named."""
        actions = other.act(self.states, rows, self.masks, self.rng)
        for row in rows[self.masks[rows, actions] == 0]:
            self.game.check(actions[rows == row][0], self.masks[row])
        return actions

    def step(self, actions: Any) -> tuple[Array, Array]:
        """Carries out the learner's action in every game; returns rewards and which games are over now."""
        return self.step_some(self.everyone, actions)

    def step_some(self, which: Array, actions: Any) -> tuple[Array, Array]:
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
        array = np.asarray(actions)
        if array.shape != (self.count,) or array.dtype.kind not in "iu":
            raise IllegalAction(f"{self.count} games take {self.count} whole numbers, not {actions!r}")
        for action in array[(array < 0) | (array >= self.game.actions.size)]:
            self.game.exists(action)
        return array.astype(np.int64)

    def observations(self) -> Array:
        """Fresh observations of the learners' seats, numbers in [0, 1]."""
        return self.game.flat(self.records) * self.scale

    def action_masks(self) -> Array:
        """Fresh masks, as booleans."""
        return self.masks.astype(bool)
