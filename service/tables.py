"""Games that the service keeps, seat by seat."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from warzoo.envs.core.errors import OutOfOrder

from .hall import Here, known
from .room import Denied, new_room
from .table import HUMAN

POLL_MOST = 60.0  # seconds of a long poll
router = APIRouter()


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


async def bearer(authorization: Annotated[str | None, Header()] = None) -> str:
    """The token of a seat, as the request's header has it."""
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Denied("say who you are: Authorization: Bearer TOKEN")
    return token


Token = Annotated[str, Depends(bearer)]


@router.post("/tables", status_code=201)
async def new(hall: Here, wanted: Wanted) -> dict[str, Any]:
    """Makes a table; the tokens are told once."""
    game = known(wanted.game)
    options = game.settings(**wanted.options)
    await hall.minds.ready(game.name)
    hall.make_room()
    seats = wanted.seats or [HUMAN] * options.players
    name = secrets.token_urlsafe(12)
    room, tokens = new_room(name, game, options, seats, wanted.seed, hall.minds, hall.store)
    hall.keep(room)
    await room.quiet(hall.bounds.patience)
    return {"table": name, "seats": dict(zip(game.agents(options.players), seats, strict=True)), "tokens": tokens}


@router.get("/tables/{table}/view")
async def view(
    hall: Here,
    table: str,
    token: Token,
    after: Annotated[int, Query(ge=-1, description="wait until more moves are made than these")] = -1,
    wait: Annotated[float, Query(ge=0, le=POLL_MOST, description="but not for more seconds")] = 0.0,
) -> dict[str, Any]:
    """The table as the token's seat may know it."""
    room = await hall.enter(table)
    seat = room.seat_of(token)
    await room.after(after, wait)
    return room.view(seat)


@router.post("/tables/{table}/act")
async def act(hall: Here, table: str, token: Token, chosen: Chosen) -> dict[str, Any]:
    """A move of the token's seat; the view that comes back holds what opponents answered quickly."""
    room = await hall.enter(table)
    seat = room.seat_of(token)
    room.act(seat, chosen.move, chosen.made)
    await room.quiet(hall.bounds.patience)
    return room.view(seat)


@router.get("/tables/{table}/hint")
async def hint(hall: Here, table: str, token: Token, opponent: str = "zoo:standard") -> dict[str, Any]:
    """What an opponent would do in the place of the token's seat."""
    room = await hall.enter(table)
    seat = room.seat_of(token)
    return await room.hint(seat, opponent)


@router.get("/tables/{table}/transcript")
async def transcript(hall: Here, table: str) -> PlainTextResponse:
    """The whole game as a replay, once it is over; where no people play, so far."""
    room = await hall.enter(table)
    if room.table.people and not room.table.over:
        raise OutOfOrder("the game is not over: its transcript would tell what is hidden")
    return PlainTextResponse(await asyncio.to_thread(room.table.transcript.copy().write))
