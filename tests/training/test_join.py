"""Two policies in one network: it plays as each at the tables that one was made for."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from warzoo.envs import find
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game
from warzoo.models import checkpoint
from warzoo.models.checkpoint import Checkpoint, player_of
from warzoo.models.network import Shape
from warzoo.models.opponents import opponent
from warzoo.training.measuring import join as joining
from warzoo.training.measuring.join import join, positions, tables
from warzoo.training.shell.cli import main

GAME = find("war_on_terror")
TWO, MORE = [{"players": 2}], [{"players": 3}, {"players": 4}]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "GAMES", 4)


def policy(
    variants: list[dict[str, Any]],
    *hidden: int,
    seed: int = 1,
    shared: bool = True,
    plays: Literal["sample", "best"] = "best",
    game: Game = GAME,
) -> Checkpoint:
    """One that nobody trained."""
    shape = Shape(inputs=game.observation.width(), actions=game.actions.size, hidden=list(hidden), shared=shared)
    rng = np.random.default_rng(seed)
    tensors = {name: rng.normal(size=size).astype(np.float32) for name, size in shape.tensors().items()}
    told = {"variants": variants, "algorithm": "none", "command": "none", "seed": 0, "decisions": 7, "plays": plays}
    return Checkpoint(checkpoint.describe(game, shape, **told), tensors)


@pytest.mark.parametrize("hidden", [(9, 6), (9, 6, 5)])
def test_it_plays_as_each_at_the_tables_of_that_one(hidden: tuple[int, ...]) -> None:
    parts = policy(TWO, *hidden), policy(MORE, *hidden[::-1], seed=2)
    both = join(GAME, *parts, "a command")
    assert both.manifest.variants == [GAME.settings(**one).model_dump(mode="json") for one in (*TWO, *MORE)]
    assert both.manifest.decisions == 14
    assert (both.manifest.command, both.manifest.plays) == ("a command", "best")
    player = player_of(GAME, "both", both)
    for part in parts:
        alone = player_of(GAME, "alone", part)
        for options in tables(GAME, part):
            for seen in positions(GAME, opponent("random", GAME), options):
                raw = np.rint(seen / GAME.observation.scale()).astype(np.int8)
                wanted = alone.logits_of_raw(raw)
                assert np.allclose(player.logits_of_raw(raw), wanted, rtol=0, atol=1e-4 * np.abs(wanted).max())


def test_the_value_of_a_position_is_that_of_each_too() -> None:
    parts = policy(TWO, 9, 6), policy(MORE, 9, 6, seed=2)
    both = join(GAME, *parts, "a command")
    for part in parts:
        for seen in positions(GAME, player_of(GAME, "alone", part), tables(GAME, part)[0]):
            assert np.allclose(value(both, seen), value(part, seen), atol=1e-3)


def test_the_order_does_not_matter_and_a_table_named_twice_is_one() -> None:
    two, more = policy([*TWO, *TWO], 9, 6), policy(MORE, 9, 6, seed=2)
    one, other = (join(GAME, *pair, "a command") for pair in ((two, more), (more, two)))
    assert len(one.manifest.variants) == len(other.manifest.variants) == 3
    assert one.manifest.network == other.manifest.network
    assert all((one.tensors[name] == other.tensors[name]).all() for name in one.tensors)


def test_a_first_step_of_learning_does_not_wake_the_other_half() -> None:
    parts = policy(TWO, 9, 6, 5), policy(MORE, 9, 6, 5, seed=2)
    both = join(GAME, *parts, "a command")
    for name, tensor in both.tensors.items():
        if name.startswith("trunk") and name.endswith("bias"):
            tensor[-2:] += 4e-3
    for part in parts:
        alone, player = player_of(GAME, "alone", part), player_of(GAME, "both", both)
        for seen in positions(GAME, alone, tables(GAME, part)[0]):
            raw = np.rint(seen / GAME.observation.scale()).astype(np.int8)
            wanted = alone.logits_of_raw(raw)
            assert np.allclose(player.logits_of_raw(raw), wanted, rtol=0, atol=0.1 * np.abs(wanted).max())


def test_a_policy_that_never_wakes_a_layer_can_be_joined() -> None:
    parts = policy(TWO, 9, 6), policy(MORE, 9, 6, seed=2)
    parts[0].tensors["trunk.0.bias"][:] = -1e4
    assert join(GAME, *parts, "a command").manifest.network.hidden[0] <= 9 + 2


def value(one: Checkpoint, x: Any) -> Any:
    *hidden, last = one.manifest.network.value_layers()
    for name in hidden:
        x = np.maximum(x @ one.tensors[f"{name}.weight"].T + one.tensors[f"{name}.bias"], 0)
    return x @ one.tensors[f"{last}.weight"].T + one.tensors[f"{last}.bias"]


def test_what_is_never_used_is_left_out() -> None:
    parts = policy(TWO, 9, 6), policy(MORE, 9, 6, seed=2)
    parts[0].tensors["trunk.0.bias"][2:5] = -1e4
    parts[1].tensors["trunk.1.bias"][1] = -1e5
    first, second = join(GAME, *parts, "a command").manifest.network.hidden
    assert first <= 9 + 9 + 2 - 3 and second <= 6 + 6 + 2 - 1


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (policy(TWO, 4), policy(MORE, 4), "two at least"),
        (policy(TWO, 4, 4), policy(MORE, 4, 4, 4), "as many hidden layers"),
        (policy(TWO, 4, 4), policy(MORE, 4, 4, shared=False), "share no hidden layers"),
        (policy([*TWO, *MORE], 4, 4), policy(MORE, 4, 4), "no other tables"),
        (policy(MORE[:1], 4, 4), policy([*TWO, *MORE], 4, 4), "no number of an observation"),
        (policy(TWO, 4, 4), policy(MORE, 4, 4, plays="sample"), "draws its actions, the other takes the likeliest"),
        (policy(TWO, 2500, 4), policy(MORE, 2500, 4), "more than 4096"),
    ],
)
def test_what_cannot_be_joined_is_refused(first: Checkpoint, second: Checkpoint, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        join(GAME, first, second, "a command")


def test_values_that_only_one_has_learnt_are_refused() -> None:
    first, second = policy(TWO, 4, 4), policy(MORE, 4, 4)
    second.tensors["value.weight"][:] = 0
    with pytest.raises(UsageError, match="the other has not"):
        join(GAME, first, second, "a command")


def test_a_policy_of_a_game_that_behaved_otherwise_is_refused() -> None:
    first, second = policy(TWO, 4, 4), policy(MORE, 4, 4)
    second.warnings.append("trained when it behaved otherwise")
    with pytest.raises(UsageError, match="to be joined was trained when"):
        join(GAME, first, second, "a command")


def test_the_command_writes_a_checkpoint_and_nothing_over_what_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, one in {"two": policy(TWO, 9, 6), "more": policy(MORE, 9, 6)}.items():
        checkpoint.save(tmp_path / name, one.manifest, one.tensors)
    words = ["join", "war_on_terror", *(str(tmp_path / name) for name in ("two", "more")), "--out"]
    assert main([*words, str(tmp_path / "both")]) == 0
    both = checkpoint.load(tmp_path / "both", GAME)
    assert both.manifest.command == " ".join(["warzoo", *words, str(tmp_path / "both")])
    assert main([*words, str(tmp_path / "both")]) == 2
    assert "name another folder" in capsys.readouterr().err
    assert main(["join", "war_on_terror", "zoo:nobody", "zoo:standard", "--out", str(tmp_path / "none")]) == 2
    assert "has no 'nobody'" in capsys.readouterr().err
    assert main(["join", "war_on_terror", "zoo:easy", "zoo:standard", "--out", str(tmp_path / "none")]) == 2
    assert "zoo:easy plays by zoo:standard: name that one" in capsys.readouterr().err
    assert main([*words, str(tmp_path / "two" / "policy.safetensors" / "both")]) == 2
    assert "cannot write" in capsys.readouterr().err
