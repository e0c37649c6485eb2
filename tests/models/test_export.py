"""A policy in an ONNX file: the same choices as its own, from the observation's parts by name."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from warzoo.envs import UsageError
from warzoo.envs.core import kernels
from warzoo.envs.core.aec import RawEnv
from warzoo.models.export import export
from warzoo.models.network import NetworkBot
from warzoo.models.opponents import opponent

from ..games import GAMES, random_positions, scaled
from .test_zoo import each_shipped

POSITIONS = 10_000


@pytest.fixture(scope="module")
def runtime():
    return pytest.importorskip("onnxruntime", reason="onnxruntime runs what is exported: pip install onnxruntime")


def exported(runtime, bot, folder):
    path, beside = export(bot, folder / "policy.onnx")
    return runtime.InferenceSession(path), json.loads(beside.read_text())


def answers(session, game, states):
    """Probabilities, best actions and masks; the file is asked as a foreign program would ask it."""
    records, masks = game.observation.zeros(len(states)), np.zeros((len(states), game.actions.size), np.int8)
    kernels.look(states, np.arange(len(states)), records, masks)
    parts = {name: np.ascontiguousarray(records[name]) for name in game.observation.fields}
    probabilities, actions = session.run(None, parts | {"mask": masks})
    return probabilities, actions, masks, game.flat(records)


@each_shipped
def test_an_exported_policy_chooses_as_it_did(game, path, runtime, tmp_path):
    bot = opponent(f"zoo:{path.name}", game)
    session, _ = exported(runtime, bot, tmp_path)
    bot.heat = 0.0  # the best action is what the file tells, however the policy plays
    rng, asked, differ = np.random.default_rng(0), 0, 0
    for options in bot.variants:
        for states in random_positions(game, options, scaled(POSITIONS) / len(bot.variants), rng):
            probabilities, actions, masks, numbers = answers(session, game, states)
            chosen = bot.act(states, np.arange(len(states)), masks, rng)
            assert (actions == probabilities.argmax(1)).all()
            assert masks[np.arange(len(states)), actions].all() and (probabilities[masks == 0] == 0).all()
            assert probabilities.sum(1) == pytest.approx(1, abs=1e-5)
            apart = np.flatnonzero(actions != chosen)
            logits = bot.logits_of_raw(numbers[apart])
            rows = np.arange(len(apart))
            assert logits[rows, actions[apart]] == pytest.approx(logits[rows, chosen[apart]], abs=1e-4), (
                "no even choice"
            )
            asked, differ = asked + len(states), differ + len(apart)
    assert asked >= 0.8 * scaled(POSITIONS) and differ <= asked // 2000


def test_a_policy_that_draws_has_its_probabilities_in_the_file(runtime, tmp_path):
    own = next(filter(None, map(shipped, GAMES)))
    tensors = {}
    for name, (weight, bias) in zip(own.shape.policy_layers(), own.layers, strict=True):
        tensors[f"{name}.weight"], tensors[f"{name}.bias"] = weight, bias
    bot = NetworkBot(own.game, "drawn", own.shape, tensors, plays="sample", temperature=0.5)
    session, told = exported(runtime, bot, tmp_path)
    assert told["plays"] == "sample"
    states = next(random_positions(bot.game, bot.game.variants[0], 2000, np.random.default_rng(1)))
    probabilities, _, masks, numbers = answers(session, bot.game, states)
    scale = bot.game.observation.scale()
    assert probabilities == pytest.approx(bot.probabilities(numbers * scale, masks), abs=1e-4)


def test_the_description_says_what_goes_in_and_what_comes_out(runtime, tmp_path):
    for game in GAMES:
        if not (bot := shipped(game)):
            continue
        session, told = exported(runtime, bot, tmp_path)
        taken = {entry["name"]: ["games", *entry["shape"]] for entry in told["inputs"]}
        assert {given.name: given.shape for given in session.get_inputs()} == taken
        assert {given.type for given in session.get_inputs()} == {"tensor(int8)"}
        assert [given.name for given in session.get_outputs()] == [entry["name"] for entry in told["outputs"]]
        assert (told["game"], told["version"], told["opponent"]) == (game.name, game.version, "zoo:standard")
        for move in told["actions"]:
            assert game.parse(move["words"]) == move["action"] == game.actions[move["block"]].encode(*move["at"])


def shipped(game):
    try:
        return opponent("zoo:standard", game)
    except UsageError:
        return None


def test_what_cannot_be_exported_is_said_in_one_sentence(runtime, tmp_path):
    with pytest.raises(UsageError, match="heuristic is no network"):
        export(opponent("heuristic", GAMES[0]), tmp_path / "policy.onnx")
    bot = next(filter(None, map(shipped, GAMES)))
    for wrong in ("policy", "policy.json", "policy.pt"):
        with pytest.raises(UsageError, match=r"something\.onnx"):
            export(bot, tmp_path / wrong)
    with pytest.raises(UsageError, match="cannot write"):
        export(bot, tmp_path / "nowhere" / "policy.onnx")
    (tmp_path / "policy.json").mkdir()
    with pytest.raises(UsageError, match="cannot write"):
        export(bot, tmp_path / "policy.onnx")
    assert not (tmp_path / "policy.onnx").exists()


def has_runtime_for_node():
    found = shutil.which("node") and subprocess.run(
        ["node", "-e", "require.resolve('onnxruntime-web')"], capture_output=True, check=False
    )
    return bool(found) and found.returncode == 0


@pytest.mark.skipif(not has_runtime_for_node(), reason="node finds no onnxruntime-web: npm install onnxruntime-web")
def test_the_javascript_sample_chooses_as_the_policy_does(tmp_path):
    game = next(game for game in GAMES if shipped(game))
    bot = shipped(game)
    path, _ = export(bot, tmp_path / "standard.onnx")
    env = RawEnv(game)
    env.reset(seed=3)
    for _ in range(5):
        env.step(bot.choose(env))
    view = env.view(env.agent_selection)
    (tmp_path / "view.json").write_text(json.dumps(view))
    sample = Path(__file__).parents[2] / "docs" / "samples" / "policy.js"
    done = subprocess.run(
        ["node", sample, path, tmp_path / "view.json"], capture_output=True, text=True, timeout=120, check=True
    )
    action = bot.choose(view)
    assert done.stdout.startswith(f"{action} {game.text.describe(action)} ")
