"""The algorithms: each builds a Stable-Baselines3 model, and says how its policy becomes a checkpoint.

To add one, write `build` and register it: `register("mine", Algorithm(build=..., tensors=...))`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3 import DQN
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.vec_env import DummyVecEnv
from stable_baselines3.dqn.policies import DQNPolicy, QNetwork
from torch import Tensor, nn

from warzoo.envs.core.arrays import Array, Masks
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, Options
from warzoo.models import checkpoint
from warzoo.models.network import NetworkBot, Shape
from warzoo.models.opponents import Opponent, opponent

from .catalogue import CATALOGUE
from .collector import Collector
from .crew import FIRST, crew_here
from .frozen import ARRAYS_MOST, Count, Part, Tree
from .league import Pool
from .learner import NEVER, SelfPlayPPO
from .policy import Trunk, policy_settings, put_tensors, tensors_of
from .settings import Settings

VIEWS = 16  # Gymnasium views side by side, for the algorithms that learn on them
TRAIN_EVERY = 4  # steps of all views between two steps of DQN's optimiser
COPIES = 4  # of a policy in a checkpoint of self-play: itself, two moments of its optimiser, the magnet
ARCHIVE = "resume.zip"


def network_of(game: Game, settings: Settings) -> Shape:
    """The network that the settings ask for, small enough to be loaded again."""
    shape = Shape(
        inputs=game.observation.width(), actions=game.actions.size, hidden=settings.hidden, shared=settings.shared
    )
    checkpoint.check_size(shape)
    return shape


def freeze_archive(model: Any, folder: Path) -> Tree:
    """Stable-Baselines3's own archive; its environments start afresh."""
    model.save(folder / ARCHIVE)
    return {"decisions": model.num_timesteps}


def thaw_archive(model: Any, part: Part, folder: Path) -> None:
    """Opens the archive, whose pickles can run any code."""
    data = checkpoint.read_capped(folder / ARCHIVE, ARRAYS_MOST)
    try:
        model.set_parameters(io.BytesIO(data))
    except Exception as error:  # a damaged archive raises anything
        raise checkpoint.BadCheckpoint(f"{folder / ARCHIVE} cannot be opened: {error}") from None
    model.num_timesteps = part.value("decisions", Count)


@dataclass(frozen=True)
class Algorithm:
    """How a run learns, what its checkpoints hold, and how it goes on from one.

    `freeze` returns what a resumed run needs and may put files of its own into the checkpoint's folder.
    """

    build: Callable[[Game, Sequence[Options], Settings], BaseAlgorithm]
    tensors: Callable[[Any, Shape], dict[str, Array]]
    plays: Literal["sample", "best"] = "sample"
    freeze: Callable[[Any, Path], Tree] = freeze_archive
    thaw: Callable[[Any, Part, Path], None] = thaw_archive
    pickles: bool = True  # thawing opens what can run code
    spreads: bool = False  # several workers can learn together
    resumes: str = "What a resumed run keeps is Stable-Baselines3's archive; its games start afresh."
    together: Callable[[Settings], int] = lambda settings: 1  # decisions between two moments at which it can stop


ALGORITHMS: dict[str, Algorithm] = {}


def register(name: str, algorithm: Algorithm) -> None:
    """Makes an algorithm known under its name."""
    ALGORITHMS[name] = algorithm


def find(name: str) -> Algorithm:
    if name not in ALGORITHMS:
        known = ", ".join(ALGORITHMS)
        raise UsageError(f"there is no algorithm {name!r}; there is {known}, and one of your own with --plugin FILE")
    return ALGORITHMS[name]


# Self-play


def falling(settings: Settings) -> Callable[[float], float]:
    """The learning rate by what remains of the run."""
    start, end = settings.learning_rate, settings.learning_rate_end
    if settings.schedule == "geometric":
        return lambda left: end * (start / end) ** left
    return lambda left: end + (start - end) * left


