"""When the first run comes, and what becomes of what it learned: for the start of the companion and for the doctor.

It comes by itself only on a box that nobody has told anything: no profile is set, nothing was learned and no game was
ever saved. While it goes on the service manager is told that all is well, for a hand may take its time.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from config.learned import learn
from config.loader import BUILT_IN, LEARNED_FILE, Loaded, load
from drivers.errors import PartLost
from drivers.seams import Clock, LoopClock, ThreadWorker, Worker
from firmware_py.box import BusWires
from firmware_py.data_folder import JOURNAL_FILE
from firmware_py.errors import FirmwareError
from firmware_py.flow.first_run import FirstRun
from firmware_py.flow.first_settings import Changes
from firmware_py.notify import ALIVE, READY, Notifier, status
from firmware_py.walk import Walk

FULL_PROFILE = "two-oled-seat-buttons"
PARTS = ("knob", "display", "back", "seat", "buzzer", "reader")


class Stopped(FirmwareError, InterruptedError):
    """The program was told to end while the first run went on."""


def is_fresh(loaded: Loaded, data: Path) -> bool:
    """Whether nobody has told this box anything about its parts yet, and nothing was played on it."""
    if loaded.origins["profile",] is not BUILT_IN or any(
        (data / kept).exists() for kept in (LEARNED_FILE, JOURNAL_FILE)
    ):
        return False
    base = f"profile {loaded.profile}"
    return all(origin.source == base for path, origin in loaded.origins.items() if path[0] in PARTS)


def set_up(make_wires: Callable[[Clock], BusWires], data: Path, say: Callable[[str], None]) -> bool:
    """Go through the first run, and keep what it learned in ``data``. True if anything was.

    Raises Stopped if the program is told to end, what ``learn`` raises, and PartLost when the wires are gone.
    """
    changes = asyncio.run(_go_through(make_wires, say))
    if changes is None:
        return False
    learn(data, changes)
    say(f"learned on the first run: see {data / LEARNED_FILE}")
    return True


async def _go_through(make_wires: Callable[[Clock], BusWires], say: Callable[[str], None]) -> Changes | None:
    loop = asyncio.get_running_loop()
    clock, over = LoopClock(loop), loop.create_future()

    def worker(name: str) -> Worker:
        return ThreadWorker(name, loop)

    def done(result: Changes | None, error: BaseException | None) -> None:
        if over.done():
            return
        if error is not None:
            over.set_exception(error)
        else:
            over.set_result(result)

    nowhere = Path("/nonexistent")
    full = load(FULL_PROFILE, None, nowhere, environ={}, system_file=nowhere).settings
    wires: Any = make_wires(clock)
    run = FirstRun(full, wires, clock, worker, loop.call_soon_threadsafe, time.monotonic, say)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, done, None, Stopped("stopped during the first run: it comes again"))
    watched = hasattr(wires, "on_gone")
    if watched:
        wires.on_gone = lambda: loop.call_soon_threadsafe(done, None, PartLost(wires.gone))
    notifier = Notifier()
    notifier.tell(READY, status("first run: the display asks what the box is made of"))
    alive = loop.create_task(_stay_alive(notifier))
    walk = Walk(clock, run.steps(), done)
    try:
        result: Changes | None = await over
        return result
    finally:
        if watched:
            wires.on_gone = None
        alive.cancel()
        walk.stop()
        run.close()


async def _stay_alive(notifier: Notifier) -> None:
    """Nothing here can hang for long but a hand."""
    while notifier.interval_s:
        notifier.tell(ALIVE)
        await asyncio.sleep(notifier.interval_s)
