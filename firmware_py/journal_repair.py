"""A fresh file in the place of a damaged journal: what can still be read goes into it, the old one is kept.

A plug pulled at any step leaves the old file or the new one, and never a file with another one's log: the exchange is
begun by a name of its own, and a start finds that and finishes it. This module must not know who opens the journal.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware_py.journal_pages import PAGE, sound
from firmware_py.journal_rows import APPLICATION, INSERT, REMEMBER, TABLES, Connect, close, connect_to, remembered
from firmware_py.operations import Operation, Row, to_row

LOGS = ("-wal", "-shm", "-journal")
KEPT = 5  # damaged files, the newest


def renewed(path: Path, what: str, connect: Connect, version: int, db: sqlite3.Connection | None = None) -> str:
    """Exchange the file for a fresh one that holds what can still be read, and say so; "" if there was nothing at all.

    ``what`` is what happened to the journal ("was damaged"). A connection to the old file is closed.
    """
    kept, memory = sound(_whole(path), _whole(beside(path, "-wal")))  # before a connection that closes empties the log
    if db is not None:
        close(db)
    games = _build(path, connect, version, kept, memory)
    take_away(beside(path, ".ready"), only_folders=True)
    beside(path, ".new").rename(beside(path, ".ready"))
    sync_folder(path)
    aside = _exchange(path)
    if aside is None:
        return ""
    if not games:
        return f"the journal {what}: a new one was begun; the old file is kept as {aside.name}"
    count = f"{games} game{'s' if games > 1 else ''} could be read"
    return f"the journal {what}: {count}; the damaged file is kept as {aside.name}"


def finish(path: Path) -> str:
    """Finish an exchange that a pulled plug cut short, and say so; "" if there was none."""
    if not beside(path, ".ready").is_file():
        return ""
    aside = _exchange(path)
    return "" if aside is None else f"the journal was damaged; the damaged file is kept as {aside.name}"


def put_back(db: sqlite3.Connection, path: Path, connect: Connect) -> None:
    """Write a file that has lost its name anew, from the connection that still holds it, and close that.

    Raises sqlite3.Error or OSError.
    """
    fresh = beside(path, ".new")
    for ending in ("", *LOGS):
        take_away(beside(fresh, ending))
    copy = connect_to(fresh, connect)
    try:
        db.backup(copy)
    finally:
        close(copy)
    sync(fresh)
    close(db)  # which takes its own log away
    for ending in LOGS:
        take_away(beside(path, ending))
    fresh.rename(path)
    sync_folder(path)


def _exchange(path: Path) -> Path | None:
    """Put the file that is ready in the place of the old, which is kept under the name returned, with its log.

    The old log goes before the new file comes: under that SQLite would take it for the new file's own.
    """
    aside = _aside(path)
    kept = None
    if path.exists():
        kept = aside
        if not aside.exists():
            try:
                os.link(path, aside)
            except OSError:  # a file system without links
                path.rename(aside)
    if size(beside(path, "-wal")):
        kept = aside
        beside(path, "-wal").rename(beside(aside, "-wal"))
    for ending in LOGS:
        take_away(beside(path, ending))
    beside(path, ".ready").rename(path)
    sync_folder(path)
    _forget_oldest(path)
    return kept


def _aside(path: Path) -> Path:
    """A name for the old file: the one that it has already, if the exchange was begun before, or else the next one."""
    taken = _asides(path)
    for each in taken.values():
        if path.exists() and each.exists() and each.samefile(path):
            return each
    return path.with_name(f"{path.stem}.damaged-{max(taken, default=0) + 1}{path.suffix}")


def _asides(path: Path) -> dict[int, Path]:
    """The damaged files that are kept, by their number; of some only the log is left."""
    name = re.compile(re.escape(path.stem) + r"\.damaged-(\d+)" + re.escape(path.suffix))
    found = (name.match(each.name) for each in path.parent.iterdir())
    return {int(match[1]): path.with_name(match[0]) for match in found if match}


def _forget_oldest(path: Path) -> None:
    """A card that fails again and again is not to be filled with what it has spoilt."""
    for _, aside in sorted(_asides(path).items())[:-KEPT]:
        for ending in ("", "-wal"):
            with contextlib.suppress(OSError):  # it may be a folder
                beside(aside, ending).unlink(missing_ok=True)


def _build(
    path: Path, connect: Connect, version: int, kept: Iterator[list[Operation]], memory: Mapping[str, Any]
) -> int:
    """A new file under a name of its own, complete and synced, with these games; how many there are."""
    games = 0
    fresh = beside(path, ".new")
    for ending in ("", *LOGS):
        take_away(beside(fresh, ending))
    db = connect_to(fresh, connect)
    try:
        db.execute(f"PRAGMA page_size={PAGE}")
        db.execute("PRAGMA synchronous=FULL")
        db.executescript(f"BEGIN; {TABLES} COMMIT;")
        db.execute("BEGIN IMMEDIATE")
        for operations in kept:
            db.executemany(INSERT, _rows(operations))
            games += 1
        db.executemany(REMEMBER, [remembered(name, value) for name, value in memory.items()])
        stamp(db, version)
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode=WAL")
    finally:
        close(db)
    give_to_owner(fresh)
    sync(fresh)
    return games


def _rows(operations: Sequence[Operation]) -> Iterator[Row]:
    before = 0
    for operation in operations:
        row = to_row(operation, before)
        yield row
        before = row[-1]


def stamp(db: sqlite3.Connection, version: int) -> None:
    """Write the version into the file, twice over."""
    db.execute(f"PRAGMA application_id={APPLICATION + version}")
    db.execute(f"PRAGMA user_version={version}")


# ---- files


def beside(path: Path, ending: str) -> Path:
    """The file that belongs to ``path`` and has this at the end of its name."""
    return path.with_name(path.name + ending)


def take_away(path: Path, only_folders: bool = False) -> None:
    """Delete the file if it is there. A folder in its place is kept under another name. Raises OSError."""
    if path.is_dir() and not path.is_symlink():
        number = 1
        while (aside := path.with_name(f"{path.name}.folder-{number}")).exists():
            number += 1
        path.rename(aside)
    elif not only_folders:
        path.unlink(missing_ok=True)


def give_to_owner(path: Path) -> None:
    """Let a file that root has made belong to whoever owns the folder: the service is not root."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def size(path: Path) -> int:
    """How many bytes the file has, 0 if it cannot be seen."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _whole(path: Path) -> bytes:
    """All that can be read of a file; zeros where the card gives nothing."""
    data = bytearray()
    if not path.is_file():
        return b""
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            for at in range(0, os.fstat(handle).st_size, PAGE):
                try:
                    piece = os.pread(handle, PAGE, at)
                except OSError:
                    piece = bytes(PAGE)
                data += piece
        finally:
            os.close(handle)
    return bytes(data)


def sync(path: Path) -> None:
    """Have the file on the card. Raises OSError."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(path: Path) -> None:
    """Have the names in the folder of ``path`` on the card."""
    handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with contextlib.suppress(OSError):  # some file systems cannot sync a folder
            os.fsync(handle)
    finally:
        os.close(handle)
