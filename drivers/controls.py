"""The knob and the buttons of the box: raw edges from gpiozero in, Turn, Press and Release out.

gpiozero delivers edges only; what they mean is decided in ``drivers.debounce`` with the loop's clock. This module
joins the two, reads levels again when the decoders ask for it, and keeps the rest working when one pin fails. It
must not know what a control is for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from drivers.debounce import RECHECK_S, Change, ClickGuard, Debouncer, Quadrature
from drivers.errors import PartLost
from drivers.events import Event, Found, Lost, Press, Release, Turn
from drivers.gpio import InputPin, PinFactory, Post
from drivers.seams import Clock, Timer
from drivers.traces import Edge
from drivers.wiring import KNOB, PUSH, ControlsWiring, KnobWiring

RETRY_S = 2.0
CHANNEL_BOUNCE_S = 0.005
STUCK_S = 2.7
"""A button that is down for so long is not being pressed: something lies on it, or its wire is short. The longest that
is asked of a hand is 0.6 s; with the time between two looks this is said within 3 s."""
LAME_MOVES = 6
"""So many moves of one channel on end without any of the other are no turn: that one's wire is off, or it is short."""

EDGES_KEPT = 64
"""Of each contact, for whoever asks how it bounces."""

Emit = Callable[[Event], None]


