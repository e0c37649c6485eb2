"""What holds for every position of Leduc poker."""

from __future__ import annotations

from warzoo.envs.leduc_poker.state import ANTE, CARDS, ROUNDS


def audit(states):
    """Three different cards, an ante each, no round after the last."""
    hands, board = states["card"], states["board"]
    assert (hands[:, 0] != hands[:, 1]).all() and (hands != board[:, None]).all()
    assert ((hands >= 0) & (hands < CARDS)).all() and ((board >= 0) & (board < CARDS)).all()
    assert (states["stake"] >= ANTE).all()
    assert (states["part"] < ROUNDS + states["over"]).all()
