"""`warzoo engine`: tables and opponents for a program that speaks in lines of JSON, over stdin and stdout.

A request is an object in a line, with `do` and whatever that takes; each gets one line in return, with the same `id`
and with what was asked for, or with an `error` in a sentence. `docs/engine.md` is the protocol.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from typing import Annotated, Any, Literal, TextIO, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from warzoo.envs.core import data
from warzoo.envs.core.arguments import parsed
from warzoo.envs.core.errors import OutOfOrder, UsageError, shown
from warzoo.envs.core.game import all_games, find
from warzoo.envs.core.text import agent_name
from warzoo.models.checkpoint import zoo
from warzoo.models.opponents import ABOUT, Opponent, opponent

from .advice import in_view
from .table import HUMAN, Company

TABLES_MOST = 1000
LINE_MOST = 1 << 20  # letters


class Request(BaseModel):
    """What every request may hold."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: int | str | None = None


class Games(Request):
    """The games with their options, and the opponents by name."""

    do: Literal["games"]


class Schema(Request):
    """The JSON schema of a game's views."""

    do: Literal["schema"]
    game: str


class New(Request):
    """A table; `human` marks the seats that the program plays, the others take opponents by name."""

    do: Literal["new"]
    game: str
    options: dict[str, Any] = {}
    seats: list[str] | None = Field(default=None, max_length=16)
    seed: int | None = Field(default=None, ge=0)


class View(Request):
    """The table as a seat may know it; the referee's eyes without a seat."""

    do: Literal["view"]
    table: int
    seat: str | None = None


class Act(Request):
    """A move of the seat to act, by number or words; the opponents answer it."""

    do: Literal["act"]
    table: int
    move: int | str
    made: int | None = None  # moves made when this one was chosen: sent twice, it counts once


class Choose(Request):
    """What an opponent would do: at a table, or in a view that the program kept."""

    do: Literal["choose"]
    opponent: str = "zoo:standard"
    table: int | None = None
    game: str | None = None
    view: dict[str, Any] | None = None


class Transcript(Request):
    """The game so far, as a replay."""

    do: Literal["transcript"]
    table: int


class Close(Request):
    """The table is not needed any more."""

    do: Literal["close"]
    table: int


REQUESTS: TypeAdapter[Any] = TypeAdapter(
    Annotated[Games | Schema | New | View | Act | Choose | Transcript | Close, Field(discriminator="do")]
)


class Engine:
    """Answers requests; keeps its tables as long as the program runs."""

    def __init__(self) -> None:
        self.tables: dict[int, Company] = {}
        self.made = 0
        self.opponents: dict[tuple[str, str], Opponent] = {}
        self.verbs: dict[type[Request], Callable[[Any], dict[str, Any]]] = {
            Games: self.games,
            Schema: lambda asked: {"schema": data.schema(find(asked.game))},
            New: self.new,
            View: lambda asked: self.seen(asked.table, asked.seat),
            Act: self.act,
            Choose: self.choose,
            Transcript: lambda asked: {"transcript": self.table(asked.table).transcript.write()},
            Close: self.close,
        }

    def reply(self, line: str) -> dict[str, Any]:
        """The answer to a line; nothing in it can end the engine."""
        values = parsed(line) if len(line) <= LINE_MOST else None
        if not isinstance(values, dict):
            return {"id": None, "error": f"a request is a JSON object in a line of at most {LINE_MOST:,} letters"}
        given = values.get("id")
        head = {"id": given if isinstance(given, int | str) else None}
        try:
            asked = REQUESTS.validate_python(values)
            return head | self.verbs[type(asked)](asked)
        except ValidationError as error:
            return head | {"error": sentence(error)}
        except (UsageError, OutOfOrder) as error:
            return head | {"error": str(error)}
        except Exception as error:  # of an opponent, or a fault of ours: other tables go on
            traceback.print_exc()
            return head | {"error": f"this failed: {shown(error)}"}

    def games(self, asked: Games) -> dict[str, Any]:
        games = {
            game.name: {"about": game.about, "version": game.version, "options": game.options.model_json_schema()}
            for game in all_games()
        }
        trained = {f"zoo:{name}": f"trained, for {', '.join(of)}" for name, of in zoo().items()}
        return {"games": games, "opponents": ABOUT | trained}

    def new(self, asked: New) -> dict[str, Any]:
        if len(self.tables) >= TABLES_MOST:
            raise UsageError(f"there are {TABLES_MOST:,} tables already: close some")
        game = find(asked.game)
        options = game.settings(**asked.options)
        table = Company(game, options, asked.seats or [HUMAN] * options.players, asked.seed)
        asks = table.play_on()
        self.made += 1
        self.tables[self.made] = table
        return {"table": self.made} | self.seen(self.made, None if asks is None else agent_name(asks))

    def table(self, number: int) -> Company:
        if number not in self.tables:
            raise UsageError(f"there is no table {number}")
        return self.tables[number]

    def seen(self, number: int, seat: str | None) -> dict[str, Any]:
        table = self.table(number)
        made = len(table.transcript.actions)
        return {"made": made, "view": table.view(None if seat is None else table.seat(seat))}

    def act(self, asked: Act) -> dict[str, Any]:
        table = self.table(asked.table)
        made = len(table.transcript.actions)
        if asked.made not in (None, made):
            raise OutOfOrder(f"{made} moves are made, this one was chosen after {asked.made}: look again")
        if table.over:
            raise OutOfOrder("the game is over: ask for its transcript, or for a new table")
        seat = table.turn
        table.carry_out(table.understood(asked.move))
        asks = table.play_on()
        return self.seen(asked.table, agent_name(seat if asks is None else asks))

    def choose(self, asked: Choose) -> dict[str, Any]:
        if asked.table is not None and asked.view is None:
            table = self.table(asked.table)
            return table.hint(self.opponent(asked.opponent, table.game))
        if asked.view is None or asked.table is not None:
            raise UsageError("an opponent chooses at a table or in a view: name one of them")
        game = find(asked.game or asked.view.get("game", ""))
        return in_view(self.opponent(asked.opponent, game), asked.view)

    def opponent(self, spec: str, game: Any) -> Opponent:
        """The opponent of this name, made once."""
        if (game.name, spec) not in self.opponents:
            self.opponents[game.name, spec] = opponent(spec, game)
        return self.opponents[game.name, spec]

    def close(self, asked: Close) -> dict[str, Any]:
        self.table(asked.table)
        del self.tables[asked.table]
        return {"closed": asked.table}


def sentence(error: ValidationError) -> str:
    """What is wrong with a request, in a sentence."""
    first = error.errors()[0]
    if first["type"].startswith("union_tag"):
        known = ", ".join(get_args(kind.model_fields["do"].annotation)[0] for kind in Request.__subclasses__())
        return f"a request says what to `do`: {known}"
    where = ".".join(str(part) for part in first["loc"][1:])
    return f"{where}: {first['msg']}, not {shown(first['input'])}"


def serve(requests: TextIO, replies: TextIO) -> None:
    """Answers line by line until there are no more."""
    engine = Engine()
    for line in iter(lambda: requests.readline(LINE_MOST + 1), ""):
        while len(line) > LINE_MOST and not line.endswith("\n"):  # the rest of a line that is too long is not looked at
            line = "x" * LINE_MOST + requests.readline(LINE_MOST)
        if line.strip():
            replies.write(json.dumps(engine.reply(line), separators=(",", ":")) + "\n")
            replies.flush()
