"""The parts of a box looked at one after another: displays and their buses, contacts, lamps and buzzer, tag reader.

Each configured part is spoken to over its own driver and reported as a finding, with the remedy; displays keep a test
card. What takes hands (pressing, turning, laying a tag) is in ``trials``. Goes on any clock and any wires, and knows
neither a game nor where findings go.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from config.schema import Contacts, Settings
from drivers.display_bus import DisplayBus
from drivers.errors import DriverError, PartLost
from drivers.events import Event, Lost
from drivers.gpio import InputPin
from drivers.oled import Display, load_library
from drivers.pn532 import Firmware, Pn532, Port, Target
from drivers.seams import Clock, Worker
from drivers.signals import Signals
from drivers.traces import Edge, Move
from drivers.wiring import KNOB, PUSH
from firmware_py.box import BusWires, open_display
from firmware_py.commands.findings import Finding, of_problem
from firmware_py.screens import service
from firmware_py.walk import Steps, until
from firmware_py.wiring import controls_wiring, lamp_pins

FAST_HZ = 400_000
BOTH_ADDRESSES = (0x3C, 0x3D)
LOOK_S = 0.4  # how long contacts are watched while no hand is asked for
NOISY_EDGES = 10
DISPLAYS_S = 4.0  # longer than a bus may hang before that is said
READER_S = 8.0
LAMP_S = 0.15
TRIED_FIRMWARE = (1, 6)
SPEED_REMEDY = "set dtparam=i2c_arm_baudrate=400000 in /boot/firmware/config.txt and restart: pictures come faster"


class Examination:
    """One look at every part. ``tell`` gets each finding as it is made; ``close`` lets go of everything.

    ``worker``, ``post`` and ``now_s`` as for ``firmware_py.box.Box``.
    """

    def __init__(
        self,
        settings: Settings,
        wires: BusWires,
        clock: Clock,
        worker: Callable[[str], Worker],
        post: Callable[[Callable[[], None]], Any],
        now_s: Callable[[], float],
        tell: Callable[[Finding], None],
    ) -> None:
        self.settings, self.wires, self.clock = settings, wires, clock
        self.tell = tell
        self.pins: dict[str, InputPin] = {}
        self.edges: dict[str, list[Edge]] = {}
        self.displays: list[Display] = []
        self.chip: Pn532 | None = None
        self.reader_worker: Worker | None = None
        self._worker, self._post, self._now_s = worker, post, now_s
        self._buses: dict[int, DisplayBus] = {}

    def steps(self) -> Steps[None]:
        """Everything that takes no hands."""
        yield from self._look_at_displays()
        try:
            factory = self.wires.pin_factory()
        except DriverError as problem:
            self.tell(of_problem("pins", problem))
        else:
            yield from self._look_at_contacts(factory)
            yield from self._look_at_outputs(factory)
        yield from self._look_at_reader()

    def close(self) -> None:
        """Let go of every part; what stands on the displays stays there."""
        for pin in self.pins.values():
            pin.close()
        for display in self.displays:
            display.close(card(display))
        for bus in self._buses.values():
            bus.close()
        if self.reader_worker is not None:
            if self.chip is not None:
                self.reader_worker.run(self.chip.close)
            self.reader_worker.close()

    # ---- displays

    def bus(self, number: int) -> DisplayBus:
        if number not in self._buses:
            self._buses[number] = DisplayBus(
                number, lambda: self.wires.open_bus(number), self.clock, self._worker(f"bus {number}")
            )
        return self._buses[number]

    def _look_at_displays(self) -> Steps[None]:
        load_library()
        for each in self.settings.displays:
            self.displays.append(open_display(each, self.bus(each.bus), _nobody))
        for block in (False, True):  # some faults spare the first picture
            for display in self.displays:
                display.show(card(display, block=block))
            yield from until(self.clock, self._all_said, DISPLAYS_S)
        for number in sorted(self._buses):
            if any(display.lost is None for display in self.displays if display.bus.number == number):
                self.tell(speed(number, self.wires.bus_hz(number)))
        for place, display in enumerate(self.displays):
            yield from self._report(place, display)

    def _all_said(self) -> bool:
        return all(display.lost is not None or display.bus.idle for display in self.displays)

    def _report(self, place: int, display: Display) -> Steps[None]:
        part, key = f"display {display.part}", f"display.{place}"
        if display.lost is None:
            found = f"{described(display)} takes its pictures"
            self.tell(Finding(part, True, found, about_card(display, key, self.settings.displays[place].rotate)))
            return
        places = yield from elsewhere(self.clock, self.bus, self.wires.bus_numbers(), self.displays)
        self.tell(moved_to(of_problem(part, display.lost), key, places))

    # ---- contacts

    def _look_at_contacts(self, factory: Any) -> Steps[None]:
        wiring = controls_wiring(self.settings)
        for name, number in wiring.pins().items():
            self.edges[name] = edges = list[Edge]()

            def took(closed: bool, at_s: float, edges: list[Edge] = edges) -> None:
                edges.append((at_s, closed))

            try:
                self.pins[name] = InputPin(name, number, wiring.pull_up, factory, self.clock, self._post, took)
            except PartLost as problem:
                self.tell(of_problem(f"contact {name}", problem))
        yield 0.0
        down = {name for name, pin in self.pins.items() if level(pin) is True}
        yield LOOK_S
        for name, pin in list(self.pins.items()):
            edges, where = self.edges[name], pin.where.rpartition(" on ")[2]
            closed = level(pin)
            if isinstance(closed, PartLost):
                self.tell(of_problem(f"contact {name}", closed))
                self.pins.pop(name).close()
                continue
            if len(edges) >= NOISY_EDGES:
                remedy = "check its ground, keep its wire away from others, and let go of it while this looks"
                self.tell(Finding(f"contact {name}", False, f"{where} moved {len(edges)} times by itself", remedy))
            elif closed and name in down and not edges and name not in ("knob.a", "knob.b"):
                remedy = "free it, or look for a short in its wire; is contacts.pull_up right?"
                self.tell(Finding(f"contact {name}", False, f"{where} is down although nobody presses it", remedy))
            else:
                self.tell(Finding(f"contact {name}", True, f"{where} is {'closed' if closed else 'open'}"))
            edges.clear()

    def control_names(self) -> list[str]:
        """The contacts that can be pressed and were opened."""
        return [name for name in self.pins if name not in ("knob.a", "knob.b")]

    @staticmethod
    def spoken(name: str) -> str:
        """A contact's name as a person says it."""
        if name in (KNOB, PUSH):
            return "the knob"
        kind, _, number = name.partition(".")
        return f"seat button {int(number) + 1}" if kind == "seat" else "Back"

    # ---- lamps and buzzer

    def _look_at_outputs(self, factory: Any) -> Steps[None]:
        lamps, buzzer = lamp_pins(self.settings), self.settings.buzzer
        if not lamps and buzzer is None:
            return
        lost: dict[str, str] = {}

        def emit(event: Event) -> None:
            if isinstance(event, Lost):
                lost[event.part] = event.message

        signals = Signals(lamps, buzzer.pin if buzzer is not None else None, factory, self.clock, emit)
        signals.mute(buzzer is None or buzzer.muted)
        for seat in lamps:
            signals.lamp(seat, "on")
            yield LAMP_S
            signals.lamp(seat, "off")
        if buzzer is not None:
            signals.play("turn")
            yield LAMP_S
        signals.close()
        names = [(f"lamp.{seat}", f"was lit for a moment by GPIO {pin}") for seat, pin in lamps.items()]
        if buzzer is not None:
            names.append(("buzzer", f"GPIO {buzzer.pin} {'is muted' if buzzer.muted else 'sounded for a moment'}"))
        for name, done in names:
            self.tell(of_problem(name, lost[name]) if name in lost else Finding(name, True, done))

    # ---- the tag reader

    def _look_at_reader(self) -> Steps[None]:
        wanted = self.settings.reader
        if wanted is None:
            return
        where = f"tag reader on {wanted.port}"
        self.reader_worker = self._worker("reader")

        def look() -> tuple[Firmware, list[Target]]:
            try:
                port: Port = self.wires.open_port(wanted.port)
            except PartLost:
                raise
            except OSError as problem:
                from drivers.pn532 import opening_trouble  # noqa: PLC0415

                raise PartLost(f"{where} {opening_trouble(problem)}") from problem
            self.chip = Pn532(port, self._now_s, where)
            return self.chip.setup(), self.chip.list_targets()

        answer = yield from self.on_reader(look, READER_S)
        if not isinstance(answer, tuple):
            self.chip = None
            hangs = f"{where} holds its serial line up: unplug it and plug it in again"
            self.tell(of_problem("reader", answer or hangs))
            return
        firmware, targets = answer
        self.tell(firmware_of(wanted.port, firmware))
        for target in targets:
            yield from self.report_tag(target)

    def on_reader(self, job: Callable[[], Any], most_s: float) -> Steps[Any]:
        """What ``job`` gives on the reader's worker, the error that it raised, or None if it takes too long."""
        assert self.reader_worker is not None
        got: list[Any] = []
        self.reader_worker.run(job, lambda result, error: got.append(error if error is not None else result))
        yield from until(self.clock, lambda: bool(got), most_s)
        return got[0] if got else None

    def report_tag(self, target: Target) -> Steps[None]:
        """A tag on the reader: its number, its kind, and its text."""
        chip = self.chip
        assert chip is not None
        text = yield from self.on_reader(lambda: chip.read_text(target), READER_S)
        told = f"{target.uid.hex(' ')}, {target.kind}"
        if isinstance(text, BaseException):
            self.tell(of_problem("tag", text))
        elif text is None:
            self.tell(Finding("tag", True, f"{told}, without text", "teach it: tap it during a game, or tags learn"))
        else:
            self.tell(Finding("tag", True, f'{told}, text "{text}"'))


