"""A game's page, printed from the code: facts, options, observation, actions, rewards, tables, and how games go."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from . import survey
from .game import Game, choices, player_counts
from .jit import source_folder


def page(game: Game) -> str:
    """The whole page as Markdown: the reference, and how games go."""
    return joined(reference(game), in_play(game), beside(game))


def reference(game: Game) -> str:
    """What can be told without playing."""
    parts = [f"# {game.title}", about(game), facts(game), options(game), observation(game), actions(game)]
    return joined(*parts, rewards(game), *tables(game), versions(game))


def joined(*parts: str) -> str:
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def about(game: Game) -> str:
    """The paragraph that the game's folder begins with."""
    words = (source_folder(game.state) / "__init__.py").read_text(encoding="utf-8").split('"""')[1]
    return words.strip()


def facts(game: Game) -> str:
    rows = [
        {"fact": "import", "value": f"`from warzoo.envs import {game.name}`"},
        {"fact": "PettingZoo", "value": f'`pettingzoo.make("aec", "{game.identity}")`, `"parallel"` likewise'},
        {"fact": "Gymnasium", "value": f'`gymnasium.make("{game.identity}", opponents="heuristic")`'},
        {"fact": "players", "value": ", ".join(map(str, player_counts(game)))},
        {"fact": "observation", "value": f"`Box(0, 1, ({game.observation.width()},), float32)`"},
        {"fact": "actions", "value": f"`Discrete({game.actions.size})` under a mask"},
        {"fact": "bytes a game", "value": str(game.state.dtype.itemsize)},
        {"fact": "longest game", "value": f"at most {game.longest} decisions"},
    ]
    return "## Facts\n\n" + markdown(rows)


def options(game: Game) -> str:
    rows = [
        {
            "option": f"`{name}`",
            "values": ", ".join(map(repr, choices(field))),
            "default": repr(field.default),
            "what": field.description or "",
        }
        for name, field in game.options.model_fields.items()
    ]
    return "## Options\n\n" + markdown(rows)


def observation(game: Game) -> str:
    """Each part with its place in the vector and the value that becomes 1."""
    rows, start = [], 0
    comments = field_comments(game.observation)
    for name, field in game.observation.fields.items():
        size = int(np.prod(field.shape))
        where = str(start) if size == 1 else f"{start}-{start + size - 1}"
        shape = "x".join(map(str, field.shape)) or "1"
        rows.append({"part": f"`{name}`", "at": where, "shape": shape, "1 means": field.most, "what": comments[name]})
        start += size
    intro = "Seen from one seat; each number is divided by its largest value."
    return f"## Observation\n\n{intro}\n\n" + markdown(rows)


def actions(game: Game) -> str:
    rows = [
        {
            "block": f"`{block.name}`",
            "numbers": f"{block.start}-{block.start + block.size - 1}" if block.size > 1 else str(block.start),
            "axes": " x ".join(map(str, block.shape)) or "1",
            "first": game.text.describe(block.start),
            "last": game.text.describe(block.start + block.size - 1),
        }
        for block in game.actions.all
    ]
    mask = (
        "`action_mask` is 1 for exactly the legal ones; `action_table()` lists them all in words. The mask stands in "
        'the observation and in the infos; with `env(mask="info")` in the infos alone, and the observation is a plain '
        "Box. In `parallel_env` the action of `agent_selection` counts; every other agent may do one thing, action 0, "
        "which is ignored."
    )
    return f"## Actions\n\n{mask}\n\n" + markdown(rows)


def rewards(game: Game) -> str:
    if game.yardstick:
        payoff = f"the {game.yardstick.unit} that it wins from the other or loses, divided by {game.yardstick.most}"
    else:
        payoff = (
            "1 for a sole winner and -1/(N-1) for each of the others, so that they sum to 0; who share a win share "
            "its 1"
        )
    return (
        f"## Rewards and end\n\n0 until the end. On the ending step every seat gets its payoff: {payoff}. "
        "In `env()` an illegal action ends the game with -1 for who took it and 0 for the others; in `raw_env()` it is "
        "an error and the game stands."
    )


def tables(game: Game) -> list[str]:
    return [f"## {title}\n\n{markdown(rows)}" for title, rows in game.text.tables().items()]


def versions(game: Game) -> str:
    return f"## Versions\n\nv{game.version}: the current rules. The version changes when behaviour does, not for speed."


def in_play(game: Game) -> str:
    """Measured, not declared: how games go."""
    courses, happenings, ways = survey.tables(game)
    intro = f"{survey.GAMES} games of each variant and kind of play, seed {survey.SEED}; all seats play alike."
    parts = ["## In play", intro, markdown(courses), "Times a game, over all variants:", markdown(happenings)]
    if ways:
        parts += [f"Likewise, {' / '.join(survey.PLAYS)}:", *map(markdown, ways)]
    return joined(*parts)


def field_comments(record: type) -> dict[str, str]:
    """The comment behind each field, as it stands in the source."""
    comments = {}
    for line in Path(source_folder(record), "observation.py").read_text(encoding="utf-8").splitlines():
        name, colon, rest = line.strip().partition(":")
        if colon and name.isidentifier():
            comments[name] = rest.partition("  # ")[2]
    return comments


def beside(game: Game) -> str:
    """The figures of another program, where the ledger has them."""
    ledger = (source_folder(game.state) / "RULES.md").read_text(encoding="utf-8")
    _, heading, figures = ledger.partition("## Beside an independent program")
    return heading + figures


def markdown(rows: Iterable[dict[str, Any]]) -> str:
    """Rows as a Markdown table."""
    rows = list(rows)
    head = list(rows[0])
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(str(row[key]) for key in head) + " |" for row in rows]
    return "\n".join(lines)
