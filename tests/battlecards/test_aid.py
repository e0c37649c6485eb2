"""Aid between partners."""

from __future__ import annotations

import pytest

from .table import (
    BRITAIN,
    GERMANY,
    JAPAN,
    US,
    arsenal,
    choices,
    combined,
    conquer,
    deck,
    draw,
    hold,
    keep,
    known,
    knows,
    new_game,
    phase,
    place,
    play,
    redealt,
    reserve,
    shorts,
    stacks,
    throw_away,
    turn,
    turn_of,
    under,
    win,
)


@pytest.mark.rule("BC-81", "BC-R42", "BC-R73", "BC-R25")
@pytest.mark.parametrize("moved", [1, 2, 3])
def test_aid_1_moves_up_to_three_deployed_cards_instead_of_a_draw(moved):
    s = combined()
    place(s, GERMANY, "3 Grenadiers", "Destroyers", "He 115")
    place(s, JAPAN, "Imperial Infantry")
    conflict = s[0].place.copy()
    play(s, "aid 1")
    assert phase(s) == "AID_1" and "done" not in shorts(s)
    for name in ("Grenadiers", "He 115", "Destroyers")[:moved]:
        play(s, f"move {name} to player_2")
    if moved < 3:
        assert turn(s) == GERMANY
        play(s, "move no more")
    assert turn(s) == BRITAIN and s[0].turns == 1 and (s[0].place == conflict).all()
    assert len(stacks(s, GERMANY)) == 5 - moved and len(stacks(s, JAPAN)) == 1 + moved
    assert stacks(s, JAPAN, "ground") == ["Imperial Infantry", "Imperial Infantry"]


@pytest.mark.rule("BC-81")
def test_aid_1_ends_with_the_last_card():
    s = combined()
    place(s, GERMANY, "Grenadiers")
    play(s, "aid 1", "move")
    assert turn(s) == BRITAIN and stacks(s, JAPAN) == ["Imperial Infantry"]


@pytest.mark.rule("BC-81", "BC-R73")
def test_without_deployed_cards_there_is_no_aid_1():
    s = combined()
    place(s, JAPAN, "Destroyers")
    assert "aid 1" not in shorts(s)


@pytest.mark.rule("BC-R93", "BC-R42")
def test_giver_and_ally_know_what_aid_1_moved_and_enemies_forget_the_class():
    s = combined()
    place(s, GERMANY, "3 Grenadiers", "Destroyers")
    for observer in (BRITAIN, US):
        knows(s, observer, GERMANY, "stacks", "2 Grenadiers", "Destroyers")
    knows(s, JAPAN, GERMANY, "stacks", "2 Grenadiers")
    play(s, "aid 1", "move Grenadiers", "move no more")
    assert known(s, GERMANY, JAPAN, "stacks") == ["Imperial Infantry"]
    assert known(s, JAPAN, GERMANY, "stacks") == ["Grenadiers"]
    for observer in (BRITAIN, US):
        assert known(s, observer, GERMANY, "stacks") == ["Destroyers"] and known(s, observer, JAPAN, "stacks") == []


@pytest.mark.rule("BC-82", "BC-R41", "BC-R92")
def test_aid_2_trades_a_reserve_card_for_one_of_the_allys():
    s = combined()
    hold(s, GERMANY, "Grenadiers", "Destroyers")
    hold(s, JAPAN, "Cruisers", "Zero Fighters")
    play(s, "aid 2")
    assert phase(s) == "OFFER" and choices(s) == ["offer Grenadiers", "offer Destroyers"]
    play(s, "offer Destroyers")
    assert phase(s) == "ANSWER" and turn(s) == JAPAN
    assert choices(s) == ["give Zero Fighters", "give Cruisers", "refuse"]
    play(s, "give Cruisers")
    assert turn(s) == GERMANY and phase(s) == "TURN" and s[0].turns == 0
    assert reserve(s, GERMANY) == ["Cruisers", "Grenadiers"] and reserve(s, JAPAN) == ["Destroyers", "Zero Fighters"]
    assert "draw" in shorts(s)


