"""The driver of the PN532 against the emulated chip, in the time of its line: answers, silence, damage, any bytes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.bench.pn532 import Chip, crc_a
from drivers.bench.serial_line import SimulatedLine
from drivers.bench.simulated import SimulatedClock
from drivers.bench.tags import MifareClassic1K, Ntag213, Tag, UidTag, ndef_text
from drivers.errors import PartLost
from drivers.ndef import TagError
from drivers.pn532 import LineBroken, Pn532, Target, parse_targets
from drivers.pn532_frames import ACK, NACK, information_frame

ALICE = bytes.fromhex("04a1b2c3d4e5f6")
BOB = bytes.fromhex("04112233445566")


class Desk:
    """A driver and the chip it has set up."""

    def __init__(self, *tags: Tag, setup: bool = True, chip: Chip | None = None) -> None:
        self.chip = chip or Chip()
        for tag in tags:
            self.chip.add_tag(tag)
        self.line = SimulatedLine(self.chip, SimulatedClock())
        self.driver = Pn532(self.line.open(), self.line.now_s, "tag reader on /dev/serial0")
        if setup:
            self.driver.setup()

    def took_s(self, call: Callable[[], object]) -> float:
        start_s = self.line.now_s()
        call()
        return self.line.now_s() - start_s


# ---- the reader


def test_set_up_wakes_configures_and_names_the_chip() -> None:
    desk = Desk(setup=False)
    firmware = desk.driver.setup()
    assert (firmware.ic, firmware.version, firmware.revision) == (0x32, 1, 6)
    assert desk.chip.awake
    assert desk.chip.sam_mode == 1
    assert desk.chip.tries == 4


def test_a_chip_that_was_never_woken_does_not_hear() -> None:
    desk = Desk(setup=False)
    with pytest.raises(PartLost, match="does not answer"):
        desk.driver.firmware()


@pytest.mark.parametrize("wake_bytes", range(0, 17, 2))
def test_the_wake_up_outlasts_any_start_of_the_oscillator(wake_bytes: int) -> None:
    desk = Desk(setup=False, chip=Chip(wake_bytes=wake_bytes))
    assert desk.driver.setup().ic == 0x32


def test_an_adapter_that_holds_the_first_bytes_back_is_waited_for_once() -> None:
    line = SimulatedLine(Chip(), SimulatedClock())
    line.first_bytes_s = 1.2
    driver = Pn532(line.open(), line.now_s)
    assert driver.setup().ic == 0x32
    assert line.now_s() < 1.3
    line.chip.stuck = True
    with pytest.raises(PartLost):
        driver.setup()
    assert line.now_s() < 1.6


def test_a_long_answer_comes_in_an_extended_frame() -> None:
    desk = Desk()
    probe = b"\x00" + bytes(range(256)) + b"tail"
    assert desk.driver.command(0x00, probe) == probe


def test_a_command_that_the_chip_does_not_know_is_said() -> None:
    desk = Desk()
    with pytest.raises(PartLost, match="did not understand command 0xee"):
        desk.driver.command(0xEE)
    desk.driver.ping()


def test_a_part_that_is_no_pn532_is_said() -> None:
    desk = Desk()
    desk.chip.firmware = b"\x33"
    with pytest.raises(PartLost, match="is no PN532: it gives its version as 33"):
        desk.driver.firmware()


def test_a_running_search_is_aborted_by_the_next_set_up() -> None:
    desk = Desk()
    desk.chip.tries = 0xFF
    with pytest.raises(PartLost):
        desk.driver.list_targets()
    assert desk.driver.setup().ic == 0x32
    assert desk.driver.list_targets() == []


# ---- silence, damage and how long they take, in the line's time


def test_an_empty_field_a_tag_and_a_dead_reader_take_the_time_they_need() -> None:
    desk = Desk()
    empty_s = desk.took_s(desk.driver.list_targets)
    desk.chip.add_tag(Ntag213(ALICE))
    tag_s = desk.took_s(desk.driver.list_targets)
    desk.chip.stuck = True

    def dead() -> None:
        with pytest.raises(PartLost, match="does not answer: check its plug, power and the UART switches"):
            desk.driver.list_targets()

    assert empty_s < 0.03
    assert tag_s < 0.02
    assert 0.1 <= desk.took_s(dead) < 0.15


def test_a_damaged_answer_is_asked_for_again() -> None:
    desk = Desk(Ntag213(ALICE))
    heard = bytearray()
    desk.chip.tap = heard.extend
    desk.chip.faults.corrupt_dcs = 1
    assert [target.uid for target in desk.driver.list_targets()] == [ALICE]
    assert heard.endswith(NACK)
    commands = desk.chip.commands
    desk.chip.faults.corrupt_lcs = 1
    assert desk.driver.firmware().ic == 0x32
    assert desk.chip.commands == commands + 1


def test_noise_before_a_good_answer_is_not_asked_about() -> None:
    desk = Desk()
    heard = bytearray()
    desk.chip.tap = heard.extend
    desk.chip.faults.noise = 200
    desk.driver.firmware()
    assert NACK not in heard


def test_a_late_answer_to_an_earlier_command_is_passed_over() -> None:
    desk = Desk(Ntag213(ALICE))
    desk.chip.faults.extra_delay_s = 0.4
    with pytest.raises(PartLost):
        desk.driver.list_targets()
    desk.chip.faults.extra_delay_s = 0.0
    late = information_frame(b"\xd5\x4b\x00")
    desk.chip.say(late, desk.line.now_s())
    assert desk.driver.firmware().ic == 0x32
    assert [target.uid for target in desk.driver.list_targets()] == [ALICE]


def test_a_port_that_fails_is_a_broken_line() -> None:
    desk = Desk()
    desk.line.unplug()
    with pytest.raises(LineBroken, match="was unplugged, or another program reads from it"):
        desk.driver.list_targets()
    desk.line.replug()
    with pytest.raises(LineBroken):
        desk.driver.list_targets()
    desk.driver.close()


# ---- targets


def test_two_tags_are_listed_and_read_each_by_its_number() -> None:
    desk = Desk(Ntag213(ALICE, ndef_text("alice")), Ntag213(BOB, ndef_text("bob")))
    first, second = desk.driver.list_targets()
    assert (first.uid, first.number, first.atqa, first.sak) == (ALICE, 1, b"\x00\x44", 0)
    assert second.uid == BOB
    assert (desk.driver.read_text(second), desk.driver.read_text(first)) == ("bob", "alice")


def test_a_resting_tag_is_listed_every_time() -> None:
    desk = Desk(Ntag213(ALICE))
    assert [len(desk.driver.list_targets()) for _ in range(50)] == [1] * 50


def test_a_resting_tag_is_missed_every_second_time_without_retries() -> None:
    desk = Desk(Ntag213(ALICE))
    desk.chip.tries = 0
    assert [len(desk.driver.list_targets()) for _ in range(6)] == [1, 0, 1, 0, 1, 0]


def test_cards_with_an_answer_to_select_do_not_hide_the_tag_behind_them() -> None:
    desk = Desk(UidTag(bytes.fromhex("08010203")), Ntag213(ALICE))
    assert [target.uid for target in desk.driver.list_targets()] == [bytes.fromhex("08010203"), ALICE]


@pytest.mark.parametrize("uid", [bytes.fromhex("deadbeef"), ALICE, bytes(range(10))])
def test_uids_of_every_length_are_read(uid: bytes) -> None:
    desk = Desk(UidTag(uid))
    assert [target.uid for target in desk.driver.list_targets()] == [uid]


def test_a_tag_that_refuses_is_an_error_of_the_tag_not_of_the_reader() -> None:
    desk = Desk(Ntag213(ALICE))
    (target,) = desk.driver.list_targets()
    with pytest.raises(TagError, match="tag 04a1b2c3d4e5f6 does not answer"):
        desk.driver.read_pages(target, 200)
    with pytest.raises(TagError):
        desk.driver.write_page(target, 0, b"abcd")
    desk.driver.ping()


def test_a_classic_tag_has_no_pages_without_a_key() -> None:
    desk = Desk(MifareClassic1K(bytes.fromhex("deadbeef")))
    (target,) = desk.driver.list_targets()
    assert not target.has_pages
    assert desk.driver.read_text(target) is None
    with pytest.raises(TagError, match="use an NTAG or an Ultralight"):
        desk.driver.write_text(target, "x")


@pytest.mark.parametrize(
    "answer", ["", "03", "01", "0101", "0101004400", "010100440007", "01010044000704a1b2", "020100440001aa"]
)
def test_a_list_of_targets_that_does_not_add_up_is_refused(answer: str) -> None:
    with pytest.raises(ValueError, match="target"):
        parse_targets(bytes.fromhex(answer))


@given(st.binary(max_size=60))
def test_any_list_of_targets_is_read_or_refused(answer: bytes) -> None:
    try:
        targets = parse_targets(answer)
    except ValueError:
        return
    assert len(targets) == answer[0] <= 2
    assert all(isinstance(target, Target) and target.uid in answer for target in targets)


# ---- any bytes


class Scripted:
    """A port on which given pieces arrive, one a read, and then nothing."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = list(pieces)
        self.timeout: float | None = 0.02
        self.time_s = 0.0
        self.in_waiting = 0

    def now_s(self) -> float:
        return self.time_s

    def read(self, size: int = 1, /) -> bytes:
        self.time_s += 0.001 if self.pieces else 0.02
        return self.pieces.pop(0) if self.pieces else b""

    def write(self, data: bytes, /) -> int:
        return len(data)

    def reset_input_buffer(self) -> None:
        return

    def close(self) -> None:
        return


