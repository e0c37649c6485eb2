"""The table of Cards of War as data: cards, battles and counts by name."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from ..core.data import Part, spread
from ..core.text import agent_name
from .cards import CARDS, Theatre
from .state import BATTLES, Phase


class Pile(Part):
    """One player's side of a battle."""

    points: int
    cards: list[str] = Field(description="the top card last")


class Battle(Part):
    theatre: str | None = Field(description="the only theatre that scores there, with theatres of war")
    won_by: str | None
    piles: dict[str, Pile] = Field(description="by player")


class Deck(Part):
    owner: str | None = Field(description="null for the common one")
    draw_pile: int = Field(description="cards left in it")
    discards: list[str] = Field(description="the top card last")


class Player(Part):
    cards: int = Field(description="how many cards are in hand")
    hand: list[str] | None = Field(description="the cards in hand; null for a hidden one")
    hand_limit: int = Field(description="hand size of this round")
    reported: dict[str, int] = Field(description="cards by theatre that the hand still holds, as Recon told")
    rounds_won: int


class Table(Part):
    """Cards of War."""

    phase: str = Field(description="deploy, reinforce, choose or over")
    round: int
    opened_by: str = Field(description="who opened the round")
    players: dict[str, Player]
    battles: list[Battle]
    decks: list[Deck]
    drawn: str | None = Field(description="the card that alternative Reinforce drew, for who drew it")


def table(s: Any, seat: int | None) -> Table:
    """The table as this seat may know it; with both hands open for None."""
    open_to = (None, int(s.turn))
    return Table(
        phase=Phase(s.phase).name.lower(),
        round=int(s.round_no),
        opened_by=agent_name(int(s.starter)),
        players={agent_name(who): player(s, who, seat in (None, who)) for who in range(s.players)},
        battles=[battle(s, number) for number in range(BATTLES)],
        decks=[deck(s, number) for number in range(1 + s.two_decks)],
        drawn=name(s.drawn) if s.phase == Phase.CHOOSE and seat in open_to else None,
    )


def name(card: int) -> str:
    return CARDS[card - 1].name


def player(s: Any, who: int, shown: bool) -> Player:
    told = {Theatre(k).name.lower(): n for k, n in enumerate(s.reported[who].tolist()) if n}
    return Player(
        cards=int(s.hand_n[who]),
        hand=[name(card) for card in spread(s.hand[who])] if shown else None,
        hand_limit=int(s.limit[who]),
        reported=told,
        rounds_won=int(s.rounds_won[who]),
    )


def battle(s: Any, number: int) -> Battle:
    piles = {}
    for who in range(s.players):
        cards = s.pile[who, number, : s.pile_n[who, number]].tolist()
        piles[agent_name(who)] = Pile(points=int(s.total[who, number]), cards=[name(card) for card in cards])
    return Battle(
        theatre=Theatre(s.theatre[number]).name.lower() if s.theatre[number] else None,
        won_by=agent_name(int(s.won[number]) - 1) if s.won[number] else None,
        piles=piles,
    )


def deck(s: Any, number: int) -> Deck:
    return Deck(
        owner=agent_name(number) if s.two_decks else None,
        draw_pile=int(s.draw_n[number]),
        discards=[name(card) for card in s.discard[number, : s.discard_n[number]].tolist()],
    )
