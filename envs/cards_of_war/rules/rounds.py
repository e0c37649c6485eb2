"""From the first deal to the last round: set-up, the end of a round, the end of the game."""

from __future__ import annotations

import numpy as np

from ...core.jit import rule
from ...core.luck import below
from ..cards import COPIES, DECK, SCORE
from ..state import (
    BATTLES,
    CARDS,
    DECK_SIZE,
    FATAL_HAND,
    HAND_SIZE,
    LONG_LEAD,
    MOST_ROUNDS,
    NORMAL_ROUNDS,
    SEATS,
    Length,
    Phase,
    State,
)
from .piles import discard_pile, draw, refill


@rule
def deal(s: State) -> None:
    """CW-01, CW-07, CW-09, CW-10, CW-52: the decks, the draw for the start, eight cards each."""
    for seat in range(SEATS):
        s.hand_size[seat] = HAND_SIZE
        s.limit[seat] = HAND_SIZE
    for deck in range(1 + s.two_decks):
        s.draw_n[deck] = DECK_SIZE
        for place in range(DECK_SIZE):
            s.draw[deck, place] = DECK[place]
        for card in range(CARDS):
            s.hidden[deck, card] = COPIES[card]
    s.round_no = 1
    s.starter = cut(s)
    for _ in range(HAND_SIZE):
        for seat in range(SEATS):
            draw(s, seat)
    open_round(s)


@rule
def cut(s: State) -> int:
    """CW-07, CW-R01: a card each, the higher score starts; equal scores are drawn again, all are put back."""
    while True:
        s.cut[0] = DECK[below(s, DECK_SIZE)]
        s.cut[1] = DECK[below(s, DECK_SIZE)]  # one card drawn twice scores the same, and so is drawn again
        if SCORE[s.cut[0]] != SCORE[s.cut[1]]:
            return 0 if SCORE[s.cut[0]] > SCORE[s.cut[1]] else 1


@rule
def open_round(s: State) -> None:
    """CW-08, CW-10: three empty piles each; the starter acts."""
    for battle in range(BATTLES):
        s.won[battle] = 0
        s.theatre[battle] = 0
        for seat in range(SEATS):
            s.total[seat, battle] = 0
            s.pile_n[seat, battle] = 0
    s.deployed = 0
    s.phase = Phase.DEPLOY
    s.turn = s.starter


@rule
def end_round(s: State) -> None:
    """CW-28, CW-R13, CW-R14: who has two battles wins it; open ones go to the higher total."""
    battles = np.zeros(SEATS, np.int8)
    for battle in range(BATTLES):
        if s.won[battle] != 0:
            battles[s.won[battle] - 1] += 1
        elif s.total[0, battle] > s.total[1, battle]:
            battles[0] += 1
        elif s.total[1, battle] > s.total[0, battle]:
            battles[1] += 1
    clear_table(s)
    if battles[0] >= 2 or battles[1] >= 2:
        winner = 0 if battles[0] >= 2 else 1
        s.rounds_won[winner] += 1
        s.starter = winner
    else:
        s.starter = 1 - s.starter
    change_hand_sizes(s, battles)
    if not s.over:
        judge(s)
    if s.over:
        s.phase = Phase.OVER
    else:
        open_next_round(s)


@rule
def clear_table(s: State) -> None:
    """CW-30, CW-R40: battles left to right, the starter's pile, then the other's."""
    for battle in range(BATTLES):
        discard_pile(s, s.starter, battle)
        discard_pile(s, 1 - s.starter, battle)


@rule
def change_hand_sizes(s: State, battles: np.ndarray) -> None:
    """CW-41, CW-42, CW-43, CW-R21: all three battles won give a card for a round, or cost the loser one for good."""
    for seat in range(SEATS):
        swept = battles[seat] == BATTLES
        if s.strategic_exhaustion and swept:
            s.hand_size[1 - seat] -= 1
            if s.hand_size[1 - seat] <= FATAL_HAND:
                finish(s, seat + 1)
    for seat in range(SEATS):
        extra = s.tactical_advantage and battles[seat] == BATTLES
        s.limit[seat] = s.hand_size[seat] + (1 if extra else 0)


@rule
def judge(s: State) -> None:
    """CW-32, CW-33, CW-34, CW-R17, CW-R18, CW-R19: is the game decided?"""
    lead = s.rounds_won[0] - s.rounds_won[1]
    if s.length == Length.SHORT:
        decided = True
    elif s.length == Length.NORMAL:
        decided = max(s.rounds_won[0], s.rounds_won[1]) == 2 or s.round_no == NORMAL_ROUNDS
    else:
        decided = abs(lead) >= LONG_LEAD or s.round_no == MOST_ROUNDS
    if decided:
        finish(s, 0 if lead == 0 else (1 if lead > 0 else 2))


@rule
def finish(s: State, winner: int) -> None:
    s.over = 1
    s.winner = winner


@rule
def open_next_round(s: State) -> None:
    """CW-08, CW-29, CW-R12, CW-R21: hands are kept and filled up, the starter's first."""
    s.round_no += 1
    open_round(s)
    refill(s, s.starter)
    refill(s, 1 - s.starter)


@rule
def payoff(s: State, seat: int) -> float:
    """1 for the winner, -1 for the loser, 0 for both in a drawn game."""
    if s.winner == 0:
        return 0.0
    return 1.0 if s.winner == seat + 1 else -1.0
