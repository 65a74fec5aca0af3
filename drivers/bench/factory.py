"""A gpiozero pin factory whose pins lie on emulated copper, in this process or at the far end of a socket.

The pins of a Raspberry Pi Zero 2 W, with edges, pulls and levels; no PWM, and no debounce of their own, since a
library that debounces would hide what the copper does. It must not know who holds the copper.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeAlias

from gpiozero import PinFixedPull, PinInvalidFunction, PinInvalidPull, PinSetInput  # type: ignore[import-untyped]
from gpiozero.pins.pi import PiFactory, PiPin  # type: ignore[import-untyped]

ZERO_2_W = 0x902120
Heard = Callable[[bool, float], None]
Pull: TypeAlias = Literal["up", "down", "floating"]


class Copper(Protocol):
    """The header as one process holds it. Pins are BCM numbers, levels True for high."""

    def now_s(self) -> float:
        """The time that edges carry, in seconds."""

    def claim(self, pin: int, pull: Pull) -> None:
        """Make it an input with this pull."""

    def level(self, pin: int) -> bool:
        """The level now."""

    def drive(self, pin: int, level: bool) -> None:
        """Make it an output at this level."""

    def watch(self, pin: int, heard: Heard | None) -> None:
        """Call ``heard(level, at_s)`` at each edge from now on, or never again."""


class BenchPin(PiPin):  # type: ignore[misc]
    """One pin of the emulated header."""

    def __init__(self, factory: BenchFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._copper = factory.copper
        self._bcm = int(info.name.removeprefix("GPIO"))
        self._output = False
        self._drawn: Pull = info.pull or "floating"
        self._wanted = "both"

    def close(self) -> None:
        # gpiozero also closes from finalisers, where a header that is gone would only make noise.
        with contextlib.suppress(OSError):
            self.when_changed = None
            self.function = "input"

    def output_with_state(self, state: float) -> None:
        # In one step: the pin must not flash the other level on its way.
        self._output = True
        self._copper.drive(self._bcm, bool(state))

    def _get_function(self) -> str:
        return "output" if self._output else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction("function must be input or output")
        self._output = value == "output"
        if self._output:
            self._copper.drive(self._bcm, False)
        else:
            self._copper.claim(self._bcm, self._drawn)

    def _get_state(self) -> bool:
        return self._copper.level(self._bcm)

    def _set_state(self, value: float) -> None:
        if not self._output:
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._copper.drive(self._bcm, bool(value))

    def _get_pull(self) -> Pull:
        return self._drawn

    def _set_pull(self, value: Pull) -> None:
        if self._output:
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull and value != self.info.pull:
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in ("up", "down", "floating"):
            raise PinInvalidPull("pull must be floating, up, or down")
        self._drawn = value
        self._copper.claim(self._bcm, value)

    def _get_edges(self) -> str:
        return self._wanted

    def _set_edges(self, value: str) -> None:
        self._wanted = value

    def _enable_event_detect(self) -> None:
        self._copper.watch(self._bcm, self._heard)

    def _disable_event_detect(self) -> None:
        self._copper.watch(self._bcm, None)

    def _heard(self, level: bool, at_s: float) -> None:
        if self._wanted in ("both", "rising" if level else "falling") and self._when_changed is not None:
            self._call_when_changed(at_s, level)


class BenchFactory(PiFactory):  # type: ignore[misc]
    """Pins for gpiozero's devices, on any ``Copper``."""

    def __init__(self, copper: Copper) -> None:
        super().__init__()
        self.copper = copper
        self.pin_class = BenchPin

    def ticks(self) -> float:
        return self.copper.now_s()

    def ticks_diff(self, later: float, earlier: float) -> float:
        return later - earlier

    def _get_revision(self) -> int:
        return ZERO_2_W
