"""The rules of Battlecards, a chapter a file."""

from __future__ import annotations

from .decisions import legal, step
from .redeal import redeal
from .rounds import deal, payoff

__all__ = ["deal", "legal", "payoff", "redeal", "step"]
