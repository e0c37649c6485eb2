"""What a sweep has come to: a table of all trials, a picture, and the best settings as a file to train with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from warzoo.envs.core.game import find

from ..measuring import plots
from .folder import replacing, write
from .outcome import Outcome
from .scoreboard import head, row
from .space import Measure, Range, Space, Trial, measured

PAGE, PICTURE, BEST = "sweep.md", "sweep.svg", "best.json"
ABOUT = """\
{count} trials of {decisions:,} decisions each. The first has the settings that are there already; what the others have
instead was drawn at random. A score is the mean share of wins against
{ladder},
on {deals} deals each, the same for all trials, with its 95 % interval. After a ninth and after a third of its decisions
a trial goes on if its score is among the better third of those that have come so far (ASHA of Ray Tune).

The best of many is partly the luckiest, on these deals and with this one seed: train with it anew before you believe
it."""


class Line(NamedTuple):
    """A trial in the table."""

    trial: Trial
    outcome: Outcome | None
    measures: list[Measure]

    @property
    def whole(self) -> bool:
        """It has come to its end."""
        return self.ended and self.measures[-1].decisions >= self.trial.settings.decisions

    @property
    def ended(self) -> bool:
        """It has a score that counts."""
        return self.outcome is not None and not self.outcome.failure and bool(self.measures)

    def rank(self) -> tuple[Any, ...]:
        """Whole trials, then those stopped, the longer the better, then those that have failed or are missing."""
        last = self.measures[-1] if self.ended else Measure(0, 0.0, 0.0)
        return self.whole, self.ended, 0 if self.whole else last.decisions, last.score

    def words(self) -> str:
        if self.outcome is None:
            return "not there yet"
        return "failed" if self.outcome.failure else "whole" if self.whole else "stopped"


def show(space: Space, ended: list[tuple[Trial, Outcome | None]], out: Path, command: str) -> Line | None:
    """Writes page, picture and the best settings; returns the best trial, if any has come to its end."""
    lines = [Line(trial, outcome, measured(out / trial.folder)) for trial, outcome in ended]
    lines.sort(key=Line.rank, reverse=True)
    drawn = draw(space, [line for line in lines if line.ended], out / PICTURE)
    write(out / PAGE, "\n".join(page(space, lines, command, drawn)) + "\n")
    if not lines[0].whole:
        return None
    best = lines[0].trial
    write(out / BEST, json.dumps({"game": best.settings.game, **space.settings, **best.drawn}, indent=1) + "\n")
    return lines[0]


def page(space: Space, lines: list[Line], command: str, drawn: bool) -> Iterator[str]:
    """The table, best first, and what has failed."""
    settings = lines[0].trial.settings
    ladder, deals = ", ".join(settings.ladder), settings.ladder_deals
    about = ABOUT.format(count=len(lines), decisions=settings.decisions, ladder=ladder, deals=deals)
    yield from (f"# A sweep: {find(settings.game).title}", "", about, "", "```sh", command, "```", "")
    yield from head(["trial", "won", "decisions", *space.space, "ended"])
    for line in lines:
        last = line.measures[-1] if line.measures else None
        score = f"{last.score:.1%} ± {last.margin:.1%}".replace("%", " %") if last else ""
        values = [cell(getattr(line.trial.settings, name)) for name in space.space]
        yield row([line.trial.folder, score, f"{last.decisions:,}" if last else "", *values, line.words()])
    for line in lines:
        if line.outcome and line.outcome.failure:
            yield from ("", f"{line.trial.folder} failed: {line.outcome.failure}")
    if drawn:
        yield from ("", f"![Scores over decisions, and over each setting]({PICTURE})")


def cell(value: Any) -> str:
    return (
        " ".join(map(str, value))
        if isinstance(value, list)
        else f"{value:g}"
        if isinstance(value, float)
        else str(value)
    )


def draw(space: Space, lines: list[Line], path: Path) -> bool:
    """The picture of all that have a score, if any has."""
    if not lines:
        return False
    scores = [[(one.decisions, one.score) for one in line.measures] for line in lines]
    values = {name: [getattr(line.trial.settings, name) for line in lines] for name in space.space}
    logarithmic = {name for name, values in space.space.items() if isinstance(values, Range) and values.log}
    with replacing(path) as beside:
        plots.trials(scores, values, logarithmic, beside)
    return True
