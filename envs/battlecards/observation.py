"""What a seat of Battlecards may know."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.jit import rule
from ..core.record import Record, i8
from .conflict import BATTLE_ON, BATTLES, CARD_OF, CARDS, HIGHEST, INVASION, KINDS, NEEDS, NUMBER, STARTERS, VP, Kind
from .rules.army import frees, invades, member
from .rules.combat import total_attack, total_defense
from .rules.piles import OF_CLASS, total
from .rules.rounds import cards_of, enemy, goal, partner, side_vp
from .rules.shots import attack, cover, defense, idle_carriers, lead
from .state import AID_CARDS, DECKS, MOST_ROUNDS, PHASES, RESERVE, SEATS, SIDES, STACKS, Phase, Place, State, Theatre
from .units import ATTACK, CLASSES, DEFENSE, FIRE_PHASES, KIND, LINES, NATIONS, PACKS

ALIKE, MANY = 12, 12  # cards of a line in one place, in all of an alliance
STACK, HAND, DECK, KEPT = 40, 20, 80, 16
ORDERS, KEEPS = len(Kind) - 1, 6
POINTS, LEAD = 100, 40
SOON, HUNDREDS = 100, 20  # turns
SAFE = 12  # a Defense out of reach
NEEDED = np.array(  # [set, side] the cards that its invasion needs
    [
        [CARD_OF[[k for k in range(BATTLES) if NEEDS[of, INVASION[side]] >> k & 1]] for side in range(SIDES)]
        for of in (0, 1)
    ]
)
PREREQUISITES = NEEDED.shape[2]


class Observation(Record):
    """BC-R78, BC-R84, BC-R93: rows are the own seat, the ally, the enemy of the theatre, the other one; absent: zeros.

    Sides are the own and the enemy's, decks that of the own theatre and the other. What may be more than its largest
    value is shown as that: so that small numbers, the usual ones, stand out.
    """

    reserve: Any = i8(SEATS, LINES, most=ALIKE)  # own Reserve by line; of others what is known for certain
    stacks: Any = i8(SEATS, LINES, most=ALIKE)  # own units deployed or withdrawn; of others those known for certain
    standing: Any = i8(SEATS, LINES, most=ALIKE)  # units in the battle
    discard: Any = i8(SEATS, LINES, most=ALIKE)  # Arsenal discard piles
    told_reserve: Any = i8(SEATS - 1, LINES, most=ALIKE)  # what the others, from the ally on, know of the own Reserve
    told_stacks: Any = i8(SEATS - 1, LINES, most=ALIKE)  # what they know of the own stacks
    unseen: Any = i8(SIDES, LINES, most=MANY)  # cards of a side that may lie in a deck, a Reserve or a stack
    ready: Any = i8(2, LINES, most=ALIKE)  # units of the firing commander, and of his partner, that may yet fire
    weakest: Any = i8(SIDES, CLASSES, CLASSES, most=SAFE)  # lowest Defense of a side's class in battle, by shooters
    best: Any = i8(SIDES, LINES, most=HIGHEST)  # in the battle: ninths of chance of a line against what it hits best
    chance: Any = i8(LINES, most=HIGHEST)  # while a target is chosen: ninths of chance against each line
    stack_n: Any = i8(SEATS, CLASSES, most=STACK)  # cards in each stack, units withdrawn too
    reserve_n: Any = i8(SEATS, most=HAND)  # cards in the Reserve
    deck_n: Any = i8(SEATS, most=DECK)  # cards in the Arsenal deck
    kept_n: Any = i8(SEATS, most=KEPT)  # Kept Cards
    kept: Any = i8(SEATS, KEEPS, most=4)  # Kept Cards by kind, Air Support first; of others those known
    told_kept: Any = i8(SEATS - 1, KEEPS, most=4)  # what the others know of the own ones
    won: Any = i8(DECKS, SIDES, BATTLES)  # battles that a side holds
    to_come: Any = i8(DECKS, BATTLES)  # battles in the Conflict deck
    orders: Any = i8(DECKS, ORDERS, most=MANY)  # other cards by kind, in the deck or kept and unknown
    numbers: Any = i8(DECKS, HIGHEST, most=MANY)  # Action Numbers of the cards in the deck or kept and unknown
    pile_n: Any = i8(DECKS, most=CARDS)  # cards in the Conflict deck
    vp: Any = i8(SEATS, most=POINTS)  # victory points
    to_goal: Any = i8(SIDES, most=POINTS)  # victory points that a side lacks for Standard Victory
    ahead: Any = i8(SIDES, most=LEAD)  # victory points before the other side
    missing: Any = i8(SEATS, most=PREREQUISITES)  # prerequisites that are missing for the nation's invasion
    exiled: Any = i8(SEATS)  # the homeland is in enemy hands
    moving: Any = i8(SEATS)  # it is this seat's turn
    acting: Any = i8(SEATS)  # is to act
    commanding: Any = i8(SEATS)  # commands in the battle
    phase: Any = i8(PHASES)  # the decision that is asked, in the order of the program's list of phases
    order: Any = i8(len(Kind))  # kind of the card on the table, a battle first
    own_front: Any = i8()  # it comes from the deck of the own theatre
    battle: Any = i8(BATTLES)  # the battle on it
    battle_vp: Any = i8(most=8)  # its victory points, if they are fought for
    attacking: Any = i8(SIDES)  # is the aggressor
    called: Any = i8(SIDES, CLASSES)  # classes that are called
    joint: Any = i8(SIDES)  # both partners are called
    invasion: Any = i8()  # the battle is for a homeland
    liberation: Any = i8()  # the battle is to liberate an ally
    ground: Any = i8()  # the aggressor wins too once the other side has no Ground unit
    refight: Any = i8()  # a Counterattack
    raid: Any = i8()  # a raid
    fighting: Any = i8()  # the stacks have been flipped
    rounds: Any = i8(most=MOST_ROUNDS)  # the round
    fire_phase: Any = i8(FIRE_PHASES)  # the firing phase
    asked: Any = i8(SIDES)  # whose Sabotage, shot or withdrawal it is
    carriers: Any = i8(SIDES, most=4)  # carriers in the battle that can still lend their point
    shooter: Any = i8(LINES)  # the line that fires
    target: Any = i8(LINES)  # the line it fires at
    of_partner: Any = i8(2)  # the shooter, the target belongs to the commander's partner
    shot: Any = i8(2, most=SAFE)  # Attack and Defense so far
    offer: Any = i8(LINES)  # the card offered, for those who see it
    aided: Any = i8()  # an Aid was given in this turn
    crossed: Any = i8(SIDES)  # an Aid has mixed the partners' cards
    left: Any = i8(most=AID_CARDS)  # cards that may yet be deployed or moved
    nation: Any = i8(len(NATIONS))  # the own one: Germany, Britain, Japan, US
    theatre: Any = i8(len(Theatre))  # pacific, europe, combined
    packs: Any = i8(PACKS)  # expansions
    turns_left: Any = i8(most=SOON)  # turns up to the cap
    hundreds_left: Any = i8(most=HUNDREDS)  # the same in hundreds


@rule
def observe(s: State, seat: int, o: Observation) -> None:
    """BC-R27, BC-R78, BC-R84, BC-R93: the own cards, all that lies open, the counts, and what is known."""
    for i in range(SEATS):
        who = in_row(seat, i)
        if who < s.players:
            observe_units(s, seat, who, i, o)
            observe_seat(s, who, i, o)
            if i > 0:
                observe_told(s, seat, who, i - 1, o)
    for k in range(s.players // 2):
        observe_deck(s, seat, (seat >> 1) ^ k, k, o)
    observe_course(s, seat, o)
    if not s.over and s.phase >= Phase.DEPLOY:
        observe_card(s, seat, o)
        if s.fighting:
            observe_battle(s, seat, o)


@rule
def in_row(seat: int, i: int) -> int:
    """Who is seen in a row: the own seat, the ally, the enemy of the theatre, the other one."""
    if i < 2:
        return partner(seat) if i == 1 else seat
    return enemy(seat, i - 2)


@rule
def row_of(seat: int, who: int) -> int:
    """The row in which somebody is seen."""
    apart = seat ^ who
    return 3 - apart if apart == 1 or apart == 2 else apart


# Cards


@rule
def observe_units(s: State, seat: int, who: int, i: int, o: Observation) -> None:
    """BC-R84, BC-R93: a nation's unit cards by line."""
    mine = who == seat
    side = i >> 1
    for line in range(LINES):
        reserve = s.reserve[who, line] if mine else s.known[seat, who, RESERVE, line]
        stacks = s.stacks[who, line] if mine else s.known[seat, who, STACKS, line]
        hidden = s.deck[who, line] + s.reserve[who, line] + s.stacks[who, line]
        o.reserve[i, line] = min(reserve, ALIKE)
        o.stacks[i, line] = min(stacks + s.withdrawn[who, line], ALIKE)
        o.standing[i, line] = min(s.standing[who, line], ALIKE)
        o.discard[i, line] = min(s.discard[who, line], ALIKE)
        o.unseen[side, line] = min(o.unseen[side, line] + hidden - reserve - stacks, MANY)


