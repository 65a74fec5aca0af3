"""The copper that the parts of a box hang on: that of this computer, or of an emulated world in this process.

Each driver's library is imported when its wire is opened: the first picture of a start needs the buses alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from drivers.bench.world import World
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

    def bus_numbers(self) -> Sequence[int]:
        """The I²C buses that there are, a multiplexer's channels among them."""
        numbers = (node.name.removeprefix("i2c-") for node in Path("/dev").glob("i2c-*"))
        return sorted(int(number) for number in numbers if number.isdigit())

    def bus_hz(self, number: int) -> int | None:
        """The speed of a bus in hertz, None where it is not known."""
        from drivers.display_bus import bus_hz  # noqa: PLC0415

        return bus_hz(number)


class WorldWires:
    """Wires that end at an emulated world in this process."""

    def __init__(self, world: World) -> None:
        self.world = world

    def pin_factory(self) -> Any:
        return self.world.pin_factory()

    def open_bus(self, number: int) -> OpenedBus:
        return self.world.open_bus(number)

    def open_port(self, path: str) -> Port:
        from drivers.bench.serial_line import SimulatedLine  # noqa: PLC0415
        from drivers.errors import PartLost  # noqa: PLC0415

        line = self.world.line
        if line is None:
            raise PartLost(f"tag reader on {path} is not there: this world has none")
        if isinstance(line, SimulatedLine):
            return line.open()
        from drivers.pn532 import open_serial  # noqa: PLC0415

        return open_serial(line.path)

    def bus_numbers(self) -> Sequence[int]:
        return sorted(self.world.buses)

    def bus_hz(self, number: int) -> int | None:
        bus = self.world.buses.get(number)
        return None if bus is None else bus.hz
