"""War on Terror in words: cards, actions and the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.drawing import PAD, WIDTH, Drawing, Word, fit
from ..core.shapes import Ink, Keys
from ..core.text import Cell, agent_name, listed
from .actions import ACTIONS
from .board import COUNTRIES, Country, Instruction
from .cards import CARDS, PREVENTS, Ability, Card, Type
from .rules.knowledge import aware
from .state import ROW, SEATS, TARGET, TARGET_OF_FOUR, Phase

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
ABREAST = 80  # columns from which the players' rows stand side by side
CARD_WIDTH = 19  # columns of a card in a hand
ROOM = 5  # lines for what may be seen of a hand
HEAD, FACTS, OWN = 120, 200, 900  # characters that the head, the middle of the table and the own hand may take
LEGEND = (
    "3 A prevent: 3 points, A aircraft (C commando, G ground, P propaganda, S ship), and what the card can do. "
    "[Frigate 4 S] lies face down and does not count; > points at the card about to be turned down. "
    "immune: never turned over. turn over 1: turns a card of another player over. "
    "each turns 1: every other player turns a card of his down. prevent: out of the hand, keeps a card of yours up. "
    "first: draw 1: draws a card if it is the first one you put down in the country. "
    "trade card: lies there for a card that you take up. win: draw 2: draws two if you win the country."
)


def describe(action: int, s: Any = None) -> str:
    """An action in words: `Frigate`, `turn over next 2`, `yield 1`; in a position `turn over player_1's Frigate`."""
    block, index = ACTIONS.decode(action)
    if block == "play":
        return CARDS[index[0]].name
    if block == "prevent":
        return f"prevent with {CARDS[PREVENTS[index[0]] - 1].name}"
    if block not in ("turn", "yield", "take", "swap"):
        return block
    if s is None:
        if block == "yield":
            return f"yield {index[0] + 1}"
        number = f" {index[1] + 1}" if len(index) > 1 else ""
        return f"{'turn over' if block == 'turn' else block} {SEAT_WORDS[index[0]]}{number}"
    seat, slot = aim(s, action)
    if block == "swap":
        return f"swap hands with {agent_name(seat)}"
    verbs = {"take": "take", "yield": "turn down", "turn": "turn over" if s.up[seat, slot] else "turn up"}
    return f"{verbs[block]} {named(s, seat, slot)}"


def aim(s: Any, action: int) -> tuple[int, int]:
    """The seat and the slot that an action is aimed at; with hands to swap, the slot means nothing."""
    block, index = ACTIONS.decode(action)
    seat = int(s.turn) if block == "yield" else int(s.turn + index[0] + 1) % int(s.players)
    return seat, index[-1]


def named(s: Any, seat: int, slot: int) -> str:
    """A card on the table by its owner and name, and by its number if it has a twin there."""
    row = s.row[seat, : s.row_n[seat]].tolist()
    number = f" ({slot + 1})" if row.count(row[slot]) > 1 else ""
    return f"{agent_name(seat)}'s {CARDS[row[slot] - 1].name}{number}"


def grid(action: int, s: Any) -> Cell | None:
    """A list suits moves that are about one card each."""
    return None


def tell(before: Any, action: int, after: Any, seat: int | None) -> str:
    """What was done, who won the country by it, and what was drawn; names of cards drawn are for who drew them."""
    parts = [f"{agent_name(before.turn)} {deed(before, action)}"]
    if after.extra > before.extra:
        parts.append(f"{listed([agent_name(k) for k in range(after.players) if after.tied[k]])} tied")
    if after.over or after.contest != before.contest:
        country = COUNTRIES[before.country - 1]
        winner = agent_name(int(np.argmax(after.countries - before.countries)))
        parts.append(f"{winner} won {country.name}, {country.value} point{'s' * (country.value > 1)}")
    elif (after.total != before.total).any():
        parts.append(f"force {':'.join(str(int(n)) for n in after.total[: after.players])}")
    if after.contest != before.contest:
        parts.append(f"{COUNTRIES[after.country - 1].name} turned up")
    return "; ".join([*parts, *draws(before, action, after, seat)])


def deed(s: Any, action: int) -> str:
    """What the player to act did; who is aimed at and holds cards may still prevent it."""
    block, index = ACTIONS.decode(action)
    if block == "play":
        return f"played {CARDS[index[0]].name}"
    if block == "prevent":
        return f"kept {named(s, *divmod(int(s.target), ROW))} up with {CARDS[PREVENTS[index[0]] - 1].name}"
    if block == "allow":
        return f"let {named(s, *divmod(int(s.target), ROW))} be turned down"
    if block in ("pass", "stop"):
        return "passed" if block == "pass" else "turned nothing over"
    seat, slot = aim(s, action)
    if block == "swap":
        return f"swapped hands with {agent_name(seat)}"
    if block == "take":
        return f"took {named(s, seat, slot)} for {CARDS[s.card - 1].name}"
    if not s.up[seat, slot]:
        return f"turned up {named(s, seat, slot)}"
    return f"{'chose' if s.hand_n[seat] else 'turned down'} {named(s, seat, slot)}"


def draws(before: Any, action: int, after: Any, seat: int | None) -> list[str]:
    """How many cards were drawn by whom; the own ones by name, if no hands were swapped at the same time."""
    block, index = ACTIONS.decode(action)
    hands, me = before.hand.astype(int), int(before.turn)
    if block == "play":
        hands[me, index[0] + 1] -= 1
    elif block == "prevent":
        hands[me, PREVENTS[index[0]]] -= 1
    elif block == "take":
        hands[me, before.row[aim(before, action)]] += 1
    elif block == "swap":
        other = aim(before, action)[0]
        hands[[me, other]] = hands[[other, me]]
    new = after.hand - hands
    own = [seat] if seat is not None and block != "swap" and new[seat].any() else []
    texts = [f"{agent_name(k)} drew {listed(card_names(new[k]))}" for k in own]
    counts = {k: int(n) for k, n in enumerate(new.sum(axis=1)) if n and k not in own}
    for count in sorted(set(counts.values())):
        who = listed([agent_name(k) for k, n in counts.items() if n == count])
        texts.append(f"{who} drew {count} card{'s' * (count > 1)}")
    return texts


def card_names(counts: Any) -> list[str]:
    """Each card by its name, and how many there are."""
    held = [(CARDS[c - 1].name, n) for c, n in enumerate(counts.tolist()) if n]
    return [f"{n} x {name}" if n > 1 else name for name, n in held]


def instruction(country: Country) -> str:
    """A country's instruction in words."""
    deed = DEEDS[country.instruction]
    return f"who plays {country.trigger.name.capitalize()} {deed}" if country.trigger else deed


