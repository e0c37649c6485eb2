"""What every part of an observation must be, said once more, plainly and slowly.

A `Witness` follows a game from outside and remembers what the players saw; `reading` then tells the parts from the
zones of the record and from that memory, never from a count that the rules keep.
"""

from __future__ import annotations

from collections import Counter

from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.board import COUNTRIES
from warzoo.envs.war_on_terror.cards import CARDS, PREVENTS, Ability, Type
from warzoo.envs.war_on_terror.state import Phase

SEATS, SLOTS = range(4), range(6)
TURNS = {Ability.TURN1: 1, Ability.TURN2: 2}


class Witness:
    """Who saw what, who won what, and what has been done in the turn under way."""

    def __init__(self, s):
        self.players = int(s[0].players)
        self.known = {(a, b): Counter() for a in SEATS for b in SEATS}  # [observer, holder]
        self.seen = {seat: Counter() for seat in SEATS}  # into that hand, by all
        self.giver = {}
        self.won = {seat: set() for seat in SEATS}
        self.opener = int(s[0].dealer)
        self.contest_of(s)

    def contest_of(self, s):
        """A country has been turned up."""
        r = s[0]
        self.country, self.contest = int(r.country), int(r.contest)
        self.put_down = Counter()
        self.turn_of(s)

    def turn_of(self, s):
        """A player's turn begins."""
        self.turn, self.plays, self.card, self.actor = self.now(s), 0, 0, None
        self.turned, self.target = 0, None

    def now(self, s):
        r = s[0]
        return [int(n) for n in (r.contest, r.extra, r.rounds_done, r.place)]

    def leaves(self, seat, card):
        for hand in (self.seen[seat], *(self.known[other, seat] for other in SEATS)):
            hand[card] = max(0, hand[card] - 1)

    def enters(self, seat, card):
        for hand in (self.seen[seat], *(self.known[other, seat] for other in SEATS if other != seat)):
            hand[card] += 1

    def trade(self, s, one, two):
        """Hands go round with all that is known of them; each of the two knows what he had."""
        had = {seat: Counter(dict(enumerate(s[0].hand[seat].tolist()))) for seat in (one, two)}
        self.seen[one], self.seen[two] = self.seen[two], self.seen[one]
        for other in SEATS:
            self.known[other, one], self.known[other, two] = self.known[other, two], self.known[other, one]
        self.known[one, two], self.known[two, one] = had[one], had[two]
        self.known[one, one], self.known[two, two] = Counter(), Counter()
        self.giver[one], self.giver[two] = two, one

    def before(self, s, action):
        """The seat to act is about to do this."""
        r, (block, index) = s[0], GAME.actions.decode(action)
        me, other = int(r.turn), (int(r.turn) + 1 + (index[0] if index else 0)) % self.players
        if block == "play":
            self.card, self.actor, self.turned = index[0] + 1, me, 0
            self.plays += 1
            self.put_down[me] += 1
            self.leaves(me, self.card)
        elif block == "prevent":
            self.leaves(me, int(PREVENTS[index[0]]))
        elif block == "turn":
            self.turned += 1
            self.target = (other, index[1])
        elif block == "stop":
            self.turned = 2
        elif block == "yield":
            self.target = (me, index[0])
        elif block == "take":
            self.enters(me, int(r.row[other, index[1]]))
        elif block == "swap":
            self.trade(s, me, other)
        self.points = r.points.tolist()

    def after(self, s):
        """It has been done."""
        r = s[0]
        for seat in SEATS:
            if r.points[seat] > self.points[seat]:
                self.won[seat].add(self.country)
                self.opener = self.opener if r.over else (seat + 1) % self.players
        if r.over or r.contest > self.contest:
            self.contest_of(s)
        elif self.now(s) != self.turn:
            self.turn_of(s)
        elif r.phase == Phase.PLAY:
            self.card, self.actor = 0, None


def marks(number):
    """Type and ability of a card, one-hot."""
    card = CARDS[number - 1] if number else None
    types = [int(bool(card) and card.type == kind) for kind in Type if kind]
    return types + [int(bool(card) and card.ability == ability) for ability in Ability if ability]


def points(number):
    return CARDS[number - 1].points if number else 0


def kinds(counts):
    return [int(counts[k]) for k in range(1, len(CARDS) + 1)]


