"""KILL, REINFORCE and RECON."""

from __future__ import annotations

import pytest

from warzoo.envs.cards_of_war.cards import CARDS
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
    hand,
    hold,
    may,
    new_game,
    pile,
    place,
    play,
    reported,
    shrink,
    stack,
    total,
    winners,
)

VICTIMS = {
    "I": "Infantry",
    "T": "Tanks",
    "N": "Artillery",
    "F": "Bunker",
    "A": "Gliders",
    "S": "Cruiser",
    "U": "Submarines",
    "P": "Propaganda",
}


@pytest.mark.rule("CW-11", "CW-14")
@pytest.mark.parametrize("killer", [card for card in CARDS if card.kill], ids=lambda card: card.name)
def test_a_kill_works_on_the_type_it_names_and_on_no_other(killer):
    for letter, victim in VICTIMS.items():
        if victim == killer.name:
            continue
        s = new_game()
        place(s, 1, LEFT, victim)
        hold(s, 0, killer.name)
        play(s, f"{killer.name} > battle 1")
        assert pile(s, 1, LEFT) == ([] if letter == killer.kill else [victim])


@pytest.mark.rule("CW-11")
def test_example_a_card_that_kills_infantry_or_ships():
    s = new_game()
    place(s, 1, LEFT, "Infantry")
    place(s, 1, CENTRE, "Cruiser")
    hold(s, 0, "Snipers", "Submarines")
    hold(s, 1, "Bunker")
    play(s, "Snipers > battle 1", "Bunker > battle 3")
    assert pile(s, 1, LEFT) == []
    s = new_game()
    place(s, 1, CENTRE, "Cruiser")
    hold(s, 0, "Submarines")
    play(s, "Submarines > battle 2")
    assert pile(s, 1, CENTRE) == []


@pytest.mark.rule("CW-12")
def test_kill_takes_only_the_top_card():
    s = new_game()
    place(s, 1, LEFT, "Tanks", "Infantry")
    hold(s, 0, "Heavy Tanks", "Snipers")
    play(s, "Snipers > battle 1")
    assert pile(s, 1, LEFT) == ["Tanks"]


@pytest.mark.rule("CW-12")
def test_a_card_below_the_top_is_safe():
    s = new_game()
    place(s, 1, LEFT, "Infantry", "Tanks")
    hold(s, 0, "Snipers")
    play(s, "Snipers > battle 1")
    assert pile(s, 1, LEFT) == ["Infantry", "Tanks"]


@pytest.mark.rule("CW-13")
def test_a_kill_does_not_reach_another_battle():
    s = new_game()
    place(s, 1, LEFT, "Infantry")
    hold(s, 0, "Snipers")
    play(s, "Snipers > battle 2")
    assert pile(s, 1, LEFT) == ["Infantry"]


@pytest.mark.rule("CW-14", "CW-26")
def test_the_killed_card_is_discarded_at_once_and_scores_no_more():
    s = new_game()
    place(s, 1, LEFT, "Tanks", "Infantry")
    assert total(s, 1, LEFT) == 7
    hold(s, 0, "Snipers")
    play(s, "Snipers > battle 1")
    assert discards(s) == ["Infantry"]
    assert total(s, 1, LEFT) == 3
    audit(s)


@pytest.mark.rule("CW-15")
@pytest.mark.parametrize("killer", [card.name for card in CARDS if card.kill])
def test_any_kill_matches_radar(killer):
    s = new_game()
    place(s, 1, LEFT, "Radar")
    hold(s, 0, killer)
    play(s, f"{killer} > battle 1")
    assert pile(s, 1, LEFT) == []


@pytest.mark.rule("CW-R02")
def test_a_kill_is_automatic_and_takes_one_card():
    s = new_game()
    place(s, 1, LEFT, "Snipers", "Infantry", "Engineers")
    hold(s, 0, "Pillbox")
    assert [words for words in choices(s) if "battle 1" in words] == ["Pillbox > battle 1"]
    play(s, "Pillbox > battle 1")
    assert pile(s, 1, LEFT) == ["Snipers", "Infantry"]


@pytest.mark.rule("CW-R02")
def test_a_kill_spares_the_own_pile():
    s = new_game()
    place(s, 0, LEFT, "Infantry")
    hold(s, 0, "Snipers")
    play(s, "Snipers > battle 1")
    assert pile(s, 0, LEFT) == ["Infantry", "Snipers"]


