"""What holds for every position of every game, checked for a whole array of games at once."""

from __future__ import annotations

import numpy as np

from warzoo.envs.war_on_terror.board import VALUE
from warzoo.envs.war_on_terror.cards import COPIES, POINTS
from warzoo.envs.war_on_terror.state import CARDS, DECK_SIZE, ROW, SEATS, Phase

SLOTS = np.arange(ROW)
PLACES = np.arange(DECK_SIZE)


def tally(cards):
    """[game, ...] cards, 0 for none, as [game, card] copies."""
    rows = cards.reshape(len(cards), -1) + CARDS * np.arange(len(cards))[:, None]
    copies = np.bincount(rows.ravel(), minlength=CARDS * len(cards)).reshape(len(cards), CARDS)
    copies[:, 0] = 0
    return copies


def cards_are_conserved(states):
    """Every card in exactly one zone, and the running counts tell the zones."""
    deck = tally(np.where(states["draw_n"][:, None] > PLACES, states["draw"], 0))
    hands = states["hand"].sum(1, dtype=int)
    pending = tally(np.where(states["phase"] == Phase.TAKE, states["card"], 0))
    table = tally(states["row"]) + states["lots"] + pending
    assert (hands + deck + table + states["discarded"] == COPIES).all()
    assert (states["hand"] >= 0).all() and (states["discarded"] >= 0).all()
    assert (states["hand"].sum(-1) == states["hand_n"]).all()
    assert (states["discarded"].sum(-1) == states["discard_n"]).all()
    assert (states["hidden"] == hands + deck).all()


def rows_are_counted(states):
    assert ((states["row"] > 0) == (states["row_n"][..., None] > SLOTS)).all()
    assert (states["up"] <= (states["row"] > 0)).all()
    assert (states["total"] == (POINTS[states["row"]] * states["up"]).sum(-1)).all()


def countries_are_won(states):
    """What was turned up and decided is what the players have won."""
    open_now = np.where(states["over"] == 1, 0, states["country"])
    gone = VALUE.sum() - (VALUE * states["left"]).sum(-1) - VALUE[open_now]
    assert (states["points"].sum(-1) == gone).all()
    assert (states["countries"].sum(-1) == states["contest"] - (states["over"] == 0)).all()
    assert (states["won"].sum(-1) == states["countries"]).all()
    assert ((states["won"] * VALUE).sum(-1) == states["points"]).all()
    assert (states["contest"] + states["left"].sum(-1) == len(VALUE) - 1).all()
    assert (states["winner"].any(-1) == (states["over"] == 1)).all()


def empty_seats_stay_empty(states):
    absent = np.arange(SEATS) >= states["players"][:, None]
    for name in ("hand_n", "row_n", "points", "countries", "won", "tied", "winner", "hand", "known", "shown"):
        assert not states[name][absent].any()


def knowledge_is_true(states):
    """Nobody knows of a card that is not there, or keeps a note on himself; what all saw, each of them knows."""
    known, shown, own = states["known"], states["shown"], np.eye(SEATS, dtype=bool)
    assert (known >= 0).all() and (known <= states["hand"][:, None]).all()
    assert (shown >= 0).all() and not known[:, own].any()
    others = ~own & (np.arange(SEATS) < states["players"][:, None])[..., None]  # [game, observer, holder]
    assert (known >= shown[:, None])[others].all()


def givers_know_most(states):
    """Who gave a hand away knows of it all that any third seat does."""
    for giver in range(SEATS):
        gave = states["giver"] == giver
        most = np.delete(states["known"], giver, axis=1).max(1)
        assert (states["known"][:, giver] >= most)[gave].all()


def audit(states):
    cards_are_conserved(states)
    rows_are_counted(states)
    countries_are_won(states)
    empty_seats_stay_empty(states)
    knowledge_is_true(states)
    givers_know_most(states)