@pytest.mark.rule("BC-R73", "BC-R41", "BC-R93", "BC-84")
def test_a_refusal_uses_the_offer_up_and_the_ally_knows_the_card():
    s = combined()
    hold(s, GERMANY, "Grenadiers", "Destroyers")
    hold(s, JAPAN, "Cruisers")
    place(s, GERMANY, "Destroyers")
    play(s, "aid 2", "offer Destroyers", "refuse")
    assert turn(s) == GERMANY and shorts(s) == ["draw", "emergency"]
    assert known(s, JAPAN, GERMANY, "reserve") == ["Destroyers"] and known(s, BRITAIN, GERMANY, "reserve") == []
    assert len(reserve(s, GERMANY)) == 2 and not s[0].crossed.any()


@pytest.mark.rule("BC-R93", "BC-R84")
def test_who_knows_what_after_a_trade():
    s = combined()
    hold(s, GERMANY, "Grenadiers", "Destroyers")
    hold(s, JAPAN, "Cruisers", "Zero Fighters")
    for observer in (BRITAIN, US):
        knows(s, observer, GERMANY, "reserve", "Grenadiers")
        knows(s, observer, JAPAN, "reserve", "Zero Fighters")
    knows(s, GERMANY, JAPAN, "reserve", "Zero Fighters", "Cruisers")
    knows(s, JAPAN, GERMANY, "reserve", "Grenadiers")
    play(s, "aid 2", "offer Destroyers", "give Cruisers")
    assert known(s, JAPAN, GERMANY, "reserve") == ["Cruisers", "Grenadiers"]
    assert known(s, GERMANY, JAPAN, "reserve") == ["Destroyers", "Zero Fighters"]
    for observer in (BRITAIN, US):
        assert known(s, observer, GERMANY, "reserve") == known(s, observer, JAPAN, "reserve") == []


@pytest.mark.rule("BC-R73", "BC-R84")
def test_the_card_on_offer_is_shown_to_the_ally_alone():
    s = combined()
    hold(s, GERMANY, "Grenadiers", "Destroyers", "He 115", "Battleships")
    hold(s, JAPAN, "Cruisers")
    play(s, "aid 2", "offer Destroyers")
    lines = {seat: {int(redealt(s, seat, k)[0].offer) for k in range(40)} for seat in range(4)}
    assert lines[JAPAN] == lines[GERMANY] == {10} and len(lines[BRITAIN]) > 3 and len(lines[US]) > 3


@pytest.mark.rule("BC-R92", "BC-82")
@pytest.mark.parametrize("empty", [GERMANY, JAPAN])
def test_aid_2_needs_a_card_in_both_reserves(empty):
    s = combined()
    hold(s, GERMANY, "Grenadiers")
    hold(s, JAPAN, "Cruisers")
    s[0].reserve[empty] = 0
    assert "aid 2" not in shorts(s)


@pytest.mark.rule("BC-83", "BC-R92")
def test_aid_3_lays_the_top_card_under_the_allys_deck():
    s = combined()
    deck(s, GERMANY, "Battleships")
    deck(s, JAPAN, "2 Cruisers")
    play(s, "aid 3")
    assert turn(s) == GERMANY and phase(s) == "TURN" and "draw" in shorts(s)
    assert arsenal(s, GERMANY) == [] and under(s, JAPAN) == ["Battleships"]
    assert arsenal(s, JAPAN) == ["Battleships", "Cruisers", "Cruisers"]
    turn_of(s, JAPAN)
    draw(s, "Reinforcements")
    assert reserve(s, JAPAN) == ["Cruisers", "Cruisers"] and under(s, JAPAN) == ["Battleships"]
    play(s, "done")
    turn_of(s, JAPAN)
    draw(s, "Reinforcements")
    assert "Battleships" in reserve(s, JAPAN) and len(reserve(s, JAPAN)) == 4 and len(arsenal(s, JAPAN)) == 47


@pytest.mark.rule("BC-R92", "BC-83")
def test_cards_of_aid_3_arrive_after_all_others_the_oldest_first():
    s = combined()
    deck(s, JAPAN, "I-Boats")
    for card in ("Battleships", "Destroyers"):
        supply(s, GERMANY, card)
    supply(s, BRITAIN, "Swordfish")
    for card in ("Cruisers", "Destroyers"):
        supply(s, GERMANY, card)
    assert under(s, JAPAN) == ["Battleships", "Destroyers", "Cruisers", "Destroyers"]
    turn_of(s, JAPAN)
    draw(s, "Mobilisation")
    assert reserve(s, JAPAN) == ["Battleships", "Cruisers", "Destroyers", "I-Boats"]
    assert under(s, JAPAN) == ["Destroyers"] and under(s, US) == ["Avenger Torpedo Bombers"]


