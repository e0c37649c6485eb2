"""The settings of a training run: a line of explanation each, a file of departures per game, unknown keys refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import tyro
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from warzoo import configs
from warzoo.envs.core.errors import UsageError

CONFIGS = Path(configs.__file__).parent


class Settings(BaseModel):
    """Everything a run depends on."""

    model_config = ConfigDict(extra="forbid", validate_assignment=True)

    game: tyro.conf.Suppress[str] = Field(description="name of the game")
    options: tyro.conf.Suppress[dict[str, Any]] = Field(
        default={}, description="variant of the game; what is missing is as the game has it"
    )
    variants: tyro.conf.Suppress[list[dict[str, Any]]] = Field(
        default_factory=list,
        description="variants learnt side by side, each on top of `options`",
    )
    algorithm: Annotated[str, tyro.conf.arg(aliases=["--algo"])] = Field(
        default="selfplay-ppo", description="how to learn; `warzoo list` names them"
    )
    seed: int = Field(default=1, ge=0, description="all luck of the run follows from it")

    decisions: int = Field(default=50_000_000, gt=0, description="the run ends after so many decisions of the learner")
    minutes: float = Field(default=0.0, ge=0, description="or after so many minutes; 0 for no such limit")
    threads: int = Field(default=1, ge=1, description="torch threads of the update")

    hidden: list[int] = Field(default=[256, 256], description="hidden layers of the network")
    shared: bool = Field(default=True, description="policy and value stand on the same hidden layers")
    learning_rate: float = Field(default=5e-4, gt=0, description="step of the optimiser at the start")
    learning_rate_end: float = Field(default=5e-5, ge=0, description="and at the end; linear between")
    rollout: int = Field(default=16_384, gt=0, description="decisions of the learner between two updates")
    batch_size: int = Field(default=2_048, gt=0, description="decisions per step of the optimiser")
    n_epochs: int = Field(default=4, gt=0, description="passes over a rollout")
    gamma: float = Field(default=1.0, gt=0, le=1, description="per decision of a seat; 1, for games end")
    gae_lambda: float = Field(default=0.95, ge=0, le=1, description="lambda of the advantages")
    clip_range: float = Field(default=0.2, gt=0, description="PPO's clip of the probability ratio")
    vf_coef: float = Field(default=0.5, ge=0, description="weight of the value's error in the loss")
    max_grad_norm: float = Field(default=0.5, gt=0, description="largest norm of a gradient")
    ent_coef: float = Field(default=0.05, ge=0, description="weight of the policy's entropy at the start")
    ent_coef_end: float = Field(default=0.01, ge=0, description="and at the end; linear between")
    magnet: float = Field(
        default=0.05, ge=0, description="weight of the divergence from the slowly moving copy of the policy"
    )
    magnet_pace: float = Field(default=0.05, gt=0, le=1, description="share of the way the copy moves at each update")
    entropy_alarm: float = Field(
        default=0.002, ge=0, description="stop when the entropy falls below this share of the largest"
    )

    games: int = Field(default=512, gt=0, description="games played at once")
    pool_share: float = Field(default=0.25, ge=0, le=1, description="share of games with one learner against the pool")
    pool_bots: list[str] = Field(default=["heuristic", "greedy"], description="opponents that are always in the pool")
    bot_share: float = Field(
        default=0.5, ge=0, le=1, description="how often a pool game is against them, not a past self"
    )
    snapshots: int = Field(default=8, ge=0, description="past selves kept in the pool")
    rivals: int = Field(default=2, ge=1, description="past selves met at a time")
    snapshot_every: int = Field(default=1_000_000, gt=0, description="decisions between two past selves")

    ladder: list[str] = Field(
        default=["random", "greedy", "heuristic"], description="fixed opponents that measure progress"
    )
    ladder_deals: int = Field(default=256, gt=1, description="deals against each, played from every seat")
    ladder_every: int = Field(default=2_000_000, gt=0, description="decisions between two measurements")
    checkpoint_every: int = Field(default=1_000_000, gt=0, description="decisions between two checkpoints")
    checkpoints: int = Field(default=3, ge=1, description="checkpoints kept; older ones go")
    opponents: str = Field(default="heuristic", description="whom the algorithms without self-play learn against")

    def option_sets(self) -> list[dict[str, Any]]:
        """The options of each variant that is played."""
        return [self.options | variant for variant in self.variants] or [self.options]


def load(game: str, preset: str | None = None, **overrides: Any) -> Settings:
    """The settings of a game: defaults, then `configs/<game>.toml`, its preset's table, and the overrides."""
    path = CONFIGS / f"{game}.toml"
    departures = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    presets = {key: departures.pop(key) for key in list(departures) if key == "presets"}.get("presets", {})
    if preset is not None and preset not in presets:
        raise UsageError(f"{game} has no preset {preset!r}; it has {', '.join(presets) or 'none'}")
    values = {"game": game, **departures, **(presets[preset] if preset else {}), **overrides}
    return checked(values, str(path))


def checked(values: dict[str, Any], where: str) -> Settings:
    """Settings from plain values; a wrong one is named."""
    try:
        return Settings(**values)
    except ValidationError as error:
        wrong = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
        raise UsageError(f"settings ({where}): {'; '.join(wrong)}") from None


def read(run: Path) -> Settings:
    """The settings that a run folder holds."""
    path = run / "settings.json"
    if not path.exists():
        raise UsageError(f"{run} is no run folder: it has no settings.json")
    try:
        return Settings.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise UsageError(f"{path}: {error.errors()[0]['msg']}") from None
