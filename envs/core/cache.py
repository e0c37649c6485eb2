"""The folder of compiled code: private, because what lies there is run, and checked, because disks fail.

Whoever can put a file there, or another folder in its place, makes us run his code. So the folder is ours alone and
stands below folders that nobody but us and the system can change, or it is not used. A file that is not as it was
written is thrown away. Where nothing can be kept, every process compiles for itself, and says so.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

SEAL = hashlib.sha256().digest_size
DIGEST = re.compile("[0-9a-f]{16}")
STALE = 30 * 86400.0  # seconds unused after which code of other versions is removed


@cache
def folder(digest: str) -> Path | None:
    """Where code compiled under this digest is kept; None where no folder is private."""
    reasons = []
    for shelf in shelves():
        try:
            place = private(shelf / digest)
        except OSError as error:
            reasons.append(f"{error.filename}: {error.strerror}")
        else:
            if reasons and "WARZOO_CACHE" in os.environ:
                tell(f"compiled code is kept in {shelf}, not in WARZOO_CACHE ({reasons[0]})")
            return place
    tell(f"compiled code is not kept ({'; '.join(reasons)}): set WARZOO_CACHE to a folder that only you can change")
    return None


def shelves() -> Iterator[Path]:
    """Where compiled code may stand: `WARZOO_CACHE`, else the user's cache; if that will not do, a temporary folder."""
    with suppress(RuntimeError):  # no home, or links in a circle
        base = os.environ.get("WARZOO_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        yield Path(base).resolve() / "warzoo"
    with suppress(OSError):
        yield Path(tempfile.gettempdir()).resolve() / f"warzoo-{os.getuid()}"


def private(place: Path) -> Path:
    """The folder, made if need be; an error if anybody else could change what lies there."""
    for folder in (*reversed(place.parents), place):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        owners = {os.getuid()} if folder == place else {os.getuid(), 0}
        others = 0o077 if folder == place else 0 if status.st_mode & stat.S_ISVTX else 0o022
        if not stat.S_ISDIR(status.st_mode) or status.st_uid not in owners or status.st_mode & others:
            raise PermissionError(0, "is not a folder that only you can change", str(folder))
    with suppress(OSError):  # what lies on a disk that is read-only by now serves as well
        os.utime(place)
        remove_stale(place.parent)
    return place


def remove_stale(shelf: Path) -> None:
    """Removes the folders of versions that no process has used for a long time."""
    for old in of_versions(shelf):
        if old.stat().st_mtime < time.time() - STALE:
            shutil.rmtree(old, ignore_errors=True)


def of_versions(shelf: Path) -> list[Path]:
    """The folders of compiled code on a shelf, one for each version of the core; nothing else that stands there."""
    with suppress(OSError):  # a place that cannot be looked at has nothing for us
        if shelf.is_dir() and not shelf.is_symlink():
            return [path for path in shelf.iterdir() if DIGEST.fullmatch(path.name) and not path.is_symlink()]
    return []


def read(path: Path) -> bytes | None:
    """What was written there; a file that is damaged is thrown away."""
    try:
        sealed = path.read_bytes()
    except OSError:
        return None
    seal, data = sealed[:SEAL], sealed[SEAL:]
    if hashlib.sha256(data).digest() == seal:
        return data
    with suppress(OSError):
        path.unlink()
    return None


def write(path: Path, data: bytes) -> None:
    """Keeps the data, whole or not at all."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        part.write_bytes(hashlib.sha256(data).digest() + data)
        part.replace(path)
    except OSError as error:
        tell(f"compiled code is not kept ({path.parent}: {error.strerror})")
        with suppress(OSError):
            part.unlink()


def size() -> int:
    """Bytes of compiled code, of all versions."""
    total = 0
    for shelf in shelves():
        for old in of_versions(shelf):
            for path in old.iterdir():
                with suppress(FileNotFoundError):  # another process has just removed it
                    total += path.stat().st_size
    return total


def clear() -> int:
    """Removes the compiled code of all versions; returns the bytes that were freed."""
    before = size()
    for shelf in shelves():
        for old in of_versions(shelf):
            shutil.rmtree(old, ignore_errors=True)
    folder.cache_clear()
    return before - size()


@cache
def tell(sentence: str) -> None:
    """Says something on stderr, once a process."""
    print(f"warzoo: {sentence}", file=sys.stderr, flush=True)
