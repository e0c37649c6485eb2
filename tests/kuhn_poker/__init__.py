"""Kuhn poker: three cards, one each, one bet of one chip. Small enough to be solved, so it judges the learner."""

from __future__ import annotations

from typing import Literal

from warzoo.envs.core.game import Game, Options, register

from . import rules, text
from .state import ACTIONS, Observation, State
from .table import table


class KuhnOptions(Options):
    players: Literal[2] = 2


GAME = register(
    Game(
        name="kuhn_poker",
        title="Kuhn poker",
        version=0,
        about="2 players, three cards, one bet",
        state=State,
        observation=Observation,
        options=KuhnOptions,
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
        longest=3,
    )
)
