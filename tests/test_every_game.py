"""What every game must do, in every variant: one contract, no exemptions."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED

from .games import (
    any_configuration,
    any_game,
    audit_of,
    games_for,
    played_on,
    random_actions,
    random_positions,
    scaled,
    some_positions,
)


@any_configuration
def test_random_games_keep_the_invariants(game, options):
    audit = audit_of(game)
    rng = np.random.default_rng(1)
    count = games_for(game, options, scaled(60_000))
    states = game.deal(count, game.settings(**options), seed=1)
    everyone, decisions = np.arange(count), 0
    running = everyone
    while len(running):
        _, masks = game.look(states[running])
        assert masks.any(1).all(), "a running game always has a legal action"
        assert ((masks == 0) | (masks == 1)).all()
        turns = states["turn"][running]
        assert ((turns >= 0) & (turns < states["players"][running])).all()
        kernels.play(states, running, random_actions(masks, rng))
        audit(states[running])
        running = running[states["over"][running] == 0]
        decisions += 1
        assert decisions <= game.longest
    results = np.zeros((count, states["players"][0]))
    kernels.payoffs(states, everyone, results)
    assert np.abs(results.sum(1)).max() < 1e-9
    assert (np.abs(results) <= 1).all()


@any_configuration
def test_nothing_hidden_reaches_a_seat(game, options):
    """Observation, mask, turn and drawing of a seat are the same after all it cannot know was dealt anew."""
    rng = np.random.default_rng(2)
    states = some_positions(game, options, scaled(1600) // game.settings(**options).players, rng)
    record, scale = game.observation.zeros(1), game.observation.scale()
    seen, again = np.empty_like(scale), np.empty_like(scale)
    changed = 0
    for i in range(len(states)):
        for seat in range(states["players"][i]):
            other = states[i : i + 1].copy()
            kernels.redeal_one(other, 0, seat, rng.integers(1, 1 << 63, dtype=np.uint64))
            kernels.view(states, i, seat, record, game.flat(record)[0], scale, seen)
            kernels.view(other, 0, seat, record, game.flat(record)[0], scale, again)
            assert (seen == again).all()
            assert other["turn"][0] == states["turn"][i]
            if other["turn"][0] == seat:
                assert (game.mask(states, i) == game.mask(other)).all()
            if i % 50 == 0:
                assert game.text.draw(states[i], seat).ansi() == game.text.draw(other[0], seat).ansi()
            changed += other.tobytes() != states[i : i + 1].tobytes()
    assert changed > 0.9 * len(states)


@any_configuration
def test_bots_see_no_more_than_their_seat(game, options):
    rng = np.random.default_rng(3)
    states = some_positions(game, options, scaled(400), rng)
    other = states.copy()
    for i in range(len(states)):
        kernels.redeal_one(other, i, int(states["turn"][i]), rng.integers(1, 1 << 63, dtype=np.uint64))
    _, masks = game.look(states)
    which, first, second = np.arange(len(states)), np.empty(len(states), np.int64), np.empty(len(states), np.int64)
    for clever in (False, True):
        kernels.bot_moves(states, which, masks, clever, first)
        kernels.bot_moves(other, which, masks, clever, second)
        assert (first == second).all()
        assert masks[which, first].all()


@any_configuration
def test_a_batch_plays_as_single_games_do(game, options):
    count, rng = scaled(64), np.random.default_rng(5)
    batch = game.deal(count, game.settings(**options), seed=5)
    single = batch.copy()
    for _ in range(60):
        running = np.flatnonzero(batch["over"] == 0)
        _, masks = game.look(batch[running])
        actions = random_actions(masks, rng)
        kernels.play(batch, running, actions)
        for i, action in zip(running, actions, strict=True):
            kernels.advance(single, i, int(action), np.zeros((int(single["players"][i]), game.actions.size), np.int8))
        assert batch.tobytes() == single.tobytes()


@any_configuration
def test_a_game_dealt_over_another_is_the_same_as_a_fresh_one(game, options):
    rng = np.random.default_rng(10)
    used = some_positions(game, options, 8, rng, seed=10)
    luck = used["rng"] = rng.integers(1, 1 << 63, len(used), dtype=np.uint64)
    game.deal_again(used)
    assert used.tobytes() == game.deal_from(luck, game.settings(**options)).tobytes()


@any_game
def test_every_action_reads_back_from_its_words(game):
    words = [game.text.describe(action) for action in range(game.actions.size)]
    assert len(set(words)) == len(words)
    assert [game.parse(w) for w in words] == list(range(game.actions.size))


@any_game
def test_every_action_is_encoded_once(game):
    for action in range(game.actions.size):
        name, index = game.actions.decode(action)
        assert game.actions[name].encode(*index) == action


@pytest.mark.skipif(not COMPILED, reason="plays many games")
@any_game
def test_random_play_of_all_variants_reaches_every_block_of_actions(game):
    reached = np.zeros(game.actions.size, bool)
    rng = np.random.default_rng(6)
    for options in game.variants:
        for states in random_positions(game, options, scaled(300_000), rng, seed=6):
            _, masks = game.look(states)
            reached |= masks.any(0)
    blocks = {block.name: reached[block.start : block.start + block.size] for block in game.actions.all}
    assert all(block.any() for block in blocks.values())
    assert reached.mean() > 0.95


@any_configuration
def test_states_keep_to_the_bounds_that_they_declare(game, options):
    rng = np.random.default_rng(8)
    states = game.deal(games_for(game, options, scaled(20_000)), game.settings(**options), seed=8)
    while len(states):
        assert game.state.misfit(states) is None
        running = played_on(game, states, rng)
        assert game.state.misfit(states) is None
        states = running


@any_configuration
def test_observations_keep_to_their_bounds(game, options):
    rng = np.random.default_rng(7)
    top = np.concatenate([np.full(int(np.prod(f.shape)), f.most) for f in game.observation.fields.values()])
    for states in random_positions(game, options, scaled(20_000), rng, seed=7):
        flat, _ = game.look(states)
        assert (flat >= 0).all() and (flat <= top).all()
