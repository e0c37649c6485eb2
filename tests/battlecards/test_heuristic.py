"""The two hand-written players."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs.battlecards import GAME
from warzoo.envs.core import kernels
from warzoo.envs.core.jit import COMPILED
from warzoo.models.opponents import opponent
from warzoo.training.measuring import arena

from .table import (
    BRITAIN,
    GERMANY,
    JAPAN,
    ROW,
    US,
    combined,
    conquer,
    deck,
    draw,
    fight,
    hold,
    hold_fire,
    keep,
    knows,
    new_game,
    phase,
    place,
    play,
    stacks,
    throw_away,
    to_phase,
    turn,
    turn_of,
    win,
)


def chosen(s, *, clever=True):
    """What the heuristic player does, or the greedy one."""
    out = np.zeros(1, np.int64)
    kernels.bot_moves(s, ROW, GAME.mask(s)[None], clever, out)
    return GAME.text.describe(int(out[0]), s[0])


def ready(japan, us, name="Guadalcanal", holds=()):
    """The US may attack, and holds these battles."""
    s = new_game()
    place(s, 0, *japan)
    place(s, 1, *us)
    win(s, 1, *holds)
    draw(s, name)
    assert phase(s) == "ATTACK" and turn(s) == 1
    return s


# Strength


@pytest.mark.skipif(not COMPILED, reason="plays whole games")
@pytest.mark.parametrize("theatre", ["pacific", "europe", "combined"])
def test_the_heuristic_beats_greedy_and_greedy_beats_random(theatre):
    players = [opponent(name, GAME) for name in ("heuristic", "greedy", "random")]
    rows = arena.match(GAME, players, 48, 1, GAME.settings(theatre=theatre), controls=False).rows
    low = {(row.player, row.against): row.low for row in rows}
    assert low["heuristic", "greedy"] > 0.65 and low["greedy", "random"] > 0.8


# To attack


@pytest.mark.parametrize(("japan", "answer"), [(2, "attack"), (6, "decline")])
def test_a_battle_is_weighed_against_what_is_hidden(japan, answer):
    """The cards are not known, but how many lie there and of what class."""
    s = ready([f"{japan} Zero Fighters"], ["3 Hellcat Fighters"])
    assert chosen(s) == answer and chosen(s, clever=False) == "attack"


def test_what_is_known_decides():
    army, name = ["2 Marines"], "Iwo Jima"
    weak, strong = ready(["2 Anti-Aircraft Guns"], army, name), ready(["2 Type 97 Tanks"], army, name)
    assert chosen(weak) == chosen(strong), "all that is known is two Ground units"
    knows(weak, 1, 0, "stacks", "2 Anti-Aircraft Guns")
    knows(strong, 1, 0, "stacks", "2 Type 97 Tanks")
    assert (chosen(weak), chosen(strong)) == ("attack", "decline")


def test_a_side_without_units_is_attacked():
    assert chosen(ready([], ["Army Infantry"], "Iwo Jima")) == "attack"


def test_what_nobody_can_hit_is_not_attacked():
    """A Stalemate is the aggressor's loss."""
    s = ready(["Battleships"], ["5 Hellcat Fighters"], "Bismarck Sea")
    knows(s, 1, 0, "stacks", "Battleships")
    assert chosen(s) == "decline"


def test_for_the_game_worse_odds_will_do():
    much = ["Philippine Sea", "Leyte Gulf", "Saipan", "Okinawa", "Midway", "Pearl Harbor", "Coral Sea", "Bataan"]
    for holds, answer in (([], "decline"), (much, "attack")):
        s = ready(["5 Zero Fighters"], ["4 Hellcat Fighters"], holds=holds)
        knows(s, 1, 0, "stacks", "5 Zero Fighters")
        assert chosen(s) == answer


