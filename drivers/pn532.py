"""The NFC reader chip PN532 on a serial line: its commands, its targets, and the pages of a tag.

Wiring: high-speed UART at 115200 baud (both switches of the usual breakout at 0), reader's TX to the Pi's RX and the
other way round. Source: the PN532 user manual UM0701-02. The driver never waits for a number of bytes: it reads what
is there and lets ``FrameParser`` decide, so that a dead reader, a slow one and an empty field are three different
things. It knows no event, no thread, and not whether the line is real.

    port = open_serial("/dev/serial0")
    chip = Pn532(port)
    chip.setup()
    for target in chip.list_targets():
        print(target.uid.hex(), chip.read_text(target))
"""

from __future__ import annotations

import errno
import termios
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from drivers import ndef
from drivers.errors import PartLost
from drivers.ndef import TagError
from drivers.pn532_frames import ACK, ERROR, NACK, TO_HOST, WAKE_UP, Frame, FrameParser, Kind, command_frame

BAUD = 115_200

DIAGNOSE = 0x00
GET_FIRMWARE_VERSION = 0x02
SAM_CONFIGURATION = 0x14
RF_CONFIGURATION = 0x32
IN_DATA_EXCHANGE = 0x40
IN_LIST_PASSIVE_TARGET = 0x4A

_SLICE_S = 0.02  # one blocking read: how soon a silence is noticed, not how long an answer may take
_ACK_S = 0.1  # the chip needs 15 ms; the rest is for USB adapters and a busy Pi
_ANSWER_S = 0.25
# A USB adapter on a Pi may hold the first bytes after opening back for more than a second.
_FIRST_ACK_S = 1.5
_RESENDS = 2
_RETRIES = 4  # below 1 a resting tag is met only every second time; 0xFF would search for ever
_READ_PAGE, _WRITE_PAGE = 0x30, 0xA2

_SILENT = "does not answer: check its plug, power and the UART switches"
_GARBLED = "sends bytes that make no sense: check for a serial console on the line, crossed wires and a loose plug"

_KINDS = {0x00: "NTAG or Ultralight", 0x08: "MIFARE Classic 1K", 0x09: "MIFARE Mini", 0x18: "MIFARE Classic 4K"}

_Result = TypeVar("_Result")


class LineBroken(PartLost):
    """The port itself failed: it was unplugged, or a second program reads from it."""


class Port(Protocol):
    """What is needed of a serial port: pyserial's own calls."""

    timeout: float | None

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def reset_input_buffer(self) -> None: ...

    def close(self) -> None: ...


class Firmware(NamedTuple):
    """What the chip says of itself: IC (0x32 for a PN532), version and revision, supported cards as bits."""

    ic: int
    version: int
    revision: int
    support: int


class Target(NamedTuple):
    """A tag in the field, selected as ``number`` (1 or 2). ``atqa`` is 2 bytes, ``sak`` says what kind it is."""

    number: int
    atqa: bytes
    sak: int
    uid: bytes

    @property
    def has_pages(self) -> bool:
        """Whether it is a Type 2 tag (NTAG, Ultralight), whose pages are read without a key."""
        return self.sak == 0x00

    @property
    def kind(self) -> str:
        """What kind of tag it is, in words, as far as its answer to being selected tells."""
        return _KINDS.get(self.sak & 0x7F, f"another card (0x{self.sak:02x})")


def open_serial(path: str) -> Port:
    """The serial line at ``path``, for this process alone. Raises PartLost with the likely cause."""
    import serial  # noqa: PLC0415  (opened by the reader's worker, after the first picture is on the glass)

    try:
        port: Port = serial.Serial(path, BAUD, timeout=_SLICE_S, write_timeout=0.5, exclusive=True)
    except (OSError, termios.error) as problem:
        raise PartLost(f"tag reader on {path} {opening_trouble(problem)}") from problem
    return port


