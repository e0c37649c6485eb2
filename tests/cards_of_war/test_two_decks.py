"""The option `two_decks`."""

from __future__ import annotations

import pytest

from warzoo.envs.cards_of_war.cards import COPIES

from .audit import audit
from .table import (
    LEFT,
    PLAIN,
    discard,
    discards,
    hand,
    hold,
    new_game,
    place,
    play,
    shrink,
)


@pytest.mark.rule("CW-53", "CW-R30")
def test_each_card_goes_to_its_owners_discards():
    s = new_game(two_decks=True)
    place(s, 0, LEFT, "Radar", "War Industry")
    place(s, 1, LEFT, "Radar", "Infantry")
    hold(s, 0, "Snipers")
    play(s, "Snipers > battle 1")
    assert discards(s, 1) == ["Infantry", "Radar"] and discards(s, 0) == []
    audit(s)


@pytest.mark.rule("CW-53", "CW-R30", "CW-24")
def test_each_deck_is_reshuffled_by_itself():
    s = new_game(two_decks=True)
    discard(s, "Spy", "Tanks", seat=0)
    discard(s, "Marines", seat=1)
    hold(s, 0, "Sea Mines", *PLAIN)
    shrink(s, 2, seat=0)
    play(s, "Sea Mines > battle 1")
    assert discards(s, 0) == [] and discards(s, 1) == ["Marines"]
    assert s[0].draw_n[0] == 3 and s[0].draw_n[1] == 52 - 8 - 1


@pytest.mark.rule("CW-52")
def test_both_players_may_hold_the_same_card():
    s = new_game(two_decks=True)
    hold(s, 0, "Radar")
    hold(s, 1, "Radar")
    audit(s)
    assert hand(s, 0) == hand(s, 1) == ["Radar"]
    assert s[0].hidden.sum() == 2 * COPIES.sum()
