"""What every part of an observation must be, said once more: slowly, from the whole table, in plain Python."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

from warzoo.envs.cards_of_war.cards import CARDS, TYPE_LETTERS
from warzoo.envs.cards_of_war.state import State

KINDS = range(1, len(CARDS) + 1)
THEATRES = range(1, 5)  # air, sea, ground, intel
BATTLES = range(3)


def reading(record, seat):
    """Each named part as seen from this seat, by the true record."""
    s = SimpleNamespace(**{name: record[name].tolist() for name in State.fields})
    seats = (seat, 1 - seat)
    deck = {who: who if s.two_decks else 0 for who in seats}
    hands = {who: Counter(dict(enumerate(s.hand[who]))) for who in seats}
    draw_piles = {who: heap(s.draw, s.draw_n, deck[who]) for who in seats}
    discards = {who: heap(s.discard, s.discard_n, deck[who]) for who in seats}
    piles = {who: [heap(s.pile[who], s.pile_n[who], battle) for battle in BATTLES] for who in seats}
    choosing = s.phase == 2 and s.turn == seat
    return {
        "hand": by_kind(hands[seat]),
        "unseen": by_kind(hands[1 - seat] + Counter(draw_piles[1 - seat])),
        "own_draw": by_kind(draw_piles[seat] if s.two_decks else []),
        "discarded": [by_kind(discards[who]) for who in seats],
        "top_discard": [by_kind(discards[who][-1:]) for who in seats],
        "drawn": by_kind([s.drawn] if choosing else []),
        "reported": [[s.reported[who][theatre] for theatre in THEATRES] for who in seats],
        "top_types": [[letters(pile[-1:]) for pile in piles[who]] for who in seats],
        "top_worth": [[worth(s, b, piles[who][b][-1:]) for b in BATTLES] for who in seats],
        "next_types": [[letters(pile[-2:-1]) for pile in piles[who]] for who in seats],
        "next_worth": [[worth(s, b, piles[who][b][-2:-1]) for b in BATTLES] for who in seats],
        "total": [[won_or_summed(s, who, b, piles[who][b]) for b in BATTLES] for who in seats],
        "pile_n": [[len(pile) for pile in piles[who]] for who in seats],
        "won": [[s.won[b] == who + 1 for b in BATTLES] for who in seats],
        "theatre": [[s.theatre[b] == theatre for theatre in THEATRES] for b in BATTLES],
        "hand_n": [sum(hands[who].values()) for who in seats],
        "limit": [s.limit[who] for who in seats],
        "hand_size": [s.hand_size[who] for who in seats],
        "draw_n": [len(draw_piles[who]) for who in seats],
        "discard_n": [len(discards[who]) for who in seats],
        "rounds_won": [s.rounds_won[who] for who in seats],
        "round_no": s.round_no,
        "deployed": min(s.deployed, 120),
        "started": s.starter == seat,
        "acting": s.turn == seat,
        "phase": [s.phase == phase for phase in range(3)],
        "length": [s.length == length for length in range(3)],
        "alternative_reinforce": s.alternative_reinforce,
        "theatres_of_war": s.theatres_of_war,
        "tactical_advantage": s.tactical_advantage,
        "strategic_exhaustion": s.strategic_exhaustion,
        "joint_deployment": s.joint_deployment,
        "two_decks": s.two_decks,
    }


def heap(cards, counts, which):
    """The cards of a pile, the last one on top."""
    return cards[which][: counts[which]]


def by_kind(cards):
    copies = Counter(cards)
    return [copies[kind] for kind in KINDS]


def letters(cards):
    """Which type letters stand on a card, or on none."""
    return [any(letter in CARDS[card - 1].types for card in cards) for letter in TYPE_LETTERS]


def worth(s, battle, cards):
    """The points that these cards make in a battle: only those of its theatre, once it has one."""
    theatre = s.theatre[battle]
    return sum(CARDS[card - 1].score for card in cards if not theatre or CARDS[card - 1].theatre == theatre)


def won_or_summed(s, who, battle, pile):
    """The points of a pile; who lost the battle keeps the points that the pile had."""
    lost = s.won[battle] == 2 - who
    return s.total[who][battle] if lost else worth(s, battle, pile)
