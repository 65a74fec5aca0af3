"""The journal: what survives the plug. One SQLite file, one connection, operations that are only ever appended.

A write has happened when ``append`` returns: the log is synced (WAL, ``synchronous=FULL``). A write that failed is not
repeated: the file is closed, opened again and compared with what this process knows of it, and what is missing is
appended. The same when the file was taken away or changed by somebody else: SQLite would go on writing into a file that
no longer has a name. Every call blocks for as long as the card takes, so calls belong on a worker, one at a time. This
module must not know what an operation means to a game.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from firmware_py.errors import JournalTrouble, NoGame
from firmware_py.journal_file import Look, Migration, copied, forget_cached, look, open_file, salvage
from firmware_py.journal_games import End, Register, finished_after, finished_before, register, said_of
from firmware_py.journal_repair import put_back, sync
from firmware_py.journal_rows import (
    FAULTS,
    INSERT,
    REMEMBER,
    REPAIR,
    VERSION,
    Connect,
    close,
    connect_to,
    games,
    plain,
    read_game,
    read_memory,
    remembered,
)
from firmware_py.operations import GameInfo, Operation, Row, from_row, to_row

ALL = -1  # for how many: no matter how many there are
OPEN = "open"  # remembered: the number of the game on the table
STOPPED = "stopped"  # remembered: whether the last stop was asked for

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Contents:
    """What the journal held when it was opened.

    ``unfinished`` are the games that are open, in order of their numbers; of the ``finished`` ones only how many there
    are, and ``ended``, the operation that ended the newest. ``games`` and ``last`` are the numbers of the last game and
    of the last operation, ``titles`` the names of titles, the one played last first. ``current`` are the
    operations of the game that was on the table, also of one at its end. ``notes`` are for a person, one line each;
    ``trouble`` says why nothing can be written now, "" if it can. ``read`` is False if there may be more in the file
    than could be read now.
    """

    unfinished: tuple[GameInfo, ...] = ()
    finished: int = 0
    ended: int = 0
    games: int = 0
    titles: tuple[str, ...] = ()
    last: int = 0
    memory: Mapping[str, Any] = field(default_factory=dict)
    current: tuple[Operation, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: str = ""
    read: bool = True


class Journal:
    """The journal in the file at ``path``. Nothing is opened before ``open``.

    ``connect`` makes the connection; another one makes faults in tests. ``version`` and ``migrations`` are those of
    the program (``journal_file``).
    """

    def __init__(
        self,
        path: Path,
        connect: Connect | None = None,
        version: int = VERSION,
        migrations: Mapping[int, Migration] | None = None,
    ) -> None:
        self.path = path
        self._connect = connect or _connect
        self._version, self._migrations = version, migrations
        self._db: sqlite3.Connection | None = None
        self._seen: Look = ()  # how the files looked when this process last wrote them
        self._known: dict[int, dict[int, Operation]] = {}  # of the games in use, by game and number: must be there
        self._committed = 0  # the number of the last operation that this process wrote
        self._chains: dict[int, int] = {}
        self._remembered: dict[str, Any] = {}
        self._notes: list[str] = []
        self._spoilt = False  # whether something was left out that was read

    def open(self) -> Contents:
        """Open and check the file, and say what it holds.

        Never fails because of what is in the file or of the card: ``Contents.trouble`` says what is wrong, and what
        can be read without writing is there. Raises JournalTooNew.
        """
        trouble, contents, self._spoilt = "", None, False
        try:
            self._opened()
        except FAULTS as problem:
            trouble = str(plain(problem, self.path))
        try:
            with self._reading() as db:
                contents = self._contents(db, trouble)
        except FAULTS as problem:
            trouble = trouble or str(plain(problem, self.path))
        if self._db is None or (contents is not None and not self._spoilt):
            return contents or Contents(notes=self.notes(), trouble=trouble, read=False)
        try:  # sound to look at, yet not to be read, or not all of it
            self._db, note = salvage(self._db, self.path, self._connect, self._version)
            self._seen = look(self.path)
            self._notes += [*(contents.notes if contents is not None else ()), note]
            return self._contents(self._db, "")
        except FAULTS as problem:
            self._drop()
            trouble = str(plain(problem, self.path))
        contents = contents or Contents(read=False)
        return replace(contents, notes=(*contents.notes, *self.notes()), trouble=trouble)

    def notes(self) -> tuple[str, ...]:
        """What a person should be told, since the last time this was asked."""
        notes, self._notes = tuple(self._notes), []
        return notes

    def read(self, game: int) -> tuple[Operation, ...]:
        """The operations of a game. Raises NoGame, or JournalTrouble if the card cannot be read."""
        try:
            with self._reading() as db:
                operations = self._read(db, game)
        except FAULTS as problem:
            raise plain(problem, self.path) from problem
        if not operations:
            raise NoGame(f"there is no game {game} in the journal")
        return operations

    def finished(self, before: int = 0, most: int = ALL) -> list[GameInfo]:
        """The newest of the finished games that ended before operation ``before`` (0: of all), the newest first.

        Raises JournalTrouble.
        """
        return self._asked(lambda db: finished_before(db, before, most))

    def register(self) -> Register:
        """Which games there are. Raises JournalTrouble."""
        return self._asked(register)

    def ends(self, after: int, most: int) -> list[End]:
        """The oldest of the finished games that ended after operation ``after``. Raises JournalTrouble."""
        return self._asked(lambda db: finished_after(db, after, most))

    def _asked(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            with self._reading() as db:
                return question(db)
        except FAULTS as problem:
            raise plain(problem, self.path) from problem

    def append(self, operations: Sequence[Operation], memory: Mapping[str, Any] | None = None) -> None:
        """Write operations, in the order of their numbers, and what is to be remembered, in one transaction.

        What is there already is not written again. Raises JournalTrouble; then all of it may be given once more.
        """
        self._remembered.update(memory or {})
        try:
            if self._db is not None and look(self.path) != self._seen:
                self._rescue(self._db)
            if self._db is None:
                db = self._opened()
                wanted = {number: each for known in self._known.values() for number, each in known.items()}
                wanted |= {each.number: each for each in operations}
                rows = self._missing(db, wanted)
                self._commit(db, REPAIR, rows, self._remembered)
            else:
                wanted = {each.number: each for each in operations if each.number > self._committed}
                self._find_ends(self._db, wanted.values())
                rows = _chained(wanted, self._chains)
                self._commit(self._db, INSERT, rows, memory or {})
        except JournalTrouble:
            self._drop()
            raise
        except FAULTS as problem:
            self._drop()
            raise plain(problem, self.path) from problem
        for row in rows:
            self._knows(wanted[row[1]], row[-1])
        if operations:
            self._committed = operations[-1].number
            # a box may be on for years: what was played before can be read again
            self._known = {game: known for game, known in self._known.items() if game == operations[-1].game}
            self._chains = {game: chain for game, chain in self._chains.items() if game in self._known}

    def drop(self, games: Collection[int]) -> None:
        """Take whole games out for good, so that no page holds anything of them. Raises JournalTrouble."""
        if self._db is None or look(self.path) != self._seen:
            raise JournalTrouble("file is in use")
        try:
            self._db.execute("PRAGMA secure_delete=ON")
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("DELETE FROM operations WHERE game = ?", [(game,) for game in games])
            self._db.execute("COMMIT")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()  # or the log would still hold them
            self._db.execute("PRAGMA secure_delete=OFF")
        except FAULTS as problem:
            self._drop()
            raise plain(problem, self.path) from problem
        self._seen = look(self.path)
        for game in games:
            self._known.pop(game, None)
            self._chains.pop(game, None)

    def close(self) -> None:
        """Bring the log into the file and close it. If the card refuses, the next start does it: the log is synced."""
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            close(self._db)
            self._db = None

    def _opened(self) -> sqlite3.Connection:
        self._db, notes = open_file(self.path, self._connect, self._version, self._migrations)
        self._notes += notes
        for each in (self.path, self.path.with_name(f"{self.path.name}-wal")):
            if each.exists():
                sync(each)  # what an ended process wrote may only be in the system's memory, and is relied on from here
        self._seen = look(self.path)
        return self._db

    def _drop(self) -> None:
        if self._db is not None:
            close(self._db)
            self._db = None
            forget_cached(self.path)

    def _rescue(self, db: sqlite3.Connection) -> None:
        """Save everything through the connection that may still hold the file: as a file, or to be written anew.

        Files that are still the same ones hold what this connection would read; they are only opened again.
        """
        if _same(look(self.path), self._seen):
            self._drop()
            return
        with contextlib.suppress(*FAULTS):
            if not self.path.exists():
                put_back(db, self.path, self._connect)
            else:
                self._remembered = {**read_memory(db), **self._remembered}
                for game in games(db):
                    self._read(db, game)
        self._notes.append("another program took the journal away or changed it: all of it was written anew")
        self._drop()

    def _knows(self, operation: Operation, chain: int) -> None:
        self._known.setdefault(operation.game, {})[operation.number] = operation
        self._chains[operation.game] = chain

    def _find_ends(self, db: sqlite3.Connection, operations: Iterable[Operation]) -> None:
        """Know what the rows of these operations are chained to, also those of a game that was left meanwhile."""
        begun = {operation.game for operation in operations if operation.op == "new"}
        for game in {operation.game for operation in operations} - begun - self._chains.keys():
            self._read(db, game)

    def _missing(self, db: sqlite3.Connection, wanted: dict[int, Operation]) -> list[Row]:
        """The rows that must be there and are not, or not as they should be.

        Raises JournalTrouble if the file holds another game under the number of one of these: another card was put in.
        """
        rows: list[Row] = []
        by_game: dict[int, list[Row]] = {}
        begun = {operation.game for operation in wanted.values() if operation.op == "new"}
        for game in {operation.game for operation in wanted.values()} - begun:
            wanted |= {operation.number: operation for operation, _ in read_game(db, game)[0]}
        for row in _chained(wanted, {}):
            by_game.setdefault(row[0], []).append(row)
        for game, theirs in by_game.items():
            found = list(db.execute("SELECT * FROM operations WHERE game = ? ORDER BY number", (game,)))
            if found and from_row(found[0], 0) is not None and found[0][-1] != theirs[0][-1]:
                raise JournalTrouble("this is another card")
            present = {row[1]: row[-1] for row in found}
            rows += [row for row in theirs if present.get(row[1]) != row[-1]]
            for row in theirs:
                self._knows(wanted[row[1]], row[-1])
        return rows

    def _commit(
        self, db: sqlite3.Connection, insert: str, rows: Sequence[tuple[Any, ...]], memory: Mapping[str, Any]
    ) -> None:
        if rows or memory:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(insert, rows)
            db.executemany(REMEMBER, [remembered(name, value) for name, value in memory.items()])
            db.execute("COMMIT")
            after = look(self.path)
            if _same(after, self._seen):
                self._seen = after  # else this went into a file that was taken away meanwhile, and the next write tells

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """The connection; while there is none that may write, one to a copy of the file."""
        if self._db is not None:
            yield self._db
            return
        with copied(self.path) as copy:
            db = connect_to(copy, self._connect)
            try:
                yield db
            finally:
                close(db)

    def _read(self, db: sqlite3.Connection, game: int) -> tuple[Operation, ...]:
        kept, lost = read_game(db, game)
        if lost:
            what = f"{lost} operation{'s' if lost > 1 else ''}"
            self._notes.append(f"game {game}: {what} could not be read and will be left out")
            self._spoilt = True
        for operation, chain in kept:
            self._knows(operation, chain)
        return tuple(operation for operation, _ in kept)

    def _contents(self, db: sqlite3.Connection, trouble: str) -> Contents:
        memory, there = read_memory(db), register(db)
        infos = []
        for game in there.open:
            found = said_of(db, game)
            if found is None:
                self._notes.append(f"game {game} could not be read and is left out")
                self._spoilt = True
            else:
                infos.append(found)
        lost = set(there.open) - {game.number for game in infos}
        on_table = memory.get(OPEN, max(infos, key=lambda game: game.last).number if infos else None)
        current = self._read(db, on_table) if isinstance(on_table, int) and on_table not in lost else ()
        recent = [each for game in there.newest if (each := said_of(db, game)) is not None]
        played = sorted([*infos, *recent], key=lambda game: -game.last)
        titles = tuple(dict.fromkeys(game.title for game in played))
        return Contents(
            tuple(infos),
            there.finished,
            there.ended,
            there.games,
            titles,
            there.last,
            memory,
            current,
            self.notes(),
            trouble,
        )


def read_only(path: Path, game: int = 0) -> tuple[tuple[GameInfo, ...], tuple[Operation, ...]]:
    """Every game in a few words, or one of them and its operations, through a connection that cannot write, while
    another process owns the file.

    That is safe as long as the owner alone writes and checkpoints: a reader then only pins the part of the log that
    it is reading, for as long as it reads. Raises JournalTrouble.
    """
    with _looking(path) as db:
        db.execute("BEGIN")  # one picture of the file, whatever the owner writes meanwhile
        numbers = [game] if game else games(db)
        infos = tuple(each for number in numbers if (each := said_of(db, number)) is not None)
        return infos, tuple(operation for operation, _ in read_game(db, game)[0])


def registered(path: Path) -> Register:
    """Which games there are, through such a connection. Raises JournalTrouble."""
    with _looking(path) as db:
        return register(db)


def verdict(path: Path, numbers: Iterable[int]) -> str:
    """What is wrong with the file, or with these games in it, through such a connection; "" if nothing is.

    Raises JournalTrouble.
    """
    with _looking(path) as db:
        said = db.execute("PRAGMA quick_check(1)").fetchone()[0].decode(errors="replace")
        if said != "ok":
            return str(said)
        for number in numbers:
            if lost := read_game(db, number)[1]:
                return f"{lost} of the operations of game {number} cannot be read"
    return ""


@contextlib.contextmanager
def _looking(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=5)
        db.text_factory = bytes
        try:
            yield db
        finally:
            close(db)
    except FAULTS as problem:
        raise plain(problem, path) from problem


def _same(one: Look, other: Look) -> bool:
    """Whether these are the same files, whatever is in them."""
    return [each and each[:2] for each in one] == [each and each[:2] for each in other]


def _chained(operations: Mapping[int, Operation], chains: Mapping[int, int]) -> list[Row]:
    """The rows of operations in the order of their numbers, each chained to the one before it in its game."""
    last = dict(chains)
    rows = []
    for _, operation in sorted(operations.items()):
        rows.append(to_row(operation, last.get(operation.game, 0)))
        last[operation.game] = rows[-1][-1]
    return rows


def _connect(path: str) -> sqlite3.Connection:
    # the worker's thread uses it, one call at a time; loading before there is a worker is the exception
    return sqlite3.connect(path, check_same_thread=False, timeout=5)


__all__ = ["OPEN", "STOPPED", "Contents", "Journal", "JournalTrouble", "read_only"]
