"""The descriptor of a game, its options, and the registry in which every game stands once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args, get_origin

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo

from . import kernels
from .arguments import parsed, sequence, whole
from .arrays import Array, Masks, Rows, States, Words
from .blocks import Blocks
from .drawing import ASKED, WIDTH, Drawing
from .errors import IllegalAction, UsageError, shown
from .jit import digest, source_folder
from .luck import seeds
from .record import Record
from .text import TextRoom, agent_name, parse

SAMPLED_GAMES, SAMPLED_DECISIONS = 3, 200  # of each variant; of a game, at most
DIGITS = re.compile("[0-9]{1,9}")


class Options(BaseModel):
    """Base of a game's options: each field stands under its own name in the record, right behind `rng`.

    A choice is a `Literal`, one that takes several a `tuple[Literal[...], ...]`: a field a choice in the record.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    players: int

    @field_validator("*", mode="before")
    @classmethod
    def _several(cls, value: Any, info: ValidationInfo) -> Any:
        """Of an option that takes several: a tuple, each once, in the order of the choices."""
        field = cls.model_fields[str(info.field_name)]
        if get_origin(field.annotation) is not tuple or not isinstance(value, (list, tuple)):
            return value
        known = choices(field)
        if len(set(value)) < len(value):
            raise ValueError("takes each choice once")
        return tuple(sorted(value, key=lambda choice: known.index(choice) if choice in known else len(known)))

    def write(self, states: States) -> None:
        """Puts the options into records: a choice by its position, several as a flag for each position."""
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if isinstance(value, tuple):
                states[name] = np.isin(choices(field), value)
            else:
                states[name] = choices(field).index(value) if isinstance(value, str) else int(value)


def choices(field: FieldInfo) -> tuple[Any, ...]:
    """What an option may be; of one that takes several, what it takes."""
    options = get_args(field.annotation)
    if get_origin(field.annotation) is tuple:
        return get_args(options[0])
    return options if field.annotation is not bool else (False, True)


def each_for_itself(options: Any) -> tuple[int, ...]:
    """The sides of a game without teams."""
    return tuple(range(options.players))


@dataclass(frozen=True)
class Yardstick:
    """What a game for two that is small enough to be solved says of itself: nothing is left to luck after the deal."""

    deals: Mapping[str, Sequence[Any]]  # fields that luck fills: an entry for every deal, each equally likely
    unit: str  # what is won, in the plural
    most: int  # so much of it is a payoff of 1


