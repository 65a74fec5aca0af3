"""The signs of a record: names and how they are quoted, the tokens of a line, moments.

Text alone: knows no game and no title. What is wrong is raised as BadRecord with the column, the line being the
caller's.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import NamedTuple

from engine.errors import BadRecord
from engine.words import plain

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,:#"]+|[,:"]')
_MOMENT = re.compile(r"(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?Z", re.ASCII)
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


# ---- names


def quoted(name: str) -> str:
    """A name as a record writes it: quoted if it could be taken for anything else."""
    name = composed(name)
    if name and name.isprintable() and not any(sign.isspace() or sign in ',:"\\#*' for sign in name):
        return name
    text = json.dumps(name, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else "".join(f"\\u{unit:04x}" for unit in _units(sign)) for sign in text)


def composed(name: str) -> str:
    """A name as a record keeps it: "e" and an accent after it are one sign, as on most keyboards; half a surrogate
    pair, which no text can hold, is the sign for what is not known."""
    return unicodedata.normalize("NFC", "".join(sign if writable(sign) else "\ufffd" for sign in name))


def writable(text: str) -> bool:
    """Whether a text can be written as UTF-8: half a surrogate pair cannot."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _units(sign: str) -> list[int]:
    data = sign.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


# ---- lines and tokens


def lines_of(text: str | bytes) -> list[str]:
    """The lines of a record as it came from a file or a wire. Raises BadRecord if it is no text."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            before = error.object[: error.start]
            line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
            raise BadRecord("this is no text in UTF-8", line, column) from error
    if not writable(text):
        raise BadRecord("this is no text: it holds half a surrogate pair", 1)
    # not splitlines(): it also parts at signs that a name may hold
    return [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]


class Token(NamedTuple):
    """A word, a quoted name or a sign of a line; the column counts from 1."""

    text: str
    column: int
    name: bool  # it was quoted


def tokens(line: str, number: int, start: int = 0) -> list[Token]:
    """The tokens of line ``number`` (from 1) up to its comment: quoted names, commas, colons, words."""
    found = []
    while start < len(line):
        if line[start].isspace():
            start += 1
            continue
        if line[start] == "#":
            break
        match = _TOKEN.match(line, start)
        assert match is not None  # any sign that is neither blank nor "#" begins a token
        text = match[0]
        if text == '"':
            raise BadRecord("a quotation mark is never closed", number, start + 1)
        if text[0] == '"':
            try:
                name = str(json.loads(text, strict=False))
            except ValueError as error:
                raise BadRecord(f"{plain(text)} is no quoted name", number, start + 1) from error
            if not writable(name):
                raise BadRecord(f"{plain(text)} holds half a surrogate pair, which is no sign", number, start + 1)
            found.append(Token(composed(name), start + 1, True))
        else:
            found.append(Token(composed(text), start + 1, False))
        start = match.end()
    return found


# ---- moments


def is_moment(text: str) -> bool:
    """Whether a text is a day and a time of day that there are: the calendar's, in UTC, to the minute or second."""
    match = _MOMENT.fullmatch(text)
    if match is None:
        return False
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
    if not 1 <= month <= len(_MONTHS):
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= _MONTHS[month - 1] + leap and hour < 24 and minute < 60 and second < 60 and year > 0
