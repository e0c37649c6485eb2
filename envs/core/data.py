"""The table as plain data: what a seat may know, by names, and what it may do; for programs that have no Python.

A game's room `table.py` says how its table is laid out, a pydantic model and the function that fills it; all else is
the same for every game. Nothing in it changes when what the seat cannot know is dealt anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, get_type_hints

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from .arrays import Floats, Masks, States
from .errors import UsageError, shown
from .game import Game, Options
from .text import agent_name


class Part(BaseModel):
    """Base of what views are made of: no name but the declared ones."""

    model_config = ConfigDict(extra="forbid")


def spread(counts: Any) -> list[int]:
    """The kind of each card, from the copies of every kind."""
    return [kind for kind, copies in enumerate(counts.tolist()) for _ in range(copies)]


class Move(Part):
    """A legal move."""

    action: int = Field(ge=0, description="its number")
    words: str
    block: str = Field(description="the kind of action")
    at: list[int] = Field(description="its coordinates in the block")


def view(
    game: Game, options: Options, states: States, seat: int | None, happened: list[str], going: bool
) -> dict[str, Any]:
    """What a seat of one game, going on or not, may know and do, as plain values; with all hands open for None."""
    s = states[0]
    moves = np.flatnonzero(game.mask(states)).tolist() if going and seat in (None, s.turn) else []
    return {
        "format": identity(game),
        "game": game.name,
        "options": options.model_dump(mode="json"),
        "seat": None if seat is None else agent_name(seat),
        "acting": agent_name(int(s.turn)) if going else None,
        "result": results(game, states) if s.over else None,
        "situation": game.text.situation(s),
        "happened": happened,
        "table": game.table(s, seat).model_dump(mode="json"),
        "moves": [move(game, action, s) for action in moves],
        "observation": None if seat is None else observed(game, states, seat),
    }


def identity(game: Game) -> str:
    """The name of the schema of a game's views, which changes with the game's version."""
    return f"warzoo/{game.name}/{game.version}/view"


def move(game: Game, action: int, s: Any) -> dict[str, Any]:
    """A move as data."""
    block, at = game.actions.decode(action)
    return {"action": action, "words": game.text.describe(action, s), "block": block, "at": list(at)}


def results(game: Game, states: States) -> dict[str, float]:
    """What each seat of a finished game is paid."""
    return {agent_name(seat): payoff for seat, payoff in enumerate(game.payoffs(states)[0].tolist())}


def observed(game: Game, states: States, seat: int) -> dict[str, Any]:
    """The observation part by part, in whole numbers."""
    record = game.sight(states, seat)
    return {name: record[name].tolist() for name in game.observation.fields}


@cache
def observation(game: Game) -> type[BaseModel]:
    """The schema of a game's observations, part by part."""
    parts: dict[str, Any] = {
        name: (nested(field.shape, field.most), ...) for name, field in game.observation.fields.items()
    }
    return create_model("Observation", __base__=Part, **parts)


@cache
def model(game: Game) -> type[BaseModel]:
    """The schema of a game's views."""
    fields: dict[str, Any] = {
        "format": Annotated[str, Field(description="the name of this schema")],
        "game": str,
        "options": game.options,
        "seat": Annotated[str | None, Field(description="whose view this is; null for one with all hands open")],
        "acting": Annotated[str | None, Field(description="who is to act; null when the game has ended")],
        "result": Annotated[
            dict[str, float] | None,
            Field(description="what each seat is paid; null for a game that goes on or was broken off"),
        ],
        "situation": Annotated[str, Field(description="where the game stands, in words")],
        "happened": Annotated[list[str], Field(description="since this seat's last move, which comes first")],
        "table": get_type_hints(game.table)["return"],
        "moves": Annotated[list[Move], Field(description="what this seat may do now")],
        "observation": Annotated[
            observation(game) | None, Field(description="what policies are shown; `choose` and `act_one` take it")
        ],
    }
    required: dict[str, Any] = {name: (kind, ...) for name, kind in fields.items()}
    return create_model("View", __base__=Part, **required)


def nested(shape: tuple[int, ...], most: int) -> Any:
    """Lists in lists of whole numbers from 0 to the largest."""
    kind: Any = Annotated[int, Field(ge=0, le=most, strict=True)]
    for size in reversed(shape):
        kind = Annotated[list[kind], Field(min_length=size, max_length=size)]
    return kind


def schema(game: Game) -> dict[str, Any]:
    """The JSON schema of a game's views."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": identity(game),
        **model(game).model_json_schema(),
        "title": f"What a seat of {game.title} may know and do",
    }


# And back: what a program hands in


def asked(game: Game, view: Mapping[str, Any]) -> tuple[Floats, Masks]:
    """The observation as numbers in [0, 1] and the mask of a view, or of what a program kept of it.

    It needs `observation` and `moves`, these as in a view or as plain numbers.
    """
    if view.get("game", game.name) != game.name:
        raise UsageError(f"this is a view of {shown(view['game'])}, not of {game.name}")
    moves = view.get("moves")
    if not isinstance(moves, list | tuple):
        raise UsageError(f"a view has its moves in a list, not {shown(moves)}")
    mask = np.zeros(game.actions.size, np.int8)
    for move in moves:
        mask[game.exists(move.get("action") if isinstance(move, Mapping) else move)] = 1
    return numbers(game, view.get("observation")), mask


def numbers(game: Game, parts: Any) -> Floats:
    """An observation given part by part, in whole numbers, as the numbers in [0, 1] that networks read."""
    try:
        checked = observation(game).model_validate(parts)
    except ValidationError as error:
        first = error.errors()[0]
        where = "".join(f"[{place}]" if isinstance(place, int) else str(place) for place in first["loc"])
        raise UsageError(f"an observation of {game.name}: {where or shown(parts)}: {first['msg']}") from None
    flat = np.concatenate([np.ravel(getattr(checked, name)) for name in game.observation.fields])
    return (flat * game.observation.scale()).astype(np.float32)
