"""The serial line between a host and an emulated PN532, twice: under simulated time, and in real time behind a pty.

``SimulatedLine`` and ``SimulatedPort`` have pyserial's calls; a read that blocks moves the line's own time on and
never the simulated clock, since a job on a worker does not let the loop's time pass. ``PtyLink`` is a real terminal
device under a stable path, for a daemon in another process. Neither knows what the bytes mean.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

from drivers.bench.pn532 import Chip
from drivers.seams import Clock

_LONGEST_WAIT_S = 0.5


class SimulatedLine:
    """A cable under simulated time. ``open`` is what a driver is given to open its port with.

    ``first_bytes_s`` is for how long after opening nothing arrives: some USB adapters hold the first bytes back.
    """

    def __init__(self, chip: Chip, clock: Clock) -> None:
        self.chip = chip
        self.plugged = True
        self.openings = 0
        self.first_bytes_s = 0.0
        self._clock = clock
        self._time_s = clock.now_s()

    def now_s(self) -> float:
        """The line's time: the clock's, or later by what has been waited for on the line since."""
        self._time_s = max(self._time_s, self._clock.now_s())
        return self._time_s

    def pass_to(self, time_s: float) -> None:
        """Let the line's time pass up to ``time_s``."""
        self._time_s = max(self._time_s, time_s)

    def open(self) -> SimulatedPort:
        """Open the port. Raises FileNotFoundError while it is unplugged."""
        if not self.plugged:
            raise FileNotFoundError(errno.ENOENT, "could not open port")
        return SimulatedPort(self.chip, self._clock, self)

    def unplug(self) -> None:
        """Pull the plug of a USB reader: its device is gone, and with it the supply of the chip."""
        self.plugged = False
        self.openings += 1
        self.chip.power_off()

    def replug(self) -> None:
        """Plug it in again; ports that were open before stay dead."""
        self.plugged = True
        self.chip.power_on()


class SimulatedPort:
    """One opening of a simulated line, with the calls of ``serial.Serial``."""

    def __init__(self, chip: Chip, clock: Clock, line: SimulatedLine | None = None) -> None:
        self.timeout: float | None = 0.02
        self.is_open = True
        self._line = line or SimulatedLine(chip, clock)
        self._chip = chip
        self._line.openings += 1
        self._opening = self._line.openings
        self._received = bytearray()
        self._from_s = self._line.now_s() + self._line.first_bytes_s

    def now_s(self) -> float:
        """The line's time in seconds."""
        return self._line.now_s()

    @property
    def in_waiting(self) -> int:
        self._arrive()
        return len(self._received)

    def read(self, size: int = 1, /) -> bytes:
        """Up to ``size`` bytes; waits for them until the timeout is over, in the line's own time."""
        self._arrive()
        start_s = self._line.now_s()
        until_s = float("inf") if self.timeout is None else start_s + self.timeout
        while len(self._received) < size:
            next_s = self._chip.next_s()
            if next_s is None and self.timeout is None:
                raise RuntimeError("this read would block for ever: the chip has nothing to send")
            arrives_s = until_s if next_s is None else max(next_s, self._from_s)
            self._line.pass_to(min(arrives_s, until_s))
            self._arrive()
            if self._line.now_s() >= until_s:
                break
        data = bytes(self._received[:size])
        del self._received[:size]
        return data

    def write(self, data: bytes, /) -> int:
        """Send ``data``; the line is busy for as long as that takes at its speed."""
        self._check()
        self._line.pass_to(self._line.now_s() + len(data) * self._chip.timing.byte_s)
        self._chip.feed(data, self._line.now_s())
        return len(data)

    def reset_input_buffer(self) -> None:
        """Throw away what has arrived."""
        self._arrive()
        self._received.clear()

    def close(self) -> None:
        """Close the port; harmless if it is closed."""
        self.is_open = False

    def _arrive(self) -> None:
        self._check()
        if (now_s := self._line.now_s()) >= self._from_s:
            self._received += self._chip.take(now_s)

    def _check(self) -> None:
        if not self.is_open:
            raise OSError(errno.EBADF, "the port is closed")
        if self._opening != self._line.openings:
            raise OSError(errno.EIO, "read failed: the device was unplugged, or opened twice")


class PtyLink:
    """A chip behind a pseudo terminal in real time; a thread of its own moves the bytes.

    ``path`` becomes a symbolic link to the terminal and stays the same over ``unplug`` and ``replug``, as a udev link
    does; without it ``path`` is the terminal itself. Whoever touches the chip while the link runs does it inside
    ``with link.touching() as chip``.
    """

    def __init__(self, chip: Chip, path: str | Path | None = None) -> None:
        self.chip = chip
        self._link = None if path is None else Path(path)
        self._master = self._slave = -1
        self._lock = threading.RLock()
        self._stopping = False
        self._wake_read, self._wake_write = os.pipe()
        self._terminal = ""
        self._plug_in()
        self._thread = threading.Thread(target=self._run, name="emulated reader", daemon=True)

    @property
    def path(self) -> str:
        """What a client opens."""
        return str(self._link) if self._link is not None else self._terminal

    def start(self) -> PtyLink:
        """Begin to move bytes."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop, and take the terminal and its link away."""
        self._stopping = True
        self._kick()
        if self._thread.ident is not None:
            self._thread.join()
        self._pull_out()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def __enter__(self) -> PtyLink:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def touching(self) -> Iterator[Chip]:
        """The chip, while the thread keeps its hands off it."""
        with self._lock:
            yield self.chip
        self._kick()

    def unplug(self) -> None:
        """Pull the plug of a USB reader: the line hangs up, the path is gone, the chip loses its supply."""
        with self.touching() as chip:
            self._pull_out()
            chip.power_off()

    def replug(self) -> None:
        """Plug it in again: a new terminal under the same path."""
        with self.touching() as chip:
            if self._master < 0:
                self._plug_in()
            chip.power_on()

    def power_glitch(self) -> None:
        """A dip of the reader's supply."""
        with self.touching() as chip:
            chip.power_glitch(time.monotonic())

    def _plug_in(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._terminal = os.ttyname(self._slave)
        if self._link is not None:
            self._link.unlink(missing_ok=True)
            self._link.symlink_to(self._terminal)

    def _pull_out(self) -> None:
        if self._link is not None:
            self._link.unlink(missing_ok=True)
        for end in (self._slave, self._master):
            if end >= 0:
                os.close(end)
        self._master = self._slave = -1

    def _kick(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._wake_write, b"\0")

    def _run(self) -> None:
        while not self._stopping:
            with self._lock:
                next_s, master = self.chip.next_s(), self._master
            wait_s = _LONGEST_WAIT_S
            if next_s is not None:
                wait_s = min(wait_s, max(0.0, next_s - time.monotonic()))
            ends = [self._wake_read] if master < 0 else [self._wake_read, master]
            try:
                ready, _, _ = select.select(ends, [], [], wait_s)
            except OSError:  # unplugged just now
                continue
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
            with self._lock:
                self._move(master in ready)

    def _move(self, ready: bool) -> None:
        if self._master < 0:
            return
        now_s = time.monotonic()
        try:
            if ready:
                self.chip.feed(os.read(self._master, 4096), now_s)
            if data := self.chip.take(now_s):
                os.write(self._master, data)
        except BlockingIOError:
            return  # nothing to read after all, or a host that does not read: its UART would lose the bytes too
