"""Victory points, and who has won."""

from __future__ import annotations

import pytest

from .table import (
    end_turn,
    ending,
    fight,
    new_game,
    payoffs,
    place,
    turn,
    turn_of,
    vp,
    win,
    won,
)


def win_next(s, name, unit="Imperial Infantry"):
    """The seat in turn wins a battle of its own without a fight."""
    place(s, int(s[0].turn), unit)
    fight(s, name)


@pytest.mark.rule("BC-43", "BC-06")
def test_the_winner_has_the_points_of_the_card():
    s = new_game()
    win_next(s, "Guam")
    assert won(s, 0) == ["Guam"] and vp(s) == [1, 0]
    win_next(s, "Doolittle Raid", "Hellcat Fighters")
    assert vp(s) == [1, 1] and not s[0].over


HALF = (
    "Pearl Harbor",
    "Bataan",
    "Midway",
    "Coral Sea",
    "Port Moresby",
    "Java Sea",
    "Attu",
    "Wake Island",
    "Guadalcanal",
)


@pytest.mark.rule("BC-64", "BC-65", "BC-R20", "BC-R21", "BC-06")
@pytest.mark.parametrize("last, points", [("Bismarck Sea", 40), ("Saipan", 41)])
def test_forty_points_win_at_once(last, points):
    s = new_game()
    win(s, 0, *HALF, last)
    assert vp(s)[0] == points - 1 and not s[0].over
    win_next(s, "Guam")
    assert s[0].over and vp(s)[0] == points and payoffs(s) == [1, -1]
    assert ending(s) == "player_0 wins in a Standard Victory"


@pytest.mark.rule("BC-64", "BC-65")
def test_thirty_nine_do_not():
    s = new_game()
    win(s, 0, *HALF, "Tarawa")
    win_next(s, "Guam")
    assert vp(s)[0] == 39 and not s[0].over and turn(s) == 1


@pytest.mark.rule("BC-R20", "BC-64")
def test_it_is_tested_when_a_card_changes_hands_and_not_before():
    s = new_game()
    win(s, 0, *HALF, "Saipan")
    end_turn(s)
    assert not s[0].over
    win_next(s, "Tarawa", "Marines")
    assert s[0].over and payoffs(s) == [1, -1]


@pytest.mark.rule("BC-R82", "BC-64")
@pytest.mark.parametrize("more, points", [(("Channel Islands",), 38), ((), 37)])
def test_thirty_eight_points_win_in_western_europe(more, points):
    s = new_game("europe")
    win(s, 1, "Invasion of Normandy", "Operation Market Garden", "Rhine Crossing", "Hunt for the Bismarck")
    win(s, 1, "Bombing of the Ruhr", "Falaise Pocket", "The Scheldt", "Battle of Britain", "Battle of France", *more)
    turn_of(s, 1)
    win_next(s, "St Nazaire Raid", "Commandos")
    assert vp(s)[1] == points and s[0].over == (points == 38)


@pytest.mark.rule("BC-61", "BC-R20")
def test_total_victory_comes_before_points():
    """Japan wins the invasion while the US has 40 points that nobody has tested yet."""
    s = new_game()
    win(s, 0, "Coral Sea", "Port Moresby", "Bataan", "Java Sea")
    win(s, 1, "Pearl Harbor", "Midway", "Guadalcanal", "Philippine Sea", "Leyte Gulf", "Saipan", "Okinawa", "Attu")
    win(s, 1, "Iwo Jima", "Wake Island", "Doolittle Raid")
    assert vp(s)[1] >= 40
    place(s, 0, "Imperial Infantry")
    fight(s, "Invasion of Australia")
    assert s[0].over and payoffs(s) == [1, -1]


@pytest.mark.rule("BC-91", "BC-62")
def test_the_battles_of_the_eliminated_go_to_the_discard_pile():
    s = new_game()
    win(s, 0, "Coral Sea", "Port Moresby", "Bataan", "Java Sea")
    win(s, 1, "Midway", "Guadalcanal")
    place(s, 0, "Imperial Infantry")
    fight(s, "Invasion of Australia")
    assert won(s, 1) == [] and vp(s) == [24, 0]
