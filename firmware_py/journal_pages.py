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


def sound(main: bytes, log: bytes) -> tuple[list[list[Operation]], dict[str, Any]]:
    """The longest sound beginning of every game on these pages, in the order of the games; and what was remembered."""
    found: dict[int, dict[int, set[Cells]]] = defaultdict(lambda: defaultdict(set))
    memory: dict[str, Any] = {}
    for cells in _rows(main, log):
        if len(cells) == 14 and isinstance(cells[0], int) and isinstance(cells[1], int):
            found[cells[0]][cells[1]].add(cells)
        elif len(cells) == 3 and _remembered(*cells):
            memory[cells[0].decode(errors="replace")] = _value(cells[1])
    games = [_beginning(rows) for _, rows in sorted(found.items())]
    return [game for game in games if game], memory


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


def _rows(main: bytes, log: bytes) -> Iterator[Cells]:
    """Every record on every page, an older state of a page before a newer one."""
    images = [(at // PAGE + 1, main[at : at + PAGE]) for at in range(0, len(main) - PAGE + 1, PAGE)]
    for at in range(_LOG_HEAD, len(log) - _FRAME_HEAD - PAGE + 1, _FRAME_HEAD + PAGE):
        start = at + _FRAME_HEAD
        images.append((int.from_bytes(log[at : at + 4], "big"), log[start : start + PAGE]))
    newest = dict(images)
    for _, page in images:
        if page[0] in (_LEAF, _INTERIOR):
            yield from _records(page, newest)


def _records(page: bytes, pages: Mapping[int, bytes]) -> Iterator[Cells]:
    head = 8 if page[0] == _LEAF else 12
    count = int.from_bytes(page[3:5], "big")
    for place in range(head, min(head + 2 * count, PAGE - 1), 2):
        try:
            at = int.from_bytes(page[place : place + 2], "big") + (0 if page[0] == _LEAF else 4)
            length, at = _varint(page, at)
            yield _cells(_payload(page, at, length, pages))
        except (IndexError, ValueError):
            continue


def _payload(page: bytes, at: int, length: int, pages: Mapping[int, bytes]) -> bytes:
    if length <= _MOST_LOCAL:
        return page[at : at + length]
    if length > _LONGEST:
        raise ValueError("no record is so long")
    local = _LEAST_LOCAL + (length - _LEAST_LOCAL) % (PAGE - 4)
    local = local if local <= _MOST_LOCAL else _LEAST_LOCAL
    whole = page[at : at + local]
    follows = int.from_bytes(page[at + local : at + local + 4], "big")
    while len(whole) < length:
        if (more := pages.get(follows)) is None:
            raise ValueError("the rest of the record is gone")
        whole += more[4:]
        follows = int.from_bytes(more[:4], "big")
    return whole[:length]


def _cells(record: bytes) -> Cells:
    """The columns of a record: texts as bytes. Raises ValueError or IndexError if it is not whole."""
    head, at = _varint(record, 0)
    kinds: list[int] = []
    while at < head:
        kind, at = _varint(record, at)
        kinds.append(kind)
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
