"""The Conflict cards that start no battle."""

from __future__ import annotations

from ...core.jit import rule
from ..actions import ENEMIES, KEPT_ZONE, RESERVE_ZONE, ZONES
from ..conflict import DEPLOYS, DRAWS, KINDS, RESERVE_LIMIT, TO_LIMIT, TRIMS, Kind
from ..state import RESERVE, STACKS, Phase, Place, State
from ..units import CLASSES, Class
from .battle import come_up
from .knowledge import entered, look
from .piles import (
    ANY_LINE,
    OF_CLASS,
    deploy,
    give_up,
    lose,
    of_class,
    random_kept,
    random_line,
    take,
    total,
    turn_up,
)
from .rounds import end_turn, enemy


@rule
def draw(s: State) -> None:
    """BC-05, BC-19, BC-20, BC-21, BC-23, BC-R74: the Drawing Player follows the top Conflict card."""
    s.front = s.turn >> 1
    s.card = turn_up(s, s.front)
    kind = KINDS[s.card]
    if Kind.AIR_SUPPORT <= kind <= Kind.COUNTERATTACK:
        s.place[s.front, s.card] = Place.KEPT + s.turn
        s.kept_n[s.turn] += 1
        end_turn(s)
        return
    s.place[s.front, s.card] = Place.ASIDE
    if kind == Kind.BATTLE:
        come_up(s)
    elif kind == Kind.SALVAGE and total(s.discard[s.turn]) > 0:
        s.phase = Phase.SALVAGE
    elif DEPLOYS[kind] > 0:
        build_up(s, kind)
    else:
        ask_aim(s)


@rule
def end_order(s: State) -> None:
    """BC-20: the card has been followed."""
    s.place[s.front, s.card] = Place.DISCARD
    end_turn(s)


# Buildup


@rule
def build_up(s: State, kind: int) -> None:
    """BC-R17, BC-R91: first all draws."""
    count = DRAWS[kind]
    if count == TO_LIMIT:
        count = max(0, RESERVE_LIMIT - total(s.reserve[s.turn]))
    take(s, s.turn, count, s.reserve[s.turn])
    s.left = DEPLOYS[kind]
    ask_deployment(s)


@rule
def ask_deployment(s: State) -> None:
    """BC-R02, BC-R91: then deployments, one by one."""
    if s.left > 0 and total(s.reserve[s.turn]) > 0:
        s.phase = Phase.DEPLOY
    else:
        s.left = 0
        ask_trim(s)


@rule
def deploy_one(s: State, line: int) -> None:
    """BC-R91: a card is deployed."""
    deploy(s, s.turn, line)
    s.left -= 1
    ask_deployment(s)


@rule
def ask_trim(s: State) -> None:
    """BC-R17, BC-R91: then discards, one by one, down to the limit."""
    if TRIMS[KINDS[s.card]] and total(s.reserve[s.turn]) > RESERVE_LIMIT:
        s.phase = Phase.TRIM
    else:
        end_order(s)


@rule
def trim(s: State, line: int) -> None:
    """BC-R84, BC-R91: a card of the Reserve is discarded face up."""
    lose(s, s.turn, RESERVE, line)
    ask_trim(s)


@rule
def salvage(s: State, line: int) -> None:
    """BC-R74, BC-R93: a card of the own discard pile goes to the Reserve, as all see."""
    s.discard[s.turn, line] -= 1
    s.reserve[s.turn, line] += 1
    entered(s, s.turn, RESERVE, line, 1)
    end_order(s)


# Intelligence and raids on what others have


@rule
def may_aim(s: State, k: int, zone: int) -> bool:
    """BC-R74: the card concerns this zone of this enemy, and there is something in it."""
    if 2 * k >= s.players:
        return False
    kind, foe = KINDS[s.card], enemy(s.turn, k)
    if zone < CLASSES:
        fits = kind == Kind.RECONNAISSANCE or kind == Kind.AIR_RAID
        fits = fits or (kind == Kind.TORPEDO_AMBUSH and zone == Class.SEA)
        return fits and of_class(s.stacks[foe], zone) > 0
    if zone == RESERVE_ZONE:
        fits = kind == Kind.CODE_BREAKERS or kind == Kind.SUPPLY_CRISIS
        fits = fits or (kind == Kind.LOST_ORDERS and s.kept_n[foe] == 0)
        return fits and total(s.reserve[foe]) > 0
    return (kind == Kind.SPY_RING or kind == Kind.LOST_ORDERS) and s.kept_n[foe] > 0


@rule
def ask_aim(s: State) -> None:
    """BC-R74: without anything to aim at the card has no effect."""
    for k in range(ENEMIES):
        for zone in range(ZONES):
            if may_aim(s, k, zone):
                s.phase = Phase.AIM
                return
    end_order(s)


@rule
def aim(s: State, k: int, zone: int) -> None:
    """BC-R27, BC-R74, BC-R84: a look, or a random card that is lost."""
    kind, foe = KINDS[s.card], enemy(s.turn, k)
    if kind == Kind.RECONNAISSANCE or kind == Kind.CODE_BREAKERS or kind == Kind.SPY_RING:
        look(s, s.turn, foe, zone)
    elif zone == KEPT_ZONE:
        give_up(s, foe, random_kept(s, foe))
    elif zone == RESERVE_ZONE:
        lose(s, foe, RESERVE, random_line(s, s.reserve[foe], ANY_LINE))
    else:
        lose(s, foe, STACKS, random_line(s, s.stacks[foe], OF_CLASS[zone]))
    end_order(s)
