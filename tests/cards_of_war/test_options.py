"""The optional rules."""

from __future__ import annotations

import pytest

from warzoo.envs.cards_of_war.cards import COPIES
from warzoo.envs.cards_of_war.state import Phase

from .audit import audit
from .table import (
    CENTRE,
    LEFT,
    RIGHT,
    award,
    choices,
    discard,
    discards,
    end_round,
    hand,
    hold,
    leave,
    may,
    new_game,
    payoffs,
    pile,
    place,
    play,
    reported,
    shrink,
    stack,
    tire,
    total,
    winners,
)

PLAIN = ("Bunker", "Cruiser", "Gliders", "Propaganda", "Field Guns", "Convoy", "Heavy Tanks")


def everywhere(*names):
    return {f"{name} > battle {battle}" for name in names for battle in (1, 2, 3)}


def joint(s):
    return [words for words in choices(s) if "+" in words]


# Alternative Reinforce


@pytest.mark.rule("CW-35", "CW-R23")
def test_reinforce_offers_the_drawn_card_and_the_top_discard_only():
    s = new_game(alternative_reinforce=True)
    discard(s, "Tanks", "Spy")
    hold(s, 0, "Air Transport", *PLAIN)
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert s[0].turn == 0 and s[0].phase == Phase.CHOOSE
    assert set(choices(s)) == everywhere("Marines", "Spy")


@pytest.mark.rule("CW-35")
def test_without_the_option_the_top_discard_is_not_offered():
    s = new_game()
    discard(s, "Spy")
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert set(choices(s)) == everywhere("Marines", "Bunker")


@pytest.mark.rule("CW-36")
def test_who_takes_the_top_discard_discards_the_drawn_card():
    s = new_game(alternative_reinforce=True)
    discard(s, "Tanks", "Spy")
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines", "Amphib")
    play(s, "Air Transport > battle 1", "Spy > battle 2")
    assert pile(s, 0, CENTRE) == ["Spy"]
    assert discards(s) == ["Tanks", "Marines"]
    assert "Marines" not in hand(s, 0) and s[0].hand_n[0] == 8
    audit(s)


@pytest.mark.rule("CW-35")
def test_who_deploys_the_drawn_card_leaves_the_discards_alone():
    s = new_game(alternative_reinforce=True)
    discard(s, "Tanks", "Spy")
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1", "Marines > battle 2")
    assert pile(s, 0, CENTRE) == ["Marines"] and discards(s) == ["Tanks", "Spy"]
    assert s[0].turn == 1


@pytest.mark.rule("CW-R23")
def test_without_discards_there_is_only_the_drawn_card():
    s = new_game(alternative_reinforce=True)
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert set(choices(s)) == everywhere("Marines")


@pytest.mark.rule("CW-R41")
def test_the_draw_and_its_reshuffle_come_before_the_choice():
    s = new_game(alternative_reinforce=True)
    discard(s, "Tanks", "Spy")
    hold(s, 0, "Air Transport", "Bunker")
    leave(s, "Amphib", "Marines")
    play(s, "Air Transport > battle 1")
    assert discards(s) == [] and len(choices(s)) == 3


@pytest.mark.rule("CW-R41")
def test_nothing_drawn_is_no_extra_deployment():
    s = new_game(alternative_reinforce=True)
    hold(s, 0, "Air Transport", "Bunker")
    shrink(s, 0)
    play(s, "Air Transport > battle 1")
    assert s[0].turn == 1 and hand(s, 0) == ["Bunker"]


@pytest.mark.rule("CW-R41")
def test_with_two_decks_the_top_discard_is_the_own_one():
    s = new_game(alternative_reinforce=True, two_decks=True)
    discard(s, "Spy", seat=0)
    discard(s, "Tanks", seat=1)
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 1")
    assert set(choices(s)) == everywhere("Marines", "Spy")
    play(s, "Spy > battle 1")
    assert discards(s, 0) == ["Marines"] and discards(s, 1) == ["Tanks"]
    audit(s)


@pytest.mark.rule("CW-17", "CW-R08")
def test_a_reinforce_taken_from_the_discards_works_again():
    s = new_game(alternative_reinforce=True)
    discard(s, "Supreme Headquarters")
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines", "Amphib")
    play(s, "Air Transport > battle 1", "Supreme Headquarters > battle 2")
    assert s[0].turn == 0 and set(choices(s)) == everywhere("Amphib", "Marines")


