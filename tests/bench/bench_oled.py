"""What our display driver and luma.oled's own update put on the bus for the same changes; run it as a script.

``compare`` takes any named pairs of pictures, so that the changes of a real evening can be fed to it. Both
drivers write into an emulated chip, which must end up holding the same bytes; luma runs unmodified in its best
mode (``port=``, whole frames in single transactions). Bus time is computed: nine clocks a byte, two for start
and stop. Nothing here is a test: figures are printed, not judged.
"""

from __future__ import annotations

import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image, ImageDraw, ImageFont

from drivers import pages
from drivers.bench.chips import CHIPS
from drivers.bench.i2c import I2cBus, SmbusFacade
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.oled import Display, DisplayBus

Pair = tuple[str, Image.Image, Image.Image]
"""A name, the picture before and the picture after, both of mode "1" and the same size."""

IMPORT_ONLY = "import PIL.Image, smbus2, luma.oled.device"
FIRST_FRAME = """
from PIL import Image
from drivers.oled import Display, DisplayBus
from drivers.bench.i2c import I2cBus, SmbusFacade
from drivers.bench.chips import Ssd1306
from drivers.bench.simulated import SimulatedClock, SteppedWorker
clock, wire = SimulatedClock(), I2cBus()
wire.attach(0x3C, Ssd1306())
bus = DisplayBus(1, lambda: SmbusFacade(wire.transfer), clock, SteppedWorker(clock))
display = Display("display", bus, print)
display.show(Image.new("1", (128, 64), 1))
clock.settle()
assert wire.bytes > 1000
"""


class Row(NamedTuple):
    """One change: bytes with addresses and control bytes, and milliseconds on the bus."""

    name: str
    ours_bytes: int
    luma_bytes: int
    ours_ms: float
    luma_ms: float


def compare(pairs: Iterable[Pair], chip: str = "ssd1306", hz: int = 400_000) -> list[Row]:
    """Each change sent both ways to an emulated ``chip`` on a bus of ``hz``."""
    rows = []
    for name, before, after in pairs:
        ours, theirs = _ours(before, after, chip, hz), _lumas(before, after, chip, hz)
        if ours[2] != theirs[2]:
            raise AssertionError(f"{name}: the two drivers left different bytes in the chip")
        rows.append(Row(name, ours[0], theirs[0], ours[1] * 1000, theirs[1] * 1000))
    return rows


def table(rows: Iterable[Row]) -> str:
    """The rows as text."""
    lines = [f"{'change':<34}{'ours':>7}{'luma':>7}  bytes{'ours':>8}{'luma':>7}  ms on the bus"]
    lines += [
        f"{row.name:<34}{row.ours_bytes:>7}{row.luma_bytes:>7}       {row.ours_ms:>8.2f}{row.luma_ms:>7.2f}"
        for row in rows
    ]
    return "\n".join(lines)


def cpu_ms(pairs: Iterable[Pair], rounds: int = 200) -> tuple[float, float]:
    """Milliseconds of CPU for packing a picture and choosing its windows: median and 99th percentile."""
    took = []
    for _, before, after in pairs:
        old = pages.pack(before, *before.size)
        for _ in range(rounds):
            start = time.process_time_ns()
            pages.changes(old, pages.pack(after, *after.size), after.width, pages.SSD1306)
            took.append((time.process_time_ns() - start) / 1e6)
    return statistics.median(took), statistics.quantiles(took, n=100)[98]


def first_frame_s(rounds: int = 7) -> tuple[float, float]:
    """Seconds of a fresh interpreter to import the display libraries, and to bring up a first frame; medians.

    Byte-compiled beforehand, as the installer does it.
    """
    spent: dict[str, list[float]] = {IMPORT_ONLY: [], FIRST_FRAME: []}
    with tempfile.TemporaryDirectory() as caches:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": caches, "PYTHONDONTWRITEBYTECODE": ""}
        for turn in range(rounds + 1):
            for program, times in spent.items():
                start = time.perf_counter()
                subprocess.run([sys.executable, "-c", program], check=True, env=environment)
                if turn:
                    times.append(time.perf_counter() - start)
    return statistics.median(spent[IMPORT_ONLY]), statistics.median(spent[FIRST_FRAME])


