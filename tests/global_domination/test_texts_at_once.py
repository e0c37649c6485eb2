"""Texts that work at once, without a choice of Areas, card by card."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination.board import AREAS, LANDS, Resource

from .table import choices, discards, forces, game_with, left, may, new_game, place, play, turn, usable, vp, weak

# Victory points at once


@pytest.mark.rule("GD-67", "GD-68", "GD-69", "GD-70", "GD-71", "GD-72", "GD-48")
@pytest.mark.parametrize("resource", [r for r in Resource if r != Resource.NONE])
def test_a_control_card_scores_for_each_area_of_its_resource(resource):
    card = f"{resource.name.capitalize()} Control"
    for count in (0, 1, 2, 3):
        s = game_with(card)
        for area in [area.name for area in AREAS if area.resource == resource][:count]:
            weak(s, 0, area)
        others = [area.name for area in AREAS[:LANDS] if area.resource != resource]
        place(s, 0, others[0])
        place(s, 1, others[1])
        assert usable(s, card) == (count > 0)
        if count:
            play(s, "text")
            assert vp(s) == [count, 0] and discards(s, 0).count(card) == 1


@pytest.mark.rule("GD-95")
def test_propaganda_war_scores_for_regions_with_a_full_land_force():
    s = game_with("Propaganda War")
    place(s, 0, "Andes", "Pampas", "West Asia", "Arctic Ocean")
    weak(s, 0, "East Africa")
    play(s, "Propaganda War", "text")
    assert vp(s) == [2, 0]
    s = game_with("Propaganda War")
    weak(s, 0, "Andes")
    place(s, 0, "Arctic Ocean")
    place(s, 1, "Pampas")
    assert not usable(s, "Propaganda War")


# A victim


@pytest.mark.rule("GD-77", "GD-R29", "GD-R15")
def test_bad_leadership_weakens_every_full_force_of_one_opponent():
    s = game_with("Bad Leadership", players=4)
    place(s, 0, "Andes")
    weak(s, 1, "Pampas")
    place(s, 2, "East Asia", "Arctic Ocean")
    weak(s, 2, "West Asia")
    place(s, 3, "South Asia")
    play(s, "Bad Leadership", "text")
    assert choices(s) == ["second", "third"]
    play(s, "second")
    assert forces(s, 2) == {"East Asia": 1, "Arctic Ocean": 1, "West Asia": 1}
    assert forces(s, 0) == {"Andes": 2} and forces(s, 3) == {"South Asia": 2} and turn(s) == 0


@pytest.mark.rule("GD-R29", "GD-R15")
def test_own_full_forces_are_no_reason_for_bad_leadership():
    s = game_with("Bad Leadership")
    place(s, 0, "Andes")
    weak(s, 1, "Pampas")
    assert not usable(s, "Bad Leadership")


@pytest.mark.rule("GD-94", "GD-R34", "GD-R29")
def test_out_of_supply_removes_forces_without_one_of_their_own_beside_them():
    """By land and by sea; the two in Asia hold each other up, the others are alone."""
    s = game_with("Out of Supply", players=3)
    place(s, 0, "Caribbean Basin")
    place(s, 1, "South Asia", "Andes", "Mediterranean Sea")
    weak(s, 1, "Indian Ocean", "Western Europe", "Eastern Australia")
    place(s, 2, "East Asia")
    weak(s, 2, "Arctic Ocean")
    play(s, "Out of Supply", "text")
    assert choices(s) == ["next"]
    play(s, "next")
    assert forces(s, 1) == {"South Asia": 2, "Indian Ocean": 1, "Mediterranean Sea": 2, "Western Europe": 1}
    assert forces(s, 0) == {"Caribbean Basin": 2} and len(forces(s, 2)) == 2


@pytest.mark.rule("GD-R34")
def test_lonely_forces_are_found_before_any_is_removed():
    s = game_with("Out of Supply")
    place(s, 1, "Andes", "Pampas", "East Asia")
    play(s, "Out of Supply", "text", "next")
    assert forces(s, 1) == {"Andes": 2, "Pampas": 2}


@pytest.mark.rule("GD-R15", "GD-94")
def test_out_of_supply_needs_an_opponents_lonely_force():
    s = game_with("Out of Supply")
    place(s, 0, "East Asia")
    place(s, 1, "Andes", "Pampas")
    assert not usable(s, "Out of Supply")


# All at once


@pytest.mark.rule("GD-93", "GD-R13")
def test_nuclear_winter_removes_all_struggling_forces():
    s = game_with("Nuclear Winter")
    place(s, 0, "Andes")
    weak(s, 0, "Pampas", "Arctic Ocean")
    weak(s, 1, "East Asia")
    place(s, 1, "Indian Ocean")
    play(s, "Nuclear Winter", "text")
    assert forces(s, 0) == {"Andes": 2} and forces(s, 1) == {"Indian Ocean": 2} and turn(s) == 0


@pytest.mark.rule("GD-103", "GD-R13")
def test_tactical_nukes_struggle_all_forces():
    s = game_with("Tactical Nukes")
    place(s, 0, "Andes")
    weak(s, 0, "Pampas")
    place(s, 1, "Indian Ocean")
    play(s, "Tactical Nukes", "text")
    assert forces(s, 0) == {"Andes": 1, "Pampas": 1} and forces(s, 1) == {"Indian Ocean": 1}


@pytest.mark.rule("GD-93", "GD-103", "GD-R15")
@pytest.mark.parametrize(
    ("card", "strength", "other"), [("Nuclear Winter", weak, place), ("Tactical Nukes", place, weak)]
)
def test_they_may_strike_own_forces_alone_but_must_strike_something(card, strength, other):
    s = game_with(card)
    strength(s, 0, "Andes")
    assert usable(s, card)
    s = game_with(card)
    other(s, 1, "Andes")
    assert not usable(s, card)


@pytest.mark.rule("GD-99", "GD-R33")
def test_supply_depots_turn_all_own_struggling_forces_full():
    s = game_with("Supply Depots")
    place(s, 0, "Andes")
    weak(s, 0, "Pampas", "Arctic Ocean")
    weak(s, 1, "East Asia")
    play(s, "Supply Depots", "text")
    assert forces(s, 0) == {"Andes": 2, "Pampas": 2, "Arctic Ocean": 2} and forces(s, 1) == {"East Asia": 1}


@pytest.mark.rule("GD-R15", "GD-99")
def test_supply_depots_need_something_to_supply():
    s = game_with("Supply Depots")
    place(s, 0, "Andes")
    weak(s, 1, "East Asia")
    assert not usable(s, "Supply Depots")


# None


@pytest.mark.rule("GD-66")
def test_domination_has_no_text():
    s = new_game()
    place(s, 0, "Andes")
    place(s, 1, "Pampas")
    play(s, "Domination")
    assert not may(s, "text") and left(s, "Domination") == -1
