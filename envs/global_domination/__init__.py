"""Global Domination: two to six powers build decks of cards and fight for 18 lands and seven seas.

Every card can build, attack, do what its words say, or be discarded for another one from ten common stacks. After each
game turn the map scores: Forces on land and at sea, whole Regions; and whole Resources bring more cards. Hands and
decks are hidden, all that is bought, played and discarded is not.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from ..core import views
from ..core.game import Game, Options, register
from . import heuristic, observation, rules, text
from .actions import ACTIONS
from .state import MOST_LOGISTICS, SEATS, STACKS, State
from .table import table

__all__ = ["GAME", "GlobalDominationOptions", "env", "parallel_env", "raw_env"]

GAME_TURNS = 12  # at most
USES = MOST_LOGISTICS * SEATS * GAME_TURNS  # a use takes a card, and only the draws of a game turn bring any
DECISIONS = 52 + SEATS + 1  # of a use: card, way, every point of strength on the map; all are asked; the turn's end

Stack = Literal[
    "agriculture_control",
    "petroleum_control",
    "communications_control",
    "manufacturing_control",
    "technology_control",
    "ore_control",
    "airborne_forces",
    "amphibious_assault",
    "attack_helicopters",
    "bad_leadership",
    "bio_weapons",
    "carrier_task_force",
    "fog_of_war",
    "global_disruption",
    "insurgents",
    "megastorm",
    "military_base",
    "nuclear_winter",
    "out_of_supply",
    "propaganda_war",
    "show_of_force",
    "supply_depots",
    "surrender",
    "tactical_nukes",
]


class GlobalDominationOptions(Options):
    """GD-12, GD-R01, GD-R03, GD-R05: what the rulebook leaves to luck or does not say."""

    players: Literal[2, 3, 4, 5, 6] = Field(default=4, description="two to six")
    game_turns: Literal[3, 4, 5, 6, 7, 8, 9, 10, 11, 12] = Field(default=8, description="squares of the Turn Track")
    rotate_first: bool = Field(
        default=False, description="the First Player's marker moves one seat left every game turn"
    )
    stacks: tuple[Stack, ...] = Field(
        default=(), description="the ten types of Action card in play; none: ten at random"
    )

    @field_validator("stacks")
    @classmethod
    def _ten(cls, stacks: tuple[Stack, ...]) -> tuple[Stack, ...]:
        """GD-12: ten or none."""
        if len(stacks) not in (0, STACKS):
            raise ValueError(f"takes {STACKS} types, or none for any {STACKS}")
        return stacks


GAME = register(
    Game(
        name="global_domination",
        title="Global Domination",
        version=0,
        about="2-6 players: build a deck, then Forces on 18 lands and 7 seas; all score every game turn",
        state=State,
        observation=observation.Observation,
        options=GlobalDominationOptions,
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
        longest=USES * DECISIONS + 2 * SEATS * GAME_TURNS,  # GD-R42; a pass and a question in the scoring step each
        points="vp",
        variants=(
            {"players": 2},
            {"players": 3, "rotate_first": True},
            {"players": 4},
            {"players": 5, "game_turns": 3},
            {"players": 6, "rotate_first": True, "game_turns": 12},
        ),
    )
)


class Settings(views.Settings, GlobalDominationOptions): ...


env, raw_env, parallel_env = views.enter(GAME, Settings)
