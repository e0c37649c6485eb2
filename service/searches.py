"""Searches in processes of their own: one that takes too long is ended, together with its process."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from multiprocessing.connection import Connection
from queue import SimpleQueue

import numpy as np

from warzoo.envs.core.arrays import States
from warzoo.envs.core.errors import shown
from warzoo.envs.core.game import Game, find
from warzoo.models.opponents import Opponent, opponent
from warzoo.models.search import Search

from .table import GAME_ROW

START = 120.0  # seconds more for the first search in a game, for which code may first have to be compiled
Question = tuple[str, str, bytes]  # game, opponent, position
Prepare = Callable[[], object]  # what a new process does first


class Busy(Exception):
    """Too much is asked at once; it may be asked again after a while."""


class Late(Exception):
    """A search that has not ended in its time, or has broken down."""


class Searches:
    """So many searches at once; of those that wait for a process there are only so many too."""

    def __init__(self, processes: int, queue: int, deadline: float, prepare: Prepare | None) -> None:
        self.queue, self.deadline = queue, deadline
        self.going = 0  # searches that run or wait
        self.searchers = [Searcher(prepare) for _ in range(processes)]
        self.free: SimpleQueue[Searcher] = SimpleQueue()
        for searcher in self.searchers:
            self.free.put(searcher)
        self.threads = ThreadPoolExecutor(processes)

    async def move(self, bot: Search, states: States) -> int:
        """What a search finds in the position of one game."""
        if self.going >= self.queue:
            raise Busy(f"{self.going} searches wait already")
        self.going += 1
        try:
            question = (bot.game.name, bot.name, states.tobytes())
            return await asyncio.get_running_loop().run_in_executor(self.threads, self.ask, question)
        finally:
            self.going -= 1

    def ask(self, question: Question) -> int:
        """In a thread, which waits for the process."""
        searcher = self.free.get()
        try:
            return searcher.ask(question, self.deadline)
        finally:
            self.free.put(searcher)

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
        for searcher in self.searchers:
            searcher.end()


class Searcher:
    """A process that searches, started when it is first asked, and anew after it was ended."""

    def __init__(self, prepare: Prepare | None) -> None:
        self.prepare = prepare
        self.process: multiprocessing.process.BaseProcess | None = None
        self.known: set[str] = set()  # games in which it has searched

    def ask(self, question: Question, seconds: float) -> int:
        """What it finds, if it does within so many seconds."""
        game, name, _ = question
        try:
            if self.process is None:
                self.start()
            self.line.send(question)
            if not self.line.poll(seconds if game in self.known else seconds + START):
                raise Late(f"{name} took more than {seconds:g} seconds")
            found = self.line.recv()
        except (EOFError, OSError):
            self.end()
            raise Late(f"{name} has broken down") from None
        except Late:
            self.end()
            raise
        self.known.add(game)
        if isinstance(found, str):
            raise RuntimeError(found)
        return int(found)

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, end = context.Pipe()
        self.process, self.known = context.Process(target=search, args=(end, self.prepare), daemon=True), set()
        self.process.start()
        end.close()

    def end(self) -> None:
        """Ends the process, whatever it does."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


def search(line: Connection, prepare: Prepare | None) -> None:
    """In a process of its own: answers one question after the other, until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if prepare:
        prepare()
    while True:
        try:
            name, spec, position = line.recv()
        except EOFError:
            return
        try:
            found: int | str = searched(find(name), spec, position)
        except Exception as error:
            found = shown(error)
        line.send(found)


def searched(game: Game, spec: str, position: bytes) -> int:
    """What a search finds."""
    states = np.frombuffer(bytearray(position), game.state.dtype)
    bot = made(game, spec)
    return int(bot.act(states, GAME_ROW, game.mask(states)[None], bot.luck)[0])


@cache
def made(game: Game, spec: str) -> Opponent:
    """The opponent of this name, made once a process."""
    return opponent(spec, game)
