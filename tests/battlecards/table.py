"""Verbs that set the table: they move cards about, so that every count in the record stays right.

A table is an array of one game; `s[0]` is its record. After `new_game` the set-up is done and the first seat is in
turn, with all unit cards in the Arsenal decks and all Conflict cards in theirs, until a verb moves them. Units go by
the names of their nation, several as `3 Marines`.
"""

from __future__ import annotations

import re

import numpy as np

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.conflict import BATTLE_ON, BATTLES, CARDS, INVASION, KINDS, NUMBER, VP
from warzoo.envs.battlecards.names import battles_of, card_name, unit
from warzoo.envs.battlecards.state import RESERVE, STACKS, UNDER, Phase, Place
from warzoo.envs.battlecards.units import KIND, LINES, Class
from warzoo.envs.core import kernels
from warzoo.envs.core.blocks import parts
from warzoo.envs.core.text import understand

from ..verbs import payoffs as payoffs
from ..verbs import redealt as redealt
from ..verbs import sight as sight

ROW = np.zeros(1, np.int64)
GERMANY, BRITAIN, JAPAN, US = range(4)  # seats of the combined game
ZONES = {"reserve": RESERVE, "stacks": STACKS}


def dealt(theatre="pacific", seed=1, **options):
    """A game before its set-up."""
    return GAME.deal(1, GAME.settings(theatre=theatre, **options), seed=seed)


def new_game(theatre="pacific", seed=1, **options):
    s = dealt(theatre, seed, **options)
    while s[0].phase == Phase.SETUP:
        play(s, choices(s)[0])
    for zone in (s[0].reserve, s[0].stacks):
        s[0].deck[:] += zone
        zone[:] = 0
    s[0].known[:] = 0
    return s


def combined(seed=1, **options):
    return new_game("combined", seed, **options)


# Setting the table: units


def lines(s, seat, *names):
    """The line of each of these units: `3 Marines` counts three times."""
    for words in names:
        count, name = re.fullmatch(r"(\d+ )?(.+)", words).groups()
        line = next(k for k in range(LINES) if unit(s[0], seat, k) == name)
        yield from [line] * int(count or 1)


def lay(s, seat, zone, *names):
    """These units come off the Arsenal deck to a zone; when it has none left, off the discard pile."""
    for line in lines(s, seat, *names):
        source = s[0].deck if s[0].deck[seat, line] else s[0].discard
        assert source[seat, line], f"no {unit(s[0], seat, line)} left"
        source[seat, line] -= 1
        zone[seat, line] += 1


def place(s, seat, *names):
    """Units lie face down in the seat's stacks."""
    lay(s, seat, s[0].stacks, *names)


def hold(s, seat, *names):
    """Units in the seat's Reserve."""
    lay(s, seat, s[0].reserve, *names)


def throw_away(s, seat, *names):
    """Units on the seat's discard pile."""
    lay(s, seat, s[0].discard, *names)


def deck(s, seat, *names):
    """The seat's Arsenal deck is these cards; the others of it are on its discard pile."""
    s[0].discard[seat] += s[0].deck[seat]
    s[0].deck[seat] = 0
    for line in lines(s, seat, *names):
        assert s[0].discard[seat, line], f"no {unit(s[0], seat, line)} left"
        s[0].discard[seat, line] -= 1
        s[0].deck[seat, line] += 1


def knows(s, observer, owner, zone, *names):
    """The observer is sure of these cards."""
    for line in lines(s, owner, *names):
        s[0].known[observer, owner, ZONES[zone], line] += 1


# Setting the table: Conflict cards


def named(s, front, name):
    """All cards of a Conflict deck with this name, those in the deck first."""
    cards = [card for card in range(CARDS) if s[0].place[front, card] != Place.ABSENT]
    found = [card for card in cards if card_name(s[0], front, card) == name]
    assert found, f"no {name} in this deck"
    return sorted(found, key=lambda card: s[0].place[front, card] != Place.DECK)


