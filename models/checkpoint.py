"""Checkpoints: a folder with `policy.safetensors` and `manifest.json`, written whole or not at all, read without trust.

Reading runs no code from the folder: sizes are capped, the manifest is checked field by field, the tensors by name,
shape, type and value; only then is anything built.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

import numpy as np
import safetensors.numpy
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from safetensors import SafetensorError

from warzoo.envs.core.arrays import Array
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, all_games

from . import files
from .network import LAYER_MOST, NetworkBot, Shape
from .opponents import Opponent
from .search import MOST as PLAYOUTS_MOST

POLICY, MANIFEST, LEVEL = "policy.safetensors", "manifest.json", "level.json"
POLICY_MOST, MANIFEST_MOST = 64 << 20, 1 << 20  # bytes
VARIANTS_MOST = 100
HEADER_MOST = 1 << 16  # of the names and shapes in front of a policy's numbers
NAME = re.compile("[0-9]{12}")  # of a checkpoint in a run: the decisions it has seen
ZOO = Path(__file__).parent / "zoo"
ZOO_NAME = re.compile("[a-z0-9][a-z0-9_-]{0,63}")
FOREIGN = {b"PK": "a zip archive, such as Stable-Baselines3 or torch.save write", b"\x80": "a Python pickle"}


Parsed = TypeVar("Parsed", bound=BaseModel)


class BadCheckpoint(UsageError):
    """A checkpoint that cannot be used, and why."""


class Manifest(BaseModel):
    """What a checkpoint says of itself."""

    model_config = ConfigDict(extra="forbid", strict=True)
    format: Literal[1] = 1
    game: str = Field(max_length=100)
    version: int  # of the game's behaviour
    variants: list[dict[str, Any]] = Field(min_length=1, max_length=VARIANTS_MOST)  # options it was trained on
    behaviour: str = Field(max_length=100)  # of the game as it was trained
    layout: dict[str, Any]  # of observation and actions
    network: Shape
    plays: Literal["sample", "best"] = "sample"
    algorithm: str = Field(max_length=100)
    command: str = Field(max_length=10_000)  # that trained it
    seed: int
    decisions: int = Field(ge=0)  # of the learner, so far
    libraries: dict[str, str] = Field(default_factory=dict)
    report: dict[str, Any] | None = None  # results against other players


class Level(BaseModel):
    """A player of the zoo with the policy of another one: weaker, its choices drawn at random the more, the hotter, or
    stronger, looking ahead."""

    model_config = ConfigDict(extra="forbid", strict=True)
    of: str
    temperature: float | None = Field(default=None, gt=0, le=100)
    playouts: int | None = Field(default=None, ge=1, le=PLAYOUTS_MOST)

    @model_validator(mode="after")
    def one_way_or_the_other(self) -> Self:
        if (self.temperature is None) == (self.playouts is None):
            raise ValueError("a level has a temperature or a number of playouts")
        return self


@dataclass
class Checkpoint:
    """A checkpoint that passed every check."""

    manifest: Manifest
    tensors: dict[str, Array]
    warnings: list[str] = field(default_factory=list)  # differences that do not stop it from playing


def describe(game: Game, network: Shape, **more: Any) -> Manifest:
    """The manifest of a policy for this game."""
    layout = json.loads(json.dumps(game.layout()))
    return Manifest(
        game=game.name, version=game.version, behaviour=game.behaviour, layout=layout, network=network, **more
    )


# Writing


def save(
    folder: Path, manifest: Manifest, tensors: Mapping[str, Array], attach: Callable[[Path], None] | None = None
) -> None:
    """Writes the checkpoint under this name in one step; `attach` may put more files beside the two."""
    check_tensors(manifest.network, tensors, str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=".building-", dir=folder.parent))
    try:
        ready = {name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}
        (building / POLICY).write_bytes(safetensors.numpy.save(ready))
        (building / MANIFEST).write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")
        if attach is not None:
            attach(building)
        building.chmod(0o755)
        for path in building.iterdir():
            synced(path)
        synced(building)
        remove(folder)
        building.rename(folder)
        synced(folder.parent)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise


def synced(path: Path) -> None:
    """Waits until a file, or a folder's list of names, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep(shelf: Path) -> None:
    """Takes away what an interrupted save or removal has left."""
    for debris in (*shelf.glob(".building-*"), *shelf.glob(".leaving-*")):
        shutil.rmtree(debris, ignore_errors=True)


def remove(folder: Path) -> None:
    """Takes a checkpoint away; one that is half deleted never stands under its name."""
    if folder.exists():
        leaving = Path(tempfile.mkdtemp(prefix=".leaving-", dir=folder.parent))
        folder.rename(leaving / folder.name)
        shutil.rmtree(leaving, ignore_errors=True)


