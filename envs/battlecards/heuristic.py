"""Two hand-written players of Battlecards; both see only what `observe` shows.

The strong one forecasts a battle before it attacks, fights again, raids or stays: the prize by the chance to win it,
and the units that it will cost either side.
"""

from __future__ import annotations

import numpy as np

from ..core.blocks import parts, within
from ..core.jit import rule
from .actions import (
    AIM,
    AUTOKILL,
    BATTLE,
    DONE,
    KIND,
    LINE,
    PARTNER,
    PLAY,
    RESERVE_ZONE,
    VERDICT,
    TurnKind,
    Verdict,
)
from .conflict import (
    AGGRESSOR,
    BATTLE_ON,
    BATTLES,
    BOOST,
    CALLS,
    CALLS_ALLIES,
    CARD_OF,
    GROUND_WINS,
    HIGHEST,
    INVASION,
    KINDS,
    VP,
    Kind,
)
from .forecast import VICTORY, WORTH, expect, line_up, outcome, prize
from .rules.alliance import RAIDED
from .rules.army import member
from .rules.battle import may_refight
from .rules.piles import of_class, total
from .rules.rounds import cards_of, enemy, partner
from .rules.shots import attack, defense, idle_carriers, is_victim
from .state import SIDES, STACKS, US, Phase, Place, State, Theatre
from .units import KIND as CLASS_OF
from .units import LINES, Class

# The simple player


@rule
def greedy(s: State, mask: np.ndarray) -> int:
    """Draws, attacks, deploys and fires as often as it may, at the best chance; never withdraws, never aids."""
    best, most = DONE, 0.0 if mask[DONE] else -1e9
    for action in range(DONE):
        if mask[action]:
            points = points_of(s, action)
            if points > most:
                best, most = action, points
    return best


@rule
def points_of(s: State, action: int) -> float:
    """How much it likes the action."""
    phase = s.phase
    if phase == Phase.TURN:
        return 2.0 if parts(KIND, action) == TurnKind.DRAW else 1.0
    if phase == Phase.WITHDRAW or phase == Phase.MOVE or phase == Phase.ANSWER:
        return -1.0
    if phase == Phase.TARGET and action != AUTOKILL:
        return 1.0 + chance(s, s.shooter, named(action), 0)
    return 1.0


@rule
def named(action: int) -> int:
    """The line of a unit of either partner."""
    return parts(LINE, action) if within(LINE, action) else parts(PARTNER, action)


# The strong player

RESERVES = 3  # cards that are worth a turn without a draw
SUPPORT = 0.1  # least that a Kept Card must add, in units of worth 1
ODDS = 4  # at which an army can spare units, or needs them
CROWD = 3.0  # with so many units in a class another one is half as needed


@rule
def choose(s: State, mask: np.ndarray) -> int:
    """The action worth most."""
    if s.phase == Phase.WITHDRAW and stays(s):
        return DONE
    best, most = DONE, 0.0 if mask[DONE] else -1e9
    for action in range(DONE):
        if mask[action]:
            value = value_of(s, action)
            if value > most:
                best, most = action, value
    return best


@rule
def value_of(s: State, action: int) -> float:
    """What the action is worth; declining, stopping and the like are worth 0."""
    phase = s.phase
    if within(KIND, action):
        return value_of_turn(s, parts(KIND, action))
    if phase == Phase.ATTACK:
        return value_of_attack(s)
    if phase == Phase.COUNTER:
        return value_of_refight(s, parts(BATTLE, action))
    if phase == Phase.TAKE:
        return value_of_taking(s, parts(VERDICT, action))
    if phase == Phase.AIM:
        k, zone = parts(AIM, action)
        return value_of_aim(s, enemy(s.turn, k), zone)
    if within(PLAY, action):
        return value_of_play(s, Kind.AIR_SUPPORT + parts(PLAY, action))
    if action == AUTOKILL:
        return best_shot(s, s.shooter)
    return value_of_line(s, named(action))


# Turns


@rule
def value_of_turn(s: State, kind: int) -> float:
    """A draw is worth 1; Aid 2 and 3 nothing."""
    if kind == TurnKind.DRAW:
        return 1.0
    if kind == TurnKind.EMERGENCY:
        return 1.5 + total(s.reserve[s.turn]) - (RESERVES if s.phase == Phase.TURN else 0)
    if kind == TurnKind.AID_1:
        return 1.2 if spares(s) else 0.0
    best = 0.0
    if kind == TurnKind.COUNTERATTACK:
        for which in range(BATTLES + 1):
            if may_refight(s, s.turn, which):
                best = max(best, value_of_refight(s, which))
    return best


@rule
def spares(s: State) -> bool:
    """The ally needs units more: he is far outnumbered, and the seat outnumbers its enemy, or is out of its theatre."""
    ally = partner(s.turn)
    own, other = total(s.stacks[s.turn]) + total(s.standing[s.turn]), total(s.stacks[ally]) + total(s.standing[ally])
    foe, threat = total(s.stacks[enemy(s.turn, 0)]), total(s.stacks[enemy(s.turn, 1)])
    return s.exiled[s.turn] or (own > ODDS * foe and threat > ODDS * other)


@rule
def value_of_aim(s: State, foe: int, zone: int) -> float:
    """How much there is, or how much of it is unknown."""
    if zone >= RESERVE_ZONE:
        return 1.0 + (total(s.reserve[foe]) if zone == RESERVE_ZONE else s.kept_n[foe])
    cards = of_class(s.stacks[foe], zone)
    return 1.0 + cards - (KINDS[s.card] == Kind.RECONNAISSANCE) * of_class(s.known[s.turn, foe, STACKS], zone)


# Battles


