"""What a seat sees is what the table shows, said twice."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.conflict import Kind
from warzoo.envs.battlecards.names import nation, unit
from warzoo.envs.battlecards.state import Place
from warzoo.envs.battlecards.units import LINE, LINES, NATIONS
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED
from warzoo.envs.core.text import understand

from .games import PACKS, any_actions, carry_out, each_game, fighters_actions, scaled
from .reading import reading
from .table import (
    BRITAIN,
    GERMANY,
    JAPAN,
    ROW,
    US,
    choices,
    combined,
    conquer,
    dealt,
    draw,
    fight,
    hold,
    keep,
    knows,
    new_game,
    phase,
    place,
    play,
    sight,
    throw_away,
    to_phase,
    top,
    turn_of,
    win,
)
from .witness import Witness

pytestmark = pytest.mark.rule("BC-R27", "BC-R78", "BC-R84", "BC-R93")

NAMES = {name for name in GAME.observation.dtype.names if not name.startswith("_")}


def heuristics_actions(s, rng):
    out = np.zeros(1, np.int64)
    kernels.bot_moves(s, ROW, GAME.mask(s)[None], True, out)
    return out


STYLES = {"random": any_actions, "fighter": fighters_actions, "heuristic": heuristics_actions}


def compare(s, witness):
    for seat in range(int(s[0].players)):
        o, told = sight(s, seat), reading(seat, witness)
        assert set(told) == NAMES
        for name, part in told.items():
            assert np.array_equal(o[name], part), (name, phase(s), seat)


def act(s, witness, words):
    action = understand(GAME.text, np.flatnonzero(GAME.mask(s)).tolist(), s[0], words)
    carry_out(s, [action])
    witness.follow(s, action)


def follow(s, style, decisions, seed):
    """Every decision, seen by every seat."""
    rng, witness = np.random.default_rng(seed), Witness(s)
    for _ in range(decisions):
        compare(s, witness)
        if s[0].over:
            return
        action = int(STYLES[style](s, rng)[0])
        carry_out(s, [action])
        witness.follow(s, action)
    compare(s, witness)


@each_game
@pytest.mark.parametrize("style", STYLES)
def test_every_part_is_what_a_plain_reading_says(options, style):
    follow(GAME.deal(1, GAME.settings(**options), seed=3), style, 60 if COMPILED else 12, 3)


HOLDS = {  # what the invasions need
    "Germany": ("Battle of France", "Dunkirk", "Battle of Britain", "Battle of the Atlantic"),
    "Britain": ("Invasion of Normandy", "Operation Market Garden", "Rhine Crossing", "Bombing of the Ruhr"),
    "Japan": ("Coral Sea", "Port Moresby", "Bataan", "Java Sea"),
    "US": ("Iwo Jima", "Okinawa", "Saipan", "Leyte Gulf"),
}
INVASIONS = ("Invasion of Germany", "Invasion of Britain", "Invasion of Japan", "Invasion of Australia")  # [nation]


def late(seed, *fallen, **options):
    """All have units, Kept Cards and most of what an invasion needs; the homelands of some are in enemy hands."""
    rng, s = np.random.default_rng(seed), new_game(**{"theatre": "combined", "turn_cap": 60, **options}, seed=seed)
    for seat in range(int(s[0].players)):
        for zone, cards in ((s[0].stacks, 9), (s[0].reserve, 4), (s[0].discard, 9)):
            for line in rng.choice(np.repeat(np.arange(LINES), s[0].deck[seat]), cards, replace=False).tolist():
                s[0].deck[seat, line] -= 1
                zone[seat, line] += 1
        keep(s, seat, "Counterattack", "Air Support", "Dug In")
        cards = np.flatnonzero(s[0].place[seat >> 1] == Place.KEPT + seat)
        s[0].seen[seat >> 1, cards[:2]] = 1 << (seat ^ 1), (1 << s[0].players) - 1 - (1 << seat)
        win(s, seat, *HOLDS[NATIONS[nation(s[0], seat)]][seed % 3 :])
    for seat in fallen:
        conquer(s, seat)
    turn_of(s, next(seat for seat in np.roll(range(s[0].players), seed).tolist() if seat not in fallen))
    return s


@each_game
def test_every_part_is_read_alike_late_in_a_game(options):
    for seed in range(scaled(2)):
        follow(late(seed, **options), "fighter", 40 if COMPILED else 10, seed)


@pytest.mark.parametrize("fallen", [(GERMANY,), (BRITAIN,), (JAPAN,), (US,), (JAPAN, BRITAIN), (GERMANY, US)])
def test_every_part_is_read_alike_where_homelands_have_fallen(fallen):
    for seed in range(scaled(2)):
        follow(late(seed, *fallen, expansions=PACKS), "fighter", 30 if COMPILED else 10, seed)


@pytest.mark.parametrize("invaded", (GERMANY, BRITAIN, JAPAN, US))
def test_every_part_is_read_alike_around_an_invasion(invaded):
    """The whole Reserve in time, the joint battle, what becomes of the units."""
    s = late(0, expansions=PACKS)
    turn_of(s, invaded ^ 1)
    draw(s, INVASIONS[invaded])
    follow(s, "fighter", 80 if COMPILED else 15, 1)


@pytest.mark.parametrize("held", (BRITAIN, US))
def test_every_part_is_read_alike_in_a_liberation(held):
    """US units help to free Australia; nobody else's help."""
    s = late(0, held, expansions=PACKS)
    turn_of(s, held ^ 2)
    play(s, "play Counterattack", f"liberate player_{held}")
    assert sight(s, held).liberation and sight(s, held).joint.tolist() == [held == US, 0]
    follow(s, "fighter", 40 if COMPILED else 10, 1)


