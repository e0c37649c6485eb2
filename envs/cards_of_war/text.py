"""Cards of War in words: cards, actions and the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.drawing import CARD_HEIGHT, PAD, WIDTH, Drawing, Word, fit
from ..core.shapes import Ink, Keys
from ..core.text import Cell, agent_name, listed
from .actions import ACTIONS, PLACES
from .cards import CARDS, IDS, KILLS, PAIR_NAMES, TYPE_LETTERS, TYPE_NAMES, TYPES, Ability, Card, Theatre
from .state import BATTLES, SEATS, TO_WIN, Phase

ABILITY_NAMES = {Ability.NONE: "", Ability.RECON: "recon", Ability.REINFORCE: "reinforce"}
SIGNS = {Ability.NONE: "", Ability.RECON: "?", Ability.REINFORCE: "+"}
INKS = {Theatre.GROUND: Ink.GREEN, Theatre.SEA: Ink.BLUE, Theatre.AIR: Ink.CYAN, Theatre.INTEL: Ink.VIOLET}
ABREAST = 72  # columns from which the battles stand side by side
TALL, LOW = 6, 3  # cards shown of a pile, side by side and below each other
HEAD, HAND = 120, 280  # characters that the head and a hand may take
CARD_WIDTH = 16  # columns of a card in a hand
LEGEND = (
    f"Types: {', '.join(f'{letter} {name}' for letter, name in zip(TYPE_LETTERS, TYPE_NAMES, strict=True))}. "
    "T>I 3: tanks that kill infantry and score 3 points; P? recon, the other tells how his hand is made up; "
    "P+ reinforce, a further card may follow. Behind a move, x Tanks: kills the Tanks on top there. "
    f"{TO_WIN} points win a battle."
)


def describe(action: int, s: Any = None) -> str:
    """An action in words: `Tanks > battle 1`, `Gliders + Paratroop > battles 1 2`, `wait`."""
    if action >= ACTIONS["wait"].start:
        return "wait"
    cards, battles = deployed(action)
    words = " + ".join(CARDS[card - 1].name for card in cards)
    return f"{words} > battle{'s' * (len(cards) > 1)} {' '.join(str(battle + 1) for battle in battles)}"


def deployed(action: int) -> tuple[list[int], list[int]]:
    """The cards that an action deploys, and their battles."""
    block, index = ACTIONS.decode(action)
    if block == "deploy":
        return [index[1] + 1], [index[0]]
    if block == "joint":
        pair, places, left = index
        return [IDS[PAIR_NAMES[pair][left]], IDS[PAIR_NAMES[pair][1 - left]]], list(PLACES[places])
    return [], []


def victim(s: Any, battle: int, card: int) -> str:
    """The other's top card that this one would kill there, or nothing."""
    n = s.pile_n[1 - s.turn, battle]
    top = int(s.pile[1 - s.turn, battle, n - 1]) if n else 0
    return CARDS[top - 1].name if KILLS[card] & TYPES[top] else ""


def grid(action: int, s: Any) -> Cell | None:
    """Cards by battles."""
    block, index = ACTIONS.decode(action)
    if block != "deploy":
        return None
    card, killed = CARDS[index[1]], victim(s, index[0], index[1] + 1)
    return Cell(f"{card.name} {marks(card)}", f"battle {index[0] + 1}", f"x {killed}" if killed else "")


def tell(before: Any, action: int, after: Any, seat: int | None) -> str:
    """What was deployed, with the points there, killed, won, told and drawn; drawn cards are for who drew them."""
    me, cards, battles = int(before.turn), *deployed(action)
    ended = after.over or after.round_no != before.round_no
    points = ["" if ended else f" ({after.total[0, battle]}:{after.total[1, battle]})" for battle in battles]
    where = [f"battle {battle + 1}{stands}" for battle, stands in zip(battles, points, strict=True)]
    played = [f"{CARDS[card - 1].name} on {place}" for card, place in zip(cards, where, strict=True)]
    killed = [victim(before, battle, card) for card, battle in zip(cards, battles, strict=True)]
    deeds = [f"played {listed(played)}" if played else "waited"]
    deeds += [f"killed {agent_name(1 - me)}'s {name}" for name in killed if name]
    deeds += [f"won battle {battle + 1}" for battle in battles if not ended and after.won[battle] != before.won[battle]]
    draws = {k: listed(drawn(before, cards, after, k)) for k in range(SEATS) if seat in (None, k)}
    deeds += [f"drew {draws[me]}"] if draws.get(me) else []
    results = [f"{agent_name(1 - me)} drew {draws[1 - me]}"] if draws.get(1 - me) else []
    if ended:
        winners = [agent_name(k) for k in range(SEATS) if after.rounds_won[k] > before.rounds_won[k]]
        results.append(f"{winners[0] if winners else 'nobody'} won the round")
    elif any(CARDS[card - 1].ability == Ability.RECON for card in cards):
        results.append(f"{agent_name(1 - me)} told of {theatres(after, 1 - me) or 'no card'}")
    return "; ".join([f"{agent_name(me)} {listed(deeds)}", *results])


