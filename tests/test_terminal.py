"""The command as a process: closed streams, full disks, narrow terminals and interrupts leave no traceback."""

from __future__ import annotations

import codecs
import io
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from warzoo.training.shell import __main__ as process

from .games import GAMES

GAME = GAMES[0].name
WARZOO = f"{sys.executable} -m warzoo.training.shell"
MEMORY = 8 << 20  # kilobytes


def shell(line, **variables):
    """A line of shell, in which `warzoo` is the command."""
    line = f'warzoo() {{ {WARZOO} "$@"; }}; ulimit -v {MEMORY}; {line}'
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=os.environ | variables, timeout=120)


@pytest.mark.parametrize(
    ("line", "code", "complaint"),
    [
        ("warzoo list >&-", 0, ""),
        ("warzoo list <&- >&- 2>&-", 0, ""),
        (f"warzoo play {GAME} <&-", 0, ""),
        ("warzoo list > /dev/full", 1, "warzoo: No space left on device\n"),
        ("set -o pipefail; warzoo list | true", 141, ""),
        ("warzoo replay /dev/zero", 2, "warzoo: cannot read /dev/zero: it is no regular file\n"),
        (f"warzoo play {GAME} < /dev/zero", 0, ""),
        (f"printf '\\303\\251\\nq\\n' | PYTHONIOENCODING=ascii warzoo play {GAME}", 0, ""),
    ],
)
def test_a_stream_that_does_not_work_ends_in_one_sentence_or_silence(line, code, complaint):
    done = shell(line, NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stderr) == (code, complaint)


@pytest.mark.parametrize(
    "line",
    [
        f"arena {GAME} --players random,greedy --deals 2",
        f"play {GAME} --players human,random < /dev/null",
        "--help",
        "play --colour red 2>&1",
    ],
)
def test_tables_are_drawn_in_ascii_where_the_terminal_knows_no_more(line):
    done = shell(f"warzoo {line}", PYTHONIOENCODING="ascii")
    assert done.stdout.isascii() and not re.search(r"\?\?|^\?|\?$", done.stdout, re.M) and done.stderr.isascii()


def test_a_letter_that_the_terminal_lacks_becomes_the_one_most_like_it():
    letters = "┏━┳┓┃╇─│╸╰╯•é±"
    codecs.register_error("plain", process.plain)
    assert letters.encode("ascii", "plain").decode() == "+-+" + "+|+-|-++*?+-"


@pytest.mark.parametrize("columns", ["5", "0", "-1", "²", "9" * 20])
def test_no_width_of_the_terminal_is_too_much_for_a_page_of_help(columns):
    done = shell("warzoo bench --help", COLUMNS=columns)
    assert done.returncode == 0 and "--seconds" in done.stdout and "Traceback" not in done.stderr
    assert 35 <= max(map(len, done.stdout.splitlines())) <= 1000


@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": "1"}])
@pytest.mark.parametrize("words", ["list --help", "frobnicate"])
def test_help_is_coloured_in_terminals_that_want_it(words, variables):
    shown, terminal = pty.openpty()
    program = [sys.executable, "-m", "warzoo.training.shell", *words.split()]
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    subprocess.run(program, stdout=terminal, stderr=terminal, env=environment | {"TERM": "xterm"} | variables)
    os.close(terminal)
    assert (b"\033[" in os.read(shown, 1 << 12)) == (not variables)
    os.close(shown)


@pytest.mark.parametrize(("columns", "laid_out"), [("39", "40"), ("40", "40"), ("80", "80"), ("5000", "1000")])
def test_the_width_stays_within_bounds(columns, laid_out, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    process.bound_width()
    assert os.environ["COLUMNS"] == laid_out


INTERRUPTED = """
import signal, sys
module = sys.argv[1]

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
from warzoo.training.shell.__main__ import main
sys.argv = ["warzoo", "list"]
sys.exit(main())
"""


@pytest.mark.parametrize("module", ["tyro", "numba", "pettingzoo.env_registry.spec", "warzoo.training.learning"])
def test_an_interrupt_while_modules_load_is_silent(module):
    program = [sys.executable, "-c", INTERRUPTED, module]
    done = subprocess.run(program, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_an_interrupted_command_says_that_it_stopped(monkeypatch, capsys):
    def interrupted(words):
        signal.raise_signal(signal.SIGINT)

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs behind it without one
    monkeypatch.setattr("warzoo.training.shell.cli.main", interrupted)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    assert process.main() == 130
    assert capsys.readouterr().err.strip() == "warzoo: stopped"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(("line", "threads"), [("unset OPENBLAS_NUM_THREADS", 1), ("export OPENBLAS_NUM_THREADS=3", 3)])
def test_products_of_small_matrices_take_one_thread_unless_more_are_asked_for(line, threads):
    assert f"OPENBLAS_NUM_THREADS {threads}," in shell(f"{line}; warzoo doctor").stdout
