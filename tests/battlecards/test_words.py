"""What is told and drawn: by names, for the seat that may know."""

from __future__ import annotations

import pytest

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.units import LINES

from .table import (
    BRITAIN,
    GERMANY,
    JAPAN,
    US,
    chance,
    combined,
    deck,
    draw,
    fight,
    hold,
    keep,
    new_game,
    place,
    play,
    redealt,
    to_phase,
    top,
    turn_of,
    win,
)


def told(s, move, seat=None):
    """The words for this move, which is made."""
    before = s.copy()
    action = next(a for a in GAME.mask(s).nonzero()[0] if move in (words(a, s), words(a)))
    play(s, move)
    return GAME.text.tell(before[0], int(action), s[0], seat)


def words(action, s=None):
    return GAME.text.describe(int(action), None if s is None else s[0])


def picture(s, seat, width=100):
    return GAME.text.draw(s[0], seat, width).ansi()


def panels(s, seat, *titles):
    """Where the panels so titled begin: column and line."""
    d = GAME.text.draw(s[0], seat, 100)
    found = []
    for title in titles:
        label = next(label for label in d.labels if label.text.strip().startswith(title))
        found.append((label.x, label.y))
    return found


# The table as it is laid out


@pytest.mark.rule("BC-13")
def test_ground_air_and_sea_lie_from_left_to_right():
    s = new_game()
    (ground, y), (air, y2), (sea, y3) = panels(s, 0, "Ground", "Air", "Sea")
    assert ground < air < sea and y == y2 == y3


@pytest.mark.rule("BC-08", "BC-07")
def test_the_conflict_deck_lies_between_the_players():
    s = new_game()
    for seat in range(2):
        own, middle, other = panels(s, seat, f"player_{seat}", "Conflict deck", f"player_{1 - seat}")
        assert other[1] < middle[1] < own[1]


@pytest.mark.rule("BC-80")
@pytest.mark.parametrize("seat", range(4))
def test_opponents_of_one_theatre_sit_opposite_each_other(seat):
    s = combined()
    places = panels(s, seat, *(f"player_{k}" for k in (seat, seat ^ 1, seat ^ 2, seat ^ 3)))
    (own, low), (foe, high), (ally, low2), (other, high2) = places
    assert own == foe < ally == other and high == high2 < low == low2


@pytest.mark.rule("BC-R83", "BC-R46")
def test_units_go_by_the_names_of_their_holders():
    s = combined()
    for seat in range(4):
        place(s, seat, {0: "Bf 109 Fighters", 1: "Spitfire Fighters", 2: "Zero Fighters", 3: "Hellcat Fighters"}[seat])
    shown = picture(s, None)
    for name in ("Bf 109", "Spitfire", "Zero", "Hellcat"):
        assert shown.count(name) == 1


@pytest.mark.rule("BC-21", "BC-R23", "BC-R78")
def test_what_is_not_known_is_counted_and_not_named():
    s = new_game()
    place(s, 1, "2 Marines", "Cruisers")
    hold(s, 1, "Howitzers")
    keep(s, 1, "Sabotage")
    seen, own = picture(s, 0), picture(s, 1)
    for name in ("Marines", "Cruisers", "Howitzers", "Sabotage"):
        assert name not in seen and name in own
    for size in ("Ground 2: 2 unknown", "Sea 1: 1 unknown", "Reserve 1:  1 unknown", "Kept Cards 1:  1 unknown"):
        assert size in seen


@pytest.mark.rule("BC-R27", "BC-R93")
def test_what_is_known_is_named_and_its_owner_sees_that_it_is():
    s = new_game()
    place(s, 1, "2 Marines", "Cruisers")
    draw(s, "Aerial Reconnaissance")
    play(s, "look at player_1's Ground stack")
    assert "2 Marines" in picture(s, 0) and "Cruisers" not in picture(s, 0)
    assert "player_0 knows of  2 Marines" in picture(s, 1)


@pytest.mark.rule("BC-52", "BC-54")
def test_a_shot_is_shown_with_its_numbers():
    s = new_game()
    place(s, 0, "2 Destroyers", "Admiral Yamamoto")
    place(s, 1, "Hellcat Fighters", "Fleet Carrier")
    keep(s, 1, "Air Support")
    fight(s, "Guadalcanal")
    play(s, "no Sabotage")
    shown = picture(s, 1)
    assert "4 Destroyers" not in shown and "2 446/333" not in shown and "2 557/444" in shown
    play(s, "fire Hellcat Fighters", "aim at player_0's Destroyers", "support")
    assert all(part in picture(s, 0) for part in ("Attack 4 + 1, Defense 4, hits on", " 5"))


def test_the_legend_names_the_signs_that_are_drawn():
    s = new_game()
    place(s, 0, "2 Cruisers")
    assert "2 Cruisers" in picture(s, 0) and "3 657/444" in picture(s, 0) and "2 Cruisers 3 657/444" in GAME.text.LEGEND


# Moves and what came of them


