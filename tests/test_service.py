"""The service: whole games over HTTP and WebSocket, kept tables, opponents that fail."""

from __future__ import annotations

import os
import random
import signal
import socket
import sqlite3
import threading
import time
from functools import partial

import pytest

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install '.[serve]'")
import httpx2 as httpx

from warzoo.envs import UsageError, find
from warzoo.envs.core import data
from warzoo.envs.core.jit import COMPILED
from warzoo.envs.core.transcript import read
from warzoo.service import api, minds, room, searches
from warzoo.service.api import create
from warzoo.service.hall import Bounds
from warzoo.service.searches import Busy, Late, Searcher
from warzoo.service.store import Store
from warzoo.training.shell.train import load_plugin

from . import teams
from .games import each_game
from .serving import FAST, act, at, bearing, free_port, new, served, to_act, view


@pytest.fixture
def client():
    with at(create(":memory:", bounds=FAST)) as client:
        yield client


@each_game
def test_people_play_a_game_to_its_end(game, client):
    players = game.settings().players
    made = new(client, game.name, ["human", "human", *["greedy"] * (players - 2)])
    model, luck, count = data.model(game), random.Random(1), 0
    while (agent := to_act(client, made)) is not None and count < 40:
        seen = view(client, made, agent)
        model.model_validate(seen["view"])
        move = luck.choice(seen["view"]["moves"])
        reply = act(client, made, agent, move["words"] if luck.random() < 0.3 else move["action"], seen["made"])
        assert reply.status_code == 200, reply.text
        assert reply.json()["made"] > seen["made"]
        assert act(client, made, agent, move["action"], seen["made"]).status_code == 409, "sent twice it counts once"
        count += 1


def test_opponents_play_by_themselves_and_a_finished_game_is_told(client):
    made = new(client, seats=["heuristic", "greedy"])
    reply = client.get(f"/tables/{made['table']}/transcript")
    assert made["tokens"] == {} and reply.status_code == 200
    assert read(reply.text).players == ["heuristic", "greedy"]
    unfinished = new(client)
    reply = client.get(f"/tables/{unfinished['table']}/transcript")
    assert reply.status_code == 409 and "would tell what is hidden" in reply.json()["error"]


def test_a_hint_and_a_stateless_answer_are_those_of_the_policy(client):
    made = new(client, "global_domination", seats=["human", "human"], players=2)  # its policy does not draw
    agent = to_act(client, made)
    seen = view(client, made, agent)["view"]
    hint = client.get(f"/tables/{made['table']}/hint", headers=bearing(made["tokens"][agent])).json()
    asked = {"game": "global_domination", "observation": seen["observation"], "moves": seen["moves"]}
    assert client.post("/act", json=asked).json() == hint and hint["probabilities"]
    other = next(name for name in made["tokens"] if name != agent)
    reply = client.get(f"/tables/{made['table']}/hint", headers=bearing(made["tokens"][other]))
    assert reply.status_code == 409


def test_who_polls_hears_of_a_move_at_once(client):
    made = new(client, seats=["human", "human"])
    agent = to_act(client, made)
    started = time.monotonic()
    assert view(client, made, agent, after=0, wait=0.3)["made"] == 0
    assert time.monotonic() - started >= 0.3
    act(client, made, agent, view(client, made, agent)["view"]["moves"][0]["action"])
    assert view(client, made, agent, after=0, wait=30)["made"] == 1
    assert time.monotonic() - started < 20


def test_a_socket_is_sent_every_view_to_the_end(client):
    made = new(client, seats=["human", "human"])
    _, second = made["tokens"]
    with client.websocket_connect(f"/tables/{made['table']}/events") as ears:
        ears.send_json({"token": made["tokens"][second]})
        heard = ears.receive_json()
        while heard["view"]["result"] is None:
            agent = heard["view"]["acting"]
            seen = view(client, made, agent)["view"]
            assert act(client, made, agent, seen["moves"][0]["action"]).status_code == 200
            after = ears.receive_json()
            assert after["made"] == heard["made"] + 1 and after == view(client, made, second)
            heard = after
    with client.websocket_connect(f"/tables/{made['table']}/events") as ears:
        ears.send_json({"token": "guessed"})
        assert "token" in ears.receive_json()["error"]


def test_the_game_that_has_been_over_the_longest_makes_room():
    with at(create(":memory:", bounds=FAST.model_copy(update={"tables": 3}))) as client:
        played = new(client, seats=["human", "human"])
        over = [new(client, seats=["greedy", "greedy"]) for _ in range(2)]
        new(client, seats=["human", "human"])
        found = [client.get(f"/tables/{made['table']}/transcript").status_code for made in over]
        assert found == [404, 200] and view(client, played, "player_0")["made"] == 0
        new(client)
        assert client.post("/tables", json={"game": "cards_of_war"}).status_code == 503


