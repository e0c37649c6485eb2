"""Play goes as it goes in an independent program."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.battlecards.state import State
from warzoo.envs.core.jit import COMPILED, source_folder
from warzoo.envs.core.page import markdown

from .trials import THEIRS, course, deeds, ours

LEDGER = source_folder(State) / "RULES.md"
CLOSE = {"attacks": 0.15, "shots": 0.25, "reshuffles": 0.25, "Aid 1 cards": 0.05}


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
@pytest.mark.parametrize("there", THEIRS, ids=lambda there: f"{there.game}-{there.play}")
def test_games_go_as_elsewhere(there):
    here = ours(there)
    for row in (course, deeds):
        assert markdown([row(here, there)]).splitlines()[-1] in LEDGER.read_text(encoding="utf-8")
    assert abs(here.turns / there.turns - 1) < 0.15
    assert (abs(np.subtract(here.ends, there.ends)) < 25).all()
    for name in CLOSE.keys() & there.events.keys():
        assert abs(here.events[name] / there.events[name] - 1) < CLOSE[name], name
