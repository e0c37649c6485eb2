"""`warzoo serve`: tables and opponents over HTTP and WebSocket.

Safe by default: nobody is believed but the holder of a seat's token, opponents come from a list of names, everything
has a bound, and what is sent to a seat is what it may know.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from . import events, offers, page, tables, watch
from .errors import say_errors
from .guard import Guard
from .hall import Bounds, Hall, offered
from .room import LOG
from .searches import Prepare

SWEPT = 60.0  # seconds from one sweep to the next


def create(
    path: str,
    opponents: list[str] | None = None,
    bounds: Bounds | None = None,
    cors: Sequence[str] = (),
    names: Sequence[str] = (),
    prepare: Prepare | None = None,
) -> FastAPI:
    """The service, keeping its tables in this file; it goes by the names of this machine and by these."""
    hall = Hall(path, opponents or offered(), bounds or Bounds(), prepare)
    app = FastAPI(title="warzoo", version="1", lifespan=lifespan(hall), docs_url=None, redoc_url=None)
    app.state.hall, app.state.watch = hall, watch.Watch(hall)
    app.add_middleware(Guard, hall=hall, watch=app.state.watch, names=["localhost", *names])
    say_errors(app)
    if cors:
        app.add_middleware(CORSMiddleware, allow_origins=cors, allow_methods=["GET", "POST"], allow_headers=["*"])
    for part in (offers, tables, events, page, watch):
        app.include_router(part.router)
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
        hall.close()

    return running
