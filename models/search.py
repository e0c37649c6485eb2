"""Search bots for every game: `flat:N` and `mcts:N`, on positions redealt as the asking seat may believe them.

The true position is copied, given fresh luck and redealt before anything is played on it, so that what the seat
cannot know has no way into a search. Play goes on to the end of the game: payoffs are the only measure.
"""

from __future__ import annotations

import os
import re
from abc import abstractmethod
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from warzoo.envs.core.arrays import Array, Masks, Rows, States, Words
from warzoo.envs.core.errors import UsageError, shown
from warzoo.envs.core.game import Game
from warzoo.envs.core.jit import kernel, rule
from warzoo.envs.core.kernels import choose, draw_from, greedy, legal, payoff, redeal, step
from warzoo.envs.core.luck import stir, word

from .opponents import Opponent

ROLLOUTS = ("heuristic", "greedy", "uniform")  # who plays on after the search's own moves
HEURISTIC, GREEDY, UNIFORM = range(len(ROLLOUTS))
EXPLORE = 1.0  # weight of the upper bound; payoffs run from -1 to 1
WIDEN = 0.1  # a node takes up a second action at once, a third at 100 visits, then at 400, 900 and so on
MOST = 1_000_000  # playouts a decision
BUDGET = re.compile("[1-9][0-9]{0,9}")
CHUNK = 1 << 18  # words of luck held at a time
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

NODE = np.dtype(
    (
        np.record,
        [
            ("action", np.int32),  # that led here
            ("mover", np.int32),  # seat that chose it
            ("child", np.int32),  # the newest child, 0 for none
            ("sibling", np.int32),  # the next older one, 0 for none
            ("visits", np.int32),
            ("available", np.int32),  # times that the action could be chosen
            ("total", np.float64),  # payoffs of the mover
        ],
    )
)
Tree = Array  # of nodes, the root first


# Positions and play on them


@rule
def redeal_into(states: States, i: int, luck: Any, work: States) -> None:
    """Puts into `work` the position as the seat to act may believe it."""
    work[0] = states[i]
    s = work[0]
    s.rng = luck
    redeal(s, s.turn)


@rule
def any_of(s: Any, mask: Masks) -> int:
    """A random action of the mask by the position's own luck, -1 for an empty one."""
    s.rng = stir(s.rng)
    return draw_from(mask, word(s.rng))


@rule
def play_out(s: Any, mask: Masks, rollout: int) -> None:
    """Plays to the end of the game."""
    while not s.over:
        mask[:] = 0
        legal(s, mask)
        step(s, move_of(s, mask, rollout))


@rule
def move_of(s: Any, mask: Masks, rollout: int) -> int:
    """The action of the one who plays on."""
    if rollout == HEURISTIC:
        return choose(s, mask)
    if rollout == GREEDY:
        return greedy(s, mask)
    return any_of(s, mask)


# Flat Monte Carlo


