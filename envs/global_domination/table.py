"""The table of Global Domination as data: the map, the players' cards and tracks, the use of a card, by name."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from ..core.data import Part, spread
from ..core.text import agent_name
from .board import AREAS, LANDS, Region
from .cards import CARDS
from .state import FULL, NOT_IN_PLAY, Phase
from .text import WAY_WORDS, borders, map_points, titled


class Area(Part):
    """An Area of the map."""

    code: str
    name: str
    region: str | None = Field(description="null for a sea")
    resource: str | None = Field(description="null for a sea")
    borders: list[str] = Field(description="codes of the Areas beside it")
    owner: str | None = Field(description="whose Force stands there")
    strength: str | None = Field(description="of the Force: full or struggling")


class Player(Part):
    victory_points: int
    map_scores: int = Field(description="victory points that the map would bring now")
    logistics: int = Field(description="square of the Logistical track")
    cards: int = Field(description="how many cards are in hand")
    hand: list[str] | None = Field(description="the cards in hand; null for a hidden one")
    known: list[str] = Field(description="cards that the whole table knows to be in the hand")
    draw_deck: int = Field(description="cards left in it")
    owned: list[str] = Field(description="the cards in hand and Draw Deck together, which all know")
    discards: list[str] = Field(description="in no order")
    passed: bool = Field(description="passes for the rest of the game turn")
    in_the_fog: bool = Field(description="gets nothing for Region Monopolies in this scoring")


class Use(Part):
    """A card in use, and what is left of it."""

    card: str
    player: str
    way: str | None = Field(description="build, attack, text, discard 1 or discard 2; null until it is chosen")
    builds: int = Field(description="points left for Builds")
    reductions: int = Field(description="points left for Reductions")
    either: int = Field(description="points left for either")
    regions: list[str] = Field(description="Regions left")
    due: dict[str, int] = Field(description="Reductions that are still made on players")


class Table(Part):
    """Global Domination."""

    phase: str | None = Field(description="turn, way, area, second, take, victim or interrupt; null at the end")
    game_turn: int
    game_turns: int
    scoring: bool = Field(description="the scoring step")
    first: str = Field(description="who has the First Player's marker")
    mover: str | None = Field(description="whose turn it is; null in the scoring step")
    used: bool = Field(description="the mover has used a card in this turn")
    waiting: list[str] = Field(description="who will be asked next for a card out of turn")
    players: dict[str, Player]
    areas: list[Area]
    stacks: dict[str, int] = Field(description="cards left in each stack")
    use: Use | None


def table(s: Any, seat: int | None) -> Table:
    """The table as this seat may know it; with all hands open for None."""
    asking = s.phase == Phase.INTERRUPT and not s.over
    idle = s.over or s.phase in (Phase.TURN, Phase.INTERRUPT)
    return Table(
        phase=None if s.over else Phase(s.phase).name.lower(),
        game_turn=int(s.game_turn),
        game_turns=int(s.game_turns),
        scoring=bool(s.scoring),
        first=agent_name(int(s.first)),
        mover=None if s.scoring or s.over else agent_name(int(s.mover)),
        used=bool(s.used),
        waiting=[agent_name(int(s.asking + k) % int(s.players)) for k in range(s.to_ask)] if asking else [],
        players={agent_name(who): player(s, who, seat in (None, who)) for who in range(s.players)},
        areas=[area(s, number) for number in range(len(AREAS))],
        stacks={CARDS[card].name: left for card, left in enumerate(s.stock.tolist()) if left != NOT_IN_PLAY},
        use=None if idle else use(s),
    )


def cards(counts: Any) -> list[str]:
    return [CARDS[card].name for card in spread(counts)]


def player(s: Any, who: int, shown: bool) -> Player:
    return Player(
        victory_points=int(s.vp[who]),
        map_scores=map_points(s, who),
        logistics=int(s.logistics[who]),
        cards=int(s.hand_n[who]),
        hand=cards(s.hand[who]) if shown else None,
        known=cards(s.known[who]),
        draw_deck=int(s.deck_n[who]),
        owned=cards(s.hand[who] + s.deck[who]),
        discards=cards(s.discard[who]),
        passed=bool(s.passed[who]),
        in_the_fog=bool(s.blocked[who]),
    )


def area(s: Any, number: int) -> Area:
    printed, owner, land = AREAS[number], int(s.owner[number]), number < LANDS
    return Area(
        code=printed.code,
        name=printed.name,
        region=titled(printed.region) if land else None,
        resource=printed.resource.name.capitalize() if land else None,
        borders=borders(number),
        owner=agent_name(owner - 1) if owner else None,
        strength=("full" if s.strength[number] == FULL else "struggling") if owner else None,
    )


def use(s: Any) -> Use:
    return Use(
        card=CARDS[s.card].name,
        player=agent_name(int(s.user)),
        way=None if s.phase == Phase.WAY else WAY_WORDS[s.way],
        builds=int(s.builds),
        reductions=int(s.reductions),
        either=int(s.either),
        regions=[titled(region) for region in list(Region)[:6] if s.regions >> region & 1],
        due={agent_name(who): n for who, n in enumerate(s.due.tolist()) if n},
    )
