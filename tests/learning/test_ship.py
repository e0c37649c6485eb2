"""A run becomes an opponent by name, with the reports of the arena beside it."""

from __future__ import annotations

import kuhn_poker
import pytest
from runner import TINY

from warzoo.models import checkpoint
from warzoo.models.opponents import opponent
from warzoo.training.learning import runs
from warzoo.training.learning.settings import Settings
from warzoo.training.measuring.arena import silent
from warzoo.training.measuring.ship import ship

GAME = kuhn_poker.GAME


@pytest.mark.parametrize(("few", "searched"), [(2, True), (0, False)])
def test_a_shipped_policy_is_judged_against_a_search_only_if_asked(tmp_path, monkeypatch, few, searched):
    monkeypatch.setattr(checkpoint, "ZOO", tmp_path / "zoo")
    run = tmp_path / "run"
    runs.run(Settings(**{**TINY, "decisions": 1024}), run, quiet=True)
    folder = ship(GAME, run, "mine", "best", deals=8, searcher="flat:2", few=few, tell=silent)
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert ("flat:2" in page) is searched
    assert "--players zoo:mine,heuristic,greedy,random --deals 8 --seed 20000" in page
    rows = checkpoint.load(folder, GAME).manifest.report["rows"]
    assert ("flat:2" in {row["against"] for row in rows}) is searched
    assert opponent("zoo:mine", GAME).name == "zoo:mine"
