"""Cards that turn others over, that are immune, and that prevent."""

from __future__ import annotations

import pytest

from warzoo.envs.war_on_terror.state import Phase

from .audit import audit
from .table import (
    choices,
    discards,
    hand,
    hold,
    last_round,
    lay,
    may,
    new_game,
    phase,
    play,
    row,
    total,
    turn_down,
)

# Turning over


@pytest.mark.rule("WT-34", "WT-36", "WT-R11")
def test_a_turn_over_card_may_turn_down_one_card_of_another():
    s = new_game()
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Precision Strike")
    play(s, "Precision Strike")
    assert choices(s) == ["turn over next 1", "turn over next 2", "stop"]
    play(s, "turn over next 2")
    assert row(s, 1) == ["Frigate", "(Destroyer)"] and total(s, 1) == 4
    assert row(s, 0) == ["Precision Strike"] and s[0].turn == 1 and phase(s) == Phase.PLAY
    audit(s)


@pytest.mark.rule("WT-R11")
def test_its_player_may_decline():
    s = new_game()
    lay(s, 1, "Frigate")
    hold(s, 0, "Precision Strike")
    play(s, "Precision Strike", "stop")
    assert row(s, 1) == ["Frigate"] and s[0].turn == 1


@pytest.mark.rule("WT-35", "WT-R12")
def test_it_never_touches_own_cards():
    s = new_game(players=3)
    lay(s, 0, "Frigate")
    lay(s, 2, "Destroyer")
    hold(s, 0, "Precision Strike")
    play(s, "Precision Strike")
    assert choices(s) == ["turn over second 1", "stop"]


@pytest.mark.rule("WT-35")
def test_without_cards_of_others_nothing_is_asked():
    s = new_game()
    lay(s, 0, "Frigate")
    hold(s, 0, "Precision Strike")
    play(s, "Precision Strike")
    assert s[0].turn == 1 and phase(s) == Phase.PLAY


@pytest.mark.rule("WT-37", "WT-R16", "WT-38")
def test_a_card_may_be_turned_up_again_and_nobody_can_prevent_that():
    s = new_game(players=3)
    lay(s, 1, "Frigate")
    turn_down(s, 1, "Frigate")
    hold(s, 0, "Precision Strike")
    hold(s, 1, "Escort Screen")
    hold(s, 2, "Sabotage Team")
    play(s, "Precision Strike", "turn over next 1")
    assert row(s, 1) == ["Frigate"] and total(s, 1) == 4 and phase(s) == Phase.PLAY
    play(s, "pass", "Sabotage Team", "turn over second 1", "allow")
    assert row(s, 1) == ["(Frigate)"] and total(s, 1) == 0


@pytest.mark.rule("WT-36")
def test_a_face_down_draw_two_card_draws_nothing():
    s = new_game(country="Iraq")
    s[0].points[0] = 5
    lay(s, 0, "Supply Column", "Frigate")
    turn_down(s, 0, "Supply Column")
    last_round(s)
    play(s, "pass", "pass")
    assert s[0].over and hand(s, 0) == []


@pytest.mark.rule("WT-R42", "WT-34")
def test_turning_over_two_means_two_different_cards():
    s = new_game()
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Carpet Bombing")
    play(s, "Carpet Bombing", "turn over next 1")
    assert choices(s) == ["turn over next 2", "stop"]
    play(s, "turn over next 2")
    assert row(s, 1) == ["(Frigate)", "(Destroyer)"] and phase(s) == Phase.PLAY


@pytest.mark.rule("WT-R42")
def test_one_of_two_may_be_left():
    s = new_game()
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Carpet Bombing")
    play(s, "Carpet Bombing", "turn over next 1", "stop")
    assert row(s, 1) == ["(Frigate)", "Destroyer"] and s[0].turn == 1


@pytest.mark.rule("WT-R42")
def test_a_prevented_attempt_is_spent():
    s = new_game()
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Carpet Bombing")
    hold(s, 1, "Escort Screen", "Frigate")
    play(s, "Carpet Bombing", "turn over next 1", "prevent with Escort Screen")
    assert choices(s) == ["turn over next 2", "stop"]
    play(s, "turn over next 2", "allow")
    assert row(s, 1) == ["Frigate", "(Destroyer)"] and phase(s) == Phase.PLAY


# Own choice


@pytest.mark.rule("WT-39", "WT-R14")
def test_every_other_player_turns_down_a_card_of_his_choice_clockwise():
    s = new_game(players=4)
    s[0].first = s[0].turn = 1
    for seat in (0, 1, 3):
        lay(s, seat, "Frigate", "Fighter Sweep")
    hold(s, 1, "Disinformation")
    play(s, "Disinformation")
    assert s[0].turn == 3 and phase(s) == Phase.YIELD and choices(s) == ["yield 1", "yield 2"]
    play(s, "yield 1")
    assert s[0].turn == 0
    play(s, "yield 2")
    assert [row(s, seat) for seat in (0, 1, 3)] == [
        ["Frigate", "(Fighter Sweep)"],
        ["Frigate", "Fighter Sweep", "Disinformation"],
        ["(Frigate)", "Fighter Sweep"],
    ]
    assert s[0].turn == 2 and phase(s) == Phase.PLAY
    audit(s)


