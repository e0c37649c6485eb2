"""What a seat sees is what the table shows, said twice."""

from __future__ import annotations

import pytest

from warzoo.envs.global_domination.board import AREAS
from warzoo.envs.global_domination.state import Phase

from .games import STYLES, each_count, scaled, witnessed
from .reading import reading
from .table import deck, hold, last_game_turn, new_game, phase, place, play, score, sight, weak

pytestmark = pytest.mark.rule("GD-R41", "GD-R43")
TELLING = (  # cards that make the rare parts: windows, fog, what is handed on, due or left of Regions
    "airborne_forces",
    "bio_weapons",
    "carrier_task_force",
    "fog_of_war",
    "global_disruption",
    "insurgents",
    "megastorm",
    "military_base",
    "show_of_force",
    "surrender",
)


@each_count
@pytest.mark.parametrize("style", STYLES)
def test_every_part_is_what_a_plain_reading_says(players, style):
    for seed in range(scaled(2)):
        options = {"stacks": () if seed else TELLING, "rotate_first": bool((players + seed) % 2)}
        for turn, (s, witness) in enumerate(witnessed(players, seed, style, **options)):
            seat = turn % players
            o, parts = sight(s, seat), reading(s, seat, witness)
            for name, part in parts.items():
                assert o[name].tolist() == part, (name, turn, seat)
            assert set(parts) == {name for name in o.dtype.names if not name.startswith("_")}


def test_points_left_and_regions_left_are_seen():
    s = new_game(3)
    hold(s, 1, "Surrender")
    place(s, 1, "Andes", "East Asia")
    weak(s, 2, "Pampas", "West Asia")
    play(s, "done", "Surrender", "text", "Pampas")
    o = sight(s, 2)
    assert o.phase.argmax() == Phase.AREA and o.using.tolist() == [0, 0, 1, 0, 0, 0]
    assert o.regions.tolist() == [0, 0, 0, 0, 1, 0] and o.spent == 1
    play(s, "done")
    assert not sight(s, 2).regions.any() and not sight(s, 2).using.any()
    play(s, "Domination", "attack")
    assert not sight(s, 2).regions.any() and sight(s, 2).using.any()


def test_what_a_megastorm_still_takes_is_seen_from_each_seat():
    s = new_game(3)
    hold(s, 0, "Megastorm", "Domination")
    place(s, 1, "Andes", "East Asia", "West Asia", "South Asia")
    place(s, 2, "Pampas", "West Africa")
    play(s, "Megastorm", "text", "Andes")
    assert sight(s, 1).due.tolist() == [1, 1, 0, 0, 0, 0] and sight(s, 2).due.tolist() == [1, 0, 1, 0, 0, 0]


def test_points_of_a_use_are_seen():
    s = new_game()
    hold(s, 0, "Carrier Task Force", "Airborne Forces")
    place(s, 1, "Arctic Ocean")
    play(s, "Carrier Task Force", "text", "Arctic Ocean", "Indian Ocean", "Indian Ocean")
    o = sight(s, 1)
    assert (o.builds, o.reductions, o.either) == (3, 4, 0)
    play(s, "done", "Airborne Forces", "text", "Andes")
    o = sight(s, 1)
    assert (o.builds, o.reductions, o.either) == (0, 0, 5)


def test_bio_weapons_handed_on_are_seen():
    s = new_game()
    hold(s, 0, "Bio Weapons", "Domination")
    place(s, 0, "Andes")
    place(s, 1, "Pampas")
    play(s, "Bio Weapons", "text", "Pampas", "Pampas")
    o = sight(s, 0)
    assert o.offered == 1 and o.spent == 0 and o.reductions == 2 and o.acting.tolist()[:2] == [0, 1]


