"""What holds for every position of every game, checked for a whole array of games at once."""

from __future__ import annotations

import numpy as np

from warzoo.envs.battlecards.conflict import (
    BATTLE_ON,
    BATTLES,
    CARD_OF,
    CARDS,
    INVASION,
    KINDS,
    PACK,
    STARTERS,
    VP,
    Kind,
)
from warzoo.envs.battlecards.state import SEATS, UNDER, US, Phase, Place, Theatre
from warzoo.envs.battlecards.units import CLASSES, COPIES, KIND, LEADER_LINE, LINES, PACK_COPIES, SPECIAL, Special
from warzoo.envs.core.blocks import parts

ZONES = ("deck", "discard", "reserve", "stacks", "standing", "withdrawn")
IS_BATTLE = KINDS == Kind.BATTLE
IS_KEEP = (KINDS >= Kind.AIR_SUPPORT) & (KINDS <= Kind.COUNTERATTACK)
CARRIERS, HOMEBOUND = (
    SPECIAL == Special.CARRIER,
    np.isin(SPECIAL, (Special.GENERAL_A, Special.GENERAL_B, Special.ADMIRAL)),
)
IN_BATTLE = (Phase.SABOTAGE, Phase.SHOOTER, Phase.TARGET, Phase.KILL, Phase.BOOST, Phase.GUARD, Phase.WITHDRAW)
COMMANDED = (Phase.ATTACK, Phase.HOMELAND, *IN_BATTLE, Phase.MOVE)
WITH_A_CARD = (Phase.DEPLOY, Phase.TRIM, Phase.AIM, Phase.SALVAGE, Phase.TAKE, Phase.ATTACK, Phase.HOMELAND, *IN_BATTLE)


def running(states):
    return states["over"] == 0


def is_in(states, *phases):
    return np.isin(states["phase"], phases) & running(states)


def present(states):
    """[game, seat]"""
    return np.arange(SEATS) < states["players"][:, None]


def pacific(states):
    """[game, deck] the Conflict decks that are the Pacific set."""
    two = np.stack([states["theatre"] == Theatre.PACIFIC, np.zeros(len(states), bool)], 1)
    return np.where((states["theatre"] == Theatre.COMBINED)[:, None], [False, True], two)


def taking_turns(states):
    """[game, seat]"""
    return (states["exiled"] == 0) | (np.arange(SEATS) == US)


def units_are_conserved(states):
    """Every unit card in one place, and as long as nobody can take any in that of its nation."""
    packs = np.minimum(states["expansions"].astype(int) @ PACK_COPIES, 127)
    packs[:, LEADER_LINE] = np.minimum(packs[:, LEADER_LINE], 1)
    of_pacific = np.repeat(pacific(states), 2, axis=1)[..., None]  # [game, seat, 1]
    arsenal = (COPIES + of_pacific * packs[:, None]) * present(states)[..., None]
    held = sum(states[name].astype(int) for name in ZONES)
    assert (held.sum(1) == arsenal.sum(1)).all()
    apart = running(states) & (states["players"] == 2)
    assert (held == arsenal)[apart].all()
    for name in (*ZONES, "ready", "lent"):
        assert (states[name] >= 0).all()


def cards_under_decks_are_of_them(states):
    """A row without gaps; nobody lays any under a deck but his partner."""
    laid = states["under"]
    games, places = laid.nonzero()
    assert ((laid > 0).sum(1) == (laid > 0).cumprod(1).sum(1)).all()
    seats, lines = parts(UNDER, laid[games, places].astype(int))
    counts = np.zeros((len(states), SEATS, LINES), int)
    np.add.at(counts, (games, seats, lines), 1)
    assert (counts <= states["deck"]).all()
    assert (states["crossed"][games, seats & 1] == 1).all()


