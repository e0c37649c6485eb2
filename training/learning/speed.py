"""How fast the learner is, where its time goes, and how the stock one fares on the same network."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from warzoo.envs.core.game import Game

from . import algorithms
from .selfplay import SelfPlay
from .settings import Settings

WARM = 1  # rollouts before the clock starts


@dataclass(frozen=True)
class LearnerSpeed:
    """Decisions of the learner a second, collection and update together, and the shares of the wall's time."""

    learner: str
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
            if isinstance(self.model, SelfPlay):
                self.model.seconds = dict.fromkeys(self.model.seconds, 0.0)
        self.rollouts += 1

    def _on_step(self) -> bool:
        return True


def measure(game: Game, name: str, settings: Settings, rollouts: int) -> LearnerSpeed:
    """Trains for so many rollouts after the warm-up."""
    torch.set_num_threads(settings.threads)
    model = algorithms.find(settings.algorithm).build(game, [game.settings(**settings.options)], settings)
    model.set_logger(Logger(None, []))
    clock = Clock()
    model.learn((WARM + rollouts) * settings.rollout, callback=clock)
    seconds = time.perf_counter() - clock.began
    spent = time.process_time() - clock.processor
    decisions = model.num_timesteps - clock.decisions
    shares = {"games": 0.0, "network": 0.0, "update": 0.0}
    if isinstance(model, SelfPlay):
        shares = {name: part / seconds for name, part in model.seconds.items()}
    return LearnerSpeed(name, decisions / seconds, decisions / spent, **shares)


def compare(game: Game, threads: int = 1, rollouts: int = 3) -> list[LearnerSpeed]:
    """The learner beside stock MaskablePPO on Gymnasium views: in the very same batches and layers, and in its own."""
    ours = Settings(game=game.name, threads=threads, pool_share=0.0, ladder=[])
    stock = ours.model_copy(update={"algorithm": "maskable-ppo", "opponents": "random"})
    usual = stock.model_copy(update={"rollout": 4096, "batch_size": 256, "shared": False})
    return [
        measure(game, "selfplay-ppo", ours, rollouts),
        measure(game, "maskable-ppo, same shapes", stock, 1),
        measure(game, "maskable-ppo, as documented", usual, 1),
    ]


def table(rows: list[LearnerSpeed]) -> str:
    """The comparison in words."""
    heads = (f"{'learner':28s}", "decisions/s", " a CPU second", "ours is", "  games", " network", " update")
    lines = [" ".join(heads)]
    for row in rows:
        shares = f"{row.games:7.1%} {row.network:8.1%} {row.update:7.1%}" if row.update else ""
        ratio = rows[0].processor_rate / row.processor_rate
        lines.append(f"{row.learner:28s} {row.rate:11,.0f} {row.processor_rate:13,.0f} {ratio:6.1f}x {shares}".rstrip())
    return "\n".join(lines)


def as_dicts(rows: list[LearnerSpeed]) -> list[dict[str, object]]:
    return [asdict(row) for row in rows]
