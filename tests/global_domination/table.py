"""Verbs that set the table: they move cards and Forces about, so that every count in the record stays right.

A table is an array of one game; `s[0]` is its record. Seat 0 is First Player and in turn, in the first game turn; all
hold their four Domination cards until `hold` says otherwise. A card that is held comes off its stack, which is put
into play for it if need be.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from warzoo.envs.global_domination import GAME
from warzoo.envs.global_domination.board import AREAS
from warzoo.envs.global_domination.cards import CARDS, DOMINATION, IDS
from warzoo.envs.global_domination.state import FULL, MORE_COPIES, NOT_IN_PLAY, STRUGGLING, Phase

from ..verbs import choices as choices
from ..verbs import may as may
from ..verbs import payoffs as payoffs
from ..verbs import play as play
from ..verbs import redealt as redealt
from ..verbs import sight as sight

ROW = np.zeros(1, np.int64)
PLACE = {area.name: number for number, area in enumerate(AREAS)}


def new_game(players=2, seed=1, **options):
    s = GAME.deal(1, GAME.settings(players=players, **options), seed=seed)
    s[0].first = s[0].mover = s[0].turn = 0
    return s


def game_with(card, players=2):
    """Seat 0 holds this card and one more."""
    s = new_game(players)
    hold(s, 0, card, "Domination")
    return s


# Setting the table


def stock(s, **left):
    """So many cards are left on these stacks, given as `Military_Base=1`; the others of them are with the last seat."""
    for words, count in left.items():
        card = in_play(s, words.replace("_", " "))
        s[0].discard[s[0].players - 1, card] += s[0].stock[card] - count
        s[0].stock[card] = count


def empty_stacks(s, *but):
    """All stacks but these are empty; the last seat has their cards among its discards."""
    for card in np.flatnonzero(s[0].stock > 0).tolist():
        if CARDS[card].name not in but:
            stock(s, **{CARDS[card].name.replace(" ", "_"): 0})


def in_play(s, name):
    """The card's number; its stack is in play, for one that nobody has taken from."""
    r, card = s[0], IDS[name]
    if card != DOMINATION and r.stock[card] == NOT_IN_PLAY:
        whole = np.flatnonzero(r.stock == r.players + MORE_COPIES)
        r.stock[card], r.stock[whole[0]] = r.stock[whole[0]], NOT_IN_PLAY
    return card


def hold(s, seat, *names):
    """The seat's hand is these cards; what it held goes to its Discard Pile if it is Domination, else to the stack."""
    put_back(s, seat, "hand")
    for name in names:
        s[0].hand[seat, taken(s, seat, name)] += 1
    count(s, seat)


def deck(s, seat, *names):
    """The seat's Draw Deck is these cards; nothing is known of its hand."""
    put_back(s, seat, "deck")
    for name in names:
        s[0].deck[seat, taken(s, seat, name)] += 1
    count(s, seat)


def throw_away(s, seat, *names):
    """These cards lie on the seat's Discard Pile."""
    for name in names:
        s[0].discard[seat, taken(s, seat, name)] += 1


def put_back(s, seat, zone):
    r = s[0]
    cards = r[zone][seat]
    r.discard[seat, DOMINATION] += cards[DOMINATION]
    for card in np.flatnonzero(cards[1:]) + 1:
        r.stock[card] += cards[card]
    cards[:] = 0


def taken(s, seat, name):
    """A card from its stack; a Domination card from the seat's Discard Pile, else its deck, else its hand."""
    r, card = s[0], in_play(s, name)
    if card != DOMINATION:
        assert r.stock[card] > 0, f"no {name} left"
        r.stock[card] -= 1
        return card
    zone = next(zone for zone in (r.discard, r.deck, r.hand) if zone[seat, card])
    zone[seat, card] -= 1
    return card


def count(s, seat):
    """The counts are those of the zones; a hand is known if its deck is empty."""
    r = s[0]
    r.hand_n[seat], r.deck_n[seat] = r.hand[seat].sum(), r.deck[seat].sum()
    r.known[seat] = 0 if r.deck_n[seat] else r.hand[seat]


def place(s, seat, *names, strength=FULL):
    """Forces of the seat stand in these Areas."""
    for name in names:
        s[0].owner[PLACE[name]] = seat + 1
        s[0].strength[PLACE[name]] = strength


def weak(s, seat, *names):
    place(s, seat, *names, strength=STRUGGLING)


def clear_map(s):
    s[0].owner[:] = 0
    s[0].strength[:] = 0


def score(s, *points):
    """Victory points so far, a seat each."""
    s[0].vp[: len(points)] = points


def logistics(s, *squares):
    s[0].logistics[: len(squares)] = squares


def last_game_turn(s):
    s[0].game_turn = s[0].game_turns


# Playing


def everybody_passes(s):
    """Those who are still in it end the game turn; cards of the scoring step are declined."""
    now = int(s[0].game_turn)
    while not s[0].over and s[0].game_turn == now:
        play(s, "done")


def usable(s, card):
    """Whether the text of this card, once chosen, can be used."""
    play(s, card)
    return may(s, "text")


# Reading the table


def names(counts):
    """Cards by name, each as often as it counts."""
    return sorted(CARDS[card].name for card, n in enumerate(counts.tolist()) for _ in range(n))


def hand(s, seat):
    return names(s[0].hand[seat])


def draw_deck(s, seat):
    return names(s[0].deck[seat])


def discards(s, seat):
    return names(s[0].discard[seat])


def known(s, seat):
    return names(s[0].known[seat])


def owned(s, seat):
    """All cards of the seat, counted by name."""
    return Counter(hand(s, seat) + draw_deck(s, seat) + discards(s, seat))


def left(s, name):
    """Cards left on a stack."""
    return int(s[0].stock[IDS[name]])


def forces(s, seat):
    """The Areas of the seat's Forces with their strength."""
    r = s[0]
    return {AREAS[a].name: int(r.strength[a]) for a in np.flatnonzero(r.owner == seat + 1)}


def areas(s):
    """The Areas that can be chosen now."""
    return {words for words in choices(s) if words in PLACE}


def phase(s):
    return Phase(s[0].phase)


def turn(s):
    return int(s[0].turn)


def vp(s):
    return s[0].vp[: s[0].players].tolist()


def squares(s):
    return s[0].logistics[: s[0].players].tolist()
