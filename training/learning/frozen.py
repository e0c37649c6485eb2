"""What a resumed run needs, as two files that run no code: arrays in safetensors, all the rest in JSON.

A state is a tree: dictionaries, whose leaves are arrays or what JSON can hold. Reading it believes nothing: sizes are
capped, a digest must fit, and every field is asked for by name with its type, its shape and its range.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NoReturn

import numpy as np
import safetensors.numpy
import torch
from pydantic import Field, TypeAdapter, ValidationError
from safetensors import SafetensorError
from torch import nn

from warzoo.envs.core.arrays import Array
from warzoo.models.checkpoint import BadCheckpoint, read_capped

ARRAYS, REST = "resume.safetensors", "resume.json"
ARRAYS_MOST, REST_MOST = 2 << 30, 4 << 20  # bytes

Tree = Mapping[str, Any]
Count = Annotated[int, Field(ge=0, le=10**12)]
Share = Annotated[float, Field(ge=0, le=1)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


def write(folder: Path, tree: Tree) -> None:
    """Puts a state into a folder."""
    arrays: dict[str, Array] = {}
    rest = without_arrays(tree, "", arrays)
    data = safetensors.numpy.save(arrays)
    (folder / ARRAYS).write_bytes(data)
    text = json.dumps({"digest": hashlib.sha256(data).hexdigest(), "state": rest}, allow_nan=False)
    (folder / REST).write_text(text, encoding="utf-8")


def without_arrays(tree: Tree, path: str, arrays: dict[str, Array]) -> dict[str, Any]:
    """The tree for JSON; its arrays go into `arrays` by their path."""
    rest = {}
    for name, leaf in tree.items():
        if isinstance(leaf, np.ndarray):
            arrays[path + name] = np.ascontiguousarray(leaf).reshape(leaf.shape)
        else:
            rest[name] = without_arrays(leaf, f"{path}{name}/", arrays) if isinstance(leaf, Mapping) else leaf
    return rest


def read(folder: Path) -> Part:
    """What `write` wrote there, or one sentence that says why it is not that."""
    data = read_capped(folder / ARRAYS, ARRAYS_MOST)
    try:
        told = json.loads(read_capped(folder / REST, REST_MOST))
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or not isinstance(told.get("state"), dict):
        raise BadCheckpoint(f"{folder / REST} is damaged: it is not what a run writes there")
    if told.get("digest") != hashlib.sha256(data).hexdigest():
        raise BadCheckpoint(f"{folder / ARRAYS} is damaged: its digest does not fit")
    try:
        arrays = safetensors.numpy.load(data)
    except (SafetensorError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadCheckpoint(f"{folder / ARRAYS} is no sound safetensors file: {error}") from None
    for path, array in arrays.items():
        *way, name = path.split("/")
        place = told["state"]
        for step in way:
            place = place.setdefault(step, {})
            if not isinstance(place, dict):
                raise BadCheckpoint(f"{folder / ARRAYS}: there is no place for the array {path!r}")
        place[name] = array.copy()  # what was read shares the file's bytes and cannot be written
    return Part(told["state"], f"{folder}: ")


class Part:
    """One part of a state; what it lacks, or what is not as it must be, is refused by name."""

    def __init__(self, tree: Tree, where: str) -> None:
        self.tree, self.where = tree, where

    def refuse(self, name: str, words: str) -> NoReturn:
        raise BadCheckpoint(f"{self.where}{name} {words}")

    def part(self, name: str) -> Part:
        """A part of this part."""
        found = self.tree.get(name, {})  # one that holds nothing leaves no trace
        if not isinstance(found, dict):
            self.refuse(name, "is no part of a state")
        return Part(found, f"{self.where}{name}/")

    def value(self, name: str, kind: Any) -> Any:
        """Something that JSON holds, of this type."""
        try:
            return TypeAdapter(kind).validate_python(self.tree.get(name), strict=True)
        except ValidationError as error:
            self.refuse(name, f"is not as a run writes it: {error.errors()[0]['msg']}")

    def array(
        self, name: str, kind: Any, shape: tuple[int, ...], least: float = -np.inf, most: float = np.inf
    ) -> Array:
        """An array of this type and shape (-1 for any length), finite and within these bounds."""
        found = self.tree.get(name)
        if not isinstance(found, np.ndarray) or found.dtype != np.dtype(kind):
            self.refuse(name, f"is no array of {np.dtype(kind)}")
        fits = len(found.shape) == len(shape) and all(b in (-1, a) for a, b in zip(found.shape, shape, strict=True))
        if not fits:
            self.refuse(name, f"has shape {found.shape}, not {shape}")
        if not np.isfinite(found).all():
            self.refuse(name, "holds numbers that are not finite")
        if found.size and not (found.min() >= least and found.max() <= most):
            self.refuse(name, f"holds numbers that are not from {least} to {most}")
        return found

    def thaw(self, name: str, thaw: Any) -> None:
        """Hands the raw value to a generator of luck, which checks it itself."""
        try:
            thaw(self.tree.get(name))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RuntimeError) as error:
            self.refuse(name, f"is no state of a generator: {error}")

    def generator(self, name: str, generator: np.random.Generator) -> None:
        """The state of one of NumPy's generators."""
        self.thaw(name, lambda state: setattr(generator.bit_generator, "state", state))

    def module(self, name: str, module: nn.Module) -> None:
        """Every parameter of a network, and no other."""
        part = self.part(name)
        known = dict(module.named_parameters())
        for stranger in sorted(set(part.tree) - set(known)):
            part.refuse(stranger, "is no parameter of this network")
        with torch.no_grad():
            for key, parameter in known.items():
                parameter.copy_(torch.from_numpy(part.array(key, np.float32, tuple(parameter.shape))))

    def adam(self, name: str, optimizer: torch.optim.Optimizer) -> None:
        """The moments of Adam; there are none before its first step."""
        part, state = self.part(name), {}
        for k, parameter in enumerate(parameters_of(optimizer) if part.tree else []):
            one, shape = part.part(str(k)), tuple(parameter.shape)
            state[k] = {
                "step": torch.from_numpy(one.array("step", np.float32, (), 0)),
                "exp_avg": torch.from_numpy(one.array("exp_avg", np.float32, shape)),
                "exp_avg_sq": torch.from_numpy(one.array("exp_avg_sq", np.float32, shape, 0)),
            }
        optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})