@pytest.mark.rule("CW-R03")
def test_the_killer_stays_and_scores():
    s = new_game()
    place(s, 1, LEFT, "Infantry")
    hold(s, 0, "Snipers")
    play(s, "Snipers > battle 1")
    assert pile(s, 0, LEFT) == ["Snipers"]
    assert total(s, 0, LEFT) == 3


@pytest.mark.rule("CW-R04")
def test_after_a_kill_the_card_below_is_the_top():
    s = new_game()
    place(s, 1, LEFT, "Engineers", "Infantry")
    hold(s, 0, "Snipers", "Pillbox")
    hold(s, 1, "Bunker")
    play(s, "Snipers > battle 1", "Bunker > battle 2")
    assert pile(s, 1, LEFT) == ["Engineers"]
    play(s, "Pillbox > battle 1")
    assert pile(s, 1, LEFT) == []


@pytest.mark.rule("CW-R05")
def test_a_kill_comes_before_the_battle_is_won():
    s = new_game()
    place(s, 0, LEFT, "Heavy Bomber Wing", "War Industry")
    place(s, 1, LEFT, "Bunker", "Infantry")
    hold(s, 0, "Snipers")
    play(s, "Snipers > battle 1")
    assert winners(s) == [0, None, None]
    assert discards(s) == ["Infantry", "Bunker"]


@pytest.mark.rule("CW-R05", "CW-R41")
def test_a_reinforce_that_wins_the_last_battle_draws_and_deploys_no_more():
    s = new_game(length="normal")
    award(s, left=0, centre=1)
    place(s, 0, RIGHT, "Heavy Bomber Wing", "War Industry")
    hold(s, 0, "Air Transport", "Bunker")
    stack(s, "Marines")
    play(s, "Air Transport > battle 3")
    assert s[0].round_no == 2
    assert "Marines" in hand(s, 0)


@pytest.mark.rule("CW-R05")
def test_recon_reports_after_the_battle_is_won():
    s = new_game()
    place(s, 0, LEFT, "Heavy Bomber Wing", "War Industry")
    hold(s, 0, "Code Breakers")
    hold(s, 1, "Bunker", "Gliders")
    play(s, "Code Breakers > battle 1")
    assert winners(s) == [0, None, None]
    assert reported(s, 1) == {"AIR": 1, "GROUND": 1}


@pytest.mark.rule("CW-R05", "CW-23")
def test_the_refill_comes_after_the_extra_deployment():
    s = new_game()
    hold(s, 0, "Air Transport", *PLAIN)
    stack(s, "Marines", "Amphib")
    play(s, "Air Transport > battle 1")
    assert sorted(hand(s, 0)) == sorted([*PLAIN, "Marines"])
    play(s, "Bunker > battle 1")
    assert sorted(hand(s, 0)) == sorted([*PLAIN[1:], "Marines", "Amphib"])


@pytest.mark.rule("CW-16")
def test_reinforce_draws_a_card_and_deploys_any_card_of_the_hand():
    s = new_game()
    hold(s, 0, "Supreme Headquarters", "Bunker", "Cruiser")
    stack(s, "Marines")
    play(s, "Supreme Headquarters > battle 1")
    assert s[0].turn == 0 and s[0].phase == Phase.REINFORCE
    assert hand(s, 0) == ["Bunker", "Cruiser", "Marines"]
    assert set(choices(s)) == {f"{name} > battle {b}" for name in hand(s, 0) for b in (1, 2, 3)}
    play(s, "Cruiser > battle 2")
    assert pile(s, 0, CENTRE) == ["Cruiser"]
    assert s[0].turn == 1 and s[0].deployed == 2


@pytest.mark.rule("CW-17")
def test_the_extra_card_kills_as_usual():
    s = new_game()
    place(s, 1, CENTRE, "Infantry")
    hold(s, 0, "Air Transport", "Snipers")
    play(s, "Air Transport > battle 1", "Snipers > battle 2")
    assert pile(s, 1, CENTRE) == []


