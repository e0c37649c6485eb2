"""The instructions of the countries."""

from __future__ import annotations

import pytest

from warzoo.envs.war_on_terror.board import COUNTRIES, Instruction
from warzoo.envs.war_on_terror.cards import CARDS, Ability, Type
from warzoo.envs.war_on_terror.state import Phase

from .audit import audit
from .table import choices, hand, hold, lay, new_game, phase, play, row, stack, turn_down

PLAIN = {t: next(c.name for c in CARDS if c.type == t and c.ability == Ability.PLAIN) for t in Type if t}
TRIGGERED = [c for c in COUNTRIES if c.trigger]
OTHER_CASES = [(c, t) for c in TRIGGERED for t in PLAIN if t != c.trigger]


@pytest.mark.rule("WT-51", "WT-52")
@pytest.mark.parametrize("country", TRIGGERED, ids=lambda c: c.name)
def test_the_trigger_calls_the_instruction(country):
    s = new_game(country=country.name)
    lay(s, 1, "Heavy Bombers")
    hold(s, 0, PLAIN[country.trigger])
    play(s, PLAIN[country.trigger])
    if country.instruction == Instruction.DRAW:
        assert s[0].hand_n[0] == 1 and phase(s) == Phase.PLAY
    elif country.instruction == Instruction.STRIKE:
        assert s[0].turn == 0 and phase(s) == Phase.STRIKE and choices(s) == ["turn over next 1"]
    else:
        assert s[0].turn == 1 and phase(s) == Phase.YIELD and choices(s) == ["yield 1"]
    audit(s)


@pytest.mark.rule("WT-52")
@pytest.mark.parametrize(("country", "other"), OTHER_CASES)
def test_no_other_type_does(country, other):
    s = new_game(country=country.name)
    lay(s, 1, "Heavy Bombers")
    hold(s, 0, PLAIN[other])
    play(s, PLAIN[other])
    assert s[0].turn == 1 and phase(s) == Phase.PLAY and s[0].hand_n[0] == 0


@pytest.mark.rule("WT-52")
def test_every_player_and_every_time():
    s = new_game(country="Cuba")
    hold(s, 0, "Infantry Division", "Infantry Division")
    hold(s, 1, "Armored Division")
    play(s, "Infantry Division", "Armored Division", "Infantry Division")
    assert s[0].hand_n[:2].tolist() == [2, 1]


@pytest.mark.rule("WT-53")
def test_example_iraq_turns_a_card_of_another_down_for_every_aircraft():
    s = new_game(players=3, country="Iraq")
    lay(s, 1, "Frigate")
    lay(s, 2, "Destroyer")
    hold(s, 0, "Fighter Sweep", "Heavy Bombers")
    play(s, "Fighter Sweep", "turn over second 1")
    assert row(s, 2) == ["(Destroyer)"] and row(s, 1) == ["Frigate"]


@pytest.mark.rule("WT-R11", "WT-R13", "WT-R17")
def test_an_instruction_must_be_followed_on_a_face_up_card_that_is_not_immune():
    s = new_game(players=3, country="Iraq")
    lay(s, 1, "Frigate", "Destroyer", "Stealth Strike")
    turn_down(s, 1, "Frigate")
    hold(s, 0, "Fighter Sweep")
    play(s, "Fighter Sweep")
    assert choices(s) == ["turn over next 2"]


@pytest.mark.rule("WT-R13")
def test_without_such_a_card_nothing_happens():
    s = new_game(country="Iraq")
    lay(s, 1, "Frigate", "Stealth Strike")
    turn_down(s, 1, "Frigate")
    hold(s, 0, "Fighter Sweep")
    play(s, "Fighter Sweep")
    assert s[0].turn == 1 and phase(s) == Phase.PLAY


@pytest.mark.rule("WT-R10")
def test_the_cards_words_come_before_the_instruction():
    s = new_game(country="Iraq")
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Precision Strike")
    play(s, "Precision Strike")
    assert phase(s) == Phase.TURN and row(s, 0) == ["Precision Strike"]
    play(s, "turn over next 1")
    assert phase(s) == Phase.STRIKE and choices(s) == ["turn over next 2"]
    play(s, "turn over next 2")
    assert phase(s) == Phase.PLAY and s[0].turn == 1


