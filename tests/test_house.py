"""The house itself: what may import what, what is public, and what an import costs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import warzoo.envs
from warzoo.envs import UsageError, find
from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.page import page
from warzoo.envs.core.record import Record, i8
from warzoo.models.opponents import opponent

from .games import GAMES, each_game

ROOT = Path(__file__).parents[1]
FOLDERS = ("envs", "models", "training", "configs")
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def imports(path):
    """Absolute names that a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_folders_go_by_their_full_names(path):
    assert not {name.split(".")[0] for name in imports(path)} & set(FOLDERS)


@each_game
def test_a_games_rooms_need_numpy_and_the_core_alone(game):
    for path in (ROOT / "envs" / game.name).rglob("*.py"):
        allowed = {"numpy", "__future__", "collections", "enum", "typing", "math", "itertools", "textwrap"}
        if path.name == "__init__.py":
            allowed.add("pydantic")
        assert {name.split(".")[0] for name in imports(path)} <= allowed, path


def test_only_one_module_knows_numba():
    assert [p.name for p in SOURCES if "numba" in {n.split(".")[0] for n in imports(p)}] == ["jit.py"]


def test_the_public_names_are_these():
    games = {game.name for game in GAMES}
    assert (
        set(warzoo.envs.__all__) == {"Game", "IllegalAction", "OutOfOrder", "UsageError", "all_games", "find"} | games
    )


def test_importing_the_games_takes_no_torch_and_no_pictures():
    program = (
        "import sys, warzoo.envs; print([m for m in ('torch', 'pygame', 'stable_baselines3') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_field_may_not_hide_behind_a_method_of_numpy():
    with pytest.raises(TypeError, match="'round'"):
        type("Bad", (Record,), {"round": i8(), "__module__": __name__})


@each_game
def test_the_page_of_a_game_is_printed_from_the_code(game):
    assert (ROOT / "docs" / "games" / f"{game.name}.md").read_text() == page(game), "run: make docs"


@each_game
def test_every_part_of_an_observation_is_explained(game):
    table = re.findall(r"^\| `(\w+)` \| [\d-]+ \|.*\| (.*) \|$", page(game).split("## ")[3], re.M)
    assert {name for name, _ in table} == set(game.observation.fields)
    assert all(what for _, what in table)


@each_game
def test_the_modules_of_a_version_exist(game):
    module = __import__(f"warzoo.envs.{game.name}_v{game.version}", fromlist=["env"])
    assert module.env().possible_agents


def test_wrong_options_are_named_with_what_there_is():
    game = GAMES[0]
    for wrong, word in (
        ({"lenght": "short"}, "has no option 'lenght'"),
        ({"players": 9}, "players"),
        ({"players": "2"}, "players"),
    ):
        with pytest.raises(UsageError, match=word):
            RawEnv(game, **wrong)
    with pytest.raises(UsageError, match="there is no game 'chess'"):
        find("chess")
    with pytest.raises(UsageError, match="there is no opponent 'deep'"):
        opponent("deep", game)
    with pytest.raises(UsageError, match="render mode"):
        RawEnv(game, render_mode="hologram")
    with pytest.raises(UsageError, match="max_cycles"):
        RawEnv(game, max_cycles=0)


@each_game
@pytest.mark.parametrize("kind", [RawEnv, SafeEnv])
def test_calls_before_reset_say_so(game, kind):
    env = kind(game)
    for name in ("agents", "rewards", "terminations", "truncations", "infos", "agent_selection"):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(env, name)


@each_game
def test_env_names_calls_in_the_wrong_order(game):
    env = SafeEnv(game, render_mode="ansi")
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.render, env.agent_iter, env.save_state):
        with pytest.raises(UsageError, match="reset"):
            call()
    env.reset(seed=1)
    with pytest.raises(UsageError, match=r"step\(\)"):
        for _ in env.agent_iter():
            pass


@each_game
def test_foreign_states_are_refused(game):
    env = RawEnv(game)
    env.reset(seed=1)
    before = env.state().tobytes()
    good = env.save_state()
    wrongs = [
        b"",
        b"\x80\x04",
        good[:-1],
        good + b"\0",
        good.replace(game.name.encode(), b"chess"),
        "text",
        None,
        b"{}\n",
    ]
    for wrong in wrongs:
        with pytest.raises(UsageError, match="state"):
            env.load_state(wrong)
    assert env.state().tobytes() == before
    for options in game.variants:
        if game.settings(**options) != env.options:
            with pytest.raises(UsageError, match="options"):
                other = RawEnv(game, **options)
                other.load_state(good)
