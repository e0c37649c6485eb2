"""The rules of Cards of War, a chapter a file."""

from __future__ import annotations

from .legal import legal
from .redeal import redeal
from .rounds import deal, payoff
from .turn import step

__all__ = ["deal", "legal", "payoff", "redeal", "step"]
