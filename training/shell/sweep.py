"""The command that searches for settings."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import tyro

from warzoo.envs import UsageError, find

from .train import GameName, Plugin, load_plugin


@dataclass
class Sweep:
    """Search for settings: trials drawn from a space, each stopped as soon as it falls behind, and the best of them.

    Trials that are there already are not made again; those that were stopped go on."""

    game: GameName
    space: Annotated[
        Path, tyro.conf.Positional, tyro.conf.arg(metavar="SPACE.toml", help="[settings] of all, and the [space]")
    ]
    out: Annotated[Path | None, tyro.conf.arg(help="a folder for all trials; runs/GAME-sweep if not given")] = None
    trials: int = 16  # the first has the settings that are there already
    jobs: int = 1  # trials at once, a core each
    plugin: Plugin = None

    def run(self) -> int:
        from ..learning import space

        name = find(self.game).name
        out = self.out or Path("runs") / f"{name}-sweep"
        if self.jobs < 1 or not 1 <= self.trials <= space.TRIALS_MOST:
            most = f"{space.TRIALS_MOST:,}"
            raise UsageError(f"a sweep needs a job at least and 1 to {most} trials, not {self.jobs} and {self.trials}")
        chosen = space.read(self.space)
        trials = chosen.trials(name, self.trials, str(self.space))
        from ..learning import leaderboard, sweep

        stopped = sweep.carry_out(trials, out, self.jobs, partial(load_plugin, self.plugin), partial(print, flush=True))
        best = leaderboard.show(chosen, sweep.results(trials, out), out, self.words(name))
        print(f"Written: {out / leaderboard.PAGE}")
        if stopped:
            print("warzoo: stopped; the same command goes on", file=sys.stderr)
            return 128 + stopped
        if best:
            print(f"The best is {best.trial.folder}. Next:")
            own = ["--plugin", str(self.plugin)] if self.plugin else []
            words = ["warzoo", "train", name, "--config", str(out / leaderboard.BEST), "--seed", "2", *own]
            print(f"  {shlex.join(words)}")
        return 0

    def words(self, name: str) -> str:
        """The command that makes all of it, on any machine."""
        plugin = ["--plugin", str(self.plugin)] if self.plugin else []
        return shlex.join(["warzoo", "sweep", name, str(self.space), "--trials", str(self.trials), *plugin])
