"""Golden files: three transcripts a game, and counts of action sequences. `python -m tests.goldens` writes them anew.

A golden changes only with the rules; then the game's version changes too. Of a long game it shows the beginning and
the end, and a digest stands for the rest.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import islice
from pathlib import Path

import numpy as np

from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED
from warzoo.envs.core.luck import S32, seeds
from warzoo.envs.core.transcript import Transcript
from warzoo.models.opponents import opponent

from .games import GAMES

BOTS = ("heuristic", "random", "greedy")
LINES = 60  # a golden is to be read
LONG = 4 * LINES  # a game whose first transcript is longer has none that is short
DEPTH = 3
FILES = 3
SEEDS = 300


def folder(game):
    return Path(__file__).parent / game.name / "golden"


def transcript(game, options, seed):
    """A game of the three bots in turn."""
    settings = game.settings(**options)
    players = [BOTS[seat % len(BOTS)] for seat in range(settings.players)]
    log = Transcript(game, settings, int(seeds(np.random.SeedSequence(seed), 1)[0]), players=players)
    bots = [opponent(name, game) for name in players]
    states, rng, row = log.deal(), np.random.default_rng(seed), np.zeros(1, np.int64)
    while not states["over"][0]:
        bot, word = bots[states["turn"][0]], np.zeros(1, np.uint64)
        if bot.name == "random":  # nobody else draws: bots that need no luck may be mended without new goldens
            word = rng.integers(1 << 32, size=1, dtype=np.uint64) << S32
        action = bot.act(states, row, game.mask(states)[None], word)
        log.actions.append(int(action[0]))
        kernels.play(states, row, action)
    return log.write()


def readable_transcripts(game):
    """Games short enough to read; of a game that has none, parts of one of each variant."""
    if transcript(game, game.variants[0], 0).count("\n") > LONG:
        return (abridged(transcript(game, options, 0)) for options in game.variants)
    return short_transcripts(game)


def abridged(text):
    """The head, as much of the story's beginning and end as there are lines for, and a digest of the whole."""
    lines = text.splitlines()
    if len(lines) < LINES:
        return text
    story = lines.index("") + 1
    part = (LINES - story - 2) // 2
    digest = sha256(text.encode()).hexdigest()[:16]
    left_out = f"...  {len(lines) - story - 2 * part} lines more, digest of the whole {digest}"
    return "\n".join([*lines[: story + part], left_out, *lines[-part:]]) + "\n"


def short_transcripts(game):
    """The first by seed of each variant, then the second, and so on."""
    searches = [short_games(game, options) for options in game.variants]
    while searches:
        found = [next(search, None) for search in searches]
        yield from filter(None, found)
        searches = [search for search, text in zip(searches, found, strict=True) if text]


def short_games(game, options):
    texts = (transcript(game, options, seed) for seed in range(SEEDS))
    return (text for text in texts if text.count("\n") < LINES)


def sequences(game, states, depth):
    """How many sequences of so many legal actions there are from here."""
    if depth == 0 or states["over"][0]:
        return 1
    total = 0
    for action in np.flatnonzero(game.mask(states)):
        after = states.copy()
        kernels.play(after, np.zeros(1, np.int64), np.array([action]))
        total += sequences(game, after, depth - 1)
    return total


def count_lines(game, depth=DEPTH):
    """A line a variant: the counts to each depth."""
    for options in game.variants:
        states = game.deal(1, game.settings(**options), seed=1)
        counts = " ".join(str(sequences(game, states, d)) for d in range(1, depth + 1))
        yield f"{options}: {counts}"


def write(game):
    folder(game).mkdir(exist_ok=True)
    for number, text in enumerate(islice(readable_transcripts(game), FILES), start=1):
        (folder(game) / f"game_{number}.txt").write_text(text)
    (folder(game) / "counts.txt").write_text("\n".join(count_lines(game)) + "\n")


if __name__ == "__main__":
    assert COMPILED
    for each in GAMES:
        write(each)
