"""What can be read of a damaged journal without SQLite: every row on every page that is still whole.

SQLite reaches a row from the first page through the tree, so one spoilt page can hide all that is sound. Here each page
of the file and of its log is read by itself, and the chain of check sums tells what was written. Source: the SQLite
database file format (b-tree pages, records, varints) and its write-ahead log format. Takes and gives bytes and rows; it
must not know files, connections or what an operation means.
"""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from firmware_py.operations import Operation, from_row

PAGE = 4096
_LOG_HEAD, _FRAME_HEAD = 32, 24
_LEAF, _INTERIOR = 0x0A, 0x02  # pages of a table without rowid
_MOST_LOCAL = (PAGE - 12) * 64 // 255 - 23  # a longer record goes on on overflow pages
_LEAST_LOCAL = (PAGE - 12) * 32 // 255 - 23
_LONGEST = 1 << 24  # a record that says it is longer is damaged
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # serial type → bytes

Cells = tuple[Any, ...]


def sound(main: bytes, log: bytes) -> tuple[Iterator[list[Operation]], dict[str, Any]]:
    """The longest sound beginning of every game on these pages, in the order of the games; and what was remembered.

    The games come one at a time, so that a journal of years costs no more memory than its pages.
    """
    pages = _Pages(main, log)
    at: dict[int, list[int]] = defaultdict(
        list
    )  # the pages that hold rows of a game, an older state before a newer one
    memory: dict[str, Any] = {}
    for place in range(len(pages)):
        for cells in pages.rows(place, whole=False):
            if len(cells) == 3 and _remembered(*cells):
                memory[cells[0].decode(errors="replace")] = _value(cells[1])
            elif len(cells) == 1 and isinstance(cells[0], int) and at[cells[0]][-1:] != [place]:
                at[cells[0]].append(place)
    return _games(pages, at), memory


def _games(pages: _Pages, at: Mapping[int, list[int]]) -> Iterator[list[Operation]]:
    for game, places in sorted(at.items()):
        rows: dict[int, set[Cells]] = defaultdict(set)
        for place in places:
            for cells in pages.rows(place):
                if len(cells) == 14 and cells[0] == game and isinstance(cells[1], int):
                    rows[cells[1]].add(cells)
        if beginning := _beginning(rows):
            yield beginning


def _remembered(name: Any, value: Any, check: Any) -> bool:
    texts = isinstance(name, bytes) and isinstance(value, bytes)
    return texts and zlib.crc32(name + b"\0" + value) == check


def _beginning(rows: Mapping[int, set[Cells]]) -> list[Operation]:
    operations: list[Operation] = []
    before = 0
    for number in sorted(rows):
        fitting = [each for row in rows[number] if (each := from_row(row, before)) is not None]
        if fitting:  # one that does not fit is damaged or comes after such a one
            operation, before = fitting[0]
            operations.append(operation)
    return operations


def _value(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


class _Pages:
    """Every page of a file and of its log, an older state of one before a newer one."""

    def __init__(self, main: bytes, log: bytes) -> None:
        self._main, self._log = memoryview(main), memoryview(log)
        self._starts = [(False, at) for at in range(0, len(main) - PAGE + 1, PAGE)]
        self._newest = {at // PAGE + 1: (False, at) for _, at in self._starts}
        for at in range(_LOG_HEAD, len(log) - _FRAME_HEAD - PAGE + 1, _FRAME_HEAD + PAGE):
            self._starts.append((True, at + _FRAME_HEAD))
            self._newest[int.from_bytes(log[at : at + 4], "big")] = self._starts[-1]

    def __len__(self) -> int:
        return len(self._starts)

    def newest(self, number: int) -> bytes | None:
        """The newest state of a page by its number in the file."""
        start = self._newest.get(number)
        return None if start is None else self._page(*start)

    def rows(self, place: int, whole: bool = True) -> Iterator[Cells]:
        """The records on a page; if not ``whole``, of those of a game only its number."""
        page = self._page(*self._starts[place])
        if page[0] not in (_LEAF, _INTERIOR):
            return
        head = 8 if page[0] == _LEAF else 12
        count = int.from_bytes(page[3:5], "big")
        for at_cell in range(head, min(head + 2 * count, PAGE - 1), 2):
            try:
                at = int.from_bytes(page[at_cell : at_cell + 2], "big") + (0 if page[0] == _LEAF else 4)
                length, at = _varint(page, at)
                yield _cells(_payload(page, at, length, self), whole)
            except (IndexError, ValueError):
                continue

    def _page(self, logged: bool, start: int) -> bytes:
        return bytes((self._log if logged else self._main)[start : start + PAGE])


def _payload(page: bytes, at: int, length: int, pages: _Pages) -> bytes:
    if length <= _MOST_LOCAL:
        return page[at : at + length]
    if length > _LONGEST:
        raise ValueError("no record is so long")
    local = _LEAST_LOCAL + (length - _LEAST_LOCAL) % (PAGE - 4)
    local = local if local <= _MOST_LOCAL else _LEAST_LOCAL
    whole = page[at : at + local]
    follows = int.from_bytes(page[at + local : at + local + 4], "big")
    while len(whole) < length:
        if (more := pages.newest(follows)) is None:
            raise ValueError("the rest of the record is gone")
        whole += more[4:]
        follows = int.from_bytes(more[:4], "big")
    return whole[:length]


def _cells(record: bytes, whole: bool) -> Cells:
    """The columns of a record: texts as bytes; if not ``whole``, of an operation only the first.

    Raises ValueError or IndexError if it is not all there.
    """
    head, at = _varint(record, 0)
    kinds: list[int] = []
    while at < head:
        kind, at = _varint(record, at)
        kinds.append(kind)
    if not whole and len(kinds) == 14:
        del kinds[1:]
    cells: list[Any] = []
    at = head
    for kind in kinds:
        width = _INTEGERS.get(kind, (kind - 12) // 2 if kind >= 12 else 0)
        data = record[at : at + width]
        if len(data) != width:
            raise ValueError("a record that ends too early")
        at += width
        if kind >= 12:
            cells.append(data)
        elif kind in _INTEGERS:
            cells.append(int.from_bytes(data, "big", signed=True))
        else:
            cells.append({8: 0, 9: 1}.get(kind))
    return tuple(cells)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(9):
        byte = data[at + place]
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    raise AssertionError("the ninth byte ends it")
