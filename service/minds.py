"""What opponents answer: quick ones in batches across tables, searches in processes of their own."""

from __future__ import annotations

import asyncio

import numpy as np

from warzoo.envs.core.arrays import States
from warzoo.envs.core.drawing import LEAST_WIDTH
from warzoo.envs.core.errors import UsageError, shown
from warzoo.envs.core.game import Game, all_games
from warzoo.models.opponents import BOTS, Opponent, opponent
from warzoo.models.search import Search

from .searches import Searches
from .table import Company

Question = tuple[States, "asyncio.Future[int]"]


class Minds:
    """The opponents that a service offers, by name; each is made once a game."""

    def __init__(self, names: list[str], searches: Searches) -> None:
        self.names, self.searches = names, searches
        self.bots: dict[tuple[str, str], Opponent] = {}
        self.waiting: dict[Opponent, list[Question]] = {}
        self.readied: dict[str, asyncio.Future[None]] = {}  # by game

    async def ready(self, game: str) -> None:
        """Waits until the code of a game is compiled, which its first use begins in a thread; others are served."""
        if game not in self.readied:
            self.readied[game] = asyncio.ensure_future(asyncio.to_thread(rehearse, game))
        await asyncio.shield(self.readied[game])

    def bot(self, name: str, game: Game) -> Opponent:
        """The opponent of this name, if it is one of those offered."""
        if name not in self.names:
            raise UsageError(f"there is no opponent {shown(name)} here; there is {', '.join(self.names)}")
        return self.made(name, game)

    def made(self, name: str, game: Game) -> Opponent:
        """The opponent of this name."""
        if (game.name, name) not in self.bots:
            self.bots[game.name, name] = opponent(name, game)
        return self.bots[game.name, name]

    def playing(self, game: Game) -> list[str]:
        """The names of those who play this game."""
        return [name for name in self.names if self.plays(name, game)]

    def plays(self, name: str, game: Game) -> bool:
        """Whether the opponent of this name knows this game."""
        try:
            self.made(name, game)
        except UsageError:
            return False
        return True

    async def move(self, bot: Opponent, states: States) -> int:
        """What the opponent does in the position of one game."""
        if isinstance(bot, Search):
            return await self.searches.move(bot, states)
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        if bot not in self.waiting:
            self.waiting[bot] = []
            asyncio.get_running_loop().call_soon(self.answer, bot)
        self.waiting[bot].append((states.copy(), future))
        return await future

    def answer(self, bot: Opponent) -> None:
        """All questions to an opponent that have come in the meantime, in one batch."""
        questions = self.waiting.pop(bot)
        try:
            states = np.concatenate([one for one, _ in questions])
            moves = bot.act(states, np.arange(len(states)), bot.game.look(states)[1], bot.luck).tolist()
        except Exception as error:
            for _, future in questions:
                if not future.done():
                    future.set_exception(error)
            return
        for (_, future), move in zip(questions, moves, strict=True):
            if not future.done():
                future.set_result(move)


def rehearse(name: str) -> None:
    """Plays a game by itself, so that its code is compiled."""
    for game in (game for game in all_games() if game.name == name):
        for bot in BOTS:
            options = game.settings()
            table = Company(game, options, [bot] * options.players, seed=0)
            table.play_on()
            table.view(0)
            table.drawing(0, LEAST_WIDTH)
