"""A small training run in a process of its own, for tests that end it: `runner.py FOLDER DECISIONS [WORKERS]`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import torch

from warzoo.training.learning import runs
from warzoo.training.learning.settings import Settings

TINY: dict[str, Any] = {
    "game": "kuhn_poker",
    "hidden": [16, 16],
    "games": 64,
    "rollout": 1024,
    "batch_size": 256,
    "n_epochs": 2,
    "imitation": 0.5,
    "pool_share": 0.5,
    "pool_bots": ["random", "greedy"],
    "snapshots": 3,
    "snapshot_every": 3000,
    "ladder": ["random"],
    "ladder_deals": 32,
    "ladder_every": 4000,
    "checkpoint_every": 1,
    "checkpoints": 3,
    "decisions": 20 * 1024,
    "threads": 1,
}


def main(folder: Path, decisions: int, workers: int = 1) -> None:
    torch.set_num_threads(1)
    try:
        if (folder / "settings.json").exists():
            runs.resume(folder, quiet=True)
        else:
            runs.run(Settings(**{**TINY, "decisions": decisions, "workers": workers}), folder, quiet=True)
    except runs.Stopped as stopped:
        sys.exit(128 + stopped.signal)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