@pytest.mark.rule("CW-36", "CW-R40")
def test_the_drawn_card_is_discarded_before_what_is_killed():
    s = new_game(alternative_reinforce=True)
    discard(s, "Snipers")
    place(s, 1, LEFT, "Infantry")
    hold(s, 0, "Air Transport")
    stack(s, "Marines")
    play(s, "Air Transport > battle 2", "Snipers > battle 1")
    assert discards(s) == ["Marines", "Infantry"]


# Theatres of War


@pytest.mark.rule("CW-37", "CW-38", "CW-R24")
def test_the_first_card_of_a_battle_fixes_its_theatre():
    s = new_game(theatres_of_war=True)
    hold(s, 0, "Bunker", "Gliders")
    hold(s, 1, "Cruiser", "Heavy Tanks")
    play(s, "Bunker > battle 1")
    assert "Heavy Tanks > battle 1" in choices(s) and "Cruiser > battle 1" not in choices(s)
    play(s, "Cruiser > battle 2")
    assert not may(s, "Gliders > battle 1") and not may(s, "Gliders > battle 2") and may(s, "Gliders > battle 3")


@pytest.mark.rule("CW-38")
def test_a_theatre_stays_when_its_first_card_is_killed():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Infantry")
    hold(s, 0, "Snipers")
    hold(s, 1, "Cruiser")
    play(s, "Snipers > battle 1")
    assert pile(s, 1, LEFT) == [] and not may(s, "Cruiser > battle 1")


@pytest.mark.rule("CW-R25")
def test_battles_may_share_a_theatre():
    s = new_game(theatres_of_war=True)
    hold(s, 0, "Bunker", "Heavy Tanks")
    hold(s, 1, "Cruiser", "Field Guns")
    play(s, "Bunker > battle 1", "Field Guns > battle 2")
    assert s[0].theatre[0] == s[0].theatre[1] != 0
    assert may(s, "Heavy Tanks > battle 1") and may(s, "Heavy Tanks > battle 2")


@pytest.mark.rule("CW-39")
def test_only_cards_of_the_theatre_score():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Bunker")
    place(s, 0, LEFT, "Heavy Tanks", "Infantry", "Tanks")
    hold(s, 0, "Submarines")
    hold(s, 1, "Field Guns")
    play(s, "Submarines > battle 1")
    assert total(s, 0, LEFT) == 12 and total(s, 1, LEFT) == 4
    play(s, "Field Guns > battle 1")
    assert total(s, 1, LEFT) == 8


@pytest.mark.rule("CW-39", "CW-26")
def test_killing_a_card_that_does_not_score_takes_no_points():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Bunker", "Submarines")
    hold(s, 0, "Destroyers")
    play(s, "Destroyers > battle 1")
    assert pile(s, 1, LEFT) == ["Bunker"] and total(s, 1, LEFT) == 4


@pytest.mark.rule("CW-40", "CW-R26")
def test_off_its_theatre_a_card_is_deployed_to_kill():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Infantry")
    hold(s, 0, "Snipers", "Cruiser")
    assert may(s, "Snipers > battle 1") and not may(s, "Cruiser > battle 1")
    play(s, "Snipers > battle 1")
    assert pile(s, 1, LEFT) == [] and pile(s, 0, LEFT) == ["Snipers"] and total(s, 0, LEFT) == 0


@pytest.mark.rule("CW-R26")
def test_a_killer_needs_no_target_off_its_theatre():
    s = new_game(theatres_of_war=True)
    place(s, 1, LEFT, "Bunker")
    hold(s, 0, "Snipers")
    assert may(s, "Snipers > battle 1")


@pytest.mark.rule("CW-R26")
def test_a_card_that_fits_nowhere_goes_anywhere_if_nothing_else_does():
    s = new_game(theatres_of_war=True)
    for battle, name in ((LEFT, "Bunker"), (CENTRE, "Gliders"), (RIGHT, "Propaganda")):
        place(s, 1, battle, name)
    hold(s, 0, "Cruiser", "Convoy", "Heavy Tanks")
    assert choices(s) == ["Heavy Tanks > battle 1"]
    hold(s, 0, "Cruiser", "Convoy")
    assert set(choices(s)) == everywhere("Cruiser", "Convoy")
    place(s, 0, LEFT, "Infantry")
    play(s, "Convoy > battle 1")
    assert pile(s, 0, LEFT) == ["Infantry", "Convoy"] and total(s, 0, LEFT) == 4
    hold(s, 1, "Submarines")
    play(s, "Submarines > battle 1")
    assert pile(s, 0, LEFT) == ["Infantry"]


