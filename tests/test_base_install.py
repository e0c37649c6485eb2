"""The base install: what runs without torch, matplotlib and resvg, and what says which extra it needs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from warzoo.models import checkpoint
from warzoo.models.network import Shape
from warzoo.training.shell.doctor import EXTRAS

from .games import GAMES, each_game

ROOT = Path(__file__).parents[1]
EXTRA = ("torch", "stable_baselines3", "sb3_contrib", "matplotlib", "pygame", "resvg_py", "PIL", "tensorboard")
BARE = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {EXTRA}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
from warzoo.training.shell.cli import main
for line in sys.stdin.read().splitlines():
    print(f"[{{main(line.split())}}]", flush=True)
"""


def bare(folder, *lines):
    """Runs commands where the extras are absent: their exit codes, what they said and what they complained of."""
    done = subprocess.run(
        [sys.executable, "-c", BARE], input="\n".join(lines), capture_output=True, text=True, cwd=folder
    )
    codes = [int(line[1:-1]) for line in done.stdout.splitlines() if line in ("[0]", "[1]", "[2]")]
    return codes, done.stdout, done.stderr


def daily(game, network):
    """What everybody does, extras or not; a network is among the players."""
    players = ",".join([network, *["random"] * (game.settings().players - 1)])
    yield "list"
    yield f"rules {game.name}"
    yield f"play {game.name} --players {players} --seed 2 --save game.txt"
    yield "replay game.txt"
    yield f"arena {game.name} --players {network},heuristic,random --deals 2 --csv rows.csv"
    yield "doctor"


@each_game
def test_the_daily_commands_need_no_extra(game, tmp_path):
    shape = Shape(inputs=game.observation.width(), actions=game.actions.size, hidden=[8], shared=True)
    rng = np.random.default_rng(1)
    tensors = {name: rng.normal(size=size).astype(np.float32) for name, size in shape.tensors().items()}
    told = {"variants": [{}], "algorithm": "none", "command": "none", "seed": 0, "decisions": 0}
    checkpoint.save(tmp_path / "network", checkpoint.describe(game, shape, **told), tensors)
    lines = list(daily(game, "./network"))
    codes, said, complaints = bare(tmp_path, *lines)
    assert codes == [0] * len(lines), complaints
    assert "Verified:" in said and "ratings" in said
    assert (tmp_path / "rows.csv").read_text().startswith("kind,player")


def test_what_needs_an_extra_says_which_before_the_work(tmp_path):
    game = GAMES[0].name
    codes, _, complaints = bare(tmp_path, f"train {game}", f"arena {game} --deals 1000000 --png map.png")
    assert codes == [1, 1]
    trains, draws = complaints.splitlines()
    assert trains.startswith("warzoo: this needs ") and trains.endswith(": pip install 'warzoo[train]'")
    assert draws == "warzoo: this needs matplotlib: pip install 'warzoo[train]'"
    assert not list(tmp_path.iterdir())


def test_the_extras_that_are_named_are_those_of_the_package():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {
        extra: [re.split(r"[\[<>=;]", need)[0] for need in needs] for extra, needs in extras.items() if extra != "dev"
    }
    assert {extra: list(names) for extra, names in EXTRAS.items()} == named


@pytest.mark.soak
def test_a_wheel_in_an_empty_environment_plays(tmp_path):
    def run(*words):
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(words, check=True, capture_output=True, text=True, cwd=tmp_path, env=variables).stdout

    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "dist", str(ROOT))
    [wheel] = (tmp_path / "dist").iterdir()
    run(sys.executable, "-m", "venv", "venv")
    run("venv/bin/pip", "install", "--quiet", str(wheel))
    assert "torch" not in run("venv/bin/pip", "list")
    for game in GAMES:
        for line in daily(game, "zoo:standard" if checkpoint.shelf(game) else "greedy"):
            run("venv/bin/warzoo", *line.split())
