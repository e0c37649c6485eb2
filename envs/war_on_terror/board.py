"""The ten country cards of War on Terror; country 0 is none."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from .cards import Type


class Instruction(IntEnum):
    NONE = 0
    PAIR = 1  # each turn up to two cards may be played
    DRAW = 2  # who plays a card of the trigger's type draws a card
    STRIKE = 3  # ... turns down a card of another player
    EACH = 4  # ... makes every other player turn an own card down


class Country(NamedTuple):
    """WT-06, WT-08, WT-51, WT-54: a country card; the source says what of it the book tells."""

    name: str
    value: int
    trigger: Type
    instruction: Instruction
    source: str


COUNTRIES = (
    Country("Yemen", 1, Type.NONE, Instruction.PAIR, "book"),
    Country("Sudan", 2, Type.PROPAGANDA, Instruction.DRAW, "ours"),
    Country("Somalia", 2, Type.COMMANDO, Instruction.STRIKE, "ours"),
    Country("Libya", 3, Type.SHIP, Instruction.STRIKE, "ours"),
    Country("Cuba", 3, Type.GROUND, Instruction.DRAW, "ours"),
    Country("Syria", 4, Type.COMMANDO, Instruction.DRAW, "ours"),
    Country("Afghanistan", 4, Type.AIRCRAFT, Instruction.DRAW, "ours"),
    Country("Iraq", 5, Type.AIRCRAFT, Instruction.STRIKE, "book, value ours"),
    Country("Iran", 5, Type.PROPAGANDA, Instruction.EACH, "ours"),
    Country("North Korea", 5, Type.GROUND, Instruction.EACH, "ours"),
)

LANDS = len(COUNTRIES)

VALUE = np.array([0] + [c.value for c in COUNTRIES], np.int8)
TRIGGER = np.array([0] + [c.trigger for c in COUNTRIES], np.int8)
INSTRUCTION = np.array([0] + [c.instruction for c in COUNTRIES], np.int8)
