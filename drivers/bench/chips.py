"""Emulated OLED modules: controllers that decode the real command bytes, and the glass as the eye sees it.

``Ssd1306``, ``Ssd1309`` and ``Sh1106`` follow the controllers' data sheets as far as a display on I²C can
tell: addressing, remapping, scan direction, offsets, charge pump, garbage after power-up. A module is the
controller and a glass wired to it so that it stands upright under the usual set-up (segments remapped, COM
scanned downwards); any other set-up shows mirrored, upside down, interleaved or dark, as on a real one.
Nothing here knows who drives the module.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import ClassVar

from PIL import Image

COMS = 64
PAGES = 8

_PARAMETERS_OF_BOTH: Mapping[int, int] = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


class OledModule:
    """What the controllers have in common. ``width`` × ``height`` is the glass, in pixels.

    ``revision`` grows with everything that may change the picture; ``unknown`` lists command bytes that the
    controller has no meaning for.
    """

    columns = 128
    """Columns of the memory."""
    parameters: ClassVar[Mapping[int, int]] = _PARAMETERS_OF_BOTH
    """Command byte → parameter bytes after it, for those that have any."""
    sequential_heights: tuple[int, ...] = ()
    """Heights of glass whose lines are wired to the COM pins one after the other, not left and right in turn."""

    def __init__(self, width: int = 128, height: int = 64, *, powered: bool = True, seed: int = 0) -> None:
        self.width, self.height = width, height
        self.powered = False
        self.revision = 0
        self.unknown: list[int] = []
        self.memory = bytearray(self.columns * PAGES)
        alternative = height not in self.sequential_heights
        self._pads = [_pad(com, alternative=alternative, swapped=False) for com in self._wired_coms()]
        self._seen: tuple[int, bytes] = (-1, b"")
        self._reset()
        if powered:
            self.power_on(seed)

    def power_off(self) -> None:
        """Take the supply away: dark, deaf, and everything forgotten."""
        self.powered = False
        self._reset()
        self.memory = bytearray(len(self.memory))
        self.revision += 1

    def power_on(self, seed: int = 0) -> None:
        """Give it supply: registers at their reset values, garbage in the memory."""
        self._reset()
        self.memory = bytearray(random.Random(seed).randbytes(self.columns * PAGES))
        self.powered = True
        self.revision += 1

    def disturb(self, seed: int, bits: int) -> None:
        """Flip ``bits`` bits of the memory."""
        noise = random.Random(seed)
        for place in noise.sample(range(len(self.memory) * 8), bits):
            self.memory[place // 8] ^= 1 << place % 8
        self.revision += 1

    def receive(self, data: bytes) -> None:
        """One transaction, or what arrived of it: control bytes, each with one byte or all the rest."""
        self.revision += 1
        place = 0
        while place < len(data):
            control, place = data[place], place + 1
            end = place + 1 if control & 0x80 else len(data)
            if control & 0x40:
                self._data(data[place:end])
            else:
                for byte in data[place:end]:
                    self._command(byte)
            place = end

    @property
    def lighted(self) -> bool:
        """Whether the glass can glow at all: supply, display on, and the high voltage it needs."""
        return self.powered and self.on

    def lit(self) -> bytes:
        """The glass as seen: rows from the top, eight pixels a byte, the leftmost in the highest bit."""
        if self._seen[0] != self.revision:
            self._seen = (self.revision, self._look())
        return self._seen[1]

    def image(self) -> Image.Image:
        """The glass as a picture of mode "1"."""
        return Image.frombytes("1", (self.width, self.height), self.lit())

    def art(self) -> list[str]:
        """The glass as text, a string a row: ``#`` lit, ``.`` dark."""
        lit = self.lit()
        bits = f"{int.from_bytes(lit, 'big'):0{8 * len(lit)}b}".replace("0", ".").replace("1", "#")
        return [bits[start : start + self.width] for start in range(0, len(bits), self.width)]

    def _wired_coms(self) -> list[int]:
        """The COM number, in scanning order, that each line of the glass is wired to, from the top."""
        return [self.height - 1 - line for line in range(self.height)]

    def _reset(self) -> None:
        self.on = False
        self.contrast = 0x7F
        self.inverted = False
        self.all_on = False
        self.remapped = False
        self.scan_down = False
        self.start_line = 0
        self.multiplex = COMS
        self.offset = 0
        self.com_pins = 0x12
        self.column = 0
        self.page = 0
        self._pending: list[int] = []

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        opcode, *given = self._pending
        if len(given) == self.parameters.get(opcode, 0):
            self._pending = []
            if not (self._shared(opcode, given) or self._own(opcode, given)):
                self.unknown.append(opcode)

    def _shared(self, opcode: int, given: list[int]) -> bool:
        match opcode:
            case 0x81:
                self.contrast = given[0]
            case 0xA0 | 0xA1:
                self.remapped = opcode == 0xA1
            case 0xA4 | 0xA5:
                self.all_on = opcode == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = opcode == 0xA7
            case 0xA8:
                self.multiplex = (given[0] & 0x3F) + 1
            case 0xAE | 0xAF:
                self.on = opcode == 0xAF
            case 0xD3:
                self.offset = given[0] & 0x3F
            case 0xDA:
                self.com_pins = given[0]
            case 0xD5 | 0xD9 | 0xDB | 0xE3:
                pass
            case _ if 0x40 <= opcode <= 0x7F:
                self.start_line = opcode & 0x3F
            case _ if 0xC0 <= opcode <= 0xCF:
                self.scan_down = bool(opcode & 0x08)
            case _:
                return False
        return True

    def _own(self, opcode: int, given: list[int]) -> bool:
        raise NotImplementedError

    def _data(self, data: bytes) -> None:
        """Bytes for the memory, from the present place on."""
        raise NotImplementedError

    def _columns_seen(self, picture: Image.Image) -> Image.Image:
        """From the memory's columns to those of the glass, as seen."""
        raise NotImplementedError

    def _look(self) -> bytes:
        row_bytes = self.width // 8
        if not self.lighted:
            return bytes(row_bytes * self.height)
        if self.all_on:
            return b"\xff" * (row_bytes * self.height)
        turned = bytearray(len(self.memory))
        for page in range(PAGES):
            turned[page::PAGES] = self.memory[page * self.columns : (page + 1) * self.columns]
        stored = Image.frombytes("1", (COMS, self.columns), bytes(turned), "raw", "1;R")
        seen = self._columns_seen(stored.transpose(Image.Transpose.TRANSPOSE)).tobytes()
        rows = [seen[start : start + row_bytes] for start in range(0, len(seen), row_bytes)]
        alternative, swapped = bool(self.com_pins & 0x10), bool(self.com_pins & 0x20)
        com_at = {_pad(com, alternative=alternative, swapped=swapped): com for com in range(COMS)}
        return b"".join(self._line(com_at[pad], rows, row_bytes) for pad in self._pads)

    def _line(self, com: int, rows: list[bytes], row_bytes: int) -> bytes:
        scanned = (com + self.offset) % COMS
        if scanned >= self.multiplex:
            return bytes(row_bytes)
        row = self.multiplex - 1 - scanned if self.scan_down else scanned
        line = rows[(row + self.start_line) % COMS]
        return bytes(byte ^ 0xFF for byte in line) if self.inverted else line


