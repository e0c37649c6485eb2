"""What a seat sees of the table and of the decision that is asked."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.cards import CARDS, FEATURES, IDS
from warzoo.envs.war_on_terror.state import Phase

from .games import each_count, scaled, witnessed
from .reading import reading
from .table import (
    LAND_IDS,
    discard_deck,
    hold,
    last_round,
    lay,
    leave_countries,
    lose_discards,
    new_game,
    play,
    sight,
    turn_down,
)

pytestmark = pytest.mark.rule("WT-R31")


def ones(part):
    """Where a part is not zero."""
    return [tuple(map(int, place)) if len(place) > 1 else int(place[0]) for place in np.argwhere(part)]


def test_cards_on_the_table_and_which_of_them_lie_face_up():
    s = new_game(players=3)
    lay(s, 1, "Frigate", "Destroyer")
    turn_down(s, 1, "Frigate")
    o = sight(s, 0)
    assert ones(o.row_points) == [(1, 0), (1, 1)] and o.row_points[1, :2].tolist() == [4, 5]
    assert ones(o.row_up) == [(1, 1)] and o.total.tolist() == [0, 5, 0, 0]
    assert (o.row[1, 0] == FEATURES[IDS["Frigate"]]).all()


def test_a_card_about_to_be_turned_down_and_whose_card_does_it():
    s = new_game(players=3)
    lay(s, 2, "Frigate", "Destroyer")
    hold(s, 0, "Carpet Bombing")
    hold(s, 2, "Leaflet Drop")
    play(s, "Carpet Bombing", "turn over second 2")
    o = sight(s, 1)
    assert ones(o.target) == [(1, 1)] and ones(o.acting) == [1] and ones(o.actor) == [2]
    assert ones(o.phase) == [Phase.PREVENT] and o.stage == 0 and o.turns_left == 1
    assert o.card_points == 1 and (o.card == FEATURES[IDS["Carpet Bombing"]]).all()
    play(s, "allow")
    assert not sight(s, 1).target.any()


def test_an_instruction_is_told_from_the_cards_words():
    s = new_game(country="Iraq")
    lay(s, 1, "Frigate", "Destroyer")
    hold(s, 0, "Fighter Sweep")
    play(s, "Fighter Sweep")
    o = sight(s, 1)
    assert o.stage == 1 and ones(o.phase) == [Phase.STRIKE] and ones(o.country) == [LAND_IDS["Iraq"] - 1]


def test_rounds_and_turns_to_come():
    s = new_game(players=4, country="Somalia")
    assert sight(s, 0).rounds_left == 2 and ones(sight(s, 0).to_come) == [1, 2, 3]
    play(s, "pass", "pass")
    assert ones(sight(s, 0).to_come) == [3] and ones(sight(s, 2).to_come) == [1]
    play(s, "pass", "pass")
    assert sight(s, 0).rounds_left == 1 and sight(s, 0).extra == 0


def test_in_the_extra_inning_only_the_tied_are_to_come():
    s = new_game(players=4)
    for seat in (0, 1, 3):
        lay(s, seat, "Frigate")
    last_round(s)
    play(s, *["pass"] * 4)
    o = sight(s, 2)
    assert o.extra == 1 and o.rounds_left == 0
    assert ones(o.tied) == [1, 2, 3] and ones(o.to_come) == [1, 3]


def test_a_second_card_in_yemen():
    s = new_game(country="Yemen")
    hold(s, 0, "Frigate", "Destroyer")
    assert sight(s, 1).second == 0
    play(s, "Frigate")
    assert sight(s, 1).second == 1


@pytest.mark.parametrize(("players", "target"), [(2, 10), (3, 10), (4, 9)])
def test_piles_and_what_the_game_is_played_to(players, target):
    s = new_game(players=players, country="Iraq")
    leave_countries(s, "Yemen", "Cuba")
    discard_deck(s, keep=["Frigate"])
    o = sight(s, 0)
    assert ones(o.left) == [LAND_IDS["Yemen"] - 1, LAND_IDS["Cuba"] - 1]
    assert (o.value, o.target_points, o.draw_n, o.discard_n) == (5, target, 1, 99)
    lose_discards(s)
    assert sight(s, 0).discard_n == 0


def test_a_hand_of_more_than_forty_cards_counts_as_forty():
    s = new_game()
    hold(s, 1, *[card.name for card in CARDS for _ in range(card.copies)][:45])
    assert s[0].hand_n[1] == 45 and sight(s, 0).hand_n.tolist() == [0, 40, 0, 0]


@each_count
@pytest.mark.parametrize(("style", "deck"), [("random", None), ("heuristic", None), ("trades", 20)])
def test_every_part_is_what_a_plain_reading_of_the_table_says(players, style, deck):
    for seed in range(scaled(4)):
        for s, witness in witnessed(players, seed, style, deck):
            for seat in range(players):
                o, plain = sight(s, seat), reading(s, seat, witness)
                assert set(plain) == set(GAME.observation.fields)
                for name, part in plain.items():
                    assert o[name].tolist() == part, name
