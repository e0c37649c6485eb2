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

TWO = 2
FIRST = 0  # the worker that owns the run's folder
AWAKE = 0.05  # seconds: a core that sleeps while it waits comes back late, and cold
NOWHERE = -1
HERE = b"."

give_way = getattr(os, "sched_yield", lambda: None)


class Parted(Exception):
    """Another worker is lost."""


class Both(Protocol):
    """The crew, as far as it is needed here."""

    @property
    def rank(self) -> int: ...
    @property
    def size(self) -> int: ...
    def first_says(self, value: float) -> float: ...
    def least(self, number: int) -> int: ...


class Board:
    """Averages gradients without messages, which take ten times as long.

    Each worker writes its row of a page, meets the other, and adds up both. That is the sum that a message brings, bit
    for bit; of more than two it would depend on their order. There are two pages, in turns: who writes on one again
    knows that the other worker has read it, for they have met over the other page since.
    """

    pages: Tensor | None = None  # [page, rank, number]
    line: socket.socket | None = None
    turn = 0

    def average(self, crew: Both, mine: Sequence[Tensor]) -> bool:
        """Each becomes its mean over both workers, of the same shapes each time; False where they share no memory."""
        sizes = [tensor.numel() for tensor in mine]
        if self.turn == 0 and crew.size == TWO:
            self.pages, self.line = shared(crew, sum(sizes))
        self.turn += 1
        if self.pages is None or self.line is None:
            return False
        rows = torch.split(self.pages[self.turn % 2], sizes, dim=1)
        for row, tensor in zip(rows, mine, strict=True):
            row[crew.rank].view_as(tensor).copy_(tensor)
        meet(self.line)
        for row, tensor in zip(rows, mine, strict=True):
            torch.add(row[0].view_as(tensor), row[1].view_as(tensor), out=tensor).div_(TWO)
        return True


def meet(line: socket.socket) -> None:
    """Waits until the other worker has come as far, awake for a moment."""
    until, word = time.perf_counter() + AWAKE, None
    try:
        line.send(HERE)
        while word is None:
            line.setblocking(time.perf_counter() > until)
            with suppress(BlockingIOError):
                word = line.recv(len(HERE))
            give_way()
    except OSError as error:
        raise Parted(str(error)) from error
    if word != HERE:
        raise Parted("the other worker has left")


def shared(crew: Both, numbers: int) -> tuple[Tensor | None, socket.socket | None]:
    """Two pages with a row for each worker, in memory without a name, and a line; neither where not both have them."""
    shape, pages = (2, TWO, numbers), None
    line, file = host(crew, 4 * int(np.prod(shape))) if crew.rank == FIRST else guest(crew)
    with suppress(OSError, ValueError):
        if file is not None:
            with file:
                pages = torch.from_numpy(np.memmap(file, np.float32, "r+", shape=shape))
    if crew.least(pages is not None):
        return pages, line
    if line is not None:
        line.close()
    return None, None


def host(crew: Both, size: int) -> tuple[socket.socket | None, BinaryIO | None]:
    """The first worker is called by the other one, and hands it memory of this size."""
    token, file, line = secrets.randbits(48), None, None
    with ExitStack() as at_the_door:
        with suppress(OSError, AttributeError):  # not every system has such lines and such memory
            door = at_the_door.enter_context(socket.socket(socket.AF_UNIX))
            door.bind(address(token))
            door.listen()
            file = reserve(size)
        crew.first_says(NOWHERE if file is None else token)
        if crew.least(file is not None) and file is not None:
            while line is None or stranger(line):
                line, _ = door.accept()
            socket.send_fds(line, [HERE], [file.fileno()])
            return line, file
    if file is not None:
        file.close()
    return None, None


def guest(crew: Both) -> tuple[socket.socket | None, BinaryIO | None]:
    """The other worker calls, and is handed it."""
    token = int(crew.first_says(NOWHERE))
    line = None if token == NOWHERE else called(token)
    if not crew.least(line is not None) or line is None:
        return None, None
    _, files, *_ = socket.recv_fds(line, len(HERE), 1)
    return line, open_file(files[0])


def address(token: int) -> str:
    """A name that stands in no folder."""
    return f"\0warzoo-{token:x}"


def called(token: int) -> socket.socket | None:
    """A line to the first worker, if it is on this machine."""
    with suppress(OSError, AttributeError):
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(address(token))
        except OSError:
            line.close()
            raise
        return line
    return None


def stranger(line: socket.socket) -> bool:
    """Somebody else has called; he is not answered."""
    whose = struct.Struct("3i")  # process, user, group
    _, user, _ = whose.unpack(line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, whose.size))
    if user != os.getuid():
        line.close()
    return bool(user != os.getuid())


def reserve(size: int) -> BinaryIO:
    """Memory of this size, all of it there: who writes beyond what there is room for is ended."""
    file = open_file(os.memfd_create("warzoo"))
    try:
        os.posix_fallocate(file.fileno(), 0, size)
    except OSError:
        file.close()
        raise
    return file


def open_file(number: int) -> BinaryIO:
    return os.fdopen(number, "r+b", buffering=0)
