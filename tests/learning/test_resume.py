"""What a run folder may hold when it is resumed: damage, other settings, another's files, and things that would run."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from warzoo.envs import kuhn_poker
from warzoo.envs.core.errors import UsageError
from warzoo.models import checkpoint
from warzoo.models.checkpoint import MANIFEST, POLICY, BadCheckpoint
from warzoo.training.learning import algorithms, folder, frozen, runs
from warzoo.training.learning.frozen import ARRAYS, REST
from warzoo.training.learning.learner import SelfPlayPPO
from warzoo.training.learning.settings import Settings

from .runner import TINY

Change = Callable[[Path], None]
SHORT = {**TINY, "decisions": 3072}


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A short run of each algorithm; tests take copies."""
    place = tmp_path_factory.mktemp("trained")
    plain = {"opponents": "random", "batch_size": 128}
    return {
        name: runs.run(Settings(**{**SHORT, **plain, "algorithm": name}), place / name, quiet=True)
        for name in algorithms.ALGORITHMS
    }


@pytest.fixture
def run(trained: dict[str, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(trained["selfplay-ppo"], tmp_path / "run"))


def newest(run: Path) -> Path:
    found = checkpoint.newest(run)
    assert found is not None
    return found


def longer(run: Path, **more: Any) -> Path:
    return runs.resume(run, decisions=4096, quiet=True, **more)


class Bomb:
    """What a pickle could do."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> Any:
        return os.system, (f"touch {self.target}",)


# Code


@pytest.mark.parametrize("algorithm", sorted(algorithms.ALGORITHMS))
def test_no_file_of_a_run_can_run_code(algorithm: str, trained: dict[str, Path], tmp_path: Path) -> None:
    """A pickle in the place of each file in turn, and under the names that torch and others give theirs."""
    bomb = pickle.dumps(Bomb(tmp_path / "ran"))
    files = [p.relative_to(trained[algorithm]) for p in trained[algorithm].rglob("*") if p.is_file()]
    beside = newest(trained[algorithm]).relative_to(trained[algorithm])
    for k, file in enumerate([*files, beside / "resume.pt", beside / "data.pkl", Path("resume.pt")]):
        run = Path(shutil.copytree(trained[algorithm], tmp_path / f"run{k}"))
        (run / file).write_bytes(bomb)
        try:
            longer(run)
        except UsageError as refused:
            assert "\n" not in str(refused)
        assert not (tmp_path / "ran").exists(), file


@pytest.mark.parametrize("algorithm", ["maskable-ppo", "dqn"])
def test_an_archive_of_stable_baselines_is_opened_for_those_who_trust_it(
    algorithm: str, trained: dict[str, Path], tmp_path: Path
) -> None:
    run = Path(shutil.copytree(trained[algorithm], tmp_path / "run"))
    with pytest.raises(UsageError, match=r"can run any code.*--trust"):
        longer(run)
    longer(run, trust=True)
    assert checkpoint.load(run, kuhn_poker.GAME).manifest.decisions >= 4096
    (newest(run) / algorithms.ARCHIVE).write_bytes(b"PK rubbish")
    for place in checkpoint.written_by(run):
        (place / algorithms.ARCHIVE).write_bytes(b"PK rubbish")
    with pytest.raises(BadCheckpoint, match="cannot be opened"):
        longer(run, trust=True)


# Damage


def cut(name: str) -> Change:
    return lambda place: (place / name).write_bytes((place / name).read_bytes()[:-40]) and None


def turned(name: str) -> Change:
    """One bit, somewhere in the middle."""

    def apply(place: Path) -> None:
        data = bytearray((place / name).read_bytes())
        data[len(data) // 2] ^= 4
        (place / name).write_bytes(bytes(data))

    return apply


def missing(name: str) -> Change:
    return lambda place: (place / name).unlink()


def with_state(change: Callable[[dict[str, Any]], Any]) -> Change:
    """Changes the state, arrays and all, and seals it again as a run would."""

    def apply(place: Path) -> None:
        tree = frozen.read(place).tree
        change(tree)  # type: ignore[arg-type]
        frozen.write(place, tree)

    return apply


def put(*path: str, value: Any) -> Change:
    def change(tree: dict[str, Any]) -> None:
        for name in path[:-1]:
            tree = tree[name]
        tree[path[-1]] = value

    return with_state(change)


def number(*path: str, at: Any, value: float) -> Change:
    def change(tree: Any) -> None:
        for name in path:
            tree = tree[name]
        tree[at] = value

    return with_state(change)


DAMAGE: dict[str, Change] = {
    "arrays cut": cut(ARRAYS),
    "arrays turned": turned(ARRAYS),
    "arrays missing": missing(ARRAYS),
    "rest cut": cut(REST),
    "rest missing": missing(REST),
    "rest deep": lambda place: (place / REST).write_text('{"state":' * 100_000) and None,  # type: ignore[dict-item]
    "rest a list": lambda place: (place / REST).write_text("[1]") and None,  # type: ignore[dict-item]
    "policy cut": cut(POLICY),
    "policy missing": missing(POLICY),
    "manifest cut": cut(MANIFEST),
    "manifest missing": missing(MANIFEST),
    "a row that is none": number("model", "collector", "latest", at=(0, 0), value=10**6),
    "a row twice": with_state(lambda t: t["model"]["collector"]["latest"].fill(0)),
    "a seat owned by nobody": number("model", "collector", "owner", at=(0, 0), value=99),
    "an action that is none": number("model", "collector", "rows", "actions", at=0, value=7),
    "an action that was not legal": number("model", "collector", "rows", "masks", at=0, value=0),
    "more or less than legal": number("model", "collector", "rows", "masks", at=0, value=-1),
    "a lesson that is none": number("model", "collector", "rows", "lessons", at=0, value=-2),
    "a variant that is none": number("model", "collector", "rows", "variants", at=0, value=1),
    "a reward not finite": number("model", "collector", "rows", "rewards", at=0, value=np.nan),
    "games cut": with_state(lambda t: t["model"]["collector"].update(moves=t["model"]["collector"]["moves"][1:])),
    "a game without luck": number("model", "collector", "dealt_from", at=0, value=0),
    "a move that was not allowed": with_state(
        lambda t: t["model"]["collector"].update(moves=np.full((64, 9), 1, np.int16), moved=np.full(64, 9))
    ),
    "a move that there is not": with_state(
        lambda t: t["model"]["collector"].update(moves=np.full((64, 1), 77, np.int16))
    ),
    "more moves than there are": number("model", "collector", "moved", at=0, value=10**6),
    "a weight not finite": with_state(lambda t: next(iter(t["model"]["learner"]["policy"].values())).fill(np.inf)),
    "a weight missing": with_state(lambda t: t["model"]["learner"]["magnet"].popitem()),
    "a weight more": put("model", "learner", "policy", "evil", value=np.zeros(1, np.float32)),
    "moments missing": with_state(lambda t: t["model"]["learner"]["optimizer"].pop("0")),
    "decisions below zero": put("model", "learner", "decisions", value=-1),
    "decisions in words": put("model", "learner", "decisions", value="many"),
    "time not finite": put("model", "learner", "spent", value="inf"),
    "luck of another kind": put("model", "learner", "luck", value={"bit_generator": "MT19937"}),
    "luck too large": put("model", "pool", "rng", value={"bit_generator": "PCG64", "state": {"state": 1 << 200}}),
    "luck out of place": put("luck", "numpy", "state", "pos", value=10**6),
    "torch's luck cut": with_state(lambda t: t["luck"].update(torch=t["luck"]["torch"][:9])),
    "Python's luck out of place": with_state(lambda t: t["luck"]["python"]["numbers"].__setitem__(-1, 10**6)),
    "past selves in plenty": with_state(
        lambda t: t["model"]["pool"]["past"].update({str(k): t["model"]["pool"]["past"]["0"] for k in range(9)})
    ),
    "a past self that is none": with_state(lambda t: t["model"]["pool"].update(active=np.array([5]))),
    "marks in words": put("watch", "marks", value={"log": "often"}),
    "scores of another shape": put("watch", "scores", value={"random": [0.5]}),
    "no model": with_state(lambda t: t.pop("model")),
    "no settings": with_state(lambda t: t.pop("settings")),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_newest_checkpoint_falls_back_to_the_one_before(
    name: str, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = newest(run)
    DAMAGE[name](broken)
    longer(run)
    told = [line for line in capsys.readouterr().err.splitlines() if "set aside" in line]
    assert len(told) == 1 and str(broken) in told[0]
    assert (broken.parent / f"damaged-1-{broken.name}").is_dir()
    assert [p.name for p in checkpoint.written_by(run)][-1] == f"{4096:012d}"
    assert broken in checkpoint.written_by(run)  # played again and written anew


@pytest.mark.parametrize(
    "change",
    [
        number("model", "learner", "reservoir", "actions", at=0, value=7),
        number("model", "learner", "reservoir", "masks", at=0, value=0),
        put("model", "learner", "reservoir", "seen", value=-1),
        put("model", "learner", "reservoir", "seen", value=10**6),
    ],
)
def test_a_damaged_reservoir_is_set_aside(change: Change, trained: dict[str, Path], tmp_path: Path) -> None:
    run = Path(shutil.copytree(trained["nfsp"], tmp_path / "run"))
    broken = newest(run)
    change(broken)
    longer(run)
    assert (broken.parent / f"damaged-1-{broken.name}").is_dir()


def test_when_all_are_damaged_nothing_is_touched_and_one_sentence_says_so(run: Path) -> None:
    for place in checkpoint.written_by(run):
        cut(ARRAYS)(place)
    before = sorted(p.name for p in (run / "checkpoints").iterdir())
    with pytest.raises(BadCheckpoint, match="train anew"):
        longer(run)
    assert sorted(p.name for p in (run / "checkpoints").iterdir()) == before


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\0", b"a,b\n1,2\n", b"decisions\nmany\n", b"decisions,x\n1,2,3\n", b"decisions\nnan\n"]
)
def test_damaged_metrics_are_set_aside(data: bytes, run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (run / "metrics.csv").write_bytes(data)
    longer(run)
    assert "metrics.csv is damaged" in capsys.readouterr().err
    assert (run / "damaged-1-metrics.csv").read_bytes() == data
    assert folder.rows_of(run / "metrics.csv")


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"game": 7}', b"\xff", b'{"game":' * 10_000, b'{"seed": 1e999}'])
def test_damaged_settings_are_refused_in_one_sentence(data: bytes, run: Path) -> None:
    (run / "settings.json").write_bytes(data)
    with pytest.raises(UsageError) as refused:
        longer(run)
    assert "settings.json" in str(refused.value) and "\n" not in str(refused.value)


# Others' files, and others


def test_a_users_own_folders_are_no_checkpoints(run: Path) -> None:
    shelf = run / "checkpoints"
    mine = [shelf / name for name in (f"{newest(run).name}-best", "1st", "9", ".notes-of-mine")]
    for copy in mine:
        shutil.copytree(shelf / f"{1024:012d}", copy)
    before = newest(run)
    assert before.name == f"{3072:012d}"
    longer(run)
    assert newest(run).name == f"{4096:012d}" and all((copy / POLICY).exists() for copy in mine)


def test_one_process_at_a_time_trains_in_a_folder(run: Path) -> None:
    with folder.locked(run):
        code = f"""
from pathlib import Path
from warzoo.envs.core.errors import UsageError
from warzoo.training.learning import runs
try:
    runs.resume(Path({str(run)!r}), decisions=4096, quiet=True)
except UsageError as error:
    print(error)
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "another process trains" in done.stdout
    assert newest(run).name == f"{3072:012d}"


def test_with_one_checkpoint_kept_there_is_one_at_every_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run could be killed after any renaming, also where it is stopped just where it has saved."""
    rename, seen, run = Path.rename, [], tmp_path / "run"

    def watched(self: Path, target: Any) -> Path:
        moved = rename(self, target)
        seen.append(checkpoint.newest(run) is not None)
        return moved

    def stop(self: SelfPlayPPO) -> bool:
        return self.num_timesteps >= 2048

    monkeypatch.setattr(Path, "rename", watched)
    monkeypatch.setattr(SelfPlayPPO, "ending", stop)
    runs.run(Settings(**{**SHORT, "checkpoints": 1}), run, quiet=True)
    runs.resume(run, quiet=True)  # which ends at once, where it began
    assert len(seen) >= 5 and all(seen)
    assert [p.name for p in checkpoint.written_by(run)] == [f"{2048:012d}"]


# Other settings, other versions


def test_settings_that_have_changed_are_named(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edited = json.loads((run / "settings.json").read_text()) | {"learning_rate": 0.25}
    (run / "settings.json").write_text(json.dumps(edited))
    longer(run)
    told = capsys.readouterr().err
    assert "learning_rate was 0.0005 and is 0.25 now" in told and "decisions was 3072 and is 4096 now" in told


@pytest.mark.parametrize(
    ("name", "value"),
    [("hidden", [8]), ("games", 32), ("algorithm", "dqn"), ("pool_bots", []), ("snapshots", 0), ("reservoir", 9)],
)
def test_settings_that_cannot_change_are_refused(name: str, value: Any, run: Path) -> None:
    edited = json.loads((run / "settings.json").read_text()) | {name: value}
    (run / "settings.json").write_text(json.dumps(edited))
    with pytest.raises(UsageError) as refused:
        longer(run)
    assert name in str(refused.value) or "hidden" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_fewer_decisions_than_it_has_are_refused_and_change_nothing(run: Path) -> None:
    before = (run / "settings.json").read_bytes()
    with pytest.raises(UsageError, match="has 3,072 decisions already"):
        runs.resume(run, decisions=1024, quiet=True)
    assert (run / "settings.json").read_bytes() == before


def test_other_versions_and_another_behaviour_are_named(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads((run / "versions.json").read_text())
    (run / "versions.json").write_text(json.dumps(told | {"torch": "0.1"}))
    place = newest(run)
    manifest = json.loads((place / MANIFEST).read_text()) | {"behaviour": "0123"}
    (place / MANIFEST).write_text(json.dumps(manifest))
    longer(run)
    said = capsys.readouterr().err
    assert f"torch was 0.1 and is {told['torch']} now" in said and "behaviour 0123" in said
    assert json.loads((run / "versions.json").read_text()) == told


def test_another_layout_is_refused(run: Path) -> None:
    for place in checkpoint.written_by(run):
        manifest = json.loads((place / MANIFEST).read_text())
        manifest["layout"]["observation"][0][2] += 1
        (place / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(BadCheckpoint, match="layout of the observation"):
        longer(run)


@pytest.mark.parametrize("algorithm", sorted(algorithms.ALGORITHMS))
def test_how_far_a_resumed_run_equals_an_unbroken_one_is_said(
    algorithm: str, trained: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    longer(Path(shutil.copytree(trained[algorithm], tmp_path / "run")), trust=True)
    sentence = algorithms.ALGORITHMS[algorithm].resumes
    assert sentence in capsys.readouterr().err
    page = (Path(__file__).parents[2] / "docs" / "train.md").read_text()
    assert sentence in " ".join(page.split())


def test_files_that_lead_elsewhere_are_replaced_not_followed(run: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine")
    for name in ("curve.png", "metrics.csv", "versions.json", ".versions.json.new", ".metrics.csv.new"):
        (run / name).unlink(missing_ok=True)
        (run / name).symlink_to(mine)
    longer(run)
    assert mine.read_text() == "mine"
    assert not (run / "curve.png").is_symlink() and not (run / "metrics.csv").is_symlink()


@pytest.mark.timeout(60)
def test_a_pipe_in_a_run_holds_nobody_up(run: Path) -> None:
    for name in (".lock", "versions.json", "metrics.csv", "curve.png"):
        (run / name).unlink(missing_ok=True)
        os.mkfifo(run / name)
    longer(run)


# A safetensors file may say what it likes of itself


def test_arrays_find_their_place_or_are_refused(run: Path) -> None:
    place = newest(run)
    told = json.loads((place / REST).read_text())
    data = safetensors.numpy.save({"watch/marks/log/deep": np.zeros(1)})
    (place / ARRAYS).write_bytes(data)
    (place / REST).write_text(json.dumps(told | {"digest": hashlib.sha256(data).hexdigest()}))
    with pytest.raises(BadCheckpoint, match="no place"):
        frozen.read(place)
