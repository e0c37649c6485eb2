"""A checkpoint plays, or says in one sentence why not; reading it runs no code and believes nothing."""

from __future__ import annotations

import json
import os
import pickle
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from warzoo.envs import kuhn_poker, leduc_poker
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.jit import COMPILED
from warzoo.models import checkpoint
from warzoo.models.checkpoint import MANIFEST, POLICY, BadCheckpoint
from warzoo.models.network import NetworkBot, Shape, forward
from warzoo.models.opponents import OpponentWarning, opponent

GAME = kuhn_poker.GAME
SHAPE = Shape(inputs=GAME.observation.width(), actions=GAME.actions.size, hidden=[8, 6], shared=True)


def tensors(shape: Shape = SHAPE, seed: int = 0) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=size).astype(np.float32) for name, size in shape.tensors().items()}


def manifest(game: Any = GAME, shape: Shape = SHAPE) -> Any:
    return checkpoint.describe(
        game, shape, variants=[{"players": 2}], algorithm="selfplay-ppo", command="warzoo train", seed=1, decisions=7
    )


def sound(folder: Path) -> Path:
    checkpoint.save(folder, manifest(), tensors())
    return folder


# Sound ones


@pytest.mark.parametrize("shared", [True, False])
def test_what_is_saved_is_what_is_loaded(shared: bool, tmp_path: Path) -> None:
    shape = SHAPE.model_copy(update={"shared": shared})
    checkpoint.save(tmp_path / "c", manifest(shape=shape), tensors(shape))
    loaded = checkpoint.load(tmp_path / "c", GAME)
    assert loaded.manifest == manifest(shape=shape) and loaded.warnings == []
    for name, tensor in tensors(shape).items():
        assert (loaded.tensors[name] == tensor).all()


def test_a_run_folder_means_its_newest_complete_checkpoint(tmp_path: Path) -> None:
    for number in (10, 200):
        sound(tmp_path / "checkpoints" / f"{number:012d}")
    (tmp_path / "checkpoints" / "000000000300").mkdir()
    (tmp_path / "checkpoints" / "000000000300" / POLICY).write_bytes(b"half")
    assert checkpoint.locate(tmp_path).name == "000000000200"
    assert isinstance(opponent(str(tmp_path), GAME), NetworkBot)


def test_another_behaviour_is_a_warning_only(tmp_path: Path) -> None:
    other = manifest().model_copy(update={"behaviour": "0123"})
    checkpoint.save(tmp_path / "c", other, tensors())
    with pytest.warns(OpponentWarning, match="behaviour 0123"):
        assert isinstance(opponent(str(tmp_path / "c"), GAME), NetworkBot)


def test_saving_over_a_checkpoint_replaces_it_whole(tmp_path: Path) -> None:
    sound(tmp_path / "c")
    checkpoint.save(tmp_path / "c", manifest(), tensors(seed=9))
    assert (checkpoint.load(tmp_path / "c", GAME).tensors["policy.bias"] == tensors(seed=9)["policy.bias"]).all()
    assert [p.name for p in tmp_path.iterdir()] == ["c"]


def test_a_failing_save_leaves_the_old_one_and_no_debris(tmp_path: Path) -> None:
    sound(tmp_path / "c")

    def fail(folder: Path) -> None:
        raise RuntimeError("disk full")

    with pytest.raises(RuntimeError):
        checkpoint.save(tmp_path / "c", manifest(), tensors(seed=9), fail)
    assert (checkpoint.load(tmp_path / "c", GAME).tensors["policy.bias"] == tensors()["policy.bias"]).all()
    assert [p.name for p in tmp_path.iterdir()] == ["c"]


def test_numbers_that_are_not_finite_are_not_even_saved(tmp_path: Path) -> None:
    broken = tensors()
    broken["value.bias"][0] = np.nan
    with pytest.raises(BadCheckpoint, match="not finite"):
        checkpoint.save(tmp_path / "c", manifest(), broken)
    assert not list(tmp_path.iterdir())


