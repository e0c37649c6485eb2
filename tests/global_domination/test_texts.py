"""What the words on the cards do, card by card."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination.board import AREAS, LANDS, Resource

from .table import (
    areas,
    choices,
    discards,
    forces,
    hold,
    left,
    may,
    new_game,
    phase,
    place,
    play,
    turn,
    vp,
    weak,
)

LAND = {area.name for area in AREAS[:LANDS]}
SEA = {area.name for area in AREAS[LANDS:]}


def game(card, players=2):
    """Seat 0 holds this card and one more."""
    s = new_game(players)
    hold(s, 0, card, "Domination")
    return s


def usable(s, card):
    """Whether the card's text can be used now."""
    play(s, card)
    return may(s, "text")


# Victory points at once


@pytest.mark.rule("GD-67", "GD-68", "GD-69", "GD-70", "GD-71", "GD-72", "GD-48")
@pytest.mark.parametrize("resource", [r for r in Resource if r != Resource.NONE])
def test_a_control_card_scores_for_each_area_of_its_resource(resource):
    card = f"{resource.name.capitalize()} Control"
    for count in (0, 1, 2, 3):
        s = game(card)
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
    s = game("Propaganda War")
    place(s, 0, "Andes", "Pampas", "West Asia", "Arctic Ocean")
    weak(s, 0, "East Africa")
    play(s, "Propaganda War", "text")
    assert vp(s) == [2, 0]
    s = game("Propaganda War")
    weak(s, 0, "Andes")
    place(s, 0, "Arctic Ocean")
    place(s, 1, "Pampas")
    assert not usable(s, "Propaganda War")


# Points in certain places


@pytest.mark.rule("GD-74", "GD-73", "GD-R14")
def test_airborne_forces_mix_six_land_builds_and_reductions():
    s = game("Airborne Forces")
    place(s, 1, "Andes", "North Atlantic")
    play(s, "Airborne Forces", "text")
    assert areas(s) == LAND
    play(s, "Andes", "Pampas", "Andes", "Pampas", "Andes")
    assert areas(s) == LAND - {"Pampas"} and may(s, "done")
    play(s, "Andes")
    assert forces(s, 0) == {"Pampas": 2, "Andes": 2} and phase(s).name == "TURN"


@pytest.mark.rule("GD-74", "GD-R15")
def test_airborne_forces_may_find_nothing_but_reductions():
    s = game("Airborne Forces")
    place(s, 0, *LAND)
    place(s, 1, "Andes")
    play(s, "Airborne Forces", "text")
    assert areas(s) == {"Andes"}


@pytest.mark.rule("GD-75", "GD-R16", "GD-R17")
def test_amphibious_assault_lands_beside_seas_under_control():
    s = game("Amphibious Assault")
    assert not usable(s, "Amphibious Assault")
    s = game("Amphibious Assault")
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
    s = game("Carrier Task Force")
    place(s, 1, "Arctic Ocean", "North Atlantic", "South Atlantic")
    play(s, "Carrier Task Force", "text", "North Pacific", "North Pacific", "South Pacific", "South Pacific")
    play(s, "Indian Ocean")
    assert areas(s) == {"Arctic Ocean", "North Atlantic", "South Atlantic"}
    play(s, "Arctic Ocean", "Arctic Ocean", "North Atlantic", "North Atlantic", "South Atlantic")
    assert phase(s).name == "TURN" and forces(s, 1) == {"South Atlantic": 1}


@pytest.mark.rule("GD-76", "GD-R16", "GD-R17")
def test_attack_helicopters_strike_beside_own_land_forces_as_the_map_then_is():
    s = game("Attack Helicopters")
    weak(s, 0, "Andes")
    place(s, 0, "Indian Ocean")
    place(s, 1, "Pampas")
    play(s, "Attack Helicopters", "text")
    assert areas(s) == {"Caribbean Basin", "Pampas"}
    play(s, "Caribbean Basin")
    assert areas(s) == {"Andes", "Caribbean Basin", "Pampas", "Pacific States"}


@pytest.mark.rule("GD-76")
def test_attack_helicopters_need_a_land_force():
    s = game("Attack Helicopters")
    place(s, 0, "Indian Ocean")
    assert not usable(s, "Attack Helicopters")