def put(s, front, card, where):
    """A Conflict card goes somewhere; the counts follow."""
    r = s[0]
    old, r.place[front, card] = int(r.place[front, card]), where
    r.pile_n[front] = (r.place[front] == Place.DECK).sum()
    points = VP[of(s, front), BATTLE_ON[card]]
    for value, sign in ((old, -1), (where, 1)):
        if Place.KEPT <= value < Place.WON:
            r.kept_n[value - Place.KEPT] += sign
        elif value >= Place.WON:
            r.vp[value - Place.WON] += sign * points


def of(s, front):
    """The set of cards of a deck: 0 Western Europe, 1 the Pacific."""
    return front if s[0].players == 4 else 1 - int(s[0].theatre)


def top(s, name, front=0):
    """This is the next Conflict card; all others of the deck are on the discard pile."""
    card = named(s, front, name)[0]
    leave(s, front, [card])
    return card


def chance(s, number, front=0):
    """The next card turned has this Action Number; cards of others are on the discard pile."""
    loose = np.isin(s[0].place[front], (Place.DECK, Place.DISCARD))
    leave(s, front, np.flatnonzero(loose & (number == NUMBER)).tolist())


def leave(s, front, cards):
    for card in np.flatnonzero(s[0].place[front] == Place.DECK).tolist():
        put(s, front, card, Place.DISCARD)
    for card in cards:
        put(s, front, card, Place.DECK)


def keep(s, seat, *names):
    """Kept Cards of the seat."""
    for name in names:
        put(s, seat >> 1, named(s, seat >> 1, name)[0], Place.KEPT + seat)


def win(s, seat, *names, front=None):
    """BATTLECARDS that lie before the seat, of its own theatre if nothing is said."""
    front = seat >> 1 if front is None else front
    for name in names:
        put(s, front, named(s, front, name)[0], Place.WON + seat)


def conquer(s, seat):
    """The homeland of the seat is in the hands of its enemy, who holds the invasion; it has no cards left."""
    front = seat >> 1
    card = np.flatnonzero(INVASION[1 - (seat & 1)] == BATTLE_ON)[0]
    put(s, front, int(card), Place.WON + (seat ^ 1))
    s[0].exiled[seat] = 1
    for zone in (s[0].stacks, s[0].reserve):
        s[0].deck[seat] += zone[seat]
        zone[seat] = 0


def turn_of(s, seat):
    """It is this seat's turn."""
    s[0].mover = s[0].turn = seat


# Playing


def play(s, *moves):
    """The seats to act do these, in any words that are understood."""
    for words in moves:
        legal = np.flatnonzero(GAME.mask(s)).tolist()
        kernels.play(s, ROW, np.array([understand(GAME.text, legal, s[0], words)]))


def draw(s, name, front=None):
    """The seat in turn draws this Conflict card."""
    top(s, name, int(s[0].turn) >> 1 if front is None else front)
    play(s, "draw")


def fight(s, name):
    """The seat in turn draws this BATTLECARD and its aggressor attacks."""
    draw(s, name)
    play(s, "attack")


def battle(japan, us, name="Guadalcanal", japan_keeps=(), us_keeps=(), **options):
    """A battle in the Pacific, up to its first decision; in Guadalcanal the US attacks and all classes fight."""
    s = new_game(**options)
    place(s, 0, *japan)
    place(s, 1, *us)
    keep(s, 0, *japan_keeps)
    keep(s, 1, *us_keeps)
    fight(s, name)
    return s


def shoot(s, shooter, number, target=None):
    """A unit fires and this number is turned; nothing is added and nothing answers."""
    chance(s, number, int(s[0].turn) >> 1)
    play(s, f"fire {shooter}")
    if phase(s) == "TARGET":
        play(s, f"aim {target}")
    while phase(s) in ("BOOST", "GUARD"):
        play(s, "done")


def hold_fire(s, until="WITHDRAW"):
    """All hold their fire up to this phase."""
    while phase(s) != until:
        assert phase(s) == "SHOOTER", phase(s)
        play(s, "hold fire")


