"""The search bots: what they may see, what they must find, and how they are named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from warzoo.envs import find
from warzoo.envs.core import kernels
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game
from warzoo.envs.core.jit import COMPILED
from warzoo.models import search
from warzoo.models.opponents import opponent
from warzoo.training.measuring.arena import match

from ..games import GAMES, at_most

SPECS = (
    ("flat:40", "mcts:40", "zoo:standard+mcts:40", "mcts:40:greedy", "mcts:40:uniform")
    if COMPILED
    else ("flat:1:uniform", "mcts:2", "zoo:standard+mcts:2", "mcts:2:uniform")
)
STEPS = 30


def positions(game: Game, count: int, seed: int = 1, **options: Any) -> tuple[Any, Any]:
    """Running games, some way into play by the game's own bot but before its last decision, and their masks."""
    states = game.deal(count, game.settings(**options), seed)
    steps = np.random.default_rng(seed).integers(STEPS if COMPILED else 3, size=count)
    for t in range(STEPS):
        which = np.flatnonzero(steps > t)
        before, actions = states.copy(), np.empty(len(which), np.int64)
        kernels.bot_moves(states, which, game.look(states)[1], True, actions)
        kernels.play(states, which, actions)
        ended = states["over"] != 0
        states[ended] = before[ended]
    return states, game.look(states)[1]


def made(game: Game, spec: str) -> search.Search:
    """The search of this name."""
    bot = opponent(spec, game)
    assert isinstance(bot, search.Search)
    return bot


def answers(bot: search.Search, states: Any, masks: Any, seed: int = 0) -> Any:
    return bot.act(states, np.arange(len(states)), masks, np.random.default_rng(seed))


def redealt(states: Any) -> Any:
    """The same positions as each seat to act sees them, with another hidden part."""
    others = states.copy()
    for i, luck in enumerate(np.random.default_rng(9).integers(1, 1 << 64, size=len(states), dtype=np.uint64)):
        kernels.redeal_one(others, i, int(others["turn"][i]), luck)
    return others


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_answers_are_legal_repeat_with_the_seed_and_leave_the_games_alone(game: Game, spec: str) -> None:
    states, masks = positions(game, 12 if COMPILED else 2)
    before = states.tobytes()
    bot = made(game, spec)
    first = answers(bot, states, masks)
    assert masks[np.arange(len(states)), first].all()
    assert (first == answers(made(game, spec), states, masks)).all()
    assert states.tobytes() == before


