"""The rules of War on Terror, a chapter a file."""

from __future__ import annotations

from .contest import deal, payoff
from .redeal import redeal
from .turn import legal, step

__all__ = ["deal", "legal", "payoff", "redeal", "step"]