def test_loading_and_playing_needs_neither_torch_nor_stable_baselines(tmp_path: Path) -> None:
    sound(tmp_path / "c")
    code = f"""
import sys
import numpy as np
from warzoo.envs import kuhn_poker
from warzoo.models.opponents import OpponentWarning, opponent
bot = opponent({str(tmp_path / "c")!r}, kuhn_poker.GAME)
states = kuhn_poker.GAME.deal(100, seed=1)
_, masks = kuhn_poker.GAME.look(states)
bot.act(states, np.arange(100), masks, np.random.default_rng(0))
assert "torch" not in sys.modules and "stable_baselines3" not in sys.modules
"""
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


# The opponent


def test_the_network_says_the_same_in_any_batch_and_the_policy_is_sampled() -> None:
    bot = NetworkBot(GAME, "bot", SHAPE, tensors())
    states = GAME.deal(6000, seed=3)
    observations, masks = GAME.look(states)
    likely = bot.probabilities(observations * GAME.observation.scale(), masks)
    logits = bot.logits_of_raw(observations)
    plainly = forward(bot.layers, observations * GAME.observation.scale())
    np.testing.assert_allclose(logits, plainly, rtol=1e-5, atol=1e-6)
    if COMPILED:
        assert (logits[7:12] == bot.logits_of_raw(observations[7:12])).all()
    actions = bot.act(states, np.arange(6000), masks, np.random.default_rng(1))
    for card in range(3):
        rows = states["card"][:, 0] == card
        assert actions[rows].mean() == pytest.approx(likely[rows][0, 1], abs=0.05)


def test_one_observation_gets_a_legal_action() -> None:
    bot = NetworkBot(GAME, "bot", SHAPE, tensors())
    best = NetworkBot(GAME, "bot", SHAPE, tensors(), plays="best")
    observation, mask = GAME.look(GAME.deal(1, seed=3))
    numbers = observation[0] * GAME.observation.scale()
    assert {bot.act_one(numbers, np.array([0, 1])) for _ in range(20)} == {1}
    assert {best.act_one(numbers, mask[0]) for _ in range(20)} == {
        int(best.probabilities(numbers[None], mask)[0].argmax())
    }


# Bad ones


def edited(**changes: Any) -> Callable[[Path], None]:
    """Changes fields of the manifest; a dotted name goes deeper, ... takes the field out."""

    def apply(folder: Path) -> None:
        data = json.loads((folder / MANIFEST).read_text())
        for name, value in changes.items():
            place = data
            *path, last = name.split("__")
            for part in path:
                place = place[part]
            if value is ...:
                del place[last]
            else:
                place[last] = value
        (folder / MANIFEST).write_text(json.dumps(data))

    return apply


def with_tensors(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        ready = tensors()
        change(ready)
        (folder / POLICY).write_bytes(safetensors.numpy.save(ready))

    return apply


def with_bytes(name: str, data: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes(data) and None


def cut(name: str, share: float) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[: int(share * len(data))])

    return apply


def with_header(change: Callable[[dict[str, Any]], None], length: int | None = None) -> Callable[[Path], None]:
    """Rewrites the header of the safetensors file, which then may lie."""

    def apply(folder: Path) -> None:
        data = (folder / POLICY).read_bytes()
        size = struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8 : 8 + size])
        change(header)
        text = json.dumps(header).encode()
        body = struct.pack("<Q", len(text) if length is None else length) + text + data[8 + size :]
        (folder / POLICY).write_bytes(body)

    return apply


def linked(name: str) -> Callable[[Path], None]:
    """The file stands elsewhere, and a link leads there."""

    def apply(folder: Path) -> None:
        (folder / name).rename(folder.parent / name)
        (folder / name).symlink_to(folder.parent / name)

    return apply


