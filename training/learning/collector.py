"""Self-play: hundreds of games at once, and each decision joined to the same seat's next one.

A row is one decision of the learner. The rows of a seat in a game form its own sequence: `after` points from a row
to the seat's next row, and the game's payoff falls on the last. A row whose successor is still to come when the
rollout ends lends its value to its predecessor and is carried over into the next rollout, so nothing is lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from warzoo.envs.core import kernels
from warzoo.envs.core.arrays import Array, Masks, Rows, States
from warzoo.envs.core.game import Game, Options
from warzoo.envs.core.jit import kernel
from warzoo.models.network import draw_actions

from .frozen import Part, Tree
from .league import Pool

LEARNER = 0  # owner of a seat; members of the pool count from 1
END, OPEN = -1, -2  # a row with no row after it: the game has ended, or goes on

Evaluate = Callable[[Array, Masks], tuple[Array, Array]]  # int8 observations and masks to logits and values


@dataclass
class Rollout:
    """The finished rows of a rollout, a row a decision."""

    observations: Array  # [row, number] int8
    masks: Masks  # [row, action] int8
    actions: Array
    logs: Array  # log probability when it was drawn
    values: Array
    advantages: Array
    returns: Array
    variants: Array  # of the game, by number
    lessons: Array  # what the strong hand-written player would have done; -1 where nobody asked it


@kernel
def settle(states: States, which: Rows, records: Array, masks: Masks) -> None:
    """Plays forced moves until the game is over or somebody has a choice; then writes what that seat sees and may."""
    for i in which:
        s = states[i]
        while not s.over:
            mask = masks[i]
            mask[:] = 0
            kernels.legal(s, mask)
            count, only = 0, 0
            for a in range(mask.size):
                if mask[a]:
                    count += 1
                    only = a
            if count > 1:
                kernels.observe(s, s.turn, records[i])
                break
            kernels.step(s, only)


@kernel
def join(games: Rows, seats: Rows, first: int, latest: Array, after: Rows) -> None:
    """Links the rows from `first` on to the latest rows of their seats."""
    for k in range(games.size):
        row = latest[games[k], seats[k]]
        if row >= 0:
            after[row] = first + k
        latest[games[k], seats[k]] = first + k


@kernel
def pay(games: Rows, results: Array, latest: Array, after: Rows, rewards: Array) -> None:
    """Ends the sequence of every seat of these games with its own result."""
    for k in range(games.size):
        for seat in range(results.shape[1]):
            row = latest[games[k], seat]
            if row >= 0:
                after[row] = END
                rewards[row] = results[k, seat]
                latest[games[k], seat] = -1


@kernel
def advantages_of(after: Rows, rewards: Array, values: Array, gamma: float, gae_lambda: float, out: Array) -> None:
    """Generalised advantages along each seat's own sequence; successors stand in later rows."""
    for row in range(after.size - 1, -1, -1):
        follower = after[row]
        out[row] = 0.0
        if follower == END:
            out[row] = rewards[row] - values[row]
        elif follower != OPEN:
            delta = rewards[row] + gamma * values[follower] - values[row]
            out[row] = delta + gamma * gae_lambda * out[follower]


