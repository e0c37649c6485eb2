"""Battles and how they are won, and the end of a round."""

from __future__ import annotations

import pytest

from warzoo.envs.cards_of_war.state import Phase

from .audit import audit
from .table import (
    CENTRE,
    LEFT,
    PLAIN,
    RIGHT,
    award,
    choices,
    discard,
    discards,
    end_round,
    hand,
    hold,
    new_game,
    pile,
    place,
    play,
    shrink,
    tire,
    total,
    winners,
)

# Battles


@pytest.mark.rule("CW-25")
@pytest.mark.parametrize(
    ("card", "won"), [("Reconnaissance", False), ("Code Breakers", True), ("Heavy Bomber Wing", True)]
)
def test_a_battle_is_won_with_15_points_or_more(card, won):
    s = new_game()
    place(s, 0, LEFT, "Radar", "War Industry")
    hold(s, 0, card)
    play(s, f"{card} > battle 1")
    assert winners(s) == [0 if won else None, None, None]


@pytest.mark.rule("CW-25")
def test_points_of_other_battles_and_of_the_other_player_do_not_help():
    s = new_game()
    place(s, 0, CENTRE, "Radar", "War Industry")
    place(s, 1, LEFT, "Heavy Bomber Wing", "Convoy")
    hold(s, 0, "Carrier")
    play(s, "Carrier > battle 1")
    assert winners(s) == [None, None, None]


@pytest.mark.rule("CW-26")
def test_killed_cards_do_not_count_towards_15():
    s = new_game()
    place(s, 0, LEFT, "Heavy Bomber Wing", "Infantry")
    hold(s, 0, "Bunker", "Heavy Tanks")
    hold(s, 1, "Snipers")
    play(s, "Bunker > battle 2", "Snipers > battle 1")
    assert total(s, 0, LEFT) == 6
    play(s, "Heavy Tanks > battle 1")
    assert winners(s) == [None, None, None] and total(s, 0, LEFT) == 11


@pytest.mark.rule("CW-27", "CW-R16", "CW-R40")
def test_the_losers_pile_is_discarded_and_the_winners_stays_outside():
    s = new_game()
    place(s, 0, LEFT, "Radar", "War Industry")
    place(s, 1, LEFT, "Bunker", "Cruiser", "Infantry")
    hold(s, 0, "Snipers")
    play(s, "Snipers > battle 1")
    assert discards(s) == ["Infantry", "Bunker", "Cruiser"]
    assert pile(s, 1, LEFT) == [] and pile(s, 0, LEFT) == ["Radar", "War Industry", "Snipers"]
    audit(s)


@pytest.mark.rule("CW-R16")
def test_won_piles_are_not_shuffled_back_during_the_round():
    s = new_game()
    place(s, 0, LEFT, "Radar", "War Industry")
    place(s, 1, LEFT, "Bunker", "Cruiser")
    hold(s, 0, "Propaganda", *PLAIN[4:], "Gliders", "Tanks", "Engineers", "Amphib")
    shrink(s, 1)
    play(s, "Propaganda > battle 1")
    assert pile(s, 0, LEFT) == ["Radar", "War Industry", "Propaganda"]
    assert s[0].draw_n[0] == 1 + 2 - 1 and discards(s) == []


@pytest.mark.rule("CW-R06")
def test_nothing_is_deployed_to_a_won_battle():
    s = new_game()
    award(s, left=0, right=1)
    hold(s, 0, "Bunker", "Snipers")
    assert choices(s) == ["Bunker > battle 2", "Snipers > battle 2"]


@pytest.mark.rule("CW-22", "CW-R15")
def test_the_third_battle_is_fought_out():
    s = new_game(length="short")
    award(s, left=0)
    place(s, 0, CENTRE, "Heavy Bomber Wing", "Convoy")
    hold(s, 0, "Bunker")
    play(s, "Bunker > battle 2")
    assert winners(s) == [0, 0, None]
    assert not s[0].over and s[0].turn == 1
    place(s, 1, RIGHT, "Radar", "War Industry")
    hold(s, 1, "Cruiser")
    play(s, "Cruiser > battle 3")
    assert s[0].over


# The end of a round


@pytest.mark.rule("CW-28")
@pytest.mark.parametrize("won", [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, 0), (1, 1, 0), (1, 1, 1)])
def test_two_battles_win_the_round(won):
    s = new_game()
    end_round(s, *won)
    winner = int(sum(won) >= 2)
    assert s[0].rounds_won.tolist() == [1 - winner, winner]


