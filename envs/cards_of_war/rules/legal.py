"""What may be done."""

from __future__ import annotations

import numpy as np

from ...core.blocks import at
from ...core.jit import rule
from ..actions import DEPLOY, JOINT, PLACES, WAIT
from ..cards import KILLS, PAIRS, THEATRE
from ..state import BATTLES, CARDS, Phase, State
from .piles import deck_of, top_discard


@rule
def legal(s: State, mask: np.ndarray) -> None:
    """CW-20, CW-21, CW-R06, CW-R07, CW-R41: any card that may be deployed now, on any open battle."""
    if s.phase == Phase.CHOOSE:
        deployable = np.zeros(CARDS, np.int8)
        deployable[s.drawn] = 1
        deployable[top_discard(s, deck_of(s, s.turn))] = 1  # card 0 without discards
        legal_deployments(s, deployable, mask)
        return
    if s.hand_n[s.turn] == 0:
        mask[at(WAIT)] = 1
        return
    legal_deployments(s, s.hand[s.turn], mask)
    if s.joint_deployment and s.phase == Phase.DEPLOY:
        legal_joint(s, mask)


@rule
def legal_deployments(s: State, deployable: np.ndarray, mask: np.ndarray) -> None:
    """CW-21, CW-R06: each such card on each open battle; with Theatres of War as `fits` says."""
    found = False
    for battle in range(BATTLES):
        if s.won[battle] != 0:
            continue
        if s.theatre[battle] == 0:
            for card in range(1, CARDS):
                mask[at(DEPLOY, battle, card - 1)] = deployable[card] > 0
            found = True
        else:
            for card in range(1, CARDS):
                if deployable[card] > 0 and fits(s, card, battle):
                    mask[at(DEPLOY, battle, card - 1)] = 1
                    found = True
    if not found:
        legal_anywhere(s, deployable, mask)


@rule
def fits(s: State, card: int, battle: int) -> bool:
    """CW-40, CW-R26: a card of the battle's theatre, or one that can kill."""
    return THEATRE[card] == s.theatre[battle] or KILLS[card] != 0


@rule
def legal_anywhere(s: State, deployable: np.ndarray, mask: np.ndarray) -> None:
    """CW-R26: without any other deployment a card goes where it does not belong."""
    for battle in range(BATTLES):
        if s.won[battle] == 0:
            for card in range(1, CARDS):
                mask[at(DEPLOY, battle, card - 1)] = deployable[card] > 0


@rule
def legal_joint(s: State, mask: np.ndarray) -> None:
    """CW-44, CW-46, CW-R28, CW-R42: both cards of a pair in hand, two open battles that suit them."""
    for pair in range(len(PAIRS)):
        if s.hand[s.turn, PAIRS[pair, 0]] == 0 or s.hand[s.turn, PAIRS[pair, 1]] == 0:
            continue
        theatre = THEATRE[PAIRS[pair, 0]]
        for places in range(len(PLACES)):
            left, right = PLACES[places, 0], PLACES[places, 1]
            if s.theatres_of_war:
                suits = suits_pair(s, theatre, left) and suits_pair(s, theatre, right)
            else:
                suits = s.won[left] == 0 and s.won[right] == 0 and right - left == 1
            if suits:
                mask[at(JOINT, pair, places, 0)] = 1
                mask[at(JOINT, pair, places, 1)] = 1


@rule
def suits_pair(s: State, theatre: int, battle: int) -> bool:
    """CW-46, CW-R42: open, and of the pair's theatre or still of none."""
    return s.won[battle] == 0 and (s.theatre[battle] == 0 or s.theatre[battle] == theatre)
