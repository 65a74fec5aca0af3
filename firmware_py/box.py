"""The box: drivers, table and flow joined together on one clock, whatever the wires are made of.

Every display shows what the flow says, drawn again only when something may have changed; lamps and buzzer follow the
flow; what a driver says goes to the flow. This module knows neither a title nor whether a wire is real, and neither
asyncio nor threads: the daemon hands in clock, workers and wires, and so do the tests. What is not on the way to the
first picture is imported after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from drivers.errors import DriverError
from drivers.oled import Display, DisplayBus, OpenedBus
from drivers.seams import Clock, Timer, Worker
from firmware_py.screens import render
from firmware_py.view import Big, Header, Notice, Splash, View

if TYPE_CHECKING:
    from config.schema import Display as DisplaySettings
    from config.schema import Settings
    from drivers.controls import Controls
    from drivers.events import Event
    from drivers.pn532 import Port
    from drivers.reader import Reader
    from drivers.signals import Signals
    from firmware_py.flow.flow import Flow
    from firmware_py.notify import Notifier
    from firmware_py.table import Table

SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))  # the pixel shift against burn-in, one step a minute
SHIFT_EVERY_S = 60.0
PAGE_LINES = {64: 5, 32: 2}  # lines of text on a page, by the rows of the glass
PAGE_WIDTH = 125
CLOSING_S = 2.0
PINS_AGAIN_S = 2.0
PING_S = 1.0
"""While somebody is at the box an idle display is asked so often whether it is there: with the longest that a bus may
hang unnoticed this is less than the 3 s within which a lost part is to be said. At rest no display is asked."""
STALLED_S = 10.0  # a worker that has been at one job for so long counts as stuck
WRITING_S = 30.0  # a card may think for long, but not for ever
PRIORITY = {"prompt": 3, "all": 3, "status": 2}


def open_display(each: DisplaySettings, bus: DisplayBus, emit: Callable[[Event], None]) -> Display:
    """A display as the settings have it, on its bus."""
    return Display(
        each.name,
        bus,
        emit,
        chip=each.chip,
        address=each.address,
        width=each.width,
        height=each.height,
        rotate_deg=each.rotate,
        priority=PRIORITY.get(each.role, 1),
        usual_level=each.contrast,
    )


class Wires(Protocol):
    """What the drivers stand on: the header's pins, the I²C buses, the reader's serial line."""

    def pin_factory(self) -> Any:
        """A gpiozero pin factory. DriverError if this computer has no pins that can be used."""

    def open_bus(self, number: int) -> OpenedBus:
        """Open an I²C bus. OSError if it is not there."""

    def open_port(self, path: str) -> Port:
        """Open the reader's serial line. OSError if it is not there."""


class BusWires(Wires, Protocol):
    """Wires of which it can also be told which buses there are: for looking for parts."""

    def bus_numbers(self) -> Sequence[int]:
        """The numbers of the I²C buses, a multiplexer's channels among them."""

    def bus_hz(self, number: int) -> int | None:
        """The speed of a bus in hertz, None where it is not known."""


class Mishaps:
    """What has become of each part since the start: what is wrong with it now, how often it was lost, and the last
    cause."""

    def __init__(self) -> None:
        self._now: dict[str, str] = {}
        self._past: dict[str, tuple[int, str]] = {}

    def lose(self, part: str, message: str) -> None:
        self._now[part] = message
        self._past[part] = self.history(part)[0] + 1, message

    def find(self, part: str) -> None:
        self._now.pop(part, None)

    def lost(self, part: str) -> str:
        """What is wrong with it, "" if it works."""
        return self._now.get(part, "")

    @property
    def now(self) -> tuple[str, ...]:
        """What each part says that does not work, in the order in which they were lost."""
        return tuple(self._now.values())

    def history(self, part: str) -> tuple[int, str]:
        """How often it was lost, and what was said the last time."""
        return self._past.get(part, (0, ""))


