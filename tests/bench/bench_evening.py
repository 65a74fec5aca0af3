"""What a whole Trajan evening puts on the bus: the ten commonest changes ours and luma.oled's way, and the time from
the pin's edge to the last byte.

The evening is played at the emulated wire on one display of 128×64 at 400 kHz. Time is the CPU time that the program
really took for the edge, measured, plus the time of the transactions on the bus, computed (nine clocks a byte, two
for start and stop). Waiting for a contact to settle is not in it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

SUPPORT = Path(__file__).parent.parent / "support"
sys.path[:0] = [str(SUPPORT), str(Path(__file__).parent)]

from bench_oled import compare, table  # noqa: E402
from evening import Bench  # noqa: E402
from PIL import Image  # noqa: E402
from plans import kept_score  # noqa: E402
from player import Player  # noqa: E402

from firmware_py.screens import render  # noqa: E402
from firmware_py.view import View  # noqa: E402

NAMES = ["red", "green", "blue"]


def main() -> None:
    frames: list[tuple[str, Image.Image, Image.Image, int]] = []
    latencies: list[float] = []
    cpu: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), "one-oled-knob", card_s=0.03, bus_s=0.0)
        assert bench.box is not None and bench.box.flow is not None
        box, bus = bench.box, bench.world.buses[bench.settings.displays[0].bus]
        glass = box.glasses[0]
        drawn = box._draw_on
        blank = Image.new("1", (glass.display.width, glass.display.height))
        last = {"view": View(), "image": blank}

        def draw_on(which, view: View) -> None:  # type: ignore[no-untyped-def]
            before = which.frames
            begun = time.process_time()
            drawn(which, view)
            if which.frames > before:
                cpu.append(time.process_time() - begun)
                image = render(view, blank.width, blank.height)
                frames.append((named(last["view"], view), last["image"], image, 0))
                last.update(view=view, image=image)

        box._draw_on = draw_on  # type: ignore[method-assign]
        event = box.flow.event

        def timed(what) -> None:  # type: ignore[no-untyped-def]
            sent, begun = bus.bus_s, time.process_time()
            event(what)
            bench.clock.settle()
            if bus.bus_s > sent:
                latencies.append(time.process_time() - begun + bus.bus_s - sent)

        box.flow.event = timed  # type: ignore[method-assign]
        player = Player(bench, kept_score(seed=4), NAMES, tags=False)
        player.sit_down()
        player.hands.click()  # the loop as counted
        player.play()
        content = glass.display.counts["content"]
        shift, refresh, ping = (glass.display.counts[each] for each in ("shift", "refresh", "ping"))
        bench.stop()

    print(f"{len(frames)} pictures in an evening of {player.game.turn[0]} turns, {content.bytes} bytes on the bus;")
    print(
        f"counted apart: pixel shift {shift.bytes} bytes, refresh against noise {refresh.bytes}, "
        f"{ping.frames} times asked whether it is there {ping.bytes}"
    )
    kinds: dict[str, list[tuple[Image.Image, Image.Image]]] = defaultdict(list)
    for name, before, after, _ in frames:
        kinds[name].append((before, after))
    common = sorted(kinds, key=lambda name: -len(kinds[name]))[:10]
    pairs = []
    for name in common:
        middle = kinds[name][len(kinds[name]) // 2]
        pairs.append((f"{name} ×{len(kinds[name])}", *middle))
    print(table(compare(pairs)))
    order = sorted(latencies)
    print(
        f"pin edge to last byte over {len(order)} inputs: median {statistics.median(order) * 1000:.1f} ms,"
        f" p99 {order[int(len(order) * 0.99)] * 1000:.1f} ms"
    )
    print(f"drawing and packing a picture: median {statistics.median(cpu) * 1000:.2f} ms of CPU")


def named(before: View, after: View) -> str:
    """A change in words: from what kind of screen to what kind, or only the mark."""
    one, two = type(before.screen).__name__, type(after.screen).__name__
    if before.screen == after.screen:
        return f"{two}: mark"
    return f"{two}: cursor" if one == two else f"{one} → {two}"


if __name__ == "__main__":
    main()
