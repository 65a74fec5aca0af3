"""What goes over the socket between the bench and the companion: the messages, and their frames.

A frame is four bytes of length (big-endian) and a MessagePack map with a tag. This module is all that both ends
share; it knows neither the world nor a driver.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from drivers.errors import DriverError

VERSION = 2
LONGEST_FRAME = 1 << 16

Pin = Annotated[int, Meta(ge=0, le=27)]
Address = Annotated[int, Meta(ge=0, le=0x7F)]


class BadFrame(DriverError, ValueError):
    """Bytes on the wire that are no message."""


class Hello(Struct, tag=True, frozen=True, forbid_unknown_fields=True):
    """Companion: first of all."""

    version: int


class Welcome(Struct, tag=True, frozen=True, forbid_unknown_fields=True):
    """Bench: what there is. ``reader`` is the path of the reader's terminal device, ``buses`` have a speed in hertz."""

    version: int
    reader: str | None
    buses: dict[int, int]


class Claim(Struct, tag=True, frozen=True, forbid_unknown_fields=True):
    """Companion: this pin is an input, pulled "up", "down" or "floating". Answered by ``Claimed``."""

    id: int
    pin: Pin
    pull: Literal["up", "down", "floating"]


class Claimed(Struct, tag=True, frozen=True, forbid_unknown_fields=True):
    """Bench: and this is its level."""

    id: int
    pin: Pin
    level: bool


class Edges(Struct, tag=True, frozen=True, forbid_unknown_fields=True):
    """Bench: a contact moved. Each edge is pin, level after it, and time in seconds (CLOCK_MONOTONIC)."""

    edges: list[tuple[Pin, bool, float]]


class Drive(Struct, tag=True, frozen=True, forbid_unknown_fields=True):
    """Companion: this pin is an output at that level."""

    pin: Pin
    level: bool


class Transfer(Struct, tag=True, frozen=True, forbid_unknown_fields=True):
    """Companion: one write transaction on an I²C bus. Answered by ``Done``."""

    id: int
    bus: int
    address: Address
    data: bytes


class Done(Struct, tag=True, frozen=True, forbid_unknown_fields=True):
    """Bench: the transaction is over; ``errno`` as the kernel would give it, 0 if it was acknowledged."""

    id: int
    errno: int


FromCompanion: TypeAlias = Hello | Claim | Drive | Transfer
FromBench: TypeAlias = Welcome | Claimed | Edges | Done


def frame(message: FromCompanion | FromBench) -> bytes:
    """The frame of a message."""
    body = msgspec.msgpack.encode(message)
    if len(body) > LONGEST_FRAME:
        raise BadFrame(f"a message of {len(body)} bytes: at most {LONGEST_FRAME} fit")
    return len(body).to_bytes(4, "big") + body


class Unframer:
    """Cuts a stream of bytes into bodies of frames."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that are complete now. ``BadFrame`` if a frame cannot be."""
        self._bytes += data
        bodies = []
        while len(self._bytes) >= 4:
            length = int.from_bytes(self._bytes[:4], "big")
            if not 0 < length <= LONGEST_FRAME:
                raise BadFrame(f"a frame of {length} bytes: 1 to {LONGEST_FRAME} are possible")
            if len(self._bytes) < 4 + length:
                break
            bodies.append(bytes(self._bytes[4 : 4 + length]))
            del self._bytes[: 4 + length]
        return bodies


def from_companion(body: bytes) -> FromCompanion:
    """Read a body that the companion sent. ``BadFrame`` if it is no message of its."""
    try:
        message: FromCompanion = msgspec.msgpack.decode(body, type=FromCompanion)
    except msgspec.MsgspecError as problem:
        raise BadFrame(f"no message of the companion: {problem}") from problem
    return message


def from_bench(body: bytes) -> FromBench:
    """Read a body that the bench sent. ``BadFrame`` if it is no message of its."""
    try:
        message: FromBench = msgspec.msgpack.decode(body, type=FromBench)
    except msgspec.MsgspecError as problem:
        raise BadFrame(f"no message of the bench: {problem}") from problem
    return message
