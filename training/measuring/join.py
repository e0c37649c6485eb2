"""Two policies of one game in one network, which plays as the first at its tables and as the second at all others.

Both stand side by side in every layer. Two numbers more a layer, `here` and `there`, say whose table it is: they come
from a number of the observation that is 0 at the tables of the first and 1 at the others. The one that is 1 silences
the hidden numbers of the other policy, by more than any of them can come to; the one that is 0 changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from warzoo.envs.core import kernels
from warzoo.envs.core.arrays import Array
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game
from warzoo.models import checkpoint
from warzoo.models.checkpoint import Checkpoint, Manifest
from warzoo.models.network import Layer, NetworkBot

GAMES = 128  # played at each kind of table, to see what a policy meets there and what it makes use of
HERE, THERE = -2, -1  # places of the two numbers in a layer


@dataclass
class Half:
    """A policy as it plays at its own tables."""

    hidden: list[Layer]
    policy: Layer
    value: Layer
    least: Array  # of each number of an observation
    most: Array

    def silence(self) -> float:
        """More than any hidden number can come to where no number that comes in is above 1: a power of two, which is
        exact in any precision."""
        most, largest = np.ones(self.hidden[0][0].shape[1]), 1.0
        for weight, bias in self.hidden:
            most = np.maximum(np.maximum(weight, 0) @ most + bias, 0)
            largest = max(largest, most.max())
        return float(2.0 ** np.ceil(np.log2(2 * largest)))


def of_spec(game: Game, spec: str) -> Checkpoint:
    """A trained policy, of the zoo or by its path."""
    kind, _, name = spec.partition(":")
    return checkpoint.load(checkpoint.zoo_folder(game, name) if kind == "zoo" else Path(spec), game)


def join(game: Game, first: Checkpoint, second: Checkpoint, command: str) -> Checkpoint:
    """A policy that plays as both, drawing its actions if the first one does."""
    mine = first.manifest.variants
    others = [variant for variant in second.manifest.variants if variant not in mine]
    check(first.manifest, second.manifest, others)
    here, there = half(game, first, mine), half(game, second, others)
    tensors = joined(here, there, telling_apart(here, there))
    hidden = [len(tensors[f"trunk.{k}.bias"]) for k in range(len(here.hidden))]
    manifest = checkpoint.describe(
        game,
        first.manifest.network.model_copy(update={"hidden": hidden}),
        variants=[*mine, *others],
        plays=first.manifest.plays,
        algorithm=first.manifest.algorithm,
        command=command,
        seed=first.manifest.seed,
        decisions=first.manifest.decisions + second.manifest.decisions,
    )
    return Checkpoint(manifest, tensors)


def check(first: Manifest, second: Manifest, others: list[dict[str, Any]]) -> None:
    """Refuses what cannot be joined."""
    depths = {len(one.network.hidden) for one in (first, second)}
    if not (first.network.shared and second.network.shared):
        raise UsageError("a network whose policy and value share no hidden layers cannot be joined with another")
    if len(depths) > 1 or depths == {1}:
        raise UsageError("two networks can be joined if both have as many hidden layers, two at least")
    if not others:
        raise UsageError("the second policy was made for no other tables than the first")


def half(game: Game, one: Checkpoint, tables: list[dict[str, Any]]) -> Half:
    """What a policy needs at these tables: hidden numbers that stay 0 in all games that it plays there are left out."""
    player = checkpoint.player_of(game, "itself", one)
    layers = {name: (one.tensors[f"{name}.weight"], one.tensors[f"{name}.bias"]) for name in player.shape.layers()}
    policy, value = layers.pop("policy"), layers.pop("value")
    hidden = list(layers.values())
    used = [np.zeros(len(bias), bool) for _, bias in hidden]
    least, most = np.full(player.shape.inputs, np.inf), np.full(player.shape.inputs, -np.inf)
    for options in tables:
        for x in positions(game, player, options):
            least, most = np.minimum(least, x.min(0)), np.maximum(most, x.max(0))
            for awake, (weight, bias) in zip(used, hidden, strict=True):
                x = np.maximum(x @ weight.T + bias, 0)
                awake |= x.any(0)
    given = np.ones(player.shape.inputs, bool)
    for k, (awake, (weight, bias)) in enumerate(zip(used, hidden, strict=True)):
        hidden[k] = weight[np.ix_(awake, given)], bias[awake]
        given = awake
    policy, value = ((weight[:, given], bias) for weight, bias in (policy, value))
    return Half(hidden, policy, value, least, most)


def positions(game: Game, player: NetworkBot, options: dict[str, Any]) -> Iterator[Array]:
    """What the player sees in games against itself, turn by turn: a row for each that goes on."""
    states, luck = game.deal(GAMES, game.settings(**options), seed=0), np.random.default_rng(0)
    while len(going := np.flatnonzero(states["over"] == 0)):
        observations, masks = game.look(states)
        yield observations[going] * game.observation.scale()
        kernels.play(states, going, player.act(states, going, masks, luck))


def telling_apart(here: Half, there: Half) -> int:
    """The place of a number that is 0 at all tables of the one and 1 at all of the other."""
    found = np.flatnonzero((here.least == 0) & (here.most == 0) & (there.least == 1) & (there.most == 1))
    if len(found) == 0:
        raise UsageError("no number of an observation is 0 at the tables of the first policy and 1 at the others")
    return int(found[0])


def joined(here: Half, there: Half, gate: int) -> dict[str, Array]:
    """The tensors of both, side by side, and between them what says whose table it is."""
    tensors: dict[str, Array] = {}
    for k, ((a, a_bias), (b, b_bias)) in enumerate(zip(here.hidden, there.hidden, strict=True)):
        n, both = len(a), len(a) + len(b)
        bias = np.concatenate([a_bias, b_bias, [0, 0]])
        if k == 0:
            weight = np.concatenate([a, b, np.zeros((2, a.shape[1]))])
            weight[:n, gate] -= here.silence()
            weight[THERE, gate] = 1
            weight[HERE, gate], bias[HERE] = -1, 1
        else:
            weight = np.zeros((both + 2, a.shape[1] + b.shape[1] + 2))
            weight[:n, : a.shape[1]], weight[:n, THERE] = a, -here.silence()
            weight[n:both, a.shape[1] : -2], weight[n:both, HERE] = b, -there.silence()
            weight[HERE, HERE] = weight[THERE, THERE] = 1
        tensors[f"trunk.{k}.weight"], tensors[f"trunk.{k}.bias"] = weight, bias
    for name, (a, a_bias), (b, b_bias) in (
        ("policy", here.policy, there.policy),
        ("value", here.value, there.value),
    ):
        tensors[f"{name}.weight"] = np.concatenate([a, b, a_bias[:, None], b_bias[:, None]], axis=1)
        tensors[f"{name}.bias"] = np.zeros(len(a_bias))
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items()}
