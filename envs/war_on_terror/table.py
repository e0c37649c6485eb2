"""The table of War on Terror as data: the country, cards before the players and in their hands, by name."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from ..core.data import Part, spread
from ..core.text import agent_name
from .board import COUNTRIES
from .cards import CARDS
from .rules.contest import target_points
from .rules.knowledge import aware
from .state import NOWHERE, ROW, Effect, Phase, Stage
from .text import instruction


class Country(Part):
    """The country fought over."""

    name: str
    value: int = Field(description="the points that it is worth, and its rounds")
    instruction: str


class Lying(Part):
    """A card before a player."""

    card: str
    up: bool = Field(description="it lies face up, and its force points count")


class Player(Part):
    cards: int = Field(description="how many cards are in hand")
    hand: list[str] | None = Field(description="the cards in hand; null for a hidden one")
    known: list[str] = Field(description="cards that are surely in a hidden hand")
    known_to: dict[str, list[str]] = Field(description="of a hand that is shown, what each other player is sure of")
    row: list[Lying] = Field(description="the cards before the player, oldest first")
    laid: int = Field(description="cards put down in this country")
    force: int = Field(description="force points that lie face up")
    tied: bool = Field(description="fights out the extra inning")
    points: int
    countries: list[str] = Field(description="those won")


class Target(Part):
    """A card before a player."""

    player: str
    place: int = Field(description="its place in the row, from 0")


class Play(Part):
    """A card that is being carried out."""

    card: str
    player: str
    carries_out: str = Field(description="card or country: whose words are followed now")
    turns_left: int = Field(description="cards that it may still turn over")
    target: Target | None = Field(description="the card about to be turned down")


class Table(Part):
    """War on Terror."""

    phase: str = Field(description="play, turn, strike, yield, prevent, take, swap or over")
    country: Country
    to_come: list[str] = Field(description="countries still in their deck")
    points_to_win: int
    dealer: str
    opened_by: str = Field(description="who opens the rounds of this country")
    rounds_done: int = Field(description="rounds of this country that are over")
    extra_inning: bool
    waiting: list[str] = Field(description="who has yet to have a turn in this round")
    second_card: bool = Field(description="the second card of a turn is asked for or carried out")
    players: dict[str, Player]
    draw_pile: int = Field(description="cards left in it")
    discards: list[str] = Field(description="in no order")
    play: Play | None


def table(s: Any, seat: int | None) -> Table:
    """The table as this seat may know it; with all hands open for None."""
    fought = COUNTRIES[s.country - 1]
    return Table(
        phase=Phase(s.phase).name.lower(),
        country=Country(name=fought.name, value=fought.value, instruction=instruction(fought)),
        to_come=lands(s.left),
        points_to_win=int(target_points(s)),
        dealer=agent_name(int(s.dealer)),
        opened_by=agent_name(int(s.first)),
        rounds_done=int(s.rounds_done),
        extra_inning=bool(s.extra),
        waiting=[] if s.over else waiting(s),
        second_card=bool(s.second),
        players={agent_name(who): player(s, who, seat) for who in range(s.players)},
        draw_pile=int(s.draw_n),
        discards=cards(s.discarded),
        play=play(s) if s.card else None,
    )


def cards(counts: Any) -> list[str]:
    return [CARDS[card - 1].name for card in spread(counts)]


def lands(flags: Any) -> list[str]:
    return [COUNTRIES[country - 1].name for country in spread(flags)]


def waiting(s: Any) -> list[str]:
    order = [int(s.first + steps) % int(s.players) for steps in range(s.place + 1, s.players)]
    return [agent_name(who) for who in order if s.tied[who] or not s.extra]


def player(s: Any, who: int, seat: int | None) -> Player:
    row, up = s.row[who, : s.row_n[who]].tolist(), s.up[who].tolist()
    shown = seat in (None, who)
    return Player(
        cards=int(s.hand_n[who]),
        hand=cards(s.hand[who]) if shown else None,
        known=[] if shown else cards(s.known[seat, who]),
        known_to={agent_name(k): known_to(s, who, k, seat) for k in range(s.players) if k != who} if shown else {},
        row=[Lying(card=CARDS[card - 1].name, up=bool(up[slot])) for slot, card in enumerate(row)],
        laid=int(s.laid[who]),
        force=int(s.total[who]),
        tied=bool(s.tied[who]),
        points=int(s.points[who]),
        countries=lands(s.won[who]),
    )


def known_to(s: Any, who: int, other: int, seat: int | None) -> list[str]:
    """What this other knows of a hand: all of it for None, for the hand's owner what he is sure the other knows."""
    return cards(s.known[other, who] if seat is None else aware(s, who, other))


def play(s: Any) -> Play:
    owner, place = divmod(int(s.target), ROW)
    return Play(
        card=CARDS[s.card - 1].name,
        player=agent_name(int(s.actor)),
        carries_out="country" if s.stage == Stage.COUNTRY else "card",
        turns_left=int(s.turns_left) if s.effect == Effect.TURN else 0,
        target=None if s.target == NOWHERE else Target(player=agent_name(owner), place=place),
    )
