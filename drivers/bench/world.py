"""The world around the emulated box: hands on its controls, tags on its reader, eyes on its glass, and its plug.

One ``World`` holds everything that is not the program: pins, display chips on their buses, the reader and the supply.
Tests call it in the daemon's own process under simulated time; the bench runs it in a process of its own in real
time, behind ``drivers.bench.wires``. It acts at the wire only and knows no game, no screen and no flow.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, Literal

from drivers.bench.chips import CHIPS, OledModule
from drivers.bench.factory import BenchFactory
from drivers.bench.i2c import I2cBus, SmbusFacade
from drivers.bench.pins import Edge, Pins, bounce
from drivers.bench.pn532 import Chip
from drivers.bench.serial_line import PtyLink, SimulatedLine
from drivers.bench.tags import Tag
from drivers.errors import WiringError
from drivers.seams import Clock
from drivers.wiring import KNOB, PUSH, ControlsWiring, check_pins

HELD_S: Final = 0.08
"""How long a hand holds a button it only clicks, and how long at least any press lasts."""

PAUSE_S: Final = 0.15
"""How long a hand takes between two moves of different kinds on the same control."""

NOTCH_S: Final = 0.04
"""How long a hand takes for one notch of the knob."""


@dataclass(frozen=True, slots=True)
class DisplayWiring:
    """One OLED module: what it is and where it is wired. ``width`` and ``height`` in pixels."""

    name: str
    chip: Literal["ssd1306", "ssd1309", "sh1106"] = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    width: int = 128
    height: int = 64


@dataclass(frozen=True, slots=True)
class WorldWiring:
    """What there is in the world. ``lamps``: seat → BCM pin; ``reader``: the reader's name, None without one.

    ``button_bounce_ms`` and ``knob_bounce_ms``: the longest that a contact of each bounces.
    """

    controls: ControlsWiring = field(default_factory=ControlsWiring)
    lamps: Mapping[int, int] = field(default_factory=dict)
    buzzer: int | None = None
    displays: tuple[DisplayWiring, ...] = ()
    reader: str | None = None
    bus_hz: int = 400_000
    button_bounce_ms: float = 5.0
    knob_bounce_ms: float = 1.0

    def __post_init__(self) -> None:
        pins = list(self.controls.pins().items()) + [(f"lamp.{seat}", pin) for seat, pin in self.lamps.items()]
        check_pins(pins if self.buzzer is None else [*pins, ("buzzer", self.buzzer)])
        names = [display.name for display in self.displays]
        if len(set(names)) < len(names):
            raise WiringError(f"two displays have one name ({', '.join(names)}): give each a name of its own")


@dataclass(slots=True)
class _Hand:
    """Where the hand at one control is: free again at ``free_s``, after a move of ``kind``."""

    free_s: float = 0.0
    kind: str = ""
    down: bool = False


class World:
    """The emulated world. Moves take time: each returns the seconds from now until it is done.

    A move begins when the hand at its control has done what it is still doing, and ``pause_s`` later: by default as a
    person would, 0.15 s between a turn and a click, nothing between two turns. A negative pause overlaps them.
    ``seed`` decides every bounce. With ``reader_path`` the reader is a terminal device in real time, linked there;
    without it ``line.open()`` gives a port under ``clock``. To be used on the clock's loop.
    """

    def __init__(self, wiring: WorldWiring, clock: Clock, seed: int = 1, reader_path: Path | None = None) -> None:
        self.wiring = wiring
        self.powered = True
        self.pins = Pins(clock, closes_to=not wiring.controls.pull_up)
        self.buses: dict[int, I2cBus] = {}
        self.displays: dict[str, OledModule] = {}
        self.reader: Chip | None = None
        self.line: SimulatedLine | PtyLink | None = None
        self._clock = clock
        self._chance = Random(seed)
        self._numbers = wiring.controls.pins()
        self._hands: dict[str, _Hand] = {}
        self._knob_at = 0
        self._unplugged: set[str] = set()
        self._listeners: list[Callable[[str], None]] = []
        for display in wiring.displays:
            self._add_display(display)
        if wiring.reader is not None:
            self.reader = Chip(seed=seed)
            if reader_path is None:
                self.line = SimulatedLine(self.reader, clock)
            else:
                self.line = PtyLink(self.reader, reader_path).start()
        self._outputs = {pin: f"lamp.{seat}" for seat, pin in wiring.lamps.items()}
        if wiring.buzzer is not None:
            self._outputs[wiring.buzzer] = "buzzer"
        self.pins.listen(self._output_changed)

    # ---- what the daemon holds in its hands when it runs in this process

    def pin_factory(self) -> BenchFactory:
        """A gpiozero factory for a new run of the daemon; the pins of the one before are dead."""
        return self.pins.connect().pin_factory()

    def open_bus(self, number: int) -> SmbusFacade:
        """The I²C bus as smbus2 would open it. OSError (ENOENT) if there is none of that number."""
        if number not in self.buses:
            raise _error(errno.ENOENT, f"/dev/i2c-{number}")
        return SmbusFacade(partial(self.transfer, number))

    def transfer(self, number: int, address: int, data: bytes) -> None:
        """One write transaction. OSError as the kernel raises it."""
        bus = self.buses.get(number)
        if bus is None:
            raise _error(errno.ENOENT, f"/dev/i2c-{number}")
        bus.transfer(address, data)
        for display in self.wiring.displays:
            if (display.bus, display.address) == (number, address):
                self._tell(display.name)

    # ---- hands

    def controls(self) -> tuple[str, ...]:
        """The names of everything that can be pressed."""
        knob = self.wiring.controls.knob
        pushes = (KNOB,) if knob is not None and knob.push is not None else ()
        return pushes + tuple(self.wiring.controls.buttons)

    def turn(self, notches: int, notch_s: float = NOTCH_S, pause_s: float | None = None) -> float:
        """Turn the knob, clockwise if ``notches`` > 0, after what this hand is still doing."""
        knob = self.wiring.controls.knob
        if knob is None:
            raise WiringError("the world has no knob: wire one, or use a button")
        start_s = self._start(KNOB, "turn", pause_s)
        way = (1 if notches > 0 else -1) * (-1 if knob.reversed else 1)
        span_s = notch_s / knob.transitions_per_detent
        bounce_s = min(self.wiring.knob_bounce_ms / 1000, span_s * 0.9)
        steps = abs(notches) * knob.transitions_per_detent
        for step in range(steps):
            channel_a = self._knob_at % 2 == (0 if way > 0 else 1)
            self._knob_at = (self._knob_at + way) % 4
            closed = self._knob_at in ((1, 2) if channel_a else (2, 3))
            pin = knob.a if channel_a else knob.b
            self.pins.play(pin, bounce(self._chance, closed, start_s + step * span_s, bounce_s))
        return self._until(KNOB, "turn", start_s + steps * span_s)

    def press(self, control: str = KNOB, pause_s: float | None = None) -> float:
        """Push a button down, after what this hand is still doing; nothing happens if it is down."""
        hand = self._hand(control)
        if hand.down:
            return self._left_s(hand)
        hand.down = True
        start_s = self._start(control, "press", pause_s)
        edges = self._swing(control, True, start_s)
        self._until(control, "press", start_s + HELD_S)
        return edges[-1][0] - self._clock.now_s()

    def release(self, control: str = KNOB) -> float:
        """Let a button come up, once it has been down for as long as a hand takes; nothing happens if it is up."""
        hand = self._hand(control)
        if not hand.down:
            return self._left_s(hand)
        hand.down = False
        start_s = self._start(control, "press", 0.0)
        return self._until(control, "release", self._swing(control, False, start_s)[-1][0])

    def click(self, control: str = KNOB, pause_s: float | None = None) -> float:
        """Press and release."""
        self.press(control, pause_s)
        return self.release(control)

    def hold(self, control: str = KNOB, seconds: float = 0.8, pause_s: float | None = None) -> float:
        """Press, and release ``seconds`` later."""
        if not self._hand(control).down:
            self.press(control, pause_s)
            hand = self._hand(control)
            hand.free_s += max(0.0, seconds - HELD_S)
        return self.release(control)

    def spike(self, name: str, ms: float = 1.0, after_s: float = 0.0) -> None:
        """Noise on the line of a control ("back", "knob.push", "knob.a" …): for ``ms`` the other level."""
        pin = self._numbers[name]
        at_s = self._clock.now_s() + after_s
        closed = self._hand(KNOB if name == PUSH else name).down
        self.pins.play(pin, [(at_s, not closed), (at_s + ms / 1000, closed)])

    # ---- tags

    def lay(self, tag: Tag) -> None:
        """Lay a tag on the reader."""
        chip = self._need_reader()
        with self._touching():
            chip.add_tag(tag)
        self._tell(str(self.wiring.reader))

    def lift(self, tag: Tag) -> None:
        """Lift it again; nothing happens if it does not lie there."""
        chip = self._need_reader()
        with self._touching():
            chip.remove_tag(tag)
        self._tell(str(self.wiring.reader))

    def tags(self) -> tuple[Tag, ...]:
        """What lies on the reader."""
        return () if self.reader is None else tuple(self.reader.tags)

    # ---- eyes and ears

    def glass(self, name: str) -> bytes:
        """What a display shows: rows from the top, eight pixels a byte, the leftmost in the highest bit."""
        return self.displays[name].lit()

    def art(self, name: str) -> list[str]:
        """The same as text, a string a row: ``#`` lit, ``.`` dark."""
        return self.displays[name].art()

    def lamp(self, seat: int) -> bool:
        """Whether the lamp of a seat is lit."""
        return self.pins.driven(self.wiring.lamps[seat])

    def buzzing(self) -> bool:
        """Whether the buzzer sounds."""
        return self.wiring.buzzer is not None and self.pins.driven(self.wiring.buzzer)

    def sounds(self) -> list[tuple[float, bool]]:
        """What the buzzer did: ``(at_s, on)`` at each change."""
        return [] if self.wiring.buzzer is None else self.pins.history(self.wiring.buzzer)

    def listen(self, call: Callable[[str], None]) -> None:
        """Call ``call(name)`` whenever something to be seen or heard changes: a display by its name, "lamp.N",
        "buzzer", the reader by its name, "supply" """
        self._listeners.append(call)

    # ---- plugs

    def parts(self) -> tuple[str, ...]:
        """The names of everything that can be unplugged."""
        reader = () if self.wiring.reader is None else (self.wiring.reader,)
        knob = () if self.wiring.controls.knob is None else (KNOB,)
        return (*self.displays, *reader, *knob, *self.wiring.controls.buttons)

    def plugged(self, part: str) -> bool:
        """Whether a part is on its wires."""
        self._check_part(part)
        return part not in self._unplugged

    def unplug(self, part: str) -> None:
        """Pull a part off its wires, supply included."""
        self._check_part(part)
        if part in self._unplugged:
            return
        self._unplugged.add(part)
        if part in self.displays:
            self.displays[part].power_off()
        elif part == self.wiring.reader and self.line is not None:
            self.line.unplug()
        else:
            for pin in self._pins_of(part):
                self.pins.tear(pin)
        self._tell(part)

    def plug(self, part: str) -> None:
        """Put a part back on its wires; it has forgotten everything."""
        self._check_part(part)
        if part not in self._unplugged:
            return
        self._unplugged.discard(part)
        if part in self.displays:
            if self.powered:
                self.displays[part].power_on(self._chance.randrange(1 << 30))
        elif part == self.wiring.reader and self.line is not None:
            self.line.replug()
            if not self.powered and self.reader is not None:
                with self._touching():
                    self.reader.power_off()
        else:
            for pin in self._pins_of(part):
                self.pins.mend(pin)
        self._tell(part)

    def cut_power(self) -> None:
        """Pull the plug of the box: glass and lamps go dark, chips forget, the daemon's pins are dead.

        The daemon itself is not in this world: whoever started it ends it at the same instant.
        """
        if not self.powered:
            return
        self.powered = False
        self.pins.power(False)
        for module in self.displays.values():
            module.power_off()
        if self.reader is not None:
            with self._touching():
                self.reader.power_off()
        self._tell("supply")

    def power(self) -> None:
        """Plug the box back in: displays with garbage in their memory, a sleeping reader, tags where they lay."""
        if self.powered:
            return
        self.powered = True
        self.pins.power(True)
        for name, module in self.displays.items():
            if name not in self._unplugged:
                module.power_on(self._chance.randrange(1 << 30))
        if self.reader is not None and self.wiring.reader not in self._unplugged:
            with self._touching():
                self.reader.power_on()
        self._tell("supply")

    def close(self) -> None:
        """End what runs in real time."""
        if isinstance(self.line, PtyLink):
            self.line.close()

    # ---- inside

    def _add_display(self, wiring: DisplayWiring) -> None:
        if wiring.chip not in CHIPS:
            raise WiringError(f'display "{wiring.name}" has the chip "{wiring.chip}": known are {", ".join(CHIPS)}')
        module = CHIPS[wiring.chip](wiring.width, wiring.height, seed=self._chance.randrange(1 << 30))
        bus = self.buses.setdefault(wiring.bus, I2cBus(wiring.bus, self.wiring.bus_hz))
        try:
            bus.attach(wiring.address, module)
        except ValueError as problem:
            raise WiringError(f'display "{wiring.name}": {problem}, move its address jumper') from problem
        self.displays[wiring.name] = module

    def _hand(self, control: str) -> _Hand:
        return self._hands.setdefault(control, _Hand())

    def _start(self, control: str, kind: str, pause_s: float | None) -> float:
        """When the hand can begin: at once, or a pause after its last move."""
        if kind == "press" and control not in self.controls():
            raise WiringError(f'there is no button "{control}": the world has {", ".join(self.controls()) or "none"}')
        hand = self._hand(control)
        if pause_s is None:
            pause_s = 0.0 if hand.kind in ("", kind) else PAUSE_S
        return max(self._clock.now_s(), hand.free_s + pause_s)

    def _until(self, control: str, kind: str, end_s: float) -> float:
        hand = self._hand(control)
        hand.free_s, hand.kind = end_s, kind
        return self._left_s(hand)

    def _left_s(self, hand: _Hand) -> float:
        return max(0.0, hand.free_s - self._clock.now_s())

    def _swing(self, control: str, closed: bool, start_s: float) -> list[Edge]:
        pin = self._numbers[PUSH if control == KNOB else control]
        edges = bounce(self._chance, closed, start_s, self.wiring.button_bounce_ms / 1000)
        self.pins.play(pin, edges)
        return edges

    def _pins_of(self, part: str) -> list[int]:
        return [pin for name, pin in self._numbers.items() if name == part or name.startswith(f"{part}.")]

    def _check_part(self, part: str) -> None:
        if part not in self.parts():
            raise WiringError(f'there is no part "{part}": the world has {", ".join(self.parts()) or "none"}')

    def _need_reader(self) -> Chip:
        if self.reader is None:
            raise WiringError("the world has no reader: wire one to use tags")
        return self.reader

    def _touching(self) -> AbstractContextManager[object]:
        return self.line.touching() if isinstance(self.line, PtyLink) else nullcontext()

    def _output_changed(self, pin: int, high: bool) -> None:
        if pin in self._outputs:
            self._tell(self._outputs[pin])

    def _tell(self, name: str) -> None:
        for call in self._listeners:
            call(name)


def _error(number: int, name: str) -> OSError:
    return OSError(number, os.strerror(number), name)
