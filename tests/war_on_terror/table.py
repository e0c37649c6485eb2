"""Verbs that set the table: they move cards about, so that every count in the record stays right.

A table is an array of one game; `s[0]` is its record. Seat 0 opens the contest; all hands are empty until `hold`.
"""

from __future__ import annotations

import numpy as np

from warzoo.envs.core import luck
from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.board import COUNTRIES
from warzoo.envs.war_on_terror.cards import CARDS, IDS, POINTS
from warzoo.envs.war_on_terror.rules.piles import draw, swap_hands
from warzoo.envs.war_on_terror.state import NOWHERE, Phase

from ..verbs import choices as choices
from ..verbs import may as may
from ..verbs import payoffs as payoffs
from ..verbs import play as play
from ..verbs import redealt as redealt
from ..verbs import sight as sight

LAND_IDS = {country.name: number for number, country in enumerate(COUNTRIES, start=1)}


def new_game(players=2, country="Libya", seed=1):
    """A dealt game in its first contest, which seat 0 opens; hands are empty, the deck is full."""
    s = GAME.deal(1, GAME.settings(players=players), seed=seed)
    r = s[0]
    for seat in range(players):
        hold(s, seat)
    r.dealer = r.first = r.turn = r.actor = 0
    fight_over(s, country)
    return s


# Setting the table


def fight_over(s, country):
    """The country turned up is this one."""
    r = s[0]
    r.left[r.country] = 1
    r.country = LAND_IDS[country]
    r.left[r.country] = 0


def leave_countries(s, *names):
    """The country deck holds these; all others but the one fought over were won without points."""
    r = s[0]
    r.left[:] = 0
    for name in names:
        r.left[LAND_IDS[name]] = 1
    r.contest = len(COUNTRIES) - len(names)


def from_deck(s, name):
    """Takes a card out of the deck, or from the discards if the deck has none."""
    r, card = s[0], IDS[name]
    places = np.flatnonzero(r.draw[: r.draw_n] == card)
    if len(places):
        r.draw_n -= 1
        r.draw[places[0]] = r.draw[r.draw_n]
        r.hidden[card] -= 1
    else:
        assert r.discarded[card], f"no {name} in deck or discards"
        r.discarded[card] -= 1
        r.discard_n -= 1
    return card


def hold(s, seat, *names):
    """The seat's hand is these cards and no others."""
    r = s[0]
    for card in np.repeat(np.arange(len(CARDS) + 1), r.hand[seat]):
        r.draw[r.draw_n] = card
        r.draw_n += 1
    r.hand[seat, :] = 0
    for name in names:
        card = from_deck(s, name)
        r.hand[seat, card] += 1
        r.hidden[card] += 1
    r.hand_n[seat] = len(names)
    r.known[:, seat, :] = r.shown[seat, :] = 0
    r.giver[seat] = NOWHERE


def deal_to(s, seat, *names):
    """The seat draws these besides what it holds."""
    stack(s, *names)
    for _ in names:
        draw(s[0], seat)


def trade_hands(s, one, two):
    """The two hands change owners, without a card that says so."""
    swap_hands(s[0], one, two)


def lay(s, seat, *names):
    """These cards lie face up before the seat."""
    r = s[0]
    for name in names:
        slot = r.row_n[seat]
        r.row[seat, slot] = from_deck(s, name)
        r.up[seat, slot] = 1
        r.row_n[seat] += 1
        r.laid[seat] += 1
        r.total[seat] += POINTS[IDS[name]]


def turn_down(s, seat, name):
    """A card lying face up before the seat lies face down."""
    r = s[0]
    slot = next(k for k in range(r.row_n[seat]) if r.row[seat, k] == IDS[name] and r.up[seat, k])
    r.up[seat, slot] = 0
    r.total[seat] -= POINTS[IDS[name]]


def discard_deck(s, keep=()):
    """The deck is these cards; all others of it lie on the discards."""
    r = s[0]
    for name in [CARDS[c - 1].name for c in r.draw[: r.draw_n].tolist()]:
        card = from_deck(s, name)
        r.discarded[card] += 1
        r.discard_n += 1
    for name in keep:
        r.draw[r.draw_n] = from_deck(s, name)
        r.hidden[r.draw[r.draw_n]] += 1
        r.draw_n += 1


def throw_away(s, *names):
    """These go from the deck to the discards."""
    r = s[0]
    for name in names:
        r.discarded[from_deck(s, name)] += 1
        r.discard_n += 1


def lose_discards(s):
    """The discards are out of the game."""
    s[0].discarded[:] = 0
    s[0].discard_n = 0


def stack(s, *names):
    """The next cards drawn are these."""
    r = s[0]
    places, rng = list(range(r.draw_n)), np.uint64(r.rng)
    for name in names:
        rng = np.uint64(luck.stir(rng))
        drawn = int(luck.word(rng)) * len(places) >> 32
        there = places[drawn]
        here = next(k for k in places if r.draw[k] == IDS[name])
        r.draw[here], r.draw[there] = r.draw[there], r.draw[here]
        places[drawn] = places[-1]
        places.pop()


def last_round(s):
    """The contest's last round is about to begin."""
    s[0].rounds_done = COUNTRIES[s[0].country - 1].value - 1


def score(s, *points):
    """Victory points won so far, a seat each."""
    for seat, n in enumerate(points):
        s[0].points[seat] = n


# Playing


# Reading the table


def names(counts):
    """Cards by name, each as often as it counts."""
    return sorted(CARDS[c - 1].name for c, n in enumerate(counts.tolist()) for _ in range(n))


def hand(s, seat):
    return names(s[0].hand[seat])


def known(s, observer, holder):
    return names(s[0].known[observer, holder])


def aware(s, seat, steps):
    """Cards of its own that the seat is sure the player so many places on knows of."""
    return names(np.append(0, sight(s, seat).aware[steps - 1]))


def discards(s):
    return names(s[0].discarded)


def row(s, seat):
    """The cards before the seat, those face down in brackets."""
    r = s[0]
    cards = [(CARDS[r.row[seat, k] - 1].name, r.up[seat, k]) for k in range(r.row_n[seat])]
    return [name if up else f"({name})" for name, up in cards]


def country(s):
    return COUNTRIES[s[0].country - 1].name


def phase(s):
    return Phase(s[0].phase)


def total(s, seat):
    return int(s[0].total[seat])


def is_over(s):
    return bool(s[0].over)