def test_the_reserve_is_deployed_before_an_invasion():
    way = ["Iwo Jima", "Okinawa", "Saipan", "Leyte Gulf"]
    s = ready(["Zero Fighters"], ["4 Hellcat Fighters"], "Invasion of Japan", way)
    assert chosen(s) == "attack"
    hold(s, 0, "Imperial Infantry")
    play(s, "attack")
    assert phase(s) == "HOMELAND" and chosen(s) == "deploy the whole Reserve"


# Turns


@pytest.mark.parametrize(("cards", "answer"), [(2, "draw a Conflict card"), (3, "deploy the whole Reserve")])
def test_a_reserve_is_worth_a_draw(cards, answer):
    s = new_game()
    hold(s, 0, f"{cards} Zero Fighters")
    assert chosen(s) == answer and chosen(s, clever=False) == "draw a Conflict card"


@pytest.mark.parametrize(("us", "answer"), [(1, "play Counterattack"), (5, "draw a Conflict card")])
def test_a_counterattack_waits_for_its_odds(us, answer):
    s = new_game()
    place(s, 0, "3 Zero Fighters")
    place(s, 1, f"{us} Hellcat Fighters")
    knows(s, 0, 1, "stacks", f"{us} Hellcat Fighters")
    win(s, 1, "Coral Sea")
    keep(s, 0, "Counterattack")
    assert chosen(s) == answer


def test_the_best_battle_is_fought_again():
    s = new_game()
    place(s, 0, "3 Zero Fighters")
    place(s, 1, "Hellcat Fighters")
    win(s, 1, "Doolittle Raid", "Coral Sea", "Wake Island")
    keep(s, 0, "Counterattack")
    play(s, "counterattack")
    assert "Coral Sea" in chosen(s)


def test_what_is_most_unknown_is_looked_at():
    s = new_game()
    place(s, 1, "3 Marines", "2 Destroyers")
    draw(s, "Aerial Reconnaissance")
    assert "Ground" in chosen(s)
    knows(s, 0, 1, "stacks", "3 Marines")
    assert "Sea" in chosen(s)


@pytest.mark.parametrize(("there", "answer"), [("5 Zero Fighters", "Cruisers"), ("4 Destroyers", "Betty Bombers")])
def test_the_class_that_is_short_is_deployed_and_the_least_needed_card_discarded(there, answer):
    s = new_game()
    place(s, 0, there)
    hold(s, 0, "Betty Bombers", "Cruisers", "5 Imperial Infantry")
    deck(s, 0, "2 Betty Bombers")
    draw(s, "Reinforcements")
    assert chosen(s) == f"deploy {answer}"
    play(s, "done")
    assert phase(s) == "TRIM" and chosen(s) == "discard Imperial Infantry"


def test_salvage_takes_the_best():
    s = new_game()
    throw_away(s, 0, "Imperial Infantry", "Battleships", "Destroyers")
    draw(s, "Salvage")
    assert "Battleships" in chosen(s)


# In battle


def battle(japan, us, name="Guadalcanal", japan_keeps=(), us_keeps=()):
    """The US attacks."""
    s = new_game()
    place(s, 0, *japan)
    place(s, 1, *us)
    keep(s, 0, *japan_keeps)
    keep(s, 1, *us_keeps)
    fight(s, name)
    return s


def test_the_target_is_the_best_chance_by_its_worth():
    s = battle(["Destroyers", "Battleships"], ["2 Dauntless Dive Bombers"])
    play(s, "fire Dauntless Dive Bombers")
    assert phase(s) == "TARGET" and "Battleships" in chosen(s)
    assert "Destroyers" in chosen(s, clever=False), "the best chance"


def test_a_general_kills_rather_than_fires():
    s = battle(["Type 97 Tanks", "Imperial Infantry"], ["General MacArthur", "2 Marines"])
    to_phase(s, 3)
    assert "MacArthur" in chosen(s), "what is sure comes first"
    play(s, chosen(s))
    assert "kill" in chosen(s)
    play(s, chosen(s))
    assert "Type 97 Tanks" in chosen(s)


