"""What a contact means: debounce of a button, the decoder of the knob, and the guard against a notch in a click.

Pure code that is told times and never asks for one: it knows no pin, no library, no clock. Times are seconds on the
caller's clock; an edge carries the time at which the wire moved, so that late delivery changes nothing.

A contact moves like this (closed is drawn low, as with a pull-up)::

    open   ----. .-. .--.                     .-. .----------
    closed     '-' '-'  '---------------------' '-'
               |<------>|  solid              |<->|
               up to 20 ms of bounce           and again
"""

from __future__ import annotations

from typing import NamedTuple

SPIKE_S = 0.002
"""A contact must stay closed this long to be a press: twice the longest spike that must not be one (1 ms)."""

DOUBT_S = 0.005
"""How long an edge may be under way when the level that is read already differs from the last edge."""

RECHECK_S = 0.050
"""The level is read once more this long after the last edge."""

WATCH_S = 0.250
"""While a button is down its level is read this often, so that a lost edge cannot hold it down."""

GRAIN_S = 1e-6
"""Timers that are due by sums of floats may be early by less than this."""


class Change(NamedTuple):
    """A button went down or came up; ``at_s`` is the first touch or parting of the contact."""

    down: bool
    at_s: float


class Debouncer:
    """One contact, in its raw edges and its debounced changes.

    Down counts once the contact has been closed for ``SPIKE_S`` without a break, which is as early as a 1 ms spike
    allows; up counts once it has been open for ``debounce_s``, spikes left out, longer than any gap within a bounce.
    So bounce of up to ``debounce_s`` can neither lose a press nor double one, nor can spikes in between. A contact that
    is closed at the start is down without a change, and its release is no change either.
    """

    def __init__(self, closed: bool, at_s: float, debounce_s: float, spike_s: float = SPIKE_S) -> None:
        self.down = closed
        self._told = False
        self._debounce_s = debounce_s
        self._spike_s = spike_s
        self._closed = closed
        self._since_s = at_s
        self._parted_s: float | None = None  # since when it has been open but for spikes
        self._moved_s: float | None = None
        self._doubt_s: float | None = None
        self._edge_s = at_s
        self._looked_s = at_s
        self._checked = False
        self._up_by_look = False

    def edge(self, closed: bool, at_s: float, now_s: float | None = None) -> list[Change]:
        """The wire moved to ``closed`` at ``at_s``, and that is known at ``now_s``, at once if it is not given."""
        self._doubt_s = None
        if closed and self._up_by_look and at_s < self._settles_s():
            # Its edges were late, and a look took the contact for up in the middle of them: this is still bounce.
            self.down = True
        changes = self._hold_until(at_s)
        self._up_by_look = False
        self._edge_s = at_s if now_s is None else now_s
        self._checked = False
        if closed == self._closed:
            # The edge between was lost, or a look has already seen this one: either way this is the newer fact.
            self._since_s = at_s
            if not closed:
                self._parted_s = at_s
        else:
            self._flip(closed, at_s)
        return changes

    def look(self, closed: bool, now_s: float) -> list[Change]:
        """The level was read as ``closed`` at ``now_s``; to be called when ``due_s`` has come."""
        self._looked_s = now_s
        if closed == self._closed:
            self._doubt_s = None
            self._checked = self._checked or now_s >= self._edge_s + RECHECK_S - GRAIN_S
            was_down = self.down
            changes = self._hold_until(now_s)
            self._up_by_look |= was_down and not self.down
            return changes
        if self._doubt_s is None:
            self._doubt_s = now_s
            return []
        if now_s < self._doubt_s + DOUBT_S - GRAIN_S:
            return []
        at_s, self._doubt_s = self._doubt_s, None
        self._edge_s = now_s
        self._checked = False
        self._flip(closed, at_s)
        return self._hold_until(now_s)

    def due_s(self) -> float | None:
        """When the level should be read next, None as long as nothing moves."""
        if self._doubt_s is not None:
            return self._doubt_s + DOUBT_S
        if self._closed != self.down:
            return self._settles_s()
        if not self._checked:
            return self._edge_s + RECHECK_S
        return self._looked_s + WATCH_S if self.down else None

    @property
    def told(self) -> bool:
        """Whether a press was reported whose release was not."""
        return self._told

    def _settles_s(self) -> float:
        """From when on the level counts, if it stays as it is."""
        if self._closed or self._parted_s is None:
            return self._since_s + self._spike_s
        return self._parted_s + self._debounce_s

    def _flip(self, closed: bool, at_s: float) -> None:
        if closed != self.down and (self._moved_s is None or at_s - self._since_s >= self._debounce_s):
            self._moved_s = at_s
        if not closed and (self._parted_s is None or at_s - self._since_s > self._spike_s / 2 + GRAIN_S):
            self._parted_s = at_s
        self._closed = closed
        self._since_s = at_s

    def _hold_until(self, until_s: float) -> list[Change]:
        if self._closed == self.down or self._doubt_s is not None:
            return []
        if until_s < self._settles_s() - GRAIN_S:
            return []
        self.down = self._closed
        if self.down:
            self._parted_s = None
        moved_s = self._since_s if self._moved_s is None else self._moved_s
        self._moved_s = None
        known, self._told = self._told, self.down
        if not self.down and not known:
            return []
        return [Change(self.down, max(moved_s, self._since_s - self._debounce_s))]


