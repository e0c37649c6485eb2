"""A table that is served: who may act at it, what is written down of it, and who waits for news."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from warzoo.envs.core.arguments import sequence
from warzoo.envs.core.errors import OutOfOrder, UsageError
from warzoo.envs.core.game import Game, Options, find
from warzoo.envs.core.luck import seeds
from warzoo.envs.core.text import agent_name
from warzoo.models.opponents import Opponent

from .advice import in_game
from .minds import Minds
from .searches import Busy
from .store import Kept, Store
from .table import HUMAN, Table

LOG = logging.getLogger("warzoo.serve")
RETRY = 1.0  # seconds until an opponent's move that was refused is tried again
TRIES = 3  # failures until another opponent takes the seat
STAND_IN, THEN = "heuristic", ", then "  # who takes it; told as "mcts:200, then heuristic"


class Denied(Exception):
    """The token is not that of a seat at this table."""


class Room:
    """A table with its tokens; every move is written down before anybody hears of it."""

    def __init__(self, kept: Kept, table: Table, minds: Minds, store: Store) -> None:
        self.kept, self.table, self.minds, self.store = kept, table, minds, store
        self.bots = {seat: self.player(spec) for seat, spec in enumerate(kept.seats) if spec != HUMAN}
        self.changed = asyncio.Event()
        self.playing: asyncio.Task[None] | None = None
        self.ears = 0  # who listens

    @property
    def made(self) -> int:
        """Moves made so far."""
        return len(self.table.transcript.actions)

    @property
    def idle(self) -> bool:
        """Nobody listens, and no opponent is about to move."""
        return self.ears == 0 and (self.playing is None or self.playing.done())

    def seat_of(self, token: str) -> int:
        """The seat whose token this is."""
        given, found = hashed(token), None
        for agent, kept in self.kept.tokens.items():
            if hmac.compare_digest(given, kept):
                found = self.table.seat(agent)
        if found is None:
            raise Denied("this token is not of a seat at this table")
        return found

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know, with the number of moves made and who plays."""
        seats = dict(zip(self.table.agents, self.kept.seats, strict=True))
        return {"made": self.made, "seats": seats, "view": self.table.view(seat)}

    def act(self, seat: int, move: int | str, made: int | None) -> None:
        """A person's move; then the opponents' turn."""
        if self.table.over:
            raise OutOfOrder("the game is over")
        if made not in (None, self.made):
            raise OutOfOrder(f"{self.made} moves are made, this one was chosen after {made}: look again")
        if self.table.turn != seat:
            raise OutOfOrder(f"{agent_name(self.table.turn)} is to act, not {agent_name(seat)}")
        self.carry_out(self.table.understood(move))
        self.go_on()

    async def hint(self, seat: int, name: str) -> dict[str, Any]:
        """What an opponent would do in the place of this seat."""
        if self.table.over or self.table.turn != seat:
            raise OutOfOrder("a hint is for the seat that is to act")
        bot, states = self.minds.bot(name, self.table.game), self.table.states.copy()
        return in_game(bot, states, await self.minds.move(bot, states))

    def carry_out(self, action: int) -> None:
        """Writes a move down, does it, and tells those who wait."""
        self.store.append(self.kept.id, self.made, [action])
        self.table.carry_out(action)
        if self.table.over:
            with suppress(sqlite3.Error):  # then it makes no room before others, and goes as they do
                self.store.end(self.kept.id)
        self.changed.set()
        self.changed = asyncio.Event()

    def go_on(self) -> None:
        """The opponents answer while others are served."""
        if self.playing is None or self.playing.done():
            self.playing = asyncio.create_task(self.play())
            self.playing.add_done_callback(report)

    async def play(self) -> None:
        failed = 0
        while not self.table.over and (seat := self.table.turn) in self.bots:
            try:
                if failed == TRIES:
                    self.replace(seat)
                    failed = 0
                self.carry_out(await self.minds.move(self.bots[seat], self.table.states))
                failed = 0
            except (Busy, sqlite3.Error):  # a disk may have room again
                await asyncio.sleep(RETRY)
            except Exception as error:
                if THEN in self.kept.seats[seat]:
                    raise
                failed += 1
                LOG.error(json.dumps({"opponent": self.bots[seat].name, "error": str(error)}))

    def player(self, words: str) -> Opponent:
        """Who plays in a seat of which this is told."""
        first, _, then = words.partition(THEN)
        return self.minds.made(then, self.table.game) if then else self.minds.bot(first, self.table.game)

    def replace(self, seat: int) -> None:
        """Another opponent plays on in the place of one that fails, and the table tells so."""
        seats = [*self.kept.seats]
        seats[seat] += THEN + STAND_IN
        self.store.seat(self.kept.id, seats)
        self.kept.seats[:] = self.table.transcript.players[:] = seats
        self.bots[seat] = self.player(seats[seat])

    async def quiet(self, seconds: float) -> None:
        """Waits until the opponents have answered, but not for longer."""
        if self.playing is not None:
            await asyncio.wait([self.playing], timeout=seconds)

    async def after(self, made: int, seconds: float) -> None:
        """Waits until more than so many moves are made, but not for longer."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        with self.listening():
            while self.made <= made and not self.table.over and loop.time() < until:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.changed.wait(), until - loop.time())

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Somebody is told of what changes."""
        self.ears += 1
        try:
            yield
        finally:
            self.ears -= 1


def report(done: asyncio.Task[None]) -> None:
    """An opponent that fails stops its table, and is named in the log."""
    if not done.cancelled() and (error := done.exception()):
        LOG.error(json.dumps({"error": str(error)}))


def new_room(
    name: str, game: Game, options: Options, seats: list[str], seed: int | None, minds: Minds, store: Store
) -> tuple[Room, dict[str, str]]:
    """A new table, written down, and the token of each person's seat."""
    for spec in seats:
        if spec != HUMAN:
            minds.bot(spec, game)
    table = Table(game, options, seats, int(seeds(sequence(seed), 1)[0]))
    tokens = {agent_name(seat): secrets.token_urlsafe(32) for seat, spec in enumerate(seats) if spec == HUMAN}
    kept = Kept(
        name,
        game.name,
        game.version,
        options.model_dump(mode="json"),
        seats,
        table.transcript.luck,
        {agent: hashed(token) for agent, token in tokens.items()},
        [],
    )
    store.add(kept)
    room = Room(kept, table, minds, store)
    room.go_on()
    return room, tokens


def reopened(kept: Kept, minds: Minds, store: Store) -> Room:
    """A table as it was written down, played again move by move."""
    try:
        game = find(kept.game)
        if game.version != kept.version:
            raise UsageError(f"it is of {game.name} version {kept.version}, here is version {game.version}")
        table = Table(game, game.settings(**kept.options), kept.seats, kept.luck)
        for action in kept.moves:
            table.carry_out(game.check(action, game.mask(table.states)))
        room = Room(kept, table, minds, store)
    except UsageError as error:
        raise OutOfOrder(f"this table cannot go on here: {error}") from None
    room.go_on()
    return room


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
