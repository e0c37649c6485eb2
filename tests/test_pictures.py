"""Pictures of every game: SVG that says what the drawing says, in colours that can be read, and the same as pixels."""

from __future__ import annotations

import sys
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from warzoo.envs import UsageError, cards_of_war
from warzoo.envs.core import kernels
from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.drawing import ASKED, LEAST_WIDTH, MARGIN, WIDTH, Drawing, Show, Word
from warzoo.envs.core.raster import CELL_H, CELL_W, FONT, Window, rendered, rgb
from warzoo.envs.core.shapes import BAND, DISC, PANEL, PAPER, Card, Ink

from .games import any_configuration, any_game, random_actions, scaled, some_positions
from .test_words import dealt_anew

ABOUT_NOTHING = {  # kinds of actions for which nothing stands on the table
    "battlecards": ("autokill", "done"),
    "cards_of_war": ("wait",),
    "global_domination": ("done",),
    "kuhn_poker": ("pass", "bet"),
    "leduc_poker": ("fold", "call", "raise"),
    "war_on_terror": ("pass", "stop", "allow"),
}
SVG = "{http://www.w3.org/2000/svg}"


def pictures(game, options, count, seed):
    """Drawings for every seat and for none, at positions from all stages of random games."""
    for s in some_positions(game, options, count, np.random.default_rng(seed), seed=seed):
        for seat in (None, *range(s["players"])):
            yield game.text.draw(s, seat)


def faults(svg, drawing):
    """What a picture lacks, has twice, or shows beyond its edges."""
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(int, root.get("viewBox").split())
    texts = list(root.iter(f"{SVG}text"))
    said, meant = (
        Counter(text.text for text in texts),
        Counter(label.text for label in drawing.labels if label.text.strip() and label.show is not Show.IN_TEXT),
    )
    if said != meant:
        yield f"said {said - meant}, not said {meant - said}"
    for text in texts:
        x, y, length = int(text.get("x")), int(text.get("y")), int(text.get("textLength"))
        if not (left <= x and x + length <= left + width and top + CELL_H / 2 <= y <= top + height):
            yield f"{text.text} is outside"
        if length != CELL_W * len(text.text) or x % CELL_W:
            yield f"{text.text} is off the columns"


@any_configuration
def test_a_picture_says_every_label_once_and_inside_its_edges(game, options):
    for drawing in pictures(game, options, max(2, scaled(20)), seed=1):
        for dark in (True, False):
            assert not list(faults(drawing.svg(dark), drawing))


def test_faults_are_found():
    drawing = Drawing(20)
    drawing.write(0, 1, "a  word")
    svg = drawing.svg()
    assert not list(faults(svg, drawing))
    for old, new in (
        ("a  word", "a word"),
        ('x="0" y="36"', 'x="-20" y="36"'),
        ('x="0" y="36"', 'x="160" y="36"'),
        ('y="36"', 'y="96"'),
        ('textLength="70"', 'textLength="75"'),
        ("</svg>", f"{svg[svg.index('<text') :]}"),
    ):
        with_fault = svg.replace(old, new)
        assert with_fault != svg
        assert list(faults(with_fault, drawing)), new


def test_a_hand_is_spread_out_in_pictures_and_flows_in_text():
    drawing = Drawing(40)
    hand = [Word("Heavy Tanks", Ink.GREEN, ("hand 1",), True, "T>I 3", 2), Word("Spy", Ink.VIOLET, (), True, "P 1")]
    assert drawing.spread(0, 0, 40, 3, hand, 13) == 3 and len(cards(drawing)) == 2
    assert drawing.ansi() == "Heavy Tanks T>I 3 x2  Spy P 1\n"
    texts = [text.text for text in ElementTree.fromstring(drawing.svg()).iter(f"{SVG}text")]
    assert texts == ["2 Heavy", "Tanks", "T>I 3", "Spy", "P 1"]
    assert drawing.spread(0, 4, 40, 2, hand, 13) == 1, "without room it flows"
    assert {(card.y, card.height) for card in cards(drawing)} == {(0, 3), (4, 1)}


