"""What opponents answer: quick ones in batches across tables, searches in processes of their own."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache

import numpy as np

from warzoo.envs.core.arrays import States
from warzoo.envs.core.errors import UsageError, shown
from warzoo.envs.core.game import Game, find
from warzoo.models.opponents import Opponent, opponent
from warzoo.models.search import Search

from .table import GAME_ROW

Question = tuple[States, "asyncio.Future[int]"]


class Busy(Exception):
    """Too much is asked at once; it may be asked again after a while."""


class Minds:
    """The opponents that a service offers, by name; each is made once a game."""

    def __init__(self, names: list[str], processes: int, queue: int, deadline: float) -> None:
        self.names, self.processes, self.queue, self.deadline = names, processes, queue, deadline
        self.bots: dict[tuple[str, str], Opponent] = {}
        self.waiting: dict[Opponent, list[Question]] = {}
        self.searching = 0
        self.pool: ProcessPoolExecutor | None = None

    def bot(self, name: str, game: Game) -> Opponent:
        """The opponent of this name, if it is one of those offered."""
        if name not in self.names:
            raise UsageError(f"there is no opponent {shown(name)} here; there is {', '.join(self.names)}")
        if (game.name, name) not in self.bots:
            self.bots[game.name, name] = opponent(name, game)
        return self.bots[game.name, name]

    async def move(self, bot: Opponent, states: States) -> int:
        """What the opponent does in the position of one game."""
        if isinstance(bot, Search):
            return await self.search(bot, states)
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        if bot not in self.waiting:
            self.waiting[bot] = []
            asyncio.get_running_loop().call_soon(self.answer, bot)
        self.waiting[bot].append((states.copy(), future))
        return await future

    def answer(self, bot: Opponent) -> None:
        """All questions to an opponent that have come in the meantime, in one batch."""
        questions = self.waiting.pop(bot)
        try:
            states = np.concatenate([one for one, _ in questions])
            moves = bot.act(states, np.arange(len(states)), bot.game.look(states)[1], bot.luck).tolist()
        except Exception as error:
            for _, future in questions:
                if not future.done():
                    future.set_exception(error)
            return
        for (_, future), move in zip(questions, moves, strict=True):
            if not future.done():
                future.set_result(move)

    async def search(self, bot: Opponent, states: States) -> int:
        """A search in another process: no more than so many wait, none for longer than the deadline."""
        if self.searching >= self.queue:
            raise Busy(f"{self.searching} searches wait already")
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.processes, context, signal.signal, (signal.SIGINT, signal.SIG_DFL))
        self.searching += 1
        try:
            asked = asyncio.get_running_loop().run_in_executor(
                self.pool, searched, bot.game.name, bot.name, states.tobytes()
            )
            return await asyncio.wait_for(asked, self.deadline)
        except TimeoutError:
            raise Busy(f"{bot.name} took more than {self.deadline:g} seconds") from None
        except BrokenProcessPool:
            self.pool = None
            raise Busy("a search has broken down and is started anew") from None
        finally:
            self.searching -= 1

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


def searched(game_name: str, name: str, data: bytes) -> int:
    """In a process of its own: what a search finds."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    game = find(game_name)
    states = np.frombuffer(data, game.state.dtype).copy()
    bot = made(game, name)
    return int(bot.act(states, GAME_ROW, game.look(states)[1], bot.luck)[0])


@cache
def made(game: Game, name: str) -> Opponent:
    """The opponent of this name, made once a process."""
    return opponent(name, game)
