"""The arena: matches between opponents, in which no number stands without its interval.

The unit is a deal, played once in every rotation of the seats with the same luck. Intervals are bootstrapped over
deals. Two controls go with every report: the best entrant against itself, and against random play.
"""

from __future__ import annotations

import csv
import io
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from warzoo.envs.core import play
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, Options, find
from warzoo.models.opponents import Array, Opponent, opponent

RESAMPLES = 2000
TAIL = 0.025  # outside a 95 % interval, on either side
BLOCK = 8192  # games in flight at most
ELO = 400 / np.log(10)

Progress = Callable[[int, int], None]  # games finished, games in all
Kind = Literal["match", "table", "mirror", "random"]


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
    even: float = Field(description="the score of an equal: one over the number of seats")


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
        table = csv.DictWriter(text, list(Row.model_fields), lineterminator="\n")
        table.writeheader()
        table.writerows(row.model_dump() for row in self.rows)
        return text.getvalue()


class ArenaSettings(BaseModel):
    """What to play in the arena, and where to put the report."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(description="the game")
    players: str = Field("random,greedy,heuristic", description="the entrants, with commas between them")
    deals: int = Field(1024, description="deals; each is played in every rotation of the seats")
    seed: int = Field(0, description="the same seed gives the same report")
    options: dict[str, Any] = Field(default_factory=dict, description="options of the game that depart from its own")
    controls: bool = Field(True, description="also play the best entrant against itself and against random play")
    json_output: bool = Field(False, description="print the report as JSON rather than as tables")
    csv: Path | None = Field(None, description="file for the rows, comma-separated")
    png: Path | None = Field(None, description="file for a heat map of the matches")


def run(settings: ArenaSettings, progress: Progress | None = None) -> Report:
    """Plays what the settings ask for and writes the files they name."""
    game = find(settings.game)
    entrants = [opponent(spec.strip(), game) for spec in settings.players.split(",") if spec.strip()]
    options = game.settings(**settings.options)
    report = match(game, entrants, settings.deals, settings.seed, options, settings.controls, progress)
    if settings.csv:
        settings.csv.write_text(report.to_csv())
    if settings.png:
        draw_heat_map(report, settings.png)
    return report


def match(
    game: Game,
    entrants: Sequence[Opponent],
    deals: int,
    seed: int = 0,
    options: Options | None = None,
    controls: bool = True,
    progress: Progress | None = None,
) -> Report:
    """All entrants against one another, then the controls."""
    names = [entrant.name for entrant in entrants]
    if not names or len(set(names)) < len(names):
        raise UsageError("the arena needs entrants, each named once; the mirror match comes by itself")
    if deals < 2 or seed < 0:
        raise UsageError(f"the arena needs at least 2 deals and a seed from 0, not {deals} and {seed}")
    options = options or game.settings()
    room = Room(game, options, deals, seed, progress or (lambda done, total: None))
    with one_torch_thread():
        tables = room.play(entrants, pairings(entrants, options.players))
        rows = [row for table in tables for row in table.rows()]
        ratings = rate(names, tables, seed) if len(names) > 2 else []
        if controls:
            rows += room.controls(best_of(entrants, tables))
    chosen = options.model_dump()
    pace = {name: clock.pace for name, clock in room.clocks.items()}
    return Report(
        game=game.name,
        version=game.version,
        options=chosen,
        seed=seed,
        deals=deals,
        rows=rows,
        ratings=ratings,
        pace=pace,
    )


# Who sits where


def pairings(entrants: Sequence[Opponent], players: int) -> list[tuple[Kind, tuple[Opponent, ...]]]:
    """One against the others for each pair, and a table of all different entrants if they just fill it."""
    tables: list[tuple[Kind, tuple[Opponent, ...]]] = []
    for i, one in enumerate(entrants):
        for k, other in enumerate(entrants):
            if i < k or (players > 2 and i != k):
                tables.append(("match", (one, *[other] * (players - 1))))
    if players > 2 and len(entrants) == players:
        tables.append(("table", tuple(entrants)))
    return tables


def rotations(places: int) -> Array:
    """Row r: the place at the table that each seat holds in rotation r."""
    seats = np.arange(places)
    return (seats[None, :] - seats[:, None]) % places


@dataclass
class Table:
    """A seating and what each of its places won, deal by deal."""

    kind: Kind
    names: tuple[str, ...]  # by place
    shares: Array  # [place, deal] mean over the rotations

    def rows(self) -> list[Row]:
        """A row for the first place, or for every place if all are different."""
        shown = range(len(self.names)) if self.kind == "table" else range(1)
        return [self.row(place) for place in shown]

    def row(self, place: int) -> Row:
        others = [name for k, name in enumerate(self.names) if k != place]
        low, high = interval(self.shares[place])
        deals, seats = self.shares.shape[1], len(self.names)
        return Row(
            kind=self.kind,
            player=self.names[place],
            against=" + ".join(dict.fromkeys(others)),
            deals=deals,
            games=deals * seats,
            score=float(self.shares[place].mean()),
            low=low,
            high=high,
            even=1 / seats,
        )


def best_of(entrants: Sequence[Opponent], tables: Sequence[Table]) -> Opponent:
    """The entrant with the best mean score."""
    scores: dict[str, list[float]] = {entrant.name: [] for entrant in entrants}
    for table in tables:
        for name, share in zip(table.names, table.shares.mean(axis=1), strict=True):
            scores[name].append(float(share))
    return max(entrants, key=lambda entrant: float(np.mean(scores[entrant.name] or [0.0])))


# Play


@dataclass
class Clock:
    """How long an entrant thinks, in processor time."""

    seconds: float = 0.0
    decisions: int = 0

    @property
    def pace(self) -> float:
        """Processor milliseconds a decision."""
        return 1000 * self.seconds / max(self.decisions, 1)


@dataclass
class Room:
    """The deals of one report, and everything played on them."""

    game: Game
    options: Options
    deals: int
    seed: int
    progress: Progress
    clocks: dict[str, Clock] = field(default_factory=dict)

    def controls(self, best: Opponent) -> list[Row]:
        """The best entrant against itself, which must come out even, and against random play."""
        others = self.options.players - 1
        tables = self.play([best], [("mirror", (best, *[best] * others))])
        if best.name != "random":
            chance = opponent("random", self.game)
            tables += self.play([best, chance], [("random", (best, *[chance] * others))])
        return [row for table in tables for row in table.rows()]

    def play(self, entrants: Sequence[Opponent], tables: Sequence[tuple[Kind, tuple[Opponent, ...]]]) -> list[Table]:
        """Every deal at every table in every rotation, all games of a block of deals at once."""
        if not tables:
            return []
        players = self.options.players
        places = np.array([[entrants.index(one) for one in table] for _, table in tables])
        shares = np.empty((len(tables), players, self.deals))
        dealt = self.game.deal(self.deals, self.options, self.seed)
        size = max(1, BLOCK // (len(tables) * players))
        for start in range(0, self.deals, size):
            block = dealt[start : start + size]
            done, total = start * len(tables) * players, shares.size
            shares[:, :, start : start + size] = self.play_block(entrants, places, block, start, done, total)
        return [
            Table(kind, tuple(one.name for one in table), share)
            for (kind, table), share in zip(tables, shares, strict=True)
        ]

    def play_block(
        self, entrants: Sequence[Opponent], places: Array, dealt: Array, start: int, done: int, total: int
    ) -> Array:
        """Shares by table, place and deal."""
        turned = rotations(self.options.players)
        tables, deals, players = len(places), len(dealt), self.options.players
        seats = np.repeat(places[:, turned].reshape(-1, players), deals, axis=0)  # [table * rotation * deal, seat]
        states = np.tile(dealt, tables * players)
        dice = [np.random.default_rng([self.seed, start, k]) for k in range(len(entrants))]
        self.play_games(states, seats, entrants, dice, lambda finished: self.progress(done + finished, total))
        won = shares_of(states, players).reshape(tables, players, deals, players)  # [table, rotation, deal, seat]
        by_place = np.empty((tables, players, deals))
        for place in range(players):
            seat_of = np.argmax(turned == place, axis=1)  # [rotation]
            by_place[:, place] = won[:, np.arange(players), :, seat_of].mean(axis=0)
        return by_place

    def play_games(
        self,
        states: Array,
        seats: Array,
        entrants: Sequence[Opponent],
        dice: Sequence[np.random.Generator],
        tell: Callable[[int], None],
    ) -> None:
        """Plays all games to the end; at each step an entrant answers all of its rows in one call."""
        records = self.game.observation.zeros(len(states))
        masks = np.zeros((len(states), self.game.actions.size), np.int8)
        which = np.arange(len(states))
        while len(which):
            play.look(states, which, records, masks)
            asked = seats[which, states["turn"][which]]
            actions = np.empty(len(which), np.int64)
            for k in np.unique(asked):
                rows = asked == k
                actions[rows] = self.answer(entrants[k], states, which[rows], masks, dice[k])
            play.play(states, which, actions)
            which = which[states["over"][which] == 0]
            tell(len(states) - len(which))

    def answer(self, entrant: Opponent, states: Array, which: Array, masks: Array, rng: np.random.Generator) -> Array:
        """The entrant's actions, timed and checked."""
        clock = self.clocks.setdefault(entrant.name, Clock())
        before = time.process_time()
        actions = entrant.act(states, which, masks, rng)
        clock.seconds += time.process_time() - before
        clock.decisions += len(which)
        for k in np.flatnonzero(masks[which, actions] == 0):
            self.game.check(int(actions[k]), masks[which[k]])
        return actions


