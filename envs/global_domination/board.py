"""The map of Global Domination: 18 Land Areas in six Regions, seven Sea Areas, and who borders on whom.

A set of Areas is a number: bit `a` stands for Area `a`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np


class Region(IntEnum):
    NORTH_AMERICA = 0
    SOUTH_AMERICA = 1
    EUROPE = 2
    AFRICA = 3
    ASIA = 4
    AUSTRALIA = 5
    NONE = 6  # of Sea Areas


class Resource(IntEnum):
    TECHNOLOGY = 0
    COMMUNICATIONS = 1
    ORE = 2
    PETROLEUM = 3
    MANUFACTURING = 4
    AGRICULTURE = 5
    NONE = 6  # of Sea Areas


class Area(NamedTuple):
    """GD-16, GD-17, GD-18, GD-19, GD-20, GD-21, GD-22: an Area; the book names Regions and Resources alone."""

    code: str
    name: str
    region: Region
    resource: Resource
    borders: str  # codes
    source: str


NA, SA, EU, AF, AS, AU = list(Region)[:6]
T, C, O, P, M, A = list(Resource)[:6]  # noqa: E741 - the letters printed on the map
SEA = Region.NONE, Resource.NONE

AREAS = (
    Area("NA1", "Pacific States", NA, T, "NA2 NA3 SA1 NPA", "ours"),
    Area("NA2", "Atlantic States", NA, M, "NA1 NA3 NAT", "ours"),
    Area("NA3", "Northern Plains", NA, A, "NA1 NA2 ARC NAT", "ours"),
    Area("SA1", "Caribbean Basin", SA, P, "SA2 SA3 NA1 NAT SPA", "ours"),
    Area("SA2", "Andes", SA, O, "SA1 SA3 SPA", "ours"),
    Area("SA3", "Pampas", SA, A, "SA1 SA2 SAT", "ours"),
    Area("EU1", "Western Europe", EU, T, "EU2 EU3 NAT MED", "ours"),
    Area("EU2", "Northern Europe", EU, C, "EU1 EU3 ARC NAT", "ours"),
    Area("EU3", "Eastern Europe", EU, M, "EU1 EU2 AS1 AS3 ARC MED", "ours"),
    Area("AF1", "West Africa", AF, P, "AF2 AF3 NAT SAT MED", "ours"),
    Area("AF2", "East Africa", AF, O, "AF1 AF3 AS1 IND MED", "ours"),
    Area("AF3", "Southern Africa", AF, M, "AF1 AF2 SAT IND", "ours"),
    Area("AS1", "West Asia", AS, P, "AS2 AS3 EU3 AF2 IND MED", "ours"),
    Area("AS2", "South Asia", AS, C, "AS1 AS3 AU3 IND", "ours"),
    Area("AS3", "East Asia", AS, T, "AS1 AS2 EU3 ARC NPA", "ours"),
    Area("AU1", "Western Australia", AU, O, "AU2 AU3 IND", "ours"),
    Area("AU2", "Eastern Australia", AU, A, "AU1 AU3 SPA", "ours"),
    Area("AU3", "Timor Islands", AU, C, "AU1 AU2 AS2 NPA SPA IND", "ours"),
    Area("ARC", "Arctic Ocean", *SEA, "NAT NPA NA3 EU2 EU3 AS3", "ours"),
    Area("NAT", "North Atlantic", *SEA, "ARC SAT MED NA2 NA3 SA1 EU1 EU2 AF1", "ours"),
    Area("SAT", "South Atlantic", *SEA, "NAT SPA IND SA3 AF1 AF3", "ours"),
    Area("NPA", "North Pacific", *SEA, "ARC SPA NA1 AS3 AU3", "ours"),
    Area("SPA", "South Pacific", *SEA, "NPA SAT IND SA1 SA2 AU2 AU3", "ours"),
    Area("IND", "Indian Ocean", *SEA, "SAT SPA AF2 AF3 AS1 AS2 AU1 AU3", "ours"),
    Area("MED", "Mediterranean Sea", *SEA, "NAT EU1 EU3 AF1 AF2 AS1", "ours"),
)
CODES = [area.code for area in AREAS]

PLACES = len(AREAS)
LANDS = 18  # the Land Areas come first
REGIONS, RESOURCES = 6, 6
ALL = (1 << PLACES) - 1
LAND = sum(1 << a for a, area in enumerate(AREAS) if area.region != Region.NONE)
SEAS = ALL & ~LAND

REGION = np.array([area.region for area in AREAS], np.int8)
RESOURCE = np.array([area.resource for area in AREAS], np.int8)
WEIGHT = np.where(REGION == Region.NONE, 2, 1).astype(np.int8)  # victory points a strength
BORDERS = np.array([sum(1 << CODES.index(code) for code in area.borders.split()) for area in AREAS], np.int64)
IN_REGION = np.array([sum(1 << a for a in np.flatnonzero(r == REGION).tolist()) for r in range(REGIONS)], np.int64)
WITH_RESOURCE = np.array(
    [sum(1 << a for a in np.flatnonzero(r == RESOURCE).tolist()) for r in range(RESOURCES)], np.int64
)
