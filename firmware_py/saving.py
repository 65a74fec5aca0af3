"""What is on its way to the journal: operations wait here, are committed by the worker, and are tried again.

Operations that wait together go in one transaction. While the card refuses, everything stays in memory and is tried
again with growing pauses; when it works again, everything missing is appended. A journal that could not be read at the
start is read as soon as it can be, and what was played meanwhile gets numbers after its own. Runs on the loop; only
``_save`` runs on the worker. This module must not know what an operation does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from drivers.seams import Clock, Timer, Worker
from firmware_py.journal import OPEN, Contents, Journal
from firmware_py.journal_rows import remembered
from firmware_py.operations import Operation

TOO_SLOW = "card is too slow"
PAUSES_S = (0.25, 0.5, 1.0, 2.0, 4.0, 5.0)
SLOW_S = 5.0  # a card that takes longer for one commit may never come to its end, and that is to be said
Done = Callable[[BaseException | None], None]
T = TypeVar("T")


class Shift(NamedTuple):
    """By how much numbers of games and operations grow that were given before the journal could be read."""

    games: int = 0
    operations: int = 0

    def moved(self, operation: Operation) -> Operation:
        return replace(
            operation,
            game=operation.game + self.games,
            number=operation.number + self.operations,
            revision=operation.revision + self.operations if operation.revision else 0,
        )


class Saved(NamedTuple):
    """What a job of the worker came to."""

    operations: int
    memory: Mapping[str, Any]
    contents: Contents | None
    notes: tuple[str, ...]
    trouble: str


class Saving:
    """The way to one journal.

    ``changed`` is called when ``mark``, ``trouble`` or ``notes`` have changed. ``opened`` is called when the journal
    was read, with what it holds and how the numbers of what was given before have moved. ``idle`` is called when
    everything has been saved: then there is time for other work on the journal (``aside``).
    """

    def __init__(
        self,
        journal: Journal,
        worker: Worker,
        clock: Clock,
        changed: Callable[[], None],
        opened: Callable[[Contents, Shift], None],
    ) -> None:
        self._journal, self._worker, self._clock = journal, worker, clock
        self._changed, self._opened = changed, opened
        self.idle: Callable[[], None] = lambda: None
        self.trouble = ""
        self.notes: list[str] = []
        self._pending: list[Operation] = []
        self._memory: dict[str, Any] = {}
        self._shift: Shift | None = None  # the worker's: what the journal held when it was first read
        self.found: Mapping[str, Any] | None = None  # what the journal remembered when it was first read
        self._merged = False  # whether pending operations have their final numbers
        self._since_s: float | None = None
        self._retry: Timer | None = None
        self._slow: Timer | None = None
        self._failures = self._reading = 0
        self._closed = False

    # ---- what the glass shows

    @property
    def mark(self) -> str:
        """ "" if everything is on the card, "unsaved" until it is, "notsaved" while the card refuses."""
        if self.trouble:
            return "notsaved"
        return "unsaved" if self._pending or self._memory else ""

    @property
    def unsaved(self) -> int:
        """How many answers, or things done to them, are only in memory."""
        return sum(max(1, len(operation.keys)) for operation in self._pending)

    def writing_s(self) -> float:
        """For how long the worker has been at the commit that is under way, 0 if none is."""
        return 0.0 if self._since_s is None else self._clock.now_s() - self._since_s

    # ---- opening

    def load(self) -> None:
        """Read the journal here and now. Raises JournalTooNew."""
        self._first(self._journal.open())

    def start(self, done: Done) -> None:
        """Read the journal on the worker; then ``done``, with JournalTooNew or another fault if it cannot be used."""

        def read(result: Any, error: BaseException | None) -> None:
            self._since_s = None
            if error is None:
                self._first(result)
            else:
                self._closed, self.trouble = True, str(error)
            done(error)

        self._since_s = self._clock.now_s()
        self._worker.run(self._journal.open, read)

    def _first(self, contents: Contents) -> None:
        self.notes += contents.notes
        if contents.read:
            self._shift = _shift(contents)
            self._merge(contents)
        if contents.trouble:
            self._failed(contents.trouble)
        else:
            self.write()

    def _merge(self, contents: Contents) -> None:
        shift = _shift(contents) if self._pending else Shift()
        self._pending = [shift.moved(operation) for operation in self._pending]
        self._merged, self.found = True, contents.memory
        self._opened(contents, shift)

    # ---- writing

    def put(self, operation: Operation) -> None:
        """Give an operation; ``write`` sends it off."""
        self._pending.append(operation)

    def remember(self, name: str, value: Any) -> None:
        """Give something to be remembered. TypeError if it is no plain data: nothing after it would ever be saved."""
        remembered(name, value)
        self._memory[name] = value

    def pending(self, game: int) -> tuple[Operation, ...]:
        """The operations of a game that are only in memory."""
        return tuple(operation for operation in self._pending if operation.game == game)

    def write(self) -> None:
        """Send what waits to the worker, unless it is busy with the last of it or pausing after a failure."""
        if self._closed or self._since_s is not None or self._retry is not None:
            return
        if self._pending or self._memory or self.trouble:
            self._since_s = self._clock.now_s()
            self._slow = self._clock.later(SLOW_S, self._too_slow)
            batch, memory, merged = tuple(self._pending), dict(self._memory), self._merged
            self._worker.run(lambda: self._save(batch, memory, merged), self._saved)

    def ask(self, question: Callable[[], T], done: Callable[[T | None, BaseException | None], None]) -> None:
        """Have the worker look something up in the journal."""

        def answered(result: Any, error: BaseException | None) -> None:
            self._reading -= 1
            done(result, error)

        self._reading += 1
        self._worker.run(question, answered)

    def aside(self, job: Callable[[], Any], done: Callable[[Any, BaseException | None], None]) -> bool:
        """Have the worker do something else while there is nothing to save or read. False if now is not the time."""
        if self._closed or self.mark or self._since_s is not None or self._reading:
            return False
        self._worker.run(job, done)
        return True

    def tell(self, notes: Sequence[str]) -> None:
        """Have a person told once."""
        if notes:
            self.notes += notes
            self._changed()

    def close(self, timeout_s: float) -> bool:
        """Write everything, close the journal, end the worker. False, with ``trouble``, if something is not saved."""
        for timer in (self._retry, self._slow):
            if timer is not None:
                timer.cancel()
        self._retry = self._slow = None
        self._closed = True
        batch, memory, merged = tuple(self._pending), dict(self._memory), self._merged
        results: list[Saved] = []

        def last() -> None:
            results.append(self._save(batch, memory, merged))
            self._journal.close()

        self._worker.run(last)
        ended = self._worker.close(timeout_s)
        if not results or not ended:
            self.trouble = self.trouble or TOO_SLOW
            return False
        self.trouble = results[0].trouble
        if not self.trouble:
            self._pending, self._memory = [], {}
        return not self.trouble

    def _save(self, batch: tuple[Operation, ...], memory: dict[str, Any], merged: bool) -> Saved:
        """On the worker: open what is not open, append what is given."""
        trouble, contents = "", None
        try:
            if self._shift is None:
                contents = self._journal.open()
                if not contents.read:
                    return Saved(0, {}, None, contents.notes, contents.trouble)
                self._shift = _shift(contents)
            if not merged:
                shift = self._shift
                batch = tuple(shift.moved(operation) for operation in batch)
                if isinstance(memory.get(OPEN), int):
                    memory = {**memory, OPEN: memory[OPEN] + shift.games}
            self._journal.append(batch, memory)
        except Exception as problem:  # noqa: BLE001  (whatever it is, the game goes on in memory and says so)
            trouble = str(problem) or type(problem).__name__
        return Saved(len(batch), memory, contents, self._journal.notes(), trouble)

    def _saved(self, result: Any, error: BaseException | None) -> None:
        self._since_s = None
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
        before = self.mark, self.trouble, self.unsaved, len(self.notes)
        saved: Saved = result if error is None else Saved(0, {}, None, (), str(error) or type(error).__name__)
        if saved.contents is not None:
            self.notes += saved.contents.notes
            self._merge(saved.contents)
        self.notes += saved.notes
        if saved.trouble:
            self._failed(saved.trouble)
        else:
            self.trouble, self._failures = "", 0
            del self._pending[: saved.operations]
            for name, value in saved.memory.items():
                if name in self._memory and self._memory[name] == value:
                    del self._memory[name]
            self.write()
        if saved.contents is not None or before != (self.mark, self.trouble, self.unsaved, len(self.notes)):
            self._changed()
        if not self.mark:
            self.idle()

    def _too_slow(self) -> None:
        self._slow = None
        self.trouble = self.trouble or TOO_SLOW
        self._changed()

    def _failed(self, trouble: str) -> None:
        self.trouble = trouble
        pause_s = PAUSES_S[min(self._failures, len(PAUSES_S) - 1)]
        self._failures += 1
        if not self._closed:
            self._retry = self._clock.later(pause_s, self._again)

    def _again(self) -> None:
        self._retry = None
        self.write()


def _shift(contents: Contents) -> Shift:
    return Shift(contents.games, contents.last)
