"""A rough forecast of the game for the strong player: who will win the contest, and the game after it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..core.jit import rule
from .board import INSTRUCTION, TRIGGER, VALUE, Instruction
from .cards import ABILITY, POINTS, TYPE, Ability
from .rules.contest import clockwise, target_points
from .rules.effects import may_fall
from .state import CARDS, Phase, State


class Weights(NamedTuple):
    """What the forecast believes; found by matches."""

    play: float  # force points that another makes with a card, beyond the mean of those unseen
    choice: float  # more, for each card he holds beyond those he will play
    reply: float  # more, if he plays after oneself in each round
    noise: float  # how uncertain a finished contest is
    noise_per_play: float  # and each play to come
    fall: float  # part of the own strongest card lost to each play of others
    prevented: float  # part of the prevent cards in other hands that will be used
    leader: float  # how much a blow goes for the strongest player, not the strongest card
    trader: float  # the same for a trade
    blow: float  # force points of a country's instruction that turns cards down
    point: float  # strength of a player: his points, as part of the target
    point_squared: float
    hand: float  # strength of one force point in hand
    card: float  # force points that an unknown card is worth in hand
    dealer: float  # strength of acting last in the next contest


TUNED = Weights(
    play=0.01,
    choice=0.24,
    reply=0.25,
    noise=0.31,
    noise_per_play=1.12,
    fall=0.19,
    prevented=0.51,
    leader=0.59,
    trader=0.34,
    blow=2.8,
    point=2.33,
    point_squared=0.5,
    hand=0.038,
    card=6.3,
    dealer=0.07,
)
# By ability, in the order of the enum: what a card in hand is worth beyond its points (a first-card card is best
# played at once, a prevent card best kept), and what one still to be played in this contest does beyond its points.
KEPT = np.array([-1.8, 4.4, 1.8, 3.8, 0.1, 9.6, -5.8, 3.7, -0.7, 1.2])
FELT = np.array([-0.1, -0.9, 1.6, 4.5, 0.4, -0.2, -3.9, 1.0, -1.6, -1.2])

FORCE, HOLD, PLAYS, BONUS, STRENGTH, OPEN = 0, 1, 2, 3, 4, 5  # rows of a forecast
FORECAST = 6


@rule
def keep(card: int, kept: np.ndarray) -> float:
    return POINTS[card] + kept[ABILITY[card]]


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
def forecast(s: State, w: Weights, kept: np.ndarray, f: np.ndarray) -> None:
    """Per seat: force at the end (the own one as it is now), the hand's worth, and how near victory is."""
    me = s.turn
    mean, prevents = unseen(s, me)
    for seat in range(s.players):
        f[PLAYS, seat] = min(plays_left(s, seat), s.hand_n[seat])
        f[FORCE, seat] = s.total[seat]
        if seat != me:
            forecast_other(s, seat, mean, prevents, w, kept, f)
        for slot in range(s.row_n[seat]):
            if s.up[seat, slot] and ABILITY[s.row[seat, slot]] == Ability.WIN2:
                f[BONUS, seat] += 2 * w.card
        if s.extra and not s.tied[seat]:
            f[FORCE, seat] = -100.0
        f[STRENGTH, seat] = strength(s, s.points[seat], w)
    for card in range(1, CARDS):
        f[HOLD, me] += s.hand[me, card] * keep(card, kept)


@rule
def unseen(s: State, me: int) -> tuple[float, float]:
    """Of the cards whose place the own seat does not know: their mean points, and the part that can prevent."""
    count, points, prevents = 0.0, 0.0, 0.0
    for card in range(1, CARDS):
        n = s.hidden[card] - s.hand[me, card]
        for seat in range(s.players):
            n -= s.known[me, seat, card]
        count += n
        points += n * POINTS[card]
        if ABILITY[card] == Ability.PREVENT:
            prevents += n
    return points / max(count, 1.0), prevents / max(count, 1.0)


