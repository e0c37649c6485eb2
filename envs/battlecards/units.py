"""The units of Battlecards: a row a line, the same numbers for all four nations; turned into small arrays."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np


class Class(IntEnum):
    """The stacks, from left to right."""

    GROUND = 0
    AIR = 1
    SEA = 2


class Special(IntEnum):
    """What a unit does besides firing."""

    NONE = 0
    CARRIER = 1  # once a round +1 Attack for a shot of a friendly Air unit
    GENERAL_A = 2  # +1 Attack for every other friendly Ground unit; Autokill of Ground up to Defense 4
    GENERAL_B = 3  # +2 Defense for every other friendly Ground unit
    ADMIRAL = 4  # +1 Attack and +1 Defense for every other friendly Sea unit; Autokill of Sea up to Defense 3
    LEADER = 5  # +1 Defense for every other friendly unit


NA = 0  # Attack of a unit that cannot attack a class
NATIONS = ("Germany", "Britain", "Japan", "US")
CLASSES, FIRE_PHASES = len(Class), 4


class Unit(NamedTuple):
    """BC-R83: a line of unit cards; Attack against, and Defense against shots of, Ground, Air and Sea."""

    code: str
    names: tuple[str, ...]  # of each nation; one for all
    kind: Class
    phase: int
    attack: tuple[int, int, int]
    defense: tuple[int, int, int]
    copies: int  # of each nation without packs
    source: str
    special: Special = Special.NONE

    def name(self, nation: int) -> str:
        """What the line is called in this nation."""
        return self.names[nation] if len(self.names) > 1 else self.names[0]


G, A, S = Class
UNITS = (
    Unit(
        "L01", ("Grenadiers", "Infantry", "Imperial Infantry", "Army Infantry"), G, 3, (5, NA, NA), (2, 3, 3), 6, "ours"
    ),
    Unit(
        "L02",
        ("Waffen SS Infantry", "Commandos", "Naval Landing Force", "Marines"),
        G,
        3,
        (6, NA, NA),
        (3, 3, 3),
        3,
        "ours",
    ),
    Unit(
        "L03",
        ("Panzer IV", "Cromwell Tanks", "Type 97 Tanks", "Sherman Tanks"),
        G,
        2,
        (7, NA, NA),
        (4, 3, 3),
        3,
        "ours",
    ),
    Unit(
        "L04",
        ("Field Howitzers", "25-Pounders", "Field Artillery", "Howitzers"),
        G,
        1,
        (6, NA, 5),
        (2, 3, 3),
        3,
        "ours",
    ),
    Unit(
        "L05",
        ("Flak 88", "Bofors Guns", "Anti-Aircraft Guns", "Anti-Aircraft Guns"),
        G,
        1,
        (3, 6, NA),
        (2, 4, 3),
        3,
        "ours",
    ),
    Unit(
        "L06",
        ("Bf 109 Fighters", "Spitfire Fighters", "Zero Fighters", "Hellcat Fighters"),
        A,
        1,
        (4, 6, 4),
        (3, 3, 3),
        6,
        "ours",
    ),
    Unit(
        "L07",
        ("Stuka Dive Bombers", "Typhoon Fighter-Bombers", "Val Dive Bombers", "Dauntless Dive Bombers"),
        A,
        2,
        (6, NA, 7),
        (3, 2, 3),
        3,
        "ours",
    ),
    Unit(
        "L08",
        ("He 115", "Swordfish", "Kate Torpedo Bombers", "Avenger Torpedo Bombers"),
        A,
        2,
        (NA, NA, 8),
        (3, 2, 3),
        2,
        "ours",
    ),
    Unit(
        "L09",
        ("He 111 Bombers", "Lancaster Bombers", "Betty Bombers", "Liberator Bombers"),
        A,
        2,
        (7, 4, 5),
        (4, 4, 4),
        3,
        "ours",
    ),
    Unit(
        "L10",
        ("He 177 Bombers", "Pathfinder Force", "Ki-67 Bombers", "B-29 Superfortress"),
        A,
        2,
        (8, 4, 5),
        (5, 4, 5),
        1,
        "ours",
    ),
    Unit("L11", ("Destroyers",), S, 2, (4, 4, 6), (3, 3, 3), 4, "ours"),
    Unit(
        "L12", ("U-Boats", "T-Class Submarines", "I-Boats", "Gato Submarines"), S, 1, (NA, NA, 7), (9, 5, 4), 3, "ours"
    ),
    Unit("L13", ("Cruisers",), S, 3, (6, 5, 7), (4, 4, 4), 3, "ours"),
    Unit("L14", ("Battleships",), S, 3, (8, 4, 8), (6, 4, 5), 2, "ours"),
    Unit(
        "L15",
        ("Graf Zeppelin", "Fleet Carrier", "Fleet Carrier", "Fleet Carrier"),
        S,
        4,
        (NA, 5, 3),
        (5, 4, 4),
        2,
        "ours",
        Special.CARRIER,
    ),
    Unit(
        "L16",
        ("General Guderian", "General Montgomery", "General Yamashita", "General MacArthur"),
        G,
        3,
        (6, NA, NA),
        (4, 4, 4),
        1,
        "ours",
        Special.GENERAL_A,
    ),
    Unit(
        "L17",
        ("General Rommel", "General Alexander", "General Kuribayashi", "General Eichelberger"),
        G,
        3,
        (6, NA, NA),
        (4, 4, 4),
        1,
        "ours",
        Special.GENERAL_B,
    ),
    Unit(
        "L18",
        ("Admiral Raeder", "Admiral Cunningham", "Admiral Yamamoto", "Admiral Nimitz"),
        S,
        3,
        (5, 4, 6),
        (4, 4, 4),
        1,
        "ours",
        Special.ADMIRAL,
    ),
    Unit("X1", ("Elite Infantry",), G, 3, (6, NA, NA), (3, 3, 4), 0, "ours"),
    Unit("X2", ("Heavy Tanks",), G, 2, (8, NA, NA), (5, 3, 4), 0, "ours"),
    Unit("X3", ("Rocket Artillery",), G, 1, (7, NA, 6), (2, 3, 3), 0, "ours"),
    Unit("X4", ("Night Fighters",), A, 1, (4, 7, 4), (3, 4, 3), 0, "ours"),
    Unit("X5", ("Armored Carrier",), S, 4, (NA, 6, 4), (6, 5, 5), 0, "ours", Special.CARRIER),
    Unit("X6", ("Super-Battleship",), S, 3, (9, 4, 9), (7, 4, 6), 0, "ours"),
    Unit("X7", ("Leader",), G, 4, (NA, NA, NA), (3, 3, 3), 0, "ours", Special.LEADER),
)
LINES = len(UNITS)

KIND = np.array([unit.kind for unit in UNITS], np.int8)
PHASE = np.array([unit.phase for unit in UNITS], np.int8)
SPECIAL = np.array([unit.special for unit in UNITS], np.int8)
ATTACK = np.array([unit.attack for unit in UNITS], np.int8)  # [line, class of the target]
DEFENSE = np.array([unit.defense for unit in UNITS], np.int8)  # [line, class of the shooter]
COPIES = np.array([unit.copies for unit in UNITS], np.int8)
LINE = {unit.code: line for line, unit in enumerate(UNITS)}

PACK_UNITS = (  # of each side, by pack
    {"X1": 2, "X2": 2, "X3": 2, "L16": 1},
    {"X4": 3, "L07": 2, "L08": 1, "L09": 1},
    {"X6": 2, "X5": 1, "L11": 2, "L12": 1, "L18": 1},
    {"L02": 3, "L05": 2, "X3": 1, "X7": 1},
    {"X4": 2, "X6": 1, "X2": 1, "L10": 2, "X7": 1},
)
PACKS = len(PACK_UNITS)
PACK_COPIES = np.array([[pack.get(unit.code, 0) for unit in UNITS] for pack in PACK_UNITS], np.int8)  # [pack, line]
SECOND_COMMANDERS = {  # BC-R77: their names
    ("Japan", "L16"): "General Homma",
    ("US", "L16"): "General Krueger",
    ("Japan", "L18"): "Admiral Kurita",
    ("US", "L18"): "Admiral Halsey",
}
LEADER_LINE = LINE["X7"]
LEADS = np.array([unit.special > Special.CARRIER for unit in UNITS])  # [line] BC-F5: Generals, Admirals, Leaders
AUTOKILL = np.array(  # [line] the highest Defense of a unit of its own class that it kills without a shot; 0 for none
    [{Special.GENERAL_A: 4, Special.ADMIRAL: 3}.get(unit.special, 0) for unit in UNITS], np.int8
)
