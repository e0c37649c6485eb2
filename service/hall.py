"""All tables of a service: who is let in, what is kept in memory, and what its bounds are."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, find
from warzoo.models.checkpoint import zoo
from warzoo.models.opponents import BOTS

from .minds import Minds
from .room import Room, reopened
from .searches import Busy, Prepare, Searches
from .store import Kept, Store


class Bounds(BaseModel):
    """What a service allows."""

    model_config = ConfigDict(frozen=True)
    tables: int = Field(default=1000, ge=1, description="tables at once; games that are over make room")
    body: int = Field(default=1 << 20, ge=1, description="bytes of a request")
    rate: float = Field(default=200.0, gt=0, description="requests a second of one address")
    idle: float = Field(default=7 * 86400.0, gt=0, description="seconds after which a table that nobody touches goes")
    open: int = Field(default=1000, ge=1, description="tables kept in memory; the others wait on the disk")
    connections: int = Field(default=900, ge=1, description="open at once; a process may often have 1,024 files")
    visits: int = Field(default=600, ge=1, description="requests and sockets of one address at once")
    searches: int = Field(default=8, ge=1, description="searches that may wait")
    processes: int = Field(default=1, ge=1, description="processes that search")
    deadline: float = Field(default=10.0, gt=0, description="seconds of a search")
    patience: float = Field(default=2.0, ge=0, description="seconds in which a move's answer holds the opponents' too")


def offered() -> list[str]:
    """The opponents that a service offers unless it is told others."""
    return [*BOTS, *(f"zoo:{name}" for name in zoo()), "mcts:200"]


class Hall:
    """All tables of a service, and who is there."""

    def __init__(self, path: str, opponents: list[str], bounds: Bounds, prepare: Prepare | None) -> None:
        self.bounds, self.store = bounds, Store(path)
        self.searches = Searches(bounds.processes, bounds.searches, bounds.deadline, prepare)
        self.minds = Minds(opponents, self.searches)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.visits: Counter[str] = Counter()  # by address: requests and sockets that are open
        self.spent: dict[str, tuple[float, float]] = {}  # by address: requests left, and when that was

    async def enter(self, name: str) -> Room:
        """The table of this name."""
        if name not in self.rooms:
            await self.minds.ready(self.kept(name).game)
        if name not in self.rooms:  # nobody was quicker
            self.keep(reopened(self.kept(name), self.minds, self.store))
        self.rooms.move_to_end(name)
        return self.rooms[name]

    def kept(self, name: str) -> Kept:
        """The table of this name, as it is written down."""
        kept = self.store.find(name)
        if kept is None:
            raise LookupError(f"there is no table {name[:40]}")
        return kept

    def keep(self, room: Room) -> None:
        """Keeps a table in memory; of those where nobody waits, the ones longest left alone make room."""
        idle = [name for name, other in self.rooms.items() if other.idle]
        for name in idle[: len(idle) - self.bounds.open + 1]:
            del self.rooms[name]
        self.rooms[room.kept.id] = room

    def make_room(self) -> None:
        """For one more table; those whose games have been over the longest go."""
        while self.store.count() >= self.bounds.tables:
            gone = self.store.first_ended()
            if gone is None:
                raise Busy(f"there are {self.bounds.tables:,} tables already")
            self.rooms.pop(gone, None)

    @contextmanager
    def visit(self, address: str) -> Iterator[None]:
        """Somebody is there, for a request or with a socket."""
        self.visits[address] += 1
        try:
            yield
        finally:
            self.visits[address] -= 1
            if not self.visits[address]:
                del self.visits[address]

    def allowed(self, address: str) -> bool:
        """Whether this address may ask once more: so many a second, and twice as many at once."""
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

    def close(self) -> None:
        """Nobody plays on, nothing is written down any more."""
        for room in self.rooms.values():
            if room.playing is not None:
                room.playing.cancel()
        self.searches.close()
        self.store.close()


async def here(asks: HTTPConnection) -> Hall:
    """The tables of the service that is asked."""
    found: Hall = asks.app.state.hall
    return found


Here = Annotated[Hall, Depends(here)]


def known(name: str) -> Game:
    """The game of this name."""
    try:
        return find(name)
    except UsageError as error:
        raise LookupError(str(error)) from None
