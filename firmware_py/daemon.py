"""The daemon: one event loop, a worker thread a bus, one for the reader and one for the journal.

Starts the box, tells the service manager that it is alive only while every loop really moves, and stops it cleanly.
What a picture needs is imported first; everything else after the first picture is on its way.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from drivers.seams import LoopClock, ThreadWorker
from firmware_py.box import Box, Wires

if TYPE_CHECKING:
    import argparse

    from config.loader import Loaded
    from firmware_py.table import Table

STALLED_S = 10.0  # a worker that has been at one job for so long counts as stuck
LOG = logging.getLogger("tabularius")


class Daemon:
    """The running box on an event loop."""

    def __init__(self, loaded: Loaded, wires: Wires, loop: asyncio.AbstractEventLoop) -> None:
        self.loaded, self.wires, self.loop = loaded, wires, loop
        self.clock = LoopClock(loop)
        self.stopped = asyncio.Event()
        self.box = Box(
            loaded.settings,
            wires,
            self.clock,
            self.worker,
            loop.call_soon_threadsafe,
            os.urandom,
            time.monotonic,
            time_of_day,
        )
        self.journal_worker: ThreadWorker | None = None

    def worker(self, name: str) -> ThreadWorker:
        return ThreadWorker(self.loop, name)

    def open_table(self) -> Table:
        """The journal of the data folder, with the game that was on the table."""
        from firmware_py.table import Table  # noqa: PLC0415

        self.journal_worker = self.worker("journal")
        folder = self.loaded.data
        table = Table(folder / "journal.sqlite", self.journal_worker, self.clock, lambda: None, os.urandom, wall)
        table.load()
        return table

    def moving(self) -> str:
        """What does not move any more, "" if everything does: for the watchdog."""
        for number, bus in self.box.buses.items():
            if bus.running_s() > STALLED_S:
                return f"i2c-{number} has been at one transfer for {bus.running_s():.0f} s"
        reader = self.box.reader
        if reader is not None and self.clock.now_s() - reader.moved_s > STALLED_S:
            return "the tag reader's loop stands still"
        table = self.box.table
        if table is not None and table.writing_s() > STALLED_S * 3:
            return f"the journal has been writing for {table.writing_s():.0f} s"
        return ""


def wall() -> tuple[Any, bool]:
    """The time of day in UTC, and whether the clock has been set by the network since power-up."""
    from datetime import UTC, datetime  # noqa: PLC0415

    synchronised = os.path.exists("/run/systemd/timesync/synchronized")  # noqa: PTH110  (pathlib costs an import)
    return datetime.now(UTC), synchronised


def time_of_day() -> str:
    """Hours and minutes for the glass; nothing while the clock is not known to be right."""
    now, synchronised = wall()
    return now.astimezone().strftime("%H:%M") if synchronised else ""


async def serve(loaded: Loaded, wires: Wires, ready: Callable[[], None] = lambda: None) -> int:
    """Run the box until SIGTERM or SIGINT. The exit status: 0, or 1 if something could not be saved."""
    loop = asyncio.get_running_loop()
    daemon = Daemon(loaded, wires, loop)
    daemon.box.splash()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, daemon.stopped.set)
    await asyncio.sleep(0)  # the first picture goes to its worker before anything else is imported
    from firmware_py.notify import ALIVE, READY, STOPPING, Notifier, status  # noqa: PLC0415

    notifier = Notifier()
    table = daemon.open_table()
    daemon.box.play(table)
    ready()
    parts = f"{len(daemon.box.glasses)} displays, {'a' if loaded.settings.reader else 'no'} tag reader"
    notifier.tell(READY, status(f"running: {parts}"))
    LOG.info("running: %s, data in %s", parts, loaded.data)

    async def keep_alive(every_s: float) -> None:
        while True:
            stuck = daemon.moving()
            if stuck:
                LOG.error("not telling the watchdog that all is well: %s", stuck)
            else:
                notifier.tell(ALIVE)
            await asyncio.sleep(every_s)

    watchdog = asyncio.create_task(keep_alive(notifier.interval_s)) if notifier.interval_s else None
    await daemon.stopped.wait()
    notifier.tell(STOPPING, status("saving"))
    if watchdog is not None:
        watchdog.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watchdog
    saved = daemon.box.stop()
    LOG.info("stopped: %s", "everything is saved" if saved else "something could not be saved")
    return 0 if saved else 1


def start(loaded: Loaded, wires: Wires) -> int:
    """Run until told to stop."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
    return asyncio.run(serve(loaded, wires))


def run(args: argparse.Namespace) -> int:
    """Start the companion for the command line: with the configured hardware, on the bench, or on a bench's wires."""
    from config.loader import BENCH_PROFILE, load  # noqa: PLC0415

    overrides, profile = list(args.overrides), args.profile
    if args.bench and profile is None:
        profile = BENCH_PROFILE
    loaded = load(profile, args.config, args.data, overrides)
    for message in loaded.messages:
        print(f"tabularius: {message}", file=sys.stderr)
    if args.wires is not None:
        from drivers.bench.client import WireClient  # noqa: PLC0415

        return start(loaded, WireClient(args.wires))
    if args.bench or loaded.profile == BENCH_PROFILE:
        from firmware_py.web.server import run as serve_bench  # noqa: PLC0415

        return asyncio.run(serve_bench(loaded.settings, bench_arguments(args, loaded), not args.no_browser))
    from firmware_py.wires import RealWires  # noqa: PLC0415

    return start(loaded, RealWires())


def bench_arguments(args: argparse.Namespace, loaded: Loaded) -> list[str]:
    """How the bench starts the companion: with the same settings as its own."""
    words = ["--profile", loaded.profile, "--data", str(loaded.data)]
    if args.config is not None:
        words += ["--config", str(args.config)]
    for override in args.overrides:
        words += ["--set", override]
    return words
