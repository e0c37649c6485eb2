"""Two hand-written players of War on Terror; both see only what `observe` shows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..core.jit import rule
from .actions import ALLOW, PASS, PREVENT, STOP, SWAP, TAKE, TURN, YIELD, place_parts, played_card
from .board import INSTRUCTION, TRIGGER, VALUE, Instruction
from .cards import ABILITY, KINDS, POINTS, PREVENTS, TYPE, Ability
from .rules.contest import clockwise, target_points
from .rules.effects import may_fall
from .state import CARDS, ROW, SEATS, Phase, State

# The simple player


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    """Most force points now: the strongest card, and the strongest card of another turned down or taken."""
    best, most = 0, -100
    for action in range(mask.size):
        if mask[action]:
            points = points_of(s, action)
            if points > most:
                best, most = action, points
    return best


@rule
def points_of(s: State, action: int) -> int:
    """Force points won or kept, taken alone."""
    if s.phase == Phase.PLAY:
        return POINTS[played_card(action)] if action != PASS else 0
    if s.phase == Phase.YIELD:
        return -POINTS[s.row[s.turn, action - YIELD]]
    if s.phase == Phase.PREVENT:
        return 0 if action == ALLOW else 1
    if s.phase == Phase.SWAP:
        return s.hand_n[clockwise(s, s.turn, action - SWAP + 1)]
    if action == STOP:
        return 0
    steps, slot = place_parts(TAKE if s.phase == Phase.TAKE else TURN, action)
    seat = clockwise(s, s.turn, steps)
    return POINTS[s.row[seat, slot]] if s.up[seat, slot] else -1


# The strong player: the action with the best chance to win the game, by a rough forecast


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
    point: float  # strength of a player: his points, as part of the target
    point_squared: float
    hand: float  # strength of one force point in hand
    card: float  # force points that an unknown card is worth in hand
    dealer: float  # strength of acting last in the next contest


TUNED = Weights(0.0, 0.15, 0.2, 0.6, 0.9, 0.05, 0.5, 0.5, 0.3, 3.0, 1.5, 0.03, 4.0, 0.1)
KEPT = np.array([0.0, 0.5, 2.0, 4.0, 1.0, 1.0, 0.5, 3.0, 1.0, 1.0])  # by ability: worth more in hand than its points
FELT = np.array([0.0, 0.0, 2.5, 4.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0])  # by ability: does more than its points

FORCE, HOLD, PLAYS, BONUS, STRENGTH, OPEN = 0, 1, 2, 3, 4, 5  # rows of a forecast
FORECAST = 6


@rule
def choose(s: State, mask: np.ndarray) -> int:
    """The action after which the forecast gives the best chance to win the game."""
    return best_action(s, mask, TUNED, KEPT, FELT)


@rule
def best_action(s: State, mask: np.ndarray, w: Weights, kept: np.ndarray, felt: np.ndarray) -> int:
    base = np.zeros((FORECAST, SEATS))
    forecast(s, w, kept, base)
    f = np.zeros((FORECAST, SEATS))
    best, most = 0, -1e9
    for action in range(mask.size):
        if mask[action]:
            f[:] = base
            chance = chance_after(s, action, f, w, kept, felt)
            if chance > most:
                best, most = action, chance
    return best


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
    count, points, prevents = 0, 0, 0
    for card in range(1, CARDS):
        n = s.hidden[card] - s.hand[me, card]
        for seat in range(s.players):
            n -= s.known[me, seat, card]
        count += n
        points += n * POINTS[card]
        if ABILITY[card] == Ability.PREVENT:
            prevents += n
    return points / max(count, 1), prevents / max(count, 1)


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
def chance_after(s: State, action: int, f: np.ndarray, w: Weights, kept: np.ndarray, felt: np.ndarray) -> float:
    """The chance to win the game after this action."""
    me = s.turn
    if s.phase == Phase.PLAY:
        if action == PASS:
            return best_chance(s, f, 0, w, kept, felt)
        return chance_of_play(s, played_card(action), f, w, kept, felt)
    if s.phase == Phase.YIELD:
        f[FORCE, me] -= POINTS[s.row[me, action - YIELD]]
    elif s.phase == Phase.PREVENT:
        if action == ALLOW:
            f[FORCE, me] -= POINTS[s.row[me, s.target % ROW]]
        else:
            f[HOLD, me] -= keep(PREVENTS[action - PREVENT], kept)
    elif s.phase == Phase.SWAP:
        return chance_of_swap(s, clockwise(s, me, action - SWAP + 1), f, w, kept, felt)
    elif action != STOP:
        steps, slot = place_parts(TAKE if s.phase == Phase.TAKE else TURN, action)
        seat = clockwise(s, me, steps)
        card = s.row[seat, slot]
        if s.phase == Phase.TAKE:
            f[FORCE, seat] += POINTS[s.card] - POINTS[card]
            f[HOLD, me] += keep(card, kept)
        elif s.up[seat, slot]:
            f[FORCE, seat] -= POINTS[card] * f[OPEN, seat]
        else:
            f[FORCE, seat] += POINTS[card]
    return best_chance(s, f, 0, w, kept, felt)


@rule
def chance_of_swap(s: State, seat: int, f: np.ndarray, w: Weights, kept: np.ndarray, felt: np.ndarray) -> float:
    """Hands traded: the own plays to come are as good as unknown cards are."""
    me = s.turn
    f[HOLD, me], f[HOLD, seat] = f[HOLD, seat], f[HOLD, me]
    mine = min(plays_left(s, me), s.hand_n[seat])
    f[FORCE, me] += unseen(s, me)[0] * mine
    f[PLAYS, me] = 0
    f[HOLD, me] -= w.card * mine
    return best_chance(s, f, 0, w, kept, felt)


@rule
def chance_of_play(s: State, card: int, f: np.ndarray, w: Weights, kept: np.ndarray, felt: np.ndarray) -> float:
    """The card put down, its words and the country's instruction as they will probably be used."""
    me = s.turn
    ability = ABILITY[card]
    f[HOLD, me] -= keep(card, kept)
    if ability == Ability.TRADE1 and trade_best(s, f, w, kept, me):
        pass
    else:
        f[FORCE, me] += POINTS[card]
    if ability == Ability.TURN1:
        strike_best(s, f, w, me)
    elif ability == Ability.TURN2:
        strike_best(s, f, w, me)
        strike_best(s, f, w, me)
    elif ability == Ability.EACH1:
        strike_each(s, f, me)
    elif ability == Ability.FIRST and s.laid[me] == 0:
        f[HOLD, me] += w.card
    elif ability == Ability.WIN2:
        f[BONUS, me] += 2 * w.card
    if TYPE[card] == TRIGGER[s.country]:
        if INSTRUCTION[s.country] == Instruction.DRAW:
            f[HOLD, me] += w.card
        elif INSTRUCTION[s.country] == Instruction.STRIKE:
            strike_best(s, f, w, me)
        elif INSTRUCTION[s.country] == Instruction.EACH:
            strike_each(s, f, me)
    if INSTRUCTION[s.country] == Instruction.PAIR and s.second == 0 and not s.extra:
        f[PLAYS, me] += 1
    if ability == Ability.SWAP:
        seat = fullest(s, f, me)
        return chance_of_swap(s, seat, f, w, kept, felt)
    return best_chance(s, f, card, w, kept, felt)


