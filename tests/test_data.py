"""The table as data: nothing hidden in it, all of it plain and as its schema says, and its moves are the legal ones."""

from __future__ import annotations

import copy
import json

import jsonschema
import numpy as np
import pytest

from warzoo.envs import OutOfOrder, UsageError
from warzoo.envs.core import data, kernels
from warzoo.envs.core.aec import RawEnv, SafeEnv
from warzoo.envs.core.parallel import TurnParallelEnv
from warzoo.envs.core.text import understand
from warzoo.models import checkpoint
from warzoo.models.network import NetworkBot
from warzoo.models.opponents import opponent

from . import teams
from .games import (
    ANY,
    GAMES,
    any_configuration,
    any_game,
    each_game,
    for_each,
    for_each_variant,
    forbidden,
    scaled,
    some_positions,
)

WITH_TEAMS = [*ANY, teams.GAME]
SHIPPED = [game for game in GAMES if (checkpoint.ZOO / game.name / "standard").is_dir()]
every_game, every_configuration = for_each(WITH_TEAMS), for_each_variant(WITH_TEAMS)
PLAIN = (dict, list, str, int, float, bool, type(None))


def positions(game, options, count=60):
    """Arrays of one running game each."""
    states = some_positions(game, options, max(4, scaled(count)), np.random.default_rng(1), seed=1)
    return [states[i : i + 1].copy() for i in range(len(states))]


def seen(game, options, states, seat, going=True):
    return data.view(game, game.settings(**options), states, seat, [], going)


def written(view):
    return json.dumps(view, sort_keys=True)


def dealt_anew(states, seat, rng):
    """The same position for this seat, with all that it cannot know dealt anew."""
    other = states.copy()
    kernels.redeal_one(other, 0, seat, rng.integers(1, 1 << 63, dtype=np.uint64))
    return other


@every_configuration
def test_a_view_holds_nothing_that_its_seat_cannot_know(game, options):
    rng, moved = np.random.default_rng(2), False
    for states in positions(game, options, 100):
        for seat in range(states["players"][0]):
            hidden = dealt_anew(states, seat, rng)
            assert written(seen(game, options, hidden, seat)) == written(seen(game, options, states, seat))
            moved = moved or written(seen(game, options, hidden, None)) != written(seen(game, options, states, None))
    assert moved, "with all hands open it shows what was dealt anew"


@every_configuration
def test_a_view_is_plain_and_fits_its_model(game, options):
    for states in positions(game, options):
        for seat in (None, *range(states["players"][0])):
            view = seen(game, options, states, seat)
            text = json.dumps(view)
            assert set(map(type, inside(view))) <= set(PLAIN)
            assert json.loads(text) == view
            assert data.model(game).model_validate_json(text).model_dump(mode="json") == view
            assert view["format"] == data.identity(game) and view["options"]["players"] == states["players"][0]


def inside(value):
    """The value and all that it holds."""
    yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from inside(part)


@every_game
def test_the_schema_is_one_and_tells_views_from_others(game):
    schema = json.loads(json.dumps(data.schema(game)))
    jsonschema.Draft202012Validator.check_schema(schema)
    judge = jsonschema.Draft202012Validator(schema)
    env = played(game, {}, 3)
    for agent in (None, *env.possible_agents):
        judge.validate(env.view(agent))
    view = env.view(env.agent_selection)
    for name in view:
        assert not judge.is_valid({key: value for key, value in view.items() if key != name})
        assert not judge.is_valid(view | {name: object()})
    assert not judge.is_valid(view | {"more": 1}) and not judge.is_valid(view | {"table": view["table"] | {"more": 1}})


@every_configuration
def test_the_moves_are_the_legal_ones_in_words_and_parts(game, options):
    for states in positions(game, options):
        turn, legal = int(states["turn"][0]), game.mask(states).nonzero()[0].tolist()
        for seat in (None, turn):
            moves = seen(game, options, states, seat)["moves"]
            assert [move["action"] for move in moves] == legal
            for move in moves:
                assert game.actions[move["block"]].encode(*move["at"]) == move["action"]
                assert understand(game.text, legal, states[0], move["words"]) == move["action"]
        for seat in set(range(states["players"][0])) - {turn}:
            assert seen(game, options, states, seat)["moves"] == []


