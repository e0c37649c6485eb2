"""The command line: `warzoo <command>`; every mistake of a user ends in one sentence."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro

from warzoo.envs import UsageError, all_games, find
from warzoo.envs.core.errors import shown
from warzoo.envs.core.game import worded_options
from warzoo.models.files import try_writing

from ..learning.catalogue import CATALOGUE
from ..learning.settings import Settings
from .attack import attack_with
from .benchmark import Benchmark
from .judge import Arena, Bench, Exploit, Join, Level, Ship
from .serve import Engine, Serve
from .sweep import Sweep
from .train import BARE, GameName, Plugin, Resume, Setting, foreseen, load_plugin, train_with

WORD_MOST = 1 << 12  # letters of a word: a path has no more


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
    "join": Join,
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