# ---- what is said alike of parts that are the doctor's and of those of a running companion


def described(display: Display) -> str:
    """What a display is, and where."""
    what = f"{display.chip} {display.width}×{display.height} at 0x{display.address:02X}"
    return f"{what} on i2c-{display.bus.number}"


def card(display: Display, *, block: bool = True) -> Any:
    """The test card for a display, with or without the block in its corner."""
    place = f"0x{display.address:02X} on i2c-{display.bus.number}"
    lines = [f"{display.chip} {display.width}×{display.height}", place, "Is the frame whole?"]
    if display.height < 64:
        lines = [f"{display.chip}, {place}", "Frame whole?"]
    return service.card(display.width, display.height, display.part, lines, block=block)


def about_card(display: Display, key: str, rotate: int) -> str:
    """What its test card tells of a display, whose setting is ``key``."""
    other = "ssd1306" if display.chip == "sh1106" else "sh1106"
    return (
        f"look at its test card: if the frame is torn, shifted or has a noisy edge, set {key}.chip = "
        f'"{other}"; if lines are missing, {key}.height = {96 - display.height}; if the block is at the '
        f"lower right, {key}.rotate = {180 if rotate == 0 else 0}"
    )


def speed(number: int, hz: int | None) -> Finding:
    """The speed of a bus, in hertz; None if it is not known."""
    if hz is None:
        return Finding(f"bus i2c-{number}", True, "its speed is not known here", SPEED_REMEDY)
    remedy = SPEED_REMEDY if hz < FAST_HZ else ""
    return Finding(f"bus i2c-{number}", True, f"runs at {hz / 1000:.0f} kHz", remedy)


