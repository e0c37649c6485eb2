"""The option `joint_deployment`."""

from __future__ import annotations

import pytest

from .table import (
    CENTRE,
    LEFT,
    PLAIN,
    RIGHT,
    award,
    choices,
    discards,
    hand,
    hold,
    may,
    new_game,
    pile,
    place,
    play,
    stack,
    total,
    winners,
)


def joint(s):
    return [words for words in choices(s) if "+" in words]


PAIRS = [
    pytest.param("Paratroop", "Gliders", marks=pytest.mark.rule("CW-48")),
    pytest.param("Marines", "Amphib", marks=pytest.mark.rule("CW-49")),
    pytest.param("Fighters", "Dive Bombers", marks=pytest.mark.rule("CW-50")),
    pytest.param("Fighters", "Torpedo Bombers", marks=pytest.mark.rule("CW-50")),
    pytest.param("Fighters", "Long Range Bombers", marks=pytest.mark.rule("CW-50")),
    pytest.param("Battleship", "Shore Bombardment", marks=pytest.mark.rule("CW-51")),
]


@pytest.mark.rule("CW-44", "CW-R28", "CW-R42")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_pair_goes_to_two_adjacent_battles_either_card_left(first, second):
    s = new_game(joint_deployment=True)
    hold(s, 0, first, second, "Bunker")
    orders = (f"{first} + {second}", f"{second} + {first}")
    assert set(joint(s)) == {f"{order} > battles {places}" for order in orders for places in ("1 2", "2 3")}
    play(s, f"{second} + {first} > battles 2 3")
    assert pile(s, 0, CENTRE) == [second] and pile(s, 0, RIGHT) == [first]


@pytest.mark.rule("CW-44")
def test_example_gliders_left_and_paratroop_centre():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Paratroop", "Gliders")
    play(s, "Gliders + Paratroop > battles 1 2")
    assert pile(s, 0, LEFT) == ["Gliders"] and pile(s, 0, CENTRE) == ["Paratroop"]
    assert (total(s, 0, LEFT), total(s, 0, CENTRE)) == (4, 3)


@pytest.mark.rule("CW-44")
def test_joint_deployment_needs_both_cards_and_the_option():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Gliders", "Marines", "Fighters", "Heavy Bomber Wing", "Patrol Planes", "Battleship")
    assert joint(s) == []
    s = new_game()
    hold(s, 0, "Gliders", "Paratroop")
    assert joint(s) == []


@pytest.mark.rule("CW-45", "CW-R42")
def test_two_cards_are_drawn_after_a_joint_deployment():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Marines", "Amphib", *PLAIN[1:])
    stack(s, "Spy", "Tanks")
    play(s, "Marines + Amphib > battles 1 2")
    assert sorted(hand(s, 0)) == sorted([*PLAIN[1:], "Spy", "Tanks"])


@pytest.mark.rule("CW-R28")
def test_a_joint_deployment_is_the_whole_turn():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Marines", "Amphib")
    play(s, "Marines + Amphib > battles 1 2")
    assert s[0].turn == 1 and s[0].deployed == 2


@pytest.mark.rule("CW-R28")
@pytest.mark.parametrize(
    ("order", "order_of_discards"),
    [("Fighters + Dive Bombers", ["Gliders", "Tanks"]), ("Dive Bombers + Fighters", ["Tanks", "Gliders"])],
)
def test_the_left_battle_is_resolved_first(order, order_of_discards):
    s = new_game(joint_deployment=True)
    place(s, 1, LEFT, order_of_discards[0])
    place(s, 1, CENTRE, order_of_discards[1])
    hold(s, 0, "Fighters", "Dive Bombers")
    play(s, f"{order} > battles 1 2")
    assert discards(s) == order_of_discards


@pytest.mark.rule("CW-R28", "CW-25")
def test_both_cards_may_win_their_battles():
    s = new_game(joint_deployment=True)
    place(s, 0, LEFT, "Heavy Bomber Wing", "War Industry")
    place(s, 0, CENTRE, "Radar", "Convoy")
    hold(s, 0, "Gliders", "Paratroop")
    play(s, "Paratroop + Gliders > battles 1 2")
    assert winners(s) == [0, 0, None]


@pytest.mark.rule("CW-R28")
def test_a_won_battle_takes_no_card_of_a_pair():
    s = new_game(joint_deployment=True)
    award(s, left=0)
    hold(s, 0, "Marines", "Amphib")
    assert set(joint(s)) == {"Marines + Amphib > battles 2 3", "Amphib + Marines > battles 2 3"}
    award(s, centre=0)
    assert joint(s) == []


@pytest.mark.rule("CW-R29")
def test_reinforce_deploys_no_pair():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Air Transport", "Marines", "Amphib")
    assert joint(s)
    play(s, "Air Transport > battle 1")
    assert joint(s) == [] and may(s, "Marines > battle 1")


@pytest.mark.rule("CW-46", "CW-R28", "CW-R42")
def test_by_theatre_a_pair_needs_two_battles_of_its_own_adjacent_or_not():
    s = new_game(joint_deployment=True, theatres_of_war=True)
    place(s, 1, LEFT, "Cruiser")
    place(s, 1, CENTRE, "Bunker")
    hold(s, 0, "Marines", "Amphib", "Gliders", "Paratroop")
    assert set(joint(s)) == {"Marines + Amphib > battles 1 3", "Amphib + Marines > battles 1 3"}
    play(s, "Marines + Amphib > battles 1 3")
    assert pile(s, 0, RIGHT) == ["Amphib"] and s[0].theatre[RIGHT] == s[0].theatre[LEFT]


@pytest.mark.rule("CW-46")
def test_by_theatre_killers_of_a_pair_do_not_go_where_they_do_not_belong():
    s = new_game(joint_deployment=True, theatres_of_war=True)
    place(s, 1, LEFT, "Bunker")
    place(s, 1, CENTRE, "Infantry")
    hold(s, 0, "Battleship", "Shore Bombardment")
    assert joint(s) == [] and may(s, "Battleship > battle 1")
