"""A turn: deployments, kills, battles won, reports, Reinforce."""

from __future__ import annotations

from ...core.blocks import parts, within
from ...core.jit import rule
from ..actions import DEPLOY, JOINT, PLACES
from ..cards import ABILITY, KILLS, PAIRS, THEATRE, TYPES, Ability
from ..state import CARDS, MOST_DEPLOYED, TO_WIN, Phase, State
from .piles import deck_of, discard, discard_pile, draw, refill, reveal, worth
from .rounds import end_round


@rule
def step(s: State, action: int) -> None:
    """CW-20, CW-R07: one decision, and all that follows from it up to the next."""
    seat = s.turn
    reinforced = False
    if within(JOINT, action):
        deploy_pair(s, seat, action)
    elif within(DEPLOY, action):
        battle, kind = parts(DEPLOY, action)
        card = kind + 1
        if s.phase == Phase.CHOOSE:
            take_chosen(s, seat, card)
        else:
            take_from_hand(s, seat, card)
        deploy(s, seat, battle, card)
        reinforced = ABILITY[card] == Ability.REINFORCE and reinforce(s, seat)
    if not reinforced:
        refill(s, seat)
        end_turn(s, seat)


@rule
def take_from_hand(s: State, seat: int, card: int) -> None:
    """CW-18, CW-21, CW-R31: a card of the hand; it may be one that a Recon report counted."""
    reveal(s, seat, card)
    if s.reported[seat, THEATRE[card]] > 0:
        s.reported[seat, THEATRE[card]] -= 1


@rule
def take_chosen(s: State, seat: int, card: int) -> None:
    """CW-35, CW-36, CW-R23: the card just drawn, or the top discard, for which the drawn one is discarded."""
    drawn = s.drawn
    s.drawn = 0
    reveal(s, seat, drawn)
    if card != drawn:
        deck = deck_of(s, seat)
        s.discard_n[deck] -= 1
        s.discarded[deck, card] -= 1
        discard(s, seat, drawn)


@rule
def deploy_pair(s: State, seat: int, action: int) -> None:
    """CW-44, CW-R28, CW-R29: two cards in one turn, the left one resolved first."""
    pair, places, left = parts(JOINT, action)
    for side in range(2):
        card = PAIRS[pair, left ^ side]
        take_from_hand(s, seat, card)
        deploy(s, seat, PLACES[places, side], card)


@rule
def deploy(s: State, seat: int, battle: int, card: int) -> None:
    """CW-R05, CW-R03, CW-38, CW-R24, CW-R25, CW-R27: place, kill, count, report."""
    s.pile[seat, battle, s.pile_n[seat, battle]] = card
    s.pile_n[seat, battle] += 1
    s.deployed += 1
    if s.theatres_of_war and s.theatre[battle] == 0:
        s.theatre[battle] = THEATRE[card]
    s.total[seat, battle] += worth(s, battle, card)
    kill_top(s, 1 - seat, battle, card)
    if s.total[seat, battle] >= TO_WIN:
        win_battle(s, seat, battle)
    if ABILITY[card] == Ability.RECON:
        report(s, 1 - seat)


@rule
def kill_top(s: State, victim: int, battle: int, card: int) -> None:
    """CW-11, CW-12, CW-13, CW-14, CW-15, CW-26, CW-R02, CW-R04: the top card there, if a type matches."""
    n = s.pile_n[victim, battle]
    if n == 0:
        return
    top = s.pile[victim, battle, n - 1]
    if KILLS[card] & TYPES[top]:
        s.pile_n[victim, battle] = n - 1
        s.total[victim, battle] -= worth(s, battle, top)
        discard(s, victim, top)


@rule
def win_battle(s: State, seat: int, battle: int) -> None:
    """CW-25, CW-27, CW-R16: the loser's cards are discarded, the winner's stay until the round ends."""
    s.won[battle] = seat + 1
    discard_pile(s, 1 - seat, battle)


@rule
def report(s: State, seat: int) -> None:
    """CW-06, CW-18, CW-R10: this seat tells how many of its cards belong to each theatre."""
    s.reported[seat, :] = 0
    for card in range(1, CARDS):
        s.reported[seat, THEATRE[card]] += s.hand[seat, card]


@rule
def reinforce(s: State, seat: int) -> bool:
    """CW-16, CW-17, CW-R08, CW-R09, CW-R41: draws a card; true if a further deployment follows."""
    drawn = draw(s, seat)
    if all_decided(s):
        return False
    if s.alternative_reinforce:
        if drawn == 0:
            return False
        s.drawn = drawn
        s.phase = Phase.CHOOSE
        return True
    if s.hand_n[seat] == 0:
        return False
    s.phase = Phase.REINFORCE
    return True


@rule
def all_decided(s: State) -> bool:
    return s.won[0] != 0 and s.won[1] != 0 and s.won[2] != 0


@rule
def end_turn(s: State, seat: int) -> None:
    """CW-20, CW-22, CW-R13, CW-R15: the other's turn, unless the round is over."""
    s.phase = Phase.DEPLOY
    both_empty = s.hand_n[0] == 0 and s.hand_n[1] == 0
    if all_decided(s) or both_empty or s.deployed >= MOST_DEPLOYED:
        end_round(s)
    else:
        s.turn = 1 - seat
