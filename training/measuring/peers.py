"""The peers of the benchmark: how each of them is driven, with mask and observation at every decision."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Loop = Callable[[float], int]


def own_loop(env: Any) -> Loop:
    """An AEC environment with the caller's own random draw from the mask."""
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def loop(seconds: float) -> int:
        end, done = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            env.reset()
            while not env.terminations[env.agent_selection]:
                moves = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
                env.step(int(moves[rng.integers(len(moves))]))
                done += 1
        return done

    return loop


def documented_loop(env: Any) -> Loop:
    """The loop of PettingZoo's documentation."""
    env.reset(seed=1)

    def loop(seconds: float) -> int:
        end, done = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            env.reset()
            for agent in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    env.step(env.action_space(agent).sample(observation["action_mask"]))
                    done += 1
        return done

    return loop


def connect_four(wrapped: bool) -> Any:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic.connect_four import connect_four as game
    return game.env() if wrapped else game.raw_env()


def open_spiel_gin_rummy() -> Loop:
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    rng = np.random.default_rng(1)

    def loop(seconds: float) -> int:
        end, done, state = time.perf_counter() + seconds, 0, game.new_initial_state()
        while time.perf_counter() < end:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(actions, p=odds)))
                continue
            state.observation_tensor()
            state.legal_actions_mask()
            actions = state.legal_actions()
            state.apply_action(actions[rng.integers(len(actions))])
            done += 1
        return done

    return loop


def rlcard_gin_rummy() -> Loop:
    import rlcard

    env = rlcard.make("gin-rummy", config={"seed": 1})
    rng = np.random.default_rng(1)

    def loop(seconds: float) -> int:
        end, done = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            state, _ = env.reset()
            while not env.is_over():
                moves = list(state["legal_actions"])
                state, _ = env.step(moves[rng.integers(len(moves))])
                done += 1
        return done

    return loop


class Peer(NamedTuple):
    """A loop elsewhere, and the module without which it cannot be measured."""

    game: str
    what: str
    needs: str
    loop: Callable[[], Loop]


PEERS = [
    Peer("pettingzoo connect_four", "raw_env, own draw", "pygame", lambda: own_loop(connect_four(False))),
    Peer("pettingzoo connect_four", "env, own draw", "pygame", lambda: own_loop(connect_four(True))),
    Peer("pettingzoo connect_four", "raw_env, documented loop", "pygame", lambda: documented_loop(connect_four(False))),
    Peer("pettingzoo connect_four", "env, documented loop", "pygame", lambda: documented_loop(connect_four(True))),
    Peer("pyspiel gin_rummy", "from Python", "pyspiel", open_spiel_gin_rummy),
    Peer("rlcard gin-rummy", "from Python", "rlcard", rlcard_gin_rummy),
]
