"""What holds at every step of whole games, in all theatres."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.conflict import CARDS, KINDS, STARTERS, Kind
from warzoo.envs.battlecards.state import Phase, Place
from warzoo.envs.core.jit import COMPILED

from .audit import audit
from .games import PACKS, STYLES, each_game, positions, scaled
from .table import payoffs

STRIDE = 4  # of the positions looked at


@pytest.mark.rule("BC-R22", "BC-R40", "BC-R56")
@each_game
@pytest.mark.parametrize("style", STYLES)
def test_invariants(options, style):
    """Games end, and partners share the result."""
    ended = 0
    for length, states in enumerate(positions(options, 1, style, count=scaled(24))):
        over = states[states["over"] == 1]
        if length % STRIDE == 0 or len(over):
            audit(states)
        for k in range(len(over)):
            pay = payoffs(over[k : k + 1])
            assert sum(pay) == 0 and set(np.abs(pay)) <= {0.0, 1.0} and list(pay[:2]) == list(pay[2:] or pay)
        ended += len(over)
    assert ended == scaled(24) and length <= GAME.longest


@pytest.mark.rule("BC-R99", "BC-R11")
@each_game
def test_turns_and_rounds_come_one_after_the_other(options):
    for seed in range(scaled(3)):
        turns = rounds = 0
        for s in positions(options, seed, "fighter"):
            r = s[0]
            assert turns <= r.turns <= turns + 1 and r.rounds in (0, rounds, rounds + 1)
            turns, rounds = int(r.turns), int(r.rounds)


@pytest.mark.rule("BC-05")
def test_play_reaches_every_card_and_every_phase():
    """All Conflict cards of both theatres and of the packs come up, all battles are won, all phases are asked."""
    if not COMPILED:
        pytest.skip("takes hundreds of games")
    phases, drawn, won = set(), set(), set()
    for theatre, style, first in (("combined", "random", 0), ("pacific", "fighter", 1)):
        for states in positions({"theatre": theatre, "expansions": PACKS}, 5, style, count=80):
            phases |= set(np.unique(states["phase"]).tolist())
            place = states["place"]
            held = (place == Place.ASIDE) | (place >= Place.KEPT) & (place < Place.WON)
            drawn |= {(deck + first, card) for _, deck, card in np.argwhere(held).tolist()}
            won |= {(deck + first, card) for _, deck, card in np.argwhere(place >= Place.WON).tolist()}
    everything = {(0, card) for card in range(STARTERS)} | {(1, card) for card in range(CARDS)}
    assert drawn == everything
    assert won == {(of, card) for of, card in everything if KINDS[card] == Kind.BATTLE}
    assert phases >= set(Phase) - {Phase.REBUILD}
