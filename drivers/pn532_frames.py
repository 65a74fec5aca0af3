"""The frames on the serial line between a PN532 and its host: how they are built, and how they are found in a stream.

Source: the PN532 user manual UM0701-02, section 6.2.1. This module knows bytes only: no command, no tag, no port, no
time. The parser takes whatever has arrived, in pieces of any size, and never needs to know how much is still to come.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

TO_CHIP = 0xD4
TO_HOST = 0xD5
ERROR = 0x7F

ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")
SYNTAX_ERROR = bytes.fromhex("0000ff01ff7f8100")
# 0x55 gives the rising edges that wake the chip, the zeros last 1.2 ms at 115200 baud while its oscillator starts.
WAKE_UP = b"\x55\x55" + bytes(14)

MAX_PAYLOAD = 265
_START = b"\x00\xff"


class Kind(Enum):
    """What was found on the line."""

    ACK = "ack"
    NACK = "nack"
    DATA = "data"
    BAD = "bad"


class Frame(NamedTuple):
    """One find. ``payload`` begins with the frame identifier; a BAD frame has none, but says ``why`` it is bad."""

    kind: Kind
    payload: bytes = b""
    why: str = ""


def information_frame(payload: bytes) -> bytes:
    """The bytes that carry ``payload`` (1 to 265 bytes, identifier first); extended above 255 bytes.

    Raises ValueError for another length.
    """
    length = len(payload)
    if not 1 <= length <= MAX_PAYLOAD:
        raise ValueError(f"a PN532 frame carries 1 to {MAX_PAYLOAD} bytes, not {length}")
    if length <= 0xFF:
        head = bytes([length, -length & 0xFF])
    else:
        high, low = divmod(length, 0x100)
        head = bytes([0xFF, 0xFF, high, low, -(high + low) & 0xFF])
    return b"\x00\x00\xff" + head + payload + bytes([-sum(payload) & 0xFF, 0x00])


def command_frame(code: int, parameters: bytes = b"") -> bytes:
    """The bytes of command ``code`` (0 to 0xFE) to the chip. Raises ValueError if ``parameters`` are too long."""
    return information_frame(bytes([TO_CHIP, code]) + parameters)


class FrameParser:
    """Finds frames in a stream that may be cut anywhere, merged, doubled, or full of noise.

    A frame is believed only if its length checks, its identifier is one of ``identifiers`` (None: any) and its
    checksum checks. Otherwise the search goes on right behind its start code, so that a good frame that the bad one
    seemed to contain is still found. Memory is bounded: never more than one frame is held back.
    """

    def __init__(self, identifiers: frozenset[int] | None = frozenset((TO_HOST, ERROR))) -> None:
        self._identifiers = identifiers
        self._buffer = bytearray()

    @property
    def pending(self) -> int:
        """How many bytes wait for the rest of their frame."""
        return len(self._buffer)

    def reset(self) -> None:
        """Forget what has not become a frame."""
        self._buffer.clear()

    def feed(self, data: bytes) -> list[Frame]:
        """Take in ``data`` and give what is complete, in the order of the line."""
        self._buffer += data
        found = []
        while (frame := self._next()) is not None:
            found.append(frame)
        return found

    def give_up(self) -> list[Frame]:
        """Stop waiting for the rest of a frame; give what the bytes behind its start code hold instead."""
        found: list[Frame] = []
        while self._buffer:
            del self._buffer[: len(_START)]
            found += self.feed(b"")
        return found

    def _next(self) -> Frame | None:
        buffer = self._buffer
        start = buffer.find(_START)
        if start < 0:
            del buffer[: len(buffer) - buffer.endswith(b"\x00")]  # a zero may be the first half of a start code
            return None
        del buffer[:start]
        if len(buffer) < 4:
            return None
        short = bytes(buffer[2:4])
        if short in (b"\x00\xff", b"\xff\x00"):
            del buffer[:4]
            return Frame(Kind.ACK if short == b"\x00\xff" else Kind.NACK)
        head, length, checks = 4, buffer[2], sum(short) & 0xFF == 0
        if short == b"\xff\xff":
            if len(buffer) < 7:
                return None
            head, length, checks = 7, buffer[4] << 8 | buffer[5], sum(buffer[4:7]) & 0xFF == 0
        if not checks or not 1 <= length <= MAX_PAYLOAD:
            return self._bad("length")
        if len(buffer) <= head:
            return None
        if self._identifiers is not None and buffer[head] not in self._identifiers:
            return self._bad("identifier")
        end = head + length
        if len(buffer) <= end:
            return None
        if sum(buffer[head : end + 1]) & 0xFF:
            return self._bad("checksum")
        payload = bytes(buffer[head:end])
        del buffer[: end + 1]
        return Frame(Kind.DATA, payload)

    def _bad(self, why: str) -> Frame:
        del self._buffer[: len(_START)]
        return Frame(Kind.BAD, why=why)
