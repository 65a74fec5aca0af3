"""The doctor beside a running companion: each of its parts is asked how it is, and nothing of the game is disturbed.

Displays get three bytes, contacts are read, reader and lamps have told already how they are; files are looked at on a
thread of their own. What takes the glass or the hands away from the game is left to the examination that is made
without a companion (``examination``, ``trials``), and that is said.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from drivers.errors import PartLost
from drivers.oled import Display
from drivers.traces import Edge, moves
from drivers.wiring import KNOB
from firmware_py.commands import findings
from firmware_py.commands.examination import (
    DISPLAYS_S,
    READER_S,
    about_card,
    bounce,
    card,
    described,
    elsewhere,
    firmware_of,
    level,
    moved_to,
    speed,
)
from firmware_py.commands.findings import Finding, of_problem
from firmware_py.daemon import wall
from firmware_py.flow.troubles import AGAIN, CARD
from firmware_py.walk import Steps, until
from firmware_py.wiring import controls_wiring, lamp_pins

if TYPE_CHECKING:
    from firmware_py.box import Box
    from firmware_py.commands.answering import Office

FILES_S = 60.0
CARDS_S = 5.0


class Checkup:
    """One look at a running companion. ``tell`` gets each finding as it is made.

    With ``cards`` the test card of each display passes over the glass, until the next input that changes a picture.
    """

    def __init__(self, office: Office, tell: Callable[[Finding], None], cards: bool = False) -> None:
        self.office, self.tell, self.cards = office, tell, cards
        self.box: Box = office.box

    def steps(self) -> Steps[None]:
        office = self.office
        self.tell(self._companion())
        self._all(findings.messages(office.loaded))
        yield from self._files()
        self.tell(findings.clock(*wall()))
        yield from self._displays()
        self._contacts()
        self._outputs()
        yield from self._reader()
        self.tell(self._left())
        self._all(findings.settings(office.loaded))

    def _all(self, made: Iterator[Finding] | Sequence[Finding]) -> None:
        for each in made:
            self.tell(each)

    def _mended(self, part: str, finding: Finding) -> Finding:
        """A finding of a part that is well now, with what has become of it since the start."""
        times, last = self.box.mishaps.history(part)
        if not finding.ok or not times:
            return finding
        cause, _, remedy = last.rpartition(": ")
        often = "once" if times == 1 else f"{times} times"
        found = f"{finding.found}; was lost {often} since the start, last: {cause or remedy}"
        return finding._replace(found=found, remedy=finding.remedy or remedy)

    def _left(self) -> Finding:
        """What was not done, since a game may be on the glass."""
        stop = "for those stop the companion (sudo systemctl stop tabularius), then ask the doctor again"
        if self.cards:
            return Finding(
                "hands", True, "no button, knob or tag was asked for, since a game may be on the glass", stop
            )
        found = "no test card was shown and no button asked for, since a game may be on the glass"
        return Finding("hands", True, found, f"--cards shows the cards for {CARDS_S:.0f} s; {stop}")

    # ---- the companion and its files

    def _companion(self) -> Finding:
        what = f"process {os.getpid()}"
        if self.office.refused:
            return Finding("companion", False, f"{what} runs, but nothing can be played", self.office.refused)
        if stuck := self.box.stuck():
            return Finding("companion", False, f"{what}: {stuck}", "it is restarted by itself; else restart it")
        table = self.box.table
        game = table.game if table is not None else None
        playing = f"{game.title.label}, {game.way.label}: {game.page(None).status}" if game else "no game is played"
        return Finding("companion", True, f"{what} runs; {playing}")

    def _files(self) -> Steps[None]:
        data, loaded, reload, table = self.office.data, self.office.loaded, self.office.reload, self.box.table
        worker, got = self.office.worker, list[tuple[list[Finding] | None, BaseException | None]]()
        assert worker is not None

        def look() -> list[Finding]:
            later = findings.later(loaded, reload) if reload is not None else ()
            return [*later, *findings.folder(data), *findings.kept_journal(data)]

        worker.run(look, lambda made, error: got.append((made, error)))
        if not (yield from until(self.box.clock, lambda: bool(got), FILES_S)):
            found = f"{data} has not answered for {FILES_S:.0f} s"
            self.tell(Finding("data folder", False, found, "the card hangs: change it when the game is over"))
            return
        made, error = got[0]
        if error is not None:
            raise error
        self._all(made or ())
        if table is not None and table.trouble:
            remedy = CARD.get(table.trouble, ("", AGAIN))[1]
            found = f"{table.trouble}; {table.unsaved} answers are only in memory"
            self.tell(Finding("journal", False, found, f"do not unplug. {remedy}"))

    # ---- displays

    def _displays(self) -> Steps[None]:
        shown = [glass.display for glass in self.box.glasses]
        for display in shown:
            display.ask(0.0)
        yield from until(
            self.box.clock,
            lambda: all(each.lost is not None or each.bus.idle for each in shown),
            DISPLAYS_S,
        )
        for number in sorted(self.box.buses):
            if any(each.lost is None for each in shown if each.bus.number == number):
                self.tell(speed(number, self.office.bus_hz(number)))
        if self.cards:
            yield from self._show_cards()
        for place, display in enumerate(shown):
            self.tell((yield from self._display(place, display, shown)))

    def _display(self, place: int, display: Display, shown: Sequence[Display]) -> Steps[Finding]:
        part = f"display {display.part}"
        if display.lost is None:
            remedy = ""
            if self.cards:
                remedy = about_card(display, f"display.{place}", self.office.loaded.settings.displays[place].rotate)
            finding = Finding(part, True, f"{described(display)} answers, and shows the game", remedy)
            return self._mended(display.part, finding)
        found = yield from elsewhere(self.box.clock, self.box.buses.__getitem__, sorted(self.box.buses), shown)
        return moved_to(of_problem(part, display.lost), f"display.{place}", found)

    def _show_cards(self) -> Steps[None]:
        try:
            for glass in self.box.glasses:
                glass.display.show(card(glass.display))
            yield CARDS_S
        finally:
            for glass in self.box.glasses:
                glass.shown = None  # whatever the flow says is drawn anew
            self.box.changed()

    # ---- contacts

    def _contacts(self) -> None:
        controls = self.box.controls
        if controls is None:
            if lost := self.box.mishaps.lost("pins"):
                self.tell(of_problem("pins", lost))
            return
        traced = {pin.name: (pin, edges) for pin, edges in controls.contacts()}
        for name in controls_wiring(self.office.loaded.settings).pins():
            part = KNOB if name in ("knob.a", "knob.b") else name
            if lost := self.box.mishaps.lost(part):
                self.tell(of_problem(f"contact {name}", lost))
                continue
            if name not in traced:
                self.tell(Finding(f"contact {name}", False, "it is not open", "ask again in a moment"))
                continue
            pin, edges = traced[name]
            where, closed = pin.where.rpartition(" on ")[2], level(pin)
            if isinstance(closed, PartLost):
                self.tell(of_problem(f"contact {name}", closed))
                continue
            state = Finding(f"contact {name}", True, f"{where} is {'closed' if closed else 'open'}")
            self.tell(self._mended(part, self._bounced(name, state, edges)))

    def _bounced(self, name: str, state: Finding, edges: Sequence[Edge]) -> Finding:
        """What its last presses were like, if there were any; a knob bounces as it likes, its decoder sees to it."""
        seen = moves(edges)
        if name in ("knob.a", "knob.b") or not seen:
            return state
        downs = sum(move.down for move in seen)
        known = bounce(f"contact {name}", f"{state.found}; last", seen, self.office.loaded.settings.contacts)
        return known._replace(found=f"{known.found} ({downs} {'press' if downs == 1 else 'presses'})")

    # ---- lamps, buzzer, reader

    def _outputs(self) -> None:
        signals, settings = self.box.signals, self.office.loaded.settings
        if signals is None:
            return
        pins = {f"lamp.{seat}": f"GPIO {pin}" for seat, pin in lamp_pins(settings).items()}
        if settings.buzzer is not None:
            pins["buzzer"] = f"GPIO {settings.buzzer.pin}"
        for name, where in pins.items():
            if lost := self.box.mishaps.lost(name):
                self.tell(of_problem(name, lost))
            else:
                is_on, is_off = ("sounds", "is muted" if signals.muted else "is silent")
                if name != "buzzer":
                    is_on, is_off = "is lit", "is dark"
                state = is_on if signals.is_on(name) else is_off
                self.tell(self._mended(name, Finding(name, True, f"{where} {state}")))

    def _reader(self) -> Steps[None]:
        reader, wanted = self.box.reader, self.office.loaded.settings.reader
        if reader is None or wanted is None:
            return
        mishaps = self.box.mishaps

        def said() -> bool:
            return bool(reader.firmware() or mishaps.lost(reader.name))

        yield from until(self.box.clock, said, READER_S)
        firmware: Any = reader.firmware()
        if lost := mishaps.lost(reader.name):
            self.tell(of_problem("reader", lost))
        elif firmware is None:
            found = f"tag reader on {wanted.port} has not answered yet"
            self.tell(Finding("reader", False, found, "ask again in a moment; then see to its plug"))
        else:
            self.tell(self._mended(reader.name, firmware_of(wanted.port, firmware)))
            for uid in sorted(reader.uids):
                self.tell(Finding("tag", True, f"{uid.hex(' ')} lies on the reader"))
