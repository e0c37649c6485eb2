"""The command line: `warzoo <command>`; every mistake of a user ends in one sentence."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import tyro

from warzoo.envs import UsageError, all_games, find
from warzoo.envs.core.errors import shown
from warzoo.envs.core.game import worded_options
from warzoo.models.files import try_writing, writing

from ..learning.catalogue import CATALOGUE
from ..learning.settings import Settings
from .attack import attack_with
from .benchmark import Benchmark
from .sweep import Sweep
from .train import BARE, Cluster, Plugin, Resume, foreseen, load_plugin, train_with

Setting = Annotated[tuple[str, ...], tyro.conf.arg(name="set", metavar="NAME=VALUE", help="options of the game")]
WORD_MOST = 1 << 12  # letters of a word: a path has no more
GameName = Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="GAME")]
JUDGED = "whose odds are known: bots, zoo:NAME, the paths of runs and checkpoints"


@dataclass
class List:
    """The games there are, the opponents by name, and the algorithms that train."""

    def run(self) -> None:
        from warzoo.models.checkpoint import zoo
        from warzoo.models.opponents import ABOUT

        yardsticks = {game.name: game.about for game in all_games() if game.yardstick}
        for title, lines in {
            "Games": {game.name: game.about for game in all_games() if not game.yardstick},
            "Yardsticks, games small enough to be solved": yardsticks,
            "Opponents": ABOUT | {f"zoo:{name}": f"trained, for {', '.join(of)}" for name, of in zoo().items()},
            "Algorithms": {name: entry.about for name, entry in CATALOGUE.items()},
        }.items():
            print(f"{title}:", *(f"  {name:22s} {about}" for name, about in lines.items()), sep="\n")
        print("\nNext: warzoo rules GAME, or warzoo play GAME")


@dataclass
class Rules:
    """A game's page: options, observation, actions, tables of cards."""

    game: GameName
    schema: bool = False  # instead: the JSON schema of what `env.view(agent)` returns
    plugin: Plugin = None

    def run(self) -> None:
        from warzoo.envs.core import data
        from warzoo.envs.core.page import reference

        game = find(self.game)
        if self.schema:
            print(json.dumps(data.schema(game), indent=1))
        else:
            print(reference(game), end="")


@dataclass
class Play:
    """Play in the terminal, or watch bots play."""

    game: GameName
    players: str = "human,heuristic"  # one for each seat: human, or an opponent such as random, greedy, heuristic
    seed: int | None = None  # the same seed deals the same game
    settings: Setting = ()
    save: Path | None = None  # a file for the replay, written even if you quit
    plugin: Plugin = None

    def run(self) -> None:
        from .play import play

        try_writing(self.save)
        game = find(self.game)
        specs = [spec.strip() for spec in self.players.split(",")]
        play(game, worded_options(game, self.settings), specs, self.seed, self.save)


@dataclass
class Replay:
    """Check a replay file by playing it again, and show it."""

    file: Annotated[Path, tyro.conf.Positional]
    boards: bool = False  # draw the table before every action, all hands open
    plugin: Plugin = None

    def run(self) -> None:
        from .play import show_replay

        show_replay(self.file, self.boards)


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
    cluster: Cluster = None

    def run(self) -> None:
        from ..measuring.ship import ship
        from .progress import counting

        game = find(self.game)
        with venue(self.cluster, None) as hall, counting("games") as tell:
            folder = ship(game, self.run_folder, self.name, self.plays, self.deals, self.searcher, self.few, tell, hall)
        print((folder / "README.md").read_text(encoding="utf-8"))


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

    def run(self) -> None:
        from ..measuring.ship import level
        from .progress import counting

        with counting("games") as tell:
            folder = level(find(self.game), self.of, self.name, self.temperature, self.playouts, self.deals, tell)
        print((folder / "README.md").read_text(encoding="utf-8"))


@dataclass
class Export:
    """A policy as one ONNX file with a description in JSON beside it, for programs without Python."""

    game: GameName
    opponent: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="OPPONENT")]
    onnx: Path  # the file to write, something.onnx
    plugin: Plugin = None

    def run(self) -> None:
        from warzoo.models.export import export
        from warzoo.models.opponents import opponent

        for path in export(opponent(self.opponent, find(self.game)), self.onnx):
            print(f"Written: {path}")


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
class Engine:
    """Tables and opponents for another program, which asks in lines of JSON over stdin and stdout."""

    plugin: Plugin = None

    def run(self) -> None:
        from warzoo.service.engine import serve

        serve(sys.stdin, sys.stdout)


