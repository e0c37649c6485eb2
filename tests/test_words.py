"""Words and drawings of every game: nothing hidden in them, nothing outside them, and all of them understood."""

from __future__ import annotations

import numpy as np
import pytest

from warzoo.envs import UsageError
from warzoo.envs.core import kernels
from warzoo.envs.core.drawing import LEAST_WIDTH, WIDTH, Drawing, Show, Word, fit
from warzoo.envs.core.shapes import Ink
from warzoo.envs.core.text import addressed, agent_name, listed, parse, reads_as, understand

from .games import any_configuration, any_game, random_actions, scaled, some_positions

WIDTHS = (LEAST_WIDTH, 61, 80, WIDTH, 140)


def faults(d, elsewhere=Show.IN_PICTURES):
    """What lies outside the drawing, over another label, or across a frame; but for labels that stand elsewhere."""
    taken = {}
    for p in (*d.panels, *d.shapes):
        if p.x < 0 or p.y < -0.5 or p.x + p.width > d.width or p.y + p.height > d.height:
            yield f"{p} is outside"
    for p in d.panels:
        for y in range(p.y, p.y + p.height):
            taken[p.x, y] = taken[p.x + p.width - 1, y] = p
    for label in d.labels:
        if label.x < 0 or label.y < 0 or label.x + len(label.text) > d.width or label.y >= d.height:
            yield f"{label} is outside"
        for x in range(label.x, label.x + len(label.text)) if label.show is not elsewhere else ():
            if (x, label.y) in taken:
                yield f"{label} lies over {taken[x, label.y]}"
            taken[x, label.y] = label


@pytest.mark.parametrize("width", WIDTHS)
@any_configuration
def test_a_drawing_keeps_inside_its_edges_and_off_its_own_labels(game, options, width):
    rng = np.random.default_rng(width)
    heights = {}
    for s in some_positions(game, options, max(8, scaled(25)), rng, seed=width):
        for seat in (None, *range(s["players"])):
            d = game.text.draw(s, seat, width)
            assert d.width == width and not list(faults(d)) and not list(faults(d, Show.IN_TEXT))
            heights.setdefault(seat is None, set()).add(d.height)
    assert all(len(found) == 1 for found in heights.values()), "pictures of a game are of one size"


def test_faults_are_found():
    d = Drawing(20)
    d.panel(0, 0, 20, 3, "title")
    d.write(1, 1, "inside")
    assert not list(faults(d))
    for x, y, text in ((15, 1, "outside"), (-2, 1, "x"), (3, 1, "over"), (19, 1, "x"), (0, -1, "x")):
        bad = Drawing(20)
        bad.labels, bad.panels = list(d.labels), list(d.panels)
        bad.write(x, y, text)
        assert list(faults(bad)), (x, y, text)


def test_a_drawing_clips_at_its_edges():
    d = Drawing(12)
    d.panel(-3, 1, 40, 3)
    d.write(5, 0, "too long for it")
    d.write(-2, 2, "before")
    d.write(0, -1, "above")
    assert d.ansi().splitlines() == ["     too lon", "------------", "fore", "------------"]


def test_only_lines_with_something_on_them_are_printed():
    d = Drawing(20)
    d.panel(0, 0, 10, 5)
    d.write(1, 2, "inside")
    d.write(0, 8, "below")
    assert d.ansi().splitlines() == ["+--------+", "|inside  |", "+--------+", "below"]
    assert d.height == 9


def test_words_flow_along_lines_and_tell_what_is_missing():
    d = Drawing(20)
    assert d.flow(0, 0, 20, 2, [Word(word) for word in ("infantry", "tanks", "guns", "ships")]) == 2
    assert d.ansi().splitlines() == ["infantry  tanks", "guns  ships"]
    d = Drawing(20)
    assert d.flow(0, 0, 20, 1, [Word(word) for word in ("infantry", "tanks", "guns", "ships")]) == 1
    assert d.ansi() == "infantry  and 3 more\n"
    assert fit("Reconnaissance", 8) == "Reconn.." and fit("Spy", 8) == "Spy"


