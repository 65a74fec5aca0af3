"""The journal's file: whole or not at all, migrated after a copy, never an obstacle to a start."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from journal_evening import asides, evening, opened, operation, written

from firmware_py.errors import JournalTooNew, JournalTrouble, NoGame
from firmware_py.journal import Contents, Journal, read_only
from firmware_py.operations import from_row, to_row


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "journal.sqlite"


def test_a_new_journal_is_empty_and_in_one_piece(path: Path) -> None:
    contents = opened(path)
    assert contents == Contents()
    assert [each.name for each in path.parent.iterdir()] == ["journal.sqlite"]


def test_operations_come_back_as_they_were_written(path: Path) -> None:
    operations = evening()
    contents = opened(written(path, operations))
    assert list(contents.current) == operations[-13:]
    assert [game.number for game in contents.unfinished] == [1, 2, 3]
    assert contents.unfinished[0].names == ("Ana", "Bo")
    assert (contents.last, contents.memory["names"], contents.notes) == (39, ["Ana", "Éva"], ())
    journal = Journal(path)
    journal.open()
    assert list(journal.read(2)) == operations[13:26]
    with pytest.raises(NoGame, match="7"):
        journal.read(7)
    journal.close()


def test_every_commit_is_synced_into_a_log(path: Path) -> None:
    journal = Journal(path)
    journal.open()
    assert journal._db is not None
    assert journal._db.execute("PRAGMA journal_mode").fetchone()[0] == b"wal"
    assert journal._db.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert journal._db.execute("PRAGMA mmap_size").fetchone()[0] == 0
    journal.close()


def test_what_is_there_already_is_not_written_again(path: Path) -> None:
    operations = evening(1)
    journal = Journal(path)
    journal.open()
    journal.append(operations[:5])
    journal.append(operations)
    journal.append(operations)
    journal.close()
    assert list(opened(path).current) == operations


def test_a_companion_can_be_read_by_others_while_it_writes(path: Path) -> None:
    operations = evening()
    journal = Journal(path)
    journal.open()
    journal.append(operations[:30])
    assert [game.number for game in read_only(path)[0]] == [1, 2, 3]
    games, found = read_only(path, 2)
    assert ([game.number for game in games], list(found)) == ([2], operations[13:26])
    journal.append(operations[30:])
    assert list(read_only(path, 3)[1]) == operations[26:]
    journal.close()
    with pytest.raises(JournalTrouble):
        read_only(path.with_name("missing.sqlite"))


def test_a_journal_of_a_later_version_is_refused_in_one_line_and_left_alone(path: Path) -> None:
    written(path, evening(1))
    later = Journal(path, version=3, migrations={1: lambda db: None, 2: lambda db: None})
    later.open()
    later.close()
    before = path.read_bytes()
    with pytest.raises(JournalTooNew) as refused:
        Journal(path).open()
    assert "\n" not in str(refused.value)
    assert "journal 3" in str(refused.value)
    assert path.read_bytes() == before


def test_an_older_journal_is_migrated_after_a_copy(path: Path) -> None:
    operations = evening(1)
    written(path, operations)

    def step(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE more (x)")

    journal = Journal(path, version=2, migrations={1: step})
    contents = journal.open()
    assert list(contents.current) == operations
    assert contents.notes == (
        "the journal was brought to version 2; a copy of the old one is kept as journal.version-1.sqlite",
    )
    journal.close()
    assert list(opened(path.with_name("journal.version-1.sqlite")).current) == operations
    again = Journal(path, version=2, migrations={})
    assert again.open().notes == ()
    again.close()


def test_a_migration_that_fails_leaves_the_old_journal(path: Path) -> None:
    operations = evening(1)
    written(path, operations)

    def step(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM operations")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Journal(path, version=2, migrations={1: step}).open()
    assert list(opened(path).current) == operations


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "was empty"),
        (b"SQLite format 3\0", "was cut short"),
        (b"\0" * 8192, "was damaged"),
        (b"garbage" * 5000, "was damaged"),
        (b"SQLite format 3\0" + b"garbage" * 5000, "was damaged"),
    ],
)
def test_what_is_no_journal_is_kept_aside_and_a_new_one_begun(path: Path, content: bytes, what: str) -> None:
    path.write_bytes(content)
    contents = opened(path)
    assert contents.notes == (
        f"the journal {what}: a new one was begun; the old file is kept as journal.damaged-1.sqlite",
    )
    assert (contents.unfinished, contents.games, contents.trouble) == ((), 0, "")
    assert path.with_name("journal.damaged-1.sqlite").read_bytes() == content
    assert opened(path).notes == ()


def test_a_second_damaged_file_does_not_replace_the_first(path: Path) -> None:
    for content in (b"one", b"two"):
        path.write_bytes(content)
        opened(path)
    assert asides(path) == ["journal.damaged-1.sqlite", "journal.damaged-2.sqlite"]
    assert path.with_name("journal.damaged-1.sqlite").read_bytes() == b"one"


def test_a_card_that_fails_again_and_again_is_not_filled_with_damaged_files(path: Path) -> None:
    for number in range(12):
        path.write_bytes(f"{number}".encode() * 300)
        path.with_name("journal.sqlite-wal").write_bytes(b"log")
        opened(path)
    assert asides(path) == sorted(
        f"journal.damaged-{number}.sqlite{log}" for number in range(8, 13) for log in ("", "-wal")
    )
    assert path.with_name("journal.damaged-12.sqlite").read_bytes() == b"11" * 300


def test_another_programs_database_is_kept_aside(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE bees (x)")
    db.close()
    assert "damaged" in opened(path).notes[0]
    assert asides(path) == ["journal.damaged-1.sqlite"]


def test_a_log_without_its_file_is_kept_aside_and_not_thrown_away(path: Path) -> None:
    path.with_name("journal.sqlite-wal").write_bytes(b"log")
    assert opened(path).notes == (
        "the journal was gone: a new one was begun; the old file is kept as journal.damaged-1.sqlite",
    )
    assert path.with_name("journal.damaged-1.sqlite-wal").read_bytes() == b"log"


def test_a_new_file_left_half_made_by_a_pulled_plug_is_made_again(path: Path) -> None:
    path.with_name("journal.sqlite.new").write_bytes(b"half")
    assert opened(path) == Contents()


def damage_page(path: Path, holding: bytes) -> None:
    """Spoil the page that holds these bytes last."""
    data = bytearray(path.read_bytes())
    at = data.rindex(holding) // 4096 * 4096
    data[at : at + 200] = b"\xff" * 200
    path.write_bytes(data)


def test_the_readable_part_of_a_damaged_journal_is_recovered(path: Path) -> None:
    operations = evening(games=8, answers=40)
    written(path, operations)
    damage_page(path, b"3 round")
    contents = opened(path)
    assert "games could be read; the damaged file is kept as journal.damaged-1.sqlite" in contents.notes[0]
    assert {1, 2, 3} <= {game.number for game in contents.unfinished}
    journal = Journal(path)
    assert journal.open().notes == ()
    assert list(journal.read(1)) == operations[:41]
    journal.append([operation(10_001, 1)])
    journal.close()


def test_operations_behind_a_spoilt_one_are_left_out_and_that_is_said(path: Path) -> None:
    operations = evening(games=1)
    written(path, operations)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE operations SET keys = '1' WHERE number = 8")
    db.close()
    contents = opened(path)
    assert list(contents.current) == operations[:7]
    assert contents.notes == (
        "game 1: 6 operations could not be read and will be left out",
        "the journal was damaged: 1 game could be read; the damaged file is kept as journal.damaged-1.sqlite",
    )
    journal = Journal(path)
    assert journal.open().notes == ()
    last = journal.open().last
    journal.append([operation(last + 1, 1)])
    journal.close()
    assert list(opened(path).current) == [*operations[:7], operation(last + 1, 1)]


def test_a_flipped_version_number_does_not_pass_for_a_later_program(path: Path) -> None:
    written(path, evening(1))
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=3")
    db.close()
    contents = opened(path)
    assert "1 game could be read" in contents.notes[0]
    assert len(contents.current) == 13


def test_spoilt_memories_are_forgotten_and_the_others_kept(path: Path) -> None:
    written(path, evening(1))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE memory SET value = '[]' WHERE name = 'names'")
    db.close()
    assert dict(opened(path).memory) == {"open": 1}


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """A journal and its log as a pulled plug leaves them."""
    path = tmp_path_factory.mktemp("image") / "journal.sqlite"
    journal = Journal(path)
    journal.open()
    operations = evening(games=4, answers=30)
    journal.append(operations[:60])
    assert journal._db is not None
    journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for each in operations[60:]:
        journal.append([each], {"open": each.game})
    data = path.read_bytes(), path.with_name("journal.sqlite-wal").read_bytes()
    journal.close()
    return data


def survivors(contents: Contents, path: Path) -> None:
    """Whatever was read is a beginning of what was written, game by game; and it can be written on."""
    assert contents.trouble == ""
    operations = evening(games=4, answers=30)
    journal = Journal(path)
    again = journal.open()
    for game in again.unfinished:
        found = list(journal.read(game.number))
        whole = [each for each in operations if each.game == game.number]
        assert found == whole[: len(found)]
    journal.append([operation(again.last + 1, 99, "new")])
    journal.close()
    assert 99 in [game.number for game in opened(path).unfinished]


quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@quick
@given(data=st.data())
def test_no_cut_of_either_file_prevents_a_start(
    image: tuple[bytes, bytes], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("cut") / "journal.sqlite"
    main, log = image
    path.write_bytes(main[: data.draw(st.one_of(st.just(len(main)), st.integers(0, len(main))), "main")])
    path.with_name("journal.sqlite-wal").write_bytes(log[: data.draw(st.integers(0, len(log)), "log")])
    survivors(opened(path), path)


@quick
@given(data=st.data())
def test_no_flipped_bits_prevent_a_start_or_pass_for_what_was_played(
    image: tuple[bytes, bytes], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("flip") / "journal.sqlite"
    files = [bytearray(each) for each in image]
    for _ in range(data.draw(st.integers(1, 6))):
        file = files[data.draw(st.integers(0, 1))]
        reach = data.draw(st.sampled_from((len(file), 4096, 120)))
        file[data.draw(st.integers(0, reach - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(files[0])
    path.with_name("journal.sqlite-wal").write_bytes(files[1])
    survivors(opened(path), path)


@quick
@given(
    keys=st.lists(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1), max_size=4),
    payload=st.text(),
    before=st.integers(0, 2**32 - 1),
    column=st.integers(0, 12),
)
def test_a_row_reads_back_and_no_changed_cell_passes(keys: list[str], payload: str, before: int, column: int) -> None:
    made = operation(5, keys=tuple(keys), payload=payload.encode("utf-8", "replace").decode())
    row = to_row(made, before)
    assert from_row(row, before) == (made, row[-1])
    cell = row[column]
    spoilt = (*row[:column], cell + 1 if isinstance(cell, int) else cell + "x", *row[column + 1 :])
    assert from_row(spoilt, before) is None
    assert from_row(row, before ^ 1) is None
