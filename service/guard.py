"""What stands before every request: who may ask, how much and by which name; and that an answer goes out."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
import traceback
from collections.abc import Iterable
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import refusal
from .hall import Hall
from .room import LOG
from .watch import Watch

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Guard:
    """Lets in what is within the bounds; a fault further in is told to the log alone."""

    def __init__(self, app: ASGIApp, hall: Hall, watch: Watch, names: Iterable[str]) -> None:
        self.app, self.hall, self.watch, self.names = app, hall, watch, {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        started, status, web = time.perf_counter(), 0, scope["type"] == "http"
        address = scope["client"][0] if scope["client"] else ""

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        with self.hall.visit(address):
            try:
                await (self.refused(address, Headers(scope=scope)) or self.app)(scope, receive, answer)
            except asyncio.CancelledError:  # as the service stops
                if not web or status:
                    raise
                await refusal(503, "the service stops", {"Retry-After": "2"})(scope, receive, answer)
            except Exception:
                LOG.error(json.dumps({"error": traceback.format_exc()}))
                if not web:
                    await send({"type": "websocket.close", "code": 1011})
                elif not status:
                    await refusal(500, "this is a fault of the service; its log says more")(scope, receive, answer)
        if web:
            path = getattr(scope.get("route"), "path", "other")
            self.watch.note(scope["method"], path, status, time.perf_counter() - started)

    def refused(self, address: str, headers: Headers) -> Response | None:
        """What speaks against a request."""
        name, length = host(headers.get("host", "")), headers.get("content-length", "0")
        if name not in self.names and not numeric(name):  # as a page asks whose own name was made to point here
            return refusal(421, f"this service does not go by the name {name[:40]!r}: start it with --names for others")
        if not self.hall.allowed(address):
            return refusal(429, "too many requests: wait a second", {"Retry-After": "1"})
        if self.hall.visits[address] > self.hall.bounds.visits:
            return refusal(503, "too much is open from here: close some of it", {"Retry-After": "2"})
        if not length.isdecimal() or "transfer-encoding" in headers:
            return refusal(411, "say how long the request is")
        if int(length) > self.hall.bounds.body:
            return refusal(413, f"a request has at most {self.hall.bounds.body:,} bytes")
        return None


def host(header: str) -> str:
    """The name or address in a `Host` header, without the port."""
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].lower()


@lru_cache
def numeric(name: str) -> bool:
    """Whether this is an address: no other machine's name can stand for it."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
