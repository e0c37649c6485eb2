"""Several workers learn one policy: as one of them would, whoever is lost, and all end together."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.progress import Progress

from warzoo.envs.core.errors import UsageError
from warzoo.models import checkpoint
from warzoo.training.learning import board, frozen, runs, workers
from warzoo.training.learning import settings as settings_of
from warzoo.training.learning.crew import Crew
from warzoo.training.learning.learner import normalised
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


@pytest.fixture(autouse=True)
def _hung_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lines between workers that are threads of one process end with the test."""
    share, lines = board.shared, []

    def shared(one: Crew, numbers: int) -> Any:
        pages, line = share(one, numbers)
        lines.append(line)
        return pages, line

    monkeypatch.setattr(board, "shared", shared)
    yield
    for line in filter(None, lines):
        line.close()


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


# Parts and sums


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("whole", [0, 1, 6, 7, 16_384])
def test_parts_make_the_whole(size: int, whole: int) -> None:
    parts = [Crew(rank, size).share(whole) for rank in range(size)]
    assert sum(parts) == whole and max(parts) == Crew(0, size).most(whole) and max(parts) - min(parts) <= 1


def in_turn(monkeypatch: pytest.MonkeyPatch, size: int, work: Callable[[Crew], Any]) -> list[Any]:
    """What the work gives in each worker, in threads that speak to one another."""
    barrier, heap, found = threading.Barrier(size), [np.zeros(0)] * size, [None] * size

    def together(of_all: Callable[[list[Any]], Any]) -> Callable[[Crew, Any], Any]:
        def said(crew: Crew, thing: Any) -> Any:
            heap[crew.rank] = thing
            barrier.wait()
            result = of_all(heap)
            barrier.wait()
            return result

        return said

    def one(rank: int) -> None:
        found[rank] = work(Crew(rank, size))

    for name, of_all in {"total": sum, "least": min, "first_says": itemgetter(0)}.items():
        monkeypatch.setattr(Crew, name, together(of_all))
    monkeypatch.setattr(Crew, "average", lambda crew, mine: crew.total(mine) / size)
    threads = [threading.Thread(target=one, args=(rank,), name=str(rank)) for rank in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_advantages_are_normalised_over_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    variants = rng.integers(2, size=900)  # of three
    advantages = rng.normal(size=900) * (1 + 4 * variants) + variants
    whole = normalised(advantages, variants, 3)
    cuts = [slice(0, 300), slice(300, 310), slice(310, 900)]
    parts = in_turn(
        monkeypatch, 3, lambda crew: normalised(advantages[cuts[crew.rank]], variants[cuts[crew.rank]], 3, crew)
    )
    np.testing.assert_allclose(np.concatenate(parts), whole, atol=1e-12)


def test_gradients_become_their_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    def averaged(one: Crew) -> list[Any]:
        parameters = [torch.zeros(2, 3), torch.zeros(4), torch.zeros(1)]
        share = one.rank + 1.0
        parameters[0].grad, parameters[1].grad = torch.full((3, 2), 2.0).T * share, torch.arange(4.0) * share
        one.average_gradients(parameters)
        return [parameter.grad for parameter in parameters]

    for whole, single, none in in_turn(monkeypatch, 2, averaged):
        assert (whole == 3).all() and single.tolist() == [0, 1.5, 3, 4.5] and none is None


def no_memory(*args: Any) -> int:
    raise OSError("no room")


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("memory", [True, False])
def test_workers_average_alike_by_memory_and_by_message(
    size: int, memory: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not memory:
        monkeypatch.setattr(os, "memfd_create", no_memory)
    numbers = torch.from_numpy(np.random.default_rng(3).normal(size=(5, size, 1000)).astype(np.float32))

    def averaged(one: Crew) -> tuple[bool, list[Any]]:
        means = [torch.zeros(0) for _ in numbers]
        for k, turn in enumerate(numbers):
            parameter = torch.zeros(1000)
            parameter.grad = turn[one.rank].clone()
            one.average_gradients([parameter])
            means[k] = parameter.grad
        return one.board.pages is not None, means

    for memory_is_shared, means in in_turn(monkeypatch, size, averaged):
        assert memory_is_shared == (memory and size == 2)
        assert all((mean == turn.sum(0) / size).all() for mean, turn in zip(means, numbers, strict=True))


def opened() -> set[str]:
    """What this process holds open of the workers' memory and lines."""
    links = [str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]
    return {link for link in links if "warzoo" in link or "socket" in link}


def test_what_one_worker_writes_the_other_reads_and_it_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    held, shelf = np.memmap, Path("/dev/shm")
    before, named = set(shelf.iterdir()), []

    def mapped(*args: Any, **kwargs: Any) -> Any:
        named.extend(set(shelf.iterdir()) - before)
        return held(*args, **kwargs)

    monkeypatch.setattr(np, "memmap", mapped)
    (one, _), (other, _) = in_turn(monkeypatch, 2, lambda one: board.shared(one, 10))
    one[0, 0] = 7
    assert (other[0, 0] == 7).all() and not named


NOTHING = [(None, None), (None, None)]


@pytest.mark.parametrize("missing", ["memfd_create", "posix_fallocate"])
def test_workers_share_no_memory_when_there_is_no_room(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened()
    monkeypatch.setattr(os, missing, no_memory)
    assert in_turn(monkeypatch, 2, lambda one: board.shared(one, 10)) == NOTHING
    assert opened() == before


def test_workers_share_no_memory_when_one_of_them_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    held, before = np.memmap, opened()

    def mapped(*args: Any, **kwargs: Any) -> Any:
        if threading.current_thread().name == "1":
            raise OSError("no room")
        return held(*args, **kwargs)

    monkeypatch.setattr(np, "memmap", mapped)
    assert in_turn(monkeypatch, 2, lambda one: board.shared(one, 10)) == NOTHING
    assert opened() == before


def test_workers_share_no_memory_across_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    before, of_this_one = opened(), board.address

    def elsewhere(token: int) -> str:
        return of_this_one(token) + threading.current_thread().name

    monkeypatch.setattr(board, "address", elsewhere)
    assert in_turn(monkeypatch, 2, lambda one: board.shared(one, 10)) == NOTHING
    assert opened() == before


def test_another_user_who_calls_first_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    called, asked, mine = board.called, [], "0"

    def own(line: Any) -> bool:
        """Of two calls that the first worker hears, the later one is of its own user."""
        asked.append(threading.current_thread().name)
        return asked.count(mine) == 2 or asked[-1] != mine

    monkeypatch.setattr(board, "known", own)
    monkeypatch.setattr(board, "called", lambda *there: (called(*there), called(*there))[1])
    (one, _), (other, _) = in_turn(monkeypatch, 2, lambda one: board.shared(one, 10))
    assert asked.count(mine) == 2 and one is not None and other is not None


@pytest.mark.parametrize("user", ["0", "1"])
def test_workers_of_different_users_share_no_memory(user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, uid = opened(), os.getuid()
    monkeypatch.setattr(board, "SOON", 0.2)
    monkeypatch.setattr(os, "getuid", lambda: uid + (threading.current_thread().name == user))
    assert in_turn(monkeypatch, 2, lambda one: board.shared(one, 10)) == NOTHING
    assert opened() == before


@pytest.mark.parametrize("fault", ["send_fds", "recv_fds"])
def test_workers_share_no_memory_when_it_is_not_handed_over(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened()
    monkeypatch.setattr(board, "SOON", 0.2)
    monkeypatch.setattr(socket, fault, no_memory if fault == "send_fds" else lambda *args: (b"", [], 0, None))
    assert in_turn(monkeypatch, 2, lambda one: board.shared(one, 10)) == NOTHING
    assert opened() == before


@pytest.mark.parametrize("moment", [0.0, 3 * board.AWAKE])
def test_workers_wait_for_each_other_and_notice_who_has_left(moment: float) -> None:
    one, other = socket.socketpair()
    late = threading.Timer(moment, board.meet, [other])
    late.start()
    board.meet(one)
    late.join()
    threading.Timer(moment, other.close).start()
    with pytest.raises(board.Parted), one:
        board.meet(one)


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
