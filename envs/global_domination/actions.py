"""The actions of Global Domination; other seats count to the left of the one who acts."""

from __future__ import annotations

from ..core.blocks import Blocks
from .board import PLACES
from .cards import KINDS
from .state import SEATS, WAYS

OTHERS = SEATS - 1

ACTIONS = Blocks(
    ("card", KINDS),  # to use, to discard second, to take from its stack
    ("way", WAYS),
    ("area", PLACES),
    ("seat", OTHERS),  # seats to the left - 1
    ("done",),  # ends the turn, passes, declines or stops
)
CARD = ACTIONS["card"].key
WAY = ACTIONS["way"].key
AREA = ACTIONS["area"].key
SEAT = ACTIONS["seat"].key
DONE = ACTIONS["done"].start
