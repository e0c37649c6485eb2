"""What the web table asks of the service: files, pictures, replays; and `warzoo serve --open`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
import webbrowser
from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install '.[serve]'")

from warzoo.envs.core import kernels
from warzoo.envs.core.transcript import read
from warzoo.service import page, server
from warzoo.service.api import create

from .games import each_game
from .serving import FAST, act, at, bearing, new, view


@pytest.fixture
def client():
    with at(create(":memory:", bounds=FAST)) as client:
        yield client


def picture(client, made, agent, **more):
    reply = client.get(f"/tables/{made['table']}/picture", headers=bearing(made["tokens"][agent]), params=more)
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"] == "image/svg+xml"
    return reply.text


def finished(client):
    made = new(client, seats=["heuristic", "greedy"], length="short")
    return client.get(f"/tables/{made['table']}/transcript").text


def test_every_file_of_the_page_is_served_and_asks_nothing_of_other_hosts(client):
    assert client.get("/").text == page.FILES["index.html"][0].decode()
    for name, (content, kind) in page.FILES.items():
        reply = client.get(f"/web/{name}")
        assert reply.content == content and reply.headers["content-type"].startswith(kind)
        hosts = re.findall(r"//([\w-]+(?:\.[\w-]+)+)", content.decode())
        assert set(hosts) <= {"www.w3.org"}, name  # the name space of SVG, which nothing asks
    for name in ("..%2fpage.py", "nothing.js"):
        assert client.get(f"/web/{name}").status_code == 404


@each_game
def test_a_seat_is_shown_what_it_may_know(game, client):
    """The picture stays the same when what the seat cannot know is dealt anew, and is another for another seat."""
    made = new(client, game.name, ["human"] * game.settings().players)
    table = client.app.state.hall.rooms[made["table"]].table
    for turn in range(8):
        for seat, agent in enumerate(made["tokens"]):
            shown, kept = picture(client, made, agent), table.states.copy()
            kernels.redeal_one(table.states, 0, seat, np.uint64(turn + 7))
            assert picture(client, made, agent) == shown
            table.states = kept
        agent = game.agents(99)[table.turn]
        act(client, made, agent, view(client, made, agent)["view"]["moves"][-1]["action"])
    assert picture(client, made, "player_0") != picture(client, made, "player_1")


def test_a_picture_has_the_colours_and_the_width_that_are_asked_for(client):
    made = new(client, seats=["human", "human"])
    wide, light, narrow = (picture(client, made, "player_0", **more) for more in ({}, {"dark": False}, {"columns": 40}))
    assert len({wide, light, narrow}) == 3
    widths = [int(ElementTree.fromstring(svg).get("width")) for svg in (wide, narrow)]
    assert widths[1] < widths[0] / 2
    path = f"/tables/{made['table']}/picture"
    assert client.get(path).status_code == 403
    assert client.get(path, headers=bearing(made["tokens"]["player_0"]), params={"columns": 9999}).status_code == 422


def test_opponents_are_offered_game_by_game(client):
    everyone = client.get("/opponents").json()
    assert "zoo:alliance" in everyone
    own = client.get("/opponents", params={"game": "cards_of_war"}).json()
    assert "zoo:standard" in own and "zoo:alliance" not in own
    assert own["mcts:200"] == "a search of 200 playouts; up to about 1 s a move"
    assert client.get("/opponents", params={"game": "chess"}).status_code == 404


def test_a_replay_is_told_and_shown_step_by_step(client):
    text = finished(client)
    told = client.post("/replay", json={"transcript": text}).json()
    played = read(text)
    assert told["seats"] == {"player_0": "heuristic", "player_1": "greedy"} and told["result"] == played.result()
    played.players = []
    nobody_named = client.post("/replay", json={"transcript": played.write()}).json()
    assert nobody_named == {**told, "seats": {"player_0": None, "player_1": None}}
    assert len(told["steps"]) == 1 + len(played.actions)
    head = text.split("\n\n")[0]
    pictures = [client.post("/replay/picture", json={"transcript": head, "step": k}).text for k in (0, 1, 20)]
    states = [None, *(states.copy() for states in played.positions())]
    assert pictures == [played.game.drawing(states[k + 1], None, before=states[k]).svg() for k in (0, 1, 20)]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: "", "this is no replay"),
        (lambda text: text.replace("greedy", "random"), None),
        (lambda text: text.replace("actions: ", "actions: 99999 "), "does not fit the rules"),
        (lambda text: text.replace("end  ", "the end "), "takes another course"),
        (lambda text: text.replace("game: cards_of_war", "game: chess"), "there is no game"),
    ],
)
def test_a_replay_is_checked(change, words, client):
    reply = client.post("/replay", json={"transcript": change(finished(client))})
    if words is None:
        assert reply.status_code == 200
    else:
        assert reply.status_code == 400 and words in reply.json()["error"]


def test_a_step_that_is_not_there_is_refused(client):
    head = finished(client).split("\n\n")[0]
    reply = client.post("/replay/picture", json={"transcript": head, "step": 9999})
    assert reply.status_code == 400 and "moves, not 9999" in reply.json()["error"]


def test_so_many_replays_at_once_and_no_more(client, monkeypatch):
    monkeypatch.setattr(page, "FREE", threading.BoundedSemaphore(1))
    text = finished(client)
    with page.one_more():
        reply = client.post("/replay", json={"transcript": text})
    assert reply.status_code == 503 and reply.headers["Retry-After"]
    assert client.post("/replay", json={"transcript": text}).status_code == 200


def test_where_nobody_plays_the_game_is_told_so_far(client, monkeypatch):
    async def never(bot, states):
        raise page.Busy("thinking")

    monkeypatch.setattr(client.app.state.hall.minds, "move", never)
    client.app.state.hall.bounds = FAST.model_copy(update={"patience": 0.0})
    made = new(client, seats=["greedy", "greedy"])
    reply = client.get(f"/tables/{made['table']}/transcript")
    assert reply.status_code == 200 and read(reply.text).actions == []


# `warzoo serve --open`


@pytest.mark.skipif(os.name != "posix", reason="the browser of this test is a shell script")
def test_open_shows_the_page_once_it_is_there(tmp_path):
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "warzoo.training.shell", "serve", "--port", "0", "--file", ":memory:", "--open"]
    given = {**os.environ, "BROWSER": str(browser)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=given) as process:
        try:
            where = re.search(r"http://127\.0\.0\.1:[1-9]\d+/", process.stdout.readline())
            until = time.monotonic() + 20
            while not (seen.exists() and seen.read_text()) and time.monotonic() < until:
                time.sleep(0.05)
            assert where and seen.read_text().strip() == where[0]
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(20) in (0, 130)


def test_without_a_browser_it_says_where_to_look(monkeypatch, capsys):
    monkeypatch.setattr(webbrowser, "open", lambda where: False)
    server.visit(server.address("::1", 8000))
    assert capsys.readouterr().out == "There is no browser here: open http://[::1]:8000/ in yours\n"
