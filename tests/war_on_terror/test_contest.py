"""Rounds, what follows a contest, and the deck."""

from __future__ import annotations

from collections import Counter

import pytest

from warzoo.envs.war_on_terror.state import Phase

from .audit import audit
from .table import (
    COUNTRIES,
    IDS,
    choices,
    country,
    discard_deck,
    discards,
    hand,
    hold,
    is_over,
    last_round,
    lay,
    leave_countries,
    lose_discards,
    new_game,
    payoffs,
    phase,
    play,
    row,
    score,
    throw_away,
    total,
    turn_down,
)


def whose_turns(s, count):
    """The seats that act next, if all pass."""
    seats = []
    for _ in range(count):
        seats.append(int(s[0].turn))
        play(s, "pass")
    return seats


def lead(s, seat):
    """The seat leads without a card on the table that could be shuffled back."""
    s[0].total[seat] = 1


# Rounds


@pytest.mark.rule("WT-14", "WT-09")
def test_to_act_is_to_pass_or_to_put_a_card_down_face_up():
    s = new_game()
    hold(s, 0, "Frigate", "Destroyer", "Destroyer")
    assert choices(s) == ["Frigate", "Destroyer", "pass"]
    play(s, "Destroyer")
    assert row(s, 0) == ["Destroyer"] and total(s, 0) == 5
    assert hand(s, 0) == ["Destroyer", "Frigate"] and s[0].turn == 1
    audit(s)


@pytest.mark.rule("WT-15", "WT-16", "WT-17")
def test_turns_go_clockwise_for_as_many_rounds_as_the_country_is_worth():
    s = new_game(players=4, country="Somalia")
    s[0].first = s[0].turn = 2
    assert whose_turns(s, 8) == [2, 3, 0, 1, 2, 3, 0, 1]
    assert s[0].extra == 1


@pytest.mark.rule("WT-18", "WT-R08")
def test_a_pass_holds_for_its_round_only():
    s = new_game(country="Somalia")
    hold(s, 0, "Frigate")
    play(s, "pass", "pass")
    assert s[0].turn == 0 and s[0].rounds_done == 1 and choices(s) == ["Frigate", "pass"]


@pytest.mark.rule("WT-R09")
def test_without_cards_one_passes():
    s = new_game()
    assert choices(s) == ["pass"]


@pytest.mark.rule("WT-41")
def test_a_prevent_card_may_be_played_for_its_points():
    s = new_game()
    hold(s, 0, "Escort Screen")
    play(s, "Escort Screen")
    assert row(s, 0) == ["Escort Screen"] and total(s, 0) == 3


# The end of a contest


@pytest.mark.rule("WT-19", "WT-25", "WT-26")
def test_the_highest_face_up_total_liberates():
    s = new_game(players=3, country="Libya")
    lay(s, 0, "Heavy Bombers", "Frigate")
    lay(s, 1, "Destroyer", "Special Forces")
    lay(s, 2, "Armored Division", "Infantry Division")
    turn_down(s, 2, "Armored Division")
    last_round(s)
    play(s, "pass", "pass", "pass")
    assert s[0].points.tolist() == [3, 0, 0, 0] and s[0].countries.tolist() == [1, 0, 0, 0]
    assert s[0].dealer == 0 and s[0].contest == 2 and s[0].left.sum() == 8
    audit(s)


@pytest.mark.rule("WT-02", "WT-26")
def test_later_countries_come_in_random_order():
    to_come = ["Yemen", "Cuba", "Iraq"]
    orders = Counter()
    for seed in range(1, 361):
        s = new_game(country="Libya", seed=seed)
        leave_countries(s, *to_come)
        order = []
        for seat in (0, 1, 0):
            lead(s, seat)
            last_round(s)
            play(s, *["pass"] * 2)
            order.append(country(s))
        orders[tuple(order)] += 1
        assert sorted(order) == sorted(to_come) and not s[0].left.any()
    assert len(orders) == 6 and min(orders.values()) > 35 and max(orders.values()) < 90


