"""Kuhn poker: three cards, one each, and one bet of one chip.

Small enough to be solved, so it is a yardstick for learners: how much a best answer wins from a policy is known
exactly. In an equilibrium the first player loses one chip in eighteen games.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..core import views
from ..core.game import Game, Options, Yardstick, register
from . import heuristic, observation, rules, text
from .actions import ACTIONS
from .state import DEALS, MOST_CHIPS, MOST_MOVES, State
from .table import table

__all__ = ["GAME", "KuhnPokerOptions", "env", "parallel_env", "raw_env"]


class KuhnPokerOptions(Options):
    """There is nothing to choose."""

    players: Literal[2] = Field(default=2, description="two, always")


GAME = register(
    Game(
        name="kuhn_poker",
        title="Kuhn poker",
        version=0,
        about="2 players: three cards, one bet",
        state=State,
        observation=observation.Observation,
        options=KuhnPokerOptions,
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
        longest=MOST_MOVES,
        yardstick=Yardstick({"card": DEALS}, unit="chips", most=MOST_CHIPS),
    )
)


class Settings(views.Settings, KuhnPokerOptions): ...


env, raw_env, parallel_env = views.enter(GAME, Settings)
