"""A BATTLECARD: who decides, who is called, how it ends."""

from __future__ import annotations

import pytest

from .table import (
    arsenal,
    choices,
    discards,
    draw,
    fight,
    hold,
    hold_fire,
    known,
    knows,
    new_game,
    phase,
    place,
    play,
    redealt,
    shoot,
    shorts,
    stacks,
    standing,
    stay,
    to_phase,
    turn,
    turn_of,
    vp,
    where,
    win,
    withdrawn,
    won,
)


def armies(s, japan, us):
    for seat, names in enumerate((japan, us)):
        place(s, seat, *names)


# Whether there is a battle


@pytest.mark.rule("BC-22", "BC-26", "BC-28")
@pytest.mark.parametrize("drawer, name, aggressor", [(0, "Midway", 0), (1, "Midway", 0), (0, "Tarawa", 1)])
def test_the_aggressor_decides_whoever_drew_the_card(drawer, name, aggressor):
    s = new_game()
    armies(s, ["Zero Fighters", "Imperial Infantry"], ["Hellcat Fighters", "Marines"])
    turn_of(s, drawer)
    draw(s, name)
    assert phase(s) == "ATTACK" and turn(s) == aggressor and shorts(s) == ["attack", "done"]
    play(s, "attack")
    assert where(s, name) == "ASIDE" and s[0].fighting and s[0].mover == drawer


@pytest.mark.rule("BC-27", "BC-R03")
@pytest.mark.parametrize("drawer", [0, 1])
def test_declined_the_card_is_discarded_and_the_drawing_players_turn_is_over(drawer):
    s = new_game()
    armies(s, ["Zero Fighters"], ["Hellcat Fighters"])
    turn_of(s, drawer)
    draw(s, "Midway")
    play(s, "decline")
    assert where(s, "Midway") == "DISCARD" and turn(s) == 1 - drawer and phase(s) == "TURN"
    assert vp(s) == [0, 0] and stacks(s, 0) == ["Zero Fighters"]


@pytest.mark.rule("BC-24", "BC-25", "BC-R03", "BC-R98")
def test_prerequisites_must_be_held_by_the_aggressor_himself():
    needs = ["Coral Sea", "Port Moresby", "Bataan", "Java Sea"]
    for missing in (*needs, None):
        s = new_game()
        armies(s, ["Imperial Infantry"], ["Marines"])
        for name in needs:
            win(s, 1 if name == missing else 0, name)
        draw(s, "Invasion of Australia")
        assert phase(s) == ("TURN" if missing else "ATTACK")
        assert where(s, "Invasion of Australia") == ("DISCARD" if missing else "ASIDE")
        assert turn(s) == (1 if missing else 0)


@pytest.mark.rule("BC-24", "BC-25", "BC-R98")
def test_no_card_without_its_prerequisites():
    s = new_game()
    armies(s, ["Imperial Infantry"], ["Marines"])
    draw(s, "Invasion of Japan")
    assert turn(s) == 1 and phase(s) == "TURN"
    win(s, 1, "Iwo Jima", "Okinawa", "Saipan", "Leyte Gulf")
    draw(s, "Invasion of Japan")
    assert turn(s) == 1 and phase(s) == "ATTACK"


@pytest.mark.rule("BC-R04", "BC-R03")
def test_an_aggressor_without_a_called_unit_must_decline():
    s = new_game()
    armies(s, ["Imperial Infantry"], ["Destroyers"])
    draw(s, "Java Sea")
    assert turn(s) == 1 and phase(s) == "TURN" and where(s, "Java Sea") == "DISCARD" and vp(s) == [0, 0]


@pytest.mark.rule("BC-31", "BC-R04")
def test_when_neither_side_has_a_called_unit_the_battle_is_ignored():
    s = new_game()
    armies(s, ["Imperial Infantry"], ["Marines"])
    draw(s, "Java Sea")
    assert where(s, "Java Sea") == "DISCARD" and turn(s) == 1 and not s[0].fighting


