"""The ledger of each game, its code and its tests speak of the same rules."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from .games import GAMES

HOUSE = Path(__file__).resolve().parents[1]
FOLDERS = [HOUSE / "envs" / game.name for game in GAMES]
ID = re.compile(r"\b[A-Z]+-[A-Z]?\d+\b")


class Line(NamedTuple):
    """A line of the ledger."""

    id: str
    rule: str
    source: str


def ledger(folder: Path) -> list[Line]:
    """The table of RULES.md."""
    rows = (line.strip().strip("|").split("|") for line in (folder / "RULES.md").read_text().splitlines())
    cells = [[cell.strip() for cell in row] for row in rows]
    return [Line(*row) for row in cells if len(row) == 3 and ID.fullmatch(row[0])]


def prefixes(lines: list[Line]) -> set[str]:
    return {line.id.split("-")[0] for line in lines}


def ids_in(words: str, known: set[str]) -> set[str]:
    """The ids of this game in a text."""
    return {id for id in ID.findall(words) if id.split("-")[0] in known}


def docstrings(source: str) -> Iterator[str]:
    """Of functions and classes, with the comments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def marks(source: str) -> Iterator[str]:
    """The arguments of `pytest.mark.rule`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in node.args)


def in_code(folder: Path, known: set[str]) -> set[str]:
    texts = (text for path in folder.rglob("*.py") for text in docstrings(path.read_text()))
    return set().union(*(ids_in(text, known) for text in texts))


def in_tests(folder: Path) -> set[str]:
    return {id for path in (HOUSE / "tests" / folder.name).rglob("*.py") for id in marks(path.read_text())}


each_game = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@each_game
def test_each_id_stands_once_and_says_where_it_comes_from(folder):
    lines = ledger(folder)
    ids = [line.id for line in lines]
    assert ids, "no table with the columns id, rule, from"
    assert sorted(set(ids)) == sorted(ids)
    stray = [line.id for line in lines if not re.match(r"book lines? \d|ruling: \S|left out: \S", line.source)]
    assert not stray, "each comes from `book line 12`, is a `ruling: why`, or is `left out: why`"


@each_game
def test_what_is_remembered_of_hidden_things_is_a_section(folder):
    section = (folder / "RULES.md").read_text().partition("## What is remembered\n")[2].partition("\n## ")[0]
    assert "redeal" in section, "a section `## What is remembered` says what the game keeps and what `redeal` ignores"


@each_game
def test_code_and_tests_name_no_unknown_id(folder):
    lines = ledger(folder)
    named = in_code(folder, prefixes(lines)) | in_tests(folder)
    assert not named - {line.id for line in lines}


@each_game
def test_each_rule_has_code_and_a_test(folder):
    lines = ledger(folder)
    kept = {line.id for line in lines if not line.source.startswith("left out")}
    code, tests = in_code(folder, prefixes(lines)), in_tests(folder)
    counts = f"{len(lines)} rules, {len(lines) - len(kept)} left out, {len(code)} in code, {len(tests)} tested"
    print(f"{folder.name}: {counts}")
    assert not kept - code, "rules without code"
    assert not kept - tests, "rules without a test"
