"""Compiled code: how little of it is made, where it is kept, and that nobody else's is ever run."""

from __future__ import annotations

import errno
import os
import pickle
import shutil
import stat
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from warzoo.envs.core import cache
from warzoo.envs.core.jit import COMPILED, NEXT, OLDEST, kernel, overload, rule
from warzoo.training.shell.cli import main

from . import teams
from .games import each_game

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

ONE_KERNEL = """
import numpy as np
from warzoo.envs.core import kernels
print(kernels.random_moves(np.zeros(1, np.int64), np.array([[0, 0, 1]], np.int8), np.zeros(1, np.uint64)))
"""
AT_ONCE = """
import multiprocessing, sys, threading
program, how = sys.argv[1:]
start = threading.Thread if how == "threads" else multiprocessing.get_context(how).Process
if how == "fork":
    exec(program, {})
crowd = [start(target=exec, args=(program, {})) for _ in range(2)]
for one in crowd:
    one.start()
for one in crowd:
    one.join()
"""
OTHER_NUMBA = """
import sys, numba
numba.version_info = numba.version_info._replace(short=eval(sys.argv[1]))
from warzoo.training.shell.__main__ import main
sys.argv = ["warzoo", "list"]
sys.exit(main())
"""
BY_NAME = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
print(importlib.import_module(sys.argv[2]).GAME.deal(1, seed=1)["card"].tolist())
"""
FIRST_STEP = """
import gc, sys
import numba.core.event as event
from warzoo.envs import find
from warzoo.envs.core.aec import RawEnv
from warzoo.envs.core.jit import Rule

modules = set()
class Listener(event.Listener):
    def on_start(self, event):
        modules.add(event.data["dispatcher"].py_func.__module__)
    def on_end(self, event):
        pass
event.register("numba:compile", Listener())
env = RawEnv(find(sys.argv[1]))
env.reset(seed=1)
env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
kinds = {str(kind) for rule in gc.get_objects() if isinstance(rule, Rule) for args in rule.overloads for kind in args}
print(*sorted(kind for kind in kinds if kind.startswith(("int", "uint", "Literal"))))
print(*sorted(module for module in modules if "unicode" in module))
"""


def start(program, folder, *words):
    """The program in a process of its own that keeps compiled code below the folder, or else in a spare one."""
    spare = folder.parent / "spare"
    spare.mkdir(mode=0o700, exist_ok=True)
    environment = os.environ | {"WARZOO_CACHE": str(folder), "TMPDIR": str(spare)}
    command = [sys.executable, "-c", program, *words]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(program, folder, *words):
    """What it wrote to stdout and stderr."""
    return start(program, folder, *words).communicate()


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A cache that holds one kernel."""
    folder = tmp_path_factory.mktemp("filled") / "cache"
    out, err = run(ONE_KERNEL, folder)
    assert out == "[2]\n"
    assert err.startswith("warzoo: compiling core.random_moves (once) ... ") and err.endswith(" s\n")
    return folder


@pytest.fixture
def entry(filled, tmp_path):
    """The file of the kernel in a cache of one's own, `tmp_path / "cache"`."""
    (path,) = Path(shutil.copytree(filled, tmp_path / "cache")).glob("warzoo/*/*")
    return path


@pytest.fixture(autouse=True)
def forgotten():
    """Each test finds its own folder, and hears what there is to say."""
    for remembered in (cache.folder, cache.tell):
        remembered.cache_clear()
    yield
    for remembered in (cache.folder, cache.tell):
        remembered.cache_clear()


# How much is compiled


@each_game
def test_a_first_step_compiles_three_kernels_and_each_rule_for_one_size_of_integers(game, tmp_path):
    out, err = run(FIRST_STEP, tmp_path / "cache", game.name)
    assert [line.split(" (once)")[0] for line in err.splitlines()] == [
        f"warzoo: compiling {game.name}.{kernel}" for kernel in ("deal_games", "advance", "view")
    ]
    kinds, strings = out.split("\n")[:2]
    assert kinds == "int64 uint64", "integers of other sizes have rules compiled again"
    assert not strings, "an array copied into part of another brings the code for strings along: copy in a loop"


def test_compiled_code_is_kept_and_not_compiled_again(entry, tmp_path):
    assert run(ONE_KERNEL, tmp_path / "cache") == ("[2]\n", "")


def test_a_game_whose_module_goes_by_another_name_is_compiled_again(tmp_path):
    compiling = "warzoo: compiling two_teams.deal_games (once) ... "
    heard = {}
    for name in ("theirs", "mine"):
        place = tmp_path / name
        shutil.copytree(teams.FOLDER, place / name)
        heard[name], told = run(BY_NAME, tmp_path / "cache", str(place), name)
        assert told.startswith(compiling)
        assert run(BY_NAME, tmp_path / "cache", str(place), name) == (heard[name], "")
    assert heard["theirs"] == heard["mine"] != ""