def test_others_are_served_while_a_game_is_compiled(client, monkeypatch):
    going, done = threading.Event(), threading.Event()
    monkeypatch.setattr(minds, "rehearse", lambda game: going.set() or done.wait(60))
    asking = threading.Thread(target=new, args=(client,))
    asking.start()
    assert going.wait(60) and client.get("/healthz").status_code == 200 and asking.is_alive()
    done.set()
    asking.join()


def test_who_says_more_on_a_socket_is_told_on(client):
    made = new(client, seats=["human", "human"])
    agent = to_act(client, made)
    with client.websocket_connect(f"/tables/{made['table']}/events") as ears:
        ears.send_json({"token": made["tokens"][agent]})
        seen = ears.receive_json()
        ears.send_text("still here")
        time.sleep(0.1)
        act(client, made, agent, seen["view"]["moves"][0]["action"])
        assert ears.receive_json()["made"] == 1


def test_what_cannot_be_written_down_is_not_done(client):
    made = new(client, seats=["human", "human"])
    agent = to_act(client, made)
    before = view(client, made, agent)
    client.app.state.hall.store.file.execute("PRAGMA query_only = ON")
    reply = act(client, made, agent, before["view"]["moves"][0]["action"])
    assert reply.status_code == 503 and "is not done" in reply.json()["error"]
    assert view(client, made, agent) == before


def refusing(times, done):
    """As if the disk were full so many times."""

    def refuse(*given):
        nonlocal times
        times -= 1
        if times >= 0:
            raise sqlite3.OperationalError("database or disk is full")
        return done(*given)

    return refuse


def test_opponents_go_on_when_the_disk_has_room_again(client, monkeypatch):
    monkeypatch.setattr(room, "RETRY", 0.05)
    store = client.app.state.hall.store
    monkeypatch.setattr(store, "append", refusing(2, store.append))
    made = new(client, seats=["heuristic", "greedy"])
    assert client.get(f"/tables/{made['table']}/transcript").status_code == 200


def test_sweeping_goes_on_after_a_refusal(monkeypatch, caplog):
    monkeypatch.setattr(api, "SWEPT", 0.01)
    app, swept = create(":memory:", bounds=FAST), threading.Event()
    monkeypatch.setattr(app.state.hall, "sweep", refusing(2, swept.set))
    with at(app):
        assert swept.wait(10) and "disk is full" in caplog.text


def test_a_table_whose_opponent_is_gone_says_so(tmp_path):
    path = str(tmp_path / "tables.db")
    with at(create(path, bounds=FAST)) as client:
        made = new(client, seats=["human", "greedy"])
    with at(create(path, ["random"], FAST)) as client:
        reply = client.get(f"/tables/{made['table']}/view", headers=bearing(made["tokens"]["player_0"]))
        assert reply.status_code == 409 and "there is no opponent 'greedy' here" in reply.json()["error"]


def test_tables_that_nobody_hears_of_wait_on_the_disk(tmp_path):
    with at(create(str(tmp_path / "tables.db"), bounds=Bounds(rate=1e6, open=2))) as client:
        made = [new(client, seats=["human", "human"], seed=k) for k in range(6)]
        seen = [view(client, one, "player_0") for one in made]
        assert len(client.app.state.hall.rooms) <= 3
        assert [view(client, one, "player_0") for one in made] == seen


def test_tables_go_on_after_a_restart_and_idle_ones_go(tmp_path):
    path = str(tmp_path / "tables.db")
    with at(create(path, bounds=FAST)) as client:
        made = new(client, seats=["human", "greedy"])
        for _ in range(3):
            act(client, made, "player_0", view(client, made, "player_0")["view"]["moves"][0]["action"])
        before = view(client, made, "player_0")
    with at(create(path, bounds=FAST)) as client:
        assert view(client, made, "player_0") == before
        store = client.app.state.hall.store
        assert store.expire(time.time() - 60) == [] and store.expire(time.time() + 1) == [made["table"]]
        client.app.state.hall.rooms.clear()
        assert client.get(f"/tables/{made['table']}/transcript").status_code == 404


def test_files_that_cannot_hold_tables_are_named(tmp_path):
    (tmp_path / "text").write_text("no database" * 100)
    for path in (tmp_path, tmp_path / "text", tmp_path / "no" / "where"):
        with pytest.raises(UsageError, match="cannot hold tables"):
            Store(str(path))
    store = Store(str(tmp_path / "new"))
    store.file.execute("PRAGMA user_version = 9")
    store.close()
    with pytest.raises(UsageError, match="of format 9"):
        Store(str(tmp_path / "new"))


def test_one_file_has_one_service(tmp_path):
    path = str(tmp_path / "tables.db")
    with at(create(path, bounds=FAST)) as client:
        with pytest.raises(UsageError, match="another service keeps its tables there"):
            create(path)
        new(client)
    Store(path).close()


