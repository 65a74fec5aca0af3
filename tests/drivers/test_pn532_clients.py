"""The emulated PN532 behind a real terminal device: unmodified third-party clients accept it, and so does our driver.

What each client sends is taken off the wire, cut into frames by hand, and compared with what our driver sends for the
same command, from start code to postamble; preambles and wake-up bytes are the sender's own affair.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import ndef
import nfc.clf
import nfc.clf.pn532
import nfc.clf.transport
import nfc.tag
import pytest
import serial
from adafruit_pn532.uart import PN532_UART

from drivers.bench.pn532 import Chip
from drivers.bench.serial_line import PtyLink, SimulatedLine
from drivers.bench.simulated import SimulatedClock
from drivers.bench.tags import MifareClassic1K, Ntag213, ndef_text
from drivers.errors import PartLost
from drivers.events import Event, Found, Lost, Tag
from drivers.pn532 import Pn532, open_serial
from drivers.reader import Reader
from drivers.seams import LoopClock, ThreadWorker

UID = bytes.fromhex("04a1b2c3d4e5f6")
START = b"\x00\xff"


class Wire:
    """What a host sent to an emulated chip."""

    def __init__(self, chip: Chip) -> None:
        self.sent = bytearray()
        chip.tap = self.sent.extend

    def frames(self) -> dict[tuple[int, bytes], bytes]:
        """Code and parameters of each command that was sent, and its bytes from start code to postamble."""
        found, at = {}, 0
        while (at := self.sent.find(START, at)) >= 0:
            length = self.sent[at + 2]
            if length in (0x00, 0xFF):  # ACK and NACK
                at += 4
                continue
            frame = bytes(self.sent[at : at + 4 + length + 2])
            assert frame[4] == 0xD4
            found[frame[5], frame[6:-2]] = frame
            at += len(frame)
        return found


def sent_by_ours(
    do: Callable[[Pn532], object], tag: Ntag213 | MifareClassic1K | None = None
) -> dict[tuple[int, bytes], bytes]:
    chip = Chip()
    if tag is not None:
        chip.add_tag(tag)
    line = SimulatedLine(chip, SimulatedClock())
    wire = Wire(chip)
    ours = Pn532(line.open(), line.now_s)
    ours.setup()
    do(ours)
    return wire.frames()


@pytest.fixture
def link() -> Iterator[PtyLink]:
    with PtyLink(Chip()) as running:
        yield running


@pytest.fixture
def adafruit(link: PtyLink) -> Iterator[PN532_UART]:
    port = serial.Serial(link.path, 115_200, timeout=0.05)
    yield PN532_UART(port)
    port.close()


def lay(link: PtyLink, tag: Ntag213 | MifareClassic1K) -> None:
    with link.touching() as chip:
        chip.add_tag(tag)


def test_adafruit_finds_reads_and_writes_a_tag(link: PtyLink, adafruit: PN532_UART) -> None:
    assert tuple(adafruit.firmware_version) == (0x32, 1, 6, 7)
    tag = Ntag213(UID, ndef_text("alice"))
    lay(link, tag)
    assert bytes(adafruit.read_passive_target(timeout=0.3)) == UID
    assert bytes(adafruit.ntag2xx_read_block(4)) == bytes(tag.memory[16:20])
    assert adafruit.ntag2xx_write_block(9, b"wxyz")
    assert tag.memory[36:40] == b"wxyz"


def test_adafruit_reads_a_classic_tag_with_its_key(link: PtyLink, adafruit: PN532_UART) -> None:
    tag = MifareClassic1K(bytes.fromhex("deadbeef"))
    tag.blocks[4][:] = b"sixteen bytes ok"
    lay(link, tag)
    uid = adafruit.read_passive_target(timeout=0.3)
    assert adafruit.mifare_classic_read_block(4) is None
    uid = adafruit.read_passive_target(timeout=0.3)
    assert adafruit.mifare_classic_authenticate_block(uid, 4, 0x60, b"\xff" * 6)
    assert bytes(adafruit.mifare_classic_read_block(4)) == b"sixteen bytes ok"


def test_our_driver_sends_what_adafruit_sends(link: PtyLink) -> None:
    wire = Wire(link.chip)
    lay(link, Ntag213(UID, ndef_text("alice")))
    with serial.Serial(link.path, 115_200, timeout=0.05) as port:
        client = PN532_UART(port)
        assert client.read_passive_target(timeout=0.3) is not None
        client.ntag2xx_read_block(4)
        client.ntag2xx_write_block(9, b"wxyz")
    theirs = wire.frames()

    def the_same(ours: Pn532) -> None:
        (target,) = ours.list_targets(most=1)
        ours.read_pages(target, 4)
        ours.write_page(target, 9, b"wxyz")

    ours = sent_by_ours(the_same, Ntag213(UID, ndef_text("alice")))
    common = theirs.keys() & ours.keys()
    assert {code for code, _ in common} == {0x02, 0x14, 0x4A, 0x40}
    assert (0x40, b"\x01\xa2\x09wxyz") in common
    assert {command: theirs[command] for command in common} == {command: ours[command] for command in common}


def nfcpy(link: PtyLink) -> nfc.clf.ContactlessFrontend:
    frontend = nfc.clf.ContactlessFrontend()
    frontend.device = nfc.clf.pn532.init(nfc.clf.transport.TTY(link.path))
    return frontend


def test_nfcpy_finds_a_tag_and_reads_and_writes_its_text(link: PtyLink) -> None:
    frontend = nfcpy(link)
    assert frontend.sense(nfc.clf.RemoteTarget("106A")) is None
    laid = Ntag213(UID, ndef_text("alice"))
    lay(link, laid)
    tag = nfc.tag.activate(frontend, frontend.sense(nfc.clf.RemoteTarget("106A")))
    assert bytes(tag.identifier) == UID
    assert [record.text for record in tag.ndef.records] == ["alice"]
    tag.ndef.records = [ndef.TextRecord("Köln")]
    assert "Köln".encode() in laid.memory
    frontend.close()


def test_our_driver_sends_what_nfcpy_sends_for_each_of_its_commands(link: PtyLink) -> None:
    wire = Wire(link.chip)
    frontend = nfcpy(link)
    lay(link, Ntag213(UID, ndef_text("alice")))
    nfc.tag.activate(frontend, frontend.sense(nfc.clf.RemoteTarget("106A")))
    frontend.close()
    theirs = wire.frames()
    assert {0x02, 0x06, 0x08, 0x10, 0x12, 0x14, 0x16, 0x32, 0x4A} <= {code for code, _ in theirs}

    def the_same(ours: Pn532) -> None:
        for code, parameters in theirs:
            if code != 0x16:  # it would put the chip to sleep
                ours.command(code, parameters)

    ours = sent_by_ours(the_same, Ntag213(UID))
    assert {command: ours[command] for command in theirs if command[0] != 0x16} == {
        command: frame for command, frame in theirs.items() if command[0] != 0x16
    }
    natural = sent_by_ours(lambda ours: ours.list_targets(most=1))
    assert {code for code, _ in natural.keys() & theirs.keys()} == {0x02, 0x4A}


# ---- our own driver on the real device


def test_a_text_written_by_our_driver_is_read_by_nfcpy(tmp_path: Path) -> None:
    with PtyLink(Chip(), tmp_path / "reader") as link:
        lay(link, Ntag213(UID))
        ours = Pn532(open_serial(link.path))
        assert ours.setup() == (0x32, 1, 6, 7)
        (target,) = ours.list_targets()
        ours.write_text(target, "Lübeck, Börse")
        assert ours.read_text(target) == "Lübeck, Börse"
        ours.close()
        frontend = nfcpy(link)
        tag = nfc.tag.activate(frontend, frontend.sense(nfc.clf.RemoteTarget("106A")))
        assert [record.text for record in tag.ndef.records] == ["Lübeck, Börse"]
        frontend.close()


def test_a_line_in_use_or_not_there_is_refused_with_its_cause(tmp_path: Path) -> None:
    path = tmp_path / "reader"
    with pytest.raises(PartLost, match=f"tag reader on {path} is not there"):
        open_serial(str(path))
    with PtyLink(Chip(), path) as link:
        first = open_serial(link.path)
        with pytest.raises(PartLost, match="in use by another program"):
            open_serial(link.path)
        first.close()
        open_serial(link.path).close()
    assert not path.is_symlink()
    path.write_text("no terminal")
    with pytest.raises(PartLost, match="cannot be opened"):
        open_serial(str(path))


def test_a_tap_a_pulled_plug_and_a_tap_again_in_real_time(tmp_path: Path) -> None:
    events: list[Event] = []

    async def until(fulfilled: Callable[[], bool]) -> None:
        end_s = time.monotonic() + 20
        while not fulfilled():
            assert time.monotonic() < end_s, events
            await asyncio.sleep(0.01)

    async def evening(link: PtyLink) -> None:
        loop = asyncio.get_running_loop()
        clock, worker = LoopClock(), ThreadWorker("reader")
        clock.attach(loop)
        worker.attach(loop)
        reader = Reader(
            "reader", lambda: open_serial(link.path), clock, worker, events.append, path=link.path, poll_ms=50
        )
        reader.start()
        await until(lambda: reader.watching)
        lay(link, Ntag213(UID, ndef_text("alice")))
        await until(lambda: len(events) == 1)
        link.unplug()
        await until(lambda: len(events) == 2)
        link.replug()
        await until(lambda: len(events) == 3)
        written: list[object] = []
        for tries in range(1, 11):  # on a busy computer the emulated chip may answer too late
            reader.write_text(UID, "bob", written.append)
            await until(lambda: len(written) == tries)  # noqa: B023
            if written[-1] is None:
                break
        assert written[-1] is None
        reader.close()
        assert worker.close()

    with PtyLink(Chip(), tmp_path / "reader") as link:
        asyncio.run(evening(link))
        tag, lost, found = events
        assert isinstance(tag, Tag)
        assert (tag.uid, tag.text, tag.others) == (UID, "alice", ())
        assert isinstance(lost, Lost)
        assert lost.message == (
            f"tag reader on {link.path} is not there: "
            "plug it in, or switch the serial port on (enable_uart=1) and restart"
        )
        assert found == Found("reader", found.at_s)
        assert b"bob" in link.chip.tags[0].memory  # type: ignore[attr-defined]