def conflict_cards_are_conserved(states):
    """Each deck has its cards, and each of them is in a place where it may be."""
    place = states["place"]
    packed = states["expansions"][:, PACK - 1] * (PACK > 0)
    decks = np.stack([states["players"] > 0, states["players"] == 4], 1)
    in_play = decks[..., None] & ((PACK == 0) | (packed[:, None] * pacific(states)[..., None]) > 0)
    assert ((place == Place.ABSENT) != in_play).all()
    assert (states["pile_n"] == (place == Place.DECK).sum(-1)).all()
    for seat in range(SEATS):
        kept = place == Place.KEPT + seat
        assert (states["kept_n"][:, seat] == kept.sum((1, 2))).all()
        assert not kept[:, 1 - (seat >> 1)].any() and not kept[..., ~IS_KEEP].any()
        assert not states["seen"][kept & (states["seen"] >> seat & 1 == 1)].any()
    assert not states["seen"][(place < Place.KEPT) | (place >= Place.WON)].any()
    assert not (place >= Place.WON)[..., ~IS_BATTLE].any()
    aside = (place == Place.ASIDE).sum((1, 2))
    with_card = is_in(states, *WITH_A_CARD) & (states["refight"] == 0) & (states["raid"] == 0)
    assert (aside == with_card).all()
    games = np.flatnonzero(with_card)
    assert (place[games, states["front"][games], states["card"][games]] == Place.ASIDE).all()


def victory_points_are_those_of_the_battles(states):
    of = np.stack([np.where(pacific(states)[:, deck], 1, 0) for deck in (0, 1)], 1)
    points = VP[of][..., BATTLE_ON]  # [game, deck, card]
    for seat in range(SEATS):
        won = states["place"] == Place.WON + seat
        assert (states["vp"][:, seat] == (won * points).sum((1, 2))).all()


def what_is_known_is_true(states):
    """Of every seat and zone; what all know, each knows."""
    hidden = np.stack([states["reserve"], states["stacks"]], 2)  # [game, owner, zone, line]
    known = states["known"]
    assert (known >= 0).all() and (known <= hidden[:, None]).all()
    common = np.stack([known[:, seat, seat] for seat in range(SEATS)], 1)
    assert (common[:, None] <= known)[present(states)].all()


def battles_are_sound(states):
    """Who fights, with what, and what is left when nobody does."""
    fighting = states["fighting"] == 1
    assert (fighting == is_in(states, *IN_BATTLE)).all()
    quiet = ~(fighting | is_in(states, Phase.MOVE))
    assert not states["standing"][quiet].any() and not states["withdrawn"][~fighting].any()
    assert not states["ready"][~is_in(states, *IN_BATTLE[1:])].any()
    assert (states["ready"] <= states["standing"]).all() and (states["lent"] <= states["standing"]).all()
    assert not states["lent"][..., ~CARRIERS].any()
    commanded = is_in(states, *COMMANDED)
    for name in ("commander", "called", "joint", "refight", "raid", "ground", "rounds", "fire_phase"):
        assert not states[name][~commanded].any()
    commander = states["commander"]
    assert (((commander[:, 0] ^ commander[:, 1]) & 1) == 1)[commanded].all()
    assert (states["called"] > 0)[commanded].all()
    called_units_alone_stand(states[fighting])


def called_units_alone_stand(states):
    """Both sides have some; of called classes, of those called, Generals and Admirals in their own theatre."""
    rows = np.arange(len(states))
    theatre = states["commander"][:, 1] >> 1
    taking_part = np.zeros((len(states), SEATS), bool)
    for side in (0, 1):
        commander, joint = states["commander"][:, side], states["joint"][:, side] == 1
        taking_part[rows, commander] = True
        taking_part[rows[joint], commander[joint] ^ 2] = True
        mine = (np.arange(SEATS) & 1) == (commander & 1)[:, None]
        standing = (states["standing"].astype(int) * mine[..., None]).sum(1)
        assert (standing.sum(1) > 0).all()
        classes = np.stack([standing[:, kind == KIND].sum(1) > 0 for kind in range(CLASSES)], 1)
        assert (classes <= (states["called"][:, side, None] >> np.arange(CLASSES) & 1)).all()
        if side == 1:
            assert classes[states["ground"] == 1, 0].all()
    assert not states["standing"][~taking_part].any() and not states["withdrawn"][~taking_part].any()
    away = (np.arange(SEATS) >> 1) != theatre[:, None]
    assert not (states["standing"][..., HOMEBOUND].any(-1) & away).any()