def special(name: str, make: Callable[[Path], Any]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        (folder / name).unlink()
        make(folder / name)

    return apply


def zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data", "policy")


class Bomb:
    """What a pickle could do."""

    def __reduce__(self) -> Any:
        return os.system, ("touch /tmp/warzoo-pwned",)


def set_value(name: str, value: float) -> Callable[[dict[str, Any]], None]:
    return lambda t: t[name].__setitem__((0,) * t[name].ndim, value)


def replaced(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda t: t.__setitem__(name, value)


def bad_ones() -> Iterator[tuple[str, Callable[[Path], None]]]:
    for name in SHAPE.tensors():
        size = SHAPE.tensors()[name]
        yield f"without {name}", with_tensors(lambda t, n=name: t.pop(n))  # type: ignore[misc]
        yield f"nan in {name}", with_tensors(set_value(name, np.nan))
        yield f"infinity in {name}", with_tensors(set_value(name, -np.inf))
        yield f"{name} in double precision", with_tensors(replaced(name, np.zeros(size, np.float64)))
        yield f"{name} too long", with_tensors(replaced(name, np.zeros((size[0] + 1, *size[1:]), np.float32)))
    yield "half precision", with_tensors(replaced("value.bias", np.zeros(1, np.float16)))
    yield "integers", with_tensors(replaced("value.bias", np.zeros(1, np.int32)))
    yield "flat matrix", with_tensors(replaced("value.weight", np.zeros(6, np.float32)))
    yield "extra tensor", with_tensors(replaced("backdoor", np.zeros(1, np.float32)))
    yield "path as a tensor's name", with_tensors(replaced("../../evil", np.zeros(1, np.float32)))
    yield "no tensors", with_tensors(lambda t: t.clear())
    for field in sorted(manifest().model_dump()):
        if field not in ("libraries", "report", "plays", "format"):
            yield f"manifest without {field}", edited(**{field: ...})
        yield f"manifest with a list as {field}", edited(**{field: ["x"]})
    yield "unknown field", edited(run_this="rm")
    yield "future format", edited(format=2)
    yield "other game", edited(game="leduc_poker")
    yield "other version", edited(version=99)
    yield "version as text", edited(version="0")
    yield "other observation", edited(layout__observation=[["hand", 9]])
    parts = GAME.layout()["observation"]
    yield "other largest value", edited(layout__observation=[[*parts[0][:2], parts[0][2] + 1], *parts[1:]])
    yield "other actions", edited(layout__actions=[["pass", 1, []]])
    yield "layout with more", edited(layout__more=1)
    yield "layout without actions", edited(layout__actions=...)
    yield "negative decisions", edited(decisions=-1)
    yield "wrong inputs", edited(network__inputs=6)
    yield "wrong number of actions", edited(network__actions=3)
    yield "huge layer", edited(network__hidden=[1 << 40])
    yield "empty layer", edited(network__hidden=[0])
    yield "no layer", edited(network__hidden=[])
    yield "too many layers", edited(network__hidden=[8] * 100)
    yield "other width", edited(network__hidden=[8, 7])
    yield "separate heads", edited(network__shared=False)
    yield "number for a truth", edited(network__shared=1)
    yield "unknown way to play", edited(plays="cheat")
    for share in (0.0, 0.01, 0.3, 0.9, 0.99):
        yield f"manifest cut at {share}", cut(MANIFEST, share)
        yield f"policy cut at {share}", cut(POLICY, share)
    yield "manifest of rubbish", with_bytes(MANIFEST, bytes(range(256)))
    yield "manifest not unicode", with_bytes(MANIFEST, b'{"game": "\xff\xfe"}')
    yield "manifest a number", with_bytes(MANIFEST, b"7")
    yield "manifest nested deep", with_bytes(MANIFEST, b'{"options":' * 50_000)
    yield "manifest too large", with_bytes(MANIFEST, b" " * (checkpoint.MANIFEST_MOST + 1))
    yield "policy too large", special(POLICY, lambda p: (p.touch(), os.truncate(p, checkpoint.POLICY_MOST + 1)))
    yield "policy of rubbish", with_bytes(POLICY, bytes(range(256)))
    yield "policy a pickle", with_bytes(POLICY, pickle.dumps(Bomb()))
    yield "manifest a pickle", with_bytes(MANIFEST, pickle.dumps(Bomb()))
    yield "policy a zip", special(POLICY, zipped)
    yield "header longer than the file", with_header(lambda h: None, 1 << 62)
    yield "header of no length", with_header(lambda h: None, 0)
    yield "offsets past the end", with_header(lambda h: h["policy.bias"].update(data_offsets=[0, 1 << 40]))
    yield "offsets backwards", with_header(lambda h: h["policy.bias"].update(data_offsets=[8, 0]))
    yield "offsets negative", with_header(lambda h: h["policy.bias"].update(data_offsets=[-8, 0]))
    yield "offsets overlap", with_header(lambda h: h["value.bias"].update(data_offsets=[0, 4]))
    yield "shape overflows", with_header(lambda h: h["policy.bias"].update(shape=[1 << 62, 1 << 62]))
    yield "shape does not fit", with_header(lambda h: h["policy.bias"].update(shape=[3]))
    yield "unknown type", with_header(lambda h: h["policy.bias"].update(dtype="EVIL"))
    yield "brain floats", with_header(lambda h: h["policy.bias"].update(dtype="BF16", shape=[4]))
    yield "header a list", with_bytes(POLICY, struct.pack("<Q", 2) + b"[]")
    for name in (POLICY, MANIFEST):
        yield f"{name} missing", special(name, lambda p: None)
        yield f"{name} a link outside", linked(name)
        yield f"{name} a link to nowhere", special(name, lambda p: p.symlink_to("nowhere"))
        yield f"{name} a link to a device", special(name, lambda p: p.symlink_to("/dev/zero"))
        yield f"{name} a folder", special(name, lambda p: p.mkdir())
        yield f"{name} a pipe", special(name, lambda p: os.mkfifo(p))


BAD = dict(bad_ones())


def test_there_are_a_hundred_of_them() -> None:
    assert len(BAD) >= 100


@pytest.mark.parametrize("name", BAD)
def test_a_bad_checkpoint_is_refused_with_a_sentence(name: str, tmp_path: Path) -> None:
    folder = sound(tmp_path / "c")
    BAD[name](folder)
    with pytest.raises(BadCheckpoint) as refused:
        opponent(str(folder), GAME)
    words = str(refused.value)
    assert len(words) > 20 and "\n" not in words
    assert not Path("/tmp/warzoo-pwned").exists()


def test_a_checkpoint_of_another_game_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadCheckpoint, match="plays kuhn_poker, not leduc_poker"):
        opponent(str(sound(tmp_path / "c")), leduc_poker.GAME)


def test_archives_and_pickles_are_refused_with_the_reason(tmp_path: Path) -> None:
    zipped(tmp_path / "model.zip")
    (tmp_path / "model.pkl").write_bytes(pickle.dumps(Bomb()))
    (tmp_path / "model.txt").write_text("hello")
    with pytest.raises(BadCheckpoint, match=r"Stable-Baselines3.*could run any code"):
        opponent(str(tmp_path / "model.zip"), GAME)
    with pytest.raises(BadCheckpoint, match=r"Python pickle.*could run any code"):
        opponent(str(tmp_path / "model.pkl"), GAME)
    with pytest.raises(BadCheckpoint, match="a single file"):
        opponent(str(tmp_path / "model.txt"), GAME)


@pytest.mark.parametrize("name", ["zoo:", "zoo:nobody", "zoo:../../x", "zoo:A", "zoo:a/b", "zoo:.", "zoo"])
def test_a_zoo_name_leads_nowhere_else(name: str) -> None:
    with pytest.raises(BadCheckpoint):
        opponent(name, GAME)


def test_paths_that_hold_nothing(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(BadCheckpoint):
            opponent(str(path), GAME)
    with pytest.raises(UsageError, match="or the path of a checkpoint"):
        opponent("nobody", GAME)