@pytest.mark.rule("CW-R26")
def test_a_won_battle_is_no_place_to_fit():
    s = new_game(theatres_of_war=True)
    for battle, name in ((LEFT, "Bunker"), (CENTRE, "Gliders"), (RIGHT, "Convoy")):
        place(s, 1, battle, name)
    award(s, right=1)
    hold(s, 0, "Cruiser")
    assert choices(s) == ["Cruiser > battle 1", "Cruiser > battle 2"]


@pytest.mark.rule("CW-R26")
def test_only_the_cards_deployable_at_that_step_are_asked():
    s = new_game(theatres_of_war=True, alternative_reinforce=True)
    for battle, name in ((LEFT, "Bunker"), (CENTRE, "Gliders"), (RIGHT, "Infantry")):
        place(s, 1, battle, name)
    hold(s, 0, "Air Transport", "Heavy Tanks")
    stack(s, "Cruiser")
    play(s, "Air Transport > battle 2")
    assert set(choices(s)) == everywhere("Cruiser")


@pytest.mark.rule("CW-R27")
def test_recon_works_off_its_theatre():
    s = new_game(theatres_of_war=True)
    for battle in (LEFT, CENTRE, RIGHT):
        place(s, 1, battle, ("Bunker", "Gliders", "Cruiser")[battle])
    hold(s, 0, "Code Breakers")
    hold(s, 1, "Tanks", "Spy")
    play(s, "Code Breakers > battle 1")
    assert total(s, 0, LEFT) == 0 and reported(s, 1) == {"GROUND": 1, "INTEL": 1}


@pytest.mark.rule("CW-R27")
def test_reinforce_works_off_its_theatre():
    s = new_game(theatres_of_war=True)
    for battle in (LEFT, CENTRE, RIGHT):
        place(s, 1, battle, ("Bunker", "Propaganda", "Cruiser")[battle])
    hold(s, 0, "Air Transport")
    play(s, "Air Transport > battle 1")
    assert s[0].turn == 0 and s[0].phase == Phase.REINFORCE


# Tactical advantage


@pytest.mark.rule("CW-41", "CW-R21")
def test_three_battles_give_a_hand_of_nine_for_a_round():
    s = new_game(length="long", tactical_advantage=True)
    end_round(s, 0, 0, 0)
    assert s[0].limit.tolist() == [9, 8] and s[0].hand_n.tolist() == [9, 8]
    end_round(s, 0, 0, 1)
    assert s[0].limit.tolist() == [8, 8]


@pytest.mark.rule("CW-41")
@pytest.mark.parametrize(("option", "won"), [(True, (0, 0, 1)), (False, (0, 0, 0))])
def test_two_battles_or_no_option_do_not(option, won):
    s = new_game(length="long", tactical_advantage=option)
    end_round(s, *won)
    assert s[0].limit.tolist() == [8, 8] and s[0].hand_n.tolist() == [8, 8]


@pytest.mark.rule("CW-R20", "CW-R21")
def test_the_ninth_card_is_kept_until_it_is_deployed():
    s = new_game(length="long", tactical_advantage=True)
    end_round(s, 0, 0, 0)
    end_round(s, 0, 0, 1)
    assert s[0].hand_n[0] == 9
    hold(s, 0, *PLAIN, "Marines", "Amphib")
    play(s, "Marines > battle 1")
    assert sorted(hand(s, 0)) == sorted([*PLAIN, "Amphib"])


@pytest.mark.rule("CW-41", "CW-R13")
def test_open_battles_given_by_points_count_as_won():
    s = new_game(length="long", tactical_advantage=True)
    award(s, left=0)
    place(s, 0, CENTRE, "Bunker")
    hold(s, 0, "Marines")
    tire(s)
    play(s, "Marines > battle 3")
    assert s[0].limit.tolist() == [9, 8]


# Strategic exhaustion


@pytest.mark.rule("CW-42")
def test_losing_three_battles_costs_a_card_for_good():
    s = new_game(length="long", strategic_exhaustion=True)
    end_round(s, 0, 0, 0)
    assert s[0].limit.tolist() == [8, 7]
    end_round(s, 1, 1, 0)
    assert s[0].limit.tolist() == [8, 7]
    end_round(s, 0, 0, 0)
    end_round(s, 1, 1, 1)
    assert s[0].limit.tolist() == [7, 6]


