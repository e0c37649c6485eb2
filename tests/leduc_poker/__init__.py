"""Leduc poker: six cards of three ranks, two rounds of betting, one common card between them."""

from __future__ import annotations

from typing import Literal

from warzoo.envs.core.game import Game, Options, register

from . import rules, text
from .state import ACTIONS, Observation, State
from .table import table


class LeducOptions(Options):
    players: Literal[2] = 2


GAME = register(
    Game(
        name="leduc_poker",
        title="Leduc poker",
        version=0,
        about="2 players, six cards, two rounds of betting",
        state=State,
        observation=Observation,
        options=LeducOptions,
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
        longest=8,
    )
)
