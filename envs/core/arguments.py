"""What a caller or a file hands in: taken for the number or the JSON it is, or refused in one sentence."""

from __future__ import annotations

import json
import operator
from typing import Any

import numpy as np

from .errors import UsageError, shown


def whole(value: Any) -> int | None:
    """A whole number as Python's own (also a NumPy or torch scalar, or an array without axes); None for all else."""
    if isinstance(value, bool) or getattr(value, "shape", ()) != () or "bool" in str(getattr(value, "dtype", "")):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def number(what: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number within its bounds."""
    given = whole(value)
    if given is None or given < least or (most is not None and given > most):
        bounds = f"from {least} up" if most is None else f"from {least} to {most}"
        raise UsageError(f"{what} is a whole number {bounds}, not {shown(value)}")
    return given


def parsed(text: str | bytes) -> Any:
    """The value that stands there as JSON; None for what is no JSON, nested too deeply, or a number without end."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def sequence(seed: Any) -> np.random.SeedSequence:
    """Where luck starts: at this seed, or anywhere for None."""
    return np.random.SeedSequence(None if seed is None else number("a seed", seed, 0))
