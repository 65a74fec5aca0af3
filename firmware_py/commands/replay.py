"""``tabularius replay``: a record from a file, replayed: where it stands, the standings and the ledger."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import record
from engine.errors import BadRecord
from engine.game import Game
from engine.ledger import Entry
from firmware_py.errors import FirmwareError

# A whole evening is some ten kilobytes.
LARGEST = 4_000_000


def run(arguments: Namespace) -> int:
    try:
        read = record.read(_content(arguments.file))
    except BadRecord as error:
        raise FirmwareError(f"{arguments.file}, {error}") from error
    game = record.replay(read, arguments.until)
    print(json.dumps(data(read.header, game)) if arguments.json else text(read.header, game))
    return 0


def _content(file: Path) -> bytes:
    with file.open("rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise BadRecord("this is no record: it is larger than 4 MB", 1)
    return content


def entry_data(entry: Entry) -> dict[str, Any]:
    return entry._asdict()


def standings_data(game: Game, names: Sequence[str]) -> dict[str, Any]:
    """Totals, what final scoring would add today (None where that cannot be known), seats from first to last, place of
    each seat, what there is to say of each (that it has left; None for nothing) and of all (that it ended early)."""
    standings, page = game.standings(), game.page(None)
    seats: list[str | None] = [None] * game.players
    for row in page.rows:
        if row.seat is not None and row.note is not None:
            seats[row.seat] = row.note.render(names)
    return {
        **{name: list(numbers) for name, numbers in standings._asdict().items()},
        "today": list(standings.today) or None,
        "seat_notes": seats,
        "notes": [note.render(names) for note in page.notes],
    }


def data(header: record.Header, game: Game) -> dict[str, Any]:
    """Everything that a record says, as plain data."""
    decision = game.decision
    return {
        "title": header.title,
        "rules": header.rules,
        "way": header.way,
        "players": list(header.names),
        "colours": [colour for _, colour in header.seats],
        "options": dict(header.options),
        "setup": header.setup,
        "started": header.started,
        "answers": len(game.past),
        "turn": game.turn[0],
        "over": game.over,
        "decision": None
        if decision is None
        else {"seat": decision.seat, "kind": decision.kind, "prompt": game.words().render(header.names)},
        "standings": standings_data(game, header.names),
        "ledger": [entry_data(entry) for entry in game.ledger],
    }


def text(header: record.Header, game: Game) -> str:
    """Standings and ledger for a person."""
    names, standings, way = header.names, game.standings(), game.way
    where = "over" if game.over else f"turn {game.turn[0]}, the open question: {game.words().render(names)}"
    said = standings_data(game, names)
    lines = [f"{game.title.label} ({way.label}), {len(names)} players; {where}", *said["notes"], ""]
    wide = max(len(name) for name in names)
    for seat in standings.order:
        line = f"  {standings.places[seat]}. {names[seat]:{wide}} {standings.totals[seat]:4}"
        if standings.today and not game.over:
            line += f"   {standings.totals[seat] + standings.today[seat]:4} if it ended now"
        lines.append(f"{line}   {said['seat_notes'][seat] or ''}".rstrip())
    if game.ledger:
        lines += ["", f"  turn  {'seat':{wide}}   points  what for"]
    for entry in game.ledger:
        place = way.place(entry.place).render(names)
        what = f"{way.reason(entry.reason)}{': ' if place else ''}{place}"
        when = way.when(entry.when).render(names)
        lines.append(f"  {entry.turn:4}  {names[entry.seat]:{wide}}  {entry.amount:+7}  {what} ({when})")
    return "\n".join(lines)
