"""The tag reader of the box: polls a PN532 through a worker and says which tags come and go, and whether it lives.

Each poll is one job on the worker, so a slow or dead line never holds up the loop. Every poll of a live reader is
answered, also over an empty field: silence always means that the reader is dead. After any error the chip is woken
and configured again before it is believed, and every minute as well, since a dip of its supply makes it forget its
settings without a word. The module knows no game; what a tag means is for others to say.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from drivers.errors import DriverError, PartLost
from drivers.events import Event, Found, Lost, Tag, TagGone
from drivers.ndef import TagError
from drivers.pn532 import Firmware, LineBroken, Pn532, Port, Target, opening_trouble
from drivers.presence import Presence
from drivers.seams import Clock, Timer, Worker

OpenPort = Callable[[], Port]
WriteDone = Callable[[DriverError | None], None]
Seen: TypeAlias = dict[bytes, str | None]

_CONFIGURE_EVERY_S = 60.0
_PATIENCE_S = 1.0  # a hiccup is shorter; a reader that fails for longer is lost
_OVERDUE_S = 2.2  # longer than any job takes on a line that moves at all
_RETRY_S = (0.25, 0.25, 0.5, 0.5, 1.0)
_REOPEN_AFTER = 8  # failures in a row; a port can be dead without saying so
_TRIES = 2


class _Line:
    """The worker's side: the port and the chip on it. Only ever touched by one job at a time."""

    def __init__(self, open_port: OpenPort, now_s: Callable[[], float], where: str) -> None:
        self._open_port = open_port
        self._now_s = now_s
        self._where = where
        self._chip: Pn532 | None = None
        self._targets: list[Target] = []
        self._configured_s: float | None = None
        self._failures = 0
        self.firmware: Firmware | None = None

    def poll(self, known: frozenset[bytes], read_texts: bool) -> Seen:
        """The tags in the field; the text of those that are not ``known`` is read if ``read_texts``."""
        try:
            self._list()
            seen: Seen = {target.uid: None for target in self._targets}
            for uid in seen:
                if read_texts and uid not in known:
                    seen[uid] = self._text(uid)
        except DriverError:
            raise
        except Exception:
            self.close()  # whatever it was, begin anew
            raise
        return seen

    def write_text(self, uid: bytes, text: str) -> None:
        """Write a text to the tag with this UID. Raises TagError if it is not there or does not take it."""
        for attempt in range(1, _TRIES + 1):
            chip = self._list()
            if (target := self._target(uid)) is None:
                continue
            try:
                chip.write_text(target, text)
            except TagError:  # it may have moved
                if attempt == _TRIES:
                    raise
            except PartLost as problem:
                self._failed(problem)
                raise
            else:
                return
        raise TagError(f"tag {uid.hex()} does not lie on the reader: lay it there and try again")

    def close(self) -> None:
        """Close the port, if it is open."""
        if self._chip is not None:
            self._chip.close()
        self._chip = self._configured_s = None

    def _target(self, uid: bytes) -> Target | None:
        return next((target for target in self._targets if target.uid == uid), None)

    def _list(self) -> Pn532:
        """List the targets anew, and give the chip that has them. An error is met by setting the chip up again."""
        self._targets = []
        for attempt in range(1, _TRIES + 1):
            try:
                chip = self._ready()
                self._targets = chip.list_targets()
            except PartLost as problem:
                self._failed(problem)
                if attempt == _TRIES:
                    raise
            else:
                self._failures = 0
                return chip
        raise AssertionError("the last attempt returns or raises")

    def _ready(self) -> Pn532:
        if self._chip is None:
            try:
                self._chip = Pn532(self._open_port(), self._now_s, self._where)
            except PartLost:
                raise
            except OSError as problem:
                raise PartLost(f"{self._where} {opening_trouble(problem)}") from problem
        now_s = self._now_s()
        if self._configured_s is None or now_s - self._configured_s >= _CONFIGURE_EVERY_S:
            self.firmware = self._chip.setup()
            self._configured_s = now_s
        return self._chip

    def _failed(self, problem: PartLost) -> None:
        self._configured_s = None
        self._failures += 1
        if isinstance(problem, LineBroken) or self._failures % _REOPEN_AFTER == 0:
            self.close()

    def _text(self, uid: bytes) -> str | None:
        """The text of a tag that has just been laid down; it may still be moving, so it is tried twice.

        Each try goes by the newest list, since a new list may number two tags the other way round.
        """
        for attempt in range(1, _TRIES + 1):
            target = self._target(uid)
            if target is None or self._chip is None:
                return None
            try:
                return self._chip.read_text(target)
            except TagError:
                pass
            except PartLost as problem:
                self._failed(problem)
            if attempt < _TRIES:
                self._list()
        return None


