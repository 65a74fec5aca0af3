"""The emulated line and chip by themselves: pyserial's manners, the line's own time, what the chip makes of bytes."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest

from drivers.bench.pn532 import Chip, Timing
from drivers.bench.serial_line import PtyLink, SimulatedLine, SimulatedPort
from drivers.bench.simulated import SimulatedClock
from drivers.bench.tags import Ntag213, UidTag
from drivers.pn532_frames import ACK, NACK, SYNTAX_ERROR, WAKE_UP, command_frame, information_frame

ALICE = bytes.fromhex("04a1b2c3d4e5f6")
FIRMWARE = information_frame(bytes.fromhex("d50332010607"))


def woken(**settings: int) -> Chip:
    chip = Chip(timing=Timing(byte_s=0.0), **settings)
    chip.feed(WAKE_UP, 0.0)
    return chip


def said(chip: Chip, data: bytes, now_s: float, after_s: float = 0.9) -> bytes:
    chip.feed(data, now_s)
    return chip.take(now_s + after_s)


def answer(chip: Chip, code: int, parameters: bytes = b"", now_s: float = 10.0) -> bytes:
    """What the chip answers behind its code, its ACK checked and taken off."""
    everything = said(chip, command_frame(code, parameters), now_s)
    assert everything.startswith(ACK + b"\x00\x00\xff")
    return everything[len(ACK) + 7 : -2]


# ---- the line under simulated time


def test_a_read_that_waits_moves_the_time_of_the_line_and_not_the_clock() -> None:
    clock = SimulatedClock(5.0)
    line = SimulatedLine(Chip(), clock)
    port = line.open()
    port.timeout = 0.25
    assert port.read(10) == b""
    assert (clock.now_s(), line.now_s()) == (5.0, 5.25)
    clock.advance(1.0)
    assert line.now_s() == 6.0


def test_a_read_gives_what_is_there_when_its_time_is_over() -> None:
    line = SimulatedLine(Chip(), SimulatedClock())
    port = line.open()
    port.write(WAKE_UP + command_frame(0x02))
    port.timeout = 1.0
    assert port.read(6) == ACK
    assert port.in_waiting == 0
    start_s = line.now_s()
    assert port.read(500) == FIRMWARE
    assert line.now_s() == start_s + 1.0


def test_bytes_leave_at_the_speed_of_the_line_in_pieces() -> None:
    line = SimulatedLine(Chip(), SimulatedClock())
    port = line.open()
    probe = bytes(100)
    port.write(WAKE_UP + command_frame(0x00, b"\x00" + probe))
    start_s, pieces = line.now_s(), []
    while sum(pieces) < 6 + 100 + 10:
        port.read(1)
        pieces.append(1 + port.in_waiting)
        port.reset_input_buffer()
    assert len(pieces) > 5
    assert line.now_s() - start_s > 110 * 10 / 115_200


def test_a_closed_and_an_unplugged_port_fail_and_a_replugged_line_opens_anew() -> None:
    line = SimulatedLine(Chip(), SimulatedClock())
    first = line.open()
    line.unplug()
    for call in (first.read, lambda: first.write(b"x"), first.reset_input_buffer, lambda: first.in_waiting):
        with pytest.raises(OSError, match="unplugged"):
            call()
    with pytest.raises(FileNotFoundError):
        line.open()
    line.replug()
    with pytest.raises(OSError, match="unplugged"):
        first.read()
    second = line.open()
    assert second.read() == b""
    second.close()
    with pytest.raises(OSError, match="closed"):
        second.read()


def test_a_port_by_itself_has_a_line_of_its_own() -> None:
    port = SimulatedPort(Chip(), SimulatedClock(3.0))
    port.read()
    assert port.now_s() == 3.02


def test_a_read_without_end_is_refused_rather_than_hung() -> None:
    port = SimulatedPort(Chip(), SimulatedClock())
    port.timeout = None
    with pytest.raises(RuntimeError, match="block for ever"):
        port.read()


# ---- the terminal device


def test_the_path_stays_and_leads_to_the_new_terminal_after_a_replug(tmp_path: Path) -> None:
    path = tmp_path / "reader"
    with PtyLink(Chip(), path) as link:
        assert link.path == str(path)
        first = path.readlink()
        client = os.open(path, os.O_RDWR | os.O_NOCTTY)
        link.unplug()
        link.unplug()
        assert not path.is_symlink()
        # A terminal that hangs up ends what is read from it, or fails it: the kernel does either.
        try:
            assert os.read(client, 1) == b""
        except OSError as problem:
            assert problem.errno == errno.EIO
        link.replug()
        link.replug()
        assert path.exists()
        assert path.readlink() != first
        again = os.open(path, os.O_RDWR | os.O_NOCTTY)
        os.write(again, WAKE_UP + command_frame(0x02))
        heard = b""
        while not heard.endswith(FIRMWARE):
            piece = os.read(again, 100)
            assert piece != b"", "the new terminal hung up"
            heard += piece
        os.close(again)
        os.close(client)
    assert not path.is_symlink()


def test_a_host_that_never_reads_does_not_hold_the_chip_up(tmp_path: Path) -> None:
    with PtyLink(Chip(), tmp_path / "reader") as link:
        client = os.open(link.path, os.O_RDWR | os.O_NOCTTY)
        os.write(client, WAKE_UP)
        for _ in range(400):
            os.write(client, command_frame(0x02))
        end_s = time.monotonic() + 10
        while link.chip.commands < 100:
            assert time.monotonic() < end_s
            time.sleep(0.01)
        os.close(client)


# ---- the chip


@pytest.mark.parametrize("wake_bytes", [1, 2, 5])
def test_a_sleeping_chip_swallows_the_beginning(wake_bytes: int) -> None:
    chip = Chip(wake_bytes=wake_bytes)
    frame = command_frame(0x02)
    heard = said(chip, frame, 0.0) == ACK + FIRMWARE
    assert heard == (wake_bytes < 2)  # one preamble zero can be spared
    assert said(chip, frame, 1.0) == ACK + FIRMWARE


def test_nack_brings_the_last_answer_again_and_ack_ends_a_command() -> None:
    chip = woken()
    assert said(chip, command_frame(0x02), 1.0) == ACK + FIRMWARE
    assert said(chip, NACK, 2.0) == FIRMWARE
    chip.feed(command_frame(0x4A, b"\x01\x00"), 3.0)
    assert chip.take(3.001) == ACK
    assert said(chip, ACK, 3.5, 100.0) == b""


def test_a_new_command_ends_the_one_before() -> None:
    chip = woken()
    chip.feed(command_frame(0x4A, b"\x01\x00"), 1.0)
    chip.feed(command_frame(0x02), 1.0001)
    chip.add_tag(Ntag213(ALICE))
    assert chip.take(9.0) == ACK + FIRMWARE


@pytest.mark.parametrize("frame", [command_frame(0xEE), command_frame(0x4A, b"\x03\x00"), command_frame(0x32)])
def test_a_command_it_cannot_take_is_a_syntax_error(frame: bytes) -> None:
    assert said(woken(), frame, 1.0) == ACK + SYNTAX_ERROR


def test_frames_that_are_damaged_on_the_way_are_not_heard() -> None:
    chip = woken()
    frame = bytearray(command_frame(0x02))
    frame[-2] ^= 1
    assert said(chip, bytes(frame), 1.0) == b""
    assert chip.commands == 0


def test_a_search_without_end_waits_for_the_tag() -> None:
    chip = woken()
    chip.feed(command_frame(0x4A, b"\x01\x00"), 1.0)
    assert chip.take(1.9) == ACK
    chip.add_tag(Ntag213(ALICE))
    assert ALICE in chip.take(2.5)


def test_a_search_for_one_uid_passes_the_others_over() -> None:
    chip = woken()
    answer(chip, 0x32, b"\x05\xff\x01\x03", 1.0)
    chip.add_tag(UidTag(b"\x01\x02\x03\x04"))
    assert answer(chip, 0x4A, b"\x01\x00" + b"\x01\x02\x03\x05", 2.0) == b"\x00"
    assert answer(chip, 0x4A, b"\x01\x00" + b"\x01\x02\x03\x04", 3.0)[0] == 1


def test_auto_poll_finds_a_tag_when_it_comes_and_gives_up_when_told() -> None:
    chip = woken()
    assert answer(chip, 0x60, b"\x02\x01\x00", 1.0) == b"\x00"
    chip.add_tag(Ntag213(ALICE))
    assert answer(chip, 0x60, b"\xff\x01\x00", 5.0)[-7:] == ALICE


def test_released_tags_are_silent_until_the_field_is_switched() -> None:
    chip = woken()
    answer(chip, 0x32, b"\x05\xff\x01\x03", 1.0)
    chip.add_tag(Ntag213(ALICE))
    assert answer(chip, 0x4A, b"\x01\x00", 2.0)[0] == 1
    assert answer(chip, 0x54, b"\x01", 3.0) == b"\x00"
    assert answer(chip, 0x52, b"\x00", 4.0) == b"\x00"
    assert answer(chip, 0x54, b"\x01", 5.0) == b"\x27"
    assert answer(chip, 0x4A, b"\x01\x00", 6.0) == b"\x00"
    answer(chip, 0x32, b"\x01\x00", 7.0)
    assert answer(chip, 0x4A, b"\x01\x00", 8.0)[0] == 1


def test_status_registers_and_pins_hold_what_is_written() -> None:
    chip = woken()
    answer(chip, 0x08, bytes.fromhex("630280 630311"), 1.0)
    assert answer(chip, 0x06, bytes.fromhex("6302 6303 6339"), 2.0) == bytes.fromhex("801126")
    answer(chip, 0x0E, b"\x81\x82", 3.0)
    assert answer(chip, 0x0C, b"", 4.0) == b"\x01\x02\x00"
    assert answer(chip, 0x04, b"", 5.0) == b"\x00\x00\x00\x80"


def test_power_down_sleeps_and_a_dip_forgets() -> None:
    chip = woken()
    answer(chip, 0x14, b"\x01\x00\x01", 1.0)
    answer(chip, 0x16, b"\x10", 2.0)
    assert not chip.awake
    chip.feed(WAKE_UP, 3.0)
    assert (chip.awake, chip.sam_mode) == (True, 1)
    chip.power_glitch(4.0)
    assert (chip.awake, chip.sam_mode, chip.tries) == (False, 0, 0xFF)
    assert chip.take(4.1) == b"\x00"
    chip.power_off()
    assert said(chip, WAKE_UP + command_frame(0x02), 5.0) == b""
