"""The options that change hand sizes: `tactical_advantage` and `strategic_exhaustion`."""

from __future__ import annotations

import pytest

from .table import (
    CENTRE,
    PLAIN,
    award,
    end_round,
    hand,
    hold,
    new_game,
    payoffs,
    place,
    play,
    tire,
)

# Tactical advantage


@pytest.mark.rule("CW-41", "CW-R21")
def test_three_battles_give_a_hand_of_nine_for_a_round():
    s = new_game(length="long", tactical_advantage=True)
    end_round(s, 0, 0, 0)
    assert s[0].limit.tolist() == [9, 8] and s[0].hand_n.tolist() == [9, 8]
    end_round(s, 0, 0, 1)
    assert s[0].limit.tolist() == [8, 8]


@pytest.mark.rule("CW-41")
@pytest.mark.parametrize(("option", "won"), [(True, (0, 0, 1)), (False, (0, 0, 0))])
def test_two_battles_or_no_option_do_not(option, won):
    s = new_game(length="long", tactical_advantage=option)
    end_round(s, *won)
    assert s[0].limit.tolist() == [8, 8] and s[0].hand_n.tolist() == [8, 8]


@pytest.mark.rule("CW-R20", "CW-R21")
def test_the_ninth_card_is_kept_until_it_is_deployed():
    s = new_game(length="long", tactical_advantage=True)
    end_round(s, 0, 0, 0)
    end_round(s, 0, 0, 1)
    assert s[0].hand_n[0] == 9
    hold(s, 0, *PLAIN, "Marines", "Amphib")
    play(s, "Marines > battle 1")
    assert sorted(hand(s, 0)) == sorted([*PLAIN, "Amphib"])


@pytest.mark.rule("CW-41", "CW-R13")
def test_open_battles_given_by_points_count_as_won():
    s = new_game(length="long", tactical_advantage=True)
    award(s, left=0)
    place(s, 0, CENTRE, "Bunker")
    hold(s, 0, "Marines")
    tire(s)
    play(s, "Marines > battle 3")
    assert s[0].limit.tolist() == [9, 8]


# Strategic exhaustion


@pytest.mark.rule("CW-42")
def test_losing_three_battles_costs_a_card_for_good():
    s = new_game(length="long", strategic_exhaustion=True)
    end_round(s, 0, 0, 0)
    assert s[0].limit.tolist() == [8, 7]
    end_round(s, 1, 1, 0)
    assert s[0].limit.tolist() == [8, 7]
    end_round(s, 0, 0, 0)
    end_round(s, 1, 1, 1)
    assert s[0].limit.tolist() == [7, 6]


@pytest.mark.rule("CW-42", "CW-R13")
def test_open_battles_given_by_points_count_as_lost():
    s = new_game(length="long", strategic_exhaustion=True)
    award(s, left=0)
    place(s, 0, CENTRE, "Bunker")
    hold(s, 0, "Marines")
    tire(s)
    play(s, "Marines > battle 3")
    assert s[0].limit.tolist() == [8, 7]


@pytest.mark.rule("CW-R20")
def test_a_smaller_hand_size_discards_nothing():
    s = new_game(length="long", strategic_exhaustion=True)
    end_round(s, 0, 0, 0)
    assert s[0].hand_n[1] == 8
    hold(s, 1, *PLAIN, "Marines")
    s[0].turn = 1
    play(s, "Marines > battle 1")
    assert sorted(hand(s, 1)) == sorted(PLAIN)


@pytest.mark.rule("CW-43")
@pytest.mark.parametrize("winner", [0, 1])
def test_bringing_the_other_to_three_cards_wins_the_game(winner):
    s = new_game(length="long", strategic_exhaustion=True)
    s[0].hand_size[1 - winner] = 5
    s[0].rounds_won[1 - winner] = 2
    end_round(s, winner, winner, winner)
    assert not s[0].over
    end_round(s, winner, winner, winner)
    assert s[0].over and s[0].round_no == 2
    assert payoffs(s) == ([1, -1] if winner == 0 else [-1, 1])


@pytest.mark.rule("CW-43", "CW-R19")
@pytest.mark.parametrize(("option", "result"), [(True, [1, -1]), (False, [-1, 1])])
def test_a_hand_of_three_decides_before_rounds_are_counted(option, result):
    s = new_game(length="long", strategic_exhaustion=option)
    s[0].hand_size[1] = 4
    s[0].round_no = 41
    s[0].rounds_won = [18, 20]
    end_round(s, 0, 0, 0)
    assert s[0].over and s[0].rounds_won.tolist() == [19, 20]
    assert payoffs(s) == result
