"""Whose decision leads to whose, and who is paid."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from warzoo.envs import kuhn_poker, leduc_poker, war_on_terror
from warzoo.models.network import Shape
from warzoo.models.opponents import opponent
from warzoo.training.learning.collector import END, OPEN, Collector
from warzoo.training.learning.league import Pool
from warzoo.training.learning.learner import normalised

from .. import teams


def table(
    module: Any,
    pool_share: float = 0.0,
    games: int = 64,
    rollout: int = 2000,
    bots: Any = ("random",),
    variants: Any = ({},),
) -> Any:
    game = module.GAME
    shape = Shape(inputs=game.observation.width(), actions=game.actions.size, hidden=[8], shared=True)
    pool = Pool(
        game, shape, [opponent(spec, game) for spec in bots], snapshots=2, rivals=1, bot_share=1.0, seed=5, whims=0.0
    )
    return Recorded(game, [game.settings(**options) for options in variants], pool, games, rollout, pool_share, seed=5)


class Recorded(Collector):
    """Remembers who decided in each row, and what every finished game paid."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.who: list[tuple[int, int, int]] = []  # row, game, seat
        self.paid: list[tuple[int, list[float], list[int]]] = []  # game, results, rows waiting
        self.strong: list[int] = []  # what the strong hand-written player would have done
        super().__init__(*args, **kwargs)

    def join(self, games: Any, seats: Any) -> None:
        self.who += [(self.rows + k, int(g), int(s)) for k, (g, s) in enumerate(zip(games, seats, strict=True))]
        self.strong += opponent("heuristic", self.game).act(self.states, games, self.masks, self.rng).tolist()
        super().join(games, seats)

    def pay(self, games: Any, results: Any) -> None:
        self.paid += [(int(g), results[k].tolist(), self.latest[g].tolist()) for k, g in enumerate(games)]
        super().pay(games, results)


def uniform() -> Any:
    rng = np.random.default_rng(3)
    return lambda observations, masks: (np.zeros(masks.shape), rng.random(len(observations)))


def slow_advantages(sequence: list[int], c: Collector, gamma: float, gae_lambda: float) -> dict[int, float]:
    """The sum of the book, term by term, along one seat's rows."""
    ended = c.after[sequence[-1]] == END
    deltas = []
    for k, row in enumerate(sequence):
        follows = c.values[sequence[k + 1]] if k + 1 < len(sequence) else 0.0
        deltas.append(c.rewards[row] + gamma * follows - c.values[row])
    usable = len(sequence) if ended else len(sequence) - 1
    return {
        sequence[k]: sum((gamma * gae_lambda) ** (j - k) * deltas[j] for j in range(k, usable)) for k in range(usable)
    }


@pytest.mark.parametrize("pool_share", [0.0, 1.0, 0.4])
@pytest.mark.parametrize("module", [kuhn_poker, leduc_poker])
def test_advantages_run_inside_a_seats_own_sequence(module: Any, pool_share: float) -> None:
    c = table(module, pool_share)
    c.collect(uniform(), 2000, lambda: True)
    sequences: dict[tuple[int, int], list[list[int]]] = {}
    fresh = set()
    for row, game, seat in c.who:
        runs = sequences.setdefault((game, seat), [])
        if not runs or c.after[runs[-1][-1]] == END or row in fresh:
            runs.append([])
        runs[-1].append(row)
    expected, errors = {}, {}
    for runs in sequences.values():
        for run in runs:
            assert [int(c.after[row]) for row in run[:-1]] == run[1:]
            expected.update(slow_advantages(run, c, 0.9, 0.8))
            errors.update(slow_advantages(run, c, 0.9, 0.95))
    rollout = c.rollout(0.9, 0.8, 0.95)
    done = np.flatnonzero(c.after[: c.rows] != OPEN)
    assert set(done.tolist()) == set(expected)
    np.testing.assert_allclose(rollout.advantages, [expected[row] for row in done], atol=1e-12)
    np.testing.assert_allclose(rollout.returns, [errors[row] + c.values[row] for row in done], atol=1e-12)


