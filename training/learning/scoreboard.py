"""The page of a benchmark: tables with intervals, curves, costs, every run, and the commands that repeat them."""

from __future__ import annotations

import csv
import io
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from warzoo.envs.core.game import Game, find

from ..measuring import plots
from ..measuring.aggregate import Estimate, estimate, interquartile_mean
from .benchmark import Point, Result
from .folder import prepare, replacing, write
from .suite import Case, Suite

RUNS = "runs.csv"
ABOUT = """\
Algorithms side by side on equal terms, each at the same table of a game, with nothing tuned to the game. A figure is
the interquartile mean over the seeds of an algorithm, with its 95 % interval by stratified bootstrap, both as
[rliable](https://github.com/google-research/rliable) defines them: seeds are resampled within each game. A score is the
share of wins on {deals} deals, each played from every seat against a table of one fixed opponent; the heading says what
an equal would win. A run that fails counts as one that wins nothing, with its reason below the table.
[{runs}]({runs}) has every run by itself.

Self-play counts the decisions of all seats, for it learns from all; an algorithm that learns against a fixed opponent
(its setting `opponents`, the heuristic player unless the suite says otherwise) counts those of its own seat."""

TIMED = """\
By the clock; the last column says what the machine gave of it. What an algorithm lowers by its decisions, such as dqn
its exploration, hardly falls in so short a time."""
SOLVED = """\
Exact exploitability over decisions: the {unit} a game that best answers win from the policy, 0 in an equilibrium.
Scores count {unit} here, not wins: at 50 % as many are won as lost."""

Known = Sequence[tuple[Case, Result | None]]


class Measure(NamedTuple):
    """Something that a policy is measured by."""

    title: str
    of: Callable[[Point], float]
    form: str
    even: float  # what an equal or an equilibrium has
    worst: float  # what a run that has failed counts as


