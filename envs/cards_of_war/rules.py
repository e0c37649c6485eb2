"""The rules of Cards of War, in the order of the rulebook."""

from __future__ import annotations

import numpy as np

from ..core.jit import rule
from ..core.luck import below
from .actions import JOINT, PLACES, WAIT, deploy_action, deploy_parts, joint_action, joint_parts
from .cards import ABILITY, COPIES, DECK, KILLS, PAIRS, SCORE, THEATRE, TYPES, Ability
from .state import (
    BATTLES,
    CARDS,
    DECK_SIZE,
    FATAL_HAND,
    HAND_SIZE,
    LONG_LEAD,
    MOST_DEPLOYED,
    MOST_ROUNDS,
    NORMAL_ROUNDS,
    SEATS,
    THEATRES,
    TO_WIN,
    Length,
    Phase,
    State,
)

PLACE = np.array(PLACES, np.int8)  # [places, left or right]
SWAPS = 10  # tries a held card in a redeal


# Set-up


@rule
def deal(s: State) -> None:
    """CW-01, CW-07, CW-09, CW-10, CW-52: the decks, the draw for the start, eight cards each."""
    for seat in range(SEATS):
        s.rounds_won[seat] = 0
        s.hand_size[seat] = HAND_SIZE
        s.limit[seat] = HAND_SIZE
        s.draw_n[seat] = 0
        s.discard_n[seat] = 0
        s.fresh_most[seat] = 0
        s.reported_old[seat] = 0
        s.hand_n[seat] = 0
        s.hand[seat, :] = 0
        s.hidden[seat, :] = 0
        s.discarded[seat, :] = 0
        s.fresh[seat, :] = 0
        s.reported[seat, :] = 0
        s.discard[seat, :] = 0
        s.pile[seat, :, :] = 0
    for deck in range(1 + s.two_decks):
        s.draw_n[deck] = DECK_SIZE
        s.draw[deck, :] = DECK
        s.hidden[deck, :] = COPIES
    s.over = 0
    s.winner = 0
    s.round_no = 1
    s.drawn = 0
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


# Draw pile and discards


@rule
def deck_of(s: State, seat: int) -> int:
    """CW-19, CW-52, CW-53: one common deck and discard pile, or each his own."""
    return seat if s.two_decks else 0


@rule
def draw(s: State, seat: int) -> int:
    """CW-24, CW-R11, CW-R12: a card from the draw pile to the hand; returns it, or 0 if there is none."""
    deck = deck_of(s, seat)
    shuffle(s, deck)
    if s.draw_n[deck] == 0:
        return 0
    place = below(s, s.draw_n[deck])
    s.draw_n[deck] -= 1
    card = s.draw[deck, place]
    s.draw[deck, place] = s.draw[deck, s.draw_n[deck]]
    s.hand[seat, card] += 1
    s.hand_n[seat] += 1
    s.fresh_most[seat] += 1
    shuffle(s, deck)
    return card


@rule
def shuffle(s: State, deck: int) -> None:
    """CW-24, CW-31, CW-R11: only when at most one card is left to draw do the discards join it."""
    if s.draw_n[deck] > 1 or s.discard_n[deck] == 0:
        return
    for place in range(s.discard_n[deck]):
        s.draw[deck, s.draw_n[deck] + place] = s.discard[deck, place]
    s.draw_n[deck] += s.discard_n[deck]
    s.discard_n[deck] = 0
    for card in range(CARDS):
        s.hidden[deck, card] += s.discarded[deck, card]
        s.fresh[deck, card] = s.discarded[deck, card]
        s.discarded[deck, card] = 0
    for seat in range(SEATS):
        if deck_of(s, seat) == deck:
            s.fresh_most[seat] = 0
            s.reported_old[seat] = 1


@rule
def discard(s: State, owner: int, card: int) -> None:
    """CW-R30: onto the discard pile of its owner's deck."""
    deck = deck_of(s, owner)
    s.discard[deck, s.discard_n[deck]] = card
    s.discard_n[deck] += 1
    s.discarded[deck, card] += 1


@rule
def discard_pile(s: State, seat: int, battle: int) -> None:
    """CW-R40: a pile goes bottom to top."""
    for place in range(s.pile_n[seat, battle]):
        discard(s, seat, s.pile[seat, battle, place])
    s.pile_n[seat, battle] = 0


@rule
def refill(s: State, seat: int) -> None:
    """CW-23, CW-45, CW-R12, CW-R20: up to the hand size, as far as there are cards."""
    while s.hand_n[seat] < s.limit[seat] and draw(s, seat) != 0:
        pass


@rule
def reveal(s: State, seat: int, card: int) -> bool:
    """CW-R31: a card leaves the hand for all to see; true if it must be one that the last shuffle brought back."""
    deck = deck_of(s, seat)
    came_back = s.fresh[deck, card] == s.hidden[deck, card]
    s.hand[seat, card] -= 1
    s.hand_n[seat] -= 1
    s.hidden[deck, card] -= 1
    if s.fresh[deck, card] > 0 and s.fresh_most[seat] > 0:
        s.fresh[deck, card] -= 1
    if came_back:
        s.fresh_most[seat] -= 1
    s.fresh_most[seat] = min(s.fresh_most[seat], s.hand_n[seat])
    return came_back


