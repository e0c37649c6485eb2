"""What is told of a move is what all saw of it."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination import GAME

from .table import deck, hold, in_play, logistics, new_game, place, play


def told(s, move, seat=None):
    """The words for this move, which is made."""
    before, action = s.copy(), GAME.parse(move)
    play(s, move)
    return GAME.text.tell(before[0], action, s[0], seat)


@pytest.mark.rule("GD-40", "GD-49")
@pytest.mark.parametrize("seat, told_by", [(0, "player_0 drew "), (1, "cards drawn: player_0 ")])
def test_a_card_taken_for_the_last_one_is_not_taken_for_one_drawn(seat, told_by):
    s = new_game()
    hold(s, 0, "Domination")
    hold(s, 1)
    deck(s, 1)
    in_play(s, "Military Base")
    play(s, "Domination", "discard 1")
    drew = told(s, "Military Base", seat).partition(told_by)[2].partition(";")[0]
    assert sum(int(word) for word in drew.split() if word.lstrip("-").isdigit()) == 4


@pytest.mark.rule("GD-84")
def test_fog_of_war_is_told_though_the_scoring_follows_at_once():
    s = new_game()
    hold(s, 0, "Fog of War")
    hold(s, 1)
    deck(s, 1)
    place(s, 1, "Pacific States", "Atlantic States", "Northern Plains")
    play(s, "done")
    words = told(s, "Fog of War")
    assert "no Region counts for the others" in words and "VP 0:6" in words


@pytest.mark.rule("GD-96")
def test_a_square_paid_is_told():
    s = new_game()
    hold(s, 0, "Domination", "Domination")
    logistics(s, 4, 3)
    in_play(s, "Show of Force")
    play(s, "Domination", "discard 1")
    assert "player_0 moved to Logistical square 3" in told(s, "Show of Force")