@rule
def value_of_attack(s: State) -> float:
    """The battle that came up; the enemy's Reserve counts where it may be deployed before."""
    which, front, me = BATTLE_ON[s.card], s.front, s.turn & 1
    units = np.zeros((SIDES, LINES))
    for side in range(SIDES):
        reserve = side == 1 and which == INVASION[me]
        expect(s, s.commander[side], s.joint[side], s.called[side], front, reserve, units[side])
    ground = bool(GROUND_WINS[cards_of(s, front), which])
    return outcome(s, units, 0, ground, 1, prize(s, me, front, which), prize(s, 1 - me, front, which))


@rule
def value_of_refight(s: State, which: int) -> float:
    """A battle that is lost already can only be won; with the last of all the ally is freed."""
    me, side, frees = s.turn, s.turn & 1, which == BATTLES
    home = partner(me) if frees else me
    battle = INVASION[1 - side] if frees else which
    of = cards_of(s, home >> 1)
    joint = s.theatre == Theatre.COMBINED and CALLS_ALLIES[of, battle]
    units = np.zeros((SIDES, LINES))
    expect(s, me, joint and (not frees or home == US), CALLS[of, battle, 0], home >> 1, False, units[0])
    expect(s, home ^ 1, joint and not frees, CALLS[of, battle, 1], home >> 1, battle == INVASION[side], units[1])
    gain = prize(s, side, home >> 1, battle) + VP[of, battle] + VICTORY * frees
    return outcome(s, units, 0, bool(GROUND_WINS[of, battle]), 1, gain, 0.0)


@rule
def value_of_taking(s: State, verdict: int) -> float:
    """A battle taken is worth its prize, a raid what it destroys."""
    if verdict == Verdict.TAKE:
        return prize(s, s.turn & 1, s.front, BATTLE_ON[s.card])
    units = np.zeros((SIDES, LINES))
    foe = enemy(s.turn, 1)
    expect(s, s.turn, False, RAIDED[verdict], foe >> 1, False, units[0])
    expect(s, foe, False, RAIDED[verdict], foe >> 1, False, units[1])
    return outcome(s, units, 0, False, 1, 0.0, 0.0)


@rule
def stays(s: State) -> bool:
    """To fight on is worth more than to withdraw, which loses the battle and no unit."""
    units = np.zeros((SIDES, LINES))
    line_up(s, units)
    gain = loss = 0.0
    if not s.raid:
        me, which = s.turn & 1, BATTLE_ON[s.card]
        gain = prize(s, me, s.front, which)
        loss = 0.0 if s.refight and s.side == 0 else prize(s, 1 - me, s.front, which)
    return outcome(s, units, s.side, bool(s.ground), s.rounds + 1, gain, loss) >= -loss


# Shots


@rule
def chance(s: State, line: int, target: int, more: int) -> float:
    """Of a hit by a line of the firing side, with so much more Attack."""
    value = attack(s, s.side, line, CLASS_OF[target])
    if value == 0:
        return 0.0
    return max(0, min(HIGHEST, value + more) - defense(s, 1 - s.side, target, CLASS_OF[line])) / HIGHEST


@rule
def best_shot(s: State, line: int) -> float:
    """What the line's best shot or Autokill is worth."""
    best = 0.0
    for k in range(1 + s.joint[1 - s.side]):
        seat = member(s, 1 - s.side, k)
        for target in range(LINES):
            if s.standing[seat, target] > 0:
                sure = is_victim(s, s.side, line, seat, target)
                best = max(best, WORTH[target] * (1.0 if sure else backed(s, line, target)))
    return best


@rule
def backed(s: State, line: int, target: int) -> float:
    """The chance of a shot that a carrier may support."""
    return chance(s, line, target, int(CLASS_OF[line] == Class.AIR and idle_carriers(s, s.side) > 0))


@rule
def value_of_play(s: State, kind: int) -> float:
    """What a Kept Card adds to the shot, or takes from it."""
    now = chance(s, s.shooter, s.target, s.boost)
    if s.phase == Phase.GUARD:
        more = min(BOOST[kind] / HIGHEST, now - s.guard / HIGHEST)
    else:
        more = chance(s, s.shooter, s.target, s.boost + BOOST[kind]) - now
    return more * WORTH[s.target] - SUPPORT


# Units


@rule
def value_of_line(s: State, line: int) -> float:
    """A unit that is named."""
    phase = s.phase
    if phase == Phase.SHOOTER:
        return best_shot(s, line)
    if phase == Phase.TARGET:
        return WORTH[line] * backed(s, s.shooter, line)
    if phase == Phase.BOOST:
        return chance(s, s.shooter, s.target, s.boost + 1) - chance(s, s.shooter, s.target, s.boost)
    if phase == Phase.SETUP or phase == Phase.DEPLOY or phase == Phase.REBUILD:
        return need(s, line)
    if phase == Phase.TRIM:
        return -need(s, line)
    if phase == Phase.MOVE or phase == Phase.AID_1:
        return WORTH[line] if spares(s) else -1.0
    if phase == Phase.ANSWER:
        return WORTH[s.offer] - WORTH[line]
    return WORTH[line]


@rule
def need(s: State, line: int) -> float:
    """The worth of a unit by the battles to come that call its class, and how many there are already."""
    kind, front = CLASS_OF[line], s.turn >> 1
    of = cards_of(s, front)
    calls = 0.0
    for which in range(BATTLES):
        place = s.place[front, CARD_OF[which]]
        role = int(AGGRESSOR[of, which] != s.turn & 1)
        if place != Place.ABSENT and place < Place.WON and CALLS[of, which, role] >> kind & 1:
            calls += VP[of, which]
    return WORTH[line] * calls / (CROWD + of_class(s.stacks[s.turn], kind))
