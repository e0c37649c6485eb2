"""Who knows what of another's hand."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.cards import IDS

from .audit import audit
from .table import (
    aware,
    choices,
    deal_to,
    discard_deck,
    hand,
    hold,
    known,
    lay,
    new_game,
    play,
    redealt,
    sight,
    trade_hands,
)

pytestmark = pytest.mark.rule("WT-R31")


def hands_redealt(s, seat, holder, count=40):
    return [hand(redealt(s, seat, k), holder) for k in range(count)]


def test_all_see_which_card_a_trade_card_took():
    s = new_game(players=4)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    play(s, "Infiltrators", "take next 1")
    assert [known(s, seat, 0) for seat in range(4)] == [[], ["Destroyer"], ["Destroyer"], ["Destroyer"]]
    assert sight(s, 1).known[2, IDS["Destroyer"] - 1] == 1
    assert sight(s, 3).known[0, IDS["Destroyer"] - 1] == 1
    assert all("Destroyer" in cards and len(cards) == 2 for cards in hands_redealt(s, 2, 0))


def test_that_wears_off_when_such_a_card_is_played():
    s = new_game(players=2)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Destroyer")
    play(s, "Infiltrators", "take next 1", "pass", "Destroyer")
    assert hand(s, 0) == ["Destroyer"] and known(s, 1, 0) == []
    audit(s)


def test_each_of_two_traders_knows_the_hand_he_gave():
    s = new_game(players=3)
    hold(s, 0, "Secret Deal", "Frigate", "Frigate")
    hold(s, 1, "Destroyer")
    hold(s, 2, "Leaflet Drop")
    play(s, "Secret Deal", "swap next")
    assert known(s, 0, 1) == ["Frigate", "Frigate"] and known(s, 1, 0) == ["Destroyer"]
    assert known(s, 2, 0) == known(s, 2, 1) == known(s, 0, 2) == []
    assert set(map(tuple, hands_redealt(s, 0, 1))) == {("Frigate", "Frigate")}
    assert len(set(map(tuple, hands_redealt(s, 2, 1)))) > 20
    play(s, "Frigate")
    assert known(s, 0, 1) == ["Frigate"]


def test_what_a_third_player_saw_goes_along_with_the_cards():
    s = new_game(players=3)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    hold(s, 1, "Secret Deal", "Leaflet Drop")
    play(s, "Infiltrators", "take next 1", "Secret Deal", "swap second")
    assert hand(s, 1) == ["Destroyer", "Frigate"]
    assert known(s, 2, 1) == ["Destroyer"] and known(s, 2, 0) == []
    assert known(s, 0, 1) == ["Destroyer", "Frigate"] and known(s, 1, 0) == ["Leaflet Drop"]


def test_a_prevent_card_shown_is_known_no_more():
    s = new_game(players=3)
    lay(s, 0, "Frigate")
    lay(s, 2, "Escort Screen")
    hold(s, 0, "Infiltrators")
    hold(s, 1, "Precision Strike")
    play(s, "Infiltrators", "take second 1")
    assert known(s, 1, 0) == ["Escort Screen"]
    play(s, "Precision Strike", "turn over second 1", "prevent with Escort Screen")
    assert known(s, 1, 0) == known(s, 2, 0) == []
    audit(s)


def test_a_seat_knows_which_of_its_cards_others_saw():
    s = new_game(players=4)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    play(s, "Infiltrators", "take next 1")
    assert [aware(s, 0, steps) for steps in (1, 2, 3)] == [["Destroyer"]] * 3
    s = new_game(players=3)
    hold(s, 0, "Secret Deal", "Frigate", "Frigate")
    hold(s, 1, "Destroyer", "World Opinion")
    play(s, "Secret Deal", "swap next")
    assert aware(s, 0, 1) == ["Destroyer", "World Opinion"] and aware(s, 0, 2) == []
    drawn = GAME.text.draw(s[0], 0).ansi()
    assert "player_1 knows of:" in drawn and "player_2 knows of:" not in drawn
    play(s, "Frigate")
    assert aware(s, 1, 2) == ["Frigate"] and aware(s, 1, 1) == []


def passed_on(drawn):
    """Seat 2 gave two cards to seat 1, who drew more and gave all to seat 0."""
    s = new_game(players=3)
    hold(s, 1, "Secret Deal", "Leaflet Drop")
    hold(s, 2, "Frigate", "Destroyer")
    play(s, "pass", "Secret Deal", "swap next", "pass")
    hold(s, 0, "Secret Deal")
    deal_to(s, 1, *drawn)
    play(s, "Secret Deal", "swap next")
    return s


def test_an_earlier_owner_goes_on_knowing_what_he_gave_but_the_new_one_cannot_tell():
    s = passed_on(["Supply Column", "Air Bridge"])
    assert hand(s, 0) == ["Air Bridge", "Destroyer", "Frigate", "Supply Column"]
    assert known(s, 2, 0) == ["Destroyer", "Frigate"] and aware(s, 0, 2) == []
    assert known(s, 1, 0) == aware(s, 0, 1) == hand(s, 0)


def test_what_all_saw_is_known_to_an_earlier_owner_too():
    s = new_game(players=3)
    lay(s, 2, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    play(s, "Infiltrators", "take second 1")
    trade_hands(s, 0, 1)
    trade_hands(s, 1, 2)
    assert aware(s, 2, 2) == ["Destroyer", "Frigate"] and aware(s, 2, 1) == ["Destroyer"]
    assert known(s, 0, 2) == ["Destroyer", "Frigate"]


def test_cards_drawn_after_a_trade_are_the_holders_secret():
    s = new_game()
    hold(s, 0, "Frigate", "Destroyer")
    hold(s, 1, "Leaflet Drop")
    trade_hands(s, 0, 1)
    deal_to(s, 1, "Frigate")
    assert known(s, 0, 1) == aware(s, 1, 1) == ["Destroyer", "Frigate"] and len(hand(s, 1)) == 3


def test_a_shuffle_is_not_remembered():
    """Nobody counts out what lay in no discard pile: the hand of the other stays as unknown as before."""
    s = new_game(country="Cuba")
    hold(s, 0, "Infantry Division", "Frigate")
    hold(s, 1, "Leaflet Drop", "Destroyer")
    discard_deck(s)
    play(s, "Infantry Division")
    assert known(s, 0, 1) == known(s, 1, 0) == []


def test_with_two_players_a_seat_always_knows_what_the_other_knows():
    for seed in range(20):
        s = new_game(seed=seed)
        hold(s, 0, "Secret Deal", "Infiltrators", "Frigate")
        hold(s, 1, "Secret Deal", "Destroyer", "Supply Column")
        rng = np.random.default_rng(seed)
        while not s[0].over:
            play(s, str(rng.choice(choices(s))))
            assert aware(s, 0, 1) == known(s, 1, 0) and aware(s, 1, 1) == known(s, 0, 1)