def test_any_text_is_shown_as_it_stands_and_cannot_break_the_picture():
    drawing = Drawing(60)
    nasty = "<script>&amp;\"' ]]> é €  two spaces"
    drawing.write(0, 0, nasty)
    drawing.write(0, 1, "\0\x1b[31m\r\n\ud800\uffff")
    texts = [text.text for text in ElementTree.fromstring(drawing.svg().encode()).iter(f"{SVG}text")]
    assert texts == [nasty, "\ufffd\ufffd[31m" + 4 * "\ufffd"]
    assert drawing.pixels().any() and "\x1b" not in drawing.ansi()


def test_what_lies_beyond_the_edges_is_in_no_picture():
    drawing = Drawing(12)
    drawing.panel(-3, 1, 40, 3, "title")
    drawing.write(5, 0, "too long for it")
    drawing.write(-2, 2, "before")
    drawing.write(0, -1, "above")
    drawing.write(14, 0, "beside")
    texts = [text.text for text in ElementTree.fromstring(drawing.svg()).iter(f"{SVG}text")]
    assert texts == ["itle ", "too lon", "fore"]
    assert drawing.pixels().shape == (4 * CELL_H + 2 * MARGIN, 12 * CELL_W + 2 * MARGIN, 3)


@any_configuration
def test_a_picture_shows_nothing_that_a_seat_cannot_know(game, options):
    rng = np.random.default_rng(2)
    states = some_positions(game, options, max(2, scaled(20)), rng, seed=2)
    for i, s in enumerate(states):
        for seat in range(s["players"]):
            other = dealt_anew(game, states[i : i + 1], seat, rng)
            hidden = np.array([other], game.state.dtype)
            assert game.drawing(hidden, seat).svg() == game.drawing(states[i : i + 1], seat).svg()


@any_configuration
def test_what_is_lit_is_what_a_seat_sees_change(game, options):
    rng = np.random.default_rng(9)
    before = some_positions(game, options, max(2, scaled(4)), rng, seed=9)
    after = before.copy()
    kernels.play(after, np.arange(len(after)), random_actions(game.look(before)[1], rng))
    for i in range(len(after)):
        for seat in (None, *range(after["players"][i])):
            drawing = game.drawing(after[i : i + 1], seat, before=before[i : i + 1])
            assert not any(card.lit for card in cards(game.drawing(after[i : i + 1], seat, before=after[i : i + 1])))
            if seat is not None:
                old, new = (np.array([dealt_anew(game, s[i : i + 1], seat, rng)]) for s in (before, after))
                assert game.drawing(new, seat, before=old).svg() == drawing.svg()


def cards(drawing):
    return [shape for shape in drawing.shapes if isinstance(shape, Card)]


def test_of_twins_the_uppermost_is_the_new_one():
    old, new = Drawing(20), Drawing(20)
    for y, drawing in ((0, old), (0, new), (1, new)):
        drawing.card(0, y, 9, 1, Ink.RED, "tanks")
    new.card(0, 2, 9, 1, Ink.RED, "guns")
    new.light(old)
    assert [card.lit for card in new.shapes] == [True, False, True]
    assert not np.array_equal(new.pixels(), old.pixels())


@any_game
def test_a_frame_shows_what_has_changed_since_the_seats_last_move(game):
    env = RawEnv(game)
    env.reset(seed=10)
    assert not any(card.lit for card in cards(env.drawing()))
    for _ in range(8):
        if not env._ended:
            env.step(int(env._masks[env._turn].argmax()))
    for seat in (None, *range(len(env.possible_agents))):
        before = env._transcript.before(seat)
        assert env.drawing(seat).svg() == game.drawing(env._states, seat, going=not env._ended, before=before).svg()
        assert any(card.lit for card in cards(env.drawing(seat))) or not cards(env.drawing(seat))