@pytest.mark.rule("GD-82", "GD-R16")
def test_a_carrier_task_force_keeps_to_the_seas():
    s = game("Carrier Task Force")
    place(s, 0, "Andes", "Indian Ocean")
    place(s, 1, "Pampas", "Arctic Ocean")
    play(s, "Carrier Task Force", "text")
    assert areas(s) == SEA - {"Indian Ocean"}


@pytest.mark.rule("GD-R16")
@pytest.mark.parametrize("card", ["Carrier Task Force", "Attack Helicopters", "Amphibious Assault"])
def test_used_to_build_they_give_one_value_anywhere(card):
    s = game(card)
    place(s, 1, "Pampas")
    play(s, card, "build")
    assert areas(s) == (LAND | SEA) - {"Pampas"}
    play(s, "Andes", "Andes", "Arctic Ocean", "Arctic Ocean", "East Asia")
    assert phase(s).name == "TURN"


@pytest.mark.rule("GD-92")
def test_a_military_base_builds_fourteen_times_on_land_and_sea():
    s = game("Military Base")
    built = [*sorted(LAND)[:4], *sorted(SEA)[:3]]
    play(s, "Military Base", "text")
    assert areas(s) == LAND | SEA
    play(s, *built, *built)
    assert forces(s, 0) == dict.fromkeys(built, 2) and phase(s).name == "TURN"


@pytest.mark.rule("GD-98", "GD-R36", "GD-R13")
def test_show_of_force_makes_two_reductions_a_full_force():
    s = game("Show of Force", players=3)
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
    s = game("Show of Force")
    weak(s, 0, "Andes")
    place(s, 1, "Pampas")
    assert not usable(s, "Show of Force")
    s = game("Show of Force")
    place(s, 0, "Andes")
    assert not usable(s, "Show of Force")


@pytest.mark.rule("GD-R36", "GD-98")
def test_a_full_force_at_sea_is_shown_too():
    s = game("Show of Force")
    place(s, 0, "Arctic Ocean")
    place(s, 1, "Pampas", "Andes")
    play(s, "Show of Force", "text", "Pampas", "Pampas")
    assert forces(s, 1) == {"Andes": 2} and phase(s).name == "TURN"


# A victim


@pytest.mark.rule("GD-77", "GD-R29", "GD-R15")
def test_bad_leadership_weakens_every_full_force_of_one_opponent():
    s = game("Bad Leadership", players=4)
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
    s = game("Bad Leadership")
    place(s, 0, "Andes")
    weak(s, 1, "Pampas")
    assert not usable(s, "Bad Leadership")


@pytest.mark.rule("GD-94", "GD-R34", "GD-R29")
def test_out_of_supply_removes_forces_without_one_of_their_own_beside_them():
    """By land and by sea; the two in Asia hold each other up, the others are alone."""
    s = game("Out of Supply", players=3)
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
    s = game("Out of Supply")
    place(s, 1, "Andes", "Pampas", "East Asia")
    play(s, "Out of Supply", "text", "next")
    assert forces(s, 1) == {"Andes": 2, "Pampas": 2}


@pytest.mark.rule("GD-R15", "GD-94")
def test_out_of_supply_needs_an_opponents_lonely_force():
    s = game("Out of Supply")
    place(s, 0, "East Asia")
    place(s, 1, "Andes", "Pampas")
    assert not usable(s, "Out of Supply")


# Forces here and there


@pytest.mark.rule("GD-87", "GD-R30", "GD-R14", "GD-R13")
def test_global_disruption_removes_one_force_in_each_region_that_holds_one():
    s = game("Global Disruption", players=3)
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
    s = game("Global Disruption")
    struck = [area.name for area in AREAS[:LANDS:3]]
    place(s, 1, *struck, "Arctic Ocean")
    play(s, "Global Disruption", "text", *struck)
    assert forces(s, 1) == {"Arctic Ocean": 2} and phase(s).name == "TURN"


@pytest.mark.rule("GD-R30")
def test_global_disruption_strikes_own_forces_where_there_are_no_others():
    s = game("Global Disruption")
    place(s, 0, "Andes")
    place(s, 1, "East Asia")
    play(s, "Global Disruption", "text", "East Asia")
    assert areas(s) == {"Andes"} and not may(s, "done")
    play(s, "Andes")
    assert not forces(s, 0)


