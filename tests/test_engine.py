"""`warzoo engine`, and programs of other languages as opponents."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from warzoo.envs import UsageError, cards_of_war, global_domination
from warzoo.envs.core import data
from warzoo.envs.core.transcript import read
from warzoo.models import foreign
from warzoo.models.opponents import opponent
from warzoo.service.engine import LINE_MOST, Engine, serve
from warzoo.training.learning.settings import Settings
from warzoo.training.shell.cli import main

from .games import any_configuration, each_game, some_positions

SAMPLES = Path(__file__).parents[1] / "docs" / "samples"
GAME = cards_of_war.GAME


def ask(engine, do, **what):
    return engine.reply(json.dumps({"id": 1, "do": do, **what}))


def seated(game, *specs, seed=1, **options):
    engine = Engine()
    return engine, ask(engine, "new", game=game.name, options=options, seats=list(specs), seed=seed)


@each_game
def test_a_game_is_played_to_its_end_against_an_opponent(game):
    players = game.settings().players
    engine, reply = seated(game, "human", *["random"] * (players - 1))
    made = -1
    while reply["view"]["result"] is None:
        assert reply["view"]["seat"] == reply["view"]["acting"] == "player_0" and reply["made"] > made
        made = reply["made"]
        move = reply["view"]["moves"][made % len(reply["view"]["moves"])]
        reply = ask(engine, "act", table=1, made=made, move=move["words"] if made % 2 else move["action"])
        data.model(game).model_validate(reply["view"])
    played = read(ask(engine, "transcript", table=1)["transcript"])
    assert len(played.actions) == reply["made"] and played.players == ["human", *["random"] * (players - 1)]
    assert list(reply["view"]["result"].values()) == played.result()
    assert "is over" in ask(engine, "act", table=1, move=0)["error"]
    assert "is over" in ask(engine, "choose", table=1, opponent="random")["error"]
    assert ask(engine, "close", table=1) == {"id": 1, "closed": 1}
    assert ask(engine, "view", table=1)["error"] == "there is no table 1"


def test_a_move_that_is_sent_twice_counts_once():
    engine, reply = seated(GAME, "human", "human")
    move = reply["view"]["moves"][0]["action"]
    assert ask(engine, "act", table=1, move=move, made=0)["made"] == 1
    assert "1 moves are made, this one was chosen after 0" in ask(engine, "act", table=1, move=move, made=0)["error"]


def test_the_same_seed_deals_the_same_game():
    assert seated(GAME, "heuristic", "human", seed=5)[1] == seated(GAME, "heuristic", "human", seed=5)[1]
    assert seated(GAME, "heuristic", "human", seed=6)[1] != seated(GAME, "heuristic", "human", seed=5)[1]


def test_a_seat_is_shown_its_own_hand_the_referee_both():
    engine, _ = seated(GAME, "human", "human")
    hands = {
        seat: [
            hand["hand"] is not None
            for hand in ask(engine, "view", table=1, seat=seat)["view"]["table"]["players"].values()
        ]
        for seat in ("player_0", "player_1", None)
    }
    assert hands == {"player_0": [True, False], "player_1": [False, True], None: [True, True]}


def test_an_opponent_advises_at_a_table_and_in_a_view_alike():
    engine, reply = seated(global_domination.GAME, "human", "human", players=2)  # its policy does not draw
    at_table = ask(engine, "choose", table=1, opponent="zoo:standard")
    view = reply["view"]
    kept = {"game": view["game"], "observation": view["observation"], "moves": [m["action"] for m in view["moves"]]}
    assert at_table == ask(engine, "choose", view=view) == ask(engine, "choose", view=kept)
    likely = at_table["probabilities"]
    assert list(likely) == kept["moves"] and sum(likely.values()) == pytest.approx(1, abs=1e-4)
    assert max(likely, key=likely.get) == at_table["move"]
    assert ask(engine, "choose", table=1, opponent="heuristic")["probabilities"] is None
    assert "not from a bare observation" in ask(engine, "choose", view=view, opponent="heuristic")["error"]
    assert ask(engine, "view", table=1, seat=view["seat"])["view"] == view, "advice changes nothing"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "a JSON object"),
        ("[1]", "a JSON object"),
        ("[" * 100_000, "a JSON object"),
        ('{"do": "fly"}', "a request says what to `do`: games, schema, new, view, act, choose, transcript, close"),
        ("{}", "a request says what to `do`"),
        ('{"do": "new"}', "game: Field required"),
        ('{"do": "new", "game": "chess"}', "there is no game 'chess'"),
        ('{"do": "new", "game": "cards_of_war", "options": {"length": "shrot"}}', "length"),
        ('{"do": "new", "game": "cards_of_war", "seats": ["human"]}', "has 2 players, you named 1"),
        ('{"do": "new", "game": "cards_of_war", "seats": ["human", "zoo:none"]}', "none"),
        ('{"do": "new", "game": "cards_of_war", "seats": [1, 2]}', "seats.0: Input should be a valid string, not 1"),
        ('{"do": "new", "game": "cards_of_war", "seed": -1}', "seed"),
        ('{"do": "new", "game": "cards_of_war", "options": {"self": 1}}', "has no option 'self'"),
        ('{"do": "choose", "table": 1, "opponent": "engine:\\u0000"}', "cannot be started"),
        ('{"do": "view", "table": 9}', "there is no table 9"),
        ('{"do": "view", "table": 1, "seat": "me"}', "there is no 'me' at this table; there is player_0, player_1"),
        ('{"do": "view", "table": 1, "more": 1}', "more: Extra inputs are not permitted"),
        ('{"do": "act", "table": 1, "move": 99999}', "an action is a whole number from 0 to"),
        ('{"do": "act", "table": 1, "move": "xyzzy"}', "no move reads 'xyzzy'"),
        ('{"do": "act", "table": 1, "move": null}', "move"),
        ('{"do": "choose"}', "at a table or in a view: name one of them"),
        ('{"do": "choose", "table": 1, "view": {}}', "name one of them"),
        ('{"do": "choose", "view": {}}', "there is no game"),
        ('{"do": "choose", "view": {"game": "cards_of_war"}}', "moves"),
        ('{"do": "choose", "view": {"game": "cards_of_war", "moves": [1]}}', "observation"),
    ],
)
def test_what_is_wrong_with_a_request_is_said_in_one_sentence(line, words):
    engine, _ = seated(GAME, "human", "human")
    reply = engine.reply(line)
    assert words in reply["error"] and "\n" not in reply["error"] and reply.keys() == {"id", "error"}


def test_an_opponent_that_fails_ends_no_engine(monkeypatch, capsys):
    engine, reply = seated(GAME, "human", "human")
    monkeypatch.setattr(engine, "opponent", lambda spec, game: 1 / 0)
    assert "division by zero" in ask(engine, "choose", table=1)["error"]
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert ask(engine, "view", table=1, seat=reply["view"]["seat"])["view"] == reply["view"]


def test_requests_and_replies_are_lines_and_too_long_ones_are_skipped():
    replies = io.StringIO()
    long = json.dumps({"id": 2, "do": "games", "x": "y" * 3 * LINE_MOST})
    serve(
        io.StringIO('{"id": "a", "do": "games"}\n\n' + long + '\n{"id": 3, "do": "schema", "game": "cards_of_war"}'),
        replies,
    )
    first, second, third = map(json.loads, replies.getvalue().splitlines())
    assert first["id"] == "a" and first["games"].keys() >= {"cards_of_war", "war_on_terror"}
    assert "error" in second and third["schema"] == data.schema(GAME)


def test_the_command_serves(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"id": 1, "do": "view", "table": 1}\n'))
    assert main(["engine"]) == 0
    assert json.loads(capsys.readouterr().out) == {"id": 1, "error": "there is no table 1"}


@any_configuration
def test_options_can_be_read_off_a_record(game, options):
    settings = game.settings(**options)
    assert game.options_of(game.deal(1, settings, seed=1)[0]) == settings


# Programs of other languages as opponents


def moves_of(bot, game, options, count=12):
    states = some_positions(game, options, count, np.random.default_rng(0))
    _, masks = game.look(states)
    return states, masks, bot.act(states, np.arange(len(states)), masks, np.random.default_rng(0))


@each_game
def test_the_python_sample_plays(game):
    bot = opponent(f"engine:{sys.executable} {SAMPLES / 'bot.py'}", game)
    states, masks, moves = moves_of(bot, game, game.variants[-1])
    for s, mask, move in zip(states, masks, moves, strict=True):
        assert move == min(np.flatnonzero(mask), key=lambda action: game.text.describe(int(action), s))
    process = bot.process
    bot.close()
    assert process.poll() == 0, "it ends when its input does"


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no sh")
def test_the_shell_sample_plays():
    bot = opponent(f"engine:sh {SAMPLES / 'bot.sh'}", GAME)
    _, masks, moves = moves_of(bot, GAME, {})
    assert (moves == masks.argmax(1)).all()


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js")
def test_the_javascript_sample_plays_a_whole_game(tmp_path, monkeypatch):
    import os
    import subprocess

    command = tmp_path / "warzoo"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m warzoo.training.shell "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(
        ["node", SAMPLES / "table.js", "cards_of_war", "greedy"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout.splitlines()[-1] and '"player_0":' in done.stdout.splitlines()[-1]


def program(tmp_path, text):
    path = tmp_path / "bot.py"
    path.write_text(f"import json, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n    {text}\n")
    return f"engine:{sys.executable} {path}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sys.exit(3)", "has ended in mid-game with exit code 3"),
        ("print('hello', flush=True)", "must answer a line such as"),
        ("print(json.dumps({'id': asked['id'], 'move': -1}), flush=True)", "an action is a whole number"),
        ("print(json.dumps({'id': asked['id'], 'move': 'nowhere'}), flush=True)", "no move reads 'nowhere'"),
        ("print(json.dumps({'id': asked['id'], 'move': None}), flush=True)", "an action is a whole number"),
        ("time.sleep(60)", "did not answer within 0.5 seconds"),
        ("print(json.dumps({'id': 0, 'move': 1}), flush=True)", "did not answer within 0.5 seconds"),
        ("\n    while True: print(json.dumps({'id': 0, 'move': 1}))", "has ended|did not answer within 0.5 seconds"),
        ("sys.stdout.close(); import os; os.close(1); time.sleep(60)", "has ended in mid-game"),
    ],
)
def test_a_program_that_fails_is_named_in_one_sentence(text, words, tmp_path, monkeypatch):
    monkeypatch.setattr(foreign, "SECONDS", 0.5 if "seconds" in words else 10.0)
    monkeypatch.setattr(foreign, "PATIENCE", 0.2)
    bot = opponent(program(tmp_path, text), GAME)
    with pytest.raises(UsageError, match=words) as said:
        moves_of(bot, GAME, {}, 1)
    assert "\n" not in str(said.value)
    bot.close()
    assert bot.process is None


def test_a_program_that_says_too_much_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(foreign, "AHEAD_MOST", 10)
    bot = opponent(program(tmp_path, "print('hello\\n' * 1000, flush=True); time.sleep(60)"), GAME)
    with pytest.raises(UsageError, match="must answer a line such as"):
        moves_of(bot, GAME, {}, 1)
    assert bot.process.wait(10) != 0


def test_a_program_ends_with_its_opponent(tmp_path):
    bot = opponent(program(tmp_path, "print(json.dumps({'id': asked['id'], 'move': 'x'}), flush=True)"), GAME)
    bot.start()
    process = bot.process
    del bot
    assert process.poll() == 0


@pytest.mark.parametrize("spec", ["engine:", "engine:   ", "engine:'open", "engine:/no/such/program"])
def test_a_command_that_cannot_be_started_is_named(spec):
    with pytest.raises(UsageError, match="engine"):
        moves_of(opponent(spec, GAME), GAME, {}, 1)


@pytest.mark.parametrize("name", ["pool_bots", "ladder", "opponents"])
def test_no_run_starts_a_command(name):
    """The settings of a run that somebody else sends would else start any program."""
    spec = "engine:touch here"
    with pytest.raises(ValueError, match="an engine is no opponent to train with"):
        Settings(game="cards_of_war", **{name: spec if name == "opponents" else [spec]})
