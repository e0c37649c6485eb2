"""`warzoo serve`: tables and opponents over HTTP and WebSocket.

Safe by default: nobody is believed but the holder of a seat's token, opponents come from a list of names, everything
has a bound, and what is sent to a seat is what it may know.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
import time
import traceback
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from warzoo.envs.core import data
from warzoo.envs.core.arguments import parsed
from warzoo.envs.core.errors import OutOfOrder, UsageError
from warzoo.envs.core.game import Game, all_games, find
from warzoo.models.checkpoint import zoo
from warzoo.models.opponents import ABOUT, BOTS

from .minds import Busy, Minds
from .room import LOG, Denied, Room, new_room, reopened
from .store import Store
from .table import HUMAN, advice

POLL_MOST = 60.0  # seconds of a long poll
SWEPT = 60.0  # seconds from one sweep to the next
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Bounds(BaseModel):
    """What a service allows."""

    tables: int = Field(default=1000, ge=1, description="tables at once")
    body: int = Field(default=1 << 20, ge=1, description="bytes of a request")
    rate: float = Field(default=200.0, gt=0, description="requests a second of one address")
    idle: float = Field(default=7 * 86400.0, gt=0, description="seconds after which a table that nobody touches goes")
    open: int = Field(default=200, ge=1, description="tables kept in memory; the others wait on the disk")
    searches: int = Field(default=8, ge=1, description="searches that may wait")
    processes: int = Field(default=1, ge=1, description="processes that search")
    deadline: float = Field(default=10.0, gt=0, description="seconds of a search")
    patience: float = Field(default=2.0, ge=0, description="seconds in which a move's answer holds the opponents' too")


class Wanted(BaseModel):
    """A table to make; `human` marks the seats of people."""

    model_config = ConfigDict(extra="forbid")
    game: str
    options: dict[str, Any] = {}
    seats: list[str] | None = Field(default=None, max_length=16)
    seed: int | None = Field(default=None, ge=0, lt=1 << 64)


class Chosen(BaseModel):
    """A move by number or words; with `made`, the moves made when it was chosen, one that is sent twice counts once."""

    model_config = ConfigDict(extra="forbid", strict=True)
    move: int | Annotated[str, Field(max_length=1000)]
    made: int | None = None


class Question(BaseModel):
    """What an opponent would do: in a view, or in what was kept of it."""

    model_config = ConfigDict(extra="forbid")
    game: str
    opponent: str = "zoo:standard"
    observation: dict[str, Any]
    moves: list[int | dict[str, Any]] = Field(max_length=1 << 16)


def offered() -> list[str]:
    """The opponents that a service offers unless it is told others."""
    return [*BOTS, *(f"zoo:{name}" for name in zoo()), "mcts:200"]


class Hall:
    """All tables of a service."""

    def __init__(self, path: str, opponents: list[str], bounds: Bounds) -> None:
        self.bounds, self.store = bounds, Store(path)
        self.minds = Minds(opponents, bounds.processes, bounds.searches, bounds.deadline)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.spent: dict[str, tuple[float, float]] = {}  # by address: requests left, and when that was

    def enter(self, name: str) -> Room:
        """The table of this name."""
        room = self.rooms.get(name)
        if room is None:
            kept = self.store.find(name)
            if kept is None:
                raise LookupError(f"there is no table {name[:40]}")
            room = self.rooms[name] = reopened(kept, self.minds, self.store)
        self.rooms.move_to_end(name)
        for idle in [k for k in self.rooms if k != name][: max(0, len(self.rooms) - self.bounds.open)]:
            if self.rooms[idle].idle:
                del self.rooms[idle]
        return room

    def allowed(self, asks: HTTPConnection) -> bool:
        """Whether this address may ask once more: so many a second, and twice as many at once."""
        address = asks.client.host if asks.client else ""
        now, most = time.monotonic(), 2 * self.bounds.rate
        left, then = self.spent.pop(address, (most, now))
        left = min(most, left + (now - then) * self.bounds.rate)
        self.spent[address] = (max(0.0, left - 1), now)
        if len(self.spent) > 10_000:
            self.spent.pop(next(iter(self.spent)))
        return left >= 1

    def sweep(self) -> None:
        """Tables that nobody touches go."""
        for name in self.store.expire(time.time() - self.bounds.idle):
            self.rooms.pop(name, None)


def create(
    path: str, opponents: list[str] | None = None, bounds: Bounds | None = None, cors: list[str] | None = None
) -> FastAPI:
    """The service, keeping its tables in this file."""
    hall = Hall(path, opponents or offered(), bounds or Bounds())
    app = FastAPI(title="warzoo", version="1", lifespan=lifespan(hall), docs_url=None, redoc_url=None)
    app.state.hall = hall
    guard(app, hall)
    say_errors(app)
    if cors:
        app.add_middleware(CORSMiddleware, allow_origins=cors, allow_methods=["GET", "POST"], allow_headers=["*"])
    offers(app, hall)
    tables(app, hall)
    return app


def lifespan(hall: Hall) -> Callable[[FastAPI], Any]:
    """Idle tables are swept away again and again; the file is closed at the end."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        async def sweeping() -> None:
            while True:
                try:
                    hall.sweep()
                except sqlite3.Error as error:
                    LOG.error(json.dumps({"error": str(error)}))
                await asyncio.sleep(SWEPT)

        task = asyncio.create_task(sweeping())
        yield
        task.cancel()
        for room in hall.rooms.values():
            if room.playing is not None:
                room.playing.cancel()
        hall.minds.close()
        hall.store.close()

    return running


