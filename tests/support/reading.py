"""Reads words back from lit pixels: what a person sees on the glass, as text with its place.

The letters are found by their shapes alone, column by column, in both fonts and sizes, lit on dark or dark on lit
(which is how the screens show what has the focus). Nothing of the program's state is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from firmware_py.screens import fonts

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ÄÖÜäöüßÉéèáàâçñŠšőÅåøæ+−-.,:;?!/()'&=%–…→×½·"
FACES = (fonts.MEDIUM_TWICE, fonts.SMALL_TWICE, fonts.MEDIUM, fonts.SMALL)
SPACES = 3  # so many spaces in a row still belong to one line of text


@dataclass(frozen=True)
class Words:
    """A piece of text on the glass: where its box begins, how large it is, whether it is inverted."""

    text: str
    x: int
    y: int
    face: str
    inverted: bool
    ink: int


@dataclass(frozen=True)
class Reading:
    """Everything that can be read on one display, from top to bottom and left to right."""

    words: tuple[Words, ...]

    def __str__(self) -> str:
        return " | ".join(piece.text for piece in self.words)

    def __contains__(self, text: str) -> bool:
        return any(text in piece.text for piece in self.words)

    def inverted(self) -> list[str]:
        """The pieces with the focus (and seat chips), from the top."""
        return [piece.text for piece in self.words if piece.inverted]

    def largest(self) -> str:
        """The text in the largest letters."""
        order = [(face.name, face.scale) for face in FACES]
        return min(self.words, key=lambda piece: _rank(piece.face, order)).text if self.words else ""


def _rank(face: str, order: Sequence[tuple[str, int]]) -> int:
    return next(place for place, (name, scale) in enumerate(order) if f"{name}{scale}" == face)


@cache
def _trie(name: str, scale: int, part: str) -> dict[Any, Any]:
    """Glyphs as a tree of their columns within a part of the box; a leaf under None names the letter."""
    face = next(each for each in FACES if (each.name, each.scale) == (name, scale))
    first, last = _rows(face, part)
    root: dict[Any, Any] = {}
    for letter in LETTERS:
        if not fonts.knows(face, letter):
            continue
        art = fonts.glyph(face, letter)
        if any(art.rows[:first]) or any(art.rows[last:]):
            continue
        node = root
        for x in range(art.width):
            column = 0
            for y in range(first, last):
                bits = art.rows[y] if y < len(art.rows) else 0
                column = column << 1 | (bits >> (art.width - 1 - x) & 1)
            node = node.setdefault(column, {})
        node.setdefault(None, letter)
    return root


def _rows(face: fonts.Face, part: str) -> tuple[int, int]:
    """The rows of the box that are compared: all, from the capitals' top, or from there to the baseline only."""
    first = 0 if part == "all" else face.top
    return first * face.scale, (face.baseline + 1 if part == "capitals" else face.box) * face.scale


def _picture(art: Sequence[str], ink: str) -> list[int]:
    """A number a column, the top row in the highest bit."""
    return [int("".join("1" if row[x] == ink else "0" for row in art), 2) for x in range(len(art[0]))]


def _longest(columns: Sequence[int], x: int, trie: dict[Any, Any], gap: int) -> tuple[str, int] | None:
    """The widest letter that begins at column x and has a blank gap after it: the letter and its width."""
    node, best = trie, None
    for at in range(x, len(columns)):
        node = node.get(columns[at])
        if node is None:
            break
        if None in node and all(column == 0 for column in columns[at + 1 : at + 1 + gap]):
            best = (node[None], at + 1 - x)
    return best


