"""Looks at the other side, what is remembered of them, and cards that strike at once."""

from __future__ import annotations

import pytest

from .table import (
    choices,
    discards,
    draw,
    hold,
    keep,
    kept,
    known,
    knows,
    new_game,
    phase,
    place,
    play,
    redealt,
    reserve,
    seen_by,
    stacks,
    turn,
    where,
)


@pytest.mark.rule("BC-05", "BC-R74", "BC-R93", "BC-R27")
def test_a_reconnaissance_shows_one_stack_wholly():
    s = new_game()
    place(s, 1, "2 Marines", "Howitzers", "Hellcat Fighters")
    hold(s, 1, "Cruisers")
    draw(s, "Aerial Reconnaissance")
    assert choices(s) == ["look at player_1's Ground stack", "look at player_1's Air stack"]
    play(s, "look at player_1's Ground stack")
    assert known(s, 0, 1, "stacks") == ["Howitzers", "Marines", "Marines"] and turn(s) == 1
    assert known(s, 1, 0, "stacks") == []
    for k in range(10):
        other = redealt(s, 0, k)
        assert stacks(other, 1, "ground") == ["Howitzers", "Marines", "Marines"] and len(stacks(other, 1, "air")) == 1


@pytest.mark.rule("BC-R93", "BC-R74")
def test_code_breakers_show_the_reserve():
    s = new_game()
    hold(s, 1, "2 Cruisers", "Hellcat Fighters")
    draw(s, "Code Breakers")
    assert choices(s) == ["look at player_1's Reserve"]
    play(s, "look")
    assert known(s, 0, 1, "reserve") == ["Cruisers", "Cruisers", "Hellcat Fighters"] == reserve(redealt(s, 0, 1), 1)


@pytest.mark.rule("BC-R93", "BC-R74")
def test_a_spy_ring_shows_the_kept_cards():
    s = new_game()
    keep(s, 1, "Air Support", "Sabotage")
    draw(s, "Spy Ring")
    assert choices(s) == ["look at player_1's Kept Cards"]
    play(s, "look")
    assert seen_by(s, 1, 0) == ["Air Support", "Sabotage"] == kept(redealt(s, 0, 1), 1)
    keep(s, 1, "Dug In")
    assert seen_by(s, 1, 0) == ["Air Support", "Sabotage"]


@pytest.mark.rule("BC-R74")
@pytest.mark.parametrize(
    "name",
    [
        "Aerial Reconnaissance",
        "Code Breakers",
        "Spy Ring",
        "Air Raid",
        "Torpedo Ambush",
        "Supply Crisis",
        "Lost Orders",
    ],
)
def test_with_nothing_to_aim_at_the_card_does_nothing(name):
    s = new_game()
    place(s, 0, "Destroyers")
    hold(s, 0, "Destroyers")
    keep(s, 0, "Sabotage")
    if name == "Torpedo Ambush":
        place(s, 1, "Marines", "Hellcat Fighters")
    draw(s, name)
    assert turn(s) == 1 and phase(s) == "TURN"


# Cards that strike at once


@pytest.mark.rule("BC-R74", "BC-R84", "BC-51")
def test_an_air_raid_destroys_a_random_card_of_a_stack():
    lost = set()
    for seed in range(12):
        s = new_game(seed=seed)
        place(s, 1, "Marines", "Howitzers", "Hellcat Fighters")
        draw(s, "Air Raid")
        assert choices(s) == ["bomb player_1's Ground stack", "bomb player_1's Air stack"]
        play(s, "bomb player_1's Ground stack")
        assert len(discards(s, 1)) == 1 and stacks(s, 1, "air") == ["Hellcat Fighters"]
        lost |= set(discards(s, 1))
        assert where(s, "Air Raid") == "DISCARD"
    assert lost == {"Marines", "Howitzers"}


