"""What holds at every step of whole games, for two to six players."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED
from warzoo.envs.global_domination import GAME
from warzoo.envs.global_domination.cards import CARDS
from warzoo.envs.global_domination.state import Phase, Way

from ..verbs import share_won
from .audit import audit
from .games import STYLES, each_count, positions, scaled
from .table import payoffs


@pytest.mark.rule("GD-R42", "GD-26")
@each_count
@pytest.mark.parametrize("game_turns", [3, 8, 12])
def test_invariants(players, game_turns):
    """Victory points never fall, game turns come one after the other, games end."""
    for seed in range(scaled(3)):
        points, turn = np.zeros(6), 1
        for length, s in enumerate(positions(players, seed, STYLES[seed % 3], game_turns=game_turns)):  # noqa: B007
            audit(s)
            r = s[0]
            assert (r.vp >= points).all() and turn <= r.game_turn <= turn + 1
            points, turn = r.vp.copy(), int(r.game_turn)
            assert r.over or GAME.mask(s).any()
        assert length <= GAME.longest and r.game_turn == game_turns
        assert sum(payoffs(s)) == pytest.approx(0) and max(payoffs(s)) >= 0
        if not COMPILED and game_turns == 3:
            return


@pytest.mark.rule("GD-44")
def test_random_play_reaches_every_card_in_every_way():
    """All uses that the rules know: no text for Domination, that of Fog in the scoring step alone."""
    if not COMPILED:
        pytest.skip("takes hundreds of games")
    seen = set()
    for players in (2, 4, 6):
        states = GAME.deal(300, GAME.settings(players=players), seed=players)
        rng = np.random.default_rng(players)
        while len(states):
            _, masks = GAME.look(states)
            ways = states["phase"] == Phase.WAY
            for card, mask in zip(states["card"][ways], masks[ways, 25:30], strict=True):
                seen |= {(CARDS[card].name, way) for way in np.flatnonzero(mask).tolist()}
            windows = (states["phase"] == Phase.INTERRUPT) & (masks[:, :25].sum(1) > 0)
            seen |= {(CARDS[card].name, "window") for card in masks[windows, :25].argmax(1).tolist()}
            kernels.play(states, np.arange(len(states)), (rng.random(masks.shape) * masks).argmax(1))
            states = states[states["over"] == 0]
    every = {(card.name, int(way)) for card in CARDS for way in Way}
    every -= {("Domination", Way.TEXT), ("Fog of War", Way.TEXT)}
    assert seen == every | {("Airborne Forces", "window"), ("Fog of War", "window")}


@pytest.mark.parametrize(("players", "share"), [(2, 0.7), (4, 0.45), (6, 0.35)])
def test_the_strong_player_beats_the_simple_one_and_that_one_luck(players, share):
    """One against all others alike, each seat as often; the share of games it must win."""
    if not COMPILED:
        pytest.skip("takes hundreds of games")
    assert min(share_won(GAME, clever, 40 * players, players=players) for clever in (True, False)) > share