@pytest.mark.rule("GD-R15")
def test_global_disruption_is_not_for_own_forces_alone():
    s = game("Global Disruption")
    place(s, 0, "Andes")
    place(s, 1, "Arctic Ocean")
    assert not usable(s, "Global Disruption")


@pytest.mark.rule("GD-100", "GD-R35", "GD-R13")
def test_surrender_removes_one_opposing_force_where_the_own_is_full():
    s = game("Surrender", players=3)
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
    s = game("Surrender")
    place(s, 0, "Arctic Ocean", "Andes")
    place(s, 1, "Northern Europe")
    assert not usable(s, "Surrender")


@pytest.mark.rule("GD-88", "GD-R31", "GD-R14")
def test_insurgents_take_the_place_of_up_to_five_struggling_land_forces():
    s = game("Insurgents", players=3)
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
    s = game("Insurgents")
    place(s, 1, "Pampas")
    weak(s, seat, area)
    assert usable(s, "Insurgents") == legal


@pytest.mark.rule("GD-89", "GD-90", "GD-91", "GD-R32")
def test_megastorm_reduces_half_of_everybodys_forces_rounded_down():
    s = game("Megastorm", players=3)
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
    s = game("Megastorm")
    place(s, 0, "Andes")
    place(s, 1, "Pampas")
    assert not usable(s, "Megastorm")
    s = game("Megastorm")
    place(s, 0, "Andes", "Pampas")
    assert usable(s, "Megastorm")


# All at once


@pytest.mark.rule("GD-93", "GD-R13")
def test_nuclear_winter_removes_all_struggling_forces():
    s = game("Nuclear Winter")
    place(s, 0, "Andes")
    weak(s, 0, "Pampas", "Arctic Ocean")
    weak(s, 1, "East Asia")
    place(s, 1, "Indian Ocean")
    play(s, "Nuclear Winter", "text")
    assert forces(s, 0) == {"Andes": 2} and forces(s, 1) == {"Indian Ocean": 2} and turn(s) == 0


@pytest.mark.rule("GD-103", "GD-R13")
def test_tactical_nukes_struggle_all_forces():
    s = game("Tactical Nukes")
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
    s = game(card)
    strength(s, 0, "Andes")
    assert usable(s, card)
    s = game(card)
    other(s, 1, "Andes")
    assert not usable(s, card)


@pytest.mark.rule("GD-99", "GD-R33")
def test_supply_depots_turn_all_own_struggling_forces_full():
    s = game("Supply Depots")
    place(s, 0, "Andes")
    weak(s, 0, "Pampas", "Arctic Ocean")
    weak(s, 1, "East Asia")
    play(s, "Supply Depots", "text")
    assert forces(s, 0) == {"Andes": 2, "Pampas": 2, "Arctic Ocean": 2} and forces(s, 1) == {"East Asia": 1}


@pytest.mark.rule("GD-R15", "GD-99")
def test_supply_depots_need_something_to_supply():
    s = game("Supply Depots")
    place(s, 0, "Andes")
    weak(s, 1, "East Asia")
    assert not usable(s, "Supply Depots")


# Bio Weapons


@pytest.mark.rule("GD-78", "GD-79", "GD-80", "GD-81", "GD-R27", "GD-R28", "GD-R45")
def test_bio_weapons_go_round_until_somebody_declines():
    s = game("Bio Weapons", players=3)
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
    s = game("Bio Weapons", players=3)
    weak(s, 1, "East Asia")
    play(s, "Bio Weapons", "text", "East Asia")
    assert turn(s) == 0 and phase(s).name == "TURN" and discards(s, 0).count("Bio Weapons") == 1


@pytest.mark.rule("GD-R13", "GD-R28")
def test_each_reduces_forces_that_are_not_his_own():
    s = game("Bio Weapons")
    place(s, 0, "Andes")
    place(s, 1, "East Asia", "West Asia")
    play(s, "Bio Weapons", "text", "East Asia", "West Asia")
    assert turn(s) == 1 and areas(s) == {"Andes"}
    play(s, "Andes", "Andes")
    assert turn(s) == 0 and phase(s).name == "AREA" and areas(s) == {"East Asia", "West Asia"}


# None


@pytest.mark.rule("GD-66")
def test_domination_has_no_text():
    s = new_game()
    place(s, 0, "Andes")
    place(s, 1, "Pampas")
    play(s, "Domination")
    assert not may(s, "text") and left(s, "Domination") == -1
