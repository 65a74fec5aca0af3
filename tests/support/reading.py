"""Reads words back from lit pixels: what a person sees on the glass, as text with its place.

The letters are found by their shapes alone, column by column, in both fonts and sizes, lit on dark or dark on lit
(which is how the screens show what has the focus). Nothing of the program's state is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
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
    bits = str.maketrans("#.", "10" if ink == "#" else "01")
    return [int("".join(column).translate(bits), 2) for column in zip(*art, strict=True)]


def _longest(picture: Sequence[int], x: int, shift: int, mask: int, trie: dict[Any, Any], gap: int) -> tuple[str, int]:
    """The widest letter that begins at column x and has a blank gap after it: the letter and its width; "" if none."""
    node, best = trie, ("", 0)
    for at in range(x, len(picture)):
        node = node.get(picture[at] >> shift & mask)
        if node is None:
            break
        if None in node and not any(column >> shift & mask for column in picture[at + 1 : at + 1 + gap]):
            best = (node[None], at + 1 - x)
    return best


def _run(picture: Sequence[int], x: int, shift: int, face: fonts.Face, part: str) -> tuple[str, int]:
    """The text that begins at column x, and the column after it; "" if none does."""
    first, last = _rows(face, part)
    mask, trie = (1 << last - first) - 1, _trie(face.name, face.scale, part)
    gap, space = face.gap * face.scale, face.space * face.scale
    text, at, end = "", x, x
    while True:
        letter, width = _longest(picture, at, shift, mask, trie, gap)
        if not letter:
            break
        text += letter
        end = at = at + width
        blank = 0
        while at + blank < len(picture) and not picture[at + blank] >> shift & mask:
            blank += 1
        if at + blank >= len(picture):
            break
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
    return text.rstrip(), end


def read(art: Sequence[str]) -> Reading:
    """Read a display's text art (``#`` lit, ``.`` dark)."""
    return _read(tuple(art))


@cache
def _read(art: tuple[str, ...]) -> Reading:
    found: list[Words] = []
    for ink in "#.":
        picture = _picture(art, ink)
        for face in FACES:
            for part in ("all", "lower", "capitals"):
                found += _texts(picture, len(art), face, part, ink == ".")
    return Reading(tuple(sorted(_without_overlaps(found), key=lambda piece: (piece.y + 6, piece.x))))


@lru_cache(maxsize=1 << 16)
def _begins(face: fonts.Face, part: str, height: int, column: int) -> tuple[int, ...]:
    """How far a column is shifted where a letter may begin with it."""
    first, last = _rows(face, part)
    mask, trie = (1 << last - first) - 1, _trie(face.name, face.scale, part)
    return tuple(
        shift for shift in range(height + first - last, -1, -1) if (here := column >> shift & mask) and here in trie
    )


def _texts(picture: Sequence[int], height: int, face: fonts.Face, part: str, inverted: bool) -> list[Words]:
    first, last = _rows(face, part)
    mask, begins = (1 << last - first) - 1, dict[int, list[int]]()
    for x, (before, column) in enumerate(zip((0, *picture), picture, strict=False)):
        for shift in _begins(face, part, height, column) if column else ():
            if not before >> shift & mask:
                begins.setdefault(shift, []).append(x)
    found = []
    for shift, places in begins.items():
        end = 0
        for x in places:
            if x < end:
                continue
            text, after = _run(picture, x, shift, face, part)
            if after > x:
                lit = sum((column >> shift & mask).bit_count() for column in picture[x:after])
                y = height - last - shift
                found.append(Words(_zeros(text), x, y, f"{face.name}{face.scale}", inverted, lit))
                end = after
    return sorted(found, key=lambda piece: piece.y)


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
