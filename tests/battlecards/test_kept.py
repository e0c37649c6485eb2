"""Kept Cards in battle, Sabotage, Counterattack."""

from __future__ import annotations

import pytest

from warzoo.envs.battlecards.state import Place

from .table import (
    battle,
    cards_in,
    chance,
    choices,
    discards,
    hold_fire,
    keep,
    kept,
    leave,
    new_game,
    phase,
    place,
    play,
    redealt,
    shorts,
    standing,
    to_phase,
    turn,
    turn_of,
    vp,
    win,
    won,
)

# Cards for a shot


@pytest.mark.rule("BC-53", "BC-54", "BC-R09", "BC-R63")
@pytest.mark.parametrize(
    "card, target, most",
    [
        ("Air Support", "Zero Fighters", 8),
        ("Air Support", "Imperial Infantry", 6),
        ("Naval Gunfire", "Imperial Infantry", 7),
    ],
)
def test_a_card_adds_to_the_attack_of_one_shot(card, target, most):
    hits = []
    for number in range(1, 10):
        s = battle([f"2 {target}"], ["2 Hellcat Fighters"], us_keeps=[card])
        play(s, "fire Hellcat Fighters")
        assert phase(s) == "BOOST" and turn(s) == 1
        chance(s, number)
        play(s, card)
        assert kept(s, 1) == []
        if discards(s, 0):
            hits.append(number)
    assert hits == list(range(4, most + 1))


@pytest.mark.rule("BC-R63")
def test_naval_gunfire_is_for_shots_at_ground_units():
    s = battle(["2 Zero Fighters"], ["2 Hellcat Fighters"], us_keeps=["Naval Gunfire"])
    play(s, "fire Hellcat Fighters")
    assert phase(s) == "BOOST" and shorts(s) == ["done"]


@pytest.mark.rule("BC-53", "BC-54", "BC-R09")
@pytest.mark.parametrize(
    "card, target, defense",
    [("Dug In", "Imperial Infantry", 5), ("Evasive Action", "Zero Fighters", 5), ("Evasive Action", "Destroyers", 5)],
)
def test_a_card_adds_to_the_defense_against_one_shot(card, target, defense):
    hits = []
    for number in range(1, 10):
        s = battle([f"2 {target}"], ["Liberator Bombers", "Night Fighters"], japan_keeps=[card], expansions=("E2",))
        to_phase(s, 1)
        chance(s, number)
        play(s, "fire Night Fighters")
        assert phase(s) == "GUARD" and turn(s) == 0
        play(s, card)
        assert kept(s, 0) == []
        if discards(s, 0):
            hits.append(number)
    most = {"Imperial Infantry": 4, "Zero Fighters": 7, "Destroyers": 4}[target]
    assert hits == list(range(defense + 1, most + 1))


@pytest.mark.rule("BC-R63")
@pytest.mark.parametrize(
    "target, playable",
    [("Imperial Infantry", "Dug In"), ("Zero Fighters", "Evasive Action"), ("Destroyers", "Evasive Action")],
)
def test_a_card_of_defense_goes_by_the_class_of_the_target(target, playable):
    s = battle([f"2 {target}"], ["2 Hellcat Fighters"], japan_keeps=["Dug In", "Evasive Action", "Sabotage"])
    play(s, "fire Hellcat Fighters")
    assert choices(s) == [playable, "play nothing"]


@pytest.mark.rule("BC-R09", "BC-R63")
def test_the_shooter_first_any_number_one_by_one_and_no_return():
    s = battle(
        ["2 Imperial Infantry"],
        ["2 Hellcat Fighters"],
        us_keeps=["Air Support", "Air Support", "Naval Gunfire"],
        japan_keeps=["Dug In", "Dug In"],
    )
    chance(s, 8)
    play(s, "fire Hellcat Fighters", "Air Support", "Naval Gunfire")
    assert phase(s) == "BOOST" and s[0].boost == 5 and choices(s) == ["Air Support", "add nothing"]
    play(s, "add nothing")
    assert phase(s) == "GUARD" and turn(s) == 0
    play(s, "Dug In")
    assert s[0].guard == 2 and phase(s) == "GUARD"
    play(s, "play nothing")
    assert discards(s, 0) == ["Imperial Infantry"] and kept(s, 0) == ["Dug In"] and kept(s, 1) == ["Air Support"]


