"""What the running companion answers its own commands, from its own parts, table and reader, while the game goes on.

Each question is a walk of steps on the companion's clock: parts are asked on their own workers, files are looked at on
a thread of their own, and nothing here waits on the loop. While a command has the reader its tags are no answers to the
game; the knob stays the game's. This module must not know sockets.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from config.loader import Loaded
from drivers.errors import PartLost
from drivers.seams import Worker
from firmware_py.commands import tagging
from firmware_py.commands.checkup import Checkup
from firmware_py.commands.findings import Finding
from firmware_py.commands.teaching import Teaching
from firmware_py.control_lines import (
    Asked,
    Doctor,
    ForgetTag,
    Found,
    LearnTags,
    Line,
    ListTags,
    ReadTag,
    ShowGames,
    Skip,
    WriteTag,
)
from firmware_py.errors import BadAsk, JournalTrouble, NoGame, NoTag
from firmware_py.flow import news as telling
from firmware_py.flow.learning import LEARNED
from firmware_py.walk import Steps, until

if TYPE_CHECKING:
    from firmware_py.box import Box
    from firmware_py.operations import Operation
    from firmware_py.table import Table
    from firmware_py.view import View

SAVED_S = 10.0
GAME_S = 20.0
PAGE = 500  # finished games in one answer


class Office:
    """What a running companion has: its box, its settings and its data folder.

    ``bus_hz`` is the speed of a bus, None if it is not known; ``reload`` reads the settings as they are now, for the
    next start; ``worker`` is for slow work, set before each question; ``refused`` says why nothing is played, "" as
    usual.
    """

    def __init__(
        self,
        box: Box,
        loaded: Loaded,
        data: Path,
        bus_hz: Callable[[int], int | None],
        reload: Callable[[], Loaded] | None = None,
        refused: str = "",
    ) -> None:
        self.box, self.loaded, self.data, self.refused = box, loaded, data, refused
        self.bus_hz, self.reload = bus_hz, reload
        self.worker: Worker | None = None

    @property
    def table(self) -> Table:
        """The table. Raises JournalTrouble while nothing can be played."""
        if self.box.table is None:
            raise JournalTrouble(self.refused or "the companion has only just started: ask again")
        return self.box.table


class Answer:
    """The answer to one question. ``tell`` gets what is said before the result."""

    def __init__(self, office: Office, tell: Callable[[Line | Found], None]) -> None:
        self._office, self._tell = office, tell
        self._teaching: Teaching | None = None
        self._shown: object = None

    def skip(self) -> None:
        """Pass over what a hand is asked for now."""
        if self._teaching is not None:
            self._teaching.skip()

    def steps(self, question: Asked) -> Steps[Any]:
        """All that is done, and then what came of it, as plain data. Raises what the command would raise by itself."""
        office = self._office
        match question:
            case Doctor(cards):
                yield from Checkup(office, self._find, cards).steps()
                return None
            case ShowGames(0, before):
                return (yield from self._games(before))
            case ShowGames(number, _):
                return (yield from self._game(number))
            case ListTags():
                return self._known()
            case ForgetTag(uid):
                uids = tagging.to_forget(self._known(), uid)
                yield from self._keep({known: text for known, text in self._known().items() if known not in uids})
                return len(uids)
            case ReadTag(seconds):
                return (yield from self._at_reader(lambda desk: tagging.read(desk, self._known, seconds)))
            case WriteTag(text, seconds):
                return (yield from self._at_reader(lambda desk: tagging.write(desk, text, seconds)))
            case LearnTags():
                return (yield from self._at_reader(lambda desk: self._learn(desk, question)))
            case Skip():
                raise BadAsk("there is nothing to pass over")

    def _find(self, finding: Finding) -> None:
        self._tell(Found(*finding))

    # ---- games

    def _games(self, before: int) -> Steps[dict[str, Any]]:
        table = self._office.table
        open_games = [] if before else table.unfinished()
        games, more = yield from self._read(
            lambda got: table.past.page(lambda *page: got(page[:2], page[2]), before, PAGE)
        )
        return {"games": (*open_games, *games), "more": games[-1].last if more else 0}

    def _game(self, number: int) -> Steps[dict[str, Any]]:
        table = self._office.table
        operations: tuple[Operation, ...] = ()
        with contextlib.suppress(NoGame):
            if table.past.begun(number):
                operations = yield from self._read(lambda got: table.read(number, got))
        games = table.past.said(operations)
        return {"games": games, "operations": operations}

    def _read(self, ask: Callable[[Callable[[Any, BaseException | None], None]], None]) -> Steps[Any]:
        """Have the journal's worker look something up, and wait for it. Raises what was in the way."""
        got: list[tuple[Any, BaseException | None]] = []
        ask(lambda found, error: got.append((found, error)))
        if not (yield from until(self._office.box.clock, lambda: bool(got), GAME_S)):
            raise JournalTrouble("the card does not come to an end of reading: ask again, or change it")
        found, error = got[0]
        if error is not None:
            raise error
        return found

    # ---- tags

    def _known(self) -> dict[str, str]:
        known = self._office.table.recall(LEARNED, {})
        return dict(known) if isinstance(known, dict) else {}

    def _keep(self, known: dict[str, str]) -> Steps[None]:
        """Have the box remember these tags, and wait until that is saved or cannot be."""
        table = self._office.table
        table.remember(LEARNED, known)
        yield from until(self._office.box.clock, lambda: table.mark != "unsaved", SAVED_S)
        if table.mark:
            self._tell(Line(f"not saved yet: {table.trouble or 'the card is slow'}; the box tries again by itself"))

    def _learn(self, desk: Teaching, question: LearnTags) -> Steps[int]:
        chosen = tagging.pieces(question.title, question.kind, question.copies)
        table = self._office.table

        def keep(uid: str, text: str) -> None:
            table.remember(LEARNED, {**self._known(), uid: text})

        count = yield from desk.teach(chosen, self._known(), keep, question.write, question.seconds)
        yield from self._keep(self._known())
        return count

    def _at_reader(self, do: Callable[[Teaching], Steps[Any]]) -> Steps[Any]:
        """What ``do`` gives, with the companion's reader for as long as it takes."""
        box = self._office.box
        tagging.check_reader(self._office.loaded.settings)
        if box.reader is None:
            raise NoTag(f"the reader is not at work: {self._office.refused or 'ask again in a moment'}")
        if box.borrower is not None:
            raise NoTag("another command has the reader: end that one first, or wait for it")
        if lost := box.mishaps.lost(box.reader.name):
            raise PartLost(lost)
        self._teaching = Teaching(box.clock, self._show, lambda line: self._tell(Line(line)))
        self._teaching.reader = box.reader
        box.borrower = self._teaching.event
        try:
            return (yield from do(self._teaching))
        except BaseException:
            self._take_away()
            raise
        finally:
            box.borrower = None

    def _show(self, view: View) -> None:
        """A passing message on the glass, for whoever wonders what the reader is at."""
        flow = self._office.box.flow
        if flow is not None:
            flow.rest.wake()
            self._shown = view.screen
            flow.toast(view.screen, telling.LONGER)

    def _take_away(self) -> None:
        """Nobody asks a hand for anything any more."""
        flow = self._office.box.flow
        if flow is not None and flow.toasts and flow.toasts[0][0] is self._shown:
            flow.show_toasts(flow.toasts[1:])
