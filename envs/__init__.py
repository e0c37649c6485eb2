"""The games, and their views for PettingZoo, Gymnasium and Stable-Baselines3."""

from . import cards_of_war, global_domination, war_on_terror
from .core.errors import IllegalAction, OutOfOrder, UsageError
from .core.game import Game, all_games, find

__all__ = [
    "Game",
    "IllegalAction",
    "OutOfOrder",
    "UsageError",
    "all_games",
    "cards_of_war",
    "find",
    "global_domination",
    "war_on_terror",
]
