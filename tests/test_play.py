"""Games in the terminal: what a person sees at any width, what may be typed, and what is kept."""

from __future__ import annotations

import io
import sys

import pytest

from warzoo.envs import find
from warzoo.envs.core.text import Cell
from warzoo.training.shell import terminal
from warzoo.training.shell.cli import main
from warzoo.training.shell.play import Seats

from .games import ENOUGH, each_game, short

LEFT, RIGHT = "battle 1", "battle 2"


@pytest.fixture
def typed(monkeypatch):
    """Plays with these entries at a terminal of so many columns."""

    def run(game, *entries, columns=80, words=()):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{entry}\n" for entry in entries)))
        players = ",".join(["human"] + ["random"] * (game.settings().players - 1))
        return main(["play", game.name, "--players", players, "--seed", "1", *short(game), *words])

    return run


@pytest.mark.parametrize("columns", [5, 61, 80, 300])
@each_game
def test_nothing_is_wider_than_the_terminal_from_40_columns_up(game, columns, typed, capsys):
    assert typed(game, "?", *["1"] * min(game.longest, ENOUGH), columns=columns) == 0
    prompt = "Your move (? for help): "
    lines = [line.removeprefix(prompt) for line in capsys.readouterr().out.splitlines() if "Result:" not in line]
    assert max(map(len, lines)) <= min(120, max(40, columns))


@each_game
def test_a_person_is_told_what_happened_since_and_what_the_letters_mean(game, typed, capsys):
    assert typed(game, *["1"] * min(game.longest, ENOUGH)) == 0
    out = capsys.readouterr().out
    assert out.split()[:3] == ["You", "are", "player_0."]
    assert " ".join(game.text.LEGEND.split()) in " ".join(out.split())
    assert "Since you were asked last:\n  you " in out and "\n  player_1 " in out


@each_game
def test_a_game_that_a_person_quits_is_kept(game, typed, capsys, tmp_path):
    first, second = tmp_path / "first.txt", tmp_path / "second game.txt"
    assert typed(game, "1", "q", words=("--save", str(first))) == 0
    assert typed(game, "1", f"q --save {second}") == 0
    assert typed(game, "1", words=("--save", str(tmp_path / "third.txt"))) == 0
    assert first.read_text() == second.read_text() == (tmp_path / "third.txt").read_text()
    assert "result: not over" in first.read_text() and '\nplayers: ["human", "random"' in first.read_text()
    assert main(["replay", str(second), "--boards"]) == 0
    assert "Verified:" in capsys.readouterr().out


@each_game
def test_wrong_entries_are_explained_and_asked_again(game, typed, capsys):
    files = ("/", "~nobody-of-this-name/x", "a\0b", "/dev/full")
    entries = ("0", "999", "9" * 4000, "²", "-1", "", "q now", "q --save", *(f"q --save {file}" for file in files), "q")
    assert typed(game, *entries) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.count("there is no move") == 3 and out.count("no move reads") == 3
    assert out.count("name a file: q --save FILE") == 2 and out.count("cannot write ") == len(files)
    assert out.endswith("Good-bye.")


@each_game
def test_an_entry_of_any_length_is_answered_in_short_or_ends_the_game(game, typed, capsys):
    assert typed(game, "never ending " * 300, "1", "x" * 5000, "1") == 0
    out = capsys.readouterr().out
    assert out.count("no move reads") == 1 and out.endswith("Your move (? for help): Good-bye.\n")
    assert "never ending " * 9 not in " ".join(out.split())


@each_game
def test_a_file_that_cannot_be_written_is_refused_before_the_game(game, typed, capsys, tmp_path):
    assert typed(game, words=("--save", str(tmp_path))) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("warzoo: cannot write") and captured.err.count("\n") == 1 and not captured.out


def test_replays_are_files_of_a_replays_size(capsys, tmp_path):
    large = tmp_path / "large.txt"
    large.write_bytes(b"warzoo replay 2\n" + b" " * (1 << 21))
    for file in ("/dev/zero", str(tmp_path), str(large), str(tmp_path / "none")):
        assert main(["replay", file]) == 2
        err = capsys.readouterr().err
        assert err.startswith("warzoo: cannot read") and err.count("\n") == 1


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("settings", "colour"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_colours_are_for_terminals_that_want_them(settings, colour, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    game = find("cards_of_war")
    assert not terminal.coloured()
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert terminal.coloured() == colour
    assert ("\033[" in terminal.table(game, game.deal(1, seed=1)[0], 0)) == colour


def test_moves_of_a_grid_stand_by_row_and_column_and_the_rest_below():
    game = find("cards_of_war")
    s = game.deal(1, seed=1)[0]
    moves = [game.parse(words) for words in ("Spy > battle 1", "Tanks > battle 2", "Spy > battle 2", "wait")]
    order = terminal.in_order(game, s, sorted(moves))
    assert [game.text.describe(action) for action, _ in order] == [
        "Spy > battle 1",
        "Spy > battle 2",
        "Tanks > battle 2",
        "wait",
    ]
    assert terminal.listing(game, s, order, 80).splitlines() == [
        "             battle 1  battle 2",
        "Spy P>P 2      1         2",
        "Tanks T>I 3              3",
        "  4 wait",
    ]


def test_a_narrow_grid_cuts_names_and_notes():
    placed = [(1, Cell("Ground-Attack Planes A>I 2", LEFT, "x Infantry")), (2, Cell("Spy P>P 2", RIGHT))]
    assert list(terminal.grid(placed, 40)) == [
        "                          battle  battle",
        "                          1       2",
        "Ground-Attack Planes A..    1 x",
        "Spy P>P 2                           2",
    ]
    assert list(terminal.grid(placed, 80)) == [
        "                            battle 1        battle 2",
        "Ground-Attack Planes A>I 2    1 x Infantry",
        "Spy P>P 2                                     2",
    ]


def test_a_list_stands_in_columns_and_long_moves_in_lines():
    assert list(terminal.side_by_side(["  1 tanks", "  2 spy", "  3 wait"], 22)) == ["  1 tanks    2 spy", "  3 wait"]
    assert list(terminal.side_by_side(["  1 take your Frigate"], 12)) == ["  1 take", "    your", "    Frigate"]


@each_game
def test_a_number_and_the_words_mean_the_same_move(game):
    seats = Seats(game, game.settings(), ["human"] * game.settings().players, seed=1)
    moves = game.mask(seats.states).nonzero()[0].tolist()
    for number, action in enumerate(moves, start=1):
        assert seats.listed(str(number), moves) == seats.listed(game.text.describe(action), moves) == action


def test_the_columns_used_are_40_to_120(monkeypatch):
    for columns, used in (("1", 40), ("40", 40), ("99", 99), ("1000", 120)):
        monkeypatch.setenv("COLUMNS", columns)
        assert terminal.columns() == used
