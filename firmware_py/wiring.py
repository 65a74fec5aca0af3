"""From settings to plain wiring: what is on which pin, for the drivers and for the emulated world alike."""

from __future__ import annotations

from config.schema import Settings
from drivers.wiring import ControlsWiring, KnobWiring


def controls_wiring(settings: Settings) -> ControlsWiring:
    """The knob and every button."""
    buttons = {f"seat.{number}": seat.button for number, seat in enumerate(settings.seats) if seat.button is not None}
    if settings.back is not None:
        buttons["back"] = settings.back.pin
    knob, contacts = settings.knob, settings.contacts
    return ControlsWiring(
        KnobWiring(knob.a, knob.b, knob.push, knob.transitions_per_detent, knob.reversed),
        buttons,
        contacts.debounce_ms,
        contacts.click_guard_ms,
        contacts.pull_up,
    )


def lamp_pins(settings: Settings) -> dict[int, int]:
    """Seat → pin of its lamp."""
    return {number: seat.lamp for number, seat in enumerate(settings.seats) if seat.lamp is not None}
