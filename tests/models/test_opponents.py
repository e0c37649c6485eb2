"""What every opponent is asked and answers: checked on both sides, in one sentence that names it."""

from __future__ import annotations

import copy

import gymnasium
import numpy as np
import pytest

from warzoo.envs import IllegalAction, OutOfOrder, UsageError
from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.gym import make_gym
from warzoo.envs.core.parallel import TurnParallelEnv
from warzoo.envs.core.vector import LearnerVectorEnv
from warzoo.models.network import NetworkBot, Shape
from warzoo.models.opponents import HandWritten, Opponent, RandomBot, opponent
from warzoo.models.search import Search

from ..games import GAMES, each_game

SPECS = ("random", "greedy", "heuristic", "flat:2:uniform", "mcts:4:uniform", "network", "zoo:standard+mcts:2")
each_spec = pytest.mark.parametrize("spec", SPECS)
WRONG_ANSWERS = (None, 3, [0, 0], np.array([0.0, 0.0]), np.array([0]), np.array([-1, 0]), np.array([0, 1 << 40]), "no")


def named(spec, game):
    """The opponent of this name; `network` is an untrained one."""
    if spec != "network":
        return opponent(spec, game)
    shape = Shape(inputs=game.observation.width(), actions=game.actions.size, hidden=[8], shared=True)
    draw = np.random.default_rng(1).normal
    tensors = {name: draw(size=size).astype(np.float32) for name, size in shape.tensors().items()}
    return NetworkBot(game, spec, shape, tensors)


class Saying(Opponent):
    """Answers whatever it was given to say."""

    def __init__(self, game, says):
        super().__init__(game, "loudmouth")
        self.says = says

    def answer(self, states, which, masks, words):
        return self.says

    def answer_one(self, numbers, mask):
        return self.says


@each_game
@pytest.mark.parametrize("says", WRONG_ANSWERS, ids=str)
def test_a_wrong_answer_is_refused_by_the_opponents_name(game, says):
    states = game.deal(2, seed=1)
    before, (_, masks) = states.tobytes(), game.look(states)
    bot = Saying(game, says)
    with pytest.raises(IllegalAction, match="the opponent loudmouth"):
        bot.act(states, np.arange(2), masks, np.random.default_rng(1))
    assert states.tobytes() == before


@each_game
def test_a_wrong_answer_at_the_table_is_refused_by_the_opponents_name(game):
    env = make_gym(game, Saying(game, None))
    with pytest.raises(IllegalAction, match="the opponent loudmouth"):
        _, info = env.reset(seed=1)
        while True:
            _, _, _, _, info = env.step(info["action_mask"].argmax())


@each_game
def test_a_forbidden_answer_is_refused_by_the_opponents_name(game):
    states = game.deal(2, seed=1)
    _, masks = game.look(states)
    forbidden = masks.argmin(axis=1)
    with pytest.raises(IllegalAction, match=r"the opponent loudmouth .* is not allowed now"):
        Saying(game, forbidden).act(states, np.arange(2), masks, np.random.default_rng(1))
    seen, allowed = game.observation.zeros(1).view(np.int8)[: game.observation.width()] * 0.0, masks[0]
    for says in (forbidden[0], -1, None, 1.0):
        with pytest.raises(IllegalAction, match="the opponent loudmouth"):
            Saying(game, says).act_one(seen, allowed)


@each_game
@each_spec
def test_what_is_asked_wrongly_is_refused(game, spec):
    bot, luck = named(spec, game), np.random.default_rng(1)
    states = game.deal(2, seed=1)
    _, masks = game.look(states)
    other = next(other for other in GAMES if other is not game)
    for wrong in (
        (None, [0], masks),
        (states[0], [0], masks),
        (other.deal(2), [0], masks),
        (states, [0.5], masks),
        (states, [2], masks),
        (states, [-1], masks),
        (states, None, masks),
        (states, [0], masks[:, :-1]),
        (states, [0], masks[:1]),
        (states, [0], masks.astype(float)),
        (states, [0], None),
        (states, [1], masks * np.array([[1], [0]], np.int8)),
    ):
        with pytest.raises(UsageError) as refused:
            bot.act(*wrong, luck)
        assert "\n" not in str(refused.value) and len(str(refused.value)) < 250


@each_game
@pytest.mark.parametrize("spec", ["random", "network"])
def test_act_one_checks_the_observation_and_the_mask(game, spec):
    bot = named(spec, game)
    numbers, mask = np.zeros(game.observation.width(), np.float32), np.ones(game.actions.size, np.int8)
    assert 0 <= bot.act_one(numbers, mask) < game.actions.size
    assert bot.act_one(numbers.tolist(), np.eye(len(mask), dtype=bool)[3]) == 3
    nan = numbers.copy()
    nan[0] = np.nan
    for wrong in (numbers[1:], numbers[None], nan, numbers + 2, numbers - 1, None, "text", [[0.0], 1.0], numbers * 1j):
        with pytest.raises(UsageError, match="an observation"):
            bot.act_one(wrong, mask)
    for wrong in (mask[1:], np.ones(len(mask) + 1, np.int8), mask[None], mask * 2, mask * 0.5, -mask, None, []):
        with pytest.raises(UsageError, match=r"a mask .* whole numbers from 0 to 1"):
            bot.act_one(numbers, wrong)
    with pytest.raises(UsageError, match="but number 0 is nan"):
        bot.act_one(nan, mask)
    with pytest.raises(UsageError, match="but number 2 is 7"):
        bot.act_one(numbers, np.where(np.arange(len(mask)) == 2, 7, 1))
    with pytest.raises(UsageError, match="allows nothing"):
        bot.act_one(numbers, mask * 0)