# Finding


def written_by(run: Path) -> list[Path]:
    """The checkpoints that a run itself has written, oldest first; what else lies there is its owner's."""
    return sorted(p for p in (run / "checkpoints").glob("*") if NAME.fullmatch(p.name))


def newest(run: Path) -> Path | None:
    """The newest complete checkpoint of a run folder."""
    found = [p for p in written_by(run) if (p / POLICY).is_file() and (p / MANIFEST).is_file()]
    return found[-1] if found else None


def locate(path: Path) -> Path:
    """The checkpoint that a path means: the folder itself, or the newest one of a run folder."""
    if not path.exists():
        raise BadCheckpoint(f"there is no checkpoint {path}")
    if not path.is_dir():
        raise BadCheckpoint(f"{path} is {kind_of_file(path)}; hand in a folder that holds {POLICY} and {MANIFEST}")
    if (path / MANIFEST).exists() or (path / POLICY).exists():
        return path
    latest = newest(path)
    if latest is None:
        raise BadCheckpoint(f"{path} holds no complete checkpoint, neither {POLICY} with {MANIFEST} nor checkpoints/")
    return latest


def kind_of_file(path: Path) -> str:
    """What a file that is no checkpoint is, with the reason why it is refused."""
    if not path.is_file():
        return "no folder"
    with path.open("rb") as f:
        start = f.read(2)
    for magic, words in FOREIGN.items():
        if start.startswith(magic):
            return f"{words}: unpacking it could run any code, so it is never loaded as an opponent"
    return "a single file"


def zoo_folder(game: Game, name: str) -> Path:
    """The folder of a shipped opponent."""
    known = shelf(game)
    if name not in known:
        there = f"there is {', '.join(known)}" if known else "there is none yet"
        raise BadCheckpoint(f"the zoo of {game.name} has no {name!r}; {there}")
    return ZOO / game.name / name


def zoo() -> dict[str, list[str]]:
    """Every shipped opponent by name, with the games it plays."""
    names = {name for game in all_games() for name in shelf(game)}
    return {name: [game.name for game in all_games() if name in shelf(game)] for name in sorted(names)}


def shelf(game: Game) -> list[str]:
    """The names of the shipped opponents of a game."""
    return sorted({p.parent.name for file in (MANIFEST, LEVEL) for p in (ZOO / game.name).glob(f"*/{file}")})


# Reading


def load(path: Path, game: Game) -> Checkpoint:
    """A checkpoint for this game, checked throughout."""
    folder = locate(path)
    manifest = read_manifest(folder)
    check_game(manifest, game, folder)
    tensors = read_tensors(folder)
    check_tensors(manifest.network, tensors, str(folder))
    return Checkpoint(manifest, tensors, differences(manifest, game))


def read_capped(path: Path, most: int) -> bytes:
    """A regular file that stands in the folder itself and is not larger than it may be."""
    if path.is_symlink():
        raise BadCheckpoint(f"{path} is a symbolic link; a checkpoint's files must stand in its folder")
    if not path.exists():
        raise BadCheckpoint(f"{path.parent} lacks {path.name}")
    try:
        return files.read(path, most)
    except UsageError as error:
        raise BadCheckpoint(str(error)) from None


def read_manifest(folder: Path) -> Manifest:
    manifest = parsed(Manifest, folder / MANIFEST, MANIFEST_MOST)
    if not all(1 <= width <= LAYER_MOST for width in manifest.network.hidden):
        raise BadCheckpoint(f"{folder / MANIFEST}: a hidden layer has 1 to {LAYER_MOST} numbers")
    return manifest


def read_level(folder: Path) -> Level:
    level = parsed(Level, folder / LEVEL, MANIFEST_MOST)
    if (folder.parent / level.of / LEVEL).exists():
        raise BadCheckpoint(f"{folder / LEVEL}: {level.of} is a level itself; a level is of a trained policy")
    return level


