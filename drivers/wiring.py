"""What of the box is wired to which pin: plain data for the drivers of inputs and for the emulated world.

Pins are BCM numbers of the 40-pin header. Nothing here knows a settings file, a library or a title.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from drivers.errors import WiringError

KNOB = "knob"
PUSH = "knob.push"
HEADER_PINS = range(28)


def check_pins(pins: Iterable[tuple[str, int]]) -> None:
    """Refuse a pin that the header does not have, and one that has two jobs. ``WiringError`` names both."""
    taken: dict[int, str] = {}
    for name, pin in pins:
        if isinstance(pin, bool) or pin not in HEADER_PINS:
            raise WiringError(f"{name} is wired to GPIO {pin}: the header has GPIO 0 to 27, choose one of them")
        if pin in taken:
            raise WiringError(f"GPIO {pin} is wired to both {taken[pin]} and {name}: give each a pin of its own")
        taken[pin] = name


@dataclass(frozen=True, slots=True)
class KnobWiring:
    """A rotary encoder. ``transitions_per_detent``: level changes of A and B together from one detent to the next.

    With ``reversed`` clockwise counts down: for an encoder whose A and B are swapped.
    """

    a: int
    b: int
    push: int | None = None
    transitions_per_detent: int = 4
    reversed: bool = False

    def __post_init__(self) -> None:
        if self.transitions_per_detent not in (1, 2, 4):
            raise WiringError(
                f"the knob has transitions_per_detent = {self.transitions_per_detent}: encoders have 1, 2 or 4"
            )


@dataclass(frozen=True, slots=True)
class ControlsWiring:
    """The knob and the buttons by their control names ("back", "seat.0" …).

    ``pull_up``: contacts close to ground against the pin's own pull-up; otherwise to 3.3 V against its pull-down.
    ``debounce_ms``: how long a contact must stay open before it counts as released.
    ``click_guard_ms``: a lone notch this close to a press of the knob is a slip of the hand; 0 turns that off.
    """

    knob: KnobWiring | None = None
    buttons: Mapping[str, int] = field(default_factory=dict)
    debounce_ms: float = 20.0
    click_guard_ms: float = 100.0
    pull_up: bool = True

    def __post_init__(self) -> None:
        if not 5.0 <= self.debounce_ms <= 100.0:
            raise WiringError(f"debounce_ms = {self.debounce_ms}: a contact needs 5 to 100, 20 suits most")
        if not 0.0 <= self.click_guard_ms <= 500.0:
            raise WiringError(f"click_guard_ms = {self.click_guard_ms}: choose 0 to 500, 100 suits most")
        for name in self.buttons:
            if name in (KNOB, PUSH, "knob.a", "knob.b"):
                raise WiringError(f'a button is named "{name}", which is the knob\'s own name: choose another')
        check_pins(self.pins().items())

    def pins(self) -> dict[str, int]:
        """Every input by name: the buttons' own, and ``knob.a``, ``knob.b``, ``knob.push``."""
        pins: dict[str, int] = {}
        if self.knob is not None:
            pins |= {"knob.a": self.knob.a, "knob.b": self.knob.b}
            if self.knob.push is not None:
                pins[PUSH] = self.knob.push
        return pins | dict(self.buttons)
