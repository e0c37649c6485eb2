"""What every part of an observation must be, said once more, plainly and slowly.

A `Witness` follows a game from outside: it keeps the cards' and the points' own books by the tables of the game, from
the actions taken and what was drawn. `reading` then tells the parts from the zones of the record and from that memory,
never from a count that the rules keep.
"""

from __future__ import annotations

from collections import Counter

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


def forces(r, seat):
    """The Areas of a seat with their strength."""
    return {area: int(r.strength[a]) for a, area in enumerate(AREAS) if r.owner[a] == seat + 1}


def owners(r):
    return [int(owner) - 1 for owner in r.owner]


class Witness:
    """What all have seen: the cards known to be in each hand, the scores, the use in progress."""

    def __init__(self, s):
        r = s[0]
        self.players = int(r.players)
        self.known = {seat: Counter(range(0)) for seat in SEATS}
        for seat in range(self.players):
            self.known[seat] = Counter({0: 4})
        self.used, self.use = False, None

    def before(self, s, action):
        """The seat to act is about to do this."""
        r, (block, index) = s[0], GAME.actions.decode(action)
        self.was, self.hands = r.copy(), r.hand.astype(int)
        me = int(r.turn)
        if block == "card" and r.phase == Phase.TAKE:
            if self.use["way"] == Way.DISCARD_2:
                self.known[me][index[0]] += 1
                self.hands[me, index[0]] += 1
        elif block == "card":
            self.known[me][index[0]] = max(0, self.known[me][index[0]] - 1)
            self.hands[me, index[0]] -= 1
            if r.phase != Phase.SECOND:
                self.use = {"seat": me, "card": index[0], "way": None, "points": [0, 0, 0], "regions": set(), "due": {}}
                self.use |= {"spent": 0, "offered": 0}
                self.used = self.used or r.phase == Phase.TURN
        elif block == "area":
            self.spend(r, index[0])

    def spend(self, r, area):
        """A point of the use goes to this Area."""
        use, name = self.use, CARDS[self.use["card"]].name if self.use["way"] == Way.TEXT else ""
        owner = owners(r)[area]
        use["spent"] = 1
        if name in ("Global Disruption", "Surrender"):
            use["regions"] -= {AREAS[area].region}
        elif name == "Megastorm":
            use["due"][owner] -= 1
        else:
            kind = 0 if owner in (-1, int(r.turn)) else 1
            use["points"][kind if use["points"][kind] else 2] -= 1

    def after(self, s):
        """It has been done."""
        r = s[0]
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
        use["way"] = int(r.way)
        if use["way"] == Way.BUILD:
            use["points"] = [card.build, 0, 0]
        elif use["way"] == Way.ATTACK:
            use["points"] = [0, card.reduction, 0]
        elif use["way"] == Way.TEXT:
            self.begin_text(r, card.name)

    def begin_text(self, r, name):
        use = self.use
        full = [area for area, strength in forces(r, use["seat"]).items() if strength == 2]
        use["points"] = list(POINTS.get(name, (0, 0, 0)))
        if name == "Show of Force":
            use["points"] = [0, 2 * len(full), 0]
        elif name == "Global Disruption":
            use["regions"] = set(Region) - {Region.NONE}
        elif name == "Surrender":
            use["regions"] = {area.region for area in full} - {Region.NONE}
        elif name == "Megastorm":
            use["due"] = {seat: len(forces(r, seat)) // 2 for seat in range(self.players)}

    def draw(self, r, seat):
        """An empty deck tells the whole hand: before a reshuffle, all of the old deck is in it; after the draw too."""
        was, due = self.was, int(r.logistics[seat])
        if was.deck[seat].sum() < due:
            hand = Counter(dict(enumerate((self.hands[seat] + was.deck[seat]).tolist())))
            self.known[seat] = hand + Counter()
        if r.deck[seat].sum() == 0:
            self.known[seat] = Counter(dict(enumerate(r.hand[seat].tolist())))


def up_to_five(counts):
    return [min(5, int(counts[k])) for k in range(len(CARDS))]


def flags(size, *which):
    return [int(k in which) for k in range(size)]


def reading(s, seat, witness):
    """Part by part, by name."""
    return {**cards(s, seat, witness), **the_map(s, seat), **seats(s, seat), **course(s, seat, witness)}


def around(s, seat, of, absent=0):
    """Own seat first, the others to the left; what absent seats show."""
    players = int(s[0].players)
    return [of((seat + i) % players) if i < players else absent for i in SEATS]


def cards(s, seat, witness):
    r, none = s[0], [0] * len(CARDS)
    return {
        "hand": up_to_five(r.hand[seat]),
        "known": around(s, seat, lambda who: up_to_five(witness.known[who]), none),
        "owned": around(s, seat, lambda who: up_to_five(r.hand[who] + r.deck[who]), none),
        "discard": around(s, seat, lambda who: up_to_five(r.discard[who]), none),
        "in_play": [int(n >= 0) for n in r.stock.tolist()],
        "stock": [max(0, n) for n in r.stock.tolist()],
    }


def points_of(own, fog=0):
    """What the Forces of a seat score, in the fog without the Regions."""
    land = sum(strength for area, strength in own.items() if area in LANDS)
    sea = sum(2 * strength for area, strength in own.items() if area not in LANDS)
    regions = Counter(area.region for area in own if area in LANDS)
    return land + sea + (0 if fog else 6 * sum(count == 3 for count in regions.values()))


def the_map(s, seat):
    r = s[0]

    def count(who, key, kind):
        return sum(getattr(area, key) == kind for area in forces(r, who))

    six = range(6)
    return {
        "board": around(s, seat, lambda who: [forces(r, who).get(area, 0) for area in AREAS], [0] * 25),
        "in_region": around(s, seat, lambda who: [count(who, "region", Region(k)) for k in six], [0] * 6),
        "with_resource": around(s, seat, lambda who: [count(who, "resource", Resource(k)) for k in six], [0] * 6),
        "income": around(s, seat, lambda who: points_of(forces(r, who), r.blocked[who])),
    }


def seats(s, seat):
    r, players = s[0], int(s[0].players)

    def lead(who, scorings=0):
        points = [int(r.vp[k]) for k in range(players)]
        for k in range(players):
            points[k] += sum(points_of(forces(r, k), r.blocked[k] and scoring == 0) for scoring in range(scorings))
        return points[who] - max(points[:who] + points[who + 1 :])

    left = 0 if r.over else int(r.game_turns) - int(r.game_turn) + 1

    return {
        "tens": around(s, seat, lambda who: min(120, int(r.vp[who]) // 10)),
        "ones": around(s, seat, lambda who: int(r.vp[who]) % 10),
        "ahead": around(s, seat, lambda who: min(40, max(0, lead(who)))),
        "behind": around(s, seat, lambda who: min(40, max(0, -lead(who)))),
        "end_ahead": around(s, seat, lambda who: min(120, max(0, lead(who, left)))),
        "end_behind": around(s, seat, lambda who: min(120, max(0, -lead(who, left)))),
        "logistics": around(s, seat, lambda who: int(r.logistics[who])),
        "hand_n": around(s, seat, lambda who: min(30, int(r.hand[who].sum()))),
        "deck_n": around(s, seat, lambda who: min(30, int(r.deck[who].sum()))),
        "present": around(s, seat, lambda who: 1),
        "passed": around(s, seat, lambda who: int(r.passed[who])),
        "blocked": around(s, seat, lambda who: int(r.blocked[who])),
    }


def course(s, seat, witness):
    r, use = s[0], witness.use
    players = int(r.players)
    window = r.phase == Phase.INTERRUPT and not r.over
    to_come = [(int(r.asking) + i) % players for i in range(int(r.to_ask))] if window else []
    builds, reductions, either = use["points"] if use else (0, 0, 0)
    return {
        "first": around(s, seat, lambda who: int(who == r.first)),
        "moving": around(s, seat, lambda who: int(who == r.mover and not r.scoring and not r.over)),
        "acting": around(s, seat, lambda who: int(who == r.turn and not r.over)),
        "waiting": around(s, seat, lambda who: int(who in to_come)),
        "using": around(s, seat, lambda who: int(use is not None and who == use["seat"])),
        "due": around(s, seat, lambda who: use["due"].get(who, 0) if use else 0),
        "card": flags(25, use["card"]) if use else [0] * 25,
        "way": flags(5, use["way"]) if use else [0] * 5,
        "builds": builds,
        "reductions": reductions,
        "either": either,
        "regions": [int(use is not None and Region(k) in use["regions"]) for k in range(6)],
        "spent": use["spent"] if use else 0,
        "offered": use["offered"] if use else 0,
        "phase": [0] * 7 if r.over else flags(7, int(r.phase)),
        "scoring": int(r.scoring),
        "used": int(witness.used and not r.scoring and not r.over),
        "game_turn": int(r.game_turn),
        "turns_left": int(r.game_turns) - int(r.game_turn),
        "rotate_first": int(r.rotate_first),
    }
