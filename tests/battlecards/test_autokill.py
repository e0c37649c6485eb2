"""Generals and Admirals that kill without a shot."""

from __future__ import annotations

import pytest

from .table import (
    battle,
    choices,
    discards,
    fight,
    new_game,
    phase,
    place,
    play,
    shoot,
    shorts,
    to_phase,
    won,
)


@pytest.mark.rule("BC-F2", "BC-F1", "BC-R63")
def test_an_autokill_takes_the_place_of_the_shot():
    s = battle(["Type 97 Tanks", "Imperial Infantry"], ["General MacArthur", "Marines"])
    to_phase(s, 3)
    before = s[0].pile_n[0]
    play(s, "fire General MacArthur", "autokill")
    assert phase(s) == "KILL" and choices(s) == ["kill player_0's Imperial Infantry", "kill player_0's Type 97 Tanks"]
    play(s, "kill player_0's Type 97 Tanks")
    assert discards(s, 0) == ["Type 97 Tanks"] and s[0].pile_n[0] == before
    assert choices(s) == ["fire Marines", "hold fire"]
    shoot(s, "Marines", 7)
    assert discards(s, 0) == ["Imperial Infantry", "Type 97 Tanks"] and won(s, 1) == ["Guadalcanal"]


@pytest.mark.rule("BC-F3")
@pytest.mark.parametrize("rommel, killed", [(False, True), (True, False)])
def test_example_a_general_kills_up_to_defense_four_bonuses_included(rommel, killed):
    s = new_game("europe")
    place(s, 0, "Panzer IV", *["General Rommel"] * rommel)
    place(s, 1, "General Montgomery", "Spitfire Fighters")
    fight(s, "Rhine Crossing")
    to_phase(s, 3)
    play(s, "fire General Montgomery")
    victims = []
    if phase(s) == "TARGET" and "autokill" in shorts(s):
        play(s, "autokill")
        victims = choices(s)
    assert ("kill player_0's Panzer IV" in victims) == killed
    assert ("kill player_0's General Rommel" in victims) == rommel


@pytest.mark.rule("BC-F2", "BC-F3", "BC-38")
def test_the_defenders_general_kills_too():
    s = battle(["General Yamashita", "Type 97 Tanks"], ["Marines", "Sherman Tanks"])
    to_phase(s, 3, side=1)
    play(s, "fire General Yamashita", "autokill", "kill player_1's Sherman Tanks")
    assert discards(s, 1) == ["Sherman Tanks"] and discards(s, 0) == []


@pytest.mark.rule("BC-F3", "BC-F2")
def test_an_admiral_kills_at_sea_up_to_defense_three():
    s = battle(["Destroyers", "Cruisers", "Zero Fighters"], ["Admiral Nimitz"])
    to_phase(s, 3)
    play(s, "fire Admiral Nimitz", "autokill")
    assert choices(s) == ["kill player_0's Destroyers"]
    s = battle(["Destroyers", "Admiral Yamamoto"], ["Admiral Nimitz"])
    to_phase(s, 3)
    play(s, "fire Admiral Nimitz")
    assert "autokill" not in shorts(s)


@pytest.mark.rule("BC-F3")
def test_the_other_general_has_no_autokill():
    s = battle(["Imperial Infantry", "Naval Landing Force"], ["General Eichelberger"])
    to_phase(s, 3)
    play(s, "fire General Eichelberger")
    assert phase(s) == "TARGET" and "autokill" not in shorts(s)


@pytest.mark.rule("BC-F2", "BC-R12", "BC-42")
def test_an_autokill_may_end_the_battle():
    s = battle(["Imperial Infantry"], ["General MacArthur"])
    to_phase(s, 3)
    play(s, "fire General MacArthur", "autokill", "kill")
    assert won(s, 1) == ["Guadalcanal"]