@dataclass(frozen=True, eq=False)
class Game:
    """All that the views need to know of a game."""

    name: str
    title: str
    version: int  # changes when behaviour changes, not for speed
    about: str  # one line
    state: type[Record]
    observation: type[Record]
    options: type[Options]
    actions: Blocks
    verbs: dict[str, Callable[..., Any]]
    text: TextRoom
    table: Callable[[Any, int | None], BaseModel]  # the table as data for a seat, or with all hands open
    longest: int  # no game lasts more decisions
    variants: tuple[dict[str, Any], ...] = ({},)  # option sets that together show every option
    sides: Callable[[Any], tuple[int, ...]] = each_for_itself  # of these options: each seat's side, counted from 0
    points: str | None = None  # the field of the state in which each seat's points stand, where games are won by points
    yardstick: Yardstick | None = None  # only of a game that is small enough to be solved

    def __post_init__(self) -> None:
        first = list(self.state.fields)[: len(self.options.model_fields) + 2]
        if first != ["rng", *self.options.model_fields, "turn"]:
            raise TypeError(f"{self.name}: a state begins with rng, the options in their order, and turn, not {first}")
        for name, field in self.observation.fields.items():
            if field.least < 0:
                raise TypeError(f"{self.name}: an observation holds numbers from 0, but {name} goes from {field.least}")
        kernels.enrol(self.name, self.state.dtype, self.verbs)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Copies and pickles are the registered game itself."""
        return find, (self.name,)

    @property
    def identity(self) -> str:
        """The id under which PettingZoo and Gymnasium know it, such as `warzoo/CardsOfWar-v0`."""
        return f"warzoo/{''.join(word.capitalize() for word in self.name.split('_'))}-v{self.version}"

    @cached_property
    def digest(self) -> str:
        """Changes with the rules, the tables and the core they run on."""
        return digest(source_folder(self.state))

    @cached_property
    def behaviour(self) -> str:
        """Sixteen hex digits of what is seen, allowed and paid in random games of all variants, however it is coded."""
        h = hashlib.sha256()
        luck = np.random.SeedSequence(0).generate_state(SAMPLED_DECISIONS * SAMPLED_GAMES, np.uint32).astype(np.uint64)
        for variant in self.variants:
            states = self.deal(SAMPLED_GAMES, self.settings(**variant), seed=0)
            for words in luck.reshape(-1, SAMPLED_GAMES):
                running = np.flatnonzero(states["over"] == 0)
                observations, masks = self.look(states[running])
                h.update(observations.tobytes() + masks.tobytes())
                moves = kernels.random_moves(np.arange(len(running)), masks, words[running])
                kernels.play(states, running, moves)
            h.update(self.payoffs(states, np.flatnonzero(states["over"])).tobytes())
        return h.hexdigest()[:16]

    def settings(self, /, **options: Any) -> Options:
        """The options, checked; a wrong one is named together with what there is."""
        try:
            return self.options(**options)
        except ValidationError as error:
            raise UsageError(self._explain(error)) from None

    def _explain(self, error: ValidationError) -> str:
        sentences = []
        for e in error.errors():
            name = ".".join(str(part) for part in e["loc"])
            if e["type"] == "extra_forbidden":
                known = ", ".join(self.options.model_fields)
                sentences.append(f"{self.name} has no option {name!r}; it has {known}")
            else:
                message = e["msg"].removeprefix("Value error, ")
                sentences.append(f"{name}: {message}, not {shown(e['input'])}" if name else message)
        return "; ".join(sentences)

    def options_of(self, s: Any) -> Options:
        """The options that stand in a record."""
        values: dict[str, Any] = {}
        for name, field in self.options.model_fields.items():
            known, stands = choices(field), getattr(s, name)
            if get_origin(field.annotation) is tuple:
                values[name] = tuple(choice for choice, taken in zip(known, stands, strict=True) if taken)
            elif field.annotation is bool:
                values[name] = bool(stands)
            else:
                values[name] = known[int(stands)] if known and isinstance(known[0], str) else int(stands)
        return self.options(**values)

    def blank(self, count: int, options: Options) -> States:
        """Records with nothing in them but the options."""
        states = self.state.zeros(count)
        options.write(states)
        return states

    def deal(self, count: int, options: Options | None = None, seed: int | None = None) -> States:
        """`count` games, dealt; the same seed deals the same games."""
        return self.deal_from(seeds(sequence(seed), count), options)

    def deal_from(self, luck: Words, options: Options | None = None) -> States:
        """A game for each starting state of luck."""
        states = self.blank(len(luck), options or self.settings())
        states["rng"] = luck
        self.deal_again(states)
        return states

    def solvable(self) -> Yardstick:
        """What it says of itself as a yardstick; an error if it is too large for one."""
        if self.yardstick is None:
            small = ", ".join(game.name for game in all_games() if game.yardstick)
            raise UsageError(f"{self.name} is too large to be solved; small enough is {small}")
        return self.yardstick

    def roots(self) -> States:
        """Every dealt position, each equally likely, of a game small enough to be solved."""
        deals = self.solvable().deals
        states = self.deal(len(next(iter(deals.values()))), seed=0)
        for name, entries in deals.items():
            states[name] = entries
        return states

    def deal_again(self, states: States, which: Rows | None = None) -> None:
        """Deals new games into records (or these rows of them), from the luck that stands there."""
        kernels.deal_games(states, np.arange(len(states)) if which is None else which)

    def look(self, states: States) -> tuple[Array, Masks]:
        """Fresh observations (flat, int8) and masks of the seats to act."""
        records = self.observation.zeros(len(states))
        masks = np.zeros((len(states), self.actions.size), np.int8)
        kernels.look(states, np.arange(len(states)), records, masks)
        return self.flat(records), masks

    def flat(self, records: Array) -> Array:
        """The same memory as a row of plain int8 numbers a record, the seal left out."""
        return records.view(np.int8).reshape(len(records), records.dtype.itemsize)[:, : self.observation.width()]

    def sight(self, states: States, seat: int, i: int = 0) -> Any:
        """What a seat of one game sees, as a record of small whole numbers."""
        records = self.observation.zeros(1)
        numbers = np.empty(self.observation.width(), np.float32)
        kernels.view(states, i, seat, records, self.flat(records)[0], self.observation.scale(), numbers)
        return records[0]

    def mask(self, states: States, i: int = 0) -> Masks:
        """The mask of one game's seat to act, blank when the game is over."""
        masks = np.zeros((int(states["players"][i]), self.actions.size), np.int8)
        return masks[max(0, kernels.advance(states, i, -1, masks))]

    def drawing(
        self,
        states: States,
        seat: int | None,
        width: int = WIDTH,
        going: bool = True,
        before: States | None = None,
    ) -> Drawing:
        """The table of one game as this seat sees it, with the moves it has; with all hands open for None.

        What has changed since an earlier position is lit.
        """
        s = states[0]
        drawing = self.text.draw(s, seat, width)
        if going and seat == s.turn:
            for action in np.flatnonzero(self.mask(states)).tolist():
                drawing.offer(action, self.text.elements(action, s) or (ASKED,))
        if before is not None:
            drawing.light(self.text.draw(before[0], seat, width))
        return drawing

    def exists(self, action: Any) -> int:
        """The action as a plain number, or an error if there is no such action."""
        given = whole(action)
        if given is None or not 0 <= given < self.actions.size:
            raise IllegalAction(
                f"{self.name}: an action is a whole number from 0 to {self.actions.size - 1}, not {shown(action)}; "
                "draw one with action_space(agent).sample(mask)"
            )
        return given

    def check(self, action: Any, mask: Masks) -> int:
        """The action as a plain number, or an error that says why it cannot be done."""
        number = self.exists(action)
        if not mask[number]:
            raise IllegalAction(
                f"{self.name}: action {number} ({self.text.describe(number)}) is not allowed now; "
                f"choose one of the {int(mask.sum())} whose mask is 1"
            )
        return number

    def payoffs(self, states: States, which: Rows | None = None) -> Array:
        """Row: a finished game; column: the result of the seat."""
        which = np.arange(len(states)) if which is None else which
        results = np.empty((len(which), int(states["players"][0])))
        kernels.payoffs(states, which, results)
        return results

    def shares(self, states: States, options: Options) -> Array:
        """Row: a finished game; column: the part of the win that the seat's side has, 1 for a sole winner."""
        sides = len(set(self.sides(options)))
        return (self.payoffs(states) * (sides - 1) + 1) / sides

    def leads(self, states: States, options: Options) -> Array:
        """Row: a finished game; column: points of the seat's side before the best other's; 0 without any."""
        side_of = np.array(self.sides(options))
        if self.points is None:
            return np.zeros((len(states), len(side_of)))
        members = side_of == np.arange(max(side_of) + 1)[:, None]  # [side, seat]
        points = states[self.points][:, : len(side_of)].astype(float) @ members.T
        others = np.where(np.eye(len(members), dtype=bool), -np.inf, points[:, None])  # [game, side, other side]
        return (points - others.max(axis=2))[:, side_of]

    def layout(self) -> dict[str, Any]:
        """What of observation and actions a trained network depends on."""
        return {
            "observation": [[name, list(part.shape), part.most] for name, part in self.observation.fields.items()],
            "actions": [[name, start, list(shape)] for name, start, shape in self.actions.layout()],
        }

    def agents(self, players: int) -> list[str]:
        return [agent_name(seat) for seat in range(players)]

    def parse(self, words: str) -> int:
        """The action that these words describe, whatever the position."""
        return parse(self.text, self.actions.size, words)


