"""One training run: a folder with its settings, versions, metrics, curve and checkpoints, that can be resumed.

Between two rollouts lies a boundary. There, and only there, the run takes in past selves, measures itself, writes
checkpoints and stops; a run resumed from a checkpoint goes on from that boundary exactly as it would have.

With several workers this process keeps the folder's lock, shows how far they are and waits; `labour` is what each
worker does, in a process of this machine or on a node of a cluster.
"""

from __future__ import annotations

import json
import platform
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import torch
from stable_baselines3.common.callbacks import BaseCallback, CallbackList
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from warzoo.envs.core import game as registry
from warzoo.envs.core.errors import UsageError
from warzoo.models import checkpoint
from warzoo.models.checkpoint import BadCheckpoint

from . import algorithms, frozen, workers
from . import settings as settings_of
from .board import FIRST, Parted
from .folder import METRICS, VERSIONS, Metrics, locked, other_versions, prepare, say, set_aside, sweep, versions, write
from .frozen import Part
from .settings import SETTINGS, Settings
from .watch import Follower, Stopped, Watch
from .workers import Asked, Group, Spawned, Tell

# A run that has begun cannot change these: what its checkpoints hold depends on them.
FIXED = (
    "game",
    "options",
    "variants",
    "algorithm",
    "workers",
    "hidden",
    "shared",
    "games",
    "pool_bots",
    "snapshots",
    "reservoir",
)
LOST_MOST = 5  # times in a row that workers are lost before a new checkpoint

__all__ = ["Run", "Stopped", "labour", "resume", "run"]


def nothing() -> None:
    """What a worker needs beforehand, where nothing was registered."""


def run(
    settings: Settings,
    folder: Path,
    *,
    quiet: bool = False,
    registering: Callable[[], object] = nothing,
    beside: Sequence[BaseCallback] = (),
    cluster: str | None = None,
) -> Path:
    """Trains from the start into a new folder, which is made once all else has been found sound.

    `registering` is called in each of several workers before all else: it makes a game or an algorithm known there.
    What is `beside` the run's own watch comes after it at each boundary, in a run of one worker.
    """
    job = Run(settings, folder, quiet=quiet, beside=beside)
    if unused := job.unused():
        say(f"{settings.algorithm} makes no use of {', '.join(unused)}")
    with job.assembled(registering, cluster) as group:
        if group and (crowded := group.crowded()):
            raise UsageError(f"{crowded}: choose fewer")
        prepare(folder)
        with locked(folder):
            if (folder / SETTINGS).exists() or checkpoint.written_by(folder):
                raise UsageError(f"{folder} holds a run already: resume it, or name another folder")
            write(folder / SETTINGS, settings.model_dump_json(indent=1), lasting=True)
            job.begin(None, True, group)  # whatever archive will be there is this run's own
    return folder


def resume(
    folder: Path,
    *,
    decisions: int | None = None,
    minutes: float | None = None,
    trust: bool = False,
    quiet: bool = False,
    registering: Callable[[], object] = nothing,
    beside: Sequence[BaseCallback] = (),
    cluster: str | None = None,
) -> Path:
    """Goes on from the newest sound checkpoint, or from the start if the run was stopped before the first."""
    settings = settings_of.read(folder)
    longer = {"decisions": decisions, "minutes": minutes}
    settings = settings.changed(**{name: value for name, value in longer.items() if value is not None})
    job = Run(settings, folder, quiet=quiet, beside=beside, begun=bool(checkpoint.written_by(folder)))
    with job.assembled(registering, cluster) as group, locked(folder):
        for words in other_versions(folder):
            say(words)
        if group and (crowded := group.crowded()):
            say(crowded)
        place = job.take_up(trust)
        if decisions is not None and decisions < job.model.num_timesteps:
            raise UsageError(f"{folder} has {job.model.num_timesteps:,} decisions already: go on to more of them")
        write(folder / SETTINGS, settings.model_dump_json(indent=1), lasting=True)
        job.begin(place, trust, group)
    return folder


