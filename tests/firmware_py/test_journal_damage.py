"""Every kind of damage to a journal: a start finds it, keeps what is readable, says so in one line, and goes on.

Each is done to a journal that was closed and to one whose plug was pulled, with its log beside it. ``tabularius games``
reads what is left too.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from journal_evening import evening, operation, stored, written

from firmware_py.__main__ import main
from firmware_py.journal import Journal, read_only
from firmware_py.operations import Operation

ROOT = Path(__file__).parents[2]
PAGE = 4096
PLAYED = evening(games=6, answers=40)
NOBODY = 65534


@contextmanager
def in_memory() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tab-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as name:
        yield Path(name)


@pytest.fixture
def folder() -> Iterator[Path]:
    with in_memory() as path:
        yield path


@pytest.fixture(scope="module")
def images() -> dict[str, dict[str, bytes]]:
    """The files of a journal that was closed, and of one whose plug was pulled."""
    with in_memory() as path:
        written(path / "closed.sqlite", PLAYED)
        journal = Journal(path / "journal.sqlite")
        journal.open()
        for start in range(0, len(PLAYED), 3):
            journal.append(PLAYED[start : start + 3], {"open": 6})
        pulled = {each.name: each.read_bytes() for each in path.glob("journal.sqlite*")}
        journal.close()
        return {"closed": {"journal.sqlite": (path / "closed.sqlite").read_bytes()}, "pulled": pulled}


def laid(folder: Path, files: dict[str, bytes]) -> Path:
    for each in folder.iterdir():
        shutil.rmtree(each) if each.is_dir() and not each.is_symlink() else each.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder / "journal.sqlite"


def start(path: Path) -> tuple[list[Operation], tuple[str, ...]]:
    """Start, play on, start again: what was found the first time, and what was said."""
    journal = Journal(path)
    contents = journal.open()
    assert (contents.trouble, contents.read) == ("", True)
    found = stored(contents, journal)
    said = (*contents.notes, *journal.notes())
    assert all("\n" not in note and len(note) < 200 for note in said)
    more = operation(contents.last + 1, contents.games + 1, "new")
    journal.append([more])
    journal.close()
    again = journal.open()
    assert (again.trouble, again.notes) == ("", ())
    assert stored(again, journal) == [*found, more]
    journal.close()
    return found, said


def beginnings(found: list[Operation]) -> bool:
    """Whether of every game it is a beginning of what was played."""
    for game in {each.game for each in found}:
        whole = [each for each in PLAYED if each.game == game]
        part = [each for each in found if each.game == game]
        if part != whole[: len(part)]:
            return False
    return True


def one_place(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


PAGES: dict[str, Callable[[bytes, int], bytes]] = {
    "cut": lambda data, at: data[:at],
    "cut in the middle": lambda data, at: data[: at + PAGE // 2],
    "zeros": lambda data, at: one_place(data, at, bytes(min(PAGE, len(data) - at))),
    "ones": lambda data, at: one_place(data, at, b"\xff" * min(PAGE, len(data) - at)),
    "a spoilt sector": lambda data, at: one_place(data, at + 1024, b"\xa5" * 512),
    "one flipped bit": lambda data, at: one_place(data, at + 777, bytes([data[min(at + 777, len(data) - 1)] ^ 8])),
    "another page": lambda data, at: one_place(data, at, data[PAGE : 2 * PAGE]),
}


@pytest.mark.parametrize("left", ["closed", "pulled"])
@pytest.mark.parametrize("damage", PAGES)
def test_damage_on_each_page(folder: Path, images: dict[str, dict[str, bytes]], left: str, damage: str) -> None:
    files = images[left]
    most = 0
    for name, data in files.items():
        # every page of the file, and some of the log's
        step = PAGE if name.endswith("sqlite") else 17 * (PAGE + 24)
        for at in range(0, len(data), step):
            path = laid(folder, {**files, name: PAGES[damage](data, at)[: len(data)]})
            found, said = start(path)
            assert beginnings(found), f"{name} at {at}"
            assert len(found) == len(PLAYED) or said or name.endswith("-wal"), f"{name} at {at}: {len(found)}"
            most = max(most, len(found))
    assert most > len(PLAYED) // 2


@pytest.mark.parametrize("gone", [("-wal",), ("-shm",), ("-wal", "-shm"), ("",), ("", "-shm")])
def test_missing_files(folder: Path, images: dict[str, dict[str, bytes]], gone: tuple[str, ...]) -> None:
    names = [f"journal.sqlite{ending}" for ending in gone]
    path = laid(folder, {name: data for name, data in images["pulled"].items() if name not in names})
    found, _ = start(path)
    assert beginnings(found)
    assert (found == PLAYED) == ("-wal" not in gone)


@pytest.mark.parametrize("log", ["of another journal", "older", "garbage"])
def test_a_log_that_is_not_its_own(folder: Path, images: dict[str, dict[str, bytes]], log: str) -> None:
    logs = {
        "of another journal": images["pulled"]["journal.sqlite-wal"],
        "older": images["pulled"]["journal.sqlite-wal"][: 20 * (PAGE + 24)],
        "garbage": b"\x37\x7f\x06\x82" + b"garbage" * 4000,
    }
    found, _ = start(laid(folder, {**images["closed"], "journal.sqlite-wal": logs[log]}))
    assert found == PLAYED


def statement(*sql: str) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            for each in sql:
                db.execute(each)
            db.commit()

    return do


SCHEMAS = {
    "no memory": statement("DROP TABLE memory"),
    "no operations": statement("DROP TABLE operations"),
    "a column more": statement("ALTER TABLE operations ADD COLUMN mood TEXT"),
    "a column less": statement("ALTER TABLE operations DROP COLUMN device"),
    "other names": statement("ALTER TABLE operations RENAME TO moves"),
    "a view in its place": statement("ALTER TABLE memory RENAME TO m", "CREATE VIEW memory AS SELECT * FROM m"),
    "no number": statement("PRAGMA application_id=0"),
    "another version": statement("PRAGMA user_version=0"),
    "another way of journalling": statement("PRAGMA journal_mode=DELETE"),
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_another_schema(folder: Path, images: dict[str, dict[str, bytes]], schema: str) -> None:
    path = laid(folder, images["closed"])
    SCHEMAS[schema](path)
    found, said = start(path)
    assert beginnings(found)
    assert "journal.damaged-1.sqlite" in said[0]
    if schema not in ("no operations", "a column more", "a column less"):
        assert found == PLAYED


def in_place(make: Callable[[Path], object], ending: str = "") -> Callable[[Path], None]:
    def do(path: Path) -> None:
        place = path.with_name(path.name + ending)
        place.unlink(missing_ok=True)
        make(place)

    return do


def a_full_folder(place: Path) -> None:
    place.mkdir()
    (place / "letter.txt").write_text("dear")


PLACES = {
    "an empty file": in_place(lambda place: place.write_bytes(b"")),
    "a folder": in_place(lambda place: place.mkdir()),
    "a folder with something in it": in_place(a_full_folder),
    "a pipe": in_place(os.mkfifo),
    "a link to nothing": in_place(lambda place: place.symlink_to("/nowhere/at/all")),
    "a folder as log": in_place(a_full_folder, "-wal"),
    "a folder as index": in_place(a_full_folder, "-shm"),
    "a folder as new file": in_place(a_full_folder, ".new"),
    "a folder as new file's log": in_place(a_full_folder, ".new-wal"),
    "a folder as exchanged file": in_place(a_full_folder, ".ready"),
    "a new file half made": in_place(lambda place: place.write_bytes(b"half"), ".new"),
}


@pytest.mark.parametrize("place", PLACES)
def test_something_else_in_its_place(folder: Path, images: dict[str, dict[str, bytes]], place: str) -> None:
    path = laid(folder, images["closed"])
    PLACES[place](path)
    found, _ = start(path)
    assert beginnings(found)
    assert found == (PLAYED if " as " in place or "half" in place else [])
    if place == "a folder with something in it":
        assert (folder / "journal.damaged-1.sqlite" / "letter.txt").read_text() == "dear"
    assert sum(each.name == "letter.txt" for each in folder.rglob("*")) == ("folder" in place and place != "a folder")


@pytest.mark.parametrize("what", ["closed", "pulled", "cut", "empty", "garbage", "folder"])
@pytest.mark.parametrize("owner", [False, True], ids=["alone", "while it is kept"])
def test_games_lists_what_is_left_in_text_and_json(
    folder: Path, images: dict[str, dict[str, bytes]], capsys: pytest.CaptureFixture[str], what: str, owner: bool
) -> None:
    whole = images["closed"]["journal.sqlite"]
    files = {
        "cut": {"journal.sqlite": whole[: 5 * PAGE]},
        "empty": {"journal.sqlite": b""},
        "garbage": {"journal.sqlite": b"garbage" * 3000},
        "folder": {},
    }
    path = laid(folder, files.get(what, images.get(what, {})))
    if what == "folder":
        path.mkdir()
    kept = Journal(path)
    if owner:
        kept.open()
        assert len(read_only(path)[0]) <= 6
    assert main(["--data", str(folder), "games", "list", "--json"]) == 0
    out, err = capsys.readouterr()
    games = json.loads(out)
    assert len(games) == {"closed": 6, "pulled": 6}.get(what, len(games))
    assert all("\n" not in line and line.startswith("tabularius: ") for line in err.splitlines())
    assert main(["--data", str(folder), "games"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == max(1, len(games))
    if owner:
        kept.close()


# ---- a card that cannot be written


@contextmanager
def nobody() -> Iterator[None]:
    """As a user who owns nothing."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o600, 0o755), (0o444, 0o777), (0o000, 0o755), (0o644, 0o500)])
