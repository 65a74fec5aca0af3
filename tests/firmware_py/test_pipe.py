"""The engine over a pipe: every request, every error code, and an end that is no error."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.commands.pipe import encoded, reply, serve
from firmware_py.commands.session import Session

RECORD = """\
tabularius record 1
title: trajan
rules: 1
way: scorekeeper
seats: Ana red, Bo green
option time_loop: 11

"""
NEW = {"new": {"title": "trajan", "way": "scorekeeper", "players": ["Ana", "Bo", "Cy"], "draws": "table"}}
DRAWN = {"new": {"title": "trajan", "players": ["Ana", "Bo", "Cy"], "draws": "companion", "seed": "tuesday"}}


class Pipe:
    """One engine; ``ask`` sends a request and gives the reply."""

    def __init__(self) -> None:
        self.session = Session()

    def ask(self, request: Any) -> Any:
        line = request if isinstance(request, bytes) else json.dumps(request).encode()
        return json.loads(json.dumps(reply(self.session, line)))

    def error(self, request: Any) -> Any:
        answered = self.ask(request)
        assert list(answered) == ["error"]
        return answered["error"]

    def snapshot(self) -> Any:
        return [self.ask(request) for request in ({"state": True}, {"ledger": True}, {"record": True})]


@pytest.fixture
def pipe() -> Pipe:
    return Pipe()


@pytest.fixture
def game(pipe: Pipe) -> Pipe:
    pipe.ask(NEW)
    return pipe


# ---- a game


def test_a_new_game_asks_the_table_who_starts(pipe: Pipe) -> None:
    assert pipe.ask(NEW) == {
        "decision": {
            "seat": -1,
            "kind": "start.player",
            "prompt": "Who starts?",
            "options": [
                {"key": "seat.0", "label": "Ana"},
                {"key": "seat.1", "label": "Bo"},
                {"key": "seat.2", "label": "Cy"},
            ],
            "odds": [1, 1, 1],
        },
        "totals": [0, 0, 0],
        "over": False,
    }


def test_an_answer_brings_the_next_question(game: Pipe) -> None:
    asked = game.ask({"answer": "seat.1"})
    assert (asked["decision"]["seat"], asked["decision"]["kind"]) == (1, "turn.markers")
    assert "odds" not in asked["decision"]
    assert game.ask({"answer": "3"})["decision"]["kind"] == "turn.points"
    assert game.ask({"answer": "ship.12"})["totals"] == [0, 12, 0]


def test_several_answers_are_given_at_once(game: Pipe) -> None:
    asked = game.ask({"answers": ["seat.0", "3", "ship.12", "2", "senate"]})
    assert (asked["totals"], asked["decision"]["seat"]) == ([12, 2, 0], 2)
    assert game.ask({"answers": []}) == asked


def test_one_wrong_answer_among_several_takes_none(game: Pipe) -> None:
    game.ask({"answer": "seat.0"})
    before = game.snapshot()
    error = game.error({"answers": ["3", "ship.12", "2", "ship.13", "4"]})
    assert (error["code"], error["at"]) == ("unknown-answer", 3)
    assert game.snapshot() == before
    assert game.error({"undo": 2})["code"] == "nothing-to-undo"


def test_answers_are_taken_back(game: Pipe) -> None:
    start = game.snapshot()
    first = game.ask({"answer": "seat.0"})
    game.ask({"answers": ["3", "ship.12"]})
    assert game.ask({"undo": 2}) == first
    game.ask({"undo": 1})
    assert game.snapshot() == start


def test_a_correction_is_an_answer(game: Pipe) -> None:
    game.ask({"answer": "seat.0"})
    assert game.ask({"answer": "!score.2.-4.other"})["totals"] == [0, 0, -4]
    assert game.ask({"undo": 1})["totals"] == [0, 0, 0]


def test_names_are_colours_if_there_is_only_a_number(pipe: Pipe) -> None:
    asked = pipe.ask({"new": {"title": "trajan", "players": 4}})
    assert [option["label"] for option in asked["decision"]["options"]] == ["Red", "Green", "Blue", "Brown"]


def test_options_are_words_or_numbers(pipe: Pipe) -> None:
    pipe.ask({"new": {"title": "trajan", "players": 2, "options": {"time_loop": 12, "final_tie": "track"}}})
    text = pipe.ask({"record": True})["record"]
    assert "option time_loop: 12\noption final_tie: track\n" in text


def test_a_new_game_takes_the_place_of_the_old(game: Pipe) -> None:
    game.ask({"answers": ["seat.0", "3"]})
    assert game.ask(NEW)["decision"]["kind"] == "start.player"
    assert game.error({"undo": 1})["code"] == "nothing-to-undo"


def test_a_game_goes_on_to_its_end(pipe: Pipe) -> None:
    asked = pipe.ask(DRAWN)
    answers = 0
    while not asked["over"]:
        asked = pipe.ask({"answer": asked["decision"]["options"][answers % len(asked["decision"]["options"])]["key"]})
        answers += 1
    assert asked["decision"] is None
    assert pipe.error({"answer": "3"})["code"] == "game-over"
    assert pipe.error({"why_not": "3"})["code"] == "game-over"
    ledger = pipe.ask({"ledger": True})["ledger"]
    assert [sum(line["amount"] for line in ledger if line["seat"] == seat) for seat in range(3)] == asked["totals"]
    assert pipe.ask({"standings": True})["standings"]["totals"] == asked["totals"]
    record = pipe.ask({"record": True})["record"]
    assert "result: Ana" in record
    assert Pipe().ask({"load": record})["totals"] == asked["totals"]


# ---- luck


def test_the_companion_draws_for_the_table_and_says_what(pipe: Pipe) -> None:
    asked = pipe.ask(DRAWN)
    assert asked["drawn"][0] in ("seat.0", "seat.1", "seat.2")
    assert asked["decision"]["kind"] == "turn.markers"
    asked = pipe.ask({"answer": "12"})
    asked = pipe.ask({"answer": "none"})
    asked = pipe.ask({"answers": ["12", "none"]})
    assert asked["drawn"] in (["bread"], ["games"], ["religion"])
    assert asked["decision"]["seat"] != -1


def test_what_the_table_chooses_is_not_drawn(pipe: Pipe) -> None:
    asked = pipe.ask({"new": DRAWN["new"] | {"options": {"start_player": "chosen"}}})
    assert asked["decision"]["kind"] == "start.player" and "drawn" not in asked
    asked = pipe.ask({"answers": ["seat.2", "12", "none", "4", "none"]})
    assert asked["drawn"] in (["bread"], ["games"], ["religion"]) and asked["decision"]["seat"] == 1


def test_what_was_drawn_is_taken_back_with_the_answer_before_it_and_comes_again(pipe: Pipe) -> None:
    pipe.ask(DRAWN)
    asked = pipe.ask({"answers": ["12", "none", "12"]})
    drawn = pipe.ask({"answer": "none"})
    assert "drawn" in drawn
    assert pipe.ask({"undo": 1}) == asked
    assert pipe.ask({"answer": "none"}) == drawn
    pipe.ask({"undo": 4})
    assert pipe.error({"undo": 1})["code"] == "nothing-to-undo"
    assert pipe.ask({"answers": ["12", "none", "12", "none"]})["drawn"] == drawn["drawn"]


def test_the_same_seed_gives_the_same_luck_and_another_other_luck() -> None:
    def luck(seed: str) -> list[str]:
        pipe, drawn = Pipe(), []
        asked = pipe.ask({"new": DRAWN["new"] | {"seed": seed}})
        for _ in range(40):
            drawn += asked.get("drawn", [])
            asked = pipe.ask({"answer": asked["decision"]["options"][-1]["key"]})
        return drawn

    assert luck("one") == luck("one")
    assert len({tuple(luck(seed)) for seed in ("one", "two", "three", "four")}) > 1


def test_without_a_seed_every_game_has_its_own_luck() -> None:
    def first() -> str:
        new = {"title": "trajan", "players": 4, "draws": "companion"}
        return str(Pipe().ask({"new": new})["drawn"])

    assert len({first() for _ in range(40)}) > 1


# ---- questions


def test_why_an_answer_is_not_legal(game: Pipe) -> None:
    game.ask({"answer": "seat.0"})
    assert game.ask({"why_not": "13"})["why_not"]
    error = game.error({"why_not": "3"})
    assert error == {"code": "bad-request", "message": "'3' is legal now"}
    assert game.error({"why_not": "!time.3"})["message"] == "'!time.3' is legal now"


def test_why_a_correction_cannot_be_made(game: Pipe) -> None:
    game.ask({"answer": "seat.0"})
    for key in ("!time.99", "!leave.7", "!option.fulfil.optional"):
        before = game.snapshot()
        said = game.ask({"why_not": key})["why_not"]
        assert game.error({"answer": key}) == {"code": "illegal-answer", "message": said}
        assert game.snapshot() == before
    assert "whole number from 0 to 15" in game.ask({"why_not": "!time.99"})["why_not"]


def test_an_option_may_change_in_play(game: Pipe) -> None:
    game.ask({"answer": "seat.0"})
    offered = {each["stem"]: each["fields"] for each in game.ask({"amendments": True})["amendments"]}
    (field,) = offered["!option.final_tie"]
    assert (field["present"], [each["value"] for each in field["values"]]) == ("new_stack", ["new_stack", "track"])
    game.ask({"answer": "!option.final_tie.track"})
    assert game.ask({"state": True})["state"]["options"]["final_tie"] == "track"
    text = game.ask({"record": True})["record"]
    assert "!option.final_tie.track" in text and "option final_tie" not in text
    other = Pipe()
    other.ask({"load": text})
    assert other.ask({"state": True})["state"] == game.ask({"state": True})["state"]
    game.ask({"undo": 1})
    assert game.ask({"state": True})["state"]["options"]["final_tie"] == "new_stack"


def test_the_state_as_a_seat_or_as_everybody_sees_it(game: Pipe) -> None:
    everything = game.ask({"state": True})["state"]
    assert game.ask({"state": {}})["state"] == everything
    assert isinstance(game.ask({"state": {"viewer": 2}})["state"], dict)
    assert game.error({"state": {"viewer": 3}})["code"] == "bad-request"
    assert game.error({"state": {"viewer": -1}})["code"] == "bad-request"


def test_ledger_and_standings(game: Pipe) -> None:
    game.ask({"answers": ["seat.1", "3", "build.4", "none"]})
    (line,) = game.ask({"ledger": True})["ledger"]
    assert (line["seat"], line["amount"], line["reason"], line["turn"], line["answer"]) == (1, 4, "construction", 1, 2)
    standings = game.ask({"standings": True})["standings"]
    assert (standings["totals"], standings["order"][0], standings["places"][1]) == ([0, 4, 0], 1, 1)
    assert standings["today"] is None, "what lies on the mats nobody has said yet"
    game.ask({"answers": ["!leave.2", "!count"]})
    standings = game.ask({"standings": True})["standings"]
    assert (standings["seat_notes"], standings["notes"]) == ([None, None, "has left"], ["Ended early"])


def test_what_may_be_corrected(game: Pipe) -> None:
    game.ask({"answer": "seat.0"})
    amendments = {each["stem"]: each for each in game.ask({"amendments": True})["amendments"]}
    seat, amount, reason = amendments["!score"]["fields"]
    assert [each["label"] for each in seat["values"]] == ["Ana", "Bo", "Cy"]
    key = ".".join(["!score", seat["values"][1]["value"], "+3", reason["values"][0]["value"]])
    assert "+3" in [each["value"] for each in amount["values"]]
    assert game.ask({"answer": key})["totals"] == [0, 3, 0]


def test_the_options_of_a_title_need_no_game(pipe: Pipe) -> None:
    options = {option["name"]: option for option in pipe.ask({"options": "trajan"})["options"]}
    assert options["time_loop"]["counted"] == [8, 40]
    assert options["final_tie"]["in_play"]


def test_a_record_is_written_and_loaded(game: Pipe) -> None:
    asked = game.ask({"answers": ["seat.0", "3", "ship.12"]})
    text = game.ask({"record": True})["record"]
    other = Pipe()
    assert other.ask({"load": text}) == asked
    assert other.ask({"record": True})["record"] == text
    assert other.ask({"undo": 3})["decision"]["kind"] == "start.player"


# ---- several games


def test_a_copy_goes_its_own_way(game: Pipe) -> None:
    here = game.ask({"answers": ["seat.0", "3"]})
    assert game.ask({"copy": "what if"}) == here
    game.ask({"answer": "ship.12"})
    assert game.ask({"use": "what if"}) == here
    assert game.ask({"answer": "senate"})["totals"] == [2, 0, 0]
    assert game.ask({"use": "main"})["totals"] == [12, 0, 0]
    assert game.ask({"undo": 3})["decision"]["kind"] == "start.player"
    assert game.ask({"use": "what if"})["totals"] == [2, 0, 0]


def test_a_copy_meets_the_same_luck(pipe: Pipe) -> None:
    pipe.ask(DRAWN)
    pipe.ask({"copy": "again"})
    keys = ["12", "none", "12", "none", "12", "none", "12", "none"]
    drawn = pipe.ask({"answers": keys})["drawn"]
    pipe.ask({"use": "again"})
    assert pipe.ask({"answers": keys})["drawn"] == drawn


def test_a_game_that_there_is_not_cannot_be_used(game: Pipe) -> None:
    error = game.error({"use": "other"})
    assert error == {"code": "no-game", "message": "there is no game 'other'; there is main"}
    assert game.ask({"answer": "seat.0"})["decision"]["kind"] == "turn.markers"


# ---- what is refused


@pytest.mark.parametrize(
    ("new", "code"),
    [
        ({"title": "chess"}, "unknown-title"),
        ({"way": "umpire"}, "unknown-title"),
        ({"players": 1}, "bad-players"),
        ({"players": 5}, "bad-players"),
        ({"players": -1}, "bad-players"),
        ({"players": []}, "bad-players"),
        ({"players": ["Ana"]}, "bad-players"),
        ({"players": ["Ana", ""]}, "bad-players"),
        ({"players": ["Ana", " "]}, "bad-players"),
        ({"players": ["Ana", "\u2003\t"]}, "bad-players"),
        ({"players": list("ABCDE")}, "bad-players"),
        ({"players": "Ana,Bo"}, "bad-request"),
        ({"players": 3.5}, "bad-request"),
        ({"options": {"tide": "high"}}, "bad-option"),
        ({"options": {"time_loop": 99}}, "bad-option"),
        ({"options": {"time_loop": "0000000169999"}}, "bad-option"),
        ({"options": {"time_loop": "000000016" + "9" * 5000}}, "bad-option"),
        ({"options": {"time_loop": 10**30}}, "bad-option"),
        ({"options": {"time_loop": True}}, "bad-request"),
        ({"options": []}, "bad-request"),
        ({"draws": "fate"}, "bad-request"),
        ({"seed": None}, "bad-request"),
        ({"colour": "red"}, "bad-request"),
    ],
)
def test_a_game_that_cannot_be_leaves_the_old_one(game: Pipe, new: Any, code: str) -> None:
    game.ask({"answer": "seat.2"})
    before = game.snapshot()
    error = game.error({"new": NEW["new"] | new})
    assert error["code"] == code
    assert error["message"]
    assert game.snapshot() == before


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"answer": "13"}, "unknown-answer"),
        ({"answer": ""}, "unknown-answer"),
        ({"answer": "seat.0 "}, "unknown-answer"),
        ({"answer": "\u2028"}, "unknown-answer"),
        ({"answer": "!time.99"}, "illegal-answer"),
        ({"answer": "!"}, "illegal-answer"),
        ({"answers": ["13"]}, "unknown-answer"),
        ({"undo": 2}, "nothing-to-undo"),
        ({"undo": 0}, "bad-request"),
        ({"undo": -1}, "bad-request"),
        ({"undo": True}, "bad-request"),
        ({"undo": 10**30}, "nothing-to-undo"),
        ({"options": "chess"}, "unknown-title"),
        ({"load": "nonsense"}, "bad-record"),
        ({"ledger": False}, "bad-request"),
        ({"state": False}, "bad-request"),
        ({"state": {"viewer": 0, "who": 1}}, "bad-request"),
        ({"state": "all"}, "bad-request"),
        ({"answer": 3}, "bad-request"),
        ({"answer": None}, "bad-request"),
        ({"answers": "3"}, "bad-request"),
        ({"answer": "3", "undo": 1}, "bad-request"),
        ({"answer": "3", "colour": 1}, "bad-request"),
        ({"shuffle": True}, "bad-request"),
        ({}, "bad-request"),
        ([], "bad-request"),
        (3, "bad-request"),
        (b"", "bad-request"),
        (b"\n", "bad-request"),
        (b'{"answer": "3"', "bad-request"),
        (b'{"answer": "\xff"}', "bad-request"),
        (b'{"answer": "\\ud800"}', "bad-request"),
        (b'{"undo": ' + b"9" * 5000 + b"}", "bad-request"),
        ({"load": RECORD.replace("Ana", '"\\ud800"')}, "bad-record"),
        ({"load": RECORD.replace("11", "000000016" + "9" * 5000)}, "bad-record"),
        ({"answer": "x" * 100_000}, "unknown-answer"),
        ({"answer": "!" + "x" * 100_000}, "illegal-answer"),
        ({"use": "x" * 100_000}, "no-game"),
        (b"[" * 100_000, "bad-request"),
        (b'{"answer": "3"} {"answer": "3"}', "bad-request"),
    ],
)
def test_a_refusal_has_its_code_and_changes_nothing(game: Pipe, request_: Any, code: str) -> None:
    game.ask({"answer": "seat.2"})
    before = game.snapshot()
    error = game.error(request_)
    assert error["code"] == code
    assert error["message"] and len(error["message"]) < 400
    assert game.snapshot() == before


def test_an_answer_that_is_only_not_legal_now_is_told_from_one_that_never_is(game: Pipe) -> None:
    # on the last space of the senate the action brings nothing, so that it is not offered
    game.ask({"answers": ["seat.0", "!senate.0.7.0", "3"]})
    assert "senate" not in [option["key"] for option in game.ask({"answers": []})["decision"]["options"]]
    assert game.error({"answer": "senate"})["code"] == "illegal-answer"
    assert game.error({"answer": "circus"})["code"] == "unknown-answer"


@pytest.mark.parametrize(
    "request_",
    [
        {"answer": "3"}, {"answers": []}, {"undo": 1}, {"why_not": "3"}, {"state": True}, {"ledger": True},
        {"standings": True}, {"amendments": True}, {"record": True}, {"copy": "x"}, {"use": "main"},
    ],
)  # fmt: skip
def test_without_a_game_nothing_can_be_asked_of_it(pipe: Pipe, request_: Any) -> None:
    assert pipe.error(request_)["code"] == "no-game"


def test_a_bad_record_is_refused_with_its_place(game: Pipe) -> None:
    text = game.ask({"record": True})["record"] + "*: seat.9\n"
    error = game.error({"load": text})
    assert error["code"] == "bad-record"
    assert (error["line"], error["column"]) == (text.count("\n"), 4)
    assert "legal are seat.0, seat.1, seat.2" in error["message"]


ODD = st.sampled_from(
    [None, True, -1, 0, 1e400, "", "main", "3", "!", [], ["3"], [1], {}, {"viewer": "x"}, {"title": 1}]
)
ASKED = st.sampled_from(["new", "load", "answer", "answers", "undo", "why_not", "state", "record", "copy", "use", "x"])


@given(st.dictionaries(ASKED, ODD, max_size=2))
def test_whatever_is_asked_is_answered(request_: Any) -> None:
    pipe = Pipe()
    pipe.ask(NEW)
    assert len(pipe.ask(request_)) in (1, 3)


@given(st.binary(max_size=60))
def test_whatever_bytes_come_are_answered(line: bytes) -> None:
    assert Pipe().error(line)["code"] in ("bad-request", "no-game", "unknown-title", "bad-record")


# ---- the wire


def test_every_line_is_answered_with_one_line() -> None:
    lines = [json.dumps(NEW), "nonsense", "", json.dumps({"answer": "seat.0"}), json.dumps({"record": True})]
    out = io.BytesIO()
    serve(io.BytesIO("\n".join(lines).encode()), out)
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [next(iter(each)) for each in replies] == ["decision", "error", "error", "decision", "record"]


def test_a_reply_is_written_whatever_was_typed_into_it() -> None:
    assert encoded({"record": "A\ud800 é"}) == '{"record":"A? é"}'.encode()


def engine(**streams: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "firmware_py", "engine"], stderr=subprocess.PIPE, **streams)


def test_the_end_of_input_is_the_end_with_status_0() -> None:
    with engine(stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        out, err = child.communicate(json.dumps(NEW).encode())
    assert (child.returncode, err) == (0, b"")
    assert json.loads(out)["totals"] == [0, 0, 0]


def test_a_reply_comes_before_the_next_request_is_sent() -> None:
    with engine(stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for request in (NEW, {"answer": "seat.1"}, {"answer": "3"}):
            child.stdin.write(json.dumps(request).encode() + b"\n")
            child.stdin.flush()
            assert json.loads(child.stdout.readline())["over"] is False
        child.stdin.close()
        assert child.wait() == 0


def test_a_closed_output_is_the_end_with_status_0() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with engine(stdin=subprocess.PIPE, stdout=writing) as child:
        os.close(writing)
        _, err = child.communicate((json.dumps(NEW) + "\n").encode() * 50)
    assert (child.returncode, err) == (0, b"")


@pytest.mark.parametrize("closed", [(0,), (1,), (0, 1)])
def test_streams_that_were_closed_before_it_started_are_the_end_with_status_0(closed: tuple[int, ...]) -> None:
    def close() -> None:
        for stream in closed:
            os.close(stream)

    with engine(stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=close) as child:
        out, err = child.communicate((json.dumps(NEW) + "\n").encode())
    assert (child.returncode, out, err) == (0, b"", b"")
