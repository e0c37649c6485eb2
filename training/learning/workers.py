"""A crew on one machine: a process for each worker, and this one, which waits for them, shows how far they are and
passes signals on. On a cluster `placed.py` does the same."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import traceback
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue

import torch.distributed as dist

from warzoo.envs.core.errors import UsageError
from warzoo.models.opponents import OpponentWarning

from .board import FIRST, Parted
from .crew import together
from .watch import Stopped

PATIENCE = timedelta(hours=6)  # of workers that wait while the first one measures; a lost one is noticed at once
SIGNALS = (signal.SIGINT, signal.SIGTERM)
INTERFACE = "GLOO_SOCKET_IFNAME"

Asked = Callable[[], int]  # returns when an end is asked for, with the signal
Tell = Callable[..., None]  # takes by name what a progress bar shows
Work = Callable[[Asked, Tell], None]


def check() -> None:
    """Refuses several workers where they could not speak to one another."""
    if not (dist.is_available() and dist.is_gloo_available()):
        raise UsageError("this torch comes without torch.distributed and gloo: train with one worker")


class Group(ABC):
    """So many workers, which begin with `prepare`, such as registering a game; `tell` hears of their progress."""

    def __init__(self, count: int, prepare: Callable[[], object], tell: Tell) -> None:
        self.count, self.prepare, self.tell = count, prepare, tell
        self.asked = 0  # the signal that asked for the end

    def crowded(self) -> str:
        """What is to be said of so many workers in this place, if anything."""
        cores = self.cores()
        return f"{self.count} workers want a core each, and there are {cores} here" if self.count > cores else ""

    @abstractmethod
    def cores(self) -> int:
        """How many there are for workers."""

    @abstractmethod
    def do(self, work: Work) -> None:
        """Does the work in all of them; raises what one of them raised, and `Parted` when one is lost."""

    def stop(self, number: int) -> None:
        """Asks the first worker for an end; the others follow it."""
        self.asked = number


class Spawned(Group):
    """Processes of this machine."""

    def __init__(self, count: int, prepare: Callable[[], object], tell: Tell) -> None:
        super().__init__(count, prepare, tell)
        self.processes: list[multiprocessing.process.BaseProcess] = []
        self.lines: list[Connection] = []

    def cores(self) -> int:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def stop(self, number: int) -> None:
        super().stop(number)
        if self.lines:
            with suppress(OSError):  # it is lost
                self.lines[FIRST].send(number)

    def do(self, work: Work) -> None:
        with tempfile.TemporaryDirectory(prefix="warzoo-") as place:
            try:
                with unheard():
                    for rank in range(self.count):
                        self.start(work, rank, f"{place}/meeting")
                if self.asked:
                    self.stop(self.asked)
                self.attend()
            finally:
                for process in self.processes:
                    process.kill()
                    process.join()
                self.processes, self.lines = [], []

    def start(self, work: Work, rank: int, meeting: str) -> None:
        context = multiprocessing.get_context("spawn")
        line, end = context.Pipe()
        process = context.Process(target=serve, args=(work, self.prepare, rank, self.count, meeting, end))
        process.start()
        end.close()
        self.processes.append(process)
        self.lines.append(line)

    def attend(self) -> None:
        """Waits until each has said how it ended, or one is lost and none of those who were heard before says why."""
        waiting, parted = set(self.lines), None
        while waiting and (heard := wait(list(waiting), 0 if parted else None)):
            for line in heard:
                assert isinstance(line, Connection)
                try:
                    word = line.recv()
                except (EOFError, OSError):
                    word = Parted("a worker ended without a word")
                if isinstance(word, dict):
                    self.tell(**word)
                    continue
                waiting.remove(line)
                if isinstance(word, Parted):
                    parted = word
                elif word is not None:
                    raise word
        if parted:
            raise parted


@contextmanager
def unheard() -> Iterator[None]:
    """Processes started now never hear the signals that a terminal or a system sends to all; this one does later."""
    resource_tracker.ensure_running()  # which would let them through again
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


# In a worker's process


def serve(work: Work, prepare: Callable[[], object], rank: int, count: int, meeting: str, line: Connection) -> None:
    """The life of a worker; it ends with whoever started it."""
    asked: SimpleQueue[int] = SimpleQueue()
    threading.Thread(target=listen, args=(line, asked), daemon=True).start()
    raised = None
    try:
        with understood():
            prepare()
            warnings.simplefilter("ignore", OpponentWarning)  # said already, before the workers were started
            os.environ.setdefault(INTERFACE, loopback())
            with together():
                dist.init_process_group("gloo", f"file://{meeting}", PATIENCE, count, rank)
            work(asked.get, lambda **standing: line.send(standing))
    except Exception as error:
        raised = error
    line.send(raised)


@contextmanager
def understood() -> Iterator[None]:
    """What a worker raises, as who started it takes it: short memory is a loss, a mistake ends the run in its trace."""
    try:
        yield
    except (UsageError, Stopped, Parted):
        raise
    except MemoryError as error:
        raise Parted(f"no memory: {error}") from None
    except Exception:
        raise RuntimeError(traceback.format_exc()) from None


def listen(line: Connection, asked: SimpleQueue[int]) -> None:
    """Takes what is said on the line until nobody is there any more."""
    try:
        while True:
            asked.put(line.recv())
    except (EOFError, OSError):
        os._exit(1)


def loopback() -> str:
    """The network interface that leads nowhere else: workers of one machine speak over it alone."""
    return next((name for _, name in socket.if_nameindex() if name.startswith("lo")), "lo")
