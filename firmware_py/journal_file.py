"""The file under the journal: made whole or not at all, checked when it is opened, set aside when it is damaged.

Opening never fails because of what is in the file: an empty, cut or garbage file is kept under another name, what can
still be read of it goes into a fresh one, and a note says so. Only a file of a later version is refused. This module
knows SQLite and the table of operations; it must not know games, threads or why something is written.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware_py.errors import JournalTooNew, JournalTrouble
from firmware_py.operations import Operation, Row, from_row, to_row

Connect = Callable[[str], sqlite3.Connection]
Migration = Callable[[sqlite3.Connection], None]

VERSION = 1
_APPLICATION = 0x54616200  # "Tab", the version in the last byte: a flipped bit cannot pass for a later version
_MAGIC = b"SQLite format 3\0"
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA}
_UNREADABLE = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}
FAULTS = (sqlite3.Error, OSError, UnicodeError)  # the last where SQLite quotes a name that damage has made no text
_GAP = 50  # how far to look for a next game past a page that cannot be read

_TABLES = """
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


def open_file(
    path: Path, connect: Connect, version: int = VERSION, migrations: Mapping[int, Migration] | None = None
) -> tuple[sqlite3.Connection, tuple[str, ...]]:
    """The one connection that may write, and notes for a person.

    ``migrations`` has for each older version the step to the next one; a copy is kept before the first. Raises
    JournalTooNew, or sqlite3.Error or OSError if the card does not let it be opened or written now.
    """
    notes: list[str] = []
    path.parent.mkdir(parents=True, exist_ok=True)
    fault = _header_fault(path)
    if fault is not None:
        _build(path, connect, version)
        aside = _swap(path)
        if aside is not None:
            notes.append(_fresh_note(f"the journal {fault}", aside))
    db = connect_to(path, connect)
    try:
        found = _check(db, version)
        if found > version:
            raise JournalTooNew(
                f"{path} was written by a later version of the program (journal {found}, this one reads up to "
                f"{version}): install that version again"
            )
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN IMMEDIATE")  # SQLite opens what it cannot write without a word; this tells
        db.execute(f"PRAGMA user_version={found}")
        db.execute("ROLLBACK")
        if found < version:
            notes.append(_migrate(db, path, connect, found, version, migrations or {}))
    except (sqlite3.Error, UnicodeError) as problem:
        if not is_damage(problem):
            close(db)
            raise
        db, note = salvage(db, path, connect, version)
        notes.append(note)
    except BaseException:
        close(db)
        raise
    return db, tuple(notes)


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


def forget_cached(path: Path) -> None:
    """Drop what the system holds of the file in memory, so that the next read sees what is really on the card.

    After a failed sync the system may count pages as written that are not.
    """
    for name in (path, _beside(path, "-wal")):
        with contextlib.suppress(OSError):
            handle = os.open(name, os.O_RDONLY)
            try:
                os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(handle)


@contextlib.contextmanager
def copied(path: Path) -> Iterator[Path]:
    """The file and its log copied to a folder in memory or for temporary files: to read it when the card is
    read-only or full, which SQLite cannot do in place. Raises OSError."""
    places = [place for place in ("/dev/shm", tempfile.gettempdir()) if os.access(place, os.W_OK)]
    with tempfile.TemporaryDirectory(prefix="tabularius-", dir=places[0] if places else None) as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        if _size(_beside(path, "-wal")):
            shutil.copyfile(_beside(path, "-wal"), _beside(copy, "-wal"))
        yield copy


# ---- rows


def games(db: sqlite3.Connection) -> Iterator[int]:
    """The numbers of the games, in order, found by steps over the index and not by reading everything."""
    game = 0
    while isinstance(
        found := db.execute("SELECT min(game) FROM operations WHERE game > ?", (game,)).fetchone()[0], int
    ):
        game = found
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
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
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


def plain(problem: BaseException) -> JournalTrouble:
    """A fault of the card or file in the words of a player."""
    code = getattr(problem, "sqlite_errorcode", None)
    number = problem.errno if isinstance(problem, OSError) else None
    text = str(problem)
    if code == sqlite3.SQLITE_FULL or number in (errno.ENOSPC, errno.EDQUOT) or "disk is full" in text:
        words = "card is full"
    elif number in (errno.EROFS, errno.EACCES, errno.EPERM) or "readonly" in text or "unable to open" in text:
        words = "card is read-only"
    elif "locked" in text:
        words = "file is in use"
    else:
        words = "card is damaged"
    trouble = JournalTrouble(words)
    trouble.__cause__ = problem
    return trouble


