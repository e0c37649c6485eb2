"""How the rules are compiled: the one module that imports Numba.

Numba does not notice when a function in another file changes and would go on answering from its old
cache. So the cache lives in a folder named by a digest of the core, and the type of every game's record
carries a digest of that game's sources (see `record.py`): code compiled for other rules has another type.

What makes Numba compile less and keep it safely (the lower half) leans on its insides: classes and flags that no
manual promises. It is written for the versions from OLDEST to before NEXT, and no other is tried.
"""

from __future__ import annotations

import hashlib
import inspect
import pickle
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

OLDEST, NEXT = (0, 61), (0, 69)
if not OLDEST <= numba.version_info.short < NEXT:
    fitting = "numba>={}.{},<{}.{}".format(*OLDEST, *NEXT)
    raise ImportError(f"numba {numba.__version__} does not fit warzoo: pip install '{fitting}'")

from llvmlite import ir
from numba.core import cgutils, config, types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.extending import intrinsic

from . import cache as disk

F = TypeVar("F", bound=Callable[..., Any])
Choose = Callable[..., Callable[..., Any]]  # from the types of arguments to the function that is compiled for them

CORE = Path(__file__).resolve().parent
COMPILED = not config.DISABLE_JIT
OPTIONS = {"nopython": True, "error_model": "numpy"}

__all__ = ["COMPILED", "cache_folder", "clearing", "digest", "kernel", "overload", "record_type", "rule"]

_stand_ins: list[Choice] = []  # Numba itself holds them weakly
_games: dict[Any, str] = {}  # by the type of a record, whose it is


@cache
def digest(folder: Path = CORE) -> str:
    """Sixteen hex digits that change with any source of the core or of `folder`, and with the compiler."""
    versions = (sys.implementation.cache_tag, np.__version__, numba.__version__, config.BOUNDSCHECK)
    h = hashlib.sha256(repr(versions).encode())
    for root in dict.fromkeys((CORE, folder)):
        for path in sorted(root.rglob("*.py")):
            h.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return h.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Where compiled code is kept, if anywhere."""
    return disk.folder(digest())


def rule(function: F) -> F:
    """Compiles a function that only other compiled functions call; it becomes part of them."""
    if not COMPILED:
        return function
    compiled: Any = Rule(function)
    return compiled


def kernel(function: F) -> F:
    """Compiles a function that Python calls: kept on disk, and without the global lock while it runs."""
    if not COMPILED:
        return function
    compiled: Any = Compiled(function, targetoptions={"nogil": True, "no_cfunc_wrapper": True, **OPTIONS})
    compiled._cache = Shelf(function)
    return compiled


def overload(function: Callable[..., Any]) -> Callable[[Choose], None]:
    """Says what stands for a function of Python in compiled code: a function or rule chosen by the arguments' types."""

    def enter(choose: Choose) -> None:
        if COMPILED:
            stand_in = Choice(function, choose)
            stand_in.typingctx.insert_global(function, types.Dispatcher(stand_in))
            _stand_ins.append(stand_in)

    return enter


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


def record_type(dtype: np.dtype[Any], game: str) -> Any:
    """Numba's type of one record of this dtype, which is a game's."""
    kind = numba.from_dtype(dtype)
    _games[kind] = game
    return kind


def source_folder(owner: type) -> Path:
    return Path(inspect.getfile(owner)).resolve().parent


# How Numba is made to compile less than it would


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code of a rule: left as it is for the kernels that take it in, which optimise and translate all at once."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class RuleCompiler(Compiler):  # type: ignore[misc]
    """Compiles a rule without the parts that only calls from Python need."""

    def __init__(self, typing: Any, target: Any, library: Any, args: Any, result: Any, flags: Any, names: Any) -> None:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        super().__init__(typing, target, RuleLibrary(target.codegen(), "rule"), args, result, flags, names)


