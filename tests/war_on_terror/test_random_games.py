"""What holds at every step of random games, for 2, 3 and 4 players."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED
from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.board import VALUE
from warzoo.envs.war_on_terror.cards import CARDS, Ability
from warzoo.envs.war_on_terror.state import Phase

from .audit import audit
from .table import known, payoffs, redealt, sight, trade_hands


def scaled(games):
    """So many games, or the few that there is time for without compilation."""
    return games if COMPILED else 1 + games // 10


each_count = pytest.mark.parametrize("players", [2, 3, 4])


def random_game(players, seed):
    """Yields the table, the mask and the luck of the players before each decision of a random game."""
    rng = np.random.default_rng(seed)
    s = GAME.deal(1, GAME.settings(players=players), seed=seed)
    while not s[0].over:
        mask = GAME.mask(s)
        yield s, mask, rng
        action = int(rng.choice(np.flatnonzero(GAME.mask(s))))
        kernels.play(s, np.arange(1), np.array([action]))
    yield s, np.zeros_like(mask), rng


def bot_move(s, mask, clever):
    out = np.zeros(1, np.int64)
    kernels.bot_moves(s, np.arange(1), mask[None], clever, out)
    return int(out[0])


@pytest.mark.rule("WT-R32", "WT-R48", "WT-R06", "WT-28")
@each_count
def test_invariants(players):
    """Cards lie in one place each, somebody can always move, countries are worth what was won, games end."""
    for seed in range(scaled(25)):
        points = 0
        for length, (s, mask, _) in enumerate(random_game(players, seed)):  # noqa: B007
            audit(s)
            r = s[0]
            assert mask.any() != r.over and r.turn < players
            assert (r.points >= 0).all() and r.points.sum() >= points
            points = r.points.sum()
            won = VALUE[1:].sum() - (VALUE * r.left).sum()
            assert r.points.sum() == won - (0 if r.over else VALUE[r.country])
            assert r.countries.sum() == r.contest - (not r.over)
            assert (r.row_n <= 6).all() and r.laid.max() <= 6
            assert not mask[np.arange(mask.size) > GAME.actions.size].any()
        assert length <= GAME.longest
        assert r.winner.sum() == 1 and r.points[r.winner.argmax()] >= (9 if players == 4 else 10)
        assert sum(payoffs(s)) == pytest.approx(0) and max(payoffs(s)) == 1


@pytest.mark.rule("WT-12", "WT-R31", "WT-R47")
@each_count
def test_what_a_seat_cannot_know_does_not_show(players):
    """After a redeal the seat sees the same, may do the same, and its bots do the same."""
    same = positions = 0
    for seed in range(scaled(6)):
        for s, mask, rng in random_game(players, 100 + seed):
            for seat in range(players):
                copy = redealt(s, seat, rng.integers(1 << 62))
                audit(copy)
                assert sight(copy, seat).tobytes() == sight(s, seat).tobytes()
                assert (copy[0].turn, copy[0].phase) == (s[0].turn, s[0].phase)
                for other in range(players):
                    assert not (s[0].known[seat, other] > copy[0].hand[other]).any()
                same += (copy[0].hand == s[0].hand).all()
                positions += 1
                if seat == s[0].turn and not s[0].over:
                    assert (GAME.mask(copy) == mask).all()
                    for clever in (False, True):
                        assert bot_move(copy, mask, clever) == bot_move(s, mask, clever)
                    if positions % 5 == 0:
                        assert GAME.text.draw(copy[0], seat).ansi() == GAME.text.draw(s[0], seat).ansi()
    assert same < 0.2 * positions


@pytest.mark.rule("WT-47", "WT-R31")
@each_count
def test_much_trading_of_hands_leaves_all_knowledge_sound(players):
    """Hands change owners again and again; what a seat sees and is sure of outlasts every redeal."""
    for seed in range(scaled(10)):
        for s, _, rng in random_game(players, 600 + seed):
            if s[0].phase != Phase.PLAY:
                continue
            if rng.random() < 0.2:
                trade_hands(s, *rng.choice(players, 2, replace=False).tolist())
            audit(s)
            seat = int(rng.integers(players))
            copy = redealt(s, seat, rng.integers(1 << 62))
            audit(copy)
            assert sight(copy, seat).tobytes() == sight(s, seat).tobytes()
            others = [other for other in range(players) if other != seat]
            for steps in range(1, players):
                known_of = s[0].known[(seat + steps) % players, seat]
                assert (sight(s, seat).aware[steps - 1] <= known_of[1:]).all()
            assert (copy[0].known[seat, others] == s[0].known[seat, others]).all()


@pytest.mark.rule("WT-R31")
@each_count
def test_games_go_on_from_what_a_seat_imagines(players):
    for seed in range(scaled(5)):
        for length, (s, _, rng) in enumerate(random_game(players, 200 + seed)):
            if length % 17 == 3 and not s[0].over:
                copy = redealt(s, length % players, rng.integers(1 << 62))
                while not copy[0].over:
                    action = rng.choice(np.flatnonzero(GAME.mask(copy)))
                    kernels.play(copy, np.arange(1), np.array([action]))
                    audit(copy)


@pytest.mark.rule("WT-R31")
@each_count
def test_observations_stay_below_their_largest_values(players):
    scale = GAME.observation.scale()
    for seed in range(scaled(8)):
        for s, _, _ in random_game(players, 300 + seed):
            for seat in range(players):
                numbers = np.frombuffer(sight(s, seat).tobytes(), np.int8)[: GAME.observation.width()]
                assert numbers.min() >= 0 and (numbers * scale).max() <= 1


@pytest.mark.rule("WT-R31")
@each_count
def test_every_copy_is_accounted_for_in_what_a_seat_sees(players):
    for s, _, _ in random_game(players, 400):
        o = sight(s, 0)
        hidden = s[0].hidden[1:]
        assert (o.hand + o.known.sum(0) + o.loose == hidden).all() and (o.loose >= 0).all()


@pytest.mark.rule("WT-R31")
@each_count
def test_seats_see_the_table_from_their_own_place(players):
    for s, _, _ in random_game(players, 500):
        for seat in range(players):
            o = sight(s, seat)
            order = [(seat + i) % players for i in range(players)]
            for part in ("total", "laid", "hand_n", "points", "countries", "tied"):
                assert o[part][:players].tolist() == [int(s[0][part][who]) for who in order]
                assert not o[part][players:].any()
            assert o.acting.argmax() == order.index(s[0].turn) and o.first.argmax() == order.index(s[0].first)


@each_count
def test_deal_leaves_nothing_of_the_last_game(players):
    played = GAME.deal(1, GAME.settings(players=players), seed=1)
    for s, _, _ in random_game(players, 600):
        played = s
    played["rng"] = 12345
    kernels.deal_games(played, np.arange(1))
    fresh = GAME.blank(1, GAME.settings(players=players))
    fresh["rng"] = 12345
    kernels.deal_games(fresh, np.arange(1))
    observed = [name for name in played.dtype.names if name not in ("draw", "row", "up")]
    assert all((played[name] == fresh[name]).all() for name in observed)
    assert (played["row"] == fresh["row"]).all() and (played["draw"] == fresh["draw"]).all()


@pytest.mark.rule("WT-04", "WT-05")
@each_count
def test_random_and_greedy_games_reach_every_use_of_every_card(players):
    """All phases come up, all abilities are played, hands are traded and known of."""
    phases, abilities, knew = set(), set(), False
    for seed in range(scaled(30)):
        for s, mask, _ in random_game(players, 700 + seed):
            phases.add(Phase(s[0].phase))
            abilities |= {CARDS[k].ability for k in np.flatnonzero(mask[:36])}
            knew = knew or any(known(s, a, b) for a in range(players) for b in range(players))
    assert (phases == set(Phase) and abilities == set(Ability) and knew) or not COMPILED


@pytest.mark.parametrize(("players", "share"), [(2, 0.6), (3, 0.5), (4, 0.4)])
def test_the_strong_player_beats_the_simple_one_and_that_one_luck(players, share):
    """One against all others alike, each seat as often; the share of games it must win."""
    count = 200 if COMPILED else 2 * players
    results = [wins(players, clever, count) for clever in (True, False)]
    assert min(results) > share or not COMPILED


def wins(players, clever, count):
    """Part of the games won by one bot: the strong one against simple ones, or a simple one against luck."""
    s = GAME.deal(count, GAME.settings(players=players), seed=9)
    masks, records = np.zeros((count, GAME.actions.size), np.int8), GAME.observation.zeros(count)
    rng, seats = np.random.default_rng(9), np.arange(count) % players
    live = np.arange(count)
    while len(live):
        kernels.look(s, live, records, masks)
        actions, best = np.zeros(len(live), np.int64), np.zeros(len(live), np.int64)
        if clever:
            kernels.bot_moves(s, live, masks, False, actions)
        else:
            actions = kernels.random_moves(live, masks, rng.integers(1 << 32, size=len(live), dtype=np.uint64))
        kernels.bot_moves(s, live, masks, clever, best)
        kernels.play(s, live, np.where(s["turn"][live] == seats[live], best, actions))
        live = live[s["over"][live] == 0]
    return s["winner"][np.arange(count), seats].mean()