# What may be done


@rule
def legal(s: State, mask: np.ndarray) -> None:
    """CW-20, CW-21, CW-R06, CW-R07, CW-R41: any card that may be deployed now, on any open battle."""
    if s.phase == Phase.CHOOSE:
        deck = deck_of(s, s.turn)
        deployable = np.zeros(CARDS, np.int8)
        deployable[s.drawn] = 1
        if s.discard_n[deck] > 0:
            deployable[s.discard[deck, s.discard_n[deck] - 1]] = 1
        legal_deployments(s, deployable, mask)
        return
    if s.hand_n[s.turn] == 0:
        mask[WAIT] = 1
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
        start = deploy_action(battle, 1)
        if s.theatre[battle] == 0:
            for card in range(1, CARDS):
                mask[start + card - 1] = deployable[card] > 0
            found = True
        else:
            for card in range(1, CARDS):
                if deployable[card] > 0 and fits(s, card, battle):
                    mask[start + card - 1] = 1
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
                mask[deploy_action(battle, card)] = deployable[card] > 0


@rule
def legal_joint(s: State, mask: np.ndarray) -> None:
    """CW-44, CW-46, CW-R28, CW-R42: both cards of a pair in hand, two open battles that suit them."""
    for pair in range(len(PAIRS)):
        if s.hand[s.turn, PAIRS[pair, 0]] == 0 or s.hand[s.turn, PAIRS[pair, 1]] == 0:
            continue
        theatre = THEATRE[PAIRS[pair, 0]]
        for places in range(len(PLACE)):
            left, right = PLACE[places, 0], PLACE[places, 1]
            if s.theatres_of_war:
                suits = suits_pair(s, theatre, left) and suits_pair(s, theatre, right)
            else:
                suits = s.won[left] == 0 and s.won[right] == 0 and right - left == 1
            if suits:
                mask[joint_action(pair, places, 0)] = 1
                mask[joint_action(pair, places, 1)] = 1


@rule
def suits_pair(s: State, theatre: int, battle: int) -> bool:
    """CW-46, CW-R42: open, and of the pair's theatre or still of none."""
    return s.won[battle] == 0 and (s.theatre[battle] == 0 or s.theatre[battle] == theatre)


# A turn


@rule
def step(s: State, action: int) -> None:
    """CW-20, CW-R07: one decision, and all that follows from it up to the next."""
    seat = s.turn
    reinforced = False
    if action >= WAIT:
        pass
    elif action >= JOINT:
        deploy_pair(s, seat, action)
    else:
        battle, card = deploy_parts(action)
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
    """CW-21, CW-R31: a card of the hand; it may be one that a Recon report counted."""
    came_back = reveal(s, seat, card)
    if counts_as_reported(s, seat, came_back) and s.reported[seat, THEATRE[card]] > 0:
        s.reported[seat, THEATRE[card]] -= 1


@rule
def take_chosen(s: State, seat: int, card: int) -> None:
    """CW-35, CW-36, CW-R23: the card just drawn, or the top discard, for which the drawn one is discarded."""
    drawn = s.drawn
    s.drawn = 0
    before_it = max(0, s.fresh_most[seat] - 1)
    reveal(s, seat, drawn)
    s.fresh_most[seat] = min(s.fresh_most[seat], before_it)
    if card != drawn:
        deck = deck_of(s, seat)
        s.discard_n[deck] -= 1
        s.discarded[deck, card] -= 1
        discard(s, seat, drawn)


@rule
def deploy_pair(s: State, seat: int, action: int) -> None:
    """CW-44, CW-R28, CW-R29: two cards in one turn, the left one resolved first."""
    pair, places, left = joint_parts(action)
    for side in range(2):
        card = PAIRS[pair, left ^ side]
        take_from_hand(s, seat, card)
        deploy(s, seat, PLACE[places, side], card)


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
def worth(s: State, battle: int, card: int) -> int:
    """CW-37, CW-39: the score; nothing in a battle of another theatre."""
    if s.theatre[battle] != 0 and s.theatre[battle] != THEATRE[card]:
        return 0
    return SCORE[card]


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
    s.reported_old[seat] = 0


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


# A round


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


# What a seat cannot know


@rule
def redeal(s: State, seat: int) -> None:
    """CW-18, CW-R31: a new hand for the other seat, as likely as its reports, draws and the last shuffle make it.

    Each place of the hand asks for what is known of the card there: the theatre it was reported as, or that it
    was held before the last shuffle. Swaps that keep to this make all other differences a matter of chance.
    """
    other = 1 - seat
    deck = deck_of(s, other)
    choosing = 1 if s.phase == Phase.CHOOSE and s.turn == other else 0
    held = s.hand_n[other] - choosing
    pool = np.zeros(DECK_SIZE, np.int8)
    fresh = np.zeros(DECK_SIZE, np.int8)
    theatre = np.zeros(DECK_SIZE, np.int8)
    old = np.zeros(DECK_SIZE, np.int8)
    n = lay_out(s, seat, other, pool, fresh)
    fill_first(s, other, held, n, pool, fresh, theatre, old)
    ask_for_old(s, other, held, held - max(0, s.fresh_most[other] - choosing), fresh, old)
    mix(s, held, n, pool, fresh, theatre, old)
    if choosing:
        s.drawn = draw_last(s, other, held, n, pool, fresh)
        held += 1
    s.hand[other, :] = 0
    for place in range(held):
        s.hand[other, pool[place]] += 1
    for place in range(held, n):
        s.draw[deck, place - held] = pool[place]


