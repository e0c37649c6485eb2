"""Before the first card: decks, the draw for the start, hands."""

from __future__ import annotations

import pytest

from warzoo.envs.cards_of_war import GAME
from warzoo.envs.cards_of_war.cards import COPIES, SCORE

from .audit import audit
from .table import hand, new_game, shrink
from .table import play as moves


def dealt(count=400, **options):
    return GAME.deal(count, GAME.settings(**options), seed=5)


@pytest.mark.rule("CW-07")
def test_the_higher_score_opens_the_game():
    s = dealt()
    scores = SCORE[s["cut"]]
    assert (s["starter"] == scores.argmax(1)).all()
    assert (s["turn"] == s["starter"]).all()
    assert 0.4 < s["starter"].mean() < 0.6


@pytest.mark.rule("CW-R01")
def test_equal_scores_are_drawn_again_and_all_is_put_back():
    s = dealt()
    assert (SCORE[s["cut"][:, 0]] != SCORE[s["cut"][:, 1]]).all()
    audit(s)
    assert any(row["hand"][:, row["cut"][0]].any() for row in s)


@pytest.mark.rule("CW-R01", "CW-52")
def test_with_two_decks_each_draws_for_the_start_from_his_own():
    s = dealt(two_decks=True)
    assert (SCORE[s["cut"][:, 0]] != SCORE[s["cut"][:, 1]]).all()
    assert (s["starter"] == SCORE[s["cut"]].argmax(1)).all()


@pytest.mark.rule("CW-09")
def test_each_player_is_dealt_eight_cards():
    s = dealt()
    assert (s["hand_n"] == 8).all() and (s["hand"].sum(-1) == 8).all()


@pytest.mark.rule("CW-10")
def test_each_player_has_three_empty_piles():
    s = dealt()
    assert s["pile_n"].shape[1:] == (2, 3)
    assert not s["pile_n"].any() and not s["total"].any() and not s["won"].any()


@pytest.mark.rule("CW-01", "CW-19")
def test_one_deck_of_52_serves_both():
    s = dealt()
    assert (s["draw_n"] == [36, 0]).all()
    assert (s["hidden"][:, 0] == COPIES).all() and not s["hidden"][:, 1].any()


@pytest.mark.rule("CW-52")
def test_with_two_decks_each_draws_from_his_own():
    s = dealt(two_decks=True)
    assert (s["draw_n"] == 44).all()
    assert (s["hidden"] == COPIES).all()
    audit(s)
    t = new_game(two_decks=True)
    moves(t, f"{hand(t, 0)[0]} > battle 1")
    assert t[0].draw_n.tolist() in ([43, 44], [42, 44])  # two after Reinforce


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        pytest.param({"strategic_exhaustion": True}, "long", marks=pytest.mark.rule("CW-R43", "CW-42")),
        pytest.param({"strategic_exhaustion": True, "length": "short"}, "long", marks=pytest.mark.rule("CW-R43")),
        pytest.param(
            {"strategic_exhaustion": True, "tactical_advantage": True, "length": "long"},
            "replaces",
            marks=pytest.mark.rule("CW-R22"),
        ),
        ({"players": 3}, "players"),
        ({"length": "endless"}, "length"),
        ({"three_decks": True}, "no option"),
        ({"two_decks": 1}, "two_decks"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options, reason):
    with pytest.raises(ValueError, match=reason) as refusal:
        GAME.settings(**options)
    assert type(refusal.value).__name__ == "UsageError"


@pytest.mark.rule("CW-R22")
def test_the_other_options_combine():
    assert GAME.settings(length="long", strategic_exhaustion=True, joint_deployment=True, two_decks=True)
    assert GAME.settings(length="long", tactical_advantage=True, theatres_of_war=True, alternative_reinforce=True)


def test_the_table_verbs_keep_the_cards_together():
    t = new_game()
    audit(t)
    shrink(t, 5)
    assert t[0].draw_n[0] == 5
