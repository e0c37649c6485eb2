"""What the learner makes of observations: nothing of what is always zero, in products as short as the processor has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from gymnasium import spaces
from stable_baselines3.common.logger import Logger

from warzoo.envs import kuhn_poker
from warzoo.training.learning import algorithms, selfplay
from warzoo.training.learning.policy import COLUMNS, Trunk, factors, telling
from warzoo.training.learning.settings import Settings

WIDTH, ROWS = 300, 50


def observations(told: int, seed: int = 1) -> np.ndarray:
    """Rows in which so many columns say something, the first in a single row."""
    rng = np.random.default_rng(seed)
    seen = np.zeros((ROWS, WIDTH), np.int8)
    places = rng.permutation(WIDTH)[:told]
    seen[:, places] = rng.integers(0, 128, (ROWS, told))
    seen[1:, places[0]] = 0
    seen[0, places[0]] = 1
    return seen


@pytest.mark.parametrize("told", [1, COLUMNS, COLUMNS + 1, WIDTH - 1, WIDTH])
def test_only_what_is_always_zero_is_left_out(told: int) -> None:
    seen = observations(told)
    columns, places = telling(seen)
    assert len(places) == min(WIDTH, -(-told // COLUMNS) * COLUMNS) and (np.diff(places) > 0).all()
    whole = np.zeros_like(seen)
    whole[:, places] = columns
    assert (whole == seen).all()


@pytest.mark.parametrize(("kind", "near"), [(torch.float32, 1e-5), (torch.bfloat16, 0.02)])
def test_the_columns_that_tell_give_what_all_would_and_teach_the_same(kind: torch.dtype, near: float) -> None:
    torch.manual_seed(0)
    trunk = Trunk(spaces.Box(0, 1, (WIDTH,)), [32, 16])
    seen, scale = observations(70), torch.rand(WIDTH) / 127
    results, gradients = [], []
    for found in (trunk(torch.from_numpy(seen) * scale), trunk.of_columns(*telling(seen), scale, kind)):
        trunk.zero_grad()
        found.square().mean().backward()
        results.append(found.detach())
        gradients.append([weight.grad.clone() for weight in trunk.parameters()])
    torch.testing.assert_close(results[1], results[0], rtol=near, atol=near)
    for ours, plain in zip(*reversed(gradients), strict=True):
        assert (ours - plain).norm() <= 2 * near * plain.norm()
    assert results[1].dtype == torch.float32


@pytest.mark.parametrize(
    ("able", "kind"),
    [({"avx512_bf16": True}, torch.bfloat16), ({"amx_bf16": True}, torch.bfloat16), ({"avx2": True}, torch.float32)],
)
def test_factors_are_short_where_the_processor_multiplies_them(
    able: dict[str, bool], kind: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: able, raising=False)
    assert factors() == kind
    monkeypatch.delattr(torch.cpu, "get_capabilities")
    assert factors() == torch.float32


@pytest.mark.parametrize(("hidden", "kind"), [([8], torch.float32), ([4096, 16], torch.bfloat16)])
def test_only_a_large_network_gains_by_short_factors(
    hidden: list[int], kind: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "factors", lambda: torch.bfloat16)
    settings = Settings(game="kuhn_poker", hidden=hidden, games=8, rollout=16, batch_size=16, ladder=[], pool_bots=[])
    model: Any = algorithms.find("selfplay-ppo").build(kuhn_poker.GAME, [kuhn_poker.GAME.settings()], settings)
    model.set_logger(Logger(None, []))
    model.learn(16)
    assert model.factors == kind
