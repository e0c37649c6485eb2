"""For whoever watches a service: counters as Prometheus reads them, a line of log for each request, a sign of life."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from .hall import Hall, Here
from .room import LOG

router = APIRouter()


class Watch:
    """What is counted of a service."""

    def __init__(self, hall: Hall) -> None:
        self.registry = CollectorRegistry()
        self.asked = Counter("warzoo_requests_total", "requests", ["path", "status"], registry=self.registry)
        self.took = Histogram("warzoo_request_seconds", "seconds of a request", ["path"], registry=self.registry)
        for name, about, of in (
            ("tables", "tables kept", hall.store.count),
            ("searches", "searches that run or wait", lambda: hall.searches.going),
            ("visits", "requests and sockets that are open", lambda: hall.visits.total()),
        ):
            Gauge(f"warzoo_{name}", about, registry=self.registry).set_function(of)
        ProcessCollector(registry=self.registry)

    def note(self, method: str, path: str, status: int, seconds: float) -> None:
        """A request that has been answered."""
        self.asked.labels(path, status).inc()
        self.took.labels(path).observe(seconds)
        told = {"method": method, "path": path, "status": status, "ms": round(1000 * seconds, 2)}
        LOG.info(json.dumps(told))


@router.get("/healthz")
async def healthz(hall: Here) -> dict[str, str]:
    hall.store.count()
    return {"status": "ok"}


@router.get("/metrics")
async def metrics(request: Request) -> PlainTextResponse:
    return PlainTextResponse(generate_latest(request.app.state.watch.registry), media_type=CONTENT_TYPE_LATEST)