@pytest.mark.rule("BC-R63")
def test_of_equal_cards_the_lowest_goes_and_it_is_discarded_before_the_number_is_turned():
    s = battle(["2 Zero Fighters"], ["2 Hellcat Fighters"], us_keeps=["Air Support", "Air Support"])
    leave(s, 0, [])
    play(s, "fire Hellcat Fighters", "Air Support")
    assert s[0].place[0, 38] == 1 and s[0].place[0, 39] == 5
    play(s, "Air Support")
    assert s[0].pile_n[0] == 52


@pytest.mark.rule("BC-R80", "BC-R09")
@pytest.mark.parametrize("cards", [["Sabotage"], ["Counterattack"], ["Air Support"]])
def test_a_seat_with_any_kept_card_is_asked(cards):
    s = battle(["2 Zero Fighters"], ["2 Hellcat Fighters"], japan_keeps=cards)
    play(s, "fire Hellcat Fighters")
    assert phase(s) == "GUARD" and turn(s) == 0 and shorts(s) == ["done"]
    play(s, "done")
    while phase(s) == "SHOOTER" and turn(s) == 1:
        play(s, "hold fire")
    play(s, "fire Zero Fighters")
    assert phase(s) == "BOOST" and turn(s) == 0


@pytest.mark.rule("BC-R80")
def test_that_a_seat_is_asked_shows_no_more_than_that_it_holds_a_card():
    asked = set()
    for card in ("Sabotage", "Counterattack", "Air Support", "Naval Gunfire"):
        s = battle(["2 Zero Fighters", "Type 97 Tanks"], ["Hellcat Fighters", "Marines"], us_keeps=[card])
        path = []
        for _ in range(12):
            path.append((phase(s), turn(s), int(s[0].fire_phase)))
            other = redealt(s, 0, 1)
            assert (phase(other), turn(other)) == (phase(s), turn(s))
            play(s, "hold fire" if phase(s) == "SHOOTER" else "done")
        asked.add(tuple(path))
    assert len(asked) == 1


@pytest.mark.rule("BC-R63", "BC-R62")
def test_a_shot_that_only_a_kept_card_makes_possible():
    s = battle(["3 Cruisers"], ["Hellcat Fighters"], us_keeps=["Air Support"])
    chance(s, 5)
    play(s, "fire Hellcat Fighters")
    assert phase(s) == "BOOST" and shorts(s) == ["Air Support"]
    play(s, "Air Support")
    assert discards(s, 0) == ["Cruisers"]
    s = battle(["3 Cruisers"], ["Hellcat Fighters"], us_keeps=["Naval Gunfire"])
    assert turn(s) == 1 and choices(s) == ["hold fire"]


@pytest.mark.rule("BC-R62", "BC-47")
def test_no_card_makes_an_attack_of_na():
    s = battle(["2 Destroyers"], ["Marines"], us_keeps=["Air Support", "Air Support"])
    assert turn(s) == 0 and s[0].fire_phase == 2
    play(s, "hold fire")
    assert phase(s) == "WITHDRAW"


@pytest.mark.rule("BC-R62")
def test_an_attack_counts_no_more_than_nine():
    us = ["Rocket Artillery", "2 General MacArthur", "Destroyers"]
    s = battle(["2 I-Boats"], us, us_keeps=["Air Support", "Air Support"], expansions=("E1",))
    assert turn(s) == 0 and s[0].fire_phase == 1 and choices(s) == ["fire I-Boats", "hold fire"]


@pytest.mark.rule("BC-R63", "BC-F2")
def test_nothing_answers_an_autokill():
    s = battle(["2 Imperial Infantry"], ["General MacArthur"], japan_keeps=["Dug In"], us_keeps=["Air Support"])
    play(s, "no Sabotage")
    to_phase(s, 3)
    play(s, "fire General MacArthur", "autokill", "kill")
    assert discards(s, 0) == ["Imperial Infantry"] and kept(s, 0) == ["Dug In"] and kept(s, 1) == ["Air Support"]


