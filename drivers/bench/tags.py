"""Emulated NFC tags (ISO 14443 A): what lies in the field of an emulated reader and answers it over the air.

Each tag keeps its memory and its state as a real one does: a tag that is already selected hears the next request,
falls back to idle and stays silent that once. Sources: the data sheets of NTAG213, MF0ICU1 (Ultralight) and MF1S50
(Classic 1K). A tag knows no reader, no line and no time.
"""

from __future__ import annotations

from typing import ClassVar, Final

DONE: Final = b"\x0a"
"""The four bits with which a Type 2 tag says yes; any other single byte says no."""
REFUSED: Final = b"\x00"


def ndef_text(text: str, language: str = "en") -> bytes:
    """One NDEF message with one text record (UTF-8)."""
    body = bytes([len(language)]) + language.encode() + text.encode()
    if len(body) < 0x100:
        return b"\xd1\x01" + bytes([len(body)]) + b"T" + body
    return b"\xc1\x01" + len(body).to_bytes(4, "big") + b"T" + body


class Tag:
    """A tag of which only the UID can be had. ``uid`` is 4, 7 or 10 bytes.

    ``atqa`` (2 bytes, high byte first) and ``sak`` are what the reader learns on selecting it.
    """

    kind: ClassVar[str] = "uid"

    def __init__(self, uid: bytes, *, atqa: bytes = b"\x00\x04", sak: int = 0x00) -> None:
        if len(uid) not in (4, 7, 10):
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.ats = b""
        self._active = False
        self._halted = False

    def wake(self) -> bool:
        """Hear a request; True if the tag answers and is now selected."""
        if self._halted:
            return False
        self._active = not self._active
        return self._active

    def idle(self) -> None:
        """Fall back to waiting for a request: another tag was chosen, or a command made no sense."""
        self._active = False

    def halt(self) -> None:
        """Stay silent until the field has gone."""
        self._active, self._halted = False, True

    def field_off(self) -> None:
        """The field is gone, or the tag has left it."""
        self._active = self._halted = False

    def answer(self, request: bytes) -> bytes | None:
        """The answer to ``request``, without checksum; None is silence."""
        return None


class UidTag(Tag):
    """A card with a chip of its own (bank, transit, phone): selected, it says what it can, and nothing else is read."""

    def __init__(self, uid: bytes, *, sak: int = 0x20, ats: bytes = bytes.fromhex("057880a002")) -> None:
        super().__init__(uid, sak=sak)
        self.ats = ats if sak & 0x20 else b""


class _Pages(Tag):
    """A Type 2 tag: pages of four bytes; UID in the first three, capability container in the fourth."""

    PAGES: ClassVar[int]
    USER_END: ClassVar[int]
    CONTAINER: ClassVar[bytes]

    def __init__(self, uid: bytes, ndef: bytes | None = None) -> None:
        if len(uid) != 7:
            raise ValueError(f"a {type(self).__name__} has a UID of 7 bytes, not {len(uid)}")
        super().__init__(uid, atqa=b"\x00\x44")
        self.memory = bytearray(self.PAGES * 4)
        self.memory[0:9] = bytes([*uid[:3], 0x88 ^ uid[0] ^ uid[1] ^ uid[2], *uid[3:], 0])
        self.memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        self.memory[9] = 0x48
        self.memory[12:16] = self.CONTAINER
        self.locked = False
        if ndef is not None:
            self.write_ndef(ndef)

    def write_ndef(self, ndef: bytes) -> None:
        """Put an NDEF message into the user memory, as a telephone would. Raises ValueError if it is too long."""
        length = bytes([len(ndef)]) if len(ndef) < 0xFF else b"\xff" + len(ndef).to_bytes(2, "big")
        block = b"\x03" + length + ndef + b"\xfe"
        room = (self.USER_END - 4) * 4
        if len(block) > room:
            raise ValueError(f"the message takes {len(block)} bytes, a {type(self).__name__} has {room}")
        self.memory[12:16] = self.CONTAINER if any(self.CONTAINER) else bytes.fromhex("e1100600")
        self.memory[16 : 16 + len(block)] = block

    def answer(self, request: bytes) -> bytes | None:
        match list(request):  # READ, WRITE, HALT
            case [0x30, page] if page < self.PAGES:
                return bytes(self.memory[(page * 4 + i) % len(self.memory)] for i in range(16))
            case [0xA2, page, *data] if len(data) == 4 and self._may_write(page):
                self._write(page, bytes(data))
                return DONE
            case [0x50, 0x00]:
                self.halt()
                return None
        return self._more(request)

    def _more(self, request: bytes) -> bytes | None:
        self.idle()
        return REFUSED

    def _may_write(self, page: int) -> bool:
        return not self.locked and 2 <= page < self.PAGES

    def _write(self, page: int, data: bytes) -> None:
        at = page * 4
        if page == 2:  # only the lock bits, and they never fall back
            data = bytes([*self.memory[8:10], self.memory[10] | data[2], self.memory[11] | data[3]])
        elif page == 3:  # one-time programmable: bits are set, never cleared
            data = bytes(old | new for old, new in zip(self.memory[12:16], data, strict=True))
        self.memory[at : at + 4] = data


