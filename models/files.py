"""Files that a user names, read with care: regular ones alone, and none larger than it may be."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from warzoo.envs.core.errors import UsageError, shown


def read(path: Path, most: int) -> bytes:
    """The bytes of a file; a pipe or a device, on which a program could wait or read for ever, is refused."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UsageError(f"cannot read {path}: it is no regular file")
    with os.fdopen(handle, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise UsageError(f"cannot read {path}: it is larger than the {most >> 20} MB allowed")
    return data


def read_text(path: Path, most: int) -> str:
    """The same as text, with plain ends of lines."""
    try:
        return read(path, most).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise UsageError(f"cannot read {path}: it is no text file") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What goes wrong while this is written, in one sentence."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def try_writing(path: Path | None) -> None:
    """Refuses a file that could not be written, before the work whose result it is for."""
    if path is None:
        return
    if "\0" in str(path):
        raise UsageError(f"cannot write {shown(str(path))}: no file has such a name")
    with writing(path):
        new = not os.path.lexists(path)
        if not (new or path.is_file() or path.is_char_device()):
            raise UsageError(f"cannot write {path}: it is no regular file")
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o666))
        if new:
            path.unlink()
