"""The command `warzoo` as a process: interrupts, closed streams and narrow terminals are met before much is loaded."""

from __future__ import annotations

import codecs
import os
import signal
import sys
import unicodedata
from contextlib import suppress

NARROWEST, WIDEST = 40, 1000  # columns that anything is laid out in
NUMPY_THREADS = "OPENBLAS_NUM_THREADS"  # small products gain nothing from threads, and lose much beside other work


def main() -> int:
    """Runs the command line that the process was started with; returns the exit code."""
    interrupt = signal.signal(signal.SIGINT, signal.SIG_DFL)  # raised within an import it could come out as any error
    open_streams()
    bound_width()
    if os.environ.get("NO_COLOR"):
        os.environ["PYTHON_TYRO_ANSI_CODES"] = "0"  # its own pages of help ask for nothing else
    os.environ.setdefault(NUMPY_THREADS, "1")
    try:
        from .cli import main as obey
    except ImportError as error:  # what is installed does not fit together
        print(f"warzoo: {error}", file=sys.stderr)
        return 1
    try:
        signal.signal(signal.SIGINT, interrupt)
        code = obey(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("\nwarzoo: stopped", file=sys.stderr)
        code = 130
    except BrokenPipeError:
        silence_stdout()
        code = 141
    except OSError as error:  # the last words did not fit on a full disk
        silence_stdout()
        print(f"warzoo: {error.strerror}", file=sys.stderr)  # as cli.main does where nothing is buffered
        code = 1
    return code


def open_streams() -> None:
    """Puts nothing where a stream is closed, and plain letters where one cannot be written or read."""
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY))
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    codecs.register_error("plain", plain)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="plain")  # type: ignore[union-attr]
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]


def plain(error: UnicodeError) -> tuple[str, int]:
    """What is written for letters that a stream lacks: the lines of tables in ASCII, a question mark for all else."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(nearest, error.object[error.start : error.end])), error.end


def nearest(letter: str) -> str:
    """A plain letter that looks like this one."""
    name = unicodedata.name(letter, "")
    if not name.startswith("BOX DRAWINGS"):
        return {"BULLET": "*", "PLUS-MINUS SIGN": "+-"}.get(name, "?")
    if " AND " in name:
        return "+"
    return "|" if name.endswith(("VERTICAL", "UP", "DOWN")) else "-"


def bound_width() -> None:
    """Layout never goes below forty columns: in five, a page of help takes all memory there is."""
    width = min(widths(), default=NARROWEST)
    if not NARROWEST <= width <= WIDEST:
        os.environ["COLUMNS"] = str(max(NARROWEST, min(width, WIDEST)))


def widths() -> list[int]:
    """What is said of the terminal's width: by the variable COLUMNS, else by each stream that is a terminal."""
    said = os.environ.get("COLUMNS")
    if said:
        return [int(said[:9]) if said.isascii() and said.isdigit() else 0]
    found = []
    for handle in (0, 1, 2):
        with suppress(OSError):
            found.append(os.get_terminal_size(handle).columns)
    return found


def silence_stdout() -> None:
    """What is still to be written goes nowhere, so that the end of the process does not try again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
