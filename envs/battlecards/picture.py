"""The table of Battlecards as one player sees it: stacks before each, the battle between them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ..core.drawing import PAD, WIDTH, Drawing, Word, fit, in_lines
from ..core.shapes import Ink, Keys
from ..core.text import agent_name, listed
from .actions import ACTIONS, KEPT_ZONE, RESERVE_ZONE, TurnKind
from .conflict import BATTLES, HIGHEST, KINDS, NUMBER, ORDERS, Battle, Kind
from .names import (
    army,
    battle,
    battles_of,
    card_name,
    classes,
    decks,
    held,
    nation,
    nation_name,
    owned,
    set_of,
    several,
    units,
)
from .rules.rounds import goal
from .rules.shots import attack, defense
from .stacks import AIMED, FIRING, INKS, draw_stacks, in_secret, printed
from .state import MOST_ROUNDS, RESERVE, STACKS, Phase, Place, Theatre
from .units import CLASSES, KIND
from .words import PLAY_WORDS, enemy, holder, situation

SET_NAMES = ("Western Europe", "Pacific")
PAIR = 80  # columns from which the players of the two theatres sit side by side
HEAD, CARD, SHOT = 150, 330, 230  # characters that these may take
OWN, OTHER, PACKS = 860, 620, 160  # ... that may lie behind the stacks: of the own side, of the other, more with packs
NO_CARD = (Phase.SETUP, Phase.TURN, Phase.COUNTER, Phase.AID_1, Phase.OFFER, Phase.ANSWER, Phase.MOVE, Phase.REBUILD)
CARDS_OF = {  # where the cards lie that a decision is about, if not before their owner
    **dict.fromkeys((Phase.SETUP, Phase.OFFER, Phase.ANSWER, Phase.DEPLOY, Phase.TRIM, Phase.REBUILD), "reserve"),
    Phase.SALVAGE: "discard",
}
ZONE_KEYS = {RESERVE_ZONE: "reserve", KEPT_ZONE: "kept"}
LEFT_WORDS = {
    Phase.SETUP: "{} more to deploy",
    Phase.REBUILD: "{} more to deploy",
    Phase.AID_1: "up to {} more to move to the ally",
    Phase.MOVE: "units that were in the battle may go to the ally's stacks",
}
LEGEND = (
    "2 Cruisers 3 657/444: two of them, firing phase, Attack on Ground, Air and Sea (- for none), Defense against "
    "each; in a battle with the bonuses of presence. 2+1: one more has withdrawn. Units face up are bright. Unknown: "
    "cards face down of which you know no more than their number. Face down: how often each Action Number is among the "
    "Conflict cards that you have not seen."
)
Words = list[Word]


def draw(s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
    """BC-08, BC-80: the table as this seat sees it, the enemy of its theatre opposite (None: with all hands open)."""
    d, near = Drawing(width), seat or 0
    far_side, near_side = [near ^ 1], [near]
    if s.theatre == Theatre.COMBINED:
        far_side, near_side = [near ^ 1, near ^ 3], [near, near ^ 2]
    d.headline("Battlecards", situation(s), bool(s.over))
    y = draw_players(d, s, seat, far_side, 1 + HEAD // width)
    y = draw_middle(d, s, seat, y)
    draw_players(d, s, seat, near_side, y)
    return d


# The middle


def draw_middle(d: Drawing, s: Any, viewer: int | None, y: int) -> int:
    """BC-08: what is going on, and the Conflict decks."""
    width, many = d.width - 4, len(decks(s))
    rows = [1 + CARD // width, 1 + SHOT // width, *(room for k in decks(s) for room in deck_rooms(s, k, width))]
    d.panel(0, y, d.width, sum(rows) + 2, f"Conflict deck{'s' * (many > 1)}")
    tops = (y + 1 + np.cumsum([0, *rows])).tolist()
    used = d.paragraph(2, tops[0], width, card_words(s, viewer), Ink.YELLOW, ("card",))
    if used:
        d.card(2 - PAD, tops[0], width + PAD + 0.5, used, Ink.YELLOW, str(s.card), keys=("card",))
    d.paragraph(2, tops[1], width, shot_words(s), Ink.BRIGHT)
    d.flow(2, tops[1], width, rows[1], yet_to_fire(s))
    for front in decks(s):
        lines = deck_words(s, front, viewer), [Word("to come:"), *to_come(s, front)]
        for k, words in enumerate(lines, 2 + 2 * front):
            d.flow(2, tops[k], width, rows[k], words)
    return y + sum(rows) + 2


def deck_words(s: Any, front: int, viewer: int | None) -> Words:
    """A Conflict deck, and how often each Action Number is among its cards that the viewer has not seen."""
    sizes = [f"deck {s.pile_n[front]}", f"discards {int((s.place[front] == Place.DISCARD).sum())}", "face down:"]
    counts = [f"{number}:{n}" for number, n in enumerate(numbers_left(s, front, viewer), 1)]
    keys = (f"deck {front}",)
    return [Word(SET_NAMES[set_of(s, front)], Ink.YELLOW, keys), *(Word(text, keys=keys) for text in (*sizes, *counts))]


def to_come(s: Any, front: int) -> Words:
    """Battles in the Conflict deck, with their victory points."""
    rows = (battle(s, front, card) for card in np.flatnonzero(s.place[front] == Place.DECK).tolist())
    return [Word(f"{row.name} {row.vp}", card=True) for row in rows if row]


def deck_rooms(s: Any, front: int, width: int) -> list[int]:
    """Lines that the words of a deck and all battles of it can take."""
    cards = np.flatnonzero(s.place[front] != Place.ABSENT)
    counts = [f"{number}:{n}" for number, n in enumerate(np.bincount(NUMBER[cards])[1:].tolist(), 1)]
    rows = [row for row in (battle(s, front, card) for card in cards.tolist()) if row]
    sizes = [SET_NAMES[set_of(s, front)], "deck 99", "discards 99", "face down:", *counts]
    return [in_lines(words, width)[-1][1] + 1 for words in (sizes, ["to come:", *(f"{r.name} {r.vp}" for r in rows)])]


def card_words(s: Any, viewer: int | None) -> str:
    """The card on the table, or what else is going on."""
    if s.over or s.phase == Phase.TURN:
        return ""
    if s.phase == Phase.ANSWER:
        open_to = viewer in (None, s.turn, s.turn ^ 2)
        card = several(s, s.turn ^ 2, int(s.offer), 1) if open_to else "a Reserve card"
        return f"{agent_name(s.turn ^ 2)} offers {agent_name(s.turn)} {card}"
    if s.phase in NO_CARD:
        return LEFT_WORDS[Phase(s.phase)].format(s.left) if s.phase in LEFT_WORDS else ""
    fought = battle(s, s.front, int(s.card))
    if fought:
        return f"{battle_words(s, fought)}{course(s)}"
    order = ORDERS[Kind(KINDS[s.card])]
    left = f"; up to {s.left} more to deploy" if s.left else ""
    return f"{order.name} of {agent_name(s.mover)}: {order.words}{left}"


def battle_words(s: Any, row: Battle) -> str:
    """A BATTLECARD."""
    needs = listed([other.name for other in battles_of(s, s.front) if other.code in row.needs])
    parts = [
        f"{row.name}, {row.vp} VP: {nation_name(s, 2 * int(s.front) + row.aggressor)} attacks with "
        f"{classes(row.attackers)} against {classes(row.defenders)}",
        f"needs {needs}" if needs and not s.fighting else "",
        "won as soon as no Ground unit is left to defend" if row.ground else "",
        "calls the allies" if row.ally and s.theatre == Theatre.COMBINED else "",
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


def yet_to_fire(s: Any) -> Words:
    """Before a shot: who of this side has not fired in this phase."""
    if s.over or s.phase != Phase.SHOOTER:
        return []
    names = [name for seat in army(s, int(s.side)) for name in mine(s, seat, s.ready[seat])]
    return [Word("yet to fire:"), *(Word(name, Ink.BRIGHT, card=True) for name in names)]


def shot_words(s: Any) -> str:
    """The shot in progress, and on which numbers it hits."""
    if s.over or s.phase not in FIRING:
        return ""
    shooter = owned(s, int(s.shooter_seat), int(s.shooter))
    if s.phase not in AIMED:
        return f"to {'kill without a shot' if s.phase == Phase.KILL else 'fire'}: {shooter}"
    power, guard, numbers = aimed(s)
    ends = sorted({*numbers[:1], *numbers[-1:]})
    chance = f"hits on {' to '.join(map(str, ends))}" if ends else "cannot hit yet"
    added = [f" + {n}" if n else "" for n in (s.boost, s.guard)]
    target = owned(s, int(s.target_seat), int(s.target))
    return f"a shot of {shooter} at {target}: Attack {power}{added[0]}, Defense {guard}{added[1]}, {chance}"


def aimed(s: Any) -> tuple[int, int, list[int]]:
    """Attack and Defense of a shot without what was added to them, and the numbers on which it now hits."""
    power = int(attack(s, int(s.side), int(s.shooter), int(KIND[s.target])))
    guard = int(defense(s, 1 - int(s.side), int(s.target), int(KIND[s.shooter])))
    return power, guard, list(range(guard + s.guard + 1, min(HIGHEST, power + s.boost) + 1))


def mine(s: Any, seat: int, counts: Any) -> list[str]:
    """Units of a seat, with its name if they are not of the seat asked."""
    whose = "" if seat == s.turn else f"{agent_name(seat)}'s "
    return [f"{whose}{name}" for name in units(s, seat, counts)]


def numbers_left(s: Any, front: int, viewer: int | None) -> list[int]:
    """How often each Action Number is among the cards that the viewer has not seen."""
    hidden = s.place[front] == Place.DECK
    for seat in range(s.players) if viewer is not None else ():
        if seat != viewer:
            hidden = hidden | ((s.place[front] == Place.KEPT + seat) & (s.seen[front] >> viewer & 1 == 0))
    return np.bincount(NUMBER[hidden], minlength=HIGHEST + 1)[1:].tolist()


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
    near = viewer is None or seat & 1 == viewer & 1
    room = 1 + ((OWN if near else OTHER) + PACKS * int(s.expansions.any())) // width
    marks = ((s.turn == seat and not s.over, "to act"), (s.exiled[seat], "homeland lost"))
    title = ", ".join(
        [f"{agent_name(seat)} {nation_name(s, seat)}: VP {s.vp[seat]}", *(t for true, t in marks if true)]
    )
    d.panel(x, y, width, room + 3, title, INKS[nation(s, seat)], keys=(f"seat {seat}",))
    piles = f"Arsenal deck {int(s.deck[seat].sum())}, discard pile {int(s.discard[seat].sum())}"
    d.track(x + 2, y + room + 2, width - 4, INKS[nation(s, seat)], int(s.vp[seat]), goal(s))
    d.write(x + 2, y + 1, fit(piles, width - 4), keys=(f"arsenal {seat}",))
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


def reserve(s: Any, seat: int, viewer: int | None) -> Words:
    """The Reserve as far as the viewer knows it; the own one with its numbers."""
    own = viewer in (None, seat)
    if in_secret(s, seat, viewer):
        return [Word("Reserve: not open yet")]
    cards = s.reserve[seat] if own else s.known[viewer, seat, RESERVE]
    entries = [
        Word(
            several(s, seat, line, n),
            Ink.BRIGHT if own else Ink.PLAIN,
            (f"reserve {seat} {line}",),
            True,
            printed(line),
        )
        for line, n in enumerate(cards.tolist())
        if n
    ]
    return headed("Reserve", int(s.reserve[seat].sum()), entries, int(cards.sum()), f"reserve {seat}")


def headed(name: str, size: int, entries: Words, known: int, key: str) -> Words:
    """Cards behind their name and number; those not known are counted."""
    unknown = [Word(f"{size - known} unknown", keys=(key,))] if size > known else []
    return [Word(f"{name} {size}{':' * (size > 0)}", Ink.YELLOW, (key,)), *entries, *unknown]


def kept(s: Any, seat: int, viewer: int | None) -> Words:
    """The Kept Cards as far as the viewer knows them."""
    if not s.kept_n[seat]:
        return []
    cards = held(s, Place.KEPT, seat)
    if viewer not in (None, seat):
        cards = [(front, card) for front, card in cards if s.seen[front, card] >> viewer & 1]
    names = [word._replace(ink=Ink.BRIGHT) for word in kept_names(s, seat, cards)]
    return headed("Kept Cards", int(s.kept_n[seat]), names, len(cards), f"kept {seat}")


def kept_names(s: Any, seat: int, cards: list[tuple[int, int]]) -> Words:
    """Conflict cards by name, and how many there are."""
    counts = Counter(card_name(s, front, card) for front, card in cards)
    return [
        Word(f"{n} {name}" if n > 1 else name, keys=(f"kept {seat} {name}",), card=True) for name, n in counts.items()
    ]


def won(s: Any, seat: int) -> Words:
    """The BATTLECARDS before a player."""
    rows = [battle(s, front, card) for front, card in held(s, Place.WON, seat)]
    names = [Word(f"{row.name} {row.vp}", Ink.BRIGHT, (f"battle {row.name}",), True) for row in rows if row]
    return [Word("won:", Ink.YELLOW), *names] if names else []


def known_of(s: Any, seat: int, viewer: int | None) -> list[Words]:
    """What each enemy is sure of among the cards that the viewer has face down."""
    lists = []
    for other in range(s.players) if viewer == seat else ():
        if other & 1 != seat & 1:
            shown = s.known[other, seat, RESERVE] + s.known[other, seat, STACKS]
            cards = [card for card in held(s, Place.KEPT, seat) if s.seen[card] >> other & 1]
            words = [*map(Word, units(s, seat, shown)), *kept_names(s, seat, cards)]
            if words:
                lists.append([Word(f"{agent_name(other)} knows of", Ink.YELLOW), *words])
    return lists


def gone(s: Any, seat: int) -> Words:
    """The Arsenal discard pile."""
    lines = [(line, n) for line, n in enumerate(s.discard[seat].tolist()) if n]
    names = [Word(several(s, seat, line, n), keys=(f"discard {seat} {line}",), card=True) for line, n in lines]
    return [Word("discarded:", Ink.YELLOW), *names] if names else []


# What stands for a move


def elements(action: int, s: Any) -> Keys:
    """Units and cards where they lie, stacks and piles aimed at; for a battle that came up, its words."""
    block, index = ACTIONS.decode(action)
    me, phase = int(s.turn), Phase(s.phase)
    if block in ("line", "partner"):
        seat = holder(s, block)
        return (f"{CARDS_OF.get(phase, 'unit')} {seat} {index[0]}",)
    if block == "kind":
        return turn_elements(s, TurnKind(index[0]))
    if block == "battle":
        liberates = index[0] == BATTLES
        return (f"seat {me ^ 2}" if liberates else f"battle {battles_of(s, me >> 1)[index[0]].name}",)
    if block == "aim":
        seat, zone = enemy(s, index[0]), index[1]
        return (f"{ZONE_KEYS.get(zone, 'stack')} {seat}" + f" {zone}" * (zone not in ZONE_KEYS),)
    if block == "play":
        return (f"kept {me} {PLAY_WORDS[index[0]]}",)
    return ("card",) if block == "verdict" else ()


def turn_elements(s: Any, kind: TurnKind) -> Keys:
    """What a turn may be begun with."""
    me = int(s.turn)
    return {
        TurnKind.DRAW: (f"deck {me >> 1}",),
        TurnKind.EMERGENCY: (f"reserve {me}",),
        TurnKind.COUNTERATTACK: (f"kept {me} {ORDERS[Kind.COUNTERATTACK].name}",),
        TurnKind.AID_1: tuple(f"stack {me} {zone}" for zone in range(CLASSES)),
        TurnKind.AID_2: (f"reserve {me}",),
        TurnKind.AID_3: (f"arsenal {me}",),
    }[kind]
