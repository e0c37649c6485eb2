"""The hand-written bots."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.cards_of_war import GAME
from warzoo.envs.core import kernels

from .table import discard, hold, new_game, play, stack


def chosen(s, *, clever):
    """The move of the heuristic bot, or of the greedy one."""
    out = np.zeros(1, np.int64)
    kernels.bot_moves(s, np.arange(1), GAME.mask(s)[None], clever, out)
    return GAME.text.describe(int(out[0]))


@pytest.mark.rule("CW-35")
@pytest.mark.parametrize(("top", "drawn"), [("Infantry", "Field Guns"), ("Field Guns", "Infantry")])
def test_the_heuristic_weighs_what_threatens_the_top_discard_and_the_drawn_card(top, drawn):
    s = new_game(alternative_reinforce=True)
    hold(s, 0, "Air Transport")
    discard(s, top)
    stack(s, drawn)
    play(s, "Air Transport > battle 1")
    assert chosen(s, clever=True).startswith("Field Guns"), "as many points, and fewer cards that kill it"
