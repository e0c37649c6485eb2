"""How a game goes in random and in heuristic play: lengths, seats, and how often each thing happens."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import kernels
from .arrays import Array
from .game import Game

PLAYS = ("random", "heuristic")
GAMES = 400  # of each variant and kind of play
SEED = 1


@dataclass
class Survey:
    """What was counted in the games of one variant with one kind of play."""

    variant: dict[str, Any]
    play: str
    decisions: Array  # of each game
    shares: Array  # of the wins, by seat
    happened: Counter[str] = field(default_factory=Counter)  # by label, in all games


def survey(game: Game, variant: dict[str, Any], kind: str, games: int = GAMES) -> Survey:
    """Plays the games out, all at once."""
    options = game.settings(**variant)
    states = game.deal(games, options, SEED)
    rng, everyone = np.random.default_rng(SEED), np.arange(games)
    masks, records = np.zeros((games, game.actions.size), np.int8), game.observation.zeros(games)
    decisions, happened, running = np.zeros(games, np.int64), Counter[str](), everyone
    while len(running):
        kernels.look(states, running, records, masks)
        if kind == "random":
            actions = kernels.random_moves(running, masks, rng.integers(1 << 32, size=len(running), dtype=np.uint64))
        else:
            actions = np.empty(len(running), np.int64)
            kernels.bot_moves(states, running, masks, True, actions)
        happened.update(game.text.label(states[i], int(a)) for i, a in zip(running, actions, strict=True))
        kernels.play(states, running, actions)
        decisions[running] += 1
        running = running[states["over"][running] == 0]
    return Survey(variant, kind, decisions, game.shares(states, options).mean(axis=0), happened)


def tables(game: Game) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """A row a variant and kind of play; a row for each thing that happens; a row for each that does in several ways.

    Those are labelled `thing: way`. Both are told in times a game, over all variants.
    """
    surveys = [survey(game, variant, kind) for variant in game.variants for kind in PLAYS]
    courses = [
        {
            "variant": ", ".join(f"{name}={value}" for name, value in s.variant.items()),
            "play": s.play,
            "decisions a game": f"{s.decisions.mean():.0f} (at most {s.decisions.max()})",
            "wins by seat": " ".join(f"{share:.0%}" for share in s.shares),
        }
        for s in surveys
    ]
    totals = {kind: sum((s.happened for s in surveys if s.play == kind), Counter[str]()) for kind in PLAYS}
    labels = sorted(set().union(*totals.values()), key=lambda name: (-totals[PLAYS[0]][name], name))
    count = GAMES * len(game.variants)
    times = {name: [f"{totals[kind][name] / count:.2f}" for kind in PLAYS] for name in labels}
    plain = [{"what": name, **dict(zip(PLAYS, times[name], strict=True))} for name in labels if ": " not in name]
    ways = [name.split(": ") for name in labels if ": " in name]
    things, heads = dict.fromkeys(thing for thing, _ in ways), dict.fromkeys(way for _, way in ways)
    crossed = [
        {"what": thing} | {way: " / ".join(times.get(f"{thing}: {way}", "-")) for way in heads} for thing in things
    ]
    return courses, plain, crossed