def drawn(before: Any, cards: list[int], after: Any, seat: int) -> list[str]:
    """The cards that this seat drew, when the one to act deployed these."""
    counts = (after.hand[seat] - before.hand[seat]).astype(int)
    if seat == before.turn:
        np.add.at(counts, [int(before.drawn)] if before.phase == Phase.CHOOSE else cards, 1)
    return [CARDS[card - 1].name for card in np.repeat(np.arange(len(counts)), np.maximum(counts, 0))]


def label(s: Any, action: int) -> str:
    """What kind of thing an action is in this position, for statistics."""
    block, index = ACTIONS.decode(action)
    if block != "deploy":
        return {"joint": "joint deployment", "wait": "wait"}[block]
    card = CARDS[index[1]]
    if card.kill:
        return "kill" if victim(s, index[0], index[1] + 1) else "card that can kill, without a victim"
    return ABILITY_NAMES[card.ability] or "plain card"


def marks(card: Card) -> str:
    """The marks along the bottom of a card: type, `>` what it kills or else the sign of its ability, score."""
    types = "all" if len(card.types) > 1 else card.types
    return f"{types}{f'>{card.kill}' if card.kill else SIGNS[card.ability]} {card.score}"


def tables() -> dict[str, list[dict[str, Any]]]:
    """The tables of the game, for pages and the command line."""
    rows = [
        {
            "card": card.name,
            "theatre": card.theatre.name.capitalize(),
            "type": "all" if len(card.types) > 1 else card.types,
            "kills": card.kill or "-",
            "ability": ABILITY_NAMES[card.ability] or "-",
            "score": card.score,
            "copies": card.copies,
            "source": card.source,
        }
        for card in CARDS
    ]
    pairs = [{"card": a, "with": b} for a, b in PAIR_NAMES]
    return {"Cards": rows, "Pairs of joint deployment": pairs}


def situation(s: Any) -> str:
    """One line: where the game stands."""
    what = {
        Phase.DEPLOY: "deploys",
        Phase.REINFORCE: "deploys a further card",
        Phase.CHOOSE: "deploys the drawn card or the top discard",
    }
    where = f"round {s.round_no}, rounds won {s.rounds_won[0]}:{s.rounds_won[1]}"
    if s.over:
        return f"{where}, " + (f"{agent_name(s.winner - 1)} wins" if s.winner else "drawn game")
    return f"{where}, {agent_name(s.turn)} {what[Phase(s.phase)]}"


