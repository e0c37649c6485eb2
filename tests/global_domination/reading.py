"""What every part of an observation must be, said once more, plainly and slowly.

A `Witness` follows a game from outside: it keeps the cards' and the points' own books by the tables of the game, from
the actions taken and what was drawn. `reading` then tells the parts from the zones of the record and from that memory,
never from a count that the rules keep.
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

from warzoo.envs.global_domination import GAME
from warzoo.envs.global_domination.board import AREAS, Region, Resource
from warzoo.envs.global_domination.cards import CARDS
from warzoo.envs.global_domination.state import Phase, Way

SEATS = range(6)
LANDS = [area for area in AREAS if area.region != Region.NONE]
POINTS = {  # Builds, Reductions, either: what a text gives
    "Airborne Forces": (0, 0, 6),
    "Amphibious Assault": (5, 5, 0),
    "Attack Helicopters": (5, 5, 0),
    "Carrier Task Force": (5, 5, 0),
    "Bio Weapons": (0, 2, 0),
    "Insurgents": (0, 0, 5),
    "Military Base": (14, 0, 0),
}
IN_USE = (Phase.WAY, Phase.AREA, Phase.SECOND, Phase.TAKE, Phase.VICTIM)


def plain(s):
    """The table as numbers and lists, and each seat's Areas with their strength."""
    r = SimpleNamespace(**{name: s[name][0].tolist() for name in GAME.state.fields})
    r.forces = [{} for _ in SEATS]
    for area, owner, strength in zip(AREAS, r.owner, r.strength, strict=True):
        if owner:
            r.forces[owner - 1][area] = strength
    return r


def sum_of(one, other):
    return [a + b for a, b in zip(one, other, strict=True)]


