"""The command that compares algorithms."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import tyro

from warzoo.envs import UsageError
from warzoo.models.files import try_writing

from .train import Plugin, load_plugin


@dataclass
class Benchmark:
    """Algorithms side by side: each on each game with each seed on equal terms, and a page of what came out.

    Runs that are there already are not made again; those that were stopped go on."""

    suite: Annotated[
        Path | None,
        tyro.conf.Positional,
        tyro.conf.arg(metavar="SUITE.toml", help="what is compared; configs/benchmark.toml if not given"),
    ] = None
    out: Path = Path("runs/benchmark")  # a folder for all runs
    page: Path | None = None  # the file to write, something.md; OUT/benchmark.md if not given
    jobs: int = 1  # runs at once, a core each
    games: tuple[str, ...] = ()  # of the suite these alone
    algorithms: tuple[str, ...] = ()  # of the suite these alone
    plugin: Plugin = None

    def run(self) -> int:
        from ..learning import benchmark, scoreboard
        from ..learning.suite import SHIPPED, read

        suite = read(self.suite or SHIPPED).narrowed(self.games, self.algorithms)
        page = self.page or self.out / "benchmark.md"
        if self.jobs < 1 or page.suffix != ".md":
            raise UsageError(f"a benchmark needs a job at least and a page something.md, not {self.jobs} and {page}")
        try_writing(self.page)
        say = partial(print, flush=True)
        stopped = benchmark.carry_out(suite, self.out, self.jobs, partial(load_plugin, self.plugin), say)
        scoreboard.show(suite, benchmark.results(suite, self.out), page, self.words(), self.words(part=True))
        say(f"Written: {page}")
        if stopped:
            print("warzoo: stopped; the same command goes on", file=sys.stderr)
        return 128 + stopped if stopped else 0

    def words(self, *, part: bool = False) -> str:
        """The command that makes all of the suite, or the part that is asked for, on any machine."""
        words = ["warzoo", "benchmark", *([str(self.suite)] if self.suite else [])]
        words += ["--plugin", str(self.plugin)] if self.plugin else []
        if part:
            words += ["--games", *self.games] if self.games else []
            words += ["--algorithms", *self.algorithms] if self.algorithms else []
        return shlex.join(words)
