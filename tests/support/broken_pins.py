"""Pins of the emulated header that fail as a library's do."""

from __future__ import annotations

from drivers.bench.factory import BenchFactory
from drivers.bench.world import World


class Broken(BenchFactory):
    """Pins of which some cannot be had, or be read, at the moment."""

    def __init__(self, world: World) -> None:
        super().__init__(world.pins.connect())
        self.busy: set[int] = set()
        self.unreadable: set[int] = set()

    def pin(self, name: int) -> object:
        if name in self.busy:
            raise OSError(16, "GPIO busy")
        pin = super().pin(name)
        level = type(pin)._get_state

        def get_state(this: object) -> bool:
            if name in self.unreadable:
                raise OSError(5, "Input/output error")
            return bool(level(this))

        pin.__class__ = type("Pin", (type(pin),), {"_get_state": get_state})
        return pin
