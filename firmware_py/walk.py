"""Steps that wait in between, on any clock: a generator that yields how many seconds it wants to wait.

For what goes on one thing after another for a while and is then over (an examination of the parts, a first run), where
a thread would wait and a simulated clock must not. Knows nothing of what the steps do.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, TypeAlias, TypeVar

from drivers.seams import Clock, Timer

T = TypeVar("T")
Steps: TypeAlias = Generator[float, None, T]

GRAIN_S = 0.02


class Walk(Generic[T]):
    """Goes through ``steps`` on ``clock``, then calls ``done(result, error)``; one of the two is None."""

    def __init__(self, clock: Clock, steps: Steps[T], done: Callable[[T | None, BaseException | None], None]) -> None:
        self._clock, self._steps, self._done = clock, steps, done
        self._timer: Timer | None = clock.later(0.0, self._next)

    def stop(self) -> None:
        """End it where it is; ``done`` is not called."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._steps.close()

    def _next(self) -> None:
        self._timer = None
        try:
            wait_s = next(self._steps)
        except StopIteration as end:
            self._done(end.value, None)
        except Exception as problem:  # noqa: BLE001  (handed on; a loop would only print it)
            self._done(None, problem)
        else:
            self._timer = self._clock.later(wait_s, self._next)


def until(clock: Clock, true: Callable[[], bool], most_s: float) -> Steps[bool]:
    """Wait until ``true()``, for at most ``most_s``; whether it came true."""
    end_s = clock.now_s() + most_s
    while not true():
        if clock.now_s() >= end_s:
            return False
        yield GRAIN_S
    return True
