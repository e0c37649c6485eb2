"""What a game's text room offers, and what is done with its words once for all games.

The room is the module `text.py` in a game's folder; `TextRoom` is its contract and mypy holds the module to it. It puts
into words and draws, and decides nothing. Wherever it names a player it writes `agent_name(seat)`; to a reader of his
own seat the shell turns that into "you". What it is told a `seat` for, it says as that seat may know it, and with all
hands open for None: `tests/test_words.py` deals anew what the seat cannot know, and no word may change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from .drawing import WIDTH, Drawing
from .errors import UsageError, shown
from .shapes import Keys

EXAMPLES = 4  # moves named when an entry could mean several


class Cell(NamedTuple):
    """Where a move stands when moves are shown as a grid, and a word or two on what it would do."""

    row: str
    column: str
    note: str = ""


class TextRoom(Protocol):
    """The words of a game; `s` is one record of its state."""

    LEGEND: str  # what letters and signs in the drawing mean, in a sentence or two

    def describe(self, action: int, s: Any = None) -> str:
        """An action in words.

        Without a position no two actions share their words (`turn over next 2`); in one the words name what is meant
        (`turn over player_1's Frigate`), and no two legal moves share them.
        """

    def tell(self, before: Any, action: int, after: Any, seat: int | None) -> str:
        """What was done and what came of it, in the past tense: `player_1 played Tanks and killed player_0's Spy`."""

    def grid(self, action: int, s: Any) -> Cell | None:
        """The place of a legal move in a grid of moves; None for one that stands in the list below it."""

    def situation(self, s: Any) -> str:
        """One line on where the game stands: what is public, and whose decision is asked."""

    def draw(self, s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
        """The table for so many columns, 40 or more; as high in every position of the same options and width."""

    def elements(self, action: int, s: Any) -> Keys:
        """Keys of what stands for a legal action in the drawing for who is asked; none for the line that asks."""

    def label(self, s: Any, action: int) -> str:
        """What kind of thing an action is in this position, for statistics."""

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The tables of the game, for pages and the command line: rows by title."""


def agent_name(seat: int) -> str:
    """What the player in this seat is called."""
    return f"player_{seat}"


def addressed(words: str, seat: int) -> str:
    """The same to the reader in this seat: `player_1 killed your Tanks`."""
    name = re.escape(agent_name(seat))
    return re.sub(rf"\b{name}\b", "you", re.sub(rf"\b{name}'s\b", "your", words))


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def tidy(words: str) -> str:
    """Small letters and single spaces."""
    return " ".join(words.lower().split())


def parse(room: TextRoom, size: int, words: str) -> int:
    """The action, of so many, that these words describe."""
    wanted = tidy(words) if isinstance(words, str) else None
    for action in range(size):
        if tidy(room.describe(action)) == wanted:
            return action
    examples = ", ".join(dict.fromkeys(room.describe(action) for action in (0, size // 2, size - 1)))
    raise UsageError(f"no action reads {shown(words)}; examples: {examples}")


def understand(room: TextRoom, moves: Iterable[int], s: Any, entry: str) -> int:
    """The one of these legal moves that an entry means: its words, their beginning, or beginnings of some of them."""
    named = {action: forms_of(room, action, s) for action in moves}
    wanted = tidy(entry)
    for fits in (str.__eq__, str.startswith, reads_as):
        found = [action for action, forms in named.items() if any(fits(form, wanted) for form in forms)]
        if len(found) == 1:
            return found[0]
        if found and wanted:
            could = [addressed(room.describe(action, s), int(s.turn)) for action in found]
            more = f" and {len(found) - EXAMPLES} more" if len(found) > EXAMPLES else ""
            raise UsageError(f"{shown(entry)} could be {', '.join(could[:EXAMPLES])}{more}")
    raise UsageError(f"no move reads {shown(entry)}: give its number or words of it")


def forms_of(room: TextRoom, action: int, s: Any) -> set[str]:
    """The words for a move: as it is told to the one who makes it, to others, and whatever the position."""
    here = room.describe(action, s)
    return {tidy(words) for words in (addressed(here, int(s.turn)), here, room.describe(action))}


def reads_as(words: str, entry: str) -> bool:
    """Whether an entry is made of beginnings of some words, always of the first: `tan 2` for `tanks > battle 2`."""
    rest = words.split()
    for k, part in enumerate(entry.split()):
        while rest and k and not rest[0].startswith(part):
            rest.pop(0)
        if not rest or not rest.pop(0).startswith(part):
            return False
    return True
