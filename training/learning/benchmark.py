"""Carries a suite out: every run in a process and a folder of its own, judged when it ends, and never made twice.

A run that was broken off goes on where it is the same as an unbroken one, and begins anew where it would not be. One
that fails keeps its sentence as its result.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import find
from warzoo.models import checkpoint
from warzoo.models.opponents import opponent

from ..measuring.exploit import Tree
from ..measuring.ladder import match
from ..measuring.ship import SEED
from . import algorithms, runs
from .folder import locked, prepare, versions
from .outcome import Outcome, Stored, begin, cost_of, failing_into, keep, known, train
from .suite import Case, Suite

REHEARSED = 512  # decisions
BROKEN_OFF = {code for number in (signal.SIGINT, signal.SIGTERM) for code in (-number, 128 + number)}


class Point(Stored):
    """What a run was worth at a checkpoint."""

    decisions: int
    won: dict[str, float]  # share of wins against each opponent of the ladder
    exploitability: float | None = None  # in the game's unit, of a game small enough to be solved


class Result(Outcome):
    """How a run of a suite ended, and what its policy was worth on the way."""

    ladder: list[str]
    deals: int
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
    cases = results(suite, out)
    waiting = [case for case, result in cases if result is None]
    done, total = len(cases) - len(waiting), len(cases)
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
                    if (result := ended(suite, case, out, gone.exitcode or 0, bool(asked))) is not None:
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
    for case, _ in results(suite, out):
        algorithms.find(case.settings.algorithm)


def result_of(suite: Suite, case: Case, out: Path) -> Result | None:
    """What is known of a run that has ended."""
    place = out / case.folder
    result = known(Result, case.settings, place)
    if result and (result.ladder, result.deals) != (suite.ladder, suite.deals):
        raise UsageError(f"{place} was measured by another ladder or on other deals: name another folder")
    return result


def ended(suite: Suite, case: Case, out: Path, code: int, stopping: bool) -> Result | None:
    """The result of a run whose process has ended; None if it was only broken off, however early in its life."""
    result = result_of(suite, case, out)
    if result is None and not stopping and code not in BROKEN_OFF:
        result = blank(suite, case)
        result.failure = f"its process was lost (signal {-code})" if code < 0 else f"its process ended with {code}"
        result.cost = cost_of(out / case.folder)
        keep(result, out / case.folder)
    return result


def blank(suite: Suite, case: Case) -> Result:
    """The result of a run that has none yet."""
    settings = case.settings.model_dump()
    return Result(settings=settings, ladder=suite.ladder, deals=suite.deals, versions=versions())


# In a run's own process


def labour(suite: Suite, case: Case, out: Path, registering: Callable[[], object]) -> None:
    """Trains and judges; what goes wrong becomes the result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to all; who has started this passes on one
    threading.Thread(target=end_together, daemon=True).start()
    place = out / case.folder
    begin(place)
    result = blank(suite, case)
    try:
        with failing_into(result):
            registering()
            rehearse(case)
            train(case.settings, place)
            result.points = judged(suite, case, place)
    except runs.Stopped as stopped:
        sys.exit(128 + stopped.signal)
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
