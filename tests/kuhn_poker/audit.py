"""What holds for every position of Kuhn poker."""

from __future__ import annotations

from warzoo.envs.kuhn_poker.state import CARDS, MOST_MOVES


def audit(states):
    """Two cards of the three, and no move after the third."""
    assert (states["card"][:, 0] != states["card"][:, 1]).all()
    assert ((states["card"] >= 0) & (states["card"] < CARDS)).all()
    assert (states["moves_n"] <= MOST_MOVES).all()
