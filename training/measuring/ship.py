"""Shipping a trained policy: its checkpoint without what only a resumed run needs, with its arena reports beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game
from warzoo.models import checkpoint
from warzoo.models.opponents import opponent

from .arena import Progress, match
from .report import Report, text

RIVALS = ("heuristic", "greedy", "random")
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
) -> Path:
    """Writes `models/zoo/<game>/<name>`: policy, manifest with results, and a page that says how it was made."""
    if not checkpoint.ZOO_NAME.fullmatch(name):
        raise UsageError(f"a name in the zoo is of small letters, digits, _ and -, not {name!r}")
    source = checkpoint.load(run, game)
    manifest = source.manifest.model_copy(update={"plays": plays})
    folder = checkpoint.ZOO / game.name / name
    checkpoint.save(folder, manifest, source.tensors)
    reports = [judge(game, f"zoo:{name}", variant, deals, searcher, few, tell) for variant in manifest.variants]
    rows = [row.model_dump() | {"options": r.options, "seed": r.seed} for own in reports for r in own for row in r.rows]
    checkpoint.save(folder, manifest.model_copy(update={"report": {"rows": rows}}), source.tensors)
    (folder / "README.md").write_text(page(game, name, manifest, reports), encoding="utf-8")
    return folder


def judge(
    game: Game, spec: str, variant: dict[str, Any], deals: int, searcher: str, few: int, tell: Progress
) -> list[Report]:
    """The policy against the hand-written bots with controls, and in fewer deals, if any, against a search."""
    options = game.settings(**variant)
    entrants = [opponent(one, game, options) for one in (spec, *RIVALS)]
    reports = [match(game, entrants, deals, SEED, options, progress=tell)]
    if few:
        search = [opponent(one, game, options) for one in (spec, searcher)]
        reports.append(match(game, search, few, SEED, options, controls=False, progress=tell))
    return reports


def page(game: Game, name: str, manifest: checkpoint.Manifest, reports: list[list[Report]]) -> str:
    """How the policy was made and what it is worth."""
    lines = [
        f"# {game.title}: {name}",
        "",
        f"Plays as `zoo:{name}`, the {'likeliest' if manifest.plays == 'best' else 'drawn'} action of its network.",
        f"Trained by `{manifest.command}` on {manifest.decisions:,} decisions of its own.",
        "",
        "Judged by the arena; each report can be played again:",
    ]
    for own in reports:
        for report in own:
            entrants = dict.fromkeys(name for row in report.rows for name in (row.player, row.against))
            players = ",".join(name for name in entrants if " + " not in name)  # that is a whole table
            words = " ".join(f"{key}={value}" for key, value in changed(game, report.options).items())
            command = f"warzoo arena {game.name} --players {players} --deals {report.deals} --seed {report.seed}"
            lines += ["", f"`{command}{f' --set {words}' if words else ''}`", "", "```", text(report).rstrip(), "```"]
    return "\n".join(lines) + "\n"


def changed(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """The options that depart from the game's own."""
    return game.settings(**options).model_dump(exclude_defaults=True)