def examples() -> list[Pair]:
    """Ten changes of a plain screen, for a run of this script by itself."""

    def screen(clock: str, mark: bool, score: str, focus: int | None = None) -> Image.Image:
        image = Image.new("1", (128, 64))
        draw = ImageDraw.Draw(image)
        small, large = ImageFont.load_default(9), ImageFont.load_default(24)
        draw.text((90, -1), clock, fill=1, font=small)
        if mark:
            draw.rectangle((120, 0, 126, 6), fill=1)
        if focus is None:
            draw.text((20, 20), score, fill=1, font=large)
            return image
        for row in range(4):
            draw.rectangle((1, 11 + row * 13, 125, 23 + row * 13), fill=row == focus)
            draw.text((4, 11 + row * 13), f"Seat {row + 1}", fill=row != focus, font=small)
            draw.text((100, 11 + row * 13), score if row == 1 else "40", fill=row != focus, font=small)
        return image

    plain = screen("9:41", False, "17")
    listed = screen("9:41", False, "17", 0)
    return [
        ("nothing", plain, plain),
        ("a digit of the clock", plain, screen("9:42", False, "17")),
        ("the unsaved mark comes", plain, screen("9:41", True, "17")),
        ("one big digit", plain, screen("9:41", False, "18")),
        ("two big digits", screen("9:41", False, "19"), screen("9:41", False, "20")),
        ("a third big digit", screen("9:41", False, "99"), screen("9:41", False, "100")),
        ("a digit in the list", listed, screen("9:41", False, "18", 0)),
        ("the cursor one row on", listed, screen("9:41", False, "17", 1)),
        ("from number to list", plain, listed),
        ("everything inverted", plain, plain.point(lambda value: 255 - value)),
    ]


def _ours(before: Image.Image, after: Image.Image, chip: str, hz: int) -> tuple[int, float, bytes]:
    clock, wire, module = SimulatedClock(), I2cBus(hz=hz), CHIPS[chip](*before.size)
    wire.attach(0x3C, module)
    bus = DisplayBus(1, lambda: SmbusFacade(wire.transfer), clock, SteppedWorker(clock))
    display = Display("display", bus, print, chip=chip, width=before.width, height=before.height)
    display.show(before)
    clock.settle()
    sent, spent_s = wire.bytes, wire.bus_s
    display.show(after)
    clock.settle()
    return wire.bytes - sent, wire.bus_s - spent_s, bytes(module.memory)


def _lumas(before: Image.Image, after: Image.Image, chip: str, hz: int) -> tuple[int, float, bytes]:
    library: Any = importlib.import_module("luma.oled.device")
    i2c: Any = importlib.import_module("luma.core.interface.serial").i2c
    wire, module = I2cBus(hz=hz), CHIPS[chip](*before.size)
    wire.attach(0x3C, module)
    with warnings.catch_warnings(), patch("smbus2.SMBus", lambda port: SmbusFacade(wire.transfer)):
        warnings.simplefilter("ignore", DeprecationWarning)  # luma asks Pillow for getdata
        device: Any = getattr(library, chip)(i2c(port=1, address=0x3C), width=before.width, height=before.height)
        device.persist = True
        device.display(before)
        sent, spent_s = wire.bytes, wire.bus_s
        device.display(after)
    return wire.bytes - sent, wire.bus_s - spent_s, bytes(module.memory)


def main() -> None:
    """Print everything."""
    for chip in ("ssd1306", "sh1106"):
        print(f"\n{chip} at 400 kHz")
        print(table(compare(examples(), chip)))
    median, high = cpu_ms(examples())
    print(f"\npacking and choosing windows: {median:.3f} ms median, {high:.3f} ms p99")
    libraries_s, frame_s = first_frame_s()
    print(
        f"libraries alone {libraries_s * 1000:.0f} ms, first frame {frame_s * 1000:.0f} ms: "
        f"{frame_s / libraries_s:.2f} times"
    )


if __name__ == "__main__":
    main()
