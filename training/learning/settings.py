"""The settings of a training run: a line of explanation each, a file of departures per game, unknown keys refused."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from warzoo import configs
from warzoo.envs.core.errors import UsageError
from warzoo.models import files
from warzoo.models.network import LAYER_MOST, LAYERS_MOST

CONFIGS = Path(configs.__file__).parent
SETTINGS = "settings.json"
SETTINGS_MOST = 1 << 20  # bytes
DECISIONS_MOST = 10**12 - 1  # a checkpoint's name has twelve digits

Width = Annotated[int, Field(ge=1, le=LAYER_MOST)]


def whole(default: int, least: int, most: int, description: str) -> Any:
    """A whole number within bounds."""
    return Field(default=default, ge=least, le=most, description=description)


def real(default: float, least: float, most: float, description: str) -> Any:
    """A number within bounds."""
    return Field(default=default, ge=least, le=most, description=description)


class Settings(BaseModel):
    """Everything a run depends on."""

    model_config = ConfigDict(extra="forbid", validate_assignment=True, allow_inf_nan=False)

    game: str = Field(description="name of the game")
    options: dict[str, Any] = Field(
        default={}, description="variant of the game; what is missing is as the game has it"
    )
    variants: list[dict[str, Any]] = Field(
        default_factory=list,
        max_length=100,
        description="variants learnt side by side, each on top of `options`; one named twice is learnt twice as much",
    )
    algorithm: str = Field(default="selfplay-ppo", description="how to learn; `warzoo list` names them")
    seed: int = whole(1, 0, 2**32 - 1, "all luck of the run follows from it")

    decisions: int = whole(50_000_000, 1, DECISIONS_MOST, "the run ends after so many decisions of the learner")
    minutes: float = real(0.0, 0, 1e6, "or after so many minutes; 0 for no such limit")
    threads: int = whole(1, 1, 256, "torch threads of the update; more gain little, and lose much beside other work")
    workers: int = whole(1, 1, 256, "processes that learn together, a core each: games, rollout and batch are split")

    hidden: list[Width] = Field(
        default=[256, 256], min_length=1, max_length=LAYERS_MOST, description="hidden layers of the network"
    )
    shared: bool = Field(default=True, description="policy and value stand on the same hidden layers")
    warm_start: str | None = Field(default=None, description="a trained opponent whose weights the run begins with")
    learning_rate: float = real(5e-4, 1e-9, 1, "step of the optimiser at the start")
    learning_rate_end: float = real(5e-5, 0, 1, "and at the end")
    schedule: Literal["linear", "geometric"] = Field(
        default="linear",
        description="how it falls: by equal steps, or by equal ratios, with most of the run in small steps",
    )
    rollout: int = whole(16_384, 1, 1 << 20, "decisions of the learner between two updates")
    batch_size: int = whole(2_048, 1, 1 << 20, "decisions per step of the optimiser")
    n_epochs: int = whole(4, 1, 1000, "passes over a rollout")
    gamma: float = real(1.0, 1e-6, 1, "discount per decision of a seat; 1, for games end")
    gae_lambda: float = real(0.95, 0, 1, "lambda of the advantages")
    value_lambda: float | None = Field(
        default=None, ge=0, le=1, description="lambda of the returns that values learn; gae_lambda if none is said"
    )
    clip_range: float = real(0.2, 1e-6, 10, "PPO's clip of the probability ratio")
    vf_coef: float = real(0.5, 0, 1000, "weight of the value's error in the loss")
    max_grad_norm: float = real(0.5, 1e-6, 1e6, "largest norm of a gradient")
    ent_coef: float = real(0.05, 0, 1000, "weight of the policy's entropy at the start")
    ent_coef_end: float = real(0.01, 0, 1000, "and at the end; linear between")
    imitation: float = real(0.0, 0, 1000, "weight of choosing as the strong hand-written player does, at the start")
    imitation_until: float = real(0.25, 1e-6, 1, "the part of the run after which it is 0; linear until then")
    imitation_doubt: float = real(
        0.0, 0, 1, "share of each lesson that goes to all legal actions, which stay worth a try"
    )
    magnet: float = real(0.05, 0, 1000, "weight of the divergence from the slowly moving copy of the policy")
    magnet_pace: float = real(0.05, 1e-6, 1, "share of the way the copy moves at each update")
    entropy_alarm: float = real(0.002, 0, 2, "stop when the entropy falls below this share of the largest")

    epsilon: float = real(0.05, 1e-6, 0.5, "share of choices made at random while action values are learnt")
    eta: float = real(0.1, 0, 1, "share of games that best responses play among themselves, not against the average")
    reservoir: int = whole(200_000, 1, 1 << 24, "choices of the best responses from which the average policy learns")

    games: int = whole(512, 1, 1 << 14, "games played at once")
    pool_share: float = real(0.25, 0, 1, "share of games with the learner on one side against the pool")
    pool_bots: list[str] = Field(
        default=["heuristic", "greedy"], max_length=100, description="opponents that are always in the pool"
    )
    bot_share: float = real(0.5, 0, 1, "how often a pool game is against them, not a past self")
    snapshots: int = whole(8, 0, 1000, "past selves kept in the pool")
    rivals: int = whole(2, 1, 1000, "past selves met at a time")
    whims: float = real(0.0, 0, 100, "how far past selves like or dislike each action for no reason, in logits")
    snapshot_every: int = whole(1_000_000, 1, DECISIONS_MOST, "decisions between two past selves")

    ladder: list[str] = Field(
        default=["random", "greedy", "heuristic"],
        max_length=100,
        description="fixed opponents that measure progress",
    )
    ladder_deals: int = whole(256, 2, 1 << 20, "deals against each, played from every seat")
    ladder_every: int = whole(2_000_000, 1, DECISIONS_MOST, "decisions between two measurements")
    checkpoint_every: int = whole(1_000_000, 1, DECISIONS_MOST, "decisions between two checkpoints")
    checkpoints: int = whole(3, 1, 10**6, "checkpoints kept; older ones go")
    opponents: str = Field(default="heuristic", description="whom the algorithms without self-play learn against")

    @field_validator("pool_bots", "ladder", "opponents", "warm_start")
    @classmethod
    def no_command_is_started(cls, specs: str | list[str] | None) -> str | list[str] | None:
        """A run's settings may come from anybody."""
        for spec in [specs] if isinstance(specs, str) else specs or []:
            if spec.startswith("engine:"):
                raise ValueError("an engine is no opponent to train with: a run starts no commands")
        return specs

    @model_validator(mode="after")
    def ratios_never_reach_nothing(self) -> Self:
        if self.schedule == "geometric" and self.learning_rate_end == 0:
            raise ValueError("learning_rate_end must be above 0 on a geometric schedule")
        return self

    @model_validator(mode="after")
    def every_variant_is_played(self) -> Self:
        least = self.workers * max(1, len(self.variants))
        if self.games < least:
            whose = " of each worker" if self.workers > 1 else ""
            raise ValueError(f"games must be at least {least}, one for each variant{whose}")
        return self

    def option_sets(self) -> list[dict[str, Any]]:
        """The options of each variant that is played."""
        return [self.options | variant for variant in self.variants] or [self.options]

    def narrowed(self, options: dict[str, Any]) -> Settings:
        """With these options at every table, whatever the variants say of them; those that become equal are one."""
        kept = [{k: v for k, v in variant.items() if k not in options} for variant in self.variants]
        apart = [one for k, one in enumerate(kept) if self.variants[kept.index(one)] == self.variants[k]]
        variants = apart if any(apart) else []
        return self.changed(options=self.options | options, variants=variants)

    def changed(self, **values: Any) -> Settings:
        """The same but for these, checked anew."""
        return checked(self.model_dump() | values)


