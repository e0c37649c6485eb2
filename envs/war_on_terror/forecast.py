"""A rough forecast of the game for the strong player: who will win the contest, and the game after it.

The numbers below were found by matches of one set of them against another.
"""

from __future__ import annotations

import numpy as np

from ..core.jit import rule
from .board import INSTRUCTION, TRIGGER, VALUE, Instruction
from .cards import ABILITY, POINTS, TYPE, Ability
from .rules.contest import clockwise, target_points
from .rules.effects import may_fall
from .state import CARDS, SEATS, Phase, State

PLAY = 0.01  # force points that another makes with a card, beyond the mean of those unseen
CHOICE = 0.24  # more, for each card he holds beyond those he will play
REPLY = 0.25  # more, if he plays after oneself in each round
NOISE = 0.31  # how uncertain a finished contest is
NOISE_PER_PLAY = 1.12  # and each play to come
FALL = 0.19  # part of the own strongest card lost to each play of others
PREVENTED = 0.51  # part of the prevent cards in other hands that will be used
LEADER = 0.59  # how much a blow goes for the strongest player, not the strongest card
TRADER = 0.34  # the same for a trade
BLOW = 2.8  # force points of a country's instruction that turns cards down
POINT = 2.33  # strength of a player: his points, as part of the target
POINT_SQUARED = 0.5
HAND = 0.038  # strength of one force point in hand
CARD = 6.3  # force points that an unknown card is worth in hand
DEALER = 0.07  # strength of acting last in the next contest
# By ability, in the order of the enum: what a card in hand is worth beyond its points (a first-card card is best
# played at once, a prevent card best kept), and what one still to be played in this contest does beyond its points.
KEPT = np.array([-1.8, 4.4, 1.8, 3.8, 0.1, 9.6, -5.8, 3.7, -0.7, 1.2])
FELT = np.array([-0.1, -0.9, 1.6, 4.5, 0.4, -0.2, -3.9, 1.0, -1.6, -1.2])

SHIELD = (ABILITY == Ability.PREVENT).astype(np.int8)  # [card]
KEEP = POINTS + KEPT[ABILITY]  # [card] what it is worth in hand
STRIKES = (INSTRUCTION == Instruction.STRIKE) | (INSTRUCTION == Instruction.EACH)  # [country]
DOES = POINTS + FELT[ABILITY] + BLOW * (STRIKES[:, None] & (TRIGGER[:, None] == TYPE))  # [country, card] if played
ORDER = 1 + np.argsort(-DOES[:, 1:], axis=1, kind="stable")  # [country, rank] cards, those that do most first
BONUS = np.exp(HAND * 2 * CARD)  # what a draw-two card adds to the worth of a victory, as a factor

# Rows of a forecast, a column a seat. `HOLD` is the hand's worth, `WORTH` that of the seat's whole position;
# `RISE` is its factor if the seat wins the contest. `ODDS` and `AGAINST` are of rivals only: the odds that this one
# wins the contest, and what all rivals are then worth together.
FORECAST = 9
FORCE, HOLD, PLAYS, OPEN, STRENGTH, WORTH, RISE, ODDS, AGAINST = range(FORECAST)


@rule
def plays_left(s: State, seat: int) -> int:
    """Cards this seat may still put down in the contest, its own turn under way not counted."""
    place = clockwise(s, seat, s.players - s.first)
    if s.extra:
        plays = 1 if s.tied[seat] and place > s.place else 0
    else:
        plays = VALUE[s.country] - s.rounds_done - (1 if place <= s.place else 0)
        if INSTRUCTION[s.country] == Instruction.PAIR:
            plays = 2 * plays
            if seat == s.actor and s.second == 0 and s.phase != Phase.PLAY:
                plays += 1
    return plays


@rule
def forecast(s: State, f: np.ndarray) -> None:
    """Per seat: force at the end (the own one as it is now), the hand's worth, and how near victory is."""
    me = s.turn
    mean, prevents = unseen(s, me)
    for seat in range(s.players):
        f[PLAYS, seat] = min(plays_left(s, seat), s.hand_n[seat])
        f[FORCE, seat] = s.total[seat]
        f[STRENGTH, seat] = strength(s, s.points[seat])
        f[RISE, seat] = np.exp(strength(s, s.points[seat] + VALUE[s.country]) - f[STRENGTH, seat] + DEALER)
        for slot in range(s.row_n[seat]):
            if s.up[seat, slot] and ABILITY[s.row[seat, slot]] == Ability.WIN2:
                f[RISE, seat] *= BONUS
        if seat != me:
            forecast_other(s, seat, mean, prevents, f)
        if s.extra and not s.tied[seat]:
            f[FORCE, seat] = -100.0
    hand = s.hand[me]
    for card in range(1, CARDS):
        f[HOLD, me] += hand[card] * KEEP[card]


