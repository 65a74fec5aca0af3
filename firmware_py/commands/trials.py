"""What of the doctor's examination takes hands: each button pressed, the knob turned, a tag laid on the reader.

Each display says what to do and shows how the contact bounced; a part that is not touched in time is a finding too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from drivers.errors import PartLost
from drivers.pn532 import Target
from drivers.traces import CALM_S, KnobStudy, moves
from firmware_py.commands.examination import Examination, bounce, level
from firmware_py.commands.findings import Finding, of_problem
from firmware_py.screens import render, service
from firmware_py.view import Header, Notice, View
from firmware_py.walk import Steps, until
from firmware_py.wiring import controls_wiring

if TYPE_CHECKING:
    from PIL.Image import Image

NOTCHES = 4
TURNED_S = 1.0  # a hand that turns slowly rests no longer than this between two notches
SHOWN_S = 1.5
POLL_S = 0.15


class Trials:
    """Asks for one move after another, on the displays and through ``ask``; waits ``hands_s`` for each."""

    def __init__(self, examined: Examination, hands_s: float, ask: Callable[[str], None]) -> None:
        self.examined, self.hands_s, self._ask = examined, hands_s, ask
        self.clock, self.tell = examined.clock, examined.tell

    def steps(self) -> Steps[None]:
        for name in self.examined.control_names():
            yield from self._press(name)
        if {"knob.a", "knob.b"} <= self.examined.pins.keys():
            yield from self._turn()
        if self.examined.chip is not None:
            yield from self._lay()

    def ask(self, what: str) -> None:
        """Say what to do, everywhere."""
        self._ask(what)
        self._show(lambda width, height: render(View(Notice(Header("", "", "Test"), (what,))), width, height))

    def _show(self, picture: Callable[[int, int], Image]) -> None:
        for display in self.examined.displays:
            display.show(picture(display.width, display.height))

    # ---- buttons

    def _press(self, name: str) -> Steps[None]:
        edges, told = self.examined.edges[name], self.examined.spoken(name)
        edges.clear()
        self.ask(f"Press {told} and let it go.")

        def over() -> bool:
            return bool(edges) and not edges[-1][1] and self.clock.now_s() - edges[-1][0] > 2 * CALM_S

        where = self.examined.pins[name].where.rpartition(" on ")[2]
        if not (yield from until(self.clock, over, self.hands_s)):
            remedy = f"check the wire from {where} to the contact and from there to ground"
            found = f"{where}: no press came within {self.hands_s:g} s"
            if edges:
                found = f"{where}: it went down and did not come up within {self.hands_s:g} s"
            self.tell(Finding(f"button {name}", False, found, remedy))
            return
        seen = moves(edges)
        self._show(lambda width, height: service.trace(width, height, told, seen))
        self.tell(bounce(f"button {name}", f"{where}:", seen, self.examined.settings.contacts))
        yield SHOWN_S

    # ---- the knob

    def _turn(self) -> Steps[None]:
        wired = controls_wiring(self.examined.settings).knob
        assert wired is not None
        pins = [self.examined.pins[name] for name in ("knob.a", "knob.b")]
        sides = [self.examined.edges[name] for name in ("knob.a", "knob.b")]
        a, b = (level(pin) for pin in pins)
        if isinstance(a, PartLost) or isinstance(b, PartLost):
            self.tell(of_problem("knob", a if isinstance(a, PartLost) else b))
            return
        study = KnobStudy(not a, not b)
        for edges in sides:
            edges.clear()
        self.ask(f"Turn the knob {NOTCHES} notches to the right, slowly.")

        def over() -> bool:
            latest = max((edges[-1][0] for edges in sides if edges), default=None)
            return latest is not None and self.clock.now_s() - latest > TURNED_S

        yield from until(self.clock, over, self.hands_s)
        silent = [pin.where for pin, edges in zip(pins, sides, strict=True) if not edges]
        if silent:
            found = f"no edge came from {' nor from '.join(silent)}"
            self.tell(Finding("knob", False, found, "check that wire, and the knob's middle contact to ground"))
            return
        for _, channel, closed in sorted((at_s, number, closed) for number in (0, 1) for at_s, closed in sides[number]):
            study.edge(channel, not closed)
        found = f"{abs(study.position)} transitions in {NOTCHES} notches"
        known = study.found(NOTCHES)
        if known is None:
            self.tell(Finding("knob", False, found, f"try again with {NOTCHES} notches; else check its wires"))
            return
        wrong = []
        if known.transitions_per_detent != wired.transitions_per_detent:
            wrong.append(f"knob.transitions_per_detent = {known.transitions_per_detent}")
        if known.reversed != wired.reversed:
            wrong.append(f"knob.reversed = {str(known.reversed).lower()}")
        self.tell(Finding("knob", not wrong, found, f"set {' and '.join(wrong)}" if wrong else ""))

    # ---- a tag

    def _lay(self) -> Steps[None]:
        chip = self.examined.chip
        assert chip is not None
        self.ask("Lay a tag on the reader.")
        end_s = self.clock.now_s() + self.hands_s
        while self.clock.now_s() < end_s:
            targets = yield from self.examined.on_reader(chip.list_targets, self.hands_s)
            if isinstance(targets, BaseException):
                self.tell(of_problem("reader", targets))
                return
            if targets:
                target: Target = targets[0]
                yield from self.examined.report_tag(target)
                return
            yield POLL_S
        found = f"the reader saw no tag within {self.hands_s:g} s"
        self.tell(Finding("tag", False, found, "lay it flat, away from metal; is it one for 13.56 MHz (NTAG, MIFARE)?"))
