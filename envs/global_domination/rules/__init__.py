"""The rules of Global Domination, a chapter a file."""

from __future__ import annotations

from .decisions import legal, step
from .decks import redeal
from .rounds import deal, payoff

__all__ = ["deal", "legal", "payoff", "redeal", "step"]
