"""What arrays hold, by name: the types that kernels, views and learners hand to one another."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]  # whatever it holds
States = Array  # [game] records of one game
Rows = np.ndarray[Any, np.dtype[np.int64]]  # numbers of games, or a number for each
Masks = np.ndarray[Any, np.dtype[np.int8]]  # [.., action] 1 for what is allowed
Words = np.ndarray[Any, np.dtype[np.uint64]]  # luck
Floats = np.ndarray[Any, np.dtype[np.float32]]  # what networks read
Flags = np.ndarray[Any, np.dtype[np.bool_]]
Pixels = np.ndarray[Any, np.dtype[np.uint8]]  # [row, column, colour]
