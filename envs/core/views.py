"""The three ways to make a game's environment, and their entries in the registries of PettingZoo and Gymnasium."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from types import ModuleType
from typing import ParamSpec, TypeVar

import gymnasium
import pettingzoo
from pydantic import BaseModel, Field

from .aec import MaskPlace, RawEnv, RenderMode, SafeEnv
from .game import Game
from .parallel import TurnParallelEnv

P = ParamSpec("P")
View = TypeVar("View")


class Settings(BaseModel):
    """What every view takes; a game joins its options to it, for type checkers and for help."""

    render_mode: RenderMode | None = Field(default=None, description="what render() gives: text, an image, a window")
    max_cycles: int | None = Field(
        default=None, description="cut off after so many decisions for each agent, in parallel_env after so many steps"
    )
    mask: MaskPlace = Field(
        default="observation", description="where the mask stands: in the infos alone, or in the observation too"
    )


def enter(
    game: Game, settings: Callable[P, Settings]
) -> tuple[Callable[P, SafeEnv], Callable[P, RawEnv], Callable[P, TurnParallelEnv]]:
    """`env`, `raw_env` and `parallel_env` of a game, for the module of its settings; registers them.

    The module of a version, such as `warzoo.envs.cards_of_war_v0`, goes by the name that PettingZoo's own have.
    """
    env = view(game, settings, SafeEnv, "env", "in which an illegal action loses")
    raw_env = view(game, settings, RawEnv, "raw_env", "in which an illegal action is an error")
    parallel_env = view(
        game, settings, TurnParallelEnv, "parallel_env", "in which all agents hand in an action at each step"
    )
    module = settings.__module__
    pettingzoo.register("aec", game.identity, f"{module}:env")
    pettingzoo.register("parallel", game.identity, f"{module}:parallel_env")
    gymnasium.register(
        game.identity,
        "warzoo.envs.core.gym:LearnerEnv",
        vector_entry_point="warzoo.envs.core.vector:LearnerVectorEnv",
        kwargs={"game": game.name},
    )
    version = ModuleType(f"{module}_v{game.version}", f"{game.title}, version {game.version}.")
    vars(version).update(env=env, raw_env=raw_env, parallel_env=parallel_env)
    sys.modules[version.__name__] = version
    return env, raw_env, parallel_env


def view(
    game: Game, settings: Callable[P, Settings], kind: Callable[..., View], name: str, about: str
) -> Callable[P, View]:
    """The function that makes such an environment; its signature and its help list what it takes."""

    def make(*args: P.args, **kwargs: P.kwargs) -> View:
        return kind(game, *args, **kwargs)

    make.__name__ = make.__qualname__ = name
    make.__module__ = settings.__module__
    make.__doc__ = f"{game.title} {about}.\n\n{explained(game)}"
    vars(make)["__signature__"] = inspect.signature(settings).replace(return_annotation=kind)
    return make


def explained(game: Game) -> str:
    """What the views of a game take, each with what it may be and what it does."""
    fields = game.options.model_fields | Settings.model_fields
    lines = [
        f"{name}: {inspect.formatannotation(field.annotation)} = {field.default!r}\n    {field.description}"
        for name, field in fields.items()
    ]
    return "\n".join(lines)
