"""What a seat of Cards of War may know."""

from __future__ import annotations

from typing import Any

from ..core.jit import rule
from ..core.record import Record, i8
from .cards import KINDS, TYPES
from .rules.piles import count_unseen, deck_of, top_discard, worth
from .state import (
    BATTLES,
    DECK_SIZE,
    HAND_SIZE,
    MOST_COPIES,
    MOST_DEPLOYED,
    MOST_HAND,
    MOST_ROUNDS,
    MOST_SCORE,
    MOST_TOTAL,
    SEATS,
    Phase,
    State,
)

LETTERS = 8  # types a card can have
LENGTHS = 3
PHASES = 3


class Observation(Record):
    """Seats are own, other; card axes run over the 44 kinds."""

    hand: Any = i8(KINDS, most=MOST_COPIES)  # own hand
    unseen: Any = i8(KINDS, most=MOST_COPIES)  # copies that the other holds or may draw
    own_draw: Any = i8(KINDS, most=MOST_COPIES)  # two decks: copies in the own draw pile
    discarded: Any = i8(SEATS, KINDS, most=MOST_COPIES)  # own (or common) discards, the other's
    top_discard: Any = i8(SEATS, KINDS)  # on top of the own (or common) discards, of the other's
    drawn: Any = i8(KINDS)  # the card that alternative Reinforce drew, own turn only
    reported: Any = i8(SEATS, 4, most=MOST_HAND)  # cards a hand still holds for certain, by Recon
    top_types: Any = i8(SEATS, BATTLES, LETTERS)  # the top card of each pile
    top_worth: Any = i8(SEATS, BATTLES, most=MOST_SCORE)  # points it makes there
    next_types: Any = i8(SEATS, BATTLES, LETTERS)  # the card below it
    next_worth: Any = i8(SEATS, BATTLES, most=MOST_SCORE)  # points it makes once it is on top
    total: Any = i8(SEATS, BATTLES, most=MOST_TOTAL)  # points of each pile
    pile_n: Any = i8(SEATS, BATTLES, most=DECK_SIZE)  # cards in each pile
    won: Any = i8(SEATS, BATTLES)  # battles won by own, by other
    theatre: Any = i8(BATTLES, 4)  # fixed theatre, with theatres of war
    hand_n: Any = i8(SEATS, most=MOST_HAND)  # cards in hand
    limit: Any = i8(SEATS, most=MOST_HAND)  # hand size of this round
    hand_size: Any = i8(SEATS, most=HAND_SIZE)  # hand size without tactical advantage
    draw_n: Any = i8(SEATS, most=DECK_SIZE)  # cards in own (or common), other's draw pile
    discard_n: Any = i8(SEATS, most=DECK_SIZE)  # cards in own (or common), other's discards
    rounds_won: Any = i8(SEATS, most=MOST_ROUNDS)  # rounds won so far
    round_no: Any = i8(most=MOST_ROUNDS)  # the round, from 1
    deployed: Any = i8(most=MOST_DEPLOYED)  # cards deployed in the round
    started: Any = i8()  # the own seat opened the round
    acting: Any = i8()  # the own seat is to act
    phase: Any = i8(PHASES)  # deploy, reinforce, choose
    length: Any = i8(LENGTHS)  # short, normal, long
    alternative_reinforce: Any = i8()  # option
    theatres_of_war: Any = i8()  # option
    tactical_advantage: Any = i8()  # option
    strategic_exhaustion: Any = i8()  # option
    joint_deployment: Any = i8()  # option
    two_decks: Any = i8()  # option


@rule
def observe(s: State, seat: int, o: Observation) -> None:
    """CW-12, CW-18, CW-R31: own hand, all that lies open or once did, and what counts and reports tell."""
    observe_cards(s, seat, o)
    observe_piles(s, seat, o)
    observe_counts(s, seat, o)
    o.alternative_reinforce = s.alternative_reinforce
    o.theatres_of_war = s.theatres_of_war
    o.tactical_advantage = s.tactical_advantage
    o.strategic_exhaustion = s.strategic_exhaustion
    o.joint_deployment = s.joint_deployment
    o.two_decks = s.two_decks


@rule
def observe_cards(s: State, seat: int, o: Observation) -> None:
    """CW-R31: card by card, where the copies are as far as the seat can know."""
    own, its = deck_of(s, seat), deck_of(s, 1 - seat)
    for k in range(KINDS):
        o.hand[k] = s.hand[seat, k + 1]
        o.discarded[0, k] = s.discarded[own, k + 1]
        o.discarded[1, k] = s.discarded[its, k + 1]
    count_unseen(s, seat, o.unseen)
    if s.two_decks:
        for k in range(KINDS):
            o.own_draw[k] = s.hidden[own, k + 1] - s.hand[seat, k + 1]
    for i in range(SEATS):
        deck = deck_of(s, seat ^ i)
        if s.discard_n[deck] > 0:
            o.top_discard[i, top_discard(s, deck) - 1] = 1
    if s.phase == Phase.CHOOSE and s.turn == seat:
        o.drawn[s.drawn - 1] = 1


@rule
def observe_piles(s: State, seat: int, o: Observation) -> None:
    """CW-12, CW-26, CW-37: totals, and the two uppermost cards of each pile."""
    for i in range(SEATS):
        who = seat ^ i
        for battle in range(BATTLES):
            n = s.pile_n[who, battle]
            o.total[i, battle] = s.total[who, battle]
            o.pile_n[i, battle] = n
            o.won[i, battle] = s.won[battle] == who + 1
            top = s.pile[who, battle, n - 1] if n > 0 else 0
            below_top = s.pile[who, battle, n - 2] if n > 1 else 0
            o.top_worth[i, battle] = worth(s, battle, top)
            o.next_worth[i, battle] = worth(s, battle, below_top)
            for letter in range(LETTERS):
                o.top_types[i, battle, letter] = (TYPES[top] >> letter) & 1
                o.next_types[i, battle, letter] = (TYPES[below_top] >> letter) & 1
    for battle in range(BATTLES):
        for theatre in range(4):
            o.theatre[battle, theatre] = s.theatre[battle] == theatre + 1


@rule
def observe_counts(s: State, seat: int, o: Observation) -> None:
    """CW-18, CW-R31: hand sizes, reports, piles to draw from, and where the game stands."""
    for i in range(SEATS):
        who = seat ^ i
        o.hand_n[i] = s.hand_n[who]
        o.limit[i] = s.limit[who]
        o.hand_size[i] = s.hand_size[who]
        o.rounds_won[i] = s.rounds_won[who]
        o.draw_n[i] = s.draw_n[deck_of(s, who)]
        o.discard_n[i] = s.discard_n[deck_of(s, who)]
        for theatre in range(4):
            o.reported[i, theatre] = s.reported[who, theatre + 1]
    o.round_no = s.round_no
    o.deployed = min(s.deployed, MOST_DEPLOYED)
    o.started = s.starter == seat
    o.acting = s.turn == seat
    for phase in range(PHASES):
        o.phase[phase] = s.phase == phase
    for length in range(LENGTHS):
        o.length[length] = s.length == length
