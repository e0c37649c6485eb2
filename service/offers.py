"""What there is, and moves for those who keep their own tables."""

from __future__ import annotations

from math import ceil
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from warzoo.envs.core import data
from warzoo.envs.core.game import all_games
from warzoo.models.opponents import ABOUT, BOTS, GUIDED
from warzoo.models.search import SEARCHES

from .advice import in_view
from .hall import Here, known

PLAYOUTS = 400  # a second, in the slowest game on one core
router = APIRouter()


class Question(BaseModel):
    """What an opponent would do: in a view, or in what was kept of it."""

    model_config = ConfigDict(extra="forbid")
    game: str
    opponent: str = "zoo:standard"
    observation: dict[str, Any]
    moves: list[int | dict[str, Any]] = Field(max_length=1 << 16)


@router.get("/games")
async def games() -> dict[str, Any]:
    """The games with their options."""
    return {
        game.name: {
            "title": game.title,
            "about": game.about,
            "version": game.version,
            "options": game.options.model_json_schema(),
        }
        for game in all_games()
    }


@router.get("/games/{game}/schema")
async def schema(game: str) -> dict[str, Any]:
    """The JSON schema of a game's views."""
    return data.schema(known(game))


@router.get("/games/{game}/cards")
async def cards(game: str) -> dict[str, Any]:
    """The cards and other tables of a game."""
    return known(game).text.tables()


@router.get("/opponents")
async def opponents(hall: Here, game: str | None = None) -> dict[str, str]:
    """Whom a seat may be given to, of one game or of any, and what a move of theirs costs."""
    names = hall.minds.names if game is None else hall.minds.playing(known(game))
    return {name: about(name) for name in names}


def about(name: str) -> str:
    """What an opponent is, and how long it takes for a move."""
    kind, *size = name.split(":")
    guide, guided, playouts = name.partition(GUIDED)
    if kind in SEARCHES or guided:
        playouts = playouts or size[0]
        what = f"{guide} looking ahead," if guided else "a search of"
        return f"{what} {playouts} playouts; up to about {ceil(int(playouts) / PLAYOUTS)} s a move"
    if kind == "zoo":
        return "a trained network; answers at once"
    return f"{ABOUT[name]}; answers at once" if name in BOTS else "an opponent of this service"


@router.post("/act")
async def act(hall: Here, asked: Question) -> dict[str, Any]:
    """What an opponent does in an observation; nothing is kept."""
    bot = hall.minds.bot(asked.opponent, known(asked.game))
    await hall.minds.ready(asked.game)
    return in_view(bot, {"observation": asked.observation, "moves": asked.moves})
