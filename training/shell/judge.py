"""The commands that judge players and measure speed."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import tyro

from warzoo.envs import UsageError, all_games, find
from warzoo.envs.core.game import worded_options
from warzoo.models.files import try_writing, writing

from .train import Cluster, GameName, Plugin, Setting, load_plugin

TRAINED = "zoo:NAME, or the path of a run or checkpoint"
JUDGED = "whose odds are known: bots, zoo:NAME, the paths of runs and checkpoints"


@dataclass
class Arena:
    """Matches between opponents: every deal from every seat, every number with its interval."""

    game: GameName
    players: str = "random,greedy,heuristic"  # the entrants: bots, zoo:NAME, or the path of a run or checkpoint
    deals: int = 1024  # each is played in every rotation of the seats
    seed: int = 0  # the same seed gives the same report
    settings: Setting = ()
    controls: bool = True  # also the best entrant against itself and against random play
    by_side: bool = False  # tell also how each fared on each side alone
    json: bool = False  # the report as JSON rather than as tables
    csv: Path | None = None  # a file for the rows
    png: Path | None = None  # a file for a heat map
    plugin: Plugin = None
    cluster: Cluster = None

    def run(self) -> None:
        from warzoo.models.opponents import opponent

        from ..measuring.arena import match
        from ..measuring.report import text
        from .progress import counting

        try_writing(self.csv)
        if self.png:
            try_writing(self.png)
            from ..measuring.plots import heat_map  # now: what is missing is said before the work
        game = find(self.game)
        options = worded_options(game, self.settings)
        entrants = [opponent(spec.strip(), game, options) for spec in self.players.split(",") if spec.strip()]
        if self.png and len(entrants) < 2:
            raise UsageError("a heat map needs at least two entrants")
        with venue(self.cluster, self.plugin) as hall, counting("games") as progress:
            report = match(game, entrants, self.deals, self.seed, options, self.controls, progress, hall)
        if self.csv:
            with writing(self.csv):
                self.csv.write_text(report.to_csv(), encoding="utf-8")
        if self.png:
            with writing(self.png):
                heat_map(report, self.png)
        print(report.model_dump_json(indent=1) if self.json else text(report, self.by_side))


@contextmanager
def venue(cluster: str | None, plugin: Path | None) -> Iterator[Any]:
    """Where the arena plays: the nodes of a cluster, or nothing said."""
    if cluster is None:
        yield None
        return
    from ..measuring.cluster import Hall, connected, look_for_room

    with connected(cluster):
        look_for_room(1)
        yield partial(Hall, prepare=partial(load_plugin, plugin))


@dataclass
class Exploit:
    """How much the best answers win from players of a game that is small enough to be solved: exact, no estimate."""

    game: GameName
    players: Annotated[tuple[str, ...], tyro.conf.Positional, tyro.conf.arg(metavar="PLAYER...", help=JUDGED)]
    plugin: Plugin = None

    def run(self) -> None:
        from warzoo.models.opponents import opponent

        from ..measuring.exploit import exploit, text

        game = find(self.game)
        print(text(game, exploit(game, [opponent(spec, game) for spec in self.players])), end="")


def of_war() -> tuple[str, ...]:
    """The names of the games, yardsticks left out."""
    return tuple(game.name for game in all_games() if not game.yardstick)


@dataclass
class Bench:
    """Measure speed, beside the peers that are installed."""

    games: tuple[str, ...] = field(default_factory=of_war)  # which games
    seconds: float = 0.5  # per measurement
    json: bool = False  # one JSON object a line
    peers: bool = True  # also measure the peers that are installed
    learner: bool = False  # instead: the learner's decisions a second, beside stock MaskablePPO
    serve: bool = False  # instead: the service under load, moves a second and how long they take
    moves: int = 10_000  # of such a load
    plugin: Plugin = None

    def run(self) -> None:
        if self.learner and self.serve:
            raise UsageError("--learner and --serve measure different things: ask for one at a time")
        chosen = [find(name) for name in self.games]
        if self.learner:
            from ..learning import speed

            for game in chosen:
                rows = speed.compare(game)
                print(json.dumps({"game": game.name, "rows": speed.as_dicts(rows)}) if self.json else speed.table(rows))
            return
        from ..measuring.bench import bench, print_json, print_table
        from .progress import counting

        if self.serve:
            from ..measuring.serving import serving

            with counting("moves") as progress:
                found = [row for game in chosen for row in serving(game, self.moves, progress)]
        else:
            with counting("measurements") as progress:
                found = bench(chosen, self.seconds, self.peers, progress)
        print_json(found) if self.json else print_table(found)


@dataclass
class Ship:
    """Put a run's newest policy into the zoo of its game, judged by the arena."""

    game: GameName
    run_folder: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="RUN")]
    name: str = "standard"
    plays: Literal["sample", "best"] = "best"  # draws its actions, or takes the likeliest
    deals: int = 4096  # against the hand-written bots
    searcher: str = "mcts:1000"  # a search bot to report against
    few: int = 100  # deals against it; 0 for none, where a search would take hours
    plugin: Plugin = None
    cluster: Cluster = None

    def run(self) -> None:
        from ..measuring.ship import ship
        from .progress import counting

        game = find(self.game)
        with venue(self.cluster, self.plugin) as hall, counting("games") as tell:
            folder = ship(game, self.run_folder, self.name, self.plays, self.deals, self.searcher, self.few, tell, hall)
        print((folder / "README.md").read_text(encoding="utf-8"))


@dataclass
class Join:
    """Make one policy of two: it plays as the first at the tables that one was made for, elsewhere as the second."""

    game: GameName
    first: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="FIRST", help=TRAINED)]
    second: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="SECOND", help=TRAINED)]
    out: Path  # the folder to write, a checkpoint like those of runs
    plugin: Plugin = None

    def run(self) -> None:
        from warzoo.models.checkpoint import save

        from ..measuring.join import join, of_spec

        if os.path.lexists(self.out):
            raise UsageError(f"{self.out} is there already: name another folder with --out")
        try_writing(self.out)
        game = find(self.game)
        words = ["warzoo", "join", self.game, self.first, self.second, "--out", str(self.out)]
        one = join(game, of_spec(game, self.first), of_spec(game, self.second), shlex.join(words))
        save(self.out, one.manifest, one.tensors)
        print(f"Written: {self.out}, hidden layers of {' and '.join(map(str, one.manifest.network.hidden))}")


@dataclass
class Level:
    """Put another player beside a policy of the zoo, judged by the arena: the same policy with its actions drawn
    hotter, or looking ahead."""

    game: GameName
    name: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="NAME")]
    temperature: float | None = None  # the hotter, the weaker
    playouts: int | None = None  # instead: it looks ahead, with so many of an action
    of: str = "standard"  # the policy
    deals: int = 1024
    plugin: Plugin = None

    def run(self) -> None:
        from ..measuring.ship import level
        from .progress import counting

        with counting("games") as tell:
            folder = level(find(self.game), self.of, self.name, self.temperature, self.playouts, self.deals, tell)
        print((folder / "README.md").read_text(encoding="utf-8"))
