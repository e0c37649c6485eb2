"""The option `theatres_of_war`."""

from __future__ import annotations

import pytest

from warzoo.envs.cards_of_war.state import Phase

from .table import (
    CENTRE,
    LEFT,
    RIGHT,
    award,
    choices,
    everywhere,
    hold,
    may,
    new_game,
    pile,
    place,
    play,
    reported,
    stack,
    total,
)


@pytest.mark.rule("CW-37", "CW-38", "CW-R24")
def test_the_first_card_of_a_battle_fixes_its_theatre():
    s = new_game(theatres_of_war=True)
    hold(s, 0, "Bunker", "Gliders")
    hold(s, 1, "Cruiser", "Heavy Tanks")
    play(s, "Bunker > battle 1")
    assert "Heavy Tanks > battle 1" in choices(s) and "Cruiser > battle 1" not in choices(s)
    play(s, "Cruiser > battle 2")
    assert not may(s, "Gliders > battle 1") and not may(s, "Gliders > battle 2") and may(s, "Gliders > battle 3")


@pytest.mark.rule("CW-38")
def test_a_theatre_stays_when_its_first_card_is_killed():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Infantry")
    hold(s, 0, "Snipers")
    hold(s, 1, "Cruiser")
    play(s, "Snipers > battle 1")
    assert pile(s, 1, LEFT) == [] and not may(s, "Cruiser > battle 1")


@pytest.mark.rule("CW-R25")
def test_battles_may_share_a_theatre():
    s = new_game(theatres_of_war=True)
    hold(s, 0, "Bunker", "Heavy Tanks")
    hold(s, 1, "Cruiser", "Field Guns")
    play(s, "Bunker > battle 1", "Field Guns > battle 2")
    assert s[0].theatre[0] == s[0].theatre[1] != 0
    assert may(s, "Heavy Tanks > battle 1") and may(s, "Heavy Tanks > battle 2")


@pytest.mark.rule("CW-39")
def test_only_cards_of_the_theatre_score():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Bunker")
    place(s, 0, LEFT, "Heavy Tanks", "Infantry", "Tanks")
    hold(s, 0, "Submarines")
    hold(s, 1, "Field Guns")
    play(s, "Submarines > battle 1")
    assert total(s, 0, LEFT) == 12 and total(s, 1, LEFT) == 4
    play(s, "Field Guns > battle 1")
    assert total(s, 1, LEFT) == 8


@pytest.mark.rule("CW-39", "CW-26")
def test_killing_a_card_that_does_not_score_takes_no_points():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Bunker", "Submarines")
    hold(s, 0, "Destroyers")
    play(s, "Destroyers > battle 1")
    assert pile(s, 1, LEFT) == ["Bunker"] and total(s, 1, LEFT) == 4


@pytest.mark.rule("CW-40", "CW-R26")
def test_off_its_theatre_a_card_is_deployed_to_kill():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Infantry")
    hold(s, 0, "Snipers", "Cruiser")
    assert may(s, "Snipers > battle 1") and not may(s, "Cruiser > battle 1")
    play(s, "Snipers > battle 1")
    assert pile(s, 1, LEFT) == [] and pile(s, 0, LEFT) == ["Snipers"] and total(s, 0, LEFT) == 0


@pytest.mark.rule("CW-R26")
def test_a_killer_needs_no_target_off_its_theatre():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Bunker")
    hold(s, 0, "Snipers")
    assert may(s, "Snipers > battle 1")


@pytest.mark.rule("CW-R26")
def test_a_card_that_fits_nowhere_goes_anywhere_if_nothing_else_does():
    s = new_game(theatres_of_war=True)
    for battle, name in ((LEFT, "Bunker"), (CENTRE, "Gliders"), (RIGHT, "Propaganda")):
        place(s, 1, battle, name)
    hold(s, 0, "Cruiser", "Convoy", "Heavy Tanks")
    assert choices(s) == ["Heavy Tanks > battle 1"]
    hold(s, 0, "Cruiser", "Convoy")
    assert set(choices(s)) == everywhere("Cruiser", "Convoy")
    place(s, 0, LEFT, "Infantry")
    play(s, "Convoy > battle 1")
    assert pile(s, 0, LEFT) == ["Infantry", "Convoy"] and total(s, 0, LEFT) == 4
    hold(s, 1, "Submarines")
    play(s, "Submarines > battle 1")
    assert pile(s, 0, LEFT) == ["Infantry"]


@pytest.mark.rule("CW-R26")
def test_a_won_battle_is_no_place_to_fit():
    s = new_game(theatres_of_war=True)
    for battle, name in ((LEFT, "Bunker"), (CENTRE, "Gliders"), (RIGHT, "Convoy")):
        place(s, 1, battle, name)
    award(s, right=1)
    hold(s, 0, "Cruiser")
    assert choices(s) == ["Cruiser > battle 1", "Cruiser > battle 2"]


@pytest.mark.rule("CW-R26")
def test_only_the_cards_deployable_at_that_step_are_asked():
    s = new_game(theatres_of_war=True, alternative_reinforce=True)
    for battle, name in ((LEFT, "Bunker"), (CENTRE, "Gliders"), (RIGHT, "Infantry")):
        place(s, 1, battle, name)
    hold(s, 0, "Air Transport", "Heavy Tanks")
    stack(s, "Cruiser")
    play(s, "Air Transport > battle 2")
    assert set(choices(s)) == everywhere("Cruiser")


@pytest.mark.rule("CW-R27")
def test_recon_works_off_its_theatre():
    s = new_game(theatres_of_war=True)
    for battle in (LEFT, CENTRE, RIGHT):
        place(s, 1, battle, ("Bunker", "Gliders", "Cruiser")[battle])
    hold(s, 0, "Code Breakers")
    hold(s, 1, "Tanks", "Spy")
    play(s, "Code Breakers > battle 1")
    assert total(s, 0, LEFT) == 0 and reported(s, 1) == {"GROUND": 1, "INTEL": 1}


@pytest.mark.rule("CW-R27")
def test_reinforce_works_off_its_theatre():
    s = new_game(theatres_of_war=True)
    for battle in (LEFT, CENTRE, RIGHT):
        place(s, 1, battle, ("Bunker", "Propaganda", "Cruiser")[battle])
    hold(s, 0, "Air Transport")
    play(s, "Air Transport > battle 1")
    assert s[0].turn == 0 and s[0].phase == Phase.REINFORCE
