"""What a seat may remember of a game, kept in books of its own: what has been shown, lent, fired and added.

A `Witness` follows a game from outside, by the actions taken and by what came to lie where; it may join one under way.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.actions import KEPT_ZONE, RESERVE_ZONE, TurnKind, Verdict
from warzoo.envs.battlecards.conflict import BATTLE_ON, BATTLES, BY_THEATRE, KINDS, Kind
from warzoo.envs.battlecards.state import RESERVE, STACKS, Phase, Place, Theatre
from warzoo.envs.battlecards.units import LINES, UNITS, Special

SEATS, GERMANY, US = range(4), 0, 3
ROWS = ((0, 2, 1, 3), (1, 3, 0, 2), (2, 0, 3, 1), (3, 1, 2, 0))  # [seat] itself, ally, enemy of the theatre, other one
CLASS = np.array([unit.kind for unit in UNITS])
LETTER = np.array(list("GAS"))[CLASS]  # [line]
TIED = np.isin([unit.special for unit in UNITS], (Special.GENERAL_A, Special.GENERAL_B, Special.ADMIRAL))  # BC-87
DEPLOYING = (Phase.SETUP, Phase.DEPLOY, Phase.REBUILD)
OF_A_SHOT = (Phase.TARGET, Phase.KILL, Phase.BOOST, Phase.GUARD)
PLAYED = (2, 3, 2, 2)  # what the Kept Cards of a shot add
LOOKS = (Kind.RECONNAISSANCE, Kind.CODE_BREAKERS, Kind.SPY_RING)
RAIDS = {Verdict.RAID_GA: "GA", Verdict.RAID_AS: "AS"}


def rows_of(r, deck):
    """The battles of a Conflict deck."""
    return BY_THEATRE[deck if r.theatre == Theatre.COMBINED else r.theatre == Theatre.PACIFIC]


def battle(r):
    """The battle on the table."""
    return rows_of(r, r.front)[BATTLE_ON[r.card]]


def plain(s):
    """A table's record in plain integers, which do not wrap; a copy."""
    r = s[0]
    fields = {name: r[name].astype(int) for name in r.dtype.names if name != "rng" and not name.startswith("_")}
    return SimpleNamespace(**{name: value if value.ndim else int(value) for name, value in fields.items()})


def holder(r, deck, code):
    """Who holds this battle, None if nobody does."""
    which = next(k for k, row in enumerate(rows_of(r, deck)) if row.code == code)
    place = r.place[deck, np.flatnonzero(which == BATTLE_ON)[0]]
    return place - Place.WON if place >= Place.WON else None


