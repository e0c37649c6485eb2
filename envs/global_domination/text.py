"""Global Domination in words: cards, Areas, actions and the table."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import Any

from ..core.drawing import PAD, WIDTH, Drawing, Word, fit, keys_of
from ..core.shapes import Ink, Keys
from ..core.text import Cell, agent_name, listed
from .actions import ACTIONS, DONE
from .board import AREAS, CODES, LANDS, REGION, REGIONS, WEIGHT, Region
from .cards import CARDS, FOG
from .state import FULL, MOST_LOGISTICS, NOT_IN_PLAY, Phase, Way

SEAT_WORDS = ("next", "second", "third", "fourth", "fifth")  # the other players, to the left
WAY_WORDS = ("build", "attack", "text", "discard 1", "discard 2")
WAYS_DONE = (
    "built with it",
    "attacked with it",
    "used its text",
    "discarded it for another card",
    "discarded it and a second card",
)
PHASE_WORDS = {
    Phase.TURN: "uses a card or ends the turn",
    Phase.WAY: "chooses how to use {card}",
    Phase.AREA: "chooses an Area for {card}",
    Phase.SECOND: "discards a second card",
    Phase.TAKE: "takes a card from a stack",
    Phase.VICTIM: "chooses a victim of {card}",
    Phase.INTERRUPT: "may play a card out of turn",
}
INKS = (Ink.GREEN, Ink.BLUE, Ink.YELLOW, Ink.RED, Ink.VIOLET, Ink.CYAN)  # of the seats
MAP = (  # rows of the map: seas, or Regions
    ("NPA", "ARC", ""),
    (Region.NORTH_AMERICA, Region.EUROPE, Region.ASIA),
    ("NAT", "MED", "IND"),
    (Region.SOUTH_AMERICA, Region.AFRICA, Region.AUSTRALIA),
    ("SPA", "SAT", ""),
)
WORLD, PAIR = 80, 80  # columns from which the Regions stand three abreast, the players two
SEA_ROOM, REGION_ROOM, SEAT_ROOM = 3, 8, 8  # lines of their panels
USE, STACKS = 180, 300  # characters that these may take
HAND = 8  # lines of the own hand
LEGEND = (
    "NA1 T Pacific States: an Area with its code and Resource (T technology, C communications, O ore, P petroleum, "
    "M manufacturing, A agriculture); below it the Force there, Full or Str. for Struggling, with the number of its "
    "player; then the Areas it borders on, those of its own Region left out, and of a sea the lands. "
    "5/4 after a card: Build and Reduction value. Map: what it would score now; in fog no Region "
    "counts. Hand or deck: cards owned of which nobody else knows where they are."
)


def describe(action: int, s: Any = None) -> str:
    """An action in words: `Airborne Forces`, `discard 2`, `Andes`, `next`; in a position `build in Andes`."""
    block, index = ACTIONS.decode(action)
    if block == "way":
        return WAY_WORDS[index[0]]
    if block == "seat":
        return SEAT_WORDS[index[0]] if s is None else f"strike {agent_name(victim(s, index[0]))}"
    if block == "card":
        verb = {} if s is None else {Phase.TAKE: "take ", Phase.SECOND: "discard ", Phase.TURN: "use "}
        return verb.get(s.phase, "play ") + CARDS[index[0]].name if s is not None else CARDS[index[0]].name
    if block == "area":
        return AREAS[index[0]].name if s is None else f"{point(s, index[0])} {AREAS[index[0]].name}"
    return "done" if s is None else ending(s)[0]


def victim(s: Any, steps: int) -> int:
    return int(s.turn + 1 + steps) % int(s.players)


def ending(s: Any) -> tuple[str, str]:
    """What it is to be done in this position, and what was done then."""
    if s.phase == Phase.TURN:
        return ("end the turn", "ended the turn") if s.used else ("pass", "passed")
    return ("stop", "stopped") if s.phase == Phase.AREA and s.spent else ("decline", "declined")


def text_in_use(s: Any) -> str:
    """The name of the card whose text is being carried out, if one is."""
    return CARDS[s.card].name if s.way == Way.TEXT else ""


def point(s: Any, area: int) -> str:
    """What a point does in this Area."""
    owner, card = int(s.owner[area]) - 1, text_in_use(s)
    if card == "Insurgents":
        return f"replace {agent_name(owner)} in"
    if card in ("Global Disruption", "Surrender"):
        return f"remove {agent_name(owner)} from"
    if owner >= 0 and (owner != s.turn or card == "Megastorm"):
        return f"reduce {agent_name(owner)} in"
    return "build in" if owner < 0 else "fill up"


PAST = {"build": "built", "fill": "filled", "reduce": "reduced", "remove": "removed", "replace": "replaced"}


def grid(action: int, s: Any) -> Cell | None:
    """A list suits moves that are about one card or Area each."""
    return None


def tell(before: Any, action: int, after: Any, seat: int | None) -> str:
    """What was done and what came of it; names of cards drawn are for who drew them."""
    parts = [f"{agent_name(before.turn)} {deed(before, action)}", *losses(before, action, after)]
    n = int(before.players)
    if (after.vp != before.vp).any() or after.game_turn != before.game_turn or after.over:
        parts.append(f"VP {':'.join(str(int(points)) for points in after.vp[:n])}")
    if before.phase == Phase.INTERRUPT and ACTIONS.decode(action) == ("card", (FOG,)):
        parts.append("no Region counts for the others")
    for who in range(n):
        if after.logistics[who] != before.logistics[who]:
            parts.append(f"{agent_name(who)} moved to Logistical square {after.logistics[who]}")
    if after.game_turn != before.game_turn:
        parts += [f"game turn {after.game_turn}", *draws(before, action, after, seat)]
    return "; ".join(parts)


def deed(s: Any, action: int) -> str:
    """What the player to act did."""
    block, index = ACTIONS.decode(action)
    if action == DONE:
        return ending(s)[1]
    if block == "way":
        return WAYS_DONE[index[0]]
    if block == "seat":
        return f"struck {agent_name(victim(s, index[0]))}"
    if block == "area":
        verb, _, rest = point(s, index[0]).partition(" ")
        return f"{PAST[verb]} {rest} {AREAS[index[0]].name}"
    name = CARDS[index[0]].name
    if s.phase == Phase.TAKE:
        return f"took {name} {'to the hand' if s.way == Way.DISCARD_2 else 'to the Discard Pile'}"
    if s.phase == Phase.INTERRUPT:
        return f"played {name} {'in the scoring step' if s.scoring else 'out of turn'}"
    return f"discarded {name} too" if s.phase == Phase.SECOND else f"laid {name} down"


def losses(before: Any, action: int, after: Any) -> list[str]:
    """How many Forces changed all at once, where nobody chose them one by one."""
    changed = (after.strength != before.strength) | (after.owner != before.owner)
    if ACTIONS.decode(action)[0] == "area" or not changed.any():
        return []
    full = int((changed & (after.strength == FULL)).sum())
    weak = int((changed & (after.strength != 0)).sum()) - full
    counts = ((full, "turned Full"), (weak, "now Struggling"), (int(changed.sum()) - full - weak, "removed"))
    return [f"{n} Force{'s' * (n > 1)} {what}" for n, what in counts if n]


def draws(before: Any, action: int, after: Any, seat: int | None) -> list[str]:
    """How many cards were drawn by whom as the game turn opened; the own ones by name."""
    hands, (block, index) = before.hand.astype(int), ACTIONS.decode(action)
    if block == "card" and before.phase != Phase.TAKE:  # what is taken as a turn ends goes to the Discard Pile
        hands[before.turn, index[0]] -= 1
    new = (after.hand - hands)[: before.players]
    names = [f"{n} {CARDS[k].name}" for k, n in enumerate(new[seat].tolist()) if n] if seat is not None else []
    texts = [f"{agent_name(seat)} drew {listed(names)}"] if seat is not None and names else []
    counts = [f"{agent_name(k)} {n}" for k, n in enumerate(new.sum(1).tolist()) if k != seat]
    return [*texts, f"cards drawn: {listed(counts)}"]


def tables() -> dict[str, list[dict[str, Any]]]:
    """The tables of the game, for pages and the command line."""
    cards = [
        {"card": c.name, "build": c.build, "reduction": c.reduction, "text": c.words or "-", "source": c.source}
        for c in CARDS
    ]
    areas = [
        {
            "area": area.name,
            "code": area.code,
            "region": titled(area.region) if a < LANDS else "sea",
            "resource": area.resource.name.capitalize() if a < LANDS else "-",
            "borders": area.borders,
            "source": area.source,
        }
        for a, area in enumerate(AREAS)
    ]
    return {"Cards": cards, "Areas": areas}


def titled(region: Region) -> str:
    return region.name.replace("_", " ").title()


def situation(s: Any) -> str:
    """One line: where the game stands."""
    points = ":".join(str(int(n)) for n in s.vp[: s.players])
    if s.over:
        winners = [agent_name(seat) for seat in range(s.players) if s.vp[seat] == s.vp[: s.players].max()]
        return f"VP {points}, {listed(winners)} win{'s' if len(winners) == 1 else ''}"
    doing = PHASE_WORDS[Phase(s.phase)].format(card=CARDS[s.card].name)
    step = ", scoring" if s.scoring else ""
    return f"game turn {s.game_turn} of {s.game_turns}{step}, VP {points}, {agent_name(s.turn)} {doing}"


def draw(s: Any, seat: int | None, width: int = WIDTH) -> Drawing:
    """The table as this seat sees it (None: with all hands open)."""
    d = Drawing(width)
    d.headline("Global Domination", situation(s), bool(s.over))
    y = 1 + USE // width
    d.paragraph(1, y, width - 2, use(s), Ink.YELLOW, ("use",))
    y = draw_map(d, s, y + 1 + USE // width)
    lines = 1 + STACKS // width
    d.panel(0, y, width, lines + 2, "stacks")
    stacks = [
        Word(f"{card_words(k)}: {n}", keys=(f"stack {k}",), card=True)
        for k, n in enumerate(s.stock.tolist())
        if n != NOT_IN_PLAY
    ]
    d.flow(2, y + 1, width - 4, lines, stacks)
    y = draw_seats(d, s, seat, y + lines + 2)
    if seat is not None:
        draw_hand(d, s, seat, y)
    return d


def draw_hand(d: Drawing, s: Any, seat: int, y: int) -> None:
    """The own hand, each card with its text; a line a card where there is no room for all words."""
    d.panel(0, y, d.width, HAND + 2, f"hand of {agent_name(seat)}: {s.hand_n[seat]}", INKS[seat])
    held = [(k, n) for k, n in enumerate(s.hand[seat].tolist()) if n]
    texts = [
        Word(": ".join(filter(None, (numbered(k, n), CARDS[k].words))), Ink.BRIGHT, (f"hand {seat} {k}",))
        for k, n in held
    ]
    lines = [
        text._replace(name=line) for text in texts for line in wrap(text.text, d.width - 4, subsequent_indent="  ")
    ]
    if len(lines) > HAND:
        lines = texts
    if len(lines) > HAND:
        names = listed([CARDS[k].name for k, _ in held[HAND - 1 :]])
        lines[HAND - 1 :] = [Word(f"and {names}", Ink.BRIGHT, keys_of(texts[HAND - 1 :]))]
    for k, line in enumerate(lines):
        d.write(2, y + 1 + k, fit(line.text, d.width - 4), line.ink, line.keys)
    row = y + 1
    for keys, same in groupby(lines, key=lambda line: line.keys):
        says = [line.text for line in same]
        d.card(2 - PAD, row, d.width - 3, len(says), INKS[seat], " ".join(says), keys=keys)
        row += len(says)


def use(s: Any) -> str:
    """The card in use and what is left of it."""
    if s.over or s.phase in (Phase.TURN, Phase.INTERRUPT):
        return ""
    words = f"in use: {CARDS[s.card].name} of {agent_name(s.user)}"
    if s.phase != Phase.WAY:
        words += f", {WAY_WORDS[s.way]}"
    left = ((s.builds, "for Builds"), (s.reductions, "for Reductions"), (s.either, "for either"))
    points = listed([f"{n} {what}" for n, what in left if n])
    due = listed([f"{n} on {agent_name(k)}" for k, n in enumerate(s.due.tolist()) if n])
    regions = listed([titled(region) for region in list(Region)[:6] if s.regions >> region & 1])
    return "; ".join([words, *(f"left: {what}" for what in (points, due, regions) if what)])


def draw_map(d: Drawing, s: Any, y: int) -> int:
    """Regions and seas about where they lie on a globe; in a narrow drawing one below the other."""
    across = 3 if d.width >= WORLD else 1
    for row in MAP:
        room = SEA_ROOM if isinstance(row[0], str) else REGION_ROOM
        cells = [cell for cell in row if cell != ""]
        for k, cell in enumerate(cells):
            x = d.width * (k % across) // across
            width = d.width * (k % across + 1) // across - x
            if isinstance(cell, str):
                draw_sea(d, s, CODES.index(cell), x, y + room * (k // across), width)
            else:
                draw_region(d, s, cell, x, y + room * (k // across), width)
        y += room * ((len(cells) + across - 1) // across)
    return y


def draw_sea(d: Drawing, s: Any, area: int, x: int, y: int, width: int) -> None:
    d.panel(x, y, width, SEA_ROOM, f"{AREAS[area].code} {AREAS[area].name}", keys=(f"area {area}",))
    ground(d, s, area, x + 2, y + 1, width - 4, 1)
    draw_force(d, s, area, x + 2, y + 1, width - 4, [code for code in borders(area) if CODES.index(code) >= LANDS])


def draw_region(d: Drawing, s: Any, region: Region, x: int, y: int, width: int) -> None:
    """Three Areas, each by its name, and below it the Force there and the borders that leave the Region."""
    d.panel(x, y, width, REGION_ROOM, titled(region))
    areas = [a for a, area in enumerate(AREAS) if area.region == region]
    for k, a in enumerate(areas):
        area = AREAS[a]
        ground(d, s, a, x + 2, y + 1 + 2 * k, width - 4, 2)
        name = f"{area.code} {area.resource.name[0]} {area.name}"
        d.write(x + 2, y + 1 + 2 * k, fit(name, width - 4), Ink.BRIGHT, (f"area {a}",))
        abroad = [code for code in borders(a) if AREAS[CODES.index(code)].region != region]
        draw_force(d, s, a, x + 2, y + 2 + 2 * k, width - 4, abroad)


def ground(d: Drawing, s: Any, area: int, x: int, y: int, width: int, lines: int) -> None:
    """An Area in the colour of who holds it."""
    ink = INKS[s.owner[area] - 1] if s.owner[area] else Ink.PLAIN
    says = f"{s.owner[area]} {s.strength[area]}"
    d.card(x - PAD, y, width + PAD + 0.5, lines, ink, says, not s.owner[area], (f"area {area}",))


def borders(area: int) -> list[str]:
    return AREAS[area].borders.split()


def draw_force(d: Drawing, s: Any, area: int, x: int, y: int, width: int, codes: list[str]) -> None:
    """Who stands here, in his colour, and what lies beside it."""
    if s.owner[area]:
        seat = int(s.owner[area]) - 1
        full = s.strength[area] == FULL
        d.write(x, y, "Full" if full else "Str.", INKS[seat], (f"area {area}",))
        d.token(x + 5, y, str(seat), INKS[seat], bool(full))
    d.write(x + 8, y, fit(" ".join(codes), width - 8))


def draw_seats(d: Drawing, s: Any, viewer: int | None, y: int) -> int:
    """The players, their tracks and what all know of their cards."""
    across, near = 2 if d.width >= PAIR else 1, 0 if viewer is None else viewer
    for i in range(s.players):
        seat = (near + i) % int(s.players)
        x, top = d.width // across * (i % across), y + SEAT_ROOM * (i // across)
        width = d.width // across
        lit = bool(s.vp[seat] == s.vp[: s.players].max() if s.over else seat == s.turn)
        acts = ", to act" if lit and not s.over else ""
        title = f"{agent_name(seat)}{acts}: VP {s.vp[seat]}, logistics {s.logistics[seat]}"
        d.panel(x, top, width, SEAT_ROOM, title, INKS[seat], lit, (f"seat {seat}",))
        marks = ((s.first == seat, "first"), (s.passed[seat], "passed"), (s.blocked[seat], "fog"))
        words = [f"map {map_points(s, seat)}", f"hand {s.hand_n[seat]}", f"deck {s.deck_n[seat]}"]
        line = ", ".join([*words, *(name for true, name in marks if true)])
        d.track(x + 2, top + SEAT_ROOM - 1, width - 4, INKS[seat], int(s.logistics[seat]), MOST_LOGISTICS)
        d.write(x + 2, top + 1, fit(line, width - 3))
        d.flow(x + 2, top + 2, width - 4, SEAT_ROOM - 3, cards_of(s, seat, viewer))
    return y + SEAT_ROOM * ((int(s.players) + across - 1) // across)


def map_points(s: Any, seat: int) -> int:
    """What the map would score for the seat now."""
    own = s.owner == seat + 1
    whole = sum(int(own[region == REGION].all()) for region in range(REGIONS))
    return int((s.strength * WEIGHT)[own].sum()) + (0 if s.blocked[seat] else 6 * whole)


def cards_of(s: Any, seat: int, viewer: int | None) -> list[Word]:
    """The cards a player owns: in hand as far as known, in hand or deck, in the Discard Pile."""
    known = s.hand[seat] if viewer is None else s.known[seat]
    return [
        *counted(known, "in hand:" if viewer is None else "surely in hand:", Ink.BRIGHT),
        *counted(s.hand[seat] + s.deck[seat] - known, "deck:" if viewer is None else "hand or deck:", Ink.PLAIN),
        *counted(s.discard[seat], "discards:", Ink.PLAIN),
    ]


def counted(counts: Any, head: str, ink: Ink) -> list[Word]:
    """Cards by name and number; before the first one what is said of them."""
    words = [Word(numbered(k, n), ink, card=True) for k, n in enumerate(counts.tolist()) if n]
    return [Word(head, Ink.YELLOW), *words] if head and words else words


def elements(action: int, s: Any) -> Keys:
    """The card of the hand or the stack, the card in use, the Area, or the player."""
    block, index = ACTIONS.decode(action)
    if block == "card":
        return (f"stack {index[0]}" if s.phase == Phase.TAKE else f"hand {s.turn} {index[0]}",)
    if block == "seat":
        return (f"seat {victim(s, index[0])}",)
    if block == "way":
        return ("use",)
    return (f"area {index[0]}",) if block == "area" else ()


def numbered(card: int, copies: int) -> str:
    return f"{copies} {card_words(card)}" if copies > 1 else card_words(card)


def card_words(card: int) -> str:
    return f"{CARDS[card].name} {CARDS[card].build}/{CARDS[card].reduction}"


def label(s: Any, action: int) -> str:
    """What kind of thing an action is in this position, for statistics: a use by its card and way."""
    block, index = ACTIONS.decode(action)
    if block == "way":
        return f"{CARDS[s.card].name}: {WAY_WORDS[index[0]]}"
    if block == "card" and s.phase == Phase.INTERRUPT:
        return f"{CARDS[index[0]].name}: {'in the scoring step' if s.scoring else 'out of turn'}"
    if action == DONE:
        return ending(s)[1]
    if block == "card":
        return f"card in phase {Phase(s.phase).name.lower()}"
    return "point spent" if block == "area" else "victim chosen"
