"""The table of Cards of War as data: all of it is there, and each seat is told what it may know."""

from __future__ import annotations

from collections import Counter

import numpy as np

from warzoo.envs.cards_of_war import GAME
from warzoo.envs.cards_of_war.cards import CARDS

from ..games import scaled, some_positions
from ..verbs import shown
from .table import CENTRE, LEFT, choices, discard, hold, new_game, place, play, stack

COPIES = Counter({card.name: card.copies for card in CARDS})


def test_every_card_is_somewhere_once():
    for options in GAME.variants:
        decks = 2 if options.get("two_decks") else 1
        for s in some_positions(GAME, options, scaled(60), np.random.default_rng(1))[:, None]:
            table, named = shown(s, None), Counter()
            for player in table["players"].values():
                assert player["cards"] == len(player["hand"])
                named.update(player["hand"])
            for battle in table["battles"]:
                for pile in battle["piles"].values():
                    named.update(pile["cards"])
            for deck in table["decks"]:
                named.update(deck["discards"])
            assert len(table["decks"]) == decks
            assert all(n <= decks * COPIES[name] for name, n in named.items())
            assert named.total() + sum(deck["draw_pile"] for deck in table["decks"]) == decks * COPIES.total()


def test_a_hand_is_for_its_owner_and_what_lies_open_for_all():
    s = new_game()
    hold(s, 1, "Snipers", "Bunker")
    place(s, 0, LEFT, "Infantry", "Tanks")
    discard(s, "Cruiser", "Convoy")
    own, other = (shown(s, seat) for seat in (1, 0))
    assert sorted(own["players"]["player_1"]["hand"]) == ["Bunker", "Snipers"]
    assert (other["players"]["player_1"]["hand"], other["players"]["player_1"]["cards"]) == (None, 2)
    assert own["battles"] == other["battles"] and own["decks"] == other["decks"]
    assert own["battles"][LEFT]["piles"]["player_0"]["cards"] == ["Infantry", "Tanks"]
    assert own["battles"][CENTRE]["piles"]["player_0"] == {"points": 0, "cards": []}
    assert own["decks"][0]["discards"][-2:] == ["Cruiser", "Convoy"] and own["drawn"] is None


def test_a_card_drawn_to_choose_from_is_for_who_drew_it():
    s = new_game(alternative_reinforce=True)
    hold(s, 0, "Air Transport")
    discard(s, "Spy")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert [shown(s, seat)["drawn"] for seat in (None, 0, 1)] == ["Marines", "Marines", None]
    assert shown(s, 1)["phase"] == "choose" and "Spy > battle 2" in choices(s)


def test_a_report_is_told_by_theatre():
    s = new_game()
    hold(s, 0, "Reconnaissance")
    hold(s, 1, "Bunker", "Cruiser", "Infantry")
    play(s, "Reconnaissance > battle 1")
    assert shown(s, 0)["players"]["player_1"]["reported"] == {"sea": 1, "ground": 2}
    assert shown(s, 0)["players"]["player_0"]["reported"] == {}