class Glass:
    """One display and what it shows."""

    __slots__ = ("display", "frames", "name", "shift", "shown")

    def __init__(self, display: Display, name: str) -> None:
        self.display, self.name = display, name
        self.shown: View | None = None
        self.shift = 0
        self.frames = 0


class Box:
    """Everything that stands on the table.

    ``worker(name)`` gives a new worker; ``post`` hands a call over to the loop from any thread; ``entropy(n)`` gives n
    random bytes; ``now_s`` is the time that passes while a serial line blocks.
    """

    def __init__(
        self,
        settings: Settings,
        wires: Wires,
        clock: Clock,
        worker: Callable[[str], Worker],
        post: Callable[[Callable[[], None]], Any],
        entropy: Callable[[int], bytes],
        now_s: Callable[[], float],
        time_of_day: Callable[[], str] = str,
    ) -> None:
        self.settings, self.wires, self.clock = settings, wires, clock
        self._worker, self._post, self._entropy, self._now_s = worker, post, entropy, now_s
        self._time_of_day = time_of_day
        self.table: Table | None = None
        self.flow: Flow | None = None
        self.controls: Controls | None = None
        self.signals: Signals | None = None
        self.reader: Reader | None = None
        self.mishaps = Mishaps()
        self.borrower: Callable[[Event], None] | None = None
        """Who gets what the reader says, in place of the game: a command that has asked for the reader."""
        self.after_drawing: Callable[[], None] = lambda: None
        """Called whenever something may have changed, after it has been drawn."""
        self._early: list[Event] = []  # what was said before there was anybody to tell
        self._drawing: Timer | None = None
        self._shift = 0
        self._ended = False
        self._dimmed = False
        self._lit: int | None = None
        self._sleeping: Timer | None = None
        self.buses: dict[int, DisplayBus] = {}
        self.glasses: list[Glass] = []
        for each in settings.displays:
            if each.bus not in self.buses:
                self.buses[each.bus] = DisplayBus(
                    each.bus, self._bus_opener(each.bus), clock, worker(f"bus {each.bus}")
                )
            display = open_display(each, self.buses[each.bus], self.event)
            self.glasses.append(Glass(display, each.name))

    def _bus_opener(self, number: int) -> Callable[[], OpenedBus]:
        return lambda: self.wires.open_bus(number)

    # ---- start

    def splash(self) -> None:
        """The first picture, before anything else is looked for."""
        for glass in self.glasses:
            self._draw_on(glass, View(Splash("looking for parts…")))

    def refuse(self, title: str, lines: Sequence[str]) -> None:
        """Say on every display why nothing can be played, in place of the game; low glass has room for one line."""
        for glass in self.glasses:
            shown = tuple(lines) if glass.display.height >= 64 else tuple(lines[:1])
            self._draw_on(glass, View(Notice(Header("", "warning", "Cannot start"), shown, title=title)))

    def play(self, table: Table) -> None:
        """Start the inputs and show the game on a loaded table."""
        from firmware_py.flow.flow import Flow  # noqa: PLC0415
        from firmware_py.flow.settings import Ways  # noqa: PLC0415
        from firmware_py.screens import fonts  # noqa: PLC0415

        self.table, settings = table, self.settings
        # what the knob shows must fit the smallest display that may show it
        height = min(each.height for each in settings.displays)
        ways = Ways(
            rest_s=settings.table.rest_after_s,
            dim_s=settings.table.dim_after_s,
            toast_s=settings.table.toast_s,
            hold_s=settings.table.hold_ms / 1000,
            has_back=settings.back is not None,
            seat_buttons=sum(seat.button is not None for seat in settings.seats),
            displays={each.name: each.role for each in settings.displays},
            page_lines=PAGE_LINES[height],
            wrap=lambda text: fonts.wrapped(fonts.SMALL, text, PAGE_WIDTH, len(text)),
            time_of_day=self._time_of_day,
        )
        self.flow = flow = Flow(table, self.clock, ways, self.changed, self.sound, self._entropy)
        table.changed = flow.table_changed
        flow.table_changed()
        for event in self._early:
            flow.event(event)
        self._early.clear()
        self._open_controls()
        self._open_reader()
        self.clock.later(SHIFT_EVERY_S, self._step_shift)
        self._awake()  # whoever switched it on
        if table.game is not None:
            self.flow.resumed()
        self.changed()

    def _open_controls(self, lost: bool = False) -> None:
        """Take the pins; a service may start before the system has made them or let it at them, so try again."""
        from drivers.events import Found, Lost  # noqa: PLC0415

        if self._ended:
            return
        try:
            factory = self.wires.pin_factory()
        except DriverError as problem:
            self.clock.later(PINS_AGAIN_S, lambda: self._open_controls(lost=True))
            if not lost:
                self.event(Lost("pins", str(problem), self.clock.now_s()))
            return
        self._take_pins(factory)
        if lost:
            self.event(Found("pins", self.clock.now_s()))
            self.changed()

    def _take_pins(self, factory: Any) -> None:
        from drivers.controls import Controls  # noqa: PLC0415
        from firmware_py.wiring import controls_wiring, lamp_pins  # noqa: PLC0415

        settings = self.settings
        self.controls = Controls(controls_wiring(settings), factory, self.clock, self._post, self.event)
        lamps, buzzer = lamp_pins(settings), settings.buzzer
        if lamps or buzzer is not None:
            from drivers.signals import Signals  # noqa: PLC0415

            pin, silent = (buzzer.pin, buzzer.silent) if buzzer is not None else (None, ())
            self.signals = Signals(lamps, pin, factory, self.clock, self.event, silent)
            self.signals.mute(buzzer is None or buzzer.muted)

    def _open_reader(self) -> None:
        wanted = self.settings.reader
        if wanted is None:
            return
        from drivers.reader import Reader  # noqa: PLC0415

        self.reader = Reader(
            "reader",
            lambda: self.wires.open_port(wanted.port),
            self.clock,
            self._worker("reader"),
            self.event,
            path=wanted.port,
            poll_ms=wanted.poll_ms,
            now_s=self._now_s,
        )
        self.reader.start()

    # ---- running

    def event(self, event: Event) -> None:
        """What a driver says, on the loop."""
        from drivers.events import Found, Lost, Press, Tag, TagGone, Turn  # noqa: PLC0415

        if isinstance(event, Lost):
            self.mishaps.lose(event.part, event.message)
        elif isinstance(event, Found):
            self.mishaps.find(event.part)
        if self.borrower is not None and isinstance(event, Lost | Tag | TagGone):
            self.borrower(event)
            if not isinstance(event, Lost):
                return
        if self.flow is None:
            self._early.append(event)
        elif not self._ended:
            self.flow.event(event)
            if isinstance(event, Press | Tag | Turn):
                self._awake()

    def _awake(self) -> None:
        """Somebody is at the box: are all displays with them, and do they stay?"""
        if self._sleeping is not None:
            self._sleeping.cancel()
        for glass in self.glasses:
            glass.display.ask()
            glass.display.watch(PING_S)
        after_s = self.settings.table.rest_after_s
        self._sleeping = self.clock.later(after_s, self._asleep) if after_s > 0 else None

    def _asleep(self) -> None:
        self._sleeping = None
        for glass in self.glasses:
            glass.display.watch(None)

    def among(self) -> Sequence[tuple[str, ...]]:
        """The ways to answer the open question that what was chosen so far has left; none if nothing was."""
        return self.flow.among() if self.flow is not None else ()

    def sound(self, name: str) -> None:
        if self.signals is not None:
            self.signals.play(name)

    def changed(self) -> None:
        """Something may look different: draw once, after everything that is due now has been done."""
        if self._drawing is None and not self._ended:
            self._drawing = self.clock.later(0.0, self._draw)

    def _draw(self) -> None:
        self._drawing = None
        flow = self.flow
        if flow is None or self._ended:
            return
        failed: Exception | None = None
        for glass in self.glasses:
            try:
                self._draw_on(glass, flow.view(glass.name))
            except Exception as problem:  # noqa: BLE001  (raised below, when the others have their picture)
                failed = problem
        if flow.dimmed != self._dimmed:
            self._dimmed = flow.dimmed
            if self.reader is not None:
                self.reader.rest(self._dimmed)
        self._light()
        self.after_drawing()
        if failed is not None:
            raise failed

    def _draw_on(self, glass: Glass, view: View) -> None:
        same = glass.shown == view
        if same and glass.shift == self._shift:
            return
        display = glass.display
        image = render(view, display.width, display.height, SHIFTS[self._shift])
        if glass.shown is not None and glass.shown.brightness != view.brightness:
            display.dim(None if view.brightness == 255 else view.brightness)
        display.show(image, "shift" if same else "content")
        glass.shown, glass.shift = view, self._shift
        glass.frames += 1

    def _step_shift(self) -> None:
        if self._ended:
            return
        self._shift = (self._shift + 1) % len(SHIFTS)
        self.clock.later(SHIFT_EVERY_S, self._step_shift)
        self.changed()

    def _light(self) -> None:
        """The lamp of the seat to move, and no other."""
        if self.signals is None or self.table is None:
            return
        game = self.table.game
        seat = game.decision.seat if game is not None and game.decision is not None else -1
        if seat != self._lit:
            for other in range(len(self.settings.seats)):
                self.signals.lamp(other, "on" if other == seat else "off")
            self._lit = seat

    # ---- end

    def stop(self) -> bool:
        """Save, leave a picture that says whether it is safe to unplug, and let go of every part.

        False if something could not be saved.
        """
        for glass in self.glasses:
            self._draw_on(glass, View(Big(Header(), "Saving…", ("Do not unplug yet",)), ""))
        for bus in self.buses.values():
            bus.hurry()
        self._ended = True
        where = self._where()
        if self.reader is not None:
            self.reader.close()
        if self.controls is not None:
            self.controls.close()
        if self.signals is not None:
            self.signals.close()
        saved = self.table is None or self.table.close()
        if saved:
            last = Big(Header(), "Saved", ("safe to unplug", where), "plug16")
        else:
            trouble = self.table.trouble if self.table is not None else ""
            last = Big(Header(), "Not saved", (trouble,), "warning16")
        for glass in self.glasses:
            display = glass.display
            display.close(render(View(last), display.width, display.height))
        for bus in self.buses.values():
            bus.last()
        until_s = self.clock.now_s() + CLOSING_S
        for bus in self.buses.values():
            bus.close(max(0.0, until_s - self.clock.now_s()))
        return saved

    # ---- the watchdog

    def tell_alive(self, notifier: Notifier) -> None:
        """Tell the service manager that all is well, or say here what is not; called from the loop of the engine, which
        has moved if this is called."""
        stuck = self.stuck()
        if not stuck:
            from firmware_py.notify import ALIVE  # noqa: PLC0415

            notifier.tell(ALIVE)
            return
        import logging  # noqa: PLC0415

        logging.getLogger("tabularius").error("the watchdog is not told that all is well: %s", stuck)

    def stuck(self) -> str:
        """What does not move any more, "" if everything does."""
        for number, bus in self.buses.items():
            if bus.running_s() > STALLED_S:
                return f"i2c-{number} has been at one transfer for {bus.running_s():.0f} s"
        if self.reader is not None and self.clock.now_s() - self.reader.moved_s > STALLED_S:
            return "the tag reader's loop stands still"
        if self.table is not None and self.table.writing_s() > WRITING_S:
            return f"the journal has been writing for {self.table.writing_s():.0f} s"
        return ""

    def _where(self) -> str:
        game = self.table.game if self.table is not None else None
        return f"{game.title.label} {game.page(None).status}" if game is not None else ""
