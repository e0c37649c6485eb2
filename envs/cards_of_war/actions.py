"""The actions of Cards of War."""

from __future__ import annotations

import numpy as np

from ..core.blocks import Blocks
from .cards import KINDS, PAIR_NAMES
from .state import BATTLES

PLACES = np.array([(0, 1), (1, 2), (0, 2)], np.int8)  # [places, left or right] the battles of a joint deployment

ACTIONS = Blocks(
    ("deploy", BATTLES, KINDS),  # battle, card - 1
    ("joint", len(PAIR_NAMES), len(PLACES), 2),  # pair, places, which member goes left
    ("wait",),  # with an empty hand only
)
DEPLOY, JOINT, WAIT = (ACTIONS[name].key for name in ("deploy", "joint", "wait"))
