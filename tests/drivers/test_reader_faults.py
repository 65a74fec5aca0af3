"""The tag reader and everything that goes wrong: faults on the line, loss and return."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from reader_table import ALICE, ReaderTable, alice

from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.events import Event, Found, Lost
from drivers.reader import Reader


@pytest.fixture
def table() -> ReaderTable:
    return ReaderTable()


# ---- faults

FAULTS: dict[str, Callable[[ReaderTable], None]] = {
    "none": lambda table: None,
    "lost ACK": lambda table: setattr(table.chip.faults, "drop_ack", 1),
    "lost answer": lambda table: setattr(table.chip.faults, "drop_response", 1),
    "damaged checksum": lambda table: setattr(table.chip.faults, "corrupt_dcs", 1),
    "checksum damaged twice": lambda table: setattr(table.chip.faults, "corrupt_dcs", 2),
    "damaged length": lambda table: setattr(table.chip.faults, "corrupt_lcs", 1),
    "cut answer": lambda table: setattr(table.chip.faults, "truncate", 9),
    "noise": lambda table: setattr(table.chip.faults, "noise", 3),
    "much noise": lambda table: setattr(table.chip.faults, "noise", 300),
    "answer twice": lambda table: setattr(table.chip.faults, "duplicate", 1),
    "slow answers": lambda table: setattr(table.chip.faults, "extra_delay_s", 0.08),
    "answers in two halves": lambda table: setattr(table.chip.faults, "split_gap_s", 0.15),
    "dip of the supply": lambda table: table.chip.power_glitch(table.clock.now_s()),
    "dip with rubbish": lambda table: table.chip.power_glitch(table.clock.now_s(), bytes.fromhex("00ff08f8d54b01")),
    "unplugged and back": lambda table: (table.line.unplug(), table.line.replug()),
    "false answer": lambda table: table.chip.say(bytes.fromhex("0000ff03fdd54b00e000"), table.clock.now_s()),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_no_single_fault_costs_a_tap_or_makes_one(table: ReaderTable, fault: Callable[[ReaderTable], None]) -> None:
    fault(table)
    table.chip.add_tag(alice())
    table.wait(3.0)
    assert table.taps() == [(ALICE, "alice")]
    fault(table)
    table.wait(3.0)
    assert table.kinds() == ["Tag"]


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_no_single_fault_lays_a_tag_on_an_empty_reader(
    table: ReaderTable, fault: Callable[[ReaderTable], None]
) -> None:
    for _ in range(4):
        fault(table)
        table.wait(1.3)
    assert table.events == []


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_no_single_fault_keeps_the_reader_from_starting(fault: Callable[[ReaderTable], None]) -> None:
    table = ReaderTable(start=False)
    fault(table)
    table.reader.start()
    table.wait(3.0)
    table.chip.add_tag(alice())
    table.wait(1.0)
    assert table.taps() == [(ALICE, "alice")]
    assert table.lost() == []


@pytest.mark.parametrize(
    "babble", [b"raspberrypi login: \r\n", b"\x00\xff\x04\xfc\x5a", b"\x00\xff\x40\xc0\xd5", bytes(5)]
)
def test_a_line_that_babbles_is_a_lost_reader_with_its_cause_and_never_a_tag(table: ReaderTable, babble: bytes) -> None:
    table.chip.faults.babble = babble
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert "sends bytes that make no sense: check for a serial console" in table.lost()[0].message
    table.chip.faults.babble = b""
    table.wait(3.0)
    assert table.kinds() == ["Lost", "Found"]


def test_a_reader_whose_every_answer_is_damaged_is_lost_with_its_cause(table: ReaderTable) -> None:
    table.chip.faults.corrupt_dcs = 1_000_000
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert "make no sense" in table.lost()[0].message
    table.chip.faults.corrupt_dcs = 0
    table.wait(3.0)
    assert table.kinds() == ["Lost", "Found"]


def test_a_reader_that_sends_half_of_every_frame_is_lost_with_its_cause(table: ReaderTable) -> None:
    table.chip.tap = lambda _: setattr(table.chip.faults, "truncate", 7)
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert "make no sense" in table.lost()[0].message
    table.chip.tap = None
    table.wait(3.0)
    assert table.kinds() == ["Lost", "Found"]


def test_a_line_that_hears_only_itself_is_a_lost_reader(table: ReaderTable) -> None:
    table.chip.tap = lambda data: setattr(table.chip.faults, "babble", data)
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert "crossed wires" in table.lost()[0].message


# ---- loss and return

Change = Callable[[ReaderTable], None]
LOSSES: dict[str, tuple[Change, Change, str]] = {
    "stuck": (
        lambda table: setattr(table.chip, "stuck", True),
        lambda table: setattr(table.chip, "stuck", False),
        "does not answer: check its plug, power and the UART switches",
    ),
    "no power": (
        lambda table: table.chip.power_off(),
        lambda table: table.chip.power_on(),
        "does not answer: check its plug, power and the UART switches",
    ),
    "unplugged": (
        lambda table: table.line.unplug(),
        lambda table: table.line.replug(),
        "is not there: plug it in",
    ),
}


@pytest.mark.parametrize("resting", [False, True], ids=["busy", "at rest"])
@pytest.mark.parametrize(("take", "give", "words"), LOSSES.values(), ids=LOSSES.keys())
@pytest.mark.parametrize("away_s", [3.1, 7.7, 60.4])
def test_a_dead_reader_is_said_within_three_seconds_and_found_within_three(
    table: ReaderTable, take: Change, give: Change, words: str, away_s: float, resting: bool
) -> None:
    table.reader.rest(resting)
    table.worker.delay_s = 0.5  # as long as a poll of a dead reader really takes
    take(table)
    lost_s = table.clock.now_s()
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    lost = table.lost()[0]
    assert lost.part == "reader"
    assert lost.message.startswith("tag reader on /dev/serial0 ")
    assert words in lost.message
    assert lost.at_s <= lost_s + 3.0
    table.wait(away_s - 3.0)
    assert table.kinds() == ["Lost"]
    assert table.reader.firmware() is None
    give(table)
    table.wait(3.0)
    assert table.kinds() == ["Lost", "Found"]
    assert isinstance(table.events[1], Found)
    table.worker.delay_s = 0.02
    table.wait(2.0)
    table.chip.add_tag(alice())
    table.wait(1.0)
    assert table.taps() == [(ALICE, "alice")]


@pytest.mark.parametrize(("take", "give", "words"), LOSSES.values(), ids=LOSSES.keys())
def test_a_reader_that_is_absent_at_the_start_is_said_and_found_later(take: Change, give: Change, words: str) -> None:
    table = ReaderTable(start=False)
    take(table)
    table.reader.start()
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert words in table.lost()[0].message
    table.wait(100.0)
    give(table)
    table.wait(3.0)
    assert table.kinds() == ["Lost", "Found"]


def test_a_hiccup_shorter_than_a_second_is_not_a_loss(table: ReaderTable) -> None:
    table.chip.power_off()
    table.wait(0.6)
    table.chip.power_on()
    table.wait(5.0)
    assert table.events == []


def test_a_worker_that_hangs_is_said_and_a_reader_that_only_just_moves_stays_lost(table: ReaderTable) -> None:
    table.worker.delay_s = 4.0
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert "holds its serial line up" in table.lost()[0].message
    table.wait(30.0)
    assert table.kinds() == ["Lost"]
    table.worker.delay_s = 0.02
    table.wait(9.0)
    assert table.kinds() == ["Lost", "Found"]


def test_a_port_that_is_dead_without_saying_so_is_opened_again(table: ReaderTable) -> None:
    table.chip.power_off()
    table.wait(3.0)
    before = table.line.openings
    table.wait(20.0)
    assert table.line.openings > before


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (2, "is not there"),
        (13, "add this user to the group dialout"),
        (11, "in use by another program"),
        (5, "cannot be opened"),
    ],
)
def test_the_message_says_why_a_port_does_not_open(number: int, words: str) -> None:
    clock = SimulatedClock()
    events: list[Event] = []

    def refuse() -> None:
        raise OSError(number, "no")

    reader = Reader("reader", refuse, clock, SteppedWorker(clock), events.append, path="/dev/ttyUSB7")  # type: ignore[arg-type]
    reader.start()
    clock.advance(3.0)
    assert len(events) == 1
    assert isinstance(events[0], Lost)
    assert "/dev/ttyUSB7" in events[0].message
    assert words in events[0].message


def test_an_error_that_nobody_foresaw_is_said_and_does_not_end_the_polling(table: ReaderTable) -> None:
    take = table.chip.take

    def broken(now_s: float) -> bytes:
        raise ZeroDivisionError("once")

    table.chip.take = broken  # type: ignore[method-assign]
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert "ZeroDivisionError('once')" in table.lost()[0].message
    table.chip.take = take  # type: ignore[method-assign]
    table.wait(3.0)
    assert table.kinds() == ["Lost", "Found"]


def test_a_listener_that_fails_does_not_end_the_polling(table: ReaderTable) -> None:
    heard = table.events.append

    def fails(event: object) -> None:
        raise ZeroDivisionError

    table.reader._emit = fails
    table.chip.add_tag(alice())
    with pytest.raises(ZeroDivisionError):
        table.wait(1.0)
    table.reader._emit = heard  # type: ignore[assignment]
    table.chip.remove_tag(table.chip.tags[0])
    table.wait(2.0)
    table.chip.add_tag(alice())
    table.wait(1.0)
    assert table.kinds() == ["TagGone", "Tag"]