@rule
def lay_out(s: State, seat: int, other: int, pool: np.ndarray, fresh: np.ndarray) -> int:
    """CW-R31: the cards that the other seat may hold, and which of them were in the last shuffle."""
    deck = deck_of(s, other)
    shared = deck_of(s, seat) == deck
    n = 0
    for card in range(1, CARDS):
        mine = s.hand[seat, card] if shared else 0
        unseen = s.hidden[deck, card] - mine
        old = unseen - max(0, s.fresh[deck, card] - min(mine, s.fresh_most[seat]))
        for copy in range(unseen):
            pool[n] = card
            fresh[n] = copy >= old
            n += 1
    for place in range(n - 1):
        swap(pool, fresh, place, place + below(s, n - place))
    return n


@rule
def swap(pool: np.ndarray, fresh: np.ndarray, i: int, j: int) -> None:
    pool[i], pool[j] = pool[j], pool[i]
    fresh[i], fresh[j] = fresh[j], fresh[i]


@rule
def counts_as_reported(s: State, seat: int, is_fresh: int) -> bool:
    """CW-18: a report older than the last shuffle speaks of no card that was in that shuffle."""
    return not (is_fresh and s.reported_old[seat])


@rule
def fill_first(
    s: State,
    other: int,
    held: int,
    n: int,
    pool: np.ndarray,
    fresh: np.ndarray,
    theatre: np.ndarray,
    old: np.ndarray,
) -> None:
    """CW-18, CW-24: brings to the front what the record asks for: reported theatres, then old cards."""
    placed = 0
    for reported in range(1, THEATRES):
        for _ in range(s.reported[other, reported]):
            best = -1
            for place in range(placed, n):
                if THEATRE[pool[place]] == reported and counts_as_reported(s, other, fresh[place]):
                    if best < 0 or fresh[place] < fresh[best]:
                        best = place
            swap(pool, fresh, placed, best)
            theatre[placed] = reported
            old[placed] = s.reported_old[other]
            placed += 1
    for place in range(placed, n):
        if placed < held and not fresh[place]:
            swap(pool, fresh, placed, place)
            placed += 1


@rule
def ask_for_old(s: State, other: int, held: int, kept: int, fresh: np.ndarray, old: np.ndarray) -> None:
    """CW-18, CW-24: as many places as cards were kept since the last shuffle, reported ones before others."""
    told = 0
    for theatre in range(1, THEATRES):
        told += s.reported[other, theatre]
    for place in range(told):
        kept -= old[place]
    kept = mark_old(s, 0, told, kept, fresh, old)
    mark_old(s, told, held, kept, fresh, old)


@rule
def mark_old(s: State, first: int, last: int, kept: int, fresh: np.ndarray, old: np.ndarray) -> int:
    """CW-24: a random choice of the places with old cards; returns how many are still to be marked."""
    open_places = 0
    for place in range(first, last):
        open_places += not fresh[place] and not old[place]
    for place in range(first, last):
        if not fresh[place] and not old[place]:
            if below(s, open_places) < kept:
                old[place] = 1
                kept -= 1
            open_places -= 1
    return kept


@rule
def mix(s: State, held: int, n: int, pool: np.ndarray, fresh: np.ndarray, theatre: np.ndarray, old: np.ndarray) -> None:
    """CW-18, CW-24: swaps held cards with any others as long as each place gets what it asks for."""
    for _ in range(SWAPS):
        for here in range(held):
            there = below(s, n)
            if suits(pool, fresh, theatre, old, here, there) and suits(pool, fresh, theatre, old, there, here):
                swap(pool, fresh, here, there)


@rule
def suits(pool: np.ndarray, fresh: np.ndarray, theatre: np.ndarray, old: np.ndarray, place: int, whence: int) -> bool:
    """CW-18, CW-24: may the card that lies `whence` lie at this place?"""
    if old[place] and fresh[whence]:
        return False
    return theatre[place] == 0 or theatre[place] == THEATRE[pool[whence]]


@rule
def draw_last(s: State, other: int, held: int, n: int, pool: np.ndarray, fresh: np.ndarray) -> int:
    """CW-35, CW-R41: the card just drawn, any that is not held; an old one if a shuffle came after it."""
    start = below(s, n - held)
    for k in range(n - held):
        place = held + (start + k) % (n - held)
        if s.fresh_most[other] > 0 or not fresh[place]:
            swap(pool, fresh, held, place)
            break
    return pool[held]
