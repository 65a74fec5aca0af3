"""The habits of the flow that a builder or a table may set, as plain values. Knows no settings file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ways:
    """How the flow behaves.

    ``rest_s``: seconds without input after which a single display shows the status; ``dim_s``: after which every
    display dims. ``has_back`` False: the menu opens on Undo, and pages end in Back. ``translate`` turns an English
    message into the language of the box.
    """

    rest_s: float = 20.0
    dim_s: float = 300.0
    brightness: int = 255
    dim_brightness: int = 16
    has_back: bool = True
    single_display: bool = True
    translate: Callable[[str], str] = str
    time_of_day: Callable[[], str] = str