@every_configuration
def test_the_observation_is_the_one_that_the_environment_gives(game, options):
    env = played(game, options, 5)
    for agent in env.possible_agents:
        numbers = data.numbers(game, env.view(agent)["observation"])
        assert numbers.tobytes() == env.observe(agent)["observation"].tobytes()
    assert env.view()["observation"] is None


# Views of an environment


def played(game, options, decisions, kind=SafeEnv, seed=1):
    """An environment after so many random decisions, or fewer if the game ends before."""
    env = kind(game, **options)
    env.reset(seed=seed)
    play_on(env, decisions, np.random.default_rng(seed))
    return env


def play_on(env, decisions, rng):
    for _ in range(decisions):
        if env._ended:
            break
        env.step(int(rng.choice(env._masks[env._turn].nonzero()[0])))


@every_configuration
def test_what_happened_is_told_from_the_own_last_move_on_as_far_as_one_may_know(game, options):
    rng, env = np.random.default_rng(3), RawEnv(game, **options)
    env.reset(seed=3)
    moves = []
    for _ in range(scaled(100)):
        before = env._states.copy()
        play_on(env, 1, rng)
        moves.append((before, env._transcript.actions[-1], env._states.copy()))
        for seat, agent in [(None, None), *enumerate(env.possible_agents)]:
            if env._ended or rng.random() < 0.2:
                assert env.view(agent)["happened"] == list(heard(game, moves, seat, rng))
        if env._ended:
            break


def heard(game, moves, seat, rng):
    """The sentences from the seat's last move on, told of positions in which all that it cannot know is another."""
    mine = [k for k, (before, _, _) in enumerate(moves) if seat in (None, before["turn"][0])]
    for before, action, after in moves[mine[-1] if mine else 0 :]:
        old, new = (before, after) if seat is None else (dealt_anew(s, seat, rng) for s in (before, after))
        yield game.text.tell(old[0], action, new[0], seat)


@any_game
def test_what_happened_follows_the_game_through_reset_and_load(game):
    env = played(game, {}, 2, RawEnv)
    agents = env.possible_agents
    first, saved = [env.view(agent) for agent in agents], env.save_state()
    play_on(env, 1, np.random.default_rng(1))
    later = [env.view(agent) for agent in agents]
    assert later != first
    env.load_state(saved)
    assert [env.view(agent) for agent in agents] == first
    play_on(env, 1, np.random.default_rng(1))
    assert [copy.deepcopy(env).view(agent) for agent in agents] == later
    env.reset(seed=4)
    assert env.view(agents[0])["happened"] == []


@any_configuration
def test_the_end_shows_the_result_and_leaves_no_move(game, options):
    env = played(game, options, 0, RawEnv)
    going = env.view(env.agent_selection)
    assert going["acting"] == going["seat"] and going["result"] is None and going["moves"]
    play_on(env, game.longest, np.random.default_rng(1))
    for agent in (None, *env.possible_agents):
        view = env.view(agent)
        assert (view["acting"], view["moves"], view["result"]) == (None, [], env.rewards)
        assert data.model(game).model_validate_json(json.dumps(view)).model_dump(mode="json") == view


@each_game
def test_a_game_broken_off_has_no_result_and_no_move(game):
    cut, spoilt = SafeEnv(game, max_cycles=1), SafeEnv(game)
    cut.reset(seed=1)
    while not any(cut.truncations.values()):
        assert cut.view()["acting"] == cut.agent_selection
        play_on(cut, 1, np.random.default_rng(1))
    spoilt.step(forbidden(spoilt))
    assert min(spoilt.rewards.values()) == -1
    for env in (cut, spoilt):
        for agent in (None, *env.possible_agents):
            view = env.view(agent)
            assert (view["acting"], view["result"], view["moves"]) == (None, None, [])


@any_game
def test_a_view_before_reset_or_of_a_stranger_is_one_sentence(game):
    env = RawEnv(game)
    for agent in (None, "player_0"):
        with pytest.raises(OutOfOrder, match=r"reset\(\)"):
            env.view(agent)
    env.reset(seed=1)
    for agent in ("player_9", "", 0, True, [], 1.5, "player_1 "):
        with pytest.raises(UsageError, match="there is no agent") as refused:
            env.view(agent)
        assert "\n" not in str(refused.value) and "player_0" in str(refused.value)


