"""From exec to the first picture, against importing the display libraries alone: medians of seven, same run.

The companion is started as on the box, on wires that lead to an emulated display; the picture counts when the chip
has it. Also: seconds until the companion says that it is ready, and what has been imported by the first picture.
"""

from __future__ import annotations

import asyncio
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


async def first_picture(folder: Path) -> tuple[float, float]:
    """Seconds from exec to the first lit picture, and to the prompt."""
    settings = load("one-oled-knob", None, folder, ("without=['reader']",), environ={}).settings
    world = World(world_wiring(settings), LoopClock(asyncio.get_running_loop()))
    server = WireServer(world, folder / "wires")
    await server.start()
    name = settings.displays[0].name
    lit, prompt = asyncio.Event(), asyncio.Event()
    times: list[float] = []

    def seen(what: str) -> None:
        if what == name and any(world.glass(name)):
            times.append(time.perf_counter())
            (prompt if lit.is_set() else lit).set()

    world.listen(seen)
    begun = time.perf_counter()
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "firmware_py", "--profile", "one-oled-knob", "--set", "without=['reader']",
        "--data", str(folder / "data"), "--wires", str(folder / "wires"), stderr=subprocess.DEVNULL,
    )  # fmt: skip
    await asyncio.wait_for(prompt.wait(), 20)
    child.terminate()
    await child.wait()
    await server.close()
    return times[0] - begun, times[-1] - begun


def libraries() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", LIBRARIES], check=True)
    return time.perf_counter() - begun


def main() -> None:
    first, ready, peer = [], [], []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            one, two = asyncio.run(first_picture(Path(folder)))
        first.append(one)
        ready.append(two)
        peer.append(libraries())
    a, b, c = (statistics.median(each) * 1000 for each in (first, ready, peer))
    print(f"start: first picture after {a:.0f} ms, prompt after {b:.0f} ms; display libraries alone {c:.0f} ms")
    print(f"       first picture / libraries = {a / c:.2f} (goal: at most 1.5)")


if __name__ == "__main__":
    main()
