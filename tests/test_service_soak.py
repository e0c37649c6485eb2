"""The service over many games, many requests and many kills; the ordinary suite runs a little of each."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from contextlib import suppress

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install '.[serve]'")
import httpx2 as httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED
from warzoo.service.api import create
from warzoo.service.hall import Bounds
from warzoo.service.store import Store

from .games import GAMES, each_game, length_of
from .serving import act, at, bearing, free_port, new, served, to_act, view

LARGE = Bounds(rate=1e9, tables=1_000_000, patience=0.2)
HOURS = pytest.mark.timeout(4 * 3600)


# Hidden cards never leave


@each_game
def test_all_that_a_seat_is_sent_in_the_first_decisions_is_what_it_may_know(game):
    asyncio.run(played_in_the_open(game, seed=1, decisions=20 if COMPILED else 2))


@pytest.mark.soak
@HOURS
@each_game
def test_all_that_a_seat_is_sent_in_whole_games_is_what_it_may_know(game, games=500):
    """As many games of each as take about as long."""
    share = (1 / length_of(game, {})) / sum(1 / length_of(other, {}) for other in GAMES)
    for seed in range(max(1, round(games * share))):
        asyncio.run(played_in_the_open(game, seed))


async def played_in_the_open(game, seed, decisions=10**9):
    """Random play; before each move every byte that a seat is sent stays as it is when the rest is dealt anew."""
    app, luck = create(":memory:", bounds=LARGE), random.Random(seed)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        wanted = {"game": game.name, "seats": ["human"] * game.settings().players, "seed": seed}
        made = (await client.post("/tables", json=wanted)).json()
        table = app.state.hall.rooms[made["table"]].table
        path, answered = f"/tables/{made['table']}", {}
        await sent_to(client, app, path, made["tokens"][table.agents[table.turn]], True)  # the bot that hints is there
        while not table.over and len(table.transcript.actions) < decisions:
            for seat, (agent, token) in enumerate(made["tokens"].items()):
                sent = await sent_to(client, app, path, token, seat == table.turn)
                assert answered.get(agent, sent[0]) == sent[0], "a move is answered with the view"
                true, table.states = table.states, table.states.copy()
                kernels.redeal_one(table.states, 0, seat, np.uint64(luck.getrandbits(63) + 1))
                assert await sent_to(client, app, path, token, seat == table.turn) == sent
                table.states = true
            agent = table.agents[table.turn]
            move = {"move": luck.choice(np.flatnonzero(game.mask(table.states)).tolist())}
            reply = await client.post(f"{path}/act", headers=bearing(made["tokens"][agent]), json=move)
            assert reply.status_code == 200, reply.text
            answered = {agent: reply.content}
    app.state.hall.close()


async def sent_to(client, app, path, token, asked):
    """Every byte that a seat is sent: its view, its picture and, when it is asked, a hint."""
    found = []
    for what in ("view", "picture", "hint")[: 3 if asked else 2]:
        for bot in app.state.hall.minds.bots.values():
            bot.luck = np.random.default_rng(1)
        reply = await client.get(f"{path}/{what}", headers=bearing(token))
        assert reply.status_code == 200, reply.text
        found.append(reply.content)
    return found


# What strangers send


def test_no_request_of_the_described_kinds_meets_a_fault(requests=200):
    schemathesis = pytest.importorskip("schemathesis")
    app = create(":memory:", ["random", "greedy", "heuristic", "zoo:standard"], LARGE)
    with at(app) as client:
        made = new(client, seats=["human", "human"])
        operations = [found.ok() for found in schemathesis.openapi.from_dict(app.openapi()).get_all_operations()]
        answered = set()

        def sent(case, game, known):
            """Half of them are of tables, tokens and games that there are."""
            asked = case.as_transport_kwargs()
            asked["url"] = case.formatted_path
            if known:
                asked["url"] = case.path.format(table=made["table"], game=game.name, name="main.js")
                asked["headers"] = {**asked["headers"], **bearing(made["tokens"]["player_0"])}
                if isinstance(asked.get("json"), dict) and "game" in asked["json"]:
                    asked["json"] |= {"game": game.name}
            if asked.get("params"):
                asked["params"] = {**asked["params"], "wait": 0.001}
            asked.pop("cookies", None)
            reply = client.request(**asked)
            answered.add((case.path, reply.status_code))
            assert reply.status_code < 500 and "Traceback" not in reply.text, (asked, reply.text)
            if reply.status_code >= 400:
                assert isinstance(reply.json()["error"], str)

        each = settings(
            max_examples=-(-requests // len(operations)),
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        for operation in operations:
            each(given(operation.as_strategy(), st.sampled_from(GAMES), st.booleans())(sent))()
        assert {operation.path for operation in operations} == {path for path, _ in answered}


@pytest.mark.soak
@HOURS
def test_ten_thousand_requests_meet_no_fault():
    test_no_request_of_the_described_kinds_meets_a_fault(requests=10_000)


# Kills


class Patient(httpx.Client):
    """Waits where it asks too often."""

    def request(self, *what, **more):
        while (reply := super().request(*what, **more)).status_code == 429:
            time.sleep(0.05)
        return reply


class Player(threading.Thread):
    """Plays at tables of people, both seats, until the server is gone; remembers what was acknowledged."""

    def __init__(self, port, seed):
        super().__init__()
        self.address, self.luck = f"http://127.0.0.1:{port}", random.Random(seed)
        self.tables = []  # what was told of each, and its acknowledged moves

    def run(self):
        with Patient(base_url=self.address, timeout=60) as client, suppress(httpx.TransportError):
            while True:
                self.play(client)

    @property
    def acknowledged(self):
        """Moves in all."""
        return sum(len(done) for _, done in self.tables)

    def play(self, client):
        made, done = new(client, seats=["human", "human"]), []
        self.tables.append((made, done))
        while (agent := to_act(client, made)) is not None:
            move = self.luck.choice(view(client, made, agent)["view"]["moves"])["action"]
            assert act(client, made, agent, move, len(done)).status_code == 200
            done.append(move)


@pytest.mark.soak
@HOURS
def test_a_hundred_kills_under_load_lose_nothing(tmp_path, kills=100):
    luck, port, path, tables = random.Random(3), free_port(), tmp_path / "tables.db", []
    for kill in range(kills):
        process = served(path, port, "--tables", "1000000")
        players = [Player(port, 4 * kill + k) for k in range(4)]
        for player in players:
            player.start()
        enough = luck.randrange(1, 100)
        while sum(player.acknowledged for player in players) < enough:
            assert any(player.is_alive() for player in players)
            time.sleep(0.01)
        process.kill()
        process.wait()
        for player in players:
            player.join()
            tables += player.tables
    process = served(path, port, "--tables", "1000000")
    with Patient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        counts = [{view(client, made, agent)["made"] for agent in made["tokens"]} for made, _ in tables]
    process.kill()
    process.wait()
    store = Store(str(path))
    for (made, done), count in zip(tables, counts, strict=True):
        moves = store.find(made["table"]).moves
        assert moves[: len(done)] == done and len(moves) <= len(done) + 1, "one may have been done and not told"
        assert count == {len(moves)}
    store.close()
