"""The daemon: one event loop, a worker thread a bus, one for the reader and one for the journal.

The first picture is on the glass before there is a loop; what it needs is imported first, everything else after it.
Then the daemon tells the service manager that it is alive, but only while every loop really moves, and it stops
cleanly when it is told to.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from drivers.errors import PartLost
from drivers.seams import LoopClock, ThreadWorker
from firmware_py.box import Box, BusWires, Wires
from firmware_py.errors import JournalTooNew
from firmware_py.first_picture import Noting

if TYPE_CHECKING:
    import asyncio
    import datetime
    from collections.abc import Callable

    from config.loader import Loaded
    from firmware_py.commands.answering import Office
    from firmware_py.data_folder import DataFolder

ELSE = "They stay as they are.", "Or use another data folder."
GO_ON = "TABULARIUS_GO_ON"  # set by whoever stopped the companion only to start it again, as an update does
PLAYED = "played at the stop"  # remembered: the number of the game that was going on then, or 0
CLOCK_IS_SET = "/run/systemd/timesync/synchronized"


class DaemonWires(BusWires, Protocol):
    """Wires that may all go at once, as those to the bench do when that ends.

    ``gone`` says so in one line, "" while they are there; ``on_gone`` is called then, in any thread.
    """

    on_gone: Callable[[], None] | None

    @property
    def gone(self) -> str: ...


class NotedWires:
    """Wires whose buses may be listened to while the first picture goes out."""

    def __init__(self, wires: Wires, noting: Noting) -> None:
        self.open_bus = noting.open_bus
        self.pin_factory, self.open_port = wires.pin_factory, wires.open_port


class Daemon:
    """The running box. ``show`` needs no loop; ``run`` is the rest of its life on one.

    ``reload`` reads the settings as another start would, for whoever asks what that would change.
    """

    def __init__(self, loaded: Loaded, wires: DaemonWires, reload: Callable[[], Loaded] | None = None) -> None:
        self.loaded, self.wires, self._reload = loaded, wires, reload
        self._noting = Noting(wires.open_bus)
        self.clock = LoopClock()
        self.workers: list[ThreadWorker] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self.box = Box(
            loaded.settings,
            NotedWires(wires, self._noting),
            self.clock,
            self.worker,
            self._post,
            os.urandom,
            time.monotonic,
            time_of_day,
        )

    def worker(self, name: str) -> ThreadWorker:
        made = ThreadWorker(name, self._loop)
        self.workers.append(made)
        return made

    def _post(self, call: Callable[[], None]) -> Any:
        assert self._loop is not None
        return self._loop.call_soon_threadsafe(call)

    def show(self, folder: Path, wiring: str) -> None:
        """The first picture, on this thread; kept in ``folder`` for the next start of a box wired so."""
        self.box.splash()
        for bus in self.box.buses.values():
            bus.flush()
        self._noting.keep(folder, wiring)

    async def run(self, folder: DataFolder) -> int:
        """Play on the table kept in ``folder`` until SIGTERM or SIGINT.

        The exit status: 0, or 1 if something could not be saved. Raises PartLost when the wires are gone.
        """
        import asyncio  # noqa: PLC0415
        import logging  # noqa: PLC0415
        import signal  # noqa: PLC0415

        from engine import catalogue  # noqa: PLC0415
        from firmware_py.beside import Teller  # noqa: PLC0415
        from firmware_py.control import Control  # noqa: PLC0415
        from firmware_py.data_folder import RECORDS  # noqa: PLC0415
        from firmware_py.notify import READY, STOPPING, Condition, Notifier, status  # noqa: PLC0415
        from firmware_py.past_games import Keep  # noqa: PLC0415
        from firmware_py.table import Table  # noqa: PLC0415

        log = logging.getLogger("tabularius")
        self._noting.stop()
        self._loop = loop = asyncio.get_running_loop()
        stopped = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopped.set)
        self.wires.on_gone = lambda: self._post(stopped.set)
        self.clock.attach(loop)
        for worker in self.workers:
            worker.attach(loop)
        data, refused = self.loaded.settings.data, ""

        def office() -> Office:
            from firmware_py.commands.answering import Office  # noqa: PLC0415

            return Office(self.box, self.loaded, folder.path, self.wires.bus_hz, self._reload, refused)

        control = Control(office)
        keep = Keep(folder.path / RECORDS, data.games, data.records)
        table = Table(folder.journal, self.worker("journal"), self.clock, lambda: None, os.urandom, wall, keep=keep)
        notifier = Notifier()
        try:
            table.load()
        except JournalTooNew as problem:
            self.box.refuse("Update Tabularius", ("The saved games are newer.", *ELSE))
            log.error("%s", problem)
            refused = str(problem)
            await control.open(folder)
            notifier.tell(READY, status(refused))
            await self._until(stopped, notifier)
            control.close()
            self.box.stop()
            return 1
        for note in table.notes:
            log.warning("journal: %s", note)
        if table.trouble:
            log.warning("journal: %s: what is played is only in memory (%s)", table.trouble, folder.journal)
        self.box.play(table)
        if GO_ON in os.environ and table.game is None and (played := table.recall(PLAYED, 0)) and self.box.flow:
            table.open(played, self.box.flow.opened)
        teller = Teller(self.clock)
        if teller.wanted:
            teller.follow(table, self.box.among)
        await control.open(folder)
        parts = parts_in_words(len(self.box.glasses), self.loaded.settings.reader is not None)
        condition = Condition(notifier, parts)
        condition.tell(self.box.mishaps.now, table.trouble, READY)

        def drawn() -> None:
            condition.tell(self.box.mishaps.now, table.trouble)
            if teller.wanted:
                teller.look(table)

        self.box.after_drawing = drawn
        log.info("running: %s; data in %s", parts, folder.path)
        for line in catalogue.broken().values():
            log.error("%s", line)
        await self._until(stopped, notifier)
        control.close()
        notifier.tell(STOPPING, status("saving"))
        table.remember(PLAYED, table.number if table.game is not None and not table.finished else 0)
        saved = self.box.stop()
        if self.wires.gone:
            raise PartLost(self.wires.gone)
        log.info("stopped: %s", "everything is saved" if saved else "something could not be saved")
        return 0 if saved else 1

    async def _until(self, stopped: asyncio.Event, notifier: Any) -> None:
        """Wait for the end, and tell the service manager meanwhile that everything moves."""
        import asyncio  # noqa: PLC0415

        alive = asyncio.create_task(self._keep_alive(notifier)) if notifier.interval_s else None
        if not self.wires.gone:
            await stopped.wait()
        if alive is not None:
            alive.cancel()

    async def _keep_alive(self, notifier: Any) -> None:
        import asyncio  # noqa: PLC0415

        while True:
            self.box.tell_alive(notifier)
            await asyncio.sleep(notifier.interval_s)


def parts_in_words(displays: int, reader: bool) -> str:
    """What the companion was given to work with, for the service manager's status."""
    return f"{displays} {'display' if displays == 1 else 'displays'}, {'a' if reader else 'no'} tag reader"


def wall() -> tuple[datetime.datetime, bool]:
    """The time of day in UTC, and whether it is right.

    A Pi has no battery for its clock: there the network must have set it since power-up.
    """
    import datetime  # noqa: PLC0415

    from config.loader import is_pi  # noqa: PLC0415
    from firmware_py.shelf import EARLIEST  # noqa: PLC0415

    now = datetime.datetime.now(datetime.UTC)
    return now, now >= EARLIEST and (not is_pi() or Path(CLOCK_IS_SET).exists())


def time_of_day() -> str:
    """Hours and minutes for the glass; nothing while the clock is not known to be right."""
    now, synchronised = wall()
    return now.astimezone().strftime("%H:%M") if synchronised else ""