def flags(size, *which):
    return [int(k in which) for k in range(size)]


def reading(s, seat, witness):
    """Part by part, by name."""
    return {**cards(s, seat, witness), **table(s, seat, witness), **contest(s), **resolution(s, seat, witness)}


def around(s, seat, of, absent):
    """Own seat first, the others clockwise; what absent seats show."""
    players = int(s[0].players)
    return [of((seat + i) % players) if i < players else absent for i in SEATS]


def cards(s, seat, witness):
    r, none = s[0], [0] * len(CARDS)
    known = around(s, seat, lambda who: kinds(witness.known[seat, who]), none)[1:]
    own = kinds(r.hand[seat])
    open_cards = Counter(card for card in r.row.ravel().tolist() if card)
    open_cards.update([witness.card] if r.phase == Phase.TAKE else [])
    return {
        "hand": own,
        "known": known,
        "aware": around(
            s,
            seat,
            lambda who: kinds(witness.known[who, seat] if witness.giver.get(seat) == who else witness.seen[seat]),
            none,
        )[1:],
        "loose": [
            card.copies - own[k] - sum(row[k] for row in known) - open_cards[k + 1] - int(r.discarded[k + 1])
            for k, card in enumerate(CARDS)
        ],
    }


def table(s, seat, witness):
    r, players = s[0], int(s[0].players)
    row = r.row.tolist()
    order = [(witness.opener + i) % players for i in range(players)]
    waiting = order[int(r.place) + 1 :]
    worth = {k + 1: country.value for k, country in enumerate(COUNTRIES)}

    def each(of, absent=0):
        return around(s, seat, of, absent)

    return {
        "row": each(lambda who: [marks(card) for card in row[who]], [marks(0) for _ in SLOTS]),
        "row_points": each(lambda who: [points(card) for card in row[who]], [0] * 6),
        "row_up": each(lambda who: [int(r.up[who, slot]) if row[who][slot] else 0 for slot in SLOTS], [0] * 6),
        "total": each(lambda who: sum(points(row[who][slot]) for slot in SLOTS if r.up[who, slot])),
        "laid": each(lambda who: witness.put_down[who] - (r.phase == Phase.TAKE and who == witness.actor)),
        "hand_n": each(lambda who: min(40, int(r.hand[who].sum()))),
        "points": each(lambda who: sum(worth[country] for country in witness.won[who])),
        "won": each(lambda who: flags(10, *(country - 1 for country in witness.won[who])), [0] * 10),
        "present": each(lambda who: 1),
        "tied": each(lambda who: int(r.tied[who])),
        "first": each(lambda who: int(who == witness.opener)),
        "to_come": each(lambda who: int(who in waiting and bool(r.tied[who] or not r.extra))),
        "acting": each(lambda who: int(not r.over and who == r.turn)),
        "actor": each(lambda who: int(who == witness.actor)),
    }


def contest(s):
    r = s[0]
    country = COUNTRIES[r.country - 1]
    discards = int(r.discarded.sum())
    elsewhere = int(r.hand.sum()) + discards + sum(card > 0 for card in r.row.ravel()) + (r.phase == Phase.TAKE)
    return {
        "country": flags(10, int(r.country) - 1),
        "left": r.left[1:].tolist(),
        "value": country.value,
        "target_points": 9 if r.players == 4 else 10,
        "rounds_left": 0 if r.extra else country.value - int(r.rounds_done),
        "extra": int(r.extra),
        "draw_n": 100 - int(elsewhere),
        "discard_n": discards,
    }


def resolution(s, seat, witness):
    r = s[0]
    card = CARDS[witness.card - 1] if witness.card else None
    own_words = card is not None and not r.stage
    words = TURNS.get(card.ability, 0) if own_words else 0
    aimed = witness.target if r.phase == Phase.PREVENT else None
    return {
        "second": int(witness.plays == (2 if card else 1) and country_allows_two(r)),
        "phase": flags(7, int(r.phase)),
        "stage": int(card is not None and r.stage == 1),
        "turns_left": max(0, words - witness.turned),
        "card": marks(witness.card),
        "card_points": points(witness.card),
        "target": around(s, seat, lambda who: [int((who, slot) == aimed) for slot in SLOTS], [0] * 6),
    }


def country_allows_two(r):
    return COUNTRIES[r.country - 1].name == "Yemen" and not r.over