@rule
def observe_told(s: State, seat: int, who: int, k: int, o: Observation) -> None:
    """BC-R93: what another knows of the own cards."""
    for line in range(LINES):
        o.told_reserve[k, line] = min(s.known[who, seat, RESERVE, line], ALIKE)
        o.told_stacks[k, line] = min(s.known[who, seat, STACKS, line], ALIKE)


@rule
def observe_seat(s: State, who: int, i: int, o: Observation) -> None:
    """BC-R78: the sizes that all can count, victory points, what is missing for the invasion."""
    o.deck_n[i] = min(total(s.deck[who]), DECK)
    if s.phase != Phase.SETUP or i == 0:
        o.reserve_n[i] = min(total(s.reserve[who]), HAND)
        for kind in range(CLASSES):
            n = 0
            for line in range(LINES):
                n += OF_CLASS[kind, line] * (s.stacks[who, line] + s.withdrawn[who, line])
            o.stack_n[i, kind] = min(n, STACK)
    o.kept_n[i] = min(s.kept_n[who], KEPT)
    o.vp[i] = min(s.vp[who], POINTS)
    o.exiled[i] = s.exiled[who]
    deck = who >> 1
    for k in range(PREREQUISITES):
        o.missing[i] += s.place[deck, NEEDED[cards_of(s, deck), who & 1, k]] != Place.WON + who