# What is frozen of others' objects


def parameters_of(optimizer: torch.optim.Optimizer) -> list[torch.Tensor]:
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


def of_module(module: nn.Module) -> Tree:
    """The parameters of a network, by name."""
    return {name: parameter.detach().numpy().copy() for name, parameter in module.named_parameters()}


def of_adam(optimizer: torch.optim.Optimizer) -> Tree:
    """The moments of Adam, by the number of the parameter."""
    state = optimizer.state_dict()["state"]
    return {str(k): {name: tensor.numpy().copy() for name, tensor in one.items()} for k, one in state.items()}


def luck() -> Tree:
    """The generators that belong to the whole process."""
    version, numbers, gauss = random.getstate()
    return {
        "torch": torch.get_rng_state().numpy(),
        "numpy": dict(np.random.get_state(legacy=False)),
        "python": {"version": version, "numbers": list(numbers), "gauss": gauss},
    }


def thaw_luck(part: Part) -> None:
    """Sets the generators of the process."""
    torch_state = part.array("torch", np.uint8, tuple(torch.get_rng_state().shape))
    part.thaw("torch", lambda _: torch.set_rng_state(torch.from_numpy(torch_state)))
    mersenne = part.part("numpy").part("state")
    mersenne.value("pos", Annotated[int, Field(ge=0, le=624)])  # NumPy itself does not look
    mersenne.array("key", np.uint32, (624,))
    part.thaw("numpy", np.random.set_state)
    python = part.part("python")
    numbers = python.value("numbers", list[int])
    python.thaw("gauss", lambda gauss: random.setstate((python.tree.get("version"), tuple(numbers), gauss)))
