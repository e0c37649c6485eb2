"""A game of Global Domination as one record."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ..core.record import Record, i8, i16, u64
from .board import PLACES, REGIONS
from .cards import KINDS

SEATS = 6
TYPES = KINDS - 1  # of Action cards, all but Domination
STACKS = 10  # of them in play
START_CARDS = 4
START_LOGISTICS = 4
MOST_LOGISTICS = 10  # the right end of the track
MORE_COPIES = 4  # a stack has as many cards as there are players, and these
NOT_IN_PLAY = -1
MOST_COPIES = SEATS + MORE_COPIES
MOST_OWNED = STACKS * MOST_COPIES + START_CARDS  # cards of one seat
MOST_TURNS = 12
MOST_VP = 10_000

STRUGGLING, FULL = 1, 2


class Phase(IntEnum):
    TURN = 0  # a card of the hand to use, or the end of the turn
    WAY = 1  # how to use it
    AREA = 2  # an Area for a point, or no more of them
    SECOND = 3  # the second card to discard
    TAKE = 4  # a stack to take a card from
    VICTIM = 5  # an opponent
    INTERRUPT = 6  # a card out of turn, or none


class Way(IntEnum):
    """GD-44: the five ways to use a card."""

    BUILD = 0
    ATTACK = 1
    TEXT = 2
    DISCARD_1 = 3
    DISCARD_2 = 4


PHASES, WAYS = len(Phase), len(Way)


class State(Record):
    """GD-15, GD-32, GD-33, GD-R39, GD-R41, GD-R43: decks have no order, their luck is taken when a card is drawn."""

    rng: Any = u64()  # luck still to come
    players: int = i8(most=SEATS)  # 2 to 6
    game_turns: int = i8(most=MOST_TURNS)  # 3 to 12
    rotate_first: int = i8()  # 1 if the First Player's marker moves
    stacks: Any = i8(TYPES)  # [type] 1 for those chosen by name; none: ten at random
    turn: int = i8(most=SEATS - 1)  # seat to act
    over: int = i8()  # 1 when the game has ended
    phase: int = i8(most=Phase.INTERRUPT)  # Phase
    game_turn: int = i8(most=MOST_TURNS)  # square of the Turn Track, 0 for its Start
    first: int = i8(most=SEATS - 1)  # seat with the marker
    mover: int = i8(most=SEATS - 1)  # seat whose turn it is
    used: int = i8()  # 1 after it has used a card
    scoring: int = i8()  # 1 in the scoring step
    asking: int = i8(most=SEATS - 1)  # seat asked next whether it plays out of turn
    to_ask: int = i8(most=SEATS)  # seats still to be asked, from that one on
    user: int = i8(most=SEATS - 1)  # seat that uses a card
    card: int = i8(most=KINDS - 1)  # that card
    way: int = i8(most=Way.DISCARD_2)  # Way
    spent: int = i8()  # 1 after a point of the use was spent
    offered: int = i8()  # 1 when Bio Weapons have been handed on
    builds: int = i8(most=14)  # points left for Builds,
    reductions: int = i8(most=2 * PLACES)  # for Reductions,
    either: int = i8(most=6)  # for either
    regions: int = i8(most=(1 << REGIONS) - 1)  # set of Regions left
    due: Any = i8(SEATS, most=PLACES // 2)  # Reductions that a Megastorm still makes on each seat
    passed: Any = i8(SEATS)  # 1 for those who pass for the rest of the game turn
    blocked: Any = i8(SEATS)  # 1 for those who get nothing for Region Monopolies
    vp: Any = i16(SEATS, most=MOST_VP)  # victory points
    logistics: Any = i8(SEATS, most=MOST_LOGISTICS)  # square of the Logistical track
    owner: Any = i8(PLACES, most=SEATS)  # [Area] seat + 1 of the Force there, 0 for none
    strength: Any = i8(PLACES, most=FULL)  # [Area] STRUGGLING or FULL, 0 for no Force
    stock: Any = i8(KINDS, most=MOST_COPIES, least=NOT_IN_PLAY)  # cards left in each stack, or NOT_IN_PLAY
    hand_n: Any = i8(SEATS, most=MOST_OWNED)
    deck_n: Any = i8(SEATS, most=MOST_OWNED)
    hand: Any = i8(SEATS, KINDS, most=MOST_COPIES)  # [seat, card] copies
    deck: Any = i8(SEATS, KINDS, most=MOST_COPIES)  # ... in the Draw Deck
    discard: Any = i8(SEATS, KINDS, most=MOST_COPIES)  # ... in the Discard Pile
    known: Any = i8(SEATS, KINDS, most=MOST_COPIES)  # ... that the whole table knows to be in the hand
