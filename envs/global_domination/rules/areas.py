"""Forces on the map, and sets of Areas: bit `a` of such a number stands for Area `a`."""

from __future__ import annotations

import numpy as np

from ...core.jit import rule
from ..board import ALL, BORDERS, LAND, PLACES, SEAS
from ..cards import Where
from ..state import FULL, STRUGGLING, State

# Sets


@rule
def taken(s: State, least: int) -> int:
    """The Areas with a Force of at least this strength."""
    found = 0
    for area in range(PLACES):
        if s.strength[area] >= least:
            found |= 1 << area
    return found


@rule
def held(s: State, seat: int, least: int) -> int:
    """GD-23: the Areas where the seat has a Force of at least this strength."""
    found = 0
    for area in range(PLACES):
        if s.owner[area] == seat + 1 and s.strength[area] >= least:
            found |= 1 << area
    return found


@rule
def opposing(s: State, seat: int, least: int) -> int:
    """GD-R13: the Areas where another seat has a Force of at least this strength."""
    return taken(s, least) & ~held(s, seat, STRUGGLING)


@rule
def count(areas: int) -> int:
    number = 0
    while areas:
        areas &= areas - 1
        number += 1
    return number


@rule
def beside(areas: int) -> int:
    """GD-22: all Areas that border on one of these."""
    found = 0
    for area in range(PLACES):
        if areas >> area & 1:
            found |= BORDERS[area]
    return found


@rule
def lonely(s: State, seat: int) -> int:
    """GD-94, GD-R34: where the seat's Forces have no other of its own beside them, by land or sea."""
    mine = held(s, seat, STRUGGLING)
    return mine & ~beside(mine)


@rule
def monopolies(areas: int, groups: np.ndarray) -> int:
    """GD-63, GD-R18: which of these groups of three Areas lie in the set as a whole, as a set."""
    found = 0
    for k in range(len(groups)):
        if areas & groups[k] == groups[k]:
            found |= 1 << k
    return found


@rule
def touched(areas: int, groups: np.ndarray) -> int:
    """Which of these groups have an Area in the set, as a set."""
    found = 0
    for k in range(len(groups)):
        if areas & groups[k]:
            found |= 1 << k
    return found


@rule
def joined(which: int, groups: np.ndarray) -> int:
    """The Areas of these groups."""
    areas = 0
    for k in range(len(groups)):
        if which >> k & 1:
            areas |= groups[k]
    return areas


# Where points may be spent


@rule
def to_build(s: State, seat: int) -> int:
    """GD-24, GD-25, GD-26, GD-27: empty Areas, and own Struggling Forces."""
    return ALL & ~taken(s, STRUGGLING) | held(s, seat, STRUGGLING) & ~held(s, seat, FULL)


@rule
def allowed(s: State, seat: int, where: int) -> int:
    """GD-74, GD-75, GD-76, GD-82, GD-R17: the Areas to which a text keeps, as the map now is."""
    if where == Where.LAND:
        return LAND
    if where == Where.SEA:
        return SEAS
    if where == Where.COAST:
        return LAND & beside(held(s, seat, STRUGGLING) & SEAS)
    if where == Where.FRONT:
        return LAND & beside(held(s, seat, STRUGGLING) & LAND)
    return ALL


@rule
def point_places(s: State, seat: int, builds: int, reductions: int, where: int) -> int:
    """GD-46, GD-47, GD-R16: where the seat can spend such points."""
    areas = 0
    if builds > 0:
        areas |= to_build(s, seat)
    if reductions > 0:
        areas |= opposing(s, seat, STRUGGLING)
    return areas & allowed(s, seat, where)


# Changes


@rule
def build(s: State, seat: int, area: int) -> None:
    """GD-24, GD-25: a new Struggling Force, or a Struggling one turned Full."""
    s.owner[area] = seat + 1
    s.strength[area] += 1


@rule
def reduce(s: State, area: int) -> None:
    """GD-28: Full to Struggling, Struggling off the board."""
    s.strength[area] -= 1
    if s.strength[area] == 0:
        s.owner[area] = 0


@rule
def remove_all(s: State, areas: int) -> None:
    """GD-29: the Forces leave these Areas."""
    for area in range(PLACES):
        if areas >> area & 1:
            s.owner[area] = 0
            s.strength[area] = 0


@rule
def make_all(s: State, areas: int, strength: int) -> None:
    """GD-30: the Forces in these Areas now have this strength."""
    for area in range(PLACES):
        if areas >> area & 1:
            s.strength[area] = strength
