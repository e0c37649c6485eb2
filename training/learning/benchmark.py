"""Carries a suite out: every run in a process and a folder of its own, judged when it ends, and never made twice.

A run that was broken off goes on where it is the same as an unbroken one, and begins anew where it would not be. One
that fails keeps its sentence as its result.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import find
from warzoo.models import checkpoint, files
from warzoo.models.opponents import opponent

from ..measuring.exploit import Tree
from ..measuring.ladder import match
from ..measuring.ship import SEED
from . import algorithms, runs
from . import settings as settings_of
from .folder import locked, prepare, versions, write
from .settings import SETTINGS, Settings
from .suite import Case, Suite

RESULT, COST, LOG = "result.json", "cost.json", "log.txt"
RESULT_MOST = 1 << 24  # bytes
REHEARSED = 512  # decisions
TICK = 5.0  # seconds between two notes of what a run has cost
BROKEN_OFF = {code for number in (signal.SIGINT, signal.SIGTERM) for code in (-number, 128 + number)}


class Stored(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Cost(Stored):
    """Seconds of training."""

    wall: float = 0.0
    processor: float = 0.0


class Point(Stored):
    """What a run was worth at a checkpoint."""

    decisions: int
    won: dict[str, float]  # share of wins against each opponent of the ladder
    exploitability: float | None = None  # in the game's unit, of a game small enough to be solved


class Result(Stored):
    """How a run ended, and all that it depended on."""

    settings: dict[str, Any]
    ladder: list[str]
    deals: int
    versions: dict[str, str]
    failure: str | None = None
    cost: Cost = Cost()
    points: list[Point] = []

    def __str__(self) -> str:
        if self.failure:
            return f"failed: {self.failure}"
        last = self.points[-1]
        won = ", ".join(f"{share:.0%} against {spec}" for spec, share in last.won.items())
        return f"{last.decisions:,} decisions in {self.cost.wall:.0f} s, {won}"


def carry_out(
    suite: Suite, out: Path, jobs: int, registering: Callable[[], object], tell: Callable[[str], None]
) -> int:
    """Makes the runs that are missing, so many at once; returns the signal that stopped it, or 0."""
    check(suite, out)
    prepare(out)
    known = results(suite, out)
    waiting = [case for case, result in known if result is None]
    done, total = len(known) - len(waiting), len(known)
    tell(f"{total} runs, {done} of them there already")
    running: dict[BaseProcess, Case] = {}
    asked: list[int] = []

    def ask(number: int) -> None:
        asked.append(number)
        for process in running:
            process.terminate()

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with locked(out), runs.stoppable(ask):
        try:
            while running or (waiting and not asked):
                while waiting and len(running) < jobs and not asked:
                    case = waiting.pop(0)
                    process = context.Process(target=labour, args=(suite, case, out, registering))
                    process.start()
                    running[process] = case
                    if asked:  # while it was started
                        process.terminate()
                wait([process.sentinel for process in running])
                for gone in [process for process in running if not process.is_alive()]:
                    case = running.pop(gone)
                    if (result := ended(suite, case, out, gone.exitcode or 0)) is not None:
                        done += 1
                        tell(f"{done} of {total}: {case}: {result}")
        finally:
            for left in running:
                left.kill()
    return asked[0] if asked else 0


def results(suite: Suite, out: Path) -> list[tuple[Case, Result | None]]:
    """What is known of every run of the suite."""
    return [(case, result_of(suite, case, out)) for case in suite.cases()]


def check(suite: Suite, out: Path) -> None:
    """Refuses, before the first run, what no run could do with, and a folder that holds others."""
    for name, options in suite.games.items():
        game = find(name)
        for spec in suite.ladder:
            opponent(spec, game, game.settings(**options))
    for case, result in results(suite, out):
        algorithms.find(case.settings.algorithm)
        place = out / case.folder
        if result is None and (place / SETTINGS).exists():
            compare(settings_of.read(place).model_dump(), case, place)


def compare(before: dict[str, Any], case: Case, place: Path) -> None:
    """Refuses a run that was made by other settings."""
    before = Settings(game=case.game).model_dump() | before  # older ones lack what is new
    if before != case.settings.model_dump():
        raise UsageError(f"{place} holds another run than the suite asks for: name another folder, or remove this one")


def result_of(suite: Suite, case: Case, out: Path) -> Result | None:
    """What is known of a run that has ended."""
    place = out / case.folder
    if not (place / RESULT).exists():
        return None
    try:
        result = Result.model_validate_json(files.read_text(place / RESULT, RESULT_MOST))
    except ValidationError as error:
        raise UsageError(f"{place / RESULT}: {settings_of.faults(error)}; remove {place} to make it anew") from None
    compare(result.settings, case, place)
    if (result.ladder, result.deals) != (suite.ladder, suite.deals):
        raise UsageError(f"{place} was measured by another ladder or on other deals: name another folder")
    return result


def ended(suite: Suite, case: Case, out: Path, code: int) -> Result | None:
    """The result of a run whose process has ended; None if it was only broken off."""
    result = result_of(suite, case, out)
    if result is None and code not in BROKEN_OFF:
        result = blank(suite, case)
        result.failure = f"its process was lost (signal {-code})" if code < 0 else f"its process ended with {code}"
        keep(result, out / case.folder)
    return result


def blank(suite: Suite, case: Case) -> Result:
    """The result of a run that has none yet."""
    settings = case.settings.model_dump()
    return Result(settings=settings, ladder=suite.ladder, deals=suite.deals, versions=versions())


def keep(result: Result, place: Path) -> None:
    write(place / RESULT, result.model_dump_json(indent=1))


# In a run's own process


def labour(suite: Suite, case: Case, out: Path, registering: Callable[[], object]) -> None:
    """Trains and judges; what goes wrong becomes the result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to all; who has started this passes on one
    threading.Thread(target=end_together, daemon=True).start()
    place = out / case.folder
    prepare(place)
    result = blank(suite, case)
    with (place / LOG).open("a", encoding="utf-8") as log:
        for stream in (1, 2):
            os.dup2(log.fileno(), stream)
    try:
        registering()
        rehearse(case)
        train(case, place)
        result.points = judged(suite, case, place)
    except runs.Stopped as stopped:
        sys.exit(128 + stopped.signal)
    except Exception as error:
        traceback.print_exc()
        words = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
        result.failure = " ".join(words.split())
    result.cost = cost_of(place)
    keep(result, place)


