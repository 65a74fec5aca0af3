"""From exec to the first picture, against importing the display libraries alone: medians of seven, same run.

The companion is started as on the box, on wires that lead to an emulated display; the picture counts when the chip
has it. A frame takes its time on a bus of 400 kHz, on every computer the same; so the figure is also given without
that. Byte-compiled beforehand, as the installer does it.
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
from firmware_py.web.bench import world_wiring

ROUNDS = 7
LIBRARIES = "import luma.oled.device, luma.core.interface.serial, luma.core.render, PIL.Image, PIL.ImageDraw, smbus2"


ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


async def first_picture(folder: Path) -> tuple[float, float, float]:
    """Seconds from exec to the first lit picture, those of them on the bus, and to the prompt."""
    settings = load("one-oled-knob", None, folder, ("without=['reader']",), environ={}).settings
    world = World(world_wiring(settings), LoopClock(asyncio.get_running_loop()))
    server = WireServer(world, folder / "wires")
    await server.start()
    name = settings.displays[0].name
    lit, prompt = asyncio.Event(), asyncio.Event()
    times: list[float] = []
    on_bus: list[float] = []

    def seen(what: str) -> None:
        if what == name and any(world.glass(name)):
            times.append(time.perf_counter())
            on_bus.append(world.buses[settings.displays[0].bus].bus_s)
            (prompt if lit.is_set() else lit).set()

    world.listen(seen)
    begun = time.perf_counter()
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "firmware_py", "--profile", "one-oled-knob", "--set", "without=['reader']",
        "--data", str(folder / "data"), "--wires", str(folder / "wires"), stderr=subprocess.DEVNULL,
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


def main() -> None:
    first, bus, ready, peer = [], [], [], []
    for turn in range(ROUNDS + 1):
        with tempfile.TemporaryDirectory() as folder:
            one, on_bus, two = asyncio.run(first_picture(Path(folder)))
        alone = libraries()
        if turn:  # the first only fills the caches
            first.append(one)
            bus.append(on_bus)
            ready.append(two)
            peer.append(alone)
    a, b, c, d = (statistics.median(each) * 1000 for each in (first, bus, ready, peer))
    print(f"start: first picture after {a:.0f} ms, prompt after {c:.0f} ms; display libraries alone {d:.0f} ms")
    print(f"       first picture / libraries = {a / d:.2f} (goal: at most 1.5)")
    print(f"       {b:.0f} ms of it are the bus's at 400 kHz; without them {(a - b) / d:.2f}")


if __name__ == "__main__":
    main()
