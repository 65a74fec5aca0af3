"""The two seams through which every wait and every piece of slow work goes: ``Clock`` and ``Worker``.

On the box the clock is the event loop's and a worker is a thread; in tests both are simulated
(``drivers.bench.simulated``), so that every run repeats exactly and no test sleeps.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import asyncio


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
    """The clock of an asyncio loop. Calls made before ``attach`` wait for it: the first picture needs no loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._loop = loop
        self._early: list[_EarlyTimer] = []

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on calls are made on ``loop``, which is running."""
        self._loop = loop
        for timer in self._early:
            timer.start(loop)
        self._early.clear()

    def now_s(self) -> float:
        return time.monotonic()

    def later(self, delay_s: float, call: Callable[[], None]) -> Timer:
        if self._loop is not None:
            return self._loop.call_later(max(0.0, delay_s), call)
        timer = _EarlyTimer(time.monotonic() + max(0.0, delay_s), call)
        self._early.append(timer)
        return timer


class _EarlyTimer:
    """A call on a loop that does not run yet."""

    def __init__(self, due_s: float, call: Callable[[], None]) -> None:
        self._due_s, self._call = due_s, call
        self._timer: Timer | None = None
        self._cancelled = False

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._cancelled:
            self._timer = loop.call_later(max(0.0, self._due_s - time.monotonic()), self._call)

    def cancel(self) -> None:
        self._cancelled = True
        if self._timer is not None:
            self._timer.cancel()


class ThreadWorker:
    """A worker that is one daemon thread; results come back through the loop, which may be attached later.

    Jobs given before that wait for it.
    """

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Any], Done | None] | None] = queue.SimpleQueue()
        self._open = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        if loop is not None:
            self.attach(loop)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to work, and bring the results to ``loop``."""
        self._loop = loop
        self._thread.start()

    def run(self, job: Callable[[], Any], done: Done | None = None) -> None:
        with self._lock:
            self._open += 1
        self._jobs.put((job, done))

    def busy(self) -> bool:
        return self._open > 0

    def close(self, timeout_s: float = 2.0) -> bool:
        if not self._thread.is_alive():
            return not self.busy()
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
            if done is not None and self._loop is not None:
                with contextlib.suppress(RuntimeError):  # the loop was closed while the job ran
                    self._loop.call_soon_threadsafe(done, result, error)
