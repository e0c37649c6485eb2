"""The league: past selves and bots that the learner meets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from warzoo.envs.core.arrays import Array
from warzoo.envs.core.game import Game
from warzoo.models.network import NetworkBot, Shape
from warzoo.models.opponents import Opponent

from .frozen import Part, Tree


class Pool:
    """Bots, then past selves; members count from 1."""

    def __init__(
        self,
        game: Game,
        shape: Shape,
        bots: list[Opponent],
        snapshots: int,
        rivals: int,
        bot_share: float,
        seed: int,
        whims: float,
        plays: Literal["sample", "best"] = "sample",
    ) -> None:
        self.game, self.shape, self.most, self.rivals, self.bot_share = game, shape, snapshots, rivals, bot_share
        self.bots, self.plays, self.whims = bots, plays, whims
        self.past: list[dict[str, Array]] = []
        self.players: list[NetworkBot] = []  # one for each past self
        self.active = np.zeros(0, np.int64)  # past selves met now, by place
        self.rng = np.random.default_rng(np.random.SeedSequence([seed, 2]))

    def member(self, number: int) -> Opponent:
        bots = len(self.bots)
        return self.bots[number - 1] if number <= bots else self.players[number - 1 - bots]

    def draw(self, count: int, rng: np.random.Generator) -> Array:
        """Members at random; the learner itself (0) while there are none."""
        bots = 1 + np.arange(len(self.bots))
        selves = 1 + len(self.bots) + self.active
        if len(bots) == 0 or len(selves) == 0:
            known = np.concatenate([bots, selves])
            return rng.choice(known, count) if len(known) else np.zeros(count, np.int64)
        return np.where(rng.random(count) < self.bot_share, rng.choice(bots, count), rng.choice(selves, count))

    def add(self, tensors: Mapping[str, Array]) -> None:
        """Takes a past self in; when full it takes a random one's place. Then others are met.

        With whims, it likes each action more or less than the learner did, and some selves do so more than others.
        """
        if self.most == 0:
            return
        self.past.append({name: tensor.copy() for name, tensor in tensors.items()})
        if self.whims:
            liking = self.past[-1]["policy.bias"]
            liking += self.rng.normal(0.0, self.whims * self.rng.random(), len(liking))
        self.players.append(self.player(self.past[-1]))
        if len(self.past) > self.most:
            place = int(self.rng.integers(self.most))
            self.past[place], self.players[place] = self.past.pop(), self.players.pop()
        self.active = self.rng.permutation(len(self.past))[: self.rivals]

    def player(self, tensors: Mapping[str, Array]) -> NetworkBot:
        return NetworkBot(self.game, "past self", self.shape, tensors, self.plays)

    @property
    def members(self) -> int:
        """How many there are, the learner left out."""
        return len(self.bots) + len(self.past)

    def freeze(self) -> Tree:
        past = {str(k): tensors for k, tensors in enumerate(self.past)}
        return {"past": past, "active": self.active, "rng": self.rng.bit_generator.state}

    def thaw(self, part: Part) -> None:
        """Goes on from a frozen state."""
        past = part.part("past")
        if len(past.tree) > self.most:
            part.refuse("past", f"holds more than {self.most} past selves")
        self.past = [self.tensors(past.part(str(k))) for k in range(len(past.tree))]
        self.players = [self.player(tensors) for tensors in self.past]
        self.active = part.array("active", np.int64, (-1,), 0, len(self.past) - 1)
        part.generator("rng", self.rng)

    def tensors(self, part: Part) -> dict[str, Array]:
        """The tensors of a past self."""
        return {name: part.array(name, np.float32, shape) for name, shape in self.shape.tensors().items()}
