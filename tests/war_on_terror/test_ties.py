"""Ties: the extra inning, and cards drawn for a country."""

from __future__ import annotations

import pytest

from warzoo.envs.war_on_terror.state import Phase

from .audit import cards_are_conserved
from .table import (
    choices,
    country,
    discard_deck,
    discards,
    hold,
    is_over,
    last_round,
    lay,
    leave_countries,
    lose_discards,
    new_game,
    phase,
    play,
    row,
    score,
    stack,
    total,
    turn_down,
)


@pytest.mark.rule("WT-20", "WT-R23")
def test_only_the_tied_play_an_extra_inning_clockwise_from_the_first_player():
    s = new_game(players=4, country="Syria")
    s[0].first = s[0].turn = 2
    for seat in (0, 1, 3):
        lay(s, seat, "Frigate")
        hold(s, seat, "Destroyer")
    hold(s, 2, "Heavy Bombers")
    last_round(s)
    play(s, *["pass"] * 4)
    assert s[0].extra == 1 and s[0].tied.tolist() == [1, 1, 0, 1]
    assert s[0].turn == 3
    play(s, "Destroyer")
    assert s[0].turn == 0
    play(s, "pass")
    assert s[0].turn == 1
    play(s, "pass")
    assert s[0].points.tolist() == [0, 0, 0, 4]


@pytest.mark.rule("WT-R23")
def test_after_the_inning_only_the_tied_are_compared():
    s = new_game(players=3, country="Libya")
    lay(s, 0, "Frigate")
    lay(s, 1, "Frigate")
    lay(s, 2, "Escort Screen")
    hold(s, 0, "Precision Strike")
    last_round(s)
    play(s, "pass", "pass", "pass")
    s[0].total[2] = 30
    play(s, "Precision Strike", "turn over next 1", "pass")
    assert s[0].points.tolist() == [3, 0, 0, 0]


@pytest.mark.rule("WT-R23", "WT-20")
def test_who_was_not_tied_gains_nothing_by_reaching_the_same_total_in_the_inning():
    """Seat 0 turns up a card of seat 2, who comes to 7 as well: no second tie."""
    s = new_game(players=3, country="Libya")
    lay(s, 0, "Frigate")
    lay(s, 1, "Frigate")
    lay(s, 2, "Escort Screen", "Raiding Party")
    turn_down(s, 2, "Raiding Party")
    hold(s, 0, "Precision Strike")
    hold(s, 2, "Heavy Bombers")
    last_round(s)
    play(s, *["pass"] * 3)
    assert s[0].turn == 0 and choices(s) == ["Precision Strike", "pass"]
    play(s, "Precision Strike", "turn over second 2")
    assert s[0].turn == 1 and [total(s, seat) for seat in range(3)] == [7, 4, 7]
    play(s, "pass")
    assert s[0].points.tolist() == [3, 0, 0, 0] and s[0].discard_n == 5


@pytest.mark.rule("WT-R46", "WT-53")
def test_texts_and_instructions_work_in_the_inning():
    s = new_game(country="Iraq")
    lay(s, 0, "Frigate")
    lay(s, 1, "Frigate", "Carpet Bombing")
    s[0].total[0] = 5
    hold(s, 0, "Precision Strike")
    last_round(s)
    play(s, "pass", "pass", "Precision Strike", "turn over next 1")
    assert phase(s) == Phase.STRIKE
    play(s, "turn over next 2")
    assert row(s, 1) == ["(Frigate)", "(Carpet Bombing)"]


@pytest.mark.rule("WT-R07", "WT-R06", "WT-21")
def test_if_nobody_plays_all_draw_for_the_country():
    s = new_game(country="Yemen")
    play(s, "pass", "pass")
    assert s[0].extra == 1 and s[0].tied[:2].tolist() == [1, 1]
    stack(s, "Frigate", "Destroyer")
    play(s, "pass", "pass")
    assert s[0].points.tolist() == [0, 1, 0, 0]


