"""A game of Battlecards as one record.

Seats: in a single theatre the Axis has seat 0, the Allies seat 1; combined Germany 0, Britain 1, Japan 2, the US 3. So
a seat's side is `seat & 1`, its opponent in the theatre `seat ^ 1`, its partner `seat ^ 2`, its Conflict deck
`seat >> 1`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ..core.record import Record, i8, i16, u64
from .conflict import ALL_CLASSES, CARDS
from .units import COPIES, FIRE_PHASES, LINES, PACK_COPIES, PACKS

SEATS, DECKS, SIDES = 4, 2, 2
US = 3  # seat in the combined game
MOST_ALIKE = 24  # units of a line in the whole combined game
MOST_UNITS = SEATS * int(COPIES.sum()) + 2 * int(PACK_COPIES.sum())  # of all lines
UNDER = (1, SEATS, LINES)  # block of the numbers of cards that lie under a deck: whose deck, which line; 0 is none
MOST_ROUNDS = 10
MOST_TURNS = 2_000
MOST_VP = 120  # of one seat
TURN_CAP, COMBINED_TURN_CAP = 600, 900
START_RESERVE, START_DEPLOYED = 6, 3
AID_CARDS = 3


class Theatre(IntEnum):
    PACIFIC = 0
    EUROPE = 1
    COMBINED = 2


class Phase(IntEnum):
    SETUP = 0  # a card to deploy
    TURN = 1  # what to do with the turn
    COUNTER = 2  # a battle to fight again
    AID_1 = 3  # a deployed card for the ally
    OFFER = 4  # a Reserve card for the ally
    ANSWER = 5  # one in return, or none
    DEPLOY = 6  # a card to deploy, or no more
    TRIM = 7  # a Reserve card to discard
    AIM = 8  # an opponent's stack, Reserve or Kept Cards
    SALVAGE = 9  # a card of the Arsenal discard pile
    ATTACK = 10  # to attack or not
    TAKE = 11  # to take a battle or to raid
    HOMELAND = 12  # emergency deployment before an invasion
    SABOTAGE = 13  # a commander or Leader of the enemy
    SHOOTER = 14  # a unit to fire, or to hold
    TARGET = 15  # what it fires at
    KILL = 16  # whom it kills without a shot
    BOOST = 17  # a carrier or Kept Card for the shot, or none
    GUARD = 18  # a Kept Card against it, or none
    WITHDRAW = 19  # a unit to withdraw, or no more
    MOVE = 20  # a unit that goes to the partner's stacks, or no more
    REBUILD = 21  # a card to deploy after liberation


class Place(IntEnum):
    """Where a Conflict card is."""

    DECK = 0
    DISCARD = 1
    ASIDE = 2  # being resolved
    ABSENT = 3  # of a pack that is not played
    KEPT = 4  # and the seat
    WON = 8  # and the seat


PHASES = len(Phase)
RESERVE, STACKS = 0, 1  # zones of what is known


class State(Record):
    """BC-R84, BC-R93: no deck has an order, its luck is taken when a card is drawn.

    BC-R92: only cards that Aid 3 laid under a deck have one, in a row for all decks; they are counted in the deck too.
    """

    rng: Any = u64()  # luck still to come
    players: int = i8(most=SEATS)  # 2 or 4
    theatre: int = i8(most=Theatre.COMBINED)  # Theatre
    expansions: Any = i8(PACKS)  # [pack] 1 for those played
    turn_cap: int = i16(most=MOST_TURNS, least=1)  # turns after which points decide
    turn: int = i8(most=SEATS - 1)  # seat to act
    over: int = i8()  # 1 when the game has ended
    phase: int = i8(most=Phase.REBUILD)  # Phase
    turns: int = i16(most=MOST_TURNS)  # turns taken
    mover: int = i8(most=SEATS - 1)  # seat whose turn it is
    winner: int = i8(most=SIDES)  # side + 1 once the game is over, 0 for a draw
    vp: Any = i8(SEATS, most=MOST_VP)  # victory points of the battles held
    exiled: Any = i8(SEATS)  # 1 for those whose homeland is in enemy hands
    place: Any = i8(DECKS, CARDS, most=Place.WON + SEATS - 1)  # [Conflict deck, card] Place
    seen: Any = i8(DECKS, CARDS, most=(1 << SEATS) - 1)  # ... set of other seats that know it as a Kept Card
    pile_n: Any = i8(DECKS, most=CARDS)  # cards left in the Conflict deck
    kept_n: Any = i8(SEATS, most=CARDS)  # Kept Cards, all of the own deck
    deck: Any = i8(SEATS, LINES, most=MOST_ALIKE)  # [seat, line] cards in the Arsenal deck
    discard: Any = i8(SEATS, LINES, most=MOST_ALIKE)  # ... in the Arsenal discard pile
    reserve: Any = i8(SEATS, LINES, most=MOST_ALIKE)  # ... in the Reserve
    stacks: Any = i8(SEATS, LINES, most=MOST_ALIKE)  # ... deployed, not in the battle
    standing: Any = i8(SEATS, LINES, most=MOST_ALIKE)  # ... in the battle
    ready: Any = i8(SEATS, LINES, most=MOST_ALIKE)  # ... of these, yet to fire in this phase
    lent: Any = i8(SEATS, LINES, most=MOST_ALIKE)  # ... of these, carriers that have lent their point this round
    withdrawn: Any = i8(SEATS, LINES, most=MOST_ALIKE)  # ... withdrawn from the battle
    under: Any = i8(MOST_UNITS, most=SEATS * LINES)  # cards of Arsenal decks that Aid 3 laid under them, oldest first
    known: Any = i8(SEATS, SEATS, 2, LINES, most=MOST_ALIKE)  # [observer, owner, RESERVE or STACKS, line]; own: to all
    crossed: Any = i8(SIDES)  # 1 once an Aid has mixed the partners' cards
    aided: int = i8()  # 1 after Aid 2 or 3 in this turn
    left: int = i8(most=AID_CARDS)  # cards that may yet be deployed or moved
    offer: int = i8(most=LINES - 1)  # line offered to the ally
    card: int = i8(most=CARDS - 1)  # Conflict card being resolved
    front: int = i8(most=DECKS - 1)  # its deck
    fighting: int = i8()  # 1 from the flip to the end of a battle
    refight: int = i8()  # 1 for a Counterattack
    raid: int = i8()  # 1 for a raid
    commander: Any = i8(SIDES, most=SEATS - 1)  # [aggressor, other side] seat
    called: Any = i8(SIDES, most=ALL_CLASSES)  # ... set of classes
    joint: Any = i8(SIDES)  # ... 1 when the commander's partner is called
    ground: int = i8()  # 1 if the aggressor wins as soon as the other side has no Ground unit
    rounds: int = i8(most=MOST_ROUNDS)  # the round, from 1
    fire_phase: int = i8(most=FIRE_PHASES)  # the firing phase, from 1
    side: int = i8()  # side asked: 0 the aggressor, 1 the other
    shooter: int = i8(most=LINES - 1)  # line that fires
    shooter_seat: int = i8(most=SEATS - 1)  # its owner
    target: int = i8(most=LINES - 1)  # line it fires at
    target_seat: int = i8(most=SEATS - 1)  # its owner
    boost: int = i8(most=100)  # Attack added to the shot
    guard: int = i8(most=100)  # Defense added against it
    freed: int = i8(most=SEATS)  # seat + 1 of who is liberated and has yet to deploy
