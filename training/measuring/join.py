"""Two policies of one game in one network, which plays as the first at its tables and as the second at all others.

Both stand side by side in every layer. Two numbers more a layer say whose table it is: they come from the mark, a
number of the observation that is 0 at all tables of one and 1 at all of the other. The one that is 1 silences the
hidden numbers of the policy whose table it is not, by more than any of them can come to. The other one comes to -1
before its ReLU: far enough from 0 to stay silent itself while the network learns on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from warzoo.envs.core import kernels
from warzoo.envs.core.arrays import Array
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, Options
from warzoo.models import checkpoint
from warzoo.models.checkpoint import Checkpoint
from warzoo.models.network import LAYER_MOST, Layer
from warzoo.models.opponents import Opponent, named

GAMES = 128  # of each player at each kind of table, to see what a policy meets there and what it makes use of
OTHERS = ("random", "heuristic")  # who play such games besides the policy itself
PLAIN, MARKED = -2, -1  # places in a layer of what is 1 at the tables of one policy, and at those of the other


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
            largest = most.max(initial=largest)
        return float(2.0 ** np.ceil(np.log2(2 * largest)))


def of_spec(game: Game, spec: str) -> Checkpoint:
    """A trained policy, of the zoo or by its path."""
    folder = checkpoint.shipped(game, spec) if spec.startswith("zoo:") else Path(spec)
    if (folder / checkpoint.LEVEL).exists():
        raise UsageError(f"{spec} plays by zoo:{checkpoint.read_level(folder).of}: name that one")
    return checkpoint.load(folder, game)


def join(game: Game, first: Checkpoint, second: Checkpoint, command: str) -> Checkpoint:
    """A policy that plays as both."""
    check(first, second)
    mine = tables(game, first)
    others = [options for options in tables(game, second) if options not in mine]
    if not others:
        raise UsageError("the second policy was made for no other tables than the first")
    if len(mine) + len(others) > checkpoint.VARIANTS_MOST:
        raise UsageError(f"a policy is made for {checkpoint.VARIANTS_MOST} kinds of tables at most")
    tensors = side_by_side(*told_apart(half(game, first, mine), half(game, second, others)))
    hidden = [len(tensors[f"trunk.{k}.bias"]) for k in range(len(first.manifest.network.hidden))]
    if max(hidden) > LAYER_MOST:
        raise UsageError(f"side by side they have {max(hidden)} numbers in a layer, more than {LAYER_MOST}")
    network = first.manifest.network.model_copy(update={"hidden": hidden})
    checkpoint.check_size(network)
    manifest = checkpoint.describe(
        game,
        network,
        variants=[options.model_dump(mode="json") for options in (*mine, *others)],
        plays=first.manifest.plays,
        algorithm="join",
        command=command,
        seed=0,
        decisions=first.manifest.decisions + second.manifest.decisions,
    )
    return Checkpoint(manifest, tensors)


def check(*both: Checkpoint) -> None:
    """Refuses policies that cannot be one."""
    for one in both:
        if one.warnings:
            raise UsageError(f"a policy to be joined was {one.warnings[0]}")
    shapes = [one.manifest.network for one in both]
    depths = {len(shape.hidden) for shape in shapes}
    if not all(shape.shared for shape in shapes):
        raise UsageError("a network whose policy and value share no hidden layers cannot be joined with another")
    if len(depths) > 1 or depths == {1}:
        raise UsageError("two networks can be joined if both have as many hidden layers, two at least")
    if len({one.manifest.plays for one in both}) > 1:
        raise UsageError("one of them draws its actions, the other takes the likeliest: ship them to play alike first")
    if len({bool(one.tensors["value.weight"].any()) for one in both}) > 1:
        raise UsageError("one of them has learnt what a position is worth, the other has not")


def tables(game: Game, one: Checkpoint) -> list[Options]:
    """The kinds of tables that a policy was made for, each once."""
    found: list[Options] = []
    for variant in one.manifest.variants:
        options = game.settings(**variant)
        if options not in found:
            found.append(options)
    return found


def half(game: Game, one: Checkpoint, at: list[Options]) -> Half:
    """What a policy needs at these tables: hidden numbers that stay 0 in all games seen there are left out."""
    shape = one.manifest.network
    players = [checkpoint.player_of(game, "itself", one), *(named(other, game) for other in OTHERS)]
    layers = {name: (one.tensors[f"{name}.weight"], one.tensors[f"{name}.bias"]) for name in shape.layers()}
    policy, value = layers.pop("policy"), layers.pop("value")
    hidden = list(layers.values())
    used = [np.zeros(len(bias), bool) for _, bias in hidden]
    least, most = np.full(shape.inputs, np.inf), np.full(shape.inputs, -np.inf)
    for x in (x for options in at for player in players for x in positions(game, player, options)):
        least, most = np.minimum(least, x.min(0)), np.maximum(most, x.max(0))
        for awake, (weight, bias) in zip(used, hidden, strict=True):
            x = np.maximum(x @ weight.T + bias, 0)
            awake |= x.any(0)
    given = np.ones(shape.inputs, bool)
    for k, (awake, (weight, bias)) in enumerate(zip(used, hidden, strict=True)):
        hidden[k] = weight[np.ix_(awake, given)], bias[awake]
        given = awake
    policy, value = ((weight[:, given], bias) for weight, bias in (policy, value))
    return Half(hidden, policy, value, least, most)


def positions(game: Game, player: Opponent, options: Options) -> Iterator[Array]:
    """What is seen in games of a player against itself, turn by turn: a row for each that goes on."""
    states, luck = game.deal(GAMES, options, seed=0), np.random.default_rng(0)
    while len(going := np.flatnonzero(states["over"] == 0)):
        observations, masks = game.look(states)
        yield observations[going] * game.observation.scale()
        kernels.play(states, going, player.act(states, going, masks, luck))


def told_apart(first: Half, second: Half) -> tuple[Half, Half, int]:
    """The two, and the place of a number that is always 0 at the tables of the one and 1 at those of the other."""
    for plain, marked in ((first, second), (second, first)):
        found = np.flatnonzero((plain.least == 0) & (plain.most == 0) & (marked.least == 1) & (marked.most == 1))
        if len(found):
            return plain, marked, int(found[0])
    raise UsageError("no number of an observation is 0 at all tables of one policy and 1 at all of the other")


def side_by_side(plain: Half, marked: Half, mark: int) -> dict[str, Array]:
    """The tensors of both, and between them what says whose table it is."""
    tensors: dict[str, Array] = {}
    for k, ((a, a_bias), (b, b_bias)) in enumerate(zip(plain.hidden, marked.hidden, strict=True)):
        n, both = len(a), len(a) + len(b)
        bias = np.concatenate([a_bias, b_bias, [-1, -1]])
        if k == 0:
            weight = np.concatenate([a, b, np.zeros((2, a.shape[1]))])
            weight[:n, mark] -= plain.silence()
            weight[PLAIN, mark], bias[PLAIN] = -2, 1
            weight[MARKED, mark] = 2
        else:
            weight = np.zeros((both + 2, a.shape[1] + b.shape[1] + 2))
            weight[:n, : a.shape[1]], weight[:n, MARKED] = a, -plain.silence()
            weight[n:both, a.shape[1] : PLAIN], weight[n:both, PLAIN] = b, -marked.silence()
            weight[PLAIN, PLAIN] = weight[MARKED, MARKED] = 2
        tensors[f"trunk.{k}.weight"], tensors[f"trunk.{k}.bias"] = weight, bias
    heads = {"policy": (plain.policy, marked.policy), "value": (plain.value, marked.value)}
    for name, ((a, a_bias), (b, b_bias)) in heads.items():
        tensors[f"{name}.weight"] = np.concatenate([a, b, a_bias[:, None], b_bias[:, None]], axis=1)
        tensors[f"{name}.bias"] = np.zeros(len(a_bias))
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items()}