def build_self_play(game: Game, variants: Sequence[Options], settings: Settings) -> SelfPlayPPO:
    shape = network_of(game, settings)
    if 4 * shape.numbers() * (settings.snapshots + COPIES) > ARRAYS_MOST // 2:
        raise UsageError(
            "past selves of this size would not fit into a checkpoint: choose fewer snapshots or smaller layers"
        )
    crew = crew_here(settings.workers)
    pool = Pool(
        game,
        shape,
        [opponent(spec, game, *variants) for spec in settings.pool_bots],
        settings.snapshots,
        settings.rivals,
        settings.bot_share,
        settings.seed,
    )
    games, rollout = crew.most(settings.games), crew.most(settings.rollout)
    table = Collector(game, variants, pool, games, rollout, settings.pool_share, settings.seed, crew.rank)
    model = SelfPlayPPO(
        MaskableActorCriticPolicy,
        table,
        value_lambda=settings.value_lambda,
        imitation=settings.imitation,
        imitation_until=settings.imitation_until,
        imitation_doubt=settings.imitation_doubt,
        magnet=settings.magnet,
        magnet_pace=settings.magnet_pace,
        ent_coef_end=settings.ent_coef_end,
        entropy_alarm=settings.entropy_alarm,
        minutes=settings.minutes,
        threads=settings.threads,
        crew=crew,
        learning_rate=falling(settings),
        n_steps=settings.rollout,
        **ppo_settings(settings) | {"batch_size": crew.most(settings.batch_size)},
    )
    if settings.warm_start is not None:
        put_tensors(model.policy, shape, weights(opponent(settings.warm_start, game, *variants), shape))
        model.magnet.load_state_dict(model.policy.state_dict())
    return model


def weights(player: Opponent, shape: Shape) -> Mapping[str, Array]:
    """Those of a trained opponent, if its network has this shape."""
    if not isinstance(player, NetworkBot):
        raise UsageError(f"{player.name} is no trained network: a run cannot begin with its weights")
    if player.shape != shape:
        own = f"--hidden {' '.join(map(str, player.shape.hidden))} --{'' if player.shape.shared else 'no-'}shared"
        raise UsageError(f"{player.name} has a network of another shape: a run begins with its weights by {own}")
    return player.tensors


def ppo_settings(settings: Settings) -> dict[str, Any]:
    """What both forms of PPO share."""
    return {
        "batch_size": settings.batch_size,
        "n_epochs": settings.n_epochs,
        "gamma": settings.gamma,
        "gae_lambda": settings.gae_lambda,
        "clip_range": settings.clip_range,
        "ent_coef": settings.ent_coef,
        "vf_coef": settings.vf_coef,
        "max_grad_norm": settings.max_grad_norm,
        "policy_kwargs": policy_settings(settings.hidden, settings.shared),
        "seed": settings.seed,
        "device": "cpu",
    }


def tensors_of_ppo(model: MaskablePPO, shape: Shape) -> dict[str, Array]:
    return tensors_of(model.policy, shape)


def freeze_self_play(model: SelfPlayPPO, folder: Path) -> Tree:
    table = model.env
    assert isinstance(table, Collector)
    mine = {"luck": model.luck.bit_generator.state, "collector": table.freeze()}
    others = {str(rank): part for rank, part in enumerate(model.crew.gathered(mine)) if rank != FIRST}
    tree = {"learner": model.freeze(), "collector": mine["collector"], "pool": table.pool.freeze()}
    return {**tree, "others": others} if others else tree


def thaw_self_play(model: SelfPlayPPO, part: Part, folder: Path) -> None:
    table = model.env
    assert isinstance(table, Collector)
    model.thaw(part.part("learner"))
    table.pool.thaw(part.part("pool"))
    luck, crew = model.luck.bit_generator.state, model.crew
    for rank in range(1, crew.size) if crew.rank == FIRST else [crew.rank]:  # the first looks at all, for all
        own = part.part("others").part(str(rank))
        own.generator("luck", model.luck)
        table.thaw(own.part("collector"))
    if crew.rank == FIRST:
        model.luck.bit_generator.state = luck
        table.thaw(part.part("collector"))


# Plain algorithms on the Gymnasium view


def views(game: Game, settings: Settings, wrap: Callable[[Any], Any] = lambda view: view) -> DummyVecEnv:
    """Gymnasium views with one learner in a random seat against the named opponents."""
    from warzoo.envs.core.gym import make_gym

    def view(options: dict[str, Any]) -> Callable[[], Any]:
        return lambda: wrap(make_gym(game.name, opponents=settings.opponents, seat=None, **options))

    return DummyVecEnv([view(options) for _, options in zip(range(VIEWS), cycle(settings.option_sets()), strict=False)])