@pytest.mark.rule("BC-30", "BC-R05", "BC-43", "BC-R67")
def test_a_defender_without_called_units_has_lost():
    s = new_game()
    armies(s, ["Destroyers"], ["Marines"])
    hold(s, 1, "Cruisers")
    fight(s, "Java Sea")
    assert where(s, "Java Sea") == "WON 0" and vp(s) == [3, 0] and turn(s) == 1 and phase(s) == "TURN"
    assert stacks(s, 0) == ["Destroyers"] and known(s, 1, 0, "stacks") == []


# Who is called


@pytest.mark.rule("BC-16", "BC-29", "BC-32")
@pytest.mark.parametrize(
    "name, japan, us",
    [
        ("Pearl Harbor", ["Zero Fighters"], ["Hellcat Fighters", "Cruisers"]),
        ("Attu", ["Cruisers", "Imperial Infantry"], ["Cruisers", "Marines"]),
        ("Guam", ["Cruisers", "Imperial Infantry"], ["Marines"]),
        ("Wake Island", ["Cruisers", "Imperial Infantry", "Zero Fighters"], ["Hellcat Fighters", "Marines"]),
        ("Bismarck Sea", ["Cruisers"], ["Hellcat Fighters"]),
    ],
)
def test_both_sides_flip_their_called_stacks_and_no_others(name, japan, us):
    s = new_game()
    armies(s, ["Imperial Infantry", "Zero Fighters", "Cruisers"], ["Marines", "Hellcat Fighters", "Cruisers"])
    hold(s, 0, "Battleships")
    fight(s, name)
    assert standing(s, 0) == sorted(japan) and standing(s, 1) == sorted(us)
    assert len(stacks(s, 0)) == 3 - len(japan) and len(stacks(s, 1)) == 3 - len(us)


@pytest.mark.rule("BC-32", "BC-R93", "BC-R84")
def test_what_is_flipped_is_open_and_what_lies_face_down_stays_as_known_as_it_was():
    s = new_game()
    armies(s, ["2 Zero Fighters", "2 Imperial Infantry"], ["Hellcat Fighters", "Cruisers", "Marines"])
    knows(s, 1, 0, "stacks", "Zero Fighters", "Imperial Infantry")
    fight(s, "Pearl Harbor")
    other = redealt(s, 1, 1)
    assert standing(other, 0) == ["Zero Fighters"] * 2 and "Imperial Infantry" in stacks(other, 0)
    assert known(s, 1, 0, "stacks") == ["Imperial Infantry"]


# How it ends


@pytest.mark.rule("BC-42", "BC-43", "BC-R12", "BC-R13")
def test_the_battle_ends_when_one_side_is_destroyed():
    s = new_game()
    armies(s, ["2 Destroyers", "Marines" and "Imperial Infantry"], ["Destroyers"])
    fight(s, "Java Sea")
    to_phase(s, 2)
    shoot(s, "Destroyers", 5)
    assert phase(s) == "TURN" and turn(s) == 1 and not s[0].fighting
    assert won(s, 0) == ["Java Sea"] and vp(s) == [3, 0] and discards(s, 1) == ["Destroyers"]
    assert stacks(s, 0) == ["Destroyers", "Destroyers", "Imperial Infantry"] and standing(s, 0) == []


@pytest.mark.rule("BC-42", "BC-43")
def test_the_defender_may_win():
    s = new_game()
    armies(s, ["Destroyers"], ["Destroyers"])
    fight(s, "Java Sea")
    to_phase(s, 2)
    shoot(s, "Destroyers", 7)
    shoot(s, "Destroyers", 6)
    assert won(s, 1) == ["Java Sea"] and vp(s) == [0, 3] and discards(s, 0) == ["Destroyers"]