def _header_fault(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            start = file.read(100)
    except FileNotFoundError:
        return "was gone"
    if not start:
        return "was empty"
    if len(start) < 100:
        return "was cut short"
    # the two bytes after the page size are 2 in a file with a log; anything else makes SQLite read it otherwise
    return None if start.startswith(_MAGIC) and start[18:20] == b"\2\2" else "was damaged"


def _check(db: sqlite3.Connection, current: int) -> int:
    """The version of the file. Raises sqlite3.DatabaseError if it is not a sound journal."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if int(db.execute("PRAGMA application_id").fetchone()[0]) != _APPLICATION + version or not 1 <= version < 256:
        raise sqlite3.DatabaseError("not a journal of this program")
    verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != b"ok":
        raise sqlite3.DatabaseError(verdict.decode(errors="replace"))
    if version == current:
        for table, width in (("operations", 14), ("memory", 3)):
            if len(db.execute(f"SELECT * FROM {table} LIMIT 0").description) != width:
                raise sqlite3.DatabaseError(f"table {table} has other columns")
    return version


def salvage(
    db: sqlite3.Connection, path: Path, connect: Connect, version: int = VERSION
) -> tuple[sqlite3.Connection, str]:
    """Set a damaged file aside and go on with a new one that holds what can still be read, and say so."""
    kept, memory = _readable(db)
    close(db)
    rows: list[Row] = []
    for operations in kept:
        before = 0
        for operation in operations:
            rows.append(to_row(operation, before))
            before = rows[-1][-1]
    _build(path, connect, version, rows, memory)
    aside = _swap(path) or path
    fresh = connect_to(path, connect)
    try:
        fresh.execute("PRAGMA synchronous=FULL")
    except BaseException:
        close(fresh)
        raise
    if not kept:
        return fresh, _fresh_note("the journal was damaged", aside)
    count = f"{len(kept)} game{'s' if len(kept) > 1 else ''} could be read"
    return fresh, f"the journal was damaged: {count}; the damaged file is kept as {aside.name}"


def _readable(db: sqlite3.Connection) -> tuple[list[list[Operation]], dict[str, Any]]:
    """The longest sound beginning of every game that can still be reached."""
    kept: list[list[Operation]] = []
    game, misses = 0, 0
    while misses < _GAP:
        try:
            row = db.execute("SELECT min(game) FROM operations WHERE game > ?", (game,)).fetchone()
        except (sqlite3.Error, UnicodeError):
            misses += 1
            game += 1
            row = (game,)
        if not isinstance(row[0], int):
            break
        game = row[0]
        operations: list[Operation] = []
        before = 0
        with contextlib.suppress(sqlite3.Error, UnicodeError):
            for cells in db.execute("SELECT * FROM operations WHERE game = ? ORDER BY number", (game,)):
                found = from_row(cells, before)
                if found is None:
                    break
                operations.append(found[0])
                before = found[1]
        if operations:
            kept.append(operations)
            misses = 0
    memory: dict[str, Any] = {}
    with contextlib.suppress(sqlite3.Error, UnicodeError):
        memory = read_memory(db)
    return kept, memory


def _fresh_note(what: str, aside: Path) -> str:
    return f"{what}: a new one was begun; the old file is kept as {aside.name}"


# ---- making and moving


def _build(
    path: Path, connect: Connect, version: int, rows: Sequence[Row] = (), memory: Mapping[str, Any] | None = None
) -> None:
    """A new file under a name of its own, complete and synced."""
    fresh = _beside(path, ".new")
    for ending in ("", "-wal", "-shm", "-journal"):
        _beside(fresh, ending).unlink(missing_ok=True)
    db = connect_to(fresh, connect)
    try:
        db.execute("PRAGMA synchronous=FULL")
        db.executescript(f"BEGIN; {_TABLES} COMMIT;")
        db.execute("BEGIN IMMEDIATE")
        db.executemany(INSERT, rows)
        db.executemany(REMEMBER, [remembered(name, value) for name, value in (memory or {}).items()])
        _stamp(db, version)
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode=WAL")
    finally:
        close(db)
    _sync(fresh)


def _swap(path: Path) -> Path | None:
    """Put the new file in the place of the old, which is kept under the name returned, with its log.

    A plug pulled on the way leaves the old file or the new one under the journal's name. The old log goes first:
    under the new file SQLite would take it for that file's own.
    """
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists() or _size(
        _beside(aside, "-wal")
    ):
        number += 1
    kept = None
    if _size(_beside(path, "-wal")):
        _beside(path, "-wal").rename(_beside(aside, "-wal"))
        kept = aside
    _beside(path, "-shm").unlink(missing_ok=True)
    if path.exists():
        kept = aside
        try:
            os.link(path, aside)
        except OSError:  # a file system without links
            path.rename(aside)
    _beside(path, ".new").rename(path)
    _sync_folder(path)
    return kept


def _stamp(db: sqlite3.Connection, version: int) -> None:
    db.execute(f"PRAGMA application_id={_APPLICATION + version}")
    db.execute(f"PRAGMA user_version={version}")


def _migrate(
    db: sqlite3.Connection,
    path: Path,
    connect: Connect,
    found: int,
    version: int,
    migrations: Mapping[int, Migration],
) -> str:
    copy = path.with_name(f"{path.stem}.version-{found}{path.suffix}")
    unfinished = _beside(copy, ".new")
    unfinished.unlink(missing_ok=True)
    backup = connect(str(unfinished))
    try:
        db.backup(backup)
    finally:
        close(backup)
    _sync(unfinished)
    unfinished.rename(copy)
    _sync_folder(path)
    db.execute("BEGIN IMMEDIATE")
    try:
        for step in range(found, version):
            migrations[step](db)
        _stamp(db, version)
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    return f"the journal was brought to version {version}; a copy of the old one is kept as {copy.name}"


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(path: Path) -> None:
    handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with contextlib.suppress(OSError):  # some file systems cannot sync a folder
            os.fsync(handle)
    finally:
        os.close(handle)
