"""The 100 force cards of War on Terror: a row a kind, turned into small arrays; card 0 is no card."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np


class Type(IntEnum):
    """WT-07: the types of force cards."""

    NONE = 0
    AIRCRAFT = 1
    COMMANDO = 2
    GROUND = 3
    PROPAGANDA = 4
    SHIP = 5


class Ability(IntEnum):
    PLAIN = 0
    IMMUNE = 1  # may not be turned over
    TURN1 = 2  # turns a card of another player over
    TURN2 = 3  # turns up to two such cards over
    EACH1 = 4  # every other player turns an own card down
    PREVENT = 5  # may be discarded to keep an own card up
    FIRST = 6  # draws a card if it is the first one put down
    TRADE1 = 7  # is traded for a card on the table
    SWAP = 8  # hands are traded
    WIN2 = 9  # draws two cards if the country is won


class Card(NamedTuple):
    """WT-06, WT-09: what stands on a force card, how many there are of it, and whether the book or we wrote the row."""

    type: Type
    name: str
    points: int
    ability: Ability
    copies: int
    source: str


A, C, G, P, S = Type.AIRCRAFT, Type.COMMANDO, Type.GROUND, Type.PROPAGANDA, Type.SHIP

CARDS = (
    Card(A, "Fighter Sweep", 5, Ability.PLAIN, 4, "ours"),
    Card(A, "Heavy Bombers", 6, Ability.PLAIN, 3, "ours"),
    Card(A, "Stealth Strike", 4, Ability.IMMUNE, 3, "ours"),
    Card(A, "Precision Strike", 3, Ability.TURN1, 4, "ours"),
    Card(A, "Carpet Bombing", 1, Ability.TURN2, 2, "ours"),
    Card(A, "Early-Warning Aircraft", 3, Ability.PREVENT, 2, "ours"),
    Card(A, "Air Bridge", 3, Ability.FIRST, 2, "ours"),
    Card(C, "Raiding Party", 4, Ability.PLAIN, 3, "ours"),
    Card(C, "Special Forces", 4, Ability.IMMUNE, 3, "ours"),
    Card(C, "Sabotage Team", 3, Ability.TURN1, 4, "ours"),
    Card(C, "Decapitation Raid", 1, Ability.TURN2, 1, "ours"),
    Card(C, "Counter-Espionage", 3, Ability.PREVENT, 2, "ours"),
    Card(C, "Forward Observers", 3, Ability.FIRST, 2, "ours"),
    Card(C, "Infiltrators", 1, Ability.TRADE1, 4, "ours"),
    Card(C, "Snatch Squad", 3, Ability.WIN2, 1, "ours"),
    Card(G, "Infantry Division", 5, Ability.PLAIN, 6, "ours"),
    Card(G, "Armored Division", 6, Ability.PLAIN, 4, "ours"),
    Card(G, "Mountain Troops", 4, Ability.IMMUNE, 4, "ours"),
    Card(G, "Artillery Brigade", 3, Ability.TURN1, 2, "ours"),
    Card(G, "Air Defense Battery", 3, Ability.PREVENT, 2, "ours"),
    Card(G, "Supply Column", 3, Ability.WIN2, 2, "ours"),
    Card(P, "Leaflet Drop", 4, Ability.PLAIN, 4, "ours"),
    Card(P, "World Opinion", 4, Ability.IMMUNE, 1, "ours"),
    Card(P, "Disinformation", 2, Ability.EACH1, 5, "ours"),
    Card(P, "Press Embargo", 3, Ability.PREVENT, 2, "ours"),
    Card(P, "Embedded Reporters", 3, Ability.FIRST, 3, "ours"),
    Card(P, "Defectors", 1, Ability.TRADE1, 2, "ours"),
    Card(P, "Secret Deal", 1, Ability.SWAP, 2, "ours"),
    Card(P, "Hearts and Minds", 3, Ability.WIN2, 1, "ours"),
    Card(S, "Frigate", 4, Ability.PLAIN, 3, "ours"),
    Card(S, "Destroyer", 5, Ability.PLAIN, 3, "ours"),
    Card(S, "Attack Submarine", 4, Ability.IMMUNE, 3, "ours"),
    Card(S, "Missile Cruiser", 3, Ability.TURN1, 2, "ours"),
    Card(S, "Escort Screen", 3, Ability.PREVENT, 2, "ours"),
    Card(S, "Amphibious Group", 3, Ability.FIRST, 3, "ours"),
    Card(S, "Carrier Battle Group", 3, Ability.WIN2, 4, "ours"),
)

KINDS = len(CARDS)
IDS = {card.name: number for number, card in enumerate(CARDS, start=1)}

TYPE = np.array([0] + [c.type for c in CARDS], np.int8)
POINTS = np.array([0] + [c.points for c in CARDS], np.int8)
ABILITY = np.array([0] + [c.ability for c in CARDS], np.int8)
COPIES = np.array([0] + [c.copies for c in CARDS], np.int8)
DECK = np.repeat(np.arange(KINDS + 1), COPIES).astype(np.int8)  # the 100 cards, one entry each
PREVENTS = np.flatnonzero(ABILITY == Ability.PREVENT).astype(np.int8)  # the prevent cards

TYPES = len(Type) - 1
MARKS = TYPES + len(Ability) - 1
FEATURES = np.zeros((KINDS + 1, MARKS), np.int8)  # [card, type and ability, each one-hot; plain is none]
for number, row in enumerate(CARDS, start=1):
    FEATURES[number, row.type - 1] = 1
    if row.ability != Ability.PLAIN:
        FEATURES[number, TYPES + row.ability - 1] = 1
