"""A use of a card: its five ways, and its points one by one."""

from __future__ import annotations

from ...core.jit import rule
from ..board import IN_REGION, LAND, REGION
from ..cards import BUILD, DOMINATION, FOG, REDUCTION, TEXT, WHERE, Text
from ..state import FULL, STRUGGLING, WAYS, Phase, State, Way
from .areas import build, held, joined, opposing, point_places, reduce, remove_all, taken, to_build
from .decks import any_to_take, lift
from .rounds import advance, left_of, open_window
from .texts import begin_text, reach, struggling


@rule
def way_open(s: State, seat: int, card: int, way: int) -> bool:
    """GD-44, GD-48, GD-R12, GD-R13, GD-R15: whether a card that the seat has laid down can be used this way."""
    if way == Way.BUILD:
        return to_build(s, seat) != 0
    if way == Way.ATTACK:
        return opposing(s, seat, STRUGGLING) != 0
    if way == Way.TEXT:
        return reach(s, seat, card) != 0
    return any_to_take(s, seat) and (way == Way.DISCARD_1 or s.hand_n[seat] > 0)


@rule
def lay_down(s: State, card: int) -> None:
    """GD-R46: the card to be used; it cannot be taken back."""
    s.user = s.turn
    s.card = card
    lift(s, s.turn, card)


@rule
def use(s: State, card: int) -> None:
    """GD-44, GD-R07, GD-R09, GD-R46: a card of the own turn; a lone way is not asked."""
    lay_down(s, card)
    s.used = 1
    lone, number = 0, 0
    for way in range(WAYS):
        if way_open(s, s.turn, card, way):
            lone = way
            number += 1
    if number > 1:
        s.phase = Phase.WAY
    else:
        begin(s, lone)


@rule
def begin(s: State, way: int) -> None:
    """GD-45, GD-47, GD-48, GD-49, GD-50, GD-R10: the way of use is chosen."""
    s.way = way
    if way == Way.TEXT:
        if begin_text(s):
            end_use(s)
    elif way == Way.BUILD:
        s.builds = BUILD[s.card]
        s.phase = Phase.AREA
    elif way == Way.ATTACK:
        s.reductions = REDUCTION[s.card]
        s.phase = Phase.AREA
    else:
        s.discard[s.user, s.card] += 1
        s.phase = Phase.TAKE if way == Way.DISCARD_1 else Phase.SECOND


# Points


@rule
def places(s: State) -> int:
    """GD-45, GD-47, GD-87, GD-88, GD-90, GD-100, GD-R13, GD-R30, GD-R31, GD-R35: where the next point can go."""
    text = TEXT[worded(s)]
    if text == Text.DISRUPTION:
        return taken(s, STRUGGLING) & joined(s.regions, IN_REGION)
    if text == Text.SURRENDER:
        return opposing(s, s.turn, STRUGGLING) & joined(s.regions, IN_REGION)
    if text == Text.INSURGENTS:
        return struggling(s) & LAND if s.either > 0 else 0
    if text == Text.STORM:
        return due_places(s)
    return point_places(s, s.turn, s.builds + s.either, s.reductions + s.either, WHERE[worded(s)])


@rule
def worded(s: State) -> int:
    """The card whose text is being carried out; Domination, which has none, for any other way of use."""
    return s.card if s.way == Way.TEXT else DOMINATION


@rule
def due_places(s: State) -> int:
    """GD-90, GD-R32: the Forces of all players on whom Reductions are due."""
    areas = 0
    for seat in range(s.players):
        if s.due[seat] > 0:
            areas |= held(s, seat, STRUGGLING)
    return areas


@rule
def may_stop(s: State) -> bool:
    """GD-79, GD-R14, GD-R45: after the first point, but for three texts; the next to the left may decline his first."""
    if not s.spent:
        return s.offered != 0
    text = TEXT[worded(s)]
    return text != Text.CHAIN and text != Text.DISRUPTION and text != Text.STORM


@rule
def spend(s: State, area: int) -> None:
    """GD-46, GD-78, GD-R14: a point is spent; the use ends when nothing more can be done."""
    text = TEXT[worded(s)]
    if text == Text.DISRUPTION or text == Text.SURRENDER:
        remove_all(s, 1 << area)
        s.regions &= ~(1 << REGION[area])
    elif text == Text.INSURGENTS:
        s.owner[area] = s.turn + 1
        s.strength[area] = FULL
        s.either -= 1
    elif text == Text.STORM:
        s.due[s.owner[area] - 1] -= 1
        reduce(s, area)
    else:
        spend_point(s, area)
    s.spent = 1
    if places(s) == 0:
        if text == Text.CHAIN:
            hand_on(s)
        else:
            end_use(s)


@rule
def spend_point(s: State, area: int) -> None:
    """GD-24, GD-25, GD-28, GD-R16: the Area decides what it is spent on."""
    if s.owner[area] == 0 or s.owner[area] == s.turn + 1:
        build(s, s.turn, area)
        if s.builds > 0:
            s.builds -= 1
        else:
            s.either -= 1
    else:
        reduce(s, area)
        if s.reductions > 0:
            s.reductions -= 1
        else:
            s.either -= 1


@rule
def hand_on(s: State) -> None:
    """GD-79, GD-80, GD-81, GD-R28, GD-R45: Bio Weapons are offered to the left; who has no target declines."""
    s.turn = left_of(s, s.turn)
    s.offered = 1
    s.spent = 0
    s.reductions = 2
    if places(s) == 0:
        end_use(s)


@rule
def end_use(s: State) -> None:
    """GD-35, GD-81, GD-85, GD-R10, GD-R26, GD-R27: the card goes to its player's Discard Pile, Fog to its stack."""
    if s.card == FOG and s.way == Way.TEXT:
        s.stock[FOG] += 1
    else:
        s.discard[s.user, s.card] += 1
    s.builds = s.reductions = s.either = s.regions = 0
    s.spent = s.offered = 0
    open_window(s)
    advance(s)
