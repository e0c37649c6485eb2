"""A game in progress as bytes: a line of JSON that says what it is, then the record; read back with suspicion."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .arguments import parsed
from .arrays import Array, States
from .errors import UsageError
from .game import Game, Options
from .transcript import Transcript

MAGIC = "warzoo snapshot 1"


Result = Annotated[float, Field(ge=-1, le=1)]


class Progress(BaseModel):
    """What a view adds to the record."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    luck: int = Field(ge=1, lt=1 << 64)  # the record's `rng` before the deal
    actions: list[int]  # taken since
    cycle_end: int = Field(ge=1)
    ended: bool
    agents: list[str]  # still to step
    agent_selection: str
    rewards: dict[str, Result]
    cumulative: dict[str, Result]
    terminations: dict[str, bool]
    truncations: dict[str, bool]

    def misfit(self, agents: list[str], s: Any) -> str | None:
        """What does not go with this record, in words; None if all does."""
        if not self.ended and (s.over or self.agents != agents or self.agent_selection != agents[s.turn]):
            return "its agents are not those of a running game"
        if self.agents != [agent for agent in agents if agent in self.agents]:
            return f"its agents are not some of {', '.join(agents)}"
        if self.agent_selection not in (self.agents or agents):
            return f"{self.agent_selection!r} is not to step"
        for name in ("rewards", "cumulative", "terminations", "truncations"):
            if sorted(getattr(self, name)) != sorted(self.agents):
                return f"its {name} are not those of its agents"
            if not self.ended and any(getattr(self, name).values()):
                return f"its {name} are not those of a running game"
        return None


def pack(game: Game, options: Options, states: States, progress: Progress) -> bytes:
    """One game with what a view adds to it."""
    body = states.tobytes()
    head: dict[str, Any] = {
        "what": MAGIC,
        "game": game.name,
        "version": game.version,
        "fields": layout(game),
        "options": options.model_dump(mode="json"),
        "progress": progress.model_dump(),
    }
    head["digest"] = _seal(head, body)
    return json.dumps(head).encode() + b"\n" + body


def unpack(game: Game, data: bytes) -> tuple[Options, Array, Progress]:
    """What `pack` wrote, or one sentence that says why it is not that."""
    if not isinstance(data, bytes):
        raise UsageError(f"a state is the bytes that save_state() returned, not {type(data).__name__}")
    line, _, body = data.partition(b"\n")
    head = parsed(line)
    if not isinstance(head, dict) or head.get("what") != MAGIC:
        raise UsageError("these bytes are no saved state of a warzoo game; use what save_state() returned")
    if head.get("game") != game.name:
        raise UsageError(f"this state is not one of {game.name}")
    if head.get("version") != game.version or head.get("fields") != layout(game):
        raise UsageError(f"this state was saved by another version of {game.name}; it cannot be read by this one")
    if head.pop("digest", None) != _seal(head, body) or len(body) != game.state.dtype.itemsize:
        raise UsageError("this state is damaged: its digest does not fit; save it again")
    if not isinstance(head.get("options"), dict):
        raise UsageError("this state is damaged: its options are no JSON object")
    states = np.frombuffer(body, game.state.dtype).copy()
    options = game.settings(**head["options"])
    return options, states, _progress(game, options, states, head.get("progress"))


def _progress(game: Game, options: Options, states: States, given: Any) -> Progress:
    """What the view added, once it and the record hold together: played again, the game comes to this record."""
    try:
        refuse(game.state.misfit(states))
        progress = Progress.model_validate(given)
        refuse(progress.misfit(game.agents(options.players), states[0]))
        again = Transcript(game, options, progress.luck, progress.actions).last()
        refuse(None if again.tobytes() == states.tobytes() else "its actions, played again, lead to another position")
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"this state is damaged: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except UsageError as error:
        raise UsageError(f"this state is damaged: {error}") from None
    return progress


def refuse(misfit: str | None) -> None:
    """An error for what does not fit."""
    if misfit is not None:
        raise UsageError(misfit)


def layout(game: Game) -> list[list[Any]]:
    """Name, kind and axes of each field of the record."""
    return [[name, np.dtype(field.kind).str, list(field.shape)] for name, field in game.state.fields.items()]


def _seal(head: dict[str, Any], body: bytes) -> str | None:
    """The digest of it all; None for what is nested too deeply to be ours."""
    try:
        return hashlib.sha256(json.dumps(head, sort_keys=True).encode() + body).hexdigest()
    except RecursionError:
        return None
