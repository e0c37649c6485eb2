"""The Conflict cards of Battlecards: battles and the other cards, a row each, turned into small arrays.

A deck has the cards of its theatre: the 20 battles, then 34 that are alike in both theatres, then six a pack.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from .units import CLASSES, PACKS

AXIS, ALLIES = 0, 1  # sides
EUROPE, PACIFIC = 0, 1  # sets of cards


class Battle(NamedTuple):
    """BC-24, BC-29: who attacks, with which classes; the numbers are ours."""

    code: str
    name: str
    vp: int
    aggressor: int
    attackers: str  # classes the aggressor uses
    defenders: str
    needs: tuple[str, ...] = ()  # battles the aggressor must hold
    ground: bool = False  # BC-44: won too when no Ground unit of the defender is left
    ally: bool = False  # BC-78: calls the partners
    source: str = "ours"


def battles(*rows: Battle) -> tuple[Battle, ...]:
    return rows


EUROPEAN = battles(
    Battle("W01", "Battle of Britain", 5, AXIS, "A", "A"),
    Battle("W02", "Battle of France", 4, AXIS, "GA", "GA", ground=True),
    Battle("W03", "Dunkirk", 4, AXIS, "GA", "GAS"),
    Battle("W04", "Battle of the Atlantic", 4, AXIS, "S", "AS", ally=True),
    Battle("W05", "Battle of the Bulge", 4, AXIS, "GA", "GA", ally=True),
    Battle("W06", "Norway", 3, AXIS, "GAS", "GAS"),
    Battle("W07", "Channel Dash", 3, AXIS, "AS", "AS"),
    Battle("W08", "The Blitz", 2, AXIS, "A", "GA"),
    Battle("W09", "Channel Islands", 1, AXIS, "GS", "G"),
    Battle("W10", "Invasion of Britain", 8, AXIS, "GAS", "GAS", ("W02", "W03", "W01", "W04"), True, True, "book"),
    Battle("W11", "Invasion of Normandy", 5, ALLIES, "GAS", "GA", (), True, True, "book"),
    Battle("W12", "Operation Market Garden", 4, ALLIES, "GA", "GA"),
    Battle("W13", "Rhine Crossing", 4, ALLIES, "GA", "GA"),
    Battle("W14", "Hunt for the Bismarck", 4, ALLIES, "AS", "S"),
    Battle("W15", "Bombing of the Ruhr", 4, ALLIES, "A", "GA"),
    Battle("W16", "Falaise Pocket", 3, ALLIES, "GA", "GA"),
    Battle("W17", "The Scheldt", 3, ALLIES, "GS", "GA"),
    Battle("W18", "Dieppe Raid", 2, ALLIES, "GS", "GA"),
    Battle("W19", "St Nazaire Raid", 1, ALLIES, "GS", "G"),
    Battle("W20", "Invasion of Germany", 8, ALLIES, "GAS", "GAS", ("W11", "W12", "W13", "W15"), True, True, "book"),
)
PACIFIC_BATTLES = battles(
    Battle("P01", "Pearl Harbor", 5, AXIS, "A", "AS"),
    Battle("P02", "Bataan", 5, AXIS, "GA", "GA", ground=True),
    Battle("P03", "Midway", 5, AXIS, "AS", "AS"),
    Battle("P04", "Coral Sea", 4, AXIS, "AS", "AS"),
    Battle("P05", "Port Moresby", 4, AXIS, "GA", "GA"),
    Battle("P06", "Java Sea", 3, AXIS, "S", "S"),
    Battle("P07", "Attu", 3, AXIS, "GS", "GS"),
    Battle("P08", "Wake Island", 2, AXIS, "GAS", "GA"),
    Battle("P09", "Guam", 1, AXIS, "GS", "G"),
    Battle("P10", "Invasion of Australia", 8, AXIS, "GAS", "GAS", ("P04", "P05", "P02", "P06"), True, True, "book"),
    Battle("P11", "Guadalcanal", 5, ALLIES, "GAS", "GAS"),
    Battle("P12", "Philippine Sea", 5, ALLIES, "AS", "AS"),
    Battle("P13", "Leyte Gulf", 5, ALLIES, "AS", "AS", ally=True),
    Battle("P14", "Saipan", 4, ALLIES, "GAS", "GA"),
    Battle("P15", "Okinawa", 4, ALLIES, "GAS", "GA", ally=True),
    Battle("P16", "Iwo Jima", 3, ALLIES, "GA", "G", ground=True),
    Battle("P17", "Bismarck Sea", 3, ALLIES, "A", "S"),
    Battle("P18", "Tarawa", 2, ALLIES, "GS", "G"),
    Battle("P19", "Doolittle Raid", 1, ALLIES, "A", "A"),
    Battle("P20", "Invasion of Japan", 8, ALLIES, "GAS", "GAS", ("P16", "P15", "P14", "P13"), True, True, "book"),
)
PACK_BATTLES = battles(  # two a pack, of the Pacific alone
    Battle("E1a", "Malaya", 2, AXIS, "GA", "GA"),
    Battle("E1b", "Luzon", 2, ALLIES, "GA", "GA"),
    Battle("E2a", "Darwin Raid", 2, AXIS, "A", "AS"),
    Battle("E2b", "Truk Raid", 2, ALLIES, "A", "AS"),
    Battle("E3a", "Savo Island", 2, AXIS, "S", "S"),
    Battle("E3b", "Cape Esperance", 2, ALLIES, "S", "S"),
    Battle("E4a", "Tulagi", 2, AXIS, "GS", "GS"),
    Battle("E4b", "Peleliu", 2, ALLIES, "GAS", "G"),
    Battle("E5a", "Imphal", 2, AXIS, "GA", "GA"),
    Battle("E5b", "Bougainville", 2, ALLIES, "GAS", "GA"),
)


class Kind(IntEnum):
    """What a Conflict card is."""

    BATTLE = 0
    REINFORCEMENTS = 1
    MOBILISATION = 2
    GENERAL_MOBILISATION = 3
    RECONNAISSANCE = 4
    CODE_BREAKERS = 5
    SPY_RING = 6
    AIR_SUPPORT = 7  # the four cards of a shot, in the order of the actions
    NAVAL_GUNFIRE = 8
    DUG_IN = 9
    EVASIVE_ACTION = 10
    SABOTAGE = 11
    COUNTERATTACK = 12
    AIR_RAID = 13
    TORPEDO_AMBUSH = 14
    SUPPLY_CRISIS = 15
    LOST_ORDERS = 16
    RAPID_DEPLOYMENT = 17
    SALVAGE = 18


class Order(NamedTuple):
    """A kind of card that is no battle; the effects are ours."""

    name: str
    group: str  # Buildup, Intelligence, Keep, Immediate
    words: str
    copies: int = 0  # without packs
    draws: int = 0  # cards drawn from the Arsenal; TO_LIMIT: until the Reserve holds so many
    deploys: int = 0  # cards that may be deployed then
    trims: bool = False  # then the Reserve is discarded down to the limit
    boost: int = 0  # Attack or Defense added to a shot


RESERVE_LIMIT = 6
TO_LIMIT = -1
ORDERS = {
    Kind.REINFORCEMENTS: Order("Reinforcements", "Buildup", "draw 2, deploy up to 2, discard down to 6", 6, 2, 2, True),
    Kind.MOBILISATION: Order("Mobilisation", "Buildup", "draw 4, deploy up to 3, discard down to 6", 4, 4, 3, True),
    Kind.GENERAL_MOBILISATION: Order("General Mobilisation", "Buildup", "draw up to 6, deploy up to 3", 4, TO_LIMIT, 3),
    Kind.RECONNAISSANCE: Order("Aerial Reconnaissance", "Intelligence", "look at a stack of an opponent", 2),
    Kind.CODE_BREAKERS: Order("Code Breakers", "Intelligence", "look at the Reserve of an opponent", 1),
    Kind.SPY_RING: Order("Spy Ring", "Intelligence", "look at the Kept Cards of an opponent", 1),
    Kind.AIR_SUPPORT: Order("Air Support", "Keep", "+2 Attack for a shot of one of your units", 2, boost=2),
    Kind.NAVAL_GUNFIRE: Order("Naval Gunfire", "Keep", "+3 Attack for a shot at a Ground unit", 1, boost=3),
    Kind.DUG_IN: Order("Dug In", "Keep", "+2 Defense for one of your Ground units against a shot", 2, boost=2),
    Kind.EVASIVE_ACTION: Order(
        "Evasive Action", "Keep", "+2 Defense for an Air or Sea unit against a shot", 2, boost=2
    ),
    Kind.SABOTAGE: Order("Sabotage", "Keep", "a revealed General, Admiral or Leader of the enemy is discarded", 1),
    Kind.COUNTERATTACK: Order(
        "Counterattack", "Keep", "instead of a draw: fight again for a battle an opponent holds", 2
    ),
    Kind.AIR_RAID: Order("Air Raid", "Immediate", "a random card of an opponent's stack is destroyed", 1),
    Kind.TORPEDO_AMBUSH: Order(
        "Torpedo Ambush", "Immediate", "a random card of an opponent's Sea stack is destroyed", 1
    ),
    Kind.SUPPLY_CRISIS: Order("Supply Crisis", "Immediate", "an opponent discards a random Reserve card", 1),
    Kind.LOST_ORDERS: Order("Lost Orders", "Immediate", "an opponent discards a random Kept or else Reserve card", 1),
    Kind.RAPID_DEPLOYMENT: Order("Rapid Deployment", "Immediate", "deploy up to 2 cards", 1, deploys=2),
    Kind.SALVAGE: Order("Salvage", "Immediate", "take a card from your Arsenal discard pile into the Reserve", 1),
}
PACK_ORDERS = (  # by pack, behind its two battles
    (Kind.REINFORCEMENTS, Kind.DUG_IN, Kind.SALVAGE, Kind.RAPID_DEPLOYMENT),
    (Kind.REINFORCEMENTS, Kind.AIR_SUPPORT, Kind.AIR_RAID, Kind.EVASIVE_ACTION),
    (Kind.REINFORCEMENTS, Kind.NAVAL_GUNFIRE, Kind.TORPEDO_AMBUSH, Kind.EVASIVE_ACTION),
    (Kind.MOBILISATION, Kind.DUG_IN, Kind.SABOTAGE, Kind.RECONNAISSANCE),
    (Kind.GENERAL_MOBILISATION, Kind.COUNTERATTACK, Kind.AIR_SUPPORT, Kind.SPY_RING),
)
PACK_NUMBERS = (2, 8, 3, 7, 4, 6)  # Action Numbers of the six cards of a pack

STARTERS, PACK_CARDS, HIGHEST = 54, 6, 9
CARDS = STARTERS + PACKS * PACK_CARDS
BASE_BATTLES = len(PACIFIC_BATTLES)
BATTLES = BASE_BATTLES + len(PACK_BATTLES)
NO_BATTLE = BATTLES  # of a card that is none
INVASION = np.array([9, 19])  # [side of the aggressor] the battle that eliminates, the same in both theatres

KINDS = np.zeros(CARDS, np.int8)  # [card] Kind
NUMBER = np.zeros(CARDS, np.int8)  # [card] Action Number
PACK = np.zeros(CARDS, np.int8)  # [card] its pack, from 1; 0 without
BATTLE_ON = np.full(CARDS, NO_BATTLE, np.int8)  # [card] the battle
CARD_OF = np.zeros(BATTLES + 1, np.int8)  # [battle] the card
KINDS[BASE_BATTLES:STARTERS] = [kind for kind, order in ORDERS.items() for _ in range(order.copies)]
NUMBER[:STARTERS] = np.arange(STARTERS) % HIGHEST + 1
BATTLE_ON[:BASE_BATTLES] = np.arange(BASE_BATTLES)
for pack, orders in enumerate(PACK_ORDERS):
    first = STARTERS + pack * PACK_CARDS
    KINDS[first + 2 : first + PACK_CARDS] = orders
    NUMBER[first : first + PACK_CARDS] = PACK_NUMBERS
    PACK[first : first + PACK_CARDS] = pack + 1
    BATTLE_ON[first : first + 2] = BASE_BATTLES + 2 * pack + np.arange(2)
for card in np.flatnonzero(BATTLE_ON < BATTLES):
    CARD_OF[BATTLE_ON[card]] = card


def flags(classes: str) -> int:
    """Classes as a set: 1 Ground, 2 Air, 4 Sea."""
    return sum(1 << "GAS".index(letter) for letter in classes)


def needed(battle: Battle, of: tuple[Battle, ...]) -> int:
    """Prerequisites as a set of battles."""
    return sum(1 << k for k, other in enumerate(of) if other.code in battle.needs)


BY_THEATRE = (EUROPEAN, PACIFIC_BATTLES + PACK_BATTLES)
VP = np.zeros((2, BATTLES + 1), np.int8)  # [set, battle]
AGGRESSOR = np.zeros((2, BATTLES + 1), np.int8)  # ... side
CALLS = np.zeros((2, BATTLES + 1, 2), np.int8)  # ... classes of the aggressor and of the defender
NEEDS = np.zeros((2, BATTLES + 1), np.int64)  # ... prerequisites
GROUND_WINS = np.zeros((2, BATTLES + 1), np.int8)
CALLS_ALLIES = np.zeros((2, BATTLES + 1), np.int8)
for theatre, rows in enumerate(BY_THEATRE):
    for k, row in enumerate(rows):
        VP[theatre, k] = row.vp
        AGGRESSOR[theatre, k] = row.aggressor
        CALLS[theatre, k] = flags(row.attackers), flags(row.defenders)
        NEEDS[theatre, k] = needed(row, rows)
        GROUND_WINS[theatre, k] = row.ground
        CALLS_ALLIES[theatre, k] = row.ally
DRAWS = np.zeros(len(Kind), np.int8)
DEPLOYS = np.zeros(len(Kind), np.int8)
TRIMS = np.zeros(len(Kind), np.int8)
BOOST = np.zeros(len(Kind), np.int8)
for kind, order in ORDERS.items():
    DRAWS[kind], DEPLOYS[kind], TRIMS[kind], BOOST[kind] = order.draws, order.deploys, order.trims, order.boost
ALL_CLASSES = (1 << CLASSES) - 1
ALIKE_N = np.bincount(KINDS, minlength=len(Kind))  # [kind] cards of it, with all packs
ALIKE = np.zeros((len(Kind), ALIKE_N.max()), np.int8)  # [kind, k] these cards, the lowest number first
for kind in Kind:
    ALIKE[kind, : ALIKE_N[kind]] = np.flatnonzero(kind == KINDS)
STARTER_VP = np.array([VP[1, :BASE_BATTLES].sum(), VP[0].sum(), VP[:, :BASE_BATTLES].sum()])  # [theatre]
PACK_VP = int(VP[1, BASE_BATTLES : BASE_BATTLES + 2].sum())  # of each pack
