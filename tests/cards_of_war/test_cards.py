"""The card table: what the book says of it, and the balance it was filled up to."""

from __future__ import annotations

from collections import Counter

import pytest

from warzoo.envs.cards_of_war.cards import CARDS, COPIES, DECK, IDS, PAIR_NAMES, TYPE_LETTERS, Ability, Theatre
from warzoo.envs.cards_of_war.text import marks

DEALT = [card for card in CARDS for _ in range(card.copies)]
THEATRES = [theatre for theatre in Theatre if theatre]


def named(name):
    return CARDS[IDS[name] - 1]


@pytest.mark.rule("CW-01")
def test_the_deck_has_52_cards():
    assert len(DECK) == COPIES.sum() == len(DEALT) == 52
    assert len(IDS) == len(CARDS) == 44


@pytest.mark.rule("CW-02")
def test_a_card_shows_types_then_what_it_does_then_its_score():
    shown = {card.name: marks(card) for card in CARDS}
    assert shown["Pillbox"] == "F>I 2"
    assert shown["Reconnaissance"] == "P? 2"
    assert shown["Air Transport"] == "A+ 3"
    assert shown["Cruiser"] == "S 4"
    assert shown["Radar"] == "all 6"
    assert not [card.name for card in CARDS if card.kill and card.ability]


@pytest.mark.rule("CW-03")
def test_each_card_has_a_type_and_a_score():
    assert all(card.types and set(card.types) <= set(TYPE_LETTERS) and card.score >= 1 for card in CARDS)


@pytest.mark.rule("CW-04")
def test_most_cards_have_a_special_ability():
    kills = Counter(letter for card in DEALT for letter in card.kill)
    assert kills == {"A": 6, "I": 6, "S": 6, "F": 4, "P": 4, "N": 3, "T": 3, "U": 3}
    abilities = Counter(card.ability for card in DEALT)
    assert (abilities[Ability.REINFORCE], abilities[Ability.RECON]) == (2, 3)
    assert sum(not card.kill and not card.ability for card in DEALT) == 12


@pytest.mark.rule("CW-05")
def test_the_four_theatres_are_equally_strong():
    for theatre in THEATRES:
        scores = [card.score for card in DEALT if card.theatre == theatre]
        assert (len(scores), sum(scores)) == (13, 40)


def test_each_type_is_as_frequent_as_planned():
    types = Counter(card.types if len(card.types) == 1 else "all" for card in DEALT)
    assert types == {"A": 11, "S": 9, "P": 9, "I": 8, "F": 5, "N": 4, "T": 3, "U": 2, "all": 1}


def test_killers_score_less_than_others():
    killers = [card.score for card in DEALT if card.kill]
    others = [card.score for card in DEALT if not card.kill]
    assert round(sum(killers) / len(killers), 1) == 2.6
    assert round(sum(others) / len(others), 1) == 4.1


def test_the_pillbox_is_as_printed():
    pillbox = named("Pillbox")
    assert (pillbox.theatre, pillbox.types, pillbox.kill, pillbox.score) == (Theatre.GROUND, "F", "I", 2)
    assert pillbox.source == "book"


@pytest.mark.rule("CW-15")
def test_radar_is_of_all_types():
    assert set(named("Radar").types) == set(TYPE_LETTERS)
    assert [card.name for card in CARDS if len(card.types) > 1] == ["Radar"]


@pytest.mark.rule("CW-47")
def test_the_cards_of_a_pair_share_a_theatre():
    assert all(named(a).theatre == named(b).theatre for a, b in PAIR_NAMES)


@pytest.mark.rule("CW-50")
def test_three_bombers_and_no_other_pair_with_fighters():
    bombers = [b for a, b in PAIR_NAMES if a == "Fighters"]
    assert bombers == ["Dive Bombers", "Torpedo Bombers", "Long Range Bombers"]