@pytest.mark.rule("BC-R81")
def test_each_line_is_an_action_of_its_own_for_commander_and_partner():
    names = [words(action) for action in range(GAME.actions.size)]
    assert names[0] == "L01" and names[LINES] == "partner's L01" and len(set(names)) == GAME.actions.size == 107


@pytest.mark.rule("BC-13", "BC-R78")
@pytest.mark.parametrize("seat, deployed", [(0, "deployed Marines"), (1, "deployed a Ground unit"), (None, "Marines")])
def test_a_deployment_is_told_by_its_class(seat, deployed):
    s = new_game()
    hold(s, 1, "Marines")
    turn_of(s, 1)
    draw(s, "Rapid Deployment")
    seat = {0: 1, 1: 0, None: None}[seat]
    assert deployed in told(s, "deploy Marines", seat)


@pytest.mark.rule("BC-R23")
@pytest.mark.parametrize("seat, kept", [(0, "Sabotage, to be kept"), (1, "it is kept")])
def test_a_card_to_be_kept_is_named_for_its_owner(seat, kept):
    s = new_game()
    top(s, "Sabotage")
    assert told(s, "draw", seat) == f"player_0 drew a Conflict card; {kept}"


@pytest.mark.rule("BC-23")
@pytest.mark.parametrize("seat, drawn", [(0, "player_0 drew 2 Destroyers"), (1, "player_0 drew 2 Arsenal cards")])
def test_cards_drawn_are_named_for_who_draws(seat, drawn):
    s = new_game()
    deck(s, 0, "2 Destroyers")
    top(s, "Reinforcements")
    assert told(s, "draw", seat) == f"player_0 drew a Conflict card; Reinforcements; {drawn}"


@pytest.mark.rule("BC-48", "BC-51", "BC-43")
def test_a_shot_is_told_with_its_number_and_what_fell():
    s = new_game()
    place(s, 0, "Destroyers")
    place(s, 1, "Destroyers")
    fight(s, "Java Sea")
    to_phase(s, 2)
    chance(s, 7)
    assert told(s, "fire Destroyers") == "player_0 fired Destroyers; 7 turned"
    chance(s, 5)
    assert told(s, "fire Destroyers") == (
        "player_1 fired Destroyers; 5 turned; player_0 lost Destroyers; the battle is over; player_1 has Java Sea, 3 VP"
    )


@pytest.mark.rule("BC-48", "BC-R63")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_number_of_a_card_played_is_not_taken_for_the_one_turned(seat):
    s = new_game()
    place(s, 0, "2 Zero Fighters")
    place(s, 1, "Hellcat Fighters")
    keep(s, 1, "Air Support")
    fight(s, "Guadalcanal")
    chance(s, 9)
    play(s, "fire Hellcat Fighters")
    assert told(s, "Air Support", seat) == "player_1 played Air Support; 9 turned"


@pytest.mark.rule("BC-R84")
def test_a_kept_card_that_is_lost_is_named():
    s = new_game()
    keep(s, 1, "Sabotage")
    draw(s, "Lost Orders")
    assert told(s, "strike player_1's Kept Cards", 0) == "player_0 struck player_1's Kept Cards; player_1 lost Sabotage"


@pytest.mark.rule("BC-R93")
@pytest.mark.parametrize("seat, saw", [(0, "; player_0 saw 2 Marines"), (1, "")])
def test_a_look_is_told_to_who_looked(seat, saw):
    s = new_game()
    place(s, 1, "2 Marines", "Cruisers")
    draw(s, "Aerial Reconnaissance")
    assert told(s, "look at player_1's Ground stack", seat) == f"player_0 looked at player_1's Ground stack{saw}"


@pytest.mark.rule("BC-R84", "BC-R73")
@pytest.mark.parametrize("seat, card", [(GERMANY, "Grenadiers"), (JAPAN, "Grenadiers"), (BRITAIN, "a card")])
def test_a_trade_is_told_to_the_partners(seat, card):
    s = combined()
    hold(s, GERMANY, "Grenadiers")
    hold(s, JAPAN, "Cruisers")
    play(s, "aid 2")
    assert told(s, "offer Grenadiers", seat) == f"player_0 offered {card}"
    line = "Grenadiers" if seat == GERMANY else "Imperial Infantry"
    assert ("offers player_2 Grenadiers" in picture(s, seat)) == (card == "Grenadiers"), line
    for k in range(5):
        assert picture(redealt(s, US, k), US) == picture(s, US)


@pytest.mark.rule("BC-88", "BC-91", "BC-101")
def test_elimination_is_told_with_the_battles_given_up():
    s = combined()
    win(s, BRITAIN, "Invasion of Normandy", "Operation Market Garden", "Rhine Crossing", "Bombing of the Ruhr")
    win(s, GERMANY, "Norway")
    place(s, BRITAIN, "Commandos")
    turn_of(s, BRITAIN)
    draw(s, "Invasion of Germany")
    heard = told(s, "attack")
    assert "player_0 gives up Norway" in heard and "player_0 is eliminated" in heard
    assert "player_1 has Invasion of Germany, 8 VP" in heard