class Witness:
    """What all have seen: the cards known to be in each hand, the scores, the use in progress."""

    def __init__(self, s):
        self.players = plain(s).players
        self.known = {seat: Counter({0: 4}) for seat in range(self.players)}
        self.used, self.use = False, None

    def before(self, s, action):
        """The seat to act is about to do this."""
        r, (block, index) = plain(s), GAME.actions.decode(action)
        self.was, self.hands = r, [[*cards] for cards in r.hand]
        me = r.turn
        if block == "card" and r.phase == Phase.TAKE:
            if self.use["way"] == Way.DISCARD_2:
                self.known[me][index[0]] += 1
                self.hands[me][index[0]] += 1
        elif block == "card":
            self.known[me][index[0]] = max(0, self.known[me][index[0]] - 1)
            self.hands[me][index[0]] -= 1
            if r.phase != Phase.SECOND:
                self.use = {"seat": me, "card": index[0], "way": None, "points": [0, 0, 0], "regions": set(), "due": {}}
                self.use |= {"spent": 0, "offered": 0}
                self.used = self.used or r.phase == Phase.TURN
        elif block == "area":
            self.spend(r, index[0])

    def spend(self, r, area):
        """A point of the use goes to this Area."""
        use, name = self.use, CARDS[self.use["card"]].name if self.use["way"] == Way.TEXT else ""
        owner = r.owner[area] - 1
        use["spent"] = 1
        if name in ("Global Disruption", "Surrender"):
            use["regions"] -= {AREAS[area].region}
        elif name == "Megastorm":
            use["due"][owner] -= 1
        else:
            kind = 0 if owner in (-1, r.turn) else 1
            use["points"][kind if use["points"][kind] else 2] -= 1

    def after(self, s):
        """It has been done."""
        r = plain(s)
        if r.phase in IN_USE and not r.over:
            if self.use["way"] is None and r.phase != Phase.WAY:
                self.begin(r)
            elif r.phase == Phase.AREA and r.turn != self.was.turn:
                self.use |= {"points": [0, 2, 0], "spent": 0, "offered": 1}
        else:
            self.use = None
        if r.game_turn != self.was.game_turn:
            self.used = False
            for seat in range(self.players):
                self.draw(r, seat)
        if r.phase == Phase.TURN and (r.mover != self.was.mover or self.was.phase == Phase.TURN):
            self.used = False

    def begin(self, r):
        """The way of use is known."""
        use, card = self.use, CARDS[self.use["card"]]
        use["way"] = r.way
        if use["way"] == Way.BUILD:
            use["points"] = [card.build, 0, 0]
        elif use["way"] == Way.ATTACK:
            use["points"] = [0, card.reduction, 0]
        elif use["way"] == Way.TEXT:
            self.begin_text(r, card.name)

    def begin_text(self, r, name):
        use = self.use
        full = [area for area, strength in r.forces[use["seat"]].items() if strength == 2]
        use["points"] = list(POINTS.get(name, (0, 0, 0)))
        if name == "Show of Force":
            use["points"] = [0, 2 * len(full), 0]
        elif name == "Global Disruption":
            use["regions"] = set(Region) - {Region.NONE}
        elif name == "Surrender":
            use["regions"] = {area.region for area in full} - {Region.NONE}
        elif name == "Megastorm":
            use["due"] = {seat: len(r.forces[seat]) // 2 for seat in range(self.players)}

    def draw(self, r, seat):
        """An empty deck tells the whole hand: before a reshuffle, all of the old deck is in it; after the draw too."""
        was = self.was
        if sum(was.deck[seat]) < r.logistics[seat]:
            self.known[seat] = +Counter(dict(enumerate(sum_of(self.hands[seat], was.deck[seat]))))
        if sum(r.deck[seat]) == 0:
            self.known[seat] = Counter(dict(enumerate(r.hand[seat])))


def up_to_five(counts):
    return [min(5, counts[k]) for k in range(len(CARDS))]


def flags(size, *which):
    return [int(k in which) for k in range(size)]


def reading(s, seat, witness):
    """Part by part, by name."""
    r = plain(s)
    return {**cards(r, seat, witness), **the_map(r, seat), **seats(r, seat), **course(r, seat, witness)}


def around(r, seat, of, absent=0):
    """Own seat first, the others to the left; what absent seats show."""
    return [of((seat + i) % r.players) if i < r.players else absent for i in SEATS]


def cards(r, seat, witness):
    none = [0] * len(CARDS)
    return {
        "hand": up_to_five(r.hand[seat]),
        "known": around(r, seat, lambda who: up_to_five(witness.known[who]), none),
        "owned": around(r, seat, lambda who: up_to_five(sum_of(r.hand[who], r.deck[who])), none),
        "discard": around(r, seat, lambda who: up_to_five(r.discard[who]), none),
        "in_play": [int(n >= 0) for n in r.stock],
        "stock": [max(0, n) for n in r.stock],
    }


def points_of(own, fog=0):
    """What the Forces of a seat score, in the fog without the Regions."""
    land = sum(strength for area, strength in own.items() if area in LANDS)
    sea = sum(2 * strength for area, strength in own.items() if area not in LANDS)
    regions = Counter(area.region for area in own if area in LANDS)
    return land + sea + (0 if fog else 6 * sum(count == 3 for count in regions.values()))


def the_map(r, seat):
    def count(who, key, kind):
        return sum(getattr(area, key) == kind for area in r.forces[who])

    six = range(6)
    return {
        "board": around(r, seat, lambda who: [r.forces[who].get(area, 0) for area in AREAS], [0] * 25),
        "in_region": around(r, seat, lambda who: [count(who, "region", Region(k)) for k in six], [0] * 6),
        "with_resource": around(r, seat, lambda who: [count(who, "resource", Resource(k)) for k in six], [0] * 6),
        "income": around(r, seat, lambda who: points_of(r.forces[who], r.blocked[who])),
    }


def seats(r, seat):
    now = r.vp[: r.players]
    left = 0 if r.over else r.game_turns - r.game_turn + 1
    end = [
        vp + sum(points_of(r.forces[k], r.blocked[k] and scoring == 0) for scoring in range(left))
        for k, vp in enumerate(now)
    ]

    def lead(points, who):
        return points[who] - max(points[:who] + points[who + 1 :])

    return {
        "tens": around(r, seat, lambda who: min(120, r.vp[who] // 10)),
        "ones": around(r, seat, lambda who: r.vp[who] % 10),
        "ahead": around(r, seat, lambda who: min(40, max(0, lead(now, who)))),
        "behind": around(r, seat, lambda who: min(40, max(0, -lead(now, who)))),
        "end_ahead": around(r, seat, lambda who: min(120, max(0, lead(end, who)))),
        "end_behind": around(r, seat, lambda who: min(120, max(0, -lead(end, who)))),
        "logistics": around(r, seat, lambda who: r.logistics[who]),
        "hand_n": around(r, seat, lambda who: min(30, sum(r.hand[who]))),
        "deck_n": around(r, seat, lambda who: min(30, sum(r.deck[who]))),
        "present": around(r, seat, lambda who: 1),
        "passed": around(r, seat, lambda who: r.passed[who]),
        "blocked": around(r, seat, lambda who: r.blocked[who]),
    }


def course(r, seat, witness):
    use = witness.use
    window = r.phase == Phase.INTERRUPT and not r.over
    to_come = [(r.asking + i) % r.players for i in range(r.to_ask)] if window else []
    builds, reductions, either = use["points"] if use else (0, 0, 0)
    return {
        "first": around(r, seat, lambda who: int(who == r.first)),
        "moving": around(r, seat, lambda who: int(who == r.mover and not r.scoring and not r.over)),
        "acting": around(r, seat, lambda who: int(who == r.turn and not r.over)),
        "waiting": around(r, seat, lambda who: int(who in to_come)),
        "using": around(r, seat, lambda who: int(use is not None and who == use["seat"])),
        "due": around(r, seat, lambda who: use["due"].get(who, 0) if use else 0),
        "card": flags(25, use["card"]) if use else [0] * 25,
        "way": flags(5, use["way"]) if use else [0] * 5,
        "builds": builds,
        "reductions": reductions,
        "either": either,
        "regions": [int(use is not None and Region(k) in use["regions"]) for k in range(6)],
        "spent": use["spent"] if use else 0,
        "offered": use["offered"] if use else 0,
        "phase": [0] * 7 if r.over else flags(7, r.phase),
        "scoring": r.scoring,
        "used": int(witness.used and not r.scoring and not r.over),
        "game_turn": r.game_turn,
        "turns_left": r.game_turns - r.game_turn,
        "rotate_first": r.rotate_first,
    }
