"""Verbs that set the table: they move cards about, so that every count in the record stays right.

A table is an array of one game; `s[0]` is its record. Seats are 0 and 1; seat 0 opens the first round.
"""

from __future__ import annotations

import numpy as np

from warzoo.envs.cards_of_war import GAME
from warzoo.envs.cards_of_war.cards import CARDS, IDS, SCORE, THEATRE, Theatre
from warzoo.envs.core import luck

from ..verbs import choices as choices
from ..verbs import may as may
from ..verbs import payoffs as payoffs
from ..verbs import play as play
from ..verbs import sight as sight

LEFT, CENTRE, RIGHT = range(3)
PLAIN = ("Bunker", "Cruiser", "Gliders", "Propaganda", "Field Guns", "Convoy", "Heavy Tanks")
OTHERS = ("Radar", "War Industry", "Carrier", "Heavy Bomber Wing", "Barrage Balloons", "Battleship", "Minefield")


def new_game(**options):
    """A dealt game that seat 0 opens."""
    s = GAME.deal(1, GAME.settings(**options), seed=1)
    s[0].starter = s[0].turn = 0
    return s


def deck_of(s, seat):
    return seat if s[0].two_decks else 0


def worth(s, battle, card):
    theatre = s[0].theatre[battle]
    return SCORE[card] if theatre in (0, THEATRE[card]) else 0


# Setting the table


def pick_up(s, deck, card):
    """Takes a card off the table: from the draw pile, the discards, or a hand, which gets another one for it."""
    r = s[0]
    drawable = r.draw[deck, : r.draw_n[deck]].tolist()
    discarded = r.discard[deck, : r.discard_n[deck]].tolist()
    if card in drawable:
        lift(r.draw[deck], r.draw_n, deck, drawable.index(card))
    elif card in discarded:
        lift(r.discard[deck], r.discard_n, deck, discarded.index(card))
        r.discarded[deck, card] -= 1
        return
    else:
        holder = next(seat for seat in range(2) if deck_of(s, seat) == deck and r.hand[seat, card])
        r.hand[holder, card] -= 1
        r.hand[holder, drawable[-1]] += 1
        r.draw_n[deck] -= 1
    r.hidden[deck, card] -= 1


def lift(cards, counts, deck, place):
    cards[place : counts[deck] - 1] = cards[place + 1 : counts[deck]].copy()
    counts[deck] -= 1


def put_back(s, seat, card):
    """A card of the hand returns to the draw pile."""
    r, deck = s[0], deck_of(s, seat)
    r.hand[seat, card] -= 1
    r.hand_n[seat] -= 1
    r.draw[deck, r.draw_n[deck]] = card
    r.draw_n[deck] += 1


def hold(s, seat, *names):
    """The seat's hand is these cards and no others."""
    r, deck = s[0], deck_of(s, seat)
    for card in np.repeat(np.arange(len(CARDS) + 1), r.hand[seat]):
        put_back(s, seat, card)
    for name in names:
        pick_up(s, deck, IDS[name])
        r.hand[seat, IDS[name]] += 1
        r.hidden[deck, IDS[name]] += 1
    r.hand_n[seat] = len(names)
    r.reported[seat, :] = 0


def give(s, seat, name):
    """The seat swaps a card of its hand for this one."""
    kept = hand(s, seat)
    if name not in kept:
        hold(s, seat, name, *kept[1:])


def place(s, seat, battle, *names):
    """These cards lie on the pile, the last one on top."""
    r = s[0]
    for name in names:
        card = IDS[name]
        pick_up(s, deck_of(s, seat), card)
        if r.theatres_of_war and r.theatre[battle] == Theatre.NONE:
            r.theatre[battle] = THEATRE[card]
        r.pile[seat, battle, r.pile_n[seat, battle]] = card
        r.pile_n[seat, battle] += 1
        r.total[seat, battle] += worth(s, battle, card)
    assert r.total[seat, battle] < 15


