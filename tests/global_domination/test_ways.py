"""The ways to use a card: Builds, Reductions, the two Discards; what may stop, and what is illegal."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination.board import AREAS

from .table import (
    areas,
    choices,
    clear_map,
    discards,
    empty_stacks,
    everybody_passes,
    forces,
    hand,
    hold,
    known,
    left,
    logistics,
    may,
    new_game,
    owned,
    phase,
    place,
    play,
    sight,
    squares,
    stock,
    turn,
    vp,
    weak,
)

EVERYWHERE = {area.name for area in AREAS}

# Builds


@pytest.mark.rule("GD-24", "GD-25", "GD-45", "GD-46")
def test_builds_place_struggling_forces_and_turn_them_full():
    s = new_game()
    weak(s, 0, "Pampas")
    play(s, "Domination", "build", "Andes", "Pampas", "Andes")
    assert forces(s, 0) == {"Andes": 2, "Pampas": 2}
    assert turn(s) == 0 and phase(s).name == "TURN"


@pytest.mark.rule("GD-45", "GD-46", "GD-86")
def test_example_six_builds_of_fog_of_war():
    """Three new Forces, one of them upgraded, two others upgraded."""
    s = new_game()
    hold(s, 0, "Fog of War")
    weak(s, 0, "East Asia", "Indian Ocean")
    play(s, "Fog of War", "build", "Andes", "Pampas", "North Atlantic", "Pampas", "East Asia", "Indian Ocean")
    assert forces(s, 0) == {"Andes": 1, "Pampas": 2, "North Atlantic": 1, "East Asia": 2, "Indian Ocean": 2}
    assert discards(s, 0).count("Fog of War") == 1


@pytest.mark.rule("GD-26", "GD-27")
def test_nobody_builds_where_a_force_stands():
    s = new_game()
    place(s, 0, "Andes")
    weak(s, 0, "Pampas")
    weak(s, 1, "East Asia")
    play(s, "Domination", "build")
    assert areas(s) == EVERYWHERE - {"Andes", "East Asia"}


@pytest.mark.rule("GD-24", "GD-R15")
def test_without_a_place_nothing_is_built():
    s = new_game()
    for area in EVERYWHERE:
        place(s, 0, area)
    place(s, 1, "Andes")
    play(s, "Domination")
    assert choices(s) == ["attack", "discard 1", "discard 2"]


# Reductions


@pytest.mark.rule("GD-28", "GD-47", "GD-R14")
def test_reductions_weaken_and_then_remove():
    s = new_game()
    place(s, 1, "Andes")
    weak(s, 1, "Pampas", "East Asia")
    play(s, "Domination", "attack", "Andes", "Andes", "Pampas")
    assert forces(s, 1) == {"East Asia": 1} and discards(s, 0) == ["Domination"]


@pytest.mark.rule("GD-47", "GD-R13")
def test_example_six_reductions_on_opposing_forces():
    s = new_game(3)
    hold(s, 0, "Airborne Forces")
    place(s, 0, "Andes")
    place(s, 1, "Pampas")
    place(s, 2, "North Atlantic", "East Asia")
    play(s, "Airborne Forces", "attack")
    assert areas(s) == {"Pampas", "North Atlantic", "East Asia"}
    play(s, "Pampas", "Pampas", "North Atlantic", "North Atlantic", "East Asia", "East Asia")
    assert not forces(s, 1) and not forces(s, 2) and forces(s, 0) == {"Andes": 2}


@pytest.mark.rule("GD-45", "GD-47", "GD-31")
@pytest.mark.parametrize(("way", "points"), [("build", 6), ("attack", 2)])
def test_each_way_has_its_own_value(way, points):
    s = new_game()
    hold(s, 0, "Military Base")
    place(s, 1, "Andes", "Pampas")
    play(s, "Military Base", way)
    assert (s[0].builds, s[0].reductions) == ((points, 0) if way == "build" else (0, points))


@pytest.mark.rule("GD-R14")
def test_a_use_ends_when_nothing_more_can_be_done():
    s = new_game()
    weak(s, 1, "Andes")
    play(s, "Domination", "attack", "Andes")
    assert phase(s).name == "TURN" and s[0].reductions == 0


@pytest.mark.rule("GD-R14")
def test_a_use_may_be_stopped_after_its_first_point():
    s = new_game()
    play(s, "Domination", "build")
    assert not may(s, "done")
    play(s, "Andes")
    assert may(s, "done")
    play(s, "done")
    assert forces(s, 0) == {"Andes": 1} and phase(s).name == "TURN" and discards(s, 0) == ["Domination"]


@pytest.mark.rule("GD-R14")
def test_the_next_use_may_not_be_stopped_before_its_first_point_either():
    s = new_game()
    hold(s, 0, "Domination", "Bio Weapons", "Domination")
    place(s, 0, "Andes")
    place(s, 1, "Pampas", "East Asia")
    play(s, "Domination", "build", "West Asia", "done", "Bio Weapons", "text")
    assert not may(s, "done")
    play(s, "Pampas", "Pampas", "done", "Domination", "build")
    assert not may(s, "done")


@pytest.mark.rule("GD-R15", "GD-44")
def test_with_no_opposing_force_nobody_attacks():
    s = new_game()
    place(s, 0, "Andes")
    play(s, "Domination")
    assert choices(s) == ["build", "discard 1", "discard 2"]


# Discards


@pytest.mark.rule("GD-49", "GD-R10", "GD-R11", "GD-32")
def test_discard_1_takes_a_card_to_the_discard_pile():
    s = new_game()
    stock(s, Megastorm=6)
    play(s, "Domination", "discard 1", "Megastorm")
    assert discards(s, 0) == ["Domination", "Megastorm"] and left(s, "Megastorm") == 5
    assert hand(s, 0) == ["Domination"] * 3
    assert owned(s, 0) == {"Domination": 4, "Megastorm": 1}


@pytest.mark.rule("GD-R11", "GD-36")
def test_a_card_bought_to_the_discard_pile_comes_back_with_the_reshuffle():
    s = new_game()
    logistics(s, 10, 4)
    stock(s, Megastorm=6)
    play(s, "Domination", "discard 1", "Megastorm")
    everybody_passes(s)
    assert hand(s, 0) == ["Domination"] * 4 + ["Megastorm"]


@pytest.mark.rule("GD-50", "GD-51", "GD-R43")
def test_discard_2_takes_a_card_to_the_hand_to_be_played_at_once():
    s = new_game()
    stock(s, Military_Base=6)
    play(s, "Domination", "discard 2", "Domination", "Military Base")
    assert hand(s, 0) == ["Domination", "Domination", "Military Base"] and known(s, 0) == hand(s, 0)
    assert discards(s, 0) == ["Domination"] * 2 and turn(s) == 0 and sight(s, 1).hand_n[1] == 3
    play(s, "Military Base", "build", "Andes")
    assert forces(s, 0) == {"Andes": 1}


@pytest.mark.rule("GD-50")
def test_discard_2_takes_any_second_card_of_the_hand():
    s = new_game()
    hold(s, 0, "Insurgents", "Domination", "Domination")
    stock(s, Megastorm=3)
    play(s, "Domination", "discard 2")
    assert choices(s) == ["Domination", "Insurgents"]
    play(s, "Insurgents", "Megastorm")
    assert hand(s, 0) == ["Domination", "Megastorm"]
    assert discards(s, 0).count("Insurgents") == 1


@pytest.mark.rule("GD-50", "GD-44")
def test_discard_2_needs_two_cards():
    s = new_game()
    hold(s, 0, "Domination")
    play(s, "Domination")
    assert choices(s) == ["build", "discard 1"]


@pytest.mark.rule("GD-R12")
def test_an_empty_stack_cannot_be_taken_from():
    s = new_game()
    stock(s, Megastorm=0, Insurgents=1)
    play(s, "Domination", "discard 1")
    assert not may(s, "Megastorm") and may(s, "Insurgents") and not may(s, "done")
    play(s, "Insurgents", "Domination", "discard 1")
    assert not may(s, "Insurgents")


@pytest.mark.rule("GD-R12")
def test_without_a_stack_to_take_from_there_are_no_discards():
    s = new_game()
    weak(s, 1, "Andes")
    empty_stacks(s)
    play(s, "Domination")
    assert choices(s) == ["build", "attack"]


@pytest.mark.rule("GD-R12", "GD-97")
def test_a_stack_whose_price_nobody_can_pay_counts_as_empty():
    s = new_game()
    stock(s, Show_of_Force=3)
    empty_stacks(s, "Show of Force")
    play(s, "Domination", "build", "Andes", "done")
    logistics(s, 1, 4)
    play(s, "Domination")
    assert phase(s).name == "AREA"


@pytest.mark.rule("GD-96", "GD-97", "GD-101", "GD-102", "GD-R37")
@pytest.mark.parametrize("name", ["Show of Force", "Tactical Nukes"])
@pytest.mark.parametrize("way", ["discard 1", "discard 2"])
def test_two_cards_cost_a_logistical_point_when_taken(name, way):
    s = new_game()
    stock(s, **{name.replace(" ", "_"): 6})
    logistics(s, 2, 4)
    play(s, "Domination", way, *(["Domination"] if way == "discard 2" else []), name)
    assert squares(s) == [1, 4] and owned(s, 0)[name] == 1
    play(s, "Domination", "discard 1")
    assert not may(s, name) and squares(s) == [1, 4]


@pytest.mark.rule("GD-R37")
def test_nothing_is_paid_at_play():
    s = new_game()
    hold(s, 0, "Tactical Nukes", "Show of Force")
    place(s, 0, "Andes")
    weak(s, 1, "Pampas")
    play(s, "Show of Force", "text", "Pampas", "Tactical Nukes", "text")
    assert squares(s) == [4, 4] and forces(s, 0) == {"Andes": 1}


@pytest.mark.rule("GD-44", "GD-48")
def test_a_card_is_used_in_one_way_only():
    s = new_game()
    hold(s, 0, "Carrier Task Force")
    place(s, 1, "Andes")
    play(s, "Carrier Task Force")
    assert choices(s) == ["build", "attack", "text", "discard 1"]
    play(s, "build", "Pampas")
    assert "Andes" not in areas(s)


@pytest.mark.rule("GD-29", "GD-30", "GD-23", "GD-R15")
def test_remove_and_struggle():
    s = new_game()
    hold(s, 0, "Global Disruption", "Bad Leadership")
    place(s, 1, "Andes", "West Asia")
    weak(s, 1, "Pampas")
    play(s, "Bad Leadership", "text", "next")
    assert forces(s, 1) == {"Andes": 1, "West Asia": 1, "Pampas": 1}
    place(s, 1, "West Asia")
    play(s, "Global Disruption", "text", "West Asia", "Andes")
    assert forces(s, 1) == {"Pampas": 1}
    clear_map(s)


@pytest.mark.rule("GD-23", "GD-67")
def test_a_struggling_force_controls_its_area():
    s = new_game()
    hold(s, 0, "Ore Control")
    weak(s, 0, "Andes")
    place(s, 0, "East Africa")
    play(s, "Ore Control", "text")
    assert vp(s) == [2, 0]


def test_what_stands_in_use_is_seen():
    s = new_game()
    play(s, "Domination", "build", "Andes")
    o = sight(s, 1)
    assert o.builds == 2 and o.spent == 1 and o.card.argmax() == 0 and o.using.tolist() == [0, 1, 0, 0, 0, 0]
    assert o.way.tolist() == [1, 0, 0, 0, 0] and sight(s, 0).using.argmax() == 0
