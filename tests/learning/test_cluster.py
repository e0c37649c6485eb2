"""On a cluster of Ray: the same training and the same matches as on one machine, whoever is lost."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from ray.cluster_utils import Cluster
from ray.exceptions import ActorDiedError
from ray.train import ControllerError, WorkerGroupError

from warzoo.envs.core.errors import UsageError
from warzoo.training.learning import placed, runs
from warzoo.training.learning.board import Parted
from warzoo.training.learning.placed import meant
from warzoo.training.measuring import arena
from warzoo.training.measuring import cluster as cluster_of
from warzoo.training.measuring.cluster import settle
from warzoo.training.shell.cli import main

from .. import teams
from .test_workers import PLUGIN, RUN, compared, further, outlives, reaches, trained

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:ray.data.context")  # its own settings


def report(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What the arena prints of a game that is known by a plugin alone."""
    players = f"arena two_teams --plugin {teams.FOLDER} --players random,greedy,heuristic --json"
    assert main([*players.split(), *more]) == 0
    return capsys.readouterr().out


def test_the_nodes_of_a_cluster_report_what_one_process_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena, "BLOCK", 64)  # games, so that there are many blocks
    alone = report(capsys, "--deals", "100")
    assert report(capsys, "--deals", "100", "--cluster", "local") == alone
    assert json.loads(alone)["rows"]


# Soaks


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two nodes with a core each."""
    two = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    two.add_node(num_cpus=1)
    yield two
    two.shutdown()


@pytest.fixture
def nodes(cluster: Any) -> str:
    """Their address."""
    return str(cluster.address)


def spread() -> list[int]:
    """The workers that there are."""
    import psutil  # Ray brings its own along

    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            found += [process.pid] * ("RayTrainWorker" in process.cmdline()[0])
        except (psutil.Error, IndexError):  # it has just ended
            continue
    return found


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_nodes_learn_what_two_processes_learn_bit_for_bit(
    nodes: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    trained(here, lambda: reaches(here, 16))

    def lose_one() -> None:
        reaches(there, 3)
        os.kill(spread()[0], 9)
        further(there)

    trained(there, lose_one, partial(RUN, cluster=nodes))
    assert capfd.readouterr().err.count("a worker was lost") == 1
    trained(there, lambda: reaches(there, 16), partial(runs.resume, cluster=nodes))
    compared(here, there)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_workers_on_nodes_are_killed_at_twenty_random_moments_and_the_run_goes_on(
    nodes: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    outlives(tmp_path, capfd, spread, cluster=nodes)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_lost_node_ends_the_run_in_a_sentence_until_there_is_another(
    cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def lose_a_node() -> None:
        reaches(tmp_path / "run", 3)
        cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

    thread = threading.Thread(target=lose_a_node)
    thread.start()
    with pytest.raises(UsageError, match=r"the cluster (is too small|does not start)"):
        RUN(tmp_path / "run", quiet=True, registering=PLUGIN, cluster=cluster.address)
    thread.join()
    assert capfd.readouterr().out == "", "Ray tells of the node too"
    cluster.add_node(num_cpus=1)
    resume = partial(runs.resume, cluster=cluster.address)
    trained(tmp_path / "run", lambda: further(tmp_path / "run"), resume)


@pytest.mark.soak
def test_a_large_match_on_two_nodes_is_the_match_of_one_process(nodes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(capsys, "--deals", "50000", "--cluster", nodes) == report(capsys, "--deals", "50000")


# What is said, what is refused, and what a failure means


@pytest.mark.parametrize(("free", "said"), [([2], ""), ([0, 1, 2], ""), ([1] * 9, "2 cores are wanted, 1 free")])
def test_a_busy_cluster_says_so_unless_cores_become_free_in_a_moment(
    free: list[int], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rest = iter(free)
    monkeypatch.setattr(cluster_of.ray, "available_resources", lambda: {"CPU": float(next(rest))})
    monkeypatch.setattr(cluster_of.time, "sleep", lambda seconds: None)
    cluster_of.look_for_room(2)
    words = capsys.readouterr().err
    assert said in words and words.count("\n") == bool(said)


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("127.0.0.1:1", "no cluster of Ray answers at 127.0.0.1:1: "),
        ("127.0.0.1:10000000000000000000000", "no cluster of Ray answers at 127.0.0.1:10000000000000000000000: "),
        ("nowhere", "no cluster of Ray answers at nowhere: "),
        ("", "no cluster of Ray answers at : "),
        ("ray://127.0.0.1:1", "a command works on a cluster from one of its nodes: "),
    ],
)
def test_an_address_that_nobody_answers_is_one_sentence(
    address: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "kuhn_poker", "--deals", "2", f"--cluster={address}"]) == 2
    words = capsys.readouterr().err
    assert words.startswith(f"warzoo: {complaint}") and words.count("\n") == 1


def test_a_node_without_the_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="gone, and it is not there on"):
        settle(tmp_path / "gone", list)


@pytest.mark.parametrize("command", ["arena kuhn_poker", "ship kuhn_poker run", "train kuhn_poker --out run"])
def test_without_ray_the_extra_is_named(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "warzoo.training.measuring.cluster")
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main([*command.split(), "--cluster", "local"]) == 1
    assert capsys.readouterr().err == "warzoo: this needs ray: pip install 'warzoo[ray]'\n"


def test_whatever_breaks_the_watch_over_workers_ends_them_first(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def interrupted(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(placed.Placed, "crowded", lambda self: "")
    monkeypatch.setattr(placed.Placed, "attend", interrupted)
    monkeypatch.setattr(placed, "look_for_room", lambda count: None)
    monkeypatch.setattr(placed, "queue_here", lambda: None)
    monkeypatch.setattr(placed, "TorchTrainer", lambda *args, **more: SimpleNamespace(fit=ended.wait))
    monkeypatch.setattr(placed.ray, "shutdown", ended.set)
    try:
        with pytest.raises(KeyboardInterrupt):
            placed.Placed(2, list, print).do(print)
        assert ended.is_set()
    finally:
        ended.set()


LOST: Any = ActorDiedError()


def lost(*args: Any, **more: Any) -> Any:
    raise LOST


def test_a_lost_queue_is_the_loss_of_a_worker_to_who_waits() -> None:
    fitting: Future[Any] = Future()

    def get(timeout: float) -> Any:
        fitting.set_exception(WorkerGroupError("", {0: Parted("")}))
        return lost()

    with pytest.raises(Parted):
        placed.Placed(2, list, print).attend(fitting, None, SimpleNamespace(get=get))


def test_a_lost_queue_parts_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    with pytest.raises(Parted):
        placed.serve(lambda asked, tell: tell(completed=1), list, tmp_path, None, SimpleNamespace(put=lost))
    placed.serve(lambda asked, tell: asked() and None, list, tmp_path, SimpleNamespace(get=lost), None)
    assert ended == [1]


@pytest.mark.parametrize(
    ("failure", "meaning"),
    [
        (WorkerGroupError("", {0: LOST, 1: Parted("")}), Parted),
        (WorkerGroupError("", {0: Parted(""), 1: UsageError("a loss is not finite")}), UsageError),
        (WorkerGroupError("", {0: runs.Stopped(2, 100)}), runs.Stopped),
        (WorkerGroupError("", {1: RuntimeError("a traceback")}), RuntimeError),
        (ControllerError(LOST), Parted),
        (ControllerError(TimeoutError("no room")), UsageError),
        (LOST, Parted),
    ],
)
def test_a_failure_is_what_a_worker_raised_or_the_loss_of_one(failure: Exception, meaning: type) -> None:
    assert type(meant(failure)) is meaning
