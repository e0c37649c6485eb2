"""The table of Battlecards as one player sees it: stacks before each, the battle between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.drawing import WIDTH, Drawing, Ink, fit, in_lines
from ..core.text import agent_name, listed
from .conflict import HIGHEST, KINDS, NUMBER, ORDERS, Battle, Kind
from .names import (
    CLASS_NAMES,
    army,
    battle,
    battles_of,
    card_name,
    classes,
    decks,
    held,
    nation,
    nation_name,
    of_class,
    owned,
    several,
    units,
)
from .rules.shots import attack, defense
from .state import MOST_ROUNDS, RESERVE, STACKS, Phase, Place, Theatre
from .units import ATTACK, CLASSES, COPIES, DEFENSE, KIND, LINES, PACK_COPIES, PHASE, UNITS
from .words import situation

INKS = (Ink.RED, Ink.BLUE, Ink.YELLOW, Ink.GREEN)  # of the nations
ABREAST = 78  # columns from which the three stacks of a player lie side by side
PAIR = 80  # columns from which the players of the two theatres sit side by side
HEAD, CARD, SHOT, TO_COME = 150, 250, 230, 420  # characters that these may take
OWN, OTHER = 800, 560  # characters for what lies behind the stacks of a player
NO_CARD = (Phase.SETUP, Phase.TURN, Phase.COUNTER, Phase.AID_1, Phase.OFFER, Phase.ANSWER, Phase.MOVE, Phase.REBUILD)
AIMED = (Phase.BOOST, Phase.GUARD)  # there is a shooter and a target
LEGEND = (
    "2 Cruisers 3 657/444: two of them, firing phase, Attack on Ground, Air and Sea (- for none), Defense against "
    "each; in a battle with the bonuses of presence. 2+1: one more has withdrawn. Units face up are bright. Unknown: "
    "cards face down of which you know no more than their number. Face down: how often each Action Number is among the "
    "Conflict cards that you have not seen."
)
Words = list[tuple[str, Ink]]


def draw(s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
    """BC-08, BC-80: the table as this seat sees it, the enemy of its theatre opposite (None: with all hands open)."""
    d, near = Drawing(width), seat or 0
    far_side, near_side = [near ^ 1], [near]
    if s.theatre == Theatre.COMBINED:
        far_side, near_side = [near ^ 1, near ^ 3], [near, near ^ 2]
    d.paragraph(1, 0, width - 2, f"Battlecards   {situation(s)}", Ink.BRIGHT)
    y = draw_players(d, s, seat, far_side, 1 + HEAD // width)
    y = draw_middle(d, s, seat, y)
    draw_players(d, s, seat, near_side, y)
    return d


# The middle


def draw_middle(d: Drawing, s: Any, viewer: int | None, y: int) -> int:
    """BC-08: the Conflict decks and what is going on."""
    width, many = d.width - 4, len(decks(s))
    rows = [1 + CARD // width, 1 + SHOT // width, *[1, 1 + TO_COME // width] * many]
    sizes = [f"{s.pile_n[front]}, discard pile {int((s.place[front] == Place.DISCARD).sum())}" for front in decks(s)]
    d.panel(0, y, d.width, sum(rows) + 2, f"Conflict deck{'s' * (many > 1)} {' and '.join(sizes)}")
    tops = y + 1 + np.cumsum([0, *rows])
    d.paragraph(2, tops[0], width, card_words(s, viewer), Ink.YELLOW)
    d.paragraph(2, tops[1], width, shot_words(s), Ink.BRIGHT)
    for front in decks(s):
        d.write(2, tops[2 + 2 * front], fit(f"face down: {numbers_left(s, front, viewer)}", width))
        battles = [(f"{row.name} {row.vp}", Ink.PLAIN) for row in to_come(s, front)]
        d.flow(2, tops[3 + 2 * front], width, rows[3], [("to come:", Ink.PLAIN), *battles])
    return y + sum(rows) + 2


def card_words(s: Any, viewer: int | None) -> str:
    """The card on the table, or what else is going on."""
    if s.over or s.phase == Phase.TURN:
        return ""
    left = f"; {s.left} left" if s.left else ""
    if s.phase == Phase.ANSWER:
        open_to = viewer in (None, s.turn, s.turn ^ 2)
        card = several(s, s.turn ^ 2, int(s.offer), 1) if open_to else "a Reserve card"
        return f"{agent_name(s.turn ^ 2)} offers {agent_name(s.turn)} {card}"
    if s.phase in NO_CARD:
        return left[2:]
    fought = battle(s, s.front, int(s.card))
    if fought:
        return f"{battle_words(s, fought)}{course(s)}"
    order = ORDERS[Kind(KINDS[s.card])]
    return f"{order.name} of {agent_name(s.mover)}: {order.words}{left}"


def battle_words(s: Any, row: Battle) -> str:
    """A BATTLECARD."""
    needs = listed([other.name for other in battles_of(s, s.front) if other.code in row.needs])
    parts = [
        f"{row.name}, {row.vp} VP: {nation_name(s, 2 * int(s.front) + row.aggressor)} attacks with "
        f"{classes(row.attackers)} against {classes(row.defenders)}",
        f"needs {needs}" if needs else "",
        "won as soon as no Ground unit is left to defend" if row.ground else "",
        "calls the allies" if row.ally else "",
    ]
    return "; ".join(filter(None, parts))


def course(s: Any) -> str:
    """How far a battle has gone."""
    if not s.called.any():
        return ""
    sides = [" and ".join(agent_name(seat) for seat in army(s, side)) for side in range(2)]
    kind = "raid: " if s.raid else "fought again: " if s.refight else ""
    round_of = f"; round {s.rounds} of {MOST_ROUNDS}, phase {s.fire_phase}" if s.rounds else ""
    return f". {kind.capitalize()}{sides[0]} against {sides[1]}{round_of}"


def shot_words(s: Any) -> str:
    """The shot in progress and on which numbers it hits; before one, who is yet to fire."""
    if s.over or not s.fighting:
        return ""
    if s.phase == Phase.SHOOTER:
        names = [name for seat in army(s, int(s.side)) for name in mine(s, seat, s.ready[seat])]
        return f"yet to fire: {listed(names)}"
    if s.phase not in (Phase.TARGET, Phase.KILL, *AIMED):
        return ""
    shooter = owned(s, int(s.shooter_seat), int(s.shooter))
    if s.phase not in AIMED:
        return f"{shooter} {'kills without a shot' if s.phase == Phase.KILL else 'fires'}"
    power = attack(s, int(s.side), int(s.shooter), int(KIND[s.target]))
    guard = defense(s, 1 - int(s.side), int(s.target), int(KIND[s.shooter]))
    least, most = guard + s.guard + 1, min(HIGHEST, power + s.boost)
    chance = f"hits on {least}{f' to {most}' * (most > least)}" if most >= least else "cannot hit yet"
    added = [f" + {n}" if n else "" for n in (s.boost, s.guard)]
    target = owned(s, int(s.target_seat), int(s.target))
    return f"{shooter} fires at {target}: Attack {power}{added[0]}, Defense {guard}{added[1]}; {chance}"


def mine(s: Any, seat: int, counts: Any) -> list[str]:
    """Units of a seat, with its name if they are not of the seat asked."""
    whose = "" if seat == s.turn else f"{agent_name(seat)}'s "
    return [f"{whose}{name}" for name in units(s, seat, counts)]


def numbers_left(s: Any, front: int, viewer: int | None) -> str:
    """How often each Action Number is among the cards that the viewer has not seen."""
    hidden = s.place[front] == Place.DECK
    for seat in range(s.players) if viewer is not None else ():
        if seat != viewer:
            hidden = hidden | ((s.place[front] == Place.KEPT + seat) & (s.seen[front] >> viewer & 1 == 0))
    counts = np.bincount(NUMBER[hidden], minlength=HIGHEST + 1)
    return "  ".join(f"{number}: {counts[number]}" for number in range(1, HIGHEST + 1))


def to_come(s: Any, front: int) -> list[Battle]:
    """Battles in the Conflict deck."""
    rows = (battle(s, front, card) for card in np.flatnonzero(s.place[front] == Place.DECK).tolist())
    return [row for row in rows if row]


# The players


def draw_players(d: Drawing, s: Any, viewer: int | None, seats: list[int], y: int) -> int:
    """Seats side by side, or one below the other where there is no room; the near ones have their stacks in front."""
    near = viewer or 0
    across = len(seats) if d.width >= PAIR else 1
    for k, seat in enumerate(seats):
        x = d.width * (k % across) // across
        width = d.width * (k % across + 1) // across - x
        top = y
        parts = [draw_stacks, draw_rest] if seat & 1 == near & 1 else [draw_rest, draw_stacks]
        for part in parts:
            top = part(d, s, seat, viewer, x, top, width)
        y = top if k % across == across - 1 else y
    return y


def draw_rest(d: Drawing, s: Any, seat: int, viewer: int | None, x: int, y: int, width: int) -> int:
    """What lies behind the stacks: Reserve, Kept Cards, battles won, the discard pile."""
    own = viewer in (None, seat)
    room = 1 + (OWN if own else OTHER) // width
    marks = ((s.turn == seat and not s.over, "to act"), (s.exiled[seat], "homeland lost"))
    title = ", ".join(
        [f"{agent_name(seat)} {nation_name(s, seat)}: VP {s.vp[seat]}", *(t for true, t in marks if true)]
    )
    d.panel(x, y, width, room + 3, title, INKS[nation(s, seat)])
    piles = f"Arsenal deck {arsenal(s, seat)}, discard pile {int(s.discard[seat].sum())}"
    d.write(x + 2, y + 1, fit(piles, width - 4))
    row = y + 2
    for words in (
        reserve(s, seat, viewer),
        kept(s, seat, viewer),
        won(s, seat),
        *known_of(s, seat, viewer),
        gone(s, seat),
    ):
        if words and row < y + 2 + room:
            row += d.flow(x + 2, row, width - 4, y + 2 + room - row, words)
    return y + room + 3


def arsenal(s: Any, seat: int) -> int:
    return int(s.deck[seat].sum()) + int(s.under[seat].sum())


def in_secret(s: Any, seat: int, viewer: int | None) -> bool:
    """BC-R78: at set-up the sizes of the others are not open yet."""
    return bool(s.phase == Phase.SETUP and viewer not in (None, seat))


def reserve(s: Any, seat: int, viewer: int | None) -> Words:
    """The Reserve as far as the viewer knows it; the own one with its numbers."""
    own = viewer in (None, seat)
    if in_secret(s, seat, viewer):
        return [("Reserve: not open yet", Ink.PLAIN)]
    cards = s.reserve[seat] if own else s.known[viewer, seat, RESERVE]
    entries = [
        (f"{several(s, seat, line, n)} {figures(s, seat, line)}", Ink.BRIGHT if own else Ink.PLAIN)
        for line, n in enumerate(cards.tolist())
        if n
    ]
    return headed("Reserve", int(s.reserve[seat].sum()), entries, int(cards.sum()))


def headed(name: str, size: int, entries: Words, known: int) -> Words:
    """Cards behind their name and number; those not known are counted."""
    unknown = [(f"{size - known} unknown", Ink.PLAIN)] if size > known else []
    return [(f"{name} {size}{':' * (size > 0)}", Ink.YELLOW), *entries, *unknown]


def kept(s: Any, seat: int, viewer: int | None) -> Words:
    """The Kept Cards as far as the viewer knows them."""
    if not s.kept_n[seat]:
        return []
    cards = held(s, Place.KEPT, seat)
    if viewer not in (None, seat):
        cards = [(front, card) for front, card in cards if s.seen[front, card] >> viewer & 1]
    names = [(card_name(s, front, card), Ink.BRIGHT) for front, card in cards]
    return headed("Kept Cards", int(s.kept_n[seat]), names, len(names))


def won(s: Any, seat: int) -> Words:
    """The BATTLECARDS before a player."""
    rows = [battle(s, front, card) for front, card in held(s, Place.WON, seat)]
    names = [(f"{row.name} {row.vp}", Ink.BRIGHT) for row in rows if row]
    return [("won:", Ink.YELLOW), *names] if names else []


def known_of(s: Any, seat: int, viewer: int | None) -> list[Words]:
    """What each enemy is sure of among the cards that the viewer has face down."""
    lists = []
    for other in range(s.players) if viewer == seat else ():
        if other & 1 != seat & 1:
            shown = s.known[other, seat, RESERVE] + s.known[other, seat, STACKS]
            cards = [card for card in held(s, Place.KEPT, seat) if s.seen[card] >> other & 1]
            names = units(s, seat, shown) + [card_name(s, *card) for card in cards]
            if names:
                words = [(name, Ink.PLAIN) for name in names]
                lists.append([(f"{agent_name(other)} knows of", Ink.YELLOW), *words])
    return lists


def gone(s: Any, seat: int) -> Words:
    """The Arsenal discard pile."""
    names = [(name, Ink.PLAIN) for name in units(s, seat, s.discard[seat])]
    return [("discarded:", Ink.YELLOW), *names] if names else []


# Stacks


def draw_stacks(d: Drawing, s: Any, seat: int, viewer: int | None, x: int, y: int, width: int) -> int:
    """BC-13: Ground, Air and Sea from left to right; in a narrow place one after the other."""
    ink = INKS[nation(s, seat)]
    if width < ABREAST:
        rooms = [narrow_room(s, kind, width - 4) for kind in range(CLASSES)]
        d.panel(x, y, width, sum(rooms) + 2, "", ink)
        top = y + 1
        for kind in range(CLASSES):
            words = [(text + " " + numbers, ink) for text, numbers, ink in stack(s, seat, kind, viewer)]
            head = (stack_title(s, seat, kind, viewer), Ink.YELLOW)
            d.flow(x + 2, top, width - 4, rooms[kind], [head, *words])
            top += rooms[kind]
        return y + sum(rooms) + 2
    edges = [x + width * k // CLASSES for k in range(CLASSES + 1)]
    room = max(wide_room(s, kind, width // CLASSES - 2) for kind in range(CLASSES))
    for kind in range(CLASSES):
        across = edges[kind + 1] - edges[kind]
        d.panel(edges[kind], y, across, room + 2, stack_title(s, seat, kind, viewer), ink)
        draw_stack(d, stack(s, seat, kind, viewer), edges[kind] + 1, y + 1, across - 2, room)
    return y + room + 2


def draw_stack(d: Drawing, entries: list[tuple[str, str, Ink]], x: int, y: int, width: int, room: int) -> None:
    """A line a unit, its numbers at the right; below the name where both do not fit."""
    row = y
    for k, (text, numbers, ink) in enumerate(entries):
        high = 1 + (len(text) + 1 + len(numbers) > width)
        if row + high > y + room - (k < len(entries) - 1):
            d.write(x, y + room - 1, f"and {len(entries) - k} more")
            return
        d.write(x, row, fit(text, width), ink)
        d.write(x + width - len(numbers), row + high - 1, numbers, ink)
        row += high


def stack_title(s: Any, seat: int, kind: int, viewer: int | None) -> str:
    """The stack's class and size, and how many of it the viewer does not know."""
    if in_secret(s, seat, viewer):
        return f"{CLASS_NAMES[kind]}: not open yet"
    size = of_class(kind, s.stacks[seat])
    unknown = size - of_class(kind, lying(s, seat, viewer))
    return f"{CLASS_NAMES[kind]} {size + of_class(kind, s.standing[seat])}{f': {unknown} unknown' if unknown else ''}"