def those_asked_take_turns_or_fight(states):
    rows = np.arange(len(states))
    assert present(states)[rows, states["turn"]].all()
    assert taking_turns(states)[rows, states["turn"]][running(states)].all()
    moving = is_in(states, Phase.TURN, Phase.COUNTER, Phase.AID_1, Phase.OFFER, Phase.DEPLOY, Phase.TRIM, Phase.AIM)
    assert (states["turn"] == states["mover"])[moving | is_in(states, Phase.SALVAGE)].all()
    answering = is_in(states, Phase.ANSWER)
    assert (states["turn"] == states["mover"] ^ 2)[answering].all()
    assert not states["offer"][~answering & running(states)].any()
    assert not states["aided"][(states["players"] == 2)].any() and not states["crossed"][states["players"] == 2].any()


def the_eliminated_have_nothing(states):
    """But for the US in exile; an enemy or nobody else than an ally holds the invasion of a homeland."""
    out = (states["exiled"] == 1) & ~taking_turns(states)
    for name in ("reserve", "stacks", "standing"):
        assert not states[name][out & running(states)[:, None]].any()
    for seat in range(SEATS):
        card = CARD_OF[INVASION[1 - (seat & 1)]]
        holder = states["place"][:, seat >> 1, card] - Place.WON
        exiled = states["exiled"][:, seat] == 1
        assert (exiled == (present(states)[:, seat] & (holder >= 0) & ((holder ^ seat) & 1 == 1) & exiled)).all()


def the_end_is_the_end(states):
    """A game ends when a homeland, both of an alliance, enough points or the last turn is reached, not before."""
    side = lambda field: np.stack([field[:, k] + field[:, k + 2].astype(int) for k in (0, 1)], 1)  # noqa: E731
    vp, exiled = side(states["vp"]), side(states["exiled"])
    fallen = exiled == (states["players"] // 2)[:, None]
    totals = np.select([states["theatre"] == k for k in range(3)], [80, 76, 156]) + 4 * states["expansions"].sum(1)
    reached = vp >= (-(-totals // 2))[:, None]
    ended = fallen.any(1) | reached.any(1) | (states["turns"] >= states["turn_cap"])
    assert (ended == ~running(states)).all()
    by_points = np.select([vp[:, 0] > vp[:, 1], vp[:, 1] > vp[:, 0]], [1, 2], 0)
    total = np.select([fallen[:, 1], fallen[:, 0]], [1, 2], 0)
    winner = np.where(fallen.any(1), total, by_points)
    assert (states["winner"] == np.where(running(states), 0, winner)).all()


def empty_seats_stay_empty(states):
    absent = ~present(states)
    for name in (*ZONES, "ready", "lent", "known", "vp", "exiled", "kept_n"):
        assert not states[name][absent].any()
    assert not states["known"].swapaxes(1, 2)[absent].any()


def audit(states):
    assert CARDS == STARTERS + 30 and BATTLES == 30
    units_are_conserved(states)
    cards_under_decks_are_of_them(states)
    conflict_cards_are_conserved(states)
    victory_points_are_those_of_the_battles(states)
    what_is_known_is_true(states)
    battles_are_sound(states)
    those_asked_take_turns_or_fight(states)
    the_eliminated_have_nothing(states)
    the_end_is_the_end(states)
    empty_seats_stay_empty(states)
