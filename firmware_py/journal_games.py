"""What is said of the games of a journal without playing any: which are open, and the finished ones a few at a time.

How many games there are must cost neither memory nor a slow start: SQLite finds the last row of each game over the
index, and only games that are asked for are read. Knows SQLite and the tables; it must not know files or the game on
the table.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from firmware_py.journal_rows import read_game
from firmware_py.operations import GameInfo, Operation, from_row, info

LARGEST = 1 << 53  # a number beyond it can only be damage
MOST_GAMES = 1 << 31  # as is a game beyond this number
RECENT = 8  # of so many finished games a start knows the title
_HEADS = f"""
WITH RECURSIVE
each(game) AS (
    SELECT min(game) FROM operations WHERE game > 0
    UNION ALL
    SELECT (SELECT min(game) FROM operations WHERE game > each.game) FROM each WHERE typeof(game) IN ('integer', 'real')
),
heads(game, last) AS MATERIALIZED (
    SELECT game, (SELECT max(number) FROM operations AS o WHERE o.game = each.game AND number < {LARGEST})
    FROM each WHERE typeof(game) = 'integer' AND game < {MOST_GAMES}
),
ends(game, last, finished) AS (
    SELECT game, ifnull(last, 0),
        ifnull((SELECT op FROM operations AS o WHERE o.game = heads.game AND number = last) = 'finish', 0)
    FROM heads
)
"""
_ALL = f"{_HEADS} SELECT game, last, finished FROM ends"
_NEWEST = f"{_HEADS} SELECT game FROM ends WHERE finished AND last < ? ORDER BY last DESC LIMIT ?"
_OLDEST = f"{_HEADS} SELECT game, last FROM ends WHERE finished AND last > ? ORDER BY last LIMIT ?"


class Register(NamedTuple):
    """Every game, counted. ``last`` and ``games`` are the numbers of the last operation and of the last game.

    ``open`` are the numbers of those that are not finished; of the ``finished`` ones only how many there are, the
    ``newest`` few, the newest first, and the operation that ended the newest (0 if there is none).
    """

    last: int
    games: int
    open: tuple[int, ...]
    finished: int
    newest: tuple[int, ...]
    ended: int


class End(NamedTuple):
    """A finished game and its last operation, by their numbers."""

    game: int
    last: int


def register(db: sqlite3.Connection) -> Register:
    """What there is, from one row of each game and without keeping any."""
    last = games = finished = 0
    running: list[int] = []
    newest: list[tuple[int, int]] = []
    for game, number, over in db.execute(_ALL):
        ended = int(number)  # which damage may have made a fraction
        last, games = max(last, ended), max(games, game)
        if over:
            finished += 1
            newest = sorted([*newest, (ended, game)], reverse=True)[:RECENT]
        else:
            running.append(game)
    return Register(
        last, games, tuple(running), finished, tuple(game for _, game in newest), newest[0][0] if newest else 0
    )


def finished_before(db: sqlite3.Connection, before: int, most: int) -> list[GameInfo]:
    """The newest of the finished games that ended before operation ``before`` (0: of all), the newest first."""
    said = (said_of(db, game) for (game,) in db.execute(_NEWEST, (before or LARGEST, most)).fetchall())
    # one whose last rows are damaged does not say how it ended
    return [replace(each, finished=each.finished or "stopped") for each in said if each is not None]


def finished_after(db: sqlite3.Connection, after: int, most: int) -> list[End]:
    """The oldest of the finished games that ended after operation ``after``, the oldest first."""
    return [End(*row) for row in db.execute(_OLDEST, (after, most))]


def said_of(db: sqlite3.Connection, game: int) -> GameInfo | None:
    """What is said of a game, from a few rows; from all that are sound if the last ones are damaged."""
    tail = db.execute("SELECT * FROM operations WHERE game = ? ORDER BY number DESC LIMIT 2", (game,)).fetchall()
    first = db.execute("SELECT * FROM operations WHERE game = ? ORDER BY number LIMIT 1", (game,)).fetchone()
    if not tail:
        return None
    newest = from_row(tail[0], tail[1][-1] if len(tail) == 2 else 0)
    head = from_row(first, 0)
    if newest is None or head is None:
        return told_by([operation for operation, _ in read_game(db, game)[0]])
    begun, ended = head[0], newest[0]
    return _told(begun, () if ended.op == "finish" else tuple(_headers(db, game)), ended)


def told_by(operations: Sequence[Operation]) -> GameInfo | None:
    """What the operations of a game say of it; None if they do not even begin one."""
    if not operations:
        return None
    return _told(operations[0], tuple(each for each in operations if each.op == "header"), operations[-1])


def _told(begun: Operation, headers: tuple[Operation, ...], ended: Operation) -> GameInfo | None:
    try:
        return info(begun, headers, ended)
    except ValueError:
        return None


def _headers(db: sqlite3.Connection, game: int) -> Iterator[Operation]:
    for row in db.execute("SELECT * FROM operations WHERE game = ? AND op = 'header' ORDER BY number", (game,)):
        before = db.execute(
            "SELECT chain FROM operations WHERE game = ? AND number < ? ORDER BY number DESC LIMIT 1", (game, row[1])
        ).fetchone()
        found = from_row(row, before[0] if before else 0)
        if found is not None:
            yield found[0]
