"""``tabularius games``: what the journal holds, listed, shown and exported, also while a companion keeps it."""

from __future__ import annotations

import json
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from table_desk import games_of

from drivers.bench.simulated import SimulatedClock, SteppedWorker
from engine import record
from firmware_py.__main__ import main
from firmware_py.data_folder import DataFolder
from firmware_py.errors import Differs
from firmware_py.table import Table

NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)


class Evening:
    """A companion with one finished game of Trajan and one under way."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = SimulatedClock()
        self.worker = SteppedWorker(self.clock)
        self.table = Table(
            folder / "journal.sqlite",
            self.worker,
            self.clock,
            lambda: None,
            bytes,
            lambda: (NOW + timedelta(seconds=self.clock.now_s()), True),
        )
        self.table.load()
        self.play(("Ana", "Bo"), 10_000)
        self.first = self.table.record()
        self.totals = games_of(self.table, self.clock)[0].totals
        self.table.finish("over")
        self.play(("Ana", "Éva", "Cy"), 40)
        self.second = self.table.record()
        self.clock.advance(1.0)

    def play(self, names: tuple[str, ...], answers: int) -> None:
        chance = random.Random(3)
        self.table.new("trajan", "scorekeeper", len(names), {}, names)
        for _ in range(answers):
            game = self.table.game
            assert game is not None
            if game.decision is None:
                return
            self.table.give((chance.choice(game.decision.keys),), "knob")


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_py.commands.games.wall", lambda: (NOW + timedelta(days=1), True))


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    made = Evening(tmp_path_factory.mktemp("games"))
    assert made.table.close()
    return made


def run(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> str:
    status = main(["--data", str(folder), "games", *words])
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


def test_the_list_has_number_title_seats_points_and_state_newest_first(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = run(capsys, evening.folder, "list").splitlines()
    assert first.split()[:2] == ["2", "Trajan,"] and "unfinished, turn" in first and "Éva" in first
    assert second.split()[:2] == ["1", "Trajan,"] and "finished (over)" in second and "29 Nov 2026" in second
    assert f"Ana {evening.totals[0]}, Bo {evening.totals[1]}" in second
    assert run(capsys, evening.folder) == run(capsys, evening.folder, "list")


def test_the_list_as_json_is_one_document(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    games = json.loads(run(capsys, evening.folder, "list", "--json"))
    assert [game["number"] for game in games] == [2, 1]
    finished = games[1]
    assert (finished["title"], finished["way"], finished["players"]) == ("trajan", "scorekeeper", ["Ana", "Bo"])
    assert (finished["finished"], finished["ended"]) == (True, "over")
    assert tuple(finished["totals"]) == evening.totals
    assert finished["started"] == "2026-11-29T19:30:00Z"
    assert (games[0]["finished"], games[0]["ended"]) == (False, None)
    assert json.loads(run(capsys, evening.folder, "--json")) == games


def test_a_game_is_shown_with_every_point(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, evening.folder, "show", "1")
    data = json.loads(run(capsys, evening.folder, "show", "1", "--json"))
    sums = [sum(entry["amount"] for entry in data["ledger"] if entry["seat"] == seat) for seat in (0, 1)]
    assert tuple(sums) == evening.totals == tuple(data["totals"])
    rows = shown.partition("what for\n")[2].splitlines()
    assert [row.split()[:3] for row in rows] == [
        [str(entry["turn"]), ("Ana", "Bo")[entry["seat"]], f"{entry['amount']:+}"] for entry in data["ledger"]
    ]
    assert "the open question: " in run(capsys, evening.folder, "show", "2")


def test_a_finished_game_is_shown_without_playing_it_again(
    evening: Evening, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def later_program(*_: object) -> None:
        raise Differs(1, 5, 2, (), 4, "other rules")

    monkeypatch.setattr("firmware_py.commands.games.fold", later_program)
    data = json.loads(run(capsys, evening.folder, "show", "1", "--json"))
    assert sum(entry["amount"] for entry in data["ledger"]) == sum(evening.totals)
    shown = run(capsys, evening.folder, "show", "2")
    assert "differs in turn 2" in shown and "those that were stored" in shown


def test_the_exported_record_is_that_of_the_table_and_reads_back(
    evening: Evening, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(capsys, evening.folder, "export", "1") == evening.first
    assert run(capsys, evening.folder, "export", "2", "--format", "record") == evening.second
    assert record.read(evening.first).result == evening.totals
    out = tmp_path / "evening.txt"
    assert run(capsys, evening.folder, "export", "1", "--out", str(out)) == ""
    assert out.read_text(encoding="utf-8") == evening.first


def test_an_export_to_an_output_that_was_closed_is_no_fault(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["--data", str(evening.folder), "games", "export", "1"]) == 0
    assert capsys.readouterr().err == ""


def test_the_exported_json_has_every_answer(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, evening.folder, "export", "1", "--format", "json"))
    game = record.read(evening.first).game
    assert [answer["key"] for answer in data["answers"]] == [past.key for past in game.past]
    assert data["ledger"] == [entry._asdict() for entry in game.ledger]


def test_games_are_read_while_a_companion_keeps_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with DataFolder.claim(tmp_path, NOW):
        running = Evening(tmp_path)
        assert run(capsys, tmp_path, "export", "2") == running.second
        answers = json.loads(run(capsys, tmp_path, "export", "2", "--format", "json"))["answers"]
        running.table.undo("knob")
        running.clock.advance(1.0)
        assert len(json.loads(run(capsys, tmp_path, "export", "2", "--format", "json"))["answers"]) == len(answers) - 1
        assert running.table.mark == ""
        assert running.table.close()


def test_reading_leaves_the_journal_as_it_was(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    before = (evening.folder / "journal.sqlite").read_bytes()
    run(capsys, evening.folder, "show", "1")
    assert (evening.folder / "journal.sqlite").read_bytes() == before


def test_a_folder_without_games_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, tmp_path / "none", "list") == f"no games in {tmp_path / 'none'}\n"
    assert run(capsys, tmp_path / "none", "list", "--json") == "[]\n"
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("words", [("show", "9"), ("export", "9")])
def test_a_game_that_does_not_exist_is_one_clear_line(
    evening: Evening, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert main(["--data", str(evening.folder), "games", *words]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tabularius: there is no game 9 in") and err.count("\n") == 1


def test_a_time_that_is_still_to_come_is_not_known(
    evening: Evening, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_py.commands.games.wall", lambda: (NOW - timedelta(days=100), True))
    games = json.loads(run(capsys, evening.folder, "list", "--json"))
    assert [(game["number"], game["started"], game["played"]) for game in games] == [(2, None, None), (1, None, None)]
    assert "no date" in run(capsys, evening.folder, "list")


def test_of_a_game_that_has_left_the_journal_the_record_is_named(
    evening: Evening, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "journal.sqlite").write_bytes((evening.folder / "journal.sqlite").read_bytes())
    (tmp_path / "records").mkdir()
    text = tmp_path / "records" / "0009-trajan-01234567.txt"
    text.write_text(evening.first)
    assert main(["--data", str(tmp_path), "games", "show", "9"]) == 1
    assert str(text) in capsys.readouterr().err
    assert main(["replay", str(text)]) == 0


def test_a_damaged_journal_is_listed_as_far_as_it_goes_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"garbage" * 2000)
    assert main(["--data", str(tmp_path), "games", "list", "--json"]) == 0
    out, err = capsys.readouterr()
    assert out == "[]\n"
    assert "damaged" in err and "journal.damaged-1.sqlite" in err