@pytest.mark.rule("CW-42", "CW-R13")
def test_open_battles_given_by_points_count_as_lost():
    s = new_game(length="long", strategic_exhaustion=True)
    award(s, left=0)
    place(s, 0, CENTRE, "Bunker")
    hold(s, 0, "Marines")
    tire(s)
    play(s, "Marines > battle 3")
    assert s[0].limit.tolist() == [8, 7]


@pytest.mark.rule("CW-R20")
def test_a_smaller_hand_size_discards_nothing():
    s = new_game(length="long", strategic_exhaustion=True)
    end_round(s, 0, 0, 0)
    assert s[0].hand_n[1] == 8
    hold(s, 1, *PLAIN, "Marines")
    s[0].turn = 1
    play(s, "Marines > battle 1")
    assert sorted(hand(s, 1)) == sorted(PLAIN)


@pytest.mark.rule("CW-43")
@pytest.mark.parametrize("winner", [0, 1])
def test_bringing_the_other_to_three_cards_wins_the_game(winner):
    s = new_game(length="long", strategic_exhaustion=True)
    s[0].hand_size[1 - winner] = 5
    s[0].rounds_won[1 - winner] = 2
    end_round(s, winner, winner, winner)
    assert not s[0].over
    end_round(s, winner, winner, winner)
    assert s[0].over and s[0].round_no == 2
    assert payoffs(s) == ([1, -1] if winner == 0 else [-1, 1])


# Joint deployment

PAIRS = [
    pytest.param("Paratroop", "Gliders", marks=pytest.mark.rule("CW-48")),
    pytest.param("Marines", "Amphib", marks=pytest.mark.rule("CW-49")),
    pytest.param("Fighters", "Dive Bombers", marks=pytest.mark.rule("CW-50")),
    pytest.param("Fighters", "Torpedo Bombers", marks=pytest.mark.rule("CW-50")),
    pytest.param("Fighters", "Long Range Bombers", marks=pytest.mark.rule("CW-50")),
    pytest.param("Battleship", "Shore Bombardment", marks=pytest.mark.rule("CW-51")),
]


@pytest.mark.rule("CW-44", "CW-R28", "CW-R42")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_pair_goes_to_two_adjacent_battles_either_card_left(first, second):
    s = new_game(joint_deployment=True)
    hold(s, 0, first, second, "Bunker")
    orders = (f"{first} + {second}", f"{second} + {first}")
    assert set(joint(s)) == {f"{order} > battles {places}" for order in orders for places in ("1 2", "2 3")}
    play(s, f"{second} + {first} > battles 2 3")
    assert pile(s, 0, CENTRE) == [second] and pile(s, 0, RIGHT) == [first]


@pytest.mark.rule("CW-44")
def test_example_gliders_left_and_paratroop_centre():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Paratroop", "Gliders")
    play(s, "Gliders + Paratroop > battles 1 2")
    assert pile(s, 0, LEFT) == ["Gliders"] and pile(s, 0, CENTRE) == ["Paratroop"]
    assert (total(s, 0, LEFT), total(s, 0, CENTRE)) == (4, 3)


@pytest.mark.rule("CW-44")
def test_joint_deployment_needs_both_cards_and_the_option():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Gliders", "Marines", "Fighters", "Heavy Bomber Wing", "Patrol Planes", "Battleship")
    assert joint(s) == []
    s = new_game()
    hold(s, 0, "Gliders", "Paratroop")
    assert joint(s) == []


@pytest.mark.rule("CW-45", "CW-R42")
def test_two_cards_are_drawn_after_a_joint_deployment():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Marines", "Amphib", *PLAIN[1:])
    stack(s, "Spy", "Tanks")
    play(s, "Marines + Amphib > battles 1 2")
    assert sorted(hand(s, 0)) == sorted([*PLAIN[1:], "Spy", "Tanks"])


@pytest.mark.rule("CW-R28")
def test_a_joint_deployment_is_the_whole_turn():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Marines", "Amphib")
    play(s, "Marines + Amphib > battles 1 2")
    assert s[0].turn == 1 and s[0].deployed == 2


