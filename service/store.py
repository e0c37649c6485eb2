"""Tables in one SQLite file: what has been acknowledged is written down, and a table is its luck and its moves."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from warzoo.envs.core.errors import UsageError

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, options TEXT NOT NULL, seats TEXT NOT NULL,
    luck TEXT NOT NULL, tokens TEXT NOT NULL, touched REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS moves (
    id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL, action INTEGER NOT NULL,
    PRIMARY KEY (id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ended (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE REFERENCES tables ON DELETE CASCADE
);
"""
FORMAT = 1


@dataclass(frozen=True)
class Kept:
    """A table as it is written down."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seats: list[str]
    luck: int
    tokens: dict[str, str]  # by agent: a hash
    moves: list[int]


class Store:
    """The file, or memory for `:memory:`; one connection, used by one thread at a time."""

    def __init__(self, path: str) -> None:
        try:
            self.file = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
            self.file.execute("PRAGMA locking_mode = EXCLUSIVE")  # from here on, as user_version is written
            self.file.execute("PRAGMA journal_mode = WAL")
            self.file.execute("PRAGMA synchronous = NORMAL")  # a killed process loses nothing
            self.file.execute("PRAGMA foreign_keys = ON")
            (version,) = self.file.execute("PRAGMA user_version").fetchone()
            if version not in (0, FORMAT):
                raise UsageError(f"{path} is of format {version}, here it is {FORMAT}: name another file")
            self.file.executescript(SCHEMA)
            self.file.execute(f"PRAGMA user_version = {FORMAT}")
        except sqlite3.Error as error:
            used = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
            why = "another service keeps its tables there, name another file" if used else error
            raise UsageError(f"{path} cannot hold tables: {why}") from None

    def add(self, kept: Kept) -> None:
        """Writes a new table down."""
        with self.file:
            self.file.execute("BEGIN")
            self.file.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    kept.id,
                    kept.game,
                    kept.version,
                    json.dumps(kept.options),
                    json.dumps(kept.seats),
                    str(kept.luck),
                    json.dumps(kept.tokens),
                    time.time(),
                ),
            )
            self._append(kept.id, 0, kept.moves)

    def append(self, table: str, made: int, moves: Sequence[int]) -> None:
        """Writes moves down that follow on so many."""
        with self.file:
            self.file.execute("BEGIN")
            self._append(table, made, moves)
            self.file.execute("UPDATE tables SET touched = ? WHERE id = ?", (time.time(), table))

    def _append(self, table: str, made: int, moves: Sequence[int]) -> None:
        rows = [(table, made + k, int(action)) for k, action in enumerate(moves)]
        self.file.executemany("INSERT INTO moves VALUES (?, ?, ?)", rows)

    def seat(self, table: str, seats: list[str]) -> None:
        """Writes down who plays from now on."""
        self.file.execute("UPDATE tables SET seats = ? WHERE id = ?", (json.dumps(seats), table))

    def end(self, table: str) -> None:
        """Writes down that its game is over."""
        self.file.execute("INSERT OR IGNORE INTO ended (id) VALUES (?)", (table,))

    def first_ended(self) -> str | None:
        """Takes away the table whose game has been over the longest; returns its name."""
        row = self.file.execute("SELECT id FROM ended ORDER BY number LIMIT 1").fetchone()
        if row is None:
            return None
        self.file.execute("DELETE FROM tables WHERE id = ?", row)
        return str(row[0])

    def find(self, table: str) -> Kept | None:
        """The table of this name."""
        row = self.file.execute(
            "SELECT id, game, version, options, seats, luck, tokens FROM tables WHERE id = ?", (table,)
        ).fetchone()
        if row is None:
            return None
        name, game, version, options, seats, luck, tokens = row
        moves = self.file.execute("SELECT action FROM moves WHERE id = ? ORDER BY number", (table,)).fetchall()
        return Kept(
            name,
            game,
            version,
            json.loads(options),
            json.loads(seats),
            int(luck),
            json.loads(tokens),
            [action for (action,) in moves],
        )

    def count(self) -> int:
        """How many tables there are."""
        return int(self.file.execute("SELECT count(*) FROM tables").fetchone()[0])

    def expire(self, before: float) -> list[str]:
        """Takes away the tables that nobody has touched since; returns their names."""
        gone = [name for (name,) in self.file.execute("SELECT id FROM tables WHERE touched < ?", (before,)).fetchall()]
        with self.file:
            self.file.execute("BEGIN")
            self.file.executemany("DELETE FROM tables WHERE id = ?", [(name,) for name in gone])
        return gone

    def close(self) -> None:
        self.file.close()
