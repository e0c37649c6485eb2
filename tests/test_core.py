"""What core does for every game: blocks in compiled code, dealing from counts, options that take several, sides."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any, Literal

import numpy as np
import pytest

from warzoo.envs.core import dealing, survey
from warzoo.envs.core.blocks import Blocks, at, parts, within
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Options, find, player_counts, worded_options
from warzoo.envs.core.jit import clearing, rule
from warzoo.envs.core.record import Record, i8, u64

BLOCKS = Blocks(("wait",), ("take", 5), ("deploy", 3, 44), ("aim", 2, 3, 4), ("stop",))
WAIT, TAKE, DEPLOY, AIM = (BLOCKS[name].key for name in ("wait", "take", "deploy", "aim"))


@rule
def at_each(one: int, two: int, three: int) -> Any:
    return at(WAIT), at(TAKE, one), at(DEPLOY, one, two), at(AIM, one, two, three)


@rule
def parts_of_each(take: int, deploy: int, aim: int) -> Any:
    return parts(TAKE, take), parts(DEPLOY, deploy), parts(AIM, aim)


@rule
def home_of(action: int) -> Any:
    return within(WAIT, action), within(TAKE, action), within(DEPLOY, action), within(AIM, action)


def test_compiled_code_finds_the_same_actions_as_the_blocks():
    for one, two, three in product(range(2), range(3), range(4)):
        found = at_each(np.int8(one), two, np.int8(three))
        expected = [BLOCKS["wait"].encode(), BLOCKS["take"].encode(one)]
        expected += [BLOCKS["deploy"].encode(one, two), BLOCKS["aim"].encode(one, two, three)]
        assert list(found) == expected


def test_parts_take_every_action_back_to_its_coordinates():
    for action in range(BLOCKS.size):
        name, index = BLOCKS.decode(action)
        assert BLOCKS[name].encode(*index) == action
        assert [bool(x) for x in home_of(action)] == [name == block for block in ("wait", "take", "deploy", "aim")]
    assert parts_of_each(BLOCKS["take"].encode(3), BLOCKS["deploy"].encode(2, 41), BLOCKS["aim"].encode(1, 2, 3)) == (
        3,
        (2, 41),
        (1, 2, 3),
    )


def test_a_block_checks_coordinates_that_python_hands_in():
    for index in ((3, 0), (0, 44), (-1, 0), (0,), (0, 0, 0)):
        with pytest.raises(IndexError, match="deploy"):
            BLOCKS["deploy"].encode(*index)


def test_a_block_of_more_axes_than_compiled_code_takes_is_refused():
    with pytest.raises(TypeError, match="axes"):
        Blocks(("maze", 2, 2, 2, 2))


class Sack(Record):
    rng: int = u64()
    players: int = i8()
    turn: int = i8()
    cards: Any = i8(4)


clear = clearing()
clear_game = clearing("turn")


@rule
def blank(states: Any, i: int, all_of_it: bool) -> None:
    if all_of_it:
        clear(states[i])
    else:
        clear_game(states[i])


@pytest.mark.parametrize("all_of_it", [True, False])
def test_clearing_keeps_luck_and_options_of_a_game_and_nothing_else(all_of_it):
    states = Sack.zeros(3)
    for name in ("rng", "players", "turn", "cards"):
        states[name] = 7
    before = states.copy()
    blank(states, 1, all_of_it)
    assert states[0] == before[0] and states[2] == before[2]
    assert states["cards"][1].tolist() == [0] * 4 and states["turn"][1] == 0
    assert (states["rng"][1], states["players"][1]) == ((0, 0) if all_of_it else (7, 7))


def deal(count: int, seed: int, fits: tuple[int, ...] = (1, 1, 1, 1)) -> tuple[list[int], list[int], int]:
    """Pool and hand after the deal, and how many cards there were not."""
    states = Sack.zeros(1)
    states["rng"] = seed
    pool, hand = np.array([3, 0, 1, 2], np.int8), np.zeros(4, np.int8)
    missing = dealing.deal_out(states[0], pool, np.array(fits, np.int8), count, hand)
    return pool.tolist(), hand.tolist(), missing


def test_dealing_out_moves_cards_and_makes_none():
    for seed in range(1, 200):
        pool, hand, missing = deal(4, seed)
        assert sum(hand) == 4 and missing == 0
        assert [a + b for a, b in zip(pool, hand, strict=True)] == [3, 0, 1, 2]


def test_only_what_fits_is_dealt_and_what_lacks_is_told():
    assert deal(5, 1, (0, 1, 1, 1)) == ([3, 0, 0, 0], [0, 0, 1, 2], 2)


def test_every_copy_is_dealt_equally_often():
    hands = Counter(tuple(deal(1, seed * 0x9E3779B97F4A7C15 % (1 << 63) | 1)[1]) for seed in range(1, 6001))
    for hand, copies in (((1, 0, 0, 0), 3), ((0, 0, 1, 0), 1), ((0, 0, 0, 1), 2)):
        expected = 6000 * copies / 6
        assert abs(hands[hand] - expected) < 4 * np.sqrt(expected)


class PackOptions(Options):
    players: Literal[2, 4] = 2
    packs: tuple[Literal["E1", "E2", "E3"], ...] = ()


class PackState(Record):
    rng: int = u64()
    players: int = i8()
    packs: Any = i8(3)
    turn: int = i8()


def test_an_option_that_takes_several_stands_as_flags_in_the_record():
    states = PackState.zeros(2)
    PackOptions(packs=("E3", "E1")).write(states)
    assert states["packs"].tolist() == [[1, 0, 1], [1, 0, 1]]
    assert PackOptions(packs=("E3", "E1")) == PackOptions(packs=["E1", "E3"])
    for wrong in (("E1", "E1"), ("E4",), "E1", ("E1", 3)):
        with pytest.raises(ValueError, match="packs"):
            PackOptions(packs=wrong)


def test_player_counts_are_those_of_the_options():
    assert player_counts(find("war_on_terror")) == (2, 3, 4)
    assert player_counts(find("cards_of_war")) == (2,)


def test_an_option_in_words_is_refused_by_name():
    with pytest.raises(UsageError, match="lenth"):
        worded_options(find("cards_of_war"), ["lenth=short"])


def test_shares_of_a_won_game_are_one_and_nothing():
    game = find("war_on_terror")
    options = game.settings(players=3)
    states = game.deal(4, options, 1)
    states["winner"] = [[1, 0, 0, 0], [0, 1, 1, 0], [1, 1, 1, 0], [0, 0, 1, 0]]
    expected = [[1, 0, 0], [0, 0.5, 0.5], [1 / 3] * 3, [0, 0, 1]]
    assert np.allclose(game.shares(states, options), expected)


def test_what_happens_in_several_ways_stands_in_a_table_of_its_own(monkeypatch):
    happened = {
        "random": {"pass": 800, "Tank: move": 600, "Ship: fire": 200, "Rain: flood": 4},
        "heuristic": {"Tank: fire": 400},
    }
    monkeypatch.setattr(survey, "GAMES", 400)
    monkeypatch.setattr(
        survey,
        "survey",
        lambda game, variant, kind: survey.Survey(variant, kind, np.ones(1), np.ones(2) / 2, Counter(happened[kind])),
    )
    _, plain, ways = survey.tables(find("cards_of_war"))
    assert plain == [{"what": "pass", "random": "2.00", "heuristic": "0.00"}]
    units, weather = ways
    assert units == [
        {"what": "Tank", "move": "1.50 / 0.00", "fire": "0.00 / 1.00"},
        {"what": "Ship", "move": "-", "fire": "0.50 / 0.00"},
    ]
    assert weather == [{"what": "Rain", "flood": "0.01 / 0.00"}]
