"""The combined game: seats, decks, turns, victory."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.state import Place

from .table import (
    BRITAIN,
    GERMANY,
    JAPAN,
    US,
    arsenal,
    cards_in,
    choices,
    combined,
    conquer,
    dealt,
    draw,
    end_turn,
    ending,
    fight,
    hold,
    keep,
    kept,
    known,
    payoffs,
    phase,
    place,
    play,
    reserve,
    stacks,
    top,
    turn,
    turn_of,
    vp,
    win,
    won,
)

FOR_GERMANY = ("Invasion of Normandy", "Operation Market Garden", "Rhine Crossing", "Bombing of the Ruhr")
FOR_AUSTRALIA = ("Coral Sea", "Port Moresby", "Bataan", "Java Sea")


@pytest.mark.rule("BC-76", "BC-R79")
def test_each_nation_has_its_own_arsenal_reserve_and_stacks():
    s = dealt("combined")
    assert s[0].reserve.sum(1).tolist() == [6] * 4 and s[0].deck.sum(1).tolist() == [44] * 4
    for seat in range(4):
        assert turn(s) == seat and phase(s) == "SETUP"
        play(s, *(f"deploy {name}" for name in reserve(s, seat)[:3]))
        assert len(stacks(s, seat)) == len(reserve(s, seat)) == 3
    assert turn(s) == GERMANY and phase(s) == "TURN"


@pytest.mark.rule("BC-77")
def test_each_player_draws_from_the_deck_of_his_own_theatre():
    s = combined()
    for seat, name in ((GERMANY, "Norway"), (BRITAIN, "Norway"), (JAPAN, "Midway"), (US, "Midway")):
        place(s, seat ^ (seat & 1), "Destroyers")
        turn_of(s, seat)
        other = s[0].place[1 - (seat >> 1)].copy()
        draw(s, name)
        assert phase(s) == "ATTACK" and turn(s) == seat ^ (seat & 1) and s[0].front == seat >> 1
        play(s, "decline")
        assert (s[0].place[1 - (seat >> 1)] == other).all()
    keep_drawn(s, US, "Sabotage")


def keep_drawn(s, seat, name):
    turn_of(s, seat)
    draw(s, name)
    assert kept(s, seat) == [name] and name not in cards_in(s, Place.DECK, seat >> 1)


@pytest.mark.rule("BC-79", "BC-R79", "BC-R99")
def test_the_order_of_turns():
    s = combined()
    order = []
    for _ in range(8):
        order.append(turn(s))
        end_turn(s)
    assert order == [GERMANY, BRITAIN, JAPAN, US] * 2 and s[0].turns == 8


@pytest.mark.rule("BC-R40")
def test_partners_share_the_result():
    s = combined(turn_cap=1)
    win(s, JAPAN, "Midway")
    end_turn(s)
    assert s[0].over and payoffs(s) == [1, -1, 1, -1]
    assert GAME.sides(GAME.settings(theatre="combined")) == (0, 1, 0, 1)


EUROPEAN = ("Battle of Britain", "Battle of France", "Dunkirk", "Battle of the Bulge", "Norway", "Channel Dash")
EUROPEAN += ("Battle of the Atlantic", "Hunt for the Bismarck", "Rhine Crossing")  # 35 points
PACIFIC = ("Pearl Harbor", "Bataan", "Midway", "Coral Sea", "Port Moresby", "Java Sea", "Attu", "Wake Island")
PACIFIC += ("Guadalcanal", "Philippine Sea")  # 41 points


@pytest.mark.rule("BC-94", "BC-R49", "BC-64")
@pytest.mark.parametrize("more", [(), ("Doolittle Raid",)])
def test_78_points_of_an_alliance_win(more):
    s = combined()
    win(s, GERMANY, *EUROPEAN)
    win(s, JAPAN, *PACIFIC, *more)
    place(s, GERMANY, "Grenadiers")
    fight(s, "Channel Islands")
    assert vp(s) == [36, 0, 41 + len(more), 0] and s[0].over == len(more)
    if more:
        assert payoffs(s) == [1, -1, 1, -1]


@pytest.mark.rule("BC-R77", "BC-94")
def test_a_pack_adds_two_points_to_them():
    s = combined(expansions=("E2",))
    win(s, GERMANY, *EUROPEAN)
    win(s, JAPAN, *PACIFIC, "Tarawa")
    place(s, GERMANY, "2 Grenadiers")
    fight(s, "Channel Islands")
    assert sum(vp(s)) == 79 and not s[0].over
    turn_of(s, GERMANY)
    place(s, GERMANY, "He 115")
    fight(s, "The Blitz")
    assert sum(vp(s)) == 81 and s[0].over


@pytest.mark.rule("BC-95", "BC-96", "BC-R50", "BC-61")
@pytest.mark.parametrize("first", [False, True])
def test_total_victory_needs_both_homelands_at_the_same_time(first):
    s = combined()
    if first:
        conquer(s, JAPAN)
    win(s, BRITAIN, *FOR_GERMANY)
    place(s, BRITAIN, "Commandos")
    turn_of(s, BRITAIN)
    fight(s, "Invasion of Germany")
    assert s[0].exiled[GERMANY] and s[0].over == first
    if first:
        assert payoffs(s) == [-1, 1, -1, 1]


@pytest.mark.rule("BC-96", "BC-R50")
@pytest.mark.parametrize("first", [False, True])
def test_total_victory_of_the_axis(first):
    s = combined()
    if first:
        conquer(s, BRITAIN)
    win(s, JAPAN, *FOR_AUSTRALIA)
    place(s, JAPAN, "Imperial Infantry")
    turn_of(s, JAPAN)
    fight(s, "Invasion of Australia")
    assert s[0].exiled[US] and s[0].over == first
    if first:
        assert payoffs(s) == [1, -1, 1, -1]


@pytest.mark.rule("BC-R50", "BC-95")
def test_one_eliminated_on_each_side_is_no_total_victory():
    s = combined()
    conquer(s, US)
    win(s, BRITAIN, *FOR_GERMANY)
    place(s, BRITAIN, "Commandos")
    turn_of(s, BRITAIN)
    fight(s, "Invasion of Germany")
    assert s[0].exiled.tolist() == [1, 0, 0, 1] and not s[0].over


@pytest.mark.rule("BC-R56", "BC-R22")
@pytest.mark.parametrize("held, result", [((0, 2), [1, -1, 1, -1]), ((1, 3), [-1, 1, -1, 1]), ((0, 3), [0, 0, 0, 0])])
def test_after_900_turns_the_alliance_with_more_points_wins(held, result):
    s = combined()
    assert s[0].turn_cap == 900
    s[0].turns = 899
    for seat in held:
        win(s, seat, {0: "Norway", 1: "Norway", 2: "Java Sea", 3: "Java Sea"}[seat])
    end_turn(s)
    assert s[0].over and payoffs(s) == result
    assert ending(s) == {1: "player_0 and player_2 win on points", -1: "player_1 and player_3 win on points"}.get(
        result[0], "a draw"
    )


@pytest.mark.rule("BC-R98", "BC-25")
def test_prerequisites_held_by_the_partner_do_not_count():
    s = combined()
    win(s, BRITAIN, *FOR_GERMANY[1:])
    put_to = s[0].place[0].copy()
    win(s, US, FOR_GERMANY[0], front=0)
    assert (put_to != s[0].place[0]).any()
    place(s, BRITAIN, "Commandos")
    turn_of(s, BRITAIN)
    draw(s, "Invasion of Germany")
    assert phase(s) == "TURN" and turn(s) == JAPAN


@pytest.mark.rule("BC-R74")
def test_a_card_is_aimed_at_either_enemy_but_not_at_the_ally():
    s = combined()
    for seat in range(4):
        place(s, seat, "Destroyers")
        hold(s, seat, "Cruisers")
    turn_of(s, BRITAIN)
    draw(s, "Aerial Reconnaissance")
    assert choices(s) == ["look at player_0's Sea stack", "look at player_2's Sea stack"]
    play(s, "look at player_2's Sea stack")
    assert known(s, BRITAIN, JAPAN, "stacks") == ["Destroyers"] and known(s, US, JAPAN, "stacks") == []
    turn_of(s, JAPAN)
    draw(s, "Supply Crisis")
    assert choices(s) == ["strike player_3's Reserve", "strike player_1's Reserve"]
    play(s, "strike player_1's Reserve")
    assert reserve(s, BRITAIN) == [] and len(arsenal(s, BRITAIN)) == 48


@pytest.mark.rule("BC-R80", "BC-R63")
def test_an_ally_who_is_not_called_has_no_part_in_a_battle():
    s = combined()
    for seat in range(4):
        place(s, seat, "2 Destroyers")
    keep(s, US, "Air Support")
    turn_of(s, GERMANY)
    fight(s, "Norway")
    assert s[0].standing.sum(1).tolist() == [2, 2, 0, 0]
    play(s, "fire Destroyers")
    assert phase(s) != "GUARD"


@pytest.mark.rule("BC-76", "BC-02")
def test_both_decks_have_54_cards():
    s = dealt("combined")
    assert s[0].pile_n.tolist() == [54, 54] and (s[0].place == Place.DECK).sum() == 108
    assert np.array_equal(s[0].vp, [0] * 4) and won(s, US) == [] and top(s, "Midway", 1) == 2
