"""Finished games: a text record of each, a bounded number in the journal, and nothing unfinished ever dropped."""

from __future__ import annotations

import errno
import os
import re
from datetime import UTC, datetime, tzinfo
from pathlib import Path

import pytest
from table_desk import Desk
from toy_title import Count, toy

from engine.game import Game
from firmware_py.daemon import wall
from firmware_py.journal_pages import sound
from firmware_py.operations import GameInfo
from firmware_py.past_games import Keep
from firmware_py.shelf import EARLIEST, dated


def sat_down(folder: Path, games: int = 0, records: int = 0) -> Desk:
    return Desk(folder, keep=Keep(folder / "records", games, records))


def play(desk: Desk, *keys: str, finish: str = "stopped") -> int:
    """A game with these answers, ended so; its number."""
    desk.new()
    for key in keys:
        desk.give(key)
    number = desk.table.number
    if finish:
        desk.table.finish(finish)
    desk.settle()
    return number


def texts(folder: Path) -> dict[int, str]:
    """Every record there, by the number of its game."""
    found = {}
    for each in sorted((folder / "records").iterdir()):
        match = re.fullmatch(r"(\d{4})-toy-[0-9a-f]{8}\.txt", each.name)
        assert match, each.name
        found[int(match[1])] = each.read_text()
    return found


def in_journal(desk: Desk) -> list[int]:
    return sorted(game.number for game in desk.games())


def test_a_finished_game_is_also_a_text_record(tmp_path: Path) -> None:
    desk = sat_down(tmp_path)
    desk.new()
    for key in ("1", "2", "1"):
        desk.give(key)
    text = desk.table.record()
    desk.table.finish("stopped")
    desk.settle()
    assert texts(tmp_path) == {1: f"{text}# ended before its end (stopped): Ana 1, Bo 2, Cy 1\n"}


def test_an_unfinished_game_has_no_record_yet(tmp_path: Path) -> None:
    desk = sat_down(tmp_path)
    play(desk, "1", finish="")
    assert not (tmp_path / "records").exists()


def test_a_game_that_is_reopened_and_ended_again_has_its_last_record(tmp_path: Path) -> None:
    desk = sat_down(tmp_path)
    number = play(desk, "1", "2")
    desk.table.reopen(number)
    desk.settle()
    desk.give("2")
    desk.table.finish("stopped")
    desk.settle()
    assert "Ana 1, Bo 2, Cy 2" in texts(tmp_path)[number]


def test_a_record_that_a_pulled_plug_prevented_is_written_after_the_next_start(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "data")
    for _ in range(3):
        play(desk, "1", "2")
    desk = sat_down(desk.again().folder)
    desk.settle()
    assert sorted(texts(desk.folder)) == [1, 2, 3]


def test_a_record_that_somebody_took_away_is_not_made_again(tmp_path: Path) -> None:
    desk = sat_down(tmp_path / "data")
    play(desk, "1")
    for each in (desk.folder / "records").iterdir():
        each.unlink()
    desk.table.close()
    desk = sat_down(desk.folder)
    desk.settle()
    assert texts(desk.folder) == {}


