"""A trained network as an opponent: its shape, its forward pass without a learner, and how it draws an action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from warzoo.envs.core import kernels
from warzoo.envs.core.arrays import Array, Masks, Rows, States, Words
from warzoo.envs.core.game import Game
from warzoo.envs.core.jit import kernel
from warzoo.envs.core.luck import S32

from .opponents import FIRST, Opponent

FEW = 8  # games up to which plain numpy beats a call into torch
STEP = 64  # torch prepares a product for each number of rows: few numbers, few preparations
LAYER_MOST, LAYERS_MOST = 4096, 8

Layer = tuple[Array, Array]


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


@cache
def torch_module() -> Any:
    """Torch, or None where it is not installed: numpy then does all."""
    try:
        import torch
    except ImportError:
        return None
    return torch


@contextmanager
def one_thread(torch: Any) -> Iterator[None]:
    """Small products do not split over threads; what the program had set returns afterwards."""
    before = torch.get_num_threads()
    if before == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def padded(rows: Rows, step: int, kind: type[np.generic]) -> Array:
    """The rows, with blank ones behind them up to a multiple of `step`."""
    full = np.zeros((-(-len(rows) // step) * step, *rows.shape[1:]), kind)
    full[: len(rows)] = rows
    return full


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
        scale = game.observation.scale()
        chain = shape.policy_layers()
        self.layers: list[Layer] = [(tensors[f"{n}.weight"], tensors[f"{n}.bias"]) for n in chain]
        first, bias = self.layers[0]
        self.raw_layers: list[Layer] = [(first * scale, bias), *self.layers[1:]]  # take the unscaled int8 numbers
        self._torch_layers: list[tuple[Any, Any]] = []

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
        """The policy's logits for rows of unscaled int8 observations."""
        torch = torch_module() if len(numbers) > FEW else None
        if torch is None:
            return forward(self.raw_layers, numbers.astype(np.float32))
        if not self._torch_layers:
            self._torch_layers = [(torch.from_numpy(w), torch.from_numpy(b)) for w, b in self.raw_layers]
        with torch.inference_mode(), one_thread(torch):
            x = torch.from_numpy(padded(numbers, STEP, np.float32))
            for k, (weight, bias) in enumerate(self._torch_layers):
                x = torch.nn.functional.linear(x if k == 0 else x.relu_(), weight, bias)
            logits: Array = x.numpy()[: len(numbers)]
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
