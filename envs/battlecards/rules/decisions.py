"""A decision: what may be done, and doing it."""

from __future__ import annotations

import numpy as np

from ...core.blocks import at, parts, within
from ...core.jit import rule
from ..actions import (
    AIM,
    AUTOKILL,
    BATTLE,
    DONE,
    ENEMIES,
    KIND,
    LINE,
    PARTNER,
    PLAY,
    VERDICT,
    ZONES,
    TurnKind,
    Verdict,
)
from ..conflict import BATTLES, Kind
from ..state import AID_CARDS, Phase, State
from ..units import KIND as CLASS_OF
from ..units import LEADS, LINES, SPECIAL, Class, Special
from .aftermath import go_home, move, move_on, redeploy
from .alliance import (
    answer,
    may_aid,
    may_raid,
    may_supply,
    may_swap,
    offer,
    raid,
    resume,
    supply,
    take_battle,
    transfer,
)
from .army import member
from .battle import (
    ask_sabotage,
    counterattack,
    decline,
    launch,
    may_counterattack,
    may_refight,
    muster,
    refight,
    sabotage,
)
from .combat import (
    after_shot,
    ask_guard,
    choose_shooter,
    choose_target,
    destroy,
    fire,
    hold,
    lend,
    play,
    stay,
    total_attack,
    total_defense,
    withdraw,
)
from .orders import aim, ask_trim, deploy_one, draw, may_aim, salvage, trim
from .piles import NONE, deploy_all, kept, total
from .rounds import end_turn, set_up
from .shots import any_victim, idle, is_target, is_victim, may_fire

# What may be done


@rule
def legal(s: State, mask: np.ndarray) -> None:
    """BC-R81: the actions of the decision that is asked."""
    phase = s.phase
    if phase == Phase.SHOOTER:
        legal_shooters(s, mask)
    elif phase == Phase.TARGET or phase == Phase.KILL or phase == Phase.SABOTAGE:
        legal_foes(s, mask)
    elif phase == Phase.BOOST:
        legal_boosts(s, mask)
    elif phase == Phase.GUARD:
        legal_guards(s, mask)
    elif phase == Phase.WITHDRAW:
        legal_units(s, mask)
    elif phase == Phase.TURN:
        legal_turn(s, mask)
    elif phase == Phase.COUNTER:
        for which in range(BATTLES + 1):
            mask[at(BATTLE, which)] = may_refight(s, s.turn, which)
    elif phase == Phase.AIM:
        for k in range(ENEMIES):
            for zone in range(ZONES):
                mask[at(AIM, k, zone)] = may_aim(s, k, zone)
    elif phase == Phase.TAKE:
        mask[at(VERDICT, Verdict.TAKE)] = 1
        mask[at(VERDICT, Verdict.RAID_GA)] = may_raid(s, Verdict.RAID_GA)
        mask[at(VERDICT, Verdict.RAID_AS)] = may_raid(s, Verdict.RAID_AS)
    elif phase == Phase.ATTACK:
        mask[at(VERDICT, Verdict.ATTACK)] = 1
        mask[DONE] = 1
    elif phase == Phase.HOMELAND:
        mask[at(KIND, TurnKind.EMERGENCY)] = 1
        mask[DONE] = 1
    else:
        legal_cards(s, mask)


@rule
def legal_turn(s: State, mask: np.ndarray) -> None:
    """BC-19, BC-66, BC-84, BC-R25, BC-R26: to draw, or what can be done instead or before."""
    seat = s.turn
    mask[at(KIND, TurnKind.DRAW)] = 1
    mask[at(KIND, TurnKind.EMERGENCY)] = total(s.reserve[seat]) > 0
    mask[at(KIND, TurnKind.COUNTERATTACK)] = may_counterattack(s, seat)
    mask[at(KIND, TurnKind.AID_1)] = may_aid(s) and total(s.stacks[seat]) > 0
    mask[at(KIND, TurnKind.AID_2)] = may_swap(s)
    mask[at(KIND, TurnKind.AID_3)] = may_supply(s)


