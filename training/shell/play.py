"""A game in the terminal: people and bots at one table, and replays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NoReturn

from warzoo.envs import Game, UsageError
from warzoo.envs.core import transcript as replays
from warzoo.envs.core.game import Options
from warzoo.envs.core.text import addressed, agent_name, understand
from warzoo.envs.core.transcript import Transcript, payoff_list
from warzoo.models.files import read_text, try_writing, writing
from warzoo.service.table import Company

from .terminal import clear, columns, entered, in_order, listing, paragraph, table

HELP = """A move is its number, its words, or as much of them as is clear: `tanks 2` for `Tanks > battle 2`.
?  this help
t  the table and the moves again
q  quit; `q --save FILE` keeps the game so far as a replay"""
REPLAY_MOST = 1 << 20  # bytes


class Quit(Exception):
    """A person has had enough."""


class Seats(Company):
    """A table in the terminal."""

    def play(self) -> None:
        """Plays on to the end, unless a person quits."""
        for seat in self.people:
            print(paragraph(f"You are {agent_name(seat)}. {self.game.text.LEGEND}"))
        while not self.over:
            self.carry_out(self.decide())

    def decide(self) -> int:
        """The action of the seat to act, from its person or opponent."""
        if self.players[self.turn] is None:
            return self.ask(self.turn, self.game.mask(self.states).nonzero()[0].tolist())
        return self.answer()

    def ask(self, seat: int, moves: list[int]) -> int:
        """A person's choice; what is wrong with an entry is explained, and it is asked again."""
        if len(self.people) > 1:
            clear()
            entered(f"\n{agent_name(seat)}, press Enter when nobody else looks ")
        self.tell_news(seat)
        s, order = self.states[0], in_order(self.game, self.states[0], moves)
        view = f"\n{table(self.game, s, seat)}\n{listing(self.game, s, order, columns())}"
        print(view)
        while True:
            entry = entered("Your move (? for help): ").strip()
            try:
                if entry.lower().split()[:1] in (["q"], ["quit"]):
                    self.quit(entry)
                if entry == "?":
                    print("\n".join(map(paragraph, [*HELP.splitlines(), self.game.text.LEGEND])))
                elif entry.lower() == "t":
                    print(view)
                else:
                    return self.listed(entry, [action for action, _ in order])
            except UsageError as error:
                print(paragraph(f"{error}", "  "))

    def quit(self, entry: str) -> NoReturn:
        """`q`, or `q --save FILE` to keep the game so far."""
        _, *rest = entry.split(maxsplit=2)
        if rest and (rest[0] != "--save" or len(rest) < 2):
            raise UsageError("to keep the game, name a file: q --save FILE")
        if rest:
            keep(self.transcript, at_home(Path(rest[1])))
        raise Quit

    def tell_news(self, seat: int) -> None:
        """What happened since this person's last move, that move first."""
        if news := self.transcript.heard(seat):
            print("\nSince you were asked last:")
        for words in news:
            print(paragraph(addressed(words, seat), "  "))

    def listed(self, entry: str, order: list[int]) -> int:
        """The action of an entry: a move's number in the list, or its words."""
        if not entry.isdecimal():
            return understand(self.game.text, order, self.states[0], entry)
        if len(entry) > 3 or not 1 <= int(entry) <= len(order):
            raise UsageError(f"there is no move {entry[:20]}; the list runs from 1 to {len(order)}")
        return order[int(entry) - 1]

    def finish(self) -> None:
        """The end as its people see it; bots alone leave a transcript."""
        for seat in self.people:
            self.tell_news(seat)
        print(f"\n{table(self.game, self.states[0], None)}" if self.people else self.transcript.write(), end="")
        results = zip(self.transcript.players, payoff_list(self.game, self.states), strict=True)
        print("Result:", "  ".join(f"{agent_name(k)} ({spec}) {r:+g}" for k, (spec, r) in enumerate(results)))


def play(game: Game, options: Options, specs: Sequence[str], seed: int | None, save: Path | None) -> None:
    """Plays one game; kept as a replay if a file is named, even when a person quits."""
    seats = Seats(game, options, specs, seed)
    try:
        seats.play()
        seats.finish()
    except (Quit, EOFError):
        print("Good-bye.")
    finally:
        if save:
            keep(seats.transcript, save)


def keep(transcript: Transcript, file: Path) -> None:
    """Writes a replay, and says how to see it."""
    try_writing(file)
    with writing(file):
        file.write_text(transcript.write(), encoding="utf-8")
    print(f"Saved; show it with: warzoo replay {file}")


def at_home(file: Path) -> Path:
    """The file that is meant by `~/game.txt`."""
    try:
        return file.expanduser()
    except RuntimeError:  # nobody's home
        return file


def show_replay(file: Path, boards: bool) -> None:
    """Reads a replay, plays it again, and prints it, each line with its table if asked for."""
    transcript = replays.read(read_text(file, REPLAY_MOST))
    text = transcript.write()
    if boards:
        for line, states in zip(transcript.story(), chain(transcript.positions(), [None]), strict=True):
            print(line)
            if states is not None:
                print(table(transcript.game, states[0], None))
    print(text, end="")
    print(f"Verified: {len(transcript.actions)} actions, played again with the same result.")