@pytest.mark.parametrize("spec", SPECS[:3])
def test_answers_do_not_depend_on_the_number_of_cores(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    states, masks = positions(GAMES[0], 7)
    searched = (masks.sum(axis=1) > 1).sum()
    found = []
    for cores in (1, 2, 3, 9):
        monkeypatch.setattr(search, "CORES", cores)
        bot = made(GAMES[0], spec)
        found.append(answers(bot, states, masks).tolist())
        assert len(bot.desks) == min(cores, searched)
    assert found == found[:1] * 4


@pytest.mark.skipif(not COMPILED, reason="needs thousands of searches")
@pytest.mark.parametrize(  # who plays on sees what his seat may
    "spec", ["flat:30:uniform", "mcts:30:uniform", "zoo:standard+mcts:12"]
)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_hidden_part_has_no_say(game: Game, spec: str) -> None:
    """Each position is searched many times as it is and as often with another hidden part: the answers agree."""
    states, masks = positions(game, 4)
    searches, rollouts = 2 * len(states), 30
    times = max(25, at_most(200 * searches * rollouts, game, {}, 5_000_000) // (searches * rollouts))
    others = redealt(states)
    assert others.tobytes() != states.tobytes()
    bot = made(game, spec)
    for i in range(len(states)):
        rows = np.full(times, i)
        true = np.bincount(answers(bot, states[rows], masks[rows], 1), minlength=game.actions.size) / times
        false = np.bincount(answers(bot, others[rows], masks[rows], 2), minlength=game.actions.size) / times
        assert np.abs(true - false).max() < 4 * np.sqrt(0.5 / times)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_search_starts_from_a_redeal_with_luck_of_its_own(game: Game) -> None:
    states, _ = positions(game, 4)
    work, luck = game.state.zeros(1), np.uint64(12345)
    for i in range(len(states)):
        expected = states[i : i + 1].copy()
        kernels.redeal_one(expected, 0, int(expected["turn"][0]), luck)
        redeal_at(states, i, luck, work)
        assert work.tobytes() == expected.tobytes()


@search.kernel
def redeal_at(states: Any, i: int, luck: Any, work: Any) -> None:
    search.redeal_into(states, i, luck, work)


def wins_in_one(game: Game, states: Any, masks: Any) -> Any:
    """Which actions win each game in this turn: at once, or by a further action of the same seat."""
    wins = np.zeros_like(masks)
    for i, action in np.argwhere(masks):
        after = states[i : i + 1].copy()
        kernels.play(after, np.zeros(1, np.int64), np.array([action]))
        payoffs = np.empty((1, int(after["players"][0])))
        kernels.payoffs(after, np.zeros(1, np.int64), payoffs)
        seat = states["turn"][i]
        wins[i, action] = payoffs[0, seat] == 1 if after["over"][0] else after["turn"][0] == seat
    return wins


def last_chances() -> tuple[Game, Any, Any, Any]:
    """One battle each, and in the last one 4 points win at once while any card wins it for the other next turn."""
    game = find("cards_of_war")
    states = game.deal(30 if COMPILED else 3, game.settings(length="short"), 5)
    own = states["turn"].astype(int)
    games = np.arange(len(states))
    states["won"][games, 0] = own + 1
    states["won"][games, 1] = 2 - own
    states["total"][games, own, 2] = 11
    states["total"][games, 1 - own, 2] = 14
    masks = game.look(states)[1]
    wins = wins_in_one(game, states, masks)
    assert 0 < wins.sum() < masks.sum()
    return game, states, masks, wins


@pytest.mark.parametrize("spec", ["flat:200", "mcts:200", "mcts:200:uniform"] if COMPILED else ["flat:10"])
def test_a_win_in_one_is_found(spec: str) -> None:
    game, states, masks, wins = last_chances()
    actions = answers(made(game, spec), states, masks)
    assert (wins[np.arange(len(states)), actions] == wins.any(axis=1)).all()


@pytest.mark.skipif(not COMPILED, reason="plays whole games")
def test_tree_search_beats_greedy_and_is_no_weaker_than_the_heuristic_that_guides_it() -> None:
    game = find("cards_of_war")
    entrants = [opponent(spec, game) for spec in ("mcts:100", "greedy", "heuristic")]
    rows = match(game, entrants, 24, 3, game.settings(length="short"), controls=False).rows
    against = {row.against: row for row in rows if row.player == "mcts:100"}
    assert against["greedy"].low > 0.5
    assert against["heuristic"].high > 0.5


def test_a_forced_move_costs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    states, masks = positions(game, 1)
    only = np.zeros_like(masks)
    only[0, np.flatnonzero(masks[0])[-1]] = 1
    bot = search.from_spec(game, "mcts:10")
    searched: list[int] = []
    monkeypatch.setattr(bot, "spread", lambda states, which, *_: searched.extend(which) or masks[which].argmax(axis=1))
    bot.act(states, np.arange(1), masks, np.random.default_rng(0))
    assert searched == [0]
    assert only[0, bot.act(states, np.arange(1), only, np.random.default_rng(0))[0]]
    assert searched == [0]


@pytest.mark.parametrize(
    "spec", ["mcts", "mcts:", "mcts:abc", "mcts:0", "mcts:-5", "mcts:1e3", "flat:10:wild", "flat:1:uniform:x", "mcts:²"]
)
def test_a_wrong_spec_is_refused_with_the_right_form(spec: str) -> None:
    kind = spec.split(":")[0]
    with pytest.raises(UsageError, match=f"{kind}:1000"):
        opponent(spec, GAMES[0])


def test_specs_name_budget_and_rollout() -> None:
    bot = opponent("mcts:25:uniform", GAMES[0])
    assert isinstance(bot, search.TreeSearch)
    assert (bot.name, bot.budget, bot.rollout) == ("mcts:25:uniform", 25, search.UNIFORM)
