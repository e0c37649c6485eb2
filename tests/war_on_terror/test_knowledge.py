"""Who knows what of hidden cards."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.war_on_terror import GAME
from warzoo.envs.war_on_terror.cards import COPIES, IDS

from .audit import audit
from .table import (
    aware,
    choices,
    deal_to,
    discard_deck,
    hand,
    hold,
    known,
    lay,
    names,
    new_game,
    play,
    redealt,
    sight,
    stack,
    trade_hands,
)

pytestmark = pytest.mark.rule("WT-R31")


def hands_imagined(s, seat, holder, count=40):
    return [hand(redealt(s, seat, k), holder) for k in range(count)]


def test_all_see_which_card_a_trade_card_took():
    s = new_game(players=4)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    play(s, "Infiltrators", "take next 1")
    assert [known(s, seat, 0) for seat in range(4)] == [[], ["Destroyer"], ["Destroyer"], ["Destroyer"]]
    assert sight(s, 1).known[2, IDS["Destroyer"] - 1] == 1
    assert sight(s, 3).known[0, IDS["Destroyer"] - 1] == 1
    assert all("Destroyer" in cards and len(cards) == 2 for cards in hands_imagined(s, 2, 0))


def test_that_wears_off_when_such_a_card_is_played():
    s = new_game(players=2)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Destroyer")
    play(s, "Infiltrators", "take next 1", "pass", "Destroyer")
    assert hand(s, 0) == ["Destroyer"] and known(s, 1, 0) == []
    audit(s)


def test_each_of_two_traders_knows_the_hand_he_gave():
    s = new_game(players=3)
    hold(s, 0, "Secret Deal", "Frigate", "Frigate")
    hold(s, 1, "Destroyer")
    hold(s, 2, "Leaflet Drop")
    play(s, "Secret Deal", "swap next")
    assert known(s, 0, 1) == ["Frigate", "Frigate"] and known(s, 1, 0) == ["Destroyer"]
    assert known(s, 2, 0) == known(s, 2, 1) == known(s, 0, 2) == []
    assert set(map(tuple, hands_imagined(s, 0, 1))) == {("Frigate", "Frigate")}
    assert len(set(map(tuple, hands_imagined(s, 2, 1)))) > 20
    play(s, "Frigate")
    assert known(s, 0, 1) == ["Frigate"]


def test_what_a_third_player_saw_goes_along_with_the_cards():
    s = new_game(players=3)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    hold(s, 1, "Secret Deal", "Leaflet Drop")
    play(s, "Infiltrators", "take next 1", "Secret Deal", "swap second")
    assert hand(s, 1) == ["Destroyer", "Frigate"]
    assert known(s, 2, 1) == ["Destroyer"] and known(s, 2, 0) == []
    assert known(s, 0, 1) == ["Destroyer", "Frigate"] and known(s, 1, 0) == ["Leaflet Drop"]


def test_a_prevent_card_shown_is_known_no_more():
    s = new_game(players=3)
    lay(s, 0, "Frigate")
    lay(s, 2, "Escort Screen")
    hold(s, 0, "Infiltrators")
    hold(s, 1, "Precision Strike")
    play(s, "Infiltrators", "take second 1")
    assert known(s, 1, 0) == ["Escort Screen"]
    play(s, "Precision Strike", "turn over second 1", "prevent with Escort Screen")
    assert known(s, 1, 0) == known(s, 2, 0) == []
    audit(s)


def test_what_others_know_stays_true_in_what_is_imagined():
    s = new_game(players=4)
    hold(s, 1, "Secret Deal", "Frigate", "Destroyer", "World Opinion")
    hold(s, 2, "Leaflet Drop", "Supply Column")
    play(s, "pass", "Secret Deal", "swap next")
    kinds = set()
    for k in range(30):
        copy = redealt(s, 0, k)
        audit(copy)
        assert len(known(copy, 1, 2)) == 3 and len(known(copy, 2, 1)) == 2
        kinds.add(tuple(known(copy, 1, 2)))
    assert len(kinds) > 20


def test_what_two_know_of_a_third_hand_stays():
    s = new_game(players=3)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    play(s, "Infiltrators", "take next 1")
    for k in range(20):
        assert known(redealt(s, 1, k), 2, 0) == ["Destroyer"]


def test_a_seat_knows_which_of_its_cards_others_saw():
    s = new_game(players=4)
    lay(s, 1, "Destroyer")
    hold(s, 0, "Infiltrators", "Frigate")
    play(s, "Infiltrators", "take next 1")
    assert [aware(s, 0, steps) for steps in (1, 2, 3)] == [["Destroyer"]] * 3
    s = new_game(players=3)
    hold(s, 0, "Secret Deal", "Frigate", "Frigate")
    hold(s, 1, "Destroyer", "World Opinion")
    play(s, "Secret Deal", "swap next")
    assert aware(s, 0, 1) == ["Destroyer", "World Opinion"] and aware(s, 0, 2) == []
    drawn = GAME.text.draw(s[0], 0).ansi()
    assert "player_1 knows of:" in drawn and "player_2 knows of:" not in drawn
    play(s, "Frigate")
    assert aware(s, 1, 2) == ["Frigate"] and aware(s, 1, 1) == []


def test_a_seat_cannot_tell_what_an_earlier_owner_of_its_hand_gave():
    """Seat 2 knows of the two cards that it gave to seat 1; when the hand comes to seat 0 that might be any two."""
    s = new_game(players=3)
    hold(s, 1, "Secret Deal", "Leaflet Drop")
    hold(s, 2, "Frigate", "Destroyer")
    play(s, "pass", "Secret Deal", "swap next", "pass")
    hold(s, 0, "Secret Deal")
    deal_to(s, 1, "Supply Column", "Air Bridge")
    play(s, "Secret Deal", "swap next")
    assert hand(s, 0) == ["Air Bridge", "Destroyer", "Frigate", "Supply Column"]
    assert known(s, 2, 0) == ["Destroyer", "Frigate"] and aware(s, 0, 2) == []
    pairs = {tuple(known(redealt(s, 0, k), 2, 0)) for k in range(60)}
    assert len(pairs) == 6
    deal_to(s, 0, "Leaflet Drop")
    assert {tuple(known(redealt(s, 0, k), 2, 0)) for k in range(60)} == pairs


def handed_on(given, drawn):
    """Seat 2 gave two cards to seat 1, who drew one more, played the Supply Column, and gave the rest to seat 0."""
    s = new_game(players=3)
    hold(s, 1, "Secret Deal")
    hold(s, 2, *given)
    play(s, "pass", "Secret Deal", "swap next", "pass")
    deal_to(s, 1, drawn)
    hold(s, 0, "Secret Deal")
    play(s, "pass", "Supply Column", "pass", "Secret Deal", "swap next")
    return s


def test_what_others_know_is_imagined_without_a_look_at_the_truth():
    one, two = (
        handed_on(("Frigate", "Destroyer"), "Supply Column"),
        handed_on(("Frigate", "Supply Column"), "Destroyer"),
    )
    assert len(known(one, 2, 0)) == 2 and len(known(two, 2, 0)) == 1
    assert sight(one, 0).tobytes() == sight(two, 0).tobytes()
    for k in range(20):
        assert len(known(redealt(one, 0, k), 2, 0)) == len(known(redealt(two, 0, k), 2, 0)) == 1


def test_what_was_not_drawn_since_an_earlier_owner_had_the_hand_he_knows():
    s = new_game(players=3)
    hold(s, 0, "Secret Deal")
    hold(s, 1, "Secret Deal", "Leaflet Drop")
    hold(s, 2, "Frigate", "Frigate", "Destroyer")
    play(s, "pass", "Secret Deal", "swap next", "pass")
    deal_to(s, 1, "Supply Column")
    play(s, "Secret Deal", "swap next")
    assert hand(s, 0) == ["Destroyer", "Frigate", "Frigate", "Supply Column"]
    assert aware(s, 0, 1) == hand(s, 0) and aware(s, 0, 2) == ["Frigate"]


def test_a_hand_that_comes_back_is_known_to_those_who_had_it():
    s = new_game(players=3)
    hold(s, 0, "Frigate", "Destroyer")
    for one, two in ((0, 1), (1, 2), (2, 0)):
        trade_hands(s, one, two)
    assert hand(s, 0) == ["Destroyer", "Frigate"]
    assert aware(s, 0, 1) == aware(s, 0, 2) == hand(s, 0)


def test_a_seat_knows_which_of_its_cards_it_drew_since_the_shuffle():
    """The Frigate of seat 2 is old and its other card new, so both Leaflet Drops are still with seats 0 and 1."""
    s = new_game(players=3, country="Cuba")
    hold(s, 0, "Leaflet Drop")
    hold(s, 1, "Leaflet Drop")
    hold(s, 2, "Infantry Division", "Frigate")
    discard_deck(s)
    play(s, "pass", "pass", "Infantry Division")
    drawn = [name for name in hand(s, 2) if name != "Frigate"]
    assert names(np.append(0, sight(s, 2).recent)) == drawn
    for k in range(40):
        copy = redealt(s, 2, k)
        assert hand(copy, 0) == hand(copy, 1) == ["Leaflet Drop"]
        audit(copy)


def test_with_two_players_a_seat_always_knows_what_the_other_knows():
    for seed in range(20):
        s = new_game(seed=seed)
        hold(s, 0, "Secret Deal", "Infiltrators", "Frigate")
        hold(s, 1, "Secret Deal", "Destroyer", "Supply Column")
        rng = np.random.default_rng(seed)
        while not s[0].over:
            play(s, str(rng.choice(choices(s))))
            assert aware(s, 0, 1) == known(s, 1, 0) and aware(s, 1, 1) == known(s, 0, 1)


def test_with_two_players_the_last_shuffle_shows_the_others_hand():
    s = new_game(country="Cuba")
    hold(s, 0, "Infantry Division", "Frigate")
    hold(s, 1, "Leaflet Drop", "Destroyer")
    discard_deck(s)
    play(s, "Infantry Division")
    assert known(s, 0, 1) == ["Destroyer", "Leaflet Drop"]
    assert known(s, 1, 0) == ["Frigate"]
    assert set(map(tuple, hands_imagined(s, 0, 1))) == {("Destroyer", "Leaflet Drop")}
    assert all("Frigate" in cards for cards in hands_imagined(s, 1, 0))


def test_with_two_players_an_empty_deck_shows_the_others_hand():
    s = new_game(country="Cuba")
    hold(s, 0, "Infantry Division", "Frigate")
    hold(s, 1, "Leaflet Drop", "Destroyer")
    discard_deck(s, keep=["Raiding Party"])
    play(s, "Infantry Division")
    assert known(s, 0, 1) == ["Destroyer", "Leaflet Drop"]
    assert known(s, 1, 0) == ["Frigate", "Raiding Party"]


def test_what_was_not_in_the_last_shuffle_is_in_some_hand():
    """Seat 2 cannot know who holds which of the four old cards, but both hold none of the new deck."""
    s = new_game(players=3, country="Cuba")
    hold(s, 0, "Frigate", "Destroyer")
    hold(s, 1, "Leaflet Drop", "World Opinion")
    hold(s, 2, "Infantry Division")
    discard_deck(s)
    play(s, "pass", "pass", "Infantry Division")
    old = sorted(["Frigate", "Destroyer", "Leaflet Drop", "World Opinion"])
    pairs = set()
    for k in range(40):
        copy = redealt(s, 2, k)
        assert sorted(hand(copy, 0) + hand(copy, 1)) == old
        pairs.add(tuple(hand(copy, 0)))
    assert len(pairs) == 6
    assert sight(s, 2).fresh_most.tolist() == [1, 0, 0, 0]


def test_a_hand_holds_no_more_of_the_new_deck_than_it_drew():
    s = new_game(players=3, country="Cuba")
    hold(s, 0, "Infantry Division", "Destroyer")
    hold(s, 1, "Leaflet Drop", "World Opinion")
    discard_deck(s)
    play(s, "Infantry Division")
    discarded_then = s[0].fresh.copy()
    mixed = set()
    for k in range(60):
        copy = redealt(s, 2, k)
        assert sum(name in ("Destroyer", "Leaflet Drop", "World Opinion") for name in hand(copy, 1)) == 2
        mixed.add(tuple(hand(copy, 0)))
        audit(copy)
    assert len(mixed) > 20
    assert discarded_then.sum() == 100 - 4


@pytest.mark.rule("WT-12")
def test_every_hand_the_seat_allows_is_equally_likely():
    s = new_game(players=3)
    hold(s, 1, "Frigate")
    hold(s, 2, "Destroyer")
    counts = np.zeros(37)
    for k in range(6000):
        copy = redealt(s, 0, k)
        counts += copy[0].hand[1]
    expected = 60.0 * COPIES
    assert (((counts - expected)[1:]) ** 2 / expected[1:]).sum() < 80


def test_own_old_cards_are_not_taken_for_cards_of_the_new_deck():
    """Seat 2 drew nothing since, so the Frigate it holds was no part of the shuffle, and the other two were."""
    s = new_game(players=3, country="Cuba")
    hold(s, 0, "Infantry Division")
    hold(s, 1, "Leaflet Drop")
    hold(s, 2, "Frigate")
    discard_deck(s)
    play(s, "Infantry Division")
    for k in range(30):
        assert hand(redealt(s, 2, k), 1) == ["Leaflet Drop"]


def test_a_card_shown_by_who_drew_nothing_since_is_none_of_the_new_deck():
    """The one Frigate outside the shuffle is played; the two of the new deck are there as before."""
    s = new_game(players=3, country="Cuba")
    hold(s, 0, "Infantry Division")
    hold(s, 1, "Frigate")
    hold(s, 2, "World Opinion")
    discard_deck(s)
    play(s, "Infantry Division")
    assert sight(s, 2).fresh[IDS["Frigate"] - 1] == 2
    play(s, "Frigate")
    assert sight(s, 2).fresh[IDS["Frigate"] - 1] == 2
    assert sight(s, 2).loose[IDS["Frigate"] - 1] == 2
    audit(s)


def test_a_card_shown_counts_as_of_the_new_deck_if_it_may_be():
    s = new_game(players=3, country="Cuba")
    hold(s, 0, "Infantry Division", "Frigate")
    discard_deck(s)
    play(s, "Infantry Division", "pass", "pass", "Frigate")
    assert sight(s, 2).fresh[IDS["Frigate"] - 1] == 1
    assert sight(s, 2).fresh_most.tolist() == [0, 1, 0, 0]


def test_a_card_that_can_only_be_of_the_new_deck_leaves_one_fewer_of_it_in_the_hand():
    """All Frigates were in the shuffle, so the card drawn was the one shown, and the Destroyer kept is none of it."""
    s = new_game(players=3, country="Cuba")
    hold(s, 0, "Infantry Division", "Armored Division", "Destroyer")
    hold(s, 1, "Leaflet Drop")
    discard_deck(s)
    play(s, "Infantry Division", "pass", "pass")
    stack(s, "Frigate")
    play(s, "Armored Division", "pass", "pass")
    assert sight(s, 0).fresh_most.tolist() == [2, 0, 0, 0]
    play(s, "Frigate")
    assert sight(s, 0).fresh_most.tolist() == [1, 0, 0, 0]
    audit(s)


def test_after_a_shuffle_the_deck_holds_no_card_that_was_not_in_it():
    """The only World Opinion was in a hand; seat 1 drew since, so that seat 0 cannot say in whose, but in some hand."""
    s = new_game(players=3, country="Cuba")
    hold(s, 0, "Infantry Division")
    hold(s, 1, "World Opinion")
    hold(s, 2, "Leaflet Drop")
    discard_deck(s)
    play(s, "Infantry Division")
    deal_to(s, 1, "Leaflet Drop", "Supply Column")
    play(s, "Leaflet Drop")
    holders = set()
    for k in range(60):
        copy = redealt(s, 0, k)
        holders.add(("World Opinion" in hand(copy, 1), "World Opinion" in hand(copy, 2)))
    assert holders == {(True, False), (False, True)}


def test_a_card_picked_up_is_none_of_the_last_shuffle():
    """Seat 0 took a Frigate off the table and drew a new card: when a Frigate is played, it is the old one."""
    s = new_game(players=3, country="Cuba")
    lay(s, 1, "Frigate")
    hold(s, 0, "Infiltrators", "Infantry Division")
    discard_deck(s)
    play(s, "Infiltrators", "take next 1", "pass", "pass", "Infantry Division", "pass", "pass")
    assert s[0].shuffled and s[0].fresh_most[0] == 1
    before = sight(s, 2).fresh[IDS["Frigate"] - 1]
    play(s, "Frigate")
    assert sight(s, 2).fresh[IDS["Frigate"] - 1] == before
    audit(s)


def given_away(seed):
    """Seat 0 drew the first card of a new deck, two Frigates and two Destroyers, and seat 1 took it with his hand."""
    s = new_game(players=3, country="Cuba", seed=seed)
    hold(s, 0, "Infantry Division")
    hold(s, 1, "Secret Deal")
    hold(s, 2, "Frigate")
    discard_deck(s)
    s[0].discarded[:] = np.bincount([IDS["Frigate"], IDS["Destroyer"]] * 2, minlength=len(COPIES))
    s[0].discard_n = 4
    play(s, "Infantry Division", "Secret Deal", "swap second")
    return s


def test_cards_known_in_another_hand_are_not_taken_for_what_a_third_must_hold():
    """Seat 0 knows where one Frigate of the new deck is; the Frigate that was not in it must be the card of seat 2."""
    s = next(s for s in map(given_away, range(1, 30)) if known(s, 0, 1) == ["Frigate"])
    assert set(map(tuple, hands_imagined(s, 0, 2))) == {("Frigate",)}
