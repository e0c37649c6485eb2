"""A space of settings, from a file, and the trials that are drawn from it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import find
from warzoo.models.opponents import opponent

from . import algorithms
from . import settings as settings_of
from .folder import METRICS, rows_of
from .settings import Settings, checked, faults

MEASURES = 9  # of a whole trial
TRIALS_MOST = 1_000
IN_VAIN = 1000  # draws that bring nothing new, after which there is nothing new
LUCK = 1
LADDER, MARGIN = "ladder/", "_margin"
DICTATED = {"game", "minutes", "workers", "ladder_every", "checkpoint_every", "checkpoints"}
FOR_ALL = {"options", "variants", "decisions", "ladder", "ladder_deals"}  # else scores are of different things


class Range(BaseModel):
    """Numbers between two bounds; whole ones where the setting is."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    low: int | float
    high: int | float
    log: bool = Field(default=False, description="as many in each power of ten")

    @model_validator(mode="after")
    def can_be_drawn_from(self) -> Self:
        if self.low >= self.high or (self.log and self.low <= 0):
            raise ValueError("low must be below high, and above 0 where log is true")
        return self

    def draw(self, rng: np.random.Generator) -> float:
        """A number of three digits."""
        low, high = (math.log(self.low), math.log(self.high)) if self.log else (self.low, self.high)
        drawn = rng.uniform(low, high)
        return min(max(float(f"{math.exp(drawn) if self.log else drawn:.3g}"), self.low), self.high)


class Trial(NamedTuple):
    """One run of a sweep."""

    number: int
    drawn: dict[str, Any]  # what it has otherwise than the others; nothing in the first, which is what one has already
    settings: Settings

    @property
    def folder(self) -> str:
        """Its place in the folder of the sweep."""
        return f"trial-{self.number:03d}"


class Measure(NamedTuple):
    """What a trial has come to at a time: the mean of its shares of wins against the ladder."""

    decisions: int
    score: float
    margin: float


def measured(place: Path) -> list[Measure]:
    """What the metrics of a trial hold, what it was worth before it had learnt apart."""
    rows = rows_of(place / METRICS) if (place / METRICS).exists() else []
    return [measure(row) for row in rows if row["decisions"] > 0 and any(name.startswith(LADDER) for name in row)]


def measure(row: dict[str, float]) -> Measure:
    shares = {name: share for name, share in row.items() if name.startswith(LADDER)}
    margins = [shares.pop(name) for name in list(shares) if name.endswith(MARGIN)]
    margin = math.hypot(*margins) / len(margins)
    return Measure(int(row["decisions"]), sum(shares.values()) / len(shares), margin)


class Space(BaseModel):
    """What all trials share, and what is drawn for each."""

    model_config = ConfigDict(extra="forbid")

    settings: dict[str, Any] = Field(default={}, description="of all trials, on top of the game's own")
    space: dict[str, list[Any] | Range] = Field(min_length=1, description="by setting: choices, or bounds of a number")

    def trials(self, game: str, count: int, where: str) -> list[Trial]:
        """So many trials, or all that there are, none twice and all sound; more of them begin with the same ones."""
        self.check(where)
        base = settings_of.load(game, **self.settings)
        if not base.ladder:
            raise UsageError(f"{where}: a sweep needs a ladder, for trials are measured by it")
        every = -(-base.decisions // MEASURES)
        base = base.changed(minutes=0.0, workers=1, ladder_every=every, checkpoint_every=every, checkpoints=1)
        made = [Trial(k, drawn, base.changed(**drawn)) for k, drawn in zip(range(count), self.draws(), strict=False)]
        tables = [find(game).settings(**options) for options in base.option_sets()]
        for spec in sorted({spec for trial in made for spec in (*base.ladder, *trial.settings.pool_bots)}):
            opponent(spec, find(game), *tables)
        for trial in made:
            algorithms.find(trial.settings.algorithm)
        return made

    def check(self, where: str) -> None:
        """Refuses, one by one, settings that there are not and values that they cannot have."""
        if said := DICTATED & (self.settings.keys() | self.space.keys()):
            raise UsageError(f"{where}: the sweep itself says what its trials have as {', '.join(sorted(said))}")
        if said := FOR_ALL & self.space.keys():
            raise UsageError(
                f"{where}: {', '.join(sorted(said))} must be the same for all trials: put it into [settings]"
            )
        if said := self.settings.keys() & self.space.keys():
            raise UsageError(f"{where}: {', '.join(sorted(said))} is both fixed and drawn")
        for name, values in self.space.items():
            if not values:
                raise UsageError(f"{where}: {name} has no choices")
            for value in (values.low, values.high) if isinstance(values, Range) else values:
                checked({"game": "", name: value}, where)

    def draws(self) -> Iterator[dict[str, Any]]:
        """Nothing at first; then what is drawn of each setting, at random."""
        rng, before = np.random.default_rng(LUCK), [dict[str, Any]()]
        yield before[0]
        while True:
            for _ in range(IN_VAIN):
                drawn = {name: self.draw(name, values, rng) for name, values in self.space.items()}
                if drawn not in before:
                    break
            else:
                return
            before.append(drawn)
            yield drawn

    def draw(self, name: str, values: list[Any] | Range, rng: np.random.Generator) -> Any:
        if not isinstance(values, Range):
            return values[rng.integers(len(values))]
        drawn = values.draw(rng)
        return round(drawn) if Settings.model_fields[name].annotation is int else drawn


def read(path: Path) -> Space:
    """A space from its file."""
    try:
        return Space(**settings_of.read_file(path))
    except ValidationError as error:
        raise UsageError(f"{path}: {faults(error)}") from None
