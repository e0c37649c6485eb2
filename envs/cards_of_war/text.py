"""Cards of War in words: cards, actions and the table."""

from __future__ import annotations

from typing import Any

from ..core.drawing import Drawing, Ink
from ..core.errors import UsageError
from .actions import ACTIONS, PLACES
from .cards import CARDS, IDS, PAIR_NAMES, Ability, Card, Theatre
from .state import BATTLES, Phase

ABILITY_NAMES = {Ability.NONE: "", Ability.RECON: "recon", Ability.REINFORCE: "reinforce"}
INKS = {Theatre.GROUND: Ink.GREEN, Theatre.SEA: Ink.BLUE, Theatre.AIR: Ink.CYAN, Theatre.INTEL: Ink.VIOLET}
STRIDE = 31  # columns from one battle to the next
WIDTH = 3 * STRIDE + 2
EVENTS = ("total", "won", "rounds_won")  # fields whose changes tell the story


def describe(action: int) -> str:
    """An action in words: `Tanks > battle 1`, `Gliders + Paratroop > battles 1 2`, `wait`."""
    block, index = ACTIONS.decode(action)
    if block == "deploy":
        return f"{CARDS[index[1]].name} > battle {index[0] + 1}"
    if block == "joint":
        pair, places, left = index
        first, second = PAIR_NAMES[pair][left], PAIR_NAMES[pair][1 - left]
        return f"{first} + {second} > battles {PLACES[places][0] + 1} {PLACES[places][1] + 1}"
    return "wait"


def parse(words: str) -> int:
    """The action that these words describe."""
    tidy = " ".join(words.lower().split())
    for action in range(ACTIONS.size):
        if describe(action).lower() == tidy:
            return action
    raise UsageError(f"no action reads {words!r}; examples: Tanks > battle 1, Marines + Amphib > battles 1 2, wait")


def label(s: Any, action: int) -> str:
    """What kind of thing an action is in this position, for statistics."""
    block, index = ACTIONS.decode(action)
    if block != "deploy":
        return {"joint": "joint deployment", "wait": "wait"}[block]
    battle, card = index[0], CARDS[index[1]]
    if card.kill:
        top = int(s.pile[1 - s.turn, battle, s.pile_n[1 - s.turn, battle] - 1]) if s.pile_n[1 - s.turn, battle] else 0
        hit = top and set(card.kill) & set(CARDS[top - 1].types)
        return "kill" if hit else "card that can kill, without a victim"
    return ABILITY_NAMES[card.ability] or "plain card"


def marks(card: Card) -> str:
    """The marks along the bottom of a card: type, `>` what it kills or else its ability, score."""
    types = "all" if len(card.types) > 1 else card.types
    special = f">{card.kill}" if card.kill else f" {ABILITY_NAMES[card.ability]}".rstrip()
    return f"{types}{special} {card.score}"


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
        return f"{where}, " + (f"player_{s.winner - 1} wins" if s.winner else "drawn game")
    return f"{where}, player_{s.turn} {what[Phase(s.phase)]}"


def draw(s: Any, seat: int | None) -> Drawing:
    """The table as this seat sees it (None: with both hands open)."""
    d = Drawing(WIDTH, 30)
    d.write(1, 0, f"Cards of War   {situation(s)}", Ink.BRIGHT)
    near = 0 if seat is None else seat
    draw_seat(d, s, 1 - near, hand_row=2, pile_row=6, hand_open=seat is None)
    draw_seat(d, s, near, hand_row=25, pile_row=16, hand_open=True)
    middle = f"draw pile {' + '.join(str(int(n)) for n in s.draw_n[: 1 + s.two_decks])}"
    tops = [CARDS[s.discard[k, s.discard_n[k] - 1] - 1].name for k in range(1 + s.two_decks) if s.discard_n[k]]
    discards = " + ".join(str(int(n)) for n in s.discard_n[: 1 + s.two_decks])
    d.write(1, 14, f"{middle}   discards {discards}{'   on top: ' + ' / '.join(tops) if tops else ''}")
    return d


def draw_seat(d: Drawing, s: Any, seat: int, *, hand_row: int, pile_row: int, hand_open: bool) -> None:
    """One player's hand and piles."""
    name = f"player_{seat}{' (to act)' if s.turn == seat and not s.over else ''}"
    held = [(CARDS[c - 1], int(n)) for c, n in enumerate(s.hand[seat]) if n]
    d.write(1, hand_row, f"{name}: hand {s.hand_n[seat]} of {s.limit[seat]}{told(s, seat)}", Ink.BRIGHT)
    if hand_open:
        for k, (card, n) in enumerate(held):
            x, y = 1 + STRIDE * (k % 3), hand_row + 1 + k // 3
            d.write(x, y, f"{card.name}{f' x{n}' if n > 1 else ''} ({marks(card)})", INKS[card.theatre])
    else:
        d.write(1, hand_row + 1, "?? " * int(s.hand_n[seat]))
    for battle in range(BATTLES):
        draw_pile(d, s, seat, battle, 1 + STRIDE * battle, pile_row)


def draw_pile(d: Drawing, s: Any, seat: int, battle: int, x: int, y: int) -> None:
    """One pile: its points, and its uppermost cards, the top one first."""
    won = s.won[battle] == seat + 1
    theatre = f" {Theatre(s.theatre[battle]).name.lower()}" if s.theatre[battle] else ""
    state = "WON" if won else ("lost" if s.won[battle] else f"{s.total[seat, battle]} of 15")
    d.panel(x, y, STRIDE - 1, 8, title=f"battle {battle + 1}{theatre}: {state}", ink=Ink.YELLOW if won else Ink.PLAIN)
    n = int(s.pile_n[seat, battle])
    shown = [CARDS[c - 1] for c in s.pile[seat, battle, :n][::-1]]
    for k, card in enumerate(shown[:6]):
        more = f" (+{n - 6})" if k == 5 and n > 6 else ""
        d.write(x + 1, y + 1 + k, f"{card.name} {marks(card)}{more}", INKS[card.theatre])


def told(s: Any, seat: int) -> str:
    """What reports still tell of a hand."""
    counts = [f"{n} {Theatre(t).name.lower()}" for t, n in enumerate(s.reported[seat].tolist()) if n]
    return f", for certain {', '.join(counts)}" if counts else ""


def card(name: str) -> int:
    """A card's number by its name, for tests and tools."""
    if name not in IDS:
        raise UsageError(f"there is no card {name!r}")
    return IDS[name]
