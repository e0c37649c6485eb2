"""The crew: workers that learn one policy together, each on games of its own, through torch.distributed.

Who starts them forms torch's process group and calls `runs.labour` in each: `workers.py` does on one machine,
`placed.py` on a cluster. With one worker there is no group, and nothing here does anything.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from warzoo.envs.core.arrays import Array

FIRST = 0  # the worker that owns the run's folder
AWAKE = 0.05  # seconds: a core that sleeps while it waits for a message comes back late, and cold
NOWHERE = -1

give_way = getattr(os, "sched_yield", lambda: None)


class Parted(Exception):
    """Another worker is lost."""


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
    board: Board = field(default_factory=lambda: Board(), compare=False)

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

    def meet(self) -> None:
        """Waits for all."""
        self.least(0)

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
            vector_to_parameters(self.board.average(self, parameters_to_vector(gradients)), gradients)

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


class Board:
    """Memory that two workers of one machine share, in a quarter of the time that messages take.

    Each writes its row of a page, meets the other, and adds up both. That is the sum that a message brings, bit for
    bit; of more than two it would depend on their order. There are two pages, in turns: who writes on one again knows
    that the other worker has read it, for they have met over the other page since.
    """

    pages: Tensor | None = None  # [page, rank, number]
    turn = 0

    def average(self, crew: Crew, mine: Tensor) -> Tensor:
        """The mean over the crew, of as many numbers each time; by message if no memory is shared."""
        if self.turn == 0 and crew.size == 2:
            self.pages = shared(crew, len(mine))
        self.turn += 1
        if self.pages is None:
            return crew.average(mine)
        page = self.pages[self.turn % 2]
        page[crew.rank] = mine
        crew.meet()
        return torch.add(page[0], page[1], out=mine).div_(crew.size)


def shared(crew: Crew, numbers: int) -> Tensor | None:
    """Two pages with a row for each worker, in memory that has no name; None where not all can hold it."""
    shape, token, pages = (2, crew.size, numbers), secrets.randbits(48), None
    file = reserve(token, 4 * int(np.prod(shape))) if crew.rank == FIRST else None
    try:
        said = [int(crew.first_says(float(one))) for one in (token, os.getpid(), NOWHERE if file is None else file)]
        with suppress(OSError, ValueError):
            pages = torch.from_numpy(np.memmap(page_file(*said), np.float32, "r+", shape=shape))
        return pages if crew.least(pages is not None) else None
    finally:
        if file is not None:
            os.close(file)


def reserve(token: int, size: int) -> int | None:
    """Opens memory of this size, or none where there is no room for all of it: who writes beyond that is ended."""
    with suppress(OSError, AttributeError):
        file = os.memfd_create(f"warzoo-{token}")
        try:
            os.posix_fallocate(file, 0, size)
        except OSError:
            os.close(file)
            raise
        return file
    return None


def page_file(token: int, process: int, file: int) -> Path:
    """Where others find memory that a process of this machine has opened; on another one there is nothing of it."""
    path = Path(f"/proc/{process}/fd/{file}")
    if str(path.readlink()) != f"/memfd:warzoo-{token} (deleted)":
        raise FileNotFoundError(path)
    return path


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
