"""State machines: any order of legal and illegal actions, copies, snapshots and redeals keeps a game sound."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from warzoo.envs import IllegalAction, UsageError
from warzoo.envs.core import kernels
from warzoo.envs.core.aec import RawEnv

from .games import any_game, audit_of, scaled


def table_talk(game):
    """The machine of one game."""

    class TableTalk(RuleBasedStateMachine):
        @initialize(variant=st.sampled_from(game.variants), seed=st.integers(0, 2**32))
        def sit_down(self, variant, seed):
            self.env = RawEnv(game, **variant)
            self.env.reset(seed=seed)

        @rule(choice=st.floats(0, 1, exclude_max=True))
        def act(self, choice):
            if self.env._ended:
                self.env.reset()
                return
            moves = self.env.infos[self.env.agent_selection]["action_mask"].nonzero()[0]
            self.env.step(int(moves[int(choice * len(moves))]))

        @rule(action=st.integers(-3, game.actions.size + 3))
        def act_out_of_turn(self, action):
            mask = self.env.infos[self.env.agent_selection]["action_mask"]
            if self.env._ended or (0 <= action < mask.size and mask[action]):
                return
            before = self.env.save_state()
            with pytest.raises(IllegalAction):
                self.env.step(action)
            assert self.env.save_state() == before

        @rule()
        def copy(self):
            before = self.env
            self.env = copy.deepcopy(before)
            assert not np.shares_memory(self.env._states, before._states)

        @rule()
        def save_and_load(self):
            data = self.env.save_state()
            options = self.env.options.model_dump()
            self.env = RawEnv(game, **options)
            self.env.load_state(data)
            assert self.env.save_state() == data

        @rule(place=st.integers(0, 10**6), bit=st.integers(0, 7))
        def load_damaged(self, place, bit):
            data = bytearray(self.env.save_state())
            data[place % len(data)] ^= 1 << bit
            before = self.env.state().tobytes()
            with pytest.raises(UsageError):
                self.env.load_state(bytes(data))
            assert self.env.state().tobytes() == before

        @rule(luck=st.integers(1, 2**63), who=st.integers(0, 5))
        def redeal(self, luck, who):
            if self.env._ended:
                return
            seat = who % len(self.env.possible_agents)
            agent = self.env.possible_agents[seat]
            before = self.env.observe(agent)["observation"].tobytes()
            other = copy.deepcopy(self.env)
            kernels.redeal_one(other._states, 0, seat, np.uint64(luck))
            other._go_on(-1)
            audit_of(game)(other._states)
            assert other.observe(agent)["observation"].tobytes() == before

        @invariant()
        def sound(self):
            if hasattr(self, "env"):
                audit_of(game)(self.env._states)

    return TableTalk


@any_game
def test_no_order_of_calls_breaks_a_game(game):
    run_state_machine_as_test(
        table_talk(game),
        settings=settings(
            max_examples=max(3, scaled(60)),
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
