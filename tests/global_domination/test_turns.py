"""Decks, game turns and turns: who draws, who acts, who passes, and when it ends."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination import GAME

from .table import (
    choices,
    deck,
    discards,
    draw_deck,
    empty_stacks,
    everybody_passes,
    hand,
    hold,
    known,
    last_game_turn,
    logistics,
    may,
    new_game,
    owned,
    payoffs,
    phase,
    place,
    play,
    score,
    turn,
    vp,
    weak,
)

# Player decks


@pytest.mark.rule("GD-32", "GD-33")
def test_each_player_has_cards_of_his_own():
    s = new_game(3)
    play(s, "Domination", "discard 1", choices_of_stacks(s)[0])
    assert owned(s, 0).total() == 5 and owned(s, 1).total() == owned(s, 2).total() == 4


def choices_of_stacks(s):
    """What stands on the stacks."""
    return [card["card"] for card in GAME.text.tables()["Cards"] if s[0].stock[GAME.parse(card["card"])] > 0]


@pytest.mark.rule("GD-34", "GD-35", "GD-41")
def test_cards_go_from_deck_to_hand_to_discard_pile():
    s = new_game()
    logistics(s, 2, 2)
    hold(s, 0, "Megastorm")
    deck(s, 0, "Domination", "Domination", "Domination")
    play(s, "Megastorm", "build", "Andes", "done")
    everybody_passes(s)
    assert discards(s, 0) == ["Domination", "Megastorm"]
    assert hand(s, 0) == ["Domination", "Domination"] and draw_deck(s, 0) == ["Domination"]


@pytest.mark.rule("GD-36")
def test_the_discard_pile_is_shuffled_in_when_the_deck_is_empty():
    s = new_game()
    logistics(s, 3, 3)
    hold(s, 0)
    deck(s, 0, "Megastorm")
    everybody_passes(s)
    assert "Megastorm" in hand(s, 0) and hand(s, 0).count("Domination") == 2
    assert draw_deck(s, 0) == ["Domination"] * 2 and discards(s, 0) == []


@pytest.mark.rule("GD-36")
def test_a_deck_just_drawn_out_is_not_replaced_before_the_next_draw():
    s = new_game()
    logistics(s, 2, 2)
    hold(s, 0)
    deck(s, 0, "Megastorm", "Insurgents")
    everybody_passes(s)
    assert hand(s, 0) == ["Insurgents", "Megastorm"]
    assert draw_deck(s, 0) == [] and discards(s, 0) == ["Domination"] * 4


@pytest.mark.rule("GD-37", "GD-R06")
def test_with_nothing_to_draw_the_draw_is_skipped():
    s = new_game()
    logistics(s, 9, 9)
    hold(s, 0, "Domination", "Domination")
    everybody_passes(s)
    assert hand(s, 0) == ["Domination"] * 4 and draw_deck(s, 0) == discards(s, 0) == []


@pytest.mark.rule("GD-R06")
def test_hands_are_kept_and_have_no_limit():
    s = new_game()
    logistics(s, 10, 10)
    hold(s, 0, *["Megastorm"] * 6, *["Insurgents"] * 6)
    deck(s, 0, *["Surrender"] * 6, *["Nuclear Winter"] * 6)
    everybody_passes(s)
    assert len(hand(s, 0)) == 22 and hand(s, 0).count("Megastorm") == 6


# Game turns


@pytest.mark.rule("GD-38", "GD-39", "GD-57", "GD-65")
def test_the_game_ends_as_the_token_enters_the_end_square():
    s = new_game()
    last_game_turn(s)
    score(s, 10, 12)
    place(s, 0, "Andes")
    before = s[0].hand.tolist()
    everybody_passes(s)
    assert s[0].over and vp(s) == [12, 12] and s[0].hand.tolist() == before
    assert payoffs(s) == [0, 0]


@pytest.mark.rule("GD-65", "GD-R38")
@pytest.mark.parametrize(
    ("points", "results"),
    [
        ((5, 3, 2), [1, -0.5, -0.5]),
        ((5, 5, 2), [0.25, 0.25, -0.5]),
        ((4, 4, 4), [0, 0, 0]),
        ((0, 9, 9, 9), [-1 / 3, 1 / 9, 1 / 9, 1 / 9]),
    ],
)
def test_most_points_win_and_equals_share(points, results):
    s = new_game(len(points))
    last_game_turn(s)
    score(s, *points)
    everybody_passes(s)
    assert payoffs(s) == pytest.approx(results)


@pytest.mark.rule("GD-40", "GD-41")
def test_all_draw_as_many_as_their_logistical_value():
    s = new_game(3)
    logistics(s, 1, 2, 3)
    for seat in range(3):
        hold(s, seat, "Domination")
        deck(s, seat, *["Domination"] * 3)
    everybody_passes(s)
    assert [len(hand(s, seat)) for seat in range(3)] == [2, 3, 4]


@pytest.mark.rule("GD-42", "GD-R05")
@pytest.mark.parametrize("rotate", [False, True])
def test_the_marker_stays_or_moves_left(rotate):
    s = new_game(3, rotate_first=rotate)
    openers = []
    for _ in range(4):
        assert turn(s) == s[0].first
        openers.append(turn(s))
        everybody_passes(s)
    assert openers == ([0, 1, 2, 0] if rotate else [0, 0, 0, 0])


# Turns


@pytest.mark.rule("GD-43", "GD-52", "GD-53", "GD-54")
def test_turns_go_round_as_long_as_cards_are_used():
    s = new_game(3)
    order = []
    for area in ("Andes", "Pampas", "West Asia", "South Asia", "East Asia", "West Africa"):
        order.append(turn(s))
        play(s, "Domination", "build", area, "done", "done")
    assert order == [0, 1, 2, 0, 1, 2]


@pytest.mark.rule("GD-43")
def test_several_cards_in_one_turn():
    s = new_game()
    play(s, "Domination", "build", "Andes", "done", "Domination", "build", "Pampas", "done")
    assert turn(s) == 0 and len(hand(s, 0)) == 2


@pytest.mark.rule("GD-55", "GD-R07")
def test_who_uses_no_card_passes_for_the_rest_of_the_game_turn():
    s = new_game()
    play(s, "done")
    for area in ("Andes", "Pampas"):
        assert turn(s) == 1
        play(s, "Domination", "build", area, "done", "done")
    assert s[0].passed.tolist()[:2] == [1, 0] and s[0].game_turn == 1
    play(s, "done")
    assert s[0].game_turn == 2 and s[0].passed.tolist()[:2] == [0, 0]


@pytest.mark.rule("GD-55", "GD-R09")
@pytest.mark.parametrize("way", ["discard 1", "discard 2"])
def test_a_discard_is_a_use(way):
    s = new_game()
    play(s, "Domination", way, *(["Domination"] if way == "discard 2" else []))
    play(s, choices(s)[0], "done")
    assert not s[0].passed[0]


@pytest.mark.rule("GD-56")
def test_play_ends_when_all_have_passed_in_succession():
    s = new_game(3)
    play(s, "done")
    play(s, "Domination", "build", "Andes", "done", "done")
    play(s, "done")
    assert s[0].game_turn == 1 and turn(s) == 1
    play(s, "done")
    assert s[0].game_turn == 2


@pytest.mark.rule("GD-R07")
def test_a_turn_ends_with_the_last_card_and_that_is_no_pass():
    s = new_game()
    hold(s, 0, "Domination")
    play(s, "Domination", "build", "Andes", "done")
    assert turn(s) == 1 and not s[0].passed[0]


@pytest.mark.rule("GD-R08", "GD-R07")
def test_an_empty_hand_at_the_start_of_a_turn_is_a_pass():
    s = new_game(3)
    hold(s, 1)
    play(s, "Domination", "build", "Andes", "done", "done")
    assert turn(s) == 2 and s[0].passed[1]


@pytest.mark.rule("GD-R07")
def test_who_holds_cards_is_asked_even_if_he_can_only_end_the_turn():
    s = new_game()
    fill_up(s)
    empty_stacks(s)
    assert choices(s) == ["done"] and phase(s).name == "TURN"


@pytest.mark.rule("GD-R46", "GD-R15")
def test_a_card_is_offered_for_its_text_alone():
    s = new_game()
    hold(s, 0, "Ore Control", "Supply Depots", "Domination")
    fill_up(s)
    empty_stacks(s)
    assert choices(s) == ["Ore Control", "done"]
    play(s, "Ore Control")
    assert vp(s) == [3, 0]


@pytest.mark.rule("GD-R46", "GD-49", "GD-50")
def test_a_card_is_offered_to_be_discarded_alone():
    s = new_game()
    fill_up(s)
    assert choices(s) == ["Domination", "done"]
    play(s, "Domination")
    assert choices(s) == ["discard 1", "discard 2"]


def fill_up(s):
    """Nothing can be built or attacked by seat 0: it holds the whole map."""
    for area in GAME.text.tables()["Areas"]:
        place(s, 0, area["area"])


@pytest.mark.rule("GD-R42")
def test_every_use_takes_a_card():
    s = new_game()
    for way, second in (("build", []), ("discard 1", []), ("discard 2", ["Domination"])):
        before = len(hand(s, 0))
        play(s, "Domination", way, *second, *(["Andes", "done"] if way == "build" else []))
        if way != "build":
            play(s, next(words for words in choices(s) if words != "Domination"))
        assert len(hand(s, 0)) == before - 1
        hold(s, 0, "Domination", "Domination", "Domination")
    assert GAME.longest > 10 * 6 * 12 * 52


@pytest.mark.rule("GD-R46", "GD-R14")
def test_first_the_card_then_the_way_and_no_way_back():
    s = new_game()
    weak(s, 1, "Andes")
    play(s, "Domination")
    assert choices(s) == ["build", "attack", "discard 1", "discard 2"]
    play(s, "attack")
    assert choices(s) == ["Andes"] and not may(s, "done")


@pytest.mark.rule("GD-R46")
def test_a_lone_way_is_not_asked():
    s = new_game()
    fill_up(s)
    weak(s, 1, "Andes")
    empty_stacks(s)
    play(s, "Domination")
    assert phase(s).name == "AREA" and choices(s) == ["Andes"]


@pytest.mark.rule("GD-R41", "GD-R43")
def test_hands_are_known_while_the_deck_is_empty():
    s = new_game()
    assert known(s, 0) == hand(s, 0)
    play(s, "Domination", "build", "Andes", "done")
    assert known(s, 0) == hand(s, 0) == ["Domination"] * 3
