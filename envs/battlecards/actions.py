"""The actions of Battlecards, the same for all theatres."""

from __future__ import annotations

from enum import IntEnum

from ..core.blocks import Blocks
from .conflict import BATTLES
from .units import CLASSES, LINES


class TurnKind(IntEnum):
    """What to do with a turn."""

    DRAW = 0
    EMERGENCY = 1
    COUNTERATTACK = 2
    AID_1 = 3  # move deployed cards to the ally
    AID_2 = 4  # offer a Reserve card to the ally
    AID_3 = 5  # the top of the Arsenal deck goes under the ally's


class Verdict(IntEnum):
    """What to do with a battle that came up."""

    ATTACK = 0
    TAKE = 1
    RAID_GA = 2
    RAID_AS = 3


ENEMIES = 2
ZONES = CLASSES + 2  # that an aim can name: the stacks, Reserve, Kept Cards
RESERVE_ZONE, KEPT_ZONE = CLASSES, CLASSES + 1
PLAYS = 4  # Air Support, Naval Gunfire, Dug In, Evasive Action

ACTIONS = Blocks(
    ("line", LINES),  # a unit: own, or of the side's commander in a battle
    ("partner", LINES),  # a unit of the commander's partner
    ("kind", len(TurnKind)),
    ("battle", BATTLES + 1),  # to fight again for; the last is the one that holds the ally
    ("aim", ENEMIES, ZONES),  # the enemy of the own theatre, then the other one
    ("verdict", len(Verdict)),
    ("play", PLAYS),  # a Kept Card for a shot
    ("autokill",),
    ("done",),  # declines, refuses, stops, holds
)
LINE = ACTIONS["line"].key
PARTNER = ACTIONS["partner"].key
KIND = ACTIONS["kind"].key
BATTLE = ACTIONS["battle"].key
AIM = ACTIONS["aim"].key
VERDICT = ACTIONS["verdict"].key
PLAY = ACTIONS["play"].key
AUTOKILL = ACTIONS["autokill"].start
DONE = ACTIONS["done"].start