def end_together() -> None:
    """Ends this process as soon as the one that has started it is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def rehearse(case: Case) -> None:
    """The same in small and for nothing: what it compiles and loads is there when the clock starts."""
    few = case.settings.changed(decisions=REHEARSED, rollout=REHEARSED // 2, minutes=0.0)
    with tempfile.TemporaryDirectory(prefix="warzoo-") as place:
        runs.run(few, Path(place), quiet=True)


def train(case: Case, place: Path) -> None:
    """The run, gone on with if it is the same as an unbroken one; one that opens archives of pickles never is."""
    if (place / SETTINGS).exists() and algorithms.find(case.settings.algorithm).pickles:
        empty(place)
    with metered(place):
        if (place / SETTINGS).exists():
            runs.resume(place, quiet=True)
        else:
            runs.run(case.settings, place, quiet=True)


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
        write(place / COST, now.model_dump_json())

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


def judged(suite: Suite, case: Case, place: Path) -> list[Point]:
    """What the policy of each checkpoint is worth, all on the same deals."""
    game = find(case.game)
    options = game.settings(**suite.games[case.game])
    rivals = {spec: opponent(spec, game, options) for spec in suite.ladder}
    tree = Tree(game) if game.yardstick else None
    points = []
    for folder in checkpoint.written_by(place):
        player = checkpoint.bot(game, "learner", folder)
        won = {spec: match(game, options, player, rival, suite.deals, SEED).mean for spec, rival in rivals.items()}
        loss = tree.answers(player.name, player.odds).exploitability if tree else None
        points.append(Point(decisions=int(folder.name), won=won, exploitability=loss))
    return points
