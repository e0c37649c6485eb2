"""The actions of Cards of War."""

from __future__ import annotations

from ..core.blocks import Blocks
from ..core.jit import rule
from .cards import KINDS, PAIR_NAMES
from .state import BATTLES

PLACES = ((0, 1), (1, 2), (0, 2))  # the two battles of a joint deployment, left one first

ACTIONS = Blocks(
    ("deploy", BATTLES, KINDS),  # battle, card - 1
    ("joint", len(PAIR_NAMES), len(PLACES), 2),  # pair, places, which member goes left
    ("wait",),  # with an empty hand only
)
DEPLOY = ACTIONS["deploy"].start
JOINT = ACTIONS["joint"].start
WAIT = ACTIONS["wait"].start


@rule
def deploy_action(battle: int, card: int) -> int:
    return DEPLOY + battle * KINDS + card - 1


@rule
def deploy_parts(action: int) -> tuple[int, int]:
    """Battle and card."""
    return (action - DEPLOY) // KINDS, (action - DEPLOY) % KINDS + 1


@rule
def joint_action(pair: int, places: int, left: int) -> int:
    return JOINT + (pair * len(PLACES) + places) * 2 + left


@rule
def joint_parts(action: int) -> tuple[int, int, int]:
    """Pair, places, and the member that goes to the left one."""
    rest = action - JOINT
    return rest // (2 * len(PLACES)), rest // 2 % len(PLACES), rest % 2