def load(game: str, preset: str | None = None, config: Path | None = None, **overrides: Any) -> Settings:
    """The settings of a game: defaults, then `configs/<game>.toml`, its preset's table, a file, and the overrides."""
    path = CONFIGS / f"{game}.toml"
    departures = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    presets = departures.pop("presets", {})
    if preset is not None and preset not in presets:
        raise UsageError(f"{game} has no preset {preset!r}; it has {', '.join(presets) or 'none'}")
    own = {} if config is None else read_file(config)
    values = departures | (presets[preset] if preset else {}) | own | overrides | {"game": game}
    if own.get("game", game) != game:
        raise UsageError(f"{config} is for {own['game']}, not for {game}")
    return checked(values, str(config or path))


def read_file(path: Path) -> dict[str, Any]:
    """A file of settings: TOML, or the settings.json of a run."""
    text = files.read_text(path, SETTINGS_MOST)
    try:
        values = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    if not isinstance(values, dict):
        raise UsageError(f"{path} holds no settings by name")
    return values


def checked(values: dict[str, Any], where: str = "") -> Settings:
    """Settings from plain values; a wrong one is named, with the file it stands in."""
    try:
        return Settings(**values)
    except ValidationError as error:
        raise UsageError(f"settings{where and f' ({where})'}: {faults(error)}") from None


def faults(error: ValidationError) -> str:
    """What is wrong, each by the name it stands under."""
    wrong = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}".removeprefix(": Value error, ") for e in error.errors()]
    return "; ".join(wrong)


def read(run: Path) -> Settings:
    """The settings that a run folder holds."""
    if not (run / SETTINGS).exists():
        raise UsageError(f"{run} is no run folder: it has no {SETTINGS}")
    return checked(read_file(run / SETTINGS), str(run / SETTINGS))
