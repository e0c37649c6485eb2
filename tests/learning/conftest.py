"""The solved games, their trees, and one torch thread."""

from __future__ import annotations

import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
import torch

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

import kuhn_poker  # noqa: E402
import leduc_poker  # noqa: E402
from exploitability import Tree  # noqa: E402

torch.set_num_threads(1)


@pytest.fixture(scope="session")
def kuhn() -> Tree:
    deals = list(permutations(range(3), 2))
    roots = kuhn_poker.GAME.deal(len(deals), seed=0)
    roots["card"] = np.array(deals)
    return Tree(kuhn_poker.GAME, roots)


@pytest.fixture(scope="session")
def leduc() -> Tree:
    deals = list(permutations(range(6), 3))
    roots = leduc_poker.GAME.deal(len(deals), seed=0)
    roots["card"] = np.array(deals)[:, :2]
    roots["board"] = np.array(deals)[:, 2]
    return Tree(leduc_poker.GAME, roots)
