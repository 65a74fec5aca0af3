"""Displays on an emulated bus under simulated time, for the tests of the display driver."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from PIL import Image, ImageDraw

from drivers.bench.chips import CHIPS, OledModule
from drivers.bench.i2c import I2cBus, SmbusFacade
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.events import Event, Lost
from drivers.oled import Display, DisplayBus, OpenedBus


class Rig:
    """One bus with as many displays as asked for."""

    def __init__(self, delay_s: float = 0.0, open_bus: Callable[[], OpenedBus] | None = None) -> None:
        self.clock = SimulatedClock()
        self.wire = I2cBus()
        self.worker = SteppedWorker(self.clock, delay_s)
        opened = open_bus or (lambda: SmbusFacade(self.wire.transfer))
        self.bus = DisplayBus(1, opened, self.clock, self.worker)
        self.events: list[Event] = []

    def add(
        self, chip: str = "ssd1306", address: int = 0x3C, height: int = 64, part: str = "", **more: Any
    ) -> tuple[Display, OledModule]:
        """A display on the bus, and the module that it drives."""
        module = CHIPS[chip](height=height, seed=address)
        self.wire.attach(address, module)
        part = part or f"display.{address:02X}"
        return Display(part, self.bus, self.events.append, chip=chip, address=address, height=height, **more), module

    def sent_bytes(self, action: Callable[[], None]) -> int:
        before = self.wire.bytes
        action()
        self.clock.settle()
        return self.wire.bytes - before

    def said(self) -> list[str]:
        return [event.message if isinstance(event, Lost) else type(event).__name__ for event in self.events]


class OneDisplay(Rig):
    """One display at 0x3C; ``kind`` is its chip, with its height behind it where that is not 64 ("sh1106 32")."""

    def __init__(self, kind: str = "ssd1306", open_bus: Callable[[], OpenedBus] | None = None, **more: Any) -> None:
        super().__init__(open_bus=open_bus)
        chip, _, height = kind.partition(" ")
        self.height = int(height or 64)
        self.display, self.module = self.add(chip, height=self.height, part="left", **more)

    def show(self, seed: int) -> None:
        self.display.show(scribble(seed, self.height))
        self.clock.settle()

    def shows(self, seed: int) -> bool:
        return shows(self.module, scribble(seed, self.height))


def card(height: int = 64, word: str = "Ana") -> Image.Image:
    image = Image.new("1", (128, height))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 127, height - 1), outline=1)
    draw.text((20, 9), word, fill=1)
    return image


def scribble(seed: int, height: int = 64) -> Image.Image:
    return Image.frombytes("1", (128, height), random.Random(seed).randbytes(16 * height))


def shows(module: OledModule, image: Image.Image) -> bool:
    return module.lit() == image.tobytes()
