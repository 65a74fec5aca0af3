"""The rows of the journal, and how they are reached: connections, reading what is sound, words for what is wrong.

Knows SQLite and the tables; it must not know where the file lies, when it is opened, or what an operation means.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from firmware_py.errors import JournalTrouble
from firmware_py.operations import Operation, from_row, storable

Connect = Callable[[str], sqlite3.Connection]

VERSION = 1
APPLICATION = 0x54616200  # "Tab", the version in the last byte: a flipped bit cannot pass for a later version
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA}
_UNREADABLE = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE}  # the second where not even the log's index finds room
FAULTS = (sqlite3.Error, OSError, UnicodeError)  # the last where SQLite quotes a name that damage has made no text

TABLES = """
CREATE TABLE operations (
    game INTEGER NOT NULL, number INTEGER NOT NULL, op TEXT NOT NULL, keys TEXT NOT NULL, seat INTEGER NOT NULL,
    device TEXT NOT NULL, revision INTEGER NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, totals TEXT NOT NULL,
    payload TEXT NOT NULL, at TEXT NOT NULL, synchronised INTEGER NOT NULL, chain INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE memory (name TEXT PRIMARY KEY, value TEXT NOT NULL, chain INTEGER NOT NULL) WITHOUT ROWID;
"""
INSERT = f"INSERT INTO operations VALUES ({', '.join('?' * 14)})"
REPAIR = INSERT.replace("INSERT", "INSERT OR REPLACE", 1)
REMEMBER = "INSERT OR REPLACE INTO memory VALUES (?, ?, ?)"


def connect_to(path: Path, connect: Connect) -> sqlite3.Connection:
    """A connection with the journal's ways: texts as bytes, transactions said out loud, damaged cells noticed."""
    db = connect(str(path))
    db.isolation_level = None
    db.text_factory = bytes
    try:
        db.execute("PRAGMA cell_size_check=ON")
        db.execute("PRAGMA trusted_schema=OFF")
    except BaseException:
        close(db)
        raise
    return db


def close(db: sqlite3.Connection) -> None:
    """Close, whatever state the connection is in."""
    with contextlib.suppress(sqlite3.Error):
        db.close()


def games(db: sqlite3.Connection) -> Iterator[int]:
    """The numbers of the games, in order, found by steps over the index and not by reading everything."""
    game: int | float = 0
    while isinstance(
        found := db.execute("SELECT min(game) FROM operations WHERE game > ?", (game,)).fetchone()[0], int | float
    ):
        game = found
        if isinstance(game, int):  # a fraction is damage, and hides none that comes after it
            yield game


def read_game(db: sqlite3.Connection, game: int) -> tuple[list[tuple[Operation, int]], int]:
    """The operations of a game with their chains, and how many rows were left out because they are damaged."""
    kept: list[tuple[Operation, int]] = []
    lost = before = 0
    for row in db.execute("SELECT * FROM operations WHERE game = ? ORDER BY number", (game,)):
        found = from_row(row, before)
        if found is None:
            lost += 1
        else:
            kept.append(found)
            before = found[1]
    return kept, lost


def read_memory(db: sqlite3.Connection) -> dict[str, Any]:
    """What was remembered, without what is damaged."""
    known: dict[str, Any] = {}
    for name, value, check in db.execute("SELECT name, value, chain FROM memory"):
        with contextlib.suppress(ValueError, TypeError, AttributeError):
            if zlib.crc32(name + b"\0" + value) == check:
                known[name.decode()] = json.loads(value)
    return known


def remembered(name: str, value: Any) -> tuple[str, str, int]:
    """A row of what is remembered."""
    text = storable(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    return name, text, zlib.crc32(f"{name}\0{text}".encode())


# ---- damage and trouble


def is_damage(problem: BaseException) -> bool:
    """Whether the file itself is at fault, rather than the card that cannot be written now."""
    if isinstance(problem, UnicodeError):
        return True
    code = getattr(problem, "sqlite_errorcode", None)
    if code is None:
        return isinstance(problem, sqlite3.DatabaseError) and not isinstance(problem, sqlite3.OperationalError)
    return code in _UNREADABLE or code & 0xFF in _DAMAGED


def plain(problem: BaseException, path: Path | None = None) -> JournalTrouble:
    """A fault of the card or file in the words of a player; with the ``path`` of the file it is told more exactly."""
    code = getattr(problem, "sqlite_errorcode", None)
    number = problem.errno if isinstance(problem, OSError) else None
    text = str(problem)
    if code in _FULL or number in (errno.ENOSPC, errno.EDQUOT) or "disk is full" in text:
        words = "card is full"
    elif number in (errno.EROFS, errno.EACCES, errno.EPERM) or "readonly" in text or "unable to open" in text:
        words = "file is another user's" if path is not None and _is_anothers(path) else "card is read-only"
    elif "locked" in text:
        words = "file is in use"
    else:
        words = "card is damaged"
    trouble = JournalTrouble(words)
    trouble.__cause__ = problem
    return trouble


def _is_anothers(path: Path) -> bool:
    """Whether the card can be written, and only this user may not."""
    try:
        if os.statvfs(path.parent).f_flag & os.ST_RDONLY:
            return False
        files = [each for each in (path, path.with_name(path.name + "-wal")) if each.exists()]
        return not all(os.access(each, os.R_OK | os.W_OK, effective_ids=True) for each in (path.parent, *files))
    except OSError:
        return True
