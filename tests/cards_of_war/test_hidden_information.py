"""What a seat may know: the observation shows it, a redeal keeps it, and nothing else."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from warzoo.envs.cards_of_war import GAME
from warzoo.envs.cards_of_war.cards import IDS, THEATRE, Theatre
from warzoo.envs.cards_of_war.state import KINDS
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED

from .table import (
    CENTRE,
    LEFT,
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
    shrink,
    stack,
)

REDEALS = 300 if COMPILED else 60
PLAIN = ("Bunker", "Cruiser", "Gliders", "Propaganda", "Field Guns", "Convoy", "Heavy Tanks")
OTHERS = ("Radar", "War Industry", "Carrier", "Heavy Bomber Wing", "Barrage Balloons", "Battleship", "Minefield")


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


def observation(s, seat):
    """The observation of a seat as a record of small numbers."""
    record, out = GAME.observation.zeros(1), np.zeros(GAME.observation.width(), np.float32)
    kernels.view(s, 0, seat, record, GAME.flat(record)[0], GAME.observation.scale(), out)
    return record[0]


def seen(part):
    return sorted(names(np.repeat(np.arange(1, KINDS + 1), part)))


# The observation


@pytest.mark.rule("CW-R31")
def test_a_seat_sees_its_own_hand_and_not_the_others():
    s = new_game()
    hold(s, 0, *PLAIN)
    hold(s, 1, *OTHERS)
    o = observation(s, 0)
    assert seen(o.hand) == sorted(PLAIN)
    drawable = names(s[0].draw[0, : s[0].draw_n[0]])
    assert seen(o.unseen) == sorted([*OTHERS, *drawable])


@pytest.mark.rule("CW-R31", "CW-21")
def test_piles_discards_and_counts_are_public():
    s = new_game()
    place(s, 1, LEFT, "Bunker", "Radar")
    discard(s, "Spy", "Tanks")
    for seat in range(2):
        o = observation(s, seat)
        assert o.top_types[1 - seat, LEFT].all() and o.next_types[1 - seat, LEFT].sum() == 1
        assert o.total[1 - seat].tolist() == [10, 0, 0]
        assert seen(o.discarded[0]) == ["Spy", "Tanks"] and [seen(top) for top in o.top_discard] == [
            ["Tanks"],
            ["Tanks"],
        ]
        assert o.hand_n.tolist() == [8, 8] and o.draw_n[0] == s[0].draw_n[0]


@pytest.mark.rule("CW-53", "CW-R31", "CW-R41")
def test_with_two_decks_both_top_discards_are_seen():
    s = new_game(two_decks=True, alternative_reinforce=True)
    discard(s, "Spy", "Tanks", seat=0)
    discard(s, "Marines", seat=1)
    assert [seen(top) for top in observation(s, 0).top_discard] == [["Tanks"], ["Marines"]]
    assert [seen(top) for top in observation(s, 1).top_discard] == [["Marines"], ["Tanks"]]


@pytest.mark.rule("CW-R31", "CW-35")
def test_only_the_seat_that_drew_it_sees_the_drawn_card():
    s = new_game(alternative_reinforce=True)
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert seen(observation(s, 0).drawn) == ["Marines"]
    assert seen(observation(s, 1).drawn) == []


@pytest.mark.rule("CW-18", "CW-R31")
def test_both_seats_see_a_report():
    s = new_game()
    hold(s, 0, "Reconnaissance")
    hold(s, 1, "Gliders", "Bunker", "Tanks")
    play(s, "Reconnaissance > battle 1")
    assert observation(s, 0).reported[1].tolist() == [1, 0, 2, 0]
    assert observation(s, 1).reported[0].tolist() == [1, 0, 2, 0]


@pytest.mark.rule("CW-52", "CW-R31")
def test_with_two_decks_the_own_draw_pile_is_told_apart():
    s = new_game(two_decks=True)
    hold(s, 0, "Radar")
    hold(s, 1, "Tanks")
    o = observation(s, 0)
    assert "Radar" in seen(o.unseen) and "Radar" not in seen(o.own_draw)
    assert o.unseen.sum() == 52 and o.own_draw.sum() == 51


@pytest.mark.rule("CW-R31")
@pytest.mark.parametrize("options", GAME.variants, ids=lambda o: "-".join(map(str, o)))
def test_no_number_exceeds_its_largest_value(options):
    s = GAME.deal(16, GAME.settings(**options), seed=3)
    rng = np.random.default_rng(1)
    most = np.concatenate([np.full(int(np.prod(f.shape)), f.most) for f in GAME.observation.fields.values()])
    while len(s):
        flat, masks = GAME.look(s)
        assert (flat >= 0).all() and (flat <= most).all()
        kernels.play(s, np.arange(len(s)), (rng.random(masks.shape) * masks).argmax(1))
        s = s[s["over"] == 0][: 16 if COMPILED else 1]


# The redeal


@pytest.mark.rule("CW-R31")
def test_every_unseen_card_is_held_equally_often():
    s = new_game()
    counts = Counter(name for cards in hands(s, 0) for name in cards)
    unseen = Counter(seen(observation(s, 0).unseen))
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
    unseen = theatres(seen(observation(s, 0).unseen)) - Counter(AIR=1, SEA=3, INTEL=3)
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
    assert ever_held(s, 0) == set(seen(observation(s, 0).unseen)) > {*OTHERS, *RETURNED}


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
    assert {"Marines", "Amphib", "Tanks", "Spy"} <= {drawn(s) for s in possible}


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
    assert len({observation(other, 1).tobytes() for other in possible}) == 1
