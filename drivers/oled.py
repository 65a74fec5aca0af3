"""The OLED displays: SSD1306, SSD1309 and SH1106 on I²C, any number on any number of buses.

luma.oled opens, initialises and dims a display; packing and sending are done here, so that only the windows
that changed go over the bus. A ``Display`` says what should be seen; a job on its ``DisplayBus`` brings the chip
there from what it is known to hold, and if that is unknown (start, unplugged, refresh) by the whole set-up and
a full frame. Nothing here knows a game, a screen or whether the wire is real.

luma hands every byte to a serial interface, which may be any object with ``command``, ``data`` and
``cleanup``. Ours (``_Wire``) sends each call as one ``i2c_rdwr`` message, where luma's own cuts an injected
bus's data into blocks of 32. luma's constructor talks to the chip and would fail without one, and each
construction leaves an exit handler behind; so it runs once, against a wire that only notes what it says, and
that note is the set-up which is sent whenever a chip has to be set up.
"""

from __future__ import annotations

import errno
import functools
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from drivers import pages
from drivers.display_bus import HUNG, UNANSWERED, DisplayBus, OpenedBus, bus_hz, open_real
from drivers.errors import PartLost, WiringError
from drivers.seams import Done, Timer

if TYPE_CHECKING:
    from PIL import Image

    from drivers.events import Event

__all__ = [
    "CAUSES",
    "CHIPS",
    "SIZES",
    "Cause",
    "Display",
    "DisplayBus",
    "OpenedBus",
    "Traffic",
    "bus_hz",
    "load_library",
    "open_real",
]

Cause = Literal["content", "shift", "refresh", "setup", "dim", "ping"]
"""Why bytes were sent: a new picture, the pixel shift, the refresh against noise, (re)initialisation,
brightness or blanking, the question whether the display is still there."""

CAUSES: tuple[Cause, ...] = ("content", "shift", "refresh", "setup", "dim", "ping")
CHIPS = ("ssd1306", "ssd1309", "sh1106")
SIZES = ((128, 64), (128, 32))
RETRY_S = (0.5, 1.0, 2.0)
"""Seconds between the attempts to reach a lost display; the last for ever."""
ASK_S = 2.0
RENEW_S, RENEW_PAUSE_S = 20.0, 0.1
"""A plug that was loose for a moment between two pictures leaves a display that says nothing and stays dark. So a
picture that comes so long after the last set-up is followed by a refresh, after a pause for the next input."""

_SET_CONTRAST, _DISPLAY_OFF, _DISPLAY_ON, _NOP = 0x81, 0xAE, 0xAF, 0xE3


def load_library() -> None:
    """Import what the first job of a display needs, which on a small Pi takes longer than a bus may hang.

    For whoever begins with the workers at work; a companion sends its first pictures before that.
    """
    importlib.import_module("luma.oled.device")


class Traffic:
    """What went over the bus: frames (or other jobs), transactions, bytes with addresses and control bytes."""

    __slots__ = ("bytes", "frames", "transactions")

    def __init__(self) -> None:
        self.frames = self.transactions = self.bytes = 0

    def __repr__(self) -> str:
        return f"Traffic(frames={self.frames}, transactions={self.transactions}, bytes={self.bytes})"


class _Goal(NamedTuple):
    """What a display should hold and show. ``level`` is the brightness, None for the usual one."""

    pages: bytes
    level: int | None = None
    on: bool = True


class _Job:
    """One visit of the worker to a display."""

    def __init__(self, goal: _Goal, cause: Cause, *, refresh: bool, ping: bool) -> None:
        self.goal, self.cause, self.refresh, self.ping = goal, cause, refresh, ping
        self.traffic = Traffic()