def supply(s, seat, card):
    """The seat lays this card under its ally's deck."""
    deck(s, seat, card)
    turn_of(s, seat)
    s[0].aided = 0
    play(s, "aid 3")


@pytest.mark.rule("BC-R92", "BC-56")
def test_aid_3_may_come_off_a_rebuilt_deck():
    s = combined()
    deck(s, GERMANY)
    play(s, "aid 3")
    assert s[0].deck[GERMANY].sum() == 49 and len(under(s, JAPAN)) == 1 and s[0].discard[GERMANY].sum() == 0
    s = combined()
    place(s, GERMANY, *arsenal(s, GERMANY))
    assert "aid 3" not in shorts(s) and "aid 1" in shorts(s)
    throw_away_one(s)
    assert "aid 3" in shorts(s)


def throw_away_one(s):
    s[0].stacks[GERMANY, 0] -= 1
    s[0].discard[GERMANY, 0] += 1


@pytest.mark.rule("BC-R92")
def test_nobody_sees_the_card_of_aid_3():
    s = combined()
    play(s, "aid 3")
    for seat in range(4):
        assert len({tuple(under(redealt(s, seat, k), JAPAN)) for k in range(30)}) > 5


@pytest.mark.rule("BC-84", "BC-R73")
@pytest.mark.parametrize("aid", ["aid 2", "aid 3"])
def test_one_aid_a_turn_but_the_turn_goes_on(aid):
    s = combined()
    hold(s, GERMANY, "2 Grenadiers")
    hold(s, JAPAN, "Cruisers")
    place(s, GERMANY, "Destroyers")
    win(s, BRITAIN, "Norway")
    keep(s, GERMANY, "Counterattack")
    assert shorts(s) == ["draw", "emergency", "counterattack", "aid 1", "aid 2", "aid 3"]
    play(s, aid)
    if aid == "aid 2":
        play(s, "offer Grenadiers", "give Cruisers")
    assert shorts(s) == ["draw", "emergency", "counterattack"]
    play(s, "emergency")
    assert turn(s) == BRITAIN
    turn_of(s, GERMANY)
    s[0].aided = 0
    assert "aid 3" in shorts(s)


@pytest.mark.rule("BC-84")
def test_the_next_turn_has_an_aid_of_its_own():
    s = combined()
    play(s, "aid 3")
    assert "aid 3" not in shorts(s)
    draw(s, "Salvage")
    while turn(s) == GERMANY:
        play(s, choices(s)[0])
    assert turn(s) == BRITAIN and "aid 3" in shorts(s)


@pytest.mark.rule("BC-R73", "BC-88", "BC-92")
@pytest.mark.parametrize(
    "partner, giver, allowed", [(GERMANY, JAPAN, False), (BRITAIN, US, False), (US, BRITAIN, True)]
)
def test_the_partner_must_be_taking_turns(partner, giver, allowed):
    s = combined()
    conquer(s, partner)
    place(s, giver, "Destroyers")
    turn_of(s, giver)
    assert ("aid 1" in shorts(s)) == ("aid 3" in shorts(s)) == allowed


@pytest.mark.rule("BC-76", "BC-81")
def test_there_is_no_aid_without_an_ally():
    s = new_game()
    place(s, 0, "Destroyers")
    hold(s, 0, "Destroyers")
    hold(s, 1, "Destroyers")
    throw_away(s, 0, "Destroyers")
    assert shorts(s) == ["draw", "emergency"]


@pytest.mark.rule("BC-87", "BC-R71", "BC-81")
def test_a_general_changes_theatre_by_aid_1():
    s = combined()
    place(s, US, "General MacArthur")
    turn_of(s, US)
    play(s, "aid 1", "move General MacArthur")
    assert stacks(s, BRITAIN) == ["General Montgomery"] and stacks(s, US) == []