@pytest.mark.rule("WT-22", "WT-R26")
def test_a_card_drawn_for_a_tie_does_nothing_and_is_discarded_with_the_table():
    s = new_game(country="Iraq")
    score(s, 5, 5)
    lay(s, 0, "Frigate")
    lay(s, 1, "Frigate")
    last_round(s)
    play(s, "pass", "pass")
    stack(s, "Carrier Battle Group", "Carpet Bombing")
    play(s, "pass", "pass")
    assert is_over(s) and s[0].winner[0]
    assert discards(s) == ["Carpet Bombing", "Carrier Battle Group", "Frigate", "Frigate"]
    assert s[0].hand_n[0] == 0 and total(s, 0) == 0
    cards_are_conserved(s)


@pytest.mark.rule("WT-26", "WT-50", "WT-R26", "WT-R40")
def test_who_wins_by_lots_deals_next_and_draws_for_his_draw_two_cards():
    s = new_game(players=3, country="Libya")
    leave_countries(s, "Yemen")
    lay(s, 0, "Supply Column")
    lay(s, 1, "Snatch Squad")
    last_round(s)
    play(s, *["pass"] * 4)
    stack(s, "Frigate", "Destroyer")
    play(s, "pass")
    assert s[0].contest == 10 and country(s) == "Yemen" and s[0].points.tolist() == [0, 3, 0, 0]
    assert s[0].dealer == 1 and s[0].first == s[0].turn == 2
    assert s[0].hand_n[:3].tolist() == [1, 3, 1]
    assert discards(s) == ["Destroyer", "Frigate", "Snatch Squad", "Supply Column"]


@pytest.mark.rule("WT-23", "WT-R26")
def test_only_those_equal_at_the_top_draw_again():
    s = new_game(players=3, country="Iraq")
    score(s, 5, 5, 5)
    last_round(s)
    play(s, *["pass"] * 3)
    stack(s, "Frigate", "Escort Screen", "Frigate", "Destroyer", "Infantry Division", "Destroyer", "Heavy Bombers")
    play(s, *["pass"] * 3)
    assert is_over(s) and s[0].winner.tolist() == [0, 0, 1, 0]
    assert s[0].discard_n == 7
    assert len(discards(s)) == 7 and "Heavy Bombers" in discards(s)


@pytest.mark.rule("WT-R26")
def test_the_tied_draw_from_the_contests_first_player_on():
    s = new_game(players=3, country="Iraq")
    s[0].first = s[0].turn = 1
    score(s, 5, 5, 5)
    last_round(s)
    play(s, *["pass"] * 3)
    stack(s, "Heavy Bombers", "Frigate", "Destroyer")
    play(s, *["pass"] * 3)
    assert s[0].winner.tolist() == [0, 1, 0, 0]


@pytest.mark.rule("WT-R26")
def test_with_nothing_left_to_draw_luck_decides_among_the_tied():
    winners = set()
    for seed in range(1, 30):
        s = new_game(players=4, country="Iraq", seed=seed)
        score(s, 5, 5, 5, 5)
        lay(s, 1, "Frigate")
        lay(s, 3, "Frigate")
        discard_deck(s)
        lose_discards(s)
        last_round(s)
        play(s, *["pass"] * 6)
        winners.add(int(s[0].winner.argmax()))
    assert winners == {1, 3}


@pytest.mark.rule("WT-R26")
def test_when_the_cards_run_out_luck_decides_among_all_who_are_tied_then():
    """All three draw, seats 0 and 2 are equal at the top, and the last card is no help to seat 0."""
    winners = set()
    for seed in range(1, 20):
        s = new_game(players=3, country="Iraq", seed=seed)
        score(s, 5, 5, 5)
        discard_deck(s, keep=["Frigate", "Escort Screen", "Leaflet Drop", "Heavy Bombers"])
        lose_discards(s)
        last_round(s)
        play(s, *["pass"] * 5)
        stack(s, "Frigate", "Escort Screen", "Leaflet Drop", "Heavy Bombers")
        play(s, "pass")
        winners.add(int(s[0].winner.argmax()))
    assert winners == {0, 2}
