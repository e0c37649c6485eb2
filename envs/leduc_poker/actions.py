"""The actions of Leduc poker."""

from __future__ import annotations

from ..core.blocks import Blocks

ACTIONS = Blocks(("fold",), ("call",), ("raise",))
FOLD, CALL, RAISE = (ACTIONS[name].start for name in ("fold", "call", "raise"))