def test_victory_points_are_seen_exactly_and_leads_up_to_a_bound():
    s = new_game(3)
    score(s, 234, 99, 300)
    o = sight(s, 1)
    assert o.tens.tolist() == [9, 30, 23, 0, 0, 0] and o.ones.tolist() == [9, 0, 4, 0, 0, 0]
    assert o.ahead.tolist() == [0, 40, 0, 0, 0, 0] and o.behind.tolist() == [40, 0, 40, 0, 0, 0]


def test_counts_are_seen_up_to_a_bound():
    s = new_game()
    hold(s, 0, *["Megastorm", "Insurgents", "Surrender", "Nuclear Winter", "Ore Control"] * 6, "Domination")
    deck(s, 1, *["Bio Weapons", "Bad Leadership", "Out of Supply", "Supply Depots", "Propaganda War"] * 6, "Domination")
    score(s, 1219, 1195)
    o = sight(s, 0)
    assert o.hand_n.tolist()[:2] == [30, 3] and o.deck_n.tolist()[:2] == [0, 30]
    assert sorted(set(o.hand.tolist())) == [0, 1, 5] == sorted(set(o.known[0].tolist()))
    assert sorted(set(o.owned[1].tolist())) == [0, 4, 5]
    assert o.tens.tolist()[:2] == [120, 119] and o.ones.tolist()[:2] == [9, 5]


def test_leads_at_the_end_are_those_of_every_scoring_to_come():
    s = new_game(game_turns=3)
    score(s, 20, 25)
    place(s, 0, "Arctic Ocean")
    weak(s, 1, "Andes")
    assert sight(s, 0).behind.tolist()[:2] == [5, 0]
    assert sight(s, 0).end_ahead.tolist()[:2] == [4, 0] and sight(s, 1).end_behind.tolist()[:2] == [4, 0]


def test_in_the_fog_regions_count_again_from_the_next_scoring_on():
    s = new_game(3)
    hold(s, 0, "Fog of War")
    hold(s, 1, "Airborne Forces")
    hold(s, 2, "Airborne Forces")
    place(s, 1, "Pacific States", "Atlantic States", "Northern Plains")
    play(s, "done", "done", "done", "Fog of War")
    to_come = int(s["game_turns"][0])
    o = sight(s, 1)
    assert o.blocked.tolist() == [1, 1, 0, 0, 0, 0] and o.passed.tolist() == [1, 1, 1, 0, 0, 0]
    assert o.income[0] == 6 and o.end_ahead[0] == min(120, 6 + 12 * (to_come - 1))


def test_at_the_end_there_is_no_turn_and_no_fog():
    s = new_game()
    last_game_turn(s)
    hold(s, 0, "Fog of War")
    hold(s, 1, "Domination")
    weak(s, 1, "Pacific States", "Atlantic States", "Northern Plains")
    play(s, "done", "Domination", "build", "Andes", "done")
    assert s[0].scoring and sight(s, 0).used == 0
    play(s, "Fog of War")
    o = sight(s, 0)
    assert s[0].over and o.income.tolist()[:2] == [0, 10] and o.used == 0
    assert not o.passed.any() and not o.blocked.any()


def test_nobody_waits_while_a_card_out_of_turn_is_carried_out():
    s = new_game(4)
    for seat in (1, 2, 3):
        hold(s, seat, "Airborne Forces", "Domination")
    hold(s, 0, "Domination", "Domination")
    play(s, "Domination", "build", "Andes", "done", "done", "Airborne Forces")
    assert phase(s) == Phase.AREA and not sight(s, 2).waiting.any()
    play(s, "Pampas", "done")
    assert phase(s) == Phase.INTERRUPT and sight(s, 2).waiting.any()


def test_all_points_of_a_show_of_force_are_seen():
    s = new_game()
    hold(s, 0, "Show of Force", "Domination")
    place(s, 0, *[area.name for area in AREAS[:12]])
    place(s, 1, *[area.name for area in AREAS[12:]])
    play(s, "Show of Force", "text")
    assert sight(s, 1).reductions == 24
