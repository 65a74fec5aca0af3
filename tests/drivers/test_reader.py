"""The tag reader under simulated time, against the emulated chip: taps, faults, loss and return."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drivers.bench.pn532 import Chip
from drivers.bench.serial_line import SimulatedLine
from drivers.bench.simulated import SimulatedClock, SteppedWorker
from drivers.bench.tags import MifareClassic1K, Ntag213, UidTag, Ultralight, ndef_text
from drivers.errors import DriverError, PartLost
from drivers.events import Event, Found, Lost, Tag, TagGone
from drivers.ndef import TagError
from drivers.reader import Reader

ALICE = bytes.fromhex("04a1b2c3d4e5f6")
BOB = bytes.fromhex("04112233445566")
SETTLED_S = 1.0


class Table:
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


@pytest.fixture
def table() -> Table:
    return Table()


def alice() -> Ntag213:
    return Ntag213(ALICE, ndef_text("alice"))


def bob() -> Ntag213:
    return Ntag213(BOB, ndef_text("bob"))


# ---- taps


def test_a_tag_is_one_tap_with_its_text_and_is_gone_when_lifted(table: Table) -> None:
    tag = alice()
    laid_s = table.clock.now_s()
    table.chip.add_tag(tag)
    table.wait(30.0)
    assert table.taps() == [(ALICE, "alice")]
    assert isinstance(table.events[0], Tag)
    assert table.events[0].reader == "reader"
    assert table.events[0].others == ()
    assert laid_s <= table.events[0].at_s <= laid_s + 0.2
    table.chip.remove_tag(tag)
    lifted_s = table.clock.now_s()
    table.wait(5.0)
    assert table.kinds() == ["Tag", "TagGone"]
    assert isinstance(table.events[1], TagGone)
    assert lifted_s + 0.6 < table.events[1].at_s + 0.15 <= lifted_s + 1.1


def test_a_tag_laid_again_is_a_new_tap(table: Table) -> None:
    tag = alice()
    for _ in range(3):
        table.chip.add_tag(tag)
        table.wait(1.0)
        table.chip.remove_tag(tag)
        table.wait(1.5)
    assert table.kinds() == ["Tag", "TagGone"] * 3


def test_a_flickering_tag_is_one_tap(table: Table) -> None:
    table.chip.faults.rf_miss = 0.3
    table.chip.add_tag(alice())
    table.wait(120.0)
    assert table.kinds() == ["Tag"]


@pytest.mark.parametrize("away_s", [0.1, 0.3, 0.4])
def test_a_tag_away_for_a_moment_is_no_new_tap(table: Table, away_s: float) -> None:
    tag = alice()
    table.chip.add_tag(tag)
    table.wait(1.0)
    for _ in range(5):
        table.chip.remove_tag(tag)
        table.wait(away_s)
        table.chip.add_tag(tag)
        table.wait(1.0)
    assert table.kinds() == ["Tag"]


def test_two_tags_at_once_name_each_other(table: Table) -> None:
    table.chip.add_tag(alice())
    table.chip.add_tag(bob())
    table.wait(1.0)
    found = {event.uid: event for event in table.events if isinstance(event, Tag)}
    assert set(found) == {ALICE, BOB}
    assert found[ALICE].others == (BOB,)
    assert found[BOB].others == (ALICE,)
    assert (found[ALICE].text, found[BOB].text) == ("alice", "bob")
    table.wait(60.0)
    assert len(table.events) == 2


def test_a_second_tag_beside_a_resting_one_names_it(table: Table) -> None:
    table.chip.add_tag(alice())
    table.wait(1.0)
    table.chip.add_tag(bob())
    table.wait(20.0)
    assert table.taps() == [(ALICE, "alice"), (BOB, "bob")]
    assert isinstance(table.events[1], Tag)
    assert table.events[1].others == (ALICE,)


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        (MifareClassic1K(bytes.fromhex("deadbeef")), None),
        (UidTag(bytes.fromhex("08112233")), None),
        (UidTag(BOB, sak=0x00), None),
        (Ntag213(BOB), None),
        (Ntag213(BOB, ndef_text("Hansestadt Göttingen")), "Hansestadt Göttingen"),
        (Ultralight(BOB), None),
        (Ultralight(BOB, ndef_text("köln")), "köln"),
    ],
    ids=["classic", "bank card", "dumb", "empty ntag", "ntag", "blank ultralight", "ultralight"],
)
def test_every_kind_of_tag_is_a_tap_with_what_text_it_has(table: Table, tag: Ntag213, text: str | None) -> None:
    table.chip.add_tag(tag)
    table.wait(5.0)
    assert table.taps() == [(tag.uid, text)]
    assert table.kinds() == ["Tag"]


@pytest.mark.parametrize("exchanges", [1, 2])
def test_a_tag_pulled_away_while_it_is_read_is_a_tap_without_text(table: Table, exchanges: int) -> None:
    table.chip.faults.pull_after = exchanges
    table.chip.add_tag(alice())
    table.wait(2.0)
    assert table.kinds() == ["Tag", "TagGone"]
    assert table.taps() == [(ALICE, None)]


# ---- what was there before


def test_a_tag_that_rests_there_at_the_start_is_ignored_until_lifted() -> None:
    table = Table(start=False)
    tag = alice()
    table.chip.add_tag(tag)
    table.reader.start()
    table.wait(10.0)
    assert table.events == []
    assert table.reader.uids == {ALICE}
    table.chip.remove_tag(tag)
    table.wait(2.0)
    assert table.events == []
    table.chip.add_tag(tag)
    table.wait(1.0)
    assert table.taps() == [(ALICE, "alice")]


def test_a_tag_laid_down_while_the_reader_was_away_is_ignored_until_lifted(table: Table) -> None:
    tag = alice()
    table.chip.power_off()
    table.wait(4.0)
    table.chip.add_tag(tag)
    table.chip.power_on()
    table.wait(6.0)
    assert table.kinds() == ["Lost", "Found"]
    table.chip.remove_tag(tag)
    table.wait(2.0)
    table.chip.add_tag(tag)
    table.wait(1.0)
    assert table.kinds() == ["Lost", "Found", "Tag"]


def test_a_tag_that_outlasts_the_loss_is_no_new_tap_and_is_gone_when_lifted(table: Table) -> None:
    tag = alice()
    table.chip.add_tag(tag)
    table.wait(1.0)
    table.chip.power_off()
    table.wait(30.0)
    table.chip.power_on()
    table.wait(5.0)
    assert table.kinds() == ["Tag", "Lost", "Found"]
    table.chip.remove_tag(tag)
    table.wait(2.0)
    assert table.kinds() == ["Tag", "Lost", "Found", "TagGone"]


def test_a_tag_lifted_while_the_reader_was_away_is_gone_when_it_is_back(table: Table) -> None:
    tag = alice()
    table.chip.add_tag(tag)
    table.wait(1.0)
    table.chip.power_off()
    table.wait(4.0)
    table.chip.remove_tag(tag)
    assert "TagGone" not in table.kinds()
    table.chip.power_on()
    table.wait(5.0)
    assert table.kinds() == ["Tag", "Lost", "Found", "TagGone"]


# ---- faults

FAULTS: dict[str, Callable[[Table], None]] = {
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
def test_no_single_fault_costs_a_tap_or_makes_one(table: Table, fault: Callable[[Table], None]) -> None:
    fault(table)
    table.chip.add_tag(alice())
    table.wait(3.0)
    assert table.taps() == [(ALICE, "alice")]
    fault(table)
    table.wait(3.0)
    assert table.kinds() == ["Tag"]


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_no_single_fault_lays_a_tag_on_an_empty_reader(table: Table, fault: Callable[[Table], None]) -> None:
    for _ in range(4):
        fault(table)
        table.wait(1.3)
    assert table.events == []


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_no_single_fault_keeps_the_reader_from_starting(fault: Callable[[Table], None]) -> None:
    table = Table(start=False)
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
def test_a_line_that_babbles_is_a_lost_reader_with_its_cause_and_never_a_tag(table: Table, babble: bytes) -> None:
    table.chip.faults.babble = babble
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert "sends bytes that make no sense: check for a serial console" in table.lost()[0].message
    table.chip.faults.babble = b""
    table.wait(3.0)
    assert table.kinds() == ["Lost", "Found"]


def test_a_line_that_hears_only_itself_is_a_lost_reader(table: Table) -> None:
    table.chip.stuck = True
    table.chip.tap = lambda data: setattr(table.chip.faults, "babble", data)
    table.chip.stuck = False
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert "crossed wires" in table.lost()[0].message


# ---- loss and return

Change = Callable[[Table], None]
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
    table: Table, take: Change, give: Change, words: str, away_s: float, resting: bool
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
    table = Table(start=False)
    take(table)
    table.reader.start()
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert words in table.lost()[0].message
    table.wait(100.0)
    give(table)
    table.wait(3.0)
    assert table.kinds() == ["Lost", "Found"]


def test_a_hiccup_shorter_than_a_second_is_not_a_loss(table: Table) -> None:
    table.chip.power_off()
    table.wait(0.6)
    table.chip.power_on()
    table.wait(5.0)
    assert table.events == []


def test_a_worker_that_hangs_is_said_and_a_reader_that_only_just_moves_stays_lost(table: Table) -> None:
    table.worker.delay_s = 4.0
    table.wait(3.0)
    assert table.kinds() == ["Lost"]
    assert "holds its serial line up" in table.lost()[0].message
    table.wait(30.0)
    assert table.kinds() == ["Lost"]
    table.worker.delay_s = 0.02
    table.wait(9.0)
    assert table.kinds() == ["Lost", "Found"]


def test_a_port_that_is_dead_without_saying_so_is_opened_again(table: Table) -> None:
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


def test_an_error_that_nobody_foresaw_is_said_and_does_not_end_the_polling(table: Table) -> None:
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


# ---- settings of the chip


def test_the_chip_is_configured_so_that_an_empty_field_is_answered(table: Table) -> None:
    assert table.chip.sam_mode == 1
    assert 1 <= table.chip.tries < 0xFF
    assert table.reader.firmware() == (0x32, 1, 6, 7)


def test_lost_settings_are_noticed_and_sent_again_within_a_minute(table: Table) -> None:
    table.chip.sam_mode = 0
    table.chip.tries = 0
    table.wait(61.0)
    assert table.chip.sam_mode == 1
    assert table.chip.tries >= 1


def test_a_search_without_end_is_ended_and_the_chip_set_up_again(table: Table) -> None:
    table.chip.tries = 0xFF
    table.wait(2.0)
    assert table.chip.tries != 0xFF
    assert table.events == []


def test_a_chip_that_sleeps_through_a_long_wake_up_is_woken() -> None:
    table = Table(start=False, wake_bytes=14)
    table.reader.start()
    table.wait(2.0)
    assert table.chip.awake
    assert table.events == []


# ---- how often


def test_polls_come_every_150_ms_and_less_often_at_rest(table: Table) -> None:
    before = table.chip.commands
    table.wait(15.0)
    busy = table.chip.commands - before
    table.reader.rest(True)
    table.wait(1.0)
    before = table.chip.commands
    table.wait(15.0)
    resting = table.chip.commands - before
    assert 95 <= busy <= 105
    assert resting <= 40


def test_a_tap_at_rest_counts_and_the_first_poll_after_rest_is_prompt(table: Table) -> None:
    table.reader.rest(True)
    table.wait(5.0)
    table.chip.add_tag(alice())
    table.wait(0.5)
    assert table.taps() == [(ALICE, "alice")]
    table.wait(10.0)
    assert len(table.events) == 1
    before = table.chip.commands
    table.reader.rest(False)
    table.wait(0.16)
    assert table.chip.commands > before


def test_polls_keep_their_pace_whatever_a_poll_takes(table: Table) -> None:
    table.worker.delay_s = 0.1
    table.wait(1.0)
    before = table.chip.commands
    table.wait(15.0)
    assert 95 <= table.chip.commands - before <= 105


# ---- writing


def write(table: Table, uid: bytes, text: str) -> list[DriverError | None]:
    results: list[DriverError | None] = []
    table.reader.write_text(uid, text, results.append)
    table.wait(1.0)
    return results


@pytest.mark.parametrize("make", [Ntag213, Ultralight])
def test_a_text_is_written_and_read_at_the_next_tap(table: Table, make: type[Ntag213]) -> None:
    tag = make(ALICE)
    table.chip.add_tag(tag)
    table.wait(1.0)
    assert table.taps() == [(ALICE, None)]
    assert write(table, ALICE, "Köln") == [None]
    table.chip.remove_tag(tag)
    table.wait(2.0)
    table.chip.add_tag(tag)
    table.wait(1.0)
    assert table.taps() == [(ALICE, None), (ALICE, "Köln")]


def test_the_named_tag_is_written_though_another_lies_beside_it(table: Table) -> None:
    first, second = alice(), bob()
    table.chip.add_tag(first)
    table.chip.add_tag(second)
    table.wait(1.0)
    kept = bytes(first.memory)
    assert write(table, BOB, "carol") == [None]
    assert bytes(first.memory) == kept
    assert b"carol" in second.memory


def test_several_writes_are_done_in_turn(table: Table) -> None:
    first, second = alice(), bob()
    table.chip.add_tag(first)
    table.chip.add_tag(second)
    table.wait(1.0)
    results: list[DriverError | None] = []
    table.reader.write_text(ALICE, "one", results.append)
    table.reader.write_text(BOB, "two", results.append)
    table.wait(1.0)
    assert results == [None, None]
    assert b"one" in first.memory
    assert b"two" in second.memory


def test_a_tag_that_does_not_lie_there_is_not_written(table: Table) -> None:
    (error,) = write(table, ALICE, "x")
    assert isinstance(error, TagError)
    assert "04a1b2c3d4e5f6 does not lie on the reader" in str(error)
    table.chip.add_tag(alice())
    table.wait(1.0)
    assert table.kinds() == ["Tag"]


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        (MifareClassic1K(bytes.fromhex("deadbeef")), "use an NTAG or an Ultralight"),
        (UidTag(BOB), "use an NTAG or an Ultralight"),
        (UidTag(BOB, sak=0x00), "does not answer"),
    ],
)
def test_a_tag_of_another_kind_is_refused_by_name(table: Table, tag: UidTag, words: str) -> None:
    table.chip.add_tag(tag)
    table.wait(1.0)
    (error,) = write(table, tag.uid, "x")
    assert isinstance(error, TagError)
    assert words in str(error)
    assert table.kinds() == ["Tag"]


def test_a_write_fails_with_the_reader_and_polling_goes_on(table: Table) -> None:
    table.chip.add_tag(alice())
    table.wait(1.0)
    table.chip.stuck = True
    results: list[DriverError | None] = []
    table.reader.write_text(ALICE, "x", results.append)
    table.wait(4.0)
    (error,) = results
    assert isinstance(error, PartLost)
    assert write(table, ALICE, "y")[0] is not None
    table.chip.stuck = False
    table.wait(3.0)
    assert table.kinds() == ["Tag", "Lost", "Found"]
    assert write(table, ALICE, "z") == [None]


def test_a_damaged_answer_while_writing_does_not_spoil_the_text(table: Table) -> None:
    tag = alice()
    table.chip.add_tag(tag)
    table.wait(1.0)
    table.chip.faults.corrupt_dcs = 2
    assert write(table, ALICE, "Lüneburg") == [None]
    assert "Lüneburg".encode() in tag.memory


# ---- the end


def test_nothing_is_said_after_close_and_the_port_is_closed(table: Table) -> None:
    opened = table.line
    table.reader.close()
    table.chip.add_tag(alice())
    before = table.chip.commands
    table.wait(5.0)
    assert table.events == []
    assert table.chip.commands <= before + 1
    assert not table.worker.busy()
    results: list[DriverError | None] = []
    table.reader.write_text(ALICE, "x", results.append)
    table.wait(1.0)
    assert isinstance(results[0], PartLost)
    assert opened.plugged


def test_the_watchdog_can_see_that_polls_go_on(table: Table) -> None:
    table.wait(10.0)
    assert table.clock.now_s() - table.reader.moved_s < 0.2
    table.worker.delay_s = 1e9
    table.wait(10.0)
    assert table.clock.now_s() - table.reader.moved_s > 9.0
