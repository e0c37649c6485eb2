"""The errors a user can meet; each message says what to do."""

from __future__ import annotations

from typing import Any


class UsageError(ValueError):
    """Something handed in does not fit: an option, a file, a name."""


class IllegalAction(UsageError):
    """An action that does not exist or is not allowed now; the game has not moved."""


class OutOfOrder(UsageError, AttributeError):
    """A call that needs another one before it, such as step before reset; what reset makes is not there till then."""


def shown(value: Any) -> str:
    """A value handed in, for a message: on one line and short, whatever it is."""
    if hasattr(value, "dtype") and hasattr(value, "shape") and value.shape:
        return f"an array of shape {tuple(value.shape)} and type {getattr(value.dtype, 'name', value.dtype)}"
    try:
        words = " ".join(repr(value).split())
    except Exception:
        words = "it"
    kind = "" if value is None or isinstance(value, str) else f" ({type(value).__name__})"
    return (words if len(words) <= 60 else words[:57] + "...") + kind
