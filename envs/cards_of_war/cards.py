"""The 52 cards of Cards of War: a row a card, turned into small arrays; card 0 is no card."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np


class Theatre(IntEnum):
    NONE = 0
    AIR = 1
    SEA = 2
    GROUND = 3
    INTEL = 4


class Ability(IntEnum):
    NONE = 0
    RECON = 1
    REINFORCE = 2


TYPE_LETTERS = "ITNFASUP"  # infantry, tanks, guns, fortification, aircraft, ship, submarine, spies
TYPE_NAMES = ("infantry", "tanks", "guns", "fortification", "aircraft", "ship", "submarine", "intelligence")


class Card(NamedTuple):
    """CW-02, CW-03, CW-04, CW-05: what is printed on a card, how many there are, and who wrote the row: book or we."""

    theatre: Theatre
    name: str
    types: str
    kill: str
    ability: Ability
    score: int
    copies: int
    source: str


G, S, A, I = Theatre.GROUND, Theatre.SEA, Theatre.AIR, Theatre.INTEL  # noqa: E741
NONE, RECON, REINFORCE = Ability.NONE, Ability.RECON, Ability.REINFORCE

CARDS = (
    Card(G, "Pillbox", "F", "I", NONE, 2, 1, "book"),
    Card(G, "Bunker", "F", "", NONE, 4, 1, "ours"),
    Card(G, "Infantry", "I", "", NONE, 4, 2, "ours"),
    Card(G, "Engineers", "I", "F", NONE, 3, 1, "ours"),
    Card(G, "Tanks", "T", "I", NONE, 3, 2, "ours"),
    Card(G, "Heavy Tanks", "T", "", NONE, 5, 1, "ours"),
    Card(G, "Anti-Tank Guns", "N", "T", NONE, 2, 1, "ours"),
    Card(G, "Artillery", "N", "F", NONE, 3, 1, "ours"),
    Card(G, "Field Guns", "N", "", NONE, 4, 1, "ours"),
    Card(G, "AA Guns", "N", "A", NONE, 2, 1, "ours"),
    Card(G, "Minefield", "F", "T", NONE, 1, 1, "ours"),
    Card(S, "Battleship", "S", "S", NONE, 4, 1, "ours"),
    Card(S, "Shore Bombardment", "S", "F", NONE, 3, 1, "ours"),
    Card(S, "Cruiser", "S", "", NONE, 4, 1, "ours"),
    Card(S, "Destroyers", "S", "U", NONE, 3, 2, "ours"),
    Card(S, "Submarines", "U", "S", NONE, 2, 2, "ours"),
    Card(S, "Carrier", "S", "A", NONE, 5, 1, "ours"),
    Card(S, "Torpedo Boats", "S", "S", NONE, 1, 1, "ours"),
    Card(S, "Marines", "I", "N", NONE, 3, 1, "ours"),
    Card(S, "Amphib", "S", "I", NONE, 3, 1, "ours"),
    Card(S, "Convoy", "S", "", NONE, 5, 1, "ours"),
    Card(S, "Sea Mines", "F", "S", NONE, 2, 1, "ours"),
    Card(A, "Fighters", "A", "A", NONE, 2, 3, "ours"),
    Card(A, "Dive Bombers", "A", "T", NONE, 3, 1, "ours"),
    Card(A, "Torpedo Bombers", "A", "S", NONE, 3, 1, "ours"),
    Card(A, "Long Range Bombers", "A", "F", NONE, 4, 1, "ours"),
    Card(A, "Paratroop", "I", "N", NONE, 3, 1, "ours"),
    Card(A, "Gliders", "A", "", NONE, 4, 1, "ours"),
    Card(A, "Ground-Attack Planes", "A", "I", NONE, 2, 1, "ours"),
    Card(A, "Air Transport", "A", "", REINFORCE, 3, 1, "ours"),
    Card(A, "Heavy Bomber Wing", "A", "", NONE, 6, 1, "ours"),
    Card(A, "Patrol Planes", "A", "U", NONE, 2, 1, "ours"),
    Card(A, "Barrage Balloons", "F", "A", NONE, 4, 1, "ours"),
    Card(I, "Radar", TYPE_LETTERS, "", NONE, 6, 1, "ours"),
    Card(I, "Reconnaissance", "P", "", RECON, 2, 2, "ours"),
    Card(I, "Spy", "P", "P", NONE, 2, 2, "ours"),
    Card(I, "Code Breakers", "P", "", RECON, 3, 1, "ours"),
    Card(I, "Commandos", "I", "P", NONE, 3, 1, "ours"),
    Card(I, "Partisans", "I", "P", NONE, 2, 1, "ours"),
    Card(I, "Saboteurs", "P", "N", NONE, 2, 1, "ours"),
    Card(I, "Propaganda", "P", "", NONE, 4, 1, "ours"),
    Card(I, "Supreme Headquarters", "P", "", REINFORCE, 3, 1, "ours"),
    Card(I, "War Industry", "P", "", NONE, 6, 1, "ours"),
    Card(I, "Snipers", "I", "I", NONE, 3, 1, "ours"),
)

KINDS = len(CARDS)
IDS = {card.name: number for number, card in enumerate(CARDS, start=1)}

TYPES = np.array([0] + [sum(1 << TYPE_LETTERS.index(t) for t in c.types) for c in CARDS], np.uint8)  # bits
KILLS = np.array([0] + [sum(1 << TYPE_LETTERS.index(t) for t in c.kill) for c in CARDS], np.uint8)  # bits
SCORE = np.array([0] + [c.score for c in CARDS], np.int8)
THEATRE = np.array([0] + [c.theatre for c in CARDS], np.int8)
ABILITY = np.array([0] + [c.ability for c in CARDS], np.int8)
COPIES = np.array([0] + [c.copies for c in CARDS], np.int8)
DECK = np.repeat(np.arange(KINDS + 1), COPIES).astype(np.int8)  # the 52 cards, one entry each

PAIR_NAMES = (  # CW-47, CW-48, CW-49, CW-50, CW-51: each pair inside one theatre
    ("Paratroop", "Gliders"),
    ("Marines", "Amphib"),
    ("Fighters", "Dive Bombers"),
    ("Fighters", "Torpedo Bombers"),
    ("Fighters", "Long Range Bombers"),
    ("Battleship", "Shore Bombardment"),
)
PAIRS = np.array([[IDS[a], IDS[b]] for a, b in PAIR_NAMES], np.int8)  # [pair, member]