@rule
def legal_cards(s: State, mask: np.ndarray) -> None:
    """BC-39, BC-R42, BC-R91: a card of the zone that the phase is about, and where one may, no more."""
    seat, phase = s.turn, s.phase
    cards = s.reserve[seat]
    if phase == Phase.AID_1:
        cards = s.stacks[seat]
    elif phase == Phase.SALVAGE:
        cards = s.discard[seat]
    elif phase == Phase.MOVE:
        cards = s.standing[seat]
    for line in range(LINES):
        mask[at(LINE, line)] = cards[line] > 0
    stops = phase == Phase.DEPLOY or phase == Phase.ANSWER or phase == Phase.MOVE
    mask[DONE] = stops or (phase == Phase.AID_1 and s.left < AID_CARDS)


@rule
def unit(k: int, line: int) -> int:
    """The action that names a unit of the commander (0) or of his partner (1)."""
    return at(LINE, line) if k == 0 else at(PARTNER, line)


@rule
def legal_shooters(s: State, mask: np.ndarray) -> None:
    """BC-36, BC-R06, BC-R62: units that are ready and have something to do, or none."""
    for k in range(1 + s.joint[s.side]):
        seat = member(s, s.side, k)
        for line in range(LINES):
            if s.ready[seat, line] > 0:
                mask[unit(k, line)] = may_fire(s, line, False)
    mask[DONE] = 1


@rule
def legal_foes(s: State, mask: np.ndarray) -> None:
    """BC-45, BC-47, BC-F3, BC-R65: whom the shooter may fire at or kill, or whom Sabotage hits."""
    phase, side = s.phase, s.side
    able = phase != Phase.SABOTAGE or kept(s, s.turn, Kind.SABOTAGE) != NONE
    for k in range(1 + s.joint[1 - side]):
        seat = member(s, 1 - side, k)
        for line in range(LINES):
            if s.standing[seat, line] > 0:
                if phase == Phase.TARGET:
                    mask[unit(k, line)] = is_target(s, s.shooter, seat, line, False)
                elif phase == Phase.KILL:
                    mask[unit(k, line)] = is_victim(s, side, s.shooter, seat, line)
                else:
                    mask[unit(k, line)] = able and LEADS[line]
    mask[AUTOKILL] = phase == Phase.TARGET and any_victim(s, side, s.shooter)
    mask[DONE] = phase == Phase.SABOTAGE


@rule
def legal_boosts(s: State, mask: np.ndarray) -> None:
    """BC-R62, BC-R63, BC-R64: carriers for a shot of an Air unit, Kept Cards; none once it can hit."""
    if CLASS_OF[s.shooter] == Class.AIR:
        for k in range(1 + s.joint[s.side]):
            seat = member(s, s.side, k)
            for line in range(LINES):
                if SPECIAL[line] == Special.CARRIER:
                    mask[unit(k, line)] = idle(s, seat, line) > 0
    mask[at(PLAY, 0)] = kept(s, s.turn, Kind.AIR_SUPPORT) != NONE
    ground = CLASS_OF[s.target] == Class.GROUND
    mask[at(PLAY, 1)] = ground and kept(s, s.turn, Kind.NAVAL_GUNFIRE) != NONE
    mask[DONE] = total_attack(s) > total_defense(s)


@rule
def legal_guards(s: State, mask: np.ndarray) -> None:
    """BC-R63: a Kept Card that fits the target, or none."""
    ground = CLASS_OF[s.target] == Class.GROUND
    mask[at(PLAY, 2)] = ground and kept(s, s.turn, Kind.DUG_IN) != NONE
    mask[at(PLAY, 3)] = not ground and kept(s, s.turn, Kind.EVASIVE_ACTION) != NONE
    mask[DONE] = 1


@rule
def legal_units(s: State, mask: np.ndarray) -> None:
    """BC-39, BC-40: a unit to withdraw, or no more."""
    for k in range(1 + s.joint[s.side]):
        seat = member(s, s.side, k)
        for line in range(LINES):
            mask[unit(k, line)] = s.standing[seat, line] > 0
    mask[DONE] = 1


# Doing it