def test_a_journal_of_another_user_is_said_to_be_that(
    folder: Path, images: dict[str, dict[str, bytes]], file_mode: int, folder_mode: int
) -> None:
    path = laid(folder, images["closed"])
    path.chmod(file_mode)
    folder.chmod(folder_mode)
    journal = Journal(path)
    try:
        if os.geteuid() != 0 and file_mode == 0o600:
            pytest.skip("only root can make a file of another user")
        with nobody():
            contents = journal.open()
            assert contents.trouble == "file is another user's"
            with pytest.raises(OSError, match="file is another user's"):
                journal.append([operation(1, 9, "new")])
    finally:
        folder.chmod(0o700)
    path.chmod(0o600)
    assert start(path)[0] == PLAYED


def test_what_root_makes_in_the_folder_of_a_service_belongs_to_the_service(folder: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root gives files away")
    os.chown(folder, NOBODY, NOBODY)
    (folder / "journal.sqlite").write_bytes(b"garbage" * 1000)
    assert main(["--data", str(folder), "games"]) == 0
    assert {each.name: each.stat().st_uid for each in folder.iterdir() if "damaged" not in each.name} == {
        "journal.sqlite": NOBODY,
        "lock": NOBODY,
    }
    with nobody():
        assert start(folder / "journal.sqlite") == ([], ())


SMALL_CARD = """
import subprocess, sys
from pathlib import Path
sys.path[:0] = ["tests/support"]
from journal_evening import evening, stored
from firmware_py.journal import Journal
card = Path(sys.argv[1])
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(card)], check=True)
path, operations, kept, said = card / "journal.sqlite", evening(games=40, answers=40), 0, []
def append():
    global kept
    while kept < len(operations):
        try:
            journal.append(operations[kept : kept + 3])
        except OSError as problem:
            said.append(str(problem))
            return
        kept += len(operations[kept : kept + 3])
def held():
    again = Journal(path)
    contents = again.open()
    found = stored(contents, again)
    again.close()
    return contents, found
(card / "ballast").write_bytes(bytes(100_000))
journal = Journal(path)
journal.open()
append()
full = kept
journal.close()
contents, found = held()
assert found == operations[:full], (len(found), full)
(card / "ballast").unlink()
append()
assert kept > full, (kept, full)
journal.close()
contents, found = held()
assert found == operations[:kept]
(card / "more").write_bytes(b"")
try:
    (card / "more").write_bytes(bytes(1_000_000))
except OSError:
    pass
contents, found = held()
assert found == operations[:kept], "a start on a full card"
print(full > 20, said[0], contents.trouble or "-", sep=",")
subprocess.run(["mount", "-o", "remount,ro", str(card)], check=True)
contents, found = held()
print(contents.trouble, found == operations[:kept], sep=",")
journal = Journal(path)
journal.open()
append()
print(said[-1])
(subprocess.run(["mount", "-o", "remount,rw", str(card)], check=True), (card / "more").unlink())
contents, found = held()
print(contents.trouble or "-", found == operations[:kept], *contents.notes, sep=",")
"""


def test_a_card_that_fills_up_and_one_that_turns_read_only(folder: Path) -> None:
    command = ["unshare", "--user", "--map-root-user", "--mount", sys.executable, "-c", SMALL_CARD, str(folder)]
    if shutil.which("unshare") is None or subprocess.run([*command[:4], "true"], check=False).returncode != 0:
        pytest.skip("this computer lets nobody mount a file system of their own")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "True,card is full,-",
        "card is read-only,True",
        "card is read-only",
        "-,True",
    ]
