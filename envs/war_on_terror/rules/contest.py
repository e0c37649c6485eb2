"""The course of a game: set-up, contests, their rounds, and how they are decided."""

from __future__ import annotations

from ...core.jit import rule
from ...core.luck import below
from ..board import LANDS, VALUE
from ..cards import ABILITY, COPIES, DECK, POINTS, Ability
from ..state import (
    CARDS,
    COUNTRIES,
    DECK_SIZE,
    NOWHERE,
    ROW,
    SEATS,
    TARGET,
    TARGET_OF_FOUR,
    Effect,
    Phase,
    Stage,
    State,
)
from .piles import discard, draw, turn_up

# Set-up


@rule
def deal(s: State) -> None:
    """WT-01, WT-02, WT-03, WT-10, WT-R02: both decks, nobody holds anything, a random seat deals first."""
    for seat in range(SEATS):
        s.giver[seat] = NOWHERE
    for card in range(CARDS):
        s.hidden[card] = COPIES[card]
    for country in range(1, COUNTRIES):
        s.left[country] = 1
    for place in range(DECK_SIZE):
        s.draw[place] = DECK[place]
    s.draw_n = DECK_SIZE
    s.dealer = below(s, s.players)
    open_contest(s)


@rule
def clockwise(s: State, seat: int, steps: int) -> int:
    """WT-15: the seat so many places on."""
    return (seat + steps) % s.players


@rule
def open_contest(s: State) -> None:
    """WT-10, WT-13, WT-26, WT-27: a country is turned up, cards are dealt, the first player acts."""
    s.contest += 1
    turn_up_country(s)
    for seat in range(SEATS):
        clear_row(s, seat)
    s.first = s.dealer if s.contest == 1 else clockwise(s, s.dealer, 1)
    s.rounds_done = 0
    s.extra = 0
    s.card = 0
    s.actor = s.first
    s.stage = Stage.TEXT
    s.effect = Effect.NONE
    s.turns_left = 0
    s.asked = 0
    s.spent = NOWHERE
    s.target = NOWHERE
    deal_cards(s)
    open_round(s)


@rule
def clear_row(s: State, seat: int) -> None:
    s.row_n[seat] = 0
    s.laid[seat] = 0
    s.total[seat] = 0
    s.tied[seat] = 0
    for slot in range(ROW):
        s.row[seat, slot] = 0
        s.up[seat, slot] = 0


@rule
def turn_up_country(s: State) -> None:
    """WT-02, WT-26: any country of the deck."""
    nth = below(s, LANDS - s.contest + 1)
    for country in range(1, COUNTRIES):
        nth -= s.left[country]
        if nth < 0:
            s.country = country
            s.left[country] = 0
            return


@rule
def deal_cards(s: State) -> None:
    """WT-11, WT-29, WT-30, WT-31, WT-R03, WT-R27: one at a time from the dealer's left, added to the hands."""
    for _ in range(VALUE[s.country]):
        for steps in range(1, s.players + 1):
            draw(s, clockwise(s, s.dealer, steps))


# Rounds


@rule
def open_round(s: State) -> None:
    """WT-13, WT-15, WT-27: the contest's first player begins; in the extra inning the first of the tied."""
    s.place = 0
    seek_turn(s)


@rule
def seek_turn(s: State) -> None:
    """WT-20, WT-R23: on to the next who may act; `place` reaches the number of players when none is left."""
    while s.place < s.players and s.extra and not s.tied[clockwise(s, s.first, s.place)]:
        s.place += 1
    s.turn = clockwise(s, s.first, s.place)
    s.phase = Phase.PLAY
    s.second = 0


@rule
def next_turn(s: State) -> None:
    """WT-15, WT-16, WT-17: clockwise; as many rounds as the country is worth."""
    s.card = 0
    s.place += 1
    seek_turn(s)
    if s.place < s.players:
        return
    s.rounds_done += 1
    if s.rounds_done < VALUE[s.country]:
        open_round(s)
    else:
        judge(s)


