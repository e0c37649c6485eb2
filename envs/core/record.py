"""A record: one flat numpy value that holds a whole game, or all that a seat may see of it."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from .arrays import Array
from .jit import digest, source_folder


class Field(NamedTuple):
    """One declared field of a record."""

    kind: type[np.generic]
    shape: tuple[int, ...]
    most: int  # the largest value
    least: int  # the smallest


def u64(*shape: int) -> Any:
    """An unsigned 64-bit field: luck, which is never 0."""
    return Field(np.uint64, shape, (1 << 64) - 1, 1)


def i8(*shape: int, most: int = 1, least: int = 0) -> Any:
    """A small integer or an array of them; wraps silently beyond 127."""
    return Field(np.int8, shape, most, least)


def i16(*shape: int, most: int, least: int = 0) -> Any:
    """An integer for what adds up."""
    return Field(np.int16, shape, most, least)


class Record:
    """Subclass it with one field a line; `dtype` is the numpy type, the class itself the static type.

    The dtype ends in an empty-looking byte named after a digest of the folder that declares it. Two games
    with equal fields so stay two types, and compiled code never outlives the rules it was compiled from.
    """

    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field]]

    def __init_subclass__(cls) -> None:
        cls.fields = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        taken = [name for name in cls.fields if hasattr(np.record, name)]
        if taken:
            raise TypeError(
                f"{cls.__name__} cannot have a field {taken[0]!r}: every numpy record has a method so named"
            )
        columns = [(name, field.kind, field.shape) for name, field in cls.fields.items()]
        seal = f"_{cls.__name__}_{digest(source_folder(cls))}"
        cls.dtype = np.dtype((np.record, [*columns, (seal, np.int8)]))

    @classmethod
    def zeros(cls, count: int) -> Array:
        """An array of `count` blank records."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def width(cls) -> int:
        """Numbers in a record whose fields are all int8, the seal left out."""
        return cls.dtype.itemsize - 1

    @classmethod
    @cache
    def scale(cls) -> Array:
        """Per number of an int8 record, one over its largest value."""
        parts = [np.full(int(np.prod(f.shape)), 1.0 / f.most, np.float32) for f in cls.fields.values()]
        return np.concatenate(parts)

    @classmethod
    def misfit(cls, records: Array) -> str | None:
        """The first field that holds less or more than it may, in words; None if all fit."""
        for name, field in cls.fields.items():
            values = records[name]
            wrong = values[(values < field.least) | (values > field.most)]
            if wrong.size:
                return f"its {name} is {wrong[0]}, but goes from {field.least} to {field.most}"
        return None
