"""What an environment takes is known before it runs: to type checkers, to editors and to `help`."""

from __future__ import annotations

import inspect
import pydoc
from importlib import import_module
from pathlib import Path

import pytest
from mypy import api

from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.parallel import TurnParallelEnv
from warzoo.envs.core.views import Settings

from .games import each_game

ROOT = Path(__file__).parents[1]
RIGHT = """
from warzoo.envs import cards_of_war, war_on_terror
from warzoo.envs.core.aec import SafeEnv

env: SafeEnv = cards_of_war.env(length="short", two_decks=True, render_mode="ansi", mask="info")
war_on_terror.parallel_env(players=4, max_cycles=7).step({})
war_on_terror.raw_env().save_state()
"""
WRONG = {
    'cards_of_war.env(length="shrot")': "'short'",
    'cards_of_war.raw_env(lenght="short")': 'did you mean "length"',
    "cards_of_war.parallel_env(two_decks=2)": "bool",
    "war_on_terror.env(players=5)": "Literal[2, 3, 4]",
    'war_on_terror.parallel_env(render_mode="hologram")': "'rgb_array'",
    'war_on_terror.env(mask="infos")': "'info'",
}


def checked(monkeypatch, path, program):
    """What mypy says of a user's program, a line an error."""
    monkeypatch.chdir(ROOT)
    path.write_text(program)
    said, trouble, _ = api.run([str(path), "--no-pretty"])
    assert not trouble
    return [line for line in said.splitlines() if ": error: " in line]


def test_a_type_checker_takes_right_options(monkeypatch, tmp_path):
    assert checked(monkeypatch, tmp_path / "right.py", RIGHT) == []


def test_a_type_checker_refuses_wrong_options_and_names_the_right_ones(monkeypatch, tmp_path):
    program = "from warzoo.envs import cards_of_war, war_on_terror\n" + "\n".join(WRONG)
    errors = checked(monkeypatch, tmp_path / "wrong.py", program)
    assert len(errors) == len(WRONG)
    for number, (error, words) in enumerate(zip(errors, WRONG.values(), strict=True), 2):
        assert f"wrong.py:{number}: " in error and words in error


@each_game
@pytest.mark.parametrize("name", ["env", "raw_env", "parallel_env"])
def test_help_lists_every_option_with_its_description(game, name):
    make = getattr(import_module(f"warzoo.envs.{game.name}"), name)
    fields = game.options.model_fields | Settings.model_fields
    taken = inspect.signature(make).parameters
    assert list(taken) == list(fields)
    words = pydoc.render_doc(make, renderer=pydoc.plaintext)
    for option, field in fields.items():
        assert taken[option].default == field.default
        assert f"{option}: " in words and field.description and field.description in words
    assert (
        make(
            render_mode="ansi",
            max_cycles=3,
            mask="info",
            **{option: field.default for option, field in game.options.model_fields.items()},
        ).render_mode
        == "ansi"
    )


@pytest.mark.parametrize("kind", [RawEnv, SafeEnv, TurnParallelEnv])
def test_what_every_view_takes_is_what_its_class_takes(kind):
    taken = list(inspect.signature(kind).parameters.values())
    assert {p.name: p.default for p in taken[1:-1]} == {n: f.default for n, f in Settings.model_fields.items()}