def shares_of(states: Array, players: int) -> Array:
    """Row: a finished game; column: what part of the win the seat has, 1 for a sole winner."""
    payoffs = np.empty((len(states), players))
    play.payoffs(states, np.arange(len(states)), payoffs)
    shares: Array = (payoffs * (players - 1) + 1) / players
    return shares


@contextmanager
def one_torch_thread() -> Iterator[None]:
    """Small networks lose by a second thread; the number set before comes back."""
    torch = sys.modules.get("torch")
    before = torch.get_num_threads() if torch else 0
    if torch:
        torch.set_num_threads(1)
    try:
        yield
    finally:
        if torch:
            torch.set_num_threads(before)


# Figures


def resample(scores: Array, seed: int = 0) -> Array:
    """Means of each row of `scores` over bootstrapped deals: [row, resample]."""
    rng = np.random.default_rng(seed)
    count = scores.shape[1]
    step = max(1, (1 << 22) // count)
    means = np.empty((len(scores), RESAMPLES))
    for start in range(0, RESAMPLES, step):
        n = min(step, RESAMPLES - start)
        drawn = rng.integers(count, size=(n, count)) + count * np.arange(n)[:, None]
        times = np.bincount(drawn.ravel(), minlength=n * count).reshape(n, count)
        means[:, start : start + n] = scores @ times.T / count
    return means


def interval(shares: Array) -> tuple[float, float]:
    """The 95 % interval of the mean, by bootstrap; a clean sweep gets the exact bound, which no resample can show."""
    low, high = np.quantile(resample(shares[None, :]), (TAIL, 1 - TAIL))
    sweep = TAIL ** (1 / len(shares))
    if shares.min() == 1:
        low = sweep
    if shares.max() == 0:
        high = 1 - sweep
    return float(low), float(high)


def rate(names: Sequence[str], tables: Sequence[Table], seed: int) -> list[Rating]:
    """Plackett-Luce strengths (Bradley-Terry with two seats), with intervals over the same resampled deals."""
    places = np.array([[names.index(name) for name in table.names] for table in tables])
    shares = np.stack([table.shares for table in tables])
    count, seats, deals = shares.shape
    drawn = resample(shares.reshape(count * seats, deals), seed).T.reshape(RESAMPLES, count, seats)
    won = np.concatenate([shares.mean(axis=2)[None], drawn])
    won = (won * deals + 1 / seats) / (deals + 1)  # one even game a table keeps the strength of a sweep finite
    strengths = ELO * fit(places, won, len(names))
    lows, highs = np.quantile(strengths[1:], (TAIL, 1 - TAIL), axis=0)
    ratings = [Rating(player=name, rating=strengths[0, k], low=lows[k], high=highs[k]) for k, name in enumerate(names)]
    return sorted(ratings, key=lambda rating: -rating.rating)


def fit(places: Array, won: Array, entrants: int) -> Array:
    """The strengths that explain each sample of shares best, in one convex problem: [sample, entrant]."""
    import torch

    index = torch.from_numpy(places)
    target = torch.from_numpy(won)
    strength = torch.zeros((len(won), entrants), dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([strength], max_iter=200, tolerance_grad=1e-9, line_search_fn="strong_wolfe")

    def loss() -> float:
        optimiser.zero_grad()
        missed = -(target * torch.log_softmax(strength[:, index], dim=2)).sum()
        missed.backward()  # type: ignore[no-untyped-call]
        return missed.item()

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    found: Array = (strength - strength.mean(dim=1, keepdim=True)).detach().numpy()
    return found


# Pictures


def text(report: Report) -> str:
    """The report as tables for a terminal."""
    from rich.console import Console

    console = Console(record=True, file=io.StringIO(), width=110)
    for table in tables_of(report):
        console.print(table)
    return console.export_text()


def tables_of(report: Report) -> list[Any]:
    """The matches, and the ratings if there are any."""
    from rich.table import Table as Grid

    matches = Grid(title=f"{report.game}, {report.deals} deals, seed {report.seed}")
    for heading in ("player", "against", "score", "95 % interval", "even", "games", ""):
        matches.add_column(heading, justify="left" if heading in ("player", "against", "") else "right")
    for row in report.rows:
        between = f"{row.low:.1%} to {row.high:.1%}"
        remark = {"mirror": "control: itself", "random": "control: chance"}.get(row.kind, "")
        score, even = f"{row.score:.1%}", f"{row.even:.1%}"
        matches.add_row(row.player, row.against, score, between, even, str(row.games), remark)
    ratings = Grid(title="ratings, on the scale of Elo")
    for heading in ("player", "rating", "95 % interval", "ms a decision"):
        ratings.add_column(heading, justify="left" if heading == "player" else "right")
    for rating in report.ratings:
        between = f"{rating.low:.0f} to {rating.high:.0f}"
        ratings.add_row(rating.player, f"{rating.rating:.0f}", between, f"{report.pace[rating.player]:.3f}")
    return [matches, ratings] if report.ratings else [matches]


def draw_heat_map(report: Report, file: Path) -> None:
    """Row against column: the scores of all matches, best entrant first."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names, scores = score_grid(report)
    figure = Figure(figsize=(2.5 + 0.9 * len(names), 1.5 + 0.7 * len(names)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    image = axes.imshow(scores, cmap="RdYlGn", vmin=0, vmax=1)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title(f"{report.game}: share of wins, row against column, {report.deals} deals", fontsize=9)
    for i, k in np.argwhere(~np.isnan(scores)):
        axes.text(k, i, f"{scores[i, k]:.0%}", ha="center", va="center")
    figure.colorbar(image)
    figure.savefig(file, dpi=120)


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
