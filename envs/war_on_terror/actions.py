"""The actions of War on Terror; other players count clockwise from the one who acts, the next one first."""

from __future__ import annotations

from ..core.blocks import Blocks
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
PLAY = ACTIONS["play"].key
PASS = ACTIONS["pass"].key
TURN = ACTIONS["turn"].key
STOP = ACTIONS["stop"].key
YIELD = ACTIONS["yield"].key
PREVENT = ACTIONS["prevent"].key
ALLOW = ACTIONS["allow"].key
TAKE = ACTIONS["take"].key
SWAP = ACTIONS["swap"].key