class Reader:
    """A tag reader that says ``Tag``, ``TagGone``, ``Lost`` and ``Found`` through ``emit``, on the loop.

    ``name`` is its part in the events, ``path`` stands in messages, ``open_port`` opens the line (on the worker; it
    may raise PartLost or another OSError). ``poll_ms`` is the time between two polls, ``rest_ms`` the same while the
    box is at rest. ``now_s`` is the time that passes while the line blocks.

    ``Tag`` comes only for a tag that arrives while the reader was known to be without it. What rests there when the
    reader starts or comes back is ignored until lifted. Each ``Tag`` is followed by one ``TagGone``, if need be when a
    lost reader has come back.
    """

    def __init__(
        self,
        name: str,
        open_port: OpenPort,
        clock: Clock,
        worker: Worker,
        emit: Callable[[Event], None],
        *,
        path: str = "its serial line",
        poll_ms: int = 150,
        rest_ms: int = 400,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._where = f"tag reader on {path}"
        self._clock = clock
        self._worker = worker
        self._emit = emit
        self._poll_s = poll_ms / 1000
        self._rest_s = max(poll_ms, rest_ms) / 1000
        self._line = _Line(open_port, now_s, self._where)
        self._presence = Presence()
        self._writes: deque[tuple[bytes, str, WriteDone]] = deque()
        self._firmware: Firmware | None = None
        self._timer: Timer | None = None
        self._overdue: Timer | None = None
        self._resting = False
        self._alive = False
        self._lost = False
        self._failing_since_s: float | None = None
        self._failures = 0
        self._moved_s = clock.now_s()
        self._given_s = self._moved_s
        self._closed = False

    # ---- for the daemon, on the loop

    def start(self) -> None:
        """Begin to poll. The port is opened by the first poll."""
        self._schedule(0.0)

    def close(self) -> None:
        """Say nothing more, end what waits, and have the worker close the port."""
        self._closed = True
        for timer in (self._timer, self._overdue):
            if timer is not None:
                timer.cancel()
        self._refuse_writes(PartLost(f"{self._where} is being switched off: write the tag again later"))
        self._worker.run(self._line.close)

    def rest(self, resting: bool) -> None:
        """Poll rarely (the box is at rest) or normally again."""
        if resting == self._resting:
            return
        self._resting = resting
        if self._timer is not None and self._failing_since_s is None:
            self._schedule(self._due_s() - self._clock.now_s())

    def write_text(self, uid: bytes, text: str, done: WriteDone) -> None:
        """Write ``text`` to the tag ``uid`` on the reader, then call ``done(None)`` or ``done(error)`` on the loop."""
        if self._lost or self._closed:
            error = PartLost(f"{self._where} does not answer, so the tag cannot be written: see to the reader first")
            self._clock.later(0.0, partial(done, error))
            return
        self._writes.append((uid, text, done))
        if self._timer is not None:
            self._schedule(0.0)

    def firmware(self) -> Firmware | None:
        """What the chip says of itself; None while it does not answer."""
        return self._firmware if self._alive else None

    @property
    def watching(self) -> bool:
        """Whether a tag laid down now is a tap: not while the reader is lost, or still finding out what rests there."""
        return self._alive and not self._presence.quiet

    @property
    def uids(self) -> frozenset[bytes]:
        """The tags that lie on the reader, those that were there at the start included."""
        return self._presence.uids

    @property
    def moved_s(self) -> float:
        """When the worker last finished a poll, good or bad: a watchdog may ask whether that still goes on."""
        return self._moved_s

    # ---- the round of polls

    def _due_s(self) -> float:
        return self._given_s + (self._rest_s if self._resting else self._poll_s)

    def _schedule(self, delay_s: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock.later(max(0.0, delay_s), self._tick)

    def _tick(self) -> None:
        self._timer = None
        if self._closed:
            return
        self._given_s = self._clock.now_s()
        self._overdue = self._clock.later(_OVERDUE_S, self._too_late)
        if self._writes:
            uid, text, done = self._writes.popleft()
            self._worker.run(partial(self._line.write_text, uid, text), partial(self._written, done))
        else:
            self._worker.run(partial(self._line.poll, self._presence.uids, not self._presence.quiet), self._polled)

    def _polled(self, seen: Any, error: BaseException | None) -> None:
        in_time = self._came_back()
        if self._closed:
            return
        if error is not None:
            self._fail(error)
            return
        if not in_time:  # a line that only just moves is lost until it answers in time
            self._schedule(0.0)
            return
        self._schedule(0.0 if self._writes else self._due_s() - self._clock.now_s())
        self._succeed()
        self._report(seen)

    def _written(self, done: WriteDone, _: Any, error: BaseException | None) -> None:
        self._came_back()
        known = error if error is None or isinstance(error, DriverError) else PartLost(self._unexpected(error))
        if not self._closed:
            if known is not None and not isinstance(known, TagError):
                self._fail(known)
            else:
                self._schedule(0.0)
        done(known)

    def _came_back(self) -> bool:
        """The worker has finished a job; False if that took so long that the reader was given up."""
        self._moved_s = self._clock.now_s()
        in_time = self._overdue is not None
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None
        return in_time

    def _report(self, seen: Seen) -> None:
        now_s = self._clock.now_s()
        arrived, lifted = self._presence.update(seen, now_s)
        for uid in lifted:
            self._emit(TagGone(self.name, uid, now_s))
        there = self._presence.uids
        for uid in arrived:
            self._emit(Tag(self.name, uid, seen[uid], now_s, tuple(sorted(there - {uid}))))

    # ---- life and death

    def _succeed(self) -> None:
        now_s = self._clock.now_s()
        self._failing_since_s, self._failures = None, 0
        self._firmware = self._line.firmware
        if self._lost or not self._alive:
            self._presence.restart(now_s)
        self._alive = True
        if self._lost:
            self._lost = False
            self._emit(Found(self.name, now_s))

    def _fail(self, error: BaseException) -> None:
        if self._failing_since_s is None:
            self._failing_since_s = self._given_s
        self._schedule(_RETRY_S[min(self._failures, len(_RETRY_S) - 1)])
        self._failures += 1
        if self._clock.now_s() - self._failing_since_s >= _PATIENCE_S:
            self._lose(str(error) if isinstance(error, DriverError) else self._unexpected(error))

    def _unexpected(self, error: BaseException) -> str:
        return f"{self._where} fails in a way that nobody foresaw: please report {error!r}"

    def _too_late(self) -> None:
        """The worker hangs in the operating system: the line does not even time out."""
        self._overdue = None
        self._lose(f"{self._where} holds its serial line up: unplug it and plug it in again")

    def _lose(self, message: str) -> None:
        if self._lost:
            return
        self._lost, self._alive = True, False
        self._emit(Lost(self.name, message, self._clock.now_s()))
        self._refuse_writes(PartLost(message))

    def _refuse_writes(self, error: DriverError) -> None:
        waiting, self._writes = self._writes, deque()
        for _, _, done in waiting:
            done(error)