@pytest.mark.rule("WT-R10")
def test_a_declined_text_still_leaves_the_instruction():
    s = new_game(country="Iraq")
    lay(s, 1, "Frigate")
    hold(s, 0, "Precision Strike")
    play(s, "Precision Strike", "stop")
    assert phase(s) == Phase.STRIKE


@pytest.mark.rule("WT-R10", "WT-R42")
def test_an_instruction_may_hit_the_card_the_words_just_aimed_at():
    """The words' attempt was prevented; the card still lies face up, and no other does."""
    s = new_game(country="Iraq")
    lay(s, 1, "Frigate")
    hold(s, 0, "Precision Strike")
    hold(s, 1, "Escort Screen", "Destroyer")
    play(s, "Precision Strike", "turn over next 1", "prevent with Escort Screen")
    assert phase(s) == Phase.STRIKE and s[0].turn == 0 and choices(s) == ["turn over next 1"]
    play(s, "turn over next 1", "allow")
    assert row(s, 1) == ["(Frigate)"] and phase(s) == Phase.PLAY and s[0].turn == 1


@pytest.mark.rule("WT-53", "WT-R42")
def test_an_instruction_hits_once_though_words_before_it_had_a_card_left_to_turn():
    s = new_game(country="Iraq")
    lay(s, 1, "Frigate")
    hold(s, 0, "Carpet Bombing", "Fighter Sweep")
    play(s, "Carpet Bombing", "turn over next 1", "pass")
    lay(s, 1, "Destroyer", "Leaflet Drop")
    play(s, "Fighter Sweep", "turn over next 2")
    assert row(s, 1) == ["(Frigate)", "(Destroyer)", "Leaflet Drop"] and phase(s) == Phase.PLAY and s[0].turn == 1


@pytest.mark.rule("WT-R10")
def test_a_card_turned_up_by_the_words_may_fall_to_the_instruction():
    s = new_game(country="Iraq")
    lay(s, 1, "Frigate")
    turn_down(s, 1, "Frigate")
    hold(s, 0, "Precision Strike")
    play(s, "Precision Strike", "turn over next 1")
    assert phase(s) == Phase.STRIKE and choices(s) == ["turn over next 1"]


@pytest.mark.rule("WT-R10", "WT-47")
def test_hands_are_traded_before_the_country_lets_draw():
    """The card drawn is no part of the hand given away."""
    s = new_game(country="Sudan")
    hold(s, 0, "Secret Deal", "Frigate")
    hold(s, 1, "Destroyer")
    stack(s, "Heavy Bombers")
    play(s, "Secret Deal")
    assert phase(s) == Phase.SWAP and row(s, 0) == ["Secret Deal"] and hand(s, 0) == ["Frigate"]
    play(s, "swap next")
    assert hand(s, 0) == ["Destroyer", "Heavy Bombers"] and hand(s, 1) == ["Frigate"]


@pytest.mark.rule("WT-R10", "WT-46")
def test_a_card_is_taken_before_the_instruction_asks_for_others():
    """The trade card itself lies where the other was when its owner must turn one down."""
    s = new_game(country="Iran")
    lay(s, 1, "Frigate", "Attack Submarine")
    hold(s, 0, "Defectors")
    play(s, "Defectors", "take next 1")
    assert phase(s) == Phase.YIELD and s[0].turn == 1 and choices(s) == ["yield 1"]
    play(s, "yield 1")
    assert row(s, 1) == ["(Defectors)", "Attack Submarine"] and hand(s, 0) == ["Frigate"]


@pytest.mark.rule("WT-R10")
def test_own_choice_by_card_and_by_country_asks_twice():
    s = new_game(country="Iran")
    lay(s, 1, "Frigate", "Destroyer", "Fighter Sweep")
    hold(s, 0, "Disinformation")
    play(s, "Disinformation", "yield 1", "yield 2")
    assert row(s, 1) == ["(Frigate)", "(Destroyer)", "Fighter Sweep"] and s[0].turn == 1
    assert phase(s) == Phase.PLAY


