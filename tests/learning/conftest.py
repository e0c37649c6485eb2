"""The solved games' trees, and one torch thread."""

from __future__ import annotations

import pytest
import torch

from warzoo.envs import kuhn_poker, leduc_poker
from warzoo.training.measuring.exploit import Tree

torch.set_num_threads(1)


@pytest.fixture(scope="session")
def kuhn() -> Tree:
    return Tree(kuhn_poker.GAME)


@pytest.fixture(scope="session")
def leduc() -> Tree:
    return Tree(leduc_poker.GAME)
