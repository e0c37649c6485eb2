"""The command line: what it says, what it refuses, and that no mistake of a user ends in a traceback."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from warzoo.training.shell.cli import main

from .games import GAMES, each_game


def run(*words, entries=""):
    """A command in this process, with these entries typed."""
    sys.stdin = io.StringIO(entries)
    return main(list(words))


@pytest.fixture(autouse=True)
def _stdin(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))


def test_list_names_every_game(capsys):
    assert run("list") == 0
    out = capsys.readouterr().out
    assert all(game.name in out and game.about in out for game in GAMES)


@each_game
def test_rules_prints_options_and_tables(game, capsys):
    assert run("rules", game.name) == 0
    out = capsys.readouterr().out
    assert all(f"`{name}`" in out for name in game.options.model_fields)
    assert all(f"## {title}" in out for title in game.text.tables())


@each_game
def test_bots_play_and_the_replay_is_verified(game, capsys, tmp_path):
    file = tmp_path / "game.txt"
    players = ",".join(["random"] * game.settings().players)
    assert run("play", game.name, "--players", players, "--seed", "3", "--save", str(file)) == 0
    out = capsys.readouterr().out
    assert out.startswith("warzoo replay") and "Result:" in out
    assert run("replay", str(file), "--boards") == 0
    assert "Verified:" in capsys.readouterr().out


@each_game
def test_a_person_plays_to_the_end_by_numbers(game, capsys):
    seats = game.settings().players
    players = ",".join(["human"] + ["random"] * (seats - 1))
    assert run("play", game.name, "--players", players, "--seed", "1", entries="1\n" * game.longest) == 0
    assert "Result:" in capsys.readouterr().out


@each_game
def test_help_wrong_entries_and_quitting(game, capsys):
    seats = game.settings().players
    players = ",".join(["human"] + ["greedy"] * (seats - 1))
    assert run("play", game.name, "--players", players, "--seed", "1", entries="?\n0\n999\nabc\n-1\nt\nq\n") == 0
    out = capsys.readouterr().out
    assert "this help" in out and "Good-bye" in out
    assert out.count("there is no move") == 2 and out.count("no action reads") == 2


@each_game
def test_the_end_of_input_quits(game, capsys):
    players = ",".join(["human"] * game.settings().players)
    assert run("play", game.name, "--players", players) == 0
    assert "Good-bye" in capsys.readouterr().out


@each_game
def test_a_person_sees_the_own_hand_alone(game, monkeypatch):
    drawn, draw = [], game.text.draw
    monkeypatch.setattr(game.text, "draw", lambda s, seat: drawn.append(seat) or draw(s, seat))
    players = ",".join(["human"] + ["random"] * (game.settings().players - 1))
    run("play", game.name, "--players", players, "--seed", "5", entries="q\n")
    assert drawn == [0]


def mistakes():
    game = GAMES[0].name
    yield ("play", "chess"), "there is no game 'chess'"
    yield ("play", game, "--players", "human"), "players"
    yield ("play", game, "--players", "hal,hal"), "there is no opponent 'hal'"
    yield ("play", game, "--set", "colour=red"), "has no option 'colour'"
    yield ("play", game, "--set", "players=17"), "players"
    yield ("play", game, "--set", "players"), "name=value"
    yield ("replay", "no-such-file"), "cannot read"
    yield ("replay", __file__), "no replay"
    yield ("rules", "chess"), "there is no game"


@pytest.mark.parametrize(("words", "complaint"), list(mistakes()), ids=lambda x: x if isinstance(x, str) else "")
def test_a_mistake_ends_in_one_sentence(words, complaint, capsys):
    assert run(*words) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("warzoo: ") and complaint in captured.err
    assert captured.err.count("\n") == 1 and "Traceback" not in captured.err


def test_unknown_commands_and_flags_are_refused():
    for words in (["frobnicate"], ["play", "--colour", "red"], []):
        done = subprocess.run(
            [sys.executable, "-m", "warzoo.training.shell.cli", *words], capture_output=True, text=True
        )
        assert done.returncode == 2 and "Traceback" not in done.stderr


def test_bench_prints_json_lines(capsys):
    assert run("bench", "--games", GAMES[0].name, "--seconds", "0.05", "--json", "--no-peers") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"game", "what", "games", "rate", "unit"} == set(rows[0])
    assert {row["games"] for row in rows if row["what"] == "batch"} == {1, 64, 1024}
    assert all(row["rate"] > 0 for row in rows)


def test_doctor_names_versions_and_the_way_to_what_is_missing(capsys):
    assert run("doctor") == 0
    out = capsys.readouterr().out
    assert "numba" in out and "compiled code" in out and "train:" in out