@pytest.mark.rule("BC-R13", "BC-R93", "BC-R67")
def test_survivors_go_home_face_down_known_to_all():
    s = new_game()
    armies(s, ["2 Destroyers", "2 Cruisers"], ["Destroyers", "Cruisers"])
    fight(s, "Java Sea")
    hold_fire(s)
    play(s, "withdraw Cruisers", "stay", "withdraw Destroyers", "withdraw Cruisers")
    assert won(s, 0) == ["Java Sea"] and s[0].standing.sum() == s[0].withdrawn.sum() == 0
    for seat, fleet in enumerate((["Cruisers", "Cruisers", "Destroyers", "Destroyers"], ["Cruisers", "Destroyers"])):
        assert stacks(s, seat) == known(s, 1 - seat, seat, "stacks") == fleet


@pytest.mark.rule("BC-44", "BC-R14", "BC-R86")
def test_a_battle_for_the_ground_is_won_with_the_last_ground_unit_of_the_defender():
    s = new_game()
    armies(s, ["Field Artillery", "Zero Fighters"], ["Army Infantry", "2 Hellcat Fighters"])
    fight(s, "Bataan")
    shoot(s, "Field Artillery", 5)
    assert won(s, 0) == ["Bataan"] and stacks(s, 1) == ["Hellcat Fighters"] * 2 and discards(s, 1) == ["Army Infantry"]
    assert stacks(s, 0) == ["Field Artillery", "Zero Fighters"]


@pytest.mark.rule("BC-R14")
def test_not_so_when_the_defender_began_without_a_ground_unit():
    s = new_game()
    armies(s, ["Imperial Infantry", "2 Zero Fighters"], ["2 Hellcat Fighters"])
    fight(s, "Bataan")
    assert s[0].fighting and s[0].ground == 0
    shoot(s, "Zero Fighters", 5)
    assert s[0].fighting and standing(s, 1) == ["Hellcat Fighters"]


@pytest.mark.rule("BC-R14", "BC-44")
def test_not_so_for_the_aggressor_nor_in_other_battles():
    s = new_game()
    armies(s, ["Imperial Infantry", "2 Zero Fighters"], ["Howitzers", "2 Hellcat Fighters"])
    fight(s, "Bataan")
    to_phase(s, 1, side=1)
    shoot(s, "Howitzers", 5)
    assert standing(s, 0) == ["Zero Fighters"] * 2 and s[0].fighting
    s = new_game()
    armies(s, ["Field Artillery", "Zero Fighters"], ["Army Infantry", "2 Hellcat Fighters"])
    fight(s, "Port Moresby")
    shoot(s, "Field Artillery", 5)
    assert s[0].fighting and standing(s, 1) == ["Hellcat Fighters"] * 2


@pytest.mark.rule("BC-R14", "BC-R12")
def test_the_last_ground_unit_may_be_withdrawn_too():
    s = new_game()
    armies(s, ["Imperial Infantry"], ["Army Infantry", "Hellcat Fighters"])
    fight(s, "Bataan")
    hold_fire(s)
    play(s, "stay", "withdraw Army Infantry")
    assert won(s, 0) == ["Bataan"] and stacks(s, 1) == ["Army Infantry", "Hellcat Fighters"]


@pytest.mark.rule("BC-R13", "BC-42")
def test_a_withdrawn_unit_takes_no_part_in_later_rounds():
    s = new_game()
    armies(s, ["2 Destroyers"], ["Destroyers"])
    fight(s, "Java Sea")
    hold_fire(s)
    play(s, "withdraw Destroyers")
    stay(s)
    assert s[0].rounds == 2 and standing(s, 0) == withdrawn(s, 0) == ["Destroyers"]
    to_phase(s, 2)
    shoot(s, "Destroyers", 7)
    assert turn(s) == 1 and choices(s) == ["fire Destroyers", "hold fire"]


@pytest.mark.rule("BC-16")
def test_what_lies_in_the_reserve_does_not_fight():
    s = new_game()
    armies(s, ["Destroyers"], ["Marines"])
    hold(s, 1, "4 Destroyers")
    fight(s, "Java Sea")
    assert won(s, 0) == ["Java Sea"] and len(arsenal(s, 1)) == 45
