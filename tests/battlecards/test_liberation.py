"""Liberation, and Counterattacks of four players."""

from __future__ import annotations

import pytest

from warzoo.envs.battlecards.state import Place

from .table import (
    BRITAIN,
    GERMANY,
    JAPAN,
    US,
    cards_in,
    choices,
    combined,
    conquer,
    deck,
    end_turn,
    fight,
    hold,
    hold_fire,
    keep,
    kept,
    payoffs,
    phase,
    place,
    play,
    put,
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


def liberation(ally, liberator, **units):
    """The liberator holds a Counterattack and is in turn; the Axis holds the invasion that it needs."""
    s = combined()
    conquer(s, ally)
    if liberator in (GERMANY, JAPAN):
        win(s, liberator, "Invasion of Australia" if liberator == JAPAN else "Invasion of Britain")
    keep(s, liberator, "Counterattack")
    for seat, names in units.items():
        place(s, "gbju".index(seat), *names)
    turn_of(s, liberator)
    return s


def liberate(s):
    """The Counterattack, and which battle it is for, is asked even where there is no other."""
    play(s, "counterattack")
    play(s, next(words for words in choices(s) if words.startswith("liberate")))


def may_liberate(s):
    return "counterattack" in shorts(s)


# Who may


@pytest.mark.rule("BC-101", "BC-R53", "BC-R04")
def test_an_ally_with_a_counterattack_and_a_called_unit_may_liberate():
    assert may_liberate(liberation(GERMANY, JAPAN, j=["Imperial Infantry"]))
    assert not may_liberate(liberation(GERMANY, JAPAN))
    assert not may_liberate(liberation(GERMANY, JAPAN, j=["General Yamashita", "Admiral Yamamoto"]))
    s = liberation(GERMANY, JAPAN, j=["Imperial Infantry"])
    put(s, 1, 46, Place.DISCARD)
    put(s, 1, 47, Place.DISCARD)
    assert not may_liberate(s)


@pytest.mark.rule("BC-102", "BC-103", "BC-R70")
@pytest.mark.parametrize(
    "ally, liberator, unit", [(GERMANY, JAPAN, "Imperial Infantry"), (JAPAN, GERMANY, "Grenadiers")]
)
def test_the_axis_may_only_while_it_holds_its_own_invasion(ally, liberator, unit):
    """Who holds it, nobody or the enemy, may only fight for it again."""
    for holder, words in ((None, []), (liberator, ["liberate"]), (liberator ^ 1, ["fight"])):
        s = combined()
        conquer(s, ally)
        keep(s, liberator, "Counterattack")
        place(s, liberator, unit)
        if holder is not None:
            win(s, holder, "Invasion of Australia" if liberator == JAPAN else "Invasion of Britain")
        turn_of(s, liberator)
        assert may_liberate(s) == bool(words)
        if words:
            win(s, liberator ^ 1, "Guam" if liberator == JAPAN else "Channel Islands")
            play(s, "counterattack")
            assert any(choice.startswith("liberate") for choice in choices(s)) == (words == ["liberate"])


@pytest.mark.rule("BC-R80", "BC-R96")
@pytest.mark.parametrize("ground", ["Army Infantry", "General MacArthur"])
def test_with_an_ally_to_free_the_battle_is_asked_for_whatever_lies_face_down(ground):
    """Commanders alone could not free him; whether there are others is not told by a question that is left out."""
    s = liberation(BRITAIN, US, u=[ground, "Admiral Nimitz"])
    win(s, JAPAN, "Iwo Jima")
    play(s, "counterattack")
    assert phase(s) == "COUNTER" and choices(s)[0] == "fight again for Iwo Jima"
    assert len(choices(s)) == (2 if ground == "Army Infantry" else 1)


@pytest.mark.rule("BC-102", "BC-103")
def test_the_other_axis_invasion_does_not_help():
    """Japan needs Australia; that Germany once held Britain is nothing to it."""
    s = combined()
    conquer(s, GERMANY)
    win(s, JAPAN, "Invasion of Britain", front=0)
    keep(s, JAPAN, "Counterattack")
    place(s, JAPAN, "Imperial Infantry")
    turn_of(s, JAPAN)
    assert not may_liberate(s)


@pytest.mark.rule("BC-R54")
@pytest.mark.parametrize("ally, liberator, unit", [(US, BRITAIN, "Commandos"), (BRITAIN, US, "Marines")])
def test_britain_and_the_us_need_nothing(ally, liberator, unit):
    s = combined()
    conquer(s, ally)
    keep(s, liberator, "Counterattack")
    place(s, liberator, unit)
    turn_of(s, liberator)
    assert may_liberate(s)


@pytest.mark.rule("BC-101", "BC-R81")
def test_the_battle_that_holds_the_ally_is_one_of_those_to_choose_from():
    s = liberation(GERMANY, JAPAN, j=["Imperial Infantry"], u=["Marines"])
    win(s, US, "Guam")
    play(s, "counterattack")
    assert phase(s) == "COUNTER" and choices(s) == ["fight again for Guam", "liberate player_0"]


# The battle


@pytest.mark.rule("BC-101", "BC-104", "BC-R53", "BC-R70", "BC-R69", "BC-R96")
def test_liberation_is_fought_against_the_conqueror_without_other_allies():
    britain = ["Commandos", "Spitfire Fighters", "General Montgomery"]
    s = liberation(GERMANY, JAPAN, j=["Field Artillery", "Zero Fighters"], b=britain, u=["Marines"])
    hold(s, BRITAIN, "Destroyers")
    liberate(s)
    assert phase(s) == "SHOOTER" and kept(s, JAPAN) == [] and "Counterattack" in cards_in(s, Place.DISCARD, 1)
    assert standing(s, JAPAN) == ["Field Artillery", "Zero Fighters"] and standing(s, BRITAIN) == sorted(britain)
    assert standing(s, US) == standing(s, GERMANY) == [] and turn(s) == JAPAN


@pytest.mark.rule("BC-101", "BC-104", "BC-105", "BC-R53", "BC-R88")
def test_the_liberator_takes_the_card_and_the_liberated_draws_six_and_deploys_three():
    s = liberation(GERMANY, JAPAN, j=["Imperial Infantry"])
    liberate(s)
    assert won(s, JAPAN) == ["Invasion of Australia", "Invasion of Germany"] and vp(s) == [0, 0, 16, 0]
    assert phase(s) == "REBUILD" and turn(s) == GERMANY and not s[0].exiled.any()
    assert len(reserve(s, GERMANY)) == 6 and "done" not in shorts(s)
    for _ in range(3):
        assert phase(s) == "REBUILD"
        play(s, f"deploy {reserve(s, GERMANY)[0]}")
    assert len(stacks(s, GERMANY)) == len(reserve(s, GERMANY)) == 3 and turn(s) == US and phase(s) == "TURN"
    end_turn(s)
    assert turn(s) == GERMANY


@pytest.mark.rule("BC-105", "BC-R18")
@pytest.mark.parametrize("cards", [0, 2, 5])
def test_with_fewer_cards_left_he_draws_and_deploys_what_there_is(cards):
    s = liberation(GERMANY, JAPAN, j=["Imperial Infantry"])
    deck(s, GERMANY, *["Grenadiers"] * cards)
    s[0].discard[GERMANY] = 0
    liberate(s)
    for _ in range(min(3, cards)):
        assert phase(s) == "REBUILD" and turn(s) == GERMANY
        play(s, "deploy Grenadiers")
    assert phase(s) == "TURN" and turn(s) == US and len(reserve(s, GERMANY)) == max(0, cards - 3)


@pytest.mark.rule("BC-105", "BC-R93")
def test_what_he_deploys_is_not_seen():
    s = liberation(GERMANY, JAPAN, j=["Imperial Infantry"])
    liberate(s)
    for _ in range(3):
        play(s, choices(s)[0])
    assert s[0].known[:, GERMANY].sum() == 0


@pytest.mark.rule("BC-104", "BC-26")
def test_the_liberated_may_fight_in_his_theatre_again():
    s = liberation(GERMANY, JAPAN, j=["Imperial Infantry"])
    liberate(s)
    for _ in range(3):
        play(s, choices(s)[0])
    place(s, BRITAIN, "Destroyers")
    place(s, GERMANY, "Destroyers")
    turn_of(s, GERMANY)
    fight(s, "Norway")
    assert turn(s) in (GERMANY, BRITAIN) and s[0].fighting


@pytest.mark.rule("BC-101", "BC-R53")
def test_a_failed_liberation_changes_nothing():
    s = liberation(GERMANY, JAPAN, j=["Imperial Infantry"], b=["Commandos"])
    liberate(s)
    hold_fire(s)
    play(s, "withdraw")
    assert s[0].exiled[GERMANY] and won(s, BRITAIN) == ["Invasion of Germany"] and turn(s) == US
    assert stacks(s, JAPAN) == ["Imperial Infantry"] and phase(s) == "TURN"


@pytest.mark.rule("BC-R70", "BC-67")
def test_a_liberation_is_no_invasion_for_emergency_deployment():
    s = liberation(GERMANY, JAPAN, j=["Imperial Infantry"], b=["Commandos"])
    hold(s, BRITAIN, "Destroyers")
    liberate(s)
    assert phase(s) == "SHOOTER"


@pytest.mark.rule("BC-R70", "BC-R14", "BC-R86")
def test_the_liberator_wins_with_the_last_ground_unit_of_the_conqueror():
    s = liberation(JAPAN, GERMANY, g=["Field Howitzers"], u=["Army Infantry", "Destroyers"])
    liberate(s)
    shoot(s, "Field Howitzers", 5, "player_3's Army Infantry")
    assert not s[0].exiled[JAPAN] and phase(s) == "REBUILD" and turn(s) == JAPAN


@pytest.mark.rule("BC-107", "BC-106", "BC-R70", "BC-92")
def test_us_forces_take_part_in_the_liberation_of_australia_and_draw_nothing_after_it():
    s = liberation(US, BRITAIN, b=["25-Pounders"], u=["Howitzers", "General MacArthur"], j=["Imperial Infantry"])
    hold(s, US, "Destroyers")
    liberate(s)
    assert standing(s, US) == ["General MacArthur", "Howitzers"] and standing(s, BRITAIN) == ["25-Pounders"]
    assert turn(s) == BRITAIN and "fire player_3's Howitzers" in choices(s)
    shoot(s, "player_3's Howitzers", 5)
    assert not s[0].exiled[US] and won(s, BRITAIN) == ["Invasion of Australia"]
    while phase(s) == "MOVE":
        play(s, "done")
    assert phase(s) == "TURN" and turn(s) == JAPAN and reserve(s, US) == ["Destroyers"]
    assert stacks(s, US) == ["General MacArthur", "Howitzers"]


@pytest.mark.rule("BC-107", "BC-R75", "BC-R04")
def test_us_units_are_enough_for_it():
    assert not may_liberate(liberation(US, BRITAIN))
    s = liberation(US, BRITAIN, u=["Howitzers"])
    assert may_liberate(s)
    liberate(s)
    assert not s[0].exiled[US] and won(s, BRITAIN) == ["Invasion of Australia"]


@pytest.mark.rule("BC-R70", "BC-107")
def test_germany_takes_no_part_in_the_defence_of_australia():
    s = liberation(US, BRITAIN, b=["25-Pounders"], j=["Imperial Infantry"], g=["Grenadiers"])
    liberate(s)
    assert standing(s, GERMANY) == [] and standing(s, JAPAN) == ["Imperial Infantry"]


@pytest.mark.rule("BC-R68")
def test_in_a_liberation_each_side_turns_its_own_deck():
    s = liberation(US, BRITAIN, b=["2 Commandos"], j=["3 Imperial Infantry"])
    liberate(s)
    sizes = s[0].pile_n.copy()
    play(s, "fire Commandos")
    assert (s[0].pile_n == sizes - [1, 0]).all()
    play(s, "hold fire")
    play(s, "fire Imperial Infantry")
    assert (s[0].pile_n == sizes - [1, 1]).all()


@pytest.mark.rule("BC-101", "BC-61", "BC-R88")
def test_points_of_a_liberation_count_at_once():
    s = liberation(GERMANY, JAPAN, j=["Imperial Infantry"])
    win(s, JAPAN, "Pearl Harbor", "Bataan", "Midway", "Guadalcanal", "Philippine Sea", "Leyte Gulf", "Coral Sea")
    win(s, JAPAN, "Port Moresby", "Saipan", "Okinawa", "Java Sea", "Attu", "Iwo Jima", "Bismarck Sea", "Wake Island")
    win(s, JAPAN, "Tarawa")
    assert vp(s)[JAPAN] == 70
    liberate(s)
    assert s[0].over and payoffs(s) == [1, -1, 1, -1] and vp(s)[JAPAN] == 78


# Counterattacks of four


@pytest.mark.rule("BC-R69", "BC-R24")
def test_a_counterattack_is_for_battles_of_the_own_theatre_that_any_enemy_holds():
    s = combined()
    keep(s, JAPAN, "Counterattack")
    place(s, JAPAN, "Imperial Infantry", "Zero Fighters", "Destroyers")
    win(s, US, "Guam")
    win(s, BRITAIN, "Midway", front=1)
    win(s, BRITAIN, "Norway")
    win(s, GERMANY, "Attu", front=1)
    turn_of(s, JAPAN)
    play(s, "counterattack")
    assert choices(s) == ["fight again for Midway", "fight again for Guam"]


@pytest.mark.rule("BC-R96", "BC-R44", "BC-R24")
@pytest.mark.parametrize("won_by_japan", [True, False])
def test_a_card_of_the_opponents_ally_is_defended_by_the_opponent(won_by_japan):
    s = combined()
    keep(s, JAPAN, "Counterattack")
    place(s, JAPAN, "Destroyers")
    place(s, US, "Cruisers")
    place(s, BRITAIN, "Battleships")
    win(s, BRITAIN, "Java Sea", front=1)
    turn_of(s, JAPAN)
    play(s, "counterattack")
    assert standing(s, US) == ["Cruisers"] and standing(s, BRITAIN) == []
    hold_fire(s)
    play(s, *(["stay"] if won_by_japan else []), "withdraw")
    assert where(s, "Java Sea", 1) == (f"WON {JAPAN}" if won_by_japan else f"WON {BRITAIN}")
    assert vp(s) == ([0, 0, 3, 0] if won_by_japan else [0, 3, 0, 0])


@pytest.mark.rule("BC-R69", "BC-78")
def test_cards_marked_for_allies_call_them_again():
    s = combined()
    keep(s, US, "Counterattack")
    for seat in range(4):
        place(s, seat, "2 Destroyers")
    win(s, JAPAN, "Leyte Gulf")
    turn_of(s, US)
    play(s, "counterattack")
    assert s[0].standing.sum(1).tolist() == [2, 2, 2, 2] and turn(s) == US


@pytest.mark.rule("BC-31", "BC-R24", "BC-R75")
def test_a_counterattack_of_nobody_on_nobody_changes_nothing():
    s = combined()
    keep(s, US, "Counterattack")
    place(s, BRITAIN, "Admiral Cunningham")
    win(s, JAPAN, "Leyte Gulf")
    turn_of(s, US)
    play(s, "counterattack")
    assert turn(s) == GERMANY and won(s, JAPAN) == ["Leyte Gulf"] and kept(s, US) == []
    place(s, GERMANY, "Destroyers")
    place(s, BRITAIN, "Destroyers")
    fight(s, "Norway")
    hold_fire(s)
    play(s, "withdraw")
    assert won(s, BRITAIN) == ["Norway"]


@pytest.mark.rule("BC-R69", "BC-67", "BC-62", "BC-R97")
def test_an_invasion_fought_again_opens_emergency_deployment_and_eliminates():
    s = combined()
    keep(s, JAPAN, "Counterattack")
    place(s, JAPAN, "Imperial Infantry")
    win(s, US, "Invasion of Australia")
    hold(s, US, "Destroyers")
    turn_of(s, JAPAN)
    play(s, "counterattack")
    assert phase(s) == "HOMELAND" and turn(s) == US
    play(s, "keep the Reserve")
    assert s[0].exiled[US] and won(s, JAPAN) == ["Invasion of Australia"] and not s[0].over


@pytest.mark.rule("BC-R96", "BC-R97", "BC-R69")
def test_the_invasion_that_a_liberator_holds_may_be_fought_again():
    """Japan holds Invasion of Germany after the liberation; Britain attacks Germany for it."""
    s = combined()
    win(s, JAPAN, "Invasion of Germany", front=0)
    keep(s, BRITAIN, "Counterattack")
    place(s, BRITAIN, "Commandos")
    turn_of(s, BRITAIN)
    play(s, "counterattack")
    assert s[0].exiled[GERMANY] and won(s, BRITAIN) == ["Invasion of Germany"] and won(s, JAPAN) == []
