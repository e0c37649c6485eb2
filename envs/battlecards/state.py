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
from .units import FIRE_PHASES, LINES, PACKS

SEATS, DECKS = 4, 2
MOST_UNITS = 120  # of a line, and of all lines in one place
MOST_ROUNDS = 10
MOST_TURNS = 2_000
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
    """BC-R93, BC-R84: a deck has no order, its luck is taken when a card is drawn."""

    rng: Any = u64()  # luck still to come
    players: int = i8(most=SEATS)  # 2 or 4
    theatre: int = i8(most=Theatre.COMBINED)
    expansions: Any = i8(PACKS)  # [pack] 1 for those played
    turn_cap: int = i16(most=MOST_TURNS)  # turns after which points decide
    turn: int = i8(most=SEATS - 1)  # seat to act
    over: int = i8()  # 1 when the game has ended
    phase: int = i8(most=Phase.REBUILD)  # Phase
    turns: int = i16(most=MOST_TURNS)  # turns taken
    mover: int = i8(most=SEATS - 1)  # seat whose turn it is
    winner: int = i8(most=2)  # side + 1 once the game is over, 0 for a draw
    place: Any = i8(DECKS, CARDS, most=Place.WON + SEATS - 1)  # [deck, card] Place
    seen: Any = i8(DECKS, CARDS, most=(1 << SEATS) - 1)  # [deck, card] set of seats that know this Kept Card
    exiled: Any = i8(SEATS)  # 1 for those whose homeland is in enemy hands
    deck: Any = i8(SEATS, LINES, most=MOST_UNITS)  # [seat, line] cards in the Arsenal deck
    under: Any = i8(SEATS, LINES, most=MOST_UNITS)  # ... of Aid 3, below it
    discard: Any = i8(SEATS, LINES, most=MOST_UNITS)  # ... in the Arsenal discard pile
    reserve: Any = i8(SEATS, LINES, most=MOST_UNITS)  # ... in the Reserve
    stacks: Any = i8(SEATS, LINES, most=MOST_UNITS)  # ... deployed, not in the battle
    standing: Any = i8(SEATS, LINES, most=MOST_UNITS)  # ... in the battle
    ready: Any = i8(SEATS, LINES, most=MOST_UNITS)  # ... of these, yet to fire in this phase
    withdrawn: Any = i8(SEATS, LINES, most=MOST_UNITS)  # ... withdrawn from the battle
    lent: Any = i8(SEATS, LINES, most=MOST_UNITS)  # ... carriers that have lent their point this round
    known: Any = i8(SEATS, SEATS, 2, LINES, most=MOST_UNITS)  # [observer, owner, RESERVE or STACKS, line]
    crossed: Any = i8(2)  # [side] 1 once an Aid has mixed the partners' cards
    aided: int = i8()  # 1 after Aid 2 or 3 in this turn
    left: int = i8(most=MOST_UNITS)  # cards that may yet be deployed or moved
    offer: int = i8(most=LINES - 1)  # line offered to the ally
    card: int = i8(most=CARDS - 1)  # Conflict card being resolved
    front: int = i8(most=DECKS - 1)  # its deck
    attacker: int = i8(most=SEATS - 1)  # commander of the aggressor
    defender: int = i8(most=SEATS - 1)  # commander of the other side
    called: Any = i8(2, most=ALL_CLASSES)  # classes of the aggressor and of the defender, as sets
    fighting: int = i8()  # 1 from the flip to the end of a battle
    joint: int = i8()  # 1 when the partners are called
    refight: int = i8()  # 1 for a Counterattack
    raid: int = i8()
    began_ground: int = i8()  # 1 if the defender began with a Ground unit
    rounds: int = i8(most=MOST_ROUNDS)
    fire_phase: int = i8(most=FIRE_PHASES)
    side: int = i8()  # which side is asked: 0 the aggressor, 1 the defender
    shooter: int = i8(most=LINES - 1)
    shooter_seat: int = i8(most=SEATS - 1)
    target: int = i8(most=LINES - 1)
    target_seat: int = i8(most=SEATS - 1)
    boost: int = i8(most=100)  # Attack added to the shot
    guard: int = i8(most=100)  # Defense added against it