@rule
def observe_deck(s: State, seat: int, deck: int, k: int, o: Observation) -> None:
    """BC-R23, BC-R84, BC-R93: where the Conflict cards of a deck are, as far as the seat knows."""
    o.pile_n[k] = s.pile_n[deck]
    for card in range(CARDS if s.expansions.any() else STARTERS):
        place, kind = s.place[deck, card], KINDS[card]
        if place >= Place.WON:
            o.won[k, (place ^ seat) & 1, BATTLE_ON[card]] = 1
        elif place >= Place.KEPT and place - Place.KEPT == seat:
            observe_kept(s, seat, card, o)
        elif place >= Place.KEPT and s.seen[deck, card] >> seat & 1:
            o.kept[row_of(seat, place - Place.KEPT), kind - Kind.AIR_SUPPORT] += 1
        elif place >= Place.KEPT or place == Place.DECK:
            o.numbers[k, NUMBER[card] - 1] += 1
            if kind == Kind.BATTLE:
                o.to_come[k, BATTLE_ON[card]] = 1
            else:
                o.orders[k, kind - 1] += 1


@rule
def observe_kept(s: State, seat: int, card: int, o: Observation) -> None:
    """BC-R93: an own Kept Card, and who has seen it."""
    kind = KINDS[card] - Kind.AIR_SUPPORT
    o.kept[0, kind] += 1
    for i in range(1, SEATS):
        o.told_kept[i - 1, kind] += s.seen[seat >> 1, card] >> in_row(seat, i) & 1


# The course of the game


@rule
def observe_course(s: State, seat: int, o: Observation) -> None:
    """Whose turn it is, what is asked, how far the sides are from victory and the game from its cap."""
    for k in range(SIDES):
        side = (seat & 1) ^ k
        mine, theirs = side_vp(s, side), side_vp(s, 1 - side)
        o.to_goal[k] = min(max(0, goal(s) - mine), POINTS)
        o.ahead[k] = min(max(0, mine - theirs), LEAD)
        o.crossed[k] = s.crossed[side]
    turns = s.turn_cap - s.turns
    o.turns_left = min(turns, SOON)
    o.hundreds_left = turns // 100
    for pack in range(PACKS):
        o.packs[pack] = s.expansions[pack]
    o.theatre[s.theatre] = 1
    o.nation[2 * cards_of(s, seat >> 1) + (seat & 1)] = 1
    if not s.over:
        o.phase[s.phase] = 1
        o.acting[row_of(seat, s.turn)] = 1
        o.moving[row_of(seat, s.mover)] = s.phase != Phase.SETUP
        o.left = s.left
        o.aided = s.aided
        if s.phase == Phase.ANSWER and (s.mover ^ seat) & 1 == 0:
            o.offer[s.offer] = 1


