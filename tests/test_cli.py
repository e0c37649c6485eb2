"""The command line: what it says, what it refuses, and that no mistake of a user ends in a traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from warzoo.envs import find
from warzoo.envs.core import data
from warzoo.training.shell.cli import main

from .games import ANY, ENOUGH, GAMES, any_game, each_game, short


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
    of_war, _, yardsticks = out.partition("Yardsticks")
    for game in ANY:
        assert f"  {game.name} " in (yardsticks if game.yardstick else of_war) and game.about in out


@any_game
def test_rules_prints_options_and_tables(game, capsys):
    assert run("rules", game.name) == 0
    out = capsys.readouterr().out
    assert all(f"`{name}`" in out for name in game.options.model_fields)
    assert all(f"## {title}" in out for title in game.text.tables())


@each_game
def test_rules_plays_no_games(game, capsys, monkeypatch):
    monkeypatch.setattr("warzoo.envs.core.survey.survey", lambda *_: pytest.fail("a game was played"))
    assert run("rules", game.name) == 0
    out = capsys.readouterr().out
    assert "## In play" not in out and page_of(game).startswith(out)


@any_game
def test_rules_prints_the_schema_of_views(game, capsys):
    assert run("rules", game.name, "--schema") == 0
    assert json.loads(capsys.readouterr().out) == data.schema(game)


@any_game
def test_bots_play_and_the_replay_is_verified(game, capsys, tmp_path):
    file = tmp_path / "game.txt"
    players = ", ".join(["random"] * game.settings().players)
    assert run("play", game.name, "--players", players, "--seed", "3", *short(game), "--save", str(file)) == 0
    out = capsys.readouterr().out
    assert out.startswith("warzoo replay") and "Result:" in out
    assert run("replay", str(file), "--boards") == 0
    assert "Verified:" in capsys.readouterr().out


@any_game
def test_a_person_plays_to_the_end_by_numbers(game, capsys):
    seats = game.settings().players
    players = ",".join(["human"] + ["random"] * (seats - 1))
    words = ["play", game.name, "--players", players, "--seed", "1", *short(game)]
    assert run(*words, entries="1\n" * min(game.longest, ENOUGH)) == 0
    assert "Result:" in capsys.readouterr().out


@each_game
def test_help_wrong_entries_and_quitting(game, capsys):
    seats = game.settings().players
    players = ",".join(["human"] + ["greedy"] * (seats - 1))
    assert run("play", game.name, "--players", players, "--seed", "1", entries="?\n0\n999\nabc\n-1\nt\nq\n") == 0
    out = capsys.readouterr().out
    assert "this help" in out and "Good-bye" in out
    assert " ".join(out.split()).count(" ".join(game.text.LEGEND.split())) == 2, (
        "at first, and whenever help is asked for"
    )
    assert out.count("there is no move") == 2 and out.count("no move reads") == 2


@each_game
def test_the_end_of_input_quits(game, capsys):
    players = ",".join(["human"] * game.settings().players)
    assert run("play", game.name, "--players", players) == 0
    assert "Good-bye" in capsys.readouterr().out


@each_game
def test_a_person_sees_the_own_hand_alone(game, monkeypatch):
    drawn, draw = [], game.text.draw
    monkeypatch.setattr(game.text, "draw", lambda s, seat, width: drawn.append(seat) or draw(s, seat, width))
    players = ",".join(["human"] + ["random"] * (game.settings().players - 1))
    run("play", game.name, "--players", players, "--seed", "5", entries="q\n")
    assert drawn == [0]


def page_of(game):
    return (Path(__file__).parents[1] / "docs" / "games" / f"{game.name}.md").read_text()


def outputs():
    game = GAMES[0].name
    yield ("play", game, "--players", "random,random", "--save")
    yield ("arena", game, "--players", "random,greedy", "--deals", "2", "--csv")
    yield ("arena", game, "--players", "random,greedy", "--deals", "2", "--png")


@pytest.mark.parametrize("words", list(outputs()), ids=lambda words: words[-1])
def test_an_output_that_cannot_be_written_is_refused_before_the_work(words, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("warzoo.envs.core.game.Game.deal_from", lambda *_: pytest.fail("a game was dealt"))
    os.mkfifo(tmp_path / "pipe")
    taken = tmp_path / "file"
    taken.write_text("mine")
    for path in (tmp_path / "none" / "x", taken / "x", tmp_path, tmp_path / "pipe", tmp_path / ("x" * 300)):
        assert run(*words, str(path)) == 2
        complaint = capsys.readouterr().err
        assert complaint.startswith(f"warzoo: cannot write {path}: ") and complaint.count("\n") == 1
    assert taken.read_text() == "mine" and len(list(tmp_path.iterdir())) == 2
    link = tmp_path / "link"
    link.symlink_to("nowhere")
    assert run(*words, str(link)) == 2 and link.is_symlink()


@pytest.mark.parametrize("words", list(outputs()), ids=lambda words: words[-1])
def test_a_file_on_a_full_disk_is_named(words, capsys):
    assert run(*words, "/dev/full") == 2
    assert capsys.readouterr().err.splitlines()[-1] == "warzoo: cannot write /dev/full: No space left on device"


def test_only_regular_files_of_bounded_size_are_read(capsys, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b"x" * (1 << 20) + b"x")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    wrongs = {
        "pipe": "no regular file",
        "large": "larger",
        "binary": "no text",
        ".": "no regular file",
        "none": "No such",
    }
    for name, reason in wrongs.items():
        assert run("replay", str(tmp_path / name)) == 2
        complaint = capsys.readouterr().err
        assert "cannot read" in complaint and reason in complaint and complaint.count("\n") == 1


def test_too_little_memory_is_one_sentence(capsys, monkeypatch):
    def deal(*_):
        raise MemoryError

    monkeypatch.setattr("warzoo.envs.core.game.Game.deal", deal)
    assert run("arena", GAMES[0].name, "--players", "random,greedy") == 1
    assert capsys.readouterr().err.splitlines()[-1].startswith("warzoo: there is not enough memory")


def mistakes():
    game = GAMES[0].name
    yield ("play", "chess"), "there is no game 'chess'"
    yield ("play", game, "--players", "human"), "players"
    yield ("play", game, "--players", "hal,hal"), "there is no opponent 'hal'"
    yield ("play", game, "--set", "colour=red"), "has no option 'colour'"
    yield ("play", game, "--set", "players=17"), "players"
    yield ("play", game, "--set", "players"), "name=value"
    yield ("play", game, "--players", "random,random", "--seed", "-4"), "a seed is a whole number from 0 up"
    yield ("play", game, "--seed", "9" * 5000), "too long for a word"
    yield ("play", game, "--players", ""), "players"
    yield ("arena", game, "--players", ""), "needs entrants"
    yield ("replay", "no-such-file"), "cannot read"
    yield ("replay", __file__), "no replay"
    yield ("rules", "chess"), "there is no game"
    yield ("arena", game, "--deals", "99999999999"), "2 to 1,000,000 deals"
    yield ("arena", game, "--players", "random", "--png", "map.png"), "two entrants"
    yield ("bench", "--seconds", "nan"), "seconds"
    yield ("bench", "--learner", "--serve"), "ask for one at a time"


@pytest.mark.parametrize(("words", "complaint"), list(mistakes()), ids=lambda x: x if isinstance(x, str) else "")
def test_a_mistake_ends_in_one_sentence(words, complaint, capsys):
    assert run(*words) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("warzoo: ") and complaint in captured.err
    assert captured.err.count("\n") == 1 and "Traceback" not in captured.err


def test_unknown_commands_and_flags_are_refused():
    for words in (["frobnicate"], ["play", "--colour", "red"], []):
        done = subprocess.run([sys.executable, "-m", "warzoo.training.shell", *words], capture_output=True, text=True)
        assert done.returncode == 2 and "Traceback" not in done.stderr


def test_bench_prints_json_lines_and_tells_how_far_it_is(capsys, monkeypatch):
    told = []

    @contextmanager
    def counting(what):
        yield lambda done, total: told.append((done, total))

    monkeypatch.setattr("warzoo.training.shell.progress.counting", counting)
    assert run("bench", "--games", "kuhn_poker", "--seconds", "0.05", "--json", "--no-peers") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"game", "what", "games", "rate", "unit"} == set(rows[0])
    assert {row["games"] for row in rows if row["what"] == "batch"} == {1, 64, 1024}
    assert all(row["rate"] > 0 for row in rows)
    assert told == sorted(told) and len(told) > len(rows) and told[0][0] == 0 and told[-1][0] == told[-1][1]


def test_bench_is_of_war_unless_a_yardstick_is_named(monkeypatch):
    measured = []
    monkeypatch.setattr("warzoo.training.measuring.bench.bench", lambda games, *_: measured.append(games) or [])
    assert run("bench", "--json") == run("bench", "--json", "--games", "kuhn_poker") == 0
    assert set(GAMES) <= set(measured[0]) and not any(game.yardstick for game in measured[0])  # others' may be there
    assert measured[1] == [find("kuhn_poker")]


def test_doctor_names_versions_and_the_way_to_what_is_missing(capsys):
    assert run("doctor") == 0
    out = capsys.readouterr().out
    assert "numba" in out and "compiled code" in out and "train:" in out