_games: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Enters a game under its name."""
    if game.name in _games and _games[game.name].state.dtype != game.state.dtype:
        raise UsageError(f"a game named {game.name!r} is registered already")
    _games[game.name] = game
    return game


def find(name: str | Game) -> Game:
    """The game of this name; a game is its own."""
    if isinstance(name, Game):
        return name
    if not isinstance(name, str) or name not in _games:
        raise UsageError(f"there is no game {shown(name)}; there is {', '.join(sorted(_games))}")
    return _games[name]


def all_games() -> Sequence[Game]:
    """Every registered game by name, yardsticks last."""
    return sorted(_games.values(), key=lambda game: (game.yardstick is not None, game.name))


def player_counts(game: Game) -> tuple[int, ...]:
    """For how many players a game is."""
    return tuple(choices(game.options.model_fields["players"]))


def worded_options(game: Game, words: Sequence[str]) -> Options:
    """Options from words such as `length=short`, `two_decks=true` or `expansions=E1,E4`."""
    values = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UsageError(f"an option is given as name=value, not {word!r}")
        values[name] = (
            [_value(part) for part in value.split(",") if part] if _takes_several(game, name) else _value(value)
        )
    return game.settings(**values)


def _value(word: str) -> Any:
    return {"true": True, "false": False}.get(word.lower(), int(word) if DIGITS.fullmatch(word) else word)


def _takes_several(game: Game, name: str) -> bool:
    field = game.options.model_fields.get(name)
    return field is not None and get_origin(field.annotation) is tuple


def parse_options(game: Game, text: str) -> Options:
    """Options from a JSON object, as replays and manifests hold them."""
    values = parsed(text)
    if not isinstance(values, dict):
        raise UsageError(f"the options are no JSON object: {shown(text)}")
    return game.settings(**values)