@pytest.mark.rule("CW-R28")
@pytest.mark.parametrize(
    ("order", "order_of_discards"),
    [("Fighters + Dive Bombers", ["Gliders", "Tanks"]), ("Dive Bombers + Fighters", ["Tanks", "Gliders"])],
)
def test_the_left_battle_is_resolved_first(order, order_of_discards):
    s = new_game(joint_deployment=True)
    place(s, 1, LEFT, order_of_discards[0])
    place(s, 1, CENTRE, order_of_discards[1])
    hold(s, 0, "Fighters", "Dive Bombers")
    play(s, f"{order} > battles 1 2")
    assert discards(s) == order_of_discards


@pytest.mark.rule("CW-R28", "CW-25")
def test_both_cards_may_win_their_battles():
    s = new_game(joint_deployment=True)
    place(s, 0, LEFT, "Heavy Bomber Wing", "War Industry")
    place(s, 0, CENTRE, "Radar", "Convoy")
    hold(s, 0, "Gliders", "Paratroop")
    play(s, "Paratroop + Gliders > battles 1 2")
    assert winners(s) == [0, 0, None]


@pytest.mark.rule("CW-R28")
def test_a_won_battle_takes_no_card_of_a_pair():
    s = new_game(joint_deployment=True)
    award(s, left=0)
    hold(s, 0, "Marines", "Amphib")
    assert set(joint(s)) == {"Marines + Amphib > battles 2 3", "Amphib + Marines > battles 2 3"}
    award(s, centre=0)
    assert joint(s) == []


@pytest.mark.rule("CW-R29")
def test_reinforce_deploys_no_pair():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Air Transport", "Marines", "Amphib")
    assert joint(s)
    play(s, "Air Transport > battle 1")
    assert joint(s) == [] and may(s, "Marines > battle 1")


@pytest.mark.rule("CW-46", "CW-R28", "CW-R42")
def test_by_theatre_a_pair_needs_two_battles_of_its_own_adjacent_or_not():
    s = new_game(joint_deployment=True, theatres_of_war=True)
    place(s, 1, LEFT, "Cruiser")
    place(s, 1, CENTRE, "Bunker")
    hold(s, 0, "Marines", "Amphib", "Gliders", "Paratroop")
    assert set(joint(s)) == {"Marines + Amphib > battles 1 3", "Amphib + Marines > battles 1 3"}
    play(s, "Marines + Amphib > battles 1 3")
    assert pile(s, 0, RIGHT) == ["Amphib"] and s[0].theatre[RIGHT] == s[0].theatre[LEFT]


@pytest.mark.rule("CW-46")
def test_by_theatre_killers_of_a_pair_do_not_go_where_they_do_not_belong():
    s = new_game(joint_deployment=True, theatres_of_war=True)
    place(s, 1, LEFT, "Bunker")
    place(s, 1, CENTRE, "Infantry")
    hold(s, 0, "Battleship", "Shore Bombardment")
    assert joint(s) == [] and may(s, "Battleship > battle 1")


# Two decks


@pytest.mark.rule("CW-53", "CW-R30")
def test_each_card_goes_to_its_owners_discards():
    s = new_game(two_decks=True)
    place(s, 0, LEFT, "Radar", "War Industry")
    place(s, 1, LEFT, "Radar", "Infantry")
    hold(s, 0, "Snipers")
    play(s, "Snipers > battle 1")
    assert discards(s, 1) == ["Infantry", "Radar"] and discards(s, 0) == []
    audit(s)


@pytest.mark.rule("CW-53", "CW-R30", "CW-24")
def test_each_deck_is_reshuffled_by_itself():
    s = new_game(two_decks=True)
    discard(s, "Spy", "Tanks", seat=0)
    discard(s, "Marines", seat=1)
    hold(s, 0, "Sea Mines", *PLAIN)
    shrink(s, 2, seat=0)
    play(s, "Sea Mines > battle 1")
    assert discards(s, 0) == [] and discards(s, 1) == ["Marines"]
    assert s[0].draw_n[0] == 3 and s[0].draw_n[1] == 52 - 8 - 1


@pytest.mark.rule("CW-52")
def test_both_players_may_hold_the_same_card():
    s = new_game(two_decks=True)
    hold(s, 0, "Radar")
    hold(s, 1, "Radar")
    audit(s)
    assert hand(s, 0) == hand(s, 1) == ["Radar"]
    assert s[0].hidden.sum() == 2 * COPIES.sum()
