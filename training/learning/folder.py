"""The folder of a run: its lock, its metrics, what it says of itself, and what is set aside there."""

from __future__ import annotations

import csv
import fcntl
import importlib.metadata
import io
import json
import math
import os
import platform
import shlex
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import KVWriter

from warzoo.envs.core.errors import UsageError
from warzoo.models import checkpoint, files

from ..measuring import plots
from . import policy
from . import settings as settings_of
from .settings import Settings

LIBRARIES = ("warzoo", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")
VERSIONS, METRICS = "versions.json", "metrics.csv"
BESIDE = ".new-"  # what a file is called until it takes its place
METRICS_MOST = 1 << 30  # bytes


def say(words: str) -> None:
    """A line for the person at the terminal."""
    print(f"warzoo: {words}", file=sys.stderr, flush=True)


def prepare(folder: Path) -> None:
    """Makes the folder of a new run."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}") from None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keeps every other process from training in this folder; the lock goes with the process that holds it."""
    try:
        handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o644)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from None
    try:
        if not free(handle):
            raise UsageError(f"another process trains in {folder}: wait for it, or stop it")
        yield
    finally:
        os.close(handle)


def free(handle: int) -> bool:
    """Locks a file, unless another process has."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def sweep(folder: Path) -> None:
    """Takes away what an interrupted run has left half written."""
    for debris in folder.glob(f"{BESIDE}*"):
        debris.unlink()
    checkpoint.sweep(folder / "checkpoints")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new file beside, which then takes this one's place in one step; a link that stands there is not followed."""
    with files.writing(path):
        handle, name = tempfile.mkstemp(prefix=BESIDE, suffix=path.suffix, dir=path.parent)
        os.close(handle)
        try:
            yield Path(name)
            Path(name).chmod(0o644)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)


def write(path: Path, text: str, *, lasting: bool = False) -> None:
    """Replaces a file in one step; one that is lasting is waited for until it would outlive a power cut."""
    with replacing(path) as beside:
        beside.write_text(text, encoding="utf-8")
        if lasting:
            checkpoint.synced(beside)
    if lasting:
        checkpoint.synced(path.parent)


def set_aside(path: Path) -> Path:
    """Gives what is damaged another name, under which a run does not look for it."""
    number = 1
    while (aside := path.with_name(f"damaged-{number}-{path.name}")).exists():
        number += 1
    return path.rename(aside)


def fresh_folder(game: str, runs: Path) -> Path:
    """The next free folder: runs/<game>-1, -2, ..."""
    taken = [int(p.name.rpartition("-")[2]) for p in runs.glob(f"{game}-*") if p.name.rpartition("-")[2].isdecimal()]
    return runs / f"{game}-{max(taken, default=0) + 1}"


# What a run says of itself


def versions() -> dict[str, str]:
    """Python, the libraries that decide how a run goes, and in what this processor multiplies."""
    found = {name: importlib.metadata.version(name) for name in LIBRARIES}
    return {"python": platform.python_version(), **found, "factors": str(policy.factors()).removeprefix("torch.")}


def other_versions(folder: Path) -> list[str]:
    """What the run was last trained with, where that is not what is here."""
    try:
        before = json.loads(files.read(folder / VERSIONS, settings_of.SETTINGS_MOST))
    except (UsageError, ValueError, RecursionError):
        before = None
    if not isinstance(before, dict):
        return [f"{folder / VERSIONS} is missing or damaged; nobody knows with which libraries this run was trained"]
    now = versions()
    return [f"{name} was {before.get(name)} and is {now[name]} now" for name in now if before.get(name) != now[name]]


def command(settings: Settings) -> str:
    """The command line that repeats a run, whatever else than variants its game's file in configs/ may say by then."""
    plain, file = Settings(game=settings.game), settings_of.load(settings.game).narrowed(settings.options)
    words = ["warzoo", "train", settings.game]
    if settings.variants != file.variants:
        words += ["--config", settings_of.SETTINGS]
    for name, value in settings.model_dump(exclude={"game", "options", "variants"}).items():
        if value == getattr(plain, name) == getattr(file, name):
            continue
        flag = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{flag}" if value else f"--no-{flag}")
        else:
            words += [f"--{flag}", *map(str, value if isinstance(value, list) else [value])]
    if settings.options:
        words += ["--set", *(f"{name}={value}" for name, value in settings.options.items())]
    return shlex.join(words)


# Metrics


class Metrics(KVWriter):
    """metrics.csv: a row for each rollout, put behind the others; written whole where names or a row change, and by
    a resumed run, which cuts what it plays again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[plots.Row] = []
        self.names: list[str] = []
        self.size = 0  # bytes, as this process has left the file
        if path.exists():
            try:
                self.rows = rows_of(path)
            except (UsageError, ValueError, TypeError, KeyError, csv.Error):
                say(f"{path} is damaged; it is set aside as {set_aside(path).name}, and the curve begins anew")

    def cut(self, decisions: int) -> None:
        """Forgets what lies behind the boundary at which the run goes on."""
        self.rows = [row for row in self.rows if row["decisions"] <= decisions]

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        numbers = {k: float(v) for k, v in key_values.items() if isinstance(v, (int, float, np.number))}
        new = not self.rows or self.rows[-1]["decisions"] != step
        if new:
            self.rows.append({"decisions": float(step)})
        self.rows[-1].update(numbers)
        if new and self.size and numbers.keys() <= set(self.names) and self.untouched():
            with files.writing(self.path), self.path.open("a", encoding="utf-8") as file:
                file.write(self.text(self.rows[-1:]))
        else:
            self.names = sorted({name for row in self.rows for name in row} - {"decisions"})
            write(self.path, self.text(self.rows, header=True))
        self.size = self.path.stat().st_size

    def untouched(self) -> bool:
        """The file is as this process has left it."""
        with suppress(OSError):
            found = self.path.lstat()
            return stat.S_ISREG(found.st_mode) and found.st_size == self.size
        return False

    def text(self, rows: list[plots.Row], *, header: bool = False) -> str:
        """A line for each row, after the names if they are wanted."""
        lines = io.StringIO()
        writer = csv.DictWriter(lines, ["decisions", *self.names], lineterminator="\n")
        if header:
            writer.writeheader()
        writer.writerows({**row, "decisions": int(row["decisions"])} for row in rows)
        return lines.getvalue()

    def close(self) -> None:
        pass


def rows_of(path: Path) -> list[plots.Row]:
    """The rows of a metrics.csv but for a line that was not ended; a ValueError or its like if it is none."""
    text, _, _ = files.read_text(path, METRICS_MOST).rpartition("\n")
    rows = [{k: float(v) for k, v in row.items() if v} for row in csv.DictReader(io.StringIO(text))]
    if not all(math.isfinite(row["decisions"]) for row in rows):
        raise ValueError("a row lacks its decisions")
    return rows
