"""Each part with each fault, while the box is awake but nobody answers and in the middle of a decision.

The game goes on, the message stands on the glass within 3 s and the part is back within 3 s after the fault is over.
What cannot be told at the wire is no cell: the reason stands in its place. The table is printed at the end of the run:
simulated seconds until the message, and from the end of the fault until the part is back. The display with the prompt
hangs on bus 1, the other one on bus 3, so that one is left to say it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from broken_pins import Broken
from held_worker import HeldWorker
from reading import seen
from story import Story
from table_desk import Card, raising

from drivers.errors import DriverError
from firmware_py.flow.flow import Flow
from firmware_py.journal import Journal

LAID = ("seat.0", "2", "build.3", "none")
WITHIN_S = 3.0
STEP_S = 0.1
SLOW_CARD_S = 0.8
FAULTS = ("absent at start", "unplugged", "replugged", "slow", "garbage", "stuck", "half a frame")
STATES = ("idle", "deciding")
LOST, BACK, UNSAVED, SAVED = "A part is lost", "Found again", "Not saved", "All is saved"
FULL = raising("database or disk is full", sqlite3.SQLITE_FULL)


@cache
def on(art: tuple[str, ...], words: str) -> bool:
    return bool(seen(list(art), words))


class Rig(Story):
    """A box whose every wire, and its card, may fail."""

    def __init__(self, folder: Path) -> None:
        self.card, self.no_pins = Card(), False
        super().__init__(folder, *LAID, overrides=("display.1.bus=3", "table.rest_after_s=60"))

    def start(self) -> None:
        take_pins, self.pins = self.world.pin_factory, Broken(self.world)

        def pin_factory() -> Any:
            if self.no_pins:
                raise DriverError("no GPIO chip of the header can be opened: let this user into the group gpio")
            take_pins()
            self.pins = Broken(self.world)
            return self.pins

        self.world.pin_factory = pin_factory  # type: ignore[method-assign]
        super().start()

    def again(self, harm: Callable[[Rig], Any]) -> None:
        """The plug is pulled and put back; meanwhile ``harm`` is done."""
        self.wait(1.0)
        self.kill()
        harm(self)
        self.start()

    def journal(self) -> Journal:
        return Journal(self.folder / "journal.sqlite", connect=self.card.connect)

    @property
    def flow(self) -> Flow:
        assert self.box is not None and self.box.flow is not None
        return self.box.flow

    @property
    def answers(self) -> list[str]:
        assert self.flow.game is not None
        return [past.key for past in self.flow.game.past]

    def on_glass(self, words: str) -> bool:
        return any(on(tuple(self.art(name)), words) for name in self.world.displays)

    def right(self) -> bool:
        """Whether every glass shows what it is to show."""
        from drivers import pages  # noqa: PLC0415

        assert self.box is not None
        return all(
            self.world.glass(each.name)
            == pages.unpack(each.display._goal.pages, each.display.width, each.display.height).tobytes()
            for each in self.box.glasses
        )

    def until(self, true: Callable[[], bool]) -> float | None:
        """How many seconds it takes; None if it does not come true in time."""
        for step in range(round(WITHIN_S / STEP_S) + 1):
            if true():
                return round(step * STEP_S, 1)
            self.wait(STEP_S)
        return None


Act = Callable[[Rig], Any]


class Cell(NamedTuple):
    """What is done to a part and undone. ``said``: what stands on the glass meanwhile, "" where nothing needs to.

    ``first``: what a hand does before the fault can be noticed. ``hand``: with what the game goes on meanwhile.
    """

    harm: Act
    heal: Act
    said: str = LOST
    first: Act = lambda rig: None
    hand: str = "knob"
    back: str = BACK


def unplug(part: str) -> Act:
    return lambda rig: rig.world.unplug(part)


def plug(part: str) -> Act:
    return lambda rig: rig.world.plug(part)


def pulled(part: str) -> Act:
    """Pulled for a second and a half, then put back."""

    def act(rig: Rig) -> None:
        rig.world.unplug(part)
        rig.clock.later(1.5, lambda: rig.world.plug(part))

    return act


def bus_takes(seconds: float) -> Act:
    def act(rig: Rig) -> None:
        assert rig.box is not None
        rig.box.buses[1]._worker.delay_s = seconds  # type: ignore[attr-defined]

    return act


def bus_held(held: bool) -> Act:
    """The kernel does not come back from a transfer."""

    def act(rig: Rig) -> None:
        assert rig.box is not None
        worker = rig.box.buses[1]._worker
        worker.__class__ = HeldWorker
        worker.held = held  # type: ignore[attr-defined]

    return act


def bus_gone(rig: Rig) -> None:
    rig.gone = rig.world.buses.pop(1)  # type: ignore[attr-defined]


def bus_there(rig: Rig) -> None:
    rig.world.buses[1] = rig.gone  # type: ignore[attr-defined]


def chip(**faults: Any) -> Act:
    def act(rig: Rig) -> None:
        assert rig.world.reader is not None
        for name, value in faults.items():
            setattr(
                rig.world.reader.faults if hasattr(rig.world.reader.faults, name) else rig.world.reader, name, value
            )

    return act


def spikes(name: str) -> Act:
    """A millisecond of the other level, thirty times a second, for two seconds."""

    def act(rig: Rig) -> None:
        for step in range(60):
            rig.world.spike(name, 1.0, after_s=0.01 + step / 30)

    return act


def card(**how: Any) -> Act:
    def act(rig: Rig) -> None:
        for name, value in how.items():
            setattr(rig.card, name, value)

    return act


def card_takes(seconds: float) -> Act:
    def act(rig: Rig) -> None:
        worker = next(each for each in rig.workers if each.delay_s in (rig.card_s, SLOW_CARD_S))
        worker.delay_s = seconds

    return act


def pins(gone: bool) -> Act:
    def act(rig: Rig) -> None:
        rig.no_pins = gone
        rig.pins.unreadable = set(range(28)) if gone else set()

    return act


def nothing(rig: Rig) -> None:
    pass


def noise(rig: Rig) -> None:
    rig.world.buses[1].noise(0x3C, bits=500)


NO_ANSWER = "a contact that does not close says nothing"
NO_SPEED = "a contact has no speed"
MATRIX: dict[str, dict[str, Cell | str]] = {
    "display": {
        "absent at start": Cell(unplug("prompt"), plug("prompt")),
        "unplugged": Cell(unplug("prompt"), plug("prompt")),
        "replugged": Cell(pulled("prompt"), nothing),
        "slow": Cell(bus_takes(0.7), bus_takes(0.004), said=""),
        "garbage": Cell(noise, nothing, said=""),
        "stuck": Cell(lambda rig: rig.world.buses[1].nack(1_000), lambda rig: rig.world.buses[1].mend()),
        "half a frame": Cell(lambda rig: rig.world.buses[1].cut_after(1), nothing),
    },
    "bus": {
        "absent at start": Cell(bus_gone, bus_there),
        "unplugged": Cell(bus_gone, bus_there),
        "replugged": Cell(lambda rig: (bus_gone(rig), rig.clock.later(1.5, lambda: bus_there(rig))), nothing),
        "slow": Cell(bus_held(True), bus_held(False)),
        "garbage": "what is on the wires is the display's: see there",
        "stuck": Cell(lambda rig: rig.world.buses[1].stick(), lambda rig: rig.world.buses[1].mend()),
        "half a frame": "what is on the wires is the display's: see there",
    },
    "reader": {
        "absent at start": Cell(unplug("reader"), plug("reader")),
        "unplugged": Cell(unplug("reader"), plug("reader")),
        "replugged": Cell(pulled("reader"), nothing),
        "slow": Cell(chip(extra_delay_s=0.6), chip(extra_delay_s=0.0)),
        "garbage": Cell(chip(babble=b"login: "), chip(babble=b"")),
        "stuck": Cell(chip(stuck=True), chip(stuck=False)),
        "half a frame": Cell(chip(truncate=6), nothing, said=""),
    },
    "knob": {
        "absent at start": NO_ANSWER,
        "unplugged": NO_ANSWER,
        "replugged": Cell(pulled("knob"), nothing, said="", hand="back"),
        "slow": NO_SPEED,
        "garbage": Cell(spikes("knob.a"), nothing, said=""),
        "stuck": Cell(lambda rig: rig.world.press("knob"), lambda rig: rig.world.release("knob"), hand="back"),
        "half a frame": Cell(
            lambda rig: rig.world.pins.tear(27),
            lambda rig: (rig.world.pins.mend(27), rig.world.turn(4, notch_s=0.1)),
            first=lambda rig: rig.world.turn(8, notch_s=0.1),
            hand="back",
            back="",
        ),
    },
    "Back": {
        "absent at start": NO_ANSWER,
        "unplugged": NO_ANSWER,
        "replugged": Cell(pulled("back"), nothing, said=""),
        "slow": NO_SPEED,
        "garbage": Cell(spikes("back"), nothing, said=""),
        "stuck": Cell(lambda rig: rig.world.press("back"), lambda rig: rig.world.release("back")),
        "half a frame": NO_ANSWER,
    },
    "pins": {
        "absent at start": Cell(pins(True), pins(False), hand="tag"),
        "unplugged": Cell(pins(True), pins(False), first=lambda rig: rig.world.turn(1), hand="tag"),
        "replugged": Cell(
            lambda rig: (pins(True)(rig), rig.world.turn(1), rig.clock.later(1.5, lambda: pins(False)(rig))),
            nothing,
            hand="tag",
        ),
        "slow": "edges carry their own time: see the tests of the controls",
        "garbage": "see knob and Back",
        "stuck": "see knob and Back",
        "half a frame": "see knob",
    },
    "card": {
        "absent at start": "without it no game can be gone on with: see the journal",
        "unplugged": Cell(card(fault=FULL), card(fault=None), UNSAVED, lambda rig: rig.click(), back=SAVED),
        "replugged": Cell(
            lambda rig: (card(fault=FULL)(rig), rig.clock.later(1.5, lambda: card(fault=None)(rig))),
            nothing,
            UNSAVED,
            lambda rig: rig.click(),
            back=SAVED,
        ),
        "slow": Cell(card_takes(SLOW_CARD_S), card_takes(0.03), said=""),
        "garbage": "a damaged file is put right at start: see the journal",
        "stuck": "see the tests of a commit that does not come to its end",
        "half a frame": "a commit is whole or it is not: see the journal",
    },
}
CELLS = [
    pytest.param(part, fault, state, id=f"{part}, {fault}, {state}")
    for part, row in MATRIX.items()
    for fault, cell in row.items()
    if isinstance(cell, Cell)
    for state in STATES
]


def is_back(rig: Rig, cell: Cell) -> bool:
    """Whether the glass says so; or has said so, where the hand that turns puts that away at once."""
    return rig.on_glass(cell.back) if cell.back else rig.flow.troubles.lost == {}


def goes_on(rig: Rig, hand: str) -> bool:
    """A hand goes on with the game: pages that lie on the question are put away first."""
    before = rig.answers
    for _ in range(6):
        if hand == "tag":
            rig.tap("trajan/demand.bread")
            return rig.box is not None and rig.box.reader is not None and rig.box.reader.watching
        rig.click(hand)
        if rig.answers != before:
            return True
    return False


@pytest.mark.parametrize(("part", "fault", "state"), CELLS)
def test_the_game_goes_on_the_message_comes_and_the_part_returns(
    tmp_path: Path, part: str, fault: str, state: str, record_property: Callable[[str, object], None]
) -> None:
    cell = MATRIX[part][fault]
    assert isinstance(cell, Cell)
    rig = Rig(tmp_path)
    if fault == "absent at start":
        rig.again(cell.harm)
    else:
        rig.turn(1)
        if state == "idle":
            rig.turn(-1)
        rig.wait(21.0)  # noise is made good with the first picture that comes so long after the last set-up
        cell.harm(rig)
    cell.first(rig)
    said_s = rig.until(lambda: rig.on_glass(cell.said)) if cell.said else 0.0
    assert said_s is not None, f"nothing said: {rig.says('prompt')} / {rig.says('status')}"
    if not cell.said:
        assert rig.until(lambda: rig.on_glass(LOST)) is None
    if fault == "absent at start" and state == "deciding":
        rig.turn(1)
    if cell.heal is not nothing:
        assert goes_on(rig, cell.hand)
    cell.heal(rig)
    back_s = rig.until(lambda: is_back(rig, cell)) if cell.said else 0.0
    assert back_s is not None, f"not back: {rig.says('prompt')} / {rig.says('status')}"
    rig.wait(2.5)
    assert goes_on(rig, "knob" if cell.hand == "tag" else cell.hand)
    assert rig.until(rig.right) is not None
    assert rig.flow.troubles.lost == {}
    told = f"{said_s:.1f} / {back_s:.1f} s" if cell.said else "unnoticed"
    record_property("fault matrix", [part, fault, state, told])


def test_every_part_has_an_entry_for_every_fault(record_property: Callable[[str, object], None]) -> None:
    assert all(tuple(row) == FAULTS for row in MATRIX.values())
    for part, row in MATRIX.items():
        for fault, why in row.items():
            if isinstance(why, str):
                record_property("fault matrix", [part, fault, "idle", f"({why})"])
