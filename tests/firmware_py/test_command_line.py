"""The command line: what it prints, and how it refuses what it cannot do."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue, record
from firmware_py.__main__ import main

RECORD = """\
tabularius record 1
title: trajan
rules: 1
way: scorekeeper
seats: Ana red, Bo green, Cy brown
option time_loop: 16
setup: K7F3-Q2

*: seat.0
1 Ana: 3 build.3 none
2 Bo: 2 senate
3 Cy: 4 ship.12
"""


class Ran:
    """What one command did."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def go(*arguments: str) -> Ran:
        try:
            status = main(arguments)
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 1
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return go


@pytest.fixture
def kept(tmp_path: Path) -> str:
    file = tmp_path / "evening.txt"
    file.write_text(RECORD, encoding="utf-8")
    return str(file)


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware_py", *arguments],
        env=os.environ | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


# ---- setup


def test_a_set_up_is_printed_with_its_code(run: Any) -> None:
    ran = run("setup", "trajan", "--players", "Ana,Bo,Cyprian", "--seed", "k7f3 q2")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[:2] == [
        "Trajan, 3 players: Ana, Bo, Cyprian",
        "Set-up code K7F3-Q2: the same code gives the same set-up",
    ]
    assert "Start player  Bo" in ran.out
    assert re.search(r"^  Row 1  fountain 3, roof 2, stairs 5, window 4, stairs 3$", ran.out, re.MULTILINE)
    assert re.search(r"^  Bo lowest, then  Cyprian, Ana$", ran.out, re.MULTILINE)
    assert "seat " not in ran.out


@pytest.mark.parametrize("players", ["2", "3", "4", "Maximiliane1,Wolfgangsson,Bartholomäus,Ännchenlein1"])
@pytest.mark.parametrize("markers", ["chosen", "random"])
def test_a_set_up_fits_a_terminal_of_80_columns(run: Any, players: str, markers: str) -> None:
    for code in ("222222", "K7F3-Q2", "ZZZZZZ"):
        arguments = ("--players", players, "--seed", code, "--option", f"starting_markers={markers}")
        ran = run("setup", "trajan", *arguments)
        assert max(map(len, ran.out.splitlines())) <= 79
        assert not re.search(r"[ \t]$", ran.out, re.MULTILINE)