def lying(s: Any, seat: int, viewer: int | None) -> Any:
    """Units face down, as far as the viewer knows them."""
    if in_secret(s, seat, viewer):
        return np.zeros(LINES, np.int8)
    return s.stacks[seat] if viewer in (None, seat) else s.known[viewer, seat, STACKS]


def stack(s: Any, seat: int, kind: int, viewer: int | None) -> list[tuple[str, str, Ink]]:
    """Units of a class, face down and face up: name and number, figures, colour."""
    down, entries = lying(s, seat, viewer), []
    for line in np.flatnonzero(kind == KIND).tolist():
        n, back = int(down[line] + s.standing[seat, line]), int(s.withdrawn[seat, line])
        if n or back:
            text = f"{n}+{back} {several(s, seat, line, 1)}" if back else several(s, seat, line, n)
            entries.append((text, figures(s, seat, line), colour(s, seat, line)))
    return entries


def colour(s: Any, seat: int, line: int) -> Ink:
    """Of a unit: who fires, who is fired at, who lies face up."""
    if s.fighting and s.phase in (Phase.TARGET, Phase.KILL, *AIMED) and (seat, line) == (s.shooter_seat, s.shooter):
        return Ink.CYAN
    if s.fighting and s.phase in AIMED and (seat, line) == (s.target_seat, s.target):
        return Ink.VIOLET
    return Ink.BRIGHT if s.standing[seat, line] else Ink.PLAIN


