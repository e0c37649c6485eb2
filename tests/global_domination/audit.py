"""What holds for every position of every game, checked for a whole array of games at once."""

from __future__ import annotations

import numpy as np

from warzoo.envs.global_domination.cards import AIRBORNE, DOMINATION, FOG, KINDS
from warzoo.envs.global_domination.state import (
    FULL,
    MORE_COPIES,
    MOST_LOGISTICS,
    NOT_IN_PLAY,
    SEATS,
    STACKS,
    START_CARDS,
    Phase,
)


def cards_are_conserved(states):
    """Every card of the game in exactly one place: a hand, a deck, a pile, a stack, or on the table in use."""
    zones = sum(states[name].sum(1, dtype=int) for name in ("hand", "deck", "discard"))
    in_use = np.isin(states["phase"], (Phase.WAY, Phase.AREA, Phase.VICTIM)) & (states["over"] == 0)
    used = in_use[:, None] & (np.arange(KINDS) == states["card"][:, None])
    in_play = states["stock"] != NOT_IN_PLAY
    copies = np.where(in_play, states["players"][:, None] + MORE_COPIES, 0)
    copies[:, DOMINATION] = START_CARDS * states["players"]
    assert (in_play.sum(1) == STACKS).all() and not in_play[:, DOMINATION].any()
    assert (zones + used + np.where(in_play, states["stock"], 0) == copies).all()
    for name in ("hand", "deck", "discard", "known"):
        assert (states[name] >= 0).all()
    assert (states["hand"].sum(-1) == states["hand_n"]).all() and (states["deck"].sum(-1) == states["deck_n"]).all()


def what_is_known_is_true(states):
    """Known cards are in the hand; with an empty deck all of it is known."""
    assert (states["known"] <= states["hand"]).all()
    whole = (states["known"] == states["hand"]).all(-1)
    assert (whole | (states["deck_n"] > 0)).all()


def the_map_is_sound(states):
    """One Force an Area at most, of a player, Struggling or Full."""
    assert ((states["owner"] > 0) == (states["strength"] > 0)).all()
    assert (states["strength"] >= 0).all() and (states["strength"] <= FULL).all()
    assert (states["owner"] >= 0).all() and (states["owner"] <= states["players"][:, None]).all()


def tracks_keep_to_their_ends(states):
    present = np.arange(SEATS) < states["players"][:, None]
    assert ((states["logistics"] >= present) & (states["logistics"] <= MOST_LOGISTICS * present)).all()
    assert (states["vp"] >= 0).all()
    assert ((states["game_turn"] >= 1) & (states["game_turn"] <= states["game_turns"])).all()


def empty_seats_stay_empty(states):
    absent = np.arange(SEATS) >= states["players"][:, None]
    for name in ("vp", "logistics", "passed", "blocked", "due", "hand_n", "deck_n", "hand", "deck", "discard", "known"):
        assert not states[name][absent].any()


def points_are_left_in_a_use_alone(states):
    rest = np.isin(states["phase"], (Phase.TURN, Phase.INTERRUPT)) | (states["over"] == 1)
    for name in ("builds", "reductions", "either", "regions", "spent", "offered"):
        assert (states[name] >= 0).all() and not states[name][rest].any()
    assert (states["due"] >= 0).all() and not states["due"][rest].any()


def those_asked_may_hold_the_card(states):
    """As far as the table can tell; and who is asked in his turn holds cards and has not passed."""
    here = np.arange(len(states)), states["turn"]
    reserve = (states["hand"] + states["deck"])[here]
    answers = (reserve[:, AIRBORNE] > 0) | (reserve[:, FOG] > 0) & (states["scoring"] == 1)
    running = states["over"] == 0
    assert (answers & (states["hand_n"][here] > 0))[running & (states["phase"] == Phase.INTERRUPT)].all()
    moving = running & (states["phase"] == Phase.TURN)
    assert (states["turn"] == states["mover"])[moving].all() and not states["scoring"][moving].any()
    assert (states["hand_n"][here] > 0)[moving].all() and not states["passed"][here][moving].any()


def audit(states):
    cards_are_conserved(states)
    what_is_known_is_true(states)
    the_map_is_sound(states)
    tracks_keep_to_their_ends(states)
    empty_seats_stay_empty(states)
    points_are_left_in_a_use_alone(states)
    those_asked_may_hold_the_card(states)
