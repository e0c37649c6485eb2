"""What the words on the cards do."""

from __future__ import annotations

from ...core.jit import rule
from ..board import IN_REGION, LAND, WITH_RESOURCE
from ..cards import BUILDS, CONTROLS, EITHER, REDUCTIONS, TEXT, WHERE, Text
from ..state import FULL, STRUGGLING, Phase, State
from .areas import (
    count,
    held,
    joined,
    lonely,
    make_all,
    opposing,
    point_places,
    remove_all,
    taken,
    touched,
)

EVERY_REGION = 63


@rule
def reach(s: State, seat: int, card: int) -> int:
    """GD-R15: the Areas on which the text of this card would act for the seat; with none it cannot be used.

    GD-66, GD-R24: Domination has no text, and that of Fog of War is for the scoring step.
    """
    text = TEXT[card]
    if text == Text.POINTS or text == Text.CHAIN:
        return point_places(s, seat, BUILDS[card] + EITHER[card], REDUCTIONS[card] + EITHER[card], WHERE[card])
    if text == Text.CONTROL:
        return held(s, seat, STRUGGLING) & WITH_RESOURCE[CONTROLS[card]]
    if text == Text.PROPAGANDA:
        return held(s, seat, FULL) & LAND
    if text == Text.SHOW:
        return opposing(s, seat, STRUGGLING) if held(s, seat, FULL) else 0
    if text == Text.LEADERSHIP:
        return opposing(s, seat, FULL)
    if text == Text.SUPPLY:
        return lonely_of_others(s, seat)
    if text == Text.DISRUPTION:
        return opposing(s, seat, STRUGGLING) & LAND
    if text == Text.SURRENDER:
        return opposing(s, seat, STRUGGLING) & joined(regions_with_full(s, seat), IN_REGION)
    if text == Text.INSURGENTS:
        return struggling(s) & LAND
    if text == Text.STORM:
        return exposed(s)
    if text == Text.WINTER:
        return struggling(s)
    if text == Text.NUKES:
        return taken(s, FULL)
    if text == Text.DEPOTS:
        return held(s, seat, STRUGGLING) & ~held(s, seat, FULL)
    return 0


@rule
def struggling(s: State) -> int:
    return taken(s, STRUGGLING) & ~taken(s, FULL)


@rule
def lonely_of_others(s: State, seat: int) -> int:
    """GD-94, GD-R29: lonely Forces of all opponents."""
    found = 0
    for other in range(s.players):
        if other != seat:
            found |= lonely(s, other)
    return found


@rule
def regions_with_full(s: State, seat: int) -> int:
    """GD-95, GD-R35: the Regions where the seat has a Full Land Force."""
    return touched(held(s, seat, FULL), IN_REGION)


@rule
def half(s: State, seat: int) -> int:
    """GD-89, GD-90, GD-R32: half of the seat's Forces, rounded down."""
    return count(held(s, seat, STRUGGLING)) // 2


@rule
def exposed(s: State) -> int:
    """GD-90, GD-91: the Forces of all who would suffer a Megastorm."""
    found = 0
    for seat in range(s.players):
        if half(s, seat) > 0:
            found |= held(s, seat, STRUGGLING)
    return found


@rule
def begin_text(s: State) -> bool:
    """GD-48: starts the text of the card in use; true when nothing is left to choose.

    GD-74, GD-78, GD-87, GD-88, GD-90, GD-92, GD-98, GD-100, GD-R16, GD-R36: the points that it gives.
    """
    text = TEXT[s.card]
    if text == Text.LEADERSHIP or text == Text.SUPPLY:
        s.phase = Phase.VICTIM
        return False
    if at_once(s, text):
        return True
    s.phase = Phase.AREA
    s.builds, s.reductions, s.either = BUILDS[s.card], REDUCTIONS[s.card], EITHER[s.card]
    if text == Text.SHOW:
        s.reductions = 2 * count(held(s, s.user, FULL))
    elif text == Text.DISRUPTION:
        s.regions = EVERY_REGION
    elif text == Text.SURRENDER:
        s.regions = regions_with_full(s, s.user)
    elif text == Text.STORM:
        for seat in range(s.players):
            s.due[seat] = half(s, seat)
    return False


@rule
def at_once(s: State, text: int) -> bool:
    """GD-84, GD-93, GD-95, GD-99, GD-103, GD-R33: texts without a choice; false for any other.

    GD-67, GD-68, GD-69, GD-70, GD-71, GD-72: victory points for the Areas of a Resource are scored here.
    """
    areas = reach(s, s.user, s.card)
    if text == Text.CONTROL:
        s.vp[s.user] += count(areas)
    elif text == Text.PROPAGANDA:
        s.vp[s.user] += count(regions_with_full(s, s.user))
    elif text == Text.WINTER:
        remove_all(s, areas)
    elif text == Text.NUKES:
        make_all(s, areas, STRUGGLING)
    elif text == Text.DEPOTS:
        make_all(s, areas, FULL)
    elif text == Text.FOG:
        for seat in range(s.players):
            if seat != s.user:
                s.blocked[seat] = 1
    else:
        return False
    return True


@rule
def aims(s: State, seat: int) -> int:
    """GD-77, GD-94, GD-R15, GD-R29, GD-R34: what this victim would suffer from the card in use."""
    return held(s, seat, FULL) if TEXT[s.card] == Text.LEADERSHIP else lonely(s, seat)


@rule
def strike(s: State, seat: int) -> None:
    """GD-77, GD-94, GD-R34: all at once, on this victim."""
    areas = aims(s, seat)
    if TEXT[s.card] == Text.LEADERSHIP:
        make_all(s, areas, STRUGGLING)
    else:
        remove_all(s, areas)
