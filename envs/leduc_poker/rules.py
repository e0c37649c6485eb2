"""The rules of Leduc poker."""

from __future__ import annotations

import numpy as np

from ..core.jit import rule
from ..core.luck import below
from .actions import CALL, FOLD, RAISE
from .state import ANTE, CARDS, MOST_CHIPS, MOST_MOVES, MOST_RAISES, RAISES, RANKS, ROUNDS, SEATS, State

BET = np.array(RAISES, np.int8)


@rule
def deal(s: State) -> None:
    """A card each, one face down for later, an ante each; seat 0 opens."""
    s.card[0] = below(s, CARDS)
    s.card[1] = (s.card[0] + 1 + below(s, CARDS - 1)) % CARDS
    deal_board(s)
    s.stake[:] = ANTE


@rule
def deal_board(s: State) -> None:
    """Any card that nobody holds."""
    s.board = below(s, CARDS)
    while s.board == s.card[0] or s.board == s.card[1]:
        s.board = below(s, CARDS)


@rule
def legal(s: State, mask: np.ndarray) -> None:
    """Folding needs a raise to answer; two raises a round."""
    mask[FOLD] = s.stake[s.turn] < s.stake[1 - s.turn]
    mask[CALL] = 1
    mask[RAISE] = s.raises < MOST_RAISES


@rule
def step(s: State, action: int) -> None:
    """A round ends when a raise is called, or when both have checked."""
    note(s, action)
    if action == FOLD:
        s.folded = s.turn + 1
        s.over = 1
        return
    s.stake[s.turn] = max(s.stake[0], s.stake[1])
    if action == RAISE:
        s.stake[s.turn] += BET[s.part]
        s.raises += 1
        s.calls = 0
    else:
        s.calls += 1
    if action == CALL and (s.raises > 0 or s.calls == SEATS):
        end_round(s)
    else:
        s.turn = 1 - s.turn


@rule
def note(s: State, action: int) -> None:
    """Behind the moves of this round."""
    for k in range(MOST_MOVES):
        if s.moves[s.part, k] == 0:
            s.moves[s.part, k] = action + 1
            return


@rule
def end_round(s: State) -> None:
    """After the first round the common card opens and seat 0 begins again."""
    if s.part == ROUNDS - 1:
        s.over = 1
        return
    s.part += 1
    s.raises = 0
    s.calls = 0
    s.turn = 0


@rule
def strength(s: State, seat: int) -> int:
    """A pair with the common card beats any rank."""
    rank = s.card[seat] // 2
    return rank + RANKS if rank == s.board // 2 else rank


@rule
def payoff(s: State, seat: int) -> float:
    """Chips won, as a share of the thirteen that can be won at most: from -1 to 1, zero-sum."""
    if s.folded != 0:
        chips = -s.stake[seat] if s.folded == seat + 1 else s.stake[1 - seat]
    elif strength(s, seat) == strength(s, 1 - seat):
        chips = 0
    elif strength(s, seat) > strength(s, 1 - seat):
        chips = s.stake[1 - seat]
    else:
        chips = -s.stake[seat]
    return chips / MOST_CHIPS


@rule
def redeal(s: State, seat: int) -> None:
    """The other's card, and the common one while it lies face down."""
    other = below(s, CARDS)
    while other == s.card[seat] or (s.part > 0 and other == s.board):
        other = below(s, CARDS)
    s.card[1 - seat] = other
    if s.part == 0:
        deal_board(s)