# Sabotage


@pytest.mark.rule("BC-R65", "BC-F5", "BC-R61")
@pytest.mark.parametrize(
    "leader", ["General MacArthur", "General Eichelberger", "Admiral Nimitz", "Leader", "Fleet Carrier"]
)
def test_sabotage_discards_one_general_admiral_or_leader(leader):
    s = battle(["2 Destroyers"], [leader, "2 Cruisers"], japan_keeps=["Sabotage"], expansions=("E4",))
    if leader == "Fleet Carrier":
        assert phase(s) == "SHOOTER"
        return
    assert phase(s) == "SABOTAGE" and turn(s) == 0
    assert choices(s) == [f"sabotage player_1's {leader}", "no Sabotage"]
    play(s, "sabotage")
    assert discards(s, 1) == [leader] and kept(s, 0) == [] and cards_in(s, Place.DISCARD, 0).count("Sabotage") == 2
    assert standing(s, 1) == ["Cruisers", "Cruisers"] and phase(s) == "SHOOTER"


@pytest.mark.rule("BC-R65")
def test_the_aggressor_first_then_the_defender_any_number_of_cards():
    s = battle(
        ["Admiral Yamamoto", "General Yamashita", "Imperial Infantry"],
        ["Admiral Nimitz", "General MacArthur", "Marines"],
        us_keeps=["Sabotage", "Sabotage"],
        japan_keeps=["Dug In"],
        expansions=("E4",),
    )
    assert turn(s) == 1 and phase(s) == "SABOTAGE"
    play(s, "sabotage player_0's Admiral Yamamoto")
    assert turn(s) == 1 and choices(s) == ["sabotage player_0's General Yamashita", "no Sabotage"]
    play(s, "sabotage player_0's General Yamashita")
    assert turn(s) == 0 and phase(s) == "SABOTAGE" and shorts(s) == ["done"]
    play(s, "done")
    assert phase(s) == "SHOOTER" and discards(s, 0) == ["Admiral Yamamoto", "General Yamashita"]


@pytest.mark.rule("BC-R65", "BC-R12", "BC-42")
def test_sabotage_may_end_the_battle():
    s = battle(["General Yamashita"], ["Marines"], us_keeps=["Sabotage"])
    play(s, "sabotage")
    assert won(s, 1) == ["Guadalcanal"] and discards(s, 0) == ["General Yamashita"]


@pytest.mark.rule("BC-R65")
def test_only_revealed_ones_can_be_hit():
    s = battle(["Destroyers", "General Yamashita"], ["Destroyers"], "Java Sea", us_keeps=["Sabotage"])
    assert phase(s) == "SHOOTER"


@pytest.mark.rule("BC-R61", "BC-R10", "BC-58", "BC-60")
@pytest.mark.parametrize("played", [True, False])
def test_stalemate_is_tested_after_sabotage(played):
    """The Admiral alone can hit the submarines, and he alone can be hit by them."""
    s = battle(["I-Boats"], ["Admiral Nimitz", "Marines"], japan_keeps=["Sabotage"])
    play(s, "sabotage" if played else "no Sabotage")
    assert won(s, 0) == (["Guadalcanal"] if played else []) and standing(s, 1) == ([] if played else ADMIRAL)


ADMIRAL = ["Admiral Nimitz", "Marines"]


@pytest.mark.rule("BC-R86", "BC-R14")
def test_whether_the_defender_began_with_a_ground_unit_is_judged_before_sabotage():
    s = battle(["Imperial Infantry"], ["General MacArthur", "2 Hellcat Fighters"], "Bataan", japan_keeps=["Sabotage"])
    play(s, "sabotage")
    assert won(s, 0) == ["Bataan"]


# Counterattack