@rule
def step(s: State, action: int) -> None:
    """One decision, and all that follows from it up to the next."""
    if action == DONE:
        finish_asking(s)
    elif action == AUTOKILL:
        s.phase = Phase.KILL
    elif within(LINE, action):
        if Phase.SABOTAGE <= s.phase <= Phase.WITHDRAW:
            name_unit(s, 0, parts(LINE, action))
        else:
            name_card(s, parts(LINE, action))
    elif within(PARTNER, action):
        name_unit(s, 1, parts(PARTNER, action))
    elif within(KIND, action):
        begin(s, parts(KIND, action))
    elif within(BATTLE, action):
        refight(s, parts(BATTLE, action))
    elif within(AIM, action):
        k, zone = parts(AIM, action)
        aim(s, k, zone)
    elif within(VERDICT, action):
        decide(s, parts(VERDICT, action))
    else:
        play(s, Kind.AIR_SUPPORT + parts(PLAY, action))


@rule
def finish_asking(s: State) -> None:
    """Declined, refused, held, or no more of it."""
    phase = s.phase
    if phase == Phase.SHOOTER:
        hold(s)
    elif phase == Phase.BOOST:
        ask_guard(s)
    elif phase == Phase.GUARD:
        fire(s)
    elif phase == Phase.WITHDRAW:
        stay(s)
    elif phase == Phase.ATTACK:
        decline(s)
    elif phase == Phase.DEPLOY:
        s.left = 0
        ask_trim(s)
    elif phase == Phase.HOMELAND:
        muster(s)
    elif phase == Phase.SABOTAGE:
        ask_sabotage(s, s.side + 1)
    elif phase == Phase.ANSWER:
        resume(s)
    elif phase == Phase.AID_1:
        end_turn(s)
    else:
        go_home(s, s.turn)
        move_on(s, s.turn + 1)


@rule
def begin(s: State, kind: int) -> None:
    """BC-19, BC-66, BC-67, BC-84, BC-R24: what is done with the turn, or for the homeland."""
    if kind == TurnKind.DRAW:
        draw(s)
    elif kind == TurnKind.EMERGENCY:
        deploy_all(s, s.turn)
        if s.phase == Phase.HOMELAND:
            muster(s)
        else:
            end_turn(s)
    elif kind == TurnKind.COUNTERATTACK:
        counterattack(s)
    elif kind == TurnKind.AID_1:
        s.left = AID_CARDS
        s.phase = Phase.AID_1
    elif kind == TurnKind.AID_2:
        s.phase = Phase.OFFER
    else:
        supply(s)


@rule
def decide(s: State, verdict: int) -> None:
    """BC-26, BC-97, BC-98: a battle that came up."""
    if verdict == Verdict.ATTACK:
        launch(s)
    elif verdict == Verdict.TAKE:
        take_battle(s)
    else:
        raid(s, verdict)


@rule
def name_card(s: State, line: int) -> None:
    """BC-R81: a card of the zone that the phase is about."""
    phase = s.phase
    if phase == Phase.SETUP:
        set_up(s, line)
    elif phase == Phase.DEPLOY:
        deploy_one(s, line)
    elif phase == Phase.TRIM:
        trim(s, line)
    elif phase == Phase.SALVAGE:
        salvage(s, line)
    elif phase == Phase.AID_1:
        transfer(s, line)
    elif phase == Phase.OFFER:
        offer(s, line)
    elif phase == Phase.ANSWER:
        answer(s, line)
    elif phase == Phase.MOVE:
        move(s, line)
    else:
        redeploy(s, line)


@rule
def name_unit(s: State, k: int, line: int) -> None:
    """BC-F2, BC-F3, BC-R63, BC-R81: a unit of the commander of a side (0) or of his partner (1)."""
    phase = s.phase
    own, foe = member(s, s.side, k), member(s, 1 - s.side, k)
    if phase == Phase.SHOOTER:
        choose_shooter(s, own, line)
    elif phase == Phase.TARGET:
        choose_target(s, foe, line)
    elif phase == Phase.KILL:
        destroy(s, foe, line)
        after_shot(s)
    elif phase == Phase.BOOST:
        lend(s, own, line)
    elif phase == Phase.WITHDRAW:
        withdraw(s, own, line)
    else:
        sabotage(s, foe, line)