def discard(s, *names, seat=0):
    """These cards lie on the discard pile, the last one on top."""
    r, deck = s[0], deck_of(s, seat)
    for name in names:
        pick_up(s, deck, IDS[name])
        r.discard[deck, r.discard_n[deck]] = IDS[name]
        r.discard_n[deck] += 1
        r.discarded[deck, IDS[name]] += 1


def stack(s, *names, seat=0):
    """The next cards drawn are these, as long as no shuffle comes between."""
    r, deck = s[0], deck_of(s, seat)
    for card in (IDS[name] for name in names):
        if card not in r.draw[deck, : r.draw_n[deck]]:
            pick_up(s, deck, card)
            lay_back(s, deck, card)
    places, rng = list(range(r.draw_n[deck])), np.uint64(r.rng)
    for name in names:
        rng = np.uint64(luck.stir(rng))
        drawn = int(luck.word(rng)) * len(places) >> 32
        there, row = places[drawn], r.draw[deck]
        here = next(k for k in places if row[k] == IDS[name])
        row[here], row[there] = row[there], row[here]
        places[drawn] = places[-1]
        places.pop()


def shrink(s, count, seat=0):
    """The draw pile keeps so many cards; the others leave the game."""
    r, deck = s[0], deck_of(s, seat)
    for card in r.draw[deck, count : r.draw_n[deck]]:
        r.hidden[deck, card] -= 1
    r.draw_n[deck] = count


def leave(s, *names, seat=0):
    """The draw pile is these cards; the others leave the game."""
    deck = deck_of(s, seat)
    cards = [IDS[name] for name in names]
    for card in cards:
        pick_up(s, deck, card)
    shrink(s, 0, seat)
    for card in cards:
        lay_back(s, deck, card)


def lay_back(s, deck, card):
    """A card picked up goes to the draw pile."""
    r = s[0]
    r.draw[deck, r.draw_n[deck]] = card
    r.draw_n[deck] += 1
    r.hidden[deck, card] += 1


def award(s, **winners):
    """Battles won already, by cards that do not matter: `award(s, left=0, centre=1)`."""
    for name, seat in winners.items():
        s[0].won[("left", "centre", "right").index(name)] = seat + 1


def end_round(s, left, centre, right):
    """The seats named win these battles; the last one by a card really deployed, which ends the round."""
    award(s, left=left, centre=centre)
    s[0].turn = right
    place(s, right, RIGHT, "Heavy Bomber Wing", "Convoy")
    give(s, right, "Propaganda")
    play(s, "Propaganda > battle 3")


def tire(s):
    """The round stands at 120 deployments when this turn is over."""
    s[0].deployed = 119


# Playing


def everywhere(*names):
    """The words for deploying these cards to any battle."""
    return {f"{name} > battle {battle}" for name in names for battle in (1, 2, 3)}


# Reading the table


def names(cards):
    return [CARDS[card - 1].name for card in cards]


def hand(s, seat):
    return names(np.repeat(np.arange(len(CARDS) + 1), s[0].hand[seat]))


def pile(s, seat, battle):
    """Bottom first."""
    return names(s[0].pile[seat, battle, : s[0].pile_n[seat, battle]])


def discards(s, seat=0):
    """Oldest first."""
    deck = deck_of(s, seat)
    return names(s[0].discard[deck, : s[0].discard_n[deck]])


def total(s, seat, battle):
    return int(s[0].total[seat, battle])


def winners(s):
    """Per battle the seat that won it, or None."""
    return [int(won) - 1 if won else None for won in s[0].won]


def reported(s, seat):
    """What the last report says for certain: `{"AIR": 2, "SEA": 1}`."""
    return {Theatre(t).name: int(n) for t, n in enumerate(s[0].reported[seat]) if n}


def seen(part):
    """The cards of a part of an observation."""
    return sorted(names(np.repeat(np.arange(1, len(CARDS) + 1), part)))
