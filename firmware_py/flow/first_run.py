"""The first run of a fresh box: it finds displays and reader, learns knob and buttons by hand, and says what to keep.

One question after another on the displays themselves, before there is a table or a game; nothing of a title is known
here. Pins are those of the full wiring profile: which of them is Back and which a seat's button is learned by
pressing. Back, once known, goes one question back; the last page says what was learned and offers to go through it
again. Without an input for a while it ends and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from drivers.controls import Controls
from drivers.display_bus import DisplayBus
from drivers.errors import DriverError, PartLost
from drivers.events import Event, Press, Turn
from drivers.gpio import InputPin
from drivers.oled import Display, load_library
from drivers.pn532 import Pn532
from drivers.seams import Clock, Worker
from drivers.signals import Signals
from drivers.traces import KnobFound, KnobStudy
from drivers.wiring import KNOB, ControlsWiring, KnobWiring
from firmware_py.box import BusWires
from firmware_py.errors import FirmwareError
from firmware_py.flow.first_settings import MOST_DISPLAYS, MOST_SEATS, Changes, Shown, changes
from firmware_py.screens import render, service
from firmware_py.view import Big, Header, Notice, Question, Screen, View
from firmware_py.walk import Steps, until

if TYPE_CHECKING:
    from config.schema import Settings

ADDRESSES = (0x3C, 0x3D)
KINDS = (("ssd1306", 64), ("sh1106", 64), ("ssd1306", 32), ("sh1106", 32))
"""What a display may be; an SSD1309 takes what an SSD1306 takes."""
PORTS = ("/dev/serial0", "/dev/nfc-reader")
PATIENCE_S = 90.0
SHOWN_S = 1.5
SEARCH_S = 4.0
READER_S = 8.0
NOTCHES = 4
TURNED_S = 1.0
USUAL = KnobFound(4, False)
FINEST = KnobFound(1, False)
"""Before the knob is known every transition is a turn, and what follows at once belongs to it."""
ONE_TURN_S = 0.35


class GivenUp(FirmwareError, TimeoutError):
    """Nobody has touched the box for a while."""


class OneBack(FirmwareError, InterruptedError):
    """The button that was learned as Back was pressed: to the question before."""


class _Found(NamedTuple):
    """A display that answers."""

    bus: int
    address: int


class FirstRun:
    """Asks and learns. ``full`` are the settings of the profile with every part, for its pins.

    ``steps`` gives what is to be learned (``config.learn``), or None if nothing is to be kept; ``close`` lets go of
    every part. ``worker``, ``post`` and ``now_s`` as for ``firmware_py.box.Box``; ``say`` gets a line for the log.
    """

    def __init__(
        self,
        full: Settings,
        wires: BusWires,
        clock: Clock,
        worker: Callable[[str], Worker],
        post: Callable[[Callable[[], None]], Any],
        now_s: Callable[[], float],
        say: Callable[[str], None],
    ) -> None:
        self._full, self._wires, self._clock = full, wires, clock
        self._worker, self._post, self._now_s, self._say = worker, post, now_s, say
        self._buses: dict[int, DisplayBus] = {}
        self._found: list[_Found] = []
        self._kinds: list[tuple[str, int]] = []
        self._turned: list[int] = []
        self._displays: list[Display] = []
        self._factory: Any = None
        self._controls: Controls | None = None
        self._signals: Signals | None = None
        self._reader: Worker | None = None
        self._events: list[Turn | Press] = []
        self._clicked: Press | None = None  # right behind a turn
        self._prompt = 0
        self._knob: KnobFound | None = None
        self._back: int | None = None
        self._seats: list[int] = []
        self._lamps = self._buzzer = False
        self._port, self._answers = "", ""

    def steps(self) -> Steps[Changes | None]:
        """The whole of it."""
        try:
            self._factory = self._wires.pin_factory()
        except DriverError as problem:
            self._say(f"no first run without pins: {problem}")
            return None
        yield from self._find_displays()
        if not self._found:
            self._say("no first run without a display: none answers at 0x3C or 0x3D on any I²C bus; check SDA and SCL")
            return None
        try:
            return (yield from self._ask_everything())
        except GivenUp:
            self._say("the first run was not gone through: it comes again at the next start")
            return None

    def close(self) -> None:
        """Let go of every part; the displays keep their picture until the companion paints them."""
        self._free()
        for display in self._displays:
            display.close(render(View(Big(Header(), "Starting", ())), display.width, display.height))
        for bus in self._buses.values():
            bus.close()
        if self._reader is not None:
            self._reader.close()
        if self._factory is not None:
            self._factory.close()

    def _ask_everything(self) -> Steps[Changes]:
        """Question after question; Back, once it is known, goes to the one before, and *Again* to the first."""
        self._hear()
        steps: list[Callable[[], Steps[bool]]] = []
        for place in range(len(self._found)):
            steps += [partial(self._which_chip, place), partial(self._which_way_up, place)]
        steps += [self._which_prompts, self._turn_knob, self._press_back, self._press_seats]
        steps += [self._look_at_lamps, self._hear_buzzer, self._find_reader]
        done = False
        while not done:
            asked: list[int] = []  # the steps that asked something, in their order
            at = 0
            while at <= len(steps):
                try:
                    if at == len(steps):
                        done = yield from self._all_is_right()
                    elif (yield from steps[at]()):
                        asked.append(at)
                    at += 1
                except OneBack:
                    at = asked.pop() if asked else at
                    if self._controls is None:
                        self._hear()
        displays = [
            Shown(*found, *kind, turned)
            for found, kind, turned in zip(self._found, self._kinds, self._turned, strict=True)
        ]
        prompt = displays.pop(self._prompt)
        knob = self._knob or USUAL
        return changes(self._full, [prompt, *displays], knob, self._back, self._lit(), self._buzzer, self._port)

    def _lit(self) -> list[tuple[int, int | None]]:
        """Each seat's button, and its lamp if it has one."""
        return [(pin, self._lamp_of(pin) if self._lamps else None) for pin in self._seats]

    def _all_is_right(self) -> Steps[bool]:
        """Show what was learned; False to go through it once more."""
        back = "Back" if self._back is not None else "no Back"
        title = f"{_count(len(self._found), 'display')}, {back}, {_count(len(self._seats), 'seat')}."
        others = f"Lamps: {'yes' if self._lamps else 'no'}. Buzzer: {'yes' if self._buzzer else 'no'}."
        return (yield from self._choice("Set up", title, (f"{self._answers}.", others), ("Done", "Again")))

    # ---- what is found without a hand

    def _bus(self, number: int) -> DisplayBus:
        if number not in self._buses:
            self._buses[number] = DisplayBus(
                number, lambda: self._wires.open_bus(number), self._clock, self._worker(f"bus {number}")
            )
        return self._buses[number]

    def _find_displays(self) -> Steps[None]:
        load_library()
        waiting = list(self._wires.bus_numbers())
        for number in list(waiting):

            def done(there: list[int], number: int = number) -> None:
                waiting.remove(number)
                self._found += [_Found(number, address) for address in there]

            self._bus(number).probe(ADDRESSES, done)
        yield from until(self._clock, lambda: not waiting, SEARCH_S)
        self._found = sorted(self._found)[:MOST_DISPLAYS]
        self._kinds, self._turned = [KINDS[0]] * len(self._found), [0] * len(self._found)
        self._displays = [self._display(place) for place in range(len(self._found))]

    def _display(self, place: int) -> Display:
        (number, address), (chip, height) = self._found[place], self._kinds[place]
        part = f"display {place + 1}"
        turned = self._turned[place]
        return Display(part, self._bus(number), _nobody, chip=chip, address=address, height=height, rotate_deg=turned)

    def _find_reader(self) -> Steps[bool]:
        """Port and what answers there; the port is "" if nothing does."""
        self._port, self._answers = "", "No reader"
        self._show(Notice(Header("", "tag", "First run"), ("Looking for a tag reader…",)))
        if self._reader is None:
            self._reader = self._worker("reader")
        for port in PORTS:
            got: list[Any] = []

            def look(port: str = port) -> str:
                opened = Pn532(self._wires.open_port(port), self._now_s, f"tag reader on {port}")
                try:
                    firmware = opened.setup()
                finally:
                    opened.close()
                return f"PN532 {firmware.version}.{firmware.revision}"

            self._reader.run(look, lambda result, error, got=got: got.append(error or result))  # type: ignore[misc]
            yield from until(self._clock, lambda got=got: bool(got), READER_S)  # type: ignore[misc]
            if got and isinstance(got[0], str):
                self._port, self._answers = port, got[0]
                break
        return False

    # ---- hands

    def _wiring(self, knob: KnobFound, buttons: Mapping[str, int] | None = None) -> ControlsWiring:
        wired = self._full.knob
        turned = KnobWiring(wired.a, wired.b, wired.push, knob.transitions_per_detent, knob.reversed)
        return ControlsWiring(turned, dict(buttons or {}), pull_up=self._full.contacts.pull_up)

    def _hear(self) -> None:
        """Hear the knob, as far as it is known, and with it every button."""
        pins: list[int] = []
        if self._knob is not None:
            pins = [seat.button for seat in self._full.seats if seat.button is not None]
            pins += [self._full.back.pin] if self._full.back is not None else []
        self._free()
        wiring = self._wiring(self._knob or FINEST, {_named(pin): pin for pin in pins})
        self._controls = Controls(wiring, self._factory, self._clock, self._post, self._heard)

    def _free(self) -> None:
        for part in (self._controls, self._signals):
            if part is not None:
                part.close()
        self._controls = self._signals = None

    def _heard(self, event: Event) -> None:
        if isinstance(event, Turn | Press):
            self._events.append(event)

    def _next(self, *, forget: bool = True) -> Steps[Turn | Press]:
        """The next input, however many notches it has. Raises GivenUp if none comes, OneBack if it is Back.

        What came before counts only where it is not to be forgotten.
        """
        event = yield from self._input(forget)
        if isinstance(event, Press) and self._back is not None and event.control == _named(self._back):
            raise OneBack
        return event

    def _input(self, forget: bool) -> Steps[Turn | Press]:
        if (clicked := self._clicked) is not None:
            self._clicked = None
            return clicked
        if forget:
            self._events.clear()
        if not (yield from until(self._clock, lambda: bool(self._events), PATIENCE_S)):
            raise GivenUp
        first = self._events[0]
        if isinstance(first, Turn):
            yield from until(self._clock, lambda: isinstance(self._events[-1], Press), ONE_TURN_S)
            if isinstance(last := self._events[-1], Press):
                self._clicked = last
        return first

    # ---- what is shown

    def _show(self, screen: Screen, only: int | None = None) -> None:
        """The same on every display, or on one."""
        for place, display in enumerate(self._displays):
            if only is None or place == only:
                display.show(render(View(screen), display.width, display.height))

    def _head(self, subject: str) -> Header:
        """Once Back is known it is said what it does."""
        return Header("", "", subject, "Back: before" if self._back is not None else "")

    def _yes(self, subject: str, title: str, lines: tuple[str, ...], only: int | None = None) -> Steps[bool]:
        return (yield from self._choice(subject, title, lines, ("Yes", "No"), only))

    def _choice(
        self, subject: str, title: str, lines: tuple[str, ...], buttons: tuple[str, str], only: int | None = None
    ) -> Steps[bool]:
        """A question with two buttons: whether it is the first."""
        cursor = 0
        while True:
            self._show(Question(self._head(subject), title, lines, buttons, cursor), only)
            event = yield from self._next()
            if isinstance(event, Turn):
                cursor = 1 - cursor
            elif event.control == KNOB:
                return cursor == 0

    # ---- the questions

    def _which_chip(self, place: int) -> Steps[bool]:
        """Turn until the frame on this display is whole, then click."""
        for other in range(len(self._found)):
            if other != place:
                self._show(Notice(Header("", "", "First run"), (f"Look at display {place + 1}.",)), other)
        kind = KINDS.index(self._kinds[place])
        while True:
            self._kinds[place] = KINDS[kind]
            display = self._displays[place] = self._display(place)
            lines = ("Turn until the", "frame is whole,", "then click.")
            if display.height < 64:
                lines = ("Turn until the frame", "is whole, then click.", "")
            self._events.clear()
            for block in (False, True):  # some faults spare the first picture
                title = f"Display {place + 1}"
                display.show(service.card(display.width, display.height, title, lines, block=block))
                yield 0.2
            event = yield from self._next(forget=False)
            if isinstance(event, Turn):
                kind = (kind + (1 if event.notches > 0 else -1)) % len(KINDS)
            elif event.control == KNOB:
                return True

    def _which_way_up(self, place: int) -> Steps[bool]:
        upright = yield from self._yes(f"Display {place + 1}", "Upright?", ("Is this the right way up?",), place)
        if not upright:
            self._turned[place] = 180 - self._turned[place]
            self._displays[place] = self._display(place)
        return True

    def _which_prompts(self) -> Steps[bool]:
        """Which display is at the knob; the others show the rest."""
        while len(self._found) > 1:
            for place in range(len(self._found)):
                lines = ("Which display is at the knob? Turn, then click.",)
                self._show(
                    Notice(Header("", "", f"Display {place + 1}"), lines, "This one" if place == self._prompt else ""),
                    place,
                )
            event = yield from self._next()
            if isinstance(event, Turn):
                self._prompt = (self._prompt + (1 if event.notches > 0 else -1)) % len(self._found)
            elif event.control == KNOB:
                return True
        return False

    def _turn_knob(self) -> Steps[bool]:
        """What kind of knob it is and which way it goes; a click without turning keeps what is known or usual."""
        again = ""
        while True:
            lines = (f"Turn it right by {NOTCHES} notches,", "slowly. A click skips this.")
            if again:
                lines = (again, f"Turn right by {NOTCHES} notches.")
            self._show(Notice(self._head("The knob"), lines))
            study = yield from self._one_turn()
            known = (self._knob or USUAL) if study is None else study.found(NOTCHES)
            if known is not None:
                self._knob = known
                self._hear()
                return True
            assert study is not None
            again = f"{abs(study.position)} steps, not 4, 8 or 16."

    def _one_turn(self) -> Steps[KnobStudy | None]:
        """Both channels of the knob while a hand turns it once; None if it clicks instead, or they cannot be read."""
        wired, pull_up = self._full.knob, self._full.contacts.pull_up
        self._free()
        back = {_named(self._back): self._back} if self._back is not None else {}
        pushed = ControlsWiring(None, {"push": wired.push, **back}, pull_up=pull_up)
        self._controls = Controls(pushed, self._factory, self._clock, self._post, self._heard)
        edges: list[tuple[float, int, bool]] = []
        pins: list[InputPin] = []
        try:
            for channel, pin in enumerate((wired.a, wired.b)):

                def took(closed: bool, at_s: float, channel: int = channel) -> None:
                    edges.append((at_s, channel, closed))

                name = f"knob.{'ab'[channel]}"
                pins.append(InputPin(name, pin, pull_up, self._factory, self._clock, self._post, took))
            study = KnobStudy(*(not pin.closed() for pin in pins))
            self._events.clear()

            def over() -> bool:
                return bool(self._events) or bool(edges and self._clock.now_s() - edges[-1][0] > TURNED_S)

            if not (yield from until(self._clock, over, PATIENCE_S)):
                raise GivenUp
        except PartLost as problem:
            self._say(str(problem))
            return None
        finally:
            for opened in pins:
                opened.close()
            self._free()
        if any(isinstance(event, Press) and event.control in back for event in self._events):
            raise OneBack
        for _, channel, closed in sorted(edges):
            study.edge(channel, not closed)
        return study if edges and not self._events else None

    def _press_back(self) -> Steps[bool]:
        self._back = None
        self._back = yield from self._press("Press Back.", "None: click the knob.", set())
        return True

    def _press_seats(self) -> Steps[bool]:
        """A button for each seat; Back takes the last one back."""
        del self._seats[MOST_SEATS - 1 :]  # who comes back may press the last one anew
        while len(self._seats) < MOST_SEATS:
            what = f"Seat {len(self._seats) + 1}: press its button."
            try:
                pin = yield from self._press(what, "No more: click the knob.", set(self._seats))
            except OneBack:
                if not self._seats:
                    raise
                self._seats.pop()
                continue
            if pin is None:
                break
            self._seats.append(pin)
        return True

    def _press(self, what: str, otherwise: str, taken: set[int]) -> Steps[int | None]:
        """The pin of the button that is pressed; None for a click of the knob."""
        self._show(Notice(self._head("Buttons"), (what, otherwise)))
        while True:
            event = yield from self._next()
            if not isinstance(event, Press):
                continue
            if event.control == KNOB:
                return None
            pin = int(event.control.removeprefix("gpio."))
            if pin not in taken:
                return pin
            self._show(Notice(self._head("Buttons"), ("That one has its job already.", what)))

    def _look_at_lamps(self) -> Steps[bool]:
        """Whether the lamps beside the seat buttons are there."""
        lamps = {place: lamp for place, pin in enumerate(self._seats) if (lamp := self._lamp_of(pin)) is not None}
        self._lamps = False
        if not lamps:
            return False
        self._signals = Signals(lamps, None, self._factory, self._clock)
        for place in lamps:
            self._signals.lamp(place, "on")
        try:
            self._lamps = yield from self._yes("Lamps", "Do they glow?", ("All seat lamps are on now.",))
        finally:
            self._silence()
        return True

    def _lamp_of(self, button: int) -> int | None:
        return next((seat.lamp for seat in self._full.seats if seat.button == button), None)

    def _hear_buzzer(self) -> Steps[bool]:
        if self._full.buzzer is None:
            return False
        self._signals = Signals({}, self._full.buzzer.pin, self._factory, self._clock)
        self._signals.play("quarter")
        try:
            self._buzzer = yield from self._yes("Buzzer", "Did it beep?", ("Three tones, a moment ago.",))
        finally:
            self._silence()
        return True

    def _silence(self) -> None:
        if self._signals is not None:
            self._signals.close()
        self._signals = None


def _named(pin: int) -> str:
    """What a button at that pin is called here."""
    return f"gpio.{pin}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _nobody(event: Event) -> None:
    """A display that is lost here is looked for again at the next start."""
