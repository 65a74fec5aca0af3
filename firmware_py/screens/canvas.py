"""A one-bit picture being drawn: rows of bits, with text, icons, lines and inversion.

It keeps its last column and row dark, so that the whole picture can shift by a pixel, and it notes what was cut off
at an edge or drawn into something else: a screen that fits leaves both lists empty. It knows no screen and no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from PIL import Image

from firmware_py.names import shortened
from firmware_py.screens import fonts
from firmware_py.screens.fonts import SMALL, Bitmap, Face

MARK_COLUMNS = 8
"""Width of the mark slot, in the upper right corner of the design area."""


class Canvas:
    """A picture of ``width`` × ``height`` pixels; coordinates count from 0 at the upper left.

    ``names`` are those of the seats, which lose letters before any other word does.
    ``edge`` is the last column that text of the first eight rows may use: right of it is the mark's place, kept free
    whether there is a mark or not, so that nothing else moves when it comes and goes.
    """

    def __init__(self, width: int, height: int, *, names: Sequence[str] = ()) -> None:
        self.width, self.height, self.names = width, height, tuple(names)
        self.right, self.bottom = width - 2, height - 2
        self.edge = self.right - MARK_COLUMNS - 2
        self.tall = height >= 64
        self.rows = [0] * height
        self.focused = 0
        self.cut: list[str] = []
        self.struck: list[str] = []
        self._ink = [0] * height

    def put(self, x: int, y: int, art: Bitmap, what: str = "art") -> None:
        """Draw a bitmap with its upper left pixel at (x, y)."""
        allowed = (1 << self.width) - 2
        shift = self.width - x - art.width
        cut = struck = False
        for row, bits in enumerate(art.rows, y):
            if not bits:
                continue
            placed = bits << shift if shift >= 0 else bits >> -shift
            cut = cut or (shift < 0 and placed << -shift != bits) or placed & ~allowed != 0
            if not 0 <= row <= self.bottom:
                cut = True
                continue
            placed &= allowed
            struck = struck or self._ink[row] & (placed | placed << 1 | placed >> 1) != 0
            self._ink[row] |= placed
            self.rows[row] |= placed
        if cut:
            self.cut.append(what)
        if struck:
            self.struck.append(what)

    def free(self, x: int, y: int, art: Bitmap) -> bool:
        """Whether nothing is drawn yet where the bitmap would go, nor right beside its pixels."""
        shift = self.width - x - art.width
        if shift < 1 or x < 0:
            return False
        return not any(
            self._ink[row] & (bits << shift | bits << shift + 1 | bits << shift >> 1)
            for row, bits in enumerate(art.rows, y)
            if bits and row <= self.bottom
        )

    def shorter(self, text: str) -> Iterator[str]:
        """The text, and then the text with fewer and fewer letters of the names in it."""
        yield text
        order = sorted(self.names, key=len, reverse=True)
        whole = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in order))
        if not order or not whole.search(text):
            return
        for letters in range(len(order[0]) - 1, 1, -1):
            short = dict(zip(self.names, shortened(self.names, letters), strict=True))
            yield whole.sub(lambda found, short=short: short[found[0]], text)  # type: ignore[misc]

    def shortened(self, face: Face, text: str, room: int) -> str:
        """The text if it fits into ``room`` pixels; else with as many letters of the names in it as do; else cut."""
        said = text
        for said in self.shorter(text):
            if fonts.width(face, said) <= room:
                return said
        return fonts.shortened(face, said, room)

    def fitting(self, text: str, room: int, *faces: Face) -> tuple[Face, str]:
        """The first of the faces in which the text fits, else the last, shortened."""
        for face in faces:
            if fonts.width(face, text) <= room:
                return face, text
        return faces[-1], self.shortened(faces[-1], text, room)

    def text(self, x: int, y: int, text: str, face: Face = SMALL) -> int:
        """Write a line with its box's upper left at (x, y); returns the column after it."""
        art = fonts.line(face, text)
        self.put(x, y, art, text)
        return x + art.width

    def text_right(self, last: int, y: int, text: str, face: Face = SMALL) -> int:
        """Write a line that ends in column ``last``; returns its first column."""
        first = last + 1 - fonts.width(face, text)
        self.text(first, y, text, face)
        return first

    def text_centred(self, first: int, last: int, y: int, text: str, face: Face = SMALL) -> int:
        """Write a line in the middle of the columns ``first`` to ``last``; returns its first column."""
        x = first + (last + 1 - first - fonts.width(face, text)) // 2
        self.text(x, y, text, face)
        return x

    def icon(self, x: int, y: int, art: Bitmap | None, what: str = "icon") -> None:
        """Draw an icon; one that is not drawn anywhere leaves its place empty."""
        if art is not None:
            self.put(x, y, art, what)

    def _mask(self, first: int, last: int) -> int:
        return (1 << last - first + 1) - 1 << self.width - 1 - last

    def fill(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Light a rectangle, corners included."""
        mask = self._mask(x0, x1)
        for row in range(y0, y1 + 1):
            self.rows[row] |= mask

    def dots(self, x0: int, x1: int, y: int, step: int = 2) -> None:
        """A dotted line from left to right."""
        for x in range(x0, x1 + 1, step):
            self.rows[y] |= 1 << self.width - 1 - x

    def dots_down(self, x: int, y0: int, y1: int, step: int = 2) -> None:
        """A dotted line from top to bottom."""
        for y in range(y0, y1 + 1, step):
            self.rows[y] |= 1 << self.width - 1 - x

    def frame(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """An outline with rounded corners."""
        self.fill(x0 + 1, y0, x1 - 1, y0)
        self.fill(x0 + 1, y1, x1 - 1, y1)
        self.fill(x0, y0 + 1, x0, y1 - 1)
        self.fill(x1, y0 + 1, x1, y1 - 1)

    def invert(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Invert a rectangle with rounded corners."""
        full, inner = self._mask(x0, x1), self._mask(x0 + 1, x1 - 1)
        for row in range(y0, y1 + 1):
            self.rows[row] ^= inner if row in (y0, y1) else full

    def focus(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Invert what a click takes; a screen has at most one."""
        self.focused += 1
        self.invert(x0, y0, x1, y1)

    def image(self, shift: tuple[int, int] = (0, 0)) -> Image.Image:
        """The picture, moved right and down by ``shift`` pixels (0 or 1 each)."""
        right, down = shift
        rows = [0] * down + [row >> right for row in self.rows[: self.height - down]]
        packed = b"".join((row << -self.width % 8).to_bytes((self.width + 7) // 8, "big") for row in rows)
        return Image.frombytes("1", (self.width, self.height), packed)