def draw(s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
    """The table as this seat sees it (None: with both hands open)."""
    d = Drawing(width)
    near = 0 if seat is None else seat
    d.headline("Cards of War", situation(s), bool(s.over))
    y = 1 + HEAD // width
    y += draw_hand(d, s, 1 - near, y) if seat is None else draw_back(d, s, 1 - near, y)
    y += draw_abreast(d, s, near, y) if width >= ABREAST else draw_in_turn(d, s, near, y)
    draw_hand(d, s, near, y)
    return d


def draw_abreast(d: Drawing, s: Any, near: int, y: int) -> int:
    """The battles side by side, the decks between the two players' piles; returns the lines used."""
    for battle in range(BATTLES):
        x = d.width * battle // BATTLES
        width = d.width * (battle + 1) // BATTLES - x
        for seat, top in ((1 - near, y), (near, y + TALL + 4)):
            title = f"battle {battle + 1}{theatre(s, battle)}: {standing(s, seat, battle)}"
            won = Ink.YELLOW if s.won[battle] == seat + 1 else Ink.PLAIN
            d.panel(x, top, width, TALL + 2, title, won, s.won[battle] == seat + 1, (f"battle {battle}",))
            d.track(x + 2, top + TALL + 1, width - 4, won, int(s.total[seat, battle]), TO_WIN)
            draw_pile(d, s, seat, battle, x + 2, top + 1, width - 4, TALL)
    d.paragraph(1, y + TALL + 2, d.width - 2, decks(s), keys=("discards",))
    return 2 * TALL + 6


def draw_in_turn(d: Drawing, s: Any, near: int, y: int) -> int:
    """The battles below each other, then the decks; returns the lines used."""
    for battle in range(BATTLES):
        title = f"battle {battle + 1}{theatre(s, battle)}"
        d.panel(0, y, d.width, 2 * LOW + 4, title, keys=(f"battle {battle}",))
        for seat, top in ((1 - near, y + 1), (near, y + LOW + 2)):
            d.write(2, top, f"{agent_name(seat)}: {standing(s, seat, battle)}", Ink.BRIGHT)
            draw_pile(d, s, seat, battle, 3, top + 1, d.width - 4, LOW)
        y += 2 * LOW + 4
    d.paragraph(1, y, d.width - 2, decks(s), keys=("discards",))
    return BATTLES * (2 * LOW + 4) + 4


def theatre(s: Any, battle: int) -> str:
    return f" {Theatre(s.theatre[battle]).name.lower()}" if s.theatre[battle] else ""


def standing(s: Any, seat: int, battle: int) -> str:
    """How a player stands in a battle."""
    if s.won[battle]:
        return "WON" if s.won[battle] == seat + 1 else "lost"
    return f"{s.total[seat, battle]} of {TO_WIN}"


def draw_pile(d: Drawing, s: Any, seat: int, battle: int, x: int, y: int, width: int, lines: int) -> None:
    """The uppermost cards of a pile, the top one first, with their marks at the right."""
    pile = [CARDS[c - 1] for c in s.pile[seat, battle, : s.pile_n[seat, battle]][::-1]]
    shown = pile if len(pile) <= lines else pile[: lines - 1]
    for k, card in enumerate(shown):
        room = width - len(marks(card))
        ink, says = INKS[card.theatre], f"{seat} {battle} {card.name}"
        d.card(x - PAD, y + k, width + PAD + 0.5, 1, ink, says)
        d.write(x, y + k, fit(card.name, room - 1), ink)
        d.write(x + room, y + k, marks(card), ink)
    if len(shown) < len(pile):
        d.write(x, y + lines - 1, f"and {len(pile) - len(shown)} more")


def decks(s: Any) -> str:
    """The draw piles and the discards, with the card on top."""
    piles = range(1 + s.two_decks)
    tops = [CARDS[s.discard[k, s.discard_n[k] - 1] - 1].name for k in piles if s.discard_n[k]]
    draw_pile, discards = (" + ".join(str(int(n)) for n in counts[: len(piles)]) for counts in (s.draw_n, s.discard_n))
    return f"draw pile {draw_pile}, discards {discards}{', on top ' + ' / '.join(tops) if tops else ''}"


def draw_back(d: Drawing, s: Any, seat: int, y: int) -> int:
    """A hand from behind: its size, and what reports tell of it; returns the lines used."""
    d.panel(0, y, d.width, 3, holder(s, seat), Ink.BRIGHT, lit(s, seat))
    d.write(2, y + 1, fit(told(s, seat), d.width - 3))
    for k in range(s.hand_n[seat]) if d.width >= ABREAST else ():
        d.card(d.width - 4 - 3 * k, y + 1, 2, 1, Ink.PLAIN, "a back", keys=(f"back {seat}",))
    return 3


def draw_hand(d: Drawing, s: Any, seat: int, y: int) -> int:
    """An open hand; returns the lines used."""
    lines = max(2 + HAND // d.width, 2 * CARD_HEIGHT)
    d.panel(
        0, y, d.width, lines + 2, ", ".join(filter(None, (holder(s, seat), told(s, seat)))), Ink.BRIGHT, lit(s, seat)
    )
    held = [(c, CARDS[c - 1], n) for c, n in enumerate(s.hand[seat].tolist()) if n]
    words = [Word(card.name, INKS[card.theatre], (f"hand {seat} {c}",), True, marks(card), n) for c, card, n in held]
    d.spread(2, y + 1, d.width - 3, lines, words, CARD_WIDTH)
    return lines + 2


def elements(action: int, s: Any) -> Keys:
    """The cards deployed, the discards if the card lies there, and the battles."""
    cards, battles = deployed(action)
    from_discards = s.phase == Phase.CHOOSE and cards != [s.drawn]
    sources = ["discards"] if from_discards else [f"hand {s.turn} {card}" for card in cards]
    return *sources, *(f"battle {battle}" for battle in battles)


def lit(s: Any, seat: int) -> bool:
    """Who is to act, or who has won."""
    return bool(s.winner == seat + 1 if s.over else s.turn == seat)


def holder(s: Any, seat: int) -> str:
    acts = " (to act)" if s.turn == seat and not s.over else ""
    return f"{agent_name(seat)}{acts}: hand {s.hand_n[seat]} of {s.limit[seat]}"


def told(s: Any, seat: int) -> str:
    """What reports still tell of a hand."""
    return f"told: {theatres(s, seat)}" if s.reported[seat].any() else ""


def theatres(s: Any, seat: int) -> str:
    """The reported cards by theatre: `2 air, 1 sea`."""
    return ", ".join(f"{n} {Theatre(t).name.lower()}" for t, n in enumerate(s.reported[seat].tolist()) if n)