class Display:
    """One OLED.

    ``part`` is its name in events, ``chip`` one of ``CHIPS`` with ``width`` × ``height`` one of ``SIZES`` (pixels),
    ``address`` on the bus. ``emit`` gets ``Lost`` and ``Found``, on the loop. ``rotate_deg`` is 0, or 180 for a
    display mounted upside down. ``usual_level`` is the brightness when not dimmed, 0 to 255, None for the
    library's. ``priority``: the bus serves the highest first; may be changed at any time.
    ``refresh_s``: seconds between unconditional refreshes against noise, None for no refresh at all; while pictures
    are shown they come more often (``RENEW_S``). ``ping_s``: seconds
    after which an idle display is asked whether it is there, three bytes each time; None (as built) for never. May be
    changed at any time (``watch``).
    Raises WiringError for a chip, size, address or rotation that cannot be.

    Everything but the jobs runs on the loop. Nothing is sent before the first ``show``.
    """

    def __init__(
        self,
        part: str,
        bus: DisplayBus,
        emit: Callable[[Event], None],
        *,
        chip: str = "ssd1306",
        address: int = 0x3C,
        width: int = 128,
        height: int = 64,
        rotate_deg: int = 0,
        usual_level: int | None = None,
        priority: int = 0,
        refresh_s: float | None = 300.0,
        ping_s: float | None = None,
    ) -> None:
        if chip not in CHIPS:
            raise WiringError(f"display {part}: chip is {chip!r}, but must be one of {', '.join(CHIPS)}")
        if (width, height) not in SIZES:
            raise WiringError(f"display {part}: size is {width}×{height}, but must be 128×64 or 128×32")
        if not 0x08 <= address <= 0x77:
            raise WiringError(f"display {part}: address is 0x{address:02X}, but must be from 0x08 to 0x77")
        if rotate_deg not in (0, 180):
            raise WiringError(f"display {part}: rotate_deg is {rotate_deg}, but must be 0 or 180")
        self.part, self.bus, self.chip, self.address = part, bus, chip, address
        self.width, self.height = width, height
        self.priority = priority
        self.counts: dict[Cause, Traffic] = {cause: Traffic() for cause in CAUSES}
        self.lost: str | None = None
        """What is wrong, while the display does not answer."""
        self._emit = emit
        self._upside_down = rotate_deg == 180
        self._usual_level = usual_level
        self._refresh_s, self._ping_s = refresh_s, ping_s
        self._addressing = pages.SH1106 if chip == "sh1106" else pages.SSD1306
        self._blank = bytes(width * height // 8)
        self._goal = _Goal(self._blank)
        self._awaited = True  # until the first picture
        self._reached: _Goal | None = None
        self._cause: Cause = "dim"
        self._refresh_due = self._ping_due = self._retry_due = False
        self._failures = 0
        self._set_up_s = self._answered_s = 0.0
        self._closed = False
        self._timers: dict[str, Timer] = {}
        self._wire = _Wire(bus, address)
        # The worker's alone: luma's object, what its constructor said, and what the chip is known to hold.
        self._device: Any = None
        self._setup: list[tuple[int, ...] | None] = []
        self._held: _Goal | None = None

    def show(self, image: Image.Image, cause: Literal["content", "shift", "refresh"] = "content") -> None:
        """Show a picture of mode "1" and the display's size; it replaces one that has not been sent yet.

        ``cause`` only says under which heading its bytes are counted. Raises WrongPicture.
        """
        packed = pages.pack(image, self.width, self.height, upside_down=self._upside_down)
        self._awaited = False
        self._aim(self._goal._replace(pages=packed), cause)

    def dim(self, level: int | None) -> None:
        """Set the brightness, 0 to 255; None for the usual one. Counts from the first picture on."""
        if level is not None and not 0 <= level <= 255:
            raise WiringError(f"display {self.part}: brightness is {level}, but must be from 0 to 255")
        self._aim(self._goal._replace(level=level), "dim")

    def blank(self) -> None:
        """Switch the glass off; the picture stays in the chip and goes on being updated."""
        self._aim(self._goal._replace(on=False), "dim")

    def wake(self) -> None:
        """Switch the glass on again."""
        self._aim(self._goal._replace(on=True), "dim")

    def refresh(self) -> None:
        """Send set-up and picture once more, whatever the chip is thought to hold. Nothing flickers."""
        self._refresh_due = True
        self._ask()

    def ask(self, lately_s: float = ASK_S) -> None:
        """Find out with three bytes whether the display is there, unless it has answered within ``lately_s``.

        For the first input after a rest: a display that nobody watches is otherwise not missed while nothing changes.
        """
        if self.bus.clock.now_s() - self._answered_s >= lately_s and self.lost is None:
            self._ping()

    def watch(self, ping_s: float | None) -> None:
        """Ask from now on whenever the display has been idle for ``ping_s``, three bytes each time; None: no more."""
        if ping_s == self._ping_s or self._closed:
            return
        self._ping_s = ping_s
        if ping_s is None:
            if "ping" in self._timers:
                self._timers.pop("ping").cancel()
        elif not self._awaited and self.lost is None:
            self._later("ping", max(0.0, self._answered_s + ping_s - self.bus.clock.now_s()), self._ping)

    def close(self, image: Image.Image | None = None) -> None:
        """The last word: leave ``image`` on the glass, or a dark glass. ``DisplayBus.close`` sees it through."""
        if image is not None:
            self.wake()
            self.dim(None)
            self.show(image)
        else:
            self._aim(_Goal(self._blank, on=False), "content")
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()

    def take(self) -> tuple[Callable[[], Any], Done] | None:
        """The next job and what to call when it is done; None if there is nothing to do. For ``DisplayBus``."""
        goal = self._goal
        if self._awaited or (self.lost is not None and not self._retry_due):
            return None
        job = _Job(goal, self._cause, refresh=self._refresh_due, ping=self._ping_due)
        self._cause = "dim"
        self._refresh_due = self._ping_due = self._retry_due = False
        if goal == self._reached and not (job.refresh or job.ping):
            return None
        return functools.partial(self._run, job), functools.partial(self._ran, job)

    def hangs(self) -> None:
        """For ``DisplayBus``: the bus does not move any more, not even to say so."""
        if not self._closed:
            self._lose(self._what(OSError(errno.ETIMEDOUT, "no end")))

    def moves(self) -> None:
        """For ``DisplayBus``: the bus moves again."""
        if self.lost is not None and not self._closed:
            self._retry_due = self._refresh_due = True
            self._ask()

    def _aim(self, goal: _Goal, cause: Cause) -> None:
        if self._closed or (goal == self._goal and self._reached == goal):
            return
        self._goal = goal
        if self._cause != "content" and cause != "dim":
            self._cause = cause
        self._ask()

    def _ask(self) -> None:
        if not (self._awaited or self._closed) and (self.lost is None or self._retry_due):
            self.bus.wants(self)

    def _later(self, what: str, delay_s: float, call: Callable[[], None]) -> None:
        if what in self._timers:
            self._timers[what].cancel()
        self._timers[what] = self.bus.clock.later(delay_s, call)

    def _retry(self) -> None:
        self._retry_due = True
        self._ask()

    def _ping(self) -> None:
        self._ping_due = True
        self._ask()

    def _ran(self, job: _Job, result: Any, error: BaseException | None) -> None:
        """On the loop, after a job."""
        count = self.counts[job.cause]
        count.frames += 1
        count.transactions += job.traffic.transactions
        count.bytes += job.traffic.bytes
        if error is None:
            self._reached = job.goal
            self._worked(job.cause)
        elif isinstance(error, PartLost):
            self._failed(str(error))
        else:
            raise error

    def _worked(self, cause: Cause) -> None:
        set_up = cause in ("setup", "refresh")
        was_lost, self.lost, self._failures = self.lost is not None, None, 0
        if self._closed:
            return
        self._answered_s = now_s = self.bus.clock.now_s()
        if set_up:
            self._set_up_s = now_s
        if self._refresh_s is not None:
            if set_up:
                self._later("refresh", self._refresh_s, self.refresh)
            elif cause != "ping" and now_s - self._set_up_s >= RENEW_S:
                self._set_up_s = now_s  # it soon will be; and the next picture must not put it off
                self._later("refresh", RENEW_PAUSE_S, self.refresh)
        if self._ping_s is not None:
            self._later("ping", self._ping_s, self._ping)
        if self._goal != self._reached:
            self._ask()
        if was_lost:
            from drivers.events import Found  # noqa: PLC0415  (not on the way to the first picture)

            self._emit(Found(self.part, now_s))

    def _failed(self, message: str) -> None:
        self._reached = None
        if self._closed:
            self.lost = message
            return
        self._later("retry", RETRY_S[min(self._failures, len(RETRY_S) - 1)], self._retry)
        self._failures += 1
        self._lose(message)

    def _lose(self, message: str) -> None:
        first, self.lost = self.lost is None, message
        if first:
            from drivers.events import Lost  # noqa: PLC0415

            self._emit(Lost(self.part, message, self.bus.clock.now_s()))

    # From here on: on the worker.

    def _run(self, job: _Job) -> None:
        self._wire.traffic = job.traffic
        if self._device is None:
            self._device, self._setup = self._construct()
        goal, held, self._held = job.goal, self._held, None
        try:
            if held is None or job.refresh:
                job.cause = "setup" if held is None else "refresh"
                self._set_up(goal, silent=held is not None and held.on)
            else:
                self._bring(held, goal)
                if job.ping and not job.traffic.transactions:
                    job.cause = "ping"
                    self._device.command(_NOP)
        except (OSError, _luma_error()) as error:
            raise PartLost(self._what(error)) from error
        self._held = goal

    def _bring(self, held: _Goal, goal: _Goal) -> None:
        """From one known state to another."""
        if held.on and not goal.on:
            self._device.hide()
        if held.level != goal.level:
            self._device.contrast(self._level(goal))
        self._windows(goal.pages, pages.changes(held.pages, goal.pages, self.width, self._addressing))
        if goal.on and not held.on:
            self._device.show()

    def _set_up(self, goal: _Goal, *, silent: bool) -> None:
        """What luma's constructor said, with our picture and brightness; ``silent``: without going dark."""
        for said in self._setup:
            if said is None:
                self._windows(goal.pages, pages.whole(self.width, self.height, self._addressing))
            elif said[0] == _SET_CONTRAST:
                self._device.contrast(self._level(goal))
            elif said == (_DISPLAY_ON,):
                if goal.on:
                    self._device.show()
            elif silent and said[0] == _DISPLAY_OFF:
                self._device.command(*said[1:])
            else:
                self._device.command(*said)

    def _windows(self, content: bytes, windows: list[pages.Window]) -> None:
        for window in windows:
            self._device.command(*self._addressing.commands(window))
            self._device.data(pages.cut(content, window, self.width))

    def _level(self, goal: _Goal) -> int:
        for level in (goal.level, self._usual_level):
            if level is not None:
                return level
        return next(said[1] for said in self._setup if said is not None and said[0] == _SET_CONTRAST)

    def _construct(self) -> tuple[Any, list[tuple[int, ...] | None]]:
        """luma's object for this chip, and what its constructor sends; None stands for its first picture."""
        luma = getattr(importlib.import_module("luma.oled.device"), self.chip)
        said: list[tuple[int, ...] | None] = []

        def display(device: Any, image: Image.Image) -> None:
            said.append(None)

        ours = type(f"{self.chip} without packing", (luma,), {"display": display})
        self._wire.said = said
        device = ours(self._wire, width=self.width, height=self.height)
        self._wire.said = None
        device.persist = True  # or luma's exit handler would wipe the last picture
        return device, said

    def _what(self, error: BaseException) -> str:
        """One line: what is lost, where, and what to check."""
        number = getattr(error, "errno", None)
        bus, device = f"i2c-{self.bus.number}", f"/dev/i2c-{self.bus.number}"
        display = f"display at 0x{self.address:02X} on {bus}"
        if number == errno.ENOENT:
            return f"{display}: there is no {device}: switch I²C on, or load the multiplexer's overlay"
        if number in (errno.EACCES, errno.EPERM):
            return f"{display}: {device} may not be used: put the companion's user into the group i2c"
        if number in HUNG:
            return f"{display}: the bus hangs: a part holds SDA or SCL low, unplug the parts on it one by one"
        if number is None or number in UNANSWERED:
            return f"{display} does not answer: check SDA/SCL, or its address jumper"
        return f"{display}: {error}: check its plug and the bus"


class _Wire:
    """The serial interface that luma talks through: each call is one transaction, counted."""

    def __init__(self, bus: DisplayBus, address: int) -> None:
        self.said: list[tuple[int, ...] | None] | None = None
        self.traffic = Traffic()
        self._bus = bus
        self._address = address

    def command(self, *commands: int) -> None:
        """Command bytes: noted during construction, sent otherwise."""
        if self.said is not None:
            self.said.append(commands)
        else:
            self._send(b"\x00" + bytes(commands))

    def data(self, data: bytes) -> None:
        """Bytes for the window that is open."""
        self._send(b"\x40" + data)

    def cleanup(self) -> None:
        """The bus is closed by its owner."""

    def _send(self, data: bytes) -> None:
        self.traffic.transactions += 1
        self.traffic.bytes += 1 + len(data)
        self._bus.send(self._address, data)


def _luma_error() -> type[Exception]:
    """The base of what luma raises itself."""
    base: type[Exception] = importlib.import_module("luma.core.error").Error
    return base
