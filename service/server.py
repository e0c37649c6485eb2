"""Runs the service, one process, until it is told to stop."""

from __future__ import annotations

import logging

import uvicorn

from warzoo.envs.core.errors import UsageError

from .api import create
from .hall import Bounds
from .room import LOG

LOOPBACK = ("127.0.0.1", "localhost", "::1")
GRACE = 2  # seconds that those who wait for news are given when the service stops


def run(host: str, port: int, file: str, opponents: list[str], cors: list[str], tables: int) -> None:
    """Listens until it is interrupted; the tables are on the disk at every moment."""
    if not 0 <= port < 1 << 16:
        raise UsageError(f"a port is a number from 0 to 65535, not {port}")
    if tables < 1:
        raise UsageError("a service has room for one table at least")
    app = create(file, opponents, Bounds(tables=tables), cors)
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    print(f"Listening on http://{host}:{port}, described at /openapi.json; Ctrl-C stops it")
    if host not in LOOPBACK:
        print("Every machine that reaches this one can make tables here: put a server with TLS in front")
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        ws_max_size=app.state.hall.bounds.body,
        timeout_graceful_shutdown=GRACE,
    )