@kernel
def flat_moves(states: States, which: Rows, masks: Masks, luck: Words, rollout: int, work: States, out: Rows) -> None:
    """For each game the action of the best mean payoff; all actions meet the same redealt positions."""
    mask = np.zeros(masks.shape[1], np.int8)
    for k in range(which.size):
        legal_actions = np.flatnonzero(masks[which[k]])
        total = np.zeros(legal_actions.size)
        for n in range(max(1, luck.shape[1] // legal_actions.size)):
            for a in range(legal_actions.size):
                redeal_into(states, which[k], luck[k, n], work)
                s = work[0]
                seat = s.turn
                step(s, legal_actions[a])
                play_out(s, mask, rollout)
                total[a] += payoff(s, seat)
        out[k] = legal_actions[np.argmax(total)]


# Tree search


@kernel
def tree_moves(
    states: States, which: Rows, masks: Masks, luck: Words, rollout: int, tree: Tree, work: States, out: Rows
) -> None:
    """For each game the action that a search of one iteration a word of luck tries most often."""
    mask = np.zeros(masks.shape[1], np.int8)
    path = np.zeros(tree.size, np.int32)
    for k in range(which.size):
        blank(tree, 0, -1, -1)
        used = 1
        for n in range(luck.shape[1]):
            redeal_into(states, which[k], luck[k, n], work)
            s = work[0]
            depth = descend(s, tree, used, path, mask, rollout)
            used = max(used, path[depth] + 1)
            play_out(s, mask, rollout)
            credit(s, tree, path, depth)
            if settled(tree, luck.shape[1] - n - 1):
                break
        out[k] = favourite(tree)


@rule
def descend(s: Any, tree: Tree, used: int, path: Array, mask: Masks, rollout: int) -> int:
    """Plays down the tree and one new node beyond it; returns the depth of the last node of `path`."""
    depth, node = 0, 0
    while not s.over and node < used:
        mask[:] = 0
        legal(s, mask)
        best, tried = select(tree, node, s.turn, mask)
        action = untried(s, mask, tried, tree[node].visits, rollout)
        if action >= 0:
            best = used
            attach(tree, node, best, action, s.turn)
        node = best
        depth += 1
        path[depth] = node
        step(s, tree[node].action)
    return depth


@rule
def select(tree: Tree, node: int, seat: int, mask: Masks) -> tuple[int, int]:
    """Of the children this seat may choose now, the one of the highest upper bound, and their number.

    Takes the actions of these children out of the mask.
    """
    best, most, tried = 0, -np.inf, 0
    child = tree[node].child
    while child > 0:
        c = tree[child]
        if c.mover == seat and mask[c.action]:
            mask[c.action] = 0
            tried += 1
            c.available += 1
            bound = c.total / c.visits + EXPLORE * np.sqrt(np.log(c.available) / c.visits)
            if bound > most:
                best, most = child, bound
        child = c.sibling
    return best, tried


@rule
def untried(s: Any, mask: Masks, tried: int, visits: int, rollout: int) -> int:
    """The next action to try here, -1 for none: all of them before any again, or by merit as the visits allow."""
    if rollout != UNIFORM and tried >= 1 + WIDEN * np.sqrt(visits):
        return -1
    action = any_of(s, mask)
    if action >= 0 and rollout != UNIFORM:
        favoured = move_of(s, mask, rollout)
        if mask[favoured]:
            return favoured
    return action


@rule
def attach(tree: Tree, node: int, fresh: int, action: int, mover: int) -> None:
    """A new child."""
    blank(tree, fresh, action, mover)
    tree[fresh].sibling = tree[node].child
    tree[node].child = fresh


@rule
def blank(tree: Tree, node: int, action: int, mover: int) -> None:
    n = tree[node]
    n.action = action
    n.mover = mover
    n.child = 0
    n.sibling = 0
    n.visits = 0
    n.available = 1
    n.total = 0.0


@rule
def credit(s: Any, tree: Tree, path: Array, depth: int) -> None:
    """Each node of the path learns what the game brought the seat that chose it."""
    tree[0].visits += 1
    for d in range(1, depth + 1):
        n = tree[path[d]]
        n.visits += 1
        n.total += payoff(s, n.mover)


@rule
def settled(tree: Tree, left: int) -> bool:
    """No other action can catch up in the iterations left."""
    first, second = 0, 0
    child = tree[0].child
    while child > 0:
        n = tree[child].visits
        if n > first:
            first, second = n, first
        elif n > second:
            second = n
        child = tree[child].sibling
    return first - second > left


@rule
def favourite(tree: Tree) -> int:
    """The action tried most often at the root."""
    best, most = -1, -1
    child = tree[0].child
    while child > 0:
        n = tree[child]
        if n.visits > most:
            best, most = n.action, n.visits
        child = n.sibling
    return best


# Opponents


def stretched(word: int, count: int) -> Array:
    """So many words of luck from one."""
    return np.random.default_rng(word).integers(1, 1 << 64, size=count, dtype=np.uint64)


class Search(Opponent):
    """Answers forced moves at once, and searches the others with `budget` playouts each, spread over the cores."""

    def __init__(self, game: Game, name: str, budget: int) -> None:
        super().__init__(game, name)
        self.budget = budget
        self.desks: list[Any] = []  # what the search of each core writes on

    def answer(self, states: States, which: Rows, masks: Masks, words: Words) -> Array:
        actions: Array = masks[which].argmax(axis=1).astype(np.int64)
        open_rows = np.flatnonzero(masks[which].sum(axis=1, dtype=np.int64) > 1)
        rows = max(1, CHUNK // self.budget)
        for start in range(0, len(open_rows), rows):
            chunk = open_rows[start : start + rows]
            luck = np.stack([stretched(word, self.budget) for word in words[chunk]])
            actions[chunk] = self.spread(states, which[chunk], masks, luck)
        return actions

    def spread(self, states: States, which: Rows, masks: Masks, luck: Array) -> Array:
        """An action for each of `which`; it depends on its own row of luck alone, not on the core."""
        out = np.empty(len(which), np.int64)
        parts = [np.array_split(rows, min(CORES, len(which))) for rows in (which, luck, out)]
        self.desks += [self.desk() for _ in parts[0][len(self.desks) :]]

        def work(which: Rows, luck: Array, out: Array, desk: Any) -> None:
            self.search(states, which, masks, luck, desk, out)

        with ThreadPoolExecutor(CORES) as pool:
            list(pool.map(work, *parts, self.desks))
        return out

    @abstractmethod
    def desk(self) -> Any:
        """Room for one search at a time."""

    @abstractmethod
    def search(self, states: States, which: Rows, masks: Masks, luck: Array, desk: Any, out: Array) -> None:
        """Writes an action for each of `which`, from a row of luck each."""


class HandPlayed(Search):
    """A search whose playouts the game's own bots or chance play to the end."""

    def __init__(self, game: Game, name: str) -> None:
        budget, self.rollout = parse_spec(name)
        super().__init__(game, name, budget)


class FlatSearch(HandPlayed):
    """`flat:N`: N playouts shared evenly over the legal actions."""

    def desk(self) -> Any:
        return self.game.state.zeros(1)

    def search(self, states: States, which: Rows, masks: Masks, luck: Array, desk: Any, out: Array) -> None:
        flat_moves(states, which, masks, luck, self.rollout, desk, out)


class TreeSearch(HandPlayed):
    """`mcts:N`: information-set Monte Carlo tree search of N iterations, one tree from the asking seat's view."""

    def desk(self) -> Any:
        return np.zeros(self.budget + 1, NODE), self.game.state.zeros(1)

    def search(self, states: States, which: Rows, masks: Masks, luck: Array, desk: Any, out: Array) -> None:
        tree, work = desk
        tree_moves(states, which, masks, luck, self.rollout, tree, work, out)


def parse_spec(spec: str) -> tuple[int, int]:
    """Budget and rollout of `mcts:1000` or `mcts:1000:uniform`."""
    kind, *parts = spec.split(":")
    if len(parts) == 1:
        parts.append(ROLLOUTS[HEURISTIC])
    if len(parts) != 2 or parts[1] not in ROLLOUTS or not BUDGET.fullmatch(parts[0]) or int(parts[0]) > MOST:
        raise UsageError(
            f"{shown(spec)} is no search: write {kind}:1000 for 1000 playouts a decision (1 to {MOST}), "
            f"or {kind}:1000:uniform for playouts by {', '.join(ROLLOUTS[:-1])} or {ROLLOUTS[-1]}"
        )
    return int(parts[0]), ROLLOUTS.index(parts[1])


SEARCHES: dict[str, type[HandPlayed]] = {"flat": FlatSearch, "mcts": TreeSearch}


def from_spec(game: Game, spec: str) -> HandPlayed:
    """The search that a spec string names."""
    return SEARCHES[spec.split(":", 1)[0]](game, spec)