# Single parts


def of(counts, code="L01"):
    """What a part says of a line, in all its rows."""
    return counts[..., LINE[code]].tolist()


def test_sizes_of_the_others_are_not_seen_at_set_up():
    s = dealt("combined")
    play(s, choices(s)[0])
    o = sight(s, BRITAIN)
    assert o.reserve_n.tolist() == [6, 0, 0, 0] and not o.stack_n.any() and o.deck_n.tolist() == [44] * 4
    assert sight(s, GERMANY).stack_n.sum(1).tolist() == [1, 0, 0, 0]


def test_rows_are_the_own_seat_the_ally_the_enemy_of_the_theatre_and_the_other_one():
    s = combined()
    for seat, count in ((GERMANY, 1), (BRITAIN, 2), (JAPAN, 3), (US, 4)):
        throw_away(s, seat, f"{count} {unit(s[0], seat, 0)}")
    seen = [of(sight(s, seat).discard) for seat in (GERMANY, BRITAIN, JAPAN, US)]
    assert seen == [[1, 3, 2, 4], [2, 4, 1, 3], [3, 1, 4, 2], [4, 2, 3, 1]]


def test_what_is_known_is_seen_by_those_who_know_it_and_by_its_owner():
    s = combined()
    hold(s, JAPAN, "2 Imperial Infantry")
    knows(s, BRITAIN, JAPAN, "reserve", "Imperial Infantry")
    assert of(sight(s, BRITAIN).reserve) == [0, 0, 0, 1] and of(sight(s, US).reserve) == [0, 0, 0, 0]
    assert of(sight(s, JAPAN).told_reserve) == [0, 0, 1] and of(sight(s, JAPAN).reserve) == [2, 0, 0, 0]
    assert of(sight(s, BRITAIN).unseen) == [12, 11]


def test_a_card_offered_is_seen_by_the_ally_alone():
    s = combined()
    hold(s, GERMANY, "Panzer IV", "Grenadiers")
    hold(s, JAPAN, "Imperial Infantry")
    play(s, "aid 2", "offer Panzer IV")
    assert [sight(s, seat).offer.sum() for seat in (GERMANY, BRITAIN, JAPAN, US)] == [1, 0, 1, 0]
    assert of(sight(s, JAPAN).offer, "L03") == 1 and of(sight(s, JAPAN).reserve, "L03") == [0, 1, 0, 0]


def test_who_looked_at_kept_cards_sees_them_and_their_owner_sees_that():
    s = new_game()
    keep(s, 1, "Sabotage", "Dug In")
    draw(s, "Spy Ring")
    play(s, choices(s)[0])
    assert sight(s, 0).kept[2].tolist() == [0, 0, 1, 0, 1, 0] == sight(s, 1).told_kept[1].tolist()
    assert sight(s, 0).orders[0, Kind.SABOTAGE - 1] == 0


def test_a_stalemate_from_the_start_has_shown_the_units():
    """Nobody fires a shot, and all have seen what was flipped."""
    s = new_game()
    place(s, 0, "2 Kate Torpedo Bombers", "Destroyers")
    place(s, 1, "Avenger Torpedo Bombers")
    turn_of(s, 1)
    top(s, "Doolittle Raid")
    witness = Witness(s)
    for words in ("draw", "attack"):
        act(s, witness, words)
    assert phase(s) == "TURN" and of(sight(s, 1).stacks, "L08") == [1, 0, 2, 0]
    assert not of(sight(s, 1).stacks, "L11")[2]
    compare(s, witness)


def test_points_of_carriers_and_kept_cards_are_seen_in_the_shot():
    s = new_game()
    place(s, 0, "Val Dive Bombers", "Fleet Carrier", "Battleships")
    place(s, 1, "2 Cruisers", "Admiral Nimitz")
    keep(s, 0, "Air Support")
    keep(s, 1, "Evasive Action")
    fight(s, "Midway")
    while phase(s) == "SABOTAGE":
        play(s, "no Sabotage")
    assert sight(s, 0).carriers.tolist() == [1, 0] and sight(s, 1).carriers.tolist() == [0, 1]
    to_phase(s, 2)
    play(s, "fire Val Dive Bombers")
    assert of(sight(s, 0).chance, "L13") == 2 and of(sight(s, 0).chance, "L18") == 3  # 7 against 4 and 1, against 4
    play(s, "aim at Cruisers", "support it with Fleet Carrier", "Air Support")
    assert sight(s, 1).shot.tolist() == [9, 5] and sight(s, 1).asked.tolist() == [0, 1]
    assert sight(s, 0).carriers.tolist() == [0, 0] and phase(s) == "GUARD"


def test_leads_are_seen_up_to_a_bound_and_points_to_the_goal_exactly():
    s = combined()
    win(s, GERMANY, *HOLDS["Germany"], "Norway", "Channel Dash", "Battle of the Bulge")
    win(s, JAPAN, *HOLDS["Japan"])
    assert sight(s, GERMANY).ahead.tolist() == [40, 0] and sight(s, US).ahead.tolist() == [0, 40]
    assert sight(s, GERMANY).to_goal.tolist() == [35, 78] and sight(s, GERMANY).vp.tolist() == [27, 16, 0, 0]


def test_at_the_end_nobody_is_asked_anything():
    s = late(1, turn_cap=1)
    witness = Witness(s)
    act(s, witness, "deploy the whole Reserve")
    o = sight(s, 0)
    assert s[0].over and not o.phase.any() and not o.acting.any() and not o.moving.any() and o.turns_left == 0
    compare(s, witness)
