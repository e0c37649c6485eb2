"""Cards that draw, and that trade cards or hands."""

from __future__ import annotations

import pytest

from warzoo.envs.war_on_terror.state import Phase

from .audit import audit
from .table import (
    choices,
    discard_deck,
    hand,
    hold,
    last_round,
    lay,
    lose_discards,
    new_game,
    phase,
    play,
    row,
    total,
    turn_down,
)

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
