"""A tag reader on an emulated chip under simulated time, for the tests of the reader."""

from __future__ import annotations

from drivers.bench.pn532 import Chip
from drivers.bench.serial_line import SimulatedLine
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.bench.tags import Ntag213, ndef_text
from drivers.events import Event, Lost, Tag
from drivers.reader import Reader

ALICE = bytes.fromhex("04a1b2c3d4e5f6")
BOB = bytes.fromhex("04112233445566")
SETTLED_S = 1.0


class ReaderTable:
    """A reader on an emulated chip, started and known to be empty unless ``start`` is False."""

    def __init__(self, *, start: bool = True, wake_bytes: int = 2) -> None:
        self.clock = SimulatedClock(100.0)
        self.worker = SteppedWorker(self.clock, 0.02)
        self.chip = Chip(wake_bytes=wake_bytes)
        self.line = SimulatedLine(self.chip, self.clock)
        self.events: list[Event] = []
        self.reader = Reader(
            "reader",
            self.line.open,
            self.clock,
            self.worker,
            self.events.append,
            path="/dev/serial0",
            now_s=self.line.now_s,
        )
        if start:
            self.reader.start()
            self.wait(SETTLED_S)
            assert self.events == []

    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)

    def taps(self) -> list[tuple[bytes, str | None]]:
        return [(event.uid, event.text) for event in self.events if isinstance(event, Tag)]

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]

    def lost(self) -> list[Lost]:
        return [event for event in self.events if isinstance(event, Lost)]


def alice() -> Ntag213:
    return Ntag213(ALICE, ndef_text("alice"))


def bob() -> Ntag213:
    return Ntag213(BOB, ndef_text("bob"))
