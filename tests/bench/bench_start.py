"""From exec to the first picture, against importing the display libraries alone: medians of seven, same run.

The companion is started as on the box, on wires that lead to an emulated display; the picture counts when the chip
has all of it. Every start but a box's very first repeats the bytes of the first picture before anything is imported;
both are measured. A frame takes its time on a bus of 400 kHz, on every computer the same, and is in the figures.
Byte-compiled beforehand, as the installer does it.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from config.loader import load
from drivers.bench.wires import WireServer
from drivers.bench.world import World
from drivers.seams import LoopClock
from firmware_py.screens import render
from firmware_py.view import Splash, View
from firmware_py.web.bench import world_wiring

ROUNDS = 7
LIBRARIES = "import luma.oled.device, luma.core.interface.serial, luma.core.render, PIL.Image, PIL.ImageDraw, smbus2"


ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


async def first_picture(folder: Path, data: Path) -> tuple[float, float, float]:
    """Seconds from exec to the whole first picture, those of them on the bus, and to the next picture."""
    settings = load("one-oled-knob", None, folder, ("without=['reader']",), environ={}).settings
    world = World(world_wiring(settings), LoopClock(asyncio.get_running_loop()))
    server = WireServer(world, folder / "wires")
    await server.start()
    display = settings.displays[0]
    greeting = render(View(Splash("looking for parts…")), display.width, display.height).tobytes()
    lit, prompt = asyncio.Event(), asyncio.Event()
    times: list[float] = []
    on_bus: list[float] = []

    def seen(what: str) -> None:
        glass = world.glass(display.name)
        if what != display.name or (glass == greeting) == lit.is_set() or not any(glass):
            return
        times.append(time.perf_counter())
        on_bus.append(world.buses[display.bus].bus_s)
        (prompt if lit.is_set() else lit).set()

    world.listen(seen)
    begun = time.perf_counter()
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "firmware_py", "--profile", "one-oled-knob", "--set", "without=['reader']",
        "--data", str(data), "--wires", str(folder / "wires"), stderr=subprocess.DEVNULL,
        env=ENVIRONMENT,
    )  # fmt: skip
    await asyncio.wait_for(prompt.wait(), 20)
    child.terminate()
    await child.wait()
    await server.close()
    return times[0] - begun, on_bus[0], times[1] - begun


def libraries() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", LIBRARIES], check=True, env=ENVIRONMENT)
    return time.perf_counter() - begun


def start(data: Path | None) -> tuple[float, float, float]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(first_picture(Path(folder), data or Path(folder) / "data"))


def main() -> None:
    start(None)  # only fills the caches
    new, later, peer = [], [], []
    with tempfile.TemporaryDirectory() as data:
        start(Path(data))
        for _ in range(ROUNDS):
            new.append(start(None))
            later.append(start(Path(data)))
            peer.append(libraries())
    alone = statistics.median(peer) * 1000
    print(f"start: importing the display libraries alone takes {alone:.0f} ms")
    for what, rows in (("first picture", later), ("on a box's very first start", new)):
        picture, bus, prompt = (statistics.median(column) * 1000 for column in zip(*rows, strict=True))
        print(f"       {what}: after {picture:.0f} ms, {bus:.0f} of them on the bus; prompt after {prompt:.0f} ms")
        print(f"       first picture / libraries = {picture / alone:.2f} (goal: at most 1.5)")


if __name__ == "__main__":
    main()
