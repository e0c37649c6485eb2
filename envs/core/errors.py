"""The errors a user can meet; each message says what to do."""


class UsageError(ValueError):
    """Something handed in does not fit: an option, a file, a name."""


class IllegalAction(UsageError):
    """An action that does not exist or is not allowed now; the game has not moved."""


class OutOfOrder(UsageError):
    """A call that needs another one before it, such as step before reset."""