@any_game
def test_what_is_done_to_a_view_changes_nothing(game):
    env = played(game, {}, 2)
    before = copy.deepcopy(env.view("player_0"))
    spoilt = env.view("player_0")
    for part in ("happened", "moves", "table", "options", "observation"):
        spoilt[part].clear()
    assert env.view("player_0") == before


@any_game
def test_a_parallel_environment_has_the_same_views(game):
    parallel, env = TurnParallelEnv(game), SafeEnv(game)
    parallel.reset(seed=1)
    env.reset(seed=1)
    for agent in (None, *env.possible_agents):
        assert parallel.view(agent) == env.view(agent)


# And back: opponents that are handed a view


@for_each(SHIPPED)
def test_a_network_chooses_from_a_view_as_from_the_environment(game):
    drawn, env, apart = opponent("zoo:standard", game), SafeEnv(game), set()
    bot = NetworkBot(game, "likeliest", drawn.shape, drawn.tensors, "best")
    env.reset(seed=1)
    for _ in range(scaled(60)):
        view, seen = json.loads(json.dumps(env.view(env.agent_selection))), env.observe(env.agent_selection)
        action = bot.choose(env)
        assert bot.choose(view) == action
        assert bot.choose({key: view[key] for key in ("observation", "moves")}) == action
        assert bot.act_one(view["observation"], seen["action_mask"]) == action
        assert bot.act_one(seen["observation"], seen["action_mask"]) == action
        apart.add(action)
        env.step(action)
        if env._ended:
            break
    assert len(apart) > 1 or not scaled(2) > 1


@any_game
def test_moves_of_a_view_may_be_plain_numbers(game):
    view = played(game, {}, 1).view()
    bot, legal = opponent("random", game), [move["action"] for move in view["moves"]]
    asked = {"observation": seen_by_the_acting(game)["observation"], "moves": legal}
    assert bot.choose(asked) in legal and bot.choose(asked | {"moves": legal[-1:]}) == legal[-1]


def seen_by_the_acting(game):
    env = played(game, {}, 1)
    return env.view(env.agent_selection)


@each_game
@pytest.mark.parametrize("spec", ["heuristic", "greedy", "flat:8"])
def test_who_needs_a_state_says_so(game, spec):
    with pytest.raises(UsageError, match="plays from a game's state, not from a bare observation") as refused:
        opponent(spec, game).choose(seen_by_the_acting(game))
    assert "\n" not in str(refused.value)


def wrong_views(game, view):
    """Views that are none of this game, and a word of what is said of each."""
    seen = view["observation"]
    name, field = next((name, field) for name, field in game.observation.fields.items() if field.shape)
    other = next(other for other in GAMES if other is not game)
    yield {}, "moves"
    yield seen_by_the_acting(other), other.name
    yield view | {"moves": []}, "allows nothing"
    yield view | {"observation": None}, "an observation of"
    for moves in (None, "all", 3, {}, view["moves"][0]):
        yield view | {"moves": moves}, "moves in a list"
    for move in (game.actions.size, -1, 10**30, 0.0, "0", None, True, [0], {}, {"action": None}):
        yield view | {"moves": [move]}, "an action is a whole number"
    yield view | {"observation": {key: seen[key] for key in seen if key != name}}, name
    yield view | {"observation": seen | {"more": 0}}, "more"
    for part in (None, 0, [], "text", seen[name][:-1], [*seen[name], seen[name][-1]]):
        yield view | {"observation": seen | {name: part}}, name
    for number in (field.most + 1, -1, 10**30, 0.0, True, None, "0", float("nan"), [0]):
        spoilt = copy.deepcopy(seen[name])
        place = spoilt
        while isinstance(place[0], list):
            place = place[0]
        place[0] = number
        yield view | {"observation": seen | {name: spoilt}}, name
    for part in (None, 3, "text", [], [0] * game.observation.width()):
        yield view | {"observation": part}, "an observation of"


@any_game
def test_wrong_views_are_refused_in_one_sentence(game):
    view, bot = seen_by_the_acting(game), opponent("random", game)
    assert bot.choose(view) in [move["action"] for move in view["moves"]]
    for wrong, word in wrong_views(game, view):
        with pytest.raises(UsageError, match=word) as refused:
            bot.choose(wrong)
        assert "\n" not in str(refused.value) and len(str(refused.value)) < 250
