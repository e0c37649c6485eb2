"""The course of the game: set-up, turns, victory."""

from __future__ import annotations

from ...core.jit import rule
from ..conflict import BATTLE_ON, CARDS, EUROPE, PACIFIC, PACK, PACK_VP, STARTER_VP, VP
from ..state import DECKS, SIDES, START_DEPLOYED, START_RESERVE, US, Phase, Place, State, Theatre
from ..units import COPIES, LEADER_LINE, LINES, PACK_COPIES, PACKS
from .piles import deploy, take


@rule
def partner(seat: int) -> int:
    """BC-R40, BC-R79: the seat of the ally; one without cards if there is none."""
    return seat ^ 2


@rule
def enemy(seat: int, k: int) -> int:
    """BC-R40, BC-R79: the enemy of the own theatre (0), the other one (1)."""
    return seat ^ (1 + 2 * k)


@rule
def cards_of(s: State, deck: int) -> int:
    """The set of cards that a Conflict deck is."""
    if s.theatre == Theatre.COMBINED:
        return deck
    return PACIFIC if s.theatre == Theatre.PACIFIC else EUROPE


# Set-up


@rule
def deal(s: State) -> None:
    """BC-01, BC-07, BC-09, BC-10, BC-R01, BC-R79, BC-R82: the decks are laid out, each takes his Reserve."""
    for deck in range(DECKS):
        lay_out(s, deck)
    for seat in range(s.players):
        equip(s, seat)
        take(s, seat, START_RESERVE, s.reserve[seat])
    s.left = START_DEPLOYED


@rule
def lay_out(s: State, deck: int) -> None:
    """BC-02, BC-08, BC-69, BC-72, BC-73, BC-77, BC-R77: a Conflict deck, with the packs if it is the Pacific one."""
    pacific = cards_of(s, deck) == PACIFIC
    for card in range(CARDS):
        pack = PACK[card]
        if 2 * deck < s.players and (pack == 0 or (pacific and s.expansions[pack - 1])):
            s.pile_n[deck] += 1
        else:
            s.place[deck, card] = Place.ABSENT


@rule
def equip(s: State, seat: int) -> None:
    """BC-03, BC-04, BC-70, BC-71, BC-R83: an Arsenal deck, with the packs' units in the Pacific; one Leader at most."""
    for line in range(LINES):
        s.deck[seat, line] = COPIES[line]
    if cards_of(s, seat >> 1) == PACIFIC:
        for pack in range(PACKS):
            for line in range(LINES):
                s.deck[seat, line] += s.expansions[pack] * PACK_COPIES[pack, line]
    s.deck[seat, LEADER_LINE] = min(s.deck[seat, LEADER_LINE], 1)


@rule
def set_up(s: State, line: int) -> None:
    """BC-11, BC-12, BC-15, BC-R01: a card to deploy; then the next player chooses, then the Axis has the first turn."""
    deploy(s, s.turn, line)
    s.left -= 1
    if s.left == 0:
        if s.turn + 1 < s.players:
            s.turn += 1
            s.left = START_DEPLOYED
        else:
            open_turn(s, 0)


# Turns


@rule
def takes_turns(s: State, seat: int) -> bool:
    """BC-88, BC-92: who is eliminated does not, but for the US player in the combined game."""
    return not s.exiled[seat] or seat == US


@rule
def open_turn(s: State, seat: int) -> None:
    """BC-18, BC-79, BC-80: a turn of this seat."""
    s.mover = seat
    s.turn = seat
    s.phase = Phase.TURN
    s.aided = 0
    s.left = 0
    s.card = 0


@rule
def end_turn(s: State) -> None:
    """BC-18, BC-R22, BC-R55, BC-R56, BC-R99: the next who takes turns; after the last turn points decide."""
    s.turns += 1
    if s.turns >= s.turn_cap:
        axis, allies = side_vp(s, 0), side_vp(s, 1)
        finish(s, 1 if axis > allies else 2 if allies > axis else 0)
        return
    seat = (s.mover + 1) % s.players
    while not takes_turns(s, seat):
        seat = (seat + 1) % s.players
    open_turn(s, seat)


@rule
def finish(s: State, winner: int) -> None:
    """The game is over: side + 1 has won, or nobody."""
    s.over = 1
    s.winner = winner
    s.phase = Phase.TURN
    s.left = s.freed = 0


# Victory


@rule
def hand_over(s: State, deck: int, card: int, place: int) -> None:
    """BC-43, BC-91, BC-R47: a battle goes to a player or to the discard pile, and its victory points with it."""
    points = VP[cards_of(s, deck), BATTLE_ON[card]]
    if s.place[deck, card] >= Place.WON:
        s.vp[s.place[deck, card] - Place.WON] -= points
    if place >= Place.WON:
        s.vp[place - Place.WON] += points
    s.place[deck, card] = place


@rule
def side_vp(s: State, side: int) -> int:
    """BC-R49: the victory points of an alliance."""
    return int(s.vp[side]) + int(s.vp[side + 2])


@rule
def goal(s: State) -> int:
    """BC-64, BC-65, BC-94, BC-R21, BC-R77, BC-R82: half of all victory points that are in play."""
    points = STARTER_VP[s.theatre]
    for pack in range(PACKS):
        points += PACK_VP * s.expansions[pack]
    return (points + 1) // 2


@rule
def judge(s: State) -> None:
    """BC-06, BC-61, BC-62, BC-63, BC-95, BC-96, BC-R20, BC-R50: Total Victory, else Standard Victory."""
    for side in range(SIDES):
        other = 1 - side
        if s.exiled[other] and (s.players == 2 or s.exiled[other + 2]):
            finish(s, side + 1)
            return
    for side in range(SIDES):
        if side_vp(s, side) >= goal(s):
            finish(s, side + 1)
            return


@rule
def payoff(s: State, seat: int) -> float:
    """BC-R40, BC-R56: won, lost or drawn together."""
    if s.winner == 0:
        return 0.0
    return 1.0 if s.winner == (seat & 1) + 1 else -1.0
