"""The file under the journal: opened, checked, migrated; a fresh one in its place when it is damaged.

Opening never fails because of what is in the file: an empty, cut or garbage file is kept under another name, what can
still be read of it goes into a fresh one, and a note says so. Only a file of a later version is refused. This module
knows SQLite and the table of operations; it must not know games, threads or why something is written.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from firmware_py.errors import JournalTooNew
from firmware_py.journal_repair import LOGS, beside, finish, renewed, size, stamp, sync, sync_folder, take_away
from firmware_py.journal_rows import APPLICATION, VERSION, Connect, close, connect_to, is_damage

Migration = Callable[[sqlite3.Connection], None]

_MAGIC = b"SQLite format 3\0"
LOG_PAGES = 200  # a spoilt sector of the log hides every later commit in it, so the log is kept short
CACHE_KIB = 256  # of pages in memory: a game is written from one end to the other and seldom read


def open_file(
    path: Path, connect: Connect, version: int = VERSION, migrations: Mapping[int, Migration] | None = None
) -> tuple[sqlite3.Connection, tuple[str, ...]]:
    """The one connection that may write, and notes for a person.

    ``migrations`` has for each older version the step to the next one; a copy is kept before the first. Raises
    JournalTooNew, or sqlite3.Error or OSError if the card does not let it be opened or written now.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    for ending in LOGS:
        take_away(beside(path, ending), only_folders=True)
    ready = beside(path, ".ready")
    if ready.is_file() and _header_fault(ready):  # spoilt while it waited: what it was to replace is better
        take_away(ready)
    notes = [finish(path)]
    fault = _header_fault(path)
    if fault is not None:
        notes.append(renewed(path, fault, connect, version))
    db = connect_to(path, connect)
    try:
        found = _check(db, version)
        if found > version:
            raise JournalTooNew(
                f"{path} was written by a later version of the program (journal {found}, this one reads up to "
                f"{version}): install that version again"
            )
        db.execute("PRAGMA journal_mode=WAL")
        _set_up(db)
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
    return db, tuple(note for note in notes if note)


def _set_up(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA synchronous=FULL")
    db.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}")
    db.execute(f"PRAGMA cache_size=-{CACHE_KIB}")


def forget_cached(path: Path) -> None:
    """Drop what the system holds of the file in memory, so that the next read sees what is really on the card.

    After a failed sync the system may count pages as written that are not.
    """
    for name in (path, beside(path, "-wal")):
        with contextlib.suppress(OSError):
            handle = os.open(name, os.O_RDONLY)
            try:
                os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(handle)


Look = tuple[tuple[int, int, int, int] | None, ...]


def look(path: Path) -> Look:
    """How the file and its log look from outside: device, number, size and time of change of each, None if it is gone.

    Only the owner changes them; if they look otherwise than after its last write, somebody else was at them.
    """
    seen: list[tuple[int, int, int, int] | None] = []
    for each in (path, beside(path, "-wal")):
        try:
            found = each.stat()
        except OSError:
            seen.append(None)
        else:
            seen.append((found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns))
    return tuple(seen)


@contextlib.contextmanager
def copied(path: Path) -> Iterator[Path]:
    """The file and its log copied to a folder in memory or for temporary files: to read it when the card is
    read-only or full, which SQLite cannot do in place. Raises OSError."""
    places = [place for place in ("/dev/shm", tempfile.gettempdir()) if os.access(place, os.W_OK)]
    with tempfile.TemporaryDirectory(prefix="tabularius-", dir=places[0] if places else None) as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        if size(beside(path, "-wal")):
            shutil.copyfile(beside(path, "-wal"), beside(copy, "-wal"))
        yield copy


def _header_fault(path: Path) -> str | None:
    if path.exists() and not path.is_file():
        return "was a folder" if path.is_dir() else "was no file"
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
    if int(db.execute("PRAGMA application_id").fetchone()[0]) != APPLICATION + version or not 1 <= version < 256:
        raise sqlite3.DatabaseError("not a journal of this program")
    verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != b"ok":
        raise sqlite3.DatabaseError(verdict.decode(errors="replace"))
    if version == current:
        for table, width in (("operations", 14), ("memory", 3)):
            if len(db.execute(f"SELECT * FROM {table} LIMIT 0").description) != width:
                raise sqlite3.DatabaseError(f"table {table} has other columns")
            if db.execute("SELECT type FROM sqlite_master WHERE name = ?", (table,)).fetchone() != (b"table",):
                raise sqlite3.DatabaseError(f"{table} is no table")
    return version


def salvage(
    db: sqlite3.Connection, path: Path, connect: Connect, version: int = VERSION
) -> tuple[sqlite3.Connection, str]:
    """Set a damaged file aside and go on with a fresh one that holds what can still be read, and say so."""
    note = renewed(path, "was damaged", connect, version, db)
    fresh = connect_to(path, connect)
    try:
        _set_up(fresh)
    except BaseException:
        close(fresh)
        raise
    return fresh, note


def _migrate(
    db: sqlite3.Connection,
    path: Path,
    connect: Connect,
    found: int,
    version: int,
    migrations: Mapping[int, Migration],
) -> str:
    copy = path.with_name(f"{path.stem}.version-{found}{path.suffix}")
    unfinished = beside(copy, ".new")
    unfinished.unlink(missing_ok=True)
    backup = connect(str(unfinished))
    try:
        db.backup(backup)
    finally:
        close(backup)
    sync(unfinished)
    unfinished.rename(copy)
    sync_folder(path)
    db.execute("BEGIN IMMEDIATE")
    try:
        for step in range(found, version):
            migrations[step](db)
        stamp(db, version)
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    return f"the journal was brought to version {version}; a copy of the old one is kept as {copy.name}"