class Ntag213(_Pages):
    """NTAG213: 45 pages, 144 bytes for the user, delivered laid out for NDEF and empty."""

    kind = "ntag213"
    PAGES = 45
    USER_END = 40
    CONTAINER = bytes.fromhex("e1101200")

    def __init__(self, uid: bytes, ndef: bytes | None = None) -> None:
        super().__init__(uid, ndef)
        if ndef is None:
            self.memory[16:24] = bytes.fromhex("0103a00c340300fe")  # as delivered: where the lock bits are, and nothing
        self.memory[160:180] = bytes.fromhex("000000bd040000ff000500000000000000000000")

    def _more(self, request: bytes) -> bytes | None:
        match list(request):  # FAST_READ, GET_VERSION, READ_SIG
            case [0x3A, first, last] if first <= last < self.PAGES:
                return bytes(self.memory[first * 4 : (last + 1) * 4])
            case [0x60]:
                return bytes.fromhex("0004040201000f03")
            case [0x3C, 0x00]:
                return bytes(32)
        return super()._more(request)


class Ultralight(_Pages):
    """MIFARE Ultralight: 16 pages, 48 bytes for the user, delivered blank (its container is all zeros)."""

    kind = "ultralight"
    PAGES = 16
    USER_END = 16
    CONTAINER = bytes(4)


class MifareClassic1K(Tag):
    """MIFARE Classic 1K: 16 sectors of four blocks of 16 bytes, each behind a key."""

    kind = "classic"

    def __init__(self, uid: bytes, key: bytes = b"\xff" * 6) -> None:
        if len(uid) != 4:
            raise ValueError(f"a MifareClassic1K has a UID of 4 bytes, not {len(uid)}")
        super().__init__(uid, sak=0x08)
        self.key = key
        self.blocks = [bytearray(16) for _ in range(64)]
        self.blocks[0][:5] = bytes([*uid, uid[0] ^ uid[1] ^ uid[2] ^ uid[3]])
        for sector in range(16):
            self.blocks[sector * 4 + 3][:] = bytes(6) + bytes.fromhex("ff078069") + key
        self._open_sector: int | None = None

    def field_off(self) -> None:
        super().field_off()
        self._open_sector = None

    def idle(self) -> None:
        super().idle()
        self._open_sector = None

    def authenticate(self, request: bytes) -> bool:
        """Open the sector of a block: ``request`` is command, block, key (6 bytes), UID (4 bytes)."""
        if len(request) == 12 and request[1] < 64 and request[2:8] == self.key and request[8:] == self.uid:
            self._open_sector = request[1] // 4
            return True
        self.idle()
        return False

    def answer(self, request: bytes) -> bytes | None:
        if len(request) < 2 or request[1] >= 64 or request[1] // 4 != self._open_sector:
            return None
        if request[0] == 0x30:
            return bytes(self.blocks[request[1]])
        if request[0] == 0xA0 and len(request) == 18:
            self.blocks[request[1]][:] = request[2:]
            return b""
        return None