@each_game
@each_spec
def test_every_opponent_chooses_in_every_view_and_leaves_it_alone(game, spec):
    bot = named(spec, game)
    single = gymnasium.make(game.identity, opponents="random")
    for env in (SafeEnv(game), RawEnv(game), TurnParallelEnv(game), single, make_gym(game, "random")):
        with pytest.raises((OutOfOrder, AttributeError), match="reset"):
            bot.choose(env)
        env.reset(seed=1)
        inner = getattr(env.unwrapped, "aec_env", env.unwrapped)
        before = copy.deepcopy(inner.position())
        for _ in range(3):
            action = bot.choose(env)
            assert inner.position()[1][0, action]
        assert all((a == b).all() for a, b in zip(before, inner.position(), strict=True))
        env.step({inner.agent_selection: action} if isinstance(env, TurnParallelEnv) else action)


class Scribe(Opponent):
    """Writes into all that it is handed, then takes what it has allowed itself."""

    def answer(self, states, which, masks, words):
        states.view(np.uint8)[:] = 255
        masks[:], words[:] = 1, 0
        which[:] = 0
        return np.full(len(which), self.game.actions.size - 1)


@each_game
@each_spec
def test_an_opponent_writes_into_nothing_that_a_rule_reads(game, spec):
    states = game.deal(5, seed=1)
    _, masks = game.look(states)
    asked, before = np.array([3, 1]), (states.tobytes(), masks.tobytes())
    named(spec, game).act(states, asked, masks, np.random.default_rng(1))
    masks[:, -1] = 0
    scribe, kept = Scribe(game, "scribe"), masks.tobytes()
    with pytest.raises(IllegalAction, match="scribe answered wrongly"):
        scribe.act(states, asked, masks, np.random.default_rng(1))
    assert (states.tobytes(), asked.tolist()) == (before[0], [3, 1]) and masks.tobytes() == kept


@each_game
def test_who_brings_an_answer_of_his_own_reads_copies(game):
    class Heir(RandomBot):
        pass

    class Own(Heir):
        def answer(self, states, which, masks, words):
            return super().answer(states, which, masks, words)

    assert [kind.reads_copies for kind in (RandomBot, HandWritten, NetworkBot, Search, Heir, Own)] == [False] * 5 + [
        True
    ]


@pytest.mark.parametrize("name", ["act", "act_one", "choose"])
def test_nobody_answers_past_the_checks(name):
    with pytest.raises(TypeError, match=f"Own says what it does in `answer` .* `{name}`"):
        type("Own", (RandomBot,), {name: lambda self, *_: -1})


@each_game
def test_choose_names_what_it_cannot_play(game):
    bot = opponent("random", game)
    other = next(other for other in GAMES if other is not game)
    for wrong in (RawEnv(other), LearnerVectorEnv(game, 2), None, game):
        with pytest.raises(UsageError, match="environment"):
            bot.choose(wrong)
    env = SafeEnv(game)
    env.reset(seed=1)
    env.step(int((env.observe(env.agent_selection)["action_mask"] == 0).argmax()))
    with pytest.raises(OutOfOrder, match="over"):
        bot.choose(env)


@each_game
@each_spec
def test_an_answer_depends_on_its_own_row_and_word_of_luck_alone(game, spec):
    bot = named(spec, game)
    states = game.deal(5, seed=1)
    _, masks = game.look(states)
    words = np.random.default_rng(2).integers(1 << 64, size=5, dtype=np.uint64)
    together = bot.act(states, np.arange(5), masks, words)
    backwards = bot.act(states, np.arange(5)[::-1], masks, words[::-1])
    assert (together == backwards[::-1]).all()
    assert together.tolist() == [int(bot.act(states, np.array([i]), masks, words[i : i + 1])[0]) for i in range(5)]


@each_game
@pytest.mark.parametrize(
    "spec", [None, 3, "", "random:3", "heuristic:", "greedy:x", "hal", "zoo", "mcts", [], b"random"]
)
def test_what_names_no_opponent_is_refused(game, spec):
    right = {"zoo": "zoo:NAME", "mcts": "mcts:1000"}.get(str(spec), "opponent")
    with pytest.raises(UsageError, match=right):
        opponent(spec, game)
    with pytest.raises(UsageError, match=right):
        make_gym(game, opponents=spec)


@each_game
def test_an_opponent_of_another_game_is_refused(game):
    other = next(other for other in GAMES if other is not game)
    with pytest.raises(UsageError, match=f"plays {other.name}"):
        opponent(opponent("random", other), game)


@each_game
@pytest.mark.parametrize(
    "spec", ["x" * 5000, "runs/" + "x" * 5000, "a/" * 5000, "/" * 5000 + "x" * 300, "mcts:" + "9" * 5000, "flat:²"]
)
def test_a_name_too_long_is_one_short_sentence(game, spec):
    with pytest.raises(UsageError, match=r"opponent|is no search") as refused:
        opponent(spec, game)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 250
