"""A run that is made to be compared: in its folder, how it ended and what it cost; never made twice."""

from __future__ import annotations

import os
import shutil
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from stable_baselines3.common.callbacks import BaseCallback

from warzoo.envs.core.errors import UsageError
from warzoo.models import files

from . import algorithms, runs
from . import settings as settings_of
from .folder import prepare, write
from .settings import SETTINGS, Settings

RESULT, COST, LOG = "result.json", "cost.json", "log.txt"
RESULT_MOST = 1 << 24  # bytes
TICK = 5.0  # seconds between two notes of what a run has cost


class Stored(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Cost(Stored):
    """Seconds of training."""

    wall: float = 0.0
    processor: float = 0.0


class Outcome(Stored):
    """How a run ended, and all that it depended on."""

    settings: dict[str, Any]
    versions: dict[str, str]
    failure: str | None = None
    cost: Cost = Cost()


Kind = TypeVar("Kind", bound=Outcome)


def known(kind: type[Kind], settings: Settings, place: Path) -> Kind | None:
    """What is known of a run that has ended; refuses a folder that holds a run by other settings, ended or not."""
    if not (place / RESULT).exists():
        if (place / SETTINGS).exists():
            compare(settings_of.read(place).model_dump(), settings, place)
        return None
    try:
        outcome = kind.model_validate_json(files.read_text(place / RESULT, RESULT_MOST))
    except ValidationError as error:
        raise UsageError(f"{place / RESULT}: {settings_of.faults(error)}; remove {place} to make it anew") from None
    compare(outcome.settings, settings, place)
    return outcome


def compare(before: dict[str, Any], settings: Settings, place: Path) -> None:
    """Refuses a run that was made by other settings."""
    before = Settings(game=settings.game).model_dump() | before  # older ones lack what is new
    if before != settings.model_dump():
        raise UsageError(f"{place} holds another run than is asked for: name another folder, or remove this one")


def keep(outcome: Outcome, place: Path) -> None:
    write(place / RESULT, outcome.model_dump_json(indent=1), lasting=True)


# In a run's own process


def begin(place: Path) -> None:
    """Makes the folder, and from now on whatever this process prints goes to its log."""
    prepare(place)
    with (place / LOG).open("a", encoding="utf-8") as log:
        for stream in (1, 2):
            os.dup2(log.fileno(), stream)


@contextmanager
def failing_into(outcome: Outcome) -> Iterator[None]:
    """What goes wrong becomes part of the result."""
    try:
        yield
    except runs.Stopped:
        raise
    except Exception as error:
        traceback.print_exc()
        words = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
        outcome.failure = " ".join(words.split())


def train(settings: Settings, place: Path, beside: Sequence[BaseCallback] = ()) -> None:
    """The run, gone on with if it is the same as an unbroken one; one that opens archives of pickles never is."""
    if (place / SETTINGS).exists() and algorithms.find(settings.algorithm).pickles:
        empty(place)
    with metered(place):
        if (place / SETTINGS).exists():
            runs.resume(place, quiet=True, beside=beside)
        else:
            runs.run(settings, place, quiet=True, beside=beside)


def empty(place: Path) -> None:
    """Takes away what a run has left, its log apart."""
    for path in place.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != LOG:
            path.unlink()


@contextmanager
def metered(place: Path) -> Iterator[None]:
    """Adds what this takes to what the run has cost so far, also if it is killed in the middle."""
    before, over = cost_of(place), threading.Event()
    wall, processor = time.monotonic(), time.process_time()

    def note() -> None:
        now = Cost(
            wall=before.wall + time.monotonic() - wall, processor=before.processor + time.process_time() - processor
        )
        write(place / COST, now.model_dump_json(), lasting=True)

    def meter() -> None:
        while not over.wait(TICK):
            note()

    watch = threading.Thread(target=meter, daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()
        note()


def cost_of(place: Path) -> Cost:
    """What the run has cost so far."""
    path = place / COST
    return Cost.model_validate_json(files.read_text(path, RESULT_MOST)) if path.exists() else Cost()
