"""Two hand-written players of Global Domination; both see only what `observe` shows.

The strong one appraises every Area: what a point spent there is worth, in victory points. A use is worth its best
points; a card as much as its best use. It uses one card a turn, buys with its two worst cards what is worth more than
they are, and keeps Airborne Forces and Fog of War for the scoring step.
"""

from __future__ import annotations

import numpy as np

from ..core.blocks import parts
from ..core.jit import rule
from .actions import AREA, CARD, DONE, SEAT, WAY
from .board import IN_REGION, LANDS, PLACES, REGION, REGIONS, RESOURCE, WEIGHT
from .cards import AIRBORNE, BUILD, BUILDS, EITHER, FOG, KINDS, REDUCTION, REDUCTIONS, TEXT, WHERE, Text
from .rules.areas import allowed, count, held, monopolies, opposing, to_build
from .rules.decks import may_take
from .rules.rounds import income
from .rules.texts import aims, reach
from .rules.uses import worded
from .state import FULL, SEATS, STRUGGLING, Phase, State, Way

# The simple player


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    """Most points now: the card with the highest values, built if it can be, and the Areas that score most."""
    best, most = DONE, 0
    for action in range(mask.size):
        if mask[action]:
            points = points_of(s, action)
            if points > most:
                best, most = action, points
    return best


@rule
def points_of(s: State, action: int) -> int:
    """What the action is worth, taken alone."""
    if action == DONE:
        return 1
    if s.phase == Phase.AREA:
        return 2 + WEIGHT[parts(AREA, action)]
    if s.phase == Phase.WAY:
        way = parts(WAY, action)
        if way == Way.BUILD:
            return 3 + BUILD[s.card]
        return 2 + REDUCTION[s.card] if way == Way.ATTACK else 2
    if s.phase == Phase.VICTIM:
        return 2 + s.vp[(s.turn + 1 + parts(SEAT, action)) % s.players]
    card = parts(CARD, action)
    return 2 + BUILD[card] + REDUCTION[card]


# The strong player: what Areas, uses and cards are worth

PROGRESS = np.array([0.05, 0.25, 1.0])  # of a monopoly, by how many of its other Areas one has
MONOPOLY = 6.0  # of a Region
CARD_A_TURN = 1.0  # a Resource's Logistical point, for each game turn to come
LEADER, OTHERS = 0.9, 0.4  # what a loss of another is worth, with three players or more

# By text, what an own Force and another's count for that it reaches, each strength of victory points.
EACH = np.zeros((len(Text), 2))
EACH[Text.CONTROL] = EACH[Text.PROPAGANDA] = EACH[Text.DEPOTS] = 1.0, 0.0
EACH[Text.LEADERSHIP] = 0.0, 0.7
EACH[Text.SUPPLY] = 0.0, 1.0
EACH[Text.DISRUPTION] = EACH[Text.SURRENDER] = -0.1, 0.7
EACH[Text.INSURGENTS] = 0.5, 2.0
EACH[Text.STORM] = -0.5, 0.5
EACH[Text.WINTER] = EACH[Text.NUKES] = -1.0, 1.0


@rule
def choose(s: State, mask: np.ndarray) -> int:
    """The action worth most."""
    weight, gain, room = np.zeros(SEATS), np.zeros(PLACES), np.zeros(PLACES, np.int64)
    appraise(s, weight, gain, room)
    if s.phase == Phase.TURN and s.used:
        return DONE
    value = np.zeros(KINDS)
    if s.phase != Phase.AREA and s.phase != Phase.VICTIM:
        appraise_cards(s, weight, gain, room, value)
    best, most = DONE, 0.0 if mask[DONE] else -1e9
    for action in range(DONE):
        if mask[action]:
            worth = worth_of(s, weight, gain, room, value, action)
            if worth > most:
                best, most = action, worth
    return best


@rule
def appraise(s: State, weight: np.ndarray, gain: np.ndarray, room: np.ndarray) -> None:
    """What each seat's loss is worth; by Area, what a point is worth there, and how many can be spent."""
    me = s.turn
    weigh(s, weight)
    regions, resources = np.zeros((SEATS, REGIONS + 1), np.int64), np.zeros((SEATS, REGIONS + 1), np.int64)
    for area in range(PLACES):
        if s.owner[area] > 0:
            regions[s.owner[area] - 1, REGION[area]] += 1
            resources[s.owner[area] - 1, RESOURCE[area]] += 1
    card = CARD_A_TURN * (s.game_turns - s.game_turn)
    for area in range(PLACES):
        region, resource, owner = REGION[area], RESOURCE[area], s.owner[area] - 1
        mine = owner == me
        gain[area] = WEIGHT[area]
        room[area] = FULL - s.strength[area] if owner < 0 or mine else s.strength[area]
        if area >= LANDS:
            gain[area] *= 1.0 if owner < 0 or mine else weight[owner]
            continue
        own = PROGRESS[min(2, regions[me, region])] * MONOPOLY + PROGRESS[min(2, resources[me, resource])] * card
        if owner < 0:
            gain[area] += own
        elif not mine:
            held_by = PROGRESS[regions[owner, region] - 1] * MONOPOLY + PROGRESS[resources[owner, resource] - 1] * card
            fall = weight[owner] * held_by + 0.5 * own
            gain[area] = weight[owner] * WEIGHT[area] + fall / s.strength[area]


@rule
def weigh(s: State, weight: np.ndarray) -> None:
    """The leader among the others, as points and map stand, counts most."""
    best, leader = -1, s.turn
    for seat in range(s.players):
        standing = s.vp[seat] + 2 * income(s, seat, True)
        weight[seat] = OTHERS
        if seat != s.turn and standing > best:
            best, leader = standing, seat
    weight[leader] = LEADER if s.players > 2 else 1.0


