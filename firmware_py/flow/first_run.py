"""The first run of a fresh box: it finds displays and reader, learns knob and buttons by hand, and says what to keep.

One question after another on the displays themselves, before there is a table or a game; nothing of a title is known
here. Pins are those of the full wiring profile: which of them is Back and which a seat's button is learned by
pressing. Without an input for a while it ends and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
FINEST = KnobFound(1, False)
"""Before the knob is known every transition is a turn, and what follows at once belongs to it."""
ONE_TURN_S = 0.35
MOST_DISPLAYS, MOST_SEATS = 8, 5
NAMES = {"all": "main", "prompt": "prompt", "status": "status"}

Changes = dict[str, dict[str, Any]]


class GivenUp(FirmwareError, TimeoutError):
    """Nobody has touched the box for a while."""


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
        self._listen(self._wiring(FINEST))
        for place in range(len(self._found)):
            yield from self._which_chip(place)
            yield from self._which_way_up(place)
        prompt = yield from self._which_prompts()
        knob = yield from self._turn_knob()
        buttons = [seat.button for seat in self._full.seats if seat.button is not None]
        back = [self._full.back.pin] if self._full.back is not None else []
        self._listen(self._wiring(knob, {f"gpio.{pin}": pin for pin in (*back, *buttons)}))
        back_pin = yield from self._press("Press Back.", "None: click the knob.", set())
        seats: list[int] = []
        while len(seats) < MOST_SEATS:
            taken = {*seats, *([back_pin] if back_pin is not None else ())}
            pin = yield from self._press(f"Seat {len(seats) + 1}: press its button.", "No more: click the knob.", taken)
            if pin is None:
                break
            seats.append(pin)
        lamps = yield from self._look_at_lamps(seats)
        buzzer = yield from self._hear_buzzer()
        port, reader = yield from self._find_reader()
        changes = self._changes(prompt, knob, back_pin, seats, lamps, buzzer, port)
        found = f"{_count(len(self._found), 'display')}, {'' if back_pin is not None else 'no '}Back"
        learned = f"{found}, {_count(len(seats), 'seat')}."
        lines = (learned, f"{reader}.")
        yield from self._read(Notice(Header("", "", "Set up"), lines, "Start"))
        return changes

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

    def _find_reader(self) -> Steps[tuple[str, str]]:
        """Port and what answers there; the port is "" if nothing does."""
        self._show(Notice(Header("", "tag", "First run"), ("Looking for a tag reader…",)))
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
                return port, got[0]
        return "", "No reader"

    # ---- hands

    def _wiring(self, knob: KnobFound, buttons: Mapping[str, int] | None = None) -> ControlsWiring:
        wired = self._full.knob
        turned = KnobWiring(wired.a, wired.b, wired.push, knob.transitions_per_detent, knob.reversed)
        return ControlsWiring(turned, dict(buttons or {}), pull_up=self._full.contacts.pull_up)

    def _listen(self, wiring: ControlsWiring) -> None:
        self._free()
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
        """The next input, however many notches it has. Raises GivenUp if none comes.

        What came before counts only where it is not to be forgotten.
        """
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

    def _read(self, screen: Screen) -> Steps[None]:
        """Until the knob is clicked."""
        self._show(screen)
        while not (isinstance(event := (yield from self._next()), Press) and event.control == KNOB):
            pass

    def _yes(self, subject: str, title: str, lines: tuple[str, ...], only: int | None = None) -> Steps[bool]:
        """A question with two buttons."""
        cursor = 0
        while True:
            self._show(Question(Header("", "", subject), title, lines, ("Yes", "No"), cursor), only)
            event = yield from self._next()
            if isinstance(event, Turn):
                cursor = 1 - cursor
            elif event.control == KNOB:
                return cursor == 0

    # ---- the questions

    def _which_chip(self, place: int) -> Steps[None]:
        """Turn until the frame on this display is whole, then click."""
        for other in range(len(self._found)):
            if other != place:
                self._show(Notice(Header("", "", "First run"), (f"Look at display {place + 1}.",)), other)
        kind = 0
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
                return

    def _which_way_up(self, place: int) -> Steps[None]:
        upright = yield from self._yes(f"Display {place + 1}", "Upright?", ("Is this the right way up?",), place)
        if not upright:
            self._turned[place] = 180
            self._displays[place] = self._display(place)

    def _which_prompts(self) -> Steps[int]:
        """Which display is at the knob; the others show the rest."""
        prompt = 0
        while len(self._found) > 1:
            for place in range(len(self._found)):
                lines = ("Which display is at the knob? Turn, then click.",)
                self._show(
                    Notice(Header("", "", f"Display {place + 1}"), lines, "This one" if place == prompt else ""), place
                )
            event = yield from self._next()
            if isinstance(event, Turn):
                prompt = (prompt + (1 if event.notches > 0 else -1)) % len(self._found)
            elif event.control == KNOB:
                break
        return prompt

    def _turn_knob(self) -> Steps[KnobFound]:
        """What kind of knob it is and which way it goes; a click without turning keeps what is usual."""
        again = ""
        while True:
            lines = (f"Turn it right by {NOTCHES} notches,", "slowly. A click skips this.")
            if again:
                lines = (again, f"Turn right by {NOTCHES} notches.")
            self._show(Notice(Header("", "", "The knob"), lines))
            study = yield from self._one_turn()
            if study is None:
                return KnobFound(4, False)
            known = study.found(NOTCHES)
            if known is not None:
                return known
            again = f"{abs(study.position)} steps, not 4, 8 or 16."

    def _one_turn(self) -> Steps[KnobStudy | None]:
        """Both channels of the knob while a hand turns it once; None if it clicks instead, or they cannot be read."""
        wired, pull_up = self._full.knob, self._full.contacts.pull_up
        self._free()
        pushed = ControlsWiring(None, {"push": wired.push}, pull_up=pull_up)
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
        for _, channel, closed in sorted(edges):
            study.edge(channel, not closed)
        return study if edges and not self._events else None

    def _press(self, what: str, otherwise: str, taken: set[int]) -> Steps[int | None]:
        """The pin of the button that is pressed; None for a click of the knob."""
        self._show(Notice(Header("", "", "Buttons"), (what, otherwise)))
        while True:
            event = yield from self._next()
            if not isinstance(event, Press):
                continue
            if event.control == KNOB:
                return None
            pin = int(event.control.removeprefix("gpio."))
            if pin not in taken:
                return pin
            self._show(Notice(Header("", "", "Buttons"), ("That one has its job already.", what)))

    def _look_at_lamps(self, seats: Sequence[int]) -> Steps[bool]:
        """Whether the lamps beside the seat buttons are there."""
        lamps = {place: lamp for place, pin in enumerate(seats) if (lamp := self._lamp_of(pin)) is not None}
        if not lamps:
            return False
        self._signals = Signals(lamps, None, self._factory, self._clock)
        for place in lamps:
            self._signals.lamp(place, "on")
        glow = yield from self._yes("Lamps", "Do they glow?", ("All seat lamps are on now.",))
        self._signals.close()
        self._signals = None
        return glow

    def _lamp_of(self, button: int) -> int | None:
        return next((seat.lamp for seat in self._full.seats if seat.button == button), None)

    def _hear_buzzer(self) -> Steps[bool]:
        if self._full.buzzer is None:
            return False
        self._signals = Signals({}, self._full.buzzer.pin, self._factory, self._clock)
        self._signals.play("quarter")
        heard = yield from self._yes("Buzzer", "Did it beep?", ("Three tones, a moment ago.",))
        self._signals.close()
        self._signals = None
        return heard

    # ---- what is kept

    def _changes(
        self,
        prompt: int,
        knob: KnobFound,
        back: int | None,
        seats: Sequence[int],
        lamps: bool,
        buzzer: bool,
        port: str,
    ) -> Changes:
        order = [prompt, *(place for place in range(len(self._found)) if place != prompt)]
        roles = (
            ["all"] if len(order) == 1 else ["prompt", "status", *(f"seat.{seat}" for seat in range(MOST_SEATS)), "all"]
        )
        displays = []
        for place, role in zip(order, roles, strict=False):
            (bus, address), (chip, height) = self._found[place], self._kinds[place]
            name = NAMES.get(role, role.replace(".", "-"))
            displays.append(
                {"name": name, "chip": chip, "bus": bus, "address": address, "height": height, "role": role,
                 "rotate": self._turned[place]}
            )  # fmt: skip
        changes: Changes = {
            "": {"profile": "one-oled-knob", "without": None, "display": displays, "seat": None},
            "knob": {"transitions_per_detent": knob.transitions_per_detent, "reversed": knob.reversed},
            "back": {"pin": back},
            "buzzer": {"pin": self._full.buzzer.pin if buzzer and self._full.buzzer is not None else None},
            "reader": {"port": port or None},
        }
        if seats:
            changes[""]["seat"] = [
                {"button": pin, **({"lamp": self._lamp_of(pin)} if lamps and self._lamp_of(pin) is not None else {})}
                for pin in seats
            ]
        for number in range(MOST_DISPLAYS):  # what was learned of single keys of displays that are not these any more
            changes[f"display.{number}"] = dict.fromkeys(("chip", "bus", "address", "height", "role", "rotate"))
        return changes


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _nobody(event: Event) -> None:
    """A display that is lost here is looked for again at the next start."""
