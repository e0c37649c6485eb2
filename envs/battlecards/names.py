"""What nations, units and Conflict cards are called."""

from __future__ import annotations

from typing import Any

from ..core.text import agent_name
from .conflict import BATTLE_ON, BATTLES, BY_THEATRE, CARDS, KINDS, ORDERS, PACIFIC, PACK, Battle, Kind
from .state import DECKS, Place, Theatre
from .units import KIND, NATIONS, SECOND_COMMANDERS, UNITS, Class

SIDES = ("Axis", "Allies")
CLASS_NAMES = tuple(kind.name.capitalize() for kind in Class)


def nation(s: Any, seat: int) -> int:
    """BC-R79: the nation in this seat."""
    return seat + 2 if s.theatre == Theatre.PACIFIC else seat


def nation_name(s: Any, seat: int) -> str:
    return NATIONS[nation(s, seat)]


def unit(s: Any, seat: int, line: int) -> str:
    """BC-R83: a unit in the words of its holder's nation."""
    return UNITS[line].name(nation(s, seat))


def units(s: Any, seat: int, counts: Any) -> list[str]:
    """Each line by its name, and how many there are; the second commander by his own name."""
    return [several(s, seat, line, n) for line, n in enumerate(counts.tolist()) if n > 0]


def several(s: Any, seat: int, line: int, n: int) -> str:
    second = SECOND_COMMANDERS.get((nation_name(s, seat), UNITS[line].code))
    if n == 2 and second:
        return f"{surname(unit(s, seat, line))} and {surname(second)}"
    return f"{n} {unit(s, seat, line)}" if n > 1 else unit(s, seat, line)


def surname(name: str) -> str:
    return name.partition(" ")[2]


def owned(s: Any, seat: int, line: int) -> str:
    return f"{agent_name(seat)}'s {unit(s, seat, line)}"


def decks(s: Any) -> range:
    """The Conflict decks of this game."""
    return range(DECKS if s.theatre == Theatre.COMBINED else 1)


def battles_of(s: Any, front: int) -> tuple[Battle, ...]:
    """The battles of a Conflict deck."""
    return BY_THEATRE[set_of(s, front)]


def set_of(s: Any, front: int) -> int:
    """The set of cards that a Conflict deck is."""
    return PACIFIC if s.theatre == Theatre.PACIFIC else front


def battle(s: Any, front: int, card: int) -> Battle | None:
    """The battle on this card, if it is a BATTLECARD."""
    number = int(BATTLE_ON[card])
    return battles_of(s, front)[number] if number < BATTLES else None


def title(of: int, card: int) -> str:
    """The name of a Conflict card of this set; those of the packs are of the Pacific."""
    kind, rows = Kind(KINDS[card]), BY_THEATRE[PACIFIC if PACK[card] else of]
    return ORDERS[kind].name if kind else rows[BATTLE_ON[card]].name


TITLES = tuple(tuple(title(of, card) for card in range(CARDS)) for of in range(len(BY_THEATRE)))  # [set, card]


def card_name(s: Any, front: int, card: int) -> str:
    return TITLES[set_of(s, front)][card]


def held(s: Any, place: Place, seat: int = 0) -> list[tuple[int, int]]:
    """Deck and number of each Conflict card in this place."""
    return [(front, card) for front in decks(s) for card in (s.place[front] == place + seat).nonzero()[0].tolist()]


def of_class(kind: int, counts: Any) -> int:
    """How many of these units are of a class."""
    return int(counts[kind == KIND].sum())


def classes(letters: str) -> str:
    """`Ground, Air` for `GA`."""
    return ", ".join(CLASS_NAMES["GAS".index(letter)] for letter in letters)


def army(s: Any, side: int) -> list[int]:
    """The seats of a side of the battle, its commander first."""
    commander = int(s.commander[side])
    return [commander, commander ^ 2] if s.joint[side] else [commander]
