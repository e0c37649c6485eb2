"""War on Terror: two to four powers fight for ten countries, one after the other.

A country is worth as many points as rounds are fought over it. In each round a card is played or kept for later; the
most force points face up win it. Cards turn each other down, prevent that, draw, and trade cards or whole hands.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..core import views
from ..core.game import Game, Options, register
from . import heuristic, observation, rules, text
from .actions import ACTIONS
from .state import State
from .table import table

__all__ = ["GAME", "WarOnTerrorOptions", "env", "parallel_env", "raw_env"]

PLAYS = (34 + 1 + 10) * 4  # four seats: a turn a point of the ten countries, two cards in Yemen, ten extra innings
DECISIONS = 13  # in a play: the card, then twice, by card and by country, three owners who choose and may prevent


class WarOnTerrorOptions(Options):
    """The rulebook has no variants but the number of players."""

    players: Literal[2, 3, 4] = Field(default=2, description="two to four; with four, 9 points win instead of 10")


GAME = register(
    Game(
        name="war_on_terror",
        title="War on Terror",
        version=0,
        about="2-4 players: ten countries in turn, a card a round, cards that turn, trade and prevent",
        state=State,
        observation=observation.Observation,
        options=WarOnTerrorOptions,
        actions=ACTIONS,
        verbs={
            "deal": rules.deal,
            "legal": rules.legal,
            "step": rules.step,
            "observe": observation.observe,
            "redeal": rules.redeal,
            "payoff": rules.payoff,
            "greedy": heuristic.greedy,
            "choose": heuristic.choose,
        },
        text=text,
        table=table,
        longest=PLAYS * DECISIONS,
        points="points",
        variants=({"players": 2}, {"players": 3}, {"players": 4}),
    )
)


class Settings(views.Settings, WarOnTerrorOptions): ...


env, raw_env, parallel_env = views.enter(GAME, Settings)