def labour(settings: Settings, folder: Path, place: Path | None, asked: Asked, tell: Tell) -> None:
    """What each worker of a group does, from this checkpoint on; the first one tells how far it is, and ends it when
    that is asked for."""
    if settings_of.read(folder) != settings:
        raise UsageError(f"{folder} is another folder on {platform.node()}: all workers need the same")
    job = Run(settings, folder, quiet=True, begun=place is not None)
    job.watch.tell = tell
    if place is not None:
        job.go_on(frozen.read(place), place)
    if job.watch.crew.rank == FIRST:
        threading.Thread(target=lambda: job.watch.stop(asked()), daemon=True).start()
        job.train(fresh=place is None)
    else:
        job.follow(fresh=place is None)


class Run:
    """A model and what watches over it, in the run's folder; one that has begun takes its weights from there."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        *,
        quiet: bool,
        beside: Sequence[BaseCallback] = (),
        begun: bool = False,
    ) -> None:
        self.settings, self.folder, self.beside = settings, folder, beside
        self.game = registry.find(settings.game)
        self.algorithm = algorithms.find(settings.algorithm)
        if settings.workers > 1:
            if not self.algorithm.spreads:
                able = ", ".join(name for name, one in algorithms.ALGORITHMS.items() if one.spreads)
                raise UsageError(f"{settings.algorithm} learns in one process; several workers take {able}")
            workers.check()
        variants = [self.game.settings(**options) for options in settings.option_sets()]
        self.watch = Watch(settings, self.game, variants, folder, quiet=quiet)
        with torch_threads(settings.threads):  # else the first weights are rounded as the machine has cores
            first = settings.changed(warm_start=None) if begun else settings
            self.model = self.algorithm.build(self.game, variants, first)

    def unused(self) -> list[str]:
        """Settings that depart from the defaults in vain."""
        plain = Settings(game=self.settings.game)
        return [name for name in self.algorithm.ignores if getattr(self.settings, name) != getattr(plain, name)]

    @contextmanager
    def assembled(self, registering: Callable[[], object], cluster: str | None) -> Iterator[Group | None]:
        """The workers that are to train: processes of this machine, or those of a cluster; none, if this one does."""
        many = self.settings.workers, registering, self.watch.tell
        if cluster is not None:
            from ..measuring.cluster import connected
            from .placed import Placed

            with connected(cluster):
                yield Placed(*many)
        else:
            yield Spawned(*many) if self.settings.workers > 1 else None

    def begin(self, place: Path | None, trust: bool, group: Group | None) -> None:
        """Goes on from this checkpoint, which has been taken up, or from the start: here, or in a group of workers."""
        if group is None:
            return self.train(fresh=place is None)
        lost = 0
        with stoppable(group.stop), self.watch.progress:
            while True:
                try:
                    return group.do(partial(labour, self.settings, self.folder, place))
                except Parted as parted:
                    say("a worker was lost: all start again")
                    why = str(parted)
                before, place = place, self.take_up(trust)
                lost = lost + 1 if place == before else 1
                if group.asked:
                    raise Stopped(group.asked, self.model.num_timesteps)
                if lost == LOST_MOST:
                    words = f"workers were lost {lost} times without a new checkpoint ({why})"
                    raise UsageError(f"{words}: is memory short?")

    def train(self, *, fresh: bool) -> None:
        """Learns until a budget is spent or a signal comes."""
        write(self.folder / VERSIONS, json.dumps(versions(), indent=1))
        metrics = self.watch.metrics = Metrics(self.folder / METRICS)
        metrics.cut(self.model.num_timesteps)
        board = TensorBoardOutputFormat(str(self.folder / "tensorboard"))
        self.model.set_logger(Logger(str(self.folder), [metrics, board]))
        with stoppable(self.watch.stop), self.watch.progress:
            self.learn(CallbackList([self.watch, *self.beside]), fresh)
        self.model.logger.close()
        self.watch.draw()
        if self.watch.stopped:
            raise Stopped(self.watch.stopped, self.model.num_timesteps)

    def follow(self, *, fresh: bool) -> None:
        """Learns as a worker other than the first, which leaves the folder alone."""
        self.model.set_logger(Logger(None, []))
        self.learn(Follower(self.settings, self.game), fresh)

    def learn(self, callback: BaseCallback, fresh: bool) -> None:
        """The decisions that are left."""
        left = self.rounded(self.settings.decisions - self.model.num_timesteps)
        with torch_threads(self.settings.threads):
            if left > 0:
                self.model.learn(left, callback=callback, log_interval=None, reset_num_timesteps=fresh)  # type: ignore[arg-type]

    def rounded(self, left: int) -> int:
        """The decisions to come; an algorithm that stops only now and then says what it makes of them."""
        together = self.algorithm.together(self.settings)
        whole = -(-left // together) * together
        if whole > left > 0:
            total = self.model.num_timesteps + whole
            say(f"{self.settings.algorithm} learns {together:,} decisions at a time: it ends after {total:,}")
        return whole

    # Going on

    def take_up(self, trust: bool) -> Path | None:
        """Thaws the newest sound checkpoint, if there is one; damaged ones above it are named and set aside."""
        sweep(self.folder)
        damaged: dict[Path, BadCheckpoint] = {}
        for place in reversed(checkpoint.written_by(self.folder)):
            try:
                self.thaw(place, trust)
            except BadCheckpoint as error:
                damaged[place] = error
                continue
            for bad, why in damaged.items():
                say(f"{why}; it is set aside as {set_aside(bad).name}")
            say(f"going on from {place}: {self.algorithm.resumes}")
            return place
        if damaged:
            why = next(iter(damaged.values()))
            raise BadCheckpoint(f"{why}; no older checkpoint can be gone on from: train anew into another folder")
        return None

    def thaw(self, place: Path, trust: bool) -> None:
        """Goes on from one checkpoint, if it is sound and this run's."""
        for words in checkpoint.load(place, self.game).warnings:
            say(f"{place}: {words}; the run may go on differently")
        state = frozen.read(place)
        self.compare(state.value("settings", dict[str, Any]))
        if self.algorithm.pickles and not trust:
            raise UsageError(
                f"{place / algorithms.ARCHIVE} is an archive of Stable-Baselines3, and opening one can run any code "
                "that is in it: resume with --trust if you know where it comes from"
            )
        self.go_on(state, place)

    def go_on(self, state: Part, place: Path) -> None:
        """Takes over what a checkpoint holds."""
        self.algorithm.thaw(self.model, state.part("model"), place)
        self.watch.thaw(state.part("watch"))
        frozen.thaw_luck(state.part("luck"))

    def compare(self, before: dict[str, Any]) -> None:
        """Names the settings that have changed since the checkpoint; refuses those that no run can change."""
        now = self.settings.model_dump(mode="json")
        before = Settings(game=self.settings.game).model_dump(mode="json") | before  # older ones lack what is new
        for name in now:
            if now[name] == before[name]:
                continue
            words = f"{name} was {before[name]} and is {now[name]} now"
            if name in FIXED:
                raise UsageError(f"{self.folder / SETTINGS}: {words}; put it back, or train anew into another folder")
            say(words)


@contextmanager
def stoppable(ask: Callable[[int], None]) -> Iterator[None]:
    """SIGINT and SIGTERM ask for an end at the next boundary; a second one ends the run at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        ask(number)
        signal.signal(number, before[number])

    before: dict[int, Any] = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def torch_threads(count: int) -> Iterator[None]:
    """So many threads for torch; what the program had set returns afterwards."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
