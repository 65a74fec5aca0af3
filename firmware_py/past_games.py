"""Finished games: read a page at a time, each also a text record in the data folder, and how many are kept.

A record is written once the end of its game is in the journal, and a game leaves the journal only when its record is on
the card; an unfinished game never does. All of it is done on the journal's worker while there is nothing to save, one
game at a time. This module must not know the game on the table or any title.
"""

from __future__ import annotations

import contextlib
import os
import re
import zlib
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from drivers.seams import Clock
from engine import record
from firmware_py.errors import Differs, NoGame
from firmware_py.folding import Titles, fold
from firmware_py.journal import Journal
from firmware_py.journal_games import told_by
from firmware_py.journal_repair import sync_folder
from firmware_py.operations import GameInfo, Operation
from firmware_py.saving import Saving
from firmware_py.shelf import Shelf

RECORDED = "recorded"  # remembered: the last operation of the newest finished game whose record has been written
AFTER_START_S = 10.0  # a start has more urgent things to do
PAGE = 50  # games of a list that are read at a time
AT_ONCE = 10  # so many games leave the journal in one go
_RECORD = re.compile(r"(\d{4,})-[a-z0-9-]+-[0-9a-f]{8}\.txt")


class Keep(NamedTuple):
    """Where the text records are, how many finished games stay in the journal, and how many records; 0: all."""

    folder: Path
    games: int = 0
    records: int = 0


class Came(NamedTuple):
    """What a job of the worker came to: the end of the game that was dealt with last, what left the journal, notes."""

    recorded: int = 0
    dropped: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


