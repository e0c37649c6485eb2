"""What the map scores at the end of a game turn."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination.board import AREAS, Region, Resource

from .table import everybody_passes, hand, hold, logistics, new_game, place, score, sight, squares, vp, weak


def scored(s):
    everybody_passes(s)
    return vp(s)


@pytest.mark.rule("GD-58", "GD-59", "GD-60", "GD-61", "GD-57")
def test_forces_score_by_strength_and_twice_at_sea():
    for put, area, points in (
        (place, "Andes", 2),
        (weak, "Andes", 1),
        (place, "Arctic Ocean", 4),
        (weak, "Arctic Ocean", 2),
    ):
        s = new_game(3)
        put(s, 1, area)
        assert scored(s) == [0, points, 0]


@pytest.mark.rule("GD-57")
def test_all_players_score_every_game_turn():
    s = new_game(3)
    place(s, 0, "Andes", "East Asia")
    weak(s, 2, "Arctic Ocean", "West Asia")
    score(s, 10, 20, 30)
    assert scored(s) == [14, 20, 33]
    assert scored(s) == [18, 20, 36]


@pytest.mark.rule("GD-62", "GD-R18")
@pytest.mark.parametrize("region", list(Region)[:6])
def test_a_whole_region_scores_six_more_whatever_the_strength(region):
    names = [area.name for area in AREAS if area.region == region]
    s = new_game()
    weak(s, 1, *names)
    assert scored(s) == [0, 9]
    s = new_game()
    place(s, 1, *names[:2])
    weak(s, 0, names[2])
    assert scored(s) == [1, 4]


@pytest.mark.rule("GD-63", "GD-64", "GD-R20", "GD-23")
@pytest.mark.parametrize("resource", list(Resource)[:6])
def test_a_whole_resource_moves_the_logistical_token_every_game_turn(resource):
    names = [area.name for area in AREAS if area.resource == resource]
    s = new_game()
    weak(s, 1, *names)
    everybody_passes(s)
    assert squares(s) == [4, 5]
    everybody_passes(s)
    assert squares(s) == [4, 6]
    weak(s, 0, names[0])
    everybody_passes(s)
    assert squares(s) == [4, 6]


@pytest.mark.rule("GD-64")
def test_each_resource_moves_it():
    s = new_game()
    for resource in (Resource.ORE, Resource.TECHNOLOGY):
        weak(s, 0, *[area.name for area in AREAS if area.resource == resource])
    everybody_passes(s)
    assert squares(s) == [6, 4]


@pytest.mark.rule("GD-R04")
def test_the_logistical_track_ends_at_ten():
    s = new_game()
    logistics(s, 10, 4)
    weak(s, 0, *[area.name for area in AREAS if area.resource == Resource.ORE])
    everybody_passes(s)
    assert squares(s) == [10, 4]


@pytest.mark.rule("GD-R19", "GD-40")
def test_the_moves_come_before_the_next_draw():
    s = new_game()
    logistics(s, 1, 1)
    weak(s, 0, *[area.name for area in AREAS if area.resource == Resource.ORE])
    hold(s, 0)
    everybody_passes(s)
    assert squares(s) == [2, 1] and len(hand(s, 0)) == 2


def test_what_the_map_would_score_is_seen():
    s = new_game()
    weak(s, 1, "Andes", "Pampas", "Caribbean Basin", "Arctic Ocean")
    assert sight(s, 0).income.tolist() == [0, 11, 0, 0, 0, 0]
    assert scored(s) == [0, 11]