def _run(columns: Sequence[int], x: int, face: fonts.Face, part: str) -> tuple[str, int] | None:
    """The text that begins at column x, and the column after it."""
    trie, text, at = _trie(face.name, face.scale, part), "", x
    end = x
    while found := _longest(columns, at, trie, face.gap * face.scale):
        letter, width = found
        text += letter
        end = at = at + width
        blank = 0
        while at + blank < len(columns) and columns[at + blank] == 0:
            blank += 1
        if at + blank >= len(columns):
            break
        gap, space = face.gap * face.scale, face.space * face.scale
        if blank == gap:
            at += gap
        elif blank % space == 0 and 1 <= blank // space <= SPACES:
            text += " " * (blank // space)
            at += blank
        elif gap < blank <= space * SPACES:  # an icon or a rounded corner shifts it: still one line
            text += " "
            at += blank
        else:
            break
    return (text.rstrip(), end) if text else None


def read(art: Sequence[str]) -> Reading:
    """Read a display's text art (``#`` lit, ``.`` dark)."""
    return _read(tuple(art))


@cache
def _read(art: tuple[str, ...]) -> Reading:
    found: list[Words] = []
    height = len(art)
    for ink in "#.":
        picture = _picture(art, ink)
        for face in FACES:
            for part in ("all", "lower", "capitals"):
                first, last = _rows(face, part)
                mask = (1 << last - first) - 1
                for y in range(-first, height - last + 1):
                    columns = [column >> (height - y - last) & mask for column in picture]
                    found += _line(columns, face, part, y, ink == ".")
    return Reading(tuple(sorted(_without_overlaps(found), key=lambda piece: (piece.y + 6, piece.x))))


def _line(columns: list[int], face: fonts.Face, part: str, y: int, inverted: bool) -> list[Words]:
    trie, found, x = _trie(face.name, face.scale, part), [], 0
    while x < len(columns):
        if columns[x] not in trie or columns[x] == 0 or (x > 0 and columns[x - 1] != 0):
            x += 1
            continue
        run = _run(columns, x, face, part)
        if run is None:
            x += 1
            continue
        text, end = run
        lit = sum(column.bit_count() for column in columns[x:end])
        found.append(Words(_zeros(text), x, y, f"{face.name}{face.scale}", inverted, lit))
        x = end
    return found


def _zeros(text: str) -> str:
    """O and 0 look alike: beside small letters it is an O, else a zero."""
    return re.sub(r"0(?=[a-zäöü])", "O", re.sub(r"(?<![A-Za-z])O(?![a-zäöü])", "0", text))


def _without_overlaps(found: list[Words]) -> list[Words]:
    """The pieces with most ink first; what shares their place was never text."""
    heights = {f"{face.name}{face.scale}": face for face in FACES}
    kept: list[tuple[Words, int, int, int, int]] = []
    for piece in sorted(found, key=lambda each: -each.ink):
        face = heights[piece.face]
        box = (
            piece.x,
            piece.x + fonts.width(face, piece.text),
            piece.y + face.top * face.scale,
            piece.y + (face.baseline + 1) * face.scale,
        )
        if not any(letter.isalnum() or letter in "+×" for letter in piece.text):
            continue  # rows of dots are drawings
        if all(box[0] >= b or box[1] <= a or box[2] >= d or box[3] <= c for _, a, b, c, d in kept):
            kept.append((piece, *box))
    return [piece for piece, *_ in kept]


@cache
def _patterns(text: str, descenders: bool = True) -> tuple[tuple[str, ...], ...]:
    """The text as rows of art in each face, its inked rows only, lit and dark."""
    patterns = []
    for face in FACES:
        art = fonts.line(face, text)
        rows = [format(bits, f"0{art.width}b") for bits in art.rows]
        if not descenders:
            rows = rows[: (face.baseline + 1) * face.scale]
        while rows and "1" not in rows[0]:
            rows.pop(0)
        while rows and "1" not in rows[-1]:
            rows.pop()
        lit = tuple(row.replace("1", "#").replace("0", ".") for row in rows)
        patterns.append(lit)
        patterns.append(tuple(row.translate(str.maketrans("#.", ".#")) for row in lit))
    return tuple(patterns)


def seen(art: Sequence[str], text: str, inverted: bool | None = None, descenders: bool = True) -> bool:
    """Whether that text stands on the glass, in any face; ``inverted`` asks for its colour. Without ``descenders`` it
    is read down to the baseline: a smaller line below it may stand between them."""
    for place, pattern in enumerate(_patterns(text, descenders)):
        if inverted is not None and inverted != bool(place % 2):
            continue
        for y in range(len(art) - len(pattern) + 1):
            x = art[y].find(pattern[0])
            while x >= 0:
                if all(art[y + row][x : x + len(line)] == line for row, line in enumerate(pattern)):
                    return True
                x = art[y].find(pattern[0], x + 1)
    return False
