"""What holds for every position of every game, checked for a whole array of games at once."""

from __future__ import annotations

import numpy as np

from warzoo.envs.cards_of_war.cards import COPIES, SCORE, THEATRE
from warzoo.envs.cards_of_war.state import CARDS, DECK_SIZE, Phase

ROWS = np.arange(DECK_SIZE)


def tally(cards, counts):
    """[..., place] cards and [...] how many of them count, as [..., card] copies."""
    counted = np.where(counts[..., None] > ROWS, cards, 0).reshape(-1, DECK_SIZE)
    rows = CARDS * np.arange(len(counted))[:, None]
    copies = np.bincount((counted + rows).ravel(), minlength=CARDS * len(counted)).reshape(*counts.shape, CARDS)
    copies[..., 0] = 0
    return copies


def by_deck(states, per_seat):
    """[game, seat, card] copies by the deck they come from."""
    both = per_seat.sum(1, keepdims=True)
    joined = np.concatenate([both, np.zeros_like(both)], 1)
    return np.where(states["two_decks"][:, None, None] == 1, per_seat, joined)


def cards_are_conserved(states):
    """Every card in exactly one zone, and the running counts tell the zones."""
    drawable = tally(states["draw"], states["draw_n"])
    discards = tally(states["discard"], states["discard_n"])
    piles = tally(states["pile"], states["pile_n"]).sum(2)
    hands = states["hand"].astype(int)
    decks = np.stack([np.ones(len(states)), states["two_decks"]], 1)[..., None]
    assert (by_deck(states, hands + piles) + drawable + discards == COPIES * decks).all()
    assert (states["hand"] >= 0).all()
    assert (states["hand_n"] == hands.sum(-1)).all()
    assert (states["hidden"] == by_deck(states, hands) + drawable).all()
    assert (states["discarded"] == discards).all()


def battles_are_scored(states):
    """Totals are those of the cards that count; a won battle has a winner's pile of 15 and no other."""
    theatre = states["theatre"][:, None, :, None]
    counts = (states["pile_n"][..., None] > ROWS) & ((theatre == 0) | (THEATRE[states["pile"]] == theatre))
    totals = (SCORE[states["pile"]] * counts).sum(-1)
    won = states["won"][:, None, :]
    mine = won == np.array([1, 2])[None, :, None]
    assert (totals == states["total"])[(won == 0) | mine].all()
    assert (states["total"][(won == 0) & ~mine] < 15).all()
    assert (states["total"][mine] >= 15).all()
    assert (states["pile_n"][(won != 0) & ~mine] == 0).all()


def hands_keep_their_size(states):
    assert (states["hand_n"] <= np.maximum(states["limit"], 9)).all()
    assert (states["limit"] - states["hand_size"] <= states["tactical_advantage"][:, None]).all()
    assert (states["hand_size"] <= 8).all() and (states["hand_size"] >= 3).all()
    assert (states["deployed"] <= 122).all()


def the_truth_is_possible(states):
    """All that `redeal` takes for certain is true: the reports, of a hand without the card that Reinforce drew."""
    games, actor = np.arange(len(states)), states["turn"]
    held = states["hand"].astype(int)
    held[games, actor, states["drawn"]] -= states["phase"] == Phase.CHOOSE
    theatres = np.stack([(held * (t == THEATRE)).sum(-1) for t in range(5)], -1)
    assert (held >= 0).all()
    assert (states["reported"] >= 0).all() and (states["reported"] <= theatres).all()
    assert (states["drawn"] != 0).tolist() == (states["phase"] == Phase.CHOOSE).tolist()


def audit(states):
    cards_are_conserved(states)
    battles_are_scored(states[states["over"] == 0])
    hands_keep_their_size(states)
    the_truth_is_possible(states)
