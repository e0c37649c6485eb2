"""The algorithms: each builds a Stable-Baselines3 model, and says how its policy becomes a checkpoint.

To add one, write `build` and register it: `register("mine", Algorithm(build=..., tensors=...))`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.vec_env import DummyVecEnv

from warzoo.envs.core.arrays import Array
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, Options
from warzoo.models import checkpoint
from warzoo.models.network import NetworkBot, Shape
from warzoo.models.opponents import Opponent, opponent

from .board import FIRST
from .catalogue import CATALOGUE
from .collector import Collector
from .crew import Crew, crew_here
from .dmc import DeepMonteCarlo
from .frozen import ARRAYS_MOST, Count, Part, Tree
from .league import Pool
from .learner import SelfPlayPPO
from .masked_dqn import MaskBehind, MaskedDQN, MaskedDQNPolicy, TrunkBeforeMask
from .nfsp import FictitiousPlay, Reservoir
from .policy import policy_alone, policy_settings, put_tensors, tensors_of
from .selfplay import SelfPlay
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
    timed: bool = False  # what falls in the course of a run does so by minutes as well, not by decisions alone
    resumes: str = "What a resumed run keeps is Stable-Baselines3's archive; its games start afresh."
    together: Callable[[Settings], int] = lambda settings: 1  # decisions between two moments at which it can stop
    ignores: tuple[str, ...] = ()  # settings of which it makes no use


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
    shape, crew = network_of(game, settings), crew_here(settings.workers)
    model = SelfPlayPPO(
        MaskableActorCriticPolicy,
        table_of(game, variants, shape, settings, crew, settings.whims),
        value_lambda=settings.value_lambda,
        imitation=settings.imitation,
        imitation_until=settings.imitation_until,
        imitation_doubt=settings.imitation_doubt,
        magnet=settings.magnet,
        magnet_pace=settings.magnet_pace,
        ent_coef_end=settings.ent_coef_end,
        entropy_alarm=settings.entropy_alarm,
        **ppo_settings(settings),
        **loop_settings(settings, crew),
    )
    if settings.warm_start is not None:
        put_tensors(model.policy, shape, weights(opponent(settings.warm_start, game, *variants), shape))
        model.magnet.load_state_dict(model.policy.state_dict())
    return model


def build_dmc(game: Game, variants: Sequence[Options], settings: Settings) -> DeepMonteCarlo:
    shape, crew = network_of(game, settings), crew_here(settings.workers)
    table = table_of(game, variants, shape, settings, crew, whims=0.0, plays="best")
    return DeepMonteCarlo(MaskableActorCriticPolicy, table, epsilon=settings.epsilon, **loop_settings(settings, crew))


def build_nfsp(game: Game, variants: Sequence[Options], settings: Settings) -> FictitiousPlay:
    shape, crew = network_of(game, settings), crew_here(1)
    if settings.reservoir * Reservoir.row(shape) > ARRAYS_MOST // 2:
        raise UsageError("a reservoir of this size would not fit into a checkpoint: choose a smaller one")
    pool = Pool(
        game, shape, [opponent("random", game)], snapshots=0, rivals=1, bot_share=1.0, seed=settings.seed, whims=0.0
    )
    table = Collector(game, variants, pool, settings.games, settings.rollout, 1.0 - settings.eta, settings.seed)
    return FictitiousPlay(
        MaskableActorCriticPolicy,
        table,
        shape=shape,
        reservoir=settings.reservoir,
        falling=falling(settings),
        epsilon=settings.epsilon,
        **loop_settings(settings, crew) | {"learning_rate": settings.learning_rate},
    )


def table_of(
    game: Game,
    variants: Sequence[Options],
    shape: Shape,
    settings: Settings,
    crew: Crew,
    whims: float,
    plays: Literal["sample", "best"] = "sample",
) -> Collector:
    """The games of a learner that meets bots and its past selves, which play so."""
    if 4 * shape.numbers() * (settings.snapshots + COPIES) > ARRAYS_MOST // 2:
        raise UsageError(
            "past selves of this size would not fit into a checkpoint: choose fewer snapshots or smaller layers"
        )
    pool = Pool(
        game,
        shape,
        [opponent(spec, game, *variants) for spec in settings.pool_bots],
        settings.snapshots,
        settings.rivals,
        settings.bot_share,
        settings.seed,
        whims,
        plays,
    )
    games, rollout = crew.most(settings.games), crew.most(settings.rollout)
    return Collector(game, variants, pool, games, rollout, settings.pool_share, settings.seed, crew.rank)


def weights(player: Opponent, shape: Shape) -> Mapping[str, Array]:
    """Those of a trained opponent, if its network has this shape."""
    if not isinstance(player, NetworkBot):
        raise UsageError(f"{player.name} is no trained network: a run cannot begin with its weights")
    if player.shape != shape:
        own = f"--hidden {' '.join(map(str, player.shape.hidden))} --{'' if player.shape.shared else 'no-'}shared"
        raise UsageError(f"{player.name} has a network of another shape: a run begins with its weights by {own}")
    return player.tensors


def fit_settings(settings: Settings) -> dict[str, Any]:
    """What all share that descend a loss on a rollout."""
    return {
        "learning_rate": falling(settings),
        "batch_size": settings.batch_size,
        "n_epochs": settings.n_epochs,
        "gamma": settings.gamma,
        "vf_coef": settings.vf_coef,
        "max_grad_norm": settings.max_grad_norm,
        "policy_kwargs": policy_settings(settings.hidden, settings.shared),
        "seed": settings.seed,
        "device": "cpu",
    }


def ppo_settings(settings: Settings) -> dict[str, Any]:
    """What both forms of PPO share besides."""
    return {"gae_lambda": settings.gae_lambda, "clip_range": settings.clip_range, "ent_coef": settings.ent_coef}


def loop_settings(settings: Settings, crew: Crew) -> dict[str, Any]:
    """What all learners by self-play share."""
    return fit_settings(settings) | {
        "batch_size": crew.most(settings.batch_size),
        "n_steps": settings.rollout,
        "minutes": settings.minutes,
        "threads": settings.threads,
        "crew": crew,
    }


def tensors_of_ppo(model: MaskablePPO, shape: Shape) -> dict[str, Array]:
    return tensors_of(model.policy, shape)


def tensors_of_nfsp(model: FictitiousPlay, shape: Shape) -> dict[str, Array]:
    return model.tensors_of_average()


def freeze_self_play(model: SelfPlay, folder: Path) -> Tree:
    table = model.env
    assert isinstance(table, Collector)
    mine = {"luck": model.luck.bit_generator.state, "collector": table.freeze()}
    others = {str(rank): part for rank, part in enumerate(model.crew.gathered(mine)) if rank != FIRST}
    tree = {"learner": model.freeze(), "collector": mine["collector"], "pool": table.pool.freeze()}
    return {**tree, "others": others} if others else tree


def thaw_self_play(model: SelfPlay, part: Part, folder: Path) -> None:
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
        n_steps=steps_of(settings),
        **fit_settings(settings),
        **ppo_settings(settings),
    )


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
    return policy_alone(model.q_net, shape)


SELF_PLAY = Algorithm(
    build_self_play,
    tensors_of_ppo,
    freeze=freeze_self_play,
    thaw=thaw_self_play,
    pickles=False,
    spreads=True,
    timed=True,
)
PLAIN = Algorithm(build_maskable, tensors_of_ppo, together=lambda settings: steps_of(settings) * VIEWS)
BUILT_IN = {
    "selfplay-ppo": SELF_PLAY,
    "dmc": replace(SELF_PLAY, build=build_dmc, plays="best"),
    "nfsp": replace(SELF_PLAY, build=build_nfsp, tensors=tensors_of_nfsp, spreads=False),
    "maskable-ppo": PLAIN,
    "dqn": replace(
        PLAIN, build=build_dqn, tensors=tensors_of_dqn, plays="best", together=lambda settings: TRAIN_EVERY * VIEWS
    ),
}
for name, algorithm in BUILT_IN.items():
    register(name, replace(algorithm, resumes=CATALOGUE[name].resumes, ignores=CATALOGUE[name].ignores))
