"""The web table: its files, pictures of tables, and replays, of which nothing is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from warzoo.envs.core.drawing import LEAST_WIDTH, WIDTH, Drawing
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.transcript import read, recorded

from .hall import Here
from .searches import Busy
from .tables import Token

KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FILES = {file.name: (file.read_bytes(), KINDS[file.suffix]) for file in (Path(__file__).parent / "web").iterdir()}
REPLAYS = 4  # that are played at once
FREE = BoundedSemaphore(REPLAYS)
router = APIRouter()

Columns = Annotated[int, Query(ge=LEAST_WIDTH, le=WIDTH, description="characters across")]


class Played(BaseModel):
    """A transcript, as `warzoo replay` reads it."""

    model_config = ConfigDict(extra="forbid")
    transcript: str


class Step(Played):
    """A position of it: after so many moves."""

    step: int = Field(ge=0)
    dark: bool = True
    columns: int = Field(default=WIDTH, ge=LEAST_WIDTH, le=WIDTH)


@router.get("/", include_in_schema=False)
async def table_page() -> Response:
    return await file("index.html")


@router.get("/web/{name}", include_in_schema=False)
async def file(name: str) -> Response:
    """A file of the page."""
    if name not in FILES:
        raise LookupError(f"there is no file {name[:40]}")
    content, kind = FILES[name]
    return Response(content, media_type=kind)


@router.get("/tables/{table}/picture")
async def picture(hall: Here, table: str, token: Token, dark: bool = True, columns: Columns = WIDTH) -> Response:
    """The table as SVG, as the token's seat may know it."""
    room = await hall.enter(table)
    seat = room.seat_of(token)
    return svg(room.table.drawing(seat, columns), dark)


@router.post("/replay")
def replay(played: Played) -> dict[str, Any]:
    """A transcript, checked by playing it again: who played, where it began and what came of each move."""
    with one_more():
        transcript = read(played.transcript)
        agents = transcript.game.agents(transcript.options.players)
        players: list[str | None] = [*transcript.players] or [None] * len(agents)
        return {
            "game": transcript.game.name,
            "title": transcript.game.title,
            "seats": dict(zip(agents, players, strict=True)),
            "result": transcript.result(),
            "steps": list(transcript.told()),
        }


@router.post("/replay/picture")
def step_picture(step: Step) -> Response:
    """The table of a transcript after so many moves, all hands open; its head is enough."""
    with one_more():
        transcript = recorded(step.transcript)
        if step.step > len(transcript.actions):
            raise UsageError(f"this replay has {len(transcript.actions)} moves, not {step.step}")
        del transcript.actions[step.step :]
        states, before = transcript.last(), transcript.before(None)
        return svg(transcript.game.drawing(states, None, step.columns, before=before), step.dark)


@contextmanager
def one_more() -> Iterator[None]:
    """A replay is played, unless too many are."""
    if not FREE.acquire(blocking=False):
        raise Busy(f"{REPLAYS} replays are played already")
    try:
        yield
    finally:
        FREE.release()


def svg(drawing: Drawing, dark: bool) -> Response:
    return Response(drawing.svg(dark), media_type="image/svg+xml")
