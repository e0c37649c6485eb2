"""The end of a battle: who takes the card, who is eliminated or liberated, where the units go."""

from __future__ import annotations

from ...core.jit import rule
from ..conflict import CARDS
from ..state import RESERVE, SIDES, STACKS, START_DEPLOYED, START_RESERVE, US, Phase, Place, State
from ..units import LINES
from .army import frees, invades
from .knowledge import entered
from .piles import deploy, take, total
from .rounds import end_turn, hand_over, judge, partner, takes_turns


@rule
def conclude(s: State, side: int) -> None:
    """BC-43, BC-60, BC-R05, BC-R20, BC-R88, BC-R90, BC-R97: this side has won the battle."""
    fall_in(s)
    victor, loser = s.commander[side], s.commander[1 - side]
    if not s.raid:
        if side == 0 or not s.refight:
            hand_over(s, s.front, s.card, Place.WON + victor)
        if side == 0 and invades(s):
            eliminate(s, loser, victor)
        elif side == 0 and frees(s):
            liberate(s, partner(victor))
        judge(s)
    if s.over:
        for seat in range(s.players):
            go_home(s, seat)
        end_battle(s)
    else:
        move_on(s, 0)


@rule
def fall_in(s: State) -> None:
    """BC-R13, BC-R87: those withdrawn are back among the others."""
    for seat in range(s.players):
        for line in range(LINES):
            s.standing[seat, line] += s.withdrawn[seat, line]
            s.withdrawn[seat, line] = 0
            s.ready[seat, line] = 0
            s.lent[seat, line] = 0
    s.fighting = 0


# Elimination and liberation


@rule
def eliminate(s: State, seat: int, victor: int) -> None:
    """BC-88, BC-89, BC-90, BC-91, BC-R46, BC-R47, BC-R48, BC-R72, BC-R94: his homeland is in enemy hands."""
    s.exiled[seat] = 1
    for line in range(LINES):
        units = s.stacks[seat, line] + s.standing[seat, line]
        s.stacks[victor, line] += units
        entered(s, victor, STACKS, line, units)
        s.discard[seat, line] += s.reserve[seat, line]
        s.stacks[seat, line] = s.standing[seat, line] = s.reserve[seat, line] = 0
        for observer in range(s.players):
            s.known[observer, seat, STACKS, line] = 0
            s.known[observer, seat, RESERVE, line] = 0
    deck = seat >> 1
    for card in range(CARDS):
        if s.place[deck, card] == Place.WON + seat:
            hand_over(s, deck, card, Place.DISCARD)


@rule
def liberate(s: State, seat: int) -> None:
    """BC-101, BC-104, BC-105, BC-106, BC-R53: he is free again; the US player, who never stopped, gets no cards."""
    s.exiled[seat] = 0
    if seat != US:
        s.freed = seat + 1


# Where the units go


@rule
def move_on(s: State, first: int) -> None:
    """BC-86, BC-R45, BC-R67, BC-R87, BC-R88: from this seat on, who may send units to his partner is asked."""
    for seat in range(first, s.players):
        if may_move(s, seat):
            s.phase = Phase.MOVE
            s.turn = seat
            return
        go_home(s, seat)
    end_battle(s)
    rebuild(s)


@rule
def may_move(s: State, seat: int) -> bool:
    """BC-R87: he has units from a joint battle, and a partner who takes turns and was not eliminated by it."""
    ally = partner(seat)
    for side in range(SIDES):
        if s.joint[side] and (s.commander[side] == seat or s.commander[side] == ally):
            fallen = s.exiled[ally] and ally == s.commander[1]
            return takes_turns(s, ally) and not fallen and total(s.standing[seat]) > 0
    return False


@rule
def move(s: State, line: int) -> None:
    """BC-86, BC-R93: a unit goes to the partner's stacks, as all see."""
    ally = partner(s.turn)
    s.standing[s.turn, line] -= 1
    s.stacks[ally, line] += 1
    entered(s, ally, STACKS, line, 1)
    if not may_move(s, s.turn):
        move_on(s, s.turn + 1)


@rule
def go_home(s: State, seat: int) -> None:
    """BC-R13, BC-R93: the units go back face down to their owner's stacks, known to all."""
    for line in range(LINES):
        units = s.standing[seat, line]
        if units > 0:
            s.stacks[seat, line] += units
            s.standing[seat, line] = 0
            entered(s, seat, STACKS, line, units)


@rule
def end_battle(s: State) -> None:
    """Nothing is left of it."""
    s.refight = s.raid = s.ground = s.rounds = s.fire_phase = s.side = 0
    s.shooter = s.shooter_seat = s.target = s.target_seat = s.boost = s.guard = 0
    s.commander[:] = 0
    s.called[:] = 0
    s.joint[:] = 0


@rule
def rebuild(s: State) -> None:
    """BC-105, BC-R88: who was liberated draws six cards and deploys three; then the turn is over."""
    if s.freed == 0:
        end_turn(s)
        return
    seat = s.freed - 1
    take(s, seat, START_RESERVE, s.reserve[seat])
    s.left = min(START_DEPLOYED, total(s.reserve[seat]))
    s.turn = seat
    s.phase = Phase.REBUILD
    s.freed = 0
    if s.left == 0:
        end_turn(s)


@rule
def redeploy(s: State, line: int) -> None:
    """BC-105: a card that the liberated player deploys."""
    deploy(s, s.turn, line)
    s.left -= 1
    if s.left == 0:
        end_turn(s)
