"""A played game as text: what happened, line by line, and at its head all that is needed to play it again."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from . import kernels
from .errors import IllegalAction, UsageError
from .game import Game, Options, find, parse_options

MAGIC = "warzoo replay 1"
HEAD = ("game", "version", "options", "luck", "result", "actions")
WIDTH = 110


@dataclass
class Transcript:
    """The luck a game was dealt from and the actions taken in it: everything else follows."""

    game: Game
    options: Options
    luck: int  # the record's `rng` before the deal
    actions: list[int] = field(default_factory=list)

    def copy(self) -> Transcript:
        return Transcript(self.game, self.options, self.luck, list(self.actions))

    def deal(self) -> np.ndarray[Any, Any]:
        """The position before the first action."""
        return self.game.deal_from(np.array([self.luck], np.uint64), self.options)

    def positions(self) -> Iterator[np.ndarray[Any, Any]]:
        """Plays the game again, checking each action: the array of one record, before and after each of them."""
        states = self.deal()
        yield states
        for number, action in enumerate(self.actions):
            if states["over"][0]:
                raise UsageError(f"this replay goes on after the game's end, at action {number + 1}")
            try:
                self.game.check(action, self.game.mask(states))
            except IllegalAction as error:
                raise UsageError(f"this replay does not fit the rules at action {number + 1}: {error}") from None
            kernels.play(states, np.zeros(1, np.int64), np.array([action]))
            yield states

    def result(self) -> list[float] | None:
        """The payoff of each seat, or None for a game that is not over."""
        for states in self.positions():  # noqa: B007
            pass
        return payoff_list(self.game, states) if states["over"][0] else None

    def story(self) -> Iterator[str]:
        """A line an action: who, what, and which of the telling fields changed."""
        positions = self.positions()
        before = next(positions)[0].copy()
        yield f"  0  {self.game.text.situation(before)}"
        for number, (action, states) in enumerate(zip(self.actions, positions, strict=True), start=1):
            agent = self.game.agent_name.format(before.turn)
            after = states[0].copy()
            words = f"{number:3d}  {agent}  {self.game.text.describe(action)}"
            yield f"{words:56s} {changes(self.game, before, after)}".rstrip()
            before = after
        yield f"{'end':>3s}  {self.game.text.situation(before)}"

    def write(self) -> str:
        """The whole text: head, blank line, story."""
        result = self.result()
        values = {
            "game": self.game.name,
            "version": str(self.game.version),
            "options": json.dumps(self.options.model_dump()),
            "luck": str(self.luck),
            "result": " ".join(f"{r:g}" for r in result) if result else "not over",
            "actions": " ".join(map(str, self.actions)),
        }
        head = [f"{name}: {values[name]}" for name in HEAD]
        wrapped = [textwrap.fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in head]
        return "\n".join([MAGIC, *wrapped, "", *self.story()]) + "\n"


def payoff_list(game: Game, states: np.ndarray[Any, Any]) -> list[float]:
    """The result of each seat of one finished game."""
    out = np.empty((1, int(states["players"][0])))
    kernels.payoffs(states, np.zeros(1, np.int64), out)
    return [float(x) for x in out[0]]


def changes(game: Game, before: Any, after: Any) -> str:
    """The telling fields that differ, as `total[0,1] 4>7`."""
    parts = []
    for name in game.text.EVENTS:
        old, new = np.asarray(before[name]), np.asarray(after[name])
        for index in product(*map(range, old.shape)):
            if old[index] != new[index]:
                place = f"[{','.join(map(str, index))}]" if index else ""
                parts.append(f"{name}{place} {old[index]}>{new[index]}")
    return ", ".join(parts)


def read(text: str) -> Transcript:
    """A transcript from what `write` printed, played through and compared; a sentence says what does not fit."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != MAGIC:
        raise UsageError(f"this is no replay: its first line is not {MAGIC!r}")
    head = _head(lines[1:])
    game = find(head["game"])
    if head["version"] != str(game.version):
        raise UsageError(
            f"this replay is of {game.name} version {head['version']}; "
            f"here is version {game.version}, whose rules may differ"
        )
    transcript = Transcript(game, parse_options(game, head["options"]), 0)
    try:
        transcript.luck = int(head["luck"])
        transcript.actions = [int(word) for word in head["actions"].split()]
    except ValueError:
        raise UsageError("this replay is damaged: luck and actions are whole numbers") from None
    if not 0 < transcript.luck < 1 << 64:
        raise UsageError("this replay is damaged: luck is a number from 1 to 2**64 - 1")
    if transcript.write() != text:
        raise UsageError("this replay is damaged: played again, the game takes another course than its text says")
    return transcript


def _head(lines: list[str]) -> dict[str, str]:
    """The named values at the top, with wrapped lines joined."""
    joined: list[str] = []
    for line in lines:
        if not line.strip():
            break
        if line.startswith("  ") and joined:
            joined[-1] += " " + line.strip()
        else:
            joined.append(line)
    head = {name: value.strip() for name, _, value in (line.partition(":") for line in joined)}
    missing = [name for name in HEAD if name not in head]
    if missing:
        raise UsageError(f"this replay is damaged: its head has no {', '.join(missing)}")
    return head
