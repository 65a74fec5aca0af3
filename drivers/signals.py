"""The lamps at the seats and the buzzer: what the box shows and says without a display.

Lamps and an active buzzer (it has a tone of its own) on gpiozero outputs, in time with the loop's clock. Sounds have
names; what happened at the table is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal, TypeAlias

from drivers.errors import PartLost
from drivers.events import Event, Found, Lost
from drivers.gpio import OutputPin, PinFactory
from drivers.seams import Clock, Timer
from drivers.wiring import check_pins

LampMode: TypeAlias = Literal["off", "on", "blink"]

BLINK_ON_S: Final = 0.5
BLINK_OFF_S: Final = 0.5
RETRY_S: Final = 2.0

SOUNDS: Final[Mapping[str, tuple[int, ...]]] = {
    "turn": (60,),
    "refused": (40, 60, 40),
    "undo": (30, 90, 30, 90, 30),
    "round": (120, 80, 120),
    "quarter": (120, 80, 120, 80, 300),
    "over": (200, 100, 200, 100, 600),
}
"""Milliseconds on, off, on …, the last one on."""


class Signals:
    """Lamps by seat and one buzzer. ``lamp_pins``: seat → BCM pin; a seat without a lamp is simply dark.

    An output that cannot be opened or switched is told as ``Lost`` ("lamp.2", "buzzer") through ``emit`` and tried
    again every ``RETRY_S``; when that works it is told as ``Found`` and a lamp is as it should be. The others go on.
    Sounds in ``silent`` are not played. To be used on the loop.
    """

    def __init__(
        self,
        lamp_pins: Mapping[int, int],
        buzzer_pin: int | None,
        pin_factory: PinFactory,
        clock: Clock,
        emit: Callable[[Event], None] | None = None,
        silent: Collection[str] = (),
    ) -> None:
        pins = {f"lamp.{seat}": pin for seat, pin in lamp_pins.items()}
        if buzzer_pin is not None:
            pins["buzzer"] = buzzer_pin
        check_pins(pins.items())
        self.muted = self._closed = False
        self._clock = clock
        self._emit = emit
        self._pins = pins
        self._factory = pin_factory
        self._silent = frozenset(silent)
        self._outputs: dict[str, OutputPin] = {}
        self._wanted = dict.fromkeys(pins, False)
        self._retry: Timer | None = None
        self._modes: dict[int, LampMode] = dict.fromkeys(lamp_pins, "off")
        self._bright = False
        self._blink: Timer | None = None
        self._rest: list[int] = []
        self._beep: Timer | None = None
        for name in pins:
            self._open(name, first=True)

    def lamp(self, seat: int, mode: LampMode) -> None:
        """Set the lamp of a seat. All lamps that blink do so together."""
        if self._modes.get(seat, mode) == mode:
            return
        self._modes[seat] = mode
        if mode != "blink":
            self._set(f"lamp.{seat}", mode == "on")
        elif self._blink is None:
            self._bright = False
            self._swing()
        else:
            self._set(f"lamp.{seat}", self._bright)

    def play(self, sound: str) -> None:
        """Begin a sound of ``SOUNDS``; one that is under way ends. KeyError if there is no such sound."""
        lengths_ms = SOUNDS[sound]
        self._hush()
        if not self.muted and sound not in self._silent:
            self._rest = list(lengths_ms)
            self._step(True)

    def is_on(self, name: str) -> bool:
        """Whether that lamp ("lamp.2") is to be lit now, or the buzzer to sound."""
        return self._wanted.get(name, False)

    def mute(self, muted: bool) -> None:
        """Keep the buzzer silent, at once, or let it speak again from the next sound on."""
        self.muted = muted
        if muted:
            self._hush()

    def close(self) -> None:
        """Everything off; the pins are given back."""
        self._hush()
        for timer in (self._blink, self._retry):
            if timer is not None:
                timer.cancel()
        self._blink = self._retry = None
        self._closed = True
        for name in list(self._outputs):
            self._set(name, False)
        for output in self._outputs.values():
            output.close()
        self._outputs.clear()
        self._modes.clear()

    def _swing(self) -> None:
        blinking = [seat for seat, mode in self._modes.items() if mode == "blink"]
        if not blinking:
            self._blink = None
            return
        self._bright = not self._bright
        for seat in blinking:
            self._set(f"lamp.{seat}", self._bright)
        self._blink = self._clock.later(BLINK_ON_S if self._bright else BLINK_OFF_S, self._swing)

    def _step(self, on: bool) -> None:
        self._set("buzzer", on)
        self._beep = None
        if self._rest:
            self._beep = self._clock.later(self._rest.pop(0) / 1000, lambda: self._step(not on))

    def _hush(self) -> None:
        if self._beep is not None:
            self._beep.cancel()
            self._beep = None
            self._set("buzzer", False)
        self._rest = []

    def _set(self, name: str, on: bool) -> None:
        if name not in self._wanted:  # a seat without a lamp
            return
        self._wanted[name] = on
        output = self._outputs.get(name)
        if output is None:
            return
        try:
            output.set(on)
        except PartLost as problem:
            self._outputs.pop(name).close()
            self._lose(name, problem)

    def _open(self, name: str, *, first: bool = False) -> None:
        try:
            output = OutputPin(name, self._pins[name], self._factory)
        except PartLost as problem:
            if first:
                self._lose(name, problem)
            return
        try:
            output.set(self._wanted[name])
        except PartLost as problem:
            output.close()
            if first:
                self._lose(name, problem)
            return
        self._outputs[name] = output
        if not first and self._emit is not None:
            self._emit(Found(name, self._clock.now_s()))

    def _lose(self, name: str, problem: PartLost) -> None:
        if self._closed:
            return
        if self._retry is None:
            self._retry = self._clock.later(RETRY_S, self._try_again)
        if self._emit is not None:
            self._emit(Lost(name, str(problem), self._clock.now_s()))

    def _try_again(self) -> None:
        for name in self._pins:
            if name not in self._outputs:
                self._open(name)
        missing = len(self._outputs) < len(self._pins)
        self._retry = self._clock.later(RETRY_S, self._try_again) if missing else None