class Collector(VecEnv):
    """Plays the games. A VecEnv in name, so that Stable-Baselines3 learns its spaces; it is never stepped."""

    def __init__(
        self,
        game: Game,
        variants: Sequence[Options],
        pool: Pool,
        count: int,
        rollout: int,
        pool_share: float,
        seed: int,
        rank: int = 0,
    ) -> None:
        self.game, self.pool, self.pool_share = game, pool, pool_share
        self.rng = np.random.default_rng(np.random.SeedSequence([seed, 1, rank]))
        width, actions = game.observation.width(), game.actions.size
        super().__init__(count, spaces.Box(0.0, 1.0, (width,), np.float32), spaces.Discrete(actions))
        self.seats = max(options.players for options in variants)
        self.records = game.observation.zeros(count)
        self.seen = game.flat(self.records)
        self.masks = np.zeros((count, actions), np.int8)
        self.variants = len(variants)
        self.variant = np.arange(count) % self.variants  # of each game
        sides = [game.sides(options) for options in variants]
        self.sides = np.array([len(set(side_of)) for side_of in sides])  # [variant]
        self.side_of = np.array([(*side_of, *range(len(side_of), self.seats)) for side_of in sides])  # [variant, seat]
        self.owner = np.zeros((count, self.seats), np.int64)  # who plays a seat
        self.latest = np.full((count, self.seats), -1)  # the seat's row that waits for its successor
        capacity = rollout + count * self.seats
        self.observations = np.zeros((capacity, width), np.int8)
        self.row_masks = np.zeros((capacity, actions), np.int8)
        self.actions = np.zeros(capacity, np.int64)
        self.logs = np.zeros(capacity)
        self.values = np.zeros(capacity)
        self.rewards = np.zeros(capacity)
        self.row_variants = np.zeros(capacity, np.int64)
        self.lessons = np.zeros(capacity, np.int64)
        self.after = np.full(capacity, OPEN)
        self.rows = 0
        self.finished = 0
        self.seconds = {"games": 0.0, "network": 0.0}
        self.states = game.blank(count, variants[0])
        for k, options in enumerate(variants):
            options.write(self.states[k :: self.variants])
        self.dealt_from = np.zeros(count, np.uint64)  # the luck with which a game began
        self.moves = np.zeros((count, 64), np.int16)  # [game, move] what was chosen since, forced moves left out
        self.moved = np.zeros(count, np.int64)  # how many such moves there are
        self.deal(np.arange(count))

    def luck(self, count: int) -> Array:
        """Starting states for the games' own luck, none of them zero."""
        return self.rng.integers(1, 1 << 63, size=count, dtype=np.uint64)

    def deal(self, which: Rows) -> None:
        """New games, and who plays them."""
        self.states["rng"][which] = self.dealt_from[which] = self.luck(len(which))
        self.moved[which] = 0
        self.game.deal_again(self.states, which)
        self.assign(which)

    def play(self, which: Rows, moves: Array) -> None:
        """Carries moves out and writes them down."""
        if self.moved.max() == self.moves.shape[1]:
            self.moves = np.pad(self.moves, ((0, 0), (0, self.moves.shape[1])))
        self.moves[which, self.moved[which]] = moves
        self.moved[which] += 1
        kernels.play(self.states, which, moves)

    def assign(self, which: Rows) -> None:
        """Says who plays the seats of these games: the learner all, or those of one side against the pool."""
        self.owner[which] = LEARNER
        guests = which[self.rng.random(len(which)) < self.pool_share]
        members = self.pool.draw(len(guests) * self.seats, self.rng).reshape(len(guests), self.seats)
        kinds = self.variant[guests]
        members[np.arange(len(guests)), self.rng.integers(self.sides[kinds])] = LEARNER
        self.owner[guests] = np.take_along_axis(members, self.side_of[kinds], axis=1)

    # A rollout

    def collect(self, evaluate: Evaluate, decisions: int, each: Callable[[], bool], taught: bool = False) -> bool:
        """Plays until the learner has made so many decisions, as many in each variant; False when `each` says stop.

        `each` is called at every turn. What the strong hand-written player would have done is kept if the learner
        is to be `taught`. Games of a variant that has had its share wait where the learner is to act.
        """
        clock = time.perf_counter
        self.carry_over()
        self.seconds = {"games": 0.0, "network": 0.0}
        target, started = self.rows + decisions, clock()
        left = np.diff(np.arange(self.variants + 1) * decisions // self.variants)  # decisions to come, by variant
        self.settle(np.arange(self.num_envs))
        while self.rows < target:
            owner = self.owner[np.arange(self.num_envs), self.states["turn"]]
            asked = self.within(left, np.flatnonzero(owner == LEARNER))
            left -= np.bincount(self.variant[asked], minlength=self.variants)
            moves = np.zeros(self.num_envs, np.int64)
            before = clock()
            if len(asked):
                moves[asked] = self.decide(evaluate, asked, taught)
            for member in np.unique(owner[owner != LEARNER]):
                others = np.flatnonzero(owner == member)
                moves[others] = self.pool.member(member).act(self.states, others, self.masks, self.rng)
            self.seconds["network"] += clock() - before
            moved = np.union1d(asked, np.flatnonzero(owner != LEARNER))
            self.play(moved, moves[moved])
            self.settle(moved)
            if not each():
                return False
        self.seconds["games"] = clock() - started - self.seconds["network"]
        return True

    def within(self, left: Array, waiting: Array) -> Array:
        """Of the games that wait for the learner, no more of each variant than it has decisions left."""
        kinds = self.variant[waiting]
        before = np.empty(len(waiting), np.int64)  # games of the same variant that come first
        for kind in range(self.variants):
            mine = kinds == kind
            before[mine] = np.arange(mine.sum())
        return waiting[before < left[kinds]]

    def decide(self, evaluate: Evaluate, asked: Array, taught: bool) -> Array:
        """One call of the network for all seats that wait, and a row for each of them."""
        rows = slice(self.rows, self.rows + len(asked))
        self.observations[rows] = self.seen[asked]
        self.row_masks[rows] = self.masks[asked]
        logits, self.values[rows] = evaluate(self.observations[rows], self.row_masks[rows])
        uniforms = self.rng.random(len(asked))
        draw_actions(logits, asked, self.masks, uniforms, 1.0, self.actions[rows], self.logs[rows])
        self.rewards[rows] = 0.0
        self.after[rows] = OPEN
        self.row_variants[rows] = self.variant[asked]
        self.lessons[rows] = -1
        if taught:
            kernels.bot_moves(self.states, asked, self.masks, True, self.lessons[rows])
        self.join(asked, self.states["turn"][asked].astype(np.int64))
        self.rows += len(asked)
        return self.actions[rows]

    def join(self, games: Array, seats: Array) -> None:
        """Each seat's own sequence goes on."""
        join(games, seats, self.rows, self.latest, self.after)

    def pay(self, games: Array, results: Array) -> None:
        """Every seat receives its own result."""
        pay(games, results, self.latest, self.after, self.rewards)

    def settle(self, which: Rows) -> None:
        """Forced moves; finished games pay and are dealt again, until everybody who is asked has a choice."""
        settle(self.states, which, self.records, self.masks)
        over = which[self.states["over"][which] == 1]
        while len(over):
            results = np.zeros((len(over), self.seats))
            kernels.payoffs(self.states, over, results)
            self.pay(over, results)
            self.finished += len(over)
            self.deal(over)
            settle(self.states, over, self.records, self.masks)
            over = over[self.states["over"][over] == 1]

    def carry_over(self) -> None:
        """Rows that still wait for their successor come first in the next rollout."""
        waiting = np.flatnonzero(self.after[: self.rows] == OPEN)
        n = len(waiting)
        for column in self.columns().values():
            column[:n] = column[waiting]
        place = np.full(self.rows + 1, -1)
        place[waiting] = np.arange(n)
        self.latest = place[self.latest]  # -1 takes the last place, which is -1
        self.after[:n] = OPEN
        self.rows = n
        self.finished = 0

    def rollout(self, gamma: float, gae_lambda: float, value_lambda: float) -> Rollout:
        """The finished rows with their advantages, and with the returns that values learn."""
        n = self.rows
        advantages, errors = np.empty(n), np.empty(n)
        advantages_of(self.after[:n], self.rewards[:n], self.values[:n], gamma, gae_lambda, advantages)
        advantages_of(self.after[:n], self.rewards[:n], self.values[:n], gamma, value_lambda, errors)
        done = np.flatnonzero(self.after[:n] != OPEN)
        values = self.values[done]
        return Rollout(
            self.observations[done],
            self.row_masks[done],
            self.actions[done],
            self.logs[done],
            values,
            advantages[done],
            errors[done] + values,
            self.row_variants[done],
            self.lessons[done],
        )

    # The state between two rollouts

    def columns(self) -> dict[str, Array]:
        """What a row holds, its successor apart."""
        return {
            "observations": self.observations,
            "masks": self.row_masks,
            "actions": self.actions,
            "logs": self.logs,
            "values": self.values,
            "rewards": self.rewards,
            "variants": self.row_variants,
            "lessons": self.lessons,
        }

    def freeze(self) -> Tree:
        """All that the next rollout depends on."""
        self.carry_over()
        return {
            "dealt_from": self.dealt_from,
            "moves": self.moves[:, : self.moved.max()],
            "moved": self.moved,
            "owner": self.owner,
            "latest": self.latest,
            "rows": {name: column[: self.rows] for name, column in self.columns().items()},
            "rng": self.rng.bit_generator.state,
        }

    def thaw(self, part: Part) -> None:
        """Goes on from a frozen state; whatever a kernel takes for an index is looked at first."""
        self.play_again(part)
        rows = part.part("rows")
        count = len(rows.array("actions", np.int64, (-1,), 0, self.row_masks.shape[1] - 1))
        if count > self.num_envs * self.seats:
            rows.refuse("actions", "holds more rows than there are seats")
        for name, column in self.columns().items():
            column[:count] = rows.array(name, column.dtype, (count, *column.shape[1:]))
        rows.array("variants", np.int64, (count,), 0, self.variants - 1)
        rows.array("lessons", np.int64, (count,), -1, self.row_masks.shape[1] - 1)
        rows.array("masks", np.int8, (count, self.row_masks.shape[1]), 0, 1)
        if not self.row_masks[np.arange(count), self.actions[:count]].all():
            rows.refuse("actions", "holds one that was not legal")
        shape = (self.num_envs, self.seats)
        self.owner = part.array("owner", np.int64, shape, 0, self.pool.members)
        self.latest = part.array("latest", np.int64, shape, -1, count - 1)
        if sorted(self.latest[self.latest >= 0]) != list(range(count)):
            part.refuse("latest", "does not name every row once")
        self.rows = count
        self.after[:count] = OPEN
        part.generator("rng", self.rng)

    def play_again(self, part: Part) -> None:
        """Deals the games in flight from the luck they began with and plays them on: none of them can be false."""
        games, actions = self.masks.shape
        luck = part.array("dealt_from", np.uint64, (games,), 1)
        moves = part.array("moves", np.int16, (games, -1), 0, actions - 1)
        moved = part.array("moved", np.int64, (games,), 0, min(moves.shape[1], self.game.longest))
        self.states["rng"] = self.dealt_from = luck
        self.game.deal_again(self.states)
        self.moves, self.moved = np.zeros((games, moves.shape[1] + 1), np.int16), np.zeros(games, np.int64)
        for k in range(moves.shape[1]):
            going = np.flatnonzero(moved > k)
            settle(self.states, going, self.records, self.masks)
            chosen = moves[going, k].astype(np.int64)
            if self.states["over"][going].any() or not self.masks[going, chosen].all():
                part.refuse("moves", "holds a move that the game did not allow")
            self.play(going, chosen)

    # What a VecEnv must have

    def reset(self) -> Any:
        return np.zeros((self.num_envs, *self.observation_space.shape), np.float32)  # type: ignore[misc]

    def step_async(self, actions: Array) -> None:
        raise NotImplementedError("the collector plays by itself: call collect")

    def step_wait(self) -> Any:
        raise NotImplementedError("the collector plays by itself: call collect")

    def close(self) -> None:
        pass

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs
