"""A game of Cards of War as one record."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ..core.record import Record, i8, i16, u64
from .cards import DECK, KINDS

SEATS = 2
BATTLES = 3
CARDS = KINDS + 1  # with card 0, which is none
DECK_SIZE = len(DECK)
THEATRES = 5  # with theatre 0, which is none

HAND_SIZE = 8
TO_WIN = 15  # points that win a battle
NORMAL_ROUNDS = 3
LONG_LEAD = 3
MOST_ROUNDS = 41
MOST_DEPLOYED = 120  # in a round, tested at the end of a turn
FATAL_HAND = 3  # with strategic exhaustion


class Length(IntEnum):
    SHORT = 0
    NORMAL = 1
    LONG = 2


class Phase(IntEnum):
    DEPLOY = 0  # the card of a turn
    REINFORCE = 1  # a further card of the hand
    CHOOSE = 2  # the card just drawn, or the top discard
    OVER = 3


class State(Record):
    """Cards are kinds, 1 to 44; a draw pile has no order, its luck is taken when a card is drawn."""

    rng: Any = u64()  # luck still to come
    players: int = i8()  # always 2
    length: int = i8()  # Length
    alternative_reinforce: int = i8()
    theatres_of_war: int = i8()
    tactical_advantage: int = i8()
    strategic_exhaustion: int = i8()
    joint_deployment: int = i8()
    two_decks: int = i8()
    turn: int = i8()  # seat to act
    over: int = i8()  # 1 when the game has ended
    phase: int = i8()  # Phase
    round_no: int = i8()  # from 1
    starter: int = i8()  # seat that opened the round
    winner: int = i8()  # seat + 1; 0 while undecided and for a drawn game
    drawn: int = i8()  # the card that Reinforce drew, in Phase.CHOOSE
    deployed: int = i16()  # cards deployed in the round
    rounds_won: Any = i8(SEATS)
    hand_size: Any = i8(SEATS)  # hand size, before tactical advantage
    limit: Any = i8(SEATS)  # hand size in this round
    cut: Any = i8(SEATS)  # cards drawn for the start
    hand: Any = i8(SEATS, CARDS)  # [seat, card] copies held
    hand_n: Any = i8(SEATS)
    won: Any = i8(BATTLES)  # seat + 1 of the winner, 0 while open
    theatre: Any = i8(BATTLES)  # Theatre fixed by the first deployment, with theatres of war
    total: Any = i8(SEATS, BATTLES)  # points
    pile_n: Any = i8(SEATS, BATTLES)
    pile: Any = i8(SEATS, BATTLES, DECK_SIZE)  # cards, bottom first
    draw_n: Any = i8(SEATS)  # one deck: row 0 serves both
    draw: Any = i8(SEATS, DECK_SIZE)  # [deck, place] cards in no order
    discard_n: Any = i8(SEATS)
    discard: Any = i8(SEATS, DECK_SIZE)  # [deck, place] cards, oldest first
    discarded: Any = i8(SEATS, CARDS)  # [deck, card] copies among the discards
    hidden: Any = i8(SEATS, CARDS)  # [deck, card] copies in hands and draw pile
    reported: Any = i8(SEATS, THEATRES)  # [seat, theatre] cards the seat still holds for certain, by Recon
