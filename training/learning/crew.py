"""The crew: workers that learn one policy together, each on games of its own, through torch.distributed.

Who starts them forms torch's process group and calls `runs.labour` in each: `workers.py` does on one machine,
`placed.py` on a cluster. With one worker there is no group, and nothing here does anything.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from warzoo.envs.core.arrays import Array

from .board import AWAKE, FIRST, Board, Parted, give_way


class Word(IntEnum):
    """What the first worker tells the others at a boundary."""

    GO = 0  # nothing more to do here
    TAKE_IN = 1  # the policy becomes a past self
    FREEZE = 2  # a checkpoint is written: hand in what belongs to it


@dataclass(frozen=True)
class Crew:
    """A worker's place among all; every method is called by all of them together."""

    rank: int = FIRST
    size: int = 1
    board: Board = field(default_factory=Board, compare=False)

    def share(self, whole: int) -> int:
        """This worker's part of so many; all parts make the whole."""
        return whole // self.size + (self.rank < whole % self.size)

    def most(self, whole: int) -> int:
        """The largest part."""
        return -(-whole // self.size)

    def total(self, numbers: Array) -> Array:
        """Sums over all workers."""
        if self.size == 1:
            return numbers
        tensor = torch.from_numpy(numbers.astype(np.float64))
        with together():
            arrived(dist.all_reduce(tensor, async_op=True))
        return tensor.numpy()

    def least(self, number: int) -> int:
        """The smallest of the workers' numbers."""
        if self.size == 1:
            return number
        tensor = torch.tensor(number)
        with together():
            arrived(dist.all_reduce(tensor, dist.ReduceOp.MIN, async_op=True))
        return int(tensor)

    def average(self, tensor: Tensor) -> Tensor:
        """The mean over all workers, in its place."""
        if self.size > 1:
            with together():
                arrived(dist.all_reduce(tensor, async_op=True))
            tensor /= self.size
        return tensor

    def average_gradients(self, parameters: Iterable[Tensor]) -> None:
        """Each gradient becomes the mean over all workers."""
        if self.size > 1:
            gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
            if not self.board.average(self, gradients):
                vector_to_parameters(self.average(parameters_to_vector(gradients)), gradients)

    def first_says(self, value: float) -> float:
        """The value that the first worker has."""
        if self.size == 1:
            return value
        tensor = torch.tensor(value, dtype=torch.float64)
        with together():
            arrived(dist.broadcast(tensor, FIRST, async_op=True))
        return float(tensor)

    def first_gives(self, tensors: Iterable[Tensor]) -> None:
        """Each tensor becomes, in its place, what the first worker has there."""
        if self.size > 1:
            with together():
                for tensor in tensors:
                    arrived(dist.broadcast(tensor.detach(), FIRST, async_op=True))

    def tell(self, word: Word) -> None:
        """The first worker's word to all others, who listen in `hear`."""
        self.first_says(word)

    def hear(self) -> Word:
        return Word(int(self.first_says(Word.GO)))

    def gathered(self, thing: Any) -> list[Any]:
        """What each worker hands in, for the first; nothing for the others."""
        if self.size == 1:
            return [thing]
        things = [None] * self.size if self.rank == FIRST else None
        with together():
            dist.gather_object(thing, things, FIRST)
        return things or []


def arrived(message: dist.Work) -> None:
    """Waits for a message, awake for a moment."""
    until = time.perf_counter() + AWAKE
    while not message.is_completed() and time.perf_counter() < until:
        give_way()
    message.wait()


@contextmanager
def together() -> Iterator[None]:
    """What torch raises when one of the workers does not answer."""
    try:
        yield
    except RuntimeError as error:
        raise Parted(str(error)) from error


def crew_here(size: int) -> Crew:
    """This process's place among so many workers; the first, where they have not been started."""
    started = size > 1 and dist.is_available() and dist.is_initialized()
    if started and dist.get_world_size() != size:
        raise ValueError(f"the settings speak of {size} workers, the process group has {dist.get_world_size()}")
    return Crew(dist.get_rank() if started else FIRST, size)