class _Alarm:
    """One timer that is set anew as often as wanted."""

    def __init__(self, clock: Clock, call: Callable[[], None]) -> None:
        self._clock = clock
        self._call = call
        self._timer: Timer | None = None
        self._due_s: float | None = None

    def at(self, due_s: float | None) -> None:
        if due_s == self._due_s:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._due_s = due_s
        if due_s is not None:
            self._timer = self._clock.later(due_s - self._clock.now_s(), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._due_s = None
        self._call()


class _Part:
    """A control that may be lost and found again, with the pins it needs."""

    def __init__(self, name: str, clock: Clock, emit: Emit) -> None:
        self.name = name
        self.clock = clock
        self.emit = emit
        self.pins: list[InputPin] = []
        self._was_lost = False
        self._retry = _Alarm(clock, self.open)

    def open(self) -> None:
        """Take the pins; if that fails say so once, and try again every ``RETRY_S``."""
        try:
            self.connect()
        except PartLost as problem:
            self.lose(problem)
            return
        if self._was_lost:
            self._was_lost = False
            self.emit(Found(self.name, self.clock.now_s()))

    def connect(self) -> None:
        """Open ``pins`` and read where they stand."""
        raise NotImplementedError

    def quieten(self) -> list[Event]:
        """Stop the timers; what was pressed is let go, and that is to be told."""
        raise NotImplementedError

    def lose(self, problem: PartLost) -> None:
        """The pins failed: let go of them. That is told first, so that no release passes for one of a hand."""
        released = self._free()
        self._retry.at(self.clock.now_s() + RETRY_S)
        if not self._was_lost:
            self._was_lost = True
            self.emit(Lost(self.name, str(problem), self.clock.now_s()))
        for event in released:
            self.emit(event)

    def close(self) -> None:
        self._retry.at(None)
        self._free()

    def _free(self) -> list[Event]:
        released = self.quieten()
        for pin in self.pins:
            pin.close()
        self.pins.clear()
        return released


class _Button(_Part):
    """One contact with a name."""

    def __init__(
        self,
        name: str,
        control: str,
        open_pin: Callable[[str, Callable[[bool, float], None]], InputPin],
        debounce_s: float,
        clock: Clock,
        emit: Emit,
    ) -> None:
        super().__init__(name, clock, emit)
        self.contact: Debouncer | None = None
        self.before_press: Callable[[float], None] | None = None
        self._control = control
        self._open_pin = open_pin
        self._debounce_s = debounce_s
        self._alarm = _Alarm(clock, self._look)
        self._down_s: float | None = None
        self._stuck = False

    def connect(self) -> None:
        pin = self._open_pin(self.name, self._took)
        self.pins.append(pin)
        self.contact = Debouncer(pin.closed(), self.clock.now_s(), self._debounce_s)
        self._alarm.at(self.contact.due_s())
        self._down_s, self._stuck = None, False

    def quieten(self) -> list[Event]:
        self._alarm.at(None)
        told = self.contact is not None and self.contact.told
        self.contact = None
        return [Release(self._control, self.clock.now_s())] if told else []

    def _took(self, closed: bool, at_s: float) -> None:
        if self.contact is not None:
            self._tell(self.contact, self.contact.edge(closed, at_s, self.clock.now_s()))

    def _look(self) -> None:
        if self.contact is None:
            return
        try:
            closed = self.pins[0].closed()
        except PartLost as problem:
            self.lose(problem)
            return
        self._tell(self.contact, self.contact.look(closed, self.clock.now_s()))

    def _tell(self, contact: Debouncer, changes: list[Change]) -> None:
        self._alarm.at(contact.due_s())
        for down, at_s in changes:
            if not down:
                self.emit(Release(self._control, at_s))
                continue
            if self.before_press is not None:
                self.before_press(at_s)
            self.emit(Press(self._control, at_s))
        self._watch(contact.down, self.clock.now_s())

    def _watch(self, down: bool, now_s: float) -> None:
        """Name a button that does not come up again, also one that was down at the start."""
        if not down:
            self._down_s = None
            if self._stuck:
                self._stuck = False
                self.emit(Found(self.name, now_s))
        elif self._down_s is None:
            self._down_s = now_s
        elif not self._stuck and now_s - self._down_s >= STUCK_S:
            self._stuck = True
            where = self.pins[0].where
            message = f"{where} has been down for 3 s: free it, or look for a short in its wire"
            self.emit(Lost(self.name, message, now_s))


class _Knob(_Part):
    """The two channels of the encoder."""

    def __init__(
        self,
        wiring: KnobWiring,
        open_pin: Callable[[str, Callable[[bool, float], None]], InputPin],
        guard_s: float,
        push: _Button | None,
        clock: Clock,
        emit: Emit,
    ) -> None:
        super().__init__(KNOB, clock, emit)
        self._wiring = wiring
        self._open_pin = open_pin
        self._push = push
        self._decoder: Quadrature | None = None
        self._guard_s = guard_s if push is not None else 0.0
        self._guard = ClickGuard(self._guard_s)
        self._rest = _Alarm(clock, self._rested)
        self._settle = _Alarm(clock, self._settled)
        self._moves = [0, 0]  # of each channel, since the other one moved last
        self._edge_s = [clock.now_s(), clock.now_s()]
        self._steady = [False, False]  # whether each channel was closed before it moved last
        self._lame: int | None = None  # the channel that was named
        if push is not None:
            push.before_press = self._pressed

    def connect(self) -> None:
        for channel, name in enumerate(("knob.a", "knob.b")):
            self.pins.append(self._open_pin(name, partial(self._took, channel)))
        a, b = self._levels()
        self._decoder = Quadrature(a, b, self._wiring.transitions_per_detent)
        self._steady = [not a, not b]
        self._guard = ClickGuard(self._guard_s)

    def quieten(self) -> list[Event]:
        for alarm in (self._rest, self._settle):
            alarm.at(None)
        self._decoder, self._moves, self._lame = None, [0, 0], None
        return []

    def _levels(self) -> tuple[bool, bool]:
        a, b = self.pins
        return not a.closed(), not b.closed()

    def _took(self, channel: int, closed: bool, at_s: float) -> None:
        if self._decoder is None:
            return
        self._turned(self._decoder.edge(channel, not closed), at_s)
        self._compare(channel, closed, at_s)
        # From now, not from the edge: edges that are under way must be here before the levels are read.
        now_s = self.clock.now_s()
        self._rest.at(now_s + RECHECK_S)
        self._settle.at(now_s + CHANNEL_BOUNCE_S if self._decoder.unsettled() else None)

    def _compare(self, channel: int, closed: bool, at_s: float) -> None:
        """Name a channel that does not move while the other one does. Bounce and spikes are no moves."""
        calm, self._edge_s[channel] = at_s - self._edge_s[channel] > CHANNEL_BOUNCE_S, at_s
        self._moves[1 - channel] = 0
        if not calm or self._steady[channel] is (not closed):
            return
        self._steady[channel] = not closed
        self._moves[channel] += 1
        now_s = self.clock.now_s()
        if self._lame is not None and self._lame == channel:
            self._lame = None
            self.emit(Found(self.name, now_s))
        elif self._moves[channel] >= LAME_MOVES and self._lame is None:
            self._lame = 1 - channel
            silent, moving = self.pins[1 - channel].where, self.pins[channel].where
            message = f"{silent} does not move while {moving} does: check its wire to the knob"
            self.emit(Lost(self.name, message, now_s))

    def _settled(self) -> None:
        if self._decoder is not None:
            self._turned(self._decoder.settle(), self.clock.now_s())

    def _rested(self) -> None:
        if self._decoder is None:
            return
        try:
            levels = self._levels()
        except PartLost as problem:
            self.lose(problem)
            return
        self._turned(self._decoder.rest(*levels), self.clock.now_s())

    def _turned(self, notches: int, at_s: float) -> None:
        if notches:
            self._tell(self._guard.notch(notches, at_s), at_s)

    def _pressed(self, at_s: float) -> None:
        self._tell(-self._guard.press(at_s), at_s, slip=True)

    def _tell(self, notches: int, at_s: float, *, slip: bool = False) -> None:
        if notches:
            self.emit(Turn(KNOB, -notches if self._wiring.reversed else notches, at_s, slip))


class Controls:
    """Every input that the wiring names, from now until ``close``.

    ``pin_factory`` is any gpiozero factory; ``post(call)`` hands a call over to the loop from any thread; ``emit``
    is called on the loop. To be made and closed on the loop. A pin that cannot be opened or read is a ``Lost`` of
    its control ("knob.push" for the knob's switch), tried again every 2 s, and never an exception. A button that is
    down for 3 s is one as well, and found when it comes up; so is a knob of which only one channel moves.

    A press is told 2 ms after its contact holds, so at most that long after the bounce; a release 20 ms
    (``debounce_ms``) after. A notch is told at once; a lone one that a press follows within ``click_guard_ms`` is taken
    back by a ``Turn`` with ``slip`` before the ``Press``.
    """

    def __init__(self, wiring: ControlsWiring, pin_factory: PinFactory, clock: Clock, post: Post, emit: Emit) -> None:
        numbers = wiring.pins()
        self._edges: dict[str, deque[Edge]] = {name: deque(maxlen=EDGES_KEPT) for name in numbers}

        def open_pin(name: str, took: Callable[[bool, float], None]) -> InputPin:
            edges = self._edges[name]

            def heard(closed: bool, at_s: float) -> None:
                edges.append((at_s, closed))
                took(closed, at_s)

            return InputPin(name, numbers[name], wiring.pull_up, pin_factory, clock, post, heard)

        def button(name: str, control: str) -> _Button:
            return _Button(name, control, open_pin, wiring.debounce_ms / 1000, clock, emit)

        buttons = [button(name, name) for name in wiring.buttons]
        self._parts: list[_Part] = [*buttons]
        if wiring.knob is not None:
            push = None if wiring.knob.push is None else button(PUSH, KNOB)
            knob = _Knob(wiring.knob, open_pin, wiring.click_guard_ms / 1000, push, clock, emit)
            self._parts += [knob] if push is None else [knob, push]
        for part in self._parts:
            part.open()

    def contacts(self) -> list[tuple[InputPin, tuple[Edge, ...]]]:
        """The pins that are open now, each with its latest edges."""
        return [(pin, tuple(self._edges[pin.name])) for part in self._parts for pin in part.pins]

    def close(self) -> None:
        """Give every pin back. Nothing is emitted any more."""
        for part in self._parts:
            part.close()