class Line(NamedTuple):
    """All runs of an algorithm on a game."""

    algorithm: str
    asked: int  # runs that the suite asks for
    results: list[Result]  # those that have ended

    def last(self, measure: Measure) -> list[float]:
        """What each came to."""
        return [measure.worst if result.failure else measure.of(result.points[-1]) for result in self.results]

    def curve(self, suite: Suite, measure: Measure) -> dict[int, tuple[float, Estimate]]:
        """The same on the way, point by point with the decisions so far, of the runs that came through."""
        marks: dict[int, dict[int, Point]] = {}
        for k, result in enumerate(self.results):
            for point in result.points:
                over = point.decisions >= (suite.decisions or point.decisions)
                marks.setdefault(suite.points if over else point.decisions // suite.every(), {})[k] = point
        return {
            mark: (float(np.mean([p.decisions for p in at.values()])), estimate([[measure.of(p) for p in at.values()]]))
            for mark, at in sorted(marks.items())
        }


def show(suite: Suite, known: Known, page: Path, command: str, repeating: str) -> None:
    """Writes the page, which one command repeats and another a line of it, with words added; and beside it, in a folder
    of its name, the curves and the list of runs."""
    beside = page.with_suffix("")
    prepare(beside)
    write(beside / RUNS, table_of_runs(suite, known))
    shown = [*heading(suite, known, f"{beside.name}/{RUNS}", repeating)]
    for budget in suite.budgets():
        shown += ["", *equal(suite, budget), *together(suite, known, budget)]
        for name in suite.games:
            game, lines = find(name), lines_of(suite, known, budget, name)
            options = "".join(f", {option} {value}" for option, value in suite.games[name].items())
            shown += ["", f"### {game.title}{options}", "", *table(suite, game, lines)]
            if budget == "decisions":
                shown += curves(suite, game, lines, beside)
            shown += ["", "```sh", *(f"{command} --games {name} --algorithms {one.algorithm}" for one in lines), "```"]
    write(page, "\n".join(shown) + "\n")


def heading(suite: Suite, known: Known, runs: str, command: str) -> Iterator[str]:
    """What this is, how to get it, and on what it was made."""
    yield from ("# Benchmark", "", ABOUT.format(deals=suite.deals, runs=runs), "", "```sh", command, "```", "")
    libraries = [result.versions for _, result in known if result]
    told = [", ".join(" ".join(pair) for pair in one.items()) for one in libraries]
    yield f"makes all of it: {len(known)} runs. Below each table stands what makes one of its lines. Made with " + (
        f"a core of {os.cpu_count()} ({platform.machine()}) for each run, {'; or '.join(dict.fromkeys(told))}."
    )
    if missing := sum(result is None for _, result in known):
        yield from ("", f"**{missing} of {len(known)} runs are not there yet**; the same command goes on.")


def equal(suite: Suite, budget: str) -> Iterator[str]:
    """What all runs of this part have the same of."""
    if budget == "decisions":
        yield f"## {suite.decisions:,} decisions each"
        return
    yield from (f"## {suite.minutes:g} minutes each", "", TIMED)


def lines_of(suite: Suite, known: Known, budget: str, game: str) -> list[Line]:
    """The runs on a game, by algorithm."""
    lines = []
    for algorithm in suite.algorithms:
        own = [result for case, result in known if case[:3] == (game, algorithm, budget)]
        lines.append(Line(algorithm, len(own), [result for result in own if result]))
    return lines


def measures(suite: Suite, game: Game) -> list[Measure]:
    """What the runs on a game are measured by."""
    even = even_share(suite, game)
    words = f"even {even:.0%}".replace("%", " %")
    found = [
        Measure(f"against {spec} ({words})", lambda p, spec=spec: p.won[spec], "{:.1%}", even, 0.0)  # type: ignore[misc]
        for spec in suite.ladder
    ]
    if game.yardstick:
        title = f"exploitability ({game.yardstick.unit} a game)"
        found.append(Measure(title, lambda p: p.exploitability or 0.0, "{:.3f}", 0.0, game.yardstick.most))
    return found


def even_share(suite: Suite, game: Game) -> float:
    """The share of wins of an equal."""
    return 1 / len(set(game.sides(game.settings(**suite.games[game.name]))))


def together(suite: Suite, known: Known, budget: str) -> Iterator[str]:
    """All games at once that are too large to be solved, by what is paid: that is comparable, whatever the sides."""
    games = [find(name) for name in suite.games if not find(name).yardstick]
    if len(games) < 2:
        return
    titles = ", ".join(game.title for game in games)
    yield from ("", "### All together", "", f"{titles}: what is paid a game, 1 for a win and 0 for an even share.", "")
    yield from head(["algorithm", *(f"against {spec}" for spec in suite.ladder)])
    for k, algorithm in enumerate(suite.algorithms):
        cells = [algorithm]
        for j in range(len(suite.ladder)):
            paid = []
            for game in games:
                even, line = even_share(suite, game), lines_of(suite, known, budget, game.name)[k]
                paid.append([(share - even) / (1 - even) for share in line.last(measures(suite, game)[j])])
            cells.append(number(estimate(paid), "{:+.2f}") if any(paid) else "")
        yield row(cells)


def table(suite: Suite, game: Game, lines: list[Line]) -> Iterator[str]:
    """A row an algorithm, and below them what failed."""
    kinds = measures(suite, game)
    yield from head(["algorithm", "runs", *(kind.title for kind in kinds), "decisions", "seconds", "of the processor"])
    for line in lines:
        scores = [number(estimate([line.last(kind)]), kind.form) if line.results else "" for kind in kinds]
        yield row([line.algorithm, runs_of(line), *scores, *costs(line)])
    for line in lines:
        for result in line.results:
            if result.failure:
                yield from ("", f"{line.algorithm}, seed {result.settings['seed']}, failed: {result.failure}")


def runs_of(line: Line) -> str:
    """How many have ended, and how many of them have failed."""
    failed = sum(result.failure is not None for result in line.results)
    there = str(line.asked) if len(line.results) == line.asked else f"{len(line.results)} of {line.asked}"
    return f"{there}, {failed} failed" if failed else there


def costs(line: Line) -> list[str]:
    """What a run that came through has taken, in decisions and in time."""
    taken = [(r.points[-1].decisions, r.cost.wall, r.cost.processor) for r in line.results if not r.failure]
    if not taken:
        return [""] * 3
    decisions, *seconds = interquartile_mean(np.array(taken).T)
    return [f"{decisions:,.0f}", *(f"{mean:,.1f}" for mean in seconds)]


def curves(suite: Suite, game: Game, lines: list[Line], beside: Path) -> Iterator[str]:
    """A picture of all measures over decisions; exploitability also in figures."""
    came = [line for line in lines if any(result.points for result in line.results)]
    if not came:
        return
    kinds = measures(suite, game)
    picture = beside / f"{game.name}.svg"
    with replacing(picture) as new:
        drawn = {kind.title: {one.algorithm: list(one.curve(suite, kind).values()) for one in came} for kind in kinds}
        plots.curves(drawn, {kind.title: kind.even for kind in kinds}, new)
    yield from ("", f"![{game.title}: all measures over decisions]({beside.name}/{picture.name})")
    if game.yardstick:
        marks = range(suite.points + 1)
        yield from ("", SOLVED.format(unit=game.yardstick.unit), "")
        yield from head(["algorithm", *(f"{min(mark * suite.every(), suite.decisions or 0):,}" for mark in marks)])
        for line in came:
            found = {mark: number(at, kinds[-1].form) for mark, (_, at) in line.curve(suite, kinds[-1]).items()}
            yield row([line.algorithm, *(found.get(mark, "") for mark in marks)])


def table_of_runs(suite: Suite, known: Known) -> str:
    """Every run that the suite asks for, comma-separated under a heading."""
    text = io.StringIO()
    scores = [*(f"won against {spec}" for spec in suite.ladder), "exploitability"]
    names = ["game", "algorithm", "equal", "seed", "decisions", "seconds", "of the processor", *scores, "failure"]
    rows = csv.DictWriter(text, names, lineterminator="\n")
    rows.writeheader()
    for case, result in known:
        told = dict(zip(names, (*case[:3], case.settings.seed), strict=False))
        if result is None:
            rows.writerow(told | {"failure": "not there yet"})
            continue
        told |= {"seconds": f"{result.cost.wall:.1f}", "of the processor": f"{result.cost.processor:.1f}"}
        if result.failure:
            rows.writerow(told | {"failure": result.failure})
            continue
        last = result.points[-1]
        told |= {f"won against {spec}": f"{share:.4f}" for spec, share in last.won.items()}
        told |= {} if last.exploitability is None else {"exploitability": f"{last.exploitability:.5f}"}
        rows.writerow(told | {"decisions": str(last.decisions)})
    return text.getvalue()


# Markdown


def head(titles: list[str]) -> Iterator[str]:
    yield row(titles)
    yield row(["---", *["---:"] * (len(titles) - 1)])


def row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def number(found: Estimate, form: str) -> str:
    """A figure with its interval."""
    mean, low, high = (form.format(value).replace("%", " %") for value in found)
    return f"{mean} ({low} to {high})"
