"""Runs the service, one process, until it is told to stop."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import Any, TextIO

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import all_games
from warzoo.models.opponents import named

from .api import create
from .hall import Bounds
from .room import LOG
from .searches import Prepare

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # where a browser finds what listens everywhere
GRACE = 2  # seconds that those who wait for news are given when the service stops
TOLD = json.dumps({"error": "too many connections are open: come back later"})
FULL = f"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: {len(TOLD)}\r\n"


def run(
    host: str,
    port: int,
    file: str,
    opponents: list[str],
    cors: list[str],
    names: list[str],
    tables: int,
    show: bool,
    prepare: Prepare | None = None,
) -> None:
    """Listens until it is interrupted; the tables are on the disk at every moment."""
    if not 0 <= port < 1 << 16:
        raise UsageError(f"a port is a number from 0 to 65535, not {port}")
    if tables < 1:
        raise UsageError("a service has room for one table at least")
    for name in opponents:
        recognise(name)
    bounds = Bounds(tables=tables)
    with listening(host, port) as ears, suppress(KeyboardInterrupt):
        app = create(file, opponents, bounds, cors, [host, *names], prepare)
        log_to(sys.stderr)
        Announced(uvicorn.Config(app, host=host, port=port, **manner(bounds)), show).run([ears])


def recognise(name: str) -> None:
    """Refuses an opponent whom no game knows, as the first game puts it."""
    refusals = []
    for game in all_games():
        try:
            named(name, game)
        except UsageError as error:
            refusals.append(error)
        else:
            return
    raise refusals[0]


def listening(host: str, port: int) -> socket.socket:
    """The ears of the service."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise UsageError(f"the service cannot listen there: {error.strerror}") from None


def log_to(stream: TextIO) -> None:
    """The log goes there, a line of JSON for each request."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)


def manner(bounds: Bounds) -> dict[str, Any]:
    """How the server treats those who ask."""
    return {
        "http": doorway(bounds.connections),
        "log_level": "warning",
        "access_log": False,
        "ws_max_size": bounds.body,
        "timeout_graceful_shutdown": GRACE,
    }


def doorway(most: int) -> type[asyncio.Protocol]:
    """Connections to the service, of which there are only so many."""

    class Doorway(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            if len(self.connections) > most:
                transport.write(f"{FULL}Connection: close\r\n\r\n{TOLD}".encode())
                transport.close()

    return Doorway


class Announced(uvicorn.Server):
    """Says where it listens as soon as it does, and shows the page there if that is wanted."""

    def __init__(self, config: uvicorn.Config, show: bool) -> None:
        super().__init__(config)
        self.show = show

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        where = address(ANY.get(host, host), port)
        say(f"The table is at {where}, described for programs at {where}openapi.json; Ctrl-C stops it")
        if self.config.host not in LOOPBACK:
            say("Every machine that reaches this one can make tables here: put a server with TLS in front")
        if self.show:
            threading.Thread(target=visit, args=(where,), daemon=True).start()


def address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def visit(where: str) -> None:
    """Opens a browser there, or says that there is none."""
    if not webbrowser.open(where):
        say(f"There is no browser here: open {where} in yours")


def say(sentence: str) -> None:
    print(sentence, flush=True)
