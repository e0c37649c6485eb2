"""What strangers try at the service: refused by name, in a sentence, within bounds."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections import Counter
from urllib.parse import quote

import pytest

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install '.[serve]'")
import httpx2 as httpx
import uvicorn
from fastapi import WebSocketDisconnect

from warzoo.service.api import create
from warzoo.service.hall import Bounds
from warzoo.service.server import doorway
from warzoo.service.store import Kept
from warzoo.training.shell.cli import main

from .serving import FAST, act, at, bearing, free_port, new, to_act, view


@pytest.fixture
def client():
    with at(create(":memory:", bounds=FAST)) as client:
        yield client


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "words"),
    [
        ("POST", "/tables", {"game": "chess"}, 404, "there is no game"),
        ("POST", "/tables", {"game": "cards_of_war", "seats": ["human"]}, 400, "has 2 players"),
        ("POST", "/tables", {"game": "cards_of_war", "seats": ["human", "mcts:99999"]}, 400, "there is no opponent"),
        ("POST", "/tables", {"game": "cards_of_war", "seats": ["human", "../../etc/passwd"]}, 400, "no opponent"),
        ("POST", "/tables", {"game": "cards_of_war", "seats": ["human", "engine:id"]}, 400, "there is no opponent"),
        ("POST", "/tables", {"game": "cards_of_war", "options": {"length": "x"}}, 400, "length"),
        ("POST", "/tables", {"game": "cards_of_war", "more": 1}, 422, "more"),
        ("POST", "/tables", [], 422, ""),
        ("POST", "/act", {"game": "cards_of_war", "observation": {}, "moves": [1]}, 400, "observation"),
        ("POST", "/act", {"game": "cards_of_war", "observation": {}, "moves": [10**30]}, 400, "an action is"),
        ("GET", "/tables/none/view", None, 403, "Authorization"),
        ("GET", "/tables/none/transcript", None, 404, "there is no table"),
        ("GET", "/tables/..%2f..%2fetc/transcript", None, 404, ""),
        ("GET", "/games/..%2f/schema", None, 404, ""),
        ("GET", "/games/chess/cards", None, 404, "there is no game"),
        ("POST", "/tables", {"game": "cards_of_war", "options": {"self": 1}}, 400, "has no option 'self'"),
        ("GET", "/nowhere", None, 404, '"error"'),
        ("DELETE", "/tables", None, 405, '"error"'),
    ],
)
def test_what_is_wrong_is_refused_by_name(method, path, body, status, words, client):
    reply = client.request(method, path, json=body)
    assert reply.status_code == status, reply.text
    assert words in reply.text and "Traceback" not in reply.text


def test_tokens_open_their_own_seat_alone(client):
    made, other = new(client, seats=["human", "human"]), new(client, seats=["human", "human"])
    agent = to_act(client, made)
    rest = next(name for name in made["tokens"] if name != agent)
    move = view(client, made, agent)["view"]["moves"][0]["action"]
    for token, status in ((made["tokens"][rest], 409), (other["tokens"][agent], 403), ("x" * 43, 403)):
        stolen = {**made, "tokens": {agent: token}}
        assert act(client, stolen, agent, move).status_code == status
    assert view(client, made, agent)["made"] == 0
    assert len(set(made["tokens"].values()) | set(other["tokens"].values())) == 4
    kept = client.app.state.hall.store.find(made["table"])
    assert not set(kept.tokens.values()) & set(made["tokens"].values()), "hashes alone are kept"


def test_bounds_hold():
    with at(create(":memory:", bounds=Bounds(tables=2, body=2000, rate=1e6))) as client:
        new(client), new(client)
        reply = client.post("/tables", json={"game": "cards_of_war"})
        assert reply.status_code == 503 and reply.headers["Retry-After"]
        assert client.post("/act", content=b"x" * 3000).status_code == 413
        assert client.post("/act", content=(b"x" for _ in range(3))).status_code == 411
    with at(create(":memory:", bounds=Bounds(rate=5))) as client:
        assert [client.get("/healthz").status_code for _ in range(20)].count(429) >= 5


@pytest.mark.parametrize(
    "name", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "[evil]:8000"]
)
def test_pages_whose_name_was_made_to_point_here_are_refused(name, client):
    reply = client.get("/games", headers={"Host": name})
    assert reply.status_code == 421 and "does not go by the name" in reply.json()["error"]
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/tables/none/events", headers={"Host": name}):
        pass


@pytest.mark.parametrize(
    "name", ["localhost:8000", "LOCALHOST", "127.0.0.1:80", "[::1]:8000", "192.168.0.9", "mine.example"]
)
def test_it_goes_by_addresses_and_by_its_own_names(name):
    with at(create(":memory:", bounds=FAST, names=["mine.example"])) as client:
        assert client.get("/games", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--port", "{taken}"], "cannot listen there: Address already in use"),
        (["--host", "nowhere.invalid"], "cannot listen there: "),
        (["--opponents", "greedy, nobody"], "no opponent 'nobody'"),
        (["--opponents", "mcts:few"], "'mcts:few' is no search"),
    ],
)
def test_a_service_that_cannot_begin_says_why(words, why, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        words = [word.format(taken=taken.getsockname()[1]) for word in words]
        assert main(["serve", "--file", ":memory:", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith("warzoo: ") and why in told and told.count("\n") == 1


def test_what_one_address_may_keep_open_is_bounded():
    with at(create(":memory:", bounds=Bounds(visits=2, rate=1e6))) as client:
        made = new(client, seats=["human", "human"])
        with (
            client.websocket_connect(f"/tables/{made['table']}/events"),
            client.websocket_connect(f"/tables/{made['table']}/events"),
        ):
            reply = client.get("/games")
            assert reply.status_code == 503 and "close some" in reply.json()["error"] and reply.headers["Retry-After"]
            with pytest.raises(WebSocketDisconnect), client.websocket_connect("/tables/none/events"):
                pass
        assert client.get("/games").status_code == 200


def test_a_large_body_is_refused_before_it_is_read(client):
    for path in ("/act", "/tables", "/replay", "/tables/none/act"):
        reply = client.post(path, content=b"x" * 10_000_000)
        assert reply.status_code == 413 and "at most 1,048,576 bytes" in reply.json()["error"]


def test_of_many_tables_at_once_no_more_are_made_than_there_is_room_for():
    app = create(":memory:", bounds=FAST)
    for k in range(990):
        app.state.hall.store.add(Kept(f"kept {k}", "cards_of_war", 1, {}, [], 1, {}, []))

    async def asked():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await asyncio.gather(*(client.post("/tables", json={"game": "cards_of_war"}) for _ in range(30)))

    replies = asyncio.run(asked())
    assert Counter(reply.status_code for reply in replies) == {201: 10, 503: 20}
    assert {reply.json().get("error") for reply in replies} == {None, "there are 1,000 tables already"}
    app.state.hall.close()


TRICKS = ["..", "../../etc/passwd", "/etc/passwd", "C:\\x", "a\0b", "%2e%2e%2f", "'; DROP TABLE moves; --"]


@pytest.mark.parametrize("name", TRICKS)
def test_no_name_leads_to_a_file(name, client):
    made, written = new(client, seats=["human", "human"]), quote(name, safe="")
    token = bearing(made["tokens"][to_act(client, made)])
    for path in ("view", "picture", "hint", "transcript"):
        assert client.get(f"/tables/{written}/{path}", headers=token).status_code == 404
    for path in (f"/games/{written}/schema", f"/games/{written}/cards"):
        assert client.get(path).status_code == 404
    reply = client.get(f"/web/{written}")
    assert reply.status_code == 404 or reply.text == client.get("/").text, "two dots may lead back to the page"
    hint = client.get(f"/tables/{made['table']}/hint", headers=token, params={"opponent": name})
    seat = client.post("/tables", json={"game": "cards_of_war", "seats": ["human", name]})
    stateless = client.post("/act", json={"game": "cards_of_war", "opponent": name, "observation": {}, "moves": []})
    for reply in (hint, seat, stateless):
        assert reply.status_code == 400 and "there is no opponent" in reply.json()["error"]
    game = client.post("/tables", json={"game": name})
    assert game.status_code == 404 and "there is no game" in game.json()["error"]


def test_sockets_are_counted_too():
    with at(create(":memory:", bounds=Bounds(rate=1))) as client, pytest.raises(WebSocketDisconnect):
        for _ in range(5):
            with client.websocket_connect("/tables/none/events") as ears:
                ears.send_json({})


@pytest.mark.parametrize(
    ("said", "code"), [("[" * 100_000, 1008), ("x", 1008), (b"x", 1003), ('{"token": "\\ud800"}', 1003)]
)
def test_what_is_said_for_a_token_ends_a_socket_in_words_or_a_code(said, code, client):
    made = new(client)
    with client.websocket_connect(f"/tables/{made['table']}/events") as ears:
        ears.send_bytes(said) if isinstance(said, bytes) else ears.send_text(said)
        if code == 1008:
            assert "token" in ears.receive_json()["error"]
        assert ears.receive()["code"] == code


def test_a_fault_is_counted_and_told_without_its_inside(client, monkeypatch, caplog):
    monkeypatch.setattr(client.app.state.hall.minds, "bot", lambda name, game: 1 / 0)
    reply = client.post("/act", json={"game": "cards_of_war", "observation": {}, "moves": []})
    assert reply.status_code == 500 and "fault of the service" in reply.json()["error"]
    assert "Content-Security-Policy" in reply.headers and "ZeroDivisionError" in caplog.text
    assert 'path="/act",status="500"' in client.get("/metrics").text


def test_every_answer_has_strict_headers_and_is_counted(client):
    reply = client.get("/games")
    assert "default-src 'self'" in reply.headers["Content-Security-Policy"]
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    client.get("/tables/none/transcript")
    told = client.get("/metrics").text
    assert 'warzoo_requests_total{path="/games",status="200"} 1.0' in told
    assert "warzoo_tables 0.0" in told and client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/openapi.json").json()["info"]["title"] == "warzoo"


def test_connections_are_bounded():
    config = uvicorn.Config(create(":memory:"), port=free_port(), http=doorway(2), log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        here = ("127.0.0.1", config.port)
        connect = socket.create_connection
        with connect(here), connect(here), connect(here) as third, third.makefile() as told:
            assert "503" in told.readline() and "too many connections are open" in told.read()
        time.sleep(0.1)
        assert httpx.get(f"http://127.0.0.1:{config.port}/healthz").status_code == 200
    finally:
        server.should_exit = True
        thread.join()
