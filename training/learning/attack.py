"""A best response learnt against a frozen opponent: what it wins beyond even is a lower bound on what can be won.

An attack is ordinary runs whose pool is the victim alone, which takes all sides but the learner's: one from scratch,
and one of the victim's own shape, from its weights, where the victim is a network.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, find
from warzoo.models import checkpoint
from warzoo.models.network import NetworkBot
from warzoo.models.opponents import Opponent, opponent

from ..measuring.arena import Progress, Room, against
from ..measuring.report import Kind, Report, Row, text
from ..measuring.ship import SEED, changed
from . import runs
from . import settings as settings_of
from .folder import write
from .settings import SETTINGS, Settings

Way = Literal["scratch", "warm"]  # from no knowledge, from the victim's own weights
LENGTH = {"minutes", "decisions"}  # what may be more when an attack goes on
BOUNDS = "bounds.json"
FEWER = 4  # times fewer deals, others, say which attacker is judged


class Bound(BaseModel):
    """The share of wins beyond even that an attacker takes from the victim at one kind of table."""

    victim: str
    attacker: str
    beyond: float
    low: float  # ends of the 95 % interval
    high: float
    report: Report

    def __str__(self) -> str:
        won = f"{self.beyond:+.1%} ({self.low:+.1%} to {self.high:+.1%})"
        if self.low <= 0:
            return f"No attacker is sure to win beyond even ({self.attacker}: {won}): that bounds nothing."
        return f"{self.attacker} wins {won} beyond even: {self.victim} can be exploited by that at least."


def ways(settings: Settings, options: dict[str, Any], victim: str, way: Way | None = None) -> dict[str, Settings]:
    """The runs of an attack by name, or this one alone, at the tables that the victim was made for or at those of the
    settings."""
    game = find(settings.game)
    target = opponent(victim, game)
    if target.variants:
        settings = settings.changed(options={}, variants=[changed(game, variant) for variant in target.variants])
    against_it = {"pool_share": 1.0, "pool_bots": [victim], "snapshots": 0, "ladder": [victim], "entropy_alarm": 0.0}
    scratch = settings.narrowed(options).changed(**against_it, algorithm="selfplay-ppo")
    both: dict[str, Settings] = {"scratch": scratch}
    if isinstance(target, NetworkBot):
        shape = {"hidden": target.shape.hidden, "shared": target.shape.shared}
        both["warm"] = scratch.changed(**shape, warm_start=victim, imitation=0.0)
    if way is None:
        return both
    if way not in both:
        raise UsageError(f"{target.name} is no network: it is attacked from scratch alone")
    return {way: both[way]}


def train(attack: dict[str, Settings], place: Path, registering: Callable[[], object]) -> None:
    """Trains each run in its folder, or goes on with it."""
    begun = {name for name in attack if (place / name / SETTINGS).exists()}
    for name in begun:
        before, now = (s.model_dump(exclude=LENGTH) for s in (settings_of.read(place / name), attack[name]))
        if before != now:
            raise UsageError(f"{place / name} holds another attack: name another folder with --out")
    for name, settings in attack.items():
        if name in begun:
            length = settings.model_dump(include=LENGTH)
            runs.resume(place / name, **length, registering=registering)
        else:
            runs.run(settings, place / name, registering=registering)


def judge(attack: dict[str, Settings], place: Path, victim: str, deals: int, tell: Progress) -> list[Bound]:
    """What the attackers win at each kind of table; which of them is the bound is settled on other deals before."""
    settings = next(iter(attack.values()))
    game = find(settings.game)
    sets = settings.option_sets()
    tables = [game.settings(**options) for k, options in enumerate(sets) if options not in sets[:k]]
    target = opponent(victim, game, *tables)
    attackers = [player for name in attack for player in players(game, name, place / name)]
    bounds = []
    for options in tables:
        tried = rows(Room(game, options, max(2, deals // FEWER), SEED + 1, tell), attackers, target)
        found = rows(Room(game, options, deals, SEED, tell), attackers, target)
        best = found[max(range(len(tried)), key=lambda k: tried[k].score)]
        report = Report(
            game=game.name,
            version=game.version,
            options=options.model_dump(),
            seed=SEED,
            deals=deals,
            rows=found,
            ratings=[],
        )
        bounds.append(
            Bound(
                victim=target.name,
                attacker=best.player,
                beyond=best.score - best.even,
                low=best.low - best.even,
                high=best.high - best.even,
                report=report,
            )
        )
    return bounds


def players(game: Game, name: str, run: Path) -> list[NetworkBot]:
    """The newest policy of a run, its actions the likeliest ones or drawn."""
    found = checkpoint.load(run, game)
    shape, tensors = found.manifest.network, found.tensors
    return [
        NetworkBot(game, f"{name}, likeliest", shape, tensors, "best"),
        NetworkBot(game, f"{name}, drawn", shape, tensors),
    ]


def rows(room: Room, attackers: list[NetworkBot], victim: Opponent) -> list[Row]:
    """Each attacker on one side in turn, the victim on all others."""
    tables: list[tuple[Kind, tuple[Opponent, ...]]] = [("match", against(one, victim, room.sides)) for one in attackers]
    return [table.row(0) for table in room.play([*attackers, victim], tables)]


def tell(bounds: list[Bound], place: Path) -> None:
    """Says what was found, and keeps it in the attack's folder."""
    write(place / BOUNDS, TypeAdapter(list[Bound]).dump_json(bounds, indent=1).decode())
    for bound in bounds:
        game = find(bound.report.game)
        apart = " ".join(f"{name}={value}" for name, value in changed(game, bound.report.options).items())
        print(text(bound.report), f"{apart}: " * bool(apart), bound, "\n", sep="")
    print(f"Kept in {place / BOUNDS}. The attackers are opponents too, by the folders of their runs in {place}.")
