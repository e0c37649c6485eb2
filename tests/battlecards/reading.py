"""What every part of an observation must be, said once more, plainly and slowly.

It is told from the zones of the record, from the tables of the game and from a `Witness`, never from a count that the
rules keep.
"""

from __future__ import annotations

import numpy as np

from warzoo.envs.battlecards.conflict import BATTLE_ON, BATTLES, KINDS, NUMBER, Kind
from warzoo.envs.battlecards.state import PHASES, Phase, Place, Theatre
from warzoo.envs.battlecards.units import LINES, UNITS, Special

from .witness import CLASS, OF_A_SHOT, ROWS, battle, is_exiled, rows_of

FIGHTING = (Phase.SABOTAGE, Phase.SHOOTER, *OF_A_SHOT, Phase.WITHDRAW)
CALLED = (Phase.ATTACK, Phase.HOMELAND, *FIGHTING, Phase.MOVE)
CARRIERS = np.array([unit.special == Special.CARRIER for unit in UNITS])


def reading(seat, witness):
    """Part by part, by name."""
    r = witness.now
    here = [who for who in ROWS[seat] if who < r.players]
    sides = [[who for who in here if (who - seat) % 2 == k] for k in (0, 1)]
    return {
        **units(r, seat, sides, witness),
        **seats(r, seat, witness),
        **decks(r, seat, witness),
        **course(r, seat, sides, witness),
        **table(r, seat, sides),
        **the_fight(r, seat, sides, witness),
    }


def flags(size, *which):
    return [int(k in which) for k in range(size)]


def rows(r, seat, of, absent=0):
    """The own seat, the ally, the enemy of the theatre, the other one; what absent seats show."""
    return [of(who) if who < r.players else absent for who in ROWS[seat]]


NO_UNITS = np.zeros(LINES, int)


def units(r, seat, sides, witness):
    def reserve(who):
        return r.reserve[who] if who == seat else witness.known[seat, who][0]

    def stacks(who):
        return r.stacks[who] if who == seat else witness.known[seat, who][1]

    def hidden(who):
        cards = r.deck[who] + r.reserve[who] + r.stacks[who]
        return cards - reserve(who) - stacks(who)

    def up_to_six(of):
        return rows(r, seat, lambda who: np.minimum(12, of(who)), NO_UNITS)

    def told(zone):
        return rows(r, seat, lambda who: np.minimum(12, witness.known[who, seat][zone]) if who != seat else 0, NO_UNITS)

    return {
        "reserve": up_to_six(reserve),
        "stacks": up_to_six(lambda who: stacks(who) + r.withdrawn[who]),
        "standing": up_to_six(lambda who: r.standing[who]),
        "discard": up_to_six(lambda who: r.discard[who]),
        "told_reserve": told(0)[1:],
        "told_stacks": told(1)[1:],
        "unseen": [np.minimum(12, sum(hidden(who) for who in side)) for side in sides],
    }


def kept_by(r, who):
    return [(deck, card) for deck, card in np.argwhere(r.place == Place.KEPT + who).tolist()]


def by_kind(cards):
    return [sum(KINDS[card] == Kind.AIR_SUPPORT + k for _, card in cards) for k in range(6)]


def won_by(r, who, deck):
    cards = np.flatnonzero(r.place[deck] == Place.WON + who)
    return [rows_of(r, deck)[BATTLE_ON[card]] for card in cards]


def points(r, who):
    return sum(row.vp for deck in (0, 1) for row in won_by(r, who, deck))


