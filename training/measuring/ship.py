"""Shipping a trained policy: its checkpoint without what only a resumed run needs, with its arena reports beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game
from warzoo.models import checkpoint
from warzoo.models.files import try_writing
from warzoo.models.opponents import Opponent, named, opponent

from .arena import Progress, Venue, check, match
from .report import Report, text

RIVALS = ("heuristic", "greedy", "random")
PAGE = "README.md"
SEED = 20_000  # of the deals on which a shipped policy is judged; training measures itself on others


def ship(
    game: Game,
    run: Path,
    name: str,
    plays: Literal["sample", "best"],
    deals: int,
    searcher: str,
    few: int,
    tell: Progress,
    venue: Venue | None = None,
) -> Path:
    """Writes `models/zoo/<game>/<name>`, once all is judged: policy, manifest with results, and a page that says how
    it was made."""
    folder = place(game, name)
    for number in (deals, few or deals):
        check(number)
    if few and searcher.partition("+")[0] == f"zoo:{name}":
        raise UsageError("a policy is not judged against itself; a search that it guides is made by warzoo level")
    rival = named(searcher, game) if few else None
    source = checkpoint.load(run, game)
    manifest = source.manifest = source.manifest.model_copy(update={"plays": plays})
    player = checkpoint.player_of(game, f"zoo:{name}", source)
    ready(folder)
    reports = []
    for variant in manifest.variants:
        reports.append(report(game, (player, *RIVALS), variant, deals, tell, venue=venue))
        if rival:
            reports.append(report(game, (player, rival), variant, few, tell, controls=False, venue=venue))
    rows = [row.model_dump() | {"options": one.options, "seed": one.seed} for one in reports for row in one.rows]
    how = f"Trained by `{manifest.command}` on {manifest.decisions:,} decisions of its own."
    manner = "the likeliest action of its network" if plays == "best" else "its actions drawn from its network"
    told = page(game, name, [f"Plays as `zoo:{name}`, {manner}.", how], reports)
    manifest = manifest.model_copy(update={"report": {"rows": rows}})
    checkpoint.save(folder, manifest, source.tensors, lambda building: write(building / PAGE, told))
    return folder


def level(
    game: Game, of: str, name: str, temperature: float | None, playouts: int | None, deals: int, tell: Progress
) -> Path:
    """Writes a player with the policy of a shipped one under a name of its own: weaker, drawn from at a temperature,
    or stronger, looking ahead by so many playouts."""
    folder = place(game, name)
    try:
        level = checkpoint.Level(of=of, temperature=temperature, playouts=playouts)
    except ValidationError as error:
        raise UsageError(checkpoint.first_fault(error)) from None
    if (folder / checkpoint.MANIFEST).exists():
        raise UsageError(f"zoo:{name} is a trained policy: give the other player another --name")
    variants = checkpoint.load(checkpoint.zoo_folder(game, of), game).manifest.variants
    player = checkpoint.at_level(game, f"zoo:{name}", level)
    ready(folder)
    tables = list({game.settings(**one).players: one for one in reversed(variants)}.values())  # one a number of players
    players: tuple[str | Opponent, ...] = (f"zoo:{of}", player, *RIVALS)
    if playouts:  # a search takes its time
        tables, players = variants[:1], (player, f"zoo:{of}")
    reports = [report(game, players, variant, deals, tell, controls=False) for variant in tables]
    how = f"looking ahead by {playouts} playouts" if playouts else f"its actions drawn at temperature {temperature:g}"
    about = [f"Plays as `zoo:{name}`: the network of `zoo:{of}`, {how}."]
    folder.mkdir(exist_ok=True)
    write(folder / PAGE, page(game, name, about, reports))
    write(folder / checkpoint.LEVEL, level.model_dump_json(indent=1, exclude_none=True) + "\n")
    return folder


def place(game: Game, name: str) -> Path:
    """Where a player of this name stands in the zoo."""
    if not checkpoint.ZOO_NAME.fullmatch(name):
        raise UsageError(f"a name in the zoo is of small letters, digits, _ and -, not {name!r}")
    return checkpoint.ZOO / game.name / name


def ready(folder: Path) -> None:
    """Refuses a zoo that cannot be written to, before the work."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try_writing(folder.parent / PAGE)


def write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def report(
    game: Game,
    players: Sequence[str | Opponent],
    variant: dict[str, Any],
    deals: int,
    tell: Progress,
    controls: bool = True,
    venue: Venue | None = None,
) -> Report:
    """These opponents against each other on the deals of shipped policies."""
    options = game.settings(**variant)
    entrants = [opponent(player, game, options) for player in players]
    return match(game, entrants, deals, SEED, options, controls, tell, venue)


def page(game: Game, name: str, about: list[str], reports: list[Report]) -> str:
    """How a player was made and what it is worth."""
    lines = [f"# {game.title}: {name}", "", *about, "", "Judged by the arena; each report can be played again:"]
    for told in reports:
        entrants = dict.fromkeys(name for row in told.rows for name in (row.player, row.against))
        players = ",".join(name for name in entrants if " + " not in name)  # that is a whole table
        words = " ".join(f"{key}={value}" for key, value in changed(game, told.options).items())
        controls = "" if any(row.kind == "mirror" for row in told.rows) else " --no-controls"
        command = f"warzoo arena {game.name} --players {players} --deals {told.deals} --seed {told.seed}{controls}"
        lines += ["", f"`{command}{f' --set {words}' if words else ''}`", "", "```", text(told).rstrip(), "```"]
    return "\n".join(lines) + "\n"


def changed(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """The options that depart from the game's own."""
    return game.settings(**options).model_dump(exclude_defaults=True)