class Ssd1306(OledModule):
    """SSD1306: 128 columns, three addressing modes, dark until its charge pump is switched on."""

    parameters: ClassVar[Mapping[int, int]] = {
        **_PARAMETERS_OF_BOTH,
        0x20: 1,
        0x21: 2,
        0x22: 2,
        0x26: 6,
        0x27: 6,
        0x29: 5,
        0x2A: 5,
        0x8D: 1,
        0xA3: 2,
    }
    sequential_heights = (32,)

    def _reset(self) -> None:
        super()._reset()
        self.mode = 2
        self.column_window = (0, self.columns - 1)
        self.page_window = (0, PAGES - 1)
        self.pump = False

    @property
    def lighted(self) -> bool:
        return super().lighted and self.pump

    def _own(self, opcode: int, given: list[int]) -> bool:
        match opcode:
            case 0x20:
                self.mode = given[0] & 0x03
            case 0x21:
                self.column_window = (given[0] & 0x7F, given[1] & 0x7F)
                self.column = self.column_window[0]
            case 0x22:
                self.page_window = (given[0] & 0x07, given[1] & 0x07)
                self.page = self.page_window[0]
            case 0x8D:
                self.pump = bool(given[0] & 0x04)
            case 0x26 | 0x27 | 0x29 | 0x2A | 0x2E | 0x2F | 0xA3:
                pass  # scrolling by the controller itself: taken, not shown
            case _ if opcode < 0x20 or 0xB0 <= opcode <= 0xB7:
                if self.mode >= 2:  # these set the place in page addressing mode only
                    self._place(opcode)
            case _:
                return False
        return True

    def _place(self, opcode: int) -> None:
        if opcode < 0x10:
            self.column = self.column & 0x70 | opcode
        elif opcode < 0x20:
            self.column = self.column & 0x0F | (opcode & 0x07) << 4
        else:
            self.page = opcode & 0x07

    def _data(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            plain = (
                max(0, self.column_window[1] - self.column) if self.mode != 1 else 0
            )  # before the window's last column
            row = data[at : at + plain]
            if row:
                self._row(row)
            else:
                self._byte(data[at])
            at += len(row) or 1

    def _row(self, row: bytes) -> None:
        start = self.page * self.columns
        if self.remapped:
            start += self.columns - self.column - len(row)
            row = row[::-1]
        else:
            start += self.column
        self.memory[start : start + len(row)] = row
        self.column += len(row)

    def _byte(self, byte: int) -> None:
        # The remap acts on what is written, not on what is there: the memory is kept by segment.
        segment = self.columns - 1 - self.column if self.remapped else self.column
        self.memory[self.page * self.columns + segment] = byte
        if self.mode == 1:
            self.page, carried = _step(self.page, self.page_window, PAGES)
            if carried:
                self.column, _ = _step(self.column, self.column_window, self.columns)
            return
        self.column, carried = _step(self.column, self.column_window, self.columns)
        if carried and self.mode == 0:
            self.page, _ = _step(self.page, self.page_window, PAGES)

    def _columns_seen(self, picture: Image.Image) -> Image.Image:
        return picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


class Ssd1309(Ssd1306):
    """SSD1309: as the SSD1306, but its high voltage comes from outside, so that it has no pump to switch on."""

    parameters: ClassVar[Mapping[int, int]] = {**Ssd1306.parameters, 0xFD: 1}

    @property
    def lighted(self) -> bool:
        return self.powered and self.on

    def _own(self, opcode: int, given: list[int]) -> bool:
        return opcode == 0xFD or super()._own(opcode, given)


class Sh1106(OledModule):
    """SH1106: 132 columns of which the glass shows 2 to 129, addressed page by page only.

    A glass of 32 lines is taken to be wired as the set-up in luma.oled expects it (33 lines scanned, offset 15).
    """

    columns = 132
    parameters: ClassVar[Mapping[int, int]] = {**_PARAMETERS_OF_BOTH, 0xAD: 1}

    def _reset(self) -> None:
        super()._reset()
        self.pump = True

    @property
    def lighted(self) -> bool:
        return super().lighted and self.pump

    def _wired_coms(self) -> list[int]:
        if self.height == 32:
            return [(17 - line) % COMS for line in range(self.height)]
        return super()._wired_coms()

    def _own(self, opcode: int, given: list[int]) -> bool:
        match opcode:
            case 0xAD:
                self.pump = bool(given[0] & 0x01)
            case _ if opcode < 0x10:
                self.column = self.column & 0xF0 | opcode
            case _ if opcode < 0x20:
                self.column = self.column & 0x0F | (opcode & 0x0F) << 4
            case _ if 0x30 <= opcode <= 0x33:
                pass  # voltage of the pump
            case _ if 0xB0 <= opcode <= 0xB7:
                self.page = opcode & 0x07
            case _:
                return False
        return True

    def _data(self, data: bytes) -> None:
        row = data[: max(0, self.columns - self.column)]  # it counts up to the last column and stays there
        start = self.page * self.columns + self.column
        self.memory[start : start + len(row)] = row
        self.column += len(row)

    def _columns_seen(self, picture: Image.Image) -> Image.Image:
        if not self.remapped:
            picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        left = (self.columns - self.width) // 2
        return picture.crop((left, 0, left + self.width, COMS))


CHIPS: Mapping[str, type[OledModule]] = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}
"""The modules by the names that wiring profiles use."""


def _pad(com: int, *, alternative: bool, swapped: bool) -> int:
    """The pin that scanning line ``com`` comes out of: 32 on either side, in turn or one side after the other."""
    pad = com // 2 + COMS // 2 * (com % 2) if alternative else com
    return (pad + COMS // 2) % COMS if swapped else pad


def _step(at: int, window: tuple[int, int], size: int) -> tuple[int, bool]:
    """One place on in a window; True when it went back to the window's start."""
    if at == window[1]:
        return window[0], True
    return (at + 1) % size, False
