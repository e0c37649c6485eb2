"""A game in progress as bytes: a line of JSON that says what it is, then the record; read back with suspicion."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from .errors import UsageError
from .game import Game, Options

MAGIC = "warzoo snapshot 1"


def pack(game: Game, options: Options, states: np.ndarray[Any, Any], progress: dict[str, Any]) -> bytes:
    """One game with what a view adds to it."""
    body = states.tobytes()
    head: dict[str, Any] = {
        "what": MAGIC,
        "game": game.name,
        "version": game.version,
        "fields": layout(game),
        "options": options.model_dump(),
        "progress": progress,
    }
    head["digest"] = _seal(head, body)
    return json.dumps(head).encode() + b"\n" + body


def unpack(game: Game, data: bytes) -> tuple[Options, np.ndarray[Any, Any], dict[str, Any]]:
    """What `pack` wrote, or one sentence that says why it is not that."""
    if not isinstance(data, bytes):
        raise UsageError(f"a state is the bytes that save_state() returned, not {type(data).__name__}")
    line, _, body = data.partition(b"\n")
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("what") != MAGIC:
        raise UsageError("these bytes are no saved state of a warzoo game; use what save_state() returned")
    if head.get("game") != game.name:
        raise UsageError(f"this state is one of {head.get('game')}, not of {game.name}")
    if head.get("version") != game.version or head.get("fields") != layout(game):
        raise UsageError(f"this state was saved by another version of {game.name}; it cannot be read by this one")
    if head.pop("digest", None) != _seal(head, body) or len(body) != game.state.dtype.itemsize:
        raise UsageError("this state is damaged: its digest does not fit; save it again")
    return game.settings(**head["options"]), np.frombuffer(body, game.state.dtype).copy(), head["progress"]


def layout(game: Game) -> list[list[Any]]:
    """Name, kind and axes of each field of the record."""
    return [[name, np.dtype(field.kind).str, list(field.shape)] for name, field in game.state.fields.items()]


def _seal(head: dict[str, Any], body: bytes) -> str:
    return hashlib.sha256(json.dumps(head, sort_keys=True).encode() + body).hexdigest()