@pytest.mark.parametrize("ink", [ink for ink in Ink if ink.value.code not in ("", "1")])
def test_every_ink_can_be_read_on_black_and_on_white(ink):
    """WCAG's contrast ratio, 3 to 1, of the terminal's 256 colours."""
    number = int(ink.value.code.rpartition(";")[2]) - 16
    levels = (0, 95, 135, 175, 215, 255)
    parts = [levels[number // 36] / 255, levels[number // 6 % 6] / 255, levels[number % 6] / 255]
    light = np.dot([0.2126, 0.7152, 0.0722], [((part + 0.055) / 1.055) ** 2.4 for part in parts])
    assert (light + 0.05) / 0.05 > 3 and 1.05 / (light + 0.05) > 3


def test_plain_words_keep_the_terminals_own_colour():
    d = Drawing(20)
    d.write(0, 0, "plain")
    d.write(6, 0, "red", Ink.RED)
    assert d.ansi(colour=True) == "plain \033[38;5;167mred\033[0m\n"


def dealt_anew(game, states, seat, rng):
    """The same position for this seat, with all that it cannot know dealt anew."""
    other = states.copy()
    kernels.redeal_one(other, 0, seat, rng.integers(1, 1 << 63, dtype=np.uint64))
    return other[0]


@any_configuration
def test_what_is_told_to_a_seat_is_what_it_may_know(game, options):
    rng = np.random.default_rng(8)
    states = some_positions(game, options, scaled(400), rng, seed=8)
    _, masks = game.look(states)
    after = states.copy()
    actions = random_actions(masks, rng)
    kernels.play(after, np.arange(len(after)), actions)
    for i, action in enumerate(actions.tolist()):
        for seat in range(states["players"][i]):
            told = game.text.tell(states[i], action, after[i], seat)
            hidden = dealt_anew(game, states[i : i + 1], seat, rng), dealt_anew(game, after[i : i + 1], seat, rng)
            assert game.text.tell(hidden[0], action, hidden[1], seat) == told
            assert told.startswith(agent_name(int(states["turn"][i]))) and "\n" not in told
        assert game.text.describe(action, hidden[0]) == game.text.describe(action, states[i])


@any_configuration
def test_moves_differ_in_words_in_place_and_are_understood(game, options):
    rng = np.random.default_rng(9)
    states = some_positions(game, options, scaled(200), rng, seed=9)
    _, masks = game.look(states)
    for s, mask in zip(states, masks, strict=True):
        moves = mask.nonzero()[0].tolist()
        words = [game.text.describe(action, s) for action in moves]
        assert len(set(words)) == len(words)
        cells = [cell[:2] for action in moves if (cell := game.text.grid(action, s))]
        assert len(set(cells)) == len(cells)
        for action, text in zip(moves, words, strict=True):
            assert understand(game.text, moves, s, f" {text.upper()} ") == action
            assert understand(game.text, moves, s, game.text.describe(action)) == action


@any_game
def test_words_that_say_nothing_are_answered_with_examples(game):
    for words in ("abracadabra", "", "\0"):
        with pytest.raises(UsageError, match="examples") as caught:
            game.parse(words)
        assert game.text.describe(0) in str(caught.value)
    assert game.text.LEGEND


class Position:
    turn = 0


class Room:
    """Four moves whose words share beginnings."""

    WORDS = ("tanks > battle 1", "tanks > battle 2", "heavy tanks > battle 2", "wait")

    def describe(self, action, s=None):
        return self.WORDS[action]


def test_any_unambiguous_beginning_of_a_move_is_enough():
    def meant(entry):
        return understand(Room(), range(4), Position(), entry)

    entries = ("w", "wait", "heavy", "HE 2", "tanks > battle 1", "tanks 2", "t 1", "Tanks > b 2")
    assert [meant(entry) for entry in entries] == [3, 3, 2, 2, 0, 1, 0, 1]
    for entry, words in (("tanks", "could be tanks > battle 1, tanks > battle 2$"), ("2", "no move"), ("", "no move")):
        with pytest.raises(UsageError, match=words):
            meant(entry)
    assert parse(Room(), 4, "Wait") == 3
    assert reads_as("tanks > battle 2", "tan 2") and not reads_as("tanks > battle 2", "battle 2")


def test_the_reader_is_addressed_as_you():
    told = "player_1 killed player_0's Tanks; player_0 drew Spy; player_10's hand"
    assert addressed(told, 0) == "player_1 killed your Tanks; you drew Spy; player_10's hand"
    assert addressed(told, 1) == "you killed player_0's Tanks; player_0 drew Spy; player_10's hand"
    assert listed(["a", "b", "c"]) == "a, b and c" and listed(["a"]) == "a" and listed([]) == ""
