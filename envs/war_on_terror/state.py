"""A game of War on Terror as one record."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ..core.record import Record, i8, u64
from .board import LANDS
from .cards import DECK, KINDS

SEATS = 4
CARDS = KINDS + 1  # with card 0, which is none
COUNTRIES = LANDS + 1  # with country 0, which is none
DECK_SIZE = len(DECK)
ROW = 6  # cards before a player at most: five rounds and an extra inning
NOWHERE = -1

TARGET = 10  # victory points that win
TARGET_OF_FOUR = 9
MOST_COPIES = 6
MOST_POINTS = 6
MOST_TOTAL = ROW * MOST_POINTS
MOST_VALUE = 5


class Phase(IntEnum):
    PLAY = 0  # a card of the hand, or pass
    TURN = 1  # a card of another player to turn over, or none
    STRIKE = 2  # a face-up card of another player to turn down
    YIELD = 3  # an own card to turn down
    PREVENT = 4  # a prevent card to keep an own card up, or none
    TAKE = 5  # a card on the table for the trade card
    SWAP = 6  # a player to trade hands with
    OVER = 7


class Effect(IntEnum):
    """What of a played card, or of the country, is being carried out."""

    NONE = 0
    TURN = 1
    STRIKE = 2
    EACH = 3
    TAKE = 4
    SWAP = 5


class Stage(IntEnum):
    TEXT = 0  # the words on the card
    COUNTRY = 1  # the country's instruction


class State(Record):
    """WT-R48: hands may grow to the whole deck. The decks have no order, their luck is taken when a card is drawn."""

    rng: Any = u64()  # luck still to come
    players: int = i8(most=SEATS)  # 2 to 4
    turn: int = i8(most=SEATS - 1)  # seat to act
    over: int = i8()  # 1 when the game has ended
    phase: int = i8(most=Phase.OVER)  # Phase
    country: int = i8(most=LANDS)  # the country fought over
    left: Any = i8(COUNTRIES)  # 1 while the country is in its deck
    contest: int = i8(most=LANDS)  # from 1
    dealer: int = i8(most=SEATS - 1)
    first: int = i8(most=SEATS - 1)  # seat that opens the rounds of the contest
    rounds_done: int = i8(most=ROW)
    place: int = i8(most=SEATS)  # turns taken in the round
    extra: int = i8()  # 1 in the extra inning
    tied: Any = i8(SEATS)  # 1 for those who fight out the extra inning
    second: int = i8()  # 1 while the second card of a turn is asked for or carried out
    actor: int = i8(most=SEATS - 1)  # seat that played the card being resolved
    card: int = i8(most=KINDS)  # that card, 0 between plays
    stage: int = i8()  # Stage
    effect: int = i8(most=Effect.SWAP)  # Effect
    turns_left: int = i8(most=2)  # cards that may still be turned over, while that is the effect
    spent: int = i8(most=SEATS * ROW - 1, least=NOWHERE)  # place already tried by the same card, seat * ROW + slot
    asked: int = i8(most=SEATS)  # players already asked to turn an own card down
    target: int = i8(most=SEATS * ROW - 1, least=NOWHERE)  # place about to be turned down, seat * ROW + slot
    points: Any = i8(SEATS, most=TARGET + MOST_VALUE)  # victory points
    countries: Any = i8(SEATS, most=LANDS)  # countries won
    won: Any = i8(SEATS, COUNTRIES)  # [seat, country] 1 for those
    winner: Any = i8(SEATS)  # [seat] 1 for those who share the victory
    hand: Any = i8(SEATS, CARDS, most=MOST_COPIES)  # [seat, card] copies held
    hand_n: Any = i8(SEATS, most=DECK_SIZE)
    laid: Any = i8(SEATS, most=ROW)  # cards put down in this contest
    row_n: Any = i8(SEATS, most=ROW)
    row: Any = i8(SEATS, ROW, most=KINDS)  # cards lying before each player, oldest first
    up: Any = i8(SEATS, ROW)  # 1 for those that lie face up
    total: Any = i8(SEATS, most=MOST_TOTAL)  # force points that lie face up
    lots: Any = i8(CARDS, most=MOST_COPIES)  # cards drawn to break a tie, still on the table
    draw_n: int = i8(most=DECK_SIZE)
    draw: Any = i8(DECK_SIZE, most=KINDS)  # cards of the deck in no order
    discard_n: int = i8(most=DECK_SIZE)
    discarded: Any = i8(CARDS, most=MOST_COPIES)
    hidden: Any = i8(CARDS, most=MOST_COPIES)  # copies in hands and deck
    known: Any = i8(SEATS, SEATS, CARDS, most=MOST_COPIES)  # [observer, holder, card] copies surely in that hand
    shown: Any = i8(SEATS, CARDS, most=MOST_COPIES)  # [holder, card] copies that all know to be in that hand
    giver: Any = i8(SEATS, most=SEATS - 1, least=NOWHERE)  # [holder] whose hand that was before they traded