def test_only_the_newest_finished_games_stay_in_the_journal_and_every_record_stays(tmp_path: Path) -> None:
    desk = sat_down(tmp_path, games=3)
    for _ in range(8):
        play(desk, "1", "2")
    assert in_journal(desk) == [6, 7, 8]
    assert sorted(texts(tmp_path)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert desk.table.close()
    desk = sat_down(tmp_path, games=3)
    desk.settle()
    assert in_journal(desk) == [6, 7, 8]
    assert play(desk, "1") == 9


def test_nothing_of_a_game_that_has_left_is_on_any_page(tmp_path: Path) -> None:
    desk = sat_down(tmp_path, games=2)
    for _ in range(6):
        play(desk, *"121", "bread", *"121")
    main, log = (tmp_path / "journal.sqlite").read_bytes(), (tmp_path / "journal.sqlite-wal").read_bytes()
    assert {game[0].game for game in sound(main, log)[0]} == {5, 6}


def test_an_unfinished_game_never_leaves_however_old_it_is(tmp_path: Path) -> None:
    desk = sat_down(tmp_path, games=1)
    old = play(desk, "1", "2", finish="")
    for _ in range(5):
        play(desk, "3", "round")
    assert in_journal(desk) == [old, 6]
    desk.table.open(old)
    desk.settle()
    assert desk.keys() == ["1", "2"]


def test_a_game_whose_record_cannot_be_written_does_not_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = sat_down(tmp_path, games=1)
    (tmp_path / "records").write_text("somebody's list")
    for _ in range(3):
        play(desk, "1", "2")
    assert in_journal(desk) == [1, 2, 3]
    assert desk.table.mark == ""
    what = "no text record of a finished game could be written (File exists)"
    assert desk.table.notes[0] == f"{what}: tried again when the next game ends"
    (tmp_path / "records").unlink()
    play(desk, "1", "2")
    assert (in_journal(desk), sorted(texts(tmp_path))) == ([4], [1, 2, 3, 4])


def test_a_card_that_fills_up_under_a_record_leaves_no_half_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = sat_down(tmp_path)
    play(desk, "1")
    really = os.write

    def full(handle: int, data: bytes) -> int:
        if len(data) > 20:
            return really(handle, data[:20])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        play(desk, "2")
    assert len(desk.table.notes) == 1 and "(No space left on device)" in desk.table.notes[0]
    play(desk, "3", "round")
    desk.settle()
    found = {int(each.name[:4]): each.read_text() for each in (tmp_path / "records").glob("*.txt")}
    assert all("# ended before its end" in text for text in found.values())
    assert sorted(found) == [1, 2, 3]


def test_a_game_that_no_longer_replays_stays_in_the_journal_and_that_is_said(tmp_path: Path) -> None:
    class Later(Count):
        def state(self, game: Game, viewer: int | None) -> dict[str, object]:
            return {**super().state(game, viewer), "odd": 1}

    desk = Desk(tmp_path / "data")
    play(desk, "1", "2")
    play(desk, "1", "2")
    folder = desk.again().folder
    desk = Desk(folder, keep=Keep(folder / "records", games=1), title=toy(way=Later()))
    desk.settle()
    assert in_journal(desk) == [1, 2]
    assert len(desk.table.notes) == 2
    assert desk.table.notes[0].startswith("game 1 stays in the journal without a text record: game 1 differs in turn 0")
    assert desk.table.mark == ""


def test_a_journal_begun_anew_writes_over_no_older_record(tmp_path: Path) -> None:
    desk = sat_down(tmp_path)
    play(desk, "1")
    assert desk.table.close()
    (tmp_path / "journal.sqlite").unlink()
    desk = sat_down(tmp_path)
    desk.clock.advance(3600.0)
    play(desk, "2")
    names = [each.name for each in (tmp_path / "records").iterdir()]
    assert len(names) == 2 and all(name.startswith("0001-toy-") for name in names)


def test_only_so_many_records_are_kept_as_the_settings_say(tmp_path: Path) -> None:
    desk = sat_down(tmp_path, games=1, records=4)
    for _ in range(7):
        play(desk, "1")
    (tmp_path / "records" / "notes.txt").write_text("mine")
    play(desk, "1")
    assert sorted(each.name[:4] for each in (tmp_path / "records").iterdir()) == [
        "0005",
        "0006",
        "0007",
        "0008",
        "note",
    ]


def test_the_game_on_the_table_stays_even_if_it_is_the_oldest_finished_one(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "data")
    for _ in range(4):
        play(desk, "1", "2")
    assert desk.table.close()
    desk = sat_down(desk.folder, games=1)
    desk.table.open(1)
    desk.settle()
    desk.settle()
    assert in_journal(desk) == [1, 4]
    desk.table.reopen(1)
    desk.give("2")
    desk.settle()
    desk = desk.again()
    assert desk.keys() == ["1", "2", "2"]


# ---- times


def info(started: str, played: str) -> GameInfo:
    return GameInfo(1, "toy", "count", ("Ana",), ("red",), (3,), 2, started, played, "", 9)


@pytest.mark.parametrize(
    ("played", "synchronised", "shown"),
    [
        ("2026-11-28T20:00:00Z", True, "2026-11-28T20:00:00Z"),
        ("1970-01-01T00:03:00Z", True, ""),
        ("2025-12-31T23:59:59Z", False, ""),
        ("2031-05-01T12:00:00Z", True, ""),
        ("2031-05-01T12:00:00Z", False, "2031-05-01T12:00:00Z"),
        ("2026-11-30T10:00:00Z", True, "2026-11-30T10:00:00Z"),
        ("", True, ""),
        ("yesterday", True, ""),
    ],
)
def test_a_time_that_cannot_be_true_is_not_known(played: str, synchronised: bool, shown: str) -> None:
    now = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
    game = dated(info(played, played), now, synchronised)
    assert (game.started, game.played) == (shown, shown)


def test_a_clock_that_is_itself_before_the_program_judges_nothing() -> None:
    played = "2026-11-28T20:00:00Z"
    assert dated(info(played, played), datetime(1970, 1, 1, tzinfo=UTC), True).played == played


def test_a_clock_before_the_program_is_known_to_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    class Early(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Early:
            return cls(1970, 1, 1, tzinfo=tz)

    assert wall()[1] == (datetime.now(UTC) >= EARLIEST)
    monkeypatch.setattr("datetime.datetime", Early)
    assert wall() == (Early(1970, 1, 1, tzinfo=UTC), False)


@pytest.mark.parametrize("year", [1970, 2016, 2038, 9999])
def test_a_clock_that_jumps_reorders_nothing_loses_nothing_and_dates_nothing_wrongly(tmp_path: Path, year: int) -> None:
    desk = sat_down(tmp_path / "data", games=2)
    right = desk.table._shelf._wall
    jumped = [False]

    def clock() -> tuple[datetime, bool]:
        return (datetime(year, 6, 1, tzinfo=UTC), True) if jumped[0] else right()

    desk.table._wall = desk.table._shelf._wall = clock
    first = play(desk, "1", finish="")
    jumped[0] = True
    second = play(desk, "2", "1")
    third = play(desk, "3", "round", finish="")
    jumped[0] = False
    play(desk, "1")
    play(desk, "1")
    assert [game.number for game in desk.games()] == [5, 4, third, first]
    dates = {game.number: game.date for game in desk.games()}
    assert dates == {5: "29 Nov 2026", 4: "29 Nov 2026", third: "", first: "29 Nov 2026"}
    assert second in texts(desk.folder)
    desk = desk.again()
    desk.table.open(third)
    desk.settle()
    assert desk.keys() == ["3", "round"]
