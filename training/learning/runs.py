"""One training run: a folder with its settings, versions, metrics, curve and checkpoints, that can be resumed.

Between two rollouts lies a boundary. There, and only there, the run takes in past selves, measures itself, writes
checkpoints and stops; a run resumed from a checkpoint goes on from that boundary exactly as it would have.
"""

from __future__ import annotations

import csv
import importlib.metadata
import io
import json
import platform
import random
import shlex
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat

from warzoo.envs.core import game as registry
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, Options
from warzoo.models import checkpoint
from warzoo.models.network import NetworkBot
from warzoo.models.opponents import opponent

from ..measuring import plots
from ..measuring.ladder import Score, match
from . import algorithms
from . import settings as settings_of
from .collector import Collector
from .learner import SelfPlayPPO
from .settings import Settings

LIBRARIES = ("warzoo", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")
RESUME = "resume.pt"
REDRAW = 20.0  # seconds between two drawings of the curve


def run(settings: Settings, folder: Path, *, quiet: bool = False) -> Path:
    """Trains from the start into a new folder."""
    if (folder / "settings.json").exists():
        raise UsageError(f"{folder} holds a run already: resume it, or name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "versions.json", json.dumps(versions(), indent=1))
    write(folder / "settings.json", settings.model_dump_json(indent=1))
    return train(settings, folder, quiet=quiet)


def resume(folder: Path, *, quiet: bool = False) -> Path:
    """Goes on from the newest complete checkpoint; from the start if the run was stopped before the first."""
    return train(settings_of.read(folder), folder, quiet=quiet)


def train(settings: Settings, folder: Path, *, quiet: bool) -> Path:
    """Builds the model, goes on where the folder stands, learns until a budget is spent."""
    game = registry.find(settings.game)
    algorithm = algorithms.find(settings.algorithm)
    variants = [game.settings(**options) for options in settings.option_sets()]
    model = algorithm.build(game, variants, settings)
    watch = Watch(settings, game, variants, folder, quiet=quiet)
    for debris in (folder / "checkpoints").glob(".*-*"):
        shutil.rmtree(debris, ignore_errors=True)
    newest = checkpoint.newest(folder)
    metrics = Metrics(folder / "metrics.csv")
    model.set_logger(Logger(str(folder), [metrics, TensorBoardOutputFormat(str(folder / "tensorboard"))]))
    if newest is not None:
        frozen = torch.load(newest / RESUME, weights_only=False)
        thaw_luck(frozen["luck"])
        algorithm.thaw(model, frozen["model"])
        watch.thaw(frozen["watch"])
        metrics.cut(model.num_timesteps)
    else:
        metrics.cut(0)
    watch.metrics = metrics
    left = settings.decisions - model.num_timesteps
    with stoppable(watch), watch.progress:
        if left > 0:
            model.learn(left, callback=watch, log_interval=None, reset_num_timesteps=newest is None)  # type: ignore[arg-type]
    model.logger.close()
    plots.curve(metrics.rows, watch.rungs(), f"{game.title}: {settings.algorithm}", folder / "curve.png")
    return folder


@contextmanager
def stoppable(watch: Watch) -> Iterator[None]:
    """SIGINT and SIGTERM end the run at the next boundary."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    wanted = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: watch.stop()) for number in wanted]
    try:
        yield
    finally:
        for number, handler in zip(wanted, before, strict=True):
            signal.signal(number, handler)


class Watch(BaseCallback):
    """What happens at the boundaries between rollouts."""

    def __init__(self, settings: Settings, game: Game, variants: list[Options], folder: Path, *, quiet: bool) -> None:
        super().__init__()
        self.settings, self.game, self.folder = settings, game, folder
        self.tables = {label(settings, k): options for k, options in enumerate(variants)}
        self.shape = algorithms.network_of(game, settings)
        self.algorithm = algorithms.find(settings.algorithm)
        self.marks: dict[str, int] = {}  # how often each periodic thing has been done
        self.scores: dict[str, Score] = {}
        self.stopped = False
        self.drawn = time.monotonic()
        self.metrics: Metrics | None = None
        self.started = time.monotonic()
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[rate]:,.0f} decisions/s"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[ladder]}"),
        )
        self.progress = Progress(*columns, disable=quiet)
        self.task = self.progress.add_task(settings.game, total=settings.decisions, rate=0.0, ladder="")

    def stop(self) -> None:
        """Asks for an end at the next boundary."""
        self.stopped = True
        if isinstance(getattr(self, "model", None), SelfPlayPPO):
            self.model.stopping = True  # type: ignore[attr-defined]

    def _on_step(self) -> bool:
        if isinstance(self.model, SelfPlayPPO):
            return True
        minutes = self.settings.minutes
        late = minutes > 0 and time.monotonic() - self.started > 60 * minutes
        return not (self.stopped or late)

    def _on_training_start(self) -> None:
        self.first = self.model.num_timesteps
        if self.stopped:
            self.stop()

    def _on_rollout_start(self) -> None:
        """A boundary: past selves first, then the measure, then the checkpoint that remembers both."""
        if self.due("snapshot", self.settings.snapshot_every):
            self.take_in()
        if self.due("ladder", self.settings.ladder_every):
            self.measure(self.settings.ladder_deals)
        if self.due("log", self.settings.rollout):
            self.log()
        if self.due("checkpoint", self.settings.checkpoint_every):
            self.save()
        self.show()

    def _on_training_end(self) -> None:
        """The last boundary, whatever ended the run."""
        self.measure(self.settings.ladder_deals)
        self.log()
        self.save()
        self.show()

    def due(self, what: str, every: int) -> bool:
        """True once in each span of so many decisions, the first time at the start."""
        times = self.model.num_timesteps // every + 1
        if self.marks.get(what, 0) >= times:
            return False
        self.marks[what] = times
        return True

    def log(self) -> None:
        """A row of metrics: the rollout, the update that followed, the measure if there was one."""
        self.model.dump_logs()

    def take_in(self) -> None:
        table = self.model.env
        if isinstance(table, Collector):
            table.pool.add(self.algorithm.tensors(self.model, self.shape))

    def player(self) -> NetworkBot:
        """The policy as it stands."""
        tensors = self.algorithm.tensors(self.model, self.shape)
        return NetworkBot(self.game, "learner", self.shape, tensors, self.algorithm.plays)

    def measure(self, deals: int) -> None:
        """Win shares against the ladder, always on the same deals."""
        player = self.player()
        for spec in self.settings.ladder:
            rival = opponent(spec, self.game)
            for where, options in self.tables.items():
                score = match(self.game, options, player, rival, deals, seed=self.settings.seed)
                name = f"{spec}{where}"
                self.scores[name] = score
                self.model.logger.record(f"ladder/{name}", score.mean)
                self.model.logger.record(f"ladder/{name}_margin", score.margin)

    def rungs(self) -> dict[str, float]:
        """Each opponent of the ladder in each variant, and the share of wins of an equal."""
        sides = {where: len(set(self.game.sides(options))) for where, options in self.tables.items()}
        return {f"{spec}{where}": 1 / sides[where] for spec in self.settings.ladder for where in sides}

    def save(self) -> None:
        """Writes a checkpoint and takes the oldest away."""
        decisions = self.model.num_timesteps
        manifest = checkpoint.describe(
            self.game,
            self.shape,
            variants=[options.model_dump() for options in self.tables.values()],
            plays=self.algorithm.plays,
            algorithm=self.settings.algorithm,
            command=command(self.settings),
            seed=self.settings.seed,
            decisions=decisions,
            libraries=versions(),
            report={spec: score._asdict() for spec, score in self.scores.items()} or None,
        )
        shelf = self.folder / "checkpoints"
        tensors = self.algorithm.tensors(self.model, self.shape)
        checkpoint.save(shelf / f"{decisions:012d}", manifest, tensors, self.attach)
        for old in sorted(shelf.glob("[0-9]*"))[: -self.settings.checkpoints]:
            checkpoint.remove(old)

    def attach(self, building: Path) -> None:
        """Puts what a resumed run needs beside the policy."""
        frozen = {"model": self.algorithm.freeze(self.model), "watch": self.freeze(), "luck": freeze_luck()}
        torch.save(frozen, building / RESUME)

    def show(self) -> None:
        """The progress bar, and now and then the curve."""
        done = self.model.num_timesteps
        seconds = max(1e-9, (time.time_ns() - self.model.start_time) / 1e9)
        words = "  ".join(f"{spec} {100 * s.mean:.0f}±{100 * s.margin:.0f} %" for spec, s in self.scores.items())
        total: float = self.settings.decisions
        rate = (done - self.first) / seconds
        if self.settings.minutes and rate > 0:
            total = min(total, rate * 60 * self.settings.minutes)
        self.progress.update(self.task, completed=done, total=total, rate=rate, ladder=words)
        if self.metrics is not None and time.monotonic() - self.drawn > REDRAW:
            title = f"{self.game.title}: {self.settings.algorithm}"
            plots.curve(self.metrics.rows, self.rungs(), title, self.folder / "curve.png")
            self.drawn = time.monotonic()

    def freeze(self) -> dict[str, Any]:
        return {"marks": dict(self.marks), "scores": dict(self.scores)}

    def thaw(self, frozen: dict[str, Any]) -> None:
        self.marks, self.scores = dict(frozen["marks"]), dict(frozen["scores"])


def label(settings: Settings, variant: int) -> str:
    """What tells this variant from the others: nothing if it is the only one."""
    if not settings.variants:
        return ""
    return "".join(f" {name}={value}" for name, value in settings.variants[variant].items())


class Metrics(KVWriter):
    """metrics.csv: a row for each rollout, written whole, so that a resumed run can cut what it plays again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[plots.Row] = []
        if path.exists():
            with path.open(newline="", encoding="utf-8") as f:
                self.rows = [{k: float(v) for k, v in row.items() if v} for row in csv.DictReader(f)]

    def cut(self, decisions: int) -> None:
        """Forgets what lies behind the boundary at which the run goes on."""
        self.rows = [row for row in self.rows if row["decisions"] <= decisions]

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        numbers = {k: float(v) for k, v in key_values.items() if isinstance(v, (int, float, np.number))}
        if not self.rows or self.rows[-1]["decisions"] != step:
            self.rows.append({"decisions": float(step)})
        self.rows[-1].update(numbers)
        names = sorted({name for row in self.rows for name in row} - {"decisions"})
        text = io.StringIO()
        writer = csv.DictWriter(text, ["decisions", *names], lineterminator="\n")
        writer.writeheader()
        writer.writerows({**row, "decisions": int(row["decisions"])} for row in self.rows)
        write(self.path, text.getvalue())

    def close(self) -> None:
        pass


def write(path: Path, text: str) -> None:
    """Replaces a file in one step."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def freeze_luck() -> dict[str, Any]:
    """The generators that belong to the whole process."""
    return {"torch": torch.get_rng_state(), "numpy": np.random.get_state(), "python": random.getstate()}


def thaw_luck(frozen: dict[str, Any]) -> None:
    torch.set_rng_state(frozen["torch"])
    np.random.set_state(frozen["numpy"])
    random.setstate(frozen["python"])


def versions() -> dict[str, str]:
    """Python, and the libraries that decide how a run goes."""
    found = {name: importlib.metadata.version(name) for name in LIBRARIES}
    return {"python": platform.python_version(), **found}


def command(settings: Settings) -> str:
    """The command line that repeats a run; its variants are those of the game's file in configs/."""
    words = ["warzoo", "train", settings.game]
    for name, value in settings.model_dump(exclude={"game", "options", "variants"}, exclude_defaults=True).items():
        flag = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{flag}" if value else f"--no-{flag}")
        else:
            words += [f"--{flag}", *map(str, value if isinstance(value, list) else [value])]
    if settings.options:
        words += ["--set", *(f"{name}={value}" for name, value in settings.options.items())]
    return shlex.join(words)


def fresh_folder(game: str, runs: Path) -> Path:
    """The next free folder: runs/<game>-1, -2, ..."""
    taken = [int(p.name.rpartition("-")[2]) for p in runs.glob(f"{game}-*") if p.name.rpartition("-")[2].isdigit()]
    return runs / f"{game}-{max(taken, default=0) + 1}"
