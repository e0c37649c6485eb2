"""A run can be stopped, killed and resumed, and says so when it breaks down."""

from __future__ import annotations

import csv
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.optim.optimizer import register_optimizer_step_post_hook

from warzoo.envs import kuhn_poker
from warzoo.envs.core.errors import UsageError
from warzoo.models import checkpoint
from warzoo.models.opponents import opponent
from warzoo.training.learning import algorithms, runs
from warzoo.training.learning import frozen as frozen_state
from warzoo.training.learning import settings as settings_of
from warzoo.training.learning.folder import BESIDE
from warzoo.training.learning.learner import SelfPlayPPO
from warzoo.training.learning.selfplay import Diverged, SelfPlay
from warzoo.training.learning.settings import Settings

from ..games import ANY
from .runner import TINY

CLOCK = ("time/fps", "time/time_elapsed", "time/iterations")


def tiny(**changes: Any) -> Settings:
    return Settings(**{**TINY, **changes})


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "metrics.csv").open(newline="") as f:
        return [{k: v for k, v in row.items() if k not in CLOCK} for row in csv.DictReader(f)]


def frozen(folder: Path) -> Any:
    latest = checkpoint.newest(folder)
    assert latest is not None
    return frozen_state.read(latest).tree


def same(a: Any, b: Any) -> bool:
    """Equal bit for bit, whatever the nesting."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a if k != "spent" and k not in CLOCK)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, torch.Tensor):
        return torch.equal(a, b)
    if isinstance(a, np.ndarray):
        return np.array_equal(a, b)
    return bool(a == b)


def stop_after(monkeypatch: pytest.MonkeyPatch, rollouts: int) -> None:
    """Asks the run to stop during its n-th rollout."""
    train_once, count = SelfPlay.train, [0]

    def counted(self: SelfPlay) -> None:
        train_once(self)
        count[0] += 1
        self.stopping = count[0] == rollouts

    monkeypatch.setattr(SelfPlay, "train", counted)


def test_a_run_leaves_all_that_it_promises(tmp_path: Path) -> None:
    folder = runs.run(tiny(), tmp_path / "run", quiet=True)
    assert Settings.model_validate_json((folder / "settings.json").read_bytes()) == tiny()
    versions = json.loads((folder / "versions.json").read_text())
    assert "torch" in versions and versions["factors"] in ("float32", "bfloat16")
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((folder / "tensorboard").glob("events.out.tfevents.*"))
    assert len(list((folder / "checkpoints").iterdir())) == 3
    told = checkpoint.load(folder, kuhn_poker.GAME).manifest
    assert told.decisions == 20 * 1024 and told.command.startswith("warzoo train kuhn_poker --")
    assert told.report is not None and told.report["random"]["mean"] > 0.4
    assert {"decisions", "train/entropy", "ladder/random", "ladder/random_margin"} <= set(rows(folder)[-1])


@pytest.mark.parametrize("name", [name for name, one in algorithms.ALGORITHMS.items() if not one.pickles])
def test_resumed_equals_unbroken_bit_for_bit(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tiny(algorithm=name, reservoir=5000)
    runs.run(settings, tmp_path / "whole", quiet=True)
    with monkeypatch.context() as patch:
        for k, rollouts in enumerate((5, 4, 7)):
            stop_after(patch, rollouts)
            runs.resume(tmp_path / "parts", quiet=True) if k else runs.run(settings, tmp_path / "parts", quiet=True)
            patch.undo()
            torch.manual_seed(k)
            np.random.seed(k)
    runs.resume(tmp_path / "parts", quiet=True)
    whole, parts = frozen(tmp_path / "whole"), frozen(tmp_path / "parts")
    assert whole["model"]["learner"]["decisions"] == 20 * 1024
    for part in ("model", "luck"):
        assert same(whole[part], parts[part]), part
    assert whole["watch"]["marks"] == parts["watch"]["marks"]
    unbroken = {row["decisions"]: row for row in rows(tmp_path / "whole")}
    assert len(unbroken) == 21 == len(rows(tmp_path / "parts"))
    for row in rows(tmp_path / "parts"):
        learned = {k: v for k, v in row.items() if k.startswith(("train/", "rollout/"))}
        assert learned.items() <= unbroken[row["decisions"]].items()


def start(folder: Path, decisions: int) -> subprocess.Popen[bytes]:
    runner = Path(__file__).with_name("runner.py")
    return subprocess.Popen([sys.executable, str(runner), str(folder), str(decisions)], stderr=subprocess.PIPE)


def latest_decisions(folder: Path) -> int:
    """Decisions in the newest checkpoint, which must be sound."""
    if checkpoint.newest(folder) is None:
        return 0
    opponent(str(folder), kuhn_poker.GAME)
    return checkpoint.load(folder, kuhn_poker.GAME).manifest.decisions


def kills(folder: Path, count: int, longest: float) -> None:
    """Kills a run that saves all the time again and again; it never falls behind its newest checkpoint."""
    rng, reached = np.random.default_rng(8), 0
    for _ in range(count):
        process = start(folder, 10**9)
        waited = time.monotonic()
        while latest_decisions(folder) <= reached and time.monotonic() - waited < 120:
            time.sleep(0.05)
        time.sleep(float(rng.random()) * longest)
        process.kill()
        process.communicate()
        assert latest_decisions(folder) > reached
        reached = latest_decisions(folder)


def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path) -> None:
    kills(tmp_path / "run", 3, 1.0)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_killed_a_hundred_times_nothing_is_lost(tmp_path: Path) -> None:
    kills(tmp_path / "run", 100, 2.0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_saves_and_ends(number: int, tmp_path: Path) -> None:
    process = start(tmp_path / "run", 10**9)
    while latest_decisions(tmp_path / "run") == 0:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(number)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 128 + number, complaint.decode()
    assert frozen(tmp_path / "run")["model"]["learner"]["decisions"] == int(rows(tmp_path / "run")[-1]["decisions"])
    assert (tmp_path / "run" / "curve.png").exists()


def test_what_is_not_finite_stops_before_a_good_checkpoint_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loss, count = SelfPlayPPO.loss, [0]

    def poisoned(self: SelfPlayPPO, outputs: Any, rows: Any) -> Any:
        count[0] += 1
        if count[0] == 30:
            self.table.gains[rows] = np.nan
        return loss(self, outputs, rows)

    monkeypatch.setattr(SelfPlayPPO, "loss", poisoned)
    with pytest.raises(Diverged, match="not finite"):
        runs.run(tiny(), tmp_path / "run", quiet=True)
    assert latest_decisions(tmp_path / "run") > 0


def test_a_collapsed_entropy_stops_the_run(tmp_path: Path) -> None:
    with pytest.raises(Diverged, match="entropy has collapsed"):
        runs.run(tiny(entropy_alarm=1.1), tmp_path / "run", quiet=True)
    assert latest_decisions(tmp_path / "run") == 0


def test_a_full_disk_ends_the_run_in_one_sentence_that_names_the_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path) -> None:
        if "checkpoints" in path.parts:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(checkpoint, "synced", full)
    with pytest.raises(UsageError, match=r"cannot write .*/run/checkpoints/000000000000: No space left"):
        runs.run(tiny(), tmp_path / "run", quiet=True)


def test_settings_are_on_the_disk_before_they_take_their_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: dict[int, Path] = {}
    monkeypatch.setattr(checkpoint, "synced", lambda path: synced.setdefault(path.stat().st_ino, path))
    folder = runs.run(tiny(decisions=1024, ladder=[]), tmp_path / "run", quiet=True)
    assert synced[(folder / "settings.json").stat().st_ino].name.startswith(BESIDE)
    assert folder in synced.values()


@pytest.mark.parametrize("algorithm", sorted(algorithms.ALGORITHMS))
def test_torch_learns_in_one_thread_unless_asked_for_more(algorithm: str, tmp_path: Path) -> None:
    assert Settings(game="kuhn_poker").threads == 1
    for threads in (1, 2):
        seen: set[int] = set()
        hook = register_optimizer_step_post_hook(lambda *_, seen=seen: seen.add(torch.get_num_threads()))
        torch.set_num_threads(3)
        try:
            short = tiny(algorithm=algorithm, opponents="random", decisions=2048, batch_size=64, threads=threads)
            runs.run(short, tmp_path / f"run{threads}", quiet=True)
            assert torch.get_num_threads() == 3
        finally:
            hook.remove()
            torch.set_num_threads(1)
        assert seen == {threads}


def test_the_first_weights_are_the_same_on_every_machine(tmp_path: Path) -> None:
    first = []
    for cores in (1, 2):
        with runs.torch_threads(cores):
            job = runs.Run(tiny(game="cards_of_war", hidden=[256, 256]), tmp_path, quiet=True)
        first.append(torch.cat([weights.flatten() for weights in job.model.policy.parameters()]))
    assert torch.equal(*first)


def test_minutes_are_a_budget_too(tmp_path: Path) -> None:
    began = time.monotonic()
    runs.run(tiny(decisions=10**9, minutes=0.03, ladder=[]), tmp_path / "run", quiet=True)
    assert time.monotonic() - began < 30
    assert latest_decisions(tmp_path / "run") > 0


def test_minutes_spent_before_a_resume_count(tmp_path: Path) -> None:
    settings = tiny(algorithm="maskable-ppo", opponents="random", decisions=10**9, minutes=0.02, ladder=[])
    runs.run(settings, tmp_path / "run", quiet=True)
    before = latest_decisions(tmp_path / "run")
    runs.resume(tmp_path / "run", minutes=0.02, trust=True, quiet=True)
    assert latest_decisions(tmp_path / "run") - before <= settings.rollout


def test_a_clock_that_is_set_back_harms_no_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = iter(range(10**6, 0, -1))
    monkeypatch.setattr(time, "time_ns", lambda: 3600 * 10**9 * next(hours))
    runs.run(tiny(decisions=2048, minutes=1.0, ladder=[]), tmp_path / "run", quiet=True)
    runs.resume(tmp_path / "run", decisions=3072, quiet=True)
    assert latest_decisions(tmp_path / "run") == 3072 and 0 < frozen(tmp_path / "run")["model"]["learner"]["spent"] < 60


def test_a_run_that_has_begun_needs_its_warm_start_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = runs.run(tiny(decisions=1024, ladder=[]), tmp_path / "old", quiet=True)
    settings = tiny(decisions=2048, ladder=[], warm_start=str(old))
    runs.run(settings, tmp_path / "whole", quiet=True)
    stop_after(monkeypatch, 1)
    runs.run(settings, tmp_path / "parts", quiet=True)
    shutil.rmtree(old)
    runs.resume(tmp_path / "parts", quiet=True)
    assert same(frozen(tmp_path / "whole")["model"], frozen(tmp_path / "parts")["model"])
    assert settings_of.read(tmp_path / "parts") == settings
    with pytest.raises(UsageError, match="old"):
        runs.run(settings, tmp_path / "new", quiet=True)
    assert not (tmp_path / "new").exists()


def test_settings_refuse_what_they_do_not_know(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="learning_rat:"):
        settings_of.load("kuhn_poker", learning_rat=1)
    with pytest.raises(UsageError, match="no preset 'huge'"):
        settings_of.load("kuhn_poker", preset="huge")
    with pytest.raises(UsageError, match="no run folder"):
        runs.resume(tmp_path)
    with pytest.raises(UsageError, match="no algorithm"):
        runs.run(tiny(algorithm="magic"), tmp_path / "run")


@pytest.mark.parametrize(
    "file", [settings_of.CONFIGS / f"{game.name}.toml" for game in ANY], ids=lambda file: file.stem
)
def test_a_games_file_of_settings_is_found_and_used(file: Path) -> None:
    said = tomllib.loads(file.read_text())
    for preset in (None, *said.get("presets", ())):
        settings = settings_of.load(file.stem, preset)
        wanted = {k: v for k, v in said.items() if k != "presets"} | (said["presets"][preset] if preset else {})
        assert wanted and all(getattr(settings, name) == value for name, value in wanted.items())


def test_every_setting_is_explained() -> None:
    assert all(field.description for field in Settings.model_fields.values())
