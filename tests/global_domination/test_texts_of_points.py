"""Texts that give points for Builds and Reductions, card by card."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination.board import AREAS, LANDS

from .table import areas, discards, forces, game_with, may, phase, place, play, turn, usable, weak

LAND = {area.name for area in AREAS[:LANDS]}
SEA = {area.name for area in AREAS[LANDS:]}


# Points in certain places


@pytest.mark.rule("GD-74", "GD-73", "GD-R14")
def test_airborne_forces_mix_six_land_builds_and_reductions():
    s = game_with("Airborne Forces")
    place(s, 1, "Andes", "North Atlantic")
    play(s, "Airborne Forces", "text")
    assert areas(s) == LAND
    play(s, "Andes", "Pampas", "Andes", "Pampas", "Andes")
    assert areas(s) == LAND - {"Pampas"} and may(s, "done")
    play(s, "Andes")
    assert forces(s, 0) == {"Pampas": 2, "Andes": 2} and phase(s).name == "TURN"


@pytest.mark.rule("GD-74", "GD-R15")
def test_airborne_forces_may_find_nothing_but_reductions():
    s = game_with("Airborne Forces")
    place(s, 0, *LAND)
    place(s, 1, "Andes")
    play(s, "Airborne Forces", "text")
    assert areas(s) == {"Andes"}


@pytest.mark.rule("GD-75", "GD-R16", "GD-R17")
def test_amphibious_assault_lands_beside_seas_under_control():
    s = game_with("Amphibious Assault")
    assert not usable(s, "Amphibious Assault")
    s = game_with("Amphibious Assault")
    weak(s, 0, "South Atlantic")
    place(s, 1, "Pampas", "East Africa", "North Atlantic")
    play(s, "Amphibious Assault", "text")
    assert areas(s) == {"Pampas", "West Africa", "Southern Africa"}
    play(s, "Pampas", "Pampas", "Pampas", "Pampas", "West Africa", "West Africa", "Southern Africa")
    assert areas(s) == set() and forces(s, 0)["Pampas"] == 2
    assert phase(s).name == "TURN"


@pytest.mark.rule("GD-R16")
def test_each_kind_of_point_pays_for_its_own():
    """Five Builds and five Reductions: with the Builds spent, opposing Forces can still be reduced."""
    s = game_with("Carrier Task Force")
    place(s, 1, "Arctic Ocean", "North Atlantic", "South Atlantic")
    play(s, "Carrier Task Force", "text", "North Pacific", "North Pacific", "South Pacific", "South Pacific")
    play(s, "Indian Ocean")
    assert areas(s) == {"Arctic Ocean", "North Atlantic", "South Atlantic"}
    play(s, "Arctic Ocean", "Arctic Ocean", "North Atlantic", "North Atlantic", "South Atlantic")
    assert phase(s).name == "TURN" and forces(s, 1) == {"South Atlantic": 1}


@pytest.mark.rule("GD-76", "GD-R16", "GD-R17")
def test_attack_helicopters_strike_beside_own_land_forces_as_the_map_then_is():
    s = game_with("Attack Helicopters")
    weak(s, 0, "Andes")
    place(s, 0, "Indian Ocean")
    place(s, 1, "Pampas")
    play(s, "Attack Helicopters", "text")
    assert areas(s) == {"Caribbean Basin", "Pampas"}
    play(s, "Caribbean Basin")
    assert areas(s) == {"Andes", "Caribbean Basin", "Pampas", "Pacific States"}


@pytest.mark.rule("GD-76")
def test_attack_helicopters_need_a_land_force():
    s = game_with("Attack Helicopters")
    place(s, 0, "Indian Ocean")
    assert not usable(s, "Attack Helicopters")


@pytest.mark.rule("GD-82", "GD-R16")
def test_a_carrier_task_force_keeps_to_the_seas():
    s = game_with("Carrier Task Force")
    place(s, 0, "Andes", "Indian Ocean")
    place(s, 1, "Pampas", "Arctic Ocean")
    play(s, "Carrier Task Force", "text")
    assert areas(s) == SEA - {"Indian Ocean"}


@pytest.mark.rule("GD-R16")
@pytest.mark.parametrize("card", ["Carrier Task Force", "Attack Helicopters", "Amphibious Assault"])
def test_used_to_build_they_give_one_value_anywhere(card):
    s = game_with(card)
    place(s, 1, "Pampas")
    play(s, card, "build")
    assert areas(s) == (LAND | SEA) - {"Pampas"}
    play(s, "Andes", "Andes", "Arctic Ocean", "Arctic Ocean", "East Asia")
    assert phase(s).name == "TURN"


@pytest.mark.rule("GD-92")
def test_a_military_base_builds_fourteen_times_on_land_and_sea():
    s = game_with("Military Base")
    built = [*sorted(LAND)[:4], *sorted(SEA)[:3]]
    play(s, "Military Base", "text")
    assert areas(s) == LAND | SEA
    play(s, *built, *built)
    assert forces(s, 0) == dict.fromkeys(built, 2) and phase(s).name == "TURN"


@pytest.mark.rule("GD-98", "GD-R36", "GD-R13")
def test_show_of_force_makes_two_reductions_a_full_force():
    s = game_with("Show of Force", players=3)
    place(s, 0, "Andes", "Arctic Ocean")
    weak(s, 0, "Pampas")
    place(s, 1, "East Asia", "West Asia")
    place(s, 2, "South Asia")
    play(s, "Show of Force", "text")
    assert areas(s) == {"East Asia", "West Asia", "South Asia"}
    play(s, "East Asia", "East Asia", "South Asia", "South Asia")
    assert phase(s).name == "TURN" and forces(s, 1) == {"West Asia": 2} and not forces(s, 2)


@pytest.mark.rule("GD-R15", "GD-98")
def test_show_of_force_needs_a_full_force_and_somebody_to_show_it_to():
    s = game_with("Show of Force")
    weak(s, 0, "Andes")
    place(s, 1, "Pampas")
    assert not usable(s, "Show of Force")
    s = game_with("Show of Force")
    place(s, 0, "Andes")
    assert not usable(s, "Show of Force")


@pytest.mark.rule("GD-R36", "GD-98")
def test_a_full_force_at_sea_is_shown_too():
    s = game_with("Show of Force")
    place(s, 0, "Arctic Ocean")
    place(s, 1, "Pampas", "Andes")
    play(s, "Show of Force", "text", "Pampas", "Pampas")
    assert forces(s, 1) == {"Andes": 2} and phase(s).name == "TURN"


# Bio Weapons


@pytest.mark.rule("GD-78", "GD-79", "GD-80", "GD-81", "GD-R27", "GD-R28", "GD-R45")
def test_bio_weapons_go_round_until_somebody_declines():
    s = game_with("Bio Weapons", players=3)
    place(s, 0, "Andes", "Pampas")
    place(s, 1, "East Asia", "West Asia")
    place(s, 2, "West Africa")
    play(s, "Bio Weapons", "text", "East Asia")
    assert not may(s, "done")
    play(s, "East Asia")
    assert turn(s) == 1 and may(s, "done") and areas(s) == {"Andes", "Pampas", "West Africa"}
    play(s, "Andes")
    assert not may(s, "done")
    play(s, "Andes")
    assert turn(s) == 2 and areas(s) == {"Pampas", "West Asia"}
    play(s, "West Asia", "Pampas")
    assert turn(s) == 0 and discards(s, 0) == ["Domination"] * 3
    play(s, "West Africa", "West Africa")
    assert turn(s) == 1
    play(s, "done")
    assert turn(s) == 0 and phase(s).name == "TURN" and discards(s, 0).count("Bio Weapons") == 1
    assert forces(s, 0) == {"Pampas": 1} and forces(s, 1) == {"West Asia": 1}


@pytest.mark.rule("GD-R28", "GD-R45")
def test_with_one_reduction_possible_one_is_made_and_who_has_no_target_declines():
    s = game_with("Bio Weapons", players=3)
    weak(s, 1, "East Asia")
    play(s, "Bio Weapons", "text", "East Asia")
    assert turn(s) == 0 and phase(s).name == "TURN" and discards(s, 0).count("Bio Weapons") == 1


@pytest.mark.rule("GD-R13", "GD-R28")
def test_each_reduces_forces_that_are_not_his_own():
    s = game_with("Bio Weapons")
    place(s, 0, "Andes")
    place(s, 1, "East Asia", "West Asia")
    play(s, "Bio Weapons", "text", "East Asia", "West Asia")
    assert turn(s) == 1 and areas(s) == {"Andes"}
    play(s, "Andes", "Andes")
    assert turn(s) == 0 and phase(s).name == "AREA" and areas(s) == {"East Asia", "West Asia"}
