"""What holds at every step of whole games, for 2, 3 and 4 players."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.core.jit import COMPILED
from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.board import VALUE
from warzoo.envs.war_on_terror.cards import CARDS, Ability
from warzoo.envs.war_on_terror.state import Phase

from ..verbs import share_won
from .audit import audit
from .games import bot_action, each_count, positions, scaled
from .table import known, payoffs, redealt, sight


@pytest.mark.rule("WT-R32", "WT-R48", "WT-R06", "WT-28")
@each_count
def test_invariants(players):
    """Cards lie in one place each, somebody can always move, countries are worth what was won, games end."""
    for seed in range(scaled(25)):
        points = 0
        for length, s in enumerate(positions(players, seed)):  # noqa: B007
            audit(s)
            r = s[0]
            assert GAME.mask(s).any() != r.over and r.turn < players
            assert (r.points >= 0).all() and r.points.sum() >= points
            points = r.points.sum()
            won = VALUE[1:].sum() - (VALUE * r.left).sum()
            assert r.points.sum() == won - (0 if r.over else VALUE[r.country])
            assert r.countries.sum() == r.contest - (not r.over)
            assert (r.row_n <= 6).all() and r.laid.max() <= 6
        assert length <= GAME.longest
        assert r.winner.sum() == 1 and r.points[r.winner.argmax()] >= (9 if players == 4 else 10)
        assert sum(payoffs(s)) == pytest.approx(0) and max(payoffs(s)) == 1


@pytest.mark.rule("WT-12", "WT-R31", "WT-R47")
@each_count
@pytest.mark.parametrize("style", ["random", "trades"])
def test_what_a_seat_cannot_know_does_not_show(players, style):
    """After a redeal the seat sees the same, may do the same, and its bots do the same, however hands were traded."""
    same = count = 0
    for seed in range(scaled(4)):
        for turn, s in enumerate(positions(players, 100 + seed, style)):
            for seat in range(players):
                copy = redealt(s, seat, turn)
                audit(copy)
                assert sight(copy, seat).tobytes() == sight(s, seat).tobytes()
                assert (copy[0].turn, copy[0].phase) == (s[0].turn, s[0].phase)
                same += (copy[0].hand == s[0].hand).all()
                count += 1
                if seat == s[0].turn and not s[0].over:
                    assert (GAME.mask(copy) == GAME.mask(s)).all()
                    for clever in (False, True):
                        assert bot_action(copy, clever) == bot_action(s, clever)
                    assert turn % 5 or GAME.text.draw(copy[0], seat).ansi() == GAME.text.draw(s[0], seat).ansi()
    assert same < 0.2 * count or style == "trades"


@pytest.mark.rule("WT-04", "WT-05")
@each_count
def test_random_and_greedy_games_reach_every_use_of_every_card(players):
    """All phases come up, all abilities are played, hands are traded and known of."""
    phases, abilities, knew = set(), set(), False
    for seed in range(scaled(30)):
        for s in positions(players, 700 + seed):
            phases.add(Phase(s[0].phase))
            abilities |= {CARDS[k].ability for k in np.flatnonzero(GAME.mask(s)[:36])}
            knew = knew or any(known(s, a, b) for a in range(players) for b in range(players))
    assert (phases == set(Phase) and abilities == set(Ability) and knew) or not COMPILED


@pytest.mark.parametrize(("players", "share"), [(2, 0.6), (3, 0.5), (4, 0.4)])
def test_the_strong_player_beats_the_simple_one_and_that_one_luck(players, share):
    """One against all others alike, each seat as often; the share of games it must win."""
    count = 200 if COMPILED else players
    results = [share_won(GAME, clever, count, players=players) for clever in (True, False)]
    assert min(results) > share or not COMPILED
