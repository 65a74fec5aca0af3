"""The copper of the emulated header: contacts that bounce on their way, lines that are pulled or driven.

``Pins`` is what hands and lamps see; ``Header`` is the same copper as one run of the daemon holds it, and goes dead
when the next one takes over, as the lines of a process do when it ends. Time comes from a clock, chance from a seed.
What a contact or a lamp is for is not known here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from drivers.bench.factory import BenchFactory, Heard, Pull
from drivers.seams import Clock

PULLED_UP_AT_RESET = range(9)
HISTORY = 1_000

Edge = tuple[float, bool]
"""When (seconds), and whether the contact is closed from then on."""


def bounce(chance: Random, closed: bool, at_s: float, span_s: float, most: int = 12) -> list[Edge]:
    """A contact on its way to ``closed`` from ``at_s`` on: it touches and parts for up to ``span_s``, then holds."""
    swings = chance.randint(0, most // 2) if span_s > 0.0 else 0
    times = sorted(chance.uniform(0.0, span_s) for _ in range(2 * swings))
    states = [closed if turn % 2 else not closed for turn in range(2 * swings)]
    return [(at_s, closed), *((at_s + time_s, state) for time_s, state in zip(times, states, strict=True))]


class Pins:
    """All lines of the header, with what is wired to them."""

    def __init__(self, clock: Clock, closes_to: bool = False) -> None:
        self._clock = clock
        self._closes_to = closes_to
        self._closed: dict[int, bool] = {}
        self._torn: set[int] = set()
        self._pulls: dict[int, Pull] = {}
        self._driven: dict[int, bool] = {}
        self._levels: dict[int, bool] = {}
        self._deaf: dict[int, int] = {}
        self._history: dict[int, deque[tuple[float, bool]]] = {}
        self._header: Header | None = None
        self._powered = True
        self._listeners: list[Callable[[int, bool], None]] = []

    # ---- hands

    def play(self, pin: int, edges: Sequence[Edge]) -> None:
        """Let the contact at ``pin`` go through ``edges``, which lie in the future and in order."""
        now_s = self._clock.now_s()
        for place, (at_s, closed) in enumerate(edges, start=1):
            self._clock.later(at_s - now_s, partial(self._move, pin, closed, at_s, place < len(edges)))

    def tear(self, pin: int) -> None:
        """Pull the wire of a contact off: the line sees nothing but its pull."""
        self._torn.add(pin)
        self._settle(pin, self._clock.now_s(), False)

    def mend(self, pin: int) -> None:
        """Put the wire back."""
        self._torn.discard(pin)
        self._settle(pin, self._clock.now_s(), False)

    def lose_edges(self, pin: int, edges: int = 1) -> None:
        """The next ``edges`` of this line are not delivered, as a queue that ran over loses them; 0 ends that."""
        self._deaf[pin] = edges

    # ---- eyes and ears

    def level(self, pin: int) -> bool:
        """The level of a line, True for high."""
        if pin in self._driven:
            return self._driven[pin]
        if self._closed.get(pin, False) and pin not in self._torn:
            return self._closes_to
        pull = self._pulls.get(pin, "floating")
        return pull == "up" or (pull == "floating" and pin in PULLED_UP_AT_RESET)

    def driven(self, pin: int) -> bool:
        """Whether the daemon drives this line high."""
        return self._driven.get(pin, False)

    def history(self, pin: int) -> list[tuple[float, bool]]:
        """What was driven on a line: ``(at_s, high)`` at each change, the latest 1,000."""
        return list(self._history.get(pin, ()))

    def listen(self, call: Callable[[int, bool], None]) -> None:
        """Call ``call(pin, high)`` whenever a driven line changes."""
        self._listeners.append(call)

    # ---- the supply and the process that holds the lines

    def connect(self) -> Header:
        """The header for a new run of the daemon; the one before is dead from now on."""
        self._let_go()
        self._header = Header(self)
        return self._header

    def take_over(self, header: Header) -> None:
        """The same, with a header of one's own."""
        self._let_go()
        self._header = header

    def release(self, header: Header) -> None:
        """The process that held ``header`` has ended."""
        if self._header is header:
            self._let_go()

    def power(self, on: bool) -> None:
        """The supply: without it nothing is driven and no edge is heard."""
        self._powered = on
        if not on:
            self._let_go()

    def now_s(self) -> float:
        """The time that edges carry."""
        return self._clock.now_s()

    def held_by(self, header: Header) -> bool:
        """Whether this header is the living one."""
        return self._header is header

    def claim(self, pin: int, pull: Pull) -> None:
        """Make a line an input with that pull."""
        self._stop_driving(pin)
        self._pulls[pin] = pull
        # A pull that is switched on moves the line, but nobody watches a pin that is being set up.
        self._levels[pin] = self.level(pin)

    def drive(self, pin: int, high: bool) -> None:
        """Drive a line."""
        if not self._powered:
            return
        before = self._driven.get(pin)
        self._driven[pin] = high
        if before != high and (before is not None or high):
            self._note(pin, high)

    def _let_go(self) -> None:
        self._header = None
        self._pulls.clear()
        self._levels.clear()
        for pin in list(self._driven):
            self._stop_driving(pin)

    def _stop_driving(self, pin: int) -> None:
        if self._driven.pop(pin, False):
            self._note(pin, False)

    def _note(self, pin: int, high: bool) -> None:
        self._history.setdefault(pin, deque(maxlen=HISTORY)).append((self._clock.now_s(), high))
        for call in self._listeners:
            call(pin, high)

    def _move(self, pin: int, closed: bool, at_s: float, more: bool) -> None:
        self._closed[pin] = closed
        self._settle(pin, at_s, more)

    def _settle(self, pin: int, at_s: float, more: bool) -> None:
        level = self.level(pin)
        moved = level != self._levels.get(pin, level)
        self._levels[pin] = level
        if moved and self._deaf.get(pin, 0) > 0:
            self._deaf[pin] -= 1
            moved = False
        if self._header is not None and self._powered:
            self._header.edge(pin, level if moved else None, at_s, more)


class Header:
    """The lines as one run of the daemon holds them (a ``Copper``). Once it is dead it does nothing."""

    def __init__(self, pins: Pins) -> None:
        self._pins = pins
        self._watchers: dict[int, Heard] = {}

    def pin_factory(self) -> BenchFactory:
        """A gpiozero factory on these lines."""
        return BenchFactory(self)

    def edge(self, pin: int, level: bool | None, at_s: float, more: bool) -> None:
        """A line moved to ``level`` (None: it did not). ``more``: the same contact will go on moving at once."""
        heard = self._watchers.get(pin)
        if heard is not None and level is not None:
            heard(level, at_s)

    def now_s(self) -> float:
        return self._pins.now_s()

    def claim(self, pin: int, pull: Pull) -> None:
        if self._pins.held_by(self):
            self._pins.claim(pin, pull)

    def level(self, pin: int) -> bool:
        return self._pins.level(pin)

    def drive(self, pin: int, level: bool) -> None:
        if self._pins.held_by(self):
            self._pins.drive(pin, level)

    def watch(self, pin: int, heard: Heard | None) -> None:
        if heard is None:
            self._watchers.pop(pin, None)
        else:
            self._watchers[pin] = heard
