"""The pins of the header: opens lgpio's pin factory on the right chip, and the one door to gpiozero's devices.

The header's chip is chosen by its label, since its number changes with board and kernel. lgpio is imported late: it
exists on a Pi only. Every other gpiozero factory may be used in its place. Nothing here knows what a pin is for.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from gpiozero import DigitalInputDevice, DigitalOutputDevice  # type: ignore[import-untyped]

from drivers.errors import DriverError, PartLost
from drivers.seams import Clock

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2835", "pinctrl-bcm2711")
OLDEST_LGPIO = (0, 2, 2)
OLDEST_EVENT_S = 2.0

PinFactory = Any
"""A ``gpiozero.Factory``; gpiozero carries no types."""

Took = Callable[[bool, float], None]


class Post(Protocol):
    """Hands a call over to the loop, from any thread."""

    def __call__(self, call: Callable[[], None], /) -> Any: ...


def open_pin_factory(devices: Path = Path("/dev"), work_dir: Path | None = None) -> PinFactory:
    """The header of this Pi, by lgpio. ``DriverError`` says what is missing and what to do about it.

    lgpio makes a pipe in its working folder the moment it is imported and moves the process there: the folder is
    ``$LG_WD``, else ``work_dir``, else ``$RUNTIME_DIRECTORY``, else a new temporary one; the process moves back.
    """
    lgpio = _import_lgpio(work_dir)
    chip = _header_chip(lgpio, devices)
    try:
        return import_module("gpiozero.pins.lgpio").LGPIOFactory(chip=chip)
    except Exception as problem:
        raise DriverError(
            f"gpiochip{chip} does not open ({problem}): stop the other program that uses the pins, "
            "and let this user into the group gpio"
        ) from problem


def _import_lgpio(work_dir: Path | None) -> Any:
    if "lgpio" not in sys.modules and find_spec("lgpio") is None:
        raise DriverError(f"lgpio is not installed: {_remedy()}")
    if "lgpio" not in sys.modules and not os.environ.get("LG_WD"):
        runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
        os.environ["LG_WD"] = str(work_dir or runtime or tempfile.mkdtemp(prefix="tabularius-lgpio-"))
    home = Path.cwd()
    try:
        lgpio = import_module("lgpio")
    except ImportError as problem:
        raise DriverError(f"lgpio does not load ({problem}): {_remedy()}") from problem
    except OSError as problem:
        raise DriverError(
            f"lgpio cannot make its pipe in {os.environ.get('LG_WD')} ({problem}): "
            "set LG_WD to a folder that can be written"
        ) from problem
    finally:
        os.chdir(home)
    version = _version(lgpio)
    if version < OLDEST_LGPIO:
        found = ".".join(map(str, version)) or "a version without SET_PULL_NONE"
        raise DriverError(f"lgpio is {found}, 0.2.2 or newer is needed: {_remedy()}")
    return lgpio


def _version(lgpio: Any) -> tuple[int, ...]:
    if not hasattr(lgpio, "SET_PULL_NONE"):
        return ()
    words = str(lgpio.get_module_version()).rpartition("_")[2].split(".")
    return tuple(int(word) for word in words[:3] if word.isdigit())


def _remedy() -> str:
    if sys.version_info >= (3, 13):
        return "apt install python3-lgpio, and make the environment with --system-site-packages"
    return "pip install 'lgpio>=0.2.2'"


def _header_chip(lgpio: Any, devices: Path) -> int:
    found = []
    problems = []
    for node in sorted(devices.glob("gpiochip*"), key=lambda node: (len(node.name), node.name)):
        number = node.name.removeprefix("gpiochip")
        if not number.isdigit():
            continue
        try:
            handle = lgpio.gpiochip_open(int(number))
            label = lgpio.gpio_get_chip_info(handle)[3]
            lgpio.gpiochip_close(handle)
        except Exception as problem:  # noqa: BLE001  (lgpio's own error inherits nothing better)
            problems.append(f"{node.name}: {problem}")
            continue
        if label in HEADER_LABELS:
            return int(number)
        found.append(f"{node.name} is {label}")
    if problems:
        raise DriverError(
            f"no GPIO chip of the header can be opened ({', '.join(problems)}): "
            "let this user into the group gpio, or stop the program that holds the chip"
        )
    raise DriverError(
        f"no GPIO chip of a Pi's header here ({', '.join(found) or 'no gpiochip at all'}): "
        "on any other computer use --bench"
    )


class InputPin:
    """One input in raw edges. ``took(closed, at_s)`` is called on the loop for each, with the time of the edge."""

    def __init__(
        self, name: str, pin: int, pull_up: bool, factory: PinFactory, clock: Clock, post: Post, took: Took
    ) -> None:
        self.name = name
        self.where = f"{name} on GPIO {pin}"
        self._factory = factory
        self._clock = clock
        self._post = post
        self._took = took
        self._closed_is = not pull_up
        try:
            self._device = DigitalInputDevice(pin, pull_up=pull_up, bounce_time=None, pin_factory=factory)
            # The device's own events carry no time and drop an edge whose opposite was lost; the pin's do neither.
            self._device.pin.when_changed = self._changed
        except Exception as problem:
            raise PartLost(f"{self.where} does not open ({problem}): is another program using it?") from problem

    def closed(self) -> bool:
        """The level now. ``PartLost`` if it cannot be read."""
        try:
            return bool(self._device.pin.state) is self._closed_is
        except Exception as problem:
            raise PartLost(f"{self.where} cannot be read ({problem}): check its wire") from problem

    def close(self) -> None:
        """No edge is delivered any more."""
        self._took = _nobody
        _close(self._device)

    def _changed(self, ticks: float, state: float) -> None:
        # An exception here would end the library's only thread and deafen every input for good.
        try:
            now_s = self._clock.now_s()
            age_s = self._factory.ticks_diff(self._factory.ticks(), ticks)
            at_s = now_s - age_s if 0.0 <= age_s <= OLDEST_EVENT_S else now_s
            self._post(partial(self._take, bool(state) is self._closed_is, at_s))
        except Exception:  # noqa: BLE001
            return

    def _take(self, closed: bool, at_s: float) -> None:
        self._took(closed, at_s)


class OutputPin:
    """One output that is on or off."""

    def __init__(self, name: str, pin: int, factory: PinFactory) -> None:
        self.name = name
        self._where = f"{name} on GPIO {pin}"
        try:
            self._device = DigitalOutputDevice(pin, initial_value=False, pin_factory=factory)
        except Exception as problem:
            raise PartLost(f"{self._where} does not open ({problem}): is another program using it?") from problem

    def set(self, on: bool) -> None:
        """Switch it. ``PartLost`` if that fails."""
        try:
            self._device.value = on
        except Exception as problem:
            raise PartLost(f"{self._where} cannot be switched ({problem}): check its wire") from problem

    def close(self) -> None:
        """Off, and free for others."""
        _close(self._device)


def _nobody(closed: bool, at_s: float) -> None:
    """Edges that were under way when their pin was closed."""


def _close(device: Any) -> None:
    try:
        device.close()
    except Exception:  # noqa: BLE001  (a pin that is gone cannot be given back)
        return
