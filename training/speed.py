"""How fast the learner is, where its time goes, and how the stock one fares on the same network."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from warzoo.envs.core.game import Game

from . import algorithms
from .learner import SelfPlayPPO
from .settings import Settings

WARM = 1  # rollouts before the clock starts


@dataclass(frozen=True)
class LearnerSpeed:
    """Decisions of the learner a second, collection and update together, and the shares of the wall's time."""

    algorithm: str
    rate: float  # by the wall's clock
    processor_rate: float  # by the processor's, all threads together: other programs disturb it little
    games: float
    network: float
    update: float


class Clock(BaseCallback):
    """Starts after the warm-up."""

    def __init__(self) -> None:
        super().__init__()
        self.rollouts = 0
        self.began, self.processor, self.decisions = 0.0, 0.0, 0

    def _on_rollout_start(self) -> None:
        if self.rollouts == WARM:
            self.began, self.processor = time.perf_counter(), time.process_time()
            self.decisions = self.model.num_timesteps
            if isinstance(self.model, SelfPlayPPO):
                self.model.seconds = dict.fromkeys(self.model.seconds, 0.0)
        self.rollouts += 1

    def _on_step(self) -> bool:
        return True


def measure(game: Game, algorithm: str, settings: Settings, rollouts: int) -> LearnerSpeed:
    """Trains for so many rollouts after the warm-up."""
    torch.set_num_threads(settings.threads)
    model = algorithms.find(algorithm).build(game, [game.settings(**settings.options)], settings)
    model.set_logger(Logger(None, []))
    clock = Clock()
    model.learn((WARM + rollouts) * settings.rollout, callback=clock)
    seconds = time.perf_counter() - clock.began
    spent = time.process_time() - clock.processor
    decisions = model.num_timesteps - clock.decisions
    shares = {"games": 0.0, "network": 0.0, "update": 0.0}
    if isinstance(model, SelfPlayPPO):
        shares = {name: part / seconds for name, part in model.seconds.items()}
    return LearnerSpeed(algorithm, decisions / seconds, decisions / spent, **shares)


def compare(game: Game, threads: int = 1, rollouts: int = 3) -> list[LearnerSpeed]:
    """The learner beside stock MaskablePPO on Gymnasium views: same layers and epochs, other batches."""
    ours = Settings(game=game.name, threads=threads, pool_share=0.0, ladder=[])
    stock = ours.model_copy(update={"rollout": 4096, "opponents": "random", "shared": False, "minibatch": 256})
    return [measure(game, "selfplay-ppo", ours, rollouts), measure(game, "maskable-ppo", stock, 1)]


def table(rows: list[LearnerSpeed]) -> str:
    """The comparison in words."""
    lines = [f"{'learner':14s} {'decisions/s':>12s} {'a CPU second':>13s} {'games':>7s} {'network':>8s} {'update':>7s}"]
    for row in rows:
        shares = f"{row.games:7.1%} {row.network:8.1%} {row.update:7.1%}" if row.update else ""
        lines.append(f"{row.algorithm:14s} {row.rate:12,.0f} {row.processor_rate:13,.0f} {shares}".rstrip())
    lines.append(f"ratio a CPU second {rows[0].processor_rate / rows[1].processor_rate:.1f}")
    return "\n".join(lines)


def as_dicts(rows: list[LearnerSpeed]) -> list[dict[str, object]]:
    return [asdict(row) for row in rows]