@pytest.mark.rule("WT-24", "WT-26", "WT-27")
def test_the_table_is_discarded_and_the_winner_deals_the_next_country():
    s = new_game(players=3, country="Libya")
    lay(s, 0, "Frigate")
    lay(s, 1, "Destroyer")
    last_round(s)
    play(s, "pass", "pass", "pass")
    assert discards(s) == ["Destroyer", "Frigate"] and row(s, 0) == row(s, 1) == []
    assert s[0].dealer == 1 and s[0].first == 2 and s[0].turn == 2
    assert country(s) != "Libya"


@pytest.mark.rule("WT-29", "WT-30", "WT-31")
def test_kept_cards_stay_and_do_not_lessen_what_is_dealt():
    s = new_game()
    kept = ["Frigate", "Destroyer", "Escort Screen", "Secret Deal", "Defectors", "Disinformation", "World Opinion"]
    hold(s, 1, *kept)
    lay(s, 0, "Frigate")
    last_round(s)
    play(s, "pass", "pass")
    value = COUNTRIES[s[0].country - 1].value
    assert s[0].hand_n[:2].tolist() == [value, 7 + value]
    assert not set(kept) - set(hand(s, 1))


@pytest.mark.rule("WT-R03")
def test_dealing_goes_clockwise_from_the_dealers_left():
    s = new_game(players=3, country="Cuba")
    leave_countries(s, "Yemen")
    discard_deck(s, keep=["Destroyer", "Leaflet Drop"])
    lose_discards(s)
    lead(s, 1)
    last_round(s)
    play(s, "pass", "pass", "pass")
    assert country(s) == "Yemen" and s[0].dealer == 1
    assert s[0].hand_n[:3].tolist() == [1, 0, 1]


@pytest.mark.rule("WT-R27")
def test_cards_that_nobody_has_are_not_dealt():
    s = new_game(country="Yemen")
    leave_countries(s, "Iraq")
    discard_deck(s, keep=["Destroyer", "Leaflet Drop", "Frigate"])
    lose_discards(s)
    lead(s, 0)
    play(s, "pass", "pass")
    assert country(s) == "Iraq" and s[0].hand_n[:2].tolist() == [1, 2] and s[0].draw_n == 0


@pytest.mark.rule("WT-04", "WT-28")
@pytest.mark.parametrize("players", [2, 3])
def test_ten_points_win(players):
    s = new_game(players=players, country="Libya")
    score(s, 0, 7)
    lay(s, 1, "Frigate")
    last_round(s)
    play(s, *["pass"] * players)
    assert is_over(s) and phase(s) == Phase.OVER
    assert payoffs(s) == [1.0 if seat == 1 else -1 / (players - 1) for seat in range(players)]


@pytest.mark.rule("WT-04", "WT-28")
def test_nine_points_do_not_win_with_three():
    s = new_game(players=3, country="Somalia")
    score(s, 0, 7)
    lay(s, 1, "Frigate")
    last_round(s)
    play(s, *["pass"] * 3)
    assert not is_over(s) and s[0].points[1] == 9


@pytest.mark.rule("WT-05", "WT-R01")
def test_nine_points_win_with_four():
    s = new_game(players=4, country="Somalia")
    score(s, 0, 7)
    lay(s, 1, "Frigate")
    last_round(s)
    play(s, *["pass"] * 4)
    assert is_over(s) and payoffs(s)[1] == 1.0


@pytest.mark.rule("WT-05")
def test_eight_points_do_not_win_with_four():
    s = new_game(players=4, country="Somalia")
    score(s, 0, 6)
    lay(s, 1, "Frigate")
    last_round(s)
    play(s, *["pass"] * 4)
    assert not is_over(s)


@pytest.mark.rule("WT-R40", "WT-50")
def test_draw_two_comes_before_the_discarding_and_at_the_end_of_the_game_too():
    s = new_game(country="Iraq")
    score(s, 5)
    lay(s, 0, "Supply Column", "Frigate")
    discard_deck(s, keep=["Destroyer"])
    lose_discards(s)
    last_round(s)
    play(s, "pass", "pass")
    assert is_over(s) and hand(s, 0) == ["Destroyer"]
    assert discards(s) == ["Frigate", "Supply Column"]