@dataclass
class Serve:
    """Tables and opponents over HTTP and WebSocket, for this machine unless another host is named."""

    host: str = "127.0.0.1"  # the address to listen on; 0.0.0.0 for every machine that can reach this one
    port: int = 8000
    file: str = "tables.db"  # where tables are kept; :memory: keeps none
    opponents: str = ""  # whom a seat may be given to; nothing said: the bots, the zoo and a search
    cors: str = ""  # web pages of these origins may ask too
    names: str = ""  # by which it is reached besides localhost, such as games.example.org
    tables: int = 1000  # at once
    open: bool = False  # show the table in a browser
    plugin: Plugin = None

    def run(self) -> None:
        from warzoo.service.server import run

        run(
            self.host,
            self.port,
            self.file,
            listed(self.opponents),
            listed(self.cors),
            listed(self.names),
            self.tables,
            self.open,
            partial(load_plugin, self.plugin) if self.plugin else None,  # where searches run
        )


def listed(words: str) -> list[str]:
    """Names with commas between them."""
    return [word.strip() for word in words.split(",") if word.strip()]


@dataclass
class Doctor:
    """What is installed, what is missing and how to get it; where compiled code is kept."""

    clear_cache: bool = False  # remove the compiled code of this version and all others

    def run(self) -> None:
        from warzoo.envs.core import cache

        from .doctor import examine

        if self.clear_cache:
            freed, left = cache.clear(), cache.size()
            if left:
                raise UsageError(f"{left / 1e6:.1f} MB of compiled code cannot be removed: is their disk read-only?")
            print(f"Removed {freed / 1e6:.1f} MB of compiled code; games compile again at their next use")
        else:
            print(examine(), end="")


SETTLED: dict[str, Callable[[Settings], Callable[..., Any]]] = {"train": train_with, "attack": attack_with}
COMMANDS: dict[str, Callable[..., Any]] = {
    "list": List,
    "rules": Rules,
    "play": Play,
    "replay": Replay,
    "train": train_with(BARE),
    "resume": Resume,
    "attack": attack_with(BARE),
    "ship": Ship,
    "level": Level,
    "export": Export,
    "arena": Arena,
    "exploit": Exploit,
    "bench": Bench,
    "benchmark": Benchmark,
    "sweep": Sweep,
    "serve": Serve,
    "engine": Engine,
    "doctor": Doctor,
}


@contextmanager
def warnings_in_a_line() -> Iterator[None]:
    """A warning reads like an error: one line, no place in the sources."""
    before = warnings.formatwarning
    warnings.formatwarning = lambda message, *_: f"warzoo: {message}\n"
    try:
        yield
    finally:
        warnings.formatwarning = before


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; returns the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        for long in (word for word in words if len(word) > WORD_MOST):
            raise UsageError(f"{shown(long)} is too long for a word of a command")
        commands = dict(COMMANDS)
        for name in SETTLED.keys() & set(words[:1]):
            defaults, rest = foreseen(words[1:])
            commands[name], words = SETTLED[name](defaults), [name, *rest]
        command = tyro.extras.subcommand_cli_from_dict(
            commands, prog="warzoo", description=__doc__, args=words, config=(tyro.conf.OmitArgPrefixes,)
        )
        load_plugin(getattr(command, "plugin", None))
        with warnings_in_a_line():
            return command.run() or 0
    except SystemExit as end:  # tyro has printed its help, or what it did not understand
        return int(end.code or 0)
    except UsageError as error:
        return complain(str(error), 2)
    except ModuleNotFoundError as error:
        return complain(missing(error), 1)
    except MemoryError:
        return complain("there is not enough memory for so much at once: ask for less", 1)
    except BrokenPipeError:
        raise
    except OSError as error:
        return complain(": ".join(str(part) for part in (error.filename, error.strerror or error) if part), 1)


def complain(sentence: str, code: int) -> int:
    """Says what is wrong; returns the exit code."""
    print(f"warzoo: {sentence}", file=sys.stderr)
    return code


def missing(error: ModuleNotFoundError) -> str:
    """What is not installed, and how to get it; a module of none of the extras is no user's mistake."""
    from .doctor import EXTRAS

    module = (error.name or "").partition(".")[0]
    for extra, names in EXTRAS.items():
        if module.replace("_", "-") in (name.replace("_", "-") for name in names):
            return f"this needs {module}: pip install 'warzoo[{extra}]'"
    raise error