@rule
def best_points(gain: np.ndarray, room: np.ndarray, areas: int, points: int) -> float:
    """The sum of the best so many points in these Areas."""
    total, spent = 0.0, 0
    used = 0
    while spent < points:
        best, most = -1, 0.0
        for area in range(PLACES):
            if areas >> area & 1 and not used >> area & 1 and gain[area] > most:
                best, most = area, gain[area]
        if best < 0:
            break
        used |= 1 << best
        total += most * min(room[best], points - spent)
        spent += room[best]
    return total


@rule
def appraise_cards(s: State, weight: np.ndarray, gain: np.ndarray, room: np.ndarray, value: np.ndarray) -> None:
    """The best use, discards apart, of every card in hand or that could be taken."""
    for card in range(KINDS):
        if s.hand[s.turn, card] > 0 or may_take(s, s.turn, card):
            value[card] = worth_of_text(s, weight, gain, room, card)
            for way in (Way.BUILD, Way.ATTACK):
                value[card] = max(value[card], worth_of_values(s, gain, room, card, way))


@rule
def worth_of_values(s: State, gain: np.ndarray, room: np.ndarray, card: int, way: int) -> float:
    """The Build or the Reduction value, well spent."""
    if way == Way.BUILD:
        return best_points(gain, room, to_build(s, s.turn), BUILD[card])
    return best_points(gain, room, opposing(s, s.turn, STRUGGLING), REDUCTION[card])


@rule
def worth_of_text(s: State, weight: np.ndarray, gain: np.ndarray, room: np.ndarray, card: int) -> float:
    """What the text would bring now: its points, or something for every Area that it reaches."""
    me, text = s.turn, TEXT[card]
    places, others = allowed(s, me, WHERE[card]), opposing(s, me, STRUGGLING)
    if text == Text.SHOW:
        return best_points(gain, room, others, 2 * count(held(s, me, FULL)))
    if EITHER[card] > 0 and text == Text.POINTS:
        return best_points(gain, room, places & (others | to_build(s, me)), EITHER[card])
    if text == Text.POINTS or text == Text.CHAIN:
        build = best_points(gain, room, places & to_build(s, me), BUILDS[card])
        return build + best_points(gain, room, places & others, REDUCTIONS[card])
    return worth_of_areas(s, weight, text, reach(s, me, card))


@rule
def worth_of_areas(s: State, weight: np.ndarray, text: int, areas: int) -> float:
    """So much for every Force there, by whose it is."""
    total = 0.0
    for area in range(PLACES):
        if areas >> area & 1:
            seat = s.owner[area] - 1
            total += WEIGHT[area] * (EACH[text, 0] if seat == s.turn else EACH[text, 1] * weight[seat])
    return total


@rule
def worth_of_fog(s: State, weight: np.ndarray) -> float:
    """The Region Monopolies that would not count."""
    total = 0.0
    for seat in range(s.players):
        if seat != s.turn and not s.blocked[seat]:
            total += weight[seat] * MONOPOLY * count(monopolies(held(s, seat, STRUGGLING), IN_REGION))
    return total


@rule
def worth_of(s: State, weight: np.ndarray, gain: np.ndarray, room: np.ndarray, value: np.ndarray, action: int) -> float:
    """What the action is worth; at the start of a turn, of what is used one card after the other."""
    if s.phase == Phase.AREA:
        area = parts(AREA, action)
        return -gain[area] if s.owner[area] == s.turn + 1 and EACH[TEXT[worded(s)], 0] < 0 else gain[area]
    if s.phase == Phase.VICTIM:
        seat = (s.turn + 1 + parts(SEAT, action)) % s.players
        return 1.0 + worth_of_areas(s, weight, TEXT[s.card], aims(s, seat))
    if s.phase == Phase.WAY:
        return worth_of_way(s, weight, gain, room, value, parts(WAY, action))
    card = parts(CARD, action)
    if s.phase == Phase.INTERRUPT:
        return (worth_of_fog(s, weight) if card == FOG else value[card]) if s.scoring else -1.0
    if s.phase == Phase.TAKE:
        return 1.0 + value[card]
    if s.phase == Phase.SECOND:
        return 100.0 - value[card]
    if card == AIRBORNE or (card == FOG and worth_of_fog(s, weight) > value[card]):
        return -1.0
    return 200.0 - value[card] if bargain(s, value, card, 1) > 0 else value[card]


@rule
def worth_of_way(
    s: State, weight: np.ndarray, gain: np.ndarray, room: np.ndarray, value: np.ndarray, way: int
) -> float:
    """A discard is worth the card itself and what the exchange wins."""
    if way == Way.DISCARD_2:
        return value[s.card] + bargain(s, value, s.card, 0)
    if way == Way.DISCARD_1:
        return 0.1
    if way == Way.TEXT:
        return worth_of_text(s, weight, gain, room, s.card)
    return worth_of_values(s, gain, room, s.card, way)


@rule
def bargain(s: State, value: np.ndarray, card: int, held_back: int) -> float:
    """What is won by the best stack's card for this one and the worst of the others, if it is used at once."""
    least = 1e9
    for other in range(KINDS):
        if s.hand[s.turn, other] > (held_back if other == card else 0):
            least = min(least, value[other])
    return best_buy(s, value) - value[card] - least


@rule
def best_buy(s: State, value: np.ndarray) -> float:
    """What the best card to take is worth."""
    best = 0.0
    for card in range(KINDS):
        if may_take(s, s.turn, card):
            best = max(best, value[card])
    return best