def invasion_of(r, seat):
    """The battle for the homeland of a seat."""
    return next(row for row in rows_of(r, seat // 2) if row.needs and row.aggressor != seat % 2)


def is_exiled(r, seat):
    """An enemy holds it."""
    who = holder(r, seat // 2, invasion_of(r, seat).code) if seat < r.players else None
    return who is not None and who % 2 != seat % 2


class Witness:
    """BC-R27, BC-R93: what each has seen, and what has been done in this battle and turn."""

    def __init__(self, s):
        r = self.now = plain(s)
        self.players = r.players
        self.known = {(a, b): r.known[a, b] for a in SEATS for b in SEATS if a != b}  # [observer, owner]
        self.seen = {(a, *where): bool(r.seen[where] >> a & 1) for a in SEATS for where in np.ndindex(r.seen.shape)}
        self.crossed, self.aided, self.offer = [bool(k) for k in r.crossed], bool(r.aided), r.offer
        self.lent, self.fired = r.lent, np.zeros((4, LINES), int)
        self.added = self.guarded = 0
        self.ground = bool(r.ground)

    def follow(self, s, action):
        """This has been done."""
        was, r = self.now, plain(s)
        self.block, self.index = GAME.actions.decode(action)
        self.remember_cards(r, was)
        self.remember_battle(r, was)
        self.remember_turn(r, was)
        self.remember_kept(r, was)
        self.now = r

    def others(self, owner):
        """What each of the others knows of the owner's Reserve and stacks."""
        return [self.known[a, owner] for a in range(self.players) if a != owner]

    def does(self, kind):
        return self.block == "kind" and self.index[0] == kind

    # Units face down

    def remember_cards(self, r, was):
        me = was.turn
        if self.block == "line" and was.phase in DEPLOYING:
            for known in self.others(me):
                known[RESERVE, CLASS[self.index[0]] == CLASS] = 0
        elif was.phase == Phase.SALVAGE:
            for known in self.others(me):
                known[RESERVE, self.index[0]] += 1
        elif was.phase == Phase.TRIM:
            self.strike(me, RESERVE, self.index[0])
        elif was.phase == Phase.AIM:
            self.remember_aim(r, was)
        elif was.phase in (Phase.AID_1, Phase.OFFER, Phase.ANSWER) and self.block == "line":
            self.remember_aid(was, self.index[0])
        elif self.does(TurnKind.EMERGENCY):
            for known in self.others(me):
                known[STACKS] += known[RESERVE]
                known[RESERVE] = 0
        self.remember_fight(r, was)

    def strike(self, owner, zone, line):
        """A card left face up."""
        for known in self.others(owner):
            known[zone, line] = max(0, known[zone, line] - 1)

    def remember_aim(self, r, was):
        me, (which, zone) = was.turn, self.index
        foe = ROWS[me][2 + which]
        if KINDS[was.card] not in LOOKS:
            lost = np.flatnonzero(r.discard[foe] > was.discard[foe]).tolist()
            for line in lost:
                self.strike(foe, RESERVE if zone == RESERVE_ZONE else STACKS, line)
        elif zone == RESERVE_ZONE:
            self.known[me, foe][RESERVE] = r.reserve[foe]
        elif zone != KEPT_ZONE:
            self.known[me, foe][STACKS] = np.where(zone == CLASS, r.stacks[foe], self.known[me, foe][STACKS])

    def remember_aid(self, was, line):
        me, ally, *enemies = ROWS[was.turn]
        mine, his = self.known[ally, me], self.known[me, ally]  # what is known of them
        if was.phase == Phase.AID_1:
            mine[STACKS, line] = max(0, mine[STACKS, line] - 1)
            his[STACKS, line] += 1
            for enemy in enemies:
                self.known[enemy, me][STACKS, CLASS[line] == CLASS] = 0
        elif was.phase == Phase.OFFER:
            self.offer = line
            mine[RESERVE, line] = max(1, mine[RESERVE, line])
        else:
            his[RESERVE, self.offer] -= 1  # the one asked knows it, for he has been shown it
            his[RESERVE, line] += 1
            mine[RESERVE, line] = max(0, mine[RESERVE, line] - 1)
            mine[RESERVE, self.offer] += 1
            for enemy in enemies:
                self.known[enemy, me][RESERVE] = self.known[enemy, ally][RESERVE] = 0

    def remember_fight(self, r, was):
        """A flip shows units; whatever then comes to lie in a stack has been seen by all."""
        seen = was.phase not in (*DEPLOYING, Phase.AID_1)
        for seat in range(self.players):
            more = np.maximum(r.stacks[seat] - was.stacks[seat], 0)
            if seen and not (self.does(TurnKind.EMERGENCY) and seat == was.turn):
                for known in self.others(seat):
                    known[STACKS] += more
            if r.fighting > was.fighting or (is_exiled(r, seat) and not is_exiled(was, seat)):
                for known in self.others(seat):
                    known[:] = np.minimum(known, [r.reserve[seat], r.stacks[seat]])
        if not (r.fighting or was.fighting) and r.phase not in (Phase.HOMELAND, Phase.COUNTER):
            self.remember_flash(r, was)

    def remember_flash(self, r, was):
        """A battle that was a Stalemate from the start."""
        armies = self.armies(was)
        deployed = was.stacks.copy()
        if self.does(TurnKind.EMERGENCY):
            deployed[was.turn] += was.reserve[was.turn]
        shown = [[(seat, line) for seat, lines in army for line in lines if deployed[seat, line]] for army in armies]
        if all(shown) and shown:
            for seat, line in shown[0] + shown[1]:
                for known in self.others(seat):
                    known[STACKS, line] = r.stacks[seat, line]

    def armies(self, was):
        """Of a battle that this action began: the seats of each side, and the lines of each that may fight."""
        me, ally, enemy, other = ROWS[was.turn]
        if self.block == "verdict" and self.index[0] in RAIDS:
            sides = ((me, 0, RAIDS[self.index[0]]), (other, 0, RAIDS[self.index[0]]))
        elif was.phase == Phase.HOMELAND or (self.block == "verdict" and self.index[0] == Verdict.ATTACK):
            letters = [[letter for k, letter in enumerate("GAS") if called >> k & 1] for called in was.called]
            sides = [(was.commander[k], was.joint[k], letters[k]) for k in (0, 1)]
        elif self.block == "battle" or self.does(TurnKind.COUNTERATTACK):
            which = self.index[0] if self.block == "battle" else self.lone(was)
            if which == BATTLES:
                row = invasion_of(was, ally)
                sides = ((me, ally == US, row.attackers), (ROWS[ally][2], False, row.defenders))
            else:
                row = rows_of(was, me // 2)[which]
                joint = row.ally and self.players == 4
                sides = ((me, joint, row.attackers), (enemy, joint, row.defenders))
        else:
            return []
        return self.lines_of(sides)

    def lines_of(self, sides):
        theatre, armies = sides[1][0] // 2, []
        for seat, joint, letters in sides:
            called = np.isin(LETTER, list(letters))
            seats = [seat, ROWS[seat][1]] if joint else [seat]
            armies.append([(k, np.flatnonzero(called & (~TIED | (k // 2 == theatre))).tolist()) for k in seats])
        return armies

    def lone(self, was):
        """BC-R24, BC-R69: the only battle that a Counterattack can be for: an enemy holds it, and units can be sent."""
        me, ally, *enemies = ROWS[was.turn]
        for which, row in enumerate(rows_of(was, me // 2)):
            called = np.isin(LETTER, list(row.attackers))
            joint = was.stacks[ally, called].any() if row.ally and self.players == 4 else False
            if holder(was, me // 2, row.code) in enemies and (was.stacks[me, called].any() or joint):
                return which
        return BATTLES

    # A battle

    def remember_battle(self, r, was):
        seat = was.commander[was.side]
        if self.block == "partner":
            seat = ROWS[seat][1]
        if was.phase == Phase.SHOOTER and self.block in ("line", "partner"):
            self.fired[seat, self.index[0]] += 1
        elif was.phase == Phase.BOOST and self.block in ("line", "partner"):
            self.lent[seat, self.index[0]] += 1
            self.added += 1
        elif self.block == "play":
            if was.phase == Phase.BOOST:
                self.added += PLAYED[self.index[0]]
            else:
                self.guarded += PLAYED[self.index[0]]
        if not r.fighting or r.phase not in OF_A_SHOT:
            self.added = self.guarded = 0
        if self.moment(r) != self.moment(was):
            self.fired[:] = 0
        if not r.fighting or r.rounds != was.rounds or r.phase == Phase.WITHDRAW:
            self.lent[:] = 0
        self.lent = np.minimum(self.lent, r.standing)  # BC-R64
        if r.fighting > was.fighting:  # BC-R86
            defenders = r.standing[ROWS[r.commander[1]][:2], :]
            self.ground = battle(r).ground and not r.raid and defenders[:, LETTER == "G"].any()

    def moment(self, r):
        return r.turns, r.rounds, r.fire_phase, r.side

    # The turn, Kept Cards

    def remember_turn(self, r, was):
        if self.does(TurnKind.AID_3) or (was.phase in (Phase.AID_1, Phase.ANSWER) and self.block == "line"):
            self.crossed[was.turn % 2] = True
        if self.does(TurnKind.AID_3) or was.phase == Phase.ANSWER:
            self.aided = True
        if r.turns != was.turns:
            self.aided = False

    def remember_kept(self, r, was):
        for deck, card in np.argwhere(r.place != was.place).tolist():
            for seat in SEATS:
                self.seen[seat, deck, card] = False
        if was.phase == Phase.AIM and KINDS[was.card] == Kind.SPY_RING:
            foe = ROWS[was.turn][2 + self.index[0]]
            for deck, card in np.argwhere(r.place == Place.KEPT + foe).tolist():
                self.seen[was.turn, deck, card] = True
