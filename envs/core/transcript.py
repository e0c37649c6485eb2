"""A played game as text: what happened, line by line, and at its head all that is needed to play it again."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from . import kernels
from .arguments import parsed
from .arrays import States
from .errors import IllegalAction, UsageError
from .game import Game, Options, find, parse_options

FORMAT = "warzoo replay"
MAGIC = f"{FORMAT} 2"
HEAD = ("game", "version", "options", "players", "luck", "result", "actions")
WRAPPED = ("options", "actions")
WIDTH = 110


@dataclass
class Transcript:
    """The luck a game was dealt from and the actions taken in it: everything else follows."""

    game: Game
    options: Options
    luck: int  # the record's `rng` before the deal
    actions: list[int] = field(default_factory=list)
    players: list[str] = field(default_factory=list)  # who played, seat by seat; empty if nobody said
    _moved: dict[int | None, tuple[int, bytes]] = field(default_factory=dict, repr=False, compare=False)

    def copy(self) -> Transcript:
        return Transcript(self.game, self.options, self.luck, list(self.actions), list(self.players))

    def deal(self) -> States:
        """The position before the first action."""
        return self.game.deal_from(np.array([self.luck], np.uint64), self.options)

    def positions(self, done: int = 0, position: bytes = b"") -> Iterator[States]:
        """Plays the game again, checking each action: the array of one record, before and after each of them.

        It begins with the deal, or with the position, as bytes, after so many actions.
        """
        states = self._array(position) if position else self.deal()
        masks = np.zeros((self.options.players, self.game.actions.size), np.int8)
        turn = kernels.advance(states, 0, -1, masks)
        yield states
        for number, action in enumerate(self.actions[done:], start=done + 1):
            if turn < 0:
                raise UsageError(f"this replay goes on after the game's end, at action {number}")
            try:
                checked = self.game.check(action, masks[turn])
            except IllegalAction as error:
                raise UsageError(f"this replay does not fit the rules at action {number}: {error}") from None
            turn = kernels.advance(states, 0, checked, masks)
            yield states

    def last(self) -> States:
        """The position after the last action."""
        for states in self.positions():  # noqa: B007
            pass
        return states

    def result(self) -> list[float] | None:
        """The payoff of each seat, or None for a game that is not over."""
        states = self.last()
        return payoff_list(self.game, states) if states["over"][0] else None

    def told(self) -> Iterator[str]:
        """Where the game stood at first, and all that came of each action."""
        text, positions = self.game.text, self.positions()
        before = next(positions)[0].copy()
        yield text.situation(before)
        for action, states in zip(self.actions, positions, strict=True):
            after = states[0].copy()
            yield text.tell(before, action, after, None)
            before = after

    def story(self) -> Iterator[str]:
        """The same, a numbered line an action, and where the game stands."""
        for number, words in enumerate(self.told()):
            yield folded(f"{number:3d}  {words}") if number else f"  0  {words}"
        yield f"end  {self.game.text.situation(self.last()[0])}"

    def heard(self, seat: int | None) -> list[str]:
        """What was done since this seat's last move, that move first, as it may know it; the last move for None."""
        tell = self.game.text.tell
        return [tell(self._array(old)[0], action, self._array(new)[0], seat) for old, action, new in self._since(seat)]

    def before(self, seat: int | None) -> States | None:
        """The position in which that began."""
        moves = self._since(seat)
        return self._array(moves[0][0]) if moves else None

    def _since(self, seat: int | None) -> list[tuple[bytes, int, bytes]]:
        """The moves since this seat's last one, that one first, with the positions before and after each.

        Where that move was is remembered: the next time the game is played again from there.
        """
        done, before = self._moved.get(seat, (0, b""))
        positions = self.positions(done, before)
        states = next(positions)
        before, turn = states.tobytes(), states["turn"][0]  # bytes, as copies of records take long
        moves: list[tuple[bytes, int, bytes]] = []
        for number, (action, after) in enumerate(zip(self.actions[done:], positions, strict=True), start=done):
            if seat in (None, turn):
                moves.clear()
                self._moved[seat] = number, before
            moves.append((before, action, after.tobytes()))
            before, turn = moves[-1][2], after["turn"][0]
        return moves

    def _array(self, position: bytes) -> States:
        return np.frombuffer(bytearray(position), self.game.state.dtype)

    def write(self) -> str:
        """The whole text: head, blank line, story."""
        result = self.result()
        values = {
            "game": self.game.name,
            "version": str(self.game.version),
            "options": json.dumps(self.options.model_dump()),
            "players": json.dumps(self.players),
            "luck": str(self.luck),
            "result": " ".join(f"{r:g}" for r in result) if result else "not over",
            "actions": " ".join(map(str, self.actions)),
        }
        lines = {name: f"{name}: {values[name]}" for name in HEAD}
        head = [folded(line, "  ") if name in WRAPPED else line for name, line in lines.items()]
        return "\n".join([MAGIC, *head, "", *self.story()]) + "\n"


def payoff_list(game: Game, states: States) -> list[float]:
    """The result of each seat of one finished game."""
    results: list[float] = game.payoffs(states)[0].tolist()
    return results


def folded(line: str, indent: str = " " * 5) -> str:
    """A long line as several."""
    return textwrap.fill(line, WIDTH, subsequent_indent=indent, drop_whitespace=True, break_on_hyphens=False)


def read(text: str) -> Transcript:
    """A transcript from what `write` printed, played through and compared; a sentence says what does not fit."""
    transcript = recorded(text)
    if transcript.write() != text:
        raise UsageError("this replay is damaged: played again, the game takes another course than its text says")
    return transcript


def recorded(text: str) -> Transcript:
    """The game that the head of a text tells of; whether it can be played so is not yet said."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith(FORMAT):
        raise UsageError(f"this is no replay: its first line is not {MAGIC!r}")
    if lines[0].strip() != MAGIC:
        raise UsageError(
            f"this replay is of another format, {lines[0].strip()[:40]!r}; here it is {MAGIC!r}: play it anew"
        )
    head = _head(lines[1:])
    game = find(head["game"])
    if head["version"] != str(game.version):
        raise UsageError(
            f"this replay is of {game.name} version {head['version']}; "
            f"here is version {game.version}, whose rules may differ"
        )
    transcript = Transcript(game, parse_options(game, head["options"]), 0)
    transcript.players = _players(head["players"], transcript.options.players)
    try:
        transcript.luck = int(head["luck"])
        transcript.actions = [int(word) for word in head["actions"].split()]
    except ValueError:
        raise UsageError("this replay is damaged: luck and actions are whole numbers") from None
    if not 0 < transcript.luck < 1 << 64:
        raise UsageError("this replay is damaged: luck is a number from 1 to 2**64 - 1")
    return transcript


def _players(text: str, seats: int) -> list[str]:
    """Who played, one for each seat or nobody named."""
    players = parsed(text)
    if not isinstance(players, list) or len(players) not in (0, seats) or not all(isinstance(p, str) for p in players):
        raise UsageError(f"this replay is damaged: its players are not a list of {seats} names")
    return players


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