def test_an_answer_before_the_acknowledgement_is_not_the_answer() -> None:
    stale = information_frame(b"\xd5\x4b\x00")
    fresh = information_frame(b"\xd5\x4b\x01\x01\x00\x44\x00\x07" + ALICE)
    port = Scripted([stale + ACK[:3], ACK[3:] + fresh[:5], fresh[5:]])
    assert [target.uid for target in Pn532(port, port.now_s).list_targets()] == [ALICE]


def test_a_ping_that_comes_back_changed_is_said() -> None:
    port = Scripted([ACK + information_frame(b"\xd5\x01\x00else")])
    with pytest.raises(PartLost, match="make no sense"):
        Pn532(port, port.now_s).ping()


noise = st.one_of(
    st.binary(max_size=40),
    st.just(ACK),
    st.just(NACK),
    st.binary(min_size=1, max_size=60).map(information_frame),
    st.binary(max_size=60).map(lambda rest: information_frame(b"\xd5\x4b" + rest)),
    st.binary(max_size=60).map(lambda rest: information_frame(b"\xd5\x41" + rest)),
)


@given(st.lists(noise, max_size=12))
def test_whatever_comes_a_search_ends_in_time_with_targets_or_a_lost_part(pieces: list[bytes]) -> None:
    port = Scripted(pieces)
    try:
        targets = Pn532(port, port.now_s).list_targets()
    except PartLost:
        targets = []
    assert len(targets) <= 2
    assert port.time_s <= 0.1 + 0.35 + 0.05


@given(st.lists(noise, max_size=30))
def test_whatever_comes_reading_a_text_ends_with_a_text_nothing_or_an_error_of_the_drivers(
    pieces: list[bytes],
) -> None:
    port = Scripted([piece for noise in pieces for piece in (ACK, noise)])
    target = Target(1, b"\x00\x44", 0x00, ALICE)
    try:
        text = Pn532(port, port.now_s).read_text(target)
    except (PartLost, TagError):
        text = None
    assert text is None or isinstance(text, str)


def test_the_checksum_of_the_air_is_that_of_iso_14443() -> None:
    assert crc_a(bytes.fromhex("5000")) == bytes.fromhex("57cd")  # HLTA, as printed in every data sheet
