"""A service to test: how it is started and asked."""

from __future__ import annotations

import socket
import subprocess
import sys
import time

import pytest

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install '.[serve]'")
import httpx2 as httpx
from fastapi.testclient import TestClient

from warzoo.service.hall import Bounds

FAST = Bounds(rate=1e6, patience=60)  # code may first have to be compiled


def at(app):
    """As a program on the same machine asks."""
    return TestClient(app, headers={"Host": "localhost"})


def new(client, game="cards_of_war", seats=None, seed=1, **options):
    reply = client.post("/tables", json={"game": game, "seats": seats, "seed": seed, "options": options})
    assert reply.status_code == 201, reply.text
    return reply.json()


def bearing(token):
    return {"Authorization": f"Bearer {token}"}


def view(client, made, agent, **more):
    reply = client.get(f"/tables/{made['table']}/view", headers=bearing(made["tokens"][agent]), params=more)
    assert reply.status_code == 200, reply.text
    return reply.json()


def act(client, made, agent, move, count=None):
    return client.post(
        f"/tables/{made['table']}/act", headers=bearing(made["tokens"][agent]), json={"move": move, "made": count}
    )


def to_act(client, made):
    seen = view(client, made, next(iter(made["tokens"])))["view"]
    return seen["acting"]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def served(path, port, *more):
    command = [sys.executable, "-m", "warzoo.training.shell", "serve", "--port", str(port), "--file", str(path), *more]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(600):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                return process
        except httpx.TransportError:
            time.sleep(0.1)
    process.kill()
    raise AssertionError("the service does not answer")
