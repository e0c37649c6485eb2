"""News of a table as it happens, over a WebSocket."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from warzoo.envs.core.arguments import parsed
from warzoo.envs.core.errors import UsageError

from .hall import Here
from .room import Denied, Room

SILENCE_MOST = 60.0  # seconds until the token is said, and from one look for news to the next
router = APIRouter()


@router.websocket("/tables/{table}/events")
async def events(hall: Here, socket: WebSocket, table: str) -> None:
    """First the token, as `{"token": "..."}`; then what `view` gives, anew after every move, to the game's end."""
    await socket.accept()
    with suppress(WebSocketDisconnect):
        try:
            first = parsed(await asyncio.wait_for(socket.receive_text(), SILENCE_MOST))
            room = await hall.enter(table)
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
                news = asyncio.ensure_future(room.after(made, SILENCE_MOST))
                await asyncio.wait([gone, news], return_when=asyncio.FIRST_COMPLETED)
                news.cancel()
    finally:
        gone.cancel()


async def left(socket: WebSocket) -> None:
    """Waits until nobody listens any more; what is said meanwhile is not looked at."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