def to_phase(s, number, side=0):
    """All hold their fire up to this firing phase of a side."""
    while (s[0].fire_phase, s[0].side) != (number, side):
        play(s, "hold fire")


def stay(s):
    """Nobody withdraws: a new round."""
    play(s, "stay", "stay")


def end_turn(s):
    """The seat in turn does something that changes nothing but the turn."""
    conflict = s[0].place.copy(), s[0].pile_n.copy()
    draw(s, "Salvage")
    if phase(s) == "SALVAGE":
        play(s, choices(s)[0])
    s[0].place[:], s[0].pile_n[:] = conflict


def choices(s):
    """All that the seat to act may do, in words."""
    return [GAME.text.describe(int(action), s[0]) for action in np.flatnonzero(GAME.mask(s))]


def may(s, words):
    return any(words in (choice, short) for choice, short in zip(choices(s), shorts(s), strict=True))


def shorts(s):
    return [GAME.text.describe(int(action)) for action in np.flatnonzero(GAME.mask(s))]


# Reading the table


def names(s, seat, counts):
    """Units by name, each as often as it counts."""
    return sorted(unit(s[0], seat, line) for line, n in enumerate(counts.tolist()) for _ in range(n))


def stacks(s, seat, kind=None):
    """Units in the seat's stacks, or in the one of a class."""
    counts = s[0].stacks[seat]
    return names(s, seat, counts if kind is None else np.where(Class[kind.upper()] == KIND, counts, 0))


def reserve(s, seat):
    return names(s, seat, s[0].reserve[seat])


def discards(s, seat):
    return names(s, seat, s[0].discard[seat])


def arsenal(s, seat):
    return names(s, seat, s[0].deck[seat])


def under(s, seat):
    """Cards that lie under the seat's Arsenal deck, in the order in which they will be drawn."""
    cards = [parts(UNDER, card) for card in s[0].under[s[0].under > 0].tolist()]
    return [unit(s[0], seat, line) for owner, line in cards if owner == seat]


def standing(s, seat):
    """Units of the seat in the battle."""
    return names(s, seat, s[0].standing[seat])


def withdrawn(s, seat):
    return names(s, seat, s[0].withdrawn[seat])


def known(s, observer, owner, zone):
    """What an observer is sure of."""
    return names(s, owner, s[0].known[observer, owner, ZONES[zone]])


def cards_in(s, place, front):
    return sorted(card_name(s[0], front, card) for card in np.flatnonzero(s[0].place[front] == place).tolist())


def kept(s, seat):
    return cards_in(s, Place.KEPT + seat, seat >> 1)


def won(s, seat):
    """The BATTLECARDS before a seat, of any theatre."""
    return sorted(cards_in(s, Place.WON + seat, 0) + cards_in(s, Place.WON + seat, 1))


def where(s, name, front=0):
    """Where the one card of this name is."""
    (card,) = named(s, front, name)
    place = int(s[0].place[front, card])
    if place >= Place.WON:
        return f"WON {place - Place.WON}"
    return f"KEPT {place - Place.KEPT}" if place >= Place.KEPT else Place(place).name


def seen_by(s, seat, observer):
    """Kept Cards of the seat that the observer knows."""
    front = seat >> 1
    cards = np.flatnonzero((s[0].place[front] == Place.KEPT + seat) & (s[0].seen[front] >> observer & 1 == 1))
    return sorted(card_name(s[0], front, card) for card in cards.tolist())


def phase(s):
    return Phase(s[0].phase).name


def turn(s):
    return int(s[0].turn)


def vp(s):
    return s[0].vp[: s[0].players].tolist()


def battle_names(s, front):
    return [row.name for row in battles_of(s[0], front)][:BATTLES]


def kinds(s, front=0):
    """The kinds of all cards in play of a Conflict deck."""
    return KINDS[s[0].place[front] != Place.ABSENT]


def ending(s):
    """How the game has ended, in words."""
    return GAME.text.situation(s[0]).rpartition(", ")[2]
