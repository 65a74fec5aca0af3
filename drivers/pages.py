"""Packing a one-bit picture into the pages of an OLED controller, and choosing what of it has to be sent.

Pure: bytes in, windows out. A *page* is eight rows of pixels; a byte of it is one column, its lowest bit the
uppermost row. The *pages* of a picture are all its bytes, page by page from the top, columns from the left.
This module knows no bus, no library of displays and no time.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from PIL import Image

from drivers.errors import DriverError

ADDRESS_AND_CONTROL = 2
"""Bytes that open each transaction: the address and the control byte that says commands or data."""


class WrongPicture(DriverError, ValueError):
    """A picture that does not fit the display: another size, or not one bit a pixel."""


class Window(NamedTuple):
    """A rectangle of page bytes: ``rows`` pages from ``page`` on, ``columns`` columns from ``column`` on."""

    page: int
    rows: int
    column: int
    columns: int


class Addressing(NamedTuple):
    """How a controller is told where the bytes that follow belong.

    ``boxes``: a window may span several pages (SSD1306 in horizontal mode); without it each page is a window
    of its own (SH1106). ``column_offset``: the column of the controller's memory that drives the leftmost
    pixel. ``command_bytes``: how many command bytes open a window.
    """

    boxes: bool
    command_bytes: int
    column_offset: int

    @property
    def overhead_bytes(self) -> int:
        """What a window costs on the bus on top of its own bytes."""
        return ADDRESS_AND_CONTROL + self.command_bytes + ADDRESS_AND_CONTROL

    def cost_bytes(self, window: Window) -> int:
        """All bytes on the bus that ``window`` takes, addresses and control bytes included."""
        return self.overhead_bytes + window.rows * window.columns

    def commands(self, window: Window) -> tuple[int, ...]:
        """The command bytes that open ``window``, as the controllers' data sheets give them."""
        first = window.column + self.column_offset
        if self.boxes:
            return 0x21, first, first + window.columns - 1, 0x22, window.page, window.page + window.rows - 1
        return 0xB0 | window.page, first & 0x0F, 0x10 | first >> 4


SSD1306 = Addressing(boxes=True, command_bytes=6, column_offset=0)
SH1106 = Addressing(boxes=False, command_bytes=3, column_offset=2)


def pack(image: Image.Image, width: int, height: int, *, upside_down: bool = False) -> bytes:
    """The pages of a picture of mode "1" (lit is 1), ``width`` × ``height`` / 8 bytes. Raises WrongPicture."""
    if image.mode != "1" or image.size != (width, height):
        raise WrongPicture(
            f"a picture of {image.width}×{image.height} in mode {image.mode!r} was shown "
            f"on a display of {width}×{height}: it takes that size in mode '1'"
        )
    # Turned by the diagonal, a column is a row of bits; by the other diagonal, it is that of the picture
    # upside down.
    turn = Image.Transpose.TRANSVERSE if upside_down else Image.Transpose.TRANSPOSE
    columns = image.transpose(turn).tobytes("raw", "1;R")
    rows = height // 8
    return b"".join(columns[page::rows] for page in range(rows))


def unpack(pages: bytes, width: int, height: int) -> Image.Image:
    """The picture that ``pages`` hold: the reverse of ``pack``."""
    rows = height // 8
    columns = bytearray(len(pages))
    for page in range(rows):
        columns[page::rows] = pages[page * width : (page + 1) * width]
    turned = Image.frombytes("1", (height, width), bytes(columns), "raw", "1;R")
    return turned.transpose(Image.Transpose.TRANSPOSE)


def card(width: int, height: int, *, block: bool = True) -> Image.Image:
    """A test card: a frame one pixel wide around the glass, a diagonal, and a ``block`` in the upper left corner.

    To be shown without the block and then with it, since some faults spare the first picture. With the wrong chip
    in the settings the frame is torn, or is when the block comes; with the wrong height lines are left out; a
    display mounted upside down has its block in the lower right.
    """
    image = Image.new("1", (width, height))
    for x in range(width):
        for y in (0, height - 1, x * (height - 1) // (width - 1)):
            image.putpixel((x, y), 1)
    for y in range(height):
        for x in (0, width - 1):
            image.putpixel((x, y), 1)
    if block:
        image.paste(1, (4, 3, 16, 9))
    return image


def cut(pages: bytes, window: Window, width: int) -> bytes:
    """The bytes of ``window``, in the order in which the controller takes them."""
    starts = range(window.page * width + window.column, (window.page + window.rows) * width, width)
    return b"".join(pages[start : start + window.columns] for start in starts)


def whole(width: int, height: int, addressing: Addressing) -> list[Window]:
    """The windows of a full frame."""
    if addressing.boxes:
        return [Window(0, height // 8, 0, width)]
    return [Window(page, 1, 0, width) for page in range(height // 8)]


def changes(old: bytes, new: bytes, width: int, addressing: Addressing) -> list[Window]:
    """The windows that turn the pages ``old`` into ``new`` for the fewest bytes on the bus; none if equal.

    Candidates are runs of columns page by page, the same runs joined to boxes over neighbouring pages,
    the one box around everything that changed, and the full frame.
    """
    if old == new:
        return []
    runs = _runs(old, new, width, addressing.overhead_bytes)
    plans = [runs]
    if addressing.boxes:
        plans += [_joined(runs, addressing), [functools.reduce(_around, runs)]]
    plans.append(whole(width, len(new) // width * 8, addressing))
    return min(plans, key=lambda plan: (sum(map(addressing.cost_bytes, plan)), len(plan)))


@functools.cache
def _changed(gap: int) -> re.Pattern[bytes]:
    """Finds runs of bytes that are not zero, joined over at most ``gap`` zeros."""
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap, re.DOTALL)


def _runs(old: bytes, new: bytes, width: int, gap: int) -> list[Window]:
    """Runs of changed columns; a gap that costs no more than opening another window is sent along."""
    runs = []
    for page, start in enumerate(range(0, len(new), width)):
        before, after = old[start : start + width], new[start : start + width]
        if before != after:
            difference = (int.from_bytes(before, "big") ^ int.from_bytes(after, "big")).to_bytes(width, "big")
            runs += [
                Window(page, 1, match.start(), match.end() - match.start())
                for match in _changed(gap).finditer(difference)
            ]
    return runs


def _around(one: Window, other: Window) -> Window:
    """The smallest window around both."""
    page, column = min(one.page, other.page), min(one.column, other.column)
    bottom = max(one.page + one.rows, other.page + other.rows)
    right = max(one.column + one.columns, other.column + other.columns)
    return Window(page, bottom - page, column, right - column)


def _joined(runs: list[Window], addressing: Addressing) -> list[Window]:
    """Each run joined to the box above or beside it that saves most by it, or else a box of its own."""
    boxes: list[Window] = []
    for run in runs:
        best, saved = -1, -1
        for place, box in enumerate(boxes):
            if box.page + box.rows >= run.page:
                apart = addressing.cost_bytes(box) + addressing.cost_bytes(run)
                if (saving := apart - addressing.cost_bytes(_around(box, run))) > saved:
                    best, saved = place, saving
        if best < 0:
            boxes.append(run)
        else:
            boxes[best] = _around(boxes[best], run)
    return boxes
