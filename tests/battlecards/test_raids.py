"""Battles of a theatre whose player is eliminated: taken without a fight, or discarded for a raid."""

from __future__ import annotations

import pytest

from .table import (
    BRITAIN,
    GERMANY,
    JAPAN,
    US,
    choices,
    combined,
    conquer,
    discards,
    draw,
    end_turn,
    hold,
    hold_fire,
    keep,
    knows,
    payoffs,
    phase,
    place,
    play,
    reserve,
    shoot,
    shorts,
    stacks,
    standing,
    turn,
    turn_of,
    vp,
    where,
    win,
    won,
)

FOR_GERMANY = ("Invasion of Normandy", "Operation Market Garden", "Rhine Crossing", "Bombing of the Ruhr")


@pytest.mark.rule("BC-97", "BC-R51", "BC-R89")
@pytest.mark.parametrize(
    "drawer, loser, winner, name, points",
    [
        (BRITAIN, GERMANY, BRITAIN, "Norway", 3),
        (BRITAIN, GERMANY, BRITAIN, "Dieppe Raid", 2),
        (BRITAIN, GERMANY, BRITAIN, "Invasion of Britain", 8),
        (US, US, JAPAN, "Guadalcanal", 5),
        (JAPAN, US, JAPAN, "Invasion of Japan", 8),
    ],
)
def test_who_remains_takes_the_battle_whoever_drew_it(drawer, loser, winner, name, points):
    s = combined()
    conquer(s, loser)
    turn_of(s, drawer)
    before = vp(s)[winner]
    draw(s, name)
    assert phase(s) == "TAKE" and turn(s) == winner and shorts(s) == ["take"]
    play(s, "take")
    assert name in won(s, winner) and vp(s)[winner] == before + points and phase(s) == "TURN"


@pytest.mark.rule("BC-R20", "BC-97", "BC-94")
def test_victory_is_tested_when_a_battle_is_taken():
    s = combined()
    conquer(s, GERMANY)
    win(s, BRITAIN, *FOR_GERMANY, "Norway", "Dunkirk", "Battle of France", "Battle of Britain", "Hunt for the Bismarck")
    win(s, US, "Pearl Harbor", "Midway", "Guadalcanal", "Philippine Sea", "Leyte Gulf", "Bataan")
    turn_of(s, BRITAIN)
    assert sum(vp(s)) == 75
    draw(s, "Battle of the Bulge")
    play(s, "take")
    assert s[0].over and payoffs(s) == [-1, 1, -1, 1]


def raid(
    verdict, britain=("Commandos", "Spitfire Fighters", "Destroyers"), japan=("Imperial Infantry", "Zero Fighters")
):
    s = combined()
    conquer(s, GERMANY)
    place(s, BRITAIN, *britain)
    place(s, JAPAN, *japan)
    turn_of(s, BRITAIN)
    draw(s, "Norway")
    play(s, verdict)
    return s


@pytest.mark.rule("BC-98", "BC-99", "BC-R52")
@pytest.mark.parametrize(
    "verdict, raider, enemy",
    [
        ("raid with Ground and Air", ["Commandos", "Spitfire Fighters"], ["Imperial Infantry", "Zero Fighters"]),
        ("raid with Air and Sea", ["Destroyers", "Spitfire Fighters"], ["Cruisers", "Zero Fighters"]),
    ],
)
def test_a_raid_sets_two_classes_against_the_same_of_the_enemy_elsewhere(verdict, raider, enemy):
    s = raid(verdict, japan=("Imperial Infantry", "Zero Fighters", "Cruisers"))
    assert standing(s, BRITAIN) == raider and standing(s, JAPAN) == enemy
    assert where(s, "Norway") == "DISCARD" and turn(s) == BRITAIN and s[0].raid


@pytest.mark.rule("BC-100", "BC-R90", "BC-R52")
@pytest.mark.parametrize("winner", [BRITAIN, JAPAN])
def test_it_gives_no_points_however_it_ends(winner):
    s = raid("raid with Ground and Air", ["Commandos"], ["Imperial Infantry"])
    before = vp(s)
    hold_fire(s)
    play(s, *(["stay"] if winner == BRITAIN else []), "withdraw")
    assert vp(s) == before and not s[0].fighting and phase(s) == "TURN" and turn(s) == JAPAN
    assert stacks(s, BRITAIN) == ["Commandos"] and stacks(s, JAPAN) == ["Imperial Infantry"] and not s[0].raid


@pytest.mark.rule("BC-R52", "BC-30", "BC-R90")
def test_a_raid_on_nobody_does_nothing():
    s = raid("raid with Air and Sea", japan=("Imperial Infantry",))
    assert phase(s) == "TURN" and turn(s) == JAPAN and where(s, "Norway") == "DISCARD"


@pytest.mark.rule("BC-R71", "BC-87", "BC-99")
def test_the_raiders_generals_and_admirals_stay_at_home():
    britain, japan = ("General Montgomery", "Commandos"), ("General Yamashita", "Imperial Infantry")
    s = raid("raid with Ground and Air", britain, japan)
    assert standing(s, BRITAIN) == ["Commandos"] and stacks(s, BRITAIN) == ["General Montgomery"]
    assert standing(s, JAPAN) == ["General Yamashita", "Imperial Infantry"]


