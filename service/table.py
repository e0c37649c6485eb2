"""One game with those who play it: what a terminal, a program or a page serves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from warzoo.envs.core import data, kernels
from warzoo.envs.core.arguments import sequence
from warzoo.envs.core.drawing import Drawing
from warzoo.envs.core.errors import OutOfOrder, UsageError, shown
from warzoo.envs.core.game import Game, Options
from warzoo.envs.core.luck import seeds
from warzoo.envs.core.text import agent_name, understand
from warzoo.envs.core.transcript import Transcript
from warzoo.models.opponents import Opponent, opponent

from .advice import in_game

HUMAN = "human"
GAME_ROW = np.zeros(1, np.int64)


class Table:
    """A game, and the seats at which people sit."""

    def __init__(self, game: Game, options: Options, specs: Sequence[str], luck: int) -> None:
        if len(specs) != options.players:
            raise UsageError(f"{game.name} has {options.players} players, you named {len(specs)}: {', '.join(specs)}")
        self.game = game
        self.agents = game.agents(options.players)
        self.people = [seat for seat, spec in enumerate(specs) if spec == HUMAN]
        self.transcript = Transcript(game, options, luck, players=list(specs))
        self.states = self.transcript.deal()

    @property
    def over(self) -> bool:
        return bool(self.states["over"][0])

    @property
    def turn(self) -> int:
        """The seat to act."""
        return int(self.states["turn"][0])

    def carry_out(self, action: int) -> None:
        """Does it, and writes it down."""
        kernels.play(self.states, GAME_ROW, np.array([action]))
        self.transcript.actions.append(action)

    def understood(self, move: Any) -> int:
        """The legal action that a number or words mean."""
        mask = self.game.mask(self.states)
        if isinstance(move, str):
            return understand(self.game.text, mask.nonzero()[0].tolist(), self.states[0], move)
        return self.game.check(move, mask)

    def seat(self, agent: Any) -> int:
        """The seat of an agent of this name."""
        if agent not in self.agents:
            raise UsageError(f"there is no {shown(agent)} at this table; there is {', '.join(self.agents)}")
        return self.agents.index(agent)

    def view(self, seat: int | None) -> dict[str, Any]:
        """The table as data, as this seat may know it; with all hands open for None."""
        happened = self.transcript.heard(seat)
        return data.view(self.game, self.transcript.options, self.states, seat, happened, going=not self.over)

    def drawing(self, seat: int | None, width: int) -> Drawing:
        """The table as this seat sees it; with all hands open for None."""
        before = self.transcript.before(seat)
        return self.game.drawing(self.states, seat, width, going=not self.over, before=before)


class Company(Table):
    """A table whose opponents answer in this process."""

    def __init__(self, game: Game, options: Options, specs: Sequence[str], seed: int | None = None) -> None:
        luck = sequence(seed)
        super().__init__(game, options, specs, int(seeds(luck, 1)[0]))
        self.players: list[Opponent | None] = [
            None if spec == HUMAN else opponent(spec, game, options) for spec in specs
        ]
        self.rng = np.random.default_rng(luck.spawn(1)[0])

    def answer(self) -> int:
        """What the opponent in the seat to act does."""
        bot = self.players[self.turn]
        if bot is None:
            raise OutOfOrder(f"{agent_name(self.turn)} is a person: nobody answers for one")
        return int(bot.act(self.states, GAME_ROW, self.game.mask(self.states)[None], self.rng)[0])

    def play_on(self) -> int | None:
        """The opponents play until a person is asked, whose seat it returns, or the game is over."""
        while not self.over:
            if self.players[self.turn] is None:
                return self.turn
            self.carry_out(self.answer())
        return None

    def hint(self, bot: Opponent) -> dict[str, Any]:
        """What an opponent would do in the place of the seat to act; the game goes on as it would have."""
        if self.over:
            raise OutOfOrder("the game is over: there is nothing to choose")
        action = bot.act(self.states.copy(), GAME_ROW, self.game.mask(self.states)[None], bot.luck)[0]
        return in_game(bot, self.states, int(action))
