"""The service under load: moves a second and how long each takes, with the server in a process of its own.

One machine is client and server. A move's time is from its being sent to the view that comes back, with what the
opponents have answered.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import socket
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import uvicorn
import websockets

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game
from warzoo.service.api import create
from warzoo.service.hall import Bounds
from warzoo.service.server import log_to, manner

from .arena import Progress
from .bench import Row

OPPONENT = "zoo:standard"
TABLES, CLIENTS = 200, 8  # tables that are played at, by so many at once
SOCKETS = 500  # other tables, at which somebody only listens
POINTS = 5  # at which memory is looked at
LIMITS = Bounds(tables=1_000_000, rate=1e9, connections=10_000, visits=10_000)


class Line:
    """A connection that is kept; one request after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def ask(self, method: str, path: str, token: str = "", **body: Any) -> bytes:
        """What is answered; the request must be one that is granted."""
        sent = json.dumps(body).encode() if body else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(sent)}\r\n"
        kind = "Content-Type: application/json\r\n" if body else ""
        self.writer.write(f"{head}{kind}Authorization: Bearer {token}\r\n\r\n".encode() + sent)
        said = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        found = await self.reader.readexactly(int(said.partition(b"content-length:")[2].partition(b"\r")[0]))
        if said[9:10] != b"2":
            raise RuntimeError(found.decode())
        return found


class Seat:
    """A table against an opponent, and a new one when its game is over."""

    def __init__(self, game: Game, line: Line, luck: random.Random) -> None:
        self.game, self.line, self.luck = game, line, luck
        self.seen: dict[str, Any] = {}

    async def move(self) -> float:
        """Makes a move; returns the seconds that it took."""
        while not self.seen or not self.seen["view"]["moves"]:
            await self.look()
        move = self.luck.choice(self.seen["view"]["moves"])["action"]
        started = time.perf_counter()
        told = await self.line.ask("POST", f"/tables/{self.table}/act", self.token, move=move, made=self.seen["made"])
        took = time.perf_counter() - started
        self.seen = json.loads(told)
        return took

    async def look(self) -> None:
        """Waits for the seat's turn; sits down at a new table when there is none to come."""
        if not self.seen or self.seen["view"]["acting"] is None:
            seats = ["human", *[OPPONENT] * (self.game.settings().players - 1)]
            made = json.loads(await self.line.ask("POST", "/tables", game=self.game.name, seats=seats))
            self.table, self.token = made["table"], made["tokens"]["player_0"]
            self.seen = {"made": -1}
        path = f"/tables/{self.table}/view?after={self.seen['made']}&wait=30"
        self.seen = json.loads(await self.line.ask("GET", path, self.token))


def serving(game: Game, moves: int, progress: Progress) -> list[Row]:
    """The rows of a run of so many moves."""
    if moves < POINTS:
        raise UsageError(f"a load of {moves} moves tells nothing: at least {POINTS}")
    with tempfile.TemporaryDirectory() as folder:
        with socket.create_server(("127.0.0.1", 0), backlog=1000) as ears:
            port = ears.getsockname()[1]
            process = multiprocessing.get_context("spawn").Process(target=serve, args=(ears, folder))
            process.start()
        try:
            return asyncio.run(load(game, moves, port, progress))
        finally:
            process.terminate()
            process.join()


def serve(ears: socket.socket, folder: str) -> None:
    """In a process of its own: the service as it always is, with other bounds."""
    app = create(str(Path(folder, "tables.db")), bounds=LIMITS)
    with Path(folder, "log").open("w") as log:
        log_to(log)
        uvicorn.Server(uvicorn.Config(app, **manner(LIMITS))).run([ears])


async def load(game: Game, moves: int, port: int, progress: Progress) -> list[Row]:
    took: list[float] = []
    memory: list[Row] = []
    row = partial(Row, game.name, games=TABLES)
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(connected(port)) for _ in range(CLIENTS)]
        for _ in range(SOCKETS):
            await stack.enter_async_context(listening(game, lines[0], port))
        luck = random.Random(1)
        seats = [Seat(game, lines[k % CLIENTS], luck) for k in range(TABLES)]
        for seat in seats:  # what comes first is compiled, loaded or made
            await seat.move()

        async def played(mine: list[Seat]) -> None:
            while True:
                for seat in mine:
                    if len(took) >= end:
                        return
                    took.append(await seat.move())
                    progress(len(took), moves)

        spent, busy = 0.0, -await used(port, "cpu_seconds_total")
        for point in range(1, POINTS + 1):
            end = moves * point // POINTS
            started = time.perf_counter()
            await asyncio.gather(*(played(seats[k::CLIENTS]) for k in range(CLIENTS)))
            spent += time.perf_counter() - started
            bytes_used = await used(port, "resident_memory_bytes")
            memory.append(row(f"server's memory after {len(took):,} moves", rate=bytes_used / 1e6, unit="MB"))
        busy += await used(port, "cpu_seconds_total")
    return [
        row(f"moves, {CLIENTS} at once, {SOCKETS} sockets idle", rate=len(took) / spent, unit="moves/s"),
        *(row(f"a move, {part} of 100", rate=1000 * float(np.percentile(took, part)), unit="ms") for part in (50, 99)),
        row("a move, the server's processor", rate=1000 * busy / len(took), unit="ms"),
        *memory,
    ]


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    yield Line(reader, writer)
    writer.close()


@asynccontextmanager
async def listening(game: Game, line: Line, port: int) -> AsyncIterator[None]:
    """A socket at a table of people where nothing happens."""
    made = json.loads(await line.ask("POST", "/tables", game=game.name))
    async with websockets.connect(f"ws://127.0.0.1:{port}/tables/{made['table']}/events") as ears:
        await ears.send(json.dumps({"token": made["tokens"]["player_0"]}))
        await ears.recv()
        yield


async def used(port: int, what: str) -> float:
    """What the server's process has used so far."""
    async with connected(port) as line:
        told = (await line.ask("GET", "/metrics")).decode()
    return float(told.partition(f"\nprocess_{what} ")[2].partition("\n")[0])