@rule
def unseen(s: State, me: int) -> tuple[float, float]:
    """Of the cards whose place the own seat does not know: their mean points, and the part that can prevent."""
    hidden, hand, known = s.hidden, s.hand[me], s.known[me]
    count, points, prevents = 0.0, 0.0, 0.0
    for card in range(1, CARDS):
        n = hidden[card] - hand[card]
        for seat in range(SEATS):
            n -= known[seat, card]
        count += n
        points += n * POINTS[card]
        prevents += n * SHIELD[card]
    return points / max(count, 1.0), prevents / max(count, 1.0)


@rule
def forecast_other(s: State, seat: int, mean: float, prevents: float, f: np.ndarray) -> None:
    """What another will still play, what his hand is worth, and how open his cards are to blows."""
    me = s.turn
    known = s.known[me, seat]
    worth, unknown, shields = 0.0, s.hand_n[seat] + 0, 0
    for card in range(1, CARDS):
        n = known[card]
        worth += n * KEEP[card]
        unknown -= n
        shields += n * SHIELD[card]
    f[HOLD, seat] = worth + unknown * CARD
    shielded = 1.0 if shields > 0 else 1.0 - (1.0 - prevents) ** unknown
    f[OPEN, seat] = 1.0 - PREVENTED * shielded
    spare = min(s.hand_n[seat] - f[PLAYS, seat], 6.0)
    f[FORCE, seat] += f[PLAYS, seat] * (mean + PLAY + CHOICE * spare)
    if f[PLAYS, seat] > 0 and clockwise(s, seat, s.players - s.first) > clockwise(s, me, s.players - s.first):
        f[FORCE, seat] += REPLY
    appraise(f, seat)


@rule
def strength(s: State, points: int) -> float:
    part = points / target_points(s)
    return POINT * part + POINT_SQUARED * part * part


@rule
def appraise(f: np.ndarray, seat: int) -> None:
    """The worth of a position: points and hand."""
    f[WORTH, seat] = np.exp(f[STRENGTH, seat] + HAND * f[HOLD, seat])


@rule
def best_chance(s: State, f: np.ndarray, card: int) -> float:
    """The chance to win the game, with as many more cards of the hand in this contest as serve it best."""
    me = s.turn
    plays, others = int(f[PLAYS, me]), 0.0
    for seat in range(s.players):
        if seat != me:
            others += f[PLAYS, seat]
    f[FORCE, me] -= FALL * others * exposed(s, card, me)
    scale = 1.0 / (NOISE + NOISE_PER_PLAY * np.sqrt(others + plays))
    top = weigh_rivals(s, f, scale)
    most = chance(s, f, scale, top)
    hand = s.hand[me]
    for more in ORDER[s.country]:
        for _ in range(hand[more] - (more == card)):
            if plays == 0:
                return most
            plays -= 1
            f[FORCE, me] += DOES[s.country, more]
            f[HOLD, me] -= KEEP[more]
            if drawn_by(s, more):
                f[HOLD, me] += CARD
            most = max(most, chance(s, f, scale, top))
    return most


@rule
def drawn_by(s: State, card: int) -> bool:
    """Whether the country lets its player draw a card for this one."""
    return TYPE[card] == TRIGGER[s.country] and INSTRUCTION[s.country] == Instruction.DRAW


@rule
def exposed(s: State, card: int, me: int) -> int:
    """Points of the own strongest card that may be turned down."""
    most = 0
    if card != 0 and ABILITY[card] != Ability.IMMUNE:
        most = POINTS[card] + 0
    for slot in range(s.row_n[me]):
        if may_fall(s, me, slot):
            most = max(most, POINTS[s.row[me, slot]])
    return most


@rule
def weigh_rivals(s: State, f: np.ndarray, scale: float) -> float:
    """The rivals' odds, on the scale of the strongest of them, and their worth after each of their victories."""
    me = s.turn
    top, together = -100.0, 0.0
    for seat in range(s.players):
        if seat != me:
            top = max(top, f[FORCE, seat])
            together += f[WORTH, seat]
    f[AGAINST, me] = together
    for seat in range(s.players):
        if seat != me:
            f[ODDS, seat] = np.exp((f[FORCE, seat] - top) * scale)
            f[AGAINST, seat] = np.inf if wins(s, seat) else together + f[WORTH, seat] * (f[RISE, seat] - 1.0)
    return top


@rule
def wins(s: State, seat: int) -> bool:
    """Whether this country would win the seat the game."""
    return s.points[seat] + VALUE[s.country] >= target_points(s)


@rule
def chance(s: State, f: np.ndarray, scale: float, top: float) -> float:
    """The chance to win the game: over who may win the contest, the own share of all worth afterwards."""
    me = s.turn
    appraise(f, me)
    own = f[WORTH, me]
    risen = own * f[RISE, me]
    odds = np.exp((f[FORCE, me] - top) * scale)
    result = odds if wins(s, me) else odds * risen / (risen + f[AGAINST, me])
    for seat in range(s.players):
        if seat != me:
            odds += f[ODDS, seat]
            result += f[ODDS, seat] * own / (own + f[AGAINST, seat])
    return result / odds
