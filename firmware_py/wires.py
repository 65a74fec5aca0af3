"""The copper of a real box: the header's pins, the kernel's I²C buses and the reader's serial line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers.gpio import open_pin_factory
from drivers.oled import OpenedBus, open_real
from drivers.pn532 import Port, open_serial


class RealWires:
    """Wires of this computer. Nothing is opened before it is asked for, and they cannot go away as a whole."""

    gone = ""

    def __init__(self) -> None:
        self.on_gone: Callable[[], None] | None = None

    def pin_factory(self) -> Any:
        return open_pin_factory()

    def open_bus(self, number: int) -> OpenedBus:
        return open_real(number)

    def open_port(self, path: str) -> Port:
        return open_serial(path)
