"""Evening after evening on one box that is never switched off, and then many idle hours: does anything grow?

``python tests/support/soak.py [EVENINGS] [HOURS]``, 300 and 24 unless told otherwise, is what ``make soak`` runs. All
is under simulated time, in this process: hands move pins and tags, eyes read the emulated glass. What is counted are
this process' resident memory after collecting garbage (the emulated world and the hands included), its threads and its
open files, after each evening. In the idle hours nothing may be written to the card either.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

SUPPORT = Path(__file__).parent
sys.path[:0] = [str(SUPPORT.parent.parent), str(SUPPORT)]

from evening import Bench  # noqa: E402
from plans import kept_score  # noqa: E402
from player import Player  # noqa: E402
from reading import read, seen  # noqa: E402

NAMES = ["red", "green", "blue"]
EVENINGS, HOURS = 300, 24.0
WARM = 10  # evenings after which nothing may grow any more
GROWTH_KB = 1024
PLANS = 8
MINUTE_S = 60.0


class Measured(NamedTuple):
    """What the process holds."""

    resident_kb: int
    blocks: int
    threads: int
    files: int


def measure() -> Measured:
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):  # memory that is free goes back first, where the C library can
        ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Measured(
        pages * os.sysconf("SC_PAGE_SIZE") // 1024,
        sys.getallocatedblocks(),
        threading.active_count(),
        len(list(Path("/proc/self/fd").iterdir())),
    )


def put_away(bench: Bench) -> None:
    """From the winner's page to the first question of a new game."""
    for _ in range(3):
        if seen(bench.art(), "wins") or seen(bench.art(), "share it"):
            bench.click()
    bench.turn(-1)
    assert seen(bench.art(), "New game", inverted=True), read(bench.art())
    bench.click()
    bench.wait(1.0)
    assert seen(bench.art(), "Trajan", inverted=True), read(bench.art())


def evening(bench: Bench, keys: list[str], first: bool) -> int:
    """One evening from the first question to a new game's first; how many inputs it took."""
    bench.inputs = 0
    player = Player(bench, keys, NAMES)
    player.sit_down()
    if first:  # how many spaces the loop has is asked once
        bench.click()
    player.play()
    bench.wait(20.0)
    assert player.game.over
    put_away(bench)
    return bench.inputs


def grown(before: Measured, after: Measured) -> str:
    """What has grown too much since the warm-up; empty if nothing has."""
    if after.threads > before.threads or after.files > before.files:
        return f"threads {before.threads} → {after.threads}, open files {before.files} → {after.files}"
    if after.resident_kb - before.resident_kb >= GROWTH_KB:
        return f"memory grew by {after.resident_kb - before.resident_kb} kB, {GROWTH_KB} are allowed"
    return ""


def idle(bench: Bench, hours: float) -> str:
    """Nobody comes near the box for so long; what was done that should not be, empty if nothing was."""

    def card() -> dict[str, tuple[int, int]]:
        return {each.name: (each.stat().st_size, each.stat().st_mtime_ns) for each in bench.folder.glob("journal*")}

    def sent() -> int:
        return sum(bus.bytes for bus in bench.world.buses.values())

    before, bytes_before = card(), sent()
    for _ in range(round(hours * 60)):
        bench.wait(MINUTE_S)
    now = measure()
    print(
        f"soak: {hours:g} idle hours: {now.resident_kb} kB, {now.blocks} blocks, {now.threads} threads, "
        f"{now.files} files, {(sent() - bytes_before) / max(hours, 1.0) / 1000:.0f} kB an hour to the displays"
    )
    return "" if card() == before else "the journal was written while nobody was there"


def soak(folder: Path, evenings: int, hours: float) -> str:
    """Play and idle; what has grown, empty if nothing has."""
    bench = Bench(folder)
    plans = [kept_score(seed) for seed in range(1, PLANS + 1)]
    chance = random.Random(1)
    warm: Measured | None = None
    inputs, begun_s = 0, time.monotonic()
    for number in range(1, evenings + 1):
        inputs += evening(bench, chance.choice(plans), number == 1)
        now = measure()
        if number == min(WARM, evenings):
            warm = now
        if number in (1, WARM) or number % 10 == 0 or number == evenings:
            print(
                f"soak: evening {number}, {inputs} inputs, {time.monotonic() - begun_s:.0f} s: {now.resident_kb} kB, "
                f"{now.blocks} blocks, {now.threads} threads, {now.files} files",
                flush=True,
            )
    assert warm is not None
    problem = grown(warm, measure())
    problem = problem or idle(bench, hours) or grown(warm, measure())
    assert bench.stop()
    return problem


def main() -> None:
    evenings = int(sys.argv[1]) if len(sys.argv) > 1 else EVENINGS
    hours = float(sys.argv[2]) if len(sys.argv) > 2 else HOURS
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # what a card costs is not the question
    with tempfile.TemporaryDirectory(prefix="tab-", dir=memory) as folder:
        problem = soak(Path(folder), evenings, hours)
    if problem:
        sys.exit(f"soak: {problem}")
    print(f"soak: after {min(WARM, evenings)} evenings nothing has grown")


if __name__ == "__main__":
    main()
