"""What happens at the boundaries of a run: past selves, the measure, metrics, checkpoints, the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback

from warzoo.envs.core.game import Game, Options
from warzoo.models import checkpoint
from warzoo.models.files import writing
from warzoo.models.network import NetworkBot, Shape
from warzoo.models.opponents import opponent

from ..measuring import plots
from ..measuring.ladder import Score, match
from . import algorithms, frozen
from .algorithms import Algorithm
from .collector import Collector
from .crew import Word, crew_here
from .folder import Metrics, command, replacing, versions
from .frozen import Count, Part, Seconds, Tree
from .selfplay import SelfPlay
from .settings import Settings

REDRAW = 60.0  # seconds between two drawings of the curve


class Stopped(Exception):
    """A signal ended the run at a boundary, where all is saved."""

    def __init__(self, number: int, decisions: int) -> None:
        super().__init__(number, decisions)
        self.signal, self.decisions = number, decisions

    def __str__(self) -> str:
        return f"stopped at {self.decisions:,} decisions"


class Watch(BaseCallback):
    """What happens at the boundaries between rollouts."""

    def __init__(self, settings: Settings, game: Game, variants: list[Options], folder: Path, *, quiet: bool) -> None:
        super().__init__()
        self.settings, self.game, self.folder = settings, game, folder
        self.tables = {label(settings, k): options for k, options in enumerate(variants)}
        self.rivals = {spec: opponent(spec, game, *variants) for spec in settings.ladder}
        self.shape = algorithms.network_of(game, settings)
        self.algorithm = algorithms.find(settings.algorithm)
        self.crew = crew_here(settings.workers)
        self.marks: dict[str, int] = {}  # how often each periodic thing has been done
        self.scores: dict[str, Score] = {}
        self.stopped = 0  # the signal that asked for the end
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
        task = self.progress.add_task(settings.game, total=settings.decisions, rate=0.0, ladder="")
        self.tell: Callable[..., None] = partial(self.progress.update, task)

    def stop(self, number: int) -> None:
        """Asks for an end at the next boundary."""
        self.stopped = number
        if isinstance(getattr(self, "model", None), SelfPlay):
            self.model.stopping = True  # type: ignore[attr-defined]

    def _on_step(self) -> bool:
        if isinstance(self.model, SelfPlay):
            return True
        minutes = self.settings.minutes
        late = minutes > 0 and time.monotonic() - self.started > 60 * minutes
        return not (self.stopped or late)

    def _on_training_start(self) -> None:
        self.first = self.model.num_timesteps
        if self.stopped:
            self.stop(self.stopped)

    def _on_rollout_start(self) -> None:
        """A boundary: past selves first, then the measure, then the checkpoint that remembers both."""
        if self.due("snapshot", self.settings.snapshot_every):
            self.take_in()
        if self.due("ladder", self.settings.ladder_every):
            self.measure(self.settings.ladder_deals)
        if self.due("log", max(1, self.settings.rollout // 2)):  # no rollout of several is shorter
            self.log()
        if self.due("checkpoint", self.settings.checkpoint_every) and not self.ending():
            self.save()
        self.crew.tell(Word.GO)
        self.show()

    def _on_training_end(self) -> None:
        """The last boundary, whatever ended the run."""
        self.measure(self.settings.ladder_deals)
        self.log()
        self.save()
        self.crew.tell(Word.GO)
        self.show()

    def ending(self) -> bool:
        """This boundary is the last: the end of the training will save it."""
        return isinstance(self.model, SelfPlay) and self.model.ending()

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
        self.crew.tell(Word.TAKE_IN)
        take_in(self.model, self.algorithm, self.shape)

    def player(self) -> NetworkBot:
        """The policy as it stands."""
        tensors = self.algorithm.tensors(self.model, self.shape)
        return NetworkBot(self.game, "learner", self.shape, tensors, self.algorithm.plays)

    def measure(self, deals: int) -> None:
        """Win shares against the ladder, always on the same deals."""
        player = self.player()
        for spec, rival in self.rivals.items():
            for where, options in self.tables.items():
                score = match(self.game, options, player, rival, deals, seed=self.settings.seed)
                name = f"{spec}{where}"
                self.scores[name] = score
                self.model.logger.record(f"ladder/{name}", score.mean)
                self.model.logger.record(f"ladder/{name}_margin", score.margin)

    def rungs(self) -> dict[str, float]:
        """Each opponent of the ladder in each variant, and the share of wins of an equal."""
        sides = {where: len(set(self.game.sides(options))) for where, options in self.tables.items()}
        return {f"{spec}{where}": 1 / sides[where] for spec in self.rivals for where in sides}

    def save(self) -> None:
        """Writes a checkpoint, unless this boundary has one, and then takes the oldest away."""
        decisions = self.model.num_timesteps
        place = self.folder / "checkpoints" / f"{decisions:012d}"
        if place.exists():
            return
        manifest = checkpoint.describe(
            self.game,
            self.shape,
            variants=[options.model_dump(mode="json") for options in self.tables.values()],
            plays=self.algorithm.plays,
            algorithm=self.settings.algorithm,
            command=command(self.settings),
            seed=self.settings.seed,
            decisions=decisions,
            libraries=versions(),
            report={spec: score._asdict() for spec, score in self.scores.items()} or None,
        )
        with writing(place):
            checkpoint.save(place, manifest, self.algorithm.tensors(self.model, self.shape), self.attach)
        for old in checkpoint.written_by(self.folder)[: -self.settings.checkpoints]:
            checkpoint.remove(old)

    def attach(self, building: Path) -> None:
        """Puts what a resumed run needs beside the policy."""
        self.crew.tell(Word.FREEZE)
        model = self.algorithm.freeze(self.model, building)
        settings = self.settings.model_dump(mode="json")
        state = {"settings": settings, "model": model, "watch": self.freeze(), "luck": frozen.luck()}
        frozen.write(building, state)

    def show(self) -> None:
        """The progress bar, and now and then the curve."""
        done = self.model.num_timesteps
        seconds = max(1e-9, (time.time_ns() - self.model.start_time) / 1e9)
        words = "  ".join(f"{spec} {100 * s.mean:.0f}±{100 * s.margin:.0f} %" for spec, s in self.scores.items())
        total: float = self.settings.decisions
        rate = (done - self.first) / seconds
        if self.settings.minutes and rate > 0:
            total = min(total, rate * 60 * self.settings.minutes)
        self.tell(completed=done, total=total, rate=rate, ladder=words)
        if time.monotonic() - self.drawn > REDRAW:
            self.draw()
            self.drawn = time.monotonic()

    def draw(self) -> None:
        """The curve, as it stands."""
        rows = self.metrics.rows if self.metrics else []
        with replacing(self.folder / "curve.png") as beside:
            plots.curve(rows, self.rungs(), f"{self.game.title}: {self.settings.algorithm}", beside)

    def freeze(self) -> Tree:
        scores = {name: list(score) for name, score in self.scores.items()}
        return {"marks": dict(self.marks), "scores": scores, "spent": time.monotonic() - self.started}

    def thaw(self, part: Part) -> None:
        """Goes on from a frozen state."""
        self.marks = part.value("marks", dict[str, Count])
        scores: dict[str, Any] = part.value("scores", dict[str, list[float]])
        if any(len(score) != len(Score._fields) for score in scores.values()):
            part.refuse("scores", "holds something else than scores")
        self.scores = {name: Score(*score) for name, score in scores.items()}
        self.started = time.monotonic() - (part.value("spent", Seconds | None) or 0.0)  # older ones do not say


class Follower(BaseCallback):
    """What a worker other than the first does at these boundaries: as it is told."""

    def __init__(self, settings: Settings, game: Game) -> None:
        super().__init__()
        self.crew = crew_here(settings.workers)
        self.algorithm, self.shape = algorithms.find(settings.algorithm), algorithms.network_of(game, settings)

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        while (word := self.crew.hear()) is not Word.GO:
            if word is Word.TAKE_IN:
                take_in(self.model, self.algorithm, self.shape)
            else:
                self.algorithm.freeze(self.model, Path())

    def _on_training_end(self) -> None:
        self._on_rollout_start()


def take_in(model: BaseAlgorithm, algorithm: Algorithm, shape: Shape) -> None:
    """The policy as it stands becomes a past self."""
    if isinstance(model.env, Collector):
        model.env.pool.add(algorithm.tensors(model, shape))


def label(settings: Settings, variant: int) -> str:
    """What tells this variant from the others: nothing if it is the only one."""
    if not settings.variants:
        return ""
    return "".join(f" {name}={value}" for name, value in settings.variants[variant].items())