# Opponents that fail


def failing(error):
    async def move(bot, states):
        raise error

    return move


@pytest.mark.parametrize("error", [Late("mcts:20 took more than 10 seconds"), ZeroDivisionError("a fault")])
def test_another_plays_on_for_an_opponent_that_fails_and_the_table_says_so(error, tmp_path, monkeypatch, caplog):
    path = str(tmp_path / "tables.db")
    with at(create(path, ["mcts:20"], FAST)) as client:
        monkeypatch.setattr(client.app.state.hall.searches, "move", failing(error))
        made = new(client, seats=["human", "mcts:20"])
        while (seen := view(client, made, "player_0", after=0))["view"]["acting"] is not None and seen["made"] < 12:
            act(client, made, "player_0", seen["view"]["moves"][0]["action"])
        assert seen["seats"] == {"player_0": "human", "player_1": "mcts:20, then heuristic"}
        assert caplog.text.count(str(error)) == 3
    with at(create(path, ["mcts:20"], FAST)) as client:
        assert view(client, made, "player_0") == seen
        assert client.app.state.hall.rooms[made["table"]].table.transcript.players[1] == "mcts:20, then heuristic"


def test_a_search_that_is_busy_is_waited_for(client, monkeypatch):
    monkeypatch.setattr(room, "RETRY", 0.01)
    answers = iter([Busy("8 searches wait already")] * 5)
    minds = client.app.state.hall.minds
    done = minds.move

    async def move(bot, states):
        for busy in answers:
            raise busy
        return await done(bot, states)

    monkeypatch.setattr(minds, "move", move)
    made = new(client, seats=["heuristic", "greedy"])
    assert "heuristic, then" not in client.get(f"/tables/{made['table']}/transcript").text


@pytest.mark.skipif(not COMPILED, reason="it starts processes that search")
def test_a_search_is_ended_at_its_deadline_and_the_next_one_is_answered(monkeypatch):
    monkeypatch.setattr(searches, "START", 60)
    game, searcher = find("cards_of_war"), Searcher(None)
    position = game.deal(1, game.settings(), seed=1).tobytes()
    try:
        assert searcher.ask((game.name, "mcts:2", position), 60) >= 0
        first = searcher.process
        with pytest.raises(Late, match="took more than"):
            searcher.ask((game.name, "mcts:1000000", position), 0.1)
        assert first.exitcode is not None and searcher.process is None
        assert searcher.ask((game.name, "mcts:2", position), 0) >= 0
    finally:
        searcher.end()


@pytest.mark.skipif(not COMPILED, reason="it starts processes that search")
def test_games_of_plugins_are_searched_too():
    plugin = partial(load_plugin, teams.FOLDER)
    with at(create(":memory:", ["mcts:5"], FAST, prepare=plugin)) as client:
        made = new(client, "two_teams", ["mcts:5"] * 4)
        assert client.get(f"/tables/{made['table']}/transcript").status_code == 200


@pytest.mark.skipif(not COMPILED, reason="it starts processes that search")
def test_a_search_answers_from_a_process_of_its_own():
    bounds = Bounds(rate=1e6, patience=60, deadline=60)
    with at(create(":memory:", ["mcts:20"], bounds)) as client:
        made = new(client, seats=["human", "mcts:20"])
        seen = view(client, made, "player_0", after=-1)
        reply = act(client, made, "player_0", seen["view"]["moves"][0]["action"]).json()
        assert reply["view"]["acting"] == "player_0" and reply["made"] >= seen["made"] + 2


# A server


def test_no_acknowledged_move_is_lost_when_the_process_is_killed(tmp_path, kills=3):
    port, luck, acknowledged, made = free_port(), random.Random(2), 0, None
    for kill in range(kills):
        process = served(tmp_path / "tables.db", port)
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
                made = made or new(client, seats=["human", "human"])
                assert view(client, made, "player_0")["made"] >= acknowledged
                for _ in range(luck.randrange(3, 9)):
                    agent = to_act(client, made)
                    if agent is None:
                        made, acknowledged = new(client, seats=["human", "human"], seed=kill), 0
                        agent = to_act(client, made)
                    move = luck.choice(view(client, made, agent)["view"]["moves"])
                    reply = act(client, made, agent, move["action"])
                    assert reply.status_code == 200
                    acknowledged = reply.json()["made"]
        finally:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
    process = served(tmp_path / "tables.db", port)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        assert view(client, made, "player_0")["made"] == acknowledged
    with socket.create_connection(("127.0.0.1", port)) as poll:  # one who waits holds nothing up
        asked = f"GET /tables/{made['table']}/view?after=999&wait=60 HTTP/1.1\r\nHost: here\r\n"
        poll.sendall(f"{asked}Authorization: Bearer {made['tokens']['player_0']}\r\n\r\n".encode())
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)
