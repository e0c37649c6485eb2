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
    assert (states["contest"] + states["left"].sum(-1) == len(VALUE) - 1).all()
    assert (states["winner"].any(-1) == (states["over"] == 1)).all()


def empty_seats_stay_empty(states):
    absent = np.arange(SEATS) >= states["players"][:, None]
    counts = ("hand_n", "row_n", "points", "countries", "tied", "winner", "fresh_most", "drawn_fresh")
    for name in (*counts, "hand", "known", "shown", "recent"):
        assert not states[name][absent].any()


def knowledge_is_true(states):
    """Nobody knows of a card that is not there, or keeps a note on himself; later owners of a hand know no less."""
    assert (states["known"] >= 0).all() and (states["known"] <= states["hand"][:, None]).all()
    own = np.eye(SEATS, dtype=bool)[..., None]
    assert not (states["known"] * own).any()
    absent = np.arange(SEATS)[:, None, None] >= states["players"][:, None, None, None]
    assert (own | absent | (states["known"] >= states["shown"][:, None])).all()
    assert (states["shown"] >= 0).all()
    assert (states["recent"] >= 0).all() and (states["recent"] <= states["hand"]).all()
    assert (states["recent"] <= states["fresh_most"][..., None]).all()
    out = (own | absent)[..., 0]
    later = states["since"][:, :, None] <= states["since"][:, None]  # [game, observer, observer, holder]
    knows_more = (states["known"][:, :, None] >= states["known"][:, None]).all(-1)
    assert (knows_more | ~later | out[:, :, None] | out[:, None]).all()
    assert (states["fresh"] >= 0).all() and (states["fresh"] <= states["hidden"]).all()
    assert (states["fresh_most"] >= 0).all() and (states["fresh_most"] <= states["hand_n"]).all()
    assert (states["fresh_most"] <= states["drawn_fresh"]).all()


def audit(states):
    cards_are_conserved(states)
    rows_are_counted(states)
    countries_are_won(states)
    empty_seats_stay_empty(states)
    knowledge_is_true(states)