@pytest.mark.rule("WT-R14", "WT-R17", "WT-40")
def test_face_down_and_immune_cards_cannot_be_chosen():
    s = new_game(players=3)
    lay(s, 1, "Special Forces", "Frigate", "Destroyer")
    turn_down(s, 1, "Frigate")
    lay(s, 2, "Mountain Troops")
    hold(s, 0, "Disinformation")
    play(s, "Disinformation")
    assert s[0].turn == 1 and choices(s) == ["yield 3"]
    play(s, "yield 3")
    assert phase(s) == Phase.PLAY and row(s, 2) == ["Mountain Troops"]


# Immune


@pytest.mark.rule("WT-40", "WT-R12")
def test_immune_cards_are_no_targets():
    s = new_game()
    lay(s, 1, "Attack Submarine", "Frigate")
    hold(s, 0, "Precision Strike")
    play(s, "Precision Strike")
    assert choices(s) == ["turn over next 2", "stop"]


# Prevent


@pytest.mark.rule("WT-42", "WT-43", "WT-44")
def test_a_prevent_card_saves_a_card_and_is_discarded():
    s = new_game()
    lay(s, 1, "Frigate")
    hold(s, 0, "Precision Strike")
    hold(s, 1, "Escort Screen", "Destroyer")
    play(s, "Precision Strike", "turn over next 1")
    assert s[0].turn == 1 and choices(s) == ["prevent with Escort Screen", "allow"]
    play(s, "prevent with Escort Screen")
    assert row(s, 1) == ["Frigate"] and total(s, 1) == 4
    assert discards(s) == ["Escort Screen"] and hand(s, 1) == ["Destroyer"]
    assert s[0].turn == 1 and may(s, "Destroyer") and s[0].laid[1] == 1
    audit(s)


@pytest.mark.rule("WT-42")
def test_it_need_not_be_shown():
    s = new_game()
    lay(s, 1, "Frigate")
    hold(s, 0, "Precision Strike")
    hold(s, 1, "Escort Screen")
    play(s, "Precision Strike", "turn over next 1", "allow")
    assert row(s, 1) == ["(Frigate)"] and hand(s, 1) == ["Escort Screen"]


@pytest.mark.rule("WT-R15", "WT-R43")
def test_own_choice_is_named_first_and_may_then_be_prevented():
    s = new_game(players=3)
    lay(s, 1, "Frigate", "Destroyer")
    lay(s, 2, "Fighter Sweep")
    hold(s, 0, "Disinformation")
    hold(s, 1, "Press Embargo", "Air Defense Battery")
    play(s, "Disinformation")
    assert choices(s) == ["yield 1", "yield 2"]
    play(s, "yield 1")
    assert s[0].turn == 1
    assert choices(s) == ["prevent with Air Defense Battery", "prevent with Press Embargo", "allow"]
    play(s, "prevent with Press Embargo")
    assert row(s, 1) == ["Frigate", "Destroyer"] and s[0].turn == 2 and phase(s) == Phase.YIELD
    play(s, "yield 1")
    assert row(s, 2) == ["(Fighter Sweep)"]


@pytest.mark.rule("WT-R15", "WT-R42")
def test_an_instruction_is_prevented_and_spent():
    s = new_game(country="Iraq")
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Fighter Sweep")
    hold(s, 1, "Counter-Espionage")
    play(s, "Fighter Sweep", "turn over next 1", "prevent with Counter-Espionage")
    assert row(s, 1) == ["Frigate", "Destroyer"] and phase(s) == Phase.PLAY and s[0].turn == 1


@pytest.mark.rule("WT-R30", "WT-43")
def test_a_prevent_card_shown_triggers_no_instruction():
    s = new_game(country="Iraq")
    lay(s, 0, "Frigate")
    lay(s, 1, "Frigate")
    hold(s, 0, "Sabotage Team")
    hold(s, 1, "Early-Warning Aircraft")
    play(s, "Sabotage Team", "turn over next 1", "prevent with Early-Warning Aircraft")
    assert row(s, 0) == ["Frigate", "Sabotage Team"] and s[0].turn == 1 and phase(s) == Phase.PLAY


@pytest.mark.rule("WT-R47")
def test_whoever_holds_a_card_is_asked():
    s = new_game()
    lay(s, 1, "Frigate")
    hold(s, 0, "Precision Strike")
    hold(s, 1, "Destroyer")
    play(s, "Precision Strike", "turn over next 1")
    assert s[0].turn == 1 and phase(s) == Phase.PREVENT and choices(s) == ["allow"]
    play(s, "allow")
    assert row(s, 1) == ["(Frigate)"]


@pytest.mark.rule("WT-R47")
def test_whoever_holds_no_card_is_not_asked():
    s = new_game()
    lay(s, 1, "Frigate")
    hold(s, 0, "Precision Strike")
    play(s, "Precision Strike", "turn over next 1")
    assert row(s, 1) == ["(Frigate)"] and phase(s) == Phase.PLAY
