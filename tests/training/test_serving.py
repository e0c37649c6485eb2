"""The service under load, in small."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install '.[serve]'")

from warzoo.envs import UsageError, find
from warzoo.envs.core.jit import COMPILED
from warzoo.training.measuring import serving


@pytest.mark.skipif(not COMPILED, reason="it starts a process that serves")
def test_a_load_tells_speed_latency_and_memory(monkeypatch):
    monkeypatch.setattr(serving, "TABLES", 3)
    monkeypatch.setattr(serving, "CLIENTS", 2)
    monkeypatch.setattr(serving, "SOCKETS", 2)
    told = []
    rows = serving.serving(find("cards_of_war"), 100, lambda done, total: told.append((done, total)))
    assert [row.unit for row in rows] == ["moves/s", "ms", "ms", "ms", *["MB"] * serving.POINTS]
    assert all(row.rate > 0 for row in rows) and rows[1].rate <= rows[2].rate
    assert told[0] == (1, 100) and len(told) >= 100


def test_a_load_of_nothing_is_refused():
    with pytest.raises(UsageError, match="tells nothing"):
        serving.serving(find("cards_of_war"), 0, lambda done, total: None)
