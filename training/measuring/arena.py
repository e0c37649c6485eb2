"""The arena: matches between opponents, in which no number stands without its interval.

The unit is a deal, played once in every rotation of the sides with the same luck; an entrant takes all seats of a side.
Intervals are bootstrapped over deals. Two controls go with every report: the best entrant against itself, and against
random play.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from warzoo.envs.core import kernels
from warzoo.envs.core.arrays import Array, Masks, Rows, States
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, Options
from warzoo.models.opponents import Opponent, opponent

from .report import Kind, OnSide, Rating, Report, Row
from .statistics import bounds, interval, strengths

BLOCK = 8192  # games in flight at most
DEALS_MOST = 1_000_000

Progress = Callable[[int, int], None]  # games finished, games in all


def silent(done: int, total: int) -> None:
    """Tells nobody."""


def match(
    game: Game,
    entrants: Sequence[Opponent],
    deals: int,
    seed: int = 0,
    options: Options | None = None,
    controls: bool = True,
    progress: Progress | None = None,
    venue: Venue | None = None,
) -> Report:
    """All entrants against one another, then the controls; played here, unless another venue is named."""
    names = [entrant.name for entrant in entrants]
    if not names or len(set(names)) < len(names):
        raise UsageError("the arena needs entrants, each named once; the mirror match comes by itself")
    check(deals, seed)
    options = options or game.settings()
    room = (venue or Room)(game, options, deals, seed, progress or silent)
    tables = room.play(entrants, pairings(entrants, room.sides))
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


def check(deals: int, seed: int = 0) -> None:
    """Refuses numbers that make no report."""
    if not 2 <= deals <= DEALS_MOST or seed < 0:
        raise UsageError(f"the arena needs 2 to {DEALS_MOST:,} deals and a seed from 0, not {deals} and {seed}")


# Who sits where


def pairings(entrants: Sequence[Opponent], sides: int) -> list[tuple[Kind, tuple[Opponent, ...]]]:
    """One against the others for each pair, and a table of all different entrants if they just fill it."""
    tables: list[tuple[Kind, tuple[Opponent, ...]]] = []
    for i, one in enumerate(entrants):
        for k, other in enumerate(entrants):
            if i < k or (sides > 2 and i != k):
                tables.append(("match", against(one, other, sides)))
    if sides > 2 and len(entrants) == sides:
        tables.append(("table", tuple(entrants)))
    return tables


def against(one: Opponent, other: Opponent, sides: int) -> tuple[Opponent, ...]:
    """One on the first side, the other on all the others."""
    return (one, *[other] * (sides - 1))


def rotations(places: int) -> Array:
    """Row r: the place at the table that each side holds in rotation r."""
    sides = np.arange(places)
    return (sides[None, :] - sides[:, None]) % places


@dataclass
class Table:
    """A seating and what each of its places won, deal by deal."""

    kind: Kind
    names: tuple[str, ...]  # by place
    by_side: Array  # [place, side, deal] what the place won when it sat on this side
    leads: Array | None = None  # [place, deal] points before the best other side; None where nothing is won by points

    @property
    def shares(self) -> Array:
        """By place and deal, the mean over the rotations."""
        mean: Array = self.by_side.mean(axis=1)
        return mean

    def rows(self) -> list[Row]:
        """A row for the first place, or for every place if all are different."""
        shown = range(len(self.names)) if self.kind == "table" else range(1)
        return [self.row(place) for place in shown]

    def row(self, place: int) -> Row:
        others = [name for k, name in enumerate(self.names) if k != place]
        low, high = interval(self.shares[place])
        sides, deals = self.shares.shape
        return Row(
            kind=self.kind,
            player=self.names[place],
            against=" + ".join(dict.fromkeys(others)),
            deals=deals,
            games=deals * sides,
            score=float(self.shares[place].mean()),
            low=low,
            high=high,
            even=1 / sides,
            by_side=[self.on_side(place, side) for side in range(sides)],
            **self.lead(place),
        )

    def on_side(self, place: int, side: int) -> OnSide:
        """How the place fared on one side."""
        low, high = interval(self.by_side[place, side])
        return OnSide(score=float(self.by_side[place, side].mean()), low=low, high=high)

    def lead(self, place: int) -> dict[str, float]:
        """How far the place is ahead in points, in games that are won by points."""
        if self.leads is None:
            return {}
        low, high = bounds(self.leads[place])
        return {"lead": float(self.leads[place].mean()), "lead_low": low, "lead_high": high}


def best_of(entrants: Sequence[Opponent], tables: Sequence[Table]) -> Opponent:
    """The entrant with the best mean score."""
    scores: dict[str, list[float]] = {entrant.name: [] for entrant in entrants}
    for table in tables:
        for name, share in zip(table.names, table.shares.mean(axis=1), strict=True):
            scores[name].append(float(share))
    return max(entrants, key=lambda entrant: float(np.mean(scores[entrant.name] or [0.0])))


def rate(names: Sequence[str], tables: Sequence[Table], seed: int) -> list[Rating]:
    """The entrants' strengths, the best first."""
    places = np.array([[names.index(name) for name in table.names] for table in tables])
    found = strengths(places, np.stack([table.shares for table in tables]), len(names), seed)
    ratings = [
        Rating(player=name, rating=rating, low=low, high=high)
        for name, rating, low, high in zip(names, *found, strict=True)
    ]
    return sorted(ratings, key=lambda rating: -rating.rating)


