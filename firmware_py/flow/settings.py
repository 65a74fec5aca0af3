"""The habits of the flow that a builder or a table may set, as plain values. Knows no settings file."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

LETTERS_A_LINE = 26  # about what a line of small letters holds, where nobody can measure


def _wrapped(text: str) -> Sequence[str]:
    return textwrap.wrap(text, LETTERS_A_LINE)


@dataclass(frozen=True, slots=True)
class Ways:
    """How the flow behaves.

    ``rest_s``: seconds without input after which a single display shows the status; ``dim_s``: after which every
    display dims; 0 is never. ``toast_s``: how long a short message stays. ``hold_s``: how long a hold of the knob is.

    ``has_back`` False: the menu opens on Undo, and pages end in Back. ``seat_buttons``: how many seats have a button.
    ``displays``: the role of each display by its name. ``page_lines``: how many lines of text the smallest display of
    the knob holds, and ``wrap`` breaks a text into such lines. ``translate`` turns an English message into the
    language of the box.
    """

    rest_s: float = 20.0
    dim_s: float = 300.0
    toast_s: float = 1.5
    hold_s: float = 0.6
    brightness: int = 255
    dim_brightness: int = 16
    has_back: bool = True
    seat_buttons: int = 0
    displays: Mapping[str, str] = field(default_factory=lambda: {"display": "all"})
    page_lines: int = 5
    wrap: Callable[[str], Sequence[str]] = _wrapped
    translate: Callable[[str], str] = str
    time_of_day: Callable[[], str] = str
