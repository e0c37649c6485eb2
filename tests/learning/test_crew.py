"""What workers share and agree on: parts, sums, and the memory in which two of one machine average gradients."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from warzoo.training.learning import board
from warzoo.training.learning.crew import Crew
from warzoo.training.learning.learner import normalised


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