# Play


@dataclass
class Clock:
    """How long an entrant thinks, in processor time."""

    seconds: float = 0.0
    decisions: int = 0

    def add(self, other: Clock) -> None:
        """What the same entrant has thought elsewhere."""
        self.seconds += other.seconds
        self.decisions += other.decisions

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
    progress: Progress = silent
    clocks: dict[str, Clock] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.side_of = np.array(self.game.sides(self.options))  # [seat]
        self.sides = len(set(self.side_of))

    def controls(self, best: Opponent) -> list[Row]:
        """The best entrant against itself, which must come out even, and against random play."""
        tables = self.play([best], [("mirror", against(best, best, self.sides))])
        if best.name != "random":
            chance = opponent("random", self.game)
            tables += self.play([best, chance], [("random", against(best, chance, self.sides))])
        return [row for table in tables for row in table.rows()]

    def play(self, entrants: Sequence[Opponent], tables: Sequence[tuple[Kind, tuple[Opponent, ...]]]) -> list[Table]:
        """Every deal at every table in every rotation, all games of a block of deals at once."""
        if not tables:
            return []
        places = np.array([[entrants.index(one) for one in table] for _, table in tables])
        shares = np.empty((len(tables), self.sides, self.sides, self.deals))
        leads = np.empty_like(shares)
        dealt = self.game.deal(self.deals, self.options, self.seed)
        size = max(1, BLOCK // (len(tables) * self.sides))
        blocks = [(start, dealt[start : start + size]) for start in range(0, self.deals, size)]
        for (start, _), played in zip(blocks, self.play_blocks(entrants, places, blocks), strict=True):
            shares[..., start : start + size], leads[..., start : start + size] = played
        ahead = leads.mean(axis=2) if self.game.points else [None] * len(tables)
        return [
            Table(kind, tuple(one.name for one in table), shares[k], ahead[k]) for k, (kind, table) in enumerate(tables)
        ]

    def play_blocks(
        self, entrants: Sequence[Opponent], places: Array, blocks: Sequence[tuple[int, States]]
    ) -> Iterator[Array]:
        """What each block came to, in turn; a block is the number of its first deal, and its deals."""
        for start, dealt in blocks:
            yield self.play_block(entrants, places, dealt, start)

    def play_block(self, entrants: Sequence[Opponent], places: Array, dealt: States, start: int) -> Array:
        """Shares and leads, by table, place, side of the place and deal."""
        turned, first = rotations(self.sides), np.unique(self.side_of, return_index=True)[1]  # a seat of each side
        tables, deals, sides, seats = len(places), len(dealt), self.sides, len(self.side_of)
        taken = places[:, turned][:, :, self.side_of]  # [table, rotation, seat]: the entrant that sits there
        states = np.tile(dealt, tables * sides)
        dice = [np.random.default_rng([self.seed, start, k]) for k in range(len(entrants))]
        sitting = np.repeat(taken.reshape(-1, seats), deals, axis=0)
        done, total = start * tables * sides, self.deals * tables * sides
        self.play_games(states, sitting, entrants, dice, lambda finished: self.progress(done + finished, total))
        both = np.stack([self.game.shares(states, self.options), self.game.leads(states, self.options)])[:, :, first]
        won = both.reshape(2, tables, sides, deals, sides)  # [.., table, rotation, deal, side]
        by_side = np.empty((2, tables, sides, sides, deals))
        for place in range(sides):
            side = np.argmax(turned == place, axis=1)  # [rotation]
            by_side[:, :, place, side] = np.moveaxis(won[:, :, np.arange(sides), :, side], 0, 2)
        return by_side

    def play_games(
        self,
        states: States,
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
            kernels.look(states, which, records, masks)
            asked = seats[which, states["turn"][which]]
            actions = np.empty(len(which), np.int64)
            for k in np.unique(asked):
                rows = asked == k
                actions[rows] = self.answer(entrants[k], states, which[rows], masks, dice[k])
            kernels.play(states, which, actions)
            which = which[states["over"][which] == 0]
            tell(len(states) - len(which))

    def answer(self, entrant: Opponent, states: States, which: Rows, masks: Masks, rng: np.random.Generator) -> Array:
        """The entrant's actions, timed."""
        clock = self.clocks.setdefault(entrant.name, Clock())
        before = time.process_time()
        actions = entrant.act(states, which, masks, rng)
        clock.add(Clock(time.process_time() - before, len(which)))
        return actions


Venue = Callable[[Game, Options, int, int, Progress], Room]  # where deals are played: a kind of room