@pytest.mark.rule("WT-R04")
@pytest.mark.parametrize(
    ("points", "countries", "results"),
    [
        ([3, 2, 1], [1, 1, 1], [1.0, -0.5, -0.5]),
        ([3, 4, 1], [1, 3, 1], [-0.5, 1.0, -0.5]),
        ([3, 4, 1], [1, 2, 1], [0.25, 0.25, -0.5]),
        ([2, 3, 3], [0, 1, 1], [0.0, 0.0, 0.0]),
    ],
)
def test_without_countries_most_points_then_most_countries_win(points, countries, results):
    """Seat 0 wins the last country, Yemen, besides what the case says."""
    s = new_game(players=3, country="Yemen")
    leave_countries(s)
    score(s, *points)
    s[0].countries[:3] = countries
    lead(s, 0)
    play(s, "pass", "pass", "pass")
    assert is_over(s) and payoffs(s) == results


# The deck


@pytest.mark.rule("WT-32", "WT-R05")
def test_discards_become_a_new_deck_only_when_a_card_is_wanted_and_there_is_none():
    s = new_game(country="Cuba")
    hold(s, 0, "Infantry Division", "Armored Division")
    discard_deck(s, keep=["Frigate"])
    pile = s[0].discard_n
    play(s, "Infantry Division")
    assert s[0].draw_n == 0 and s[0].discard_n == pile and "Frigate" in hand(s, 0)
    play(s, "pass", "Armored Division")
    assert s[0].discard_n == 0 and s[0].draw_n == pile - 1
    audit(s)


@pytest.mark.rule("WT-32", "WT-R05")
def test_a_deck_made_of_discards_runs_out_and_is_made_anew():
    """The one Frigate is the second deck; the table of the contest is the third, and all of it is dealt."""
    s = new_game(country="Cuba")
    leave_countries(s, "Iraq")
    hold(s, 0, "Infantry Division", "Infantry Division", "Armored Division")
    discard_deck(s, keep=["Destroyer", "Frigate"])
    lose_discards(s)
    throw_away(s, "Frigate")
    play(s, "Infantry Division", "pass")
    assert "Destroyer" in hand(s, 0) and s[0].draw_n == 0 and discards(s) == ["Frigate"]
    play(s, "Infantry Division", "pass")
    assert "Frigate" in hand(s, 0) and s[0].draw_n == 0 and discards(s) == []
    play(s, "Armored Division")
    assert hand(s, 0) == ["Destroyer", "Frigate"]
    play(s, "pass")
    dealt = hand(s, 0) + hand(s, 1)
    assert sorted(dealt) == sorted(["Armored Division", "Destroyer", "Frigate"] + ["Infantry Division"] * 2)
    assert s[0].hand_n[:2].tolist() == [3, 2] and s[0].draw_n == s[0].discard_n == 0


@pytest.mark.rule("WT-R48")
def test_a_row_grows_to_six_cards():
    s = new_game(country="Iran")
    lay(s, 0, "Destroyer", "Frigate", "Frigate", "Frigate", "Raiding Party")
    lay(s, 1, "Destroyer", "Leaflet Drop", "Leaflet Drop", "Leaflet Drop", "Raiding Party")
    hold(s, 0, "Heavy Bombers", *["Armored Division"] * 4, *["Infantry Division"] * 6, *["Fighter Sweep"] * 4)
    last_round(s)
    play(s, "pass", "pass", "Heavy Bombers")
    assert s[0].row_n[0] == 6 and s[0].hand_n[0] == 14 and total(s, 0) == 27
    audit(s)
    play(s, "pass")
    assert s[0].points.tolist() == [5, 0, 0, 0]


@pytest.mark.rule("WT-32")
def test_cards_on_the_table_are_not_shuffled():
    s = new_game(country="Cuba")
    lay(s, 1, "Frigate")
    hold(s, 0, "Infantry Division")
    discard_deck(s)
    play(s, "Infantry Division")
    assert row(s, 1) == ["Frigate"] and row(s, 0) == ["Infantry Division"]
    assert (s[0].draw[: s[0].draw_n] == IDS["Frigate"]).sum() + s[0].hand[0, IDS["Frigate"]] == 2
    audit(s)
