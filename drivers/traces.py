"""What a contact really did: its raw edges cut into moves, how long each bounced, and what a knob's two contacts tell.

For looking at the parts of a box (``tabularius doctor``, the first run), not for playing: nothing here decides what a
press is. Pure code; times are seconds on the caller's clock, ``closed`` is the contact after the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

CALM_S = 0.025
"""A contact that has not moved for so long has come to rest: longer than any gap within a bounce."""

Edge = tuple[float, bool]


class Move(NamedTuple):
    """One move of a contact, down or up: all its edges, the last of which holds."""

    edges: tuple[Edge, ...]

    @property
    def down(self) -> bool:
        """Whether the contact ended closed."""
        return self.edges[-1][1]

    @property
    def bounce_ms(self) -> float:
        """From the first edge to the last, in milliseconds: 0 for a clean one."""
        return (self.edges[-1][0] - self.edges[0][0]) * 1000


def moves(edges: Iterable[Edge], calm_s: float = CALM_S) -> list[Move]:
    """The edges of one contact, in order of time, cut where it was calm for ``calm_s``."""
    found: list[list[Edge]] = []
    for at_s, closed in edges:
        if found and at_s - found[-1][-1][0] < calm_s:
            found[-1].append((at_s, closed))
        else:
            found.append([(at_s, closed)])
    return [Move(tuple(each)) for each in found]


class KnobFound(NamedTuple):
    """What a knob turned out to be: as ``KnobWiring`` takes it."""

    transitions_per_detent: int
    reversed: bool


class KnobStudy:
    """Counts the transitions of a knob while a hand turns it by a known number of notches.

    Bounce moves a channel there and back, so it cancels out; channel 0 is A, 1 is B, ``high`` its level.
    """

    _PHASE = ((2, 1), (3, 0))  # [a][b], the order of the levels in a turn clockwise

    def __init__(self, a: bool, b: bool) -> None:
        self._levels = [a, b]
        self._phase = self._PHASE[a][b]
        self.position = 0
        """Transitions since the start, those clockwise as wired counted up."""

    def edge(self, channel: int, high: bool) -> None:
        """A channel moved to ``high``."""
        self._levels[channel] = high
        a, b = self._levels
        phase = self._PHASE[a][b]
        step = (phase - self._phase) % 4
        self._phase = phase
        self.position += -1 if step == 3 else step

    def found(self, notches: int) -> KnobFound | None:
        """What the knob is, if it was turned clockwise by ``notches`` (3 or more); None if that makes no sense.

        A hand may stop between two notches and a contact may lose an edge, so a quarter more or less is allowed.
        """
        share = abs(self.position) / notches
        nearest = min((1, 2, 4), key=lambda span: abs(share - span))
        if abs(share - nearest) > nearest / 4:
            return None
        return KnobFound(nearest, self.position < 0)


def longest_bounce_ms(seen: Sequence[Move]) -> float:
    """The longest bounce among the moves; 0 without any."""
    return max((move.bounce_ms for move in seen), default=0.0)
