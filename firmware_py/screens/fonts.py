"""The two bitmap fonts, small and medium, each also at twice its size: from text art in the package to rows of bits.

Accented letters are composed of a base letter and a mark. A face knows heights and widths and how to shorten a text;
nothing here knows a screen.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

ELLIPSIS = "…"
APART = "  "
DASH = "–"
BITS = str.maketrans(".#", "01")  # a row of art as a number's digits
_FOLDER = Path(__file__).parent


class Bitmap(NamedTuple):
    """Rows of pixels from the top; a row is a number of ``width`` bits, its highest bit the leftmost pixel."""

    width: int
    rows: tuple[int, ...]


class Face(NamedTuple):
    """A font at a size; all lengths in pixels of the undoubled font.

    The box has ``box`` rows; capitals stand on row ``baseline`` and begin at row ``top``, lower-case letters at
    row ``middle``. Letters are ``gap`` apart, a space is ``space`` wide.
    """

    name: str
    box: int
    top: int
    middle: int
    baseline: int
    space: int
    gap: int = 1
    scale: int = 1

    @property
    def height(self) -> int:
        """Rows of the box as drawn."""
        return self.box * self.scale


SMALL = Face("small", box=10, top=1, middle=3, baseline=7, space=3)
MEDIUM = Face("medium", box=13, top=2, middle=4, baseline=10, space=4)
SMALL_TWICE = Face("small", box=10, top=1, middle=3, baseline=7, space=3, scale=2)
MEDIUM_TWICE = Face("medium", box=13, top=2, middle=4, baseline=10, space=4, scale=2)

# Combining character (as the canonical decomposition gives it) → mark in the font file.
_MARKS: Mapping[str, str] = {
    "\u0300": "mark-grave",
    "\u0301": "mark-acute",
    "\u0302": "mark-circumflex",
    "\u0303": "mark-tilde",
    "\u0304": "mark-macron",
    "\u0306": "mark-breve",
    "\u0307": "mark-dot",
    "\u0308": "mark-dieresis",
    "\u030a": "mark-ring",
    "\u030b": "mark-double-acute",
    "\u030c": "mark-caron",
    "\u0326": "mark-comma",
    "\u0327": "mark-cedilla",
    "\u0328": "mark-ogonek",
}
_BELOW = frozenset({"mark-comma", "mark-cedilla", "mark-ogonek"})
# These carry their caron as an apostrophe, g its comma as a turned one above.
_APOSTROPHE = frozenset("dtlL")
# Written with one letter that is drawn already.
_SAME: Mapping[str, str] = {"Ð": "Đ", "\u00a0": " ", "\u2010": "-", "\u2011": "-", "‚": ",", "—": "–", "ĸ": "k"}
# The smoothing rule of doubling rounds these off.
_PLAIN = frozenset("+4#×")


def parse(text: str) -> dict[str, Bitmap]:
    """Glyphs by name from a font file's text. A block is a line ``@TOP ROWS``, a line of names and the art in columns.

    Each glyph's bitmap is as high as the lowest row it uses: ``TOP`` empty rows, then its art.
    """
    # A row of art may begin like a comment; a comment has words.
    lines = [line for line in text.splitlines() if line and not (line.startswith("# ") and set(line) - set("# ."))]
    glyphs: dict[str, Bitmap] = {}
    while lines:
        top, rows = (int(part) for part in lines.pop(0).removeprefix("@").split())
        names = lines.pop(0).split()
        columns = zip(*(lines.pop(0).translate(BITS).split() for _ in range(rows)), strict=True)
        for name, column in zip(names, columns, strict=True):
            glyphs[name] = Bitmap(len(column[0]), (0,) * top + tuple(int(row, 2) for row in column))
    return glyphs


@cache
def _drawn(name: str) -> Mapping[str, Bitmap]:
    return parse((_FOLDER / f"font-{name}.txt").read_text(encoding="utf-8"))


def knows(face: Face, letter: str) -> bool:
    """Whether the font can show this letter, drawn or composed (else it shows a hollow box)."""
    return letter == " " or _letter(face.name, letter) is not None


@cache
def _letter(name: str, letter: str) -> Bitmap | None:
    face = SMALL if name == SMALL.name else MEDIUM
    drawn = _drawn(name)
    letter = _SAME.get(letter, letter)
    if letter in drawn:
        return drawn[letter]
    parted = unicodedata.normalize("NFD", letter)
    base, accents = parted[0], parted[1:]
    marks = [_MARKS.get(accent, "") for accent in accents]
    if not marks or not all(marks) or base not in drawn:
        return None
    if base == "i" and marks[0] not in _BELOW:
        glyph = drawn["ı"]
    elif base == "j":
        # The mark takes the place of the dot.
        glyph = Bitmap(drawn[base].width, (0,) * face.middle + drawn[base].rows[face.middle :])
    else:
        glyph = drawn[base]
    for mark in marks:
        if mark == "mark-caron" and base in _APOSTROPHE:
            glyph = _beside(glyph, drawn["’"])
        elif mark in _BELOW and base == "g":
            glyph = _marked(face, glyph, drawn["mark-acute"], below=False)
        else:
            glyph = _marked(face, glyph, drawn[mark], below=mark in _BELOW)
    return glyph


def _beside(left: Bitmap, right: Bitmap) -> Bitmap:
    rows = max(len(left.rows), len(right.rows))
    return Bitmap(
        left.width + right.width,
        tuple(a << right.width | b for a, b in zip(_padded(left, rows), _padded(right, rows), strict=True)),
    )


def _padded(glyph: Bitmap, rows: int) -> tuple[int, ...]:
    return glyph.rows + (0,) * (rows - len(glyph.rows))


def _marked(face: Face, glyph: Bitmap, mark: Bitmap, *, below: bool) -> Bitmap:
    """The glyph with a mark above or below, both centred in the wider one's width."""
    rows, art = list(_padded(glyph, face.box)), list(_padded(mark, face.box))
    if not below and any(rows[: face.middle]):
        rows = _lowered(rows, face)
        first = next(index for index, row in enumerate(art) if row)
        art = art[first:] + [0] * first
    width = max(glyph.width, mark.width)
    left, mark_left = width - glyph.width, width - mark.width
    return Bitmap(
        width,
        tuple(
            row << (left - left // 2) | bits << (mark_left - mark_left // 2)
            for row, bits in zip(rows, art, strict=True)
        ),
    )


def _lowered(rows: list[int], face: Face) -> list[int]:
    """A capital that has lost one repeated row, so that a mark above keeps its gap."""
    twin = next((i for i in range(face.top, face.baseline) if rows[i] == rows[i + 1] != 0), face.top)
    return [*rows[: face.top], 0, *rows[face.top : twin], *rows[twin + 1 :]]


def _box(face: Face) -> Bitmap:
    width = face.baseline - face.top - 2
    full = (1 << width) - 1
    sides = 1 | 1 << width - 1
    inside = face.baseline - face.top - 1
    return Bitmap(width, (0,) * face.top + (full,) + (sides,) * inside + (full,))


def doubled(glyph: Bitmap, *, smooth: bool = True) -> Bitmap:
    """The glyph at twice its size: each pixel four times, corners of diagonals filled and rounded if ``smooth``."""
    width = glyph.width * 2
    if not smooth:
        rows = [_spread(row, row, glyph.width) for row in glyph.rows]
        return Bitmap(width, tuple(row for row in rows for _ in range(2)))
    mask = (1 << glyph.width) - 1
    out: list[int] = []
    padded = (0, *glyph.rows, 0)
    for above, row, below in zip(padded, padded[1:], padded[2:], strict=False):
        # A pixel's quarter takes the colour of its two neighbours there if these agree and the opposite two differ.
        left, right = row >> 1, row << 1 & mask

        def quarter(a: int, b: int, c: int, d: int, row: int = row) -> int:
            same = ~(a ^ b) & (a ^ c) & (b ^ d) & mask
            return row & ~same | a & same

        out.append(_spread(quarter(above, left, right, below), quarter(above, right, left, below), glyph.width))
        out.append(_spread(quarter(below, left, right, above), quarter(below, right, left, above), glyph.width))
    return Bitmap(width, tuple(out))


def _spread(left: int, right: int, width: int) -> int:
    """Interleave two rows: bit i of ``left`` before bit i of ``right``."""
    bits = 0
    for i in range(width):
        bits |= (left >> i & 1) << 2 * i + 1 | (right >> i & 1) << 2 * i
    return bits


@cache
def glyph(face: Face, letter: str) -> Bitmap:
    """A letter's bitmap, from the box's first row downwards; a hollow box where the font lacks it."""
    if letter == " ":
        return Bitmap(face.space * face.scale, ())
    art = _letter(face.name, letter) or _box(face)
    return art if face.scale == 1 else doubled(art, smooth=letter not in _PLAIN)


def _advances(face: Face, text: str) -> Iterator[tuple[Bitmap, int]]:
    """Each glyph with the gap before it: none at the start of a line and after a space."""
    before = " "
    for letter in text:
        yield glyph(face, letter), 0 if before == " " else face.gap * face.scale
        before = letter


@lru_cache(maxsize=2048)
def width(face: Face, text: str) -> int:
    """Pixels from the first to the last column of a line of text."""
    return sum(art.width + gap for art, gap in _advances(face, text))


@lru_cache(maxsize=512)
def line(face: Face, text: str) -> Bitmap:
    """A line of text as one bitmap of the box's height."""
    total = 0
    rows = [0] * face.height
    for art, gap in _advances(face, text):
        shift = art.width + gap
        total += shift
        for index in range(face.height):
            rows[index] = rows[index] << shift | (art.rows[index] if index < len(art.rows) else 0)
    return Bitmap(total, tuple(rows))


def shortened(face: Face, text: str, room: int) -> str:
    """The text if it fits into ``room`` pixels, else as much of it as fits before an ellipsis."""
    if width(face, text) <= room:
        return text
    for end in range(len(text) - 1, -1, -1):
        short = text[:end].rstrip() + ELLIPSIS
        if width(face, short) <= room:
            return short
    return ""


def fitting(text: str, room: int, *faces: Face) -> tuple[Face, str]:
    """The first of the faces in which the text fits, else the last with an ellipsis."""
    for face in faces:
        if width(face, text) <= room:
            return face, text
    return faces[-1], shortened(faces[-1], text, room)


def hanging(face: Face, text: str, first: int, second: int) -> list[str]:
    """The text on one line of ``first`` pixels, or on that and one of ``second``: broken at a space, or after a long
    dash where it would not fit otherwise; ended by an ellipsis if need be."""
    if width(face, text) <= first:
        return [text]
    words = text.split(" ")
    count = max((n for n in range(1, len(words)) if width(face, " ".join(words[:n])) <= first), default=0)
    if not count or width(face, " ".join(words[count:])) > second:
        for at in range(len(text) - 1, 0, -1):
            if text[at - 1] == DASH and width(face, text[:at]) <= first and width(face, text[at:]) <= second:
                return [text[:at], text[at:]]
    if not count:
        letters = max((n for n in range(1, len(text)) if width(face, text[:n]) <= first), default=1)
        return [text[:letters], shortened(face, text[letters:].lstrip(), second)]
    return [" ".join(words[:count]), shortened(face, " ".join(words[count:]), second)]


def wrapped(face: Face, text: str, room: int, most: int) -> list[str]:
    """The text in at most ``most`` lines, broken at spaces; within a word only if it is wider than a line, then after a
    hyphen if it has one.

    What stands between two spaces each is not broken where it fits into a line: "Move 2  Keys ×1".
    """
    lines: list[str] = []
    words = [
        (" " if place else APART, word)
        for part in text.split(APART)
        for place, word in enumerate([part] if width(face, part) <= room else part.split(" "))
    ]
    for space, word in words:
        grown = f"{lines[-1]}{space}{word}" if lines else word
        if lines and width(face, grown) <= room:
            lines[-1] = grown
            continue
        rest = word
        while rest and width(face, rest) > room:
            ends = [n for n in range(1, len(rest)) if width(face, rest[:n]) <= room] or [1]
            end = max((n for n in ends if rest[n - 1] in f"-{DASH}"), default=ends[-1])
            lines.append(rest[:end])
            rest = rest[end:]
        lines.append(rest)
    if len(lines) > most:
        lines = [*lines[: most - 1], shortened(face, " ".join(lines[most - 1 :]), room)]
    return lines
