"""A BATTLECARD: whether there is a battle, and all up to its first round."""

from __future__ import annotations

from ...core.jit import rule
from ..conflict import (
    AGGRESSOR,
    AXIS,
    BATTLE_ON,
    BATTLES,
    CALLS,
    CALLS_ALLIES,
    CARD_OF,
    GROUND_WINS,
    INVASION,
    NEEDS,
    Kind,
)
from ..state import SIDES, STACKS, US, Phase, Place, State, Theatre
from ..units import KIND, LEADS, LINES, Class
from .aftermath import conclude, end_battle
from .army import (
    deployed,
    frees,
    has_army,
    invades,
    may_fight,
    member,
    standing,
    winner_yet,
)
from .combat import destroy, open_combat
from .piles import NONE, give_up, kept, total
from .rounds import cards_of, end_turn, partner

# A BATTLECARD is drawn


@rule
def come_up(s: State) -> None:
    """BC-22, BC-25, BC-26, BC-97, BC-R04, BC-R80: who is asked about the battle, if anybody is."""
    aggressor = 2 * s.front + AGGRESSOR[cards_of(s, s.front), BATTLE_ON[s.card]]
    defender = aggressor ^ 1
    if s.exiled[aggressor] or s.exiled[defender]:
        s.turn = defender if s.exiled[aggressor] else aggressor
        s.phase = Phase.TAKE
        return
    call(s, aggressor, defender)
    if prepared(s, aggressor) and may_attack(s):
        s.turn = aggressor
        s.phase = Phase.ATTACK
    else:
        decline(s)


@rule
def call(s: State, aggressor: int, defender: int) -> None:
    """BC-29, BC-78, BC-85, BC-93, BC-R43, BC-R44: who commands and which stacks are called."""
    of, which = cards_of(s, s.front), BATTLE_ON[s.card]
    s.commander[0] = aggressor
    s.commander[1] = defender
    for side in range(SIDES):
        s.called[side] = CALLS[of, which, side]
        s.joint[side] = CALLS_ALLIES[of, which] and s.theatre == Theatre.COMBINED
    if frees(s):
        s.joint[0] = partner(aggressor) == US
        s.joint[1] = 0


@rule
def prepared(s: State, aggressor: int) -> bool:
    """BC-24, BC-R98: the aggressor holds all the battles that are named as prerequisites."""
    needs = NEEDS[cards_of(s, s.front), BATTLE_ON[s.card]]
    for which in range(BATTLES):
        if needs >> which & 1 and s.place[s.front, CARD_OF[which]] != Place.WON + aggressor:
            return False
    return True


@rule
def may_attack(s: State) -> bool:
    """BC-R04, BC-R75: the aggressor has a called unit; of his partner's stacks he only sees the sizes."""
    seat = s.commander[0]
    if deployed(s, seat, s.called[0], s.commander[1] >> 1) > 0:
        return True
    return s.joint[0] and deployed(s, partner(seat), s.called[0], partner(seat) >> 1) > 0


@rule
def decline(s: State) -> None:
    """BC-25, BC-27, BC-31, BC-R03: no battle; the card is discarded and the turn is lost."""
    if not s.refight:
        s.place[s.front, s.card] = Place.DISCARD
    end_battle(s)
    end_turn(s)


# It is fought


@rule
def launch(s: State) -> None:
    """BC-28, BC-67, BC-R15, BC-R69, BC-R70, BC-R90: whose homeland is invaded may first deploy his whole Reserve."""
    if invades(s) and total(s.reserve[s.commander[1]]) > 0:
        s.turn = s.commander[1]
        s.phase = Phase.HOMELAND
    else:
        muster(s)


@rule
def muster(s: State) -> None:
    """BC-30, BC-31, BC-32, BC-R05, BC-R67, BC-R75, BC-R86: called stacks are flipped, unless one side has none."""
    attackers, defenders = has_army(s, 0), has_army(s, 1)
    if attackers == 0 and defenders == 0:
        decline(s)
    elif attackers == 0 or defenders == 0:
        conclude(s, 0 if attackers > 0 else 1)
    else:
        for side in range(SIDES):
            for k in range(1 + s.joint[side]):
                flip(s, member(s, side, k), s.called[side])
        s.fighting = 1
        s.ground = (
            not s.raid
            and GROUND_WINS[cards_of(s, s.front), BATTLE_ON[s.card]]
            and standing(s, 1, 1 << Class.GROUND) > 0
        )
        ask_sabotage(s, 0)


