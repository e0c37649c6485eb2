"""A game of two teams as one record, its actions, and what a seat may know."""

from __future__ import annotations

from typing import Any

from warzoo.envs.core.blocks import Blocks
from warzoo.envs.core.record import Record, i8, u64

SEATS = 4
HAND = 2
VALUES = 6  # a card is worth 0 to 5

ACTIONS = Blocks(("lower",), ("higher",))
LOWER, HIGHER = ACTIONS["lower"].start, ACTIONS["higher"].start


class State(Record):
    rng: int = u64()
    players: int = i8()
    turn: int = i8()
    over: int = i8()
    card: Any = i8(SEATS, HAND)  # [seat, lower or higher] value
    choice: Any = i8(SEATS)  # which of the two was played


class Observation(Record):
    card: Any = i8(HAND, most=VALUES - 1)  # own cards
    seat: Any = i8(SEATS)  # own seat
