"""A cluster of Ray: how to reach it, and matches spread over it, whose report is that of one process."""

from __future__ import annotations

import logging
import os
import pickle
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import ray
from ray import cloudpickle
from ray._private import worker as insides
from ray.exceptions import RayError, RayTaskError

from warzoo.envs.core.arrays import Array, States
from warzoo.envs.core.errors import UsageError
from warzoo.models.opponents import Opponent

from .arena import Clock, Room

QUIET = {  # nothing is told to anybody outside, and no future versions are announced
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
ANSWERS = 10.0  # seconds that an address may take
LOOKS = 5  # seconds that a core may take to become free


@contextmanager
def connected(address: str, cores: int | None = None) -> Iterator[None]:
    """A cluster: `local` makes one of this machine for the while, with so many cores or all that there are, `auto` is
    the one that runs here, else HOST:PORT."""
    if "://" in address:
        raise UsageError(f"a command works on a cluster from one of its nodes: name HOST:PORT or auto, not {address}")
    host, _, port = address.rpartition(":")
    on_term = signal.getsignal(signal.SIGTERM)
    os.environ.update(QUIET)
    try:
        if port.isdecimal():
            socket.create_connection((host, int(port)), ANSWERS).close()
        quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": logging.CRITICAL}
        ray.init(address, num_cpus=cores, **quiet)
    except (OSError, OverflowError, ValueError, RuntimeError, ImportError) as error:
        raise UsageError(f"no cluster of Ray answers at {address}: {in_short(error)}") from None
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, on_term)  # Ray has put its own there
    insides._worker_logs_enabled = False  # of a node that is lost Ray would print a screenful on stdout
    try:
        yield
    finally:
        ray.shutdown()
        insides._worker_logs_enabled = True


def look_for_room(cores: int) -> None:
    """Says so when work has to wait for other work of the cluster; cores that were just left are free in a moment."""
    for _ in range(LOOKS):
        free = int(ray.available_resources().get("CPU", 0))
        if free >= cores:
            return
        time.sleep(1)
    wanted = "a core is" if cores == 1 else f"{cores} cores are"
    print(f"warzoo: the cluster is busy: {wanted} wanted, {free} free; the work waits", file=sys.stderr, flush=True)


def in_short(error: Exception) -> str:
    """What an error says first."""
    words = str(getattr(error, "cause", None) or error)
    return words.split("\n")[0].partition(". ")[0].rstrip(".") or type(error).__name__


def settle(folder: Path, prepare: Callable[[], object]) -> None:
    """Makes a process on a node like the one that asks: in the same folder, with the same games."""
    try:
        os.chdir(folder)
    except OSError as error:
        where = f"on {socket.gethostname()} ({error.strerror})"
        raise UsageError(f"all nodes must share {folder}, and it is not there {where}") from None
    prepare()


# Matches


@dataclass
class Hall(Room):
    """A room whose blocks of deals are played on the nodes, each of which begins with `prepare`."""

    prepare: Callable[[], object] = field(kw_only=True)

    def play_blocks(
        self, entrants: Sequence[Opponent], places: Array, blocks: Sequence[tuple[int, States]]
    ) -> Iterator[Array]:
        each = len(places) * self.sides  # games a deal
        packed = ray.put(cloudpickle.dumps((self.game, self.options, self.deals, self.seed, list(entrants), places)))
        play = ray.remote(num_cpus=1)(played)
        tasks = {play.remote(Path.cwd(), self.prepare, packed, *block): len(block[1]) for block in blocks}
        left = dict(tasks)
        while left:
            for task in ray.wait(list(left))[0]:
                del left[task]
            self.progress(each * (self.deals - sum(left.values())), each * self.deals)
        for task in tasks:
            won, clocks = result(task)
            for name, clock in clocks.items():
                self.clocks.setdefault(name, Clock()).add(clock)
            yield won


def played(
    folder: Path, prepare: Callable[[], object], packed: bytes, start: int, dealt: States
) -> tuple[Array, dict[str, Clock]]:
    """A block of deals, on a node."""
    settle(folder, prepare)
    game, options, deals, seed, entrants, places = pickle.loads(packed)  # now: a plugin's classes are known
    room = Room(game, options, deals, seed)
    return room.play_block(entrants, places, dealt, start), room.clocks


def result(task: ray.ObjectRef) -> tuple[Array, dict[str, Clock]]:
    """What came of a block; what an opponent did wrong there is raised here."""
    try:
        found: tuple[Array, dict[str, Clock]] = ray.get(task)
    except RayTaskError as error:
        raise (error.cause if isinstance(error.cause, UsageError) else error) from None
    except RayError as error:
        raise UsageError(f"the cluster loses what it is to play: {in_short(error)}") from None
    return found
