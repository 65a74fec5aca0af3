"""What the doctor says, a finding a thing, and what it finds in files: settings, data folder, journal, clock.

Nothing is changed: the journal is looked at in a copy. Parts on wires are in ``examination``.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from config.errors import ConfigError, SettingsError
from config.loader import Loaded
from firmware_py.data_folder import JOURNAL_FILE
from firmware_py.errors import FirmwareError

LITTLE_ROOM = 50 << 20
"""Free bytes below which the card is nearly full: a year of evenings is less than a tenth of that."""
OLDEST_YEAR = 2026
"""The clock of a box without a battery begins long before the program was written."""


class Finding(NamedTuple):
    """One line of the doctor: which part, whether it works, what was found, and what to do (also as advice)."""

    part: str
    ok: bool
    found: str
    remedy: str = ""


def of_problem(part: str, problem: object) -> Finding:
    """What a driver says of a part, "found: remedy", as a finding."""
    found, _, remedy = str(problem).rpartition(": ")
    return Finding(part, False, found or remedy, remedy if found else "")


def messages(loaded: Loaded) -> Iterator[Finding]:
    """What the loader had to say."""
    for message in loaded.messages:
        found, _, remedy = message.rpartition("; ")
        yield Finding("settings", True, found or message, remedy if found else "")


def settings(loaded: Loaded) -> Iterator[Finding]:
    """Every value in force with its origin."""
    for key, value, origin in loaded.rows():
        shown = f"0x{value:02X}" if key.endswith(" address") else _toml(value)
        yield Finding(f"setting {key}", True, f"{shown} ({origin})")


def bad_settings(problem: ConfigError) -> Iterator[Finding]:
    """What is wrong with the settings, each fault by itself."""
    for line in problem.problems if isinstance(problem, SettingsError) else (str(problem),):
        found, _, allowed = line.partition("; ")
        yield Finding("settings", False, found, allowed or "correct that file, or name another with --config")


def later(loaded: Loaded, reload: Callable[[], Loaded]) -> Iterator[Finding]:
    """What of the settings has been changed since they were ``loaded``, and holds from the next start."""
    try:
        now = reload()
    except ConfigError as problem:
        yield from bad_settings(problem)
        return
    running = {each.part: each.found for each in settings(loaded)}
    coming = {each.part: each.found for each in settings(now)}
    for part in sorted(running.keys() | coming.keys()):
        before, after = (values.get(part, "").rpartition(" (")[0] for values in (running, coming))
        if before != after:
            found = (
                f"{part.removeprefix('setting ')} will be {after or 'gone'}, the companion runs with {before or 'none'}"
            )
            yield Finding("settings", True, found, "restart it (sudo systemctl restart tabularius)")


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def folder(path: Path) -> Iterator[Finding]:
    """Whether the data folder, which is owned, can be written, and how much room there is."""
    probe = path / ".doctor"
    try:
        with probe.open("wb") as file:
            file.write(b"a few bytes")
            file.flush()
            os.fsync(file.fileno())
        probe.unlink()
    except OSError as problem:
        yield Finding(
            "data folder",
            False,
            f"{path} cannot be written ({problem.strerror})",
            "games would be kept in memory only: free the card or change it, or give the folder to this user",
        )
        return
    free = shutil.disk_usage(path).free
    room = f"{path} can be written, {free / (1 << 20):.0f} MB are free"
    if free < LITTLE_ROOM:
        yield Finding("data folder", False, room, "make room on the card: games could soon not be saved any more")
    else:
        yield Finding("data folder", True, room)


def journal(data: Path) -> Iterator[Finding]:
    """Whether the saved games are sound: a copy is opened as the companion would, and open games are played again."""
    from firmware_py.folding import fold  # noqa: PLC0415
    from firmware_py.journal import Journal  # noqa: PLC0415
    from firmware_py.journal_file import copied  # noqa: PLC0415

    path = data / JOURNAL_FILE
    if not path.exists():
        yield Finding("journal", True, "no game has been saved yet")
        return
    try:
        with copied(path) as copy:
            opened = Journal(copy)
            contents = opened.open()
            try:
                for note in contents.notes:
                    yield Finding(
                        "journal",
                        False,
                        note.replace("is kept", "will be kept"),
                        "the next start puts this right by itself; if it comes again, change the card",
                    )
                if contents.trouble:
                    yield Finding("journal", False, contents.trouble, "look at the data folder and its card")
                for game in contents.unfinished:
                    fold(opened.read(game.number))
                if not (contents.notes or contents.trouble):
                    yield Finding("journal", True, _saved(len(contents.unfinished) + contents.finished))
            finally:
                opened.close()
    except OSError as problem:
        yield Finding("journal", False, f"{path} cannot be read ({problem.strerror or problem})", "change the card")
    except FirmwareError as problem:
        yield Finding("journal", False, str(problem), "the display asks what to do with it at the next start")


def kept_journal(data: Path) -> Iterator[Finding]:
    """The same while the companion that asks this keeps the journal open: through a connection that cannot write."""
    from firmware_py.folding import fold  # noqa: PLC0415
    from firmware_py.journal import read_only, registered, verdict  # noqa: PLC0415

    path = data / JOURNAL_FILE
    if not path.exists():
        yield Finding("journal", True, "no game has been saved yet")
        return
    try:
        there = registered(path)
        wrong = verdict(path, there.open)
        for number in () if wrong else there.open:
            fold(read_only(path, number)[1])
    except FirmwareError as problem:
        yield Finding("journal", False, str(problem), "the display says what to do with it at the next start")
        return
    if wrong:
        remedy = "the next start puts this right by itself; if it comes again, change the card"
        yield Finding("journal", False, f"{path} is damaged ({wrong})", remedy)
        return
    yield Finding("journal", True, _saved(len(there.open) + there.finished))


def _saved(games: int) -> str:
    return f"sound, {games} game{'' if games == 1 else 's'} saved"


def clock(now: datetime, synchronised: bool) -> Finding:
    """Whether the time of day can be right."""
    told = f"{now.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    goes_on = "the order of games does not depend on it"
    if now.year < OLDEST_YEAR:
        remedy = f"let the box reach a network once after power-up, or fit a clock with a battery; {goes_on}"
        return Finding("clock", False, f"it says {told}, which cannot be", remedy)
    if not synchronised:
        remedy = f"no time of day is shown until the network has set it; {goes_on}"
        return Finding("clock", True, f"it says {told}, but has not been set since power-up", remedy)
    return Finding("clock", True, told)