def carried(drawing):
    """The moves that each element carries."""
    groups = ElementTree.fromstring(drawing.svg()).iter(f"{SVG}g")
    return [list(map(int, group.get("data-moves").split())) for group in groups if group.get("class") == "move"]


@any_configuration
@pytest.mark.parametrize("width", (LEAST_WIDTH, WIDTH))
def test_what_a_move_is_about_carries_it_for_who_is_asked(game, options, width):
    """All else is carried by the line that asks."""
    rng = np.random.default_rng(7)
    states = some_positions(game, options, max(2, scaled(30)), rng, seed=7)
    _, masks = game.look(states)
    for i, (s, mask) in enumerate(zip(states, masks, strict=True)):
        drawing, moves = game.drawing(states[i : i + 1], int(s["turn"]), width), mask.nonzero()[0].tolist()
        assert sorted({move for group in carried(drawing) for move in group}) == moves
        for move in moves:
            asks = not game.text.elements(move, s)
            assert asks == (game.actions.decode(move)[0] in ABOUT_NOTHING[game.name])
            assert asks == (move in drawing.moves.get(ASKED, ()))


@any_game
def test_no_element_carries_moves_for_others_or_after_the_end(game):
    env = RawEnv(game)
    env.reset(seed=8)
    for seat in (None, *range(len(env.agents))):
        assert bool(carried(env.drawing(seat))) == (seat == env._turn)
    cut_off = SafeEnv(game, max_cycles=1)
    cut_off.reset(seed=8)
    while not any(cut_off.truncations.values()) and not any(cut_off.terminations.values()):
        cut_off.step(int(cut_off.observe(cut_off.agent_selection)["action_mask"].argmax()))
    assert not any(carried(cut_off.drawing(seat)) for seat in range(len(cut_off.agents)))


def test_the_rest_of_a_hand_carries_the_moves_of_the_cards_left_out():
    drawing = Drawing(20)
    drawing.flow(0, 0, 20, 1, [Word(word, keys=(word,)) for word in ("infantry", "tanks", "guns", "ships")])
    plain = drawing.pixels()
    for move, words in enumerate((("infantry",), ("tanks", "ships"), ("ships",), ("planes",))):
        drawing.offer(move, words)
    assert carried(drawing) == [[0], [1, 2]] and np.array_equal(drawing.pixels(), plain)


@any_configuration
def test_pixels_are_those_of_the_svg(game, options):
    """Put together of pieces, they differ from the whole by what rounding does at the corners of shapes."""
    for drawing in list(pictures(game, options, 2, seed=3))[:2]:
        for dark in (True, False):
            pixels = drawing.pixels(dark)
            difference = np.abs(rendered(drawing.svg(dark)).astype(int) - pixels)
            assert difference.max() < 48 and (difference > 2).mean() < 1e-4


@any_game
def test_equal_drawings_have_equal_pixels_and_others_do_not(game):
    options = game.variants[0]
    first, *others = (
        d for k, d in enumerate(pictures(game, options, 6, seed=4)) if not k % (1 + players(game, options))
    )
    pixels = first.pixels()
    assert pixels.dtype == np.uint8 and len(np.unique(pixels)) > 10
    assert pixels.shape == (first.height * CELL_H + 2 * MARGIN, first.width * CELL_W + 2 * MARGIN, 3)
    for other in others:
        same = other.svg() == first.svg()
        assert np.array_equal(other.pixels(), pixels) == same
    assert not all(other.svg() == first.svg() for other in others)


def players(game, options):
    return game.settings(**options).players


def test_pixels_are_ones_own():
    drawing = Drawing(20)
    drawing.panel(0, 0, 20, 3, "title")
    drawing.pixels()[:] = 0
    assert drawing.pixels().any()