@rule
def forecast_other(
    s: State, seat: int, mean: float, prevents: float, w: Weights, kept: np.ndarray, f: np.ndarray
) -> None:
    """What another will still play, what his hand is worth, and how open his cards are to blows."""
    me = s.turn
    worth, unknown, shields = 0.0, s.hand_n[seat] + 0, 0
    for card in range(1, CARDS):
        n = s.known[me, seat, card]
        if n > 0:
            worth += n * keep(card, kept)
            unknown -= n
            if ABILITY[card] == Ability.PREVENT:
                shields += n
    f[HOLD, seat] = worth + unknown * w.card
    shielded = 1.0 if shields > 0 else 1.0 - (1.0 - prevents) ** unknown
    f[OPEN, seat] = 1.0 - w.prevented * shielded
    spare = min(s.hand_n[seat] - f[PLAYS, seat], 6.0)
    f[FORCE, seat] += f[PLAYS, seat] * (mean + w.play + w.choice * spare)
    if f[PLAYS, seat] > 0 and clockwise(s, seat, s.players - s.first) > clockwise(s, me, s.players - s.first):
        f[FORCE, seat] += w.reply


@rule
def strength(s: State, points: int, w: Weights) -> float:
    part = points / target_points(s)
    return w.point * part + w.point_squared * part * part


@rule
def best_chance(s: State, f: np.ndarray, card: int, w: Weights, kept: np.ndarray, felt: np.ndarray) -> float:
    """The chance to win the game, with as many more cards of the hand in this contest as serve it best."""
    me = s.turn
    others = 0.0
    for seat in range(s.players):
        if seat != me:
            others += f[PLAYS, seat]
    f[FORCE, me] -= w.fall * others * exposed(s, card, me)
    plays = int(f[PLAYS, me])
    most = chance(s, f, others + plays, w)
    hand = s.hand[me].copy()
    if card != 0:
        hand[card] -= 1
    for _ in range(plays):
        more = strongest(s, hand, w, felt)
        if more == 0:
            break
        hand[more] -= 1
        f[FORCE, me] += effect(s, more, w, felt)
        f[HOLD, me] -= keep(more, kept)
        if drawn_by(s, more):
            f[HOLD, me] += w.card
        most = max(most, chance(s, f, others + plays, w))
    return most


@rule
def strongest(s: State, hand: np.ndarray, w: Weights, felt: np.ndarray) -> int:
    """The card of a hand that will do most in this contest."""
    best, most = 0, -100.0
    for card in range(1, CARDS):
        if hand[card] > 0:
            done = effect(s, card, w, felt)
            if done > most:
                best, most = card, done
    return best


@rule
def effect(s: State, card: int, w: Weights, felt: np.ndarray) -> float:
    """What a card still in hand will do in this contest, in force points."""
    instruction = INSTRUCTION[s.country]
    strikes = instruction == Instruction.STRIKE or instruction == Instruction.EACH
    extra = w.blow if strikes and TYPE[card] == TRIGGER[s.country] else 0.0
    return POINTS[card] + felt[ABILITY[card]] + extra


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
def chance(s: State, f: np.ndarray, plays: float, w: Weights) -> float:
    """The chance to win the game: over who may win the contest, the own share of all strength afterwards."""
    me = s.turn
    scale = 1.0 / (w.noise + w.noise_per_play * np.sqrt(plays))
    top = f[FORCE, me]
    for seat in range(s.players):
        top = max(top, f[FORCE, seat])
    value = VALUE[s.country]
    target = target_points(s)
    odds_sum, result, strength_sum = 0.0, 0.0, 0.0
    own = 0.0
    for seat in range(s.players):
        now = np.exp(f[STRENGTH, seat] + w.hand * f[HOLD, seat])
        strength_sum += now
        if seat == me:
            own = now
    for seat in range(s.players):
        odds = np.exp((f[FORCE, seat] - top) * scale)
        odds_sum += odds
        if s.points[seat] + value >= target:
            result += odds if seat == me else 0.0
            continue
        now = np.exp(f[STRENGTH, seat] + w.hand * f[HOLD, seat])
        then = np.exp(strength(s, s.points[seat] + value, w) + w.hand * (f[HOLD, seat] + f[BONUS, seat]) + w.dealer)
        share = then if seat == me else own
        result += odds * share / (strength_sum - now + then)
    return result / odds_sum
