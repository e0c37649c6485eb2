"""Speed, measured: games in batches, one game from Python, the views, and the peers that are installed.

All in one process and one thread, in turns and several times over; the best of them counts, so that what other
programs do on the machine disturbs as little as it can. Compare ratios within one run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec

import numpy as np

from warzoo.envs.core import kernels
from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, player_counts
from warzoo.envs.core.gym import make_gym
from warzoo.envs.core.vector import LearnerVectorEnv

from .arena import Progress
from .peers import PEERS, documented_loop, own_loop

BATCHES = (1, 64, 1024)
TURNS = 5  # each measurement is taken so often, in turns with all others
SECONDS_MOST = 600
DOCUMENTED, OWN = "documented loop", "own draw"

Loop = Callable[[float], int]  # plays for so many seconds, returns decisions made
Key = tuple[str, str, int]  # game, what, games


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    game: str
    what: str
    games: int
    rate: float  # decisions a second
    unit: str = "decisions/s"


def bench(games: list[Game], seconds: float, peers: bool, progress: Progress) -> list[Row]:
    """Measures; tells how many of its measurements are taken."""
    if not 0 < seconds <= SECONDS_MOST:
        raise UsageError(f"a measurement takes more than 0 and at most {SECONDS_MOST} seconds, not {seconds:g}")
    loops: dict[Key, Loop] = {}
    for game in games:
        loops |= {(game.name, *key): loop for key, loop in game_loops(game, max(player_counts(game))).items()}
    if peers:
        loops |= {(peer.game, peer.what, 1): peer.loop() for peer in PEERS if find_spec(peer.needs)}
    best, total = dict.fromkeys(loops, 0.0), TURNS * len(loops) + len(games)
    for turn in range(TURNS):
        for number, (key, loop) in enumerate(loops.items()):
            progress(turn * len(loops) + number, total)
            start = time.process_time()
            count = loop(seconds / TURNS)
            best[key] = max(best[key], count / (time.process_time() - start))
    rows = [Row(name, what, count, rate) for (name, what, count), rate in best.items()]
    for left, game in zip(range(len(games), 0, -1), games, strict=True):
        progress(total - left, total)
        rows += sizes(game)
    progress(total, total)
    return rows


def game_loops(game: Game, players: int) -> dict[tuple[str, int], Loop]:
    loops: dict[tuple[str, int], Loop] = {("batch", n): batch_loop(game, players, n) for n in BATCHES}
    loops["one game from Python", 1] = single_loop(game, players)
    for what, kind in (("raw_env", RawEnv), ("env", SafeEnv)):
        loops[f"{what}, {OWN}", 1] = own_loop(kind(game, players=players))
        loops[f"{what}, {DOCUMENTED}", 1] = documented_loop(kind(game, players=players))
    loops["Gymnasium, against random", 1] = gym_loop(game, players)
    loops["VectorEnv, against random", 64] = vector_loop(game, players, 64)
    return loops


def batch_loop(game: Game, players: int, count: int) -> Loop:
    """All games in lockstep: observation, mask and a random legal action for each, in their own buffers."""
    states = game.deal(count, game.settings(players=players), seed=1)
    records = game.observation.zeros(count)
    masks = np.zeros((count, game.actions.size), np.int8)
    dice = np.random.default_rng(2).integers(1, 1 << 63, count, dtype=np.uint64)
    kernels.random_play(states, records, masks, dice, 1)
    rounds = max(1, 4096 // count)

    def loop(seconds: float) -> int:
        end, done = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            for _ in range(rounds):
                kernels.random_play(states, records, masks, dice, 1)
            done += rounds * count
        return done

    return loop


def single_loop(game: Game, players: int) -> Loop:
    """One game, each decision three calls from Python: observation and mask, a draw, a step."""
    states = game.deal(1, game.settings(players=players), seed=1)
    records, which = game.observation.zeros(1), np.zeros(1, np.int64)
    masks = np.zeros((1, game.actions.size), np.int8)
    words = np.random.default_rng(3).integers(1 << 32, size=4096, dtype=np.uint64)

    def loop(seconds: float) -> int:
        end, done = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            for k in range(200):
                kernels.look(states, which, records, masks)
                kernels.play(
                    states, which, kernels.random_moves(which, masks, words[done + k & 4095 : (done + k & 4095) + 1])
                )
                if states["over"][0]:
                    kernels.deal_games(states, which)
            done += 200
        return done

    return loop


def gym_loop(game: Game, players: int) -> Loop:
    env = make_gym(game, "random", players=players)
    env.reset(seed=1)
    rng = np.random.default_rng(4)

    def loop(seconds: float) -> int:
        end, done = time.perf_counter() + seconds, 0
        _, info = env.reset()
        while time.perf_counter() < end:
            moves = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(moves[rng.integers(len(moves))])
            if over:
                _, info = env.reset()
            done += 1
        return done

    return loop


def vector_loop(game: Game, players: int, count: int) -> Loop:
    env = LearnerVectorEnv(game, count, "random", players=players)
    env.reset(seed=1)
    rng = np.random.default_rng(5)

    def loop(seconds: float) -> int:
        end, done = time.perf_counter() + seconds, 0
        _, infos = env.reset()
        while time.perf_counter() < end:
            masks = infos["action_mask"]
            *_, infos = env.step((masks * rng.random(masks.shape, np.float32)).argmax(axis=1))
            done += count
        return done

    return loop


def sizes(game: Game) -> list[Row]:
    """Memory of a game, and how long a new process takes to its first step, cold and warm."""
    rows = [Row(game.name, "memory", 1, game.state.dtype.itemsize, "bytes a game")]
    with tempfile.TemporaryDirectory() as folder:
        for what in ("process to first step, cold", "process to first step, warm"):
            rows.append(Row(game.name, what, 1, first_step(game, folder), "s"))
    return rows


def first_step(game: Game, cache: str) -> float:
    program = (
        f"from warzoo.envs import find; from warzoo.envs.core.aec import RawEnv; e = RawEnv(find({game.name!r})); "
        "e.reset(seed=1); e.step(int(e.infos[e.agent_selection]['action_mask'].argmax())); e.last()"
    )
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ | {"WARZOO_CACHE": cache}, stderr=-3)
    return time.perf_counter() - start


def print_json(rows: list[Row]) -> None:
    for row in rows:
        print(json.dumps(asdict(row)))


def print_table(rows: list[Row]) -> None:
    """The rows, and how many times as fast as the peers' each comparable loop is."""
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "what", "games", "rate", "unit")
    for row in rows:
        rate = f"{row.rate:,.0f}" if row.rate >= 100 else f"{row.rate:.2f}"
        table.add_row(row.game, row.what, str(row.games), rate, row.unit)
    console = Console()
    console.print(table)
    rates = {(row.game, row.what, row.games): row.rate for row in rows}
    for ours, peer, claim in comparisons(rates):
        console.print(f"{claim}: {rates[ours] / rates[peer]:.1f} times")


def comparisons(rates: dict[Key, float]) -> list[tuple[Key, Key, str]]:
    """What stands beside what: the same kind of loop, here and at a peer."""
    found = []
    for game in {name for name, what, _ in rates if what == "batch"}:
        for peer in (key for key in rates if key[0] != game and key[1] in KIN):
            ours = (game, KIN[peer[1]], 1)
            found.append((ours, peer, f"{game}, {ours[1]} / {peer[0]}, {peer[1]}"))
    return found


KIN = {f"{what}, {loop}": f"{what}, {loop}" for what in ("raw_env", "env") for loop in (OWN, DOCUMENTED)}
KIN["from Python"] = "one game from Python"
