"""Several workers learn one policy: as one of them would, whoever is lost, and all end together."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.progress import Progress

from warzoo.envs.core.errors import UsageError
from warzoo.models import checkpoint
from warzoo.training.learning import frozen, runs, workers
from warzoo.training.learning import settings as settings_of
from warzoo.training.learning.settings import Settings, checked
from warzoo.training.measuring.exploit import Tree
from warzoo.training.shell.train import load_plugin

from .. import teams
from .runner import TINY
from .test_solved_games import chips

TWO = Settings(**{**TINY, "game": "two_teams", "workers": 2, "decisions": 10**6, "checkpoints": 10**6})
PLUGIN = partial(load_plugin, teams.FOLDER)
RUN = partial(runs.run, TWO)


@pytest.fixture(autouse=True)
def _cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1}, raising=False)


def trained(folder: Path, meanwhile: Callable[[], None], train: Callable[..., Any] = RUN) -> None:
    """Trains with two workers until `meanwhile`, which runs beside, has returned and the run is asked to stop."""

    def beside() -> None:
        try:
            meanwhile()
        finally:
            for process in multiprocessing.active_children():
                os.kill(process.pid or 0, signal.SIGTERM)  # as a system does that ends all of a service; they go on
                os.kill(process.pid or 0, signal.SIGINT)
            os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=beside)
    thread.start()
    with pytest.raises(runs.Stopped) as stopped:
        train(folder, quiet=True, registering=PLUGIN)
    thread.join()
    newest = checkpoint.newest(folder)
    assert newest is not None and stopped.value.signal == signal.SIGTERM
    assert stopped.value.decisions == int(newest.name) == checkpoint.read_manifest(newest).decisions
    assert not multiprocessing.active_children()


def reaches(folder: Path, boundary: int) -> None:
    """Waits until there is a checkpoint of so many rollouts."""
    until = time.monotonic() + 300
    while not any(int(place.name) >= boundary * TWO.rollout for place in checkpoint.written_by(folder)):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_run_that_has_lost_a_worker_equals_an_unbroken_one_bit_for_bit(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    trained(whole, lambda: reaches(whole, 8))

    def lose_one() -> None:
        reaches(broken, 3)
        multiprocessing.active_children()[0].kill()
        reached = len(checkpoint.written_by(broken))
        reaches(broken, max(8, reached + 2))

    trained(broken, lose_one)
    assert capfd.readouterr().err.count("a worker was lost") == 1
    one = compared(whole, broken)
    alone, others = one["collector"], one["others"]["1"]["collector"]
    assert len(alone["dealt_from"]) == len(others["dealt_from"]) == TWO.games // 2
    assert not np.intersect1d(alone["dealt_from"], others["dealt_from"]).size, "both play the same games"


def compared(*runs: Path) -> Any:
    """The last state that two runs share, as all before, bit for bit."""
    written = [{place.name for place in checkpoint.written_by(run)} for run in runs]
    both = sorted(set.intersection(*written))
    assert len(both) > 8
    for name in both:
        one, other = (frozen.read(run / "checkpoints" / name).tree["model"] for run in runs)
        one["learner"]["spent"] = other["learner"]["spent"] = 0
        np.testing.assert_equal(one, other)
    return one


def spawned() -> list[int]:
    """The workers that there are."""
    return [process.pid or 0 for process in multiprocessing.active_children()]


def lose(folder: Path, times: int, there: Callable[[], list[int]]) -> None:
    """Kills workers at random moments, each time after the run has got further."""
    rng = np.random.default_rng(4)
    for _ in range(times):
        further(folder)
        time.sleep(rng.exponential(1.0))
        while not (found := there()):
            time.sleep(0.01)
        os.kill(found[rng.integers(len(found))], signal.SIGKILL)
    further(folder)


def further(folder: Path) -> None:
    """Waits for a new checkpoint."""
    newest = checkpoint.newest(folder)
    reaches(folder, int(newest.name) // TWO.rollout + 1 if newest else 0)


def outlives(place: Path, capfd: pytest.CaptureFixture[str], there: Callable[[], list[int]], **where: str) -> None:
    """Twenty kills change nothing of what is learnt, and the run comes to its end."""
    whole, run = place / "whole", place / "run"
    trained(whole, lambda: reaches(whole, 16))
    trained(run, lambda: lose(run, 20, there), partial(RUN, **where))
    assert 10 <= capfd.readouterr().err.count("a worker was lost") <= 20  # some strike while all start again
    compared(whole, run)
    newest = checkpoint.newest(run)
    assert newest is not None
    decisions = int(newest.name) + 2 * TWO.rollout
    runs.resume(run, decisions=decisions, quiet=True, registering=PLUGIN, **where)
    assert checkpoint.read_manifest(run / "checkpoints" / f"{decisions:012d}").decisions == decisions


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_workers_are_killed_at_twenty_random_moments_and_the_run_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    outlives(tmp_path, capfd, spawned)


@pytest.mark.soak
def test_two_workers_come_as_near_an_equilibrium_as_one(kuhn: Tree, tmp_path: Path) -> None:
    assert chips(kuhn, settings_of.load("kuhn_poker", ladder=[], workers=2), tmp_path) < 0.05


APART = """
import torch
from warzoo.training.learning.learner import SelfPlayPPO