def contrast(colour, ground):
    """WCAG's contrast ratio of two colours."""
    bright, dim = sorted((luminance(colour), luminance(ground)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(colour):
    parts = np.array(colour) / 255
    return np.dot([0.2126, 0.7152, 0.0722], np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4))


@pytest.mark.parametrize("dark", (True, False))
@pytest.mark.parametrize("ink", Ink)
def test_every_ink_can_be_read_in_both_palettes(ink, dark):
    """WCAG AA, 4.5 to 1: on the paper, in a panel, on a card or title in the same ink; other text on those."""
    colour, paper, panel = (np.array(rgb(shade.on(dark))) for shade in (ink.value, PAPER, PANEL))
    card = panel * (1 - BAND) + colour * BAND
    for ground in (paper, panel, card):
        assert contrast(colour, ground) >= 4.5
    band = [paper * (1 - BAND) + colour * BAND] * (ink is Ink.YELLOW)  # how a game ended
    disc = [card * (1 - DISC) + colour * DISC] * (ink is not Ink.BRIGHT)  # in the colour of a player
    others = (rgb(other.value.on(dark)) for other in (Ink.PLAIN, Ink.BRIGHT))
    pairs = [*((other, card) for other in others), *((colour, ground) for ground in band)]
    bright = rgb(Ink.BRIGHT.value.on(dark))
    for above, ground in (*pairs, *((bright, ground) for ground in disc)):
        assert contrast(above, ground) >= 4.5
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


def test_who_is_to_act_is_framed_otherwise():
    shown = []
    for lit in (False, True):
        drawing = Drawing(20)
        drawing.panel(0, 0, 20, 3, "title", lit=lit)
        shown.append((drawing.svg(), drawing.pixels().tobytes(), drawing.ansi()))
    assert shown[0][0] != shown[1][0] and shown[0][1] != shown[1][1] and shown[0][2] == shown[1][2]


@any_configuration
def test_one_side_is_framed_as_the_one_to_act(game, options):
    for drawing in pictures(game, options, max(2, scaled(10)), seed=5):
        assert any(p.lit for p in drawing.panels) or not drawing.panels


@any_configuration
def test_the_last_picture_shows_how_the_game_ended(game, options):
    rng = np.random.default_rng(6)
    states = game.deal(2, game.settings(**options), seed=6)
    while (running := np.flatnonzero(states["over"] == 0)).size:
        _, masks = game.look(states[running])
        kernels.play(states, running, random_actions(masks, rng))
    for s, results in zip(states, game.payoffs(states), strict=True):
        drawing = game.text.draw(s, None)
        assert game.text.situation(s) in " ".join(label.text for label in drawing.labels)
        assert any(p.lit for p in drawing.panels) or not (results.any() and drawing.panels)


def test_a_notebook_shows_a_drawing_by_itself():
    env = cards_of_war.env()
    env.reset(seed=1)
    drawing = env.drawing(0)
    assert drawing._repr_svg_() == drawing.svg() != drawing.svg(dark=False)


def test_a_window_shows_the_pixels(monkeypatch):
    pygame = pytest.importorskip("pygame")
    drawing = Drawing(20)
    drawing.panel(0, 0, 20, 3, "title", Ink.RED)
    window = Window("a window")
    window.show(drawing.pixels())
    assert np.array_equal(pygame.surfarray.array3d(window.screen).transpose(1, 0, 2), drawing.pixels())
    window.close()


def test_what_pictures_need_is_named(monkeypatch):
    drawing = Drawing(20)
    drawing.write(0, 0, "needs no window")
    monkeypatch.setitem(sys.modules, "pygame", None)
    pixels = drawing.pixels()
    with pytest.raises(UsageError, match=r"pygame: pip install 'warzoo\[render\]'"):
        Window("a window").show(pixels)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert "no window" in drawing.svg()
    with pytest.raises(UsageError, match=r"resvg-py and pillow: pip install 'warzoo\[render\]'"):
        rendered("<svg/>")


def test_the_font_has_its_licence_beside_it():
    assert FONT.exists() and "Bitstream" in (FONT.parent / "LICENSE").read_text()
