"""How a battle would go, as far as the seat to act can tell: expected armies fight it out in the mean.

`units[side, line]` are the armies, the aggressor's first. Units that are not known count as what they may be: the rest
of their owner's cards, by class.
"""

from __future__ import annotations

import numpy as np

from ..core.jit import rule
from .conflict import HIGHEST, INVASION, VP
from .rules.army import may_fight, member
from .rules.piles import OF_CLASS, of_class, total
from .rules.rounds import cards_of, goal, partner, side_vp
from .state import MOST_ROUNDS, RESERVE, SIDES, STACKS, State
from .units import ATTACK, CLASSES, COPIES, DEFENSE, FIRE_PHASES, KIND, LINES, PHASE, SPECIAL, Class, Special

SURPLUS = np.minimum(ATTACK[:, KIND], HIGHEST) - DEFENSE[:, KIND].T  # [line, target]
HITS = np.where(ATTACK[:, KIND] > 0, np.maximum(SURPLUS, 0), 0).astype(int)  # of HIGHEST, whole: exact on any processor
PRESENCE = {  # what a unit is worth besides its shots
    Special.CARRIER: 0.4,
    Special.GENERAL_A: 0.7,
    Special.GENERAL_B: 0.9,
    Special.ADMIRAL: 0.8,
    Special.LEADER: 0.9,
}
WORTH = np.sqrt((HITS @ COPIES) / (COPIES @ HITS)) + [PRESENCE.get(special, 0.0) for special in SPECIAL]  # [line]
LEAST = 0.5  # fewer units are none
STILL = 0.01  # nor does a round go on that destroys less
UNIT = 0.6  # victory points for a unit of worth 1
VICTORY = 30.0  # ... for the game or a homeland

# Armies


@rule
def expect(s: State, seat: int, joint: bool, classes: int, theatre: int, reserve: bool, army: np.ndarray) -> None:
    """What the seat would bring, with its Reserve if that may come too, and in a joint battle its partner."""
    expect_of(s, seat, classes, theatre, reserve, army)
    if joint:
        expect_of(s, partner(seat), classes, theatre, False, army)


@rule
def expect_of(s: State, seat: int, classes: int, theatre: int, reserve: bool, army: np.ndarray) -> None:
    """Known cards of the called stacks, and of each hidden card there its mean."""
    pool, share = np.zeros(LINES), np.zeros(CLASSES)
    known = s.known[s.turn, seat]
    if seat != s.turn:
        pool_of(s, seat, pool)
        share_of(s, seat, reserve, pool, share)
    for line in range(LINES):
        if classes >> KIND[line] & 1 and may_fight(seat, line, theatre):
            if seat == s.turn:
                army[line] += s.stacks[seat, line]
            else:
                army[line] += known[STACKS, line] + reserve * known[RESERVE, line] + pool[line] * share[KIND[line]]


@rule
def pool_of(s: State, owner: int, pool: np.ndarray) -> None:
    """The owner's cards that the seat to act cannot place, with those of his partner once an Aid has mixed them."""
    for k in range(1 + s.crossed[owner & 1]):
        seat = owner ^ (2 * k)
        for line in range(LINES):
            pool[line] += s.deck[seat, line]
            if seat != s.turn:
                known = s.known[s.turn, seat, STACKS, line] + s.known[s.turn, seat, RESERVE, line]
                pool[line] += s.stacks[seat, line] + s.reserve[seat, line] - known


@rule
def share_of(s: State, seat: int, reserve: bool, pool: np.ndarray, share: np.ndarray) -> None:
    """By class, how many of the pool's cards would come."""
    hidden = total(s.reserve[seat]) - total(s.known[s.turn, seat, RESERVE])
    for kind in range(CLASSES):
        face_down = of_class(s.stacks[seat], kind) - of_class(s.known[s.turn, seat, STACKS], kind)
        share[kind] = face_down / max(1.0, number(pool, kind)) + reserve * hidden / max(1.0, size(pool))


@rule
def line_up(s: State, units: np.ndarray) -> None:
    """The units that stand in the battle."""
    for side in range(SIDES):
        for k in range(1 + s.joint[side]):
            for line in range(LINES):
                units[side, line] += s.standing[member(s, side, k), line]


@rule
def size(army: np.ndarray) -> float:
    """How many units there are."""
    n = 0.0
    for line in range(LINES):
        n += army[line]
    return n


@rule
def number(army: np.ndarray, kind: int) -> float:
    """How many of a class there are."""
    n = 0.0
    for line in range(LINES):
        n += army[line] * OF_CLASS[kind, line]
    return n


@rule
def worth(army: np.ndarray) -> float:
    """What they are worth together."""
    value = 0.0
    for line in range(LINES):
        value += army[line] * WORTH[line]
    return value