@rule
def observe_card(s: State, seat: int, o: Observation) -> None:
    """The Conflict card on the table, and the battle that it may begin."""
    o.order[KINDS[s.card]] = 1
    o.own_front = s.front == seat >> 1
    if KINDS[s.card] != Kind.BATTLE:
        return
    o.battle[BATTLE_ON[s.card]] = 1
    o.raid = s.raid
    if not s.raid:
        o.battle_vp = VP[cards_of(s, s.front), BATTLE_ON[s.card]]
    if s.phase == Phase.TAKE or s.phase == Phase.REBUILD:
        return
    o.invasion = invades(s)
    o.liberation = frees(s)
    o.refight = s.refight
    for k in range(SIDES):
        side = row_of_side(s, seat, k)
        o.attacking[k] = side == 0
        o.joint[k] = s.joint[side]
        o.commanding[row_of(seat, s.commander[k])] = 1
        for kind in range(CLASSES):
            o.called[k, kind] = s.called[side] >> kind & 1


@rule
def row_of_side(s: State, seat: int, k: int) -> int:
    """The own side (0) or the enemy's (1) as a side of the battle; and the other way round."""
    return (s.commander[0] ^ seat) & 1 ^ k


# A battle


@rule
def observe_battle(s: State, seat: int, o: Observation) -> None:
    """The fight: round, phase, the shot, and what each side can hit."""
    o.fighting = 1
    o.ground = s.ground
    o.rounds = s.rounds
    if s.rounds > 0:
        o.fire_phase[s.fire_phase - 1] = 1
    asked = row_of_side(s, seat, s.side)
    o.asked[asked] = 1
    for k in range(SIDES):
        side = row_of_side(s, seat, k)
        o.carriers[k] = min(idle_carriers(s, side), 4)
        observe_weakest(s, side, k, o)
    for k in range(SIDES):
        observe_best(s, row_of_side(s, seat, k), k, o)
    if s.phase == Phase.SHOOTER:
        for k in range(1 + s.joint[s.side]):
            for line in range(LINES):
                o.ready[k, line] = min(s.ready[member(s, s.side, k), line], ALIKE)
    elif Phase.TARGET <= s.phase <= Phase.GUARD:
        observe_shot(s, o)


@rule
def observe_weakest(s: State, side: int, k: int, o: Observation) -> None:
    """The lowest Defense among a side's units of a class, against shots of each class; 0 without a unit."""
    for j in range(1 + s.joint[side]):
        who = member(s, side, j)
        for line in range(LINES):
            if s.standing[who, line] > 0:
                more = cover(s, side, line)
                for kind in range(CLASSES):
                    value = min(DEFENSE[line, kind] + more, SAFE)
                    found = o.weakest[k, KIND[line], kind]
                    o.weakest[k, KIND[line], kind] = min(found, value) if found > 0 else value


@rule
def observe_best(s: State, side: int, k: int, o: Observation) -> None:
    """The chance of each line, without support for the shot, against what it hits best."""
    for j in range(1 + s.joint[side]):
        who = member(s, side, j)
        for line in range(LINES):
            if s.standing[who, line] > 0:
                more, best = lead(s, side, line), 0
                for kind in range(CLASSES):
                    least = o.weakest[1 - k, kind, KIND[line]]
                    if least > 0 and ATTACK[line, kind] > 0:
                        best = max(best, min(ATTACK[line, kind] + more, HIGHEST) - least)
                o.best[k, line] = best


@rule
def observe_shot(s: State, o: Observation) -> None:
    """BC-54: who fires at whom, Attack and Defense so far; or whom it could fire at."""
    o.shooter[s.shooter] = 1
    o.of_partner[0] = s.shooter_seat != s.commander[s.side]
    if s.phase == Phase.BOOST or s.phase == Phase.GUARD:
        o.target[s.target] = 1
        o.of_partner[1] = s.target_seat != s.commander[1 - s.side]
        o.shot[0] = total_attack(s)
        o.shot[1] = min(total_defense(s), SAFE)
        return
    for j in range(1 + s.joint[1 - s.side]):
        who = member(s, 1 - s.side, j)
        for line in range(LINES):
            if s.standing[who, line] > 0:
                value = min(attack(s, s.side, s.shooter, KIND[line]), HIGHEST)
                o.chance[line] = max(0, value - defense(s, 1 - s.side, line, KIND[s.shooter]))
