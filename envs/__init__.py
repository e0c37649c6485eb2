"""The games, and their views for PettingZoo, Gymnasium and Stable-Baselines3."""

from . import battlecards as battlecards
from . import cards_of_war as cards_of_war
from . import global_domination as global_domination
from . import kuhn_poker as kuhn_poker
from . import leduc_poker as leduc_poker
from . import war_on_terror as war_on_terror
from .core.errors import IllegalAction, OutOfOrder, UsageError
from .core.game import Game, all_games, find

__all__ = ["Game", "IllegalAction", "OutOfOrder", "UsageError", "all_games", "find"]
__all__ += [game.name for game in all_games()]