@rule
def fullest(s: State, f: np.ndarray, me: int) -> int:
    """The other player whose hand is worth most."""
    best = clockwise(s, me, 1)
    for steps in range(2, s.players):
        seat = clockwise(s, me, steps)
        if f[HOLD, seat] > f[HOLD, best]:
            best = seat
    return best


@rule
def trade_best(s: State, f: np.ndarray, w: Weights, kept: np.ndarray, me: int) -> bool:
    """Takes the card that hurts and helps most, if there is one."""
    best, most, from_seat = 0, -1.0, 0
    for seat in range(s.players):
        if seat != me:
            for slot in range(s.row_n[seat]):
                card = s.row[seat, slot]
                gain = 100 + w.trader * f[FORCE, seat] + POINTS[card] + keep(card, kept)
                if s.up[seat, slot] and gain > most:
                    best, most, from_seat = card, gain, seat
    if best == 0:
        return False
    f[FORCE, from_seat] -= POINTS[best] - 1
    f[HOLD, me] += keep(best, kept)
    return True


@rule
def strike_best(s: State, f: np.ndarray, w: Weights, me: int) -> None:
    """Turns down the strongest card of the strongest player."""
    most, points, at = 0.0, 0, 0
    for seat in range(s.players):
        if seat != me:
            for slot in range(s.row_n[seat]):
                if may_fall(s, seat, slot):
                    gain = 100 + w.leader * f[FORCE, seat] + POINTS[s.row[seat, slot]]
                    if gain > most:
                        most, points, at = gain, POINTS[s.row[seat, slot]], seat
    f[FORCE, at] -= f[OPEN, at] * points


@rule
def strike_each(s: State, f: np.ndarray, me: int) -> None:
    """Every other player turns down his weakest card."""
    for seat in range(s.players):
        if seat != me:
            least = 100
            for slot in range(s.row_n[seat]):
                if may_fall(s, seat, slot):
                    least = min(least, POINTS[s.row[seat, slot]])
            if least < 100:
                f[FORCE, seat] -= f[OPEN, seat] * least


@rule
def best_chance(s: State, f: np.ndarray, card: int, w: Weights, kept: np.ndarray, felt: np.ndarray) -> float:
    """The chance to win the game, with as many more cards of the hand in this contest as serve it best."""
    me = s.turn
    others = 0.0
    for seat in range(s.players):
        if seat != me:
            others += f[PLAYS, seat]
    f[FORCE, me] -= w.fall * others * exposed(s, card, me)
    most = chance(s, f, others + f[PLAYS, me], w)
    plays = int(f[PLAYS, me])
    used = 0
    left = plays
    hand = s.hand[me].copy()
    if card != 0:
        hand[card] -= 1
    while used < plays:
        best, gain = 0, -1.0
        for c in range(1, CARDS):
            if hand[c] > 0 and POINTS[c] + felt[ABILITY[c]] > gain:
                best, gain = c, POINTS[c] + felt[ABILITY[c]]
        if best == 0:
            break
        hand[best] -= 1
        f[FORCE, me] += gain
        f[HOLD, me] -= keep(best, kept)
        used += 1
        most = max(most, chance(s, f, others + left, w))
    return most


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
