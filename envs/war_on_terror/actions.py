"""The actions of War on Terror; other players count clockwise from the one who acts, the next one first."""

from __future__ import annotations

from ..core.blocks import Blocks
from ..core.jit import rule
from .cards import KINDS, PREVENTS
from .state import ROW, SEATS

OTHERS = SEATS - 1

ACTIONS = Blocks(
    ("play", KINDS),  # card - 1
    ("pass",),  # no card, or no second one
    ("turn", OTHERS, ROW),  # other player - 1, slot: turned over
    ("stop",),  # nothing more is turned over
    ("yield", ROW),  # own slot: turned down
    ("prevent", len(PREVENTS)),  # which prevent card
    ("allow",),  # no prevent card
    ("take", OTHERS, ROW),  # other player - 1, slot: taken for the trade card
    ("swap", OTHERS),  # other player - 1
)
PLAY = ACTIONS["play"].start
PASS = ACTIONS["pass"].start
TURN = ACTIONS["turn"].start
STOP = ACTIONS["stop"].start
YIELD = ACTIONS["yield"].start
PREVENT = ACTIONS["prevent"].start
ALLOW = ACTIONS["allow"].start
TAKE = ACTIONS["take"].start
SWAP = ACTIONS["swap"].start


@rule
def play_action(card: int) -> int:
    return PLAY + card - 1


@rule
def played_card(action: int) -> int:
    return action - PLAY + 1


@rule
def place_action(block: int, clockwise: int, slot: int) -> int:
    """`block` is TURN or TAKE."""
    return block + (clockwise - 1) * ROW + slot


@rule
def place_parts(block: int, action: int) -> tuple[int, int]:
    """How far clockwise the other player sits, and the slot in his row."""
    return (action - block) // ROW + 1, (action - block) % ROW
