"""Who opens a round, and how rounds make a game."""

from __future__ import annotations

import pytest

from .table import end_round, give, may, new_game, payoffs, play, tire


def draw_round(s):
    """A round without a winner of two battles."""
    give(s, s[0].turn, "Propaganda")
    tire(s)
    play(s, "Propaganda > battle 1")


@pytest.mark.rule("CW-08")
@pytest.mark.parametrize("won", [(0, 0, 1), (1, 1, 0), (0, 0, 0), (1, 1, 1)])
def test_the_winner_opens_the_next_round(won):
    s = new_game()
    end_round(s, *won)
    assert s[0].starter == s[0].turn == int(sum(won) >= 2)
    assert s[0].round_no == 2 and s[0].deployed == 0


@pytest.mark.rule("CW-R14")
@pytest.mark.parametrize("starter", [0, 1])
def test_after_a_drawn_round_the_other_opens(starter):
    s = new_game()
    s[0].starter = s[0].turn = starter
    draw_round(s)
    assert s[0].rounds_won.tolist() == [0, 0]
    assert s[0].starter == s[0].turn == 1 - starter


@pytest.mark.rule("CW-R14")
def test_a_short_game_without_a_winner_is_a_draw():
    s = new_game(length="short")
    draw_round(s)
    assert s[0].over and payoffs(s) == [0, 0]


@pytest.mark.rule("CW-32")
def test_a_short_game_is_one_round():
    s = new_game(length="short")
    end_round(s, 1, 0, 1)
    assert s[0].over and payoffs(s) == [-1, 1]


@pytest.mark.rule("CW-33")
def test_a_normal_game_needs_two_rounds_of_three():
    s = new_game(length="normal")
    end_round(s, 0, 0, 1)
    end_round(s, 1, 1, 0)
    assert not s[0].over
    end_round(s, 0, 1, 0)
    assert s[0].over and payoffs(s) == [1, -1]


@pytest.mark.rule("CW-R17")
def test_a_normal_game_stops_at_the_second_round_won():
    s = new_game(length="normal")
    end_round(s, 1, 1, 1)
    assert not s[0].over
    end_round(s, 1, 1, 0)
    assert s[0].over and s[0].round_no == 2 and payoffs(s) == [-1, 1]


@pytest.mark.rule("CW-R18")
def test_with_drawn_rounds_more_rounds_won_win_after_three():
    s = new_game(length="normal")
    draw_round(s)
    end_round(s, 1, 1, 0)
    assert not s[0].over
    draw_round(s)
    assert s[0].over and payoffs(s) == [-1, 1]


@pytest.mark.rule("CW-R18")
def test_equal_rounds_after_three_are_a_drawn_game():
    s = new_game(length="normal")
    end_round(s, 0, 0, 1)
    draw_round(s)
    end_round(s, 1, 1, 0)
    assert s[0].over and payoffs(s) == [0, 0]


@pytest.mark.rule("CW-34")
def test_a_long_game_goes_on_until_a_lead_of_three():
    s = new_game(length="long")
    end_round(s, 1, 1, 0)
    for _ in range(3):
        end_round(s, 0, 0, 1)
        assert not s[0].over
    end_round(s, 0, 0, 1)
    assert s[0].rounds_won.tolist() == [4, 1]
    assert s[0].over and payoffs(s) == [1, -1]


@pytest.mark.rule("CW-R19")
@pytest.mark.parametrize(
    ("before", "winner", "result"), [([20, 20], 0, [1, -1]), ([19, 20], 1, [-1, 1]), ([19, 20], 0, [0, 0])]
)
def test_a_long_game_stops_after_41_rounds(before, winner, result):
    s = new_game(length="long")
    s[0].rounds_won = before
    s[0].round_no = 40
    draw_round(s)
    assert not s[0].over and s[0].round_no == 41
    end_round(s, winner, winner, 1 - winner)
    assert s[0].over and payoffs(s) == result


def test_a_finished_game_allows_nothing():
    s = new_game(length="short")
    end_round(s, 0, 0, 0)
    assert not may(s, "wait") and not may(s, "Bunker > battle 1")
