"""Search guided by a trained policy: `zoo:standard+mcts:200`, for any checkpoint that has learnt values.

The policy's action stands unless a rival, another that the policy thinks of, does better by more than chance. All are
tried in the same redealt positions, N in all, in rounds, after each of which the better half of the rivals stays. So
`N` counts the playouts of the action that is chosen, as it counts those of a tree's root elsewhere. In a playout
every seat plays the policy's likeliest action from its own observation, up to a decision of the seat that searches;
the network's value of that decision is what the playout brings, so that any number of seats, in teams or not, is one
and the same question. There is no tree: luck and hidden cards let hardly two playouts meet again.

The network is evaluated inside compiled code, a position at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from warzoo.envs.core.arrays import Array, Floats, Masks, Rows, States, Words
from warzoo.envs.core.errors import UsageError, shown
from warzoo.envs.core.game import Game
from warzoo.envs.core.jit import kernel, rule
from warzoo.envs.core.kernels import legal, observe, payoff, step

from .network import Desk, Layer, NetworkBot, Packed, Shape, desk_for, packed, through
from .opponents import GUIDED, named
from .search import BUDGET, MOST, Search, redeal_into

CANDIDATES = 8  # actions tried at most
DOUBT = 6.0  # logits by which an action may be behind the likeliest and still be tried
AHEAD = 16  # decisions that a playout goes through at least before the network judges
CAUTION = 1.0  # standard errors by which an action must be ahead of the policy's own

Mind = tuple[States, Array, Packed, Desk]  # what a seat sees, the same as one row of numbers, and who judges it


# The network


@rule
def consider(s: Any, mind: Mind) -> Floats:
    """What the network makes of the position for the seat to act: a logit an action, then the value."""
    sight, seen, net, desk = mind
    observe(s, s.turn, sight[0])
    found: Floats = through(seen, net, desk)
    return found


def joined(shape: Shape, tensors: Mapping[str, Array]) -> list[Layer]:
    """The layers from an observation to policy and value, which stand side by side."""
    layers = []
    for k, both in enumerate(zip(shape.policy_layers(), shape.value_layers(), strict=True)):
        names = dict.fromkeys(both)
        weights, biases = ([tensors[f"{name}.{part}"] for name in names] for part in ("weight", "bias"))
        if k == 0 or shape.shared:
            weight = np.concatenate(weights)
        else:
            p, v = weights
            weight = np.block([[p, np.zeros((len(p), v.shape[1]))], [np.zeros((len(v), p.shape[1])), v]])
        layers.append((weight, np.concatenate(biases)))
    return layers


# The search


@kernel
def guided_moves(states: States, which: Rows, masks: Masks, luck: Words, mind: Mind, work: States, out: Rows) -> None:
    """For each game the policy's action, or the rival that is left after all rounds if it is ahead beyond chance."""
    budget = luck.shape[1]
    mask = np.zeros(masks.shape[1], np.int8)
    for k in range(which.size):
        actions = candidates(states[which[k]], masks[which[k]], budget, mind)
        best, rivals = actions[0], actions[1:]
        lead, squares = np.zeros(rivals.size), np.zeros(rivals.size)
        share, dealt = budget // max(1, rounds(rivals.size)), 0
        for left in range(rounds(rivals.size), 0, -1):
            for _ in range(share):
                redeal_into(states, which[k], luck[k, dealt], work)
                dealt += 1
                level = brought(work, best, mind, mask)
                for c in range(rivals.size):
                    ahead = brought(work, rivals[c], mind, mask) - level
                    lead[c] += ahead
                    squares[c] += ahead * ahead
            mean = lead / dealt
            merit = mean - CAUTION * np.sqrt(np.maximum(0.0, squares / dealt - mean * mean) / (dealt - 1))
            order = np.argsort(-merit, kind="mergesort")[: (rivals.size + 1) // 2]
            rivals, lead, squares = rivals[order], lead[order], squares[order]
            if left == 1 and merit[order[0]] > 0:
                best = rivals[0]
        out[k] = best


@rule
def candidates(s: Any, mask: Masks, budget: int, mind: Mind) -> Rows:
    """The policy's action, and the rivals that are worth a trial, the likeliest first."""
    found = consider(s, mind)
    actions = np.flatnonzero(mask)
    actions = actions[np.argsort(-found[actions], kind="mergesort")][:CANDIDATES]
    n = (found[actions] >= found[actions[0]] - DOUBT).sum()
    while 2 * rounds(n - 1) > budget:
        n -= 1
    return actions[:n]


@rule
def rounds(rivals: int) -> int:
    """How many rounds there are if each halves the rivals, and one is the last."""
    count = 0
    while rivals > 0:
        rivals = (rivals + 1) // 2 if rivals > 1 else 0
        count += 1
    return count


@rule
def brought(work: States, action: int, mind: Mind, mask: Masks) -> float:
    """What an action brings the seat to act in a playout from the first position of `work`, which stays."""
    work[1] = work[0]
    s = work[1]
    seat, decisions = s.turn, 0
    step(s, action)
    while not s.over:
        mask[:] = 0
        legal(s, mask)
        action = int(mask.argmax())
        if mask.sum() > 1:
            found = consider(s, mind)
            if decisions >= AHEAD and s.turn == seat:
                return min(1.0, max(-1.0, np.float64(found[mask.size])))
            decisions += 1
            for a in range(action, mask.size):
                if mask[a] and found[a] > found[action]:
                    action = a
        step(s, action)
    return payoff(s, seat)


class GuidedSearch(Search):
    """`zoo:standard+mcts:N`: N redealt positions, in each of which the policy plays on from all that is still tried."""

    def __init__(self, game: Game, name: str, guide: NetworkBot, budget: int) -> None:
        super().__init__(game, name, budget)
        self.warnings, self.variants = guide.warnings, guide.variants
        (first, bias), *others = joined(guide.shape, guide.tensors)
        self.packed = packed([(first * game.observation.scale(), bias), *others])

    def desk(self) -> Any:
        sight = self.game.observation.zeros(1)
        return (sight, self.game.flat(sight)[0], self.packed, desk_for(self.packed)), self.game.state.zeros(2)

    def search(self, states: States, which: Rows, masks: Masks, luck: Array, desk: Any, out: Array) -> None:
        mind, work = desk
        guided_moves(states, which, masks, luck, mind, work, out)


def from_spec(game: Game, spec: str) -> GuidedSearch:
    """The search that a spec string such as `zoo:standard+mcts:200` names."""
    guide, _, size = spec.rpartition(GUIDED)
    policy = named(guide, game)
    if not isinstance(policy, NetworkBot) or not BUDGET.fullmatch(size) or int(size) > MOST:
        raise UsageError(
            f"{shown(spec)} is no search: write zoo:NAME{GUIDED}200, or a run's path and {GUIDED}200, for 200 playouts "
            f"of an action (1 to {MOST}) guided by a trained policy"
        )
    if not policy.tensors[f"{policy.shape.value_layers()[-1]}.weight"].any():
        raise UsageError(f"{shown(guide)} has not learnt what a position is worth, so it cannot look ahead")
    return GuidedSearch(game, spec, policy, int(size))
