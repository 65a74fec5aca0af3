"""The companion's end of the wires to the bench: pins, I²C buses and the reader's terminal, over one Unix socket.

All the bench code that the companion ever loads: it knows the messages and nothing of the world behind them. A thread
of its own hears the bench, as lgpio's hears the kernel; transactions may come from several threads at once.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.bench.i2c import SmbusFacade
from drivers.bench.messages import (
    VERSION,
    BadFrame,
    Claim,
    Claimed,
    Done,
    Drive,
    Edges,
    FromBench,
    FromCompanion,
    Hello,
    Transfer,
    Unframer,
    Welcome,
    frame,
    from_bench,
)
from drivers.errors import PartLost

if TYPE_CHECKING:
    from drivers.bench.factory import BenchFactory, Heard, Pull
    from drivers.pn532 import Port

ANSWER_S = 5.0
"""How long the bench may take for an answer. It answers within a frame's time on the bus."""


class BenchGone(PartLost, ConnectionError):
    """The bench does not answer on its socket any more: it has ended, or another companion has taken over."""


class _Question:
    """An answer that is waited for."""

    __slots__ = ("answer", "arrived")

    def __init__(self) -> None:
        self.arrived = threading.Event()
        self.answer: FromBench | None = None


class WireClient:
    """Wires to the bench at ``socket_path``. Connects at once; ``BenchGone`` if nobody answers there.

    ``on_gone`` is called, in the wires' own thread, when the bench has gone without ``close``; whoever sets it later
    looks at ``gone`` afterwards.
    """

    def __init__(self, socket_path: Path | str, on_gone: Callable[[], None] | None = None) -> None:
        self.on_gone = on_gone
        self._path = str(socket_path)
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._sending = threading.Lock()
        self._questions: dict[int, _Question] = {}
        self._levels: dict[int, bool] = {}
        self._watchers: dict[int, Heard] = {}
        self._gone = ""
        self._closing = False
        self._unframer = Unframer()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(ANSWER_S)
            self._socket.connect(self._path)
            self._send(Hello(VERSION))
            welcome, rest = self._welcome()
            self._socket.settimeout(None)
        except (OSError, BadFrame) as problem:
            self._socket.close()
            if isinstance(problem, BenchGone):
                raise
            raise BenchGone(f"no bench answers at {self._path} ({problem}): start it with tabularius --bench") from None
        self.reader_path = welcome.reader
        self._buses = welcome.buses
        self._thread = threading.Thread(target=self._hear, args=(rest,), name="wires", daemon=True)
        self._thread.start()

    @property
    def gone(self) -> str:
        """What happened to the bench, in one line; "" while it is there."""
        return self._gone

    # ---- what the drivers are given

    def pin_factory(self) -> BenchFactory:
        """A gpiozero factory on the bench's pins."""
        from drivers.bench.factory import BenchFactory  # noqa: PLC0415  (gpiozero is not on the way to the first picture)

        return BenchFactory(self)

    def open_bus(self, number: int) -> SmbusFacade:
        """An I²C bus of the bench as smbus2 would open it. OSError (ENOENT) if there is none of that number."""
        if number not in self._buses:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/i2c-{number}")
        return SmbusFacade(partial(self.transfer, number))

    def bus_numbers(self) -> tuple[int, ...]:
        """The I²C buses that there are."""
        return tuple(self._buses)

    def bus_hz(self, number: int) -> int | None:
        """The speed of a bus in hertz, None if there is none of that number."""
        return self._buses.get(number)

    def open_port(self, path: str) -> Port:
        """The serial line that is wired to ``path`` on the box: here it ends at the bench's reader."""
        from drivers.pn532 import open_serial  # noqa: PLC0415

        if self.reader_path is None:
            raise PartLost(f"tag reader on {path} is not there: the bench has none")
        return open_serial(self.reader_path)

    def close(self) -> None:
        """Hang up."""
        self._closing = True
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        if threading.current_thread() is not self._thread:
            self._thread.join()
        self._socket.close()

    def transfer(self, bus: int, address: int, data: bytes) -> None:
        """One write transaction. OSError as the kernel raises it."""
        number = next(self._numbers)
        done = self._ask(number, Transfer(number, bus, address, data))
        if isinstance(done, Done) and done.errno:
            raise OSError(done.errno, os.strerror(done.errno))

    # ---- the pins, as the factory wants them

    def now_s(self) -> float:
        return time.monotonic()

    def claim(self, pin: int, pull: Pull) -> None:
        number = next(self._numbers)
        self._ask(number, Claim(number, pin, pull))

    def level(self, pin: int) -> bool:
        if self._gone:
            raise BenchGone(self._gone)
        return self._levels.get(pin, False)

    def drive(self, pin: int, level: bool) -> None:
        self._levels[pin] = level
        self._send(Drive(pin, level))

    def watch(self, pin: int, heard: Heard | None) -> None:
        if heard is None:
            self._watchers.pop(pin, None)
        else:
            self._watchers[pin] = heard

    # ---- the socket

    def _welcome(self) -> tuple[Welcome, list[bytes]]:
        while True:
            data = self._socket.recv(1 << 16)
            if not data:
                raise BenchGone(f"the bench at {self._path} hung up at once: is it of this version?")
            bodies = self._unframer.feed(data)
            if bodies:
                message = from_bench(bodies[0])
                if not isinstance(message, Welcome) or message.version != VERSION:
                    raise BenchGone(f"the bench at {self._path} speaks another version: start both from one place")
                return message, bodies[1:]

    def _ask(self, number: int, message: FromCompanion) -> FromBench | None:
        question = _Question()
        with self._lock:
            if self._gone:
                raise BenchGone(self._gone)
            self._questions[number] = question
        try:
            self._send(message)
            if not question.arrived.wait(ANSWER_S):
                raise OSError(errno.ETIMEDOUT, f"the bench at {self._path} does not answer")
        finally:
            self._questions.pop(number, None)
        if question.answer is None:
            raise BenchGone(self._gone)
        return question.answer

    def _send(self, message: FromCompanion) -> None:
        if self._gone:
            raise BenchGone(self._gone)
        try:
            with self._sending:
                self._socket.sendall(frame(message))
        except OSError as problem:
            raise BenchGone(f"the bench at {self._path} is gone ({problem})") from problem

    def _hear(self, bodies: list[bytes]) -> None:
        why = "it hung up"
        try:
            while True:
                for body in bodies:
                    self._heard(from_bench(body))
                data = self._socket.recv(1 << 16)
                if not data:
                    break
                bodies = self._unframer.feed(data)
        except (OSError, BadFrame) as problem:
            why = str(problem)
        with self._lock:
            self._gone = f"the bench at {self._path} is gone ({why}): start it again with tabularius --bench"
            waiting = list(self._questions.values())
        for question in waiting:
            question.arrived.set()
        if not self._closing and self.on_gone is not None:
            self.on_gone()

    def _heard(self, message: FromBench) -> None:
        match message:
            case Edges(edges):
                # The levels are those after the last edge: whoever reads one now reads what the copper has.
                self._levels.update({pin: level for pin, level, _ in edges})
                for pin, level, at_s in edges:
                    heard = self._watchers.get(pin)
                    if heard is None:
                        continue
                    try:
                        heard(level, at_s)
                    except Exception:
                        import logging  # noqa: PLC0415  (not on the way to the first picture)

                        logging.getLogger(__name__).exception("what listens to GPIO %d failed", pin)
            case Claimed() | Done():
                if isinstance(message, Claimed):
                    self._levels[message.pin] = message.level
                question = self._questions.get(message.id)
                if question is not None:
                    question.answer = message
                    question.arrived.set()
            case Welcome():
                raise BadFrame("a second welcome")
