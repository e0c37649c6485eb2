"""The algorithms by name: what each is, and how far a resumed run equals an unbroken one. Known without torch."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """What a person reads of an algorithm."""

    about: str
    resumes: str


CATALOGUE = {
    "selfplay-ppo": Entry(
        about="self-play: one network for all seats, with a pull towards its own past",
        resumes="selfplay-ppo goes on bit for bit as if it had never been interrupted.",
    ),
    "maskable-ppo": Entry(
        about="MaskablePPO of sb3-contrib against fixed opponents",
        resumes="maskable-ppo does not go on bit for bit: its weights and its optimiser are kept, "
        "its games start afresh.",
    ),
    "dqn": Entry(
        about="DQN of Stable-Baselines3, with masked targets, against fixed opponents",
        resumes="dqn does not go on bit for bit: its weights and its optimiser are kept, its replay buffer is not, "
        "and its games start afresh.",
    ),
}
