"""The loss that is worked out by hand is that of the formulas, and so are its slopes."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn import functional

from warzoo.training.learning.loss import CLIPPED, UNLIKE, Pulls, Table, legal_of, log_odds, loss_of

COUNT, ACTIONS = 400, 30
ALL = Pulls(clip=0.2, value=0.5, entropy=0.03, magnet=0.05, imitation=0.7, doubt=0.2)


def outputs_of(rng: np.random.Generator, count: int) -> Tensor:
    return torch.from_numpy(rng.normal(scale=0.3, size=(count, ACTIONS + 1)).astype(np.float32)).requires_grad_()


def a_table(rng: np.random.Generator) -> tuple[Table, Tensor, Tensor]:
    """Rows with one legal action and more; where they are, and what the magnet thinks, both in full."""
    masks = (rng.random((COUNT, ACTIONS)) < 0.2).astype(np.int8)
    masks[::10] = 0  # of these rows one action is legal
    masks[np.arange(COUNT), rng.integers(ACTIONS, size=COUNT)] = 1
    legal, counts = legal_of(masks)
    magnet, whole = np.zeros(legal.shape, np.float32), torch.zeros(masks.shape)
    log_odds(rng.normal(size=masks.shape).astype(np.float32), legal, counts, magnet)
    for k, (places, count) in enumerate(zip(legal, counts, strict=True)):
        assert places[:count].tolist() == np.flatnonzero(masks[k]).tolist()
        whole[k, places[:count].astype(np.int64)] = torch.from_numpy(magnet[k, :count])
    actions, lessons = (np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]) for _ in range(2))
    noise, gains, returns = rng.normal(size=(3, COUNT)).astype(np.float32)
    gains[::7] = 0
    logs = (0.2 * noise - np.log(counts)).astype(np.float32)
    return Table(legal, counts, actions, logs, gains, returns, magnet, lessons), torch.from_numpy(masks) > 0, whole


def by_the_formulas(outputs: Tensor, rows: Tensor, table: Table, legal: Tensor, magnet: Tensor, w: Pulls) -> Tensor:
    """All six terms."""
    legal, magnet = legal[rows], magnet[rows]
    actions, old, gains, returns, lessons = (
        torch.from_numpy(column)[rows]
        for column in (table.actions, table.logs, table.gains, table.returns, table.lessons)
    )
    logs = functional.log_softmax(outputs[:, :-1].masked_fill(~legal, -1e9), dim=1)
    ratio = (logs.gather(1, actions[:, None]).squeeze(1) - old).exp()
    taught = logs.gather(1, lessons[:, None]).squeeze(1)
    any_one = logs.masked_fill(~legal, 0.0).sum(1) / legal.sum(1)
    terms = [
        -torch.min(gains * ratio, gains * ratio.clamp(1 - w.clip, 1 + w.clip)).mean(),
        functional.mse_loss(outputs[:, -1], returns),
        -(logs.exp() * logs).sum(1).mean(),
        (logs.exp() * (logs - magnet)).masked_fill(~legal, 0.0).sum(1).mean() if w.magnet else torch.zeros(()),
        ((ratio - 1).abs() > w.clip).float().mean(),
        -taught.lerp(any_one, w.doubt).mean() if w.imitation else torch.zeros(()),
    ]
    return torch.stack(terms)


@pytest.mark.parametrize(
    "pulls",
    [ALL, ALL._replace(magnet=0.0), ALL._replace(imitation=0.0), Pulls(0.1, 0.0, 0.0, 0.0, 0.0, 0.0)],
    ids=["all", "no magnet", "no lessons", "the gain alone"],
)
def test_terms_and_slopes_are_those_of_the_formulas(pulls: Pulls) -> None:
    rng = np.random.default_rng(1)
    table, legal, magnet = a_table(rng)
    if not pulls.magnet:
        table = table._replace(magnet=np.empty((0, 0), np.float32))
    rows = rng.permutation(COUNT)[:128]
    outputs = outputs_of(rng, len(rows))
    loss, terms = loss_of(outputs, rows, table, pulls)
    (3 * loss).backward()
    slopes, outputs.grad = outputs.grad, None
    known = by_the_formulas(outputs, torch.from_numpy(rows), table, legal, magnet, pulls)
    total = known @ torch.tensor([1.0, pulls.value, -pulls.entropy, pulls.magnet, 0.0, pulls.imitation])
    (3 * total).backward()
    assert 0.2 < terms[CLIPPED] < 0.8, "some ratios are clipped and some are not"
    torch.testing.assert_close(terms.float(), known.detach(), rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(loss.float(), total.detach(), rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(slopes, outputs.grad, rtol=1e-4, atol=1e-8)


@pytest.mark.parametrize("doubt", [0.0, 0.25])
def test_doubt_leaves_a_part_of_each_lesson_to_all_that_is_legal(doubt: float) -> None:
    table, legal, _ = a_table(np.random.default_rng(2))
    share = doubt * legal / legal.sum(1, keepdim=True) + (1 - doubt) * torch.eye(ACTIONS)[table.lessons]
    likely = torch.where(legal, share.clamp(min=1e-6), 0.0)  # what a lesson asks for is what it likes best
    outputs = torch.cat([likely.log(), torch.zeros(COUNT, 1)], 1).requires_grad_()
    alone = Pulls(clip=0.2, value=0.0, entropy=0.0, magnet=0.0, imitation=1.0, doubt=doubt)
    loss, _ = loss_of(outputs, np.arange(COUNT), table._replace(gains=np.zeros(COUNT, np.float32)), alone)
    loss.backward()
    assert outputs.grad is not None and outputs.grad.abs().max() * COUNT < 1e-4


def test_where_nobody_was_asked_nothing_is_learnt_of_a_lesson() -> None:
    rng = np.random.default_rng(4)
    table, _, _ = a_table(rng)
    table.lessons[:] = -1
    outputs = outputs_of(rng, COUNT)
    slopes = []
    for pulls in (ALL, ALL._replace(imitation=0.0)):
        loss, terms = loss_of(outputs, np.arange(COUNT), table, pulls)
        slopes += torch.autograd.grad(loss, outputs)
        assert terms[UNLIKE] == 0
    assert torch.equal(*slopes)


@pytest.mark.parametrize("where", ["logit", "value", "gain"])
def test_what_is_no_number_is_passed_on(where: str) -> None:
    rng = np.random.default_rng(3)
    table, _, _ = a_table(rng)
    outputs = outputs_of(rng, 8)
    if where == "gain":
        table.gains[3] = np.nan
    else:
        outputs.data[3, ACTIONS if where == "value" else int(table.legal[3, 0])] = torch.nan
    loss, _ = loss_of(outputs, np.arange(8), table, ALL)
    loss.backward()
    assert torch.isnan(loss)
    assert outputs.grad is not None and outputs.grad.isnan().any(1).tolist() == [k == 3 for k in range(8)]