@pytest.mark.rule("BC-R74")
def test_a_torpedo_ambush_destroys_a_card_at_sea():
    s = new_game()
    place(s, 1, "Marines", "Cruisers")
    draw(s, "Torpedo Ambush")
    assert choices(s) == ["torpedo player_1's Sea stack"]
    play(s, "torpedo")
    assert discards(s, 1) == ["Cruisers"] and stacks(s, 1) == ["Marines"]


@pytest.mark.rule("BC-R74", "BC-R84", "BC-R93")
def test_a_supply_crisis_takes_a_card_of_the_reserve():
    s = new_game()
    place(s, 1, "Marines")
    hold(s, 1, "2 Cruisers")
    knows(s, 0, 1, "reserve", "2 Cruisers")
    draw(s, "Supply Crisis")
    assert choices(s) == ["strike player_1's Reserve"]
    play(s, "strike")
    assert reserve(s, 1) == ["Cruisers"] == known(s, 0, 1, "reserve") == discards(s, 1)


@pytest.mark.rule("BC-R74", "BC-R84")
def test_lost_orders_takes_a_kept_card():
    taken = set()
    for seed in range(12):
        s = new_game(seed=seed)
        keep(s, 1, "Sabotage", "Naval Gunfire")
        hold(s, 1, "Cruisers")
        draw(s, "Lost Orders")
        assert choices(s) == ["strike player_1's Kept Cards"]
        play(s, "strike")
        assert len(kept(s, 1)) == s[0].kept_n[1] == 1 and reserve(s, 1) == ["Cruisers"]
        taken |= {name for name in ("Sabotage", "Naval Gunfire") if where(s, name) == "DISCARD"}
    assert taken == {"Sabotage", "Naval Gunfire"}


@pytest.mark.rule("BC-R74")
def test_lost_orders_takes_a_card_of_the_reserve_from_one_without_kept_cards():
    s = new_game()
    hold(s, 1, "Cruisers")
    draw(s, "Lost Orders")
    assert choices(s) == ["strike player_1's Reserve"]
    play(s, "strike")
    assert discards(s, 1) == ["Cruisers"]


# What is remembered


@pytest.mark.rule("BC-R27", "BC-R93")
def test_a_card_that_leaves_a_stack_face_up_is_struck_off():
    s = new_game()
    place(s, 1, "2 Cruisers")
    knows(s, 0, 1, "stacks", "2 Cruisers")
    draw(s, "Torpedo Ambush")
    play(s, "torpedo")
    assert known(s, 0, 1, "stacks") == ["Cruisers"]


@pytest.mark.rule("BC-R93")
def test_what_is_drawn_or_deployed_is_not_known():
    s = new_game()
    place(s, 0, "Destroyers")
    knows(s, 1, 0, "stacks", "Destroyers")
    draw(s, "General Mobilisation")
    play(s, choices(s)[0], "done")
    assert known(s, 1, 0, "stacks") == ["Destroyers"] and known(s, 1, 0, "reserve") == []


@pytest.mark.rule("BC-R93", "BC-R84")
def test_what_is_not_known_is_dealt_anew():
    s = new_game()
    place(s, 1, "2 Marines", "Howitzers", "Hellcat Fighters")
    hold(s, 1, "2 Cruisers")
    keep(s, 1, "Sabotage")
    knows(s, 0, 1, "stacks", "Marines")
    knows(s, 0, 1, "reserve", "Cruisers")
    others = [redealt(s, 0, k) for k in range(60)]
    for other in others:
        ground = stacks(other, 1, "ground")
        assert len(ground) == 3 and "Marines" in ground and len(stacks(other, 1, "air")) == 1
        assert len(reserve(other, 1)) == 2 and "Cruisers" in reserve(other, 1) and other[0].kept_n[1] == 1
        total = other[0].deck[1] + other[0].stacks[1] + other[0].reserve[1]
        assert (total == s[0].deck[1] + s[0].stacks[1] + s[0].reserve[1]).all()
        assert (other[0].stacks[0] == s[0].stacks[0]).all() and (other[0].discard == s[0].discard).all()
    assert len({tuple(stacks(other, 1)) for other in others}) > 20
    assert len({tuple(kept(other, 1)) for other in others}) == 6