@pytest.mark.parametrize("pool_share", [0.0, 0.5])
def test_every_seat_gets_its_own_payoff(pool_share: float) -> None:
    c = table(leduc_poker, pool_share)
    c.collect(uniform(), 2000, lambda: True)
    assert c.paid
    for _, results, waiting in c.paid:
        assert sum(results) == pytest.approx(0.0)
        for seat, row in enumerate(waiting):
            if row >= 0:
                assert c.after[row] == END and c.rewards[row] == results[seat]
    losers = sum(r < 0 for _, results, waiting in c.paid for r, row in zip(results, waiting, strict=True) if row >= 0)
    assert losers > 100


def test_a_rollout_has_exactly_so_many_new_decisions_and_loses_none() -> None:
    c = table(leduc_poker, 0.3)
    evaluate, used, decided = uniform(), 0, 0
    for n in (500, 1300, 2000):
        c.collect(evaluate, n, lambda: True)
        decided += n
        used += len(c.rollout(1.0, 0.95, 0.95).actions)
        assert len(c.who) == decided
        assert used + int((c.after[: c.rows] == OPEN).sum()) == decided


def test_forced_moves_are_no_decisions() -> None:
    c = table(leduc_poker)
    c.collect(uniform(), 1000, lambda: True)
    assert (c.row_masks[: c.rows].sum(1) > 1).all()


def test_one_seat_learns_in_a_pool_game_and_seats_vary() -> None:
    c = table(kuhn_poker, 1.0, games=400)
    assert ((c.owner == 0).sum(1) == 1).all()
    assert 120 < (c.owner[:, 0] == 0).sum() < 280


def test_partners_learn_together_in_a_pool_game_and_meet_one_member() -> None:
    c = table(teams, 1.0, games=400, bots=("random", "greedy"))
    learner, other = c.owner[:, :2].min(1), c.owner[:, :2].max(1)
    assert (c.owner[:, 2:] == c.owner[:, :2]).all() and (learner == 0).all() and set(other) == {1, 2}
    assert 120 < (c.owner[:, 0] == 0).sum() < 280


def test_observation_is_that_of_the_seat_which_decides() -> None:
    c = table(kuhn_poker)
    c.collect(uniform(), 300, lambda: True)
    moves = c.observations[: c.rows, 3:].reshape(-1, 2, 2).sum((1, 2))
    seats = np.array([seat for _, _, seat in c.who])
    assert set(moves[seats == 0]) == {0, 2} and set(moves[seats == 1]) == {1}


def test_every_variant_has_as_many_decisions_whatever_its_tables_are_like() -> None:
    variants = [{"players": 2}, {"players": 3}, {"players": 4}]
    c = table(war_on_terror, 0.8, rollout=1000, variants=variants)
    for _ in range(2):
        waiting = np.bincount(c.row_variants[: c.rows][c.after[: c.rows] == OPEN], minlength=3)
        c.collect(uniform(), 1000, lambda: True)
        assert (np.bincount(c.row_variants[: c.rows], minlength=3) - waiting).tolist() == [333, 333, 334]
        players = c.states["players"][[game for _, game, _ in c.who[-1000:]]]
        assert np.bincount(players - 2).tolist() == [333, 333, 334]
        rollout = c.rollout(1.0, 0.9, 0.9)
        assert len(rollout.variants) == len(rollout.actions)


def test_advantages_are_normalised_within_each_variant() -> None:
    rng = np.random.default_rng(1)
    variants = np.repeat([0, 1], [300, 700])
    even = normalised(np.where(variants, 5 + 9 * rng.normal(size=1000), 0.1 * rng.normal(size=1000)), variants, 2)
    for variant in (0, 1):
        part = even[variants == variant]
        assert part.mean() == pytest.approx(0.0, abs=1e-9) and part.std() == pytest.approx(1.0, abs=1e-6)


def test_the_strong_player_tells_what_it_would_have_done_where_the_learner_is_taught() -> None:
    c = table(leduc_poker, pool_share=0.4)
    c.collect(uniform(), 1000, lambda: True)
    assert (c.lessons[: c.rows] == -1).all()
    c.strong = [-1] * int((c.after[: c.rows] == OPEN).sum())  # these rows are carried over, nobody taught them
    c.collect(uniform(), 1000, lambda: True, taught=True)
    assert c.lessons[: c.rows].tolist() == c.strong and len(set(c.strong)) > 1
    done = c.after[: c.rows] != OPEN
    assert (c.rollout(1.0, 0.95, 0.95).lessons == c.lessons[: c.rows][done]).all()
