"""Texts that strike Forces chosen one by one, card by card."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination.board import AREAS, LANDS

from .table import areas, forces, game_with, may, phase, place, play, usable, weak


@pytest.mark.rule("GD-87", "GD-R30", "GD-R14", "GD-R13")
def test_global_disruption_removes_one_force_in_each_region_that_holds_one():
    s = game_with("Global Disruption", players=3)
    place(s, 0, "Andes", "East Asia")
    place(s, 1, "Pampas", "Arctic Ocean")
    weak(s, 2, "West Asia", "Northern Europe")
    play(s, "Global Disruption", "text")
    assert areas(s) == {"Andes", "East Asia", "Pampas", "West Asia", "Northern Europe"}
    play(s, "West Asia")
    assert areas(s) == {"Andes", "Pampas", "Northern Europe"} and not may(s, "done")
    play(s, "Northern Europe", "Pampas")
    assert forces(s, 0) == {"Andes": 2, "East Asia": 2} and forces(s, 1) == {"Arctic Ocean": 2} and not forces(s, 2)
    assert phase(s).name == "TURN"


@pytest.mark.rule("GD-87", "GD-R30")
def test_global_disruption_is_for_all_six_regions():
    s = game_with("Global Disruption")
    struck = [area.name for area in AREAS[:LANDS:3]]
    place(s, 1, *struck, "Arctic Ocean")
    play(s, "Global Disruption", "text", *struck)
    assert forces(s, 1) == {"Arctic Ocean": 2} and phase(s).name == "TURN"


@pytest.mark.rule("GD-R30")
def test_global_disruption_strikes_own_forces_where_there_are_no_others():
    s = game_with("Global Disruption")
    place(s, 0, "Andes")
    place(s, 1, "East Asia")
    play(s, "Global Disruption", "text", "East Asia")
    assert areas(s) == {"Andes"} and not may(s, "done")
    play(s, "Andes")
    assert not forces(s, 0)


@pytest.mark.rule("GD-R15")
def test_global_disruption_is_not_for_own_forces_alone():
    s = game_with("Global Disruption")
    place(s, 0, "Andes")
    place(s, 1, "Arctic Ocean")
    assert not usable(s, "Global Disruption")


@pytest.mark.rule("GD-100", "GD-R35", "GD-R13")
def test_surrender_removes_one_opposing_force_where_the_own_is_full():
    s = game_with("Surrender", players=3)
    place(s, 0, "Andes", "East Asia", "Arctic Ocean")
    weak(s, 0, "East Africa")
    place(s, 1, "Pampas", "West Asia", "West Africa")
    weak(s, 2, "South Asia", "Northern Europe")
    play(s, "Surrender", "text")
    assert areas(s) == {"Pampas", "West Asia", "South Asia"} and not may(s, "done")
    play(s, "West Asia")
    assert areas(s) == {"Pampas"} and may(s, "done")
    play(s, "done")
    assert set(forces(s, 1)) == {"Pampas", "West Africa"}


@pytest.mark.rule("GD-R35", "GD-R15")
def test_surrender_needs_a_region_with_both():
    s = game_with("Surrender")
    place(s, 0, "Arctic Ocean", "Andes")
    place(s, 1, "Northern Europe")
    assert not usable(s, "Surrender")


@pytest.mark.rule("GD-88", "GD-R31", "GD-R14")
def test_insurgents_take_the_place_of_up_to_five_struggling_land_forces():
    s = game_with("Insurgents", players=3)
    weak(s, 0, "Andes")
    weak(s, 1, "Pampas", "West Asia", "East Asia", "Arctic Ocean")
    place(s, 1, "South Asia")
    weak(s, 2, "West Africa", "East Africa")
    play(s, "Insurgents", "text")
    assert areas(s) == {"Andes", "Pampas", "West Asia", "East Asia", "West Africa", "East Africa"}
    play(s, "Andes", "Pampas", "West Asia", "East Asia")
    assert may(s, "done") and areas(s) == {"West Africa", "East Africa"}
    play(s, "West Africa")
    assert forces(s, 0) == dict.fromkeys(("Andes", "Pampas", "West Asia", "East Asia", "West Africa"), 2)
    assert forces(s, 2) == {"East Africa": 1} and phase(s).name == "TURN"


@pytest.mark.rule("GD-R31", "GD-R15")
@pytest.mark.parametrize(
    ("seat", "area", "legal"), [(0, "Andes", True), (1, "Andes", True), (1, "Arctic Ocean", False)]
)
def test_insurgents_need_a_struggling_land_force_of_anybody(seat, area, legal):
    s = game_with("Insurgents")
    place(s, 1, "Pampas")
    weak(s, seat, area)
    assert usable(s, "Insurgents") == legal


@pytest.mark.rule("GD-89", "GD-90", "GD-91", "GD-R32")
def test_megastorm_reduces_half_of_everybodys_forces_rounded_down():
    s = game_with("Megastorm", players=3)
    place(s, 0, "Andes", "Pampas")
    place(s, 1, "East Asia", "West Asia", "Arctic Ocean")
    weak(s, 1, "South Asia", "Indian Ocean")
    weak(s, 2, "West Africa")
    play(s, "Megastorm", "text")
    assert areas(s) == {"Andes", "Pampas", "East Asia", "West Asia", "Arctic Ocean", "South Asia", "Indian Ocean"}
    play(s, "East Asia", "East Asia")
    assert areas(s) == {"Andes", "Pampas"} and not may(s, "done")
    play(s, "Pampas")
    assert forces(s, 0) == {"Andes": 2, "Pampas": 1} and phase(s).name == "TURN"
    assert "East Asia" not in forces(s, 1) and forces(s, 2) == {"West Africa": 1}


@pytest.mark.rule("GD-91", "GD-R15")
def test_megastorm_can_strike_its_player_alone_but_not_single_forces():
    s = game_with("Megastorm")
    place(s, 0, "Andes")
    place(s, 1, "Pampas")
    assert not usable(s, "Megastorm")
    s = game_with("Megastorm")
    place(s, 0, "Andes", "Pampas")
    assert usable(s, "Megastorm")
