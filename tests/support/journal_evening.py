"""Operations of some games, and journals that hold them."""

from __future__ import annotations

from pathlib import Path

from firmware_py.journal import Contents, Journal
from firmware_py.operations import Operation, Start

START = Start("toy", 1, "count", 2, {}, ("Ana", "Bo"), ("red", "green"), "", "222222", "table", "2026-11-29T19:30:00Z")


def operation(number: int, game: int = 1, op: str = "give", payload: str = "", keys: tuple[str, ...] = ()) -> Operation:
    if op == "new":
        payload = START.to_payload()
    at = "2026-11-29T19:30:00Z"
    return Operation(number, game, op, keys, 0, "knob", number - 1, "0123", number, (number, 0), payload, at, True)


def evening(games: int = 3, answers: int = 12) -> list[Operation]:
    """Operations of some games, one after the other."""
    found: list[Operation] = []
    for game in range(1, games + 1):
        found.append(operation(len(found) + 1, game, "new"))
        found += [operation(len(found) + 1 + each, game, keys=("3", "round")) for each in range(answers)]
    return found


def written(path: Path, operations: list[Operation]) -> Path:
    journal = Journal(path)
    journal.open()
    journal.append(operations, {"open": operations[-1].game, "names": ["Ana", "Éva"]})
    journal.close()
    return path


def stored(contents: Contents, journal: Journal) -> list[Operation]:
    """Every operation of every game, game by game."""
    games = sorted(game.number for game in (*contents.unfinished, *journal.finished()))
    return [each for game in games for each in journal.read(game)]


def opened(path: Path) -> Contents:
    journal = Journal(path)
    contents = journal.open()
    journal.close()
    return contents


def asides(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir() if "damaged" in each.name)