class Apart(SelfPlayPPO):
    def _setup_model(self):
        super()._setup_model()
        with torch.no_grad():
            for weights in (*self.policy.parameters(), *self.magnet.parameters()):
                weights += self.crew.rank

    def collect_rollouts(self, *args):
        for weights in (*self.policy.parameters(), *self.magnet.parameters()):
            assert torch.equal(self.crew.average(weights.detach().clone()), weights)
        return super().collect_rollouts(*args)

from warzoo.training.learning import algorithms
algorithms.SelfPlayPPO = Apart
"""


def test_all_workers_begin_with_the_weights_of_the_first(tmp_path: Path) -> None:
    short = TWO.changed(game="kuhn_poker", decisions=1024, ladder=[])
    runs.run(short, tmp_path / "run", quiet=True, registering=partial(exec, APART, {}))


def test_deep_monte_carlo_takes_several_workers_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr(Progress, "update", lambda bar, task, **words: shown.append(words["completed"]))
    runs.run(TWO.changed(game="kuhn_poker", algorithm="dmc", decisions=4096), tmp_path / "run", quiet=True)
    assert sorted(set(shown)) == [0, 1024, 2048, 3072, 4096], "their progress is shown here"
    newest = checkpoint.newest(tmp_path / "run")
    assert newest is not None and "1" in frozen.read(newest).tree["model"]["others"]


def test_workers_that_are_lost_again_and_again_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def do(self: workers.Group, work: workers.Work) -> None:
        tried.append(work)
        raise workers.Parted("no memory")

    monkeypatch.setattr(workers.Spawned, "do", do)
    with pytest.raises(UsageError, match=r"lost 5 times without a new checkpoint \(no memory\)"):
        runs.run(TWO, tmp_path / "run", quiet=True)
    assert len(tried) == 5


@pytest.mark.parametrize(
    ("what", "raised", "words"),
    [
        ("1 / 0", RuntimeError, "Traceback.*ZeroDivisionError"),
        ("raise OSError(28, 'No space')", RuntimeError, "Traceback.*No space"),
        ("raise MemoryError('none')", workers.Parted, "no memory: none"),
    ],
)
def test_a_mistake_in_a_worker_ends_the_run_and_short_memory_is_a_loss(
    what: str, raised: type[Exception], words: str
) -> None:
    with pytest.raises(raised, match=f"(?s){words}"):
        workers.Spawned(1, partial(exec, what), list).do(list)


@pytest.mark.parametrize("first", [0, 1])
def test_who_is_parted_from_another_leaves_it_to_that_one_to_say_why(first: int) -> None:
    group = workers.Spawned(2, list, list)
    ends = []
    for _ in range(2):
        line, end = multiprocessing.Pipe()
        group.lines.append(line)
        ends.append(end)
    ends[first].send(UsageError("why"))
    ends[1 - first].send(workers.Parted("another is gone"))
    with pytest.raises(UsageError, match="why"):
        group.attend()


def test_a_run_of_its_own_archives_outlives_a_lost_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def do(self: workers.Group, work: Any) -> None:
        tried.append(work.args[-1])
        if len(tried) == 1:
            work.func(*work.args, threading.Event().wait, lambda **standing: None)
            raise workers.Parted("killed")

    monkeypatch.setattr(workers.Spawned, "do", do)
    own = {"algorithm": "maskable-ppo", "opponents": "random", "decisions": 1024, "ladder": []}
    monkeypatch.setattr(runs.Run, "assembled", lambda job, *where: nullcontext(workers.Spawned(1, list, list)))
    runs.run(Settings(**{**TINY, **own}), tmp_path / "run", quiet=True)
    assert tried == [None, tmp_path / "run" / "checkpoints" / f"{1024:012d}"]


def test_a_folder_that_holds_checkpoints_is_not_new(tmp_path: Path) -> None:
    run = runs.run(Settings(**{**TINY, "decisions": 1024, "ladder": []}), tmp_path / "run", quiet=True)
    (run / "settings.json").unlink()
    with pytest.raises(UsageError, match="holds a run already"):
        runs.run(Settings(**TINY), run, quiet=True)


# What is refused


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"algorithm": "dqn", "workers": 2}, "dqn learns in one process; several workers take selfplay-ppo, dmc"),
        ({"workers": 200, "games": 512}, r"200 workers want a core each, and there are 2 here: choose fewer"),
    ],
)
def test_workers_that_cannot_be_are_refused(changes: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=complaint):
        runs.run(TWO.changed(**changes), tmp_path / "run", quiet=True)
    assert not (tmp_path / "run").exists()


def test_a_worker_that_sees_another_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(TWO.changed(seed=8).model_dump_json())
    with pytest.raises(UsageError, match="is another folder on"):
        runs.labour(TWO, tmp_path, None, lambda: 0, lambda **standing: None)


def test_every_worker_has_a_game_of_each_variant() -> None:
    with pytest.raises(UsageError, match="games must be at least 6, one for each variant of each worker"):
        checked({"game": "x", "games": 5, "workers": 3, "variants": [{}, {"a": 1}]})


def test_without_torch_distributed_one_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.dist, "is_available", lambda: False)
    with pytest.raises(UsageError, match="this torch comes without"):
        runs.run(TWO, tmp_path / "run", quiet=True)


def test_a_run_goes_on_with_as_many_workers_as_it_began(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs.run(Settings(**{**TINY, "decisions": 1024}), tmp_path / "run", quiet=True)
    monkeypatch.setattr(runs.settings_of, "read", lambda folder: Settings(**{**TINY, "workers": 2}))
    with pytest.raises(UsageError, match="workers was 1 and is 2 now"):
        runs.resume(tmp_path / "run", quiet=True)
