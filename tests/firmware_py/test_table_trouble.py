"""A full, read-only, missing or lying card: the game goes on in memory, the glass says so, and nothing is doubled."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from table_desk import Card, Desk, raising

FULL = raising("database or disk is full", sqlite3.SQLITE_FULL)
IO = raising("disk I/O error", sqlite3.SQLITE_IOERR_FSYNC)
ANSWERS = ("1", "2", "1", "bread", "2", "1")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path / "data")
    made.new()
    made.settle()
    return made


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (FULL, "card is full"),
        (raising("disk I/O error", sqlite3.SQLITE_IOERR_SHMSIZE), "card is full"),
        (IO, "card is damaged"),
        (raising("attempt to write a readonly database", sqlite3.SQLITE_READONLY), "card is read-only"),
        (raising("unable to open database file", sqlite3.SQLITE_CANTOPEN), "card is read-only"),
        (raising("database is locked", sqlite3.SQLITE_BUSY), "file is in use"),
    ],
)
def test_the_game_goes_on_while_the_card_refuses_and_is_saved_when_it_works_again(
    desk: Desk, fault: sqlite3.Error, words: str
) -> None:
    desk.card.fault = fault
    for key in ANSWERS[:3]:
        desk.give(key)
    desk.settle()
    assert (desk.table.mark, desk.table.trouble, desk.table.unsaved) == ("notsaved", words, 3)
    for key in ANSWERS[3:]:
        desk.give(key)
    desk.table.undo("knob")
    assert (desk.table.mark, desk.table.unsaved) == ("notsaved", 7)
    desk.card.fault = None
    desk.clock.advance(5.1)
    assert (desk.table.mark, desk.table.trouble, desk.table.unsaved) == ("", "", 0)
    desk = desk.again()
    assert desk.keys() == list(ANSWERS[:-1])
    assert desk.table.can_redo


def test_the_mark_is_never_taken_off_before_the_commit_has_returned(desk: Desk) -> None:
    desk.card.fault = FULL
    desk.give("2")
    desk.marks.clear()
    desk.settle()
    assert set(desk.marks) == {"notsaved"}


def test_pauses_between_tries_grow_to_five_seconds_and_no_further(desk: Desk) -> None:
    desk.card.fault = FULL
    desk.give("2")
    tries = [(0.0, desk.card.tries)]
    for step in range(3000):
        desk.clock.advance(0.01)
        if desk.card.tries != tries[-1][1]:
            tries.append((step / 100, desk.card.tries))
    pauses = [later - earlier for (earlier, _), (later, _) in pairwise(tries[1:])]
    assert pauses == sorted(pauses)
    assert pauses[0] < 1
    assert 4.9 < pauses[-1] < 5.1


def test_a_commit_that_worked_and_said_it_had_not_is_found_and_not_done_twice(desk: Desk) -> None:
    desk.card.fault, desk.card.late = IO, True
    desk.give("1")
    desk.give("2")
    desk.settle()
    assert desk.table.mark == "notsaved"
    desk.card.fault = None
    desk.settle()
    assert desk.table.mark == ""
    desk = desk.again()
    assert desk.keys() == ["1", "2"]


def test_a_file_that_may_grow_no_more_is_a_full_card(desk: Desk) -> None:
    connection = desk.card.connections[-1]
    desk.card.pages = connection.execute("PRAGMA page_count").fetchone()[0] + 1
    connection.execute(f"PRAGMA max_page_count={desk.card.pages}")
    desk.table.remember("much", "x" * 9000)
    desk.give("2")
    desk.settle()
    assert (desk.table.trouble, desk.table.mark) == ("card is full", "notsaved")
    desk.card.pages = None
    desk.settle()
    assert (desk.table.trouble, desk.table.mark) == ("", "")
    desk = desk.again()
    assert (desk.keys(), len(desk.table.recall("much"))) == (["2"], 9000)


def test_a_card_that_is_read_only_at_the_start_shows_the_game_and_says_so_at_once(desk: Desk) -> None:
    desk.give("2")
    desk.settle()
    card = Card()
    card.read_only = True
    desk = desk.again(card=card)
    assert desk.keys() == ["2"]
    assert (desk.table.mark, desk.table.trouble, desk.table.unsaved) == ("notsaved", "card is read-only", 0)
    desk.give("1")
    desk.settle()
    assert (desk.table.mark, desk.table.unsaved) == ("notsaved", 1)
    card.read_only = False
    desk.settle()
    assert (desk.table.mark, desk.table.trouble) == ("", "")
    desk = desk.again()
    assert desk.keys() == ["2", "1"]


def test_what_was_played_before_the_journal_could_be_read_goes_behind_what_it_holds(desk: Desk) -> None:
    desk.give("2")
    desk.new()
    desk.give("3", "round")
    desk.settle()
    card = Card()
    card.gone = True
    desk = desk.again(card=card)
    assert (desk.table.game, desk.table.mark, desk.table.trouble) == (None, "notsaved", "card is read-only")
    desk.new(players=2)
    desk.give("1")
    desk.settle()
    assert (desk.table.number, desk.table.unsaved) == (1, 2)
    card.gone = False
    desk.give("2")
    desk.settle()
    assert (desk.table.mark, desk.table.number, desk.keys()) == ("", 3, ["1", "2"])
    assert [(game.number, game.players) for game in desk.table.unfinished()] == [(3, 2), (2, 3), (1, 3)]
    desk.table.undo("knob")
    desk.settle()
    desk = desk.again()
    assert (desk.table.number, desk.keys(), desk.table.can_redo) == (3, ["1"], True)
    desk.table.open(2)
    desk.settle()
    assert desk.keys() == ["3", "round"]


def test_a_game_that_waits_in_the_journal_comes_up_when_it_can_be_read(desk: Desk) -> None:
    desk.give("2")
    desk.settle()
    card = Card()
    card.gone = True
    desk = desk.again(card=card)
    assert desk.table.game is None
    card.gone = False
    desk.marks.clear()
    desk.settle()
    assert (desk.keys(), desk.table.trouble) == (["2"], "")
    assert desk.marks


def test_a_file_that_vanishes_is_written_anew_with_everything_that_is_known(desk: Desk) -> None:
    for key in ANSWERS:
        desk.give(key)
    desk.settle()
    desk.card.fault = IO
    desk.give("2")
    desk.settle()
    for path in desk.folder.iterdir():
        path.unlink()
    desk.card.fault = None
    desk.settle()
    assert desk.table.mark == ""
    desk = desk.again()
    assert desk.keys() == [*ANSWERS, "2"]


def test_a_file_that_is_spoilt_under_way_is_set_aside_and_written_anew(desk: Desk) -> None:
    for key in ANSWERS:
        desk.give(key)
    desk.settle()
    desk.card.fault = IO
    desk.give("2")
    desk.settle()
    (desk.folder / "journal.sqlite").write_bytes(b"nonsense" * 1000)
    desk.card.fault = None
    desk.settle()
    assert desk.table.mark == ""
    assert desk.table.notes == (
        "the journal was damaged: a new one was begun; the old file is kept as journal.damaged-1.sqlite",
    )
    desk = desk.again()
    assert desk.keys() == [*ANSWERS, "2"]


def test_another_companions_card_is_not_written_over(desk: Desk, tmp_path: Path) -> None:
    desk.give("2")
    desk.settle()
    other = Desk(tmp_path / "other")
    other.new(players=2)
    other.give("1")
    assert other.table.close()
    desk.card.fault = IO
    desk.give("3", "round")
    desk.settle()
    desk.card.close()
    for path in desk.folder.iterdir():
        path.rename(tmp_path / path.name)
    (tmp_path / "other" / "journal.sqlite").rename(desk.folder / "journal.sqlite")
    desk.card.fault = None
    desk.settle()
    assert (desk.table.mark, desk.table.trouble) == ("notsaved", "this is another card")
    for path in tmp_path.glob("journal.sqlite*"):
        path.rename(desk.folder / path.name)
    desk.settle()
    assert desk.table.mark == ""
    desk = desk.again()
    assert desk.keys() == ["2", "3", "round"]


def test_a_stop_that_cannot_save_says_so(desk: Desk) -> None:
    desk.card.fault = FULL
    desk.give("2")
    assert desk.table.close() is False
    assert (desk.table.trouble, desk.table.mark) == ("card is full", "notsaved")
    desk = desk.again()
    assert (desk.keys(), desk.table.stopped_cleanly) == ([], False)


def test_a_stop_during_trouble_that_is_over_saves_all(desk: Desk) -> None:
    desk.card.fault = FULL
    desk.give("2")
    desk.settle()
    desk.card.fault = None
    assert desk.table.close() is True
    desk = Desk(desk.folder)
    desk.table.open(1)
    assert desk.keys() == ["2"]


def test_a_stop_before_the_journal_could_ever_be_read_still_keeps_the_numbers_apart(desk: Desk) -> None:
    desk.give("2")
    desk.settle()
    card = Card()
    card.gone = True
    desk = desk.again(card=card)
    desk.new(players=2)
    desk.give("1")
    desk.settle()
    card.gone = False
    assert desk.table.close() is True
    desk = Desk(desk.folder)
    assert [(game.number, game.totals) for game in desk.table.unfinished()] == [(2, (1, 0)), (1, (2, 0, 0))]
    desk.table.open(2)
    desk.settle()
    assert desk.keys() == ["1"]


def test_a_slow_commit_shows_for_how_long_it_has_been_under_way(desk: Desk) -> None:
    desk.worker.delay_s = 20.0
    assert desk.table.writing_s() == 0
    desk.give("2")
    desk.clock.advance(12.0)
    assert desk.table.writing_s() == 12.0
    desk.settle()
    assert desk.table.writing_s() == 0


def test_a_name_that_no_file_can_hold_keeps_nothing_from_being_saved(desk: Desk) -> None:
    desk.table.rename(0, "An\ud800a", "green")
    desk.table.remember("names", ["An\udfffa", "Bo"])
    desk.give("2")
    desk.settle()
    assert (desk.table.mark, desk.table.trouble) == ("", "")
    desk = desk.again()
    assert (desk.table.names[0], desk.table.recall("names"), desk.keys()) == ("An?a", ["An?a", "Bo"], ["2"])


def test_what_is_no_plain_data_is_refused_at_once_and_not_by_the_card(desk: Desk) -> None:
    with pytest.raises(TypeError):
        desk.table.remember("names", {object()})
    desk.give("2")
    desk.settle()
    assert (desk.table.mark, desk.table.recall("names")) == ("", None)


def test_names_of_any_letters_come_back_as_they_were(desk: Desk) -> None:
    names = ("Zoë, 'x' \"y\"", "\u202eevil\x00\n\x1b[31m", "日本 🎲")
    for seat, name in enumerate(names):
        desk.table.rename(seat, name, desk.table.colours[seat])
    desk.settle()
    assert desk.again().table.names == names


def test_a_clock_that_jumps_back_ten_years_changes_the_order_of_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "table")
    desk.new()
    desk.give("1")
    desk.settle()
    desk = desk.again()
    desk.table._wall = lambda: (datetime(2016, 1, 1, tzinfo=UTC), False)
    desk.give("2")
    desk.new()
    desk.give("3", "round")
    desk.settle()
    desk = desk.again()
    assert [game.number for game in desk.games()] == [2, 1]
    assert [game.when == "" for game in desk.games()] == [True, True]
    assert desk.keys() == ["3", "round"]
    desk.table.open(1)
    desk.settle()
    assert desk.keys() == ["1", "2"]


def test_a_card_that_does_not_come_to_an_end_is_said_and_so_is_that_it_has(desk: Desk) -> None:
    desk.settle()
    desk.worker.delay_s = 60.0
    desk.give("2")
    desk.clock.advance(4.5)
    assert (desk.table.mark, desk.table.trouble) == ("unsaved", "")
    desk.marks.clear()
    desk.clock.advance(1.0)
    assert (desk.table.mark, desk.table.trouble, desk.marks) == ("notsaved", "card is too slow", ["notsaved"])
    desk.give("3", "round")
    desk.clock.advance(130.0)
    assert (desk.table.mark, desk.table.trouble) == ("", "")
    assert desk.again().keys() == ["2", "3", "round"]