def marks(card: Card) -> str:
    """What stands on a card besides its name: points, letter of its type, ability."""
    return f"{card.points} {card.type.name[0]} {ABILITY_NAMES[card.ability]}".rstrip()


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
        winners = [agent_name(seat) for seat in range(s.players) if s.winner[seat]]
        return f"points {points}, {listed(winners)} win{'s' if len(winners) == 1 else ''}"
    country = COUNTRIES[s.country - 1]
    inning = "extra inning" if s.extra else f"round {s.rounds_done + 1} of {country.value}"
    return f"points {points}, {country.name} {inning}, {agent_name(s.turn)} {PHASE_WORDS[Phase(s.phase)]}"


def draw(s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
    """The table as this seat sees it (None: with all hands open)."""
    d = Drawing(width)
    d.headline("War on Terror", situation(s), bool(s.over))
    y = 1 + HEAD // width
    y += draw_facts(d, s, y)
    near, across, height = seat or 0, 2 if width >= ABREAST else 1, ROW + ROOM + 3
    for i in range(s.players):
        x, top = width // across * (i % across), y + height * (i // across)
        alone = i == s.players - 1 and not i % across
        draw_seat(d, s, (near + 1 + i) % s.players, seat, x, top, width if alone else width // across)
    if seat is not None:
        draw_hand(d, s, seat, top + height)
    return d


def draw_hand(d: Drawing, s: Any, seat: int, y: int) -> None:
    """The own hand, and which of its cards the others are sure to know of."""
    lines, width = 1 + OWN // d.width, d.width - 4
    d.panel(0, y, d.width, lines + 2, f"hand of {agent_name(seat)}: {s.hand_n[seat]}", Ink.BRIGHT)
    done = d.spread(2, y + 1, width, lines, in_words(s.hand[seat], holder=seat), CARD_WIDTH)
    for other in range(s.players):
        words = in_words(aware(s, seat, other), f"{agent_name(other)} knows of")
        if other != seat and words and done < lines:
            done += d.flow(2, y + 1 + done, width, lines - done, words)


def draw_facts(d: Drawing, s: Any, y: int) -> int:
    """The middle of the table: the country, the piles, the countries to come; returns the lines used."""
    country, lines, width = COUNTRIES[s.country - 1], 3 + FACTS // d.width, d.width - 4
    played = f"   being carried out: {CARDS[s.card - 1].name} of {agent_name(s.actor)}" if s.card else ""
    d.panel(0, y, d.width, lines + 2, f"{country.name}, value {country.value}", Ink.YELLOW)
    top = y + 1 + d.paragraph(2, y + 1, width, instruction(country), Ink.BRIGHT)
    top += d.paragraph(2, top, width, f"deck {s.draw_n}, discards {s.discard_n}{played}")
    left = [Word(f"{c.name} {c.value}", card=True) for c, left in zip(COUNTRIES, s.left[1:], strict=True) if left]
    d.flow(2, top, width, y + 1 + lines - top, [Word("to come:" if left else "to come: nothing"), *left])
    return lines + 2


def draw_seat(d: Drawing, s: Any, seat: int, viewer: int | None, x: int, y: int, width: int) -> None:
    """The cards before one player, an arrow at the one about to be turned down; then what may be seen of his hand."""
    title = f"{agent_name(seat)}: force {s.total[seat]}{', tied' if s.tied[seat] else ''}"
    lit = bool(s.winner[seat] if s.over else s.turn == seat)
    d.panel(x, y, width, ROW + ROOM + 3, title, Ink.YELLOW if lit else Ink.PLAIN, lit, (f"seat {seat}",))
    goal = TARGET_OF_FOUR if s.players == SEATS else TARGET
    d.track(x + 2, y + ROW + ROOM + 2, width - 4, Ink.YELLOW, int(s.points[seat]), goal)
    d.write(x + 2, y + 1, f"points {s.points[seat]} of {goal}, countries {s.countries[seat]}, hand {s.hand_n[seat]}")
    n = int(s.row_n[seat])
    for slot in range(n):
        card, up = CARDS[s.row[seat, slot] - 1], s.up[seat, slot]
        text = f"{card.name} {marks(card)}" if up else f"[{card.name} {marks(card)}]"
        arrow = ">" if s.target == seat * ROW + slot else " "
        ink = INKS[card.type] if up else Ink.PLAIN
        keys = (f"slot {seat} {slot}",)
        d.card(x + 2 - PAD, y + 2 + slot, width - 3.5, 1, ink, f"{card.name} {up}", not up, keys)
        d.write(x + 2, y + 2 + slot, fit(f"{slot + 1}{arrow}{text}", width - 4), ink, keys)
    if seat != viewer:
        words = in_words(s.hand[seat], "holds") if viewer is None else in_words(s.known[viewer, seat], "surely holds")
        d.flow(x + 2, y + 2 + n, width - 4, ROW + ROOM - n, words)


def in_words(counts: Any, head: str = "", holder: int | None = None) -> list[Word]:
    """Cards of a hand by type, each with its marks; before the first one what is said of them.

    Those of a holder can be played from there.
    """
    held = [(c, CARDS[c - 1], n) for c, n in enumerate(counts.tolist()) if n]
    words = [
        Word(card.name, INKS[card.type], () if holder is None else (f"hand {holder} {c}",), True, marks(card), n)
        for c, card, n in held
    ]
    return [Word(f"{head}:", Ink.BRIGHT), *words] if head and words else words


def elements(action: int, s: Any) -> Keys:
    """The card of the hand, the card on the table, or the player with whom hands are traded."""
    block, index = ACTIONS.decode(action)
    if block in ("play", "prevent"):
        card = index[0] + 1 if block == "play" else PREVENTS[index[0]]
        return (f"hand {s.turn} {card}",)
    if block in ("turn", "yield", "take"):
        seat, slot = aim(s, action)
        return (f"slot {seat} {slot}",)
    return (f"seat {aim(s, action)[0]}",) if block == "swap" else ()


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
