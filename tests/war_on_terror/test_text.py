"""What is told of a decision, and how moves name what they are aimed at."""

from __future__ import annotations

import numpy as np

from warzoo.envs.core.text import understand
from warzoo.envs.war_on_terror import GAME

from .table import hold, lay, new_game, play, turn_down


def told(s, words, seat=None):
    """A move in words, played: what is told of it."""
    before = s[0].copy()
    play(s, words)
    return GAME.text.tell(before, GAME.parse(words), s[0], seat)


def moves(s):
    return [GAME.text.describe(int(action), s[0]) for action in np.flatnonzero(GAME.mask(s))]


def test_targets_are_named_by_owner_and_card():
    s = new_game(players=3, country="Iraq")
    lay(s, 1, "Disinformation", "Frigate", "Frigate")
    lay(s, 2, "Destroyer")
    turn_down(s, 2, "Destroyer")
    hold(s, 0, "Precision Strike")
    hold(s, 1, "Escort Screen")
    play(s, "Precision Strike")
    assert moves(s) == [
        "turn over player_1's Disinformation",
        "turn over player_1's Frigate (2)",
        "turn over player_1's Frigate (3)",
        "turn up player_2's Destroyer",
        "stop",
    ]
    legal = np.flatnonzero(GAME.mask(s)).tolist()
    assert understand(GAME.text, legal, s[0], "turn dis") == GAME.parse("turn over next 1")
    assert told(s, "turn over next 1") == "player_0 chose player_1's Disinformation"
    assert moves(s) == ["prevent with Escort Screen", "allow"]
    assert told(s, "prevent with Escort Screen") == ("player_1 kept player_1's Disinformation up with Escort Screen")


def test_the_ends_of_turning_over_are_told():
    s = new_game(country="Yemen")
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Carpet Bombing")
    assert told(s, "Carpet Bombing") == "player_0 played Carpet Bombing; force 1:9"
    assert told(s, "turn over next 1") == "player_0 turned down player_1's Frigate; force 1:5"
    assert told(s.copy(), "stop").startswith("player_0 turned nothing over")
    assert told(s, "turn over next 2").startswith("player_0 turned down player_1's Destroyer")


def test_trades_and_swaps_are_told():
    s = new_game(players=3, country="Iraq")
    lay(s, 1, "Frigate")
    hold(s, 0, "Infiltrators")
    hold(s, 1, "Secret Deal", "Leaflet Drop")
    assert told(s, "Infiltrators") == "player_0 played Infiltrators"
    assert told(s, "take next 1") == "player_0 took player_1's Frigate for Infiltrators; force 0:1:0"
    play(s, "Secret Deal")
    assert moves(s) == ["swap hands with player_2", "swap hands with player_0"]
    assert told(s, "swap second", 1) == "player_1 swapped hands with player_0"


def test_cards_drawn_are_named_to_who_drew_them_and_counted_for_others():
    s = new_game(players=2, country="Cuba")
    hold(s, 0, "Infantry Division")
    before = s[0].copy()
    play(s, "Infantry Division")
    action = GAME.parse("Infantry Division")
    drew = [
        name
        for name in (card.name for card in GAME.text.CARDS)
        if f"drew {name}" in GAME.text.tell(before, action, s[0], 0)
    ]
    assert len(drew) == 1
    for seat in (1, None):
        assert GAME.text.tell(before, action, s[0], seat) == (
            "player_0 played Infantry Division; force 5:0; player_0 drew 1 card"
        )


def test_who_wins_a_country_and_which_one_follows_is_told():
    s = new_game(players=2, country="Yemen")
    hold(s, 0, "Frigate")
    play(s, "Frigate")
    if s[0].turn == 0:
        play(s, "pass")
    words = told(s, "pass")
    assert words.startswith("player_1 passed; player_0 won Yemen, 1 point; ") and " turned up" in words
    assert "drew" in words
