"""War on Terror in words: cards, actions and the table."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from ..core.drawing import Drawing, Ink
from ..core.errors import UsageError
from .actions import ACTIONS
from .board import COUNTRIES, Country, Instruction
from .cards import CARDS, IDS, PREVENTS, Ability, Card, Type
from .rules.knowledge import aware
from .state import ROW, Phase

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
LABELS = {
    "stop": "target declined",
    "yield": "own card yielded",
    "prevent": "prevent used",
    "take": "card traded",
    "swap": "hands traded",
}
WIDTH, HALF, FACTS = 100, 50, 3
ROOM = 8  # lines for a player's row of six at most, and what is known of his hand
OPEN_ROOM = 11  # lines for his row and open hand
OWN_ROOM = 9  # lines for the own hand
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
    players = int(s.players)
    room = OPEN_ROOM if seat is None else ROOM
    top = 1 if players % 2 else 1 + FACTS
    own = top + (room + 2) * ((players + 1) // 2)
    d = Drawing(WIDTH, own + (0 if seat is None else OWN_ROOM + 2))
    d.write(1, 0, f"War on Terror   {situation(s)}", Ink.BRIGHT)
    places = [(HALF * (i % 2), top + (room + 2) * (i // 2)) for i in range(players + 1)]
    near = 0 if seat is None else seat
    for i in range(players):
        draw_seat(d, s, (near + i) % players, seat, *places[i], room)
    draw_facts(d, s, *(places[-1] if players % 2 else (0, 0)), room)
    if seat is not None:
        draw_hand(d, s, seat, own)
    return d


def draw_hand(d: Drawing, s: Any, seat: int, y: int) -> None:
    """The own hand, and which of its cards the others are sure to know of."""
    d.panel(0, y, WIDTH, OWN_ROOM + 2, title=f"hand of player_{seat}: {s.hand_n[seat]}", ink=Ink.BRIGHT)
    done = write_cards(d, s.hand[seat], 2, y + 1, WIDTH - 3, OWN_ROOM)
    for other in range(s.players):
        if other != seat and done < OWN_ROOM - 1:
            head = f"player_{other} knows of:"
            done += write_cards(d, aware(s, seat, other), 2, y + 1 + done, WIDTH - 3, OWN_ROOM - done, head)


def draw_facts(d: Drawing, s: Any, x: int, y: int, room: int) -> None:
    """The middle of the table: along the top, or with three players in the fourth place."""
    lines = facts(s)
    if y:
        d.panel(x, y, HALF, room + 2)
        lines = [line for fact in lines for line in wrap(fact, HALF - 4)]
    for k, line in enumerate(lines):
        d.write(x + (2 if y else 1), y + 1 + k, line, Ink.PLAIN if k else Ink.YELLOW)


def facts(s: Any) -> list[str]:
    """What lies in the middle of the table, a line each: the country, the piles, the countries to come."""
    country = COUNTRIES[s.country - 1]
    played = f"   being carried out: {CARDS[s.card - 1].name} of player_{s.actor}" if s.card else ""
    to_come = ", ".join(f"{c.name} {c.value}" for c, left in zip(COUNTRIES, s.left[1:], strict=True) if left)
    return [
        f"{country.name}, value {country.value}: {instruction(country)}",
        f"deck {s.draw_n}, discards {s.discard_n}{played}",
        f"to come: {to_come or 'nothing'}",
    ]


def draw_seat(d: Drawing, s: Any, seat: int, viewer: int | None, x: int, y: int, room: int) -> None:
    """The cards before one player, an arrow at the one about to be turned down; then what may be seen of his hand."""
    tied = ", tied" if s.tied[seat] else ""
    title = f"player_{seat}: force {s.total[seat]}, points {s.points[seat]}, hand of {s.hand_n[seat]}{tied}"
    d.panel(x, y, HALF, room + 2, title=title, ink=Ink.YELLOW if s.turn == seat and not s.over else Ink.PLAIN)
    n = int(s.row_n[seat])
    for slot in range(n):
        card = CARDS[s.row[seat, slot] - 1]
        up = s.up[seat, slot]
        text = f"{slot + 1} {card.name} {marks(card)}" if up else f"{slot + 1} face down: {strength(card)}"
        d.write(x + 2, y + 1 + slot, text, INKS[card.type] if up else Ink.PLAIN)
        if s.target == seat * ROW + slot:
            d.write(x + 1, y + 1 + slot, ">", Ink.BRIGHT)
    if seat != viewer:
        shown = s.hand[seat] if viewer is None else s.known[viewer, seat]
        head = "in hand:" if viewer is None else "in hand for certain:"
        write_cards(d, shown, x + 2, y + 1 + n, HALF - 3, room - n, head)


def write_cards(d: Drawing, counts: Any, x: int, y: int, width: int, lines: int, head: str = "") -> int:
    """Cards of a hand, each type on lines of its own if there is room; the last line says what is left out.

    Returns the number of lines written.
    """
    groups = [words for kind in Type if (words := words_of(kind, counts))]
    if head and groups:
        groups[0].insert(0, (head, Ink.BRIGHT))
    for apart in (True, False):
        places = lay_out(groups, width, apart)
        if places and places[-1][1] < lines:
            break
    shown = [place for place in places if place[1] < lines]
    if len(shown) < len(places):
        shown = [place for place in places if place[1] < lines - 1]
        shown.append((0, lines - 1, f"and {len(places) - len(shown)} kinds more", Ink.PLAIN))
    for dx, dy, text, ink in shown:
        d.write(x + dx, y + dy, text, ink)
    return 1 + max((dy for _, dy, _, _ in shown), default=-1)


def lay_out(groups: list[list[tuple[str, Ink]]], width: int, apart: bool) -> list[tuple[int, int, str, Ink]]:
    """Words along lines of this width, as column, line, word, ink; a group may begin a line."""
    places: list[tuple[int, int, str, Ink]] = []
    dx, dy = 0, 0
    for group in groups:
        for k, (text, ink) in enumerate(group):
            if dx and (dx + len(text) > width or (apart and k == 0)):
                dx, dy = 0, dy + 1
            places.append((dx, dy, text, ink))
            dx += len(text) + 2
    return places


def words_of(kind: Type, counts: Any) -> list[tuple[str, Ink]]:
    """The cards of one type, the type before the first."""
    held = [(CARDS[c - 1], n) for c, n in enumerate(counts.tolist()) if n and CARDS[c - 1].type == kind]
    texts = [f"{strength(card)}{f' x{n}' if n > 1 else ''}" for card, n in held]
    return [(f"{'' if k else f'{kind.name.capitalize()}: '}{text}", INKS[kind]) for k, text in enumerate(texts)]


def strength(card: Card) -> str:
    """Name, points and ability of a card."""
    ability = ABILITY_NAMES[card.ability]
    return f"{card.name} {card.points}{f' ({ability})' if ability else ''}"


def label(s: Any, action: int) -> str:
    """What kind of thing an action is in this position, for statistics; a played card counts by its ability."""
    block, index = ACTIONS.decode(action)
    if block == "play":
        return CARDS[index[0]].ability.name
    if block == "pass":
        return "second card declined" if s.second else "pass" if s.hand_n[s.turn] else "pass, empty hand"
    if block == "allow":
        return "prevent declined" if s.hand[s.turn, PREVENTS].any() else "no prevent card"
    if block == "turn":
        seat = (s.turn + index[0] + 1) % s.players
        if s.phase == Phase.STRIKE:
            return "country's target"
        return "target turned over" if s.up[seat, index[1]] else "target turned up"
    return LABELS[block]


def card(name: str) -> int:
    """A card's number by its name, for tests and tools."""
    if name not in IDS:
        raise UsageError(f"there is no card {name!r}")
    return IDS[name]