def elsewhere(
    clock: Clock, bus: Callable[[int], DisplayBus], numbers: Iterable[int], displays: Sequence[Display]
) -> Steps[list[tuple[int, int]]]:
    """On which of the buses, and where, something answers at a display's address that is not one of ``displays``."""
    named = {(display.bus.number, display.address) for display in displays}
    held = {display.bus.number for display in displays if "hangs" in (display.lost or "")}
    found: list[tuple[int, int]] = []
    waiting = [number for number in numbers if number not in held]
    for number in list(waiting):
        wanted = [address for address in BOTH_ADDRESSES if (number, address) not in named]

        def done(there: list[int], number: int = number) -> None:
            waiting.remove(number)
            found.extend((number, address) for address in there)

        bus(number).probe(wanted, done)
    yield from until(clock, lambda: not waiting, DISPLAYS_S)
    return sorted(found)


def moved_to(lost: Finding, key: str, places: Sequence[tuple[int, int]]) -> Finding:
    """A display that does not answer, whose setting is ``key``, if something answers at other places."""
    if not places:
        return lost
    found = " and ".join(f"0x{address:02X} on i2c-{number}" for number, address in places)
    number, address = places[0]
    return lost._replace(
        remedy=f"a part answers at {found}, which no setting names: set {key}.address = 0x{address:02X} and "
        f"{key}.bus = {number}, or move its address jumper"
    )


def firmware_of(port: str, firmware: Firmware) -> Finding:
    """What the chip at the tag reader's port says of itself."""
    version = f"{firmware.version}.{firmware.revision}"
    if firmware.ic != 0x32:
        found = f"the chip on {port} says it is 0x{firmware.ic:02x}, firmware {version}, where a PN532 says 0x32"
        return Finding("reader", False, found, "wire a PN532: other chips of its family take other commands")
    found = f"PN532 on {port}, firmware {version}"
    if (firmware.version, firmware.revision) < TRIED_FIRMWARE:
        return Finding("reader", True, found, "older than 1.6: should tags be missed, try another module first")
    return Finding("reader", True, found)


def bounce(part: str, where: str, seen: Sequence[Move], contacts: Contacts) -> Finding:
    """How long a contact bounced in the moves that were seen, and what to set if that is longer than is allowed for."""
    worst_down = max((move.bounce_ms for move in seen if move.down), default=0.0)
    worst_up = max((move.bounce_ms for move in seen if not move.down), default=0.0)
    found = f"{where} bounces {worst_down:.1f} ms going down, {worst_up:.1f} ms coming up"
    worst = max(worst_down, worst_up)
    if worst > contacts.debounce_ms:
        wanted = min(100, 5 * math.ceil(worst * 1.2 / 5))
        return Finding(part, False, found, f"set contacts.debounce_ms = {wanted}, or change the button")
    return Finding(part, True, found)


def level(pin: InputPin) -> bool | PartLost:
    """Whether the contact is closed, or why that cannot be read."""
    try:
        return pin.closed()
    except PartLost as problem:
        return problem


def _nobody(event: Event) -> None:
    """What a display says is read off it."""