# The fight


@rule
def fight(units: np.ndarray, ground: bool, rounds: int) -> float:
    """The chance of the aggressor by what is left of the winner; `units` become those that remain."""
    chance = np.zeros((SIDES, LINES, LINES))
    weigh(units, chance)
    start = worth(units[0]), worth(units[1])
    loser = beaten(units, ground)
    while loser < 0:
        before = size(units[0]) + size(units[1])
        for phase in range(1, FIRE_PHASES + 1):
            for side in range(SIDES):
                if loser < 0:
                    volley(units, chance, side, phase)
                    loser = beaten(units, ground)
        rounds += 1
        if loser < 0 and (rounds > MOST_ROUNDS or before - size(units[0]) - size(units[1]) < STILL):
            return 0.0
    left = worth(units[1 - loser]) / max(LEAST, start[0] if loser == 1 else start[1])
    lead = 0.5 * np.sqrt(left)
    return 0.5 + lead if loser == 1 else 0.5 - lead


@rule
def weigh(units: np.ndarray, chance: np.ndarray) -> None:
    """The chances of all shots, with the bonuses of presence and what carriers add to the mean shot."""
    attack, defense = np.zeros((SIDES, CLASSES)), np.zeros((SIDES, CLASSES))
    for side in range(SIDES):
        for line in range(LINES):
            if SPECIAL[line] != Special.NONE:
                add_presence(units[side], line, attack[side], defense[side])
    for side in range(SIDES):
        for line in range(LINES):
            for target in range(LINES if units[side, line] > 0 else 0):
                value = ATTACK[line, KIND[target]]
                if value > 0 and units[1 - side, target] > 0:
                    surplus = min(HIGHEST, value + attack[side, KIND[line]]) - DEFENSE[target, KIND[line]]
                    chance[side, line, target] = max(0.0, surplus - defense[1 - side, KIND[target]]) / HIGHEST


@rule
def add_presence(army: np.ndarray, line: int, attack: np.ndarray, defense: np.ndarray) -> None:
    """What the units of the line add to those of each class."""
    n, special = army[line], SPECIAL[line]
    if special == Special.CARRIER:
        attack[Class.AIR] += n / max(1.0, number(army, Class.AIR))
    elif special == Special.GENERAL_A:
        attack[Class.GROUND] += n
    elif special == Special.GENERAL_B:
        defense[Class.GROUND] += 2 * n
    elif special == Special.ADMIRAL:
        attack[Class.SEA] += n
        defense[Class.SEA] += n
    elif special == Special.LEADER:
        for kind in range(CLASSES):
            defense[kind] += n


@rule
def volley(units: np.ndarray, chance: np.ndarray, side: int, phase: int) -> None:
    """All units of this phase fire, each line at what is worth most until nothing of it is left."""
    for line in range(LINES):
        shots = units[side, line] if PHASE[line] == phase else 0.0
        while shots > 0:
            target = best_target(units[1 - side], chance[side, line])
            if target < 0:
                break
            fallen = min(units[1 - side, target], shots * chance[side, line, target])
            units[1 - side, target] -= fallen
            shots = shots - fallen / chance[side, line, target] if units[1 - side, target] == 0 else 0.0


@rule
def best_target(foes: np.ndarray, chance: np.ndarray) -> int:
    """The line most worth a shot, -1 for none."""
    best, most = -1, 0.0
    for target in range(LINES):
        if foes[target] > 0 and chance[target] * WORTH[target] > most:
            best, most = target, chance[target] * WORTH[target]
    return best


@rule
def beaten(units: np.ndarray, ground: bool) -> int:
    """The side that has nothing left that counts, -1 for none."""
    if size(units[1]) < LEAST or (ground and number(units[1], Class.GROUND) < LEAST):
        return 1
    return 0 if size(units[0]) < LEAST else -1


# What it is worth


@rule
def prize(s: State, side: int, front: int, which: int) -> float:
    """What a battle is worth to this side: its points, and the game or a homeland if they are won with it."""
    points = VP[cards_of(s, front), which]
    return points + VICTORY * (which == INVASION[side] or side_vp(s, side) + points >= goal(s))


@rule
def outcome(s: State, units: np.ndarray, side: int, ground: bool, rounds: int, gain: float, loss: float) -> float:
    """What a fight is worth to one side: the gain or the loss by its chance, and the units destroyed."""
    lead = worth(units[side]) - worth(units[1 - side])
    chance = fight(units, ground, rounds)
    lead -= worth(units[side]) - worth(units[1 - side])
    if side == 1:
        chance = 1.0 - chance
    return chance * gain - (1.0 - chance) * loss - UNIT * lead
