"""Two teams of two: each seat plays one of its two cards face down, and the team with the higher sum wins."""

from __future__ import annotations

from typing import Any, Literal

from warzoo.envs.core.game import Game, Options, register

from . import rules, text
from .state import ACTIONS, SEATS, Observation, State
from .table import table


class TeamOptions(Options):
    players: Literal[4] = 4


def teams(options: Any) -> tuple[int, ...]:
    """Partners sit opposite each other."""
    return rules.TEAM


GAME = register(
    Game(
        name="two_teams",
        title="Two teams",
        version=0,
        about="4 players in two teams, one card each",
        state=State,
        observation=Observation,
        options=TeamOptions,
        actions=ACTIONS,
        verbs={
            "deal": rules.deal,
            "legal": rules.legal,
            "step": rules.step,
            "observe": rules.observe,
            "redeal": rules.redeal,
            "payoff": rules.payoff,
            "greedy": rules.greedy,
            "choose": rules.choose,
        },
        text=text,
        table=table,
        longest=SEATS,
        sides=teams,
    )
)
