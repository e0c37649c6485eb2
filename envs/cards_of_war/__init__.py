"""Cards of War: two supreme commanders fight three battles at once.

Each turn a card goes on one of your three piles; it scores, may kill the top card across from it, and the first
pile of 15 points wins its battle. Two battles of three win the round. Hands and draw pile are hidden; Recon makes
the other tell how his hand is made up.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from ..core import views
from ..core.game import Game, Options, register
from . import heuristic, observation, rules, text
from .actions import ACTIONS
from .state import MOST_DEPLOYED, MOST_ROUNDS, State
from .table import table

__all__ = ["GAME", "CardsOfWarOptions", "env", "parallel_env", "raw_env"]


class CardsOfWarOptions(Options):
    """The variants of the rulebook; all optional rules combine, save where noted."""

    players: Literal[2] = Field(default=2, description="two, always")
    length: Literal["short", "normal", "long"] = Field(
        default="normal", description="one round, best of three, or a lead of three rounds"
    )
    alternative_reinforce: bool = Field(
        default=False, description="Reinforce deploys the drawn card or the top discard, not any card of the hand"
    )
    theatres_of_war: bool = Field(
        default=False, description="the first card of a battle fixes the theatre that scores there"
    )
    tactical_advantage: bool = Field(
        default=False, description="winning all three battles gives a hand of 9 for a round"
    )
    strategic_exhaustion: bool = Field(
        default=False, description="losing all three battles costs a card of hand size for good; long game only"
    )
    joint_deployment: bool = Field(default=False, description="pairs of cards may be deployed together")
    two_decks: bool = Field(default=False, description="each player has his own deck and discard pile")

    @model_validator(mode="after")
    def _combine(self) -> CardsOfWarOptions:
        """CW-42, CW-R22, CW-R43: strategic exhaustion belongs to the long game, in place of tactical advantage."""
        if self.strategic_exhaustion and self.length != "long":
            raise ValueError("strategic_exhaustion belongs to the long game: set length='long'")
        if self.strategic_exhaustion and self.tactical_advantage:
            raise ValueError("strategic_exhaustion replaces tactical_advantage: choose one of them")
        return self


GAME = register(
    Game(
        name="cards_of_war",
        title="Cards of War",
        version=0,
        about="2 players: three battles at once, a common deck of 52, kills, reconnaissance",
        state=State,
        observation=observation.Observation,
        options=CardsOfWarOptions,
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
        longest=MOST_ROUNDS * 2 * (MOST_DEPLOYED + 2),  # a turn adds at most three cards; no two waits in a row
        points="rounds_won",
        variants=(
            {"length": "short"},
            {"length": "normal"},
            {"length": "long"},
            {"length": "normal", "alternative_reinforce": True},
            {"length": "normal", "theatres_of_war": True, "joint_deployment": True},
            {"length": "long", "tactical_advantage": True, "joint_deployment": True},
            {"length": "long", "strategic_exhaustion": True, "two_decks": True},
            {"length": "normal", "theatres_of_war": True, "alternative_reinforce": True, "two_decks": True},
        ),
    )
)


class Settings(views.Settings, CardsOfWarOptions): ...


env, raw_env, parallel_env = views.enter(GAME, Settings)
