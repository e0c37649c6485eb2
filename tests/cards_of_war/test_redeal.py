"""What a seat cannot know, dealt anew: all that is certain is kept, and nothing else."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from warzoo.envs.cards_of_war import GAME
from warzoo.envs.cards_of_war.cards import IDS, THEATRE, Theatre
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED

from .table import (
    CENTRE,
    LEFT,
    OTHERS,
    PLAIN,
    discard,
    discards,
    hand,
    hold,
    leave,
    names,
    new_game,
    place,
    play,
    reported,
    seen,
    shrink,
    sight,
    stack,
)

REDEALS = 300 if COMPILED else 60


def redeals(s, seat, count=REDEALS):
    """The table again and again, with all that the seat cannot know dealt anew."""
    rng = np.random.default_rng(2)
    for _ in range(count):
        other = s.copy()
        kernels.redeal_one(other, 0, seat, rng.integers(1, 2**63, dtype=np.uint64))
        yield other


def hands(s, seat):
    """Hands of the other seat that this seat deems possible."""
    return [hand(other, 1 - seat) for other in redeals(s, seat)]


def ever_held(s, seat):
    return {name for cards in hands(s, seat) for name in cards}


def about(count, chance):
    """So many of all redeals, give or take three standard deviations."""
    return abs(count - REDEALS * chance) < 3 * (REDEALS * chance * (1 - chance)) ** 0.5 + 1


def theatres(cards):
    return Counter(Theatre(THEATRE[IDS[name]]).name for name in cards)


@pytest.mark.rule("CW-R31")
def test_every_unseen_card_is_held_equally_often():
    s = new_game()
    counts = Counter(name for cards in hands(s, 0) for name in cards)
    unseen = Counter(seen(sight(s, 0).unseen))
    assert set(counts) == set(unseen)
    expected = {name: REDEALS * 8 * copies / 44 for name, copies in unseen.items()}
    assert all(abs(counts[name] - mean) < 5 * mean**0.5 for name, mean in expected.items())


@pytest.mark.rule("CW-R31")
def test_what_lies_open_is_never_dealt():
    s = new_game()
    place(s, 1, LEFT, "Radar")
    place(s, 0, LEFT, "Bunker")
    discard(s, "War Industry")
    assert not ever_held(s, 0) & {"Radar", "Bunker", "War Industry"}


@pytest.mark.rule("CW-R31")
def test_when_all_cards_are_seen_the_hand_is_known():
    s = new_game()
    hold(s, 0, *PLAIN)
    hold(s, 1, *OTHERS)
    shrink(s, 0)
    assert ever_held(s, 0) == set(OTHERS)


@pytest.mark.rule("CW-52", "CW-R31")
def test_with_two_decks_each_deck_stays_together():
    s = new_game(two_decks=True)
    hold(s, 0, *PLAIN)
    hold(s, 1, *OTHERS)
    leave(s, "Spy", "Tanks", seat=1)
    assert ever_held(s, 0) == {*OTHERS, "Spy", "Tanks"}
    for other in redeals(s, 0, 5):
        assert sorted(other[0].draw[0, : s[0].draw_n[0]]) == sorted(s[0].draw[0, : s[0].draw_n[0]])


def scouted(*held):
    """Seat 0 has scouted the hand of seat 1."""
    s = new_game()
    hold(s, 1, *held)
    hold(s, 0, "Code Breakers", *PLAIN)
    play(s, "Code Breakers > battle 1")
    return s


@pytest.mark.rule("CW-18")
def test_a_redeal_honours_a_report():
    s = scouted("Fighters", "Carrier", "Submarines", "Radar", "Spy", "Snipers")
    assert reported(s, 1) == {"AIR": 1, "SEA": 2, "INTEL": 3}
    possible = hands(s, 0)
    assert all(theatres(cards) == {"AIR": 1, "SEA": 2, "INTEL": 3} for cards in possible)
    assert len({tuple(cards) for cards in possible}) > REDEALS / 2


@pytest.mark.rule("CW-18")
def test_a_card_played_or_drawn_after_the_report_loosens_it():
    s = scouted("Fighters", "Carrier", "Submarines", "Radar", "Spy", "Snipers", "Marines", "Amphib")
    play(s, "Carrier > battle 1")
    assert reported(s, 1) == {"AIR": 1, "SEA": 3, "INTEL": 3}
    possible = [theatres(cards) for cards in hands(s, 0)]
    assert all(cards["AIR"] >= 1 and cards["SEA"] >= 3 and cards["INTEL"] >= 3 for cards in possible)
    drawn = [(cards - Counter(AIR=1, SEA=3, INTEL=3)).popitem()[0] for cards in possible]
    unseen = theatres(seen(sight(s, 0).unseen)) - Counter(AIR=1, SEA=3, INTEL=3)
    for theatre, count in unseen.items():
        assert about(drawn.count(theatre), count / unseen.total())


@pytest.mark.rule("CW-18")
def test_a_new_report_takes_the_place_of_the_old_one():
    s = scouted("Fighters", "Carrier", "Radar")
    hold(s, 1, "Bunker", "Tanks")
    hold(s, 0, "Reconnaissance")
    s[0].turn = 0
    play(s, "Reconnaissance > battle 2")
    assert reported(s, 1) == {"GROUND": 2}


@pytest.mark.rule("CW-18", "CW-R31")
def test_each_card_of_a_reported_theatre_and_each_other_one_is_held_equally_often():
    s = scouted("Carrier", "Submarines", "Snipers")
    play(s, "Snipers > battle 3")
    assert reported(s, 1) == {"SEA": 2} and s[0].hand_n[1] == 8
    unseen = Counter(seen(sight(s, 0).unseen))
    counts = Counter(name for cards in hands(s, 0) for name in cards)
    sea = {name for name in unseen if THEATRE[IDS[name]] == Theatre.SEA}
    rest = unseen.total() - 2
    for name, copies in unseen.items():
        told = 2 * copies / sum(unseen[other] for other in sea) if name in sea else 0
        mean = REDEALS * (told + 6 * (copies - told) / rest)
        assert abs(counts[name] - mean) < 5 * mean**0.5


RETURNED = ("Marines", "Amphib", "Sea Mines", "Convoy", "Infantry", "Artillery", "AA Guns")


def reshuffled(*held, own="Torpedo Boats"):
    """Seat 0 has just drawn the last card but one, so that the discards `RETURNED` came back."""
    s = new_game()
    hold(s, 1, *held)
    hold(s, 0, own, "Saboteurs", *PLAIN[:6])
    discard(s, *RETURNED)
    leave(s, "Spy", "Dive Bombers")
    play(s, f"{own} > battle 1")
    assert discards(s) == [] and s[0].draw_n[0] == 1 + len(RETURNED)
    return s


@pytest.mark.rule("CW-24", "CW-R31")
def test_no_shuffle_is_remembered():
    s = reshuffled(*OTHERS)
    assert ever_held(s, 0) == set(seen(sight(s, 0).unseen)) > {*OTHERS, *RETURNED}


@pytest.mark.rule("CW-18", "CW-24")
def test_a_report_outlasts_a_shuffle_and_each_card_of_its_theatre_played_lowers_it():
    s = reshuffled("Carrier", "Battleship", "Radar", "War Industry", own="Code Breakers")
    assert reported(s, 1) == {"SEA": 2, "INTEL": 2}
    stack(s, "Marines")
    play(s, "Radar > battle 2", "Saboteurs > battle 3")
    assert reported(s, 1) == {"SEA": 2, "INTEL": 1}
    play(s, "Marines > battle 3", f"{hand(s, 0)[0]} > battle 3", "Carrier > battle 2")
    assert reported(s, 1) == {"INTEL": 1}
    s[0].turn = 1
    hold(s, 1, "Battleship")
    play(s, "Battleship > battle 3")
    assert reported(s, 1) == {}


# A card drawn by alternative Reinforce


def choosing():
    """Seat 1 has drawn a card by Reinforce."""
    s = new_game(alternative_reinforce=True)
    s[0].turn = 1
    hold(s, 0, *PLAIN)
    hold(s, 1, "Air Transport", "Radar", "War Industry", "Carrier")
    discard(s, "Marines", "Amphib", "Tanks")
    leave(s, "Spy")
    play(s, "Air Transport > battle 1")
    return s


def drawn(s):
    return names([int(s[0].drawn)])[0]


@pytest.mark.rule("CW-35", "CW-R31")
def test_the_drawn_card_is_one_of_the_hand_and_any_unseen_one():
    possible = list(redeals(choosing(), 0))
    assert all(drawn(s) in hand(s, 1) for s in possible)
    counts, unseen = Counter(map(drawn, possible)), Counter(seen(sight(choosing(), 0).unseen))
    assert set(counts) <= set(unseen)
    for name, copies in unseen.items():
        mean = REDEALS * copies / unseen.total()
        assert abs(counts[name] - mean) < 5 * mean**0.5


@pytest.mark.rule("CW-35", "CW-18")
def test_the_drawn_card_is_none_of_those_reported():
    s = new_game(alternative_reinforce=True)
    hold(s, 0, "Code Breakers", *PLAIN)
    hold(s, 1, "Air Transport", "Radar", "War Industry", "Carrier")
    play(s, "Code Breakers > battle 1", "Air Transport > battle 1")
    assert reported(s, 1) == {"SEA": 1, "INTEL": 2}
    for other in redeals(s, 0):
        assert theatres(hand(other, 1)) - theatres([drawn(other)]) == {"SEA": 1, "INTEL": 2}


@pytest.mark.rule("CW-R31")
def test_what_the_other_may_do_is_not_known():
    s = new_game()
    place(s, 0, CENTRE, "Tanks")
    possible = list(redeals(s, 1, 30))
    assert len({GAME.mask(other).tobytes() for other in possible}) > 1
    assert len({sight(other, 1).tobytes() for other in possible}) == 1