@pytest.mark.rule("BC-R95", "BC-R71")
def test_a_leader_goes_on_raids():
    s = combined(expansions=("E4",))
    conquer(s, US)
    place(s, JAPAN, "Leader", "Imperial Infantry", "General Yamashita")
    place(s, BRITAIN, "Commandos")
    turn_of(s, JAPAN)
    draw(s, "Guadalcanal")
    play(s, "raid with Ground")
    assert standing(s, JAPAN) == ["Imperial Infantry", "Leader"] and stacks(s, JAPAN) == ["General Yamashita"]


@pytest.mark.rule("BC-R55", "BC-97", "BC-98", "BC-92")
def test_with_a_member_of_each_alliance_eliminated():
    s = combined()
    conquer(s, GERMANY)
    conquer(s, US)
    turn_of(s, BRITAIN)
    order = []
    for _ in range(4):
        order.append(turn(s))
        end_turn(s)
    assert order == [BRITAIN, JAPAN, US, BRITAIN]
    place(s, BRITAIN, "Commandos")
    place(s, JAPAN, "Imperial Infantry")
    for drawer, name, remaining, foe in ((JAPAN, "Midway", JAPAN, BRITAIN), (BRITAIN, "Norway", BRITAIN, JAPAN)):
        turn_of(s, drawer)
        draw(s, name)
        assert phase(s) == "TAKE" and turn(s) == remaining
        play(s, "raid with Ground")
        assert s[0].commander.tolist() == [remaining, foe]
        hold_fire(s)
        play(s, "withdraw")
        assert phase(s) == "TURN" and not s[0].over


@pytest.mark.rule("BC-R89", "BC-R71", "BC-R04")
@pytest.mark.parametrize(
    "britain, raids",
    [
        (("Commandos",), ["take", "raid with Ground and Air"]),
        (("Destroyers",), ["take", "raid with Air and Sea"]),
        (("Spitfire Fighters",), ["take", "raid with Ground and Air", "raid with Air and Sea"]),
        (("General Montgomery", "Admiral Cunningham"), ["take"]),
    ],
)
def test_a_raid_needs_a_unit_that_may_go(britain, raids):
    s = combined()
    conquer(s, GERMANY)
    place(s, BRITAIN, *britain)
    turn_of(s, BRITAIN)
    draw(s, "Norway")
    assert shorts(s) == raids


@pytest.mark.rule("BC-R90", "BC-67")
def test_in_a_raid_the_homeland_does_not_deploy():
    s = combined()
    conquer(s, GERMANY)
    place(s, BRITAIN, "Commandos")
    hold(s, JAPAN, "Imperial Infantry")
    place(s, JAPAN, "2 Zero Fighters")
    turn_of(s, BRITAIN)
    draw(s, "Invasion of Britain")
    play(s, "raid with Ground")
    assert phase(s) == "SHOOTER" and reserve(s, JAPAN) == ["Imperial Infantry"]


@pytest.mark.rule("BC-R90", "BC-R14")
def test_no_ground_unit_left_does_not_end_a_raid():
    s = combined()
    conquer(s, GERMANY)
    place(s, BRITAIN, "25-Pounders")
    place(s, JAPAN, "Imperial Infantry", "Zero Fighters")
    turn_of(s, BRITAIN)
    draw(s, "Battle of France")
    play(s, "raid with Ground")
    shoot(s, "25-Pounders", 4)
    assert s[0].fighting and standing(s, JAPAN) == ["Zero Fighters"]


@pytest.mark.rule("BC-R90", "BC-R61", "BC-R65", "BC-58")
def test_sabotage_kept_cards_and_stalemate_work_in_a_raid():
    s = combined()
    conquer(s, GERMANY)
    place(s, BRITAIN, "Destroyers", "Spitfire Fighters")
    place(s, JAPAN, "Admiral Yamamoto", "I-Boats")
    keep(s, BRITAIN, "Sabotage", "Air Support")
    turn_of(s, BRITAIN)
    draw(s, "Norway")
    play(s, "raid with Air and Sea")
    assert phase(s) == "SABOTAGE" and turn(s) == BRITAIN
    play(s, "sabotage")
    assert discards(s, JAPAN) == ["Admiral Yamamoto"]
    while (phase(s) == "SHOOTER" and turn(s) != BRITAIN) or "fire Destroyers" not in choices(s):
        play(s, "hold fire")
    play(s, "fire Destroyers")
    assert phase(s) == "BOOST" and "Air Support" in choices(s)
    s = raid("raid with Ground and Air", ("Commandos",), ("Kate Torpedo Bombers",))
    assert phase(s) == "TURN" and stacks(s, BRITAIN) == ["Commandos"]


@pytest.mark.rule("BC-R68", "BC-77")
def test_in_a_raid_each_side_turns_its_own_deck():
    s = raid("raid with Ground and Air", ("25-Pounders", "Commandos"), ("2 Imperial Infantry", "Field Artillery"))
    shoot(s, "25-Pounders", 9, "player_2's Imperial Infantry")
    sizes = s[0].pile_n.tolist()
    assert turn(s) == JAPAN
    play(s, "fire", "aim at player_1's Commandos")
    assert s[0].pile_n.tolist()[0] == sizes[0] and s[0].pile_n.tolist()[1] == sizes[1] - 1


@pytest.mark.rule("BC-R97", "BC-R90")
def test_nobody_is_eliminated_by_a_raid():
    s = combined()
    conquer(s, GERMANY)
    place(s, BRITAIN, "Commandos")
    turn_of(s, BRITAIN)
    knows(s, US, JAPAN, "stacks")
    draw(s, "Invasion of Britain")
    play(s, "raid with Ground")
    assert s[0].exiled.tolist() == [1, 0, 0, 0] and not s[0].over
