"""Cards out of turn: who is asked and when, Airborne Forces at any time, Fog of War, and the scoring step."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination.board import AREAS, LANDS

from .table import (
    areas,
    choices,
    deck,
    discards,
    everybody_passes,
    forces,
    hand,
    hold,
    last_game_turn,
    left,
    may,
    new_game,
    phase,
    place,
    play,
    redealt,
    sight,
    throw_away,
    turn,
    vp,
    weak,
)


def asked(s):
    """Who is asked for a card out of turn, if anybody is."""
    return turn(s) if phase(s).name == "INTERRUPT" else None


def use_one(s, area="Andes"):
    """The player in turn makes one Build."""
    play(s, "Domination", "build", area, "done")


def to_scoring(s):
    """All have passed."""
    while not s[0].scoring:
        play(s, "done")


# After every use


@pytest.mark.rule("GD-73", "GD-R21", "GD-R44")
def test_after_a_use_those_who_may_hold_airborne_forces_are_asked_from_the_left():
    s = new_game(4)
    hold(s, 3, "Airborne Forces", "Domination")
    hold(s, 1, "Airborne Forces")
    assert asked(s) is None
    use_one(s)
    assert asked(s) == 1 and choices(s) == ["Airborne Forces", "done"]
    play(s, "done")
    assert asked(s) == 3
    play(s, "done")
    assert asked(s) is None and turn(s) == 0 and phase(s).name == "TURN"


@pytest.mark.rule("GD-R21")
def test_the_player_in_turn_is_not_asked():
    s = new_game(3)
    hold(s, 0, "Airborne Forces", "Domination")
    use_one(s)
    assert asked(s) is None and turn(s) == 0


@pytest.mark.rule("GD-R21")
def test_the_left_is_that_of_the_player_in_turn():
    s = new_game(4)
    for seat in (0, 1, 3):
        hold(s, seat, "Airborne Forces", "Domination")
    play(s, "done", "done")
    use_one(s)
    order = []
    while asked(s) is not None:
        order.append(asked(s))
        play(s, "done")
    assert order == [3, 0, 1]


@pytest.mark.rule("GD-R15", "GD-74")
def test_airborne_forces_need_a_place_out_of_turn_too():
    s = new_game(2)
    hold(s, 1, "Airborne Forces")
    place(s, 1, *[area.name for area in AREAS[:LANDS]])
    use_one(s, "Arctic Ocean")
    assert asked(s) == 1 and choices(s) == ["done"]


@pytest.mark.rule("GD-R21")
def test_no_window_before_the_first_use_or_after_a_pass():
    s = new_game(3)
    hold(s, 1, "Airborne Forces", "Domination")
    play(s, "done")
    assert turn(s) == 1 and asked(s) is None


@pytest.mark.rule("GD-R21", "GD-R09")
@pytest.mark.parametrize("way", ["build", "attack", "text", "discard 1", "discard 2"])
def test_a_window_follows_every_way_of_use(way):
    s = new_game(2)
    hold(s, 0, "Nuclear Winter", "Domination", "Domination")
    hold(s, 1, "Airborne Forces")
    weak(s, 1, "Pampas")
    play(s, "Nuclear Winter", way)
    if way == "discard 2":
        play(s, "Domination")
    if way != "text":
        assert asked(s) is None
        play(s, choices(s)[0])
    if way == "build":
        play(s, "done")
    assert asked(s) == 1


@pytest.mark.rule("GD-R21", "GD-R41")
@pytest.mark.parametrize("zone", ["hand", "deck", "discard", "none"])
def test_who_is_asked_is_plain_to_all(zone):
    """Who owns the card outside his Discard Pile, and holds any card at all."""
    s = new_game(2)
    if zone == "hand":
        hold(s, 1, "Airborne Forces", "Domination")
        deck(s, 1, "Domination")
    elif zone == "deck":
        hold(s, 1, "Domination")
        deck(s, 1, "Airborne Forces", "Domination")
    elif zone == "discard":
        hold(s, 1, "Domination")
        throw_away(s, 1, "Airborne Forces")
    use_one(s)
    assert asked(s) == (1 if zone in ("hand", "deck") else None)
    if zone in ("hand", "deck"):
        assert may(s, "done") and may(s, "Airborne Forces") == (zone == "hand")


@pytest.mark.rule("GD-R21")
def test_an_empty_hand_is_not_asked():
    s = new_game(2)
    hold(s, 1)
    deck(s, 1, "Airborne Forces")
    use_one(s)
    assert asked(s) is None


@pytest.mark.rule("GD-R21", "GD-R22")
def test_a_play_reopens_the_window_from_the_same_start():
    s = new_game(4)
    hold(s, 1, "Airborne Forces", "Airborne Forces")
    hold(s, 2, "Airborne Forces", "Airborne Forces")
    use_one(s)
    play(s, "done", "Airborne Forces", "Pampas", "done")
    assert asked(s) == 1
    play(s, "Airborne Forces", "East Asia", "done")
    assert asked(s) == 1
    play(s, "done")
    assert asked(s) == 2
    play(s, "done")
    assert turn(s) == 0 and phase(s).name == "TURN" and len(hand(s, 2)) == 1


@pytest.mark.rule("GD-73", "GD-74", "GD-R22")
def test_out_of_turn_the_text_alone_is_used():
    s = new_game(2)
    hold(s, 1, "Airborne Forces", "Domination")
    use_one(s)
    play(s, "Airborne Forces")
    assert phase(s).name == "AREA" and turn(s) == 1 and "Arctic Ocean" not in areas(s)
    play(s, "Andes", "Andes", "Andes", "Pampas", "Pampas", "East Asia")
    assert forces(s, 1) == {"Andes": 2, "Pampas": 2, "East Asia": 1} and discards(s, 1).count("Airborne Forces") == 1
    assert turn(s) == 0 and phase(s).name == "TURN"


@pytest.mark.rule("GD-R22", "GD-55")
def test_it_is_allowed_after_a_pass_and_does_not_undo_it():
    s = new_game(2)
    hold(s, 1, "Airborne Forces", "Domination")
    use_one(s)
    play(s, "done", "done", "done")
    assert turn(s) == 0 and s[0].passed[1]
    use_one(s, "Pampas")
    assert asked(s) == 1
    play(s, "Airborne Forces", "East Asia", "done", "done")
    assert turn(s) == 0 and s[0].passed[1]


@pytest.mark.rule("GD-R22")
def test_it_is_no_use_in_a_turn_of_ones_own():
    s = new_game(2)
    hold(s, 1, "Airborne Forces", "Domination")
    use_one(s)
    play(s, "Airborne Forces", "East Asia", "done", "done", "done")
    assert s[0].passed[1]


@pytest.mark.rule("GD-R44", "GD-R45")
def test_no_window_opens_inside_a_use():
    s = new_game(2)
    hold(s, 0, "Bio Weapons", "Domination")
    hold(s, 1, "Airborne Forces")
    place(s, 0, "Andes")
    place(s, 1, "Pampas", "East Asia")
    play(s, "Bio Weapons", "text", "Pampas")
    assert asked(s) is None
    play(s, "Pampas")
    assert asked(s) is None and turn(s) == 1 and phase(s).name == "AREA"
    play(s, "done")
    assert asked(s) == 1


@pytest.mark.rule("GD-R07", "GD-R21")
def test_the_window_comes_before_a_turn_ends_with_its_last_card():
    s = new_game(3)
    hold(s, 0, "Domination")
    hold(s, 2, "Airborne Forces")
    use_one(s)
    assert asked(s) == 2 and s[0].mover == 0
    play(s, "done")
    assert turn(s) == 1 and phase(s).name == "TURN"


# The scoring step


@pytest.mark.rule("GD-73", "GD-83", "GD-R19", "GD-R23", "GD-R24")
def test_fog_and_airborne_are_played_before_the_count():
    s = new_game(3)
    hold(s, 1, "Fog of War")
    hold(s, 2, "Airborne Forces")
    for area in ("Pacific States", "Atlantic States", "Northern Plains"):
        weak(s, 0, area)
    weak(s, 2, "Andes")
    to_scoring(s)
    assert asked(s) == 1 and choices(s) == ["Fog of War", "done"] and vp(s) == [0, 0, 0]
    play(s, "Fog of War")
    assert asked(s) == 2
    play(s, "Airborne Forces", "Andes", "Pampas", "done")
    assert vp(s) == [3, 0, 3]


@pytest.mark.rule("GD-84", "GD-62")
@pytest.mark.parametrize("fog", [False, True])
def test_fog_of_war_keeps_region_monopolies_of_the_others_from_counting(fog):
    s = new_game(2)
    hold(s, 0, "Fog of War")
    for area in ("Pacific States", "Atlantic States", "Northern Plains"):
        weak(s, 1, area)
    for area in ("Andes", "Pampas", "Caribbean Basin"):
        weak(s, 0, area)
    to_scoring(s)
    play(s, "Fog of War" if fog else "done")
    assert vp(s) == ([9, 3] if fog else [9, 9])
    assert s[0].blocked.sum() == 0


@pytest.mark.rule("GD-85", "GD-R26")
def test_after_its_text_fog_goes_back_to_its_stack():
    s = new_game(2)
    hold(s, 0, "Fog of War", "Domination")
    assert left(s, "Fog of War") == 5
    to_scoring(s)
    play(s, "Fog of War")
    assert left(s, "Fog of War") == 6
    play(s, "Domination", "discard 1", "Fog of War")
    assert discards(s, 0).count("Fog of War") == 1


@pytest.mark.rule("GD-R26", "GD-R24")
@pytest.mark.parametrize("way", ["build", "attack", "discard 1", "discard 2"])
def test_used_in_any_other_way_it_goes_to_the_discard_pile(way):
    s = new_game(2)
    hold(s, 0, "Fog of War", "Domination")
    place(s, 1, "Pampas")
    play(s, "Fog of War")
    assert choices(s) == ["build", "attack", "discard 1", "discard 2"]
    play(s, way)
    if way == "discard 2":
        play(s, "Domination")
    play(s, choices(s)[0])
    if way in ("build", "attack") and may(s, "done"):
        play(s, "done")
    assert discards(s, 0).count("Fog of War") == 1 and left(s, "Fog of War") == 5


@pytest.mark.rule("GD-R25")
def test_two_fogs_block_everybody():
    s = new_game(2)
    hold(s, 0, "Fog of War")
    hold(s, 1, "Fog of War")
    for seat, areas_ in enumerate((("Andes", "Pampas", "Caribbean Basin"), ("East Asia", "West Asia", "South Asia"))):
        weak(s, seat, *areas_)
    to_scoring(s)
    play(s, "Fog of War", "Fog of War")
    assert vp(s) == [3, 3]


@pytest.mark.rule("GD-R15")
def test_fog_is_legal_without_a_monopoly_but_not_when_all_others_are_blocked():
    s = new_game(2)
    hold(s, 0, "Fog of War", "Fog of War")
    to_scoring(s)
    assert may(s, "Fog of War")
    play(s, "Fog of War")
    assert asked(s) == 0 and choices(s) == ["done"]
    play(s, "done")
    assert s[0].game_turn == 2 and s[0].blocked.sum() == 0


@pytest.mark.rule("GD-R23")
def test_the_scoring_window_goes_on_to_the_left_and_round_to_its_last_player():
    s = new_game(3)
    s[0].first = 1
    for seat in range(3):
        hold(s, seat, "Airborne Forces", "Airborne Forces")
    to_scoring(s)
    assert asked(s) == 1
    play(s, "done", "Airborne Forces", "Andes", "done")
    assert asked(s) == 0
    play(s, "done")
    assert asked(s) == 1
    play(s, "done")
    assert asked(s) == 2
    play(s, "done")
    assert s[0].game_turn == 2


@pytest.mark.rule("GD-R23", "GD-R41")
@pytest.mark.parametrize("card", ["Fog of War", "Airborne Forces"])
def test_in_the_scoring_step_too_a_card_in_the_deck_makes_one_asked(card):
    s = new_game(2)
    hold(s, 1, "Domination")
    deck(s, 1, card)
    to_scoring(s)
    assert asked(s) == 1 and choices(s) == ["done"]


@pytest.mark.rule("GD-83", "GD-R21")
def test_fog_of_war_is_for_no_other_window():
    s = new_game(2)
    hold(s, 1, "Fog of War", "Domination")
    use_one(s)
    assert asked(s) is None
    hold(s, 1, "Fog of War", "Airborne Forces")
    use_one(s, "Pampas")
    assert asked(s) == 1 and choices(s) == ["Airborne Forces", "done"]


@pytest.mark.rule("GD-R41")
def test_the_window_is_seen_by_all():
    s = new_game(4)
    hold(s, 2, "Airborne Forces")
    use_one(s)
    o = sight(s, 3)
    assert o.acting.tolist() == [0, 0, 0, 1, 0, 0] and o.waiting.tolist() == [1, 0, 0, 0, 0, 0]
    assert o.moving.tolist() == [0, 1, 0, 0, 0, 0] and o.scoring == 0
    play(s, "done")
    last_game_turn(s)
    to_scoring(s)
    o = sight(s, 3)
    assert o.scoring == 1 and not o.moving.any() and o.waiting.tolist() == [1, 0, 0, 0, 0, 0]
    everybody_passes(s)
    assert not sight(s, 3).acting.any() and redealt(s, 3, 1)[0].over
