"""Games go as they have always gone: the same with and without compilation, on every machine."""

from __future__ import annotations

from itertools import islice

import pytest

from warzoo.envs import UsageError
from warzoo.envs.core import transcript
from warzoo.envs.core.jit import COMPILED

from . import goldens
from .games import GAMES, each_game

FILES = [path for game in GAMES for path in sorted(goldens.folder(game).glob("game_*.txt"))]


@each_game
def test_a_game_has_three_goldens_that_can_be_read(game):
    files = [path for path in FILES if path.parent == goldens.folder(game)]
    assert len(files) == goldens.FILES
    assert all(path.read_text().count("\n") < goldens.LINES for path in files)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_golden_games_play_again(path):
    text = path.read_text()
    whole = transcript.recorded(text).write()
    assert goldens.abridged(whole) == text and transcript.read(whole).write() == whole


@each_game
def test_golden_games_are_what_the_bots_play(game):
    if not COMPILED:
        pytest.skip("the search for short games takes long without compilation; the games themselves play again")
    fresh = islice(goldens.readable_transcripts(game), goldens.FILES)
    assert [path.read_text() for path in FILES if path.parent == goldens.folder(game)] == list(fresh)


@each_game
def test_counts_of_action_sequences_stand(game):
    depth = goldens.DEPTH if COMPILED else 2
    stored = (goldens.folder(game) / "counts.txt").read_text().splitlines()
    for line, fresh in zip(stored, goldens.count_lines(game, depth), strict=True):
        head, _, counts = line.rpartition(": ")
        assert fresh == f"{head}: {' '.join(counts.split()[:depth])}"


def damaged(text):
    """Ways a replay can be wrong, with a word that the complaint must hold."""
    yield "", "no replay"
    yield "rubbish\n" + text, "no replay"
    yield text.replace("replay 2", "replay 1", 1), "another format"
    yield text.replace('players: ["', 'players: [["', 1), "players"
    yield text.replace('players: ["', 'players: ["third", "', 1), "players"
    yield text.replace("players: [", "players: 7 [", 1), "players"
    yield text.replace("version: 0", "version: 99"), "version"
    yield text.replace("game: ", "game: un"), "no game"
    yield text.replace("luck: ", "luck: x"), "whole numbers"
    yield text.replace("luck: ", "lucky: "), "luck"
    yield text.replace("result: ", "result: 7 "), "damaged"
    yield text.replace('"players"', '"plyers"'), "option"
    yield text.replace("options: {", "options: ["), "JSON"
    yield text + "more\n", "damaged"
    head, _, story = text.partition("\n\n")
    yield head + " 0\n\n" + story, "replay"
    yield head.replace("actions: ", "actions: 100000 ") + "\n\n" + story, "from 0 to"


@each_game
def test_a_damaged_or_foreign_replay_is_refused_in_a_sentence(game):
    text = transcript.recorded((goldens.folder(game) / "game_1.txt").read_text()).write()
    for wrong, word in damaged(text):
        with pytest.raises(UsageError, match=word):
            transcript.read(wrong)
