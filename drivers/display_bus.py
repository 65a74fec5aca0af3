"""One I²C bus and the displays on it: which of them is served next, and the transactions themselves.

A multiplexer's channel is a bus of its own. A ``DisplayBus`` owns the worker, and serves its displays one job at a
time, the one with the highest priority first, each with its latest picture only. It knows neither what a display
is sent nor whether the bus is real.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from drivers.errors import PartLost
from drivers.seams import Clock, Done, Timer, Worker

UNANSWERED = (errno.EREMOTEIO, errno.ENXIO, errno.EIO)
"""What the kernel says when nobody acknowledges."""
OVERDUE_S = 1.8
"""Longer than any job takes on a bus that moves at all: the kernel gives a held one up after one second."""
HUNG = (errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY)
"""What it says when the bus is held."""
NOTHING = b"\x00\xe3"
"""A control byte and the command that every controller here takes for nothing at all."""


class OpenedBus(Protocol):
    """An open I²C bus: ``smbus2.SMBus(n)`` on the box, ``drivers.bench.i2c.SmbusFacade`` on the bench."""

    def i2c_rdwr(self, *i2c_msgs: Any) -> None: ...

    def close(self) -> None: ...


def open_real(number: int) -> OpenedBus:
    """Open ``/dev/i2c-number``. OSError if it is missing or may not be used."""
    import smbus2  # noqa: PLC0415  (wanted only where there is a bus)

    return smbus2.SMBus(number)


def bus_hz(number: int, sys: Path = Path("/sys")) -> int | None:
    """The speed of a bus in hertz, as the device tree sets it; None where it is not known.

    A multiplexer's channel runs at the speed of the bus that the multiplexer is on.
    """
    adapter = (sys / "class" / "i2c-adapter" / f"i2c-{number}").resolve()
    for place in (adapter, *adapter.parents):
        if re.fullmatch(r"i2c-\d+", place.name):
            try:
                value = (place / "of_node" / "clock-frequency").read_bytes()
            except OSError:
                continue
            if len(value) == 4:
                return int.from_bytes(value, "big")
    return None


class Served(Protocol):
    """What is served: a display."""

    @property
    def priority(self) -> int:
        """The highest goes first."""

    def take(self) -> tuple[Callable[[], Any], Done] | None:
        """The next job, and what to call on the loop when it is done; None if there is nothing to do."""

    def hangs(self) -> None:
        """A job on the bus does not come to an end, so nothing can be sent."""

    def moves(self) -> None:
        """That job has ended after all."""


class DisplayBus:
    """One I²C bus and the displays on it.

    ``number`` is that of ``/dev/i2c-number``; ``open_bus()`` opens it, and may raise OSError (it is asked again
    whenever a display is tried again). ``worker`` belongs to this bus alone from now on.
    """

    def __init__(self, number: int, open_bus: Callable[[], OpenedBus], clock: Clock, worker: Worker) -> None:
        self.number = number
        self.clock = clock
        self._open_bus = open_bus
        self._worker = worker
        self._opened: OpenedBus | None = None  # the worker's alone
        self._waiting: dict[Served, None] = {}
        self._displays: dict[Served, None] = {}  # all that ever wanted something
        self._serving: Timer | None = None
        self._overdue: Timer | None = None
        self._hangs = False
        self._since_s: float | None = None
        self._closed = False

    @property
    def idle(self) -> bool:
        """Whether nothing is being sent and nothing waits."""
        return self._since_s is None and not self._waiting

    def running_s(self) -> float:
        """Seconds that the job under way has taken so far, for a watchdog; 0 if there is none."""
        return 0.0 if self._since_s is None else self.clock.now_s() - self._since_s

    def wants(self, display: Served) -> None:
        """A display has something to send. Served after this turn of the loop, so that order is by priority."""
        if self._closed:
            return
        self._waiting.setdefault(display)
        self._displays.setdefault(display)
        if self._serving is None and self._since_s is None:
            self._serving = self.clock.later(0.0, self._serve)

    def probe(self, addresses: Sequence[int], done: Callable[[list[int]], None]) -> None:
        """Find out on the worker which ``addresses`` acknowledge a command that does nothing to a display.

        ``done`` gets those on the loop; none of them if the bus cannot be opened or is held.
        """

        def ask() -> list[int]:
            there = []
            for address in addresses:
                try:
                    self.send(address, NOTHING)
                except OSError as problem:
                    if problem.errno not in UNANSWERED:
                        break
                else:
                    there.append(address)
            return there

        self._worker.run(ask, lambda there, error: done(there or []))

    def flush(self) -> None:
        """Send what waits at once, on the calling thread: the first picture, before loop and worker are at work."""
        while self._waiting:
            display = max(self._waiting, key=lambda each: each.priority)
            del self._waiting[display]
            if (work := display.take()) is not None:
                job, done = work
                error = None
                try:
                    job()
                except PartLost as problem:
                    error = problem
                done(None, error)

    def hurry(self) -> None:
        """Give what waits to the worker at once, without waiting for the loop to turn: for the end."""
        for display in sorted(self._waiting, key=lambda each: -each.priority):
            if (work := display.take()) is not None:
                self._worker.run(*work)
        self._waiting.clear()

    def last(self) -> None:
        """Have the worker send what waits (the last pictures) and close the bus; ``close`` sees it through."""
        if not self._closed:
            self._closed = True
            for timer in (self._serving, self._overdue):
                if timer is not None:
                    timer.cancel()
            self.hurry()
            self._worker.run(self._drop)

    def close(self, timeout_s: float = 2.0) -> bool:
        """What ``last`` does; then end the worker. False if that took too long."""
        self.last()
        return self._worker.close(timeout_s)

    def send(self, address: int, data: bytes) -> None:
        """One transaction, on the worker. OSError as the kernel or the bench raises it."""
        from smbus2 import i2c_msg  # noqa: PLC0415  (wanted only where there is a bus)

        if self._opened is None:
            self._opened = self._open_bus()
        try:
            self._opened.i2c_rdwr(i2c_msg.write(address, data))
        except OSError as error:
            if error.errno not in UNANSWERED + HUNG:  # the bus itself went away: a multiplexer, a socket
                self._drop()
            raise

    def _drop(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            with contextlib.suppress(OSError):  # it is gone already
                opened.close()

    def _serve(self) -> None:
        self._serving = None
        while self._waiting and self._since_s is None:
            display = max(self._waiting, key=lambda each: each.priority)
            del self._waiting[display]
            if (work := display.take()) is not None:
                job, done = work
                self._since_s = self.clock.now_s()
                self._overdue = self.clock.later(OVERDUE_S, self._hang)
                self._worker.run(job, functools.partial(self._done, done))

    def _hang(self) -> None:
        self._overdue, self._hangs = None, True
        for display in self._displays:
            display.hangs()

    def _done(self, done: Done, result: Any, error: BaseException | None) -> None:
        self._since_s = None
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None
        hung, self._hangs = self._hangs, False
        if not self._closed and self._waiting:
            self._serving = self.clock.later(0.0, self._serve)
        done(result, error)
        if hung:
            for display in self._displays:
                display.moves()
