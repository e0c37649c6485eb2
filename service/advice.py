"""What an opponent would do, told as data: the move, its words and, where there is a policy, what it weighs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from warzoo.envs.core import data
from warzoo.envs.core.arrays import Array, States
from warzoo.models.network import NetworkBot
from warzoo.models.opponents import Opponent


def in_view(bot: Opponent, view: Mapping[str, Any]) -> dict[str, Any]:
    """What it would do in the place of the seat whose view this is."""
    numbers, mask = data.asked(bot.game, view)
    return told(bot, bot.act_one(numbers, mask), numbers, mask)


def in_game(bot: Opponent, states: States, action: int) -> dict[str, Any]:
    """What it does in the place of the seat to act in one game, which it has been asked already."""
    numbers, masks = bot.game.look(states)
    return told(bot, action, numbers[0] * bot.game.observation.scale(), masks[0])


def told(bot: Opponent, action: int, numbers: Array, mask: Array) -> dict[str, Any]:
    """A move with its words and, where the opponent has a policy, the probability of every legal one."""
    likely = None
    if isinstance(bot, NetworkBot):
        policy = bot.policy(numbers[None], mask[None])[0]
        likely = {legal: round(float(policy[legal]), 6) for legal in np.flatnonzero(mask).tolist()}
    return {"move": action, "words": bot.game.text.describe(action), "probabilities": likely}