def test_carriers_and_kept_cards_support_a_shot_where_they_add_to_it():
    s = battle(["2 Cruisers"], ["Fleet Carrier", "Dauntless Dive Bombers"], us_keeps=["Air Support"])
    play(s, "fire Dauntless Dive Bombers")
    assert phase(s) == "BOOST" and "Air Support" in chosen(s)
    play(s, "Air Support")
    assert phase(s) == "BOOST" and chosen(s) != "Fleet Carrier", "9 is the highest number"


def test_a_kept_card_answers_a_shot_that_may_kill():
    s = battle(["2 Cruisers"], ["Dauntless Dive Bombers"], japan_keeps=["Evasive Action"])
    play(s, "fire Dauntless Dive Bombers")
    assert phase(s) == "GUARD" and "Evasive Action" in chosen(s)


@pytest.mark.parametrize(("japan", "stays"), [(["Destroyers"], True), (["4 Destroyers", "2 Cruisers"], False)])
def test_a_lost_battle_is_left(japan, stays):
    s = battle(japan, ["2 Destroyers"])
    hold_fire(s)
    assert (chosen(s) == chosen(s, clever=False)) is stays


def test_who_cannot_hit_withdraws():
    s = battle(["2 Destroyers"], ["Marines"])
    hold_fire(s)
    assert "Marines" in chosen(s)


def test_sabotage_hits_the_one_who_is_worth_most():
    s = battle(["General Kuribayashi", "Admiral Yamamoto", "Destroyers"], ["2 Destroyers"], us_keeps=["Sabotage"])
    assert phase(s) == "SABOTAGE" and "Yamamoto" in chosen(s)


# The combined game


def war(*infantry):
    """So many infantry of Germany, Britain, Japan and the US, whose turns come in this order."""
    s = combined()
    for seat, name in enumerate(("Grenadiers", "Infantry", "Imperial Infantry", "Army Infantry")):
        if infantry[seat]:
            place(s, seat, f"{infantry[seat]} {name}")
    return s


@pytest.mark.parametrize(
    ("infantry", "aids"), [((5, 1, 1, 5), True), ((5, 5, 1, 5), False), ((5, 1, 5, 5), False), ((1, 1, 1, 5), False)]
)
def test_an_army_that_can_be_spared_goes_where_it_is_needed(infantry, aids):
    s = war(*infantry)
    assert ("draw" not in chosen(s)) is aids
    while aids and turn(s) == GERMANY:
        play(s, chosen(s))
    assert len(stacks(s, JAPAN)) == infantry[JAPAN] + aids, "no more than can be spared"


def test_an_exile_sends_his_units_to_his_ally():
    s = war(1, 1, 1, 0)
    conquer(s, US)
    place(s, US, "2 Marines")
    turn_of(s, US)
    play(s, chosen(s))
    assert phase(s) == "AID_1" and "Marines" in chosen(s)


def test_a_battle_without_an_enemy_is_taken():
    s = war(2, 0, 2, 5)
    conquer(s, BRITAIN)
    draw(s, "Battle of France")
    assert phase(s) == "TAKE" and "take" in chosen(s)


def test_a_battle_of_few_points_is_left_for_a_raid_that_destroys_more():
    s = war(0, 0, 2, 5)
    conquer(s, BRITAIN)
    place(s, GERMANY, "3 He 111 Bombers")
    draw(s, "Channel Islands")
    assert phase(s) == "TAKE" and "raid" in chosen(s)


@pytest.mark.parametrize(("offer", "answer"), [("Battleships", "give Imperial Infantry"), ("Destroyers", "refuse")])
def test_a_better_card_is_taken_for_the_worst(offer, answer):
    s = war(2, 2, 2, 2)
    hold(s, GERMANY, offer)
    hold(s, JAPAN, *(["Imperial Infantry"] if offer == "Battleships" else []), "Cruisers")
    play(s, "aid 2", f"offer {offer}")
    assert phase(s) == "ANSWER" and chosen(s) == answer and chosen(s, clever=False) == "refuse"
