"""Set-up codes and the streams drawn from them.

The same code lays out the same set-up on every machine and in every version. A code covers what lies face up and the
order of seats; nothing that stays hidden comes from it. The engine draws no chance of its own: who wants a new code
brings a number for it.

**Code.** Six symbols of ``23456789ABCDEFGHJKLMNPQRSTUVWXYZ`` (32 symbols, five bits each), written ``K7F3-Q2``, read
regardless of case, white space and hyphens.

**Stream.** Every area of every title has a stream of its own, so that an area added later changes no other. Block
number n (from 0) of a stream is the SHA-256 of these bytes:

    "tabularius" 00 <code> 00 <title> 00 <area> 00 <n>

where 00 is a zero byte; the code is its six symbols in ASCII without hyphen; title and area are UTF-8; and n is eight
bytes, most significant first. The blocks one after the other are read as unsigned numbers of four bytes, most
significant first.

**Number below k** (1 ≤ k ≤ 2³²): let m be the largest multiple of k that is at most 2³². Numbers of the stream that are
m or more are thrown away; the first other one, modulo k, is the result. One is drawn even for k = 1.

**Shuffle** (Fisher-Yates, from the end): for i from the last index down to 1, draw j below i + 1 and swap places i
and j.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple, TypeVar

from engine.errors import BadCode
from engine.words import Text, plain

SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LENGTH = 6
CODES = len(SYMBOLS) ** LENGTH

_WORD = 1 << 32

T = TypeVar("T")


def read_code(text: str) -> str:
    """The six symbols of a code as a person may have typed it. Raises BadCode, which says what is wrong."""
    # only the letters of a code have another case: a sharp s must not become two letters S
    symbols = [symbol.upper() if symbol.isascii() else symbol for symbol in "".join(text.split()).replace("-", "")]
    for symbol in symbols:
        if symbol not in SYMBOLS:
            hint = ": 0, 1, I and O are not used" if symbol in "01IO" else ""
            raise BadCode(f"set-up code '{plain(text)}' holds '{plain(symbol)}', which no code has{hint}")
    if len(symbols) != LENGTH:
        raise BadCode(f"set-up code '{plain(text)}' has {len(symbols)} symbols, not {LENGTH}")
    return "".join(symbols)


def written(code: str) -> str:
    """A code as it is shown: ``K7F3-Q2``. Raises BadCode."""
    symbols = read_code(code)
    return f"{symbols[:4]}-{symbols[4:]}"


def code_from(number: int) -> str:
    """The code, as it is shown, with that number; numbers from 0, taken modulo the 2³⁰ codes that there are."""
    symbols = ""
    for _ in range(LENGTH):
        number, place = divmod(number, len(SYMBOLS))
        symbols = SYMBOLS[place] + symbols
    return written(symbols)


class Stream:
    """The numbers that a code gives to one area of a title. Raises BadCode."""

    def __init__(self, code: str, title: str, area: str) -> None:
        self._start = b"\0".join(part.encode() for part in ("tabularius", read_code(code), title, area)) + b"\0"
        self._block = b""
        self._used = 0
        self._number = 0

    def _word(self) -> int:
        if self._used == len(self._block):
            self._block = sha256(self._start + self._number.to_bytes(8, "big")).digest()
            self._used = 0
            self._number += 1
        self._used += 4
        return int.from_bytes(self._block[self._used - 4 : self._used], "big")

    def below(self, count: int) -> int:
        """A number from 0 to ``count`` - 1, each equally likely. ValueError if count is not from 1 to 2³²."""
        if not 1 <= count <= _WORD:
            raise ValueError(f"a number below {count} cannot be drawn: 1 to {_WORD} can")
        limit = _WORD - _WORD % count
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % count

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The things in random order; the sequence itself stays as it is."""
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def choice(self, things: Sequence[T]) -> T:
        """One of the things, each equally likely."""
        return things[self.below(len(things))]


class Item(NamedTuple):
    """One thing to lay out: where, what, how it lies (``note``), and whose it is, if it is a seat's.

    ``word`` is the stable word of the thing, the same as on its tag; ``at`` that of the place.
    """

    place: Text
    thing: Text
    icon: str
    word: str
    note: Text
    seat: int | None = None
    at: str = ""


class Area(NamedTuple):
    """An area of the board, in the order of laying out. ``name`` is its stable word."""

    name: str
    label: Text
    items: tuple[Item, ...]


class Layout(NamedTuple):
    """A whole set-up: everything random that lies face up, by area, and what the code says of the game's start.

    ``answers`` maps the kind of a TABLE decision to the key that the code gives it ("start.player" → "seat.2").
    """

    code: str
    areas: tuple[Area, ...]
    answers: dict[str, str]
