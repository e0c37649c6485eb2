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
MOST_COPIES = 3
MOST_SCORE = 6
MOST_HAND = HAND_SIZE + 1
MOST_TOTAL = TO_WIN - 1 + MOST_SCORE


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
    players: int = i8(most=SEATS)  # always 2
    length: int = i8(most=Length.LONG)  # Length
    alternative_reinforce: int = i8()
    theatres_of_war: int = i8()
    tactical_advantage: int = i8()
    strategic_exhaustion: int = i8()
    joint_deployment: int = i8()
    two_decks: int = i8()
    turn: int = i8()  # seat to act
    over: int = i8()  # 1 when the game has ended
    phase: int = i8(most=Phase.OVER)  # Phase
    round_no: int = i8(most=MOST_ROUNDS)  # from 1
    starter: int = i8()  # seat that opened the round
    winner: int = i8(most=SEATS)  # seat + 1; 0 while undecided and for a drawn game
    drawn: int = i8(most=KINDS)  # the card that Reinforce drew, in Phase.CHOOSE
    deployed: int = i16(most=MOST_DEPLOYED + 2)  # cards deployed in the round
    rounds_won: Any = i8(SEATS, most=MOST_ROUNDS)
    hand_size: Any = i8(SEATS, most=HAND_SIZE)  # hand size, before tactical advantage
    limit: Any = i8(SEATS, most=MOST_HAND)  # hand size in this round
    cut: Any = i8(SEATS, most=KINDS)  # cards drawn for the start
    hand: Any = i8(SEATS, CARDS, most=MOST_COPIES)  # [seat, card] copies held
    hand_n: Any = i8(SEATS, most=MOST_HAND)
    won: Any = i8(BATTLES, most=SEATS)  # seat + 1 of the winner, 0 while open
    theatre: Any = i8(BATTLES, most=THEATRES - 1)  # Theatre fixed by the first deployment, with theatres of war
    total: Any = i8(SEATS, BATTLES, most=MOST_TOTAL)  # points
    pile_n: Any = i8(SEATS, BATTLES, most=DECK_SIZE)
    pile: Any = i8(SEATS, BATTLES, DECK_SIZE, most=KINDS)  # cards, bottom first
    draw_n: Any = i8(SEATS, most=DECK_SIZE)  # one deck: row 0 serves both
    draw: Any = i8(SEATS, DECK_SIZE, most=KINDS)  # [deck, place] cards in no order
    discard_n: Any = i8(SEATS, most=DECK_SIZE)
    discard: Any = i8(SEATS, DECK_SIZE, most=KINDS)  # [deck, place] cards, oldest first
    discarded: Any = i8(SEATS, CARDS, most=MOST_COPIES)  # [deck, card] copies among the discards
    hidden: Any = i8(SEATS, CARDS, most=MOST_COPIES)  # [deck, card] copies in hands and draw pile
    reported: Any = i8(SEATS, THEATRES, most=MOST_HAND)  # [seat, theatre] cards a hand still holds, by Recon
