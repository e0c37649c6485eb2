"""The three ways to make a game's environment, and their entries in the registries of PettingZoo and Gymnasium."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import gymnasium
import pettingzoo

from .aec import RawEnv, SafeEnv
from .game import Game
from .parallel import TurnParallelEnv


def of(game: Game) -> tuple[Callable[..., SafeEnv], Callable[..., RawEnv], Callable[..., TurnParallelEnv]]:
    """`env`, `raw_env` and `parallel_env` of a game; they take `render_mode`, `max_cycles` and its options."""

    def env(render_mode: str | None = None, max_cycles: int | None = None, **options: Any) -> SafeEnv:
        """A game in which an illegal action loses."""
        return SafeEnv(game, render_mode, max_cycles, **options)

    def raw_env(render_mode: str | None = None, max_cycles: int | None = None, **options: Any) -> RawEnv:
        """A game in which an illegal action is an error."""
        return RawEnv(game, render_mode, max_cycles, **options)

    def parallel_env(render_mode: str | None = None, max_cycles: int | None = None, **options: Any) -> TurnParallelEnv:
        """A game in which all agents hand in an action at each step."""
        return TurnParallelEnv(game, render_mode, max_cycles, **options)

    return env, raw_env, parallel_env


def enter(game: Game, module: str) -> None:
    """Registers the views of a game, whose `env` and `parallel_env` stand in the module.

    The module of a version, such as `warzoo.envs.cards_of_war_v0`, goes by the name that PettingZoo's own have.
    """
    pettingzoo.register("aec", game.identity, f"{module}:env")
    pettingzoo.register("parallel", game.identity, f"{module}:parallel_env")
    gymnasium.register(
        game.identity,
        "warzoo.envs.core.gym:LearnerEnv",
        vector_entry_point="warzoo.envs.core.vector:LearnerVectorEnv",
        kwargs={"game": game.name},
    )
    version = ModuleType(f"{module}_v{game.version}", f"{game.title}, version {game.version}.")
    vars(version).update({name: getattr(sys.modules[module], name) for name in ("env", "raw_env", "parallel_env")})
    sys.modules[version.__name__] = version
