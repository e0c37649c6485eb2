"""Random play goes as it goes in an independent program."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.core.jit import COMPILED, source_folder
from warzoo.envs.core.page import markdown
from warzoo.envs.global_domination.state import State

from .games import each_count
from .trials import THEIRS, ours, row

FOLDER = source_folder(State)
CLOSE = np.array([0.03, 0.03, 0.07, 0.1, 0.06])  # of each figure: theirs are of some hundred games
POINTS = 7  # of a seat's wins in a hundred games


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
@each_count
def test_random_games_go_as_elsewhere(players):
    *figures, wins = ours(players)
    assert markdown([row(players, (*figures, wins))]).splitlines()[-1] in (FOLDER / "RULES.md").read_text()
    *theirs, shares = THEIRS[players]
    assert (abs(np.array(figures) / theirs - 1) < CLOSE).all(), figures
    assert (abs(np.subtract(wins, shares)) < POINTS).all(), wins
