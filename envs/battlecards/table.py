"""The table of Battlecards as data: stacks, Reserves, Kept Cards and the battle between them, by name.

Units go by the names that their holder's nation has for them; classes by the names of the stacks.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from pydantic import Field

from ..core.data import Part
from ..core.text import agent_name
from .conflict import KINDS, ORDERS, Kind
from .names import CLASS_NAMES, SIDES, army, battle, card_name, decks, held, nation, nation_name, set_of, unit
from .picture import NO_CARD, SET_NAMES, aimed, battle_words, numbers_left
from .rules.piles import ANY_LINE, OF_CLASS
from .rules.rounds import goal, side_vp
from .stacks import AIMED, FIRING, in_battle, in_secret
from .state import RESERVE, STACKS, Phase, Place
from .units import KIND, PHASE, UNITS

Copies = dict[str, int]  # by name


class FaceDown(Part):
    """Cards that only their owner sees, by name and number of copies."""

    cards: int | None = Field(description="how many they are; null while that is secret, at set-up")
    shown: Copies | None = Field(description="all of them; null for hidden ones")
    known: Copies = Field(description="of hidden ones those that are surely among them")
    known_to: dict[str, Copies] = Field(description="of those that are shown, what each other player is sure of")


class Stack(Part):
    down: FaceDown
    up: Copies = Field(description="units in the battle")
    withdrawn: Copies = Field(description="units that have withdrawn from it")


class Player(Part):
    nation: str
    side: str
    victory_points: int
    homeland_lost: bool
    arsenal: int = Field(description="cards left in the Arsenal deck")
    discards: Copies = Field(description="the Arsenal discard pile")
    reserve: FaceDown
    kept: FaceDown = Field(description="Kept Cards")
    stacks: dict[str, Stack] = Field(description="by class")
    won: dict[str, int] = Field(description="battles held, and their victory points")


class Deck(Part):
    """A Conflict deck."""

    name: str
    draw_pile: int = Field(description="cards left in it")
    discards: Copies
    to_come: dict[str, int] = Field(description="battles in it, and their victory points")
    numbers: list[int] = Field(description="how many of the cards not seen bear each Action Number, from 1")


class Card(Part):
    """The Conflict card that is followed."""

    name: str
    player: str = Field(description="whose turn it is")
    words: str
    victory_points: int = Field(description="of a battle; 0 for another card")


class Unit(Part):
    """Units of a kind in the battle, with the bonuses of presence."""

    player: str
    unit: str
    stack: str = Field(description="their class")
    copies: int
    phase: int = Field(description="the firing phase")
    attack: dict[str, int] = Field(description="on each class; 0 for none")
    defense: dict[str, int] = Field(description="against each class")
    ready: int = Field(description="of these, yet to fire in this phase")
    lent: int = Field(description="of these, carriers that have lent their point in this round")


class Force(Part):
    """A side of a battle."""

    players: list[str] = Field(description="the commander first")
    classes: list[str] = Field(description="those called")
    units: list[Unit]


class Battle(Part):
    """A battle from its call on."""

    raid: bool
    fought_again: bool = Field(description="by a Counterattack")
    flipped: bool = Field(description="the stacks lie face up")
    ground: bool = Field(description="the aggressor wins too once no Ground unit is left to defend")
    round: int = Field(description="0 before the first")
    firing_phase: int
    aggressor: Force
    defender: Force


class One(Part):
    """A unit in the battle."""

    player: str
    unit: str


class Shot(Part):
    shooter: One
    target: One | None = Field(description="null until it is chosen")
    attack: int | None = Field(description="with the bonuses of presence")
    defense: int | None
    boost: int = Field(description="Attack added to the shot")
    guard: int = Field(description="Defense added against it")
    hits: list[int] | None = Field(description="the Action Numbers on which it now hits")


class Table(Part):
    """Battlecards."""

    phase: str | None = Field(description=f"{', '.join(phase.name.lower() for phase in Phase)}; null at the end")
    turns: int = Field(description="turns taken")
    turn_cap: int = Field(description="turns after which points decide")
    mover: str | None = Field(description="whose turn it is")
    goal: int = Field(description="victory points that win")
    victory_points: dict[str, int] = Field(description="by side")
    players: dict[str, Player]
    decks: list[Deck] = Field(description="the Conflict decks")
    left: int = Field(description="cards that may yet be deployed or moved")
    offer: str | None = Field(description="the card offered to the ally, for those who see it")
    card: Card | None
    battle: Battle | None
    shot: Shot | None


def table(s: Any, seat: int | None) -> Table:
    """The table as this seat may know it; with all hands open for None."""
    phase = None if s.over else Phase(s.phase)
    going = phase not in (None, Phase.TURN, Phase.ANSWER, *NO_CARD)
    return Table(
        phase=None if phase is None else phase.name.lower(),
        turns=int(s.turns),
        turn_cap=int(s.turn_cap),
        mover=None if phase in (None, Phase.SETUP) else agent_name(int(s.mover)),
        goal=int(goal(s)),
        victory_points={name: int(side_vp(s, side)) for side, name in enumerate(SIDES)},
        players={agent_name(who): player(s, who, seat) for who in range(s.players)},
        decks=[deck(s, front, seat) for front in decks(s)],
        left=int(s.left),
        offer=unit(s, int(s.mover), int(s.offer)) if phase == Phase.ANSWER and sees_offer(s, seat) else None,
        card=card(s) if going else None,
        battle=fight(s) if going and s.called.any() else None,
        shot=shot(s) if phase in FIRING else None,
    )


def sees_offer(s: Any, seat: int | None) -> bool:
    """BC-82: the card on offer is open to the two allies."""
    return seat in (None, int(s.mover), int(s.turn))


# The players


def player(s: Any, who: int, seat: int | None) -> Player:
    return Player(
        nation=nation_name(s, who),
        side=SIDES[who & 1],
        victory_points=int(s.vp[who]),
        homeland_lost=bool(s.exiled[who]),
        arsenal=int(s.deck[who].sum()),
        discards=units(s, who, s.discard[who]),
        reserve=face_down(s, who, seat, RESERVE, ANY_LINE),
        kept=kept(s, who, seat),
        stacks={name: stack(s, who, seat, OF_CLASS[kind]) for kind, name in enumerate(CLASS_NAMES)},
        won=points(s, held(s, Place.WON, who)),
    )


def units(s: Any, owner: int, counts: Any) -> Copies:
    of = nation(s, owner)
    return {UNITS[line].name(of): n for line, n in enumerate(counts.tolist()) if n}


def points(s: Any, cards: list[tuple[int, int]]) -> dict[str, int]:
    """The battles among these cards, with their victory points."""
    rows = (battle(s, front, card) for front, card in cards)
    return {row.name: row.vp for row in rows if row}


def stack(s: Any, who: int, seat: int | None, lines: Any) -> Stack:
    return Stack(
        down=face_down(s, who, seat, STACKS, lines),
        up=units(s, who, s.standing[who] * lines),
        withdrawn=units(s, who, s.withdrawn[who] * lines),
    )


def face_down(s: Any, who: int, seat: int | None, zone: int, lines: Any) -> FaceDown:
    """Units of these lines in a Reserve or face down in the stacks."""
    counts = (s.reserve if zone == RESERVE else s.stacks)[who] * lines
    shown = seat in (None, who)
    return FaceDown(
        cards=None if in_secret(s, who, seat) else int(counts.sum()),
        shown=units(s, who, counts) if shown else None,
        known={} if shown else units(s, who, s.known[seat, who, zone] * lines),
        known_to={agent_name(k): units(s, who, s.known[k, who, zone] * lines) for k in others(s, who)} if shown else {},
    )


def others(s: Any, who: int) -> list[int]:
    return [k for k in range(s.players) if k != who]


def kept(s: Any, who: int, seat: int | None) -> FaceDown:
    cards = held(s, Place.KEPT, who)
    shown = seat in (None, who)
    return FaceDown(
        cards=int(s.kept_n[who]),
        shown=copies(s, cards) if shown else None,
        known={} if shown else copies(s, seen(s, cards, seat)),
        known_to={agent_name(k): copies(s, seen(s, cards, k)) for k in others(s, who)} if shown else {},
    )


def seen(s: Any, cards: list[tuple[int, int]], seat: Any) -> list[tuple[int, int]]:
    """The Kept Cards that this seat has seen."""
    return [card for card in cards if s.seen[card] >> seat & 1]


def copies(s: Any, cards: list[tuple[int, int]]) -> Copies:
    """Conflict cards by name."""
    return dict(Counter(card_name(s, front, card) for front, card in cards))


# The middle


def deck(s: Any, front: int, seat: int | None) -> Deck:
    return Deck(
        name=SET_NAMES[set_of(s, front)],
        draw_pile=int(s.pile_n[front]),
        discards=copies(s, lying(s, front, Place.DISCARD)),
        to_come=points(s, lying(s, front, Place.DECK)),
        numbers=numbers_left(s, front, seat),
    )


def lying(s: Any, front: int, place: Place) -> list[tuple[int, int]]:
    """The cards of a Conflict deck in this place."""
    return [card for card in held(s, place) if card[0] == front]


def card(s: Any) -> Card:
    fought = battle(s, s.front, int(s.card))
    words = battle_words(s, fought) if fought else ORDERS[Kind(KINDS[s.card])].words
    return Card(
        name=card_name(s, s.front, s.card),
        player=agent_name(int(s.mover)),
        words=words,
        victory_points=fought.vp if fought else 0,
    )


def fight(s: Any) -> Battle:
    return Battle(
        raid=bool(s.raid),
        fought_again=bool(s.refight),
        flipped=bool(s.fighting),
        ground=bool(s.ground),
        round=int(s.rounds),
        firing_phase=int(s.fire_phase),
        aggressor=force(s, 0),
        defender=force(s, 1),
    )


def force(s: Any, side: int) -> Force:
    seats = army(s, side)
    return Force(
        players=[agent_name(who) for who in seats],
        classes=[name for kind, name in enumerate(CLASS_NAMES) if s.called[side] >> kind & 1],
        units=[fighter(s, who, line) for who in seats for line in s.standing[who].nonzero()[0].tolist()],
    )


def fighter(s: Any, who: int, line: int) -> Unit:
    attack, defense = in_battle(s, who, line)
    return Unit(
        player=agent_name(who),
        unit=unit(s, who, line),
        stack=CLASS_NAMES[KIND[line]],
        copies=int(s.standing[who, line]),
        phase=int(PHASE[line]),
        attack=dict(zip(CLASS_NAMES, attack, strict=True)),
        defense=dict(zip(CLASS_NAMES, defense, strict=True)),
        ready=int(s.ready[who, line]),
        lent=int(s.lent[who, line]),
    )


def shot(s: Any) -> Shot:
    power, guard, hits = aimed(s) if s.phase in AIMED else (None, None, None)
    return Shot(
        shooter=one(s, s.shooter_seat, s.shooter),
        target=one(s, s.target_seat, s.target) if s.phase in AIMED else None,
        attack=power,
        defense=guard,
        boost=int(s.boost),
        guard=int(s.guard),
        hits=hits,
    )


def one(s: Any, who: int, line: int) -> One:
    return One(player=agent_name(int(who)), unit=unit(s, int(who), int(line)))
