"""What the journal is made of: operations, and what is said of a game without playing it.

An operation is a line of the journal, only ever appended; what was played is the fold of a game's operations
(``firmware_py.folding``). This module must not know files, threads or the rules of any title.

| op | keys | what it does |
|---|---|---|
| new | | begins a game; the payload is its ``Start`` |
| give | what one input gave | a group; empties the redo list unless it equals its last group, which then comes back |
| draw | drawn for the table | joins the last group |
| undo | what went back | the last group goes to the redo list |
| redo | what came back | the last group of the redo list comes back |
| change | the new key | replaces an earlier answer; payload ``answer``, ``key``, ``was``; a group of its own for undo |
| header | | payload: what of ``names``, ``colours`` and ``draws`` is now different |
| cut | | payload ``after``: operations after that number, up to this one, are void |
| finish | | payload: ``how``, ``names``, ``colours``, ``ledger``; also by itself, when a game comes to its end |
| reopen | | the game is open again, as after any other operation that follows ``finish`` |
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

OPS = ("new", "give", "draw", "undo", "redo", "change", "header", "cut", "finish", "reopen")


@dataclass(frozen=True, slots=True)
class Operation:
    """A line of the journal.

    ``number`` counts over all games and is the order of everything. ``seat`` is whose question the first key
    answered (-1: the table). ``revision`` is the number of the operation that the sender had seen. ``digest``,
    ``turn`` and ``totals`` are those after the operation. ``at`` is the wall time in UTC (ISO 8601, "…Z"), worth
    showing only if the clock was ``synchronised``. ``payload`` is JSON, or empty.
    """

    number: int
    game: int
    op: str
    keys: tuple[str, ...]
    seat: int
    device: str
    revision: int
    digest: str
    turn: int
    totals: tuple[int, ...]
    payload: str
    at: str
    synchronised: bool

    def details(self) -> dict[str, Any]:
        """The payload as plain data. Raises ValueError if it is not a JSON object."""
        found = json.loads(self.payload or "{}")
        if not isinstance(found, dict):
            raise ValueError(f"operation {self.number}: the payload is not an object")
        return found


def payload(details: Mapping[str, Any]) -> str:
    """Plain data as the payload of an operation."""
    return json.dumps(details, ensure_ascii=False, separators=(",", ":"))


def storable(text: str) -> str:
    """A text as a file can hold it: what no coding knows becomes a "?", or nothing after it would ever be saved."""
    return text.encode("utf-8", "replace").decode()


Row = tuple[int, int, str, str, int, str, int, str, int, str, str, str, int, int]


def to_row(operation: Operation, before: int) -> Row:
    """The operation as a row of the table, its last column chained to that of the row ``before`` of the same game."""
    fields = (
        operation.game,
        operation.number,
        operation.op,
        " ".join(operation.keys),
        operation.seat,
        storable(operation.device),
        operation.revision,
        operation.digest,
        operation.turn,
        " ".join(map(str, operation.totals)),
        storable(operation.payload),
        operation.at,
        int(operation.synchronised),
    )
    return (*fields, _chain(fields, before))


def from_row(row: tuple[Any, ...], before: int) -> tuple[Operation, int] | None:
    """The operation of a row (texts as bytes) and its chain; None if the row is damaged or does not follow."""
    try:
        fields: tuple[Any, ...] = tuple(cell.decode() if isinstance(cell, bytes) else cell for cell in row[:-1])
        if len(row) != 14 or _chain(fields, before) != row[-1]:
            return None
        game, number, op, keys, seat, device, revision, digest, turn, totals, details, at, synchronised = fields
        operation = Operation(
            number,
            game,
            op,
            tuple(keys.split()),
            seat,
            device,
            revision,
            digest,
            turn,
            tuple(map(int, totals.split())),
            details,
            at,
            bool(synchronised),
        )
    except (ValueError, AttributeError, TypeError):
        return None
    return operation, row[-1]


def _chain(fields: tuple[Any, ...], before: int) -> int:
    return zlib.crc32(json.dumps((before, *fields), separators=(",", ":")).encode())


@dataclass(frozen=True, slots=True)
class Start:
    """How a game was begun, and what is written over it: the payload of ``new`` with later ``header`` operations.

    ``options`` are all options in force; ``secret`` is a code for what stays hidden, never shown before the end;
    ``draws`` is "table" (hands reveal) or "companion" (drawn here); ``started`` as ``Operation.at``, or empty.
    """

    title: str
    rules: int
    way: str
    players: int
    options: Mapping[str, str]
    names: tuple[str, ...]
    colours: tuple[str, ...]
    setup: str
    secret: str
    draws: str
    started: str

    def to_payload(self) -> str:
        return payload(asdict(self))

    @classmethod
    def read(cls, details: Mapping[str, Any]) -> Start:
        """From a payload. Raises ValueError if it is not one."""
        try:
            start = cls(**{**details, "names": tuple(details["names"]), "colours": tuple(details["colours"])})
        except (TypeError, KeyError) as problem:
            raise ValueError(f"not the start of a game: {problem}") from problem
        return start

    def headed(self, details: Mapping[str, Any]) -> Start:
        """With what a ``header`` operation changes."""
        changes = {name: details[name] for name in ("names", "colours", "draws") if name in details}
        for name in ("names", "colours"):
            if name in changes:
                changes[name] = tuple(changes[name])
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game of the journal in a few words. ``finished`` says how it was ended, "" while it is open.

    ``label`` is the title's name as it is shown. ``started`` and ``played`` (the last operation) are times as in
    ``Operation.at``, "" where the clock was not to be trusted. ``last`` is the number of the last operation: a game
    with a larger one was played later.
    """

    number: int
    title: str
    way: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    totals: tuple[int, ...]
    turn: int
    started: str
    played: str
    finished: str
    last: int
    label: str = ""

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def when(self) -> str:
        """When it was last played, in local time: "Sat 21:40", or "" if that is not known."""
        return _local(self.played, "%a %H:%M")

    @property
    def date(self) -> str:
        """The day on which it was last played, in local time: "28 Nov 2026", or ""."""
        return _local(self.played, "%d %b %Y")

    @property
    def lines(self) -> tuple[str, ...]:
        """Everybody's points, and how far the game is."""
        points = (f"{name} {total}".replace("-", "−") for name, total in zip(self.names, self.totals, strict=True))
        return " ".join(points), f"turn {self.turn}"


def written(moment: datetime) -> str:
    """A time as it stands in ``Operation.at``."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _local(at: str, form: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime(form) if at else ""


def info(first: Operation, headers: tuple[Operation, ...], last: Operation) -> GameInfo:
    """What is said of a game, from its first, its ``header`` and its last operation. Raises ValueError.

    The ``header`` operations of a finished game may be left out: the last one has the names.
    """
    start = Start.read(first.details())
    for operation in (*headers, *([last] if last.op == "finish" else [])):
        start = start.headed(operation.details())
    if not len(start.names) == len(start.colours) == len(last.totals) == start.players:
        raise ValueError(f"game {first.game}: not the start of a game for {start.players} players")
    finished = str(last.details().get("how", "finished")) if last.op == "finish" else ""
    return GameInfo(
        first.game,
        start.title,
        start.way,
        start.names,
        start.colours,
        last.totals,
        last.turn,
        start.started,
        last.at if last.synchronised else "",
        finished,
        last.number,
        start.title.capitalize(),
    )
