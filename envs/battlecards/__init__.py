"""Battlecards: secret deployments of Ground, Air and Sea units, and battles in which they fight phase by phase.

The Pacific (Japan against the US), Western Europe (Germany against Britain), or both combined, two nations against two.
A turn draws a Conflict card: it builds up forces, tells something about the enemy, is kept for later, or names a battle
that its aggressor may fight. Battles give victory points, and the invasions of the homelands end the war.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from ..core import views
from ..core.game import Game, Options, register
from . import heuristic, observation, rules, text
from .actions import ACTIONS
from .conflict import CARDS
from .state import (
    AID_CARDS,
    COMBINED_TURN_CAP,
    DECKS,
    MOST_ROUNDS,
    MOST_TURNS,
    MOST_UNITS,
    SEATS,
    START_DEPLOYED,
    TURN_CAP,
    State,
)
from .table import table
from .units import FIRE_PHASES

__all__ = ["GAME", "BattlecardsOptions", "env", "parallel_env", "raw_env"]

ROUND = 5 * MOST_UNITS + 2 * (FIRE_PHASES + 1)  # a unit is named, aimed, supported, backed, answered; two stop
BATTLE = MOST_ROUNDS * ROUND + DECKS * CARDS + 2 * (MOST_UNITS + SEATS) + START_DEPLOYED  # Kept Cards, who goes
TURN = 2 + AID_CARDS + BATTLE  # no other card asks as much


class BattlecardsOptions(Options):
    """BC-01, BC-69, BC-76, BC-R22, BC-R56: which sets are played, and when points decide."""

    players: Literal[2, 4] = Field(default=2, description="two, or four in the combined game")
    theatre: Literal["pacific", "europe", "combined"] = Field(
        default="pacific", description="one set of cards, or both; four players play the combined game"
    )
    expansions: tuple[Literal["E1", "E2", "E3", "E4", "E5"], ...] = Field(
        default=(), description="packs of the Pacific set: more units and battles"
    )
    turn_cap: int = Field(
        default=TURN_CAP,
        ge=1,
        le=MOST_TURNS,
        description=f"turns after which points decide; if not given {COMBINED_TURN_CAP} in the combined game",
    )

    @model_validator(mode="before")
    @classmethod
    def _by_theatre(cls, given: Any) -> Any:
        """Of the combined game one of players and theatre says the other, and its cap."""
        if not isinstance(given, dict) or (given.get("theatre") != "combined" and given.get("players") != 4):
            return given
        return {"players": 4, "theatre": "combined", "turn_cap": COMBINED_TURN_CAP, **given}

    @model_validator(mode="after")
    def _consistent(self) -> BattlecardsOptions:
        if (self.players == 4) != (self.theatre == "combined"):
            raise ValueError(f"the theatre {self.theatre} is for {6 - self.players} players, not {self.players}")
        if self.expansions and self.theatre == "europe":
            raise ValueError("the expansions belong to the Pacific; europe takes none")
        return self


def sides(options: Any) -> tuple[int, ...]:
    """BC-R40: Axis and Allies take turns."""
    return tuple(seat & 1 for seat in range(options.players))


GAME = register(
    Game(
        name="battlecards",
        title="Battlecards",
        version=0,
        about="2 players or 4 in two alliances: deploy units in secret, fight battles for victory points",
        state=State,
        observation=observation.Observation,
        options=BattlecardsOptions,
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
        longest=SEATS * START_DEPLOYED + MOST_TURNS * TURN,
        points="vp",
        sides=sides,
        variants=(
            {"theatre": "pacific"},
            {"theatre": "europe"},
            {"theatre": "pacific", "expansions": ("E1", "E2", "E3", "E4", "E5")},
            {"theatre": "combined"},
            {"theatre": "combined", "expansions": ("E1", "E2", "E3", "E4", "E5"), "turn_cap": 200},
        ),
    )
)


class Settings(views.Settings, BattlecardsOptions): ...


env, raw_env, parallel_env = views.enter(GAME, Settings)
