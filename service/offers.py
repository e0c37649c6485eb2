"""What there is, and moves for those who keep their own tables."""

from __future__ import annotations

from math import ceil
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from warzoo.envs.core import data
from warzoo.envs.core.game import all_games
from warzoo.models.guided import GuidedSearch
from warzoo.models.network import NetworkBot
from warzoo.models.opponents import ABOUT, BOTS, Opponent
from warzoo.models.search import Search

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
    found: dict[str, str] = {}
    for one in all_games() if game is None else [known(game)]:
        for name in hall.minds.playing(one):
            found.setdefault(name, about(hall.minds.made(name, one)))
    return {name: found[name] for name in hall.minds.names if name in found}


def about(bot: Opponent) -> str:
    """What an opponent is, and how long it takes for a move."""
    if isinstance(bot, Search):
        what = "a trained network looking ahead," if isinstance(bot, GuidedSearch) else "a search of"
        return f"{what} {bot.budget} playouts; up to about {ceil(bot.budget / PLAYOUTS)} s a move"
    if isinstance(bot, NetworkBot):
        return "a trained network; answers at once"
    return f"{ABOUT[bot.name]}; answers at once" if bot.name in BOTS else "an opponent of this service"


@router.post("/act")
async def act(hall: Here, asked: Question) -> dict[str, Any]:
    """What an opponent does in an observation; nothing is kept."""
    bot = hall.minds.bot(asked.opponent, known(asked.game))
    await hall.minds.ready(asked.game)
    return in_view(bot, {"observation": asked.observation, "moves": asked.moves})
