"""Cards, countries, and how a game begins."""

from __future__ import annotations

import re

import numpy as np
import pytest

from warzoo.envs.core.errors import UsageError
from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.board import COUNTRIES, VALUE, Instruction
from warzoo.envs.war_on_terror.cards import CARDS, COPIES, DECK, FEATURES, IDS, POINTS, Ability, Type

from .audit import audit
from .table import choices, country, fight_over, hand, hold, lay, new_game, play, redealt, sight, turn_down


@pytest.mark.rule("WT-06", "WT-07", "WT-09")
def test_the_hundred_force_cards():
    assert len(DECK) == COPIES.sum() == 100
    by_type = {t: sum(c.copies for c in CARDS if c.type == t) for t in Type if t}
    assert by_type == dict.fromkeys(by_type, 20) and len(by_type) == 5
    by_ability = [sum(c.copies for c in CARDS if c.ability == a) for a in Ability]
    assert by_ability == [30, 14, 12, 3, 5, 10, 10, 6, 2, 8]
    assert POINTS[1:].min() == 1 and POINTS.max() == 6
    assert round(float((POINTS * COPIES).sum()) / 100, 2) == 3.44


@pytest.mark.rule("WT-01", "WT-06", "WT-08", "WT-51", "WT-54")
def test_the_ten_countries():
    assert len(COUNTRIES) == 10 and VALUE.sum() == 34
    assert all(1 <= c.value <= 5 and c.instruction for c in COUNTRIES)
    assert next(c for c in COUNTRIES if c.name == "Yemen").value == 1
    assert [c.name for c in COUNTRIES if c.instruction == Instruction.PAIR] == ["Yemen"]


def test_type_ability_and_points_tell_a_card():
    rows = {(*FEATURES[k].tolist(), POINTS[k]) for k in range(1, len(CARDS) + 1)}
    assert len(rows) == len(CARDS)


@pytest.mark.rule("WT-01", "WT-02", "WT-03")
def test_any_country_and_any_cards_come_first():
    states = GAME.deal(3000, GAME.settings(), seed=2)
    first = np.bincount(states["country"], minlength=11)[1:]
    assert first.min() > 230 and first.max() < 370
    assert (states["left"].sum(1) == 9).all()
    assert not states["left"][np.arange(3000), states["country"]].any()
    held = states["hand"].sum((0, 1)) / states["hand"].sum()
    assert np.abs(held - COPIES / 100).max() < 0.006


@pytest.mark.rule("WT-02", "WT-03")
def test_no_two_games_are_dealt_alike():
    states = GAME.deal(500, GAME.settings(players=4), seed=2)
    assert len({s.hand.tobytes() for s in states if VALUE[s.country] == 5}) > 100


@pytest.mark.rule("WT-R01")
def test_two_to_four_players():
    for players in (2, 3, 4):
        s = GAME.deal(1, GAME.settings(players=players), seed=3)
        assert (s[0].hand_n[:players] > 0).all() and not s[0].hand_n[players:].any()
        assert sight(s, 0).present.sum() == players
    for players in (1, 5):
        with pytest.raises(UsageError, match="players"):
            GAME.settings(players=players)


