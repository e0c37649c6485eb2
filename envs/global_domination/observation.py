"""What a seat of Global Domination may know."""

from __future__ import annotations

from typing import Any

from ..core.jit import rule
from ..core.record import Record, i8
from .board import PLACES, REGION, REGIONS, RESOURCE, RESOURCES, WEIGHT, Region
from .cards import KINDS
from .rules.rounds import income, left_of
from .state import MOST_COPIES, MOST_LOGISTICS, MOST_TURNS, NOT_IN_PLAY, PHASES, SEATS, WAYS, Phase, State

MOST_ALIKE = 5  # copies of a card in one place
MOST_CARDS = 30
MOST_LEAD, MOST_END_LEAD = 40, 120
MOST_TENS = 120
MOST_INCOME = 100
MOST_BUILDS, MOST_REDUCTIONS = 14, 2 * PLACES
MONOPOLY, MONOPOLY_VP = 3, 6


class Observation(Record):
    """GD-R41: seats are own, then the others to the left; card axes begin with Domination; absent seats are zeros.

    What may be more than its largest value is shown as that: so that small numbers, the usual ones, stand out.
    """

    hand: Any = i8(KINDS, most=MOST_ALIKE)  # copies in the own hand
    known: Any = i8(SEATS, KINDS, most=MOST_ALIKE)  # copies that the whole table knows to be in this hand, the own too
    owned: Any = i8(SEATS, KINDS, most=MOST_ALIKE)  # copies in hand and Draw Deck together
    discard: Any = i8(SEATS, KINDS, most=MOST_ALIKE)  # copies in the Discard Pile
    in_play: Any = i8(KINDS)  # has a stack in this game
    stock: Any = i8(KINDS, most=MOST_COPIES)  # cards left in the stack
    board: Any = i8(SEATS, PLACES, most=2)  # strength of the seat's Force in each Area: 1 Struggling, 2 Full
    in_region: Any = i8(SEATS, REGIONS, most=MONOPOLY)  # Areas controlled of each Region
    with_resource: Any = i8(SEATS, RESOURCES, most=MONOPOLY)  # Areas controlled of each Resource
    income: Any = i8(SEATS, most=MOST_INCOME)  # what the map would score now
    tens: Any = i8(SEATS, most=MOST_TENS)  # victory points, tens
    ones: Any = i8(SEATS, most=9)  # victory points, ones
    ahead: Any = i8(SEATS, most=MOST_LEAD)  # victory points before the best of the others
    behind: Any = i8(SEATS, most=MOST_LEAD)  # victory points behind the best of the others
    end_ahead: Any = i8(SEATS, most=MOST_END_LEAD)  # before the best of the others at the end, if the map stays
    end_behind: Any = i8(SEATS, most=MOST_END_LEAD)  # behind the best of the others then
    logistics: Any = i8(SEATS, most=MOST_LOGISTICS)  # square of the Logistical track
    hand_n: Any = i8(SEATS, most=MOST_CARDS)  # cards in hand
    deck_n: Any = i8(SEATS, most=MOST_CARDS)  # cards in the Draw Deck
    present: Any = i8(SEATS)  # seats that are taken
    first: Any = i8(SEATS)  # has the First Player's marker
    moving: Any = i8(SEATS)  # it is this seat's turn
    acting: Any = i8(SEATS)  # is to act
    waiting: Any = i8(SEATS)  # comes yet in the window for cards out of turn
    passed: Any = i8(SEATS)  # passes for the rest of the game turn
    blocked: Any = i8(SEATS)  # gets nothing for Region Monopolies in this scoring
    using: Any = i8(SEATS)  # its card is in use
    due: Any = i8(SEATS, most=PLACES // 2)  # Reductions that the Megastorm in use still makes on this seat
    card: Any = i8(KINDS)  # the card in use
    way: Any = i8(WAYS)  # the way it is used, once chosen
    builds: Any = i8(most=MOST_BUILDS)  # points left for Builds
    reductions: Any = i8(most=MOST_REDUCTIONS)  # points left for Reductions
    either: Any = i8(most=6)  # points left for either
    regions: Any = i8(REGIONS)  # Regions left for the text in use
    spent: Any = i8()  # a point of the use was spent
    offered: Any = i8()  # Bio Weapons were handed on
    phase: Any = i8(PHASES)  # turn, way, area, second, take, victim, interrupt
    scoring: Any = i8()  # the scoring step
    used: Any = i8()  # who is in turn has used a card
    game_turn: Any = i8(most=MOST_TURNS)  # from 1
    turns_left: Any = i8(most=MOST_TURNS)  # game turns after this one
    rotate_first: Any = i8()  # the First Player's marker moves


@rule
def observe(s: State, seat: int, o: Observation) -> None:
    """GD-R41, GD-R43: own hand, all that lies open, the counts, and what is known of hands."""
    for card in range(KINDS):
        o.hand[card] = min(s.hand[seat, card], MOST_ALIKE)
        o.in_play[card] = s.stock[card] != NOT_IN_PLAY
        o.stock[card] = max(0, s.stock[card])
    who = seat
    for i in range(s.players):
        observe_cards(s, who, i, o)
        observe_seat(s, who, i, o)
        who = left_of(s, who)
    observe_board(s, seat, o)
    observe_leads(s, seat, o)
    observe_course(s, seat, o)
    if not s.over and s.phase != Phase.TURN and s.phase != Phase.INTERRUPT:
        observe_use(s, seat, o)


@rule
def observe_cards(s: State, who: int, i: int, o: Observation) -> None:
    """GD-R41: the cards a player owns, by what is public of them."""
    for card in range(KINDS):
        o.known[i, card] = min(s.known[who, card], MOST_ALIKE)
        o.owned[i, card] = min(s.hand[who, card] + s.deck[who, card], MOST_ALIKE)
        o.discard[i, card] = min(s.discard[who, card], MOST_ALIKE)


@rule
def observe_seat(s: State, who: int, i: int, o: Observation) -> None:
    """Tracks, counts, and the seat's part in the game turn."""
    o.tens[i] = min(s.vp[who] // 10, MOST_TENS)
    o.ones[i] = s.vp[who] % 10
    o.logistics[i] = s.logistics[who]
    o.hand_n[i] = min(s.hand_n[who], MOST_CARDS)
    o.deck_n[i] = min(s.deck_n[who], MOST_CARDS)
    o.present[i] = 1
    o.passed[i] = s.passed[who]
    o.blocked[i] = s.blocked[who]


@rule
def observe_board(s: State, seat: int, o: Observation) -> None:
    """The Forces, and what they come to in Regions, Resources and victory points."""
    for area in range(PLACES):
        if s.owner[area] > 0:
            i = steps(s, seat, s.owner[area] - 1)
            strength = s.strength[area]
            o.board[i, area] = strength
            o.income[i] += strength * WEIGHT[area]
            if REGION[area] != Region.NONE:
                o.in_region[i, REGION[area]] += 1
                o.with_resource[i, RESOURCE[area]] += 1
                if o.in_region[i, REGION[area]] == MONOPOLY and not s.blocked[s.owner[area] - 1]:
                    o.income[i] += MONOPOLY_VP


@rule
def observe_leads(s: State, seat: int, o: Observation) -> None:
    """Who leads by how much; and who would at the end, if every scoring still to come were as the map is."""
    to_come = int(s.game_turns - s.game_turn + 1 - s.over)
    for i in range(s.players):
        now, end = lead(s, seat, i, 0, o), lead(s, seat, i, to_come, o)
        o.ahead[i] = min(max(0, now), MOST_LEAD)
        o.behind[i] = min(max(0, -now), MOST_LEAD)
        o.end_ahead[i] = min(max(0, end), MOST_END_LEAD)
        o.end_behind[i] = min(max(0, -end), MOST_END_LEAD)


@rule
def lead(s: State, seat: int, i: int, to_come: int, o: Observation) -> int:
    """Victory points, with so many scorings to come, of the seat that is seen as this one, before the best other's."""
    best, own = -1, 0
    who = seat
    for k in range(s.players):
        points = s.vp[who] + to_come * int(o.income[k])
        if s.blocked[who] and to_come > 1:
            points += (to_come - 1) * (income(s, who, True) - int(o.income[k]))  # the fog is over by then
        if k == i:
            own = points
        else:
            best = max(best, points)
        who = left_of(s, who)
    return own - best


@rule
def steps(s: State, seat: int, who: int) -> int:
    """How far to the left the other sits."""
    return who - seat if who >= seat else who - seat + s.players


@rule
def observe_course(s: State, seat: int, o: Observation) -> None:
    """The game turn, the phase, and whose turn it is."""
    o.first[steps(s, seat, s.first)] = 1
    o.acting[steps(s, seat, s.turn)] = not s.over
    o.moving[steps(s, seat, s.mover)] = not s.over and not s.scoring
    if s.phase == Phase.INTERRUPT and not s.over:
        who = s.asking
        for _ in range(s.to_ask):
            o.waiting[steps(s, seat, who)] = 1
            who = left_of(s, who)
    o.phase[s.phase] = not s.over
    o.scoring = s.scoring
    o.used = s.used
    o.game_turn = s.game_turn
    o.turns_left = s.game_turns - s.game_turn
    o.rotate_first = s.rotate_first


@rule
def observe_use(s: State, seat: int, o: Observation) -> None:
    """The use in progress, and the points left of it."""
    o.using[steps(s, seat, s.user)] = 1
    o.card[s.card] = 1
    if s.phase != Phase.WAY:
        o.way[s.way] = 1
    o.builds = s.builds
    o.reductions = s.reductions
    o.either = s.either
    o.spent = s.spent
    o.offered = s.offered
    for region in range(REGIONS):
        o.regions[region] = s.regions >> region & 1
    for other in range(s.players):
        o.due[steps(s, seat, other)] = s.due[other]