@rule
def judge(s: State) -> None:
    """WT-19, WT-20, WT-R06, WT-R07, WT-R23: the highest total liberates; a tie gives one extra inning, then lots."""
    best = -1
    for seat in range(s.players):
        if s.tied[seat] or not s.extra:
            best = max(best, s.total[seat])
    count, winner = 0, 0
    for seat in range(s.players):
        s.tied[seat] = (s.tied[seat] or not s.extra) and s.total[seat] == best
        if s.tied[seat]:
            count += 1
            winner = seat
    if count == 1:
        liberate(s, winner)
    elif not s.extra:
        s.extra = 1
        open_round(s)
    else:
        liberate(s, draw_lots(s))


@rule
def draw_lots(s: State) -> int:
    """WT-21, WT-22, WT-23, WT-R26: the tied draw cards until one has the most points; without cards, luck decides."""
    while True:
        best, count, winner = -1, 0, 0
        points = [0, 0, 0, 0]
        for steps in range(s.players):
            seat = clockwise(s, s.first, steps)
            if s.tied[seat]:
                card = turn_up(s)
                if card == 0:
                    return any_tied(s)
                s.hidden[card] -= 1
                s.lots[card] += 1
                points[seat] = POINTS[card]
                best = max(best, points[seat])
        for seat in range(s.players):
            s.tied[seat] = s.tied[seat] and points[seat] == best
            if s.tied[seat]:
                count += 1
                winner = seat
        if count == 1:
            return winner


@rule
def any_tied(s: State) -> int:
    """WT-R26: one of those still tied, each equally likely."""
    count = 0
    for seat in range(s.players):
        count += s.tied[seat]
    nth = below(s, count)
    for seat in range(s.players):
        nth -= s.tied[seat]
        if nth < 0:
            return seat
    return 0


# The end of a contest


@rule
def liberate(s: State, winner: int) -> None:
    """WT-25, WT-26, WT-R32, WT-R40: draw-two cards first, then the table is cleared, then the target is tested."""
    collect_bonus(s, winner)
    clear_table(s)
    s.points[winner] += VALUE[s.country]
    s.countries[winner] += 1
    s.won[winner, s.country] = 1
    s.dealer = winner
    if s.points[winner] >= target_points(s):
        s.winner[winner] = 1
        finish(s)
    elif s.contest == LANDS:
        settle(s)
        finish(s)
    else:
        open_contest(s)


@rule
def collect_bonus(s: State, winner: int) -> None:
    """WT-50, WT-R29, WT-R45: two cards for each draw-two card that lies face up before the winner."""
    for slot in range(s.row_n[winner]):
        if s.up[winner, slot] and ABILITY[s.row[winner, slot]] == Ability.WIN2:
            draw(s, winner)
            draw(s, winner)


@rule
def clear_table(s: State) -> None:
    """WT-24, WT-R05, WT-R26: everybody's cards are discarded, and those drawn to break a tie."""
    for seat in range(s.players):
        for slot in range(s.row_n[seat]):
            discard(s, s.row[seat, slot])
        clear_row(s, seat)
    for card in range(CARDS):
        s.discarded[card] += s.lots[card]
        s.discard_n += s.lots[card]
        s.lots[card] = 0


@rule
def target_points(s: State) -> int:
    """WT-04, WT-05, WT-R01: 10 points, 9 with four players."""
    return TARGET_OF_FOUR if s.players == SEATS else TARGET


@rule
def settle(s: State) -> None:
    """WT-R04: with no country left, most points win, then most countries; those still equal share."""
    best = -1
    for seat in range(s.players):
        best = max(best, s.points[seat] * COUNTRIES + s.countries[seat])
    for seat in range(s.players):
        s.winner[seat] = s.points[seat] * COUNTRIES + s.countries[seat] == best


@rule
def finish(s: State) -> None:
    """WT-28: contests go on until then."""
    s.over = 1
    s.phase = Phase.OVER
    s.card = 0


@rule
def payoff(s: State, seat: int) -> float:
    """1 for a sole winner and -1 shared by the others; winners who share split what the losers lose."""
    count = 0
    for other in range(s.players):
        count += s.winner[other]
    if count == 0:
        return 0.0
    if s.winner[seat]:
        return (s.players - count) / (count * (s.players - 1))
    return -1.0 / (s.players - 1)
