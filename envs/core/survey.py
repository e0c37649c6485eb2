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
GAMES = 100  # of each variant and kind of play
SEED = 1
Rows = list[dict[str, Any]]
Pair = tuple[str, str]


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


def tables(game: Game) -> tuple[Rows, Rows, list[Rows]]:
    """A row a variant and kind of play; a row for each thing that happens; tables of those that do in several ways.

    Those are labelled `thing: way`; things that share a way stand in one table. All in times a game, over all variants.
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
    ways = [(thing, way) for thing, colon, way in (name.partition(": ") for name in labels) if colon]
    return courses, plain, [crossed(group, times) for group in kin(ways)]


def kin(pairs: list[Pair]) -> list[list[Pair]]:
    """Things and ways, in groups that have nothing in common."""
    groups = []
    while pairs:
        things = {pairs[0][0]}
        for _ in pairs:
            ways = {way for thing, way in pairs if thing in things}
            things = {thing for thing, way in pairs if way in ways}
        groups.append([pair for pair in pairs if pair[0] in things])
        pairs = [pair for pair in pairs if pair[0] not in things]
    return groups


def crossed(pairs: list[Pair], times: dict[str, list[str]]) -> Rows:
    """A row for each thing, a column for each way."""
    things, ways = dict.fromkeys(thing for thing, _ in pairs), dict.fromkeys(way for _, way in pairs)
    return [{"what": thing} | {way: " / ".join(times.get(f"{thing}: {way}", "-")) for way in ways} for thing in things]
