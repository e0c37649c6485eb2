"""The option `alternative_reinforce`."""

from __future__ import annotations

import pytest

from warzoo.envs.cards_of_war.state import Phase

from .audit import audit
from .table import (
    CENTRE,
    LEFT,
    PLAIN,
    choices,
    discard,
    discards,
    everywhere,
    hand,
    hold,
    leave,
    new_game,
    pile,
    place,
    play,
    shrink,
    stack,
)


@pytest.mark.rule("CW-35", "CW-R23")
def test_reinforce_offers_the_drawn_card_and_the_top_discard_only():
    s = new_game(alternative_reinforce=True)
    discard(s, "Tanks", "Spy")
    hold(s, 0, "Air Transport", *PLAIN)
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert s[0].turn == 0 and s[0].phase == Phase.CHOOSE
    assert set(choices(s)) == everywhere("Marines", "Spy")


@pytest.mark.rule("CW-35")
def test_without_the_option_the_top_discard_is_not_offered():
    s = new_game()
    discard(s, "Spy")
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert set(choices(s)) == everywhere("Marines", "Bunker")


@pytest.mark.rule("CW-36")
def test_who_takes_the_top_discard_discards_the_drawn_card():
    s = new_game(alternative_reinforce=True)
    discard(s, "Tanks", "Spy")
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines", "Amphib")
    play(s, "Air Transport > battle 1", "Spy > battle 2")
    assert pile(s, 0, CENTRE) == ["Spy"]
    assert discards(s) == ["Tanks", "Marines"]
    assert "Marines" not in hand(s, 0) and s[0].hand_n[0] == 8
    audit(s)


@pytest.mark.rule("CW-35")
def test_who_deploys_the_drawn_card_leaves_the_discards_alone():
    s = new_game(alternative_reinforce=True)
    discard(s, "Tanks", "Spy")
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1", "Marines > battle 2")
    assert pile(s, 0, CENTRE) == ["Marines"] and discards(s) == ["Tanks", "Spy"]
    assert s[0].turn == 1


@pytest.mark.rule("CW-R23")
def test_without_discards_there_is_only_the_drawn_card():
    s = new_game(alternative_reinforce=True)
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert set(choices(s)) == everywhere("Marines")


@pytest.mark.rule("CW-R41")
def test_the_draw_and_its_reshuffle_come_before_the_choice():
    s = new_game(alternative_reinforce=True)
    discard(s, "Tanks", "Spy")
    hold(s, 0, "Air Transport", "Bunker")
    leave(s, "Amphib", "Marines")
    play(s, "Air Transport > battle 1")
    assert discards(s) == [] and len(choices(s)) == 3


@pytest.mark.rule("CW-R41")
def test_nothing_drawn_is_no_extra_deployment():
    s = new_game(alternative_reinforce=True)
    hold(s, 0, "Air Transport", "Bunker")
    shrink(s, 0)
    play(s, "Air Transport > battle 1")
    assert s[0].turn == 1 and hand(s, 0) == ["Bunker"]


@pytest.mark.rule("CW-R41")
@pytest.mark.parametrize("seat", [0, 1])
def test_with_two_decks_the_top_discard_is_the_own_one(seat):
    s = new_game(alternative_reinforce=True, two_decks=True)
    s[0].turn = seat
    discard(s, "Spy", seat=seat)
    discard(s, "Tanks", seat=1 - seat)
    hold(s, seat, "Air Transport", "Bunker")
    stack(s, "Marines", seat=seat)
    play(s, "Air Transport > battle 1")
    assert set(choices(s)) == everywhere("Marines", "Spy")
    play(s, "Spy > battle 1")
    assert discards(s, seat) == ["Marines"] and discards(s, 1 - seat) == ["Tanks"]
    audit(s)


@pytest.mark.rule("CW-17", "CW-R08")
def test_a_reinforce_taken_from_the_discards_works_again():
    s = new_game(alternative_reinforce=True)
    discard(s, "Supreme Headquarters")
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines", "Amphib")
    play(s, "Air Transport > battle 1", "Supreme Headquarters > battle 2")
    assert s[0].turn == 0 and set(choices(s)) == everywhere("Amphib", "Marines")


@pytest.mark.rule("CW-36", "CW-R40")
def test_the_drawn_card_is_discarded_before_what_is_killed():
    s = new_game(alternative_reinforce=True)
    discard(s, "Snipers")
    place(s, 1, LEFT, "Infantry")
    hold(s, 0, "Air Transport")
    stack(s, "Marines")
    play(s, "Air Transport > battle 2", "Snipers > battle 1")
    assert discards(s) == ["Marines", "Infantry"]