def seats(r, seat, witness):
    def is_open(who):
        return who == seat or r.phase != Phase.SETUP

    def in_stacks(who):
        lying = r.stacks[who] + r.withdrawn[who]
        return [min(40, lying[kind == CLASS].sum()) if is_open(who) else 0 for kind in range(3)]

    def kept(who):
        cards = kept_by(r, who)
        return by_kind([(deck, card) for deck, card in cards if who == seat or witness.seen[seat, deck, card]])

    def told(who):
        return by_kind([(deck, card) for deck, card in kept_by(r, seat) if witness.seen[who, deck, card]])

    def missing(who):
        own = next(row for row in rows_of(r, who // 2) if row.needs and row.aggressor == who % 2)
        return len(set(own.needs) - {row.code for row in won_by(r, who, who // 2)})

    return {
        "stack_n": rows(r, seat, in_stacks, [0, 0, 0]),
        "reserve_n": rows(r, seat, lambda who: min(20, r.reserve[who].sum()) if is_open(who) else 0),
        "deck_n": rows(r, seat, lambda who: min(80, r.deck[who].sum())),
        "kept_n": rows(r, seat, lambda who: min(16, len(kept_by(r, who)))),
        "kept": rows(r, seat, kept, [0] * 6),
        "told_kept": rows(r, seat, told, [0] * 6)[1:],
        "vp": rows(r, seat, lambda who: min(100, points(r, who))),
        "missing": rows(r, seat, missing),
        "exiled": rows(r, seat, lambda who: int(is_exiled(r, who))),
        "moving": rows(r, seat, lambda who: int(who == r.mover and r.phase != Phase.SETUP and not r.over)),
        "acting": rows(r, seat, lambda who: int(who == r.turn and not r.over)),
        "commanding": rows(r, seat, lambda who: int(who in r.commander and r.phase in CALLED and not r.over)),
    }


def decks(r, seat, witness):
    """The deck of the own theatre, then the other one, of which there is none in a game of two."""
    parts = {name: [] for name in ("won", "to_come", "orders", "numbers", "pile_n")}
    for deck in (seat // 2, 1 - seat // 2):
        place = r.place[deck].tolist()
        held = [[0] * BATTLES, [0] * BATTLES]
        for card in range(len(place)):
            if place[card] >= Place.WON:
                held[(place[card] - Place.WON - seat) % 2][BATTLE_ON[card]] = 1
        secret = [card for card in range(len(place)) if is_secret(place[card], seat, (deck, card), witness)]
        kinds, numbers = KINDS[secret].tolist(), NUMBER[secret].tolist()
        parts["won"].append(held)
        parts["to_come"].append(flags(BATTLES, *(BATTLE_ON[card] for card in secret)))
        parts["orders"].append([kinds.count(kind) for kind in Kind if kind != Kind.BATTLE])
        parts["numbers"].append([numbers.count(number) for number in range(1, 10)])
        parts["pile_n"].append(place.count(Place.DECK))
    return parts


def is_secret(place, seat, where, witness):
    """In the deck, or somebody's Kept Card that the seat has not seen."""
    kept = Place.KEPT <= place < Place.WON and place != Place.KEPT + seat
    return place == Place.DECK or (kept and not witness.seen[(seat, *where)])


def course(r, seat, sides, witness):
    mine, theirs = (sum(points(r, who) for who in side) for side in sides)
    decks = range(r.players // 2)
    total = sum(row.vp for deck in decks for row in rows_of(r, deck)[:20]) + 4 * r.expansions.sum()
    goal, turns = -(-total // 2), r.turn_cap - r.turns
    asked = r.phase == Phase.ANSWER and not r.over and (r.mover - seat) % 2 == 0
    nation = seat if r.theatre == Theatre.COMBINED else seat + 2 * (r.theatre == Theatre.PACIFIC)
    return {
        "to_goal": [min(100, max(0, goal - mine)), min(100, max(0, goal - theirs))],
        "ahead": [min(40, max(0, mine - theirs)), min(40, max(0, theirs - mine))],
        "phase": [0] * PHASES if r.over else flags(PHASES, r.phase),
        "offer": flags(LINES, witness.offer) if asked else [0] * LINES,
        "aided": int(witness.aided and not r.over),
        "crossed": [witness.crossed[seat % 2], witness.crossed[1 - seat % 2]],
        "left": 0 if r.over else r.left,
        "nation": flags(4, nation),
        "theatre": flags(3, r.theatre),
        "packs": r.expansions,
        "turns_left": min(100, turns),
        "hundreds_left": turns // 100,
    }


def table(r, seat, sides):
    """The Conflict card that is resolved, and whose battle it is."""
    shown = r.phase >= Phase.DEPLOY and not r.over
    fought = shown and KINDS[r.card] == Kind.BATTLE
    called = shown and r.phase in CALLED
    attacker = [int(called and r.commander[0] in side) for side in sides]
    row = battle(r) if fought else None
    mine = called and row.aggressor == r.commander[0] % 2  # the one whom the card names attacks
    ending = called and bool(row.needs) and not r.raid
    frees = ending and not mine

    def letters(k):
        if r.raid:
            return "".join(letter for bit, letter in enumerate("GAS") if r.called[0] >> bit & 1)
        return row.attackers if attacker[k] else row.defenders

    def joint(k):
        if frees:
            return int(attacker[k] and r.commander[0] == 1)  # US units for Australia
        return int(called and row.ally and not r.raid and r.players == 4)

    return {
        "order": flags(len(Kind), int(KINDS[r.card])) if shown else [0] * len(Kind),
        "own_front": int(shown and r.front == seat // 2),
        "battle": flags(BATTLES, BATTLE_ON[r.card]) if fought else [0] * BATTLES,
        "battle_vp": row.vp if fought and not r.raid else 0,
        "attacking": attacker,
        "called": [[int(called and letter in letters(k)) for letter in "GAS"] for k in (0, 1)],
        "joint": [joint(k) for k in (0, 1)],
        "invasion": int(ending and not frees),
        "liberation": int(frees),
        "refight": int(called and r.refight),
        "raid": int(fought and r.raid),
    }


class Army:
    """The units of a side in the battle, one by one, and what each is worth among the others."""

    def __init__(self, r, side):
        self.lines = [line for who in side for line in range(LINES) for _ in range(r.standing[who, line])]
        self.kinds = {line: [u.special for u in self.without(line)] for line in set(self.lines)}

    def without(self, line):
        rest = list(self.lines)
        rest.remove(line)
        return [UNITS[other] for other in rest]

    def attack(self, line, kind):
        unit, around = UNITS[line], self.kinds[line]
        helper = (Special.GENERAL_A, None, Special.ADMIRAL)[unit.kind]
        return min(9, unit.attack[kind] + around.count(helper)) if unit.attack[kind] else 0

    def defense(self, line, kind):
        unit, around = UNITS[line], self.kinds[line]
        more = (2 * around.count(Special.GENERAL_B), 0, around.count(Special.ADMIRAL))[unit.kind]
        return unit.defense[kind] + more + around.count(Special.LEADER)


def the_fight(r, seat, sides, witness):
    on = r.phase in FIGHTING and not r.over
    armies = [Army(r, side if on else []) for side in sides]
    turn = (r.turn - seat) % 2
    asked = turn if r.phase != Phase.GUARD else 1 - turn
    return {
        "fighting": int(on),
        "ground": int(on and witness.ground),
        "rounds": r.rounds if on else 0,
        "fire_phase": flags(4, r.fire_phase - 1) if on else [0] * 4,
        "asked": flags(2, asked) if on else [0, 0],
        "carriers": [carriers(r, side, witness) if on else 0 for side in sides],
        "weakest": [weakest(army) for army in armies],
        "best": [best(armies[k], armies[1 - k]) for k in (0, 1)],
        "ready": ready(r, witness) if on and r.phase == Phase.SHOOTER else [NO_UNITS, NO_UNITS],
        **the_shot(r, on, armies[asked], armies[1 - asked], witness),
    }


def carriers(r, side, witness):
    return min(4, sum((r.standing[who] - witness.lent[who])[CARRIERS].sum() for who in side))


def weakest(army):
    """By class of the target and of the shooter, 0 without a target."""
    return [
        [
            min([12, *(army.defense(line, shooter) for line in army.kinds if CLASS[line] == kind)])
            for shooter in range(3)
        ]
        if any(CLASS[line] == kind for line in army.kinds)
        else [0, 0, 0]
        for kind in range(3)
    ]


def ninths(army, line, foes, target):
    """Of the chance to hit."""
    return max(0, army.attack(line, CLASS[target]) - foes.defense(target, CLASS[line]))


def best(army, foes):
    found = [0] * LINES
    for line in army.kinds:
        found[line] = max([0, *(ninths(army, line, foes, target) for target in foes.kinds)])
    return found


def ready(r, witness):
    """Of the commander who is asked, and of his partner: those of this firing phase that have not fired."""
    own = [unit.phase == r.fire_phase for unit in UNITS]
    waiting = (r.standing - witness.fired) * own
    return [np.minimum(12, waiting[who]) for who in ROWS[r.turn][:2]]


def the_shot(r, on, army, foes, witness):
    """Who fires, at whom or at whom he could."""
    there, aimed = on and r.phase in OF_A_SHOT, on and r.phase in (Phase.BOOST, Phase.GUARD)
    shooter, target, none = r.shooter, r.target, [0] * LINES
    chances = list(none)
    if there and not aimed:
        for line in foes.kinds:
            chances[line] = ninths(army, shooter, foes, line)
    return {
        "shooter": flags(LINES, shooter) if there else none,
        "target": flags(LINES, target) if aimed else none,
        "of_partner": [
            int(there and r.shooter_seat not in r.commander),
            int(aimed and r.target_seat not in r.commander),
        ],
        "shot": the_numbers(army, shooter, foes, target, witness) if aimed else [0, 0],
        "chance": chances,
    }


def the_numbers(army, shooter, foes, target, witness):
    attack = army.attack(shooter, CLASS[target]) + witness.added
    return [min(9, attack), min(12, foes.defense(target, CLASS[shooter]) + witness.guarded)]