RULE = """
from warzoo.envs.core.jit import rule
@rule
def answer():
    return {}
"""
KERNEL = """
from warzoo.envs.core.jit import kernel
from rules import answer
@kernel
def ask():
    return answer()
"""


def test_a_kernel_is_compiled_again_when_a_rule_of_another_file_changes(tmp_path):
    (tmp_path / "asking.py").write_text(KERNEL)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import asking; print(asking.ask())"
    compiling = "warzoo: compiling core.ask (once) ..."
    for said, first in ((1, compiling), (1, ""), (-1, compiling), (1, "")):
        (tmp_path / "rules.py").write_text(RULE.format(said))
        out, err = run(program, tmp_path / "cache")
        assert out == f"{said}\n" and err.startswith(first) and bool(err) == bool(first)


def test_two_processes_that_compile_at_once_both_work(tmp_path):
    both = [start(ONE_KERNEL, tmp_path / "cache") for _ in range(2)]
    assert [process.communicate()[0] for process in both] == ["[2]\n"] * 2
    assert run(ONE_KERNEL, tmp_path / "cache") == ("[2]\n", "")


@pytest.mark.parametrize(("how", "answers", "compiled"), [("threads", 2, 1), ("fork", 3, 1), ("spawn", 2, 2)])
def test_threads_and_forks_share_what_is_compiled_and_fresh_processes_work_side_by_side(
    how, answers, compiled, tmp_path
):
    out, err = run(AT_ONCE, tmp_path / "cache", ONE_KERNEL, how)
    assert out.count("[2]") == answers and 1 <= err.count("compiling") <= compiled
    assert run(ONE_KERNEL, tmp_path / "cache") == ("[2]\n", "")


# What cannot be compiled


@rule
def even(n):
    return n == 0 or odd(n - 1)


@rule
def odd(n):
    return n != 0 and even(n - 1)


@kernel
def countdown(n):
    return countdown(n - 1) if n > 0 else 0


def named(n):
    return int(n)


@rule
def by_name(n):
    return named(n - 1) if n > 0 else 0


overload(named)(lambda n: by_name)


@pytest.mark.parametrize(
    ("call", "circle"),
    [
        (even, "even calls odd calls even"),
        (odd, "odd calls even calls odd"),
        (countdown, "countdown calls countdown"),
        (by_name, "by_name calls by_name"),
    ],
)
def test_functions_that_call_each_other_in_a_circle_are_refused_by_name(call, circle):
    start = kernel(lambda n: call(n))
    with pytest.raises(TypeError) as refused:
        start(3)
    assert str(refused.value) == f"{circle}: compiled functions cannot call each other in a circle; use a loop"


# The versions of Numba that it is written for


@pytest.mark.parametrize("other", [NEXT, (OLDEST[0], OLDEST[1] - 1)])
def test_another_numba_is_refused_in_one_sentence(other, tmp_path):
    process = start(OTHER_NUMBA, tmp_path / "cache", str(other))
    out, err = process.communicate()
    assert process.returncode == 1 and not out
    (line,) = err.splitlines()
    assert line.startswith("warzoo: numba ") and "does not fit warzoo: pip install 'numba>=" in line


def test_the_package_asks_for_the_numba_that_it_is_written_for():
    needs = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text())["project"]["dependencies"]
    assert f"numba>={OLDEST[0]}.{OLDEST[1]},<{NEXT[0]}.{NEXT[1]}" in needs


# Nobody else's code


class Evil:
    """Writes a file when it is unpickled."""

    def __init__(self, proof):
        self.proof = proof

    def __reduce__(self):
        return Path.touch, (self.proof,)


@pytest.mark.parametrize("up", range(3), ids=["the folder", "the one above", "WARZOO_CACHE"])
def test_code_in_a_folder_that_others_can_write_to_is_not_run(entry, tmp_path, up):
    proof = tmp_path / "proof"
    cache.write(entry, pickle.dumps(Evil(proof)))
    run(ONE_KERNEL, tmp_path / "cache")
    assert proof.exists(), "a file in a folder of one's own is run: this test can fail"
    proof.unlink()
    entry.parents[up].chmod(0o777)
    out, err = run(ONE_KERNEL, tmp_path / "cache")
    assert out == "[2]\n" and not proof.exists()
    assert f"not in WARZOO_CACHE ({entry.parents[up]}: " in err


def test_a_folder_is_private_or_refused(tmp_path, monkeypatch):
    before = os.umask(0o002)
    place = cache.private(tmp_path / "home" / "shelf" / "0123456789abcdef")
    os.umask(before)
    shelf = place.parent
    assert {stat.S_IMODE(path.stat().st_mode) for path in (place, shelf, shelf.parent)} == {0o700}
    for mode in (0o1777, 0o755, 0o700):
        shelf.chmod(mode)
        assert cache.private(place) == place
    for path, mode in ((shelf, 0o770), (shelf, 0o702), (place, 0o750), (place, 0o1777)):
        before = stat.S_IMODE(path.stat().st_mode)
        path.chmod(mode)
        with pytest.raises(PermissionError):
            cache.private(place)
        path.chmod(before)
    link = shelf / "fedcba9876543210"
    link.symlink_to(place)
    with pytest.raises(PermissionError):
        cache.private(link)
    (tmp_path / "link").symlink_to(shelf)
    with pytest.raises(PermissionError):
        cache.private(tmp_path / "link" / place.name)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(PermissionError):
        cache.private(place)


