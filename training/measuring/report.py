"""What the arena found out, and how it is shown: no number without its interval."""

from __future__ import annotations

import csv
import io
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, Field

from warzoo.envs.core.arrays import Array

Kind = Literal["match", "table", "mirror", "random"]


class OnSide(BaseModel):
    """How an entrant fared on one side, which in a game without teams is a seat."""

    score: float
    low: float
    high: float


class Row(BaseModel):
    """How one entrant fared at one kind of table."""

    kind: Kind = Field(description="match, table of different entrants, or one of the two controls")
    player: str
    against: str
    deals: int
    games: int
    score: float = Field(description="share of wins, ties shared")
    low: float = Field(description="lower end of the 95 % interval")
    high: float = Field(description="upper end of the 95 % interval")
    even: float = Field(description="the score of an equal: one over the number of sides")
    by_side: list[OnSide] = Field(default_factory=list, description="the same on each side alone, in their order")
    lead: float | None = Field(None, description="points before the best other side, in games that are won by points")
    lead_low: float | None = Field(None, description="lower end of the lead's 95 % interval")
    lead_high: float | None = Field(None, description="upper end of the lead's 95 % interval")


class Rating(BaseModel):
    """Strength on the scale of Elo, the mean of the entrants being 0."""

    player: str
    rating: float
    low: float
    high: float


class Report(BaseModel):
    """All that the arena found out; the same seed gives the same report."""

    game: str
    version: int
    options: dict[str, Any]
    seed: int
    deals: int
    rows: list[Row]
    ratings: list[Rating]
    pace: dict[str, float] = Field(default_factory=dict, exclude=True, description="processor milliseconds a decision")

    def to_csv(self) -> str:
        """The rows, comma-separated under a heading."""
        text = io.StringIO()
        table = csv.DictWriter(text, [name for name in Row.model_fields if name != "by_side"], lineterminator="\n")
        table.writeheader()
        table.writerows(row.model_dump(exclude={"by_side"}) for row in self.rows)
        return text.getvalue()


# Shown


def text(report: Report, by_side: bool = False) -> str:
    """The report as tables for a terminal; with one that tells the sides apart, if that is wanted."""
    return printed(*tables_of(report), *[sides_of(report)] * by_side)


def printed(*tables: Any) -> str:
    """Tables of rich as text."""
    from rich.console import Console

    console = Console(record=True, file=io.StringIO(), width=110)
    for table in tables:
        console.print(table)
    return console.export_text()


def tables_of(report: Report) -> list[Any]:
    """The matches, and the ratings if there are any."""
    from rich.table import Table as Grid

    matches = Grid(title=f"{report.game}, {report.deals} deals, seed {report.seed}")
    leads = any(row.lead is not None for row in report.rows)
    for heading in ("player", "against", "score", "95 % interval", "even", *["lead"] * leads, "games", ""):
        matches.add_column(heading, justify="left" if heading in ("player", "against", "") else "right")
    for row in report.rows:
        between = f"{row.low:.1%} to {row.high:.1%}"
        remark = {"mirror": "control: itself", "random": "control: chance"}.get(row.kind, "")
        score, even = f"{row.score:.1%}", f"{row.even:.1%}"
        lead = [f"{row.lead:+.1f} ({row.lead_low:+.1f} to {row.lead_high:+.1f})"] if row.lead is not None else []
        matches.add_row(row.player, row.against, score, between, even, *lead, str(row.games), remark)
    ratings = Grid(title="ratings, on the scale of Elo")
    for heading in ("player", "rating", "95 % interval", "ms a decision"):
        ratings.add_column(heading, justify="left" if heading == "player" else "right")
    for rating in report.ratings:
        between = f"{rating.low:z.0f} to {rating.high:z.0f}"
        pace = f"{report.pace[rating.player]:.3f}" if report.pace else ""
        ratings.add_row(rating.player, f"{rating.rating:z.0f}", between, pace)
    return [matches, ratings] if report.ratings else [matches]


def sides_of(report: Report) -> Any:
    """Each side alone; in a game without teams it is a seat."""
    from rich.table import Table as Grid

    grid = Grid(title="by side")
    for heading in ("player", "against", "side", "score", "95 % interval"):
        grid.add_column(heading, justify="right" if heading in ("score", "95 % interval") else "left")
    for row in report.rows:
        for side, one in enumerate(row.by_side):
            grid.add_row(row.player, row.against, str(side), f"{one.score:.1%}", f"{one.low:.1%} to {one.high:.1%}")
    return grid


def score_grid(report: Report) -> tuple[list[str], Array]:
    """Names by strength, and a matrix of scores with gaps where nothing was played."""
    matches = [row for row in report.rows if row.kind == "match"]
    names = [rating.player for rating in report.ratings] or list(
        dict.fromkeys(name for row in matches for name in (row.player, row.against))
    )
    scores = np.full((len(names), len(names)), np.nan)
    for row in matches:
        i, k = names.index(row.player), names.index(row.against)
        scores[i, k] = row.score
        if row.even == 0.5:
            scores[k, i] = 1 - row.score
    return names, scores
