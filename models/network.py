"""A trained network as an opponent: its shape, its forward pass without a learner, and how it draws an action.

Compiled code takes a position at a time: of an observation few numbers are not zero, and the others cost nothing. For
layers of up to a thousand that takes no longer than products of whole batches, and no rounding depends on what else is
asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from warzoo.envs.core import kernels
from warzoo.envs.core.arrays import Array, Floats, Masks, Rows, States, Words
from warzoo.envs.core.game import Game
from warzoo.envs.core.jit import COMPILED, kernel, rule
from warzoo.envs.core.luck import S32

from .opponents import FIRST, Opponent

LAYER_MOST, LAYERS_MOST = 4096, 8

Layer = tuple[Array, Array]
Packed = tuple[Floats, Rows]  # layer by layer the biases, then the weights input by input; and how wide the layers are
Desk = tuple[Floats, Rows, Floats]  # numbers that go into a layer and come out of it, and which of them count


class Shape(BaseModel):
    """Inputs, hidden layers with ReLU, one number per action and the value of the position."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    inputs: int = Field(ge=1, le=1 << 16)
    actions: int = Field(ge=1, le=1 << 16)
    hidden: list[int] = Field(min_length=1, max_length=LAYERS_MOST)
    shared: bool  # policy and value stand on the same hidden layers

    @property
    def trunk(self) -> str:
        """The policy's hidden layers, by name."""
        return "trunk" if self.shared else "policy_trunk"

    def layers(self) -> dict[str, tuple[int, int]]:
        """Every layer by name: numbers in, numbers out."""
        widths = [self.inputs, *self.hidden]
        trunks = (self.trunk,) if self.shared else (self.trunk, "value_trunk")
        named = {f"{t}.{k}": (widths[k], widths[k + 1]) for t in trunks for k in range(len(self.hidden))}
        return {**named, "policy": (widths[-1], self.actions), "value": (widths[-1], 1)}

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Every tensor by name and its exact shape."""
        named: dict[str, tuple[int, ...]] = {}
        for name, (into, out) in self.layers().items():
            named[f"{name}.weight"] = (out, into)
            named[f"{name}.bias"] = (out,)
        return named

    def numbers(self) -> int:
        """How many numbers it consists of."""
        return sum((into + 1) * out for into, out in self.layers().values())

    def policy_layers(self) -> list[str]:
        """The layers from the observation to the actions, in order."""
        return [*(f"{self.trunk}.{k}" for k in range(len(self.hidden))), "policy"]

    def value_layers(self) -> list[str]:
        """The layers from the observation to the value, in order."""
        return [*(f"{self.trunk if self.shared else 'value_trunk'}.{k}" for k in range(len(self.hidden))), "value"]


@kernel
def look_compact(states: States, which: Rows, records: Array) -> None:
    """Row k: what the seat to act in game `which[k]` may know."""
    for k in range(which.size):
        s = states[which[k]]
        kernels.observe(s, s.turn, records[k])


@kernel
def draw_actions(
    logits: Array, which: Rows, masks: Masks, uniforms: Array, heat: float, actions: Rows, logs: Array
) -> None:
    """Row k draws a legal action of game `which[k]` from its logits, and its log probability (`heat` 0: the best)."""
    for k in range(which.size):
        mask = masks[which[k]]
        best = -1
        for a in range(mask.size):
            if mask[a] and (best < 0 or logits[k, a] > logits[k, best]):
                best = a
        actions[k] = best
        logs[k] = 0.0
        if heat <= 0.0:
            continue
        top = np.float64(logits[k, best])
        total = 0.0
        for a in range(mask.size):
            if mask[a]:
                total += np.exp((np.float64(logits[k, a]) - top) / heat)
        left = uniforms[k] * total
        for a in range(mask.size):
            if mask[a]:
                left -= np.exp((np.float64(logits[k, a]) - top) / heat)
                actions[k] = a
                if left < 0.0:
                    break
        logs[k] = (np.float64(logits[k, actions[k]]) - top) / heat - np.log(total)


@rule
def through(seen: Array, net: Packed, desk: Desk) -> Floats:
    """What comes out of the last layer; it stands on the desk."""
    weights, widths = net
    numbers, places, amounts = desk
    x, y = numbers[0], numbers[1]
    x[: seen.size] = seen
    start = 0
    for k in range(1, widths.size):
        into, out = widths[k - 1], widths[k]
        y[:out] = weights[start : start + out]
        add_product(x[:into], weights[start + out :], y[:out], places, amounts)
        start += (into + 1) * out
        x, y = y, x
    found: Floats = x[: widths[-1]]
    return found


@rule
def add_product(x: Floats, weights: Floats, y: Floats, places: Rows, amounts: Floats) -> None:
    """Adds to `y` the row of weights of each number above zero, times that number: four rows at a time."""
    n = 0
    for i in range(x.size):
        if x[i] > 0:
            places[n] = i * y.size
            amounts[n] = x[i]
            n += 1
    places[n : n + 3] = 0
    amounts[n : n + 3] = 0
    for k in range(0, n, 4):
        a, b, c, d = amounts[k], amounts[k + 1], amounts[k + 2], amounts[k + 3]
        row_a, row_b = weights[places[k] :][: y.size], weights[places[k + 1] :][: y.size]
        row_c, row_d = weights[places[k + 2] :][: y.size], weights[places[k + 3] :][: y.size]
        for j in range(y.size):
            y[j] += (a * row_a[j] + b * row_b[j]) + (c * row_c[j] + d * row_d[j])


@kernel
def through_each(rows: Array, net: Packed, desk: Desk, out: Floats) -> None:
    """Row k: what the network makes of the k-th observation."""
    for k in range(len(rows)):
        out[k] = through(rows[k], net, desk)


def packed(layers: list[Layer]) -> Packed:
    """The layers as compiled code takes them."""
    weights = [part for weight, bias in layers for part in (bias, weight.T.ravel())]
    widths = [layers[0][0].shape[1], *(len(bias) for _, bias in layers)]
    return np.concatenate(weights, dtype=np.float32), np.array(widths)


def desk_for(net: Packed) -> Desk:
    """Memory for a position on its way through the network."""
    widest = net[1].max()
    return np.zeros((2, widest), np.float32), np.zeros(widest + 3, np.int64), np.zeros(widest + 3, np.float32)


class NetworkBot(Opponent):
    """Draws from the network's masked policy; `plays` "best" takes the likeliest action instead."""

    def __init__(
        self,
        game: Game,
        name: str,
        shape: Shape,
        tensors: Mapping[str, Array],
        plays: Literal["sample", "best"] = "sample",
        temperature: float = 1.0,
    ) -> None:
        super().__init__(game, name)
        self.shape, self.tensors = shape, tensors
        self.heat = temperature if plays == "sample" else 0.0
        chain = shape.policy_layers()
        self.layers: list[Layer] = [(tensors[f"{n}.weight"], tensors[f"{n}.bias"]) for n in chain]
        self.packed = packed(self.raw_layers)

    @property
    def raw_layers(self) -> list[Layer]:
        """Those that take the unscaled int8 numbers."""
        first, bias = self.layers[0]
        return [(first * self.game.observation.scale(), bias), *self.layers[1:]]

    def answer(self, states: States, which: Rows, masks: Masks, words: Words) -> Array:
        records = self.game.observation.zeros(len(which))
        look_compact(states, which, records)
        logits = self.logits_of_raw(self.game.flat(records))
        return self._draw(logits, which, masks, words)

    def answer_one(self, numbers: Array, mask: Array) -> int:
        logits = forward(self.layers, numbers[None])
        word = self.luck.integers(1 << 64, size=1, dtype=np.uint64)
        return int(self._draw(logits, FIRST, mask[None], word)[0])

    def odds(self, states: States, masks: Masks) -> Array:
        observations, _ = self.game.look(states)
        return self.probabilities(observations * self.game.observation.scale(), masks)

    def _draw(self, logits: Array, which: Rows, masks: Masks, words: Words) -> Array:
        actions = np.empty(len(which), np.int64)
        uniforms = (words >> S32) * 2.0**-32
        draw_actions(logits, which, masks, uniforms, self.heat, actions, np.empty(len(which)))
        return actions

    def logits_of_raw(self, numbers: Array) -> Array:
        """The policy's logits for rows of unscaled int8 observations, each the same whatever else is asked."""
        if not COMPILED:
            return forward(self.raw_layers, numbers.astype(np.float32))
        logits = np.empty((len(numbers), self.shape.actions), np.float32)
        through_each(numbers, self.packed, desk_for(self.packed), logits)
        return logits

    def probabilities(self, observations: Array, masks: Masks) -> Array:
        """How likely each action is played, for rows of observations (numbers in [0, 1])."""
        likely = self.policy(observations, masks)
        return likely if self.heat > 0 else np.eye(self.shape.actions)[likely.argmax(1)]

    def policy(self, observations: Array, masks: Masks) -> Array:
        """The same, where the likeliest is always played as if actions were drawn: how much it is preferred."""
        logits = forward(self.layers, observations.astype(np.float32)).astype(np.float64)
        logits = np.where(masks > 0, logits, -np.inf)
        likely = np.exp((logits - logits.max(1, keepdims=True)) / (self.heat or 1.0))
        result: Array = likely / likely.sum(1, keepdims=True)
        return result


def forward(layers: list[Layer], x: Array) -> Array:
    """Layer after layer, with ReLU between."""
    for k, (weight, bias) in enumerate(layers):
        if k > 0:
            x = np.maximum(x, np.float32(0.0))
        x = (weight @ x[0] + bias)[None] if len(x) == 1 else x @ weight.T + bias
    return x
