"""A program of any language as an opponent: `engine:COMMAND` is started once and asked in lines of JSON.

A question is `{"id": 1, "do": "choose", "view": {...}}`, the view as the seat to act may know it; the answer is
`{"id": 1, "move": 17}`, the move by number or in words.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import time
import weakref
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import numpy as np

from warzoo.envs.core import data
from warzoo.envs.core.arguments import parsed
from warzoo.envs.core.arrays import Array, Masks, Rows, States, Words
from warzoo.envs.core.errors import UsageError, shown
from warzoo.envs.core.game import Game
from warzoo.envs.core.text import understand

from .opponents import Opponent

SECONDS = 10.0  # for a move
PATIENCE = 2.0  # seconds until a program that does not end by itself is ended
LINE_MOST = 1 << 20  # letters of an answer
AHEAD_MOST = 100  # lines that nobody has looked at yet


class EngineBot(Opponent):
    """Asks a program that runs beside this one; it ends with this object or with this process."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game, name)
        self.process: subprocess.Popen[str] | None = None
        self.answers: SimpleQueue[str] = SimpleQueue()
        self.asked = 0
        try:
            self.command = shlex.split(name.partition(":")[2])
        except ValueError as error:
            raise UsageError(f"{name} is no command: {error}") from None
        if not self.command:
            raise UsageError("an engine is named by its command: engine:COMMAND")

    def __reduce__(self) -> tuple[type[EngineBot], tuple[Game, str]]:
        """In another process it is another one of the same command."""
        return EngineBot, (self.game, self.name)

    def answer(self, states: States, which: Rows, masks: Masks, words: Words) -> Array:
        return np.array([self.one(states[row : row + 1], masks[row]) for row in which], np.int64)

    def one(self, states: States, mask: Array) -> int:
        """A question and its answer."""
        s, self.asked = states[0], self.asked + 1
        view = data.view(self.game, self.game.options_of(s), states, int(s.turn), [], going=True)
        self.send(json.dumps({"id": self.asked, "do": "choose", "view": view}, separators=(",", ":")))
        move = self.hear(time.monotonic() + SECONDS)
        if isinstance(move, str):
            return understand(self.game.text, mask.nonzero()[0].tolist(), s, move)
        return self.game.check(move, mask)

    def send(self, line: str) -> None:
        process = self.process or self.start()
        try:
            assert process.stdin is not None
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except OSError:
            raise UsageError(self.ended()) from None

    def hear(self, until: float) -> Any:
        """The move of the answer to the last question; answers to earlier ones are too late."""
        while (left := until - time.monotonic()) > 0:
            try:
                line = self.answers.get(timeout=left)
            except Empty:
                break
            if not line:
                raise UsageError(self.ended())
            values = parsed(line)
            if not isinstance(values, dict) or "move" not in values:
                raise UsageError(f'{self.name} must answer a line such as {{"id": 1, "move": 17}}, not {shown(line)}')
            if values.get("id") == self.asked:
                return values["move"]
        self.close()
        raise UsageError(f"{self.name} did not answer within {SECONDS:g} seconds")

    def start(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:  # ValueError: a name with a zero in it
            raise UsageError(f"{self.name} cannot be started: {getattr(error, 'strerror', error)}") from None
        self.process, self.answers = process, SimpleQueue()
        Thread(target=listen, args=(process, self.answers), daemon=True).start()
        self.end = weakref.finalize(self, end, process)
        return process

    def ended(self) -> str:
        process = self.process
        self.close()
        return f"{self.name} has ended in mid-game with exit code {process and process.returncode}"

    def close(self) -> None:
        """Ends the program; another question starts it anew."""
        if self.process is not None:
            self.process = None
            self.end()

    def __deepcopy__(self, memo: Any) -> EngineBot:
        return EngineBot(self.game, self.name)


def end(process: subprocess.Popen[str]) -> None:
    """Ends a program: by closing its input, then by force."""
    assert process.stdin is not None
    for way in (process.stdin.close, process.terminate, process.kill):
        with suppress(OSError):
            way()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
            return


def listen(process: subprocess.Popen[str], answers: SimpleQueue[str]) -> None:
    """Hands on what the program says, and at last an empty line; one that says too much unasked is ended."""
    assert process.stdout is not None
    with process.stdout as said:
        for line in iter(lambda: said.readline(LINE_MOST), ""):
            if line.strip():
                answers.put(line)
            if answers.qsize() > AHEAD_MOST:
                process.kill()
                break
    answers.put("")