@pytest.mark.rule("CW-17")
def test_the_extra_card_may_be_recon():
    s = new_game()
    hold(s, 0, "Air Transport", "Code Breakers")
    hold(s, 1, "Bunker", "Pillbox")
    play(s, "Air Transport > battle 1", "Code Breakers > battle 2")
    assert reported(s, 1) == {"GROUND": 2}


@pytest.mark.rule("CW-R08")
def test_a_second_reinforce_works_again():
    s = new_game()
    hold(s, 0, "Air Transport", "Supreme Headquarters", "Bunker")
    play(s, "Air Transport > battle 1", "Supreme Headquarters > battle 2")
    assert s[0].turn == 0 and s[0].phase == Phase.REINFORCE
    play(s, "Bunker > battle 3")
    assert s[0].turn == 1 and s[0].deployed == 3


@pytest.mark.rule("CW-R08", "CW-R41")
def test_with_no_open_battle_the_extra_card_is_drawn_and_kept():
    s = new_game(length="short")
    award(s, left=0, centre=1)
    place(s, 0, RIGHT, "Heavy Bomber Wing", "War Industry")
    hold(s, 0, "Air Transport", "Amphib", *PLAIN)
    stack(s, "Marines")
    play(s, "Air Transport > battle 3")
    assert s[0].over
    assert sorted(hand(s, 0)) == sorted(["Amphib", "Marines", *PLAIN])


@pytest.mark.rule("CW-R09")
def test_with_nothing_to_draw_reinforce_still_deploys():
    s = new_game()
    hold(s, 0, "Air Transport", "Bunker")
    shrink(s, 0)
    play(s, "Air Transport > battle 1")
    assert hand(s, 0) == ["Bunker"] and s[0].turn == 0
    assert set(choices(s)) == {"Bunker > battle 1", "Bunker > battle 2", "Bunker > battle 3"}


@pytest.mark.rule("CW-R09")
def test_with_nothing_to_draw_and_an_empty_hand_the_turn_is_over():
    s = new_game()
    hold(s, 0, "Air Transport")
    shrink(s, 0)
    play(s, "Air Transport > battle 1")
    assert s[0].turn == 1 and s[0].phase == Phase.DEPLOY


@pytest.mark.rule("CW-R41")
def test_reinforce_cannot_be_declined():
    s = new_game()
    hold(s, 0, "Air Transport", "Bunker")
    play(s, "Air Transport > battle 1")
    assert not may(s, "wait") and s[0].turn == 0


@pytest.mark.rule("CW-18", "CW-R10")
def test_example_recon_2_air_2_sea_3_ground_1_intel():
    s = new_game()
    hold(s, 1, "Gliders", "Fighters", "Cruiser", "Convoy", "Bunker", "Tanks", "Artillery", "Spy")
    hold(s, 0, "Reconnaissance")
    play(s, "Reconnaissance > battle 1")
    assert reported(s, 1) == {"AIR": 2, "SEA": 2, "GROUND": 3, "INTEL": 1}
    assert reported(s, 0) == {}


@pytest.mark.rule("CW-18")
def test_cards_without_an_eye_tell_nothing():
    s = new_game()
    hold(s, 0, "Propaganda", "Spy")
    play(s, "Spy > battle 1")
    assert reported(s, 1) == {}


@pytest.mark.rule("CW-R10")
def test_recon_counts_the_hand_before_the_next_draw():
    s = new_game()
    hold(s, 1, "Gliders", "Fighters", "Cruiser")
    hold(s, 0, "Code Breakers")
    play(s, "Code Breakers > battle 1")
    assert sum(reported(s, 1).values()) == s[0].hand_n[1] == 3


@pytest.mark.rule("CW-06")
def test_without_theatres_any_card_goes_anywhere_and_scores():
    s = new_game()
    place(s, 0, LEFT, "Bunker")
    hold(s, 0, "Cruiser", "Gliders")
    assert len(choices(s)) == 6
    play(s, "Gliders > battle 1")
    assert total(s, 0, LEFT) == 8
    assert not s[0].theatre.any()


@pytest.mark.rule("CW-06", "CW-14")
def test_a_kill_does_not_ask_for_the_theatre():
    s = new_game()
    place(s, 1, LEFT, "Marines")
    hold(s, 0, "Snipers")
    discard(s, "Spy")
    play(s, "Snipers > battle 1")
    assert discards(s) == ["Spy", "Marines"]
