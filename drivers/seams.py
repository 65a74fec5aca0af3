"""The two seams through which every wait and every piece of slow work goes: ``Clock`` and ``Worker``.

On the box the clock is the event loop's and a worker is a thread; in tests both are simulated
(``drivers.bench.simulated``), so that every run repeats exactly and no test sleeps.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any, Protocol


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Do not make the call. Harmless once it has been made."""


class Clock(Protocol):
    """Time as the daemon's one loop sees it."""

    def now_s(self) -> float:
        """Monotonic seconds; only differences mean anything."""

    def later(self, delay_s: float, call: Callable[[], None]) -> Timer:
        """Call ``call`` on the loop, ``delay_s`` from now. To be called on the loop."""


Done = Callable[[Any, BaseException | None], None]


class Worker(Protocol):
    """One place where slow work runs, a job at a time, in the order given."""

    def run(self, job: Callable[[], Any], done: Done | None = None) -> None:
        """Run ``job`` off the loop; then call ``done(result, error)`` on the loop (one of the two is None)."""

    def busy(self) -> bool:
        """Whether a job is running or waiting."""

    def close(self, timeout_s: float = 2.0) -> bool:
        """Finish what was given, then end. False if a job still ran when ``timeout_s`` was over."""


class LoopClock:
    """The clock of a running asyncio loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def now_s(self) -> float:
        return self._loop.time()

    def later(self, delay_s: float, call: Callable[[], None]) -> Timer:
        return self._loop.call_later(max(0.0, delay_s), call)


class ThreadWorker:
    """A worker that is one daemon thread; results come back through the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, name: str) -> None:
        self._loop = loop
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Any], Done | None] | None] = queue.SimpleQueue()
        self._open = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def run(self, job: Callable[[], Any], done: Done | None = None) -> None:
        with self._lock:
            self._open += 1
        self._jobs.put((job, done))

    def busy(self) -> bool:
        return self._open > 0

    def close(self, timeout_s: float = 2.0) -> bool:
        self._jobs.put(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (item := self._jobs.get()) is not None:
            job, done = item
            result, error = None, None
            try:
                result = job()
            except BaseException as problem:  # noqa: BLE001  (handed to the loop, which decides)
                error = problem
            with self._lock:
                self._open -= 1
            if done is not None:
                with contextlib.suppress(RuntimeError):  # the loop was closed while the job ran
                    self._loop.call_soon_threadsafe(done, result, error)
