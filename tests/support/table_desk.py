"""A table under simulated time, on a journal in a folder, that can be killed and opened again."""

from __future__ import annotations

import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from toy_title import TOY

from drivers.bench.simulated import SimulatedClock, SteppedWorker
from engine.title import Title
from firmware_py.journal import Journal
from firmware_py.operations import GameInfo
from firmware_py.past_games import Keep
from firmware_py.table import Table

START = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)


class Card:
    """What every connection to the journal goes through: faults are settings.

    ``fault`` is raised by each commit; with ``late`` the commit works and then says that it did not. ``gone``: nothing
    can be opened. ``read_only``: nothing can be written. ``pages``: how large the file may grow. ``tries`` are the
    calls to open a file.
    """

    def __init__(self) -> None:
        self.fault: sqlite3.Error | None = None
        self.late = False
        self.gone = False
        self.read_only = False
        self.pages: int | None = None
        self.commits = 0
        self.tries = 0
        self.connections: list[Connection] = []

    def close(self) -> None:
        for connection in self.connections:
            connection.close()
        self.connections.clear()

    def connect(self, path: str) -> sqlite3.Connection:
        self.tries += 1
        if self.gone:
            raise raising("unable to open database file", sqlite3.SQLITE_CANTOPEN)
        if self.read_only:
            connection = sqlite3.connect(
                f"{Path(path).as_uri()}?mode=ro", uri=True, factory=Connection, check_same_thread=False
            )
        else:
            connection = sqlite3.connect(path, factory=Connection, check_same_thread=False)
        connection.card = self
        self.connections.append(connection)
        if self.pages is not None:
            connection.execute(f"PRAGMA max_page_count={self.pages}")
        return connection


class Connection(sqlite3.Connection):
    card: Card

    def __del__(self) -> None:
        self.close()  # the process that left it open is only pretended to be gone

    def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
        if sql != "COMMIT" or self.card.fault is None:
            self.card.commits += sql == "COMMIT"
            return super().execute(sql, *more)
        if self.card.late:
            super().execute(sql)
        raise self.card.fault


def raising(message: str, code: int) -> sqlite3.OperationalError:
    problem = sqlite3.OperationalError(message)
    problem.sqlite_errorcode = code
    return problem


def games_of(table: Table, clock: SimulatedClock) -> list[GameInfo]:
    """Every game of a journal that has few, the one played last first."""
    found = table.unfinished()
    table.past.page(lambda page, more, error: found.extend(page))
    clock.advance(1.0)
    return sorted(found, key=lambda game: -game.last)


class Desk:
    """``table`` with its clock, worker and card. ``marks`` lists the marks at every change."""

    def __init__(
        self,
        folder: Path,
        delay_s: float = 0.05,
        load: bool = True,
        title: Title = TOY,
        card: Card | None = None,
        synchronised: bool = True,
        keep: Keep | None = None,
    ) -> None:
        self.folder, self.title = folder, title
        self.card = card or Card()
        self.clock = SimulatedClock()
        self.worker = SteppedWorker(self.clock, delay_s)
        self.marks: list[str] = []
        self.synchronised = synchronised
        self.table = Table(
            Journal(folder / "journal.sqlite", connect=self.card.connect),
            self.worker,
            self.clock,
            self.changed,
            lambda count: bytes(range(7, 7 + count)),
            self.wall,
            titles=lambda name: self.title,
            keep=keep,
        )
        if load:
            self.table.load()

    def changed(self) -> None:
        self.marks.append(self.table.mark)

    def wall(self) -> tuple[datetime, bool]:
        return START + timedelta(seconds=self.clock.now_s()), self.synchronised

    def settle(self) -> None:
        """Long enough for everything that waits to be written."""
        self.clock.advance(30.0)

    def new(self, turns: int = 12, draws: str = "table", players: int = 3) -> None:
        self.table.new("toy", "count", players, {"turns": str(turns)}, ("Ana", "Bo", "Cy")[:players], (), "", draws)

    def give(self, *keys: str) -> None:
        self.table.give(keys, "knob")

    def games(self) -> list[GameInfo]:
        """Every game, the one played last first."""
        return games_of(self.table, self.clock)

    def keys(self) -> list[str]:
        """The answers of the game on the table."""
        assert self.table.game is not None
        return [past.key for past in self.table.game.past]

    def again(self, **how: Any) -> Desk:
        """The plug pulled and put back: what the worker has not done is never done.

        The files are copied as they lie at that moment, since in one process a connection cannot be left unclosed.
        """
        self.worker.kill()
        copy = self.folder.with_name(f"{self.folder.name}+")
        shutil.copytree(self.folder, copy, ignore=shutil.ignore_patterns("*-shm"))
        self.card.close()
        return Desk(copy, **{"title": self.title, **how})
