"""Search guided by a policy: what it takes from the network, what it adds, and how it is named."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs import UsageError, find
from warzoo.envs.core.jit import COMPILED
from warzoo.models import checkpoint, guided
from warzoo.models.network import NetworkBot, Shape, forward
from warzoo.models.opponents import opponent
from warzoo.training.measuring.arena import match

from ..games import each_game
from .test_search import answers, last_chances, positions


@guided.kernel
def found_at(states, i, mind):
    return guided.consider(states[i], mind).copy()


def untrained(game, shared):
    """A network of two hidden layers with any numbers."""
    shape = Shape(inputs=game.observation.width(), actions=game.actions.size, hidden=[9, 7], shared=shared)
    draw = np.random.default_rng(1).normal
    tensors = {name: draw(size=size).astype(np.float32) for name, size in shape.tensors().items()}
    return NetworkBot(game, "untrained", shape, tensors)


@pytest.mark.parametrize("shared", [True, False])
def test_compiled_code_finds_what_the_network_says(shared):
    game = find("cards_of_war")
    bot = untrained(game, shared)
    states, _ = positions(game, 3)
    seen = game.look(states)[0] * game.observation.scale()
    heads = [
        forward([(bot.tensors[f"{n}.weight"], bot.tensors[f"{n}.bias"]) for n in chain], seen)
        for chain in (bot.shape.policy_layers(), bot.shape.value_layers())
    ]
    said = np.concatenate(heads, axis=1)
    mind, _ = guided.GuidedSearch(game, "guided", bot, 4).desk()
    for i in range(len(states)):
        np.testing.assert_allclose(found_at(states, i, mind), said[i], rtol=1e-4, atol=1e-4)


@each_game
def test_without_playouts_to_share_it_plays_what_its_policy_likes_best(game):
    states, masks = positions(game, 12 if COMPILED else 2)
    policy = opponent("zoo:standard", game)
    alone = answers(NetworkBot(game, "likeliest", policy.shape, policy.tensors, "best"), states, masks)
    assert (answers(opponent("zoo:standard+mcts:1", game), states, masks) == alone).all()


@pytest.mark.parametrize(
    ("name", "spec", "options"),
    [
        ("war_on_terror", "zoo:standard+mcts:8", {"players": 4}),
        ("battlecards", "zoo:alliance+mcts:8", {"players": 4, "theatre": "combined"}),
    ],
)
def test_it_plays_at_tables_of_several_seats_and_of_teams(name, spec, options):
    game = find(name)
    states, masks = positions(game, 6 if COMPILED else 1, **options)
    actions = answers(opponent(spec, game), states, masks)
    assert masks[np.arange(len(states)), actions].all()


@pytest.mark.skipif(not COMPILED, reason="takes many playouts")
def test_a_win_in_one_that_its_policy_thinks_of_is_found():
    game, states, masks, wins = last_chances()
    policy, games = opponent("zoo:standard", game), np.arange(len(states))
    logits = np.where(masks, forward(policy.raw_layers, game.look(states)[0].astype(np.float32)), -np.inf)
    at_hand = (wins & (logits > logits.max(1, keepdims=True) - guided.DOUBT)).any(1)
    found, alone = (
        wins[games, answers(bot, states, masks)] == 1 for bot in (opponent("zoo:standard+mcts:50", game), policy)
    )
    assert found[at_hand].all() and (at_hand & ~alone).any()


@pytest.mark.skipif(not COMPILED, reason="plays whole games")
def test_it_beats_the_policy_that_guides_it():
    game = find("cards_of_war")
    entrants = [opponent(spec, game) for spec in ("zoo:standard+mcts:200", "zoo:standard")]
    row = match(game, entrants, 100, 3, game.settings(length="short"), controls=False).rows[0]
    assert row.low > 0.5


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("zoo:standard+mcts:", r"write zoo:NAME\+mcts:200"),
        ("zoo:standard+mcts:0", r"write zoo:NAME\+mcts:200"),
        ("zoo:standard+mcts:1e3", r"write zoo:NAME\+mcts:200"),
        ("zoo:standard+mcts:200:uniform", r"write zoo:NAME\+mcts:200"),
        ("zoo:standard+mcts:5+mcts:5", r"write zoo:NAME\+mcts:200"),
        ("heuristic+mcts:200", r"write zoo:NAME\+mcts:200"),
        ("zoo:nobody+mcts:200", "has no 'nobody'"),
        ("runs/nowhere+mcts:200", "there is no checkpoint runs/nowhere"),
        ("hal+mcts:200", "there is no opponent 'hal'"),
        ("+mcts:200", "there is no opponent ''"),
    ],
)
def test_a_wrong_spec_is_refused_in_one_sentence(spec, said):
    with pytest.raises(UsageError, match=said) as refused:
        opponent(spec, find("cards_of_war"))
    assert "\n" not in str(refused.value)


def test_a_path_names_its_guide_too_and_a_bare_observation_is_refused():
    game = find("cards_of_war")
    folder = checkpoint.ZOO / game.name / "standard"
    bot = opponent(f"{folder}+mcts:4", game)
    assert isinstance(bot, guided.GuidedSearch) and bot.budget == 4
    assert bot.variants == opponent("zoo:standard", game).variants
    mask = np.ones(game.actions.size, np.int8)
    with pytest.raises(UsageError, match="not from a bare observation"):
        bot.act_one(np.zeros(game.observation.width(), np.float32), mask)


def test_a_policy_that_knows_no_values_cannot_look_ahead(monkeypatch):
    game = find("cards_of_war")
    bot = untrained(game, shared=True)
    bot.tensors[f"{bot.shape.value_layers()[-1]}.weight"][:] = 0
    monkeypatch.setattr(guided, "named", lambda *_: bot)
    with pytest.raises(UsageError, match=r"'runs/dqn' has not learnt what a position is worth"):
        guided.from_spec(game, "runs/dqn+mcts:20")