def steps_of(settings: Settings) -> int:
    """A view's part of a rollout."""
    return max(1, settings.rollout // VIEWS)


def build_maskable(game: Game, variants: Sequence[Options], settings: Settings) -> MaskablePPO:
    return MaskablePPO(
        MaskableActorCriticPolicy,
        views(game, settings),
        learning_rate=falling(settings),
        n_steps=steps_of(settings),
        **ppo_settings(settings),
    )


class MaskBehind(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Puts the action mask behind the observation, so that it goes wherever the observation goes."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        width = env.observation_space.shape[0] + env.action_space.n
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (width,), np.float32)

    def observation(self, observation: Any) -> Any:
        mask = self.env.get_wrapper_attr("action_masks")()
        return np.concatenate([observation, np.asarray(mask, np.float32)])


class TrunkBeforeMask(Trunk):
    """The hidden layers on the observation alone; the mask is passed through."""

    def __init__(self, observation_space: gymnasium.spaces.Box, hidden: list[int], actions: int) -> None:
        width = observation_space.shape[0] - actions
        super().__init__(gymnasium.spaces.Box(0.0, 1.0, (width,), np.float32), hidden)
        self.width, self._features_dim = width, hidden[-1] + actions

    def forward(self, x: Tensor) -> Tensor:
        return torch.cat([self.layers(x[:, : self.width]), x[:, self.width :]], dim=1)


class MaskedHead(nn.Linear):
    """A number for each action; those that are not legal are far below all others."""

    def forward(self, x: Tensor) -> Tensor:
        hidden, mask = x[:, : self.in_features], x[:, self.in_features :]
        return super().forward(hidden) + (1.0 - mask) * NEVER


class MaskedQNetwork(QNetwork):
    """SB3's network for DQN, with the mask applied wherever a value is used: choices and targets."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        actions = int(self.action_space.n)
        self.q_net = nn.Sequential(MaskedHead(self.features_dim - actions, actions))


class MaskedDQNPolicy(DQNPolicy):
    def make_q_net(self) -> QNetwork:
        arguments = self._update_features_extractor(self.net_args, features_extractor=None)
        return MaskedQNetwork(**arguments).to(self.device)


class MaskedDQN(DQN):
    """DQN that explores among the legal actions only."""

    def _sample_action(self, learning_starts: int, action_noise: Any = None, n_envs: int = 1) -> tuple[Array, Array]:
        network: Any = self.q_net
        assert isinstance(self._last_obs, np.ndarray)
        masks: Masks = self._last_obs[:, -network.q_net[0].out_features :]
        explore = np.random.rand(n_envs) < (1.0 if self.num_timesteps < learning_starts else self.exploration_rate)
        chosen, _ = self.policy.predict(self._last_obs, deterministic=True)
        anything = (masks * np.random.rand(*masks.shape)).argmax(1)
        actions = np.where(explore, anything, chosen)
        return actions, actions


def build_dqn(game: Game, variants: Sequence[Options], settings: Settings) -> MaskedDQN:
    return MaskedDQN(
        MaskedDQNPolicy,
        views(game, settings, MaskBehind),
        learning_rate=falling(settings),
        buffer_size=200_000,
        learning_starts=min(10_000, settings.decisions // 10),
        batch_size=settings.batch_size,
        train_freq=TRAIN_EVERY,
        gradient_steps=1,
        gamma=settings.gamma,
        target_update_interval=10_000,
        exploration_fraction=0.2,
        max_grad_norm=settings.max_grad_norm,
        policy_kwargs={
            "net_arch": [],
            "features_extractor_class": TrunkBeforeMask,
            "features_extractor_kwargs": {"hidden": list(settings.hidden), "actions": game.actions.size},
        },
        seed=settings.seed,
        device="cpu",
    )


def tensors_of_dqn(model: MaskedDQN, shape: Shape) -> dict[str, Array]:
    """The values of the actions stand where a policy has its logits; the position's value is left blank."""
    network: Any = model.q_net
    linear = [layer for layer in network.features_extractor.layers if isinstance(layer, nn.Linear)]
    layers = {f"{shape.trunk}.{k}": layer for k, layer in enumerate(linear)} | {"policy": network.q_net[0]}
    tensors = {name: np.zeros(size, np.float32) for name, size in shape.tensors().items()}
    for name, layer in layers.items():
        tensors[f"{name}.weight"] = layer.weight.detach().numpy().copy()
        tensors[f"{name}.bias"] = layer.bias.detach().numpy().copy()
    return tensors


register(
    "selfplay-ppo",
    Algorithm(
        build_self_play,
        tensors_of_ppo,
        freeze=freeze_self_play,
        thaw=thaw_self_play,
        pickles=False,
        spreads=True,
        resumes=CATALOGUE["selfplay-ppo"].resumes,
    ),
)
register(
    "maskable-ppo",
    Algorithm(
        build_maskable,
        tensors_of_ppo,
        resumes=CATALOGUE["maskable-ppo"].resumes,
        together=lambda settings: steps_of(settings) * VIEWS,
    ),
)
register(
    "dqn",
    Algorithm(
        build_dqn,
        tensors_of_dqn,
        plays="best",
        resumes=CATALOGUE["dqn"].resumes,
        together=lambda settings: TRAIN_EVERY * VIEWS,
    ),
)
