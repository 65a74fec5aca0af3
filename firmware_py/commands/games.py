"""``tabularius games``: the games of the journal: a list, one shown, one exported as record or JSON.

A running companion is asked, which also has what is not on the card yet; where none runs the journal is opened as the
companion would open it, under the lock, and where one runs that cannot be asked, through a connection that cannot
write. A finished game is shown from what was stored with its end, without playing it again.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from engine import catalogue, record
from engine.errors import EngineError
from engine.ledger import Entry
from engine.title import Way
from engine.words import Text
from firmware_py.commands.asking import Companion, running
from firmware_py.control_lines import ShowGames
from firmware_py.daemon import wall
from firmware_py.data_folder import JOURNAL_FILE, RECORDS, DataFolder
from firmware_py.errors import Differs, FolderTrouble, InUse, JournalTrouble, NoGame
from firmware_py.folding import Play, fold
from firmware_py.journal import Journal, read_only
from firmware_py.journal_games import told_by
from firmware_py.operations import GameInfo, Operation, Start
from firmware_py.shelf import dated

PATIENCE_S = 40.0


def run(arguments: Namespace) -> int:
    folder = _folder(arguments)
    number = getattr(arguments, "number", 0)
    games, operations = _read(folder, number)
    games = [dated(game, *wall()) for game in games]
    if arguments.what in (None, "list"):
        games = sorted(games, key=lambda game: -game.last)
        print(json.dumps([info_data(game) for game in games]) if arguments.json else listing(games, folder))
        return 0
    info = next((game for game in games if game.number == number), None)
    if info is None or not operations:
        raise NoGame(_missing(folder, number))
    if arguments.what == "show":
        print(json.dumps(game_data(info, operations)) if arguments.json else shown(info, operations))
        return 0
    play = fold(operations)
    if arguments.form == "json":
        answers = [{"turn": past.turn, "seat": past.seat, "key": past.key} for past in play.game.past]
        text = json.dumps({**game_data(info, operations), "answers": answers}) + "\n"
    else:
        text = record.write(play.game, play.header)
    if arguments.out is None:
        print(text, end="")
    else:
        arguments.out.write_text(text, encoding="utf-8")
    return 0


def _folder(arguments: Namespace) -> Path:
    if arguments.data is not None:
        return Path(arguments.data)
    from config.loader import load  # noqa: PLC0415  (only where the settings have a say)

    return load(config=arguments.config).data


def _missing(folder: Path, number: int) -> str:
    """What to say of a game that is not in the journal: it may have left a record there."""
    texts = sorted((folder / RECORDS).glob(f"{number:04}-*.txt"))
    if texts:
        return f"game {number} is no longer in the journal; its record is {texts[-1]} (tabularius replay FILE)"
    return f"there is no game {number} in {folder}; `tabularius games list` shows which there are"


def _read(folder: Path, number: int) -> tuple[Sequence[GameInfo], tuple[Operation, ...]]:
    """One of the games there, with its operations; 0: all of them, with none."""
    path = folder / JOURNAL_FILE
    companion = running(folder)
    if companion is not None:
        return _asked(companion, folder, number)
    if not path.exists():
        return (), ()
    try:
        owned = DataFolder.claim(folder, datetime.now(UTC), "games")
    except (InUse, FolderTrouble):
        return read_only(path, number)
    with owned:
        journal = Journal(path)
        contents = journal.open()
        try:
            if not contents.read:
                raise JournalTrouble(f"{path}: {contents.trouble}")
            for note in contents.notes:
                print(f"tabularius: {note}", file=sys.stderr)
            if not number:
                return (*contents.unfinished, *journal.finished()), ()
            operations = journal.read(number)
            said = told_by(operations)
            return (said,) if said is not None else (), operations
        except NoGame:
            return (), ()
        finally:
            journal.close()


def _asked(companion: Companion | None, folder: Path, number: int) -> tuple[list[GameInfo], tuple[Operation, ...]]:
    """What the running companion says, in as many answers as it takes: it keeps no list of what was played."""
    games: list[GameInfo] = []
    before = 0
    while companion is not None:
        with companion:
            told = companion.ask(ShowGames(number, before), PATIENCE_S)
        games += msgspec.convert(told["games"], list[GameInfo])
        if number:
            return games, msgspec.convert(told["operations"], tuple[Operation, ...])
        before = told["more"]
        companion = running(folder) if before else None
    return games, ()


# ---- as plain data


def info_data(game: GameInfo) -> dict[str, Any]:
    """A game as ``list --json`` has it. Times are UTC, None where the clock was not to be trusted."""
    data = asdict(game)
    return {
        **{name: data[name] for name in ("number", "title", "way")},
        "players": data["names"],
        **{name: data[name] for name in ("colours", "totals", "turn")},
        "started": game.started or None,
        "played": game.played or None,
        "finished": bool(game.finished),
        "ended": game.finished or None,
    }


def game_data(info: GameInfo, operations: Sequence[Operation]) -> dict[str, Any]:
    """A game with its header and ledger, as ``show --json`` has it."""
    start = Start.read(operations[0].details())
    ledger, turn = _ledger(operations)
    return {
        **info_data(info),
        "rules": start.rules,
        "options": dict(start.options),
        "setup": start.setup or None,
        "turn": turn,
        "ledger": [entry._asdict() for entry in ledger],
    }


def _ledger(operations: Sequence[Operation]) -> tuple[list[Entry], int]:
    """Every point, and the number of the turn: as stored for a finished game, else from playing it again."""
    last = operations[-1]
    if last.op == "finish":
        return [Entry(*entry) for entry in last.details()["ledger"]], last.turn
    game = fold(operations).game
    return list(game.ledger), game.turn[0]


# ---- for people


def listing(games: Sequence[GameInfo], folder: Path) -> str:
    """One line a game."""
    if not games:
        return f"no games in {folder}"
    lines = []
    for game in games:
        points = ", ".join(f"{name} {total}" for name, total in zip(game.names, game.totals, strict=True))
        state = f"finished ({game.finished})" if game.finished else f"unfinished, turn {game.turn}"
        lines.append(f"{game.number:4}  {game.label}, {game.way}  {game.date or 'no date':11}  {points}  {state}")
    return "\n".join(lines)


def _moment(at: str) -> str:
    """A wall time as ``Operation.at`` has it, for people."""
    return f"{at[:16].replace('T', ' ')} UTC" if at else "at an unknown time"


def shown(info: GameInfo, operations: Sequence[Operation]) -> str:
    """Standings and ledger of one game."""
    play: Play | None = None
    note = ""
    try:
        if not info.finished:
            play = fold(operations)
        ledger, _ = _ledger(operations)
    except Differs as differs:
        ledger, note = [], str(differs)
    way = play.game.way if play is not None else _way(info)
    state = f"finished ({info.finished})" if info.finished else f"turn {info.turn}"
    if play is not None and play.game.decision is not None:
        state += f", the open question: {play.game.words().render(info.names)}"
    lines = [f"Game {info.number}: {info.label} ({way.label if way else info.way}), {state}"]
    if info.started or info.date:
        lines.append(f"begun {_moment(info.started)}, last played {_moment(info.played)}")
    lines.append("")
    wide = max(len(name) for name in info.names)
    order = sorted(range(info.players), key=lambda seat: -info.totals[seat])
    lines += [f"  {info.names[seat]:{wide}} {info.colours[seat]:7} {info.totals[seat]:4}" for seat in order]
    if note:
        lines += ["", note, "the points above are those that were stored"]
    if ledger:
        lines += ["", f"  turn  {'seat':{wide}}   points  what for"]
    for entry in ledger:
        lines.append(
            f"  {entry.turn:4}  {info.names[entry.seat]:{wide}}  {entry.amount:+7}  {_what(way, entry, info.names)}"
        )
    return "\n".join(lines)


def _way(info: GameInfo) -> Way | None:
    try:
        return catalogue.title(info.title).ways.get(info.way)
    except EngineError:
        return None


def _what(way: Way | None, entry: Entry, names: Sequence[str]) -> str:
    if way is None:
        return " ".join(part for part in (entry.reason, entry.place) if part)
    place: Text = way.place(entry.place)
    said = place.render(names)
    when = way.when(entry.when).render(names)
    return f"{way.reason(entry.reason)}{': ' if said else ''}{said} ({when})"
