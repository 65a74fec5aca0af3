"""What a first run has learned, as the settings that are to be kept (``config.learn``).

Must not know how it was learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from drivers.traces import KnobFound

if TYPE_CHECKING:
    from config.schema import Settings

MOST_DISPLAYS, MOST_SEATS = 8, 5
NAMES = {"all": "main", "prompt": "prompt", "status": "status"}

Changes = dict[str, dict[str, Any]]


class Shown(NamedTuple):
    """A display: where it answers, what it is, and by how many degrees its picture is turned."""

    bus: int
    address: int
    chip: str
    height: int
    rotate_deg: int


def changes(
    full: Settings,
    displays: Sequence[Shown],
    knob: KnobFound,
    back: int | None,
    seats: Sequence[tuple[int, int | None]],
    buzzer: bool,
    port: str,
) -> Changes:
    """What is to be kept. The first of ``displays`` is the one at the knob.

    ``back`` is a pin, each of ``seats`` the pins of a button and of its lamp; None for what is not there. ``port`` is
    the reader's, "" if there is none; ``full`` has the buzzer's pin.
    """
    status = ["status", *(f"seat.{seat}" for seat in range(MOST_SEATS)), "all"]
    roles = ["all"] if len(displays) == 1 else ["prompt", *status]
    found: Changes = {
        "": {
            "profile": "one-oled-knob",
            "without": None,
            "display": [
                {"name": NAMES.get(role, role.replace(".", "-")), "chip": each.chip, "bus": each.bus,
                 "address": each.address, "height": each.height, "role": role, "rotate": each.rotate_deg}
                for each, role in zip(displays, roles, strict=False)
            ],
            "seat": [{"button": pin} if lamp is None else {"button": pin, "lamp": lamp} for pin, lamp in seats] or None,
        },
        "knob": {"transitions_per_detent": knob.transitions_per_detent, "reversed": knob.reversed},
        "back": {"pin": back},
        "buzzer": {"pin": full.buzzer.pin if buzzer and full.buzzer is not None else None},
        "reader": {"port": port or None},
    }  # fmt: skip
    for number in range(MOST_DISPLAYS):  # what was learned of single keys of displays that are not these any more
        found[f"display.{number}"] = dict.fromkeys(("chip", "bus", "address", "height", "role", "rotate"))
    return found
