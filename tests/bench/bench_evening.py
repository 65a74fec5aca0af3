"""What a whole evening of each title puts on the bus: the ten commonest changes ours and luma.oled's way, and the time
from the pin's edge to the last byte with one, four and eight displays at 100 and 400 kHz.

The evenings are played at the emulated wire. Time is the CPU time that the program really took for the edge, measured,
plus the time of the transactions on the bus, computed (nine clocks a byte, two for start and stop). Waiting for a
contact to settle is not in it. Four and eight displays hang behind a multiplexer, so that all of them share one bus:
what is measured is the last byte of the last of them. ``bench_evening.py ANSWERS`` plays only the first of each.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support"), str(Path(__file__).parent)]

from bench_oled import compare, table  # noqa: E402
from evening import Bench  # noqa: E402
from PIL import Image  # noqa: E402
from plans import kept_score  # noqa: E402
from player import Hands, Player  # noqa: E402

from firmware_py.box import Glass  # noqa: E402
from firmware_py.screens import render  # noqa: E402
from firmware_py.view import Choice, View  # noqa: E402

SPEEDS_HZ = (400_000, 100_000)
DISPLAYS = (1, 4, 8)
SHARE = 150
"""Answers of the evenings with several displays: the whole evening says the same."""
ROLES = ("prompt", "status", "seat.0", "seat.1", "seat.2", "seat.3", "seat.4", "all")
CONTROLS = """
[knob]
a = 17
b = 27
push = 22

[back]
pin = 23
"""


class Input(NamedTuple):
    """What one input cost: CPU seconds, and the bytes and transactions that it put on the bus."""

    cpu_s: float
    bytes: int
    transactions: int

    def ms(self, hz: int) -> float:
        return 1000 * (self.cpu_s + (9 * self.bytes + 2 * self.transactions) / hz)


class Evening(NamedTuple):
    """What was measured on one."""

    frames: list[tuple[str, Image.Image, Image.Image]]
    inputs: list[Input]
    cpu_ms: list[float]
    turns: int
    counts: dict[str, tuple[int, int]]


def trajan(hands: Hands) -> Player:
    player = Player(hands, kept_score(seed=4), ["red", "green", "blue"], tags=False)
    player.sit_down()
    hands.click()
    player.answer()
    return player


def hansa(hands: Hands) -> Player:
    from tests.firmware_py.test_evening_hansa import by_the_scorekeeper  # noqa: PLC0415

    player = by_the_scorekeeper(hands)
    player.tags = False
    return player


TITLES: dict[str, Callable[[Hands], Player]] = {"trajan": trajan, "hansa": hansa}


def profile(folder: Path, displays: int) -> str:
    """A box with so many displays, two on each channel of a multiplexer."""
    if displays == 1:
        return "one-oled-knob"
    tables = [
        f'[[display]]\nname = "d{number}"\nbus = {11 + number // 2}\naddress = {0x3C + number % 2}\nrole = "{role}"\n'
        for number, role in enumerate(ROLES[:displays])
    ]
    path = folder / "wiring.toml"
    path.write_text(CONTROLS + "\n".join(tables))
    return str(path)


def play(sits_down: Callable[[Hands], Player], displays: int = 1, answers: int | None = None) -> Evening:
    """An evening (or its first ``answers``) on so many displays."""
    evening = Evening([], [], [], 0, {})
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        bench = Bench(folder / "data", profile(folder, displays), card_s=0.03, bus_s=0.0)
        assert bench.box is not None and bench.box.flow is not None
        box, drawn, handled = bench.box, bench.box._draw_on, bench.box.flow.event
        first, buses = box.glasses[0], list(bench.world.buses.values())
        shown = {"view": View(), "image": Image.new("1", (128, 64))}

        def draw_on(which: Glass, view: View) -> None:
            before, begun = which.frames, time.process_time()
            drawn(which, view)
            if which.frames > before:
                evening.cpu_ms.append(1000 * (time.process_time() - begun))
                if which is first:
                    image = render(view, 128, 64)
                    evening.frames.append((named(shown["view"], view), shown["image"], image))  # type: ignore[arg-type]
                    shown.update(view=view, image=image)

        def timed(what: object) -> None:
            before = sum(bus.bytes for bus in buses), sum(bus.transactions for bus in buses)
            begun = time.process_time()
            handled(what)  # type: ignore[arg-type]
            bench.clock.settle()
            took_s = time.process_time() - begun
            sent = sum(bus.bytes for bus in buses) - before[0]
            if sent:
                evening.inputs.append(Input(took_s, sent, sum(bus.transactions for bus in buses) - before[1]))

        box._draw_on = draw_on  # type: ignore[method-assign]
        box.flow.event = timed  # type: ignore[method-assign]
        player = sits_down(bench)
        player.play(None if answers is None else min(answers, len(player.keys)))
        counts = {cause: (count.frames, count.bytes) for cause, count in first.display.counts.items()}
        turns = player.game.turn[0]
        bench.stop()
    return evening._replace(turns=turns, counts=counts)


def named(before: View, after: View) -> str:
    """A change in words: from what kind of screen to what kind, or only the mark, or the cursor in the same list."""
    one, two = type(before.screen).__name__, type(after.screen).__name__
    if before.screen == after.screen:
        return f"{two}: mark"
    if isinstance(before.screen, Choice) and isinstance(after.screen, Choice):
        return f"{two}: cursor" if before.screen.lines == after.screen.lines else f"{one} → {two}"
    return f"{two}: cursor" if one == two else f"{one} → {two}"


def print_changes(title: str, evening: Evening) -> None:
    """The ten commonest changes of an evening, each the middle one of its kind by cost."""
    kinds: dict[str, list[tuple[Image.Image, Image.Image]]] = defaultdict(list)
    for name, before, after in evening.frames:
        kinds[name].append((before, after))
    pairs = []
    for name, count in Counter({name: len(found) for name, found in kinds.items()}).most_common(10):
        rows = sorted(kinds[name], key=lambda pair: compare([("", *pair)])[0].ours_bytes)
        pairs.append((f"{name} ×{count}", *rows[len(rows) // 2]))
    frames, sent = evening.counts["content"]
    print(
        f"\n{title}: {frames} pictures in an evening of {evening.turns} turns, {sent} bytes; the median of each kind:"
    )
    print(table(compare(pairs)))
    apart = ", ".join(f"{cause} {evening.counts[cause][1]}" for cause in ("shift", "refresh", "ping"))
    print(f"counted apart, bytes: {apart}")
    print(f"drawing and packing a picture: median {statistics.median(evening.cpu_ms):.2f} ms of CPU")


def print_times(evening: Evening, displays: int) -> None:
    """From edge to last byte, at each speed."""
    for hz in SPEEDS_HZ:
        order = sorted(each.ms(hz) for each in evening.inputs)
        print(
            f"  {displays} {'display ' if displays == 1 else 'displays'} at {hz // 1000} kHz, {len(order)} inputs: "
            f"median {statistics.median(order):.1f} ms, p99 {order[int(len(order) * 0.99)]:.1f} ms"
        )


def main(answers: int | None = None) -> None:
    for title, sits_down in TITLES.items():
        whole = play(sits_down, answers=answers)
        print_changes(title, whole)
        print("pin edge to last byte (CPU measured, bus computed):")
        for displays in DISPLAYS:
            print_times(whole if displays == 1 else play(sits_down, displays, min(SHARE, answers or SHARE)), displays)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
