"""What the words on force cards do."""

from __future__ import annotations

import pytest

from warzoo.envs.war_on_terror.state import Phase

from .audit import audit
from .table import (
    choices,
    discard_deck,
    discards,
    hand,
    hold,
    last_round,
    lay,
    lose_discards,
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


# First card


@pytest.mark.rule("WT-45")
def test_the_first_card_put_down_draws_one():
    s = new_game()
    hold(s, 0, "Amphibious Group", "Air Bridge")
    play(s, "Amphibious Group")
    assert s[0].hand_n[0] == 2
    play(s, "pass", "Air Bridge")
    assert s[0].hand_n[0] == 1


@pytest.mark.rule("WT-45")
def test_a_pass_before_does_not_matter():
    s = new_game()
    hold(s, 0, "Amphibious Group")
    play(s, "pass", "pass", "Amphibious Group")
    assert s[0].hand_n[0] == 1


@pytest.mark.rule("WT-R28")
def test_it_may_be_the_first_card_in_the_extra_inning():
    s = new_game()
    hold(s, 0, "Amphibious Group")
    last_round(s)
    play(s, "pass", "pass", "Amphibious Group")
    assert s[0].extra and s[0].hand_n[0] == 1


@pytest.mark.rule("WT-R45", "WT-45")
def test_a_trade_card_laid_elsewhere_is_a_card_put_down():
    s = new_game()
    lay(s, 1, "Frigate")
    hold(s, 0, "Infiltrators", "Air Bridge")
    play(s, "Infiltrators", "take next 1", "pass", "Air Bridge")
    assert hand(s, 0) == ["Frigate"]


# Trades


@pytest.mark.rule("WT-46", "WT-R18")
def test_a_trade_card_takes_a_card_and_lies_in_its_place():
    s = new_game(players=3)
    lay(s, 1, "Frigate", "Destroyer")
    lay(s, 2, "Heavy Bombers")
    hold(s, 0, "Infiltrators")
    play(s, "Infiltrators")
    assert choices(s) == ["take next 1", "take next 2", "take second 1"]
    play(s, "take next 2")
    assert row(s, 1) == ["Frigate", "Infiltrators"] and total(s, 1) == 5
    assert hand(s, 0) == ["Destroyer"] and row(s, 0) == [] and total(s, 0) == 0
    audit(s)
    play(s, "pass", "pass", "Destroyer")
    assert row(s, 0) == ["Destroyer"]


@pytest.mark.rule("WT-46")
def test_face_down_and_own_cards_are_not_taken():
    s = new_game()
    lay(s, 0, "Fighter Sweep")
    lay(s, 1, "Frigate", "Destroyer")
    turn_down(s, 1, "Destroyer")
    hold(s, 0, "Defectors")
    play(s, "Defectors")
    assert choices(s) == ["take next 1"]


@pytest.mark.rule("WT-R41")
def test_trading_a_card_is_compulsory_and_so_are_hands():
    s = new_game(players=3)
    lay(s, 1, "Frigate")
    hold(s, 0, "Infiltrators", "Secret Deal")
    play(s, "Infiltrators")
    assert choices(s) == ["take next 1"]
    play(s, "take next 1", "pass", "pass", "Secret Deal")
    assert choices(s) == ["swap next", "swap second"]


@pytest.mark.rule("WT-R19")
def test_an_immune_card_is_taken_and_nobody_prevents():
    s = new_game()
    lay(s, 1, "Special Forces")
    hold(s, 0, "Infiltrators")
    hold(s, 1, "Escort Screen")
    play(s, "Infiltrators", "take next 1")
    assert hand(s, 0) == ["Special Forces"] and phase(s) == Phase.PLAY and s[0].turn == 1


@pytest.mark.rule("WT-R20")
def test_without_a_card_to_take_it_goes_to_the_own_row():
    s = new_game()
    lay(s, 1, "Frigate")
    turn_down(s, 1, "Frigate")
    hold(s, 0, "Infiltrators")
    play(s, "Infiltrators")
    assert row(s, 0) == ["Infiltrators"] and total(s, 0) == 1 and s[0].turn == 1


@pytest.mark.rule("WT-R18", "WT-R45")
def test_a_traded_draw_two_card_is_the_takers_when_played_again():
    s = new_game(country="Iraq")
    s[0].points[0] = 5
    s[0].rounds_done = 3
    lay(s, 1, "Snatch Squad")
    hold(s, 0, "Infiltrators", "Heavy Bombers")
    play(s, "Infiltrators", "take next 1", "pass", "Snatch Squad", "pass")
    assert s[0].over and s[0].hand_n[0] == 3


@pytest.mark.rule("WT-47", "WT-48", "WT-49", "WT-R21")
def test_hands_change_owners_without_the_card_played():
    s = new_game(players=3)
    hold(s, 0, "Secret Deal", "Frigate")
    hold(s, 1, "Leaflet Drop")
    hold(s, 2, "Destroyer", "Infantry Division", "Escort Screen")
    play(s, "Secret Deal", "swap second")
    assert hand(s, 0) == ["Destroyer", "Escort Screen", "Infantry Division"]
    assert hand(s, 2) == ["Frigate"] and hand(s, 1) == ["Leaflet Drop"]
    assert row(s, 0) == ["Secret Deal"] and total(s, 0) == 1
    assert s[0].turn == 1 and phase(s) == Phase.PLAY
    audit(s)


@pytest.mark.rule("WT-R22", "WT-R21")
def test_any_other_player_may_be_chosen_even_with_an_empty_hand():
    s = new_game(players=4)
    hold(s, 0, "Secret Deal", "Frigate")
    hold(s, 1, "Leaflet Drop")
    play(s, "Secret Deal")
    assert choices(s) == ["swap next", "swap second", "swap third"]
    play(s, "swap third")
    assert hand(s, 0) == [] and hand(s, 3) == ["Frigate"]


# Draw two


@pytest.mark.rule("WT-50", "WT-R29")
def test_each_face_up_draw_two_card_gives_the_winner_two():
    s = new_game(country="Iraq")
    s[0].points[0] = 5
    lay(s, 0, "Supply Column", "Carrier Battle Group", "Frigate")
    lay(s, 1, "Snatch Squad")
    last_round(s)
    play(s, "pass", "pass")
    assert s[0].over and s[0].hand_n.tolist() == [4, 0, 0, 0]


@pytest.mark.rule("WT-R45")
def test_a_card_belongs_to_whom_it_lies_before():
    """The trade card lies before seat 1 and counts for him; seat 0 holds what he took."""
    s = new_game(country="Iraq")
    s[0].points[1] = 5
    lay(s, 1, "Carrier Battle Group", "Hearts and Minds", "Frigate")
    hold(s, 0, "Infiltrators")
    last_round(s)
    play(s, "Infiltrators", "take next 1", "pass")
    assert s[0].over and s[0].winner[1] and s[0].hand_n.tolist() == [1, 2, 0, 0]


@pytest.mark.rule("WT-R27")
def test_a_draw_with_nothing_to_draw_gives_nothing():
    s = new_game()
    hold(s, 0, "Amphibious Group")
    discard_deck(s)
    lose_discards(s)
    play(s, "Amphibious Group")
    assert s[0].hand_n[0] == 0 and s[0].turn == 1
