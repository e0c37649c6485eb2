"""The house itself: what may import what, what is public, and what an import costs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import warzoo.envs
from warzoo.envs import OutOfOrder, UsageError, find
from warzoo.envs.core import snapshot
from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.game import parse_options, worded_options
from warzoo.envs.core.gym import make_gym
from warzoo.envs.core.page import page, reference
from warzoo.envs.core.parallel import TurnParallelEnv
from warzoo.envs.core.record import Record, i8
from warzoo.envs.core.sb3 import LearnerVecEnv
from warzoo.envs.core.transcript import read
from warzoo.envs.core.vector import LearnerVectorEnv
from warzoo.models.opponents import opponent

from .games import ANY, GAMES, any_configuration, any_game, each_game

ROOT = Path(__file__).parents[1]
FOLDERS = ("envs", "models", "service", "training", "configs")
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


@any_game
def test_a_games_rooms_need_numpy_and_the_core_alone(game):
    for path in (ROOT / "envs" / game.name).rglob("*.py"):
        allowed = {"numpy", "__future__", "collections", "enum", "typing", "math", "itertools", "textwrap"}
        if path.name in ("__init__.py", "table.py"):
            allowed.add("pydantic")
        assert {name.split(".")[0] for name in imports(path)} <= allowed, path


def test_only_one_module_knows_numba():
    assert [p.name for p in SOURCES if "numba" in {n.split(".")[0] for n in imports(p)}] == ["jit.py"]


def test_imports_are_written_as_imports():
    """Else the contracts on who may import whom do not see them."""
    assert not [path for path in SOURCES if re.search(r"\bimport_module\b|__import__", path.read_text())]


def test_the_public_names_are_these():
    games = {game.name for game in ANY}
    assert (
        set(warzoo.envs.__all__) == {"Game", "IllegalAction", "OutOfOrder", "UsageError", "all_games", "find"} | games
    )


def test_importing_the_games_takes_no_torch_and_no_pictures():
    heavy = ("torch", "pygame", "stable_baselines3", "pyspiel", "ray")
    program = f"import sys, warzoo.envs; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_field_may_not_hide_behind_a_method_of_numpy():
    with pytest.raises(TypeError, match="'round'"):
        type("Bad", (Record,), {"round": i8(), "__module__": __name__})


@each_game
def test_the_page_of_a_game_is_printed_from_the_code(game):
    assert (ROOT / "docs" / "games" / f"{game.name}.md").read_text() == page(game), "run: make docs"


@any_game
def test_every_part_of_an_observation_is_explained(game):
    table = re.findall(r"^\| `(\w+)` \| [\d-]+ \|.*\| (.*) \|$", reference(game).split("## ")[3], re.M)
    assert {name for name, _ in table} == set(game.observation.fields)
    assert all(what for _, what in table)


@any_game
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
def test_what_reset_makes_is_not_there_before(game, kind):
    env = kind(game)
    for name in ("agents", "num_agents", "rewards", "terminations", "truncations", "infos", "agent_selection"):
        assert not hasattr(env, name)
        with pytest.raises(OutOfOrder, match="reset"):
            getattr(env, name)


def calls_before_reset(game):
    """Every call to a view that needs a game."""
    for aec in (RawEnv(game, render_mode="ansi"), SafeEnv(game, render_mode="ansi")):
        yield from (aec.last, aec.render, aec.state, aec.transcript, aec.save_state, aec.drawing, aec.position)
        yield from (lambda env=aec: env.step(0), lambda env=aec: list(env.agent_iter()))
        yield lambda env=aec: env.observe("player_0")
        yield lambda env=aec: env.view("player_0")
    yield aec.agent_iter
    parallel, single = TurnParallelEnv(game, render_mode="ansi"), make_gym(game, "random", render_mode="ansi")
    yield from (parallel.state, parallel.render, parallel.position, parallel.view, lambda: parallel.step({}))
    yield from (single.action_masks, single.render, single.drawing, single.position, lambda: single.step(0))
    vector, sb3 = LearnerVectorEnv(game, 2, "random"), LearnerVecEnv(game, 2, "random")
    yield from (vector.action_masks, lambda: vector.step([0, 0]))
    yield from (sb3.action_masks, lambda: sb3.step(np.zeros(2, int)), lambda: sb3.env_method("action_masks"))


@each_game
def test_every_view_names_what_comes_before_reset(game):
    for call in calls_before_reset(game):
        with pytest.raises(OutOfOrder, match=r"reset\(\)"):
            call()


@each_game
def test_env_names_calls_in_the_wrong_order(game):
    env = SafeEnv(game)
    env.reset(seed=1)
    with pytest.raises(OutOfOrder, match=r"step\(\)"):
        for _ in env.agent_iter():
            pass
    for kind in (RawEnv, SafeEnv):
        env = kind(game, max_cycles=1)
        env.reset(seed=1)
        while not any(env.truncations.values()):
            env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
        with pytest.raises(OutOfOrder, match="None"):
            env.step(0)
        for _ in env.possible_agents:
            env.step(None)
        with pytest.raises(OutOfOrder, match="reset"):
            env.step(None)


@each_game
def test_what_a_view_is_handed_is_checked_at_once(game):
    env, parallel = RawEnv(game), TurnParallelEnv(game)
    env.reset(seed=1)
    parallel.reset(seed=1)
    vector, sb3, single = (
        LearnerVectorEnv(game, 2, "random"),
        LearnerVecEnv(game, 2, "random"),
        make_gym(game, "random"),
    )
    for wrong in (-1, 1.5, "0", True, [1], object()):
        for call in (
            lambda x: RawEnv(game, max_cycles=x),
            lambda x: TurnParallelEnv(game, max_cycles=x),
            lambda x: LearnerVectorEnv(game, x),
            lambda x: LearnerVecEnv(game, x),
            lambda x: make_gym(game, seat=x),
            lambda x: make_gym(game, opponents=x),
            lambda x: env.reset(seed=x),
            lambda x: parallel.reset(seed=x),
            lambda x: single.reset(seed=x),
            lambda x: vector.reset(seed=x),
            lambda x: vector.reset(seed=[x, x]),
            sb3.seed,
            env.describe_action,
            env.parse_action,
            env.observe,
            env.view,
            env.action_space,
            env.observation_space,
            parallel.action_space,
            env.drawing,
            lambda x: parallel.step(x),
        ):
            with pytest.raises(UsageError) as refused:
                call(wrong)
            assert "\n" not in str(refused.value)
    for call in (
        lambda: env.describe_action(game.actions.size),
        lambda: env.parse_action("no such words"),
        lambda: LearnerVectorEnv(game, 0),
        lambda: LearnerVectorEnv(game, 10**9),
        lambda: vector.reset(seed=[1]),
        lambda: vector.reset(seed=[1, 2, 3]),
        lambda: env.step(10**5000),
        lambda: env.observe("player_9"),
        lambda: env.view("player_9"),
    ):
        with pytest.raises(UsageError):
            call()


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


def mid_game(game, options):
    """An environment some decisions into a game."""
    env = SafeEnv(game, **options)
    env.reset(seed=1)
    for _ in range(min(12, game.longest // 2)):
        if not env._ended:
            env.step(int(env.position()[1][0].nonzero()[0][-1]))
    return env


@any_configuration
def test_a_saved_state_is_checked_field_by_field_though_its_digest_fits(game, options):
    env = mid_game(game, options)
    loaded = SafeEnv(game, **options)
    loaded.load_state(env.save_state())
    for name, field in game.state.fields.items():
        for value in (field.most + 1, field.least - 1):
            states = env._states.copy()
            if not np.iinfo(field.kind).min <= value <= np.iinfo(field.kind).max:
                continue
            states[name].reshape(-1)[-1] = value
            with pytest.raises(UsageError, match=f"its {name} is {value}, but goes from"):
                loaded.load_state(snapshot.pack(game, env.options, states, env._progress()))
    assert loaded._states.tobytes() == env._states.tobytes()


@any_configuration
def test_a_saved_state_is_one_that_its_actions_lead_to(game, options):
    """What no single field shows: counts that disagree, a hand that was never dealt, luck that was wished for."""
    env = mid_game(game, options)
    for name, field in game.state.fields.items():
        states = env._states.copy()
        if field.most > field.least:
            flat = states[name].reshape(-1)
            flat[0] = flat[0] - 1 if flat[0] > field.least else flat[0] + 1
            with pytest.raises(UsageError, match=r"another position|agents"):
                env.load_state(snapshot.pack(game, env.options, states, env._progress()))
    states = env._states.copy()
    states.view(np.uint8)[-1] = 1
    with pytest.raises(UsageError, match="another position"):
        env.load_state(snapshot.pack(game, env.options, states, env._progress()))


@each_game
def test_what_a_saved_state_adds_to_the_record_is_checked(game):
    env = mid_game(game, {})
    agents = env.possible_agents
    for name, value in (
        ("luck", 0),
        ("luck", 1 << 64),
        ("luck", 5),
        ("actions", [-1]),
        ("actions", [game.actions.size]),
        ("actions", [0.5]),
        ("actions", None),
        ("actions", env._transcript.actions[:-1]),
        ("cycle_end", 0),
        ("ended", 1),
        ("agents", agents[::-1]),
        ("agents", agents[:1]),
        ("agents", ["player_7"]),
        ("agent_selection", "player_7"),
        ("agent_selection", agents[1 - agents.index(env.agent_selection)]),
        ("rewards", {}),
        ("rewards", dict.fromkeys(agents, float("nan"))),
        ("rewards", dict.fromkeys(agents, "0")),
        ("rewards", dict.fromkeys(agents, 1.0)),
        ("cumulative", dict.fromkeys(agents, -1e300)),
        ("truncations", dict.fromkeys(agents, True)),
        ("terminations", {"player_0": True}),
        ("truncations", []),
    ):
        progress = env._progress().model_copy(update={name: value})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pydantic on writing what does not fit
            data = snapshot.pack(game, env.options, env._states, progress)
        with pytest.raises(UsageError, match="damaged") as refused:
            env.load_state(data)
        assert "\n" not in str(refused.value)


@each_game
@pytest.mark.parametrize("depth", [500, 900, 990, 100_000])
def test_json_without_end_is_one_sentence(game, depth):
    deep, long = "[" * depth + "]" * depth, "9" * (depth + 5_000)
    env = mid_game(game, {})
    written = env.transcript().write()
    body = env._states.tobytes()
    for odd in (deep, '{"a":' * depth + "1" + "}" * depth, long, "\ud800", "²", '{"players": ' + long + "}", "NaN"):
        with pytest.raises(UsageError) as refused:
            parse_options(game, odd)
        assert "\n" not in str(refused.value) and len(str(refused.value)) < 300
        for head in (f'{{"what": "{snapshot.MAGIC}", "game": {odd}}}', odd):
            with pytest.raises(UsageError):
                env.load_state(head.encode(errors="surrogatepass") + b"\n" + body)
        for name in ("options", "luck", "actions", "version", "game", "players"):
            with pytest.raises(UsageError):
                read(re.sub(rf"^{name}: .*(\n  .*)*$", f"{name}: {odd}", written, count=1, flags=re.M))
    for word in ("players=²", "players=" + long, "players=٣", f"players={deep}"):
        with pytest.raises(UsageError, match="players"):
            worded_options(game, [word])
