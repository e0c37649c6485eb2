"""A policy as one ONNX file, for programs that have neither Python nor this package.

The graph takes the observation part by part, as small whole numbers under their own names, and the mask of legal
actions; the largest value of each part and the mask's work stand inside it. Beside it lies a description in JSON.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from warzoo.envs.core.arrays import Array
from warzoo.envs.core.errors import UsageError

from . import files
from .network import NetworkBot
from .opponents import Opponent

FORMAT = "warzoo onnx 1"
OPSET = 17  # what runtimes of 2023 and later read
BATCH = "games"
NEVER = np.array(-1e30, np.float32)  # logit of an action that is not legal: its probability is exactly 0


def export(bot: Opponent, path: Path) -> list[Path]:
    """Writes the policy to this file and its description beside it; returns both."""
    if not isinstance(bot, NetworkBot):
        raise UsageError(f"{bot.name} is no network: export a checkpoint or one of the zoo")
    if path.suffix != ".onnx":
        raise UsageError(f"call the policy's file something.onnx, not {path}")
    onnx = _onnx()
    beside = path.with_suffix(".json")
    for file in (path, beside):
        files.try_writing(file)
    made = graph(bot, onnx)
    onnx.checker.check_model(made, full_check=True)
    with files.writing(path):
        path.write_bytes(made.SerializeToString())
        beside.write_text(json.dumps(description(bot), indent=1) + "\n", encoding="utf-8")
    return [path, beside]


def description(bot: NetworkBot) -> dict[str, Any]:
    """What goes in and what comes out, by name."""
    game = bot.game
    fields = game.observation.fields.items()
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "opponent": bot.name,
        "plays": "best" if bot.heat <= 0 else "sample",
        "variants": bot.variants,
        "inputs": [{"name": name, "shape": list(field.shape), "most": field.most} for name, field in fields]
        + [{"name": "mask", "shape": [game.actions.size], "most": 1}],
        "outputs": [{"name": "probabilities", "shape": [game.actions.size]}, {"name": "action", "shape": []}],
        "actions": [
            {"action": action, "block": block, "at": list(at), "words": game.text.describe(action)}
            for action, (block, at) in ((a, game.actions.decode(a)) for a in range(game.actions.size))
        ],
    }


def graph(bot: NetworkBot, onnx: Any) -> Any:
    """The policy as an ONNX model."""
    helper, kinds, game = onnx.helper, onnx.TensorProto, bot.game
    constants: dict[str, Array] = {"never": NEVER, "heat": np.array(bot.heat or 1.0, np.float32)}
    nodes, rows = [], []
    for name, field in game.observation.fields.items():
        constants[f"{name}/row"] = np.array([-1, int(np.prod(field.shape))], np.int64)
        nodes.append(helper.make_node("Reshape", [name, f"{name}/row"], [f"{name}/flat"]))
        rows.append(f"{name}/flat")
    nodes.append(helper.make_node("Concat", rows, ["whole"], axis=1))
    nodes.append(helper.make_node("Cast", ["whole"], ["layer0/in"], to=kinds.FLOAT))
    layers = bot.raw_layers
    for k, (weight, bias) in enumerate(layers):
        constants[f"layer{k}/weight"], constants[f"layer{k}/bias"] = weight, bias
        last = k == len(layers) - 1
        out = "logits" if last else f"layer{k}/out"
        nodes.append(helper.make_node("Gemm", [f"layer{k}/in", f"layer{k}/weight", f"layer{k}/bias"], [out], transB=1))
        if not last:
            nodes.append(helper.make_node("Relu", [out], [f"layer{k + 1}/in"]))
    nodes += [
        helper.make_node("Cast", ["mask"], ["legal"], to=kinds.BOOL),
        helper.make_node("Where", ["legal", "logits", "never"], ["masked"]),
        helper.make_node("Div", ["masked", "heat"], ["cooled"]),
        helper.make_node("Softmax", ["cooled"], ["probabilities"], axis=1),
        helper.make_node("ArgMax", ["masked"], ["action"], axis=1, keepdims=0),
    ]
    shapes = {name: field.shape for name, field in game.observation.fields.items()} | {"mask": (game.actions.size,)}
    made = helper.make_model(
        helper.make_graph(
            nodes,
            game.name,
            [helper.make_tensor_value_info(n, kinds.INT8, [BATCH, *map(int, s)]) for n, s in shapes.items()],
            [
                helper.make_tensor_value_info("probabilities", kinds.FLOAT, [BATCH, game.actions.size]),
                helper.make_tensor_value_info("action", kinds.INT64, [BATCH]),
            ],
            [onnx.numpy_helper.from_array(np.ascontiguousarray(v), name) for name, v in constants.items()],
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        producer_name="warzoo",
        doc_string=f"{bot.name} of {game.title}",
    )
    made.ir_version = 8
    helper.set_model_props(made, {"format": FORMAT, "game": game.name, "version": str(game.version)})
    return made


def _onnx() -> Any:
    try:
        import onnx
        import onnx.numpy_helper
    except ImportError:
        raise UsageError("a policy is exported with onnx: pip install 'warzoo[onnx]'") from None
    return onnx
