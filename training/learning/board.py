"""What two workers of one machine share: memory for their gradients, and a line on which they meet."""

from __future__ import annotations

import os
import secrets
import socket
import struct
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import BinaryIO, Protocol

import numpy as np
import torch
from torch import Tensor

PAIR = 2  # workers; of more, a sum in memory would depend on their order
PAGES = 2  # in turns: who writes on one again knows that the other worker has read it, for they have met since
FIRST = 0  # the worker that owns the run's folder
AWAKE = 0.05  # seconds: a core that sleeps while it waits comes back late, and cold
SOON = 30.0  # seconds: longer than a worker takes that is there
NOWHERE = -1
HERE = b"."

Handed = tuple[socket.socket, BinaryIO]

give_way = getattr(os, "sched_yield", lambda: None)


class Parted(Exception):
    """Another worker is lost."""


class Both(Protocol):
    """The crew, as far as it is needed here: it has a board itself."""

    @property
    def rank(self) -> int: ...
    @property
    def size(self) -> int: ...
    def first_says(self, value: float) -> float: ...
    def least(self, number: int) -> int: ...


class Board:
    """Averages gradients without messages, which are long on their way: each worker writes half of its own on its row
    of a page, meets the other, and adds up both. That is the mean that a message brings, bit for bit."""

    pages: Tensor | None = None  # [page, rank, number]
    line: socket.socket | None = None
    turn = 0

    def average(self, crew: Both, mine: Sequence[Tensor]) -> bool:
        """Each becomes its mean over both workers, of the same shapes each time; False where they share no memory."""
        sizes = [tensor.numel() for tensor in mine]
        if self.turn == 0 and crew.size == PAIR:
            self.pages, self.line = shared(crew, sum(sizes))
        self.turn += 1
        if self.pages is None or self.line is None:
            return False
        rows = torch.split(self.pages[self.turn % PAGES], sizes, dim=1)
        for row, tensor in zip(rows, mine, strict=True):
            torch.mul(tensor, 1 / PAIR, out=row[crew.rank].view_as(tensor))
        meet(self.line)
        for row, tensor in zip(rows, mine, strict=True):
            torch.add(row[0].view_as(tensor), row[1].view_as(tensor), out=tensor)
        return True


def meet(line: socket.socket) -> None:
    """Waits until the other worker has come as far, awake for a moment."""
    until, word = time.perf_counter() + AWAKE, None
    try:
        line.send(HERE)
        while word is None:
            with suppress(BlockingIOError):
                word = line.recv(len(HERE), socket.MSG_DONTWAIT if time.perf_counter() < until else 0)
            give_way()
    except OSError as error:
        raise Parted(str(error)) from error
    if word != HERE:
        raise Parted("the other worker has left")


def shared(crew: Both, numbers: int) -> tuple[Tensor | None, socket.socket | None]:
    """Two pages with a row for each worker, in memory without a name, and a line; neither where not both have them."""
    shape, pages = (PAGES, PAIR, numbers), None
    size = int(np.prod(shape)) * np.float32().itemsize
    with ExitStack() as passing:
        line, file = (host(crew, size, passing) if crew.rank == FIRST else guest(crew, passing)) or (None, None)
        with suppress(OSError, ValueError):
            if file is not None:
                pages = torch.from_numpy(np.memmap(file, np.float32, "r+", shape=shape))
        if not crew.least(pages is not None) or line is None:
            return None, None
        line = line.dup()
    line.settimeout(None)
    return pages, line


def host(crew: Both, size: int, passing: ExitStack) -> Handed | None:
    """The first worker is called by the other one, and hands it memory of this size."""
    token, file = secrets.randbits(48), None
    with suppress(OSError, AttributeError):  # not every system has such lines and such memory
        door = passing.enter_context(socket.socket(socket.AF_UNIX))
        door.settimeout(SOON)
        door.bind(address(token))
        door.listen()
        file = reserve(size, passing)
    crew.first_says(NOWHERE if file is None else token)
    if crew.least(file is not None) and file is not None:
        with suppress(OSError):
            while True:
                line = passing.enter_context(door.accept()[0])
                if known(line):
                    socket.send_fds(line, [HERE], [file.fileno()])
                    return line, file
    return None


def guest(crew: Both, passing: ExitStack) -> Handed | None:
    """The other worker calls, and is handed it."""
    token = int(crew.first_says(NOWHERE))
    line = None if token == NOWHERE else called(token, passing)
    if crew.least(line is not None) and line is not None:
        with suppress(OSError):
            _, files, *_ = socket.recv_fds(line, len(HERE), 1)
            if files:
                os.set_inheritable(files[0], False)
                return line, passing.enter_context(open_file(files[0]))
    return None


def address(token: int) -> str:
    """A name that stands in no folder."""
    return f"\0warzoo-{token:x}"


def called(token: int, passing: ExitStack) -> socket.socket | None:
    """A line to the first worker, if it is on this machine and of the same user."""
    with suppress(OSError, AttributeError):
        line = passing.enter_context(socket.socket(socket.AF_UNIX))
        line.settimeout(SOON)
        line.connect(address(token))
        return line if known(line) else None
    return None


def known(line: socket.socket) -> bool:
    """The other end is of the same user: anybody may call."""
    whose = struct.Struct("3i")  # process, user, group
    _, user, _ = whose.unpack(line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, whose.size))
    return bool(user == os.getuid())


def reserve(size: int, passing: ExitStack) -> BinaryIO:
    """Memory of this size, all of it there: who writes beyond what there is room for is ended."""
    file = passing.enter_context(open_file(os.memfd_create("warzoo")))
    os.posix_fallocate(file.fileno(), 0, size)
    return file


def open_file(number: int) -> BinaryIO:
    return os.fdopen(number, "r+b", buffering=0)
