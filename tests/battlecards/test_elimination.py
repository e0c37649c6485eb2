"""Who is eliminated, what becomes of his cards, and what his enemy may do with the battles of an empty theatre."""

from __future__ import annotations

import pytest

from .table import (
    BRITAIN,
    GERMANY,
    JAPAN,
    US,
    choices,
    combined,
    discards,
    draw,
    end_turn,
    fight,
    hold,
    keep,
    kept,
    known,
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
FOR_AUSTRALIA = ("Coral Sea", "Port Moresby", "Bataan", "Java Sea")


def invasion_of_germany(germany=("Grenadiers",), hand=(), japan=(), **more):
    """Britain wins it: the last Ground unit falls to its guns."""
    s = combined()
    win(s, BRITAIN, *FOR_GERMANY)
    place(s, BRITAIN, "25-Pounders")
    place(s, GERMANY, *germany)
    place(s, JAPAN, *japan)
    hold(s, GERMANY, *hand)
    turn_of(s, BRITAIN)
    for seat, names in more.get("wins", ()):
        win(s, seat, *names[0], front=names[1])
    keep(s, GERMANY, *more.get("keeps", ()))
    fight(s, "Invasion of Germany")
    if hand:
        play(s, "keep the Reserve")
    shoot(s, "25-Pounders", 5, "player_0's Grenadiers")
    while phase(s) in ("MOVE", "GUARD"):
        play(s, "done")
    return s


@pytest.mark.rule("BC-89", "BC-R46", "BC-R97", "BC-R94", "BC-R67")
def test_the_victor_captures_all_deployed_units():
    s = invasion_of_germany(["Grenadiers", "He 115", "2 U-Boats"])
    assert stacks(s, GERMANY) == [] and discards(s, GERMANY) == ["Grenadiers"]
    assert stacks(s, BRITAIN) == ["25-Pounders", "Swordfish", "T-Class Submarines", "T-Class Submarines"]
    for observer in (GERMANY, JAPAN, US):
        assert known(s, observer, BRITAIN, "stacks") == stacks(s, BRITAIN)


@pytest.mark.rule("BC-R46", "BC-R83", "BC-R76")
def test_captured_units_fight_for_the_victor_and_fall_to_his_discard_pile():
    s = invasion_of_germany(["Grenadiers", "He 115"])
    place(s, JAPAN, "Zero Fighters")
    place(s, US, "Destroyers")
    turn_of(s, US)
    fight(s, "Leyte Gulf")
    assert standing(s, BRITAIN) == ["Swordfish"]
    hold_fire_to_japan(s)
    shoot(s, "Zero Fighters", 5, "player_1's Swordfish")
    assert discards(s, BRITAIN) == ["Swordfish"] and discards(s, GERMANY) == ["Grenadiers"]


def hold_fire_to_japan(s):
    while turn(s) != JAPAN:
        play(s, "hold fire")


@pytest.mark.rule("BC-90", "BC-R84")
def test_his_reserve_is_discarded():
    s = invasion_of_germany(hand=("He 115", "U-Boats"))
    assert reserve(s, GERMANY) == [] and discards(s, GERMANY) == ["Grenadiers", "He 115", "U-Boats"]
    assert known(s, BRITAIN, GERMANY, "reserve") == []


@pytest.mark.rule("BC-91", "BC-R47")
def test_the_battles_of_his_theatre_go_to_the_discard_pile_and_others_stay():
    wins = ((GERMANY, (("Norway", "Dunkirk"), 0)), (GERMANY, (("Guam",), 1)), (JAPAN, (("Midway",), 1)))
    s = invasion_of_germany(wins=wins)
    assert won(s, GERMANY) == ["Guam"] and won(s, JAPAN) == ["Midway"] and vp(s) == [1, 25, 5, 0]
    assert where(s, "Norway") == where(s, "Dunkirk") == "DISCARD"


@pytest.mark.rule("BC-R72")
def test_he_keeps_his_kept_cards():
    s = invasion_of_germany(keeps=["Dug In", "Air Support"])
    assert kept(s, GERMANY) == ["Air Support", "Dug In"] and s[0].kept_n[GERMANY] == 2


@pytest.mark.rule("BC-88", "BC-R55", "BC-R99")
def test_he_takes_no_more_turns_and_is_skipped():
    s = invasion_of_germany()
    order = []
    for _ in range(6):
        order.append(turn(s))
        end_turn(s)
    assert order == [JAPAN, US, BRITAIN] * 2 and s[0].turns == 7


@pytest.mark.rule("BC-R97", "BC-97", "BC-85")
def test_the_commander_takes_the_card_though_his_partner_did_the_work():
    s = combined()
    win(s, BRITAIN, *FOR_GERMANY)
    place(s, US, "Howitzers")
    place(s, GERMANY, "Grenadiers", "He 115")
    turn_of(s, BRITAIN)
    fight(s, "Invasion of Germany")
    shoot(s, "player_3's Howitzers", 5)
    assert won(s, BRITAIN) == sorted([*FOR_GERMANY, "Invasion of Germany"])
    assert stacks(s, BRITAIN) == ["Swordfish"]


# The US in exile


def exile(us=("Marines", "Cruisers"), hand=("Destroyers",), wins=("Tarawa",)):
    """Japan wins Invasion of Australia without loss."""
    s = combined()
    win(s, JAPAN, *FOR_AUSTRALIA)
    win(s, US, *wins)
    place(s, JAPAN, "Field Artillery")
    place(s, US, *us)
    hold(s, US, *hand)
    turn_of(s, JAPAN)
    fight(s, "Invasion of Australia")
    play(s, "keep the Reserve")
    shoot(s, "Field Artillery", 4, "player_3's Marines")
    while phase(s) == "MOVE":
        play(s, "done")
    return s


@pytest.mark.rule("BC-92", "BC-R48", "BC-89", "BC-90", "BC-91")
def test_the_us_in_exile_loses_its_cards_but_not_its_turns():
    s = exile()
    assert s[0].exiled[US] and not s[0].over and won(s, US) == [] and reserve(s, US) == stacks(s, US) == []
    assert stacks(s, JAPAN) == ["Cruisers", "Field Artillery"] and discards(s, US) == ["Destroyers", "Marines"]
    assert turn(s) == US and phase(s) == "TURN"
    order = []
    for _ in range(4):
        order.append(turn(s))
        end_turn(s)
    assert order == [US, GERMANY, BRITAIN, JAPAN]


@pytest.mark.rule("BC-R48", "BC-92")
def test_it_rebuilds_with_its_later_turns():
    s = exile()
    draw(s, "General Mobilisation")
    assert len(reserve(s, US)) == 6 and phase(s) == "DEPLOY"
    play(s, choices(s)[0], "done")
    assert len(stacks(s, US)) == 1


@pytest.mark.rule("BC-93", "BC-R48")
def test_its_units_fight_in_western_europe():
    s = exile()
    place(s, US, "Destroyers")
    place(s, GERMANY, "2 Destroyers")
    turn_of(s, GERMANY)
    fight(s, "Battle of the Atlantic")
    assert standing(s, US) == ["Destroyers"] and turn(s) == GERMANY


@pytest.mark.rule("BC-R48", "BC-R51", "BC-97")
def test_but_not_in_the_pacific():
    s = exile()
    place(s, US, "4 Destroyers")
    keep(s, US, "Counterattack")
    assert "counterattack" not in shorts(s)
    draw(s, "Leyte Gulf")
    assert phase(s) == "TAKE" and turn(s) == JAPAN
