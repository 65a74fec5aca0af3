"""The copper of a real box: the header's pins, the kernel's I²C buses and the reader's serial line.

Each driver's library is imported when its wire is opened: the first picture of a start needs the buses alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from drivers.oled import OpenedBus
    from drivers.pn532 import Port


class RealWires:
    """Wires of this computer. Nothing is opened before it is asked for, and they cannot go away as a whole."""

    gone = ""

    def __init__(self) -> None:
        self.on_gone: Callable[[], None] | None = None

    def pin_factory(self) -> Any:
        from drivers.gpio import open_pin_factory  # noqa: PLC0415

        return open_pin_factory()

    def open_bus(self, number: int) -> OpenedBus:
        from drivers.display_bus import open_real  # noqa: PLC0415

        return open_real(number)

    def open_port(self, path: str) -> Port:
        from drivers.pn532 import open_serial  # noqa: PLC0415

        return open_serial(path)