def test_without_a_code_a_new_one_is_made_each_time(run: Any) -> None:
    codes = {run("setup", "trajan", "--json").json["code"] for _ in range(5)}
    assert len(codes) == 5
    assert all(re.fullmatch(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}", code) for code in codes)


def test_a_new_code_can_be_given_again(run: Any) -> None:
    first = run("setup", "trajan", "--json").json
    assert run("setup", "trajan", "--json", "--seed", first["code"]).json == first


def test_a_set_up_as_json_has_every_item_by_area(run: Any) -> None:
    found = run("setup", "trajan", "--players", "Ana,Bo", "--seed", "K7F3Q2", "--json").json
    assert (found["title"], found["players"], found["code"]) == ("trajan", ["Ana", "Bo"], "K7F3-Q2")
    assert found["options"]["time_loop"] == "11"
    areas = {area["area"]: area["items"] for area in found["areas"]}
    assert {name: len(items) for name, items in areas.items()} == {
        "start": 1, "provinces": 10, "forum": 6, "extra": 3, "construction": 20, "trajan": 6, "senate": 1, "bonus": 4,
        "discards": 2,
    }  # fmt: skip
    assert areas["provinces"][0] == {
        "at": "alpes", "word": "forum.vote.2", "seat": None, "place": "Alpes", "thing": "2 votes",
        "note": "Forum tile, face up",
    }  # fmt: skip


def test_the_options_of_a_title_are_listed(run: Any) -> None:
    assert "time_loop" in run("setup", "trajan", "--options").out
    listed = {option["name"]: option for option in run("setup", "trajan", "--options", "--json").json}
    assert listed["time_loop"]["counted"] == [8, 40]
    assert listed["final_tie"]["values"] == ["new_stack", "track"]
    assert listed["final_tie"]["default"] == "new_stack"
    assert listed["final_tie"]["when"] is None
    assert listed["draft"]["when"] == "kept by the referee"
    assert "green_city_exchange" in run("setup", "hansa", "--options").out, "all of them, whatever the board"


# ---- replay


def test_a_record_is_replayed_to_standings_and_ledger(run: Any, kept: str) -> None:
    ran = run("replay", kept)
    assert ran.status == 0
    assert ran.out.splitlines()[0].startswith("Trajan (Scorekeeper), 3 players; turn 4, the open question: ")
    assert re.search(r"^  1\. Cy +12$", ran.out, re.MULTILINE)
    assert "if it ended now" not in ran.out, "nobody knows what lies on the mats"
    assert re.search(r"^ +2 +Bo +\+2 +", ran.out, re.MULTILINE)


def test_a_replay_as_json(run: Any, kept: str) -> None:
    found = run("replay", kept, "--json").json
    assert found["standings"]["totals"] == [3, 2, 12]
    assert found["standings"]["today"] is None
    assert [(entry["seat"], entry["amount"], entry["turn"]) for entry in found["ledger"]] == [
        (0, 3, 1),
        (1, 2, 2),
        (2, 12, 3),
    ]
    assert (found["players"], found["over"], found["setup"]) == (["Ana", "Bo", "Cy"], False, "K7F3-Q2")
    assert found["decision"]["seat"] == 0


def test_a_replay_says_who_has_left_and_that_a_game_ended_early(run: Any, kept: str) -> None:
    whole = Path(kept).read_text(encoding="utf-8") + "4 Ana: !leave.2 !count\n"
    Path(kept).write_text(whole, encoding="utf-8")
    lines = run("replay", kept).out.splitlines()
    assert lines[1] == "Ended early"
    assert [line for line in lines if line.startswith("  3.")] == ["  3. Cy    12   has left"]
    standings = run("replay", kept, "--json").json["standings"]
    assert (standings["seat_notes"], standings["notes"]) == ([None, None, "has left"], ["Ended early"])


def test_a_replay_of_a_game_of_which_everything_is_known_says_what_it_would_be_worth_now(
    run: Any, tmp_path: Path
) -> None:
    game = catalogue.new_game("trajan", "referee", 2)
    while game.turn[0] < 3:
        assert game.decision is not None
        game.answer(game.decision.keys[0])
    file = tmp_path / "board.txt"
    file.write_text(record.write(game, record.header_of(game)), encoding="utf-8")
    today = game.standings().today
    assert run("replay", str(file), "--json").json["standings"]["today"] == list(today)
    said = re.findall(r"(\d+) if it ended now", run("replay", str(file)).out)
    assert sorted(map(int, said)) == sorted(total + more for total, more in zip(game.totals(), today, strict=True))


def test_a_replay_stops_after_a_line(run: Any, kept: str) -> None:
    assert run("replay", kept, "--until", "11", "--json").json["standings"]["totals"] == [3, 2, 0]
    assert run("replay", kept, "--until", "1", "--json").json["answers"] == 0


def test_a_finished_game_is_replayed_to_its_places(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "whole.txt"
    simulated = run("simulate", "trajan", "--games", "1", "--players", "2", "--json").json
    file.write_text(_whole_game(), encoding="utf-8")
    found = run("replay", str(file), "--json").json
    assert found["over"]
    assert found["decision"] is None
    assert found["standings"]["totals"] == simulated["totals"][0]
    assert "over" in run("replay", str(file)).out.splitlines()[0]


def _whole_game() -> str:
    from firmware_py.commands.simulate import play  # noqa: PLC0415

    game = catalogue.new_game("trajan", "scorekeeper", 2)
    play(game, "1/0", checked=False)
    return record.write(game, record.header_of(game))


# ---- what cannot be done


def refused(ran: Ran, said: str) -> None:
    assert ran.status == 1
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("tabularius: ")
    assert said in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("setup", "chess"), "there is no title 'chess'; there is "),
        (("setup", "trajan", "--players", "1"), "Trajan is for 2 to 4 players, not 1"),
        (("setup", "trajan", "--players", "5"), "Trajan is for 2 to 4 players, not 5"),
        (("setup", "trajan", "--players", "-3"), "Trajan is for 2 to 4 players, not -3"),
        (("setup", "trajan", "--players", "Ana"), "Trajan is for 2 to 4 players, not 1: 'Ana' is one name"),
        (("setup", "trajan", "--players", "Ann,Bo,Ann"), "seats 1 and 3 are both called 'Ann': name them apart"),
        (("setup", "trajan", "--players", "Bo,Ann, ANN"), "seats 2 and 3 are both called 'ANN'"),
        (("setup", "trajan", "--players", "²"), "not 1: '²' is one name; players are a number, or names"),
        (("setup", "trajan", "--players", "+-3"), "not 1: '+-3' is one name"),
        (("setup", "trajan", "--players", "1000000003"), "not 1: '1000000003' is one name"),
        (("setup", "trajan", "--players", "٣"), "not 1: '٣' is one name"),
        (("simulate", "trajan", "--players", "A\udcff,Bo"), "seat 1 has a name that is no text"),
        (("setup", "trajan", "--players", "2", "--seed", "K7F3ß"), "holds 'ß', which no code has"),
        (("setup", "trajan", "--players", "2", "--option", "time_loop=0000000119999"), "a whole number from 8 to 40"),
        (("setup", "trajan", "--players", "A,B,C,D,E"), "not 5"),
        (("setup", "trajan", "--players", "Ana,,Bo"), "seat 2 has an empty name"),
        (("setup", "trajan", "--players", ""), "not 1"),
        (("setup", "trajan", "--seed", "K7F3-Q"), "has 5 symbols, not 6"),
        (("setup", "trajan", "--option", "tide=high"), "no option 'tide'"),
        (("setup", "trajan", "--option", "time_loop=99"), "a whole number from 8 to 40"),
        (("simulate", "chess"), "there is no title 'chess'"),
        (("simulate", "trajan", "--way", "umpire"), "not kept as 'umpire'"),
        (("simulate", "trajan", "--players", "5"), "not 5"),
        (("simulate", "trajan", "--players", "1", "--json"), "not 1"),
        (("replay", "/nowhere/evening.txt"), "/nowhere/evening.txt: No such file or directory"),
        (("replay", "/"), "/: Is a directory"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(run: Any, arguments: tuple[str, ...], said: str) -> None:
    refused(run(*arguments), said)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1, column 1: this is no record"),
        (b"\x7fELF\x02\x01\x01\x00\xff", "line 1, column 9: this is no text in UTF-8"),
        (b"\x00" * 5000, "line 1, column 1: this is no record"),
        (RECORD.replace("build.3", "build.9").encode(), "line 10, column 10: 'build.9' cannot be answered"),
        (RECORD.encode()[:60], "the header has no line 'seats: …'"),
        (b"#" * 4_000_001, "larger than 4 MB"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_its_name(run: Any, tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "odd.txt"
    file.write_bytes(content)
    ran = run("replay", str(file), "--json")
    refused(ran, said)
    assert str(file) in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("frob",), "invalid choice: 'frob'"),
        (("setup",), "required: TITLE"),
        (("replay",), "required: FILE"),
        (("setup", "trajan", "--colour", "red"), "tabularius setup: error: unrecognized arguments: --colour red"),
        (("games", "export", "1", "evening.txt"), "[--out FILE]"),
        (("--colour",), "tabularius: error: unrecognized arguments: --colour"),
        (("setup", "trajan", "--option", "time_loop"), "'time_loop' is not NAME=VALUE"),
        (("simulate", "trajan", "--games", "0"), "'0' is no whole number from 1"),
        (("simulate", "trajan", "--games", "many"), "'many' is no whole number from 1"),
        (("replay", "evening.txt", "--until", "-1"), "--until"),
    ],
)
def test_a_wrong_use_ends_with_status_2(run: Any, arguments: tuple[str, ...], said: str) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert "usage: " in ran.err


@pytest.mark.parametrize("command", [("setup",), ("simulate",), ("tags", "learn")])
def test_the_help_of_what_takes_a_title_names_every_title(run: Any, command: tuple[str, ...]) -> None:
    said = run(*command, "--help").out
    assert all(title.name in said for title in catalogue.titles())


def test_the_game_in_the_help_of_the_engine_can_be_played_as_it_stands(run: Any) -> None:
    lines = [line.strip() for line in run("engine", "--help").out.splitlines() if line.startswith("  {")]
    played = subprocess.run(
        [sys.executable, "-m", "firmware_py", "engine"],
        input="\n".join(lines), capture_output=True, text=True, check=True,
    )  # fmt: skip
    replies = [json.loads(line) for line in played.stdout.splitlines()]
    assert len(replies) == len(lines) >= 4
    assert not any("error" in reply for reply in replies)


@pytest.mark.parametrize("command", ["setup", "replay", "simulate", "engine", "games"])
def test_every_command_takes_data_and_config(run: Any, command: str) -> None:
    ran = run(command, "--help")
    assert ran.status == 0
    assert "--data DIR" in ran.out
    assert "--config FILE" in ran.out


def test_data_and_config_may_stand_before_or_behind_the_command(run: Any, kept: str, tmp_path: Path) -> None:
    plain = run("replay", kept).out
    assert run("--data", str(tmp_path), "replay", kept).out == plain
    assert run("replay", kept, "--config", "/nowhere.toml").out == plain


def test_a_fault_of_the_program_is_one_line_as_well(run: Any, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise KeyError("senate\nof Rome")

    monkeypatch.setattr(record, "read", broken)
    refused(run("replay", kept), "fault of the program, please report it: KeyError: ")


# ---- in a process of its own


def test_a_reader_that_goes_away_ends_a_command_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "firmware_py", "setup", "trajan"], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_terminal_that_knows_no_accents_gets_something_else() -> None:
    ran = process("setup", "trajan", "--players", "Zoë,Bo", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Zo?, Bo" in ran.stdout


def test_the_version_is_told() -> None:
    assert re.fullmatch(r"tabularius \d+\.\d+\.\d+\S*\n", process("--version").stdout)
