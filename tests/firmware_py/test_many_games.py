"""Many finished games: what a start, an answer, memory and a list cost does not grow with them."""

from __future__ import annotations

import contextlib
import gc
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from asked import Question
from evening import Bench
from journal_evening import operation
from story import Story
from table_desk import Desk

from firmware_py.commands import answering
from firmware_py.control_lines import ShowGames
from firmware_py.journal import Journal, read_only
from firmware_py.journal_pages import sound
from firmware_py.operations import GameInfo, Operation
from firmware_py.past_games import PAGE, RECORDED, Keep


def shelf_of(folder: Path, games: int) -> Path:
    """A data folder whose journal holds so many finished games, all with their records long since written."""
    folder.mkdir()
    journal = Journal(folder / "journal.sqlite")
    journal.open()
    played: list[Operation] = []
    for game in range(1, games + 1):
        for op, payload in (("new", ""), ("give", ""), ("give", ""), ("finish", '{"how":"over"}')):
            played.append(operation(len(played) + 1, game, op, payload, ("1",) if op == "give" else ()))
    journal.append(played, {"open": None, "stopped": True, RECORDED: played[-1].number})
    journal.close()
    return folder


class Rows:
    """Counts the rows that are taken apart in Python."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from firmware_py import journal_games, journal_rows  # noqa: PLC0415

        self.count = 0
        from_row = journal_rows.from_row

        def counted(*row: Any) -> Any:
            self.count += 1
            return from_row(*row)

        monkeypatch.setattr(journal_rows, "from_row", counted)
        monkeypatch.setattr(journal_games, "from_row", counted)

    def taken(self) -> int:
        count, self.count = self.count, 0
        return count


def kept_objects() -> int:
    """How many games and operations are anywhere in memory."""
    gc.collect()
    return sum(isinstance(each, (GameInfo, Operation)) for each in gc.get_objects())


def test_a_start_takes_as_many_rows_apart_and_keeps_as_little_with_many_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, costs = Rows(monkeypatch), {}
    before = kept_objects()
    for games in (10, 400):
        desk = Desk(shelf_of(tmp_path / str(games), games))
        costs[games] = rows.taken(), kept_objects() - before
        assert desk.table.past.count == games
        desk.table.close()
        del desk
    assert costs[10] == costs[400]
    assert costs[400][1] == 0


def test_an_evening_leaves_nothing_in_memory_and_takes_nothing_of_other_games_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, costs = Rows(monkeypatch), {}
    for games in (10, 400):
        desk = Desk(shelf_of(tmp_path / str(games), games), keep=Keep(tmp_path / "records", games=1000))
        desk.settle()
        held, per_evening = set(), set()
        for _ in range(4):
            rows.taken()
            desk.new()
            for key in ("1", "2", "1"):
                desk.give(key)
                desk.settle()
            desk.table.finish("stopped")
            desk.settle()
            per_evening.add(rows.taken())
            held.add(kept_objects())
        costs[games] = per_evening
        assert len(held) == 1
        assert desk.table.past.count == games + 4
        assert desk.table.close()
        del desk
    assert costs[10] == costs[400]


def test_what_can_be_read_of_a_damaged_journal_comes_a_game_at_a_time(tmp_path: Path) -> None:
    path = shelf_of(tmp_path / "data", 60) / "journal.sqlite"
    before = kept_objects()
    games, memory = sound(path.read_bytes(), b"")
    found, most = 0, 0
    for operations in games:
        found += 1
        assert [each.op for each in operations] == ["new", "give", "give", "finish"]
        if found % 10 == 0:
            most = max(most, kept_objects() - before)
    assert (found, memory["stopped"]) == (60, True)
    assert most == 4  # the operations of one game


def test_past_games_are_read_a_page_at_a_time_from_the_newest_to_the_oldest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(shelf_of(tmp_path / "data", 2 * PAGE + 7))
    rows = Rows(monkeypatch)
    found: list[int] = []
    pages: list[int] = []

    def got(games: list[GameInfo], more: bool, error: BaseException | None) -> None:
        assert error is None
        found.extend(game.number for game in games)
        pages.append(len(games))
        if more:
            desk.table.past.page(got, games[-1].last)

    desk.table.past.page(got)
    desk.settle()
    assert pages == [PAGE, PAGE, 7]
    assert found == list(range(2 * PAGE + 7, 0, -1))
    assert rows.taken() <= 2 * (
        2 * PAGE + 7 + 2
    )  # the first and the last of each, and of one to see that there are more


def test_a_game_that_ended_while_the_card_refused_is_among_the_past_ones(tmp_path: Path) -> None:
    desk = Desk(shelf_of(tmp_path / "data", 3))
    desk.card.gone = True
    desk.card.fault = OSError(28, "no space left")  # type: ignore[assignment]
    desk.new()
    desk.give("1")
    desk.table.finish("stopped")
    desk.new()
    desk.settle()
    desk.card.gone = False  # it can be read, and still not be written
    assert desk.table.mark == "notsaved"
    assert [(game.number, game.finished) for game in desk.games()] == [
        (5, ""),
        (4, "stopped"),
        (3, "over"),
        (2, "over"),
        (1, "over"),
    ]
    assert desk.table.past.count == 4
    desk.card.fault = None
    desk.settle()
    assert desk.table.mark == ""
    assert [game.number for game in desk.games()] == [5, 4, 3, 2, 1]


def test_a_past_game_that_is_opened_again_is_none_until_it_ends_again_as_the_newest(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "data")
    for _ in range(3):
        desk.new()
        desk.give("1")
        desk.table.finish("stopped")
        desk.settle()
    desk.table.reopen(2)
    desk.settle()
    assert (desk.table.past.count, [game.number for game in desk.table.unfinished()]) == (2, [2])
    desk.table.finish("stopped")
    desk.settle()
    assert (desk.table.past.count, [game.number for game in desk.games()]) == (3, [2, 3, 1])
    desk = desk.again()
    assert (desk.table.past.count, [game.number for game in desk.games()]) == (3, [2, 3, 1])


def test_a_game_that_was_left_before_it_was_saved_goes_on_in_one_chain(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "data", delay_s=5.0)
    desk.new()
    desk.give("1")
    desk.new()  # the first is not on the card yet
    desk.table.open(1)
    assert desk.table.number == 1
    desk.settle()
    desk.give("2")
    desk.settle()
    desk = desk.again()
    assert (desk.keys(), desk.table.notes) == (["1", "2"], ())


def test_a_past_game_whose_end_is_damaged_is_listed_from_what_is_left(tmp_path: Path) -> None:
    folder = shelf_of(tmp_path / "data", 3)
    desk = Desk(folder)
    db = desk.table._journal._db
    assert db is not None
    db.execute("UPDATE operations SET totals = '999 999' WHERE number = 8")
    found: list[GameInfo] = []
    desk.table.past.page(lambda games, more, error: found.extend(games))
    desk.settle()
    assert [(game.number, game.finished, game.totals) for game in found] == [
        (3, "over", (12, 0)),
        (2, "stopped", (7, 0)),
        (1, "over", (4, 0)),
    ]


def test_the_glass_lists_past_games_a_page_at_a_time(tmp_path: Path) -> None:
    shelf_of(tmp_path / "data", PAGE + 3)
    story = Story(tmp_path / "data")
    story.focuses("Past games")
    story.sees(f"{PAGE + 3} kept")
    story.click()
    story.wait(0.3)
    story.sees("Past games", "Ana Bo")
    story.focuses("Older games")
    story.click()
    story.wait(0.3)
    story.sees("Past games", "Ana Bo")
    story.misses("Older games")
    story.back()
    story.focus("Older games")
    story.back()
    story.sees("New game", f"{PAGE + 3} kept")


def test_a_running_companion_tells_its_games_in_several_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "PAGE", 4)
    bench = Bench(shelf_of(tmp_path / "data", 10))
    numbers, before = [], 0
    for _ in range(3):
        told = Question(bench, ShowGames(0, before)).result(2.0)
        numbers.append([game.number for game in told["games"]])
        before = told["more"]
    assert numbers == [[10, 9, 8, 7], [6, 5, 4, 3], [2, 1]]
    assert before == 0
    bench.stop()


def test_past_games_that_cannot_be_read_are_said_to_be(tmp_path: Path) -> None:
    path = shelf_of(tmp_path / "data", 3) / "journal.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE operations SET device = 'somebody'")
    story = Story(tmp_path / "data")
    story.focuses("Past games")
    story.click()
    story.wait(0.3)
    story.sees("Not opened", "None of them can be read.")
    story.click()
    story.sees("New game", "3 kept")


@pytest.mark.parametrize("number", ["1.5", "2.5", "1 << 40", "1 << 62", "'2'", "x'02'", "-5"])
def test_a_row_whose_game_is_damaged_hides_no_other_game_and_the_next_one_is_saved(tmp_path: Path, number: str) -> None:
    folder = shelf_of(tmp_path / "data", 4)
    with contextlib.closing(sqlite3.connect(folder / "journal.sqlite")) as other, other:
        other.execute(f"UPDATE OR IGNORE operations SET game = {number} WHERE number = 8")  # the end of the second
    desk = Desk(folder)
    assert {1, 3, 4} <= {game.number for game in desk.games()} <= {1, 2, 3, 4}
    desk.new()
    desk.give("1")
    desk.settle()
    assert (desk.table.number, desk.table.mark, desk.table.trouble) == (5, "", "")
    assert {game.number for game in read_only(folder / "journal.sqlite")[0]} >= {1, 3, 4, 5}
    desk = desk.again()
    assert (desk.table.number, desk.keys()) == (5, ["1"])


@pytest.mark.parametrize("number", ["8.5", "1 << 60", "'8'", "-8"])
def test_a_row_whose_number_is_damaged_stops_nothing(tmp_path: Path, number: str) -> None:
    folder = shelf_of(tmp_path / "data", 4)
    with contextlib.closing(sqlite3.connect(folder / "journal.sqlite")) as other, other:
        other.execute(f"UPDATE operations SET number = {number} WHERE number = 8")
    desk = Desk(folder)
    assert {1, 3, 4} <= {game.number for game in desk.games()} <= {1, 2, 3, 4}
    desk.new()
    desk.give("1")
    desk.settle()
    assert (desk.table.number, desk.table.revision, desk.table.mark) == (5, 18, "")
    desk = desk.again()
    assert (desk.table.number, desk.keys()) == (5, ["1"])