@pytest.mark.rule("CW-29")
def test_hands_are_kept():
    s = new_game()
    hold(s, 0, "Tanks", *PLAIN[:3], "Marines", "Amphib", "Spy", "Snipers")
    hold(s, 1, "Propaganda", "Infantry", "Fighters", "Pillbox", "Radar", "Carrier", "Artillery", "AA Guns")
    mine, kept = hand(s, 0), set(hand(s, 1)) - {"Propaganda"}
    award(s, left=0, centre=0)
    s[0].turn = 1
    place(s, 1, RIGHT, "Heavy Bomber Wing", "Convoy")
    play(s, "Propaganda > battle 3")
    assert s[0].round_no == 2
    assert hand(s, 0) == mine and kept <= set(hand(s, 1))


@pytest.mark.rule("CW-30", "CW-10")
def test_the_winning_piles_are_discarded_at_the_end():
    s = new_game()
    end_round(s, 0, 0, 1)
    assert discards(s) == ["Heavy Bomber Wing", "Convoy", "Propaganda"]
    assert not s[0].pile_n.any() and not s[0].total.any() and not s[0].won.any()
    audit(s)


@pytest.mark.rule("CW-31")
def test_the_end_of_a_round_shuffles_nothing_back():
    s = new_game()
    discard(s, "Spy", "Tanks")
    before = int(s[0].draw_n[0])
    end_round(s, 0, 0, 1)
    assert discards(s)[:2] == ["Spy", "Tanks"] and len(discards(s)) == 5
    assert s[0].draw_n[0] < before


@pytest.mark.rule("CW-R40")
def test_at_the_end_piles_go_left_to_right_the_starters_first():
    s = new_game()
    s[0].starter = 1
    place(s, 0, LEFT, "Bunker", "Cruiser")
    place(s, 1, LEFT, "Gliders", "Tanks")
    place(s, 1, RIGHT, "Spy")
    hold(s, 0, "Marines")
    tire(s)
    play(s, "Marines > battle 3")
    assert discards(s) == ["Gliders", "Tanks", "Bunker", "Cruiser", "Spy", "Marines"]


@pytest.mark.rule("CW-R13")
def test_two_empty_hands_end_the_round():
    s = new_game(length="short")
    place(s, 1, LEFT, "Bunker")
    place(s, 1, RIGHT, "Cruiser")
    hold(s, 0, "Tanks")
    hold(s, 1)
    shrink(s, 0)
    play(s, "Tanks > battle 1")
    assert s[0].over and s[0].winner == 1 + 1


@pytest.mark.rule("CW-R13")
def test_one_empty_hand_does_not():
    s = new_game(length="short")
    hold(s, 0, "Tanks")
    hold(s, 1, "Spy")
    shrink(s, 0)
    play(s, "Tanks > battle 1", "Spy > battle 1")
    assert s[0].over
    s = new_game(length="short")
    hold(s, 0, "Tanks")
    hold(s, 1, "Spy", "Cruiser")
    shrink(s, 0)
    play(s, "Tanks > battle 1", "Spy > battle 1", "wait")
    assert not s[0].over and s[0].turn == 1


@pytest.mark.rule("CW-R13")
@pytest.mark.parametrize(("deployed", "ends"), [(118, False), (119, True)])
def test_120_deployments_end_the_round(deployed, ends):
    s = new_game()
    hold(s, 0, "Bunker")
    s[0].deployed = deployed
    play(s, "Bunker > battle 1")
    assert (s[0].round_no == 2) == ends


@pytest.mark.rule("CW-R13")
def test_the_120th_deployment_lets_the_turn_be_finished():
    s = new_game()
    hold(s, 0, "Air Transport", "Bunker")
    tire(s)
    play(s, "Air Transport > battle 1")
    assert s[0].round_no == 1 and s[0].phase == Phase.REINFORCE and s[0].deployed == 120
    play(s, "Bunker > battle 2")
    assert s[0].round_no == 2


@pytest.mark.rule("CW-R13")
def test_each_card_of_a_joint_deployment_counts():
    s = new_game(joint_deployment=True)
    hold(s, 0, "Gliders", "Paratroop")
    s[0].deployed = 118
    play(s, "Gliders + Paratroop > battles 1 2")
    assert s[0].round_no == 2


@pytest.mark.rule("CW-R13", "CW-28")
def test_open_battles_go_to_the_higher_total():
    s = new_game(length="short")
    award(s, left=1)
    place(s, 0, CENTRE, "Bunker")
    place(s, 1, CENTRE, "Cruiser")
    place(s, 1, RIGHT, "Tanks")
    hold(s, 0, "Reconnaissance")
    tire(s)
    play(s, "Reconnaissance > battle 3")
    assert s[0].over and s[0].winner == 1 + 1


@pytest.mark.rule("CW-R13", "CW-R14")
def test_equal_totals_go_to_nobody():
    s = new_game(length="short")
    award(s, left=1)
    place(s, 0, CENTRE, "Bunker")
    place(s, 1, CENTRE, "Cruiser")
    place(s, 1, RIGHT, "Tanks")
    hold(s, 0, "Marines")
    tire(s)
    play(s, "Marines > battle 3")
    assert s[0].over and s[0].winner == 0
