"""Rest and dimming: what the glass does while nobody touches the box. Knows the time, and neither game nor screens."""

from __future__ import annotations

from collections.abc import Callable

from drivers.seams import Clock, Timer


class Rest:
    """Without input, first at rest (if ``may_rest`` says so), later dimmed; ``after_s`` of 0 is never.

    ``changed`` is called when either begins.
    """

    def __init__(
        self, clock: Clock, rest_s: float, dim_s: float, may_rest: Callable[[], bool], changed: Callable[[], None]
    ) -> None:
        self.resting = self.dimmed = False
        self._clock, self._rest_s, self._dim_s = clock, rest_s, dim_s
        self._may_rest, self._changed = may_rest, changed
        self._timers: list[Timer] = []
        self.wake()

    @property
    def asleep(self) -> bool:
        return self.resting or self.dimmed

    def wake(self) -> bool:
        """Somebody is there. True if that had to be told: the box was resting or dim."""
        was = self.asleep
        self.resting = self.dimmed = False
        for timer in self._timers:
            timer.cancel()
        calls = ((self._rest_s, self._rest), (self._dim_s, self._dim))
        self._timers = [self._clock.later(after_s, call) for after_s, call in calls if after_s > 0]
        return was

    def sleep_again(self, resting: bool, dimmed: bool) -> None:
        """What woke it was nothing."""
        self.resting, self.dimmed = resting, dimmed

    def _rest(self) -> None:
        if self._may_rest():
            self.resting = True
            self._changed()

    def _dim(self) -> None:
        self.dimmed = True
        self._changed()