class Quadrature:
    """The two channels of a knob, in levels (True = open = high with a pull-up), and the notches they make.

    One turn clockwise over four transitions, as the position sees it::

        A open  ------.       .-------        position   0   1   2   3   4
        A closed      '-------'               A          1   0   0   1   1
        B open  ----------.       .---        B          1   1   0   0   1
        B closed          '-------'

    The position modulo 4 always equals the levels, so bounce on a channel moves it there and back. A notch is told
    when the position is a whole detent away from the last one told. Detents lie where the knob stands at the start
    (at both open if it stands between); should it come to rest elsewhere three times running, they lie there.

    An edge that repeats its channel's level tells that the one between was lost, and so does a level that is read
    at rest. If the other channel has moved on meanwhile, the lost edge came before or after that, two turns that
    are four transitions apart; the middle is taken then, so that neither is far off.
    """

    _PHASE = ((2, 1), (3, 0))  # [a][b]

    def __init__(self, a: bool, b: bool, transitions_per_detent: int) -> None:
        self._span = transitions_per_detent
        self._levels = [a, b]
        phase = self._PHASE[a][b]
        self._position = -1 if phase == 3 else phase
        self._detent = 0 if self._span == 4 and phase != 2 else self._position
        self._way = 1
        self._meanwhile = [False, False]  # per channel: whether the other one has moved since this one's last edge
        self._strikes = 0

    def edge(self, channel: int, high: bool) -> int:
        """Channel 0 (A) or 1 (B) moved to ``high``. Whole notches, clockwise positive."""
        meanwhile, self._meanwhile[channel] = self._meanwhile[channel], False
        self._meanwhile[1 - channel] = True
        if self._levels[channel] != high:
            self._levels[channel] = high
            self._move()
        elif meanwhile and self._span < 4:
            clockwise = (self._levels[0] == self._levels[1]) == (channel == 1)
            self._detent -= 2 if clockwise else -2
        return self._told()

    def rest(self, a: bool, b: bool) -> int:
        """The levels as they were read after a while without an edge: what lost edges left is put right."""
        moved = [channel for channel, high in enumerate((a, b)) if self._levels[channel] != high]
        self._levels = [a, b]
        step = self._move()
        if len(moved) == 1 and self._meanwhile[moved[0]] and self._span < 4:
            self._detent += 2 * step
        self._meanwhile = [False, False]
        notches = self.settle()
        if (self._position - self._detent) % self._span == 0:
            self._strikes = 0
        else:
            self._strikes += 1
            if self._strikes == 3:
                self._strikes = 0
                self._detent = self._position
        return notches

    def settle(self) -> int:
        """Bounce is over: what was held back until then. Only a knob with one transition per detent holds back."""
        return self._pass(self._position - self._detent)

    def unsettled(self) -> bool:
        """Whether ``settle`` would tell a notch."""
        return abs(self._position - self._detent) >= self._span

    def _move(self) -> int:
        """Follow the levels; by how many transitions."""
        a, b = self._levels
        step = (self._PHASE[a][b] - self._position) % 4
        if step == 3:
            step = -1
        elif step == 2:
            # Both channels moved unseen: half a turn either way looks the same, so it went on as it was going.
            step = 2 if (self._position - self._detent or self._way) > 0 else -2
        self._way = step or self._way
        self._position += step
        return step

    def _told(self) -> int:
        gap = self._position - self._detent
        if self._span == 1:
            # The latest transition may still bounce back; all before it are certain.
            gap -= max(-1, min(1, gap))
        return self._pass(gap)

    def _pass(self, gap: int) -> int:
        notches = int(gap / self._span)
        self._detent += notches * self._span
        return notches


class ClickGuard:
    """Finds the lone notch that pressing a knob makes, without holding up any real turn.

    Every notch is told at once. A lone one, with no other within ``guard_s`` before it, that is followed by a press
    within ``guard_s`` was a slip, and is to be taken back. One that comes so soon after a press is held until a
    second one shows that it is a turn; it is dropped if none comes.
    """

    def __init__(self, guard_s: float) -> None:
        self._guard_s = guard_s
        self._turned_s: float | None = None
        self._pressed_s: float | None = None
        self._lone = 0
        self._held = 0

    def notch(self, notches: int, at_s: float) -> int:
        """The knob moved at ``at_s``. What is to be told now."""
        turning = self._turned_s is not None and at_s - self._turned_s <= self._guard_s
        self._turned_s = at_s
        held, self._held = self._held if turning else 0, 0
        if held or turning or abs(notches) > 1 or self._guard_s == 0.0:
            self._lone = 0
            return held + notches
        if self._pressed_s is not None and abs(at_s - self._pressed_s) <= self._guard_s:
            self._held = notches
            return 0
        self._lone = notches
        return notches

    def press(self, at_s: float) -> int:
        """The knob was pressed at ``at_s``. What was told and is to be taken back: 0, or a lone notch."""
        self._pressed_s = at_s
        slip = self._lone
        self._lone = 0
        return slip if self._turned_s is not None and abs(at_s - self._turned_s) <= self._guard_s else 0