@pytest.mark.rule("BC-R24", "BC-R25", "BC-R96")
def test_a_counterattack_is_fought_for_a_battle_that_the_opponent_holds():
    s = new_game()
    place(s, 1, "Marines", "Cruisers")
    place(s, 0, "Imperial Infantry", "Cruisers")
    win(s, 0, "Guam", "Pearl Harbor")
    keep(s, 1, "Counterattack")
    turn_of(s, 1)
    play(s, "counterattack")
    assert phase(s) == "SHOOTER" and kept(s, 1) == [] and cards_in(s, Place.DISCARD, 0) == ["Counterattack"]
    assert standing(s, 1) == ["Cruisers", "Marines"] and standing(s, 0) == ["Imperial Infantry"] and turn(s) == 1
    chance(s, 4)
    play(s, "fire Marines")
    assert won(s, 1) == ["Guam"] and won(s, 0) == ["Pearl Harbor"] and vp(s) == [5, 1] and turn(s) == 0


@pytest.mark.rule("BC-R24", "BC-R81")
def test_one_of_several_battles_is_chosen():
    s = new_game()
    place(s, 1, "Hellcat Fighters", "Cruisers")
    place(s, 0, "Zero Fighters", "Cruisers")
    win(s, 0, "Guam", "Midway", "Bataan")
    keep(s, 1, "Counterattack")
    turn_of(s, 1)
    play(s, "counterattack")
    names = ("Bataan", "Midway", "Guam")
    assert phase(s) == "COUNTER" and choices(s) == [f"fight again for {name}" for name in names]
    play(s, "fight again for Midway")
    assert s[0].fighting and standing(s, 0) == ["Cruisers", "Zero Fighters"]


@pytest.mark.rule("BC-R24")
def test_the_holder_who_wins_keeps_the_card():
    s = new_game()
    place(s, 1, "Hellcat Fighters")
    place(s, 0, "Zero Fighters", "Cruisers")
    win(s, 0, "Midway")
    keep(s, 1, "Counterattack")
    turn_of(s, 1)
    play(s, "counterattack")
    hold_fire(s)
    play(s, "withdraw")
    assert won(s, 0) == ["Midway"] and vp(s) == [5, 0] and turn(s) == 0 and s[0].refight == 0


@pytest.mark.rule("BC-R24", "BC-R04", "BC-R69")
def test_a_counterattack_needs_a_battle_and_a_called_unit():
    s = new_game()
    keep(s, 0, "Counterattack")
    place(s, 0, "Destroyers")
    assert shorts(s) == ["draw"]
    win(s, 0, "Midway")
    assert shorts(s) == ["draw"]
    win(s, 1, "Iwo Jima")
    assert shorts(s) == ["draw"]
    place(s, 0, "Zero Fighters")
    assert shorts(s) == ["draw", "counterattack"]


@pytest.mark.rule("BC-R24")
def test_the_one_who_counterattacks_uses_the_aggressors_classes():
    s = new_game()
    place(s, 0, "Destroyers", "Zero Fighters", "Imperial Infantry")
    place(s, 1, "Destroyers", "Hellcat Fighters", "Marines")
    win(s, 1, "Bismarck Sea")
    keep(s, 0, "Counterattack")
    play(s, "counterattack")
    assert standing(s, 0) == ["Zero Fighters"] and standing(s, 1) == ["Destroyers"] and turn(s) == 0


@pytest.mark.rule("BC-R24", "BC-30")
def test_a_counterattack_may_be_won_without_a_fight_and_ignores_prerequisites():
    s = new_game()
    place(s, 0, "Destroyers")
    win(s, 1, "Invasion of Japan")
    keep(s, 0, "Counterattack")
    play(s, "counterattack")
    assert won(s, 0) == ["Invasion of Japan"] and not s[0].over and vp(s) == [8, 0]


@pytest.mark.rule("BC-R24", "BC-61", "BC-R69")
def test_an_invasion_may_be_won_by_a_counterattack():
    s = new_game()
    place(s, 0, "Destroyers")
    win(s, 1, "Invasion of Australia")
    keep(s, 0, "Counterattack")
    play(s, "counterattack")
    assert s[0].over and won(s, 0) == ["Invasion of Australia"]