class PastGames:
    """Reads finished games, and looks after them whenever everything is saved; with ``keep`` None it only reads.

    ``on_table`` is the number of the game on the table, which stays whatever it is.
    """

    def __init__(
        self,
        journal: Journal,
        saving: Saving,
        shelf: Shelf,
        clock: Clock,
        titles: Titles,
        on_table: Callable[[], int],
        keep: Keep | None,
    ) -> None:
        self._journal, self._saving, self._shelf, self._titles, self._keep = journal, saving, shelf, titles, keep
        self._on_table = on_table
        self._recorded: int | None = None
        self._busy = False
        self._refused = 0  # the newest end of a game when the card refused: it is not tried again for the same games
        saving.idle = self._saved
        if keep is not None:
            clock.later(AFTER_START_S, self.look)

    # ---- for whoever looks at them

    @property
    def count(self) -> int:
        """How many finished games there are beside the one on the table."""
        number = self._on_table()
        return self._shelf.finished - (number > 0 and self._shelf.is_finished(number))

    def played(self) -> list[str]:
        """The titles that were played, by name, the one played last first."""
        return self._shelf.played()

    def begun(self, number: int) -> bool:
        """Whether a game of that number was ever begun; it may have left the journal since."""
        return 0 < number < self._shelf.next_number()

    def page(
        self, got: Callable[[list[GameInfo], bool, BaseException | None], None], before: int = 0, most: int = PAGE
    ) -> None:
        """Have some finished games read, the newest first, of those that ended before operation ``before`` (0: all).

        Then ``got``, with them, whether there are more, and what was in the way. None of them is kept in memory.
        """

        def read(found: list[GameInfo] | None, error: BaseException | None) -> None:
            there = found or []
            got(self._shelf.past(there[:most], not before), len(there) > most, error)

        self._saving.ask(lambda: self._journal.finished(before, most + 1), read)

    def said(self, operations: Sequence[Operation]) -> list[GameInfo]:
        """What is said of the game that was played so; nothing of none."""
        said = told_by(operations)
        return self._shelf.told([said] if said is not None else [])

    # ---- while there is nothing to save

    def _saved(self) -> None:
        self._shelf.saved()
        self.look()

    def look(self) -> None:
        """Have the next thing done that there is to do, if the worker has time."""
        keep, found = self._keep, self._saving.found
        if keep is None or found is None or self._busy:
            return
        if self._recorded is None:
            self._recorded = found[RECORDED] if isinstance(found.get(RECORDED), int) else 0
        newest, recorded = self._shelf.ended, self._recorded
        if newest == self._refused:
            return
        staying = {self._shelf.next_number() - 1, self._on_table()}
        if newest > recorded:
            job: Callable[[], Came] = lambda: self._write(keep, recorded, newest)  # noqa: E731
        elif 0 < keep.games < self._shelf.finished:
            job = lambda: self._drop(keep, staying)  # noqa: E731
        else:
            return

        def done(came: Any, error: BaseException | None) -> None:
            self._busy = False
            if error is not None:
                self._refused = newest
                why = getattr(error, "strerror", None) or str(error)
                what = "no text record of a finished game could be written"
                self._saving.tell((f"{what} ({why}): tried again when the next game ends",))
            else:
                self._after(came, newest)

        self._busy = self._saving.aside(job, done)

    def _after(self, came: Came, newest: int) -> None:
        self._saving.tell(came.notes)
        self._shelf.left(came.dropped)
        if came.recorded:
            self._recorded = came.recorded
            self._saving.remember(RECORDED, came.recorded)
            self._saving.write()
        elif came.dropped:
            self.look()
        else:
            self._refused = newest

    # ---- on the worker

    def _write(self, keep: Keep, recorded: int, newest: int) -> Came:
        """The record of the oldest game that has none; ``newest`` is the newest end of one that anybody knows of."""
        owed = self._journal.ends(recorded, 1)
        if not owed:  # it was opened again
            return Came(recorded=newest)
        operations = self._journal.read(owed[0].game)
        notes: tuple[str, ...] = ()
        try:
            self._record(keep.folder, operations)
        except Differs as differs:
            notes = (f"game {owed[0].game} stays in the journal without a text record: {differs}",)
        _keep_newest(keep)
        return Came(recorded=owed[0].last, notes=notes)

    def _drop(self, keep: Keep, staying: Collection[int]) -> Came:
        """Drop the oldest finished games; the next number goes by the highest, which is one of those ``staying``."""
        going = []
        too_many = max(0, self._journal.register().finished - keep.games)
        oldest = [end.game for end in self._journal.ends(0, too_many) if end.game not in staying]
        for game in oldest[:AT_ONCE]:
            with contextlib.suppress(Differs, NoGame):
                operations = self._journal.read(game)
                if not (keep.folder / file_name(operations[0])).exists():
                    self._record(keep.folder, operations)
                going.append(game)
        if going:
            self._journal.drop(going)
        return Came(dropped=tuple(going))

    def _record(self, folder: Path, operations: Sequence[Operation]) -> None:
        play = fold(operations, self._titles)
        text = record.write(play.game, play.header)
        if not play.game.over:
            points = ", ".join(
                f"{name} {total}" for name, total in zip(play.start.names, operations[-1].totals, strict=True)
            )
            text += f"# ended before its end ({play.finished}): {points}\n"
        if not folder.is_dir():
            folder.mkdir(mode=0o750)
            sync_folder(folder)
        _write_whole(folder / file_name(operations[0]), text)


def file_name(first: Operation) -> str:
    """What the record of the game is called that begins so: a journal begun anew gives the same numbers again."""
    title = re.sub("[^a-z0-9]+", "-", str(first.details().get("title", "game")))
    return f"{first.game:04}-{title}-{zlib.crc32(f'{first.payload} {first.at}'.encode()):08x}.txt"


def _write_whole(path: Path, text: str) -> None:
    """A file that is there as a whole or not at all, whenever the plug is pulled. Raises OSError."""
    new = path.with_name(f"{path.name}.new")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o640)
    try:
        data = text.encode()
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)
    finally:
        os.close(handle)
    new.replace(path)
    sync_folder(path)


def _keep_newest(keep: Keep) -> None:
    if keep.records:
        records = ((_RECORD.fullmatch(each.name), each) for each in keep.folder.iterdir())
        found = sorted((int(match[1]), each) for match, each in records if match)
        for _, record_file in found[: -keep.records]:
            record_file.unlink(missing_ok=True)
