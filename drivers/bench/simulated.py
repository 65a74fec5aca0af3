"""Simulated time: a clock that stands until it is told to move, and a worker that runs in step with it."""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable
from typing import Any

from drivers.seams import Done


class SimulatedTimer:
    """A call on a simulated clock."""

    __slots__ = ("call",)

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class SimulatedClock:
    """A clock for tests. Nothing happens until ``advance`` or ``settle``; then calls run in order of time."""

    def __init__(self, start_s: float = 0.0) -> None:
        self._now_s = start_s
        self._order = itertools.count()
        self._calls: list[tuple[float, int, SimulatedTimer]] = []

    def now_s(self) -> float:
        return self._now_s

    def later(self, delay_s: float, call: Callable[[], None]) -> SimulatedTimer:
        timer = SimulatedTimer(call)
        heapq.heappush(self._calls, (self._now_s + max(0.0, delay_s), next(self._order), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Let ``seconds`` pass, making every call that falls due on the way."""
        end_s = self._now_s + seconds
        while self._calls and self._calls[0][0] <= end_s:
            due_s, _, timer = heapq.heappop(self._calls)
            if timer.call is not None:
                self._now_s = max(self._now_s, due_s)
                call, timer.call = timer.call, None
                call()
        self._now_s = max(self._now_s, end_s)

    def settle(self) -> None:
        """Make every call that is due now, without letting time pass."""
        self.advance(0.0)

    def next_s(self) -> float | None:
        """When the next call is due, None if there is none."""
        while self._calls and self._calls[0][2].call is None:
            heapq.heappop(self._calls)
        return self._calls[0][0] if self._calls else None


class SteppedWorker:
    """A worker under a simulated clock: each job takes ``delay_s`` and takes effect at the end of it."""

    def __init__(self, clock: SimulatedClock, delay_s: float = 0.0) -> None:
        self.delay_s = delay_s
        self._clock = clock
        self._jobs: deque[tuple[Callable[[], Any], Done | None]] = deque()
        self._running = False
        self._dead = False

    def run(self, job: Callable[[], Any], done: Done | None = None) -> None:
        self._jobs.append((job, done))
        if not self._running:
            self._start()

    def busy(self) -> bool:
        return bool(self._jobs)

    def close(self, timeout_s: float = 2.0) -> bool:
        while self._jobs:
            self._finish()
        return True

    def kill(self) -> None:
        """The process died: jobs that have not taken effect never will."""
        self._dead = True
        self._jobs.clear()

    def _start(self) -> None:
        self._running = True
        self._clock.later(self.delay_s, self._finish)

    def _finish(self) -> None:
        if self._dead or not self._jobs:
            self._running = False
            return
        job, done = self._jobs.popleft()
        result, error = None, None
        try:
            result = job()
        except Exception as problem:  # noqa: BLE001  (handed to done, which decides)
            error = problem
        try:
            if done is not None:
                done(result, error)
        finally:
            if self._jobs:
                self._start()
            else:
                self._running = False
