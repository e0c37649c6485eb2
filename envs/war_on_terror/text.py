"""War on Terror in words: cards, actions and the table."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from ..core.drawing import Drawing, Ink
from ..core.errors import UsageError
from .actions import ACTIONS
from .board import COUNTRIES, Country, Instruction
from .cards import CARDS, IDS, PREVENTS, Ability, Card, Type
from .state import SEATS, Phase

ABILITY_NAMES = {
    Ability.PLAIN: "",
    Ability.IMMUNE: "immune",
    Ability.TURN1: "turn over 1",
    Ability.TURN2: "turn over 2",
    Ability.EACH1: "each turns 1",
    Ability.PREVENT: "prevent",
    Ability.FIRST: "first: draw 1",
    Ability.TRADE1: "trade card",
    Ability.SWAP: "trade hands",
    Ability.WIN2: "win: draw 2",
}
INKS = {
    Type.AIRCRAFT: Ink.CYAN,
    Type.COMMANDO: Ink.RED,
    Type.GROUND: Ink.GREEN,
    Type.PROPAGANDA: Ink.VIOLET,
    Type.SHIP: Ink.BLUE,
}
DEEDS = {
    Instruction.PAIR: "each turn up to two cards may be played",
    Instruction.DRAW: "draws a card",
    Instruction.STRIKE: "turns down a card of another player",
    Instruction.EACH: "makes every other player turn down an own card",
}
PHASE_WORDS = {
    Phase.PLAY: "plays a card or passes",
    Phase.TURN: "turns cards over",
    Phase.STRIKE: "turns a card down",
    Phase.YIELD: "turns an own card down",
    Phase.PREVENT: "may prevent it",
    Phase.TAKE: "takes a card from the table",
    Phase.SWAP: "trades hands",
}
SEAT_WORDS = ("next", "second", "third")  # the other players, clockwise
WIDTH, BOX, HAND_LINES = 100, 8, 7
EVENTS = ("total", "up", "country", "extra", "points", "countries", "hand_n")  # fields whose changes tell the story


def describe(action: int) -> str:
    """An action in words: `Frigate`, `pass`, `turn over next 2`, `yield 1`, `swap third`; cards count from 1."""
    block, index = ACTIONS.decode(action)
    if block == "play":
        return CARDS[index[0]].name
    if block == "turn":
        return f"turn over {SEAT_WORDS[index[0]]} {index[1] + 1}"
    if block == "take":
        return f"take {SEAT_WORDS[index[0]]} {index[1] + 1}"
    if block == "yield":
        return f"yield {index[0] + 1}"
    if block == "prevent":
        return f"prevent with {CARDS[PREVENTS[index[0]] - 1].name}"
    if block == "swap":
        return f"swap {SEAT_WORDS[index[0]]}"
    return block


def parse(words: str) -> int:
    """The action that these words describe."""
    tidy = " ".join(words.lower().split())
    for action in range(ACTIONS.size):
        if describe(action).lower() == tidy:
            return action
    raise UsageError(f"no action reads {words!r}; examples: Frigate, pass, turn over next 2, stop, yield 1, allow")


def instruction(country: Country) -> str:
    """A country's instruction in words."""
    deed = DEEDS[country.instruction]
    return f"who plays {country.trigger.name.capitalize()} {deed}" if country.trigger else deed


def marks(card: Card) -> str:
    """What stands on a card besides its name: points, type, ability."""
    ability = ABILITY_NAMES[card.ability]
    return f"{card.points} {card.type.name.lower()}{f', {ability}' if ability else ''}"


def tables() -> dict[str, list[dict[str, Any]]]:
    """The tables of the game, for pages and the command line."""
    countries = [
        {"country": c.name, "value": c.value, "instruction": instruction(c), "source": c.source} for c in COUNTRIES
    ]
    cards = [
        {
            "card": card.name,
            "type": card.type.name.capitalize(),
            "points": card.points,
            "ability": ABILITY_NAMES[card.ability] or "-",
            "copies": card.copies,
            "source": card.source,
        }
        for card in CARDS
    ]
    return {"Countries": countries, "Force cards": cards}


def situation(s: Any) -> str:
    """One line: where the game stands."""
    points = ":".join(str(int(n)) for n in s.points[: s.players])
    if s.over:
        winners = [f"player_{seat}" for seat in range(s.players) if s.winner[seat]]
        return f"points {points}, {' and '.join(winners)} win{'s' if len(winners) == 1 else ''}"
    country = COUNTRIES[s.country - 1]
    inning = "extra inning" if s.extra else f"round {s.rounds_done + 1} of {country.value}"
    return f"points {points}, {country.name} {inning}, player_{s.turn} {PHASE_WORDS[Phase(s.phase)]}"


def draw(s: Any, seat: int | None) -> Drawing:
    """The table as this seat sees it (None: with all hands open)."""
    d = Drawing(WIDTH, 3 + 2 * BOX + SEATS * HAND_LINES)
    d.write(1, 0, f"War on Terror   {situation(s)}", Ink.BRIGHT)
    country = COUNTRIES[s.country - 1]
    piles = f"deck {s.draw_n}, discards {s.discard_n}, countries left {int(s.left.sum())}"
    d.write(1, 1, f"{country.name}, value {country.value}: {instruction(country)}", Ink.YELLOW)
    d.write(1, 2, piles)
    near = 0 if seat is None else seat
    for i in range(s.players):
        who = (near + i) % s.players
        draw_row(d, s, who, (WIDTH // 2) * (i % 2), 3 + BOX * (i // 2))
        draw_hand(d, s, who, seat, 3 + 2 * BOX + HAND_LINES * i)
    return d


def draw_row(d: Drawing, s: Any, seat: int, x: int, y: int) -> None:
    """The cards before one player, his total and his points."""
    title = f"player_{seat}: force {s.total[seat]}, points {s.points[seat]}"
    d.panel(x, y, WIDTH // 2, BOX, title=title, ink=Ink.YELLOW if s.turn == seat and not s.over else Ink.PLAIN)
    for slot in range(s.row_n[seat]):
        card = CARDS[s.row[seat, slot] - 1]
        text = f"{slot + 1} {card.name} {marks(card)}"
        if s.up[seat, slot]:
            d.write(x + 2, y + 1 + slot, text, INKS[card.type])
        else:
            d.write(x + 2, y + 1 + slot, f"{slot + 1} ({card.name}) face down")


def draw_hand(d: Drawing, s: Any, seat: int, viewer: int | None, y: int) -> None:
    """One hand, or what the viewer knows of it."""
    is_open = viewer is None or viewer == seat
    counts = s.hand[seat] if is_open else s.known[viewer, seat]
    names = [f"{CARDS[c - 1].name}{f' x{n}' if n > 1 else ''}" for c, n in enumerate(counts.tolist()) if n]
    label = "" if is_open else (", for certain:" if names else "")
    d.write(1, y, f"player_{seat}: hand of {s.hand_n[seat]}{label}", Ink.BRIGHT)
    lines = wrap(", ".join(names), WIDTH - 4)
    for k, line in enumerate(lines[: HAND_LINES - 1]):
        d.write(3, y + 1 + k, line)


def card(name: str) -> int:
    """A card's number by its name, for tests and tools."""
    if name not in IDS:
        raise UsageError(f"there is no card {name!r}")
    return IDS[name]