@rule
def flip(s: State, seat: int, classes: int) -> None:
    """BC-16, BC-32, BC-87, BC-R93: the called units of the seat lie face up."""
    for line in range(LINES):
        if s.stacks[seat, line] > 0 and classes >> KIND[line] & 1 and may_fight(seat, line, s.commander[1] >> 1):
            s.standing[seat, line] = s.stacks[seat, line]
            s.stacks[seat, line] = 0
            for observer in range(s.players):
                s.known[observer, seat, STACKS, line] = 0


# Sabotage


@rule
def ask_sabotage(s: State, first: int) -> None:
    """BC-R61, BC-R65, BC-R80: from this side on, who has Kept Cards is asked as long as there is somebody to hit."""
    for side in range(first, SIDES):
        if s.kept_n[s.commander[side]] > 0 and any_leader(s, 1 - side):
            s.side = side
            s.turn = s.commander[side]
            s.phase = Phase.SABOTAGE
            return
    open_combat(s)


@rule
def any_leader(s: State, side: int) -> bool:
    """BC-F5, BC-R65: a General, an Admiral or a Leader of the side is in the battle."""
    for k in range(1 + s.joint[side]):
        seat = member(s, side, k)
        for line in range(LINES):
            if s.standing[seat, line] > 0 and LEADS[line]:
                return True
    return False


@rule
def sabotage(s: State, seat: int, line: int) -> None:
    """BC-R12, BC-R65: one of them is discarded."""
    give_up(s, s.turn, kept(s, s.turn, Kind.SABOTAGE))
    destroy(s, seat, line)
    side = winner_yet(s)
    if side >= 0:
        conclude(s, side)
    else:
        ask_sabotage(s, s.side)


# Counterattack


@rule
def may_counterattack(s: State, seat: int) -> bool:
    """BC-R24, BC-R25, BC-R69: the seat has the card for it, and a battle to fight again."""
    if kept(s, seat, Kind.COUNTERATTACK) == NONE:
        return False
    for which in range(BATTLES + 1):
        if may_refight(s, seat, which):
            return True
    return False


@rule
def may_refight(s: State, seat: int, which: int) -> bool:
    """BC-R04, BC-R24, BC-R48, BC-R69, BC-R75: an enemy holds this battle, or this one holds the ally."""
    if s.exiled[seat]:
        return False
    if which == BATTLES:
        return may_liberate(s, seat)
    deck = seat >> 1
    holder = s.place[deck, CARD_OF[which]] - Place.WON
    if holder < 0 or (holder ^ seat) & 1 == 0:
        return False
    of = cards_of(s, deck)
    if deployed(s, seat, CALLS[of, which, 0], deck) > 0:
        return True
    ally = s.theatre == Theatre.COMBINED and CALLS_ALLIES[of, which]
    return ally and deployed(s, partner(seat), CALLS[of, which, 0], partner(seat) >> 1) > 0


@rule
def may_liberate(s: State, seat: int) -> bool:
    """BC-101, BC-102, BC-103, BC-107, BC-R53, BC-R54, BC-R70: the Axis only while it holds its own invasion."""
    ally, side = partner(seat), seat & 1
    if s.theatre != Theatre.COMBINED or not s.exiled[ally]:
        return False
    holder = s.place[seat >> 1, CARD_OF[INVASION[0]]] - Place.WON
    if side == AXIS and (holder < 0 or holder & 1 != AXIS):
        return False
    classes = CALLS[cards_of(s, ally >> 1), INVASION[1 - side], 0]
    return deployed(s, seat, classes, ally >> 1) > 0 or (ally == US and deployed(s, ally, classes, ally >> 1) > 0)


@rule
def counterattack(s: State) -> None:
    """BC-R24, BC-R80, BC-R96: the card is discarded first; a lone battle is not asked for.

    With an ally to free it is: whether he can be freed depends on what lies face down.
    """
    give_up(s, s.turn, kept(s, s.turn, Kind.COUNTERATTACK))
    number, lone = 0, 0
    for which in range(BATTLES + 1):
        if may_refight(s, s.turn, which):
            number += 1
            lone = which
    if number == 1 and not s.exiled[partner(s.turn)]:
        refight(s, lone)
    else:
        s.phase = Phase.COUNTER


@rule
def refight(s: State, which: int) -> None:
    """BC-R24, BC-R53, BC-R69, BC-R70, BC-R96: the nation of the card's theatre commands the defence."""
    seat = s.turn
    home = partner(seat) if which == BATTLES else seat
    s.refight = 1
    s.front = home >> 1
    s.card = CARD_OF[INVASION[1 - (seat & 1)] if which == BATTLES else which]
    s.commander[0] = seat
    call(s, seat, home ^ 1)
    launch(s)