@pytest.mark.rule("WT-R45", "WT-R10")
def test_a_trade_card_triggers_for_its_player():
    s = new_game(country="Somalia")
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Infiltrators")
    play(s, "Infiltrators", "take next 1")
    assert phase(s) == Phase.STRIKE and s[0].turn == 0
    assert choices(s) == ["turn over next 1", "turn over next 2"]


@pytest.mark.rule("WT-52")
def test_the_draw_comes_from_the_deck_to_who_played():
    s = new_game(country="Syria")
    hold(s, 0, "Raiding Party")
    hold(s, 1, "Special Forces")
    play(s, "Raiding Party", "Special Forces")
    assert s[0].hand_n[:2].tolist() == [1, 1]


# Yemen


@pytest.mark.rule("WT-55", "WT-54", "WT-17")
def test_example_yemen_two_cards_in_its_one_round():
    s = new_game(country="Yemen")
    hold(s, 0, "Frigate", "Destroyer", "Fighter Sweep")
    play(s, "Frigate")
    assert s[0].turn == 0 and choices(s) == ["Fighter Sweep", "Destroyer", "pass"]
    play(s, "Destroyer")
    assert s[0].turn == 1 and row(s, 0) == ["Frigate", "Destroyer"]
    play(s, "pass")
    assert s[0].points[0] == 1


@pytest.mark.rule("WT-56")
def test_yemen_one_card_is_enough():
    s = new_game(country="Yemen")
    hold(s, 0, "Frigate", "Destroyer")
    play(s, "Frigate", "pass")
    assert s[0].turn == 1 and row(s, 0) == ["Frigate"] and hand(s, 0) == ["Destroyer"]


@pytest.mark.rule("WT-55", "WT-18")
def test_yemen_a_pass_ends_the_turn():
    s = new_game(country="Yemen")
    hold(s, 0, "Frigate", "Destroyer")
    play(s, "pass")
    assert s[0].turn == 1


@pytest.mark.rule("WT-55")
def test_elsewhere_one_card_a_turn():
    s = new_game(country="Sudan")
    hold(s, 0, "Frigate", "Destroyer")
    play(s, "Frigate")
    assert s[0].turn == 1


@pytest.mark.rule("WT-R24")
def test_yemen_one_card_in_the_extra_inning():
    s = new_game(country="Yemen")
    play(s, "pass", "pass")
    hold(s, 0, "Frigate", "Destroyer")
    play(s, "Frigate")
    assert s[0].extra and s[0].turn == 1


@pytest.mark.rule("WT-R25")
def test_yemen_the_first_card_is_resolved_before_the_second():
    s = new_game(players=3, country="Yemen")
    lay(s, 2, "Frigate")
    hold(s, 0, "Precision Strike", "Destroyer")
    hold(s, 2, "Leaflet Drop")
    play(s, "Precision Strike", "turn over second 1")
    assert phase(s) == Phase.PREVENT and s[0].turn == 2
    play(s, "allow")
    assert phase(s) == Phase.PLAY and s[0].turn == 0 and choices(s) == ["Destroyer", "pass"]


@pytest.mark.rule("WT-R44")
def test_yemen_a_second_card_from_the_hand_traded_for():
    s = new_game(country="Yemen")
    hold(s, 0, "Secret Deal", "Frigate")
    hold(s, 1, "Destroyer", "Leaflet Drop")
    play(s, "Secret Deal", "swap next")
    assert s[0].turn == 0 and choices(s) == ["Leaflet Drop", "Destroyer", "pass"]
    play(s, "Destroyer")
    assert row(s, 0) == ["Secret Deal", "Destroyer"] and s[0].turn == 1


@pytest.mark.rule("WT-55")
def test_yemen_without_a_second_card_the_turn_is_over():
    s = new_game(country="Yemen")
    hold(s, 0, "Frigate")
    play(s, "Frigate")
    assert s[0].turn == 1
