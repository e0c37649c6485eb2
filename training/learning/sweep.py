"""Carries a sweep out on Ray Tune: every trial in a process and a folder of its own, stopped when it falls behind.

Asynchronous successive halving (ASHA) compares trials by the ladder when a ninth and when a third of their decisions
are made. What is kept is in the run folders, in no archive of Ray's, which could run code: trials that have ended are
told to the scheduler again, those broken off go on as any run does, and one that fails keeps its sentence.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from ray import tune
from ray.tune.schedulers import ASHAScheduler
from stable_baselines3.common.callbacks import BaseCallback

from ..measuring.cluster import connected
from . import runs
from .folder import locked, prepare, versions
from .outcome import Outcome, begin, cost_of, failing_into, keep, known, train
from .space import MEASURES, Trial, measured

BETTER = 3  # of so many trials one goes on
SILENCE = {  # of Tune, beyond that of Ray
    "RAY_AIR_NEW_OUTPUT": "0",
    "RAY_CHDIR_TO_TRIAL_DIR": "0",
    "TUNE_DISABLE_AUTO_CALLBACK_LOGGERS": "1",
    "TUNE_DISABLE_SIGINT_HANDLER": "1",
}

Ended = list[tuple[Trial, Outcome | None]]


def carry_out(
    trials: Sequence[Trial], out: Path, jobs: int, registering: Callable[[], object], tell: Callable[[str], None]
) -> int:
    """Makes the trials that are missing, so many at once; returns the signal that stopped it, or 0."""
    ended = results(trials, out)
    prepare(out)
    waiting = [trial.number for trial, outcome in ended if outcome is None]
    tell(f"{len(trials)} trials, {len(trials) - len(waiting)} of them there already")
    if not waiting:
        return 0
    asked: list[int] = []
    os.environ.update(SILENCE)
    with (
        locked(out),
        TemporaryDirectory(prefix="warzoo-") as scratch,
        connected("local", cores=jobs),
        runs.stoppable(asked.append),
    ):
        tune.Tuner(
            tune.with_resources(partial(labour, trials, out.resolve(), registering), {"cpu": 1}),
            param_space={"number": tune.grid_search(waiting)},
            tune_config=tune.TuneConfig(scheduler=halving(ended, out)),
            run_config=tune.RunConfig(
                name="sweep",
                storage_path=scratch,
                verbose=0,
                stop=Asked(asked),
                callbacks=[Keeper(trials, out, tell)],
            ),
        ).fit()
    return asked[0] if asked else 0


def results(trials: Sequence[Trial], out: Path) -> Ended:
    """What is known of every trial."""
    return [(trial, known(Outcome, trial.settings, out / trial.folder)) for trial in trials]


def halving(ended: Ended, out: Path) -> ASHAScheduler:
    """The scheduler, which is told what earlier calls have measured."""
    every = ended[0][0].settings.ladder_every
    scheduler = ASHAScheduler(
        "decisions", "score", "max", every * (MEASURES - 1), every, BETTER, stop_last_trials=False
    )
    for trial, outcome in ended:
        if outcome is not None:
            ghost = SimpleNamespace(trial_id=trial.folder)
            scheduler.on_trial_add(None, ghost)
            for one in measured(out / trial.folder):
                scheduler.on_trial_result(None, ghost, one._asdict())
    return scheduler


class Asked(tune.Stopper):  # type: ignore[misc]  # untyped library
    """Ends all as soon as a signal has come."""

    def __init__(self, asked: list[int]) -> None:
        self.asked = asked

    def __call__(self, trial_id: str, result: dict[str, Any]) -> bool:
        return False

    def stop_all(self) -> bool:
        return bool(self.asked)


class Keeper(tune.Callback):  # type: ignore[misc]  # untyped library
    """Keeps how the trials have ended, where they have not done so themselves, and tells of them."""

    def __init__(self, trials: Sequence[Trial], out: Path, tell: Callable[[str], None]) -> None:
        self.trials, self.out, self.tell = trials, out, tell

    def on_trial_complete(self, iteration: int, trials: list[Any], trial: Any, **info: Any) -> None:
        self.ended(self.trials[trial.config["number"]], None)

    def on_trial_error(self, iteration: int, trials: list[Any], trial: Any, **info: Any) -> None:
        self.ended(self.trials[trial.config["number"]], "its process was lost")

    def ended(self, trial: Trial, failure: str | None) -> None:
        place = self.out / trial.folder
        outcome = known(Outcome, trial.settings, place)
        if outcome is None:
            outcome = blank(trial)
            outcome.failure, outcome.cost = failure, cost_of(place)
            prepare(place)
            keep(outcome, place)
        self.tell(f"{trial.folder}: {told(trial, outcome, place)}")


def told(trial: Trial, outcome: Outcome, place: Path) -> str:
    """How a trial has ended."""
    if outcome.failure:
        return f"failed: {outcome.failure}"
    last = measured(place)[-1]
    how = "" if last.decisions >= trial.settings.decisions else ", stopped"
    return f"{last.score:.1%} after {last.decisions:,} decisions{how}"


def blank(trial: Trial) -> Outcome:
    """The result of a trial that has none yet."""
    return Outcome(settings=trial.settings.model_dump(), versions=versions())


# In a trial's own process


def labour(trials: Sequence[Trial], out: Path, registering: Callable[[], object], drawn: dict[str, int]) -> None:
    """Trains; what goes wrong becomes the result."""
    trial = trials[drawn["number"]]
    place = out / trial.folder
    begin(place)
    outcome = blank(trial)
    with failing_into(outcome):
        registering()
        train(trial.settings, place, [Telling(place, trial.settings.ladder_every)])
    outcome.cost = cost_of(place)
    keep(outcome, place)


class Telling(BaseCallback):
    """Tells Tune what the run has measured, once the run has saved it; Tune may end the trial then."""

    def __init__(self, place: Path, every: int) -> None:
        super().__init__()
        self.place, self.every = place, every
        self.upto = 0  # decisions

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.model.num_timesteps // self.every > self.upto // self.every:
            self._on_training_end()

    def _on_training_end(self) -> None:
        for one in measured(self.place):
            if one.decisions > self.upto:
                self.upto = one.decisions
                tune.report(one._asdict())