class Compiled(CPUDispatcher):  # type: ignore[misc]
    """A function that may not call itself, not even by way of others: such code does not come back from disk."""

    is_compiling = False  # Numba compiles circles if it knows of them

    def get_call_template(self, args: Any, kws: Any) -> Any:
        if self._compiling_counter:
            callers = [frame.func_id.func for frame in self.typingctx.callstack]  # the nearest first
            circle = [*callers[callers.index(self.py_func) :: -1], self.py_func]
            names = " calls ".join(function.__name__ for function in circle)
            raise TypeError(f"{names}: compiled functions cannot call each other in a circle; use a loop")
        return super().get_call_template(args, kws)


class Rule(Compiled):
    """A function for other compiled functions; typed for one size of integers, so that it is compiled but once."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=RuleCompiler)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kws[name]) for name in kws})

    def add_overload(self, result: Any) -> None:
        result = result._replace(entry_point=object())  # any key will do: there is nothing to call
        self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        self.overloads[tuple(result.signature.args)] = result

    @cached_property
    def alone(self) -> Any:
        """The same function for calls from Python, compiled when one comes."""
        return CPUDispatcher(self.py_func, targetoptions=OPTIONS)

    def __call__(self, *args: Any) -> Any:
        return self.alone(*args)


class Choice(Rule):
    """What stands for a function of Python in compiled code: a rule for each combination of arguments' types."""

    def __init__(self, function: Callable[..., Any], choose: Choose) -> None:
        super().__init__(function)
        self.choose = choose
        self.chosen: dict[Any, Any] = {}

    def get_call_template(self, args: Any, kws: Any) -> Any:
        args = tuple(map(widened, args))
        if args not in self.chosen:
            function = self.choose(*args)
            self.chosen[args] = function if isinstance(function, Rule) else rule(function)
        return self.chosen[args].get_call_template(args, kws)

    def get_overload(self, signature: Any) -> Any:
        return next(r.get_overload(signature) for r in self.chosen.values() if tuple(signature) in r.overloads)


def widened(kind: Any) -> Any:
    """All integers that fit into 64 bits with a sign are one type to a rule, constants included."""
    kind = getattr(kind, "literal_type", kind)
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind


def sources(function: Callable[..., Any]) -> list[bytes]:
    """What stands in the files of a function and of all rules that it may take in; nothing if one has no file."""
    found: dict[Path, bytes] = {}
    names = [function]
    while names:
        named = names.pop()
        path = Path(named.__code__.co_filename)
        if not path.is_file():
            return []
        if path not in found:
            found[path] = path.read_bytes()
            names += [rule.py_func for rule in named.__globals__.values() if isinstance(rule, Rule)]
    return sorted(found.values())


class Shelf(NullCache):  # type: ignore[misc]
    """Compiled forms of a kernel, a file each; says on stderr when one has to be compiled, and how long it took."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.started = 0.0

    def load_overload(self, signature: Any, target: Any) -> Any:
        path = self.path(signature, target.codegen())
        data = path and disk.read(path)
        if data:
            rtsys.initialize(target)
            with suppress(ImportError):  # the rules of a user's game were in a module of another name then
                return CompileResult._rebuild(target, *pickle.loads(data))
        once = " (once)" if path else ""
        print(f"warzoo: compiling {self.name(signature)}{once} ...", end="", file=sys.stderr, flush=True)
        self.started = time.perf_counter()
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        print(f" {time.perf_counter() - self.started:.1f} s", file=sys.stderr, flush=True)
        path = self.path(signature, result.codegen)
        if path and not result.library.has_dynamic_globals:  # those stand at an address of this process
            disk.write(path, dumps(result._reduce()))

    def name(self, signature: Any) -> str:
        """The kernel and, if it is for the records of a game, the game."""
        records = (_games.get(getattr(kind, "dtype", None)) for kind in signature)
        return f"{next(filter(None, records), 'core')}.{self.function.__name__}"

    def path(self, signature: Any, codegen: Any) -> Path | None:
        """The file of one form, named by all that it depends on besides the core: its sources, and its types."""
        folder, read = cache_folder(), sources(self.function)
        if folder is None or not read or self.function.__closure__:
            return None
        key = repr((self.function.__module__, read, signature, codegen.magic_tuple()))
        return folder / f"{self.name(signature)}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
