"""A suite: algorithms, games and seeds that are compared on equal terms, and the runs it asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import find

from . import algorithms
from . import settings as settings_of
from .settings import CONFIGS, DECISIONS_MOST, Settings, checked, faults

SHIPPED = CONFIGS / "benchmark.toml"
DICTATED = {"game", "options", "variants", "seed", "decisions", "minutes", "threads", "workers", "ladder"}
DICTATED |= {"ladder_deals", "ladder_every", "checkpoint_every", "checkpoints"}

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]
Seed = Annotated[int, Field(ge=0, le=2**32 - 1)]


class Case(NamedTuple):
    """One run of a suite."""

    game: str
    algorithm: str  # by its name in the suite
    budget: str  # decisions or minutes: what all have the same of
    settings: Settings

    @property
    def folder(self) -> Path:
        """Its place in the folder of the benchmark."""
        return Path(self.game) / self.algorithm / self.budget / f"seed-{self.settings.seed}"

    def __str__(self) -> str:
        return f"{self.game} {self.algorithm}, equal {self.budget}, seed {self.settings.seed}"


class Suite(BaseModel):
    """What is compared, and how."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    games: dict[str, dict[str, Any]] = Field(min_length=1, description="options by the name of each game")
    algorithms: dict[Name, dict[str, Any]] = Field(
        min_length=1, description="settings of its own by the name of each; `algorithm` where the name is another"
    )
    settings: dict[str, Any] = Field(default={}, description="settings of all; what is missing is the default")
    seeds: list[Seed] = Field(min_length=1, max_length=1000, description="a run each")
    decisions: int | None = Field(
        default=None, ge=1, le=DECISIONS_MOST, description="runs with so many decisions of the learner each"
    )
    minutes: float | None = Field(default=None, gt=0, le=1e6, description="other runs with so many minutes each")
    ladder: list[str] = Field(min_length=1, max_length=100, description="fixed opponents that all are measured by")
    deals: int = Field(default=256, ge=2, le=1 << 20, description="deals against each, played from every seat")
    points: int = Field(default=8, ge=1, le=1000, description="measurements on the way to the decisions")

    @model_validator(mode="after")
    def can_be_told_apart(self) -> Suite:
        if len(set(self.seeds)) < len(self.seeds) or len(set(self.ladder)) < len(self.ladder):
            raise ValueError("seeds and the ladder name nothing twice")
        if self.decisions is None and self.minutes is None:
            raise ValueError("a suite needs decisions or minutes, the same for all runs")
        return self

    def every(self) -> int:
        """Decisions from one measurement to the next."""
        return -(-(self.decisions or DECISIONS_MOST) // self.points)

    def narrowed(self, games: Collection[str], algorithms: Collection[str]) -> Suite:
        """Of the games and algorithms only those named, if any are."""
        kept = {"games": picked(self.games, games), "algorithms": picked(self.algorithms, algorithms)}
        return self.model_copy(update=kept)

    def cases(self) -> list[Case]:
        """All runs, in the order in which they are made: each seed is gone through before the next."""
        return [
            Case(game, algorithm, budget, self.settings_of(game, algorithm, budget, seed))
            for budget in self.budgets()
            for seed in self.seeds
            for game in self.games
            for algorithm in self.algorithms
        ]

    def budgets(self) -> Iterator[str]:
        """What all have the same of: each its own runs."""
        if self.decisions is not None:
            yield "decisions"
        if self.minutes is not None:
            yield "minutes"

    def settings_of(self, game: str, algorithm: str, budget: str, seed: int) -> Settings:
        """What a run depends on."""
        own = {"algorithm": algorithm} | self.settings | self.algorithms[algorithm]
        if said := DICTATED & own.keys():
            raise UsageError(f"the suite says for all runs at once what {algorithm} shall have as {', '.join(said)}")
        length: dict[str, Any] = {"minutes": self.minutes, "checkpoints": 1}
        if budget == "decisions":
            length = {"decisions": self.decisions, "checkpoint_every": self.every(), "checkpoints": self.points + 1}
        options = find(game).settings(**self.games[game]).model_dump(mode="json", exclude_unset=True)
        same = {"game": game, "options": options, "seed": seed, "ladder": []}
        settings = checked(own | length | same, algorithm)
        endless = budget == "minutes" and algorithms.find(settings.algorithm).timed
        return settings.changed(decisions=DECISIONS_MOST) if endless else settings


def picked(known: dict[str, dict[str, Any]], names: Collection[str]) -> dict[str, dict[str, Any]]:
    """Those named, or all."""
    for name in names:
        if name not in known:
            raise UsageError(f"the suite has no {name!r}: it has {', '.join(known)}")
    return {name: own for name, own in known.items() if name in names or not names}


def read(path: Path) -> Suite:
    """A suite from its file."""
    try:
        return Suite(**settings_of.read_file(path))
    except ValidationError as error:
        raise UsageError(f"{path}: {faults(error)}") from None
