"""The plug pulled at every write and sync of a short evening; ``make powercut`` does the same with a whole one."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from card_tape import Card, Tape, lay_out
from journal_evening import evening as some_games
from journal_evening import operation, stored
from powercut import Lost, TapedBench, cut_everywhere, evening, kills, played
from table_desk import Desk

from engine import record
from firmware_py.journal import Journal
from firmware_py.past_games import Keep
from firmware_py.saving import Saving

ANSWERS = 12


@contextlib.contextmanager
def in_memory() -> Iterator[Path]:
    """A folder for many small files, where there is one that no disk slows down."""
    with tempfile.TemporaryDirectory(prefix="tab-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as name:
        yield Path(name)


@pytest.fixture
def memory() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder


@pytest.fixture(scope="module")
def module_memory() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder


@pytest.fixture(scope="module")
def taped(module_memory: Path) -> tuple[TapedBench, Tape, Path]:
    folder = module_memory / "data"
    bench, tape = evening(folder, ANSWERS)
    return bench, tape, folder


def test_no_cut_of_an_evening_loses_what_was_saved_or_refuses_a_start(
    taped: tuple[TapedBench, Tape, Path], memory: Path
) -> None:
    _, tape, folder = taped
    operations = played(folder)
    figures = cut_everywhere(tape, operations, memory / "cut", share=3)
    assert figures.saved == len(operations) > 2 * ANSWERS
    assert {"write", "sync", "folder", "rename", "unlink"} <= {step.what for step in tape.steps}
    assert figures.cuts > 100


def test_no_picture_shows_an_answer_without_the_mark_before_it_is_saved_and_the_mark_goes_at_once_then(
    taped: tuple[TapedBench, Tape, Path],
) -> None:
    watch = taped[0].watch
    assert watch.wrong == []
    assert watch.commits >= 2 * ANSWERS
    assert watch.marked >= watch.commits
    assert watch.soon >= 2 * ANSWERS


def test_a_finished_game_leaves_a_record_that_is_whole_or_not_there(taped: tuple[TapedBench, Tape, Path]) -> None:
    _, tape, folder = taped
    names = [each.name for each in (folder / "records").iterdir()]
    assert [name[:4] for name in names] == ["0001"]
    assert record.read((folder / "records" / names[0]).read_text()).header.seats[0] == ("Ana", "red")
    whole = [step for step in tape.steps if step.what == "rename" and step.other == f"records/{names[0]}"]
    assert len(whole) == 2  # ended, reopened and ended again


# ---- the tests above can fail


def test_marks_that_go_too_early_would_be_seen(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Saving, "mark", property(lambda self: ""))
    bench, _ = evening(memory / "data", 4)
    for what in ("before it was saved", "no mark after"):
        assert any(what in each for each in bench.watch.wrong)


class Careless(sqlite3.Connection):
    """A connection that does not wait for the card."""

    def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
        return super().execute(sql.replace("synchronous=FULL", "synchronous=NORMAL"), *more)


def test_a_journal_that_does_not_wait_for_the_card_would_be_found_out(memory: Path) -> None:
    operations = some_games(1, 6)
    folder = memory / "data"
    folder.mkdir()
    with Tape(folder) as tape:
        journal = Journal(folder / "journal.sqlite", lambda path: sqlite3.connect(path, factory=Careless))
        journal.open()
        for each in operations:
            journal.append([each])
            tape.said(each.number)
        journal.close()
    with pytest.raises(Lost, match="operations were saved"):
        cut_everywhere(tape, operations, memory / "cut", table=False)


# ---- recovery, and a card that refuses


def test_a_plug_pulled_at_any_step_of_a_recovery_loses_nothing(memory: Path) -> None:
    operations = some_games(3, 12)
    folder = memory / "data"
    folder.mkdir()
    path = folder / "journal.sqlite"
    journal = Journal(path)
    journal.open()
    journal.append(operations[:20])
    journal.close()
    journal.open()
    journal.append(operations[20:])
    left = {each.name: each.read_bytes() for each in folder.iterdir() if not each.name.endswith("-shm")}
    journal.close()
    for each in folder.iterdir():
        each.unlink()
    for name, data in left.items():
        (folder / name).write_bytes(data if name != path.name else bytes(100) + data[100:])
    with Tape(folder) as tape:
        journal = Journal(path)
        assert "3 games could be read" in journal.open().notes[0]
        journal.close()
    card, cuts = Card(tape), 0
    for step in tape.steps:
        card.take(step)
        for how, files in card.left():
            place = memory / f"cut{cuts}"
            place.mkdir()
            lay_out(files, place)
            again = Journal(place / path.name)
            contents = again.open()
            found = stored(contents, again)
            again.close()
            assert (found, contents.trouble) == (operations, ""), f"{step}, {how}"
            asides = {each.name.removesuffix("-wal") for each in place.iterdir() if "damaged" in each.name}
            assert asides == {"journal.damaged-1.sqlite"}, f"{step}, {how}"
            cuts += 1
    assert cuts > 40


def test_at_every_cut_a_finished_game_is_in_the_journal_or_a_whole_record(memory: Path) -> None:
    folder = memory / "data"
    folder.mkdir()
    with Tape(folder) as tape:
        desk = Desk(folder, keep=Keep(folder / "records", games=1))
        for number in range(1, 5):
            desk.new()
            for key in ("1", "2", "1", "bread", "2"):
                desk.give(key)
            desk.table.finish("stopped")
            desk.settle()
            tape.said(number)
        assert desk.table.close()
    assert (desk.table.unfinished(), desk.table.past.count) == ([], 1)
    card, chance, cuts = Card(tape), random.Random(1), 0
    for step in tape.steps:
        card.take(step)
        for left in (*(left for _, left in card.left()), card.some(chance)):
            place = memory / f"cut{cuts}"
            place.mkdir()
            lay_out(left, place)
            journal = Journal(place / "journal.sqlite")
            contents = journal.open()
            kept = {game.number for game in journal.finished()}
            journal.close()
            texts = {int(each.name[:4]): each.read_text() for each in (place / "records").glob("*.txt")}
            assert set(range(1, card.said + 1)) <= kept | set(texts), step
            assert all(
                text.endswith("# ended before its end (stopped): Ana 3, Bo 2, Cy 1\n") for text in texts.values()
            )
            assert contents.trouble == "" and contents.notes == ()
            cuts += 1
    assert cuts > 300


FULL, WRITE, SYNC = sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC


@pytest.mark.parametrize(("what", "code"), [("write", FULL), ("write", WRITE), ("sync", SYNC), ("new", FULL)])
def test_a_card_that_refuses_at_any_call_has_lost_nothing_when_it_works_again(
    memory: Path, what: str, code: int
) -> None:
    operations = some_games(2, 8)
    refused = at = 0
    while True:
        folder = memory / f"{at}"
        folder.mkdir()
        calls = [0]

        def fault(kind: str, name: str, calls: list[int] = calls, at: int = at) -> int:
            calls[0] += kind == what
            return code if kind == what and at < calls[0] <= at + 3 else 0

        with Tape(folder, fault) as tape:
            journal = Journal(folder / "journal.sqlite")
            journal.open()
            kept: list[int] = []
            waiting = list(operations)
            while waiting:
                try:
                    journal.append(waiting[:2])
                except OSError:
                    refused += 1
                    continue
                tape.said(waiting[1].number)
                kept += [each.number for each in waiting[:2]]
                waiting = waiting[2:]
            assert list(journal.read(2)) == [each for each in operations if each.game == 2]
            journal._drop()
        assert played_after(tape, memory / f"{at}+") == operations
        if calls[0] <= at:
            break
        at += 1
    assert at > 1 and refused > 0


def played_after(tape: Tape, place: Path) -> list[Any]:
    """What is there at the start after everything that was synced, and nothing else, has reached the card."""
    card = Card(tape)
    for step in tape.steps:
        card.take(step)
    place.mkdir()
    lay_out(next(card.left())[1], place)
    journal = Journal(place / "journal.sqlite")
    contents = journal.open()
    found = stored(contents, journal)
    journal.append([operation(contents.last + 1, 2)])
    journal.close()
    return found


def test_what_a_start_finds_is_synced_before_anybody_relies_on_it(memory: Path) -> None:
    path = memory / "journal.sqlite"
    operations = some_games(1, 6)
    journal = Journal(path)
    journal.open()
    journal.append(operations)
    files = {each.name: each.read_bytes() for each in memory.iterdir() if not each.name.endswith("-shm")}
    journal.close()
    for name, data in files.items():
        path.with_name(name).write_bytes(data)  # as a killed process leaves them, in the memory of the system alone
    refusing = [True]
    with Tape(memory, lambda what, name: SYNC if what == "sync" and refusing[0] else 0) as tape:
        journal = Journal(path)
        assert journal.open().trouble == "card is damaged"
        refusing[0] = False
        contents = journal.open()
        assert (list(contents.current), contents.trouble) == (operations, "")
        assert {"journal.sqlite", "journal.sqlite-wal"} <= {step.name for step in tape.steps if step.what == "sync"}
        journal.close()


# ---- processes


@pytest.mark.long
def test_a_killed_daemon_comes_back_to_what_was_saved() -> None:
    assert kills("killed_daemon.py", 2, 1) == 2


def test_the_whole_of_it_is_a_command_that_says_what_it_does() -> None:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parents[1] / "support" / "powercut.py"), "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert "--share N" in done.stdout
