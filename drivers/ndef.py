"""The text on a tag: one NDEF text record in the pages of a Type 2 tag (NTAG, MIFARE Ultralight).

Sources: NFC Forum Type 2 Tag (capability container, TLV blocks), NDEF, and Text Record Type. The module reaches the
tag through two functions, ``read`` a page (16 bytes: that page and the three behind it) and ``write`` a page
(4 bytes); it knows neither the reader nor the line. What a tag holds is never trusted: any bytes may come.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from drivers.errors import DriverError

ReadPage = Callable[[int], bytes]
WritePage = Callable[[int, bytes], None]

_PAGE = 4
_CC_PAGE = 3
_FIRST_PAGE = 4
_NDEF_MAGIC = 0xE1
_NULL, _NDEF_TLV, _TERMINATOR = 0x00, 0x03, 0xFE
# What fits every Type 2 tag: version 1.0, 48 bytes, free to read and write.
_BLANK_CC = bytes.fromhex("e1100600")


class TagError(DriverError, OSError):
    """A tag cannot be read or written. The message says what stands in the way and what to do."""


class _Place(NamedTuple):
    """Where the NDEF block lies in the user memory, in bytes from page 4."""

    at: int
    head: int
    length: int


class _Memory:
    """The user memory of a tag, read only as far as it is asked for."""

    def __init__(self, read: ReadPage) -> None:
        first = read(_CC_PAGE)
        self._read = read
        self.container = bytes(first[:_PAGE])
        self._bytes = bytearray(first[_PAGE:])

    @property
    def size(self) -> int:
        return self.container[2] * 8 if self.container[0] == _NDEF_MAGIC else 0

    def __getitem__(self, at: int) -> int:
        if not 0 <= at < self.size:
            raise TagError("what the tag says about its length runs past its end: write it anew")
        while at >= len(self._bytes):
            self._bytes += self._read(_FIRST_PAGE + len(self._bytes) // _PAGE)
        return self._bytes[at]

    def span(self, start: int, length: int) -> bytes:
        return bytes(self[at] for at in range(start, start + length))

    def find(self) -> tuple[int, _Place | None]:
        """Where a message may begin, and the message that is there, if any."""
        at = 0
        while at < self.size and (kind := self[at]) != _TERMINATOR:
            if kind == _NULL:
                at += 1
                continue
            head, length = 2, self[at + 1]
            if length == 0xFF:
                head, length = 4, self[at + 2] << 8 | self[at + 3]
            if kind == _NDEF_TLV:
                return at, _Place(at, head, length)
            at += head + length
        # A chain without a message: nulls at the front are room, what stands before them is not.
        return (at if at < self.size and self[at] == _TERMINATOR else 0), None


def read_text(read: ReadPage) -> str | None:
    """The first text record of the tag, None if it holds none.

    Raises what ``read`` raises, and TagError if the tag's own lengths run past its end.
    """
    memory = _Memory(read)
    _, place = memory.find()
    return None if place is None else text_of(memory.span(place.at + place.head, place.length))


def write_text(read: ReadPage, write: WritePage, text: str) -> None:
    """Put ``text`` on the tag as its only record and read it back.

    A tag that is pulled away half-way holds an empty message, never half a text: the length is written last.
    Raises TagError if the tag is no NDEF tag, is write-protected, is too small, or does not keep what was written, or
    if the text is none that can be written.
    """
    try:
        message = _message(text)
    except UnicodeError as problem:
        raise TagError("the text holds what no tag can: letters of no alphabet") from problem
    memory = _Memory(read)
    if not any(memory.container):
        write(_CC_PAGE, _BLANK_CC)
        memory = _Memory(read)
    if not memory.size:
        raise TagError("the tag is not laid out for NDEF: use an NTAG or an Ultralight tag")
    if memory.container[3] & 0x0F:
        raise TagError("the tag is write-protected: use another one")
    start, _ = memory.find()
    length = len(message)
    head = bytes([_NDEF_TLV, length] if length < 0xFF else [_NDEF_TLV, 0xFF, *divmod(length, 0x100)])
    block = head + message + bytes([_TERMINATOR])
    if start + len(block) > memory.size:
        raise TagError(
            f"the text is too long for the tag: it takes {len(block)} bytes there, {memory.size - start} are free"
        )
    first = start - start % _PAGE
    before = memory.span(first, start - first)
    image = before + block
    image += bytes(-len(image) % _PAGE)
    behind = len(before + head) + (-len(before + head) % _PAGE)
    empty = (before + bytes([_NDEF_TLV, 0x00]) + image[len(before) + 2 :])[:behind]
    pages = [(at, image[at : at + _PAGE]) for at in range(0, len(image), _PAGE)]
    heads = behind // _PAGE
    # A head over two pages goes from the back, so that the page with the length is never met half-written.
    emptied = [(at, empty[at : at + _PAGE]) for at, _ in reversed(pages[:heads])]
    for at, part in (*emptied, *pages[heads:], *reversed(pages[:heads])):
        write(_FIRST_PAGE + (first + at) // _PAGE, part)
    if read_text(read) != text:
        raise TagError("the tag did not keep the text: hold it still and try again, or use another one")


def text_of(message: bytes) -> str | None:
    """The first text record of an NDEF message, None if there is none that can be read. Takes any bytes."""
    at = 0
    try:
        while at < len(message):
            flags, type_length = message[at], message[at + 1]
            at += 2
            if flags & 0x10:
                payload_length = message[at]
                at += 1
            else:
                payload_length = int.from_bytes(message[at : at + 4], "big")
                at += 4
            id_length = 0
            if flags & 0x08:
                id_length = message[at]
                at += 1
            kind = message[at : at + type_length]
            at += type_length + id_length
            payload = message[at : at + payload_length]
            at += payload_length
            whole = at <= len(message) and not flags & 0x20
            if whole and flags & 0x07 == 1 and kind == b"T" and (text := _text_payload(payload)) is not None:
                return text
    except IndexError:
        return None
    return None


def _text_payload(payload: bytes) -> str | None:
    if not payload:
        return None
    body = payload[1 + (payload[0] & 0x3F) :]
    coding = "utf-8"
    if payload[0] & 0x80:
        marked = body[:2] in (b"\xfe\xff", b"\xff\xfe")
        coding = "utf-16" if marked else "utf-16-be"
    try:
        return body.decode(coding)
    except UnicodeDecodeError:
        return None


def _message(text: str) -> bytes:
    # Only needed to write a tag, slow to load on the Pi, and without types.
    import ndef  # type: ignore[import-untyped]  # noqa: PLC0415

    return b"".join(ndef.message_encoder([ndef.TextRecord(text, "en")]))
