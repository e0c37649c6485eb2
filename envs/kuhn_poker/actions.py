"""The actions of Kuhn poker."""

from __future__ import annotations

from ..core.blocks import Blocks

ACTIONS = Blocks(("pass",), ("bet",))
PASS, BET = ACTIONS["pass"].start, ACTIONS["bet"].start