def opening_trouble(problem: BaseException) -> str:
    """What an error on opening a serial line means and what to do, to be put behind the name of the part."""
    number = getattr(problem, "errno", None)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return "is not there: plug it in, or switch the serial port on (enable_uart=1) and restart"
    if number in (errno.EACCES, errno.EPERM):
        return "may not be opened: add this user to the group dialout"
    if number in (errno.EAGAIN, errno.EBUSY):
        return "is in use by another program: stop that, or the serial console on this line"
    return f"cannot be opened ({problem}): check that this is its serial line"


class Pn532:
    """One PN532 on an open port. Every call blocks, for a bounded time, and raises PartLost if the chip fails.

    ``now_s`` is the time that passes while the port blocks, in seconds. ``where`` begins every message.
    """

    def __init__(self, port: Port, now_s: Callable[[], float] = time.monotonic, where: str = "tag reader") -> None:
        self._port = port
        self._now_s = now_s
        self._where = where
        self._parser = FrameParser()
        self._frames: deque[Frame] = deque()
        self._heard = self._sense = False  # anything at all; whether the last of it was a good frame
        self._fresh = True
        if port.timeout != _SLICE_S:
            port.timeout = _SLICE_S

    # ---- the reader

    def setup(self) -> Firmware:
        """End whatever the chip does, wake it, and configure it; also after a brown-out and after any error."""
        self._write(ACK)
        wait_s, self._fresh = _FIRST_ACK_S if self._fresh else _ACK_S, False
        sam = partial(self.command, SAM_CONFIGURATION, b"\x01\x14\x01", wake=True)
        try:
            sam(ack_s=wait_s)
        except LineBroken:
            raise
        except PartLost:
            sam()  # the first command after an aborted one may go unheard
        firmware = self.firmware()
        self.command(RF_CONFIGURATION, bytes([0x05, 0xFF, 0x01, _RETRIES]))
        self.ping()
        return firmware

    def firmware(self) -> Firmware:
        """What the chip says of itself."""
        answer = self.command(GET_FIRMWARE_VERSION)
        if len(answer) != 4:
            raise PartLost(f"{self._where} is no PN532: it gives its version as {answer.hex(' ') or 'nothing'}")
        return Firmware(*answer)

    def ping(self) -> None:
        """Have the chip send a few bytes back as they are (its communication line test)."""
        probe = b"\x00\xff\x55\xaa"
        if self.command(DIAGNOSE, b"\x00" + probe) != b"\x00" + probe:
            raise PartLost(f"{self._where} {_GARBLED}")

    def close(self) -> None:
        """Close the port. Never raises."""
        try:
            self._port.close()
        except (OSError, termios.error):
            return

    # ---- tags

    def list_targets(self, most: int = 2) -> list[Target]:
        """The tags in the field (ISO 14443 A), at most two; an empty list is an answer of a live reader."""
        answer = self.command(IN_LIST_PASSIVE_TARGET, bytes([most, 0x00]), answer_s=0.35)
        try:
            return parse_targets(answer)
        except ValueError as problem:
            raise PartLost(f"{self._where} {_GARBLED} ({problem})") from problem

    def exchange(self, target: Target, request: bytes) -> bytes:
        """Send ``request`` to a listed tag and give its answer. Raises TagError if the tag does not play along."""
        answer = self.command(IN_DATA_EXCHANGE, bytes([target.number]) + request)
        if not answer:
            raise PartLost(f"{self._where} {_GARBLED} (an exchange without a status)")
        status = answer[0] & 0x3F
        if status:
            raise TagError(f"tag {target.uid.hex()} does not answer (status 0x{status:02x}): hold it still")
        return answer[1:]

    def read_pages(self, target: Target, page: int) -> bytes:
        """Four pages of a Type 2 tag from ``page`` on, 16 bytes."""
        answer = self.exchange(target, bytes([_READ_PAGE, page]))
        if len(answer) != 16:
            raise TagError(f"tag {target.uid.hex()} gave {len(answer)} bytes for four pages: hold it still")
        return answer

    def write_page(self, target: Target, page: int, data: bytes) -> None:
        """Write one page (4 bytes) of a Type 2 tag."""
        self.exchange(target, bytes([_WRITE_PAGE, page]) + data)

    def read_text(self, target: Target) -> str | None:
        """The NDEF text of a tag; None if its kind has no readable pages or it holds no text. Raises TagError."""
        if not target.has_pages:
            return None
        return ndef.read_text(partial(self.read_pages, target))

    def write_text(self, target: Target, text: str) -> None:
        """Write ``text`` as the tag's only NDEF record and check it. Raises TagError."""
        if not target.has_pages:
            raise TagError(f"tag {target.uid.hex()} has no free pages: use an NTAG or an Ultralight tag")
        ndef.write_text(partial(self.read_pages, target), partial(self.write_page, target), text)

    # ---- commands

    def command(
        self,
        code: int,
        parameters: bytes = b"",
        *,
        ack_s: float = _ACK_S,
        answer_s: float = _ANSWER_S,
        wake: bool = False,
    ) -> bytes:
        """Send a command and give what its answer carries behind the code.

        ``ack_s`` and ``answer_s`` are how long the acknowledgement and the answer may take. A damaged answer is asked
        for again (NACK); a late answer to an earlier command is passed over.
        """
        self._call(self._port.reset_input_buffer)
        self._parser.reset()
        self._frames.clear()
        self._heard = self._sense = False
        self._write((WAKE_UP if wake else b"") + command_frame(code, parameters))
        until_s = self._now_s() + ack_s
        while (frame := self._frame(until_s)) is None or frame.kind is not Kind.ACK:
            pass
        return self._answer(code, self._now_s() + answer_s)

    def _answer(self, code: int, until_s: float) -> bytes:
        damaged, resends = False, _RESENDS
        while True:
            frame = self._frame(until_s)
            if frame is None:
                if damaged and resends:  # and nothing good came behind what was damaged
                    self._write(NACK)
                    damaged, resends = False, resends - 1
            elif frame.kind is Kind.BAD:
                damaged = True
            elif frame.kind is Kind.DATA and frame.payload[0] == ERROR:
                raise PartLost(f"{self._where} did not understand command 0x{code:02x}: check for a loose plug")
            elif frame.kind is Kind.DATA and frame.payload[:2] == bytes([TO_HOST, code + 1]):
                return frame.payload[2:]

    def _frame(self, until_s: float) -> Frame | None:
        """The next frame; None after a slice of silence. Raises PartLost when the time is over."""
        while not self._frames:
            if self._now_s() >= until_s:
                self._sense &= self._parser.pending <= 1  # a postamble may be left over, half a frame may not
                self._frames.extend(self._parser.give_up())
                if not self._frames:
                    raise PartLost(f"{self._where} {_GARBLED if self._heard and not self._sense else _SILENT}")
                break
            data = self._call(lambda: self._port.read(max(1, self._port.in_waiting)))
            if not data:
                return None
            self._heard = True
            self._frames.extend(self._parser.feed(data))
        frame = self._frames.popleft()
        self._sense = frame.kind is not Kind.BAD
        return frame

    def _write(self, data: bytes) -> None:
        self._call(lambda: self._port.write(data))

    def _call(self, call: Callable[[], _Result]) -> _Result:
        try:
            return call()
        except (OSError, termios.error) as problem:
            raise LineBroken(
                f"{self._where} was unplugged, or another program reads from it: plug it in, or stop that ({problem})"
            ) from problem


def parse_targets(answer: bytes) -> list[Target]:
    """The targets in an answer to InListPassiveTarget at 106 kbps type A, code taken off.

    Raises ValueError if the answer is not what its own counts say.
    """
    if not answer or answer[0] > 2:
        raise ValueError("a list of targets without a count of 0 to 2")
    targets = []
    at = 1
    for _ in range(answer[0]):
        head = answer[at : at + 5]
        if len(head) < 5 or not head[4]:
            raise ValueError("a target without its data")
        uid = answer[at + 5 : at + 5 + head[4]]
        if len(uid) < head[4]:
            raise ValueError("a target with half its UID")
        targets.append(Target(head[0], head[1:3], head[3], uid))
        at += 5 + len(uid)
        if head[3] & 0x20 and at < len(answer):
            at += max(1, answer[at])  # an answer to select (ATS) follows; its first byte counts itself
    return targets