def guard(app: FastAPI, hall: Hall) -> None:
    """Bounds on what is asked, counters and a line of log for each request, and who watches it."""
    registry = CollectorRegistry()
    asked = Counter("warzoo_requests_total", "requests", ["path", "status"], registry=registry)
    took = Histogram("warzoo_request_seconds", "seconds of a request", ["path"], registry=registry)
    Gauge("warzoo_tables", "tables kept", registry=registry).set_function(hall.store.count)
    Gauge("warzoo_searches", "searches that run or wait", registry=registry).set_function(lambda: hall.minds.searching)

    @app.middleware("http")
    async def bounded(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        started = time.perf_counter()
        length = request.headers.get("content-length", "0")
        if not hall.allowed(request):
            response: Response = refusal(429, "too many requests: wait a second", {"Retry-After": "1"})
        elif not length.isdigit() or "transfer-encoding" in request.headers:
            response = refusal(411, "say how long the request is")
        elif int(length) > hall.bounds.body:
            response = refusal(413, f"a request has at most {hall.bounds.body:,} bytes")
        else:
            try:
                response = await go_on(request)
            except Exception:
                LOG.error(json.dumps({"error": traceback.format_exc()}))
                response = refusal(500, "this is a fault of the service; its log says more")
        response.headers.update(HEADERS)
        route = request.scope.get("route")
        path, spent = getattr(route, "path", "other"), time.perf_counter() - started
        asked.labels(path, response.status_code).inc()
        took.labels(path).observe(spent)
        told = {"method": request.method, "path": path, "status": response.status_code, "ms": round(1000 * spent, 2)}
        LOG.info(json.dumps(told))
        return response

    @app.get("/healthz")
    async def healthz() -> dict[str, str]:
        hall.store.count()
        return {"status": "ok"}

    @app.get("/metrics")
    async def metrics() -> PlainTextResponse:
        return PlainTextResponse(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def say_errors(app: FastAPI) -> None:
    """Every error is a sentence, and has its status."""
    for kind, status in ((UsageError, 400), (OutOfOrder, 409), (Denied, 403), (LookupError, 404)):
        app.add_exception_handler(kind, refused(status))

    @app.exception_handler(Busy)
    async def busy(request: Request, error: Exception) -> Response:
        return refusal(503, str(error), {"Retry-After": "2"})

    @app.exception_handler(sqlite3.Error)
    async def unwritten(request: Request, error: Exception) -> Response:
        return refusal(503, f"this cannot be written down, and is not done: {error}", {"Retry-After": "10"})

    @app.exception_handler(HTTPException)
    async def unknown(request: Request, error: HTTPException) -> Response:
        return refusal(error.status_code, error.detail, dict(error.headers or {}))

    @app.exception_handler(RequestValidationError)
    async def misread(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return refusal(422, f"{'.'.join(str(part) for part in first['loc'][1:]) or 'the request'}: {first['msg']}")


def refusal(status: int, words: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": words}, status, headers)


def refused(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Says an error in its sentence."""

    async def handler(request: Request, error: Exception) -> Response:
        return refusal(status, str(error.args[0]) if error.args else "refused")

    return handler


def offers(app: FastAPI, hall: Hall) -> None:
    """What there is, and moves for those who keep their own tables."""

    @app.get("/games")
    async def games() -> dict[str, Any]:
        """The games with their options."""
        return {
            game.name: {
                "title": game.title,
                "about": game.about,
                "version": game.version,
                "options": game.options.model_json_schema(),
            }
            for game in all_games()
        }

    @app.get("/games/{game}/schema")
    async def schema(game: str) -> dict[str, Any]:
        """The JSON schema of a game's views."""
        return data.schema(known(game))

    @app.get("/games/{game}/cards")
    async def cards(game: str) -> dict[str, Any]:
        """The cards and other tables of a game."""
        return known(game).text.tables()

    @app.get("/opponents")
    async def opponents() -> dict[str, str]:
        """Whom a seat may be given to."""
        return {name: ABOUT.get(name, "trained" if name.startswith("zoo:") else "search") for name in hall.minds.names}

    @app.post("/act")
    async def act(asked: Question) -> dict[str, Any]:
        """What an opponent does in an observation; nothing is kept."""
        game = known(asked.game)
        bot = hall.minds.bot(asked.opponent, game)
        numbers, mask = data.asked(game, {"observation": asked.observation, "moves": asked.moves})
        return advice(bot, bot.act_one(numbers, mask), numbers, mask)


def known(name: str) -> Game:
    """The game of this name."""
    try:
        return find(name)
    except UsageError as error:
        raise LookupError(str(error)) from None


def bearer(authorization: Annotated[str | None, Header()] = None) -> str:
    """The token of a seat, as the request's header has it."""
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Denied("say who you are: Authorization: Bearer TOKEN")
    return token


Token = Annotated[str, Depends(bearer)]


def tables(app: FastAPI, hall: Hall) -> None:
    """Games that the service keeps."""

    @app.post("/tables", status_code=201)
    async def new(wanted: Wanted) -> dict[str, Any]:
        """Makes a table; the tokens are told once."""
        if hall.store.count() >= hall.bounds.tables:
            raise Busy(f"there are {hall.bounds.tables:,} tables already")
        game = known(wanted.game)
        options = game.settings(**wanted.options)
        seats = wanted.seats or [HUMAN] * options.players
        name = secrets.token_urlsafe(12)
        room, tokens = new_room(name, game, options, seats, wanted.seed, hall.minds, hall.store)
        hall.rooms[name] = room
        await room.quiet(hall.bounds.patience)
        return {"table": name, "seats": dict(zip(game.agents(options.players), seats, strict=True)), "tokens": tokens}

    @app.get("/tables/{table}/view")
    async def view(
        table: str,
        token: Token,
        after: Annotated[int, Query(ge=-1, description="wait until more moves are made than these")] = -1,
        wait: Annotated[float, Query(ge=0, le=POLL_MOST, description="but not for more seconds")] = 0.0,
    ) -> dict[str, Any]:
        """The table as the token's seat may know it."""
        room = hall.enter(table)
        seat = room.seat_of(token)
        await room.after(after, wait)
        return room.view(seat)

    @app.post("/tables/{table}/act")
    async def act(table: str, token: Token, chosen: Chosen) -> dict[str, Any]:
        """A move of the token's seat; the view that comes back holds what opponents answered quickly."""
        room = hall.enter(table)
        seat = room.seat_of(token)
        room.act(seat, chosen.move, chosen.made)
        await room.quiet(hall.bounds.patience)
        return room.view(seat)

    @app.get("/tables/{table}/hint")
    async def hint(table: str, token: Token, opponent: str = "zoo:standard") -> dict[str, Any]:
        """What an opponent would do in the place of the token's seat."""
        room = hall.enter(table)
        seat = room.seat_of(token)
        if room.table.over or room.table.turn != seat:
            raise OutOfOrder("a hint is for the seat that is to act")
        bot = hall.minds.bot(opponent, room.table.game)
        (numbers, masks), states = room.table.game.look(room.table.states), room.table.states.copy()
        action = await hall.minds.move(bot, states)
        return advice(bot, action, numbers[0] * room.table.game.observation.scale(), masks[0])

    @app.get("/tables/{table}/transcript")
    async def transcript(table: str) -> PlainTextResponse:
        """The whole game as a replay, once it is over."""
        room = hall.enter(table)
        if not room.table.over:
            raise OutOfOrder("the game is not over: its transcript would tell what is hidden")
        return PlainTextResponse(room.table.transcript.write())

    @app.websocket("/tables/{table}/events")
    async def events(socket: WebSocket, table: str) -> None:
        """First the token, as `{"token": "..."}`; then what `view` gives, anew after every move, to the game's end."""
        if not hall.allowed(socket):
            await socket.close(1013)
            return
        await socket.accept()
        with suppress(WebSocketDisconnect):
            try:
                first = parsed(await asyncio.wait_for(socket.receive_text(), POLL_MOST))
                room = hall.enter(table)
                seat = room.seat_of(str(first.get("token")) if isinstance(first, dict) else "")
                await stream(socket, room, seat)
            except (KeyError, UnicodeError, TimeoutError):  # what is said is no text, or nothing is said
                await socket.close(1003)
            except (Denied, LookupError, UsageError, sqlite3.Error) as error:
                await socket.send_json({"error": str(error.args[0])})
                await socket.close(1008)


async def stream(socket: WebSocket, room: Room, seat: int) -> None:
    """Sends a seat its view, again after every move, until the game is over or nobody listens."""
    gone = asyncio.ensure_future(left(socket))
    try:
        with room.listening():
            while not gone.done():
                made = room.made
                await socket.send_json(room.view(seat))
                if room.table.over:
                    await socket.close()
                    return
                news = asyncio.ensure_future(room.after(made, POLL_MOST))
                await asyncio.wait([gone, news], return_when=asyncio.FIRST_COMPLETED)
                news.cancel()
    finally:
        gone.cancel()


async def left(socket: WebSocket) -> None:
    """Waits until nobody listens any more; what is said meanwhile is not looked at."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
