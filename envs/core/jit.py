"""How the rules are compiled: the one module that imports Numba.

Numba does not notice when a function in another file changes and would go on answering from its old
cache. So the cache lives in a folder named by a digest of the core, and the type of every game's record
carries a digest of that game's sources (see `record.py`): code compiled for other rules has another type.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic, overload

F = TypeVar("F", bound=Callable[..., Any])

CORE = Path(__file__).resolve().parent
COMPILED = not config.DISABLE_JIT

__all__ = ["COMPILED", "announced", "cache_folder", "clearing", "digest", "kernel", "overload", "record_type", "rule"]


@cache
def digest(folder: Path = CORE) -> str:
    """Sixteen hex digits that change with any source of the core or of `folder`, and with the compiler."""
    h = hashlib.sha256(f"{np.__version__} {numba.__version__} {config.BOUNDSCHECK}".encode())
    for root in dict.fromkeys((CORE, folder)):
        for path in sorted(root.rglob("*.py")):
            h.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return h.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Where compiled code is kept: `WARZOO_CACHE`, else the user's cache, else a temporary folder."""
    base = os.environ.get("WARZOO_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for parent in (Path(base) / "warzoo", Path(tempfile.gettempdir()) / f"warzoo-{os.getuid()}"):
        folder = parent / digest()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise PermissionError("warzoo cannot write its compile cache: set WARZOO_CACHE to a folder that you may write to")


def rule(function: F) -> F:
    """Compiles a function that only other compiled functions call; it is cached inside its callers."""
    compiled: F = numba.njit(function, error_model="numpy")
    return compiled


def kernel(function: F) -> F:
    """Compiles a function that Python calls: cached on disk, and without the global lock while it runs."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        compiled: F = numba.njit(function, error_model="numpy", cache=True, nogil=True)
    finally:
        config.CACHE_DIR = before
    return compiled


def clearing(first: str | None = None) -> Callable[[Any], None]:
    """A rule that sets a record to zero: all of it, or from this field on."""

    def clear(record: Any) -> None:
        names = record.dtype.names
        for name in names[names.index(first) if first else 0 :]:
            record[name] = 0

    def fill(typing: Any, record: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            start = record.offset(first) if first else 0
            begin = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
            place = builder.gep(begin, [ir.Constant(ir.IntType(64), start)])
            cgutils.memset(builder, place, ir.Constant(ir.IntType(64), record.size - start), 0)
            return context.get_dummy_value()

        return types.void(record), emit

    blank = intrinsic(fill)
    overload(clear)(lambda record: lambda record: blank(record))
    return clear


def record_type(dtype: np.dtype[Any]) -> Any:
    """Numba's type of one record of this dtype."""
    return numba.from_dtype(dtype)


def source_folder(owner: type) -> Path:
    return Path(inspect.getfile(owner)).resolve().parent


@contextmanager
def announced(game: str, version: str) -> Iterator[None]:
    """Says on stderr that the first use of a game compiles it, and how long that took."""
    marker = cache_folder() / f"{game}-{version}.compiled"
    if not COMPILED or marker.exists():
        yield
        return
    print(f"warzoo: compiling {game} (once) ...", file=sys.stderr, flush=True)
    start = time.perf_counter()
    yield
    print(f"warzoo: compiled {game} in {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
    marker.touch()
