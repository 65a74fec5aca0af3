"""A damaged journal gives back every row that is still whole on its pages, and no plug pulled meanwhile loses one."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from journal_evening import asides, evening, opened, operation, stored, written

from firmware_py import journal as journal_module
from firmware_py.journal import Journal
from firmware_py.journal_rows import read_game
from firmware_py.operations import Operation

PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def played(path: Path) -> list[Operation]:
    """Every operation that the journal holds, after a start."""
    journal = Journal(path)
    contents = journal.open()
    found = stored(contents, journal)
    journal.close()
    return found


def spoil(path: Path, start: int, end: int) -> None:
    data = bytearray(path.read_bytes())
    data[start:end] = bytes(min(end, len(data)) - start)
    path.write_bytes(data)


@pytest.mark.parametrize(("start", "end"), [(0, 16), (0, 100), (18, 20), (0, PAGE), (100, PAGE)])
def test_a_spoilt_first_page_costs_no_game(path: Path, start: int, end: int) -> None:
    operations = evening()
    written(path, operations)
    spoil(path, start, end)
    contents = opened(path)
    assert contents.notes == (
        "the journal was damaged: 3 games could be read; the damaged file is kept as journal.damaged-1.sqlite",
    )
    assert (dict(contents.memory), contents.trouble) == ({"open": 3, "names": ["Ana", "Éva"]}, "")
    assert played(path) == operations
    assert opened(path).notes == ()


def test_a_spoilt_root_of_the_tree_costs_a_game_only_what_came_after_a_row_on_it(path: Path) -> None:
    operations = evening(games=20, answers=40)
    written(path, operations)
    spoil(path, PAGE, 2 * PAGE)
    found = played(path)
    assert len({each.game for each in found}) >= 18
    for game in {each.game for each in found}:
        whole = [each for each in operations if each.game == game]
        kept = [each for each in found if each.game == game]
        assert kept == whole[: len(kept)]


@pytest.mark.parametrize("main", [b"", b"SQLite", bytes(2 * PAGE)])
def test_what_was_only_in_the_log_comes_back_when_the_file_itself_is_gone(path: Path, main: bytes) -> None:
    operations = evening()
    journal = Journal(path)
    journal.open()
    journal.append(operations)
    log = path.with_name("journal.sqlite-wal").read_bytes()
    journal.close()
    path.write_bytes(main)
    path.with_name("journal.sqlite-wal").write_bytes(log)
    assert played(path) == operations
    assert asides(path) == ["journal.damaged-1.sqlite", "journal.damaged-1.sqlite-wal"]


@pytest.mark.parametrize("ready", [b"", b"garbage", bytes(2 * PAGE)])
def test_a_fresh_file_that_was_spoilt_before_the_exchange_replaces_nothing(path: Path, ready: bytes) -> None:
    operations = evening()
    written(path, operations)
    path.with_name("journal.sqlite.ready").write_bytes(ready)
    assert opened(path).notes == ()
    assert played(path) == operations
    assert asides(path) == []
    assert not path.with_name("journal.sqlite.ready").exists()


def test_a_payload_longer_than_a_page_comes_back_whole(path: Path) -> None:
    operations = [operation(1, 1, "new"), operation(2, 1, payload="long " * 5000), operation(3, 1)]
    written(path, operations)
    spoil(path, 0, 100)
    assert played(path) == operations


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pages=st.lists(st.tuples(st.integers(0, 30), st.integers(0, PAGE - 1), st.integers(1, 600)), max_size=4))
def test_whatever_is_spoilt_what_comes_back_was_written_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, pages: list[tuple[int, int, int]]
) -> None:
    path = tmp_path_factory.mktemp("spoilt") / "journal.sqlite"
    operations = evening(games=6, answers=40)
    written(path, operations)
    for page, at, length in pages:
        start = page * PAGE + at
        if start < path.stat().st_size:
            spoil(path, start, start + length)
    found = played(path)
    by_game = [[each for each in operations if each.game == game] for game in {each.game for each in found}]
    assert found == [each for game in by_game for each in game[: sum(one.game == game[0].game for one in found)]]


# ---- somebody else at the file while it is in use


@pytest.mark.parametrize(
    "gone", [("",), ("-wal",), ("-shm",), ("", "-wal"), ("", "-wal", "-shm")], ids=lambda gone: "+".join(gone) or "file"
)
def test_files_taken_away_while_they_are_in_use_are_written_anew_before_anything_counts_as_saved(
    path: Path, gone: tuple[str, ...]
) -> None:
    operations = evening()
    written(path, operations[:20])
    journal = Journal(path)
    journal.open()
    journal.append(operations[20:30])
    for ending in gone:
        path.with_name(path.name + ending).unlink()
    journal.append(operations[30:], {"names": ["Cy"]})
    notes = journal.notes()
    copy = as_the_plug_leaves_it(path)
    journal.close()
    assert played(copy) == operations
    assert opened(copy).memory["names"] == ["Cy"]
    assert gone == ("-shm",) or "another program took the journal away" in notes[0]


def test_files_that_another_program_only_touched_are_opened_again_and_no_other_game_is_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    operations = evening(games=6, answers=20)
    written(path, operations[:110])
    journal = Journal(path)
    journal.open()
    journal.append(operations[110:120])
    os.utime(path, ns=(1, 1))
    read: list[int] = []

    def told(db: sqlite3.Connection, game: int) -> tuple[list[tuple[Operation, int]], int]:
        read.append(game)
        return read_game(db, game)

    monkeypatch.setattr(journal_module, "read_game", told)
    journal.append(operations[120:])
    assert (journal.notes(), read) == ((), [])
    copy = as_the_plug_leaves_it(path)
    journal.close()
    assert played(copy) == operations


def test_what_another_program_took_out_of_the_game_in_use_is_put_back(path: Path) -> None:
    operations = evening()
    written(path, operations[:30])
    journal = Journal(path)
    journal.open()
    journal.append(operations[30:35])
    with contextlib.closing(sqlite3.connect(path)) as other, other:
        other.execute("DELETE FROM operations WHERE number > 29")
    journal.append(operations[35:])
    journal.close()
    assert played(path) == operations


def test_a_file_that_is_taken_away_is_put_back_without_holding_all_of_it_in_memory(path: Path) -> None:
    operations = evening(games=40, answers=20)
    written(path, operations)
    journal = Journal(path)
    journal.open()
    path.unlink()
    journal.append([operation(10_000, 40)])
    assert sum(map(len, journal._known.values())) == 22
    journal.close()
    assert played(path) == [*operations, operation(10_000, 40)]


def test_a_file_that_was_written_over_while_it_is_in_use_is_written_anew(path: Path) -> None:
    operations = evening(1)
    journal = Journal(path)
    journal.open()
    journal.append(operations[:10])
    path.write_bytes(b"nonsense" * 2000)
    journal.append(operations[10:])
    copy = as_the_plug_leaves_it(path)
    journal.close()
    assert played(copy) == operations


def test_an_older_copy_put_in_its_place_is_brought_up_to_date(path: Path, tmp_path: Path) -> None:
    operations = evening()
    older = tmp_path / "copy" / "journal.sqlite"
    older.parent.mkdir()
    written(older, operations[:20])
    journal = Journal(path)
    journal.open()
    journal.append(operations[:30])
    older.replace(path)
    journal.append(operations[30:])
    copy = as_the_plug_leaves_it(path)
    journal.close()
    assert played(copy) == operations


def test_another_program_that_reads_is_no_reason_to_begin_anew(path: Path) -> None:
    journal = Journal(path)
    journal.open()
    for each in evening(1):
        journal.append([each])
        with sqlite3.connect(path) as db:
            assert db.execute("SELECT count(*) FROM operations").fetchone()[0] == each.number
        db.close()
    assert journal.notes() == ()
    journal.close()


def test_games_played_before_are_not_kept_in_memory(path: Path) -> None:
    journal = Journal(path)
    journal.open()
    for number in range(1, 30):
        journal.append([operation(2 * number, number, "new"), operation(2 * number + 1, number)])
    assert sum(map(len, journal._known.values())) == 2
    journal.append([operation(100, 3)])
    assert journal.read(3)[-1] == operation(100, 3)
    journal.close()


def test_a_game_that_was_left_is_not_taken_for_another_cards_when_the_card_fails(path: Path) -> None:
    journal = Journal(path)
    journal.open()
    journal.append([operation(1, 1, "new"), operation(2, 1)])
    journal.append([operation(3, 2, "new")])
    journal._drop()  # as after a failed sync
    journal.append([operation(4, 1), operation(5, 2)])
    assert [each.number for each in journal.read(1)] == [1, 2, 4]
    journal.close()


def as_the_plug_leaves_it(path: Path) -> Path:
    copy = path.parent / "left" / path.name
    copy.parent.mkdir()
    for each in path.parent.glob("journal.sqlite*"):
        if not each.name.endswith("-shm"):
            (copy.parent / each.name).write_bytes(each.read_bytes())
    return copy
