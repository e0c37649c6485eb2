"""What a seat of War on Terror may know."""

from __future__ import annotations

from typing import Any

from ..core.jit import rule
from ..core.record import Record, i8
from .actions import OTHERS
from .board import LANDS, VALUE
from .cards import FEATURES, KINDS, MARKS, POINTS
from .rules.contest import clockwise, target_points
from .rules.knowledge import aware
from .state import (
    DECK_SIZE,
    MOST_COPIES,
    MOST_POINTS,
    MOST_TOTAL,
    MOST_VALUE,
    ROW,
    SEATS,
    TARGET,
    Effect,
    State,
)

PHASES = 7
MOST_HAND = 40


class Observation(Record):
    """Seats are own, then the others clockwise; card axes run over the 36 kinds; absent seats are zeros.

    Discards need no part of their own: every copy is in one of hand, known, loose, a row, or among them.
    """

    hand: Any = i8(KINDS, most=MOST_COPIES)  # own hand
    known: Any = i8(OTHERS, KINDS, most=MOST_COPIES)  # copies known for certain to be in another's hand
    aware: Any = i8(OTHERS, KINDS, most=MOST_COPIES)  # copies of the own hand that this other is sure to know of
    loose: Any = i8(KINDS, most=MOST_COPIES)  # copies in the deck or in other hands, nobody told where
    row: Any = i8(SEATS, ROW, MARKS)  # type and ability of each card on the table, one-hot; plain is no ability
    row_points: Any = i8(SEATS, ROW, most=MOST_POINTS)  # its force points, face up or not
    row_up: Any = i8(SEATS, ROW)  # it lies face up
    total: Any = i8(SEATS, most=MOST_TOTAL)  # force points face up
    laid: Any = i8(SEATS, most=ROW)  # cards put down in this contest
    hand_n: Any = i8(SEATS, most=MOST_HAND)  # cards in each hand, 40 for more
    points: Any = i8(SEATS, most=TARGET + MOST_VALUE)  # victory points
    won: Any = i8(SEATS, LANDS)  # countries won
    present: Any = i8(SEATS)  # seats that are taken
    tied: Any = i8(SEATS)  # fights out the extra inning
    first: Any = i8(SEATS)  # opens the rounds of this contest
    to_come: Any = i8(SEATS)  # has not had his turn in this round
    acting: Any = i8(SEATS)  # is to act
    actor: Any = i8(SEATS)  # played the card being resolved
    country: Any = i8(LANDS)  # the country fought over
    left: Any = i8(LANDS)  # countries still in their deck
    value: Any = i8(most=MOST_VALUE)  # victory points fought for
    target_points: Any = i8(most=TARGET)  # victory points that win the game
    rounds_left: Any = i8(most=MOST_VALUE)  # this one included
    extra: Any = i8()  # the extra inning
    second: Any = i8()  # the second card of a turn is asked for or carried out
    phase: Any = i8(PHASES)  # play, turn, strike, yield, prevent, take, swap
    stage: Any = i8()  # the country's instruction is carried out, not the card's words
    turns_left: Any = i8(most=2)  # cards that its words may still turn over
    card: Any = i8(MARKS)  # the card being resolved
    card_points: Any = i8(most=MOST_POINTS)  # points of the card being resolved
    target: Any = i8(SEATS, ROW)  # the card about to be turned down
    draw_n: Any = i8(most=DECK_SIZE)  # cards in the deck
    discard_n: Any = i8(most=DECK_SIZE)  # cards among the discards


@rule
def observe(s: State, seat: int, o: Observation) -> None:
    """WT-12, WT-R31: own hand, what lies open, the counts, and what trades showed."""
    observe_cards(s, seat, o)
    for i in range(s.players):
        observe_seat(s, clockwise(s, seat, i), i, o)
    observe_contest(s, o)
    observe_resolution(s, o)


@rule
def observe_cards(s: State, seat: int, o: Observation) -> None:
    """WT-R31: copy by copy, where the cards are as far as the seat can know."""
    hand = s.hand[seat]
    for k in range(KINDS):
        o.hand[k] = hand[k + 1]
        o.loose[k] = s.hidden[k + 1] - hand[k + 1]
    for i in range(1, s.players):
        other = clockwise(s, seat, i)
        known, theirs = s.known[seat, other], aware(s, seat, other)
        for k in range(KINDS):
            o.known[i - 1, k] = known[k + 1]
            o.aware[i - 1, k] = theirs[k + 1]
            o.loose[k] -= known[k + 1]


@rule
def observe_seat(s: State, who: int, i: int, o: Observation) -> None:
    """What lies before one player, and what everybody can count."""
    for slot in range(ROW):
        card = s.row[who, slot]
        o.row_points[i, slot] = POINTS[card]
        o.row_up[i, slot] = s.up[who, slot]
        o.target[i, slot] = s.target == who * ROW + slot
        for mark in range(MARKS):
            o.row[i, slot, mark] = FEATURES[card, mark]
    o.total[i] = s.total[who]
    o.laid[i] = s.laid[who]
    o.hand_n[i] = min(s.hand_n[who], MOST_HAND)
    o.points[i] = s.points[who]
    for k in range(LANDS):
        o.won[i, k] = s.won[who, k + 1]
    o.present[i] = 1
    o.tied[i] = s.tied[who]
    o.first[i] = s.first == who
    o.to_come[i] = clockwise(s, who, s.players - s.first) > s.place and (s.tied[who] or not s.extra)
    o.acting[i] = s.turn == who and not s.over
    o.actor[i] = s.card != 0 and s.actor == who


@rule
def observe_contest(s: State, o: Observation) -> None:
    """The country fought over, and how far the fight has come."""
    for k in range(LANDS):
        o.country[k] = s.country == k + 1
        o.left[k] = s.left[k + 1]
    o.value = VALUE[s.country]
    o.target_points = target_points(s)
    o.rounds_left = max(0, VALUE[s.country] - s.rounds_done)
    o.extra = s.extra
    o.draw_n = s.draw_n
    o.discard_n = s.discard_n


@rule
def observe_resolution(s: State, o: Observation) -> None:
    """The decision that is asked, and the card it comes from."""
    for phase in range(PHASES):
        o.phase[phase] = s.phase == phase
    o.second = s.second
    if s.card != 0:
        o.stage = s.stage
        o.turns_left = s.turns_left if s.effect == Effect.TURN else 0
        o.card_points = POINTS[s.card]
        for mark in range(MARKS):
            o.card[mark] = FEATURES[s.card, mark]