def parsed(kind: type[Parsed], path: Path, most: int) -> Parsed:
    """What a file of JSON says, checked field by field."""
    try:
        return kind.model_validate_json(read_capped(path, most))
    except ValidationError as error:
        raise BadCheckpoint(f"{path}: {first_fault(error)}") from None


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong, by the name it stands under."""
    first = error.errors()[0]
    return f"{'.'.join(str(part) for part in first['loc']) or 'the whole'}: {first['msg']}"


def check_game(manifest: Manifest, game: Game, folder: Path) -> None:
    """The same game, behaviour and numbering; else the network would misread every position."""
    if manifest.game != game.name:
        raise BadCheckpoint(f"{folder} plays {manifest.game}, not {game.name}")
    if manifest.version != game.version:
        raise BadCheckpoint(
            f"{folder} was trained for version {manifest.version} of {game.name}; this is version {game.version}"
        )
    layout = json.loads(json.dumps(game.layout()))
    for part in ("observation", "actions"):
        if manifest.layout.get(part) != layout[part]:
            raise BadCheckpoint(f"{folder}: the layout of the {part} is not that of {game.name} as it is here")
    if set(manifest.layout) != set(layout):
        raise BadCheckpoint(f"{folder}: the layout speaks of {', '.join(manifest.layout)}, not {', '.join(layout)}")
    sizes = (manifest.network.inputs, manifest.network.actions)
    if sizes != (game.observation.width(), game.actions.size):
        raise BadCheckpoint(
            f"{folder}: the network takes {sizes[0]} numbers and has {sizes[1]} actions, but {game.name} "
            f"has {game.observation.width()} and {game.actions.size}"
        )


def read_tensors(folder: Path) -> dict[str, Array]:
    data = read_capped(folder / POLICY, POLICY_MOST)
    for magic, words in FOREIGN.items():
        if data.startswith(magic) and data[8:9] != b"{":
            raise BadCheckpoint(
                f"{folder / POLICY} is {words}: unpacking it could run any code, so it is never loaded as an opponent"
            )
    try:
        return safetensors.numpy.load(data)
    except (SafetensorError, KeyError, TypeError, ValueError, AttributeError) as error:
        reason = str(error) or type(error).__name__
        raise BadCheckpoint(f"{folder / POLICY} is no sound safetensors file: {reason}") from None


def check_tensors(network: Shape, tensors: Mapping[str, Array], where: str) -> None:
    """Exactly the tensors of this network: names, shapes, single precision, finite."""
    wanted = network.tensors()
    for name in sorted(set(wanted) - set(tensors)):
        raise BadCheckpoint(f"{where} lacks the tensor {name}")
    for name in sorted(set(tensors) - set(wanted)):
        raise BadCheckpoint(f"{where} has a tensor {name!r} that this network does not know")
    for name, shape in wanted.items():
        tensor = tensors[name]
        if tensor.dtype != np.float32:
            raise BadCheckpoint(f"{where}: {name} is {tensor.dtype}, not float32")
        if tensor.shape != shape:
            raise BadCheckpoint(f"{where}: {name} has shape {tensor.shape}, not {shape}")
        if not np.isfinite(tensor).all():
            raise BadCheckpoint(f"{where}: {name} holds numbers that are not finite")


def check_size(network: Shape) -> None:
    """What is larger than a policy may be is refused before it is trained."""
    size = 4 * network.numbers()
    if size + HEADER_MOST > POLICY_MOST:
        raise BadCheckpoint(
            f"a policy with hidden layers of {', '.join(map(str, network.hidden))} takes {size >> 20} MB, "
            f"more than the {POLICY_MOST >> 20} MB that are loaded again: choose smaller layers"
        )


def differences(manifest: Manifest, game: Game) -> list[str]:
    """What differs without standing in the way."""
    if manifest.behaviour == game.behaviour:
        return []
    return [f"trained when {game.name} behaved otherwise (behaviour {manifest.behaviour}, here {game.behaviour})"]


# Playing


def from_path(game: Game, spec: str) -> NetworkBot:
    """The opponent in a checkpoint folder, or the newest one of a run folder."""
    return bot(game, spec, Path(spec))


def from_zoo(game: Game, spec: str) -> Opponent:
    """The shipped opponent that `zoo:NAME` names."""
    folder = shipped(game, spec)
    if (folder / LEVEL).exists():
        return at_level(game, spec, read_level(folder))
    return bot(game, spec, folder)


def shipped(game: Game, spec: str) -> Path:
    """Where the opponent stands that `zoo:NAME` names, if there is one."""
    name = spec.partition(":")[2]
    if not ZOO_NAME.fullmatch(name):
        raise BadCheckpoint(f"zoo:NAME takes a name of small letters, digits, _ and -, not {name!r}")
    return zoo_folder(game, name)


def at_level(game: Game, name: str, level: Level) -> Opponent:
    """Who plays by the policy of another one, weaker or stronger."""
    player = bot(game, name, zoo_folder(game, level.of))
    if level.playouts:
        from .guided import GuidedSearch

        return GuidedSearch(game, name, player, level.playouts)
    player.heat = level.temperature or 0.0
    return player


def bot(game: Game, name: str, path: Path) -> NetworkBot:
    return player_of(game, name, load(path, game))


def player_of(game: Game, name: str, checkpoint: Checkpoint) -> NetworkBot:
    """Who plays by this policy."""
    manifest = checkpoint.manifest
    player = NetworkBot(game, name, manifest.network, checkpoint.tensors, manifest.plays)
    player.warnings, player.variants = checkpoint.warnings, manifest.variants
    return player
