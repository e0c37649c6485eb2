"""Two hand-written players of Cards of War; both see only what `observe` shows."""

from __future__ import annotations

import numpy as np

from ..core.blocks import at, parts, within
from ..core.jit import rule
from .actions import DEPLOY, JOINT, PLACES, WAIT
from .cards import ABILITY, KILLS, PAIRS, SCORE, TYPES, Ability
from .rules.piles import count_unseen, deck_of, top_discard, worth
from .state import BATTLES, CARDS, TO_WIN, State

# What a pile is worth to its owner, by its points: it rises towards the 15 that win, and winning is worth a lot.
CURVE = 1.5
WIN = 1.6
PILE = np.array([WIN if t >= TO_WIN else (t / TO_WIN) ** CURVE for t in range(2 * TO_WIN)])
DECIDING = 1.5  # a battle that would decide the round counts so much more
RISK = 0.7  # weight of losing the card again to a kill
KEEP = 0.25  # a kill that hits nothing is worth keeping in the hand
EXTRA_CARD = 0.15  # what Reinforce is worth


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    """Most points now: those of the card, and those of the card it kills."""
    best, most = at(WAIT), -1
    for action in range(mask.size):
        if mask[action]:
            points = points_of(s, action)
            if points > most:
                best, most = action, points
    return best


@rule
def points_of(s: State, action: int) -> int:
    points = 0
    if within(DEPLOY, action):
        battle, kind = parts(DEPLOY, action)
        points = worth(s, battle, kind + 1) + killed(s, battle, kind + 1)
    elif within(JOINT, action):
        pair, places, left = parts(JOINT, action)
        for side in range(2):
            battle, card = PLACES[places, side], PAIRS[pair, left ^ side]
            points += worth(s, battle, card) + killed(s, battle, card)
    return points


@rule
def killed(s: State, battle: int, card: int) -> int:
    """Points that the other's pile would lose."""
    top = top_card(s, 1 - s.turn, battle)
    return worth(s, battle, top) if KILLS[card] & TYPES[top] else 0


@rule
def top_card(s: State, seat: int, battle: int) -> int:
    n = s.pile_n[seat, battle]
    return s.pile[seat, battle, n - 1] if n > 0 else 0


@rule
def choose(s: State, mask: np.ndarray) -> int:
    """Weighs piles by how near they are to winning, and cards by how likely they are to be killed."""
    best, most = at(WAIT), -1e9
    if mask[best]:
        return best
    threat = threats(s)
    for action in range(mask.size):
        if mask[action]:
            if within(JOINT, action):
                value = value_of_pair(s, threat, action)
            else:
                battle, kind = parts(DEPLOY, action)
                value = value_of(s, threat, battle, kind + 1)
            if value > most:
                best, most = action, value
    return best


@rule
def value_of_pair(s: State, threat: np.ndarray, action: int) -> float:
    """Two deployments in one turn: what the second adds comes on top."""
    pair, places, left = parts(JOINT, action)
    first = value_of(s, threat, PLACES[places, 0], PAIRS[pair, left])
    second = value_of(s, threat, PLACES[places, 1], PAIRS[pair, 1 - left])
    return first + second


@rule
def value_of(s: State, threat: np.ndarray, battle: int, card: int) -> float:
    me, other = s.turn, 1 - s.turn
    mine, its = s.total[me, battle], s.total[other, battle]
    gain, loss = worth(s, battle, card), killed(s, battle, card)
    value = PILE[mine + gain] - PILE[mine] + PILE[its] - PILE[its - loss]
    if mine + gain < TO_WIN:
        value -= RISK * threat[card] * (PILE[mine + gain] - PILE[mine])
    value *= stake(s, battle)
    if KILLS[card] != 0 and loss == 0:
        value -= KEEP * PILE[SCORE[card] + 1]
    if ABILITY[card] == Ability.REINFORCE:
        value += EXTRA_CARD
    return value


@rule
def stake(s: State, battle: int) -> float:
    """A battle counts more when either side has one already, and nothing decides a round already won."""
    won_0, won_1 = 0, 0
    for b in range(BATTLES):
        won_0 += s.won[b] == 1
        won_1 += s.won[b] == 2
    return DECIDING if won_0 == 1 or won_1 == 1 else 1.0


@rule
def threats(s: State) -> np.ndarray:
    """Per card that may be deployed, how likely the other seat holds one that kills it, from the cards not seen yet."""
    unseen = np.zeros(CARDS, np.int8)
    count_unseen(s, s.turn, unseen[1:])
    killers = np.zeros(256, np.int16)  # unseen cards by kill bit
    count = 0
    for card in range(1, CARDS):
        count += unseen[card]
        killers[KILLS[card]] += unseen[card]
    top = top_discard(s, deck_of(s, s.turn))
    out = np.zeros(CARDS)
    for card in range(1, CARDS):
        if s.hand[s.turn, card] == 0 and card != top:
            continue
        match = 0
        for letter in range(8):
            if TYPES[card] >> letter & 1:
                match += killers[1 << letter]
        out[card] = 1.0 - (1.0 - match / max(count, 1)) ** s.hand_n[1 - s.turn]
    return out
