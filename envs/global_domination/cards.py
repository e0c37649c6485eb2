"""The cards of Global Domination: a row a card, turned into small arrays; card 0 is Domination."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from .board import Resource


class Text(IntEnum):
    """What the words on a card do."""

    NONE = 0
    POINTS = 1  # Builds and Reductions, one Area at a time
    CONTROL = 2  # VP for the Areas of a Resource
    PROPAGANDA = 3  # VP for Regions
    SHOW = 4  # Reductions for own Full Forces
    CHAIN = 5  # Reductions, offered on to the left
    LEADERSHIP = 6  # a player's Full Forces are reduced
    SUPPLY = 7  # a player's lonely Forces are removed
    DISRUPTION = 8  # a Force is removed from each Region
    SURRENDER = 9  # ... from each Region where one's own is Full
    INSURGENTS = 10  # Struggling Land Forces give way to own Full ones
    STORM = 11  # half of everybody's Forces are reduced
    WINTER = 12  # all Struggling Forces are removed
    NUKES = 13  # all Forces struggle
    DEPOTS = 14  # own Struggling Forces turn Full
    FOG = 15  # the others get no VP for Region Monopolies


class Where(IntEnum):
    """Where the points of a text may be spent."""

    ANYWHERE = 0
    LAND = 1
    SEA = 2
    COAST = 3  # Land beside a Sea Area under control
    FRONT = 4  # Land beside an Area that an own Land Force controls


class Card(NamedTuple):
    """GD-11, GD-31, GD-66, GD-86, GD-92, GD-R40: a type of card; the source says what of its numbers the book tells."""

    name: str
    build: int
    reduction: int
    words: str
    source: str
    text: Text
    builds: int = 0  # points that the text gives: for Builds,
    reductions: int = 0  # for Reductions,
    either: int = 0  # for either
    where: Where = Where.ANYWHERE
    resource: Resource = Resource.NONE
    price: int = 0  # Logistical points


def control(name: str, resource: Resource) -> Card:
    """GD-67, GD-68, GD-69, GD-70, GD-71, GD-72: the six cards that score for a Resource."""
    words = f"at once 1 VP for each {resource.name.capitalize()} Area you control"
    return Card(name, 3, 3, words, "ours", Text.CONTROL, resource=resource)


CARDS = (
    Card("Domination", 3, 3, "", "book", Text.NONE),
    control("Agriculture Control", Resource.AGRICULTURE),
    control("Petroleum Control", Resource.PETROLEUM),
    control("Communications Control", Resource.COMMUNICATIONS),
    control("Manufacturing Control", Resource.MANUFACTURING),
    control("Technology Control", Resource.TECHNOLOGY),
    control("Ore Control", Resource.ORE),
    Card(
        "Airborne Forces",
        6,
        6,
        "at any time, in the scoring step too: up to 6 Land Builds and Land Reductions in all",
        "ours",
        Text.POINTS,
        either=6,
        where=Where.LAND,
    ),
    Card(
        "Amphibious Assault",
        5,
        5,
        "5 Land Builds and 5 Land Reductions, beside Sea Areas you control",
        "ours",
        Text.POINTS,
        builds=5,
        reductions=5,
        where=Where.COAST,
    ),
    Card(
        "Attack Helicopters",
        5,
        5,
        "5 Land Builds and 5 Land Reductions, beside Areas of your Land Forces",
        "ours",
        Text.POINTS,
        builds=5,
        reductions=5,
        where=Where.FRONT,
    ),
    Card("Bad Leadership", 4, 5, "every Full Force of one opponent is reduced", "ours", Text.LEADERSHIP),
    Card(
        "Bio Weapons",
        4,
        4,
        "2 Reductions; then the next to the left may make 2, and so on until one declines",
        "ours",
        Text.CHAIN,
        reductions=2,
    ),
    Card(
        "Carrier Task Force",
        5,
        5,
        "5 Builds and 5 Reductions in Sea Areas",
        "ours",
        Text.POINTS,
        builds=5,
        reductions=5,
        where=Where.SEA,
    ),
    Card(
        "Fog of War",
        6,
        4,
        "while scoring: the others get no VP for Region Monopolies; back to its stack",
        "book, reduction ours",
        Text.FOG,
    ),
    Card("Global Disruption", 4, 5, "remove a Land Force from each of the 6 Regions", "ours", Text.DISRUPTION),
    Card(
        "Insurgents",
        5,
        4,
        "up to 5 Struggling Land Forces give way to Full ones of yours",
        "ours",
        Text.INSURGENTS,
        either=5,
    ),
    Card(
        "Megastorm",
        3,
        5,
        "you make Reductions on every player, yourself too: half as many as he has Forces",
        "ours",
        Text.STORM,
    ),
    Card("Military Base", 6, 2, "up to 14 Builds", "14 book, else ours", Text.POINTS, builds=14),
    Card("Nuclear Winter", 3, 5, "all Struggling Forces are removed, yours too", "ours", Text.WINTER),
    Card(
        "Out of Supply",
        4,
        5,
        "an opponent's Forces that have no other of his beside them are removed",
        "ours",
        Text.SUPPLY,
    ),
    Card("Propaganda War", 4, 4, "at once 1 VP for each Region where you have a Full Force", "ours", Text.PROPAGANDA),
    Card(
        "Show of Force",
        4,
        6,
        "2 Reductions for each of your Full Forces; costs a Logistical point to acquire",
        "ours",
        Text.SHOW,
        price=1,
    ),
    Card("Supply Depots", 6, 3, "all your Struggling Forces turn Full", "ours", Text.DEPOTS),
    Card(
        "Surrender",
        4,
        5,
        "in each Region where you have a Full Force you may remove one opposing Force",
        "ours",
        Text.SURRENDER,
    ),
    Card(
        "Tactical Nukes",
        3,
        6,
        "all Forces struggle, yours too; costs a Logistical point to acquire",
        "ours",
        Text.NUKES,
        price=1,
    ),
)

KINDS = len(CARDS)
IDS = {card.name: number for number, card in enumerate(CARDS)}
DOMINATION, AIRBORNE, FOG = IDS["Domination"], IDS["Airborne Forces"], IDS["Fog of War"]

BUILD = np.array([c.build for c in CARDS], np.int8)
REDUCTION = np.array([c.reduction for c in CARDS], np.int8)
TEXT = np.array([c.text for c in CARDS], np.int8)
BUILDS = np.array([c.builds for c in CARDS], np.int8)
REDUCTIONS = np.array([c.reductions for c in CARDS], np.int8)
EITHER = np.array([c.either for c in CARDS], np.int8)
WHERE = np.array([c.where for c in CARDS], np.int8)
CONTROLS = np.array([c.resource for c in CARDS], np.int8)
PRICE = np.array([c.price for c in CARDS], np.int8)
