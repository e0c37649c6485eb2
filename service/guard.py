"""What stands before every request: bounds on what is asked, strict headers, counters and a line of log."""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from .errors import refusal
from .hall import Hall
from .room import LOG

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


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