@pytest.mark.rule("WT-10", "WT-R02", "WT-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_seat_deals_first_and_acts_first(players):
    states = GAME.deal(1200, GAME.settings(players=players), seed=4)
    assert (states["dealer"] == states["turn"]).all() and (states["first"] == states["turn"]).all()
    assert (np.bincount(states["dealer"], minlength=players) > 0.8 * 1200 / players).all()


@pytest.mark.rule("WT-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_gets_as_many_cards_as_the_country_is_worth(players):
    states = GAME.deal(200, GAME.settings(players=players), seed=5)
    for k in range(200):
        audit(states[k : k + 1])
    assert (states["hand_n"][:, :players] == VALUE[states["country"]][:, None]).all()


@pytest.mark.rule("WT-12")
def test_other_hands_do_not_show():
    s = new_game(players=3)
    hold(s, 0, "Frigate")
    hold(s, 1, "Destroyer", "Secret Deal")
    hold(s, 2, "Leaflet Drop")
    copies = [redealt(s, 0, k) for k in range(20)]
    assert {sight(copy, 0).tobytes() for copy in copies} == {sight(s, 0).tobytes()}
    assert len({tuple(hand(copy, 1)) for copy in copies}) > 10
    assert {tuple(hand(copy, 0)) for copy in copies} == {("Frigate",)}
    assert sight(s, 0).hand.sum() == 1 and sight(s, 0).hand_n.tolist() == [1, 2, 1, 0]


def test_words_and_actions_are_each_others_inverse():
    words = [GAME.text.describe(action) for action in range(GAME.actions.size)]
    assert len(set(words)) == GAME.actions.size
    assert [GAME.parse(w) for w in words] == list(range(GAME.actions.size))
    with pytest.raises(UsageError, match="examples"):
        GAME.parse("surrender")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_drawing_shows_a_hand_to_its_seat_only(players):
    s = new_game(players=players, country="Iraq")
    hold(s, 0, "Frigate")
    hold(s, 1, "Secret Deal")
    play(s, "Frigate")
    for seat, shown in ((0, False), (1, True), (None, True)):
        assert ("Secret Deal" in GAME.text.draw(s[0], seat).ansi()) == shown
    picture = GAME.text.draw(s[0], 0).ansi()
    assert "1 Frigate 4 S" in picture and "Iraq round 1 of 5" in picture
    assert redealt(s, 0, 7)[0].hand[1].tobytes() != s[0].hand[1].tobytes()
    assert GAME.text.draw(redealt(s, 0, 7)[0], 0).ansi() == picture


def test_a_drawing_waits_for_no_compiler():
    """No rule is called from outside the kernels: it would be compiled anew in every process."""
    assert not [name for name, thing in vars(GAME.text).items() if hasattr(thing, "py_func")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_drawing_tells_points_and_ability_of_every_card_held(players):
    """A hand of twenty fits; of another hand only what is known for certain shows."""
    s = new_game(players=players)
    held = [c.name for c in CARDS if c.ability not in (Ability.TRADE1, Ability.PLAIN)][:19]
    hold(s, 0, *held, held[-1])
    hold(s, 1, "Defectors", "Secret Deal")
    s[0].known[0, 1, IDS["Defectors"]] = 1
    picture = GAME.text.draw(s[0], 0).ansi()
    for card in CARDS:
        words = f"{card.name} {GAME.text.marks(card)}"
        assert (words in picture) == (card.name in held or card.name == "Defectors")
    assert "x2" in picture and " more" not in picture and "surely holds:" in picture
    assert "surely holds:" not in GAME.text.draw(s[0], 1).ansi()


def test_a_hand_too_large_for_its_place_says_what_is_missing():
    s = new_game()
    hold(s, 1, *[c.name for c in CARDS])
    assert re.search(r"and \d+ more", GAME.text.draw(s[0], None).ansi())
    assert re.search(r"and \d+ more", GAME.text.draw(s[0], 1).ansi())


def test_the_drawing_points_at_the_card_about_to_be_turned_down():
    s = new_game()
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Precision Strike")
    hold(s, 1, "Leaflet Drop")
    play(s, "Precision Strike", "turn over next 2")
    assert "2>Destroyer" in GAME.text.draw(s[0], 0).ansi()
    play(s, "allow")
    assert "2 [Destroyer 5 S]" in GAME.text.draw(s[0], 0).ansi()


def labels(s, *moves):
    """What kind of thing each move is, played in turn."""
    kinds = []
    for words in moves:
        kinds.append(GAME.text.label(s[0], GAME.parse(words)))
        play(s, words)
    return kinds


def test_labels_of_plays_and_of_turning_over():
    s = new_game(country="Iraq")
    lay(s, 1, "Frigate", "Destroyer", "Leaflet Drop")
    turn_down(s, 1, "Frigate")
    hold(s, 0, "Carpet Bombing", "Disinformation")
    hold(s, 1, "Escort Screen")
    moves = ["Carpet Bombing", "turn over next 1", "turn over next 2", "allow", "turn over next 3"]
    assert labels(s, *moves) == [
        "TURN2",
        "target turned up",
        "target turned over",
        "prevent declined",
        "country's target",
    ]
    assert labels(s, "prevent with Escort Screen", "pass") == ["prevent used", "pass, empty hand"]
    assert labels(s, "Disinformation", "yield 1") == ["EACH1", "own card yielded"]


def test_labels_of_trades_and_of_what_is_declined():
    s = new_game(country="Yemen")
    lay(s, 1, "Frigate")
    hold(s, 0, "Defectors", "Secret Deal")
    hold(s, 1, "Precision Strike", "Sabotage Team")
    assert labels(s, "Defectors", "take next 1") == ["TRADE1", "card traded"]
    assert labels(s, "Secret Deal", "swap next") == ["SWAP", "hands traded"]
    assert labels(s, "pass") == ["pass"]
    s = new_game(country="Yemen")
    lay(s, 1, "Frigate")
    hold(s, 0, "Precision Strike", "Sabotage Team", "Leaflet Drop")
    hold(s, 1, "Destroyer")
    assert labels(s, "Precision Strike", "turn over next 1", "allow") == [
        "TURN1",
        "target turned over",
        "no prevent card",
    ]
    assert labels(s, "Sabotage Team", "stop") == ["TURN1", "target declined"]
    s = new_game(country="Yemen")
    hold(s, 0, "Frigate", "Destroyer")
    assert labels(s, "Frigate", "pass") == ["PLAIN", "second card declined"]


def test_the_tables_name_every_card_and_country():
    tables = GAME.text.tables()
    assert len(tables["Countries"]) == 10 and len(tables["Force cards"]) == 36
    assert tables["Countries"][7]["instruction"] == "who plays Aircraft turns down a card of another player"


def test_table_verbs_keep_the_counts():
    s = new_game(players=4)
    hold(s, 2, "Frigate", "Frigate")
    fight_over(s, "Iran")
    audit(s)
    assert country(s) == "Iran" and choices(s) == ["pass"]