# Damage and want


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def test_a_damaged_file_is_thrown_away(entry):
    whole = entry.read_bytes()
    assert cache.read(entry) == whole[cache.SEAL :]
    places = (0, 1, cache.SEAL - 1, cache.SEAL, cache.SEAL + 1, len(whole) // 2, len(whole) - 1)
    damaged = [whole[:place] for place in places] + [flipped(whole, place) for place in places]
    for data in (*damaged, whole + b"0", b"garbage", bytes(len(whole))):
        entry.write_bytes(data)
        assert cache.read(entry) is None and not entry.exists()


def test_what_was_damaged_is_compiled_again(entry, tmp_path):
    entry.write_bytes(flipped(entry.read_bytes(), 5000))
    out, err = run(ONE_KERNEL, tmp_path / "cache")
    assert out == "[2]\n" and "compiling" in err
    assert run(ONE_KERNEL, tmp_path / "cache") == ("[2]\n", "")


def test_without_a_place_for_it_everything_runs_uncached_and_says_so_once(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "shelves", lambda: iter([tmp_path / "file" / "warzoo"]))
    for _ in range(2):
        assert cache.folder("0123456789abcdef") is None
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("warzoo: compiled code is not kept (") and "WARZOO_CACHE" in line


def test_a_full_disk_is_said_once_and_leaves_no_pieces(tmp_path, monkeypatch, capsys):
    def full(path, data):
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    for name in ("one", "two"):
        cache.write(tmp_path / name, b"code")
    assert capsys.readouterr().err == f"warzoo: compiled code is not kept ({tmp_path}: {os.strerror(errno.ENOSPC)})\n"
    assert not list(tmp_path.iterdir())


def test_a_place_that_will_not_do_gives_way_to_a_temporary_folder(tmp_path):
    (tmp_path / "file").write_text("")
    out, err = run(ONE_KERNEL, tmp_path / "file")
    assert out == "[2]\n" and "not in WARZOO_CACHE" in err.splitlines()[0]
    assert len(list((tmp_path / "spare").glob("warzoo-*/*/core.random_moves-*"))) == 1


# Old versions


def test_clearing_takes_compiled_code_of_all_versions_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "shelves", lambda: iter([tmp_path]))
    for digest in ("0123456789abcdef", "fedcba9876543210"):
        cache.write(cache.private(tmp_path / digest) / "kernel", b"code")
    (tmp_path / "notes").mkdir()
    assert cache.size() == cache.clear() == 2 * (cache.SEAL + 4)
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


def test_doctor_is_not_held_up_by_a_place_that_cannot_be_looked_at(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cache, "shelves", lambda: iter([tmp_path / ("x" * 300), tmp_path]))
    assert main(["doctor"]) == 0
    assert f"compiled code: {tmp_path}" in capsys.readouterr().out


def test_what_cannot_be_cleared_is_not_said_to_be_gone(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cache, "shelves", lambda: iter([tmp_path]))
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)  # as on a disk that is read-only
    cache.write(cache.private(tmp_path / "0123456789abcdef") / "kernel", bytes(3_000_000))
    assert main(["doctor", "--clear-cache"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("warzoo: 3.0 MB of compiled code cannot be removed") and not said.out


def test_clearing_follows_no_link(tmp_path, monkeypatch):
    (tmp_path / "elsewhere" / "0123456789abcdef").mkdir(parents=True)
    (tmp_path / "shelf").symlink_to(tmp_path / "elsewhere")
    monkeypatch.setattr(cache, "shelves", lambda: iter([tmp_path / "shelf"]))
    assert cache.clear() == 0
    assert (tmp_path / "elsewhere" / "0123456789abcdef").is_dir()


def test_a_new_version_removes_those_long_unused(tmp_path):
    old, recent = (cache.private(tmp_path / digest) for digest in ("0123456789abcdef", "fedcba9876543210"))
    os.utime(old, (0, time.time() - cache.STALE - 1))
    cache.private(tmp_path / ("a" * 16))
    assert not old.exists() and recent.exists()


def test_doctor_shows_the_folder_of_compiled_code_and_clears_it(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "shelves", lambda: iter([tmp_path]))
    assert main(["doctor"]) == 0
    assert f"compiled code: {tmp_path}" in capsys.readouterr().out
    (folder,) = tmp_path.iterdir()
    cache.write(folder / "kernel", bytes(3_000_000))
    assert main(["doctor", "--clear-cache"]) == 0
    assert "Removed 3.0 MB" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
