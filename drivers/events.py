"""What an input driver may say. Frozen, since events cross from a driver's thread to the daemon's loop.

``at_s`` is the reading of the daemon's clock (``Clock.now_s``) at the instant the wire moved, in seconds.
``control`` is the name of a control in the wiring profile: ``"knob"``, ``"back"``, ``"seat.0"`` … ``"seat.4"``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Turn:
    """The knob moved by whole detents: ``notches`` > 0 is clockwise.

    With ``slip`` it takes back the notch told before it, which came of pressing the knob.
    """

    control: str
    notches: int
    at_s: float
    slip: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down and stayed down (debounced)."""

    control: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Release:
    """A button came up again (debounced). A Release without a Press before it never happens."""

    control: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag was laid on the reader. ``text`` is its NDEF text record, None if it has none that can be read.

    ``others`` are the UIDs that lie on the reader at the same time.
    """

    reader: str
    uid: bytes
    text: str | None
    at_s: float
    others: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class TagGone:
    """A tag was lifted."""

    reader: str
    uid: bytes
    at_s: float


@dataclass(frozen=True, slots=True)
class Lost:
    """A part stopped answering. ``message`` names the part, bus, address and likely cause in one line."""

    part: str
    message: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Found:
    """A lost part answers again, and has been set up anew."""

    part: str
    at_s: float


Event: TypeAlias = Turn | Press | Release | Tag | TagGone | Lost | Found
