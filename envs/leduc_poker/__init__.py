"""Leduc poker: six cards of three ranks, one each, two rounds of betting and one common card between them.

Small enough to be solved, so it is a yardstick for learners: how much a best answer wins from a policy is known
exactly.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..core import views
from ..core.game import Game, Options, Yardstick, register
from . import heuristic, observation, rules, text
from .actions import ACTIONS
from .state import BOARDS, HANDS, MOST_CHIPS, MOST_MOVES, ROUNDS, State
from .table import table

__all__ = ["GAME", "LeducPokerOptions", "env", "parallel_env", "raw_env"]


class LeducPokerOptions(Options):
    """There is nothing to choose."""

    players: Literal[2] = Field(default=2, description="two, always")


GAME = register(
    Game(
        name="leduc_poker",
        title="Leduc poker",
        version=0,
        about="2 players: six cards, two rounds of betting",
        state=State,
        observation=observation.Observation,
        options=LeducPokerOptions,
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
        longest=ROUNDS * MOST_MOVES,
        yardstick=Yardstick({"card": HANDS, "board": BOARDS}, unit="chips", most=MOST_CHIPS),
    )
)


class Settings(views.Settings, LeducPokerOptions): ...


env, raw_env, parallel_env = views.enter(GAME, Settings)