def figures(s: Any, seat: int, line: int) -> str:
    """Firing phase, Attack and Defense; of a unit in battle with the bonuses of presence."""
    powers, guards = ATTACK[line].tolist(), DEFENSE[line].tolist()
    if s.fighting and s.standing[seat, line]:
        side = int(seat not in army(s, 0))
        powers = [min(HIGHEST, attack(s, side, line, kind)) for kind in range(CLASSES)]
        guards = [min(HIGHEST, defense(s, side, line, kind)) for kind in range(CLASSES)]
    return f"{PHASE[line]} {''.join(str(n or '-') for n in powers)}/{''.join(map(str, guards))}"


def in_play(s: Any, kind: int) -> list[int]:
    """The lines of a class that this game can have."""
    copies = COPIES + s.expansions @ PACK_COPIES
    return [line for line in range(LINES) if KIND[line] == kind and copies[line]]


def wide_room(s: Any, kind: int, width: int) -> int:
    """Lines for a stack with every unit line of the class in it, in the longest words of any nation."""
    return sum(1 + (longest(s, line) > width) for line in in_play(s, kind))


def narrow_room(s: Any, kind: int, width: int) -> int:
    words = [f"{CLASS_NAMES[kind]} 99: 99 unknown", *("x" * longest(s, line) for line in in_play(s, kind))]
    return in_lines(words, width)[-1][1] + 1


def longest(s: Any, line: int) -> int:
    """Columns of a unit with its numbers."""
    return max(len(f"9 {UNITS[line].name(nation(s, seat))} 9 999/999") for seat in range(s.players))
