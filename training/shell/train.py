"""The commands that train: a run from the start, and a run that goes on."""

from __future__ import annotations

import argparse
import importlib.util
import shlex
import sys
import traceback
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, make_dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import tyro

from warzoo.envs import UsageError, all_games, find
from warzoo.envs.core.game import worded_options

from ..learning import settings
from ..learning.settings import Settings

GameName = Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="GAME", help="name of the game")]
Options = Annotated[
    tuple[str, ...], tyro.conf.arg(name="set", metavar="NAME=VALUE", help="options of the game, at every table")
]
Setting = Annotated[tuple[str, ...], tyro.conf.arg(name="set", metavar="NAME=VALUE", help="options of the game")]
Preset = Annotated[str | None, tyro.conf.arg(help="a named set of settings in the game's file in configs/")]
Config = Annotated[
    Path | None, tyro.conf.arg(help="a file of settings, TOML or a run's settings.json, on top of the game's own")
]
Plugin = Annotated[
    Path | None, tyro.conf.arg(help="a Python file or package of yours, run first: it registers an algorithm or a game")
]
Cluster = Annotated[
    str | None,
    tyro.conf.arg(metavar="ADDRESS", help="work on the nodes of a cluster of Ray: local, auto, or its HOST:PORT"),
]
Out = Annotated[Path | None, tyro.conf.arg(help="folder of the run; runs/GAME-N if not given")]

ALIASES = {"algorithm": ["--algo"]}
ELSEWHERE = ("game", "options", "variants")  # settings that are no flags


def flags(defaults: Settings, without: Collection[str] = ELSEWHERE) -> Any:
    """The settings as flags with these defaults, checked only when all are known: a wrong one ends in one sentence."""
    fields = []
    for name, known in Settings.model_fields.items():
        if name not in without:
            words = tyro.conf.arg(help=known.description, aliases=ALIASES.get(name))
            value = field(default_factory=partial(getattr, defaults, name))
            fields.append((name, Annotated[known.annotation, words], value))
    made = make_dataclass("Flags", fields)
    made.__doc__ = "Everything a run depends on."
    return made


@dataclass
class Train:
    """Fit a policy into a run folder."""

    settings: Settings
    out: Path | None
    plugin: Path | None
    cluster: str | None

    def run(self) -> int:
        from ..learning import folder, runs

        place = self.out or folder.fresh_folder(self.settings.game, Path("runs"))
        train = partial(runs.run, self.settings, place, registering=partial(load_plugin, self.plugin))
        return learnt(self.settings.game, place, self.plugin, self.cluster, train)


def train_with(defaults: Settings) -> Callable[..., Train]:
    """The command `train` whose flags have these defaults."""
    kind = flags(defaults)

    def train(
        game: GameName,
        preset: Preset = None,
        config: Config = None,
        plugin: Plugin = None,
        out: Out = None,
        cluster: Cluster = None,
        set_options: Options = (),
        run: Any = kind(),  # noqa: B008
    ) -> Train:
        """Fit a policy by self-play, or as --algo says, into a folder from which it plays and can be resumed.

        A setting not given is as --config, the preset or the game's own file has it, in this order."""
        chosen = defaults.changed(**vars(run))
        options = worded_options(find(game), set_options).model_dump(exclude_unset=True)
        return Train(chosen.narrowed(options), out, plugin, cluster)

    train.__annotations__["run"] = kind
    return train


BARE = Settings(game="")


def foreseen(words: list[str]) -> tuple[Settings, list[str]]:
    """What a training command departs from, and its words with the game's name in front, where it is looked for."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    for flag in ("--preset", "--config", "--plugin", "--out"):
        early.add_argument(flag)
    try:
        known, rest = early.parse_known_args(words)
    except argparse.ArgumentError:
        return BARE, words  # the command's own parser says what is wrong
    load_plugin(Path(known.plugin) if known.plugin else None)
    config = Path(known.config) if known.config else None
    game = named_game(rest, config)
    if game is None:
        return BARE, words
    if game in rest:
        rest.remove(game)
    back = [f"--{name}={value}" for name, value in vars(known).items() if value is not None]
    return settings.load(find(game).name, known.preset, config), [game, *rest, *back]


def named_game(words: list[str], config: Path | None) -> str | None:
    """The game that these words name, or that the file of settings does."""
    games = {game.name for game in all_games()}
    first = [word for word in words[:1] if not word.startswith("-")]
    found = [word for word in words if word in games] or first
    if not found and config is not None:
        found = [str(settings.read_file(config).get("game", ""))]
    return found[0] if found else None


def load_plugin(path: Path | None) -> None:
    """Runs a file or package of the user's, if there is one, so that what it registers is known."""
    if path is None:
        return
    file = (path / "__init__.py" if path.is_dir() else path).resolve()
    name = file.parent.name if file.name == "__init__.py" else file.stem
    if not file.is_file():
        raise UsageError(f"there is no plugin {path}")
    before = getattr(sys.modules.get(name), "__file__", None)
    if name in sys.modules:
        if before is None or Path(before).resolve() != file:
            raise UsageError(f"the plugin {path} cannot be named {name}: a module of that name is there already")
        return
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise UsageError(f"the plugin {path} is no Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
        where = f" at line {lines[-1]}" if lines else ""
        words = " ".join(f"{type(error).__name__}: {error}".split())
        raise UsageError(f"the plugin {path} fails{where}: {words}") from None


@dataclass
class Resume:
    """Go on with a training run from its newest sound checkpoint."""

    folder: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="RUN", help="folder of the run")]
    decisions: Annotated[int | None, tyro.conf.arg(help="go on to so many decisions, from the run's start on")] = None
    minutes: Annotated[float | None, tyro.conf.arg(help="or to so many minutes, all of the run's together")] = None
    plugin: Plugin = None
    cluster: Cluster = None
    trust: Annotated[
        bool, tyro.conf.arg(help="open the archive of Stable-Baselines3 in the folder, which can run any code")
    ] = False

    def run(self) -> int:
        from ..learning import runs

        game = settings.read(self.folder).game
        more = partial(runs.resume, decisions=self.decisions, minutes=self.minutes, trust=self.trust)
        go_on = partial(more, self.folder, registering=partial(load_plugin, self.plugin))
        return learnt(game, self.folder, self.plugin, self.cluster, go_on)


def learnt(game: str, folder: Path, plugin: Path | None, cluster: str | None, work: Callable[..., Any]) -> int:
    """Trains, and says what to do with the run; the exit code is that of the signal if one has stopped it."""
    from ..learning import algorithms
    from ..learning.runs import Stopped

    own = ["--plugin", str(plugin)] if plugin else []
    where = ["--cluster", cluster] if cluster else []
    try:
        work(cluster=cluster)
    except Stopped as stopped:
        trust = ["--trust"] if algorithms.find(settings.read(folder).algorithm).pickles else []
        words = shlex.join(["warzoo", "resume", str(folder), *own, *where, *trust])
        print(f"warzoo: {stopped}; go on with: {words}", file=sys.stderr)
        return 128 + stopped.signal
    print(f"Trained; its curve is {folder / 'curve.png'}. Next:")
    print(" ", shlex.join(["warzoo", "arena", game, "--players", f"{folder},heuristic,greedy,random", *own]))
    if find(game).yardstick:
        print(" ", shlex.join(["warzoo", "exploit", game, str(folder), *own]))
    print(" ", shlex.join(["warzoo", "play", game, "--players", f"human,{folder}", *own]))
    return 0
