"""A crew on a cluster: Ray Train places its workers on the nodes and forms torch's process group."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import RayError
from ray.train import ControllerError, FailureConfig, RunConfig, ScalingConfig, TrainingFailedError
from ray.train.torch import TorchConfig, TorchTrainer
from ray.util import get_node_ip_address
from ray.util.queue import Empty, Queue
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from warzoo.envs.core.errors import UsageError
from warzoo.models.opponents import OpponentWarning

from ..measuring.cluster import in_short, look_for_room, settle
from .board import Parted
from .watch import Stopped
from .workers import INTERFACE, PATIENCE, Group, Work, understood

TRIES = 3  # to start the workers, a minute each
TICK = 0.5  # seconds between two looks whether an end is asked for


class Placed(Group):
    """Processes on the nodes of the cluster that this one is connected to."""

    def cores(self) -> int:
        return int(ray.cluster_resources().get("CPU", 0))

    def do(self, work: Work) -> None:
        if self.crowded():
            raise UsageError(f"the cluster is too small for {self.count} workers: resume when it has grown")
        look_for_room(self.count)
        asked, told = queue_here(), queue_here()
        failures = FailureConfig(max_failures=0, max_preemption_failures=0, controller_failure_limit=TRIES - 1)
        with tempfile.TemporaryDirectory(prefix="warzoo-") as place:
            trainer = TorchTrainer(
                partial(serve, work, self.prepare, Path.cwd(), asked, told),
                torch_config=Gloo("gloo", timeout_s=int(PATIENCE.total_seconds())),
                scaling_config=ScalingConfig(num_workers=self.count),
                run_config=RunConfig(storage_path=place, failure_config=failures),
            )
            pool = ThreadPoolExecutor(1)  # here Ray Train would put a handler of its own for SIGINT
            fitting = pool.submit(trainer.fit)
            pool.shutdown(wait=False)
            try:
                self.attend(fitting, asked, told)
            finally:
                if not fitting.done():
                    ray.shutdown()  # ends the workers, before the folder is free for others

    def attend(self, fitting: Future[Any], asked: Any, told: Any) -> None:
        """Waits until the workers have ended; meanwhile passes on what is asked for, and what they tell."""
        passed_on = 0
        with suppress(RayError):  # a queue is lost: the workers notice that too, and end
            while not fitting.done():
                if self.asked != passed_on:
                    passed_on = self.asked
                    asked.put(passed_on)
                with suppress(Empty):
                    self.tell(**told.get(timeout=TICK))
        try:
            fitting.result()
        except (TrainingFailedError, RayError) as error:
            raise meant(error) from None


def queue_here() -> Any:
    """A queue between processes, in one beside this."""
    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    return Queue(actor_options={"num_cpus": 0, "scheduling_strategy": here})


def meant(error: Exception) -> Exception:
    """What a worker raised, or why there is none; any other failure is the loss of one."""
    if isinstance(error, ControllerError):
        why = error.controller_failure
        if not isinstance(why, RayError):
            return UsageError(f"the cluster does not start the workers: {in_short(why)}")
    else:
        failures = list(getattr(error, "worker_failures", {}).values()) or [error]
        why = failures[0]
        for raised in failures:
            if isinstance(raised, (UsageError, Stopped, RuntimeError)):
                return raised
    return Parted(in_short(why))


class Gloo(TorchConfig):  # type: ignore[misc]  # untyped library
    """Torch's process group on the network by which Ray knows the nodes."""

    @property
    def backend_cls(self) -> type:
        return GlooByNode


class GlooByNode(TorchConfig().backend_cls):  # type: ignore[misc]  # untyped library
    """What forms the group."""

    def on_start(self, worker_group: Any, backend_config: Any) -> None:
        worker_group.execute(choose_network)
        super().on_start(worker_group, backend_config)


# In a worker's process


def choose_network() -> None:
    """Gloo speaks over the interface that has the node's address; by itself it asks for that of the host's name."""
    import psutil  # Ray brings its own along

    address = get_node_ip_address()
    for name, known in psutil.net_if_addrs().items():
        if address in [one.address for one in known]:
            os.environ.setdefault(INTERFACE, name)


def serve(work: Work, prepare: Callable[[], object], folder: Path, asked: Any, told: Any) -> None:
    """The life of a worker; it ends with whoever placed it."""
    with understood():
        settle(folder, prepare)
        warnings.simplefilter("ignore", OpponentWarning)  # said already, before the workers were started
        try:
            work(partial(heard, asked), lambda **standing: told.put(standing))
        except RayError as error:
            raise Parted(in_short(error)) from None


def heard(asked: Any) -> int:
    """What is asked for; the worker ends where nobody can ask any more."""
    try:
        return int(asked.get())
    except RayError:
        os._exit(1)
