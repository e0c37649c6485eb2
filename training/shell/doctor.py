"""What this installation has, and what to do about what it lacks."""

from __future__ import annotations

import os
import platform
from importlib import metadata

from warzoo.envs import all_games
from warzoo.envs.core import cache
from warzoo.envs.core.jit import COMPILED, cache_folder

EXTRAS = {
    "render": ("resvg-py", "pillow", "pygame"),
    "train": ("torch", "stable-baselines3", "sb3-contrib", "tensorboard", "matplotlib"),
    "onnx": ("onnx",),
    "serve": ("fastapi", "uvicorn", "httptools", "uvloop", "websockets", "prometheus-client"),
    "ray": ("ray",),
    "bench": ("pygame", "open_spiel", "rlcard"),
    "judges": ("torchrl", "tianshou", "supersuit", "dm-tree", "scipy"),
}
THREAD_LIMITS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
CORE = ("warzoo", "numpy", "numba", "gymnasium", "pettingzoo", "pydantic", "safetensors", "tyro", "rich")


def examine() -> str:
    """Versions, threads, the compile cache, and a line for each thing that is missing."""
    lines = [f"python {platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores"]
    lines += [f"  {name:20s} {version(name)}" for name in CORE]
    for extra, names in EXTRAS.items():
        missing = [name for name in names if version(name) == "missing"]
        lines.append(f"{extra}: {f'pip install {chr(39)}warzoo[{extra}]{chr(39)}' if missing else 'complete'}")
        lines += [f"  {name:20s} {version(name)}" for name in names]
    limits = (f"{name} {os.environ.get(name, 'not set')}" for name in THREAD_LIMITS)
    lines.append(f"threads: {', '.join(limits)}")
    lines += compiled_code()
    return "\n".join(lines) + "\n"


def compiled_code() -> list[str]:
    """Where compiled code is kept, how much of all versions, and how many kernels each game has there."""
    folder = cache_folder() if COMPILED else None
    if folder is None:
        return [f"compiled code: {'not kept' if COMPILED else 'off (NUMBA_DISABLE_JIT is set)'}"]
    lines = [f"compiled code: {folder}, {cache.size() / 1e6:.1f} MB (to remove it: warzoo doctor --clear-cache)"]
    for game in all_games():
        kernels = len(list(folder.glob(f"{game.name}.*")))
        lines.append(f"  {game.name:20s} {f'{kernels} kernels' if kernels else 'not yet'}")
    return lines


def version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"
