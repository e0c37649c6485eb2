"""The algorithms by name: what each is, of which settings it makes no use, and how far a resumed run equals an unbroken
one. Known without torch."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """What a person reads of an algorithm."""

    about: str
    ignores: tuple[str, ...]
    resumes: str


EXPLORING = ("epsilon",)
FICTITIOUS = ("eta", "reservoir")
FIXED_OPPONENTS = ("opponents",)
POOL = ("pool_share", "pool_bots", "bot_share", "snapshots", "rivals", "whims", "snapshot_every")
MAGNET = ("magnet", "magnet_pace")
IMITATION = ("imitation", "imitation_until", "imitation_doubt", "warm_start")
OURS = ("value_lambda", "ent_coef_end", "entropy_alarm", *MAGNET, *IMITATION)
PPO = ("gae_lambda", "clip_range", "ent_coef")
LOSS = ("n_epochs", "vf_coef")

CATALOGUE = {
    "selfplay-ppo": Entry(
        about="self-play: one network for all seats, with a pull towards its own past",
        ignores=FIXED_OPPONENTS + EXPLORING + FICTITIOUS,
        resumes="selfplay-ppo goes on bit for bit as if it had never been interrupted.",
    ),
    "dmc": Entry(
        about="deep Monte Carlo by self-play: action values that learn how games end; it plays the best",
        ignores=(*FIXED_OPPONENTS, *PPO, *OURS, *FICTITIOUS, "whims"),
        resumes="dmc goes on bit for bit as if it had never been interrupted.",
    ),
    "nfsp": Entry(
        about="neural fictitious self-play: the average of best responses to itself, each learnt by deep Monte Carlo",
        ignores=FIXED_OPPONENTS + PPO + OURS + POOL,
        resumes="nfsp goes on bit for bit as if it had never been interrupted.",
    ),
    "maskable-ppo": Entry(
        about="MaskablePPO of sb3-contrib against fixed opponents",
        ignores=("games", *POOL, *OURS, *EXPLORING, *FICTITIOUS),
        resumes="maskable-ppo does not go on bit for bit: its weights and its optimiser are kept, "
        "its games start afresh.",
    ),
    "dqn": Entry(
        about="DQN of Stable-Baselines3, with masked targets, against fixed opponents",
        ignores=("games", "shared", *POOL, *OURS, *EXPLORING, *FICTITIOUS, *PPO, *LOSS),
        resumes="dqn does not go on bit for bit: its weights and its optimiser are kept, its replay buffer is not, "
        "and its games start afresh.",
    ),
}
